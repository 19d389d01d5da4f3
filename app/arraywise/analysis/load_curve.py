"""An option's response time against load, drawn once and read off for every question.

The bracket of MODEL P5 is evaluated at a few hundred rates when the evidence changes; verdicts,
capacity, charts and maps all read the same table, so that they cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.bracket import bracket, find_kinks, is_convex
from arraywise.analysis.contamination import at_the_end, find_contaminations, next_sound_rates
from arraywise.analysis.demonstrated import demonstrated_rate
from arraywise.analysis.level import drawn_levels
from arraywise.analysis.levels import MEAN, level_response
from arraywise.analysis.model_band import draw_band, fit_levels
from arraywise.analysis.monotone import make_monotone
from arraywise.analysis.resampling import DRAWS, SEED, quantiles, resample_means

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.closed_model import Fit
    from arraywise.analysis.level import Level
    from arraywise.analysis.vectors import Flags, Floats
    from arraywise.domain.decision import Contamination

KNOTS = 160
LOW_TAIL, HIGH_TAIL = 0.025, 0.975
LEAST_MOVE = 0.01


@dataclass(frozen=True, slots=True)
class ResponseCurve:
    """Response time by rate between the first and the highest measured rate, in SI units."""

    rates_tps: Floats
    """Knots, ascending; between them everything is read off linearly."""
    low_s: Floats
    point_s: Floats
    high_s: Floats
    """95 % ends of the interval and its geometric middle; all non-decreasing."""
    chord_s: Floats
    """95 % upper end by measurement alone, without a model."""
    users: tuple[int, ...]
    """Levels up to the knee whose figures hold ..."""
    level_rates_tps: tuple[float, ...]
    """... and their rates after the monotone repair."""
    demonstrated_tps: float
    """Lower 95 % end of the highest rate: a rate above it was not shown."""
    comparable_tps: float
    """Above this rate something else than storage was the limit; infinite where nothing was."""
    scatter_known: bool
    """False: no level was repeated, so there are no 95 % ends."""
    first_high_s: float
    """95 % upper end at the lowest rate that can be judged ..."""
    limit_high_s: float
    """... and at the highest one."""
    convex: bool
    """False: the measured slopes fall beyond chance, only monotony is used."""
    fits: tuple[Fit, Fit] | None = None
    """Both variants of an accepted queueing model."""
    moved_users: tuple[int, ...] = ()
    """Levels whose means the monotone repair moved beyond chance."""
    doubts: tuple[Contamination, ...] = ()
    """Contaminated levels, with the rates and targets at which nothing is judged for them."""

    @property
    def first_tps(self) -> float:
        """The lowest measured rate."""
        return self.level_rates_tps[0]

    @property
    def top_tps(self) -> float:
        """The highest measured rate."""
        return self.level_rates_tps[-1]

    @property
    def ceiling_tps(self) -> float | None:
        """The bottleneck's rate by an accepted model, the higher one of both variants."""
        return None if self.fits is None else max(fit.ceiling_tps for fit in self.fits)

    @property
    def limit_tps(self) -> float:
        """The highest rate that can be judged."""
        return min(self.demonstrated_tps, self.comparable_tps)


@dataclass(frozen=True, slots=True)
class _Draws:
    """Monotone means: as measured (one row) and as they could have come out."""

    rates: Floats
    low_responses: Floats
    high_responses: Floats


