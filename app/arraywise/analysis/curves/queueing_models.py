"""Closed-network models and fit, asymptotic bounds, M/M/m, band; the scalability law.

N users think for Z seconds and then need D_b seconds of a bottleneck and D_r seconds of the
rest. In the delay variant nobody waits for the rest (optimistic), in the queue variant the rest
is a single queue too (pessimistic). MODEL P5 step 3.

X <= min(1 / D_b, N / (D + Z)) and R >= max(D, N D_b - Z), with D the sum and D_b the largest of
the service demands.

Source: Denning and Buzen, The Operational Analysis of Queueing Network Models, 1978.

Whether throughput falls with users: Gunther's universal scalability law (MODEL P6),
X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)), for its coherency cost beta alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.operational_laws import has_one_think_time, think_time
from arraywise.analysis.curves.statistics import mean_interval, quantiles, t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.load_level import Level


RATE_SIGMA, RESPONSE_SIGMA = 0.03, 0.05
MOST_RESIDUAL = 0.10
UNSATURATED = 0.95
MOST_USERS = 100_000
"""The formulas were held against exact figures up to here; no model is fitted above."""
LOOSE = 1e-4
"""Of ln D_b and ln D_r, where a fit only says whether levels hang together."""
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
    HALF = "half"
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
    result: Floats = users / (users + offered / inverse[:-1]) / demand_s
    return result


def _chain(factors: Floats) -> Floats:
    """Return v(0) = 1, v(n) = 1 + factor(n) v(n-1): forward substitution in compiled code.

    All terms are positive, so nothing cancels: relative errors are below 1e-11 at 100,000 users.
    """
    from scipy.linalg.blas import dtbsv

    band = np.empty((len(factors) + 1, 2)).T
    band[1, :-1] = -factors
    result: Floats = dtbsv(1, band, np.ones(len(factors) + 1), lower=1, diag=1, overwrite_x=1)
    return result


@dataclass(frozen=True, slots=True)
class MeasuredLevels:
    """The levels that a model is fitted to, in SI units; arrays of shape (levels,)."""

    users: Floats
    rates_tps: Floats
    responses_s: Floats
    response_sigmas: Floats
    """Standard errors as shares of the response time."""
    think_s: float


@dataclass(frozen=True, slots=True)
class ModelCurve:
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
        result: Floats = np.divide(1.0, speed, where=speed > 0, out=np.full(speed.shape, np.inf))
        return result

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

    def curve(self, most_users: int) -> ModelCurve:
        """Return the rising part of rate over 1 to `most_users` users; kept once asked for."""
        return _stored(self.variant, most_users, self.bottleneck_s, self.rest_s, self.think_s)

    def draw(self, most_users: int) -> ModelCurve:
        """Return the same of a fit that is looked at once."""
        return _draw(self.variant, most_users, self.bottleneck_s, self.rest_s, self.think_s)


def fit_delay_and_queue(measured: MeasuredLevels) -> tuple[Fit, Fit] | None:
    """Fit both variants; None unless both are accepted (MODEL P5 step 3).

    Accepted: no response time is off by more than 10 %, and at least two levels are unsaturated
    (below 95 % of the highest rate). The truth lies between the variants only where both
    describe the levels: with one of them alone, exact truths were met that are outside.
    """
    unsaturated = measured.rates_tps < UNSATURATED * measured.rates_tps.max()
    if unsaturated.sum() < 2 or measured.users.max() > MOST_USERS or measured.think_s < 0:
        return None
    delay = fit_variant(measured, Variant.DELAY)
    if delay.worst_residual > MOST_RESIDUAL:
        return None
    queue = fit_variant(measured, Variant.QUEUE)
    return None if queue.worst_residual > MOST_RESIDUAL else (delay, queue)


def fit_loosely(measured: MeasuredLevels, off: Floats, most_users: int) -> tuple[ModelCurve, ...]:
    """Return curves of the variants that describe all response times within shares `off`.

    The one between delay and queue too, of which half the rest is a queue.
    """
    if max(measured.users.max(), most_users) > MOST_USERS or measured.think_s < 0:
        return ()
    fits = (fit_variant(measured, variant, LOOSE) for variant in Variant)
    known = [fit for fit in fits if (np.abs(_residuals_of(fit, measured)) <= off).all()]
    return tuple(fit.draw(2 * most_users) for fit in known)


def _residuals_of(fit: Fit, measured: MeasuredLevels) -> Floats:
    """Return ln of fitted over measured response times."""
    logs = np.log(np.maximum([fit.bottleneck_s, fit.rest_s], 1e-30))
    predicted = _predict(measured, fit.variant, logs)[len(measured.users) :]
    return np.asarray(predicted - np.log(measured.responses_s))


def fit_variant(measured: MeasuredLevels, variant: Variant, precision: float = 1e-10) -> Fit:
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
    result = least_squares(
        residuals, start, slopes, method="lm", xtol=precision, max_nfev=MOST_TRIES
    )
    logs, slope = result.x, result.jac
    worst = np.abs(result.fun * sigmas)[len(measured.users) :].max()
    return Fit(
        variant=variant,
        bottleneck_s=float(np.exp(logs[0])),
        rest_s=float(np.exp(logs[1])),
        think_s=measured.think_s,
        worst_residual=float(worst),
        sensitivity=np.asarray(np.linalg.pinv(slope) / sigmas),
    )


def _predict(measured: MeasuredLevels, variant: Variant, logs: Floats) -> Floats:
    bottleneck, rest = np.exp(np.clip(logs, -30.0, 10.0)).tolist()
    most = int(measured.users.max())
    rates, responses = _SOLVERS[variant](most, bottleneck, rest, measured.think_s)
    index = measured.users.astype(np.int64) - 1
    return np.log(np.maximum(np.concatenate((rates[index], responses[index])), 1e-12))


def _solve_half(
    most_users: int, bottleneck_s: float, rest_s: float, think_s: float
) -> tuple[Floats, Floats]:
    """Return rate and response time where half of the rest is a queue, half a delay."""
    half_s = rest_s / 2
    rate, response = solve_queue(most_users, bottleneck_s, half_s, think_s + half_s)
    return rate, response + half_s


_SOLVERS = {
    Variant.DELAY: solve_delay,
    Variant.HALF: _solve_half,
    Variant.QUEUE: solve_queue,
}


def _draw(
    variant: Variant, most_users: int, bottleneck_s: float, rest_s: float, think_s: float
) -> ModelCurve:
    rates, responses = _SOLVERS[variant](most_users, bottleneck_s, rest_s, think_s)
    rising = np.concatenate(([True], rates[1:] > np.maximum.accumulate(rates)[:-1]))
    users = np.flatnonzero(rising).astype(np.float64) + 1.0
    return ModelCurve(users, rates[rising], 1.0 / responses[rising], think_s)


_stored = lru_cache(maxsize=64)(_draw)
"""Asked for on every tick of a slider."""


def users_at_rate(fit: Fit, rate_tps: float, most_users: int) -> float:
    """Return the users that a rate takes by a fitted variant: N = X (R + Z)."""
    response = fit.curve(most_users).response_s(np.array([rate_tps]))[0]
    return float(rate_tps * (response + fit.think_s))


TOLERANCE = 0.05


def bounds_at(users: float, demands_s: Sequence[float], think_s: float) -> tuple[float, float]:
    """Return the highest rate and the lowest response time that stations' demands (s) allow."""
    total, most = sum(demands_s), max(demands_s, default=0.0)
    ceiling = 1.0 / most if most > 0 else float("inf")
    unhindered = users / (total + think_s) if total + think_s > 0 else float("inf")
    return min(ceiling, unhindered), max(total, users * most - think_s)


