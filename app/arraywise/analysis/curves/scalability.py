"""How throughput grows with users: Gunther's universal scalability law (MODEL P6).

X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)), for the shape of the throughput and its
knee alone: the response time is never taken from it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.resampling import DRAWS, quantiles
from arraywise.analysis.curves.statistics import t_quantile
from arraywise.domain.decision import ENOUGH_LEVELS, Interval, ThroughputShape
from arraywise.domain.messages import UserError, message

if TYPE_CHECKING:
    from arraywise.analysis.arrays import Floats

LEAST_LEVELS = 4
"""Three levels leave no degree of freedom."""
ON_BOUND = 1e-9
FAR = 10.0
"""Peaks at more than ten times what was measured are not told."""
MISFIT = 0.05
"""A law that misses the highest measured rate by more tells no peak (MODEL P6)."""
SEED = 6
TAILS = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class Scalability:
    """The fitted law; rates in the unit of the measured ones."""

    alpha: float
    """Contention: the share that cannot be done in parallel."""
    beta: float
    """Coherency: the cost of keeping users in agreement."""
    gamma: float
    """Rate of one user alone."""
    residual_error: float
    intervals: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
    """95 % t-intervals of alpha, beta and gamma."""
    levels: int = ENOUGH_LEVELS
    """Different numbers of users that it was fitted to."""
    drawn: Floats = field(default_factory=lambda: np.empty((3, 0)), compare=False, repr=False)
    """Alpha, beta and gamma as they could have come out, shape (3, draws)."""

    @property
    def one_sided(self) -> tuple[str, ...]:
        """Parameters on a bound, of whose intervals only the end inside the bounds counts."""
        known = (("alpha", self.alpha, 1.0), ("beta", self.beta, math.inf))
        return tuple(name for name, x, most in known if x <= ON_BOUND or x >= most - ON_BOUND)

    def interval(self, name: str) -> tuple[float, float]:
        """Return a parameter's 95 % interval within 0 <= alpha <= 1, beta >= 0, gamma > 0."""
        low, high = self.intervals[("alpha", "beta", "gamma").index(name)]
        return max(0.0, low), min(high, 1.0) if name == "alpha" else high

    @property
    def peak_users(self) -> float:
        """Users at the highest rate, infinite without coherency cost."""
        return math.sqrt((1 - self.alpha) / self.beta) if self.beta > 1e-12 else math.inf

    @property
    def peak_rate(self) -> float:
        """The highest rate, or the roof gamma / alpha that is never reached."""
        if math.isinf(self.peak_users):
            return self.gamma / self.alpha if self.alpha > 0 else math.inf
        return float(self.rate(np.array([self.peak_users]))[0])

    def rate(self, users: Floats) -> Floats:
        """Return the rate at some numbers of users."""
        return _law(users, self.alpha, self.beta, self.gamma)

    def band(self, users: float) -> tuple[float, float]:
        """Return the 95 % ends of the rate at a number of users, from the drawn parameters."""
        low, high = quantiles(_law(users, *self.drawn)[:, None], TAILS)[:, 0].tolist()
        return low, high

    def users(self, rate: float) -> float | None:
        """Return the fewest users that reach a rate; None where it is out of reach."""
        alpha, beta, gamma = self.alpha, self.beta, self.gamma
        slope = gamma + beta * rate - alpha * rate
        root = slope**2 - 4 * beta * rate**2 * (1 - alpha)
        if slope <= 0 or root < 0:
            return None
        # The same as (slope - sqrt(root)) / (2 beta rate), which fails where beta is zero.
        return 2 * rate * (1 - alpha) / (slope + math.sqrt(root))


def _law(
    users: Floats | float, alpha: Floats | float, beta: Floats | float, gamma: Floats | float
) -> Floats:
    return np.asarray(gamma * users / (1 + alpha * (users - 1) + beta * users * (users - 1)))


def _slopes(users: Floats, alpha: float, beta: float, gamma: float) -> Floats:
    """Return how the law changes with alpha, beta and gamma, shape (levels, 3)."""
    alone = _law(users, alpha, beta, 1.0)
    by_beta = -gamma * alone**2 * (users - 1)
    return np.stack([by_beta / users, by_beta, alone], axis=1)