def draw_curve(
    levels: Sequence[Level], statistic: str = MEAN, *, draws: int = DRAWS, seed: int = SEED
) -> ResponseCurve | None:
    """Draw the response curve through the levels up to the knee; None without a level.

    Levels whose figures are distorted bend nothing: neither repair nor slopes nor a model.
    """
    used = drawn_levels(levels)
    if not used:
        return None
    measured = _repair(used, *_as_measured(used, statistic))
    drawn = resample_means(used, draws, seed)
    shown = measured if drawn is None else _repair(used, *_with_ends(used, drawn, statistic))
    convex = statistic == MEAN and is_convex(shown.rates, shown.low_responses)
    demonstrated = min(
        demonstrated_rate([x for x in levels if not x.is_distorted] or used, used[-1]),
        float(quantiles(shown.rates[:, -1:], [LOW_TAIL])[0, 0]),
    )
    level_rates = measured.rates[0]
    knots = _choose_knots(measured, demonstrated)
    low, chord = _ends(shown, knots, convex=convex)
    low_mean, high_mean = _ends(measured, knots, convex=convex)
    high, fits = chord, fit_levels(used) if convex else None
    if fits is not None:
        band = draw_band(fits, knots, used[-1].users, _deviations(used, drawn))
        low, high = _narrow(low, chord, band.low_95_s, band.high_95_s)
        low_mean, high_mean = _narrow(low_mean, high_mean, band.low_s, band.high_s)
    slowed = [at_the_end(level) or level for level in levels]
    if any(now is not before for now, before in zip(slowed, levels, strict=True)):
        # What a run slowed down to may be what lasts: the upper end is never below it.
        ended = draw_curve(slowed, statistic, draws=draws, seed=seed)
        if ended is not None:
            later = np.interp(knots, ended.rates_tps, ended.high_s, right=np.inf)
            high = np.maximum(high, later)
            chord = np.maximum(chord, later)
            demonstrated = min(demonstrated, ended.demonstrated_tps)
    high = _hold(high, knots <= demonstrated)
    comparable = _comparable_rate(levels, used, level_rates)
    judged = min(demonstrated, comparable)
    first_high, limit_high = np.interp([min(level_rates[0], judged), judged], knots, high).tolist()
    return ResponseCurve(
        rates_tps=knots,
        low_s=_never_falling_back(low),
        point_s=np.maximum.accumulate(_middle(low_mean, high_mean)),
        high_s=high,
        chord_s=_hold(chord, knots <= demonstrated),
        users=tuple(level.users for level in used),
        level_rates_tps=tuple(level_rates.tolist()),
        demonstrated_tps=demonstrated,
        comparable_tps=comparable,
        scatter_known=drawn is not None,
        first_high_s=first_high,
        limit_high_s=limit_high,
        convex=convex,
        fits=fits,
        moved_users=_moved(used, measured, statistic),
        doubts=find_contaminations([level for level in levels if not level.is_distorted]),
    )


def _as_measured(levels: Sequence[Level], statistic: str) -> tuple[Floats, Floats, Floats]:
    rates = np.array([[level.rate_tps for level in levels]])
    points = [level_response(x, statistic).point or 0.0 for x in levels]
    responses = np.array([points])
    return rates, responses, responses


def _with_ends(
    levels: Sequence[Level], drawn: tuple[Floats, Floats], statistic: str
) -> tuple[Floats, Floats, Floats]:
    """Return drawn rates with the responses that count at the lower and at the upper end."""
    rates, responses = drawn
    if statistic == MEAN:
        return rates, responses, responses
    ends = [level_response(level, statistic) for level in levels]
    highest = [max(level.responses_s) for level in levels]
    lows = [0.0 if end.low is None else end.low for end in ends]
    highs = [
        most if end.high is None else end.high for end, most in zip(ends, highest, strict=True)
    ]
    shape = rates.shape
    return rates, np.broadcast_to(lows, shape), np.broadcast_to(highs, shape)


def _repair(levels: Sequence[Level], rates: Floats, lows: Floats, highs: Floats) -> _Draws:
    """Make drawn means monotone, weighing each level by n / s^2 (MODEL P5 step 1)."""
    by_rate = _precision([level.rates_tps for level in levels])
    by_response = _precision([level.responses_s for level in levels])
    low = make_monotone(lows, by_response)
    high = low if highs is lows else make_monotone(highs, by_response)
    return _Draws(make_monotone(rates, by_rate), low, high)


def _moved(levels: Sequence[Level], repaired: _Draws, statistic: str) -> tuple[int, ...]:
    """Return the users of levels that were moved by more than two standard errors (P5 step 1).

    Runs that happen to agree, and single ones, move from 1 % of their mean.
    """
    rates, responses, _ = _as_measured(levels, statistic)
    sides = (
        (rates[0], repaired.rates[0], [level.rates_tps for level in levels]),
        (responses[0], repaired.low_responses[0], [level.responses_s for level in levels]),
    )
    far = np.zeros(len(levels), dtype=bool)
    for means, after, samples in sides:
        errors = np.array(
            [np.std(x, ddof=1) / len(x) ** 0.5 if len(x) > 1 else 0 for x in samples]
        )
        far |= np.abs(after - means) > np.maximum(2.0 * errors, LEAST_MOVE * means)
    return tuple(level.users for level, is_far in zip(levels, far, strict=True) if is_far)


