"""What an accepted queueing model says of the response time, with what it leaves open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.closed_model import (
    ALLOWANCE,
    Fit,
    Measured,
    Variant,
    fit_variants,
)
from arraywise.analysis.littles_law import has_one_think_time, think_time
from arraywise.analysis.repetitions import t_quantile
from arraywise.analysis.resampling import quantiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.level import Level
    from arraywise.analysis.vectors import Floats

TAILS = (0.025, 0.975)
STEP = 1e-4
"""Step in ln D for the derivative of the curve."""


@dataclass(frozen=True, slots=True)
class ModelBand:
    """Ends of the response time by both variants at some rates, in seconds."""

    low_s: Floats
    high_s: Floats
    """Through the means."""
    low_95_s: Floats
    high_95_s: Floats
    """Widened by how the means could have come out."""


def fit_levels(levels: Sequence[Level]) -> tuple[Fit, Fit] | None:
    """Fit both variants to levels with mean response times; None where no model is accepted.

    A closed system has one think time: levels that state different ones are of several.
    """
    think = think_time(levels)
    if think is None or not has_one_think_time(levels):
        return None
    responses = [np.asarray(level.responses_s) for level in levels]
    return fit_variants(
        Measured(
            users=np.array([float(level.users) for level in levels]),
            rates_tps=np.array([level.rate_tps for level in levels]),
            responses_s=np.array([values.mean() for values in responses]),
            response_sigmas=np.array([_relative_error(values) for values in responses]),
            think_s=think,
        )
    )


def _relative_error(values: Floats) -> float:
    """Return half of the 95 % t-interval over 1.96, as a share of the mean; 0 if unknown."""
    if len(values) < 2:
        return 0.0
    error = values.std(ddof=1) / np.sqrt(len(values))
    return float(error * t_quantile(len(values) - 1) / 1.96 / values.mean())


def draw_band(
    fits: tuple[Fit, Fit],
    knots: Floats,
    most_users: int,
    deviations: Floats | None,
) -> ModelBand:
    """Return the band of both variants, +- 5 %.

    Args:
        fits: both variants.
        knots: rates, shape (n,).
        most_users: the highest measured level.
        deviations: drawn minus measured (ln X.., ln R..), shape (draws, 2 levels), or None.
    """
    reach = 2 * most_users
    curves = [fit.curve(reach).response_s(knots) for fit in fits]
    low = np.minimum(*curves) * (1.0 - ALLOWANCE)
    high = np.maximum(*curves) * (1.0 + ALLOWANCE)
    if deviations is None:
        return ModelBand(low, high, low, high)
    factors = [
        quantiles(deviations @ fit.sensitivity.T @ _gradient(fit, knots, reach), TAILS)
        for fit in fits
    ]
    ends = [c * np.exp(f) for c, f in zip(curves, factors, strict=True)]
    return ModelBand(
        low,
        high,
        np.minimum(ends[0][0], ends[1][0]) * (1.0 - ALLOWANCE),
        np.maximum(ends[0][1], ends[1][1]) * (1.0 + ALLOWANCE),
    )


def _gradient(fit: Fit, knots: Floats, reach: int) -> Floats:
    """Return d ln R(x) / d (ln D_b, ln D_r), shape (2, n); 0 where the curve ends."""
    grow = float(np.exp(STEP))
    moved = (
        (replace(fit, bottleneck_s=fit.bottleneck_s * grow),
         replace(fit, bottleneck_s=fit.bottleneck_s / grow)),
        (replace(fit, rest_s=fit.rest_s * grow), replace(fit, rest_s=fit.rest_s / grow)),
    )  # fmt: skip
    rows = []
    for up, down in moved:
        above, below = (end.draw(reach).response_s(knots) for end in (up, down))
        known = np.isfinite(above) & np.isfinite(below)
        ratio = np.where(known, above, 1.0) / np.where(known, below, 1.0)
        rows.append(np.log(ratio) / (2 * STEP))
    return np.array(rows)


def by_delay(fits: tuple[Fit, Fit]) -> Fit:
    """Return the delay variant of both."""
    return next(fit for fit in fits if fit.variant is Variant.DELAY)
