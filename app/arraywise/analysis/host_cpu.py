"""What a transaction costs the database host, D_cpu = busy x m / X, between the tested levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.repetitions import UNKNOWN
from arraywise.domain.decision import Interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.analysis.vectors import Floats
    from arraywise.domain.decision import LoadLevel


@dataclass(frozen=True, slots=True)
class HostCpu:
    """Processor seconds of a transaction by rate, from the levels whose monitor tells them."""

    rates_tps: Floats
    """Ascending."""
    seconds: Floats


def gather_host_cpu(levels: Iterable[LoadLevel]) -> HostCpu | None:
    """Return what is known up to the knee; None where no monitor told the processors."""
    known = sorted(
        (level.rate_tps.point, level.host_cpu_s)
        for level in levels
        if level.host_cpu_s is not None
        and level.rate_tps.point is not None
        and not level.past_knee
    )
    if not known:
        return None
    rates, seconds = zip(*known, strict=True)
    return HostCpu(np.array(rates), np.array(seconds))


def host_cpu_at(known: HostCpu | None, rates_tps: Floats) -> Floats:
    """Read off between two levels, in seconds; NaN outside the levels: never extrapolated."""
    if known is None:
        return np.full(np.shape(rates_tps), np.nan)
    return np.interp(rates_tps, known.rates_tps, known.seconds, left=np.nan, right=np.nan)


def host_cpu_interval(known: HostCpu | None, rate_tps: float) -> Interval:
    """Return the figure at a rate, between those of the levels on both sides of it, in seconds."""
    if known is None or not known.rates_tps[0] <= rate_tps <= known.rates_tps[-1]:
        return UNKNOWN
    point = float(host_cpu_at(known, np.array([rate_tps]))[0])
    above = int(np.searchsorted(known.rates_tps, rate_tps))
    below = above if known.rates_tps[above] == rate_tps else above - 1
    ends = float(known.seconds[below]), float(known.seconds[above])
    return Interval(min(ends), point, max(ends))
