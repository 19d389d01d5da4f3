"""How far the weights may move before another option leads (MODEL D7.1, D7.2)."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.vectors import Floats


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


def nearest_tie(lead: Floats, weights: Floats) -> Floats | None:
    """Return the weights nearest to the stated ones at which two options tie.

    Nearest by the root of summed squares; None where no weights from 0 to 1 make a tie.

    Args:
        lead: points of one option minus those of the other, shape (criteria,).
        weights: shape (criteria,), sum 1.

    Source: MODEL D7.2: w - (d w)(d - mean d) / |d - mean d|^2; where that leaves 0 to 1, the
    same with some weights held at zero, of which the nearest is taken.
    """
    if abs(float(lead @ weights)) <= 1e-12:
        return weights
    ties = [
        tie for kept in _subsets(len(weights)) if (tie := _tie(lead, weights, kept)) is not None
    ]
    return min(ties, key=lambda tie: float(((tie - weights) ** 2).sum()), default=None)


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(count), size) for size in range(1, count + 1))


def _tie(lead: Floats, weights: Floats, kept: tuple[int, ...]) -> Floats | None:
    """Return the nearest tie among the kept criteria, None where a weight would be negative."""
    chosen = list(kept)
    start = weights[chosen] + (1.0 - weights[chosen].sum()) / len(chosen)
    slope = lead[chosen] - lead[chosen].mean()
    margin, steepness = float(lead[chosen] @ start), float(slope @ slope)
    if steepness <= 1e-18 * float(lead @ lead):
        return None
    moved = start - margin / steepness * slope
    if (moved < -1e-12).any():
        return None
    tie = np.zeros_like(weights)
    tie[chosen] = np.maximum(moved, 0.0)
    return tie
