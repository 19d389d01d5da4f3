"""How the levels' means could have come out: runs drawn again within each level.

A bootstrap over few runs is overconfident: it forgets the factor (n-1)/n and Student's tails.
Each drawn mean is therefore stretched away from the level's own by sqrt(n/(n-1)) and divided
by sqrt(chi2(k)/k), so that one level alone comes close to its t-interval, while rate and
response time of a run stay together (MODEL P3 and P5 step 4; Hesterberg, What Teachers Should
Know About the Bootstrap, 2015, on narrowness bias).

How far three runs scatter is hardly known from three runs. So all levels' runs are drawn from,
as shares of their level's mean, with the degrees of freedom k of all of them; a level whose own
runs scatter more than that keeps its own spread, one whose runs happen to agree does not gain.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.load_level import Level

DRAWS = 1_000
SEED = 36


@dataclass(frozen=True, slots=True)
class Scatter:
    """How far single runs lie from their level's mean, in shares of it."""

    residuals: Floats
    """Shape (runs, 2): rate and response time, stretched by sqrt(n/(n-1))."""
    degrees: int


def resample_means(
    levels: Sequence[Level], draws: int = DRAWS, seed: int = SEED
) -> tuple[Floats, Floats] | None:
    """Return drawn means of rate and response time, each of shape (draws, levels).

    A level with one run borrows the relative scatter of the option's other levels. None when
    no level was repeated: then nothing is known of the scatter.
    """
    pool = _pool_scatter(levels)
    if pool is None:
        return None
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = np.stack([_resample(_values(x), pool, draws, generator) for x in levels], axis=1)
    return drawn[:, :, 0], drawn[:, :, 1]


def quantiles(values: Floats, shares: Sequence[float]) -> Floats:
    """Return quantiles over the draws by order statistics, infinite values allowed.

    Args:
        values: shape (draws, n).
        shares: from 0 to 1.

    Returns:
        Shape (shares, n).
    """
    places = [round(share * (len(values) - 1)) for share in shares]
    return np.asarray(np.partition(values, places, axis=0)[places])


def _values(level: Level) -> Floats:
    return np.column_stack((level.rates_tps, level.responses_s))


def _pool_scatter(levels: Sequence[Level]) -> Scatter | None:
    repeated = [_values(level) for level in levels if len(level.runs) > 1]
    if not repeated:
        return None
    shares = [_residuals(values) / values.mean(axis=0) for values in repeated]
    return Scatter(np.concatenate(shares), sum(len(v) - 1 for v in repeated))


def _residuals(values: Floats) -> Floats:
    runs = len(values)
    residuals: Floats = (values - values.mean(axis=0)) * math.sqrt(runs / (runs - 1))
    return residuals


def _resample(values: Floats, pool: Scatter, draws: int, generator: np.random.Generator) -> Floats:
    mean, runs = values.mean(axis=0), len(values)
    residuals = pool.residuals * mean * _excess(values, pool)
    picks = generator.integers(len(residuals), size=(draws, runs))
    tails = np.sqrt(generator.chisquare(pool.degrees, draws) / pool.degrees)
    drawn = mean + residuals[picks].mean(axis=1) / tails[:, None]
    # Student's tails reach below zero at two runs; a rate or a time does not.
    return np.asarray(np.maximum(drawn, mean * 1e-3))


def _excess(values: Floats, pool: Scatter) -> Floats:
    """Return how much more a level's runs scatter than all levels' do, at least 1."""
    if len(values) < 2:
        return np.ones(values.shape[1])
    own = _spread(_residuals(values) / values.mean(axis=0))
    shared = _spread(pool.residuals)
    more = np.divide(own, shared, where=shared > 0, out=np.ones_like(own))
    return np.asarray(np.maximum(more, 1.0))


def _spread(residuals: Floats) -> Floats:
    return np.asarray(np.sqrt((residuals**2).mean(axis=0)))
