"""How good the evidence behind an option's answer is, as one letter.

A: at both levels around the demand there are at least 5 repetitions, the runs were steady, the
   database host was monitored and not exhausted, and no check found anything wrong with them.
B: both levels were repeated at least twice, with at most minor findings (a warning).
C: everything else: a level that was measured once, a host that was the limit, a serious
   finding, a demand outside the measured loads, or no evidence at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.level import Level

FULL_REPETITIONS = 5
"""Repetitions of the order-entry paper (ease of operation) and of MODEL D1."""
LEAST_REPETITIONS = 2


def grade_evidence(levels_used: Sequence[Level], severities: Iterable[Severity]) -> str:
    """Return A, B or C.

    Args:
        levels_used: the levels around the demand; empty where it lies outside.
        severities: of the findings about this option's performance evidence.
    """
    found = set(severities)
    if not levels_used or Severity.ERROR in found:
        return "C"
    if any(level.host_bound for level in levels_used):
        return "C"
    fewest = min(len(level.runs) for level in levels_used)
    if fewest < LEAST_REPETITIONS:
        return "C"
    monitored = all(level.host_busy is not None for level in levels_used)
    if fewest < FULL_REPETITIONS or Severity.WARNING in found or not monitored:
        return "B"
    return "A"


def levels_around(levels: Sequence[Level], rate_tps: float) -> tuple[Level, ...]:
    """Return the one or two levels that an answer at a rate leans on.

    Below the first level that one; above the highest rate none.
    """
    used = [level for level in levels if not level.past_knee]
    above = next((i for i, level in enumerate(used) if level.rate_tps >= rate_tps), None)
    if above is None:
        return ()
    return tuple(used[max(0, above - 1) : above + 1])
