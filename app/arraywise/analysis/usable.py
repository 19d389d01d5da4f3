"""Usable capacity: what an option holds, and what data need in a month (MODEL F1)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import OptionFacts

MONTHS_A_YEAR = 12
_ROUNDING = 1 + 1e-9
"""Binary fractions decide nothing."""


class UsableBytes(NamedTuple):
    """Bytes of data that an option holds, by the least, the likely and the greatest reduction."""

    least: float
    likely: float
    most: float


def usable(option: Option) -> UsableBytes | None:
    """Return the bytes of data that an option can hold; None where nobody stated it."""
    capacity = option.capacity
    if capacity is None:
        return None
    base, ratio = capacity.unreduced_bytes, capacity.reduction
    return UsableBytes(base * ratio.least, base * ratio.likely, base * ratio.most)


def needed_bytes(requirement: Requirement, month: int) -> float | None:
    """Return the bytes that data need in a month; None where the requirement does not ask."""
    if requirement.usable_bytes is None:
        return None
    growth = 1.0 + requirement.usable_growth_per_year
    return float(requirement.usable_bytes * growth ** (month / MONTHS_A_YEAR))


def holds(option: Option, needed: float) -> bool | None:
    """Return whether an option holds what is needed.

    None where nobody stated its capacity, or where it depends on the reduction: enough by the
    greatest ratio and not by the least.
    """
    held = usable(option)
    if held is None or held.least * _ROUNDING < needed <= held.most * _ROUNDING:
        return None
    return held.least * _ROUNDING >= needed


def is_range(option: Option) -> bool:
    """Return whether a range of reduction ratios is stated."""
    held = usable(option)
    return held is not None and held.least < held.most


def break_even_reduction(option: Option, needed: float) -> float | None:
    """Return the ratio from which an option holds what is needed; None where nothing tells."""
    base = 0.0 if option.capacity is None else option.capacity.unreduced_bytes
    return needed / base if base > 0 else None


def tested_reduction(known: OptionFacts) -> float | None:
    """Return how far the data of an option's tests can be reduced; None where no file says it.

    The greatest where its runs differ. It is a property of the tests, not of the client's data.
    """
    ratios = [_reduction_of(dict(setup.attributes)) for setup in known.setups]
    return max((ratio for ratio in ratios if ratio is not None), default=None)


_RATIOS = ("deduplication_ratio", "compression_ratio")
"""As Vdbench states them."""
_PERCENTS = ("duplicate_percent", "compressible_percent")
"""As fio states them: of the blocks, and of each block."""


def _reduction_of(attributes: Mapping[str, str]) -> float | None:
    found = [figure for name in _RATIOS if (figure := _figure(attributes, name)) is not None]
    for name in _PERCENTS:
        percent = _figure(attributes, name)
        if percent is not None and 0 <= percent < 100:
            found.append(1 / (1 - percent / 100))
    return math.prod(found) if found else None


def _figure(attributes: Mapping[str, str], name: str) -> float | None:
    try:
        return float(attributes[name])
    except (KeyError, ValueError):
        return None
