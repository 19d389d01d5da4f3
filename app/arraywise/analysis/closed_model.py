"""Two queueing models of a closed system with one bottleneck, and their fit to measured levels.

N users think for Z seconds and then need D_b seconds of a bottleneck and D_r seconds of the
rest. In the delay variant nobody waits for the rest (optimistic), in the queue variant the rest
is a single queue too (pessimistic). MODEL P5 step 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from arraywise.analysis.vectors import Floats

RATE_SIGMA, RESPONSE_SIGMA = 0.03, 0.05
MOST_RESIDUAL = 0.10
UNSATURATED = 0.95
MOST_USERS = 100_000
"""The formulas were held against exact figures up to here; no model is fitted above."""
MOST_TRIES = 60
"""A curve that the model can describe is found in half as many."""
STEP = 1e-7
STEPS = STEP * np.eye(2)
"""By which ln D_b and ln D_r are moved to learn how the residuals change; relative rounding
errors are far smaller."""
ALLOWANCE = 0.05
"""What the two variants leave open beyond themselves, on either side."""


class Variant(StrEnum):
    """How the rest of the system behaves."""

    DELAY = "delay"
    QUEUE = "queue"


def solve_delay(
    most_users: int, bottleneck_s: float, rest_s: float, think_s: float
) -> tuple[Floats, Floats]:
    """Return rate and response time of the delay variant for 1 to `most_users` users.

    X(N) = (1 - B(N, a)) / D_b with Erlang's loss formula B and a = (Z + D_r) / D_b.
    """
    rate = _rates_of_one_queue(most_users, bottleneck_s, think_s + rest_s)
    return rate, bottleneck_s * _chain(bottleneck_s * rate)[:-1] + rest_s


def solve_queue(
    most_users: int, bottleneck_s: float, rest_s: float, think_s: float
) -> tuple[Floats, Floats]:
    """Return rate and response time of the queue variant for 1 to `most_users` users.

    One queue beside those who think, then the shorter one joined to it: with G(N) the constant
    of the whole network and g(N) that of the first two, X(N) = G(N-1) / G(N),
    G(N) = g(N) + D G(N-1), so u = G/g is u(N) = 1 + D x(N) u(N-1), where D x(N) is below one.
    The response times are the sums of D (1 + L(N-1)) over both queues, L(N) = X(N) D (1 + L(N-1)).
    Source: Buzen, Comm. ACM 16 (1973); Reiser and Lavenberg, J. ACM 27 (1980).
    """
    long_s, short_s = max(bottleneck_s, rest_s), min(bottleneck_s, rest_s)
    without = _rates_of_one_queue(most_users, long_s, think_s)
    joined = _chain(short_s * without)
    rate = without * joined[:-1] / joined[1:]
    return rate, long_s * _chain(long_s * rate)[:-1] + short_s * _chain(short_s * rate)[:-1]


def _rates_of_one_queue(most_users: int, demand_s: float, away_s: float) -> Floats:
    """Return X(N) of one queue and a delay: 1/B(N) = 1 + N/a / B(N-1), infinite where B is 0."""
    users, offered = np.arange(1.0, most_users + 1.0), away_s / demand_s
    with np.errstate(divide="ignore", over="ignore"):
        inverse = _chain(users / offered)
    found: Floats = users / (users + offered / inverse[:-1]) / demand_s
    return found


def _chain(factors: Floats) -> Floats:
    """Return v(0) = 1, v(n) = 1 + factor(n) v(n-1): forward substitution in compiled code.

    All terms are positive, so nothing cancels: relative errors are below 1e-11 at 100,000 users.
    """
    from scipy.linalg.blas import dtbsv

    band = np.empty((len(factors) + 1, 2)).T
    band[1, :-1] = -factors
    found: Floats = dtbsv(1, band, np.ones(len(factors) + 1), lower=1, diag=1, overwrite_x=1)
    return found


@dataclass(frozen=True, slots=True)
class Measured:
    """The levels that a model is fitted to, in SI units; arrays of shape (levels,)."""

    users: Floats
    rates_tps: Floats
    responses_s: Floats
    response_sigmas: Floats
    """Standard errors as shares of the response time."""
    think_s: float


@dataclass(frozen=True, slots=True)
class Curve:
    """Rates that rise with the users, and what belongs to them; arrays of one length."""

    users: Floats
    rates_tps: Floats
    speeds: Floats
    """1/R, 1/s."""
    think_s: float

    def response_s(self, rates_tps: Floats) -> Floats:
        """Return the response time at some rates, infinite above the highest."""
        # Between two numbers of users 1/R is nearly straight: for one open queue it is exactly so.
        speed = np.interp(rates_tps, self.rates_tps, self.speeds, right=0.0)
        found: Floats = np.divide(1.0, speed, where=speed > 0, out=np.full(speed.shape, np.inf))
        return found

    def level(self, users: int) -> tuple[float, float]:
        """Return rate and response time with a number of users: R = N / X - Z."""
        rate = float(np.interp(users, self.users, self.rates_tps))
        return rate, users / rate - self.think_s


@dataclass(frozen=True, slots=True)
class Fit:
    """One variant, fitted by least squares on logarithms of rate and response time."""

    variant: Variant
    bottleneck_s: float
    rest_s: float
    think_s: float
    worst_residual: float
    """Largest |ln| of fitted over measured response time."""
    sensitivity: Floats
    """Change of (ln D_b, ln D_r) with each measured (ln X.., ln R..); shape (2, 2 levels)."""

    @property
    def ceiling_tps(self) -> float:
        """The bottleneck's rate."""
        return 1.0 / self.bottleneck_s

    def curve(self, most_users: int) -> Curve:
        """Return the rising part of rate over 1 to `most_users` users; kept once asked for."""
        return _kept(self.variant, most_users, self.bottleneck_s, self.rest_s, self.think_s)

    def draw(self, most_users: int) -> Curve:
        """Return the same of a fit that is looked at once."""
        return _draw(self.variant, most_users, self.bottleneck_s, self.rest_s, self.think_s)


