"""How sure the ranking is: draws over the intervals, and how far each weight may move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.scoring import value_points
from arraywise.domain.decision import Criterion

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.analysis.vectors import Flags, Floats
    from arraywise.domain.decision import CriterionSetting, Interval

DRAWS = 10_000
SEED = 20_240_501


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


def draw_values(
    intervals: Sequence[Sequence[Interval]],
    settings: Sequence[CriterionSetting],
    weights: Floats,
    draws: int = DRAWS,
    seed: int = SEED,
) -> Floats:
    """Return drawn total values, shape (options, draws), weights as stated (MODEL D7.5 A).

    Args:
        intervals: for each option the attribute's interval of each criterion.
        settings: as used, anchors filled in.
        weights: shape (criteria,).
        draws: how many.
        seed: of PCG64; the same seed gives the same draws.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    values = np.zeros((len(intervals), draws))
    for row, attributes in enumerate(intervals):
        along_curve = generator.random(draws)
        for setting, interval, weight in zip(settings, attributes, weights, strict=True):
            shares = _SHARES.get(setting.criterion, _own)(along_curve, generator)
            values[row] += weight * _draw_points(setting, interval, shares)
    return values


def _own(along: Floats, generator: np.random.Generator) -> Floats:
    return generator.random(len(along))


_SHARES: dict[Criterion, Callable[[Floats, np.random.Generator], Floats]] = {
    Criterion.RESPONSE_TIME: lambda along, _: along,
    Criterion.HEADROOM: lambda along, _: 1.0 - along,
}
"""Response time and headroom are read off one curve: where it lies low, the headroom is high."""


def _draw_points(setting: CriterionSetting, interval: Interval, shares: Floats) -> Floats:
    """Return drawn points; without evidence or anchors anything from 0 to 100 is possible."""
    drawn = draw_attribute(interval, shares)
    limit, target, aspiration = setting.limit, setting.target, setting.aspiration
    if drawn is None or limit is None or target is None or aspiration is None:
        return 100.0 * shares
    return value_points(drawn, limit, target, aspiration, setting.target_value)


def first_shares(values: Floats) -> Floats:
    """Return how often each option ranks first; a tie is shared. Shape (options,)."""
    if not len(values):
        return np.empty(0)
    first = values >= values.max(axis=0) - 1e-9
    return np.asarray((first / first.sum(axis=0)).mean(axis=1))


def stability_interval(leads: Floats, weights: Floats, index: int) -> tuple[float, float]:
    """Return between which values one weight may move while the leader stays first.

    The other weights keep their proportions; where there are none they share equally.

    Args:
        leads: points of the leader minus those of each rival, shape (rivals, criteria).
        weights: shape (criteria,), sum 1.
        index: the weight that moves.

    Source: MODEL D7.1: f(x) = x d_k + (1-x) c, root x0 = c / (c - d_k).
    """
    others = _other_weights(weights, index)
    low, high = 0.0, 1.0
    for lead in leads:
        own, rest = lead[index], float(others @ lead)
        if own == rest:
            continue
        root = rest / (rest - own)
        if own > rest:
            low = max(low, min(root, weights[index]))
        else:
            high = min(high, max(root, weights[index]))
    return float(low), float(high)


def _other_weights(weights: Floats, index: int) -> Floats:
    others = weights.copy()
    others[index] = 0.0
    if others.sum() <= 0:
        others = np.ones_like(weights)
        others[index] = 0.0
    return np.asarray(others / max(others.sum(), 1e-300))


def set_weight(weights: Floats, index: int, value: float) -> Floats:
    """Return weights with one of them set and the others rescaled in proportion."""
    changed = _other_weights(weights, index) * (1.0 - value)
    changed[index] = value
    return changed


def frontier(prices: Sequence[float | None], values: Sequence[float]) -> Flags:
    """Say which options no other one beats on price and value at once (MODEL D6).

    An option without a price is not on the frontier.
    """
    pairs = [(np.inf if p is None else p, v) for p, v in zip(prices, values, strict=True)]
    return np.array(
        [
            price < np.inf
            and not any(p <= price and v >= value and (p < price or v > value) for p, v in pairs)
            for price, value in pairs
        ],
        dtype=bool,
    )
