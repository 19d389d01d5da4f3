"""No verdict is wrong on labs of known truth, whatever goes wrong in them (MODEL P5)."""

from __future__ import annotations

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


def test_levels_that_a_job_slowed_pass_nothing_wrongly() -> None:
    """They fail some: a job that no monitor saw, on a level that stays convex, leaves no trace."""
    seen = tally(CONTAMINATED, SEEDS)
    assert seen.wrong_passes == 0
    assert seen.wrong_fails <= 0.1 * seen.fails


def test_no_outcome_of_a_faster_or_slower_host_carries_over_wrongly() -> None:
    """Catches a pass at 143 ms on the lab's fast host where the others' host takes 220 ms."""
    seen = tally(OTHER_HOST, SEEDS)
    assert (seen.wrong_passes, seen.wrong_fails) == (0, 0)
    assert min(seen.passes, seen.fails) > 0
