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

Known = tuple[tuple[str, float], ...]
"""Values by the names of their statistics, `p90_low` and `p90_high` among them."""
Ends = tuple[float, float]
"""Alike where it was measured; 0 and infinite where nothing bounds it from that side."""

MOST_OVER, MOST_UNDER = 0.04, 0.08
"""How far an estimated p90 lies above and below the true one (MODEL P3.1)."""

_NAME = re.compile(rf"p(\d{{1,2}}(?:\.\d{{1,6}})?)({LOW_END}|{HIGH_END})?")


@lru_cache(maxsize=256)
def _share_of(name: str) -> tuple[float, str | None] | None:
    """Return the share of a percentile, and which end it is; None of another statistic."""
    match = _NAME.fullmatch(name)
    return None if match is None else (float(match[1]), match[2])


class Holding(StrEnum):
    """What is known of a statistic."""

    MEASURED = "measured"
    BOUNDED = "bounded"
    """It lies between two times, or below one."""
    AT_LEAST = "at least"
    """It lies above a time: a target can be missed by it and never kept."""


def ends_of(known: Iterable[tuple[str, float]], statistic: str) -> Ends | None:
    """Return between which values a statistic lies; None where nothing is known of it.

    Nothing answers in no time: a printed zero is less than the tool can tell.
    """
    values = {name: value for name, value in known if value > 0}
    return _estimated_ends(values) if statistic == ESTIMATED_P90 else _ends_of(values, statistic)


def _ends_of(values: Mapping[str, float], statistic: str) -> Ends | None:
    if statistic in values:
        return values[statistic], values[statistic]
    wanted = _share_of(statistic)
    if wanted is None:
        return None
    low, high, asked = 0.0, math.inf, wanted[0]
    for name, value in values.items():
        named = _share_of(name)
        if named is None:
            continue
        share, end = named
        if share <= asked and end != HIGH_END:
            low = max(low, value)
        if share >= asked and end != LOW_END:
            high = min(high, value)
    if low == 0.0 and math.isinf(high):
        return None
    return min(low, high), max(low, high)


def _estimated_ends(values: Mapping[str, float]) -> Ends | None:
    """Return the ends of the p90, narrowed to those of its estimate where there is one."""
    ends, estimate = _ends_of(values, ESTIMABLE), values.get(ESTIMATED_P90)
    if ends is None or estimate is None or ends[0] == ends[1]:
        return ends
    low, high = ends
    least, most = estimate / (1 + MOST_OVER), estimate / (1 - MOST_UNDER)
    return (max(low, least), min(high, most)) if low <= estimate <= high else ends


def point_known(known: Iterable[tuple[str, float]], statistic: str) -> float | None:
    """Return the one value that stands for a statistic: measured, estimated, or between ends."""
    values = dict(known)
    ends = ends_of(values.items(), statistic)
    if ends is None or statistic != ESTIMATED_P90 or ends[0] == ends[1]:
        return None if ends is None else point_of(ends)
    estimate = values.get(statistic, 0.0)
    return estimate if ends[0] <= estimate <= ends[1] else point_of(ends)


def point_of(ends: Ends) -> float:
    """Return the geometric middle of two ends; of one that is known alone, that one."""
    low, high = ends
    if low == 0.0 or math.isinf(high):
        return high if low == 0.0 else low
    return low if low == high else math.sqrt(low * high)


def mixture_ends(parts: Sequence[Ends | None]) -> Ends | None:
    """Return between which values a percentile of a mixture lies: between those of its parts."""
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def holding_of(ends: Iterable[Ends]) -> Holding | None:
    """Return how well a statistic is known by the best of several files."""
    found = list(ends)
    if any(low == high for low, high in found):
        return Holding.MEASURED
    if any(math.isfinite(high) for _, high in found):
        return Holding.BOUNDED
    return Holding.AT_LEAST if found else None


def name_statistics(names: Iterable[str]) -> Message:
    """Name statistics one after the other, each as its reader calls it."""
    each = [message("{statistic}", statistic=name) for name in names]
    if not each:
        return message("no other")
    return reduce(lambda one, other: message("{one}, {other}", one=one, other=other), each)


def held_statistics(files: Iterable[Known]) -> dict[str, Holding]:
    """Return what files hold of the statistics that a target can be set on, in their order."""
    distinct = set(files)
    held = {
        name: holding_of(ends for known in distinct if (ends := ends_of(known, name)) is not None)
        for name in STATISTICS
    }
    return {name: holding for name, holding in held.items() if holding is not None}