def fit_scalability(users: Floats, rates: Floats) -> Scalability:
    """Fit the law to measured rates by least squares.

    Args:
        users: numbers of users, shape (levels,).
        rates: mean rates, same shape.

    Raises:
        UserError: with fewer than four different numbers of users.

    Source: Gunther, Guerrilla Capacity Planning, 2007; figures agree with R's package usl.
    """
    from scipy.optimize import least_squares

    if len(np.unique(users)) < LEAST_LEVELS:
        sentence = message(
            "The scalability law needs at least {count} different load levels.", count=LEAST_LEVELS
        )
        raise UserError(sentence)
    start = float((rates / users).max())
    result = least_squares(
        lambda p: _law(users, *p) - rates,
        (0.01, 1e-4, start),
        lambda p: _slopes(users, *p),
        bounds=((0.0, 0.0, 1e-12), (1.0, np.inf, np.inf)),
        x_scale=(1e-2, 1e-4, start),
        xtol=1e-14,
        ftol=1e-14,
        gtol=1e-14,
        max_nfev=10_000,
    )
    degrees = len(users) - 3
    variance = float(result.fun @ result.fun) / degrees
    errors = np.sqrt(np.diag(variance * np.linalg.pinv(result.jac.T @ result.jac)))
    alpha, beta, gamma = result.x.tolist()
    half = (t_quantile(degrees) * errors).tolist()
    return Scalability(
        alpha=alpha,
        beta=beta,
        gamma=gamma,
        residual_error=math.sqrt(variance),
        intervals=(
            (alpha - half[0], alpha + half[0]),
            (beta - half[1], beta + half[1]),
            (gamma - half[2], gamma + half[2]),
        ),
        levels=len(np.unique(users)),
        drawn=_draw(result.x, result.jac, result.fun),
    )


def _draw(best: Floats, slopes: Floats, residuals: Floats) -> Floats:
    """Return parameters of rates drawn again from the residuals, within their bounds.

    Each draw is refitted by one linear step. As in `resampling`, residuals are stretched for the
    three fitted parameters, and drawn means for Student's tails.
    """
    levels, degrees = len(residuals), len(residuals) - 3
    generator = np.random.Generator(np.random.PCG64(SEED))
    spread = (residuals - residuals.mean()) * math.sqrt(levels / degrees)
    picks = spread[generator.integers(levels, size=(levels, DRAWS))]
    tails = np.sqrt(generator.chisquare(degrees, DRAWS) / degrees)
    moved = best[:, None] + np.linalg.pinv(slopes) @ picks / tails
    most = np.array([[1.0], [np.inf], [np.inf]])
    return np.asarray(np.clip(moved, 0.0, most))


@lru_cache(maxsize=256)  # the page and each preview of the report ask for the same
def describe_shape(users: tuple[float, ...], rates: tuple[float, ...]) -> ThroughputShape | None:
    """Return the shape of the rates (1/s) at load levels (users); None with fewer than four."""
    if len(users) < LEAST_LEVELS:
        return None
    result = fit_scalability(np.array(users, dtype=np.float64), np.array(rates))
    ends = {name: result.interval(name) for name in ("alpha", "beta", "gamma")}
    # A law that is next to a straight line has its peak or roof where nobody would look.
    peak = result.peak_users if result.peak_users <= FAR * max(users) else None
    most = result.peak_rate if result.peak_rate <= FAR * max(rates) else None
    at_most = users[rates.index(max(rates))]
    misfit: float | None = float(result.rate(np.array([at_most]))[0]) / max(rates) - 1.0
    if abs(misfit or 0.0) <= MISFIT:
        misfit = None
    else:
        peak = most = None
    return ThroughputShape(
        alpha=Interval(ends["alpha"][0], result.alpha, ends["alpha"][1]),
        beta=Interval(ends["beta"][0], result.beta, ends["beta"][1]),
        gamma=Interval(ends["gamma"][0], result.gamma, ends["gamma"][1]),
        peak_users=peak,
        most_tps=most,
        levels=result.levels,
        one_sided=result.one_sided,
        most_tps_ends=None if peak is None else result.band(peak),
        misfit=misfit,
    )
