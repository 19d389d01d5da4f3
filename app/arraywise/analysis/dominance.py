"""Which options are at least as good in everything and better in something (MODEL D6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import ALL_CRITERIA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Cell, Interval, OptionAnswer

RISING = frozenset(kind.criterion for kind in ALL_CRITERIA if kind.rises)
"""Criteria of which more is better; of the others less is."""


def dominators(options: Sequence[OptionAnswer]) -> tuple[tuple[str, ...], ...]:
    """Name for each option those that dominate it, in natural units, whatever the weights."""
    return tuple(
        tuple(
            other.option.name
            for other in options
            if other is not option and dominates(other.cells, option.cells)
        )
        for option in options
    )


def dominates(ours: Sequence[Cell], theirs: Sequence[Cell]) -> bool:
    """Say whether all points are at least as good and one is better beyond its interval.

    What is tied within the measurements' intervals does not count as better; nothing is said
    where a figure is missing.
    """
    pairs = [
        (a.attribute, b.attribute, a.criterion in RISING)
        for a, b in zip(ours, theirs, strict=True)
    ]
    return all(_is_as_good(*pair) for pair in pairs) and any(_is_better(*pair) for pair in pairs)


def _is_as_good(one: Interval, other: Interval, rises: bool) -> bool:  # noqa: FBT001
    if one.point is None or other.point is None:
        return False
    return one.point >= other.point if rises else one.point <= other.point


def _is_better(one: Interval, other: Interval, rises: bool) -> bool:  # noqa: FBT001
    if rises:
        one, other = other, one
    ours = one.point if one.high is None else one.high
    theirs = other.point if other.low is None else other.low
    return ours is not None and theirs is not None and ours < theirs
