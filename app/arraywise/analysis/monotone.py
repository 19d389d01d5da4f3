"""Measured means made monotone: a rate or response time that falls by chance is no fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from arraywise.analysis.vectors import Floats


def make_monotone(values: Floats, weights: Floats) -> Floats:
    """Return the nearest non-decreasing sequences, by weighted squares (MODEL P5 step 1).

    The result is that of pool-adjacent-violators, computed by its minimax form
    max over a <= i of min over b >= i of mean(a..b), for all rows at once.

    Args:
        values: shape (rows, levels).
        weights: shape (levels,), above zero.

    Source: Robertson, Wright, Dykstra, Order Restricted Statistical Inference, 1.4.
    """
    sums = np.cumsum(values * weights, axis=1)
    totals = np.cumsum(weights)
    best = np.full(values.shape, -np.inf)
    for first in range(values.shape[1]):
        before = sums[:, first - 1 : first] if first else np.zeros((len(values), 1))
        base = totals[first - 1] if first else 0.0
        means = (sums[:, first:] - before) / (totals[first:] - base)
        least = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
        best[:, first:] = np.maximum(best[:, first:], least)
    return best
