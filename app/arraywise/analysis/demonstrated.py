"""The rate that runs show beyond doubt: a demand above it is "not demonstrated" (MODEL P5).

The top level is the one that came out highest, so its mean is likelier too high than too low,
the more so the more levels run near the same ceiling. And three runs hardly tell how far runs
scatter, least of all where scatter grows with load. So the lower end uses Student's t with the
scatter of the levels near the ceiling or, where that is wider, with that of all levels; and its
2.5 % are divided by the number of levels that could have come out highest (Bonferroni).

Measured on the test bed of MODEL P5 with 16 seeds, 960 curves for each kind of noise: above the
exact top rate in 0.6 to 1.4 % of them, 1.8 to 2.5 % where scatter grows threefold with load; the
2.5 % quantile of a bootstrap was above it in 3.8 to 8.4 %. The price is 1 to 2 % of the rate, 4 %
with three runs that scatter by 5 %. `python -m tests.bench.coverage` measures it anew.
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
        levels: all of an option, those past the knee too.
        top: the one with the highest mean rate.
    """
    near = [level for level in levels if level.rate_tps >= NEAR_THE_TOP * top.rate_tps]
    confidence = 1.0 - 0.05 / len(near)
    widest = max(_error(some, confidence) for some in (near, levels))
    share = 1.0 - widest / math.sqrt(len(top.runs))
    return top.rate_tps * max(share, LEAST_SHARE)


def _error(levels: Sequence[Level], confidence: float) -> float:
    """Return t times the pooled scatter of single runs, in shares of their level's mean."""
    degrees = sum(len(level.runs) - 1 for level in levels)
    if not degrees:
        return 0.0
    squares = sum(
        float(((np.asarray(level.rates_tps) / level.rate_tps - 1.0) ** 2).sum())
        for level in levels
    )
    return t_quantile(degrees, confidence) * math.sqrt(squares / degrees)
