"""Monte Carlo ranks, SMAA-2 acceptability.

Source: Lahdelma and Salminen, SMAA-2, Operations Research 49 (2001).

Source: Lahdelma and Salminen, SMAA-2, Operations Research 49 (2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.decision.scoring import value_points
from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import WeightKnowledge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.arrays import Floats, Ints
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Interval

DRAWS = 10_000
SEED = 20_240_501


def draw_attribute(interval: Interval, shares: Floats) -> Floats | None:
    """Return drawn attributes: uniform over the interval, in logarithms where it is positive.

    What was estimated is drawn from its own distribution. An open end is at the point; None
    where nothing is known.

    Source: MODEL D7.5 (uniform in ln over the interval is the conservative choice).
    """
    if interval.quantiles:
        even = np.linspace(0.0, 1.0, len(interval.quantiles))
        return np.asarray(np.interp(shares, even, interval.quantiles))
    point = interval.point if interval.point is not None else interval.high
    point = point if point is not None else interval.low
    if point is None:
        return None
    low = point if interval.low is None else interval.low
    high = point if interval.high is None else interval.high
    if low == high:
        return np.full(shares.shape, low)
    if low > 0:
        return np.asarray(low * np.exp(np.log(high / low) * shares))
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
    even = even_shares(len(intervals), len(settings), draws, seed)
    points = np.empty((len(intervals), len(settings), draws))
    for row, attributes, shares in zip(points, intervals, even, strict=True):
        for place, (setting, interval) in enumerate(zip(settings, attributes, strict=True)):
            if setting.criterion == Criterion.RESPONSE_TIME:
                own = shares[0]
            elif setting.criterion is Criterion.HEADROOM:
                # Both are read off one curve: where it lies low, the headroom is high.
                own = 1.0 - shares[0]
            else:
                own = shares[place + 1]
            row[place] = _points_of(setting, interval, own)
    return points


@lru_cache(maxsize=4)
def even_shares(options: int, criteria: int, draws: int, seed: int = SEED) -> Floats:
    """Return numbers spread evenly over 0 to 1, shape (options, criteria + 1, draws).

    The first row of an option is for its curve, the others for each criterion.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    shares = generator.random((options, criteria + 1, draws))
    shares.flags.writeable = False
    return shares


def _points_of(setting: CriterionSetting, interval: Interval, shares: Floats) -> Floats:
    """Return drawn points; without evidence or anchors anything from 0 to 100 is possible."""
    exact = interval.low == interval.point == interval.high
    drawn = draw_attribute(interval, shares[:1] if exact else shares)
    if drawn is None or not setting.corners:
        return 100.0 * shares
    return value_points(drawn, setting.corners)


def draw_weights(stated: Floats, knowledge: WeightKnowledge, draws: int = DRAWS) -> Floats:
    """Return weights, shape (criteria, draws): stated, in the stated order only, or any.

    A criterion that is stated to weigh nothing stays without weight. Those that are stated to
    weigh the same have no order among them.
    """
    if knowledge is WeightKnowledge.STATED:
        return np.repeat(stated[:, None], draws, axis=1)
    weights = np.zeros((len(stated), draws))
    weighing = np.flatnonzero(stated > 0)
    if knowledge is WeightKnowledge.ORDER:
        order = weighing[np.argsort(-stated[weighing], kind="stable")]
        weights[order] = _with_ties(_ordered_weights(len(weighing), draws), stated[order])
    else:
        weights[weighing] = _even_weights(len(weighing), draws)
    return weights


def _with_ties(ordered: Floats, stated: Floats) -> Floats:
    """Let criteria of equal weight stand in any order, another one in each draw."""
    begins = np.flatnonzero(np.diff(stated)) + 1
    groups = [group for group in np.split(np.arange(len(stated)), begins) if len(group) > 1]
    if not groups:
        return ordered
    mixed, generator = ordered.copy(), np.random.Generator(np.random.PCG64(SEED))
    for group in groups:
        mixed[group] = generator.permuted(mixed[group], axis=0)
    return mixed


