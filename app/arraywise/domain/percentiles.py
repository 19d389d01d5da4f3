"""What the statistics that a file holds say of one that it does not (MODEL P3.1).

Percentiles rise with their share, so a missing one lies between those beside it. Nothing is
known of a mean by percentiles, nor the other way round.
"""

from __future__ import annotations

import math
import re
from enum import StrEnum
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

from arraywise.domain.evidence import HIGH_END, LOW_END
from arraywise.domain.messages import message
from arraywise.domain.requirement import ESTIMABLE, ESTIMATED_P90, STATISTICS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.messages import Message

StatisticValues = tuple[tuple[str, float], ...]
"""Values by the names of their statistics, `p90_low` and `p90_high` among them."""
StatisticBounds = tuple[float, float]
"""Alike where it was measured; 0 and infinite where nothing bounds it from that side."""

MOST_OVER, MOST_UNDER = 0.04, 0.08
"""How far an estimated p90 lies above and below the true one (MODEL P3.1)."""

_NAME = re.compile(rf"p(\d{{1,2}}(?:\.\d{{1,6}})?)({LOW_END}|{HIGH_END})?")


@lru_cache(maxsize=256)
def _parse_percentile(name: str) -> tuple[float, str | None] | None:
    """Return the share of a percentile, and which end it is; None of another statistic."""
    match = _NAME.fullmatch(name)
    return None if match is None else (float(match[1]), match[2])


class Censoring(StrEnum):
    """What is known of a statistic."""

    MEASURED = "measured"
    BOUNDED = "bounded"
    """It lies between two times, or below one."""
    AT_LEAST = "at least"
    """It lies above a time: a target can be missed by it and never kept."""


def statistic_bounds(
    values_by_statistic: Iterable[tuple[str, float]], statistic: str
) -> StatisticBounds | None:
    """Return between which values a statistic lies; None where nothing is known of it.

    Nothing answers in no time: a printed zero is less than the tool can tell.
    """
    values = {name: value for name, value in values_by_statistic if value > 0}
    return (
        _estimated_p90_bounds(values)
        if statistic == ESTIMATED_P90
        else _bounds_from_values(values, statistic)
    )


def _bounds_from_values(values: Mapping[str, float], statistic: str) -> StatisticBounds | None:
    if statistic in values:
        return values[statistic], values[statistic]
    wanted = _parse_percentile(statistic)
    if wanted is None:
        return None
    low, high, wanted_share = 0.0, math.inf, wanted[0]
    for name, value in values.items():
        named = _parse_percentile(name)
        if named is None:
            continue
        share, end = named
        if share <= wanted_share and end != HIGH_END:
            low = max(low, value)
        if share >= wanted_share and end != LOW_END:
            high = min(high, value)
    if low == 0.0 and math.isinf(high):
        return None
    return min(low, high), max(low, high)


def _estimated_p90_bounds(values: Mapping[str, float]) -> StatisticBounds | None:
    """Return the ends of the p90, narrowed to those of its estimate where there is one."""
    bounds, estimate = _bounds_from_values(values, ESTIMABLE), values.get(ESTIMATED_P90)
    if bounds is None or estimate is None or bounds[0] == bounds[1]:
        return bounds
    low, high = bounds
    least, most = estimate / (1 + MOST_OVER), estimate / (1 - MOST_UNDER)
    return (max(low, least), min(high, most)) if low <= estimate <= high else bounds


def statistic_point_estimate(
    values_by_statistic: Iterable[tuple[str, float]], statistic: str
) -> float | None:
    """Return the one value that stands for a statistic: measured, estimated, or between ends."""
    values = dict(values_by_statistic)
    bounds = statistic_bounds(values.items(), statistic)
    if bounds is None or statistic != ESTIMATED_P90 or bounds[0] == bounds[1]:
        return None if bounds is None else point_between(bounds)
    estimate = values.get(statistic, 0.0)
    return estimate if bounds[0] <= estimate <= bounds[1] else point_between(bounds)


def point_between(bounds: StatisticBounds) -> float:
    """Return the geometric middle of two ends; of one that is known alone, that one."""
    low, high = bounds
    if low == 0.0 or math.isinf(high):
        return high if low == 0.0 else low
    return low if low == high else math.sqrt(low * high)


def mixture_bounds(component_bounds: Sequence[StatisticBounds | None]) -> StatisticBounds | None:
    """Return between which values a percentile of a mixture lies: between those of its parts."""
    known = [part for part in component_bounds if part is not None]
    if not known or len(known) < len(component_bounds):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def best_censoring(bounds: Iterable[StatisticBounds]) -> Censoring | None:
    """Return how well a statistic is known by the best of several files."""
    found = list(bounds)
    if any(low == high for low, high in found):
        return Censoring.MEASURED
    if any(math.isfinite(high) for _, high in found):
        return Censoring.BOUNDED
    return Censoring.AT_LEAST if found else None


def describe_statistic_list(names: Iterable[str]) -> Message:
    """Name statistics one after the other, each as its reader calls it."""
    each = [message("{statistic}", statistic=name) for name in names]
    if not each:
        return message("no other")
    return reduce(lambda one, other: message("{one}, {other}", one=one, other=other), each)


def censoring_by_statistic(values_by_file: Iterable[StatisticValues]) -> dict[str, Censoring]:
    """Return what files hold of the statistics that a target can be set on, in their order."""
    distinct = set(values_by_file)
    held = {
        name: best_censoring(
            ends for known in distinct if (ends := statistic_bounds(known, name)) is not None
        )
        for name in STATISTICS
    }
    return {name: holding for name, holding in held.items() if holding is not None}