def knee_users(demands_s: Sequence[float], think_s: float) -> float:
    """Return N* = (D + Z) / D_b, from which users must wait for each other."""
    return (sum(demands_s) + think_s) / max(demands_s)


def levels_outside(
    levels: Sequence[Level], demands_s: Sequence[float], think_s: float
) -> tuple[Level, ...]:
    """Return the levels outside the bounds by more than 5 % beyond what their runs scatter."""
    return tuple(x for x in levels if _is_outside(x, *bounds_at(x.users, demands_s, think_s)))


def _is_outside(level: Level, most_tps: float, least_response_s: float) -> bool:
    rate, response = mean_interval(level.rates_tps), mean_interval(level.responses_s)
    slowest = level.rate_tps if rate.low is None else rate.low
    longest = fmean(level.responses_s) if response.high is None else response.high
    too_fast = slowest > (1.0 + TOLERANCE) * most_tps
    return too_fast or longest < (1.0 - TOLERANCE) * least_response_s


TAILS = (0.025, 0.975)
BAND_STEP = 1e-4
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
    return fit_delay_and_queue(
        MeasuredLevels(
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
    fits: tuple[Fit, Fit], knots: Floats, most_users: int, deviations: Floats | None
) -> ModelBand:
    """Return the band of both variants at some rates, +- 5 %.

    `deviations` are drawn minus measured (ln X.., ln R..), shape (draws, 2 levels), or None.
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
    grow = float(np.exp(BAND_STEP))
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
        rows.append(np.log(ratio) / (2 * BAND_STEP))
    return np.array(rows)


def waiting_share(servers: int, offered: float) -> float:
    """Return Erlang's C: the share of arrivals that find all servers busy; 1 when overloaded.

    `offered` is arrival rate x service time.
    """
    if offered >= servers:
        return 1.0
    blocked = 1.0
    for server in range(1, servers + 1):
        blocked = offered * blocked / (server + offered * blocked)
    return blocked / (1.0 - offered / servers * (1.0 - blocked))


def open_response_s(rate: float, servers: int, service_s: float) -> float | None:
    """Return W = S + C(m, a) S / (m - a), in seconds; None where the queue never ends.

    Source: Kleinrock, Queueing Systems I, 1975.
    """
    offered = rate * service_s
    if offered >= servers:
        return None
    return service_s + waiting_share(servers, offered) * service_s / (servers - offered)


def outstanding(rate: float, response_s: float) -> float:
    """Return how many are under way at once, by Little's law."""
    return rate * response_s


LEAST_LEVELS = 4
"""Three levels leave no degree of freedom."""


@dataclass(frozen=True, slots=True)
class Scalability:
    """The fitted law; rates in the unit of the measured ones."""

    alpha: float
    """Contention: the share that cannot be done in parallel."""
    beta: float
    """Coherency: the cost of keeping users in agreement."""
    gamma: float
    """Rate of one user alone."""
    intervals: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
    """95 % t-intervals of alpha, beta and gamma."""


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
    """Fit the law to mean rates at four different numbers of users or more, by least squares.

    Source: Gunther, Guerrilla Capacity Planning, 2007; figures agree with R's package usl.
    """
    from scipy.optimize import least_squares

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
        intervals=(
            (alpha - half[0], alpha + half[0]),
            (beta - half[1], beta + half[1]),
            (gamma - half[2], gamma + half[2]),
        ),
    )