@lru_cache(maxsize=8)
def _even_weights(criteria: int, draws: int) -> Floats:
    """Return weights spread evenly over all that are possible (Dirichlet(1))."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    return generator.dirichlet(np.ones(criteria), draws).T


@lru_cache(maxsize=8)
def _ordered_weights(criteria: int, draws: int) -> Floats:
    """Return the same, sorted: the heaviest first."""
    return -np.sort(-_even_weights(criteria, draws), axis=0)


Z_95 = 1.96
DIGITS = 9
"""Values that agree so far are equal."""


@dataclass(frozen=True, slots=True)
class SimulatedRanks:
    """Where each option is in each draw; arrays of shape (options, draws)."""

    better: Ints
    """Options ahead of it."""
    tied: Ints
    """Others level with it."""
    wins: Floats
    """Share of draws in which the row's option is ahead of the column's; a tie counts half."""


def value_draws(points: Floats, weights: Floats) -> Floats:
    """Return values, shape (options, draws).

    Args:
        points: shape (options, criteria, draws).
        weights: shape (criteria, draws), or (criteria,) where they are the same in all draws.
    """
    if weights.ndim == 1:
        return np.asarray(np.round(np.matmul(weights, points), DIGITS))
    return np.asarray(np.round(np.einsum("cd,ocd->od", weights, points), DIGITS))


def find_places(values: Floats) -> SimulatedRanks:
    """Return where each option is in each draw."""
    better = np.zeros(values.shape, dtype=np.int64)
    tied = np.zeros(values.shape, dtype=np.int64)
    wins = np.full((len(values), len(values)), 0.5)
    for one, other in combinations(range(len(values)), 2):
        ahead, behind = values[one] > values[other], values[one] < values[other]
        better[other] += ahead
        better[one] += behind
        level = ~(ahead | behind)
        if level.any():
            tied[one] += level
            tied[other] += level
        wins[one, other] = ahead.mean() + level.mean() / 2
        wins[other, one] = 1.0 - wins[one, other]
    return SimulatedRanks(better, tied, wins)


def rank_shares(places: SimulatedRanks) -> Floats:
    """Return rank acceptabilities: how often each option takes each rank, shape (options, ranks).

    Options that tie share the ranks that they take together; rows and columns sum to 1.
    """
    options, draws = places.better.shape
    shares = np.zeros((options, options))
    for step in range(int(places.tied.max(initial=0)) + 1):
        parts = (places.tied >= step) / (places.tied + 1)
        for option, (better, part) in enumerate(zip(places.better, parts, strict=True)):
            ranks = np.minimum(better + step, options - 1)
            shares[option] += np.bincount(ranks, weights=part, minlength=options)
    return np.asarray(shares / draws)


def half_widths(shares: Floats, draws: int) -> Floats:
    """Return what chance in the draws makes of shares, 95 %: 1.96 sqrt(b (1 - b) / n)."""
    return np.asarray(Z_95 * np.sqrt(shares * (1.0 - shares) / draws))


def central_weights(places: SimulatedRanks, weights: Floats) -> tuple[Floats | None, ...]:
    """Return for each option the mean of the weights that put it first; None where none do."""
    first = (places.better == 0) / (places.tied + 1)
    sums = first.sum(axis=1)
    means = weights @ first.T
    return tuple(
        None if total <= 0 else np.asarray(means[:, option] / total)
        for option, total in enumerate(sums.tolist())
    )


def confidences(points: Floats, central: Sequence[Floats | None]) -> tuple[float | None, ...]:
    """Return how often each option is first with its central weights, ties shared.

    Args:
        points: shape (options, criteria, draws).
        central: from `central_weights`.
    """
    return tuple(
        None if weights is None else _first_share(value_draws(points, weights), option)
        for option, weights in enumerate(central)
    )


def _first_share(values: Floats, option: int) -> float:
    first = values == values.max(axis=0)
    return float((first[option] / first.sum(axis=0)).mean())
