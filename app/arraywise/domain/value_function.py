"""A value function as corners: straight from one to the next, clipped outside (MODEL D4)."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

Corner: TypeAlias = tuple[float, float]
"""An attribute in SI units or the currency, and the points from 0 to 100 that it is worth."""
Corners: TypeAlias = tuple[Corner, ...]
"""From the limit, worth 0, to the aspiration, worth 100; both figures strictly monotone."""

MOST_FURTHER = 3
"""Points that a value function may have beside limit, target and aspiration."""


def is_monotone(corners: Corners) -> bool:
    """Say whether points rise from corner to corner while attributes run strictly one way."""
    attributes, points = zip(*corners, strict=True)
    rises = attributes[0] < attributes[-1]
    steps = [*pairwise(attributes if rises else attributes[::-1]), *pairwise(points)]
    return all(start < end for start, end in steps)


def interpolate(figure: float, corners: Corners) -> float:
    """Return what stands against a figure: points against attributes, or the other way round.

    Args:
        figure: clipped to the first and the last corner.
        corners: pairs whose first figures run strictly one way.
    """
    found = corners[0][1]
    for (start, low), (end, high) in pairwise(corners):
        found += (high - low) * min(1.0, max(0.0, (figure - start) / (end - start)))
    return found


def attributes_by_points(corners: Corners) -> Corners:
    """Return the pairs turned round, to ask which attribute is worth how many points."""
    return tuple((points, attribute) for attribute, points in corners)


def attribute_worth(points: float, corners: Corners) -> float | None:
    """Return the attribute that is worth so many points; None where none is, or many are."""
    if not corners or not 0.0 < points <= 100.0:
        return None
    return interpolate(points, attributes_by_points(corners))


def split_widest(corners: Corners) -> Corner:
    """Return the middle of the straight line over most points: a corner there changes nothing."""
    (start, low), (end, high) = max(pairwise(corners), key=lambda pair: pair[1][1] - pair[0][1])
    return (start + end) / 2, (low + high) / 2
