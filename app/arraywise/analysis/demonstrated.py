"""The rate that runs show beyond doubt: a demand above it is "not demonstrated" (MODEL P5).

The top level is the one that came out highest, so its mean is likelier too high than too low,
the more so the more levels run near the same ceiling. And three runs hardly tell how far runs
scatter, least of all where scatter grows with load. So the lower end uses Student's t with the
widest of three: the scatter of the levels near the ceiling, which may be few; that of the upper
half, which calm levels at little load do not water down; and that of all. A top level whose own
runs scatter more keeps its own. The 2.5 % are divided by the number of levels that could have come
out highest (Bonferroni).

Measured on the test bed of MODEL P5, 6,000 curves for each kind of noise: above the exact top rate
in 0.5 to 1.1 % of them, 0.9 to 1.8 % where scatter grows threefold with load; the 2.5 % quantile
of a bootstrap alone was above it in 3.8 to 8.4 %. The price is 1 to 2 % of the rate, 4 % with
three runs that scatter by 5 %. `python -m tests.bench.coverage` measures it anew.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.repetitions import t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.level import Level

NEAR_THE_TOP = 0.95
"""Levels from this share of the highest rate on look saturated."""
LEAST_SHARE = 1e-3
"""Of the highest rate: Student's tails reach below zero at two runs; a rate does not."""


def demonstrated_rate(levels: Sequence[Level], top: Level) -> float:
    """Return the lower 95 % end of the highest rate, 1/s; the rate itself without repetitions.

    Args:
        levels: all of an option by users, those past the knee too.
        top: the one with the highest mean rate.
    """
    near = [level for level in levels if level.rate_tps >= NEAR_THE_TOP * top.rate_tps]
    confidence = 1.0 - 0.05 / len(near)
    upper_half = levels[len(levels) // 2 :]
    own, _ = _scatter((top,))
    widest = max(
        t_quantile(degrees, confidence) * max(scatter, own) if degrees else 0.0
        for scatter, degrees in map(_scatter, (near, upper_half, levels))
    )
    share = 1.0 - widest / math.sqrt(len(top.runs))
    return top.rate_tps * max(share, LEAST_SHARE)


def _scatter(levels: Sequence[Level]) -> tuple[float, int]:
    """Return the pooled scatter of single runs, in shares of their level's mean, and its degrees.

    Nothing is known of it, and it is 0, where no level was repeated.
    """
    degrees = sum(len(level.runs) - 1 for level in levels)
    squares = sum(
        float(((np.asarray(level.rates_tps) / level.rate_tps - 1.0) ** 2).sum())
        for level in levels
    )
    return math.sqrt(squares / max(degrees, 1)), degrees