def fit_variants(measured: Measured) -> tuple[Fit, Fit] | None:
    """Fit both variants; None unless both are accepted (MODEL P5 step 3).

    Accepted: no response time is off by more than 10 %, and at least two levels are unsaturated
    (below 95 % of the highest rate). The truth lies between the variants only where both
    describe the levels: with one of them alone, exact truths were met that lie outside.
    """
    unsaturated = measured.rates_tps < UNSATURATED * measured.rates_tps.max()
    if unsaturated.sum() < 2 or measured.users.max() > MOST_USERS or measured.think_s < 0:
        return None
    delay = fit_variant(measured, Variant.DELAY)
    if delay.worst_residual > MOST_RESIDUAL:
        return None
    queue = fit_variant(measured, Variant.QUEUE)
    return None if queue.worst_residual > MOST_RESIDUAL else (delay, queue)


def fit_variant(measured: Measured, variant: Variant) -> Fit:
    """Fit one variant, rates within 3 %, response times within their error or 5 %."""
    from scipy.optimize import least_squares

    sigmas = np.concatenate(
        (
            np.full(len(measured.users), RATE_SIGMA),
            np.maximum(measured.response_sigmas, RESPONSE_SIGMA),
        )
    )
    wanted = np.log(np.concatenate((measured.rates_tps, measured.responses_s)))

    def residuals(logs: Floats) -> Floats:
        return np.asarray((_predict(measured, variant, logs) - wanted) / sigmas)

    def slopes(logs: Floats) -> Floats:
        here = residuals(logs)
        return np.stack([(residuals(logs + step) - here) / STEP for step in STEPS], axis=1)

    bottleneck = 1.0 / (1.02 * float(measured.rates_tps.max()))
    first = float(measured.responses_s[0])
    rest = max(first - 0.9 * bottleneck, 0.05 * first)
    start = np.log([bottleneck, rest])
    found = least_squares(residuals, start, slopes, method="lm", xtol=1e-10, max_nfev=MOST_TRIES)
    logs, slope = found.x, found.jac
    worst = np.abs(found.fun * sigmas)[len(measured.users) :].max()
    return Fit(
        variant=variant,
        bottleneck_s=float(np.exp(logs[0])),
        rest_s=float(np.exp(logs[1])),
        think_s=measured.think_s,
        worst_residual=float(worst),
        sensitivity=np.asarray(np.linalg.pinv(slope) / sigmas),
    )


def _predict(measured: Measured, variant: Variant, logs: Floats) -> Floats:
    bottleneck, rest = np.exp(np.clip(logs, -30.0, 10.0)).tolist()
    most = int(measured.users.max())
    rates, responses = _SOLVERS[variant](most, bottleneck, rest, measured.think_s)
    index = measured.users.astype(np.int64) - 1
    return np.log(np.maximum(np.concatenate((rates[index], responses[index])), 1e-12))


_SOLVERS = {Variant.DELAY: solve_delay, Variant.QUEUE: solve_queue}


def _draw(
    variant: Variant, most_users: int, bottleneck_s: float, rest_s: float, think_s: float
) -> Curve:
    rates, responses = _SOLVERS[variant](most_users, bottleneck_s, rest_s, think_s)
    rising = np.concatenate(([True], rates[1:] > np.maximum.accumulate(rates)[:-1]))
    users = np.flatnonzero(rising).astype(np.float64) + 1.0
    return Curve(users, rates[rising], 1.0 / responses[rising], think_s)


_kept = lru_cache(maxsize=64)(_draw)
"""Asked for on every tick of a slider."""


def users_at_rate(fit: Fit, rate_tps: float, most_users: int) -> float:
    """Return the users that a rate takes by a fitted variant: N = X (R + Z)."""
    response = fit.curve(most_users).response_s(np.array([rate_tps]))[0]
    return float(rate_tps * (response + fit.think_s))