def _precision(samples: Sequence[Sequence[float]]) -> Floats:
    """Return n / s^2 of each level, s taken as at least a tenth of the levels' typical share.

    Two runs that happen to agree must not outweigh everything else.
    """
    counts = np.array([float(len(x)) for x in samples])
    means = np.array([float(np.mean(x)) for x in samples])
    shares = np.array([float(np.std(x, ddof=1)) if len(x) > 1 else np.nan for x in samples])
    shares /= means
    typical = float(np.nanmean(shares)) if np.isfinite(shares).any() else 0.0
    if not typical > 0:
        return counts
    shares = np.maximum(np.where(np.isfinite(shares), shares, typical), typical / 10)
    weights = counts / (shares * means) ** 2
    # Sums of weights must not swallow the smallest one.
    return np.asarray(np.maximum(weights / weights.max(), 1e-9))


def _choose_knots(measured: _Draws, demonstrated: float) -> Floats:
    rates, responses = measured.rates[0], measured.low_responses[0]
    kinks = find_kinks(rates, responses) if len(rates) > 2 else np.empty(0)
    shown = min(demonstrated, float(rates[-1]))
    even = np.linspace(min(float(rates[0]), shown), rates[-1], KNOTS)
    return np.unique(np.concatenate((even, rates, kinks, [shown])))


def _ends(draws: _Draws, knots: Floats, *, convex: bool) -> tuple[Floats, Floats]:
    """Return the 2.5 % quantile of the lower and the 97.5 % quantile of the upper end."""
    rates = draws.rates
    if rates.shape[1] == 1:
        # What of its rate was shown, `demonstrated_tps` says; here it would be counted twice.
        rates = np.maximum(rates, knots[-1])
    low, high = bracket(rates, draws.low_responses, knots, convex=convex)
    if draws.high_responses is not draws.low_responses:
        _, high = bracket(rates, draws.high_responses, knots, convex=convex)
    return quantiles(low, [LOW_TAIL])[0], quantiles(high, [HIGH_TAIL])[0]


def _deviations(levels: Sequence[Level], drawn: tuple[Floats, Floats] | None) -> Floats | None:
    """Return ln of drawn over measured means, rates first: what a fitted model reacts to."""
    if drawn is None:
        return None
    rates, responses, _ = _as_measured(levels, MEAN)
    return np.concatenate((np.log(drawn[0] / rates), np.log(drawn[1] / responses)), axis=1)


def _narrow(
    low: Floats, high: Floats, band_low: Floats, band_high: Floats
) -> tuple[Floats, Floats]:
    """Return what two intervals have in common; the first where they have nothing (P5 step 4)."""
    both_low, both_high = np.maximum(low, band_low), np.minimum(high, band_high)
    meet = (both_low <= both_high) & np.isfinite(both_low)
    return np.where(meet, both_low, low), np.where(meet, both_high, high)


def _middle(low: Floats, high: Floats) -> Floats:
    """Return the geometric middle; the lower end where there is no upper one."""
    return np.sqrt(low * np.where(np.isfinite(high), high, low))


def _never_falling_back(low: Floats) -> Floats:
    return np.minimum.accumulate(low[::-1])[::-1]


def _hold(high: Floats, shown: Flags) -> Floats:
    """Make the upper end non-decreasing and keep its last shown value beyond."""
    known = np.where(shown & np.isfinite(high), high, -np.inf)
    held = np.maximum.accumulate(known)
    return np.where(np.isfinite(held), held, high)


def _comparable_rate(levels: Sequence[Level], used: Sequence[Level], rates: Floats) -> float:
    """Return the rate of the last level before something else than the storage was the limit.

    Args:
        levels: all of them, ascending by users.
        used: those that the curve is drawn through ...
        rates: ... and their rates.
    """
    for level in levels:
        if level.host_bound:
            before = sum(each.users < level.users for each in used)
            return float(rates[before - 1]) if before else 0.0
        if level.past_knee:
            break
    return np.inf


def point_at(curve: ResponseCurve, rates_tps: Floats) -> Floats:
    """Read off the geometric middle, in seconds; outside the levels that of the nearest one."""
    return np.interp(rates_tps, curve.rates_tps, curve.point_s)


def low_at(curve: ResponseCurve, rates_tps: Floats) -> Floats:
    """Read off the 95 % lower end, in seconds; NaN where nothing is known.

    Below the first level only "at most its response time" is known; above the last one the
    response time is at least that level's. Without repetitions it is the lower end of the
    bracket alone, which no verdict leans on.
    """
    low = np.interp(rates_tps, curve.rates_tps, curve.low_s)
    return np.where(rates_tps >= curve.first_tps, low, np.nan)


