"""What I/O evidence and publications may say beside measured transactions (MODEL E3).

Measured beats inferred: between the lowest rate that was measured and the highest that can be
judged the curve alone decides. Beyond it other evidence passes no target that the curve does not
keep at its end, and below it fails none that the curve keeps at its start, since response times
rise with the rate. Evidence that the curve refutes there is of another storage or workload: it
decides nothing anywhere, and a finding says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.storage_bound import BEYOND_TOP

if TYPE_CHECKING:
    from arraywise.analysis.arrays import Flags, Floats
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.storage_bound import PublishedBound, StorageBound


@dataclass(frozen=True, slots=True)
class MeasuredRange:
    """Between which rates runs bound the response time from both sides."""

    first_tps: float
    limit_tps: float
    first_low_s: float
    """Its lower end at the first of these rates ..."""
    limit_high_s: float
    """... and its upper end at the last one."""


def measured_rate_range(curve: ResponseCurve | None) -> MeasuredRange | None:
    """Return what a curve covers; None where it bounds the response time at no rate."""
    if curve is None or not (curve.scatter_known and curve.bounded):
        return None
    if curve.first_tps > curve.limit_tps:
        return None
    low = float(np.interp(curve.first_tps, curve.rates_tps, curve.low_s))
    return MeasuredRange(curve.first_tps, curve.limit_tps, low, curve.limit_high_s)


def judge_where_curve_is_open(
    known: MeasuredRange | None,
    bound: StorageBound | PublishedBound,
    rates_tps: Floats,
    targets_s: Floats,
) -> tuple[Flags, Flags]:
    """Return where other evidence passes and where it fails targets that the curve leaves open."""
    failed = bound.fails(rates_tps, targets_s)
    passed = bound.passes(rates_tps, targets_s) & ~failed
    if known is None:
        return passed, failed
    below, above = rates_tps < known.first_tps, rates_tps > known.limit_tps
    passed = passed & (below | (above & (targets_s >= known.limit_high_s)))
    return passed, failed & (above | (below & (targets_s < known.first_low_s)))


@dataclass(frozen=True, slots=True)
class Refutation:
    """I/O evidence that measured transactions contradict, with the figures of both."""

    bound: StorageBound
    rate_tps: float
    measured_s: float
    """The response time there at most, by the runs ..."""
    least_s: float
    """... and at least, by I/O evidence; 0 where it is the rate that it says is not carried."""
    top_tps: float = 0.0
    """The highest rate by I/O evidence, where that is what was exceeded."""


def find_refutation(curve: ResponseCurve | None, bound: StorageBound | None) -> Refutation | None:
    """Return where runs answered faster, or more of them, than I/O evidence allows; else None.

    Its upper end is no contradiction: it is of the storage, and the rest of a transaction may take
    any time.
    """
    known = measured_rate_range(curve)
    if curve is None or bound is None or known is None:
        return None
    inside = (curve.rates_tps >= known.first_tps) & (curve.rates_tps <= known.limit_tps)
    rates, most = curve.rates_tps[inside], curve.high_s[inside]
    refuted = np.flatnonzero(bound.fails(rates, most) & np.isfinite(most))
    if not refuted.size:
        return None
    least = bound.least_s(rates)
    worst = int(refuted[np.argmax(least[refuted] / most[refuted])])
    rate, slow = float(rates[worst]), bool(least[worst] > most[worst])
    if slow:
        return Refutation(bound, rate, float(most[worst]), float(least[worst]))
    tops = [BEYOND_TOP * bound.saturated_iops] if bound.saturated_iops else [bound.small_iops]
    last = int(refuted[-1])
    return Refutation(
        bound, float(rates[last]), float(most[last]), 0.0, min(tops) / bound.requests
    )
