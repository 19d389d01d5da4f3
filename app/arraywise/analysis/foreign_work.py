"""Levels whose host did more work for a transaction than at the other levels (MODEL P5, (d)).

By the utilisation law a resource is in use for U = X D, with D what a transaction needs of it
(Denning and Buzen, The operational analysis of queueing network models, ACM Computing Surveys
10, 1978). What runs beside the load at every level adds a constant: U = U0 + X D. A level that
lies above the line through the others did work for somebody else.
"""

from __future__ import annotations

from statistics import fmean, stdev
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.analysis.level import Level
    from arraywise.analysis.vectors import Floats
    from arraywise.domain.facts import HostUse

_LEAST_EXCESS = 0.10
"""Over what the other levels lead to expect."""
_LEAST_SHARE = 0.05
"""Of the highest use of any level: less is noise of a host that is nearly idle."""
_ERRORS = 3.0
_LEAST_LEVELS = 3
_LEAST_ERROR, _SINGLE_RUN_ERROR = 0.01, 0.08
"""Standard errors as shares: at least, and where no level was repeated."""


def busier_levels(levels: Sequence[Level]) -> set[int]:
    """Return the users of levels that used more of a resource than their rate explains.

    Args:
        levels: ascending by users, up to the knee, without those that a host limited.
    """
    found: set[int] = set()
    for figure, with_last in _RESOURCES:
        known = [(x, used) for x in levels if (used := _used(x, figure))]
        top = max((x.rate_tps for x, _ in known), default=0.0)
        while len(known) >= _LEAST_LEVELS:
            place = _find_excess(known)
            if place is None:
                break
            level = known.pop(place)[0]
            if with_last or level.rate_tps < top:
                found.add(level.users)
    return found


def _used(level: Level, figure: Callable[[HostUse], float | None]) -> list[float]:
    """Return the use in each run; nothing where not all runs were watched."""
    uses = [run.host_use for run in level.runs]
    known = [value for use in uses if use is not None and use.samples and (value := figure(use))]
    return known if len(known) == len(uses) else []


def _find_excess(known: Sequence[tuple[Level, Sequence[float]]]) -> int | None:
    """Return the place of the level that lies furthest above the line through the others."""
    rates = np.array([level.rate_tps for level, _ in known])
    uses = np.array([fmean(used) for _, used in known])
    errors = uses * _relative_errors([used for _, used in known])
    excesses = [_excess(rates, uses, errors, place) for place in range(len(known))]
    place = int(np.argmax(excesses))
    return place if excesses[place] > 0 else None


def _relative_errors(uses: Sequence[Sequence[float]]) -> Floats:
    squares = sum((len(x) - 1) * (stdev(x) / fmean(x)) ** 2 for x in uses if len(x) > 1)
    degrees = sum(len(x) - 1 for x in uses)
    pooled = (squares / degrees) ** 0.5 if degrees else _SINGLE_RUN_ERROR
    return np.array([max(pooled / len(x) ** 0.5, _LEAST_ERROR) for x in uses])


def _excess(rates: Floats, uses: Floats, errors: Floats, place: int) -> float:
    """Return by what share a level lies clearly above the line through the others; 0 if not.

    The line never starts below zero. Its scatter is what repetitions leave open, or how far the
    other levels miss it where that is more.
    """
    others = np.arange(len(rates)) != place
    weights = 1.0 / errors[others]
    design = np.stack((np.ones(others.sum()), rates[others]), axis=1) * weights[:, None]
    wanted = uses[others] * weights
    line = np.linalg.lstsq(design, wanted, rcond=None)[0]
    if line[0] < 0:
        design[:, 0] = 0.0
        line = np.linalg.lstsq(design, wanted, rcond=None)[0]
    degrees = len(wanted) - 2
    missed = wanted - design @ line
    scatter = max(1.0, float(missed @ missed) / degrees) if degrees else 1.0
    here = np.array([1.0, rates[place]])
    spread = scatter * float(here @ np.linalg.pinv(design.T @ design) @ here)
    expected = float(here @ line)
    excess = float(uses[place]) - expected
    error = float(np.sqrt(spread + scatter * (expected * errors[place] / uses[place]) ** 2))
    if expected <= 0 or excess < max(_ERRORS * error, _LEAST_SHARE * uses.max()):
        return 0.0
    return excess / expected if excess >= _LEAST_EXCESS * expected else 0.0


_RESOURCES: tuple[tuple[Callable[[HostUse], float | None], bool], ...] = (
    (lambda use: use.busy_median, False),
    (lambda use: use.disk_b_s, True),
    (lambda use: use.net_b_s, True),
)
"""Each with whether the level of the highest rate is judged: processors that wait for locks by
turning in circles use more for a transaction the more users there are. Disks' share of time in
use is left out: it bends before it is full where a disk serves several requests at once."""
