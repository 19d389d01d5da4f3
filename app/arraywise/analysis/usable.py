"""Usable capacity: what an option holds, and what data need in a month (MODEL F1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement

MONTHS_A_YEAR = 12


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


def break_even_reduction(option: Option, needed: float) -> float | None:
    """Return the ratio from which an option holds what is needed; None where nothing tells."""
    base = 0.0 if option.capacity is None else option.capacity.unreduced_bytes
    return needed / base if base > 0 else None
