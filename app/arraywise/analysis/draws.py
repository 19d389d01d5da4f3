"""How sure the ranking is: measurement noise and weights drawn many times (MODEL D7.5, SMAA-2).

Source: Lahdelma and Salminen, SMAA-2, Operations Research 49 (2001).
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.scoring import value_points
from arraywise.domain.decision import Criterion

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.analysis.vectors import Floats
    from arraywise.domain.decision import CriterionSetting, Interval

DRAWS = 10_000
SEED = 20_240_501


class Knowledge(StrEnum):
    """What is accepted of the weights while the measurements are drawn."""

    STATED = "weights as stated"
    ORDER = "only the order of the weights"
    NOTHING = "nothing of the weights"


def draw_attribute(interval: Interval, shares: Floats) -> Floats | None:
    """Return drawn attributes: uniform over the interval, in logarithms where it is positive.

    An open end stands at the point; None where nothing is known.

    Source: MODEL D7.5 (uniform in ln over the interval is the conservative choice).
    """
    point = interval.point if interval.point is not None else interval.high
    point = point if point is not None else interval.low
    if point is None:
        return None
    low = point if interval.low is None else interval.low
    high = point if interval.high is None else interval.high
    if low > 0:
        return np.asarray(low * (high / low) ** shares)
    return np.asarray(low + (high - low) * shares)


def draw_points(
    intervals: Sequence[Sequence[Interval]],
    settings: Sequence[CriterionSetting],
    draws: int = DRAWS,
    seed: int = SEED,
) -> Floats:
    """Return drawn points from 0 to 100, shape (options, criteria, draws).

    Args:
        intervals: for each option the attribute's interval of each criterion.
        settings: as used, anchors filled in.
        draws: how many.
        seed: of PCG64; the same seed gives the same draws.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    points = np.empty((len(intervals), len(settings), draws))
    for row, attributes in zip(points, intervals, strict=True):
        along_curve = generator.random(draws)
        for place, (setting, interval) in enumerate(zip(settings, attributes, strict=True)):
            shares = _SHARES.get(setting.criterion, _own)(along_curve, generator)
            row[place] = _points_of(setting, interval, shares)
    return points


def _own(along: Floats, generator: np.random.Generator) -> Floats:
    return generator.random(len(along))


_SHARES: dict[Criterion, Callable[[Floats, np.random.Generator], Floats]] = {
    Criterion.RESPONSE_TIME: lambda along, _: along,
    Criterion.HEADROOM: lambda along, _: 1.0 - along,
}
"""Response time and headroom are read off one curve: where it lies low, the headroom is high."""


def _points_of(setting: CriterionSetting, interval: Interval, shares: Floats) -> Floats:
    """Return drawn points; without evidence or anchors anything from 0 to 100 is possible."""
    drawn = draw_attribute(interval, shares)
    limit, target, aspiration = setting.limit, setting.target, setting.aspiration
    if drawn is None or limit is None or target is None or aspiration is None:
        return 100.0 * shares
    return value_points(drawn, limit, target, aspiration, setting.target_value)


def draw_weights(stated: Floats, knowledge: Knowledge, draws: int = DRAWS) -> Floats:
    """Return weights, shape (criteria, draws): stated, in the stated order only, or any.

    A criterion that is stated to weigh nothing stays without weight.
    """
    weights = np.zeros((len(stated), draws))
    weighing = np.flatnonzero(stated > 0)
    if knowledge is Knowledge.STATED:
        weights[:] = stated[:, None]
    elif knowledge is Knowledge.ORDER:
        order = weighing[np.argsort(-stated[weighing], kind="stable")]
        weights[order] = -np.sort(-_even_weights(len(weighing), draws), axis=0)
    else:
        weights[weighing] = _even_weights(len(weighing), draws)
    return weights


@lru_cache(maxsize=8)
def _even_weights(criteria: int, draws: int) -> Floats:
    """Return weights spread evenly over all that are possible (Dirichlet(1))."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    return generator.dirichlet(np.ones(criteria), draws).T


def first_shares(points: Floats, weights: Floats) -> Floats:
    """Return how often each option ranks first; a tie is shared. Shape (options,).

    Args:
        points: shape (options, criteria, draws).
        weights: shape (criteria, draws).
    """
    if not len(points):
        return np.empty(0)
    values = np.einsum("cd,ocd->od", weights, points)
    first = values >= values.max(axis=0) - 1e-9
    return np.asarray((first / first.sum(axis=0)).mean(axis=1))


def rank_shares(points: Floats, weights: Floats) -> Floats:
    """Return rank acceptabilities: how often each option takes each rank, shape (options, ranks).

    Ties go to the earlier option; rows and columns sum to 1.
    """
    values = np.einsum("cd,ocd->od", weights, points)
    ranks = np.argsort(np.argsort(-values, axis=0, kind="stable"), axis=0, kind="stable")
    return np.array([[(row == r).mean() for r in range(len(values))] for row in ranks])