def high_at(curve: ResponseCurve, rates_tps: Floats) -> Floats:
    """Read off the 95 % upper end, in seconds: infinite above the demonstrated rate.

    Without repetitions it is the upper end of the bracket alone, which no verdict leans on.
    """
    return _upper_end(curve, curve.high_s, rates_tps)


def chord_at(curve: ResponseCurve, rates_tps: Floats) -> Floats:
    """Read off the 95 % upper end by measurement alone, like `high_at`."""
    return _upper_end(curve, curve.chord_s, rates_tps)


def _upper_end(curve: ResponseCurve, ends: Floats, rates: Floats) -> Floats:
    read = np.interp(rates, curve.rates_tps, ends)
    return np.where(rates > curve.demonstrated_tps, np.inf, read)


def meets_target(curve: ResponseCurve, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Say where the 95 % upper end keeps the target, at rates that can be judged.

    Where a bracket would use a contaminated level, at the next higher rate that uses none.
    """
    if not curve.scatter_known:
        return np.zeros(np.broadcast(rates_tps, targets_s).shape, dtype=bool)
    if curve.doubts:
        rates_tps = next_sound_rates(curve.doubts, rates_tps, targets_s, above=True)
    kept = np.interp(rates_tps, curve.rates_tps, curve.high_s) <= targets_s
    return np.asarray(kept & (rates_tps <= curve.limit_tps))


def misses_target(curve: ResponseCurve, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Say where the 95 % lower end is above the target; response time rises with the rate.

    Where a bracket would use a contaminated level, at the next lower rate that uses none.
    """
    judged = np.minimum(rates_tps, curve.comparable_tps)
    if curve.doubts:
        judged = next_sound_rates(curve.doubts, judged, targets_s, above=False)
    missed = low_at(curve, judged) > targets_s
    missed = missed & curve.scatter_known
    if curve.ceiling_tps is not None and np.isinf(curve.comparable_tps):
        beyond = max(1.05 * curve.ceiling_tps, curve.demonstrated_tps)
        missed = missed | (rates_tps > beyond)
    return np.asarray(missed)


def capacity_tps(curve: ResponseCurve, targets_s: Floats) -> tuple[Floats, Floats, Flags]:
    """Return the highest rates at which targets are met, shown and expected, and where censored.

    Shown: by the 95 % upper end of the response time, never beyond the demonstrated rate.
    Expected: by its point, never beyond the highest measured rate. Neither lies beyond the last
    load at which the host's processors had room, nor where a contaminated level would decide.
    Both are NaN where no measured rate is shown to meet the target. Censored: the target is met
    at all rates that can be judged, so the expected rate is at least this much.

    Source: MODEL P5, capacity.
    """
    limit, top = curve.limit_tps, min(curve.top_tps, curve.comparable_tps)
    nothing = np.full(targets_s.shape, np.nan)
    if not curve.scatter_known or limit <= 0:
        return nothing, nothing, np.zeros(targets_s.shape, dtype=bool)
    shown = np.minimum(_highest_rate(curve.rates_tps, curve.high_s, targets_s), limit)
    shown = np.where(targets_s >= curve.limit_high_s, limit, shown)
    expected = np.minimum(_highest_rate(curve.rates_tps, curve.point_s, targets_s), top)
    censored = np.asarray(targets_s >= np.interp(top, curve.rates_tps, curve.point_s))
    expected = np.where(censored, top, expected)
    if curve.doubts:
        sound = next_sound_rates(curve.doubts, expected, targets_s, above=False)
        shown = next_sound_rates(curve.doubts, shown, targets_s, above=False)
        censored, expected = censored | (sound < expected), np.maximum(sound, shown)
    missed = (targets_s < curve.first_high_s) | (shown <= 0)
    expected = np.maximum(expected, shown)
    return np.where(missed, np.nan, shown), np.where(missed, np.nan, expected), censored


def best_capacity_tps(curve: ResponseCurve, targets_s: Floats) -> Floats:
    """Return the highest rates at which targets could be met by the 95 % lower end.

    Never beyond the highest measured rate; NaN where nothing is known.
    """
    if not curve.scatter_known:
        return np.full(targets_s.shape, np.nan)
    return _highest_rate(curve.rates_tps, curve.low_s, targets_s)


def _highest_rate(rates: Floats, highs: Floats, targets: Floats) -> Floats:
    """Return the highest rate at which a non-decreasing, piecewise-linear end is <= targets.

    Where the end is level, `interp` reads off at its right-hand side.
    """
    return np.interp(targets, highs, rates)
