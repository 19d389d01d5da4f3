"""Which ranks options take over many draws, and which weights put them first (MODEL D7.5).

Source: Lahdelma and Salminen, SMAA-2, Operations Research 49 (2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.vectors import Floats, Ints

Z_95 = 1.96
DIGITS = 9
"""Values that agree so far are equal."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where each option stands in each draw; arrays of shape (options, draws)."""

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


def find_places(values: Floats) -> Places:
    """Return where each option stands in each draw."""
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
    return Places(better, tied, wins)


def rank_shares(places: Places) -> Floats:
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


def central_weights(places: Places, weights: Floats) -> tuple[Floats | None, ...]:
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
