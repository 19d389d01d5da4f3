"""Says which part of a run counts: the measurement window, typed, dragged or proposed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.analysis.steady_state import find_steady_window
from arraywise.domain.problems import UserError
from arraywise.domain.thresholds import DEFAULT_THRESHOLDS
from arraywise.store.writing import runs as writing
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.facts import LoadRun
    from arraywise.domain.thresholds import Thresholds
    from arraywise.store.study import Study

START, END = "warm_up_s", "window_end_s"
"""The settings of a run that are its window."""
LEAST_S = 1.0


@dataclass(frozen=True, slots=True)
class ProposedWindow:
    """The part of a run after its warm-up, in seconds after its beginning."""

    start_s: float
    end_s: float
    drift: float
    """Of the rate over the window, as a share of its mean (MODEL P2.1)."""
    is_steady: bool


def propose_window(
    run: LoadRun, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> ProposedWindow | None:
    """Find where a run's rate becomes steady; None where its file holds no series."""
    found = find_steady_window(run.rates_tps) if run.rates_tps is not None else None
    if found is None:
        return None
    found = replace(found, most_drift=thresholds.most_drift)
    return ProposedWindow(float(found.start), float(found.stop), found.drift, found.is_steady)


def set_window(study: Study, run_ids: Sequence[int], start_s: float, end_s: float | None) -> None:
    """Let only a part of runs count, in one step that can be undone.

    Args:
        study: where the runs are.
        run_ids: all of them get the same window.
        start_s: seconds after the beginning of a run.
        end_s: the same; None for its end.

    Raises:
        UserError: When the window ends before it begins, or begins before the run.
    """
    if start_s < 0 or (end_s is not None and end_s < start_s + LEAST_S):
        message = "The measurement ends after it begins, and begins within the run."
        raise UserError(message)
    with transaction(study, f"measurement window of {len(run_ids)} runs") as cursor:
        writing.type_attribute(cursor, run_ids, START, f"{start_s:g}")
        if end_s is None:
            writing.restore_attribute(cursor, run_ids, END)
        else:
            writing.type_attribute(cursor, run_ids, END, f"{end_s:g}")


def count_whole_runs(study: Study, run_ids: Sequence[int]) -> None:
    """Let all of runs count again."""
    with transaction(study, f"whole run of {len(run_ids)} runs") as cursor:
        for name in (START, END):
            writing.restore_attribute(cursor, run_ids, name)
