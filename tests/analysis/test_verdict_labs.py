"""No verdict is wrong on labs of known truth, whatever goes wrong in them (MODEL P5)."""

from __future__ import annotations

from statistics import fmean

import pytest

from tests.analysis.verdict_labs import (
    CLEAN,
    CONTAMINATED,
    CORRELATED,
    FILLING,
    FILLING_EACH,
    OTHER_HOST,
    WARMING,
    WARMING_EACH,
    make_lab,
    tally,
)

SEEDS = range(500, 512)


@pytest.mark.parametrize(
    ("kind", "decided"),
    [(CLEAN, 0.35), (CORRELATED, 0.33), (WARMING, 0.15), (FILLING, 0.15)],
)
def test_what_can_be_decided_is_and_never_wrongly(kind: str, decided: float) -> None:
    seen = tally(kind, SEEDS)
    assert (seen.wrong_passes, seen.wrong_fails) == (0, 0)
    assert seen.decided > decided


@pytest.mark.parametrize("kind", [WARMING_EACH, FILLING_EACH])
def test_what_changes_in_every_run_is_hardly_ever_judged_and_not_wrongly(kind: str) -> None:
    """Means over whole runs would fail, or pass, a third of what they decide wrongly."""
    seen = tally(kind, SEEDS)
    assert seen.wrong_passes + seen.wrong_fails <= 0.03 * (seen.passes + seen.fails)


def test_no_target_fails_wrongly_by_one_level_that_a_job_slowed_unseen() -> None:
    """Where each level alone could fail a target, 8 of a hundred Fails were wrong.

    Of two or three levels, and where two were slowed, some still are.
    """
    labs = [seed for seed in range(500, 560) if _slowed(seed) == 1]
    seen = tally(CONTAMINATED, labs)
    assert len(labs) >= 12
    assert (seen.wrong_passes, seen.wrong_fails) == (0, 0)
    assert seen.decided > 0.2


def _slowed(seed: int) -> int:
    """Return how many levels of a lab were slowed; none of a lab with few levels."""
    lab = make_lab(CONTAMINATED, seed)
    times: dict[int, list[float]] = {}
    for run in lab.runs:
        times.setdefault(run.users, []).append(dict(run.responses_s)["mean"])
    longer = [fmean(all_s) / lab.truth[users - 1].response_s for users, all_s in times.items()]
    return sum(share > 1.13 for share in longer) if len(times) >= 4 else 0


def test_no_outcome_of_a_faster_or_slower_host_carries_over_wrongly() -> None:
    """Catches a pass at 143 ms on the lab's fast host where the others' host takes 220 ms."""
    seen = tally(OTHER_HOST, SEEDS)
    assert (seen.wrong_passes, seen.wrong_fails) == (0, 0)
    assert min(seen.passes, seen.fails) > 0
