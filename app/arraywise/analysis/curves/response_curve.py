"""Response time against load: curve, brackets between levels, drawn line.

In a closed product-form network with a fixed think time the mean response time is a convex,
increasing function of the throughput (MODEL P5 step 2). So it lies below the chord between
two levels and above the prolonged chords of the neighbouring segments.

The bracket of MODEL P5 is evaluated at a few hundred rates when the evidence changes; verdicts,
capacity, charts and maps all read the same table, so that they cannot disagree.

The interval between two levels ends in the last one with a step, for nothing measured beyond it
bounds the slope from below; its middle would hook upwards there. The line is a monotone cubic in
ln(users) of ln(response time) and of the rate, after Fritsch and Carlson, "Monotone Piecewise
Cubic Interpolation", SIAM J. Numer. Anal. 17 (1980), with the harmonic slopes of Fritsch and
Butland (1984). It meets every level, and is kept inside the interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.levels import (
    MEAN,
    PlainLevel,
    demonstrated_rate,
    find_plain_levels,
    level_response,
    response_interval,
)
from arraywise.analysis.curves.load_level import drawn_levels
from arraywise.analysis.curves.operational_laws import has_one_think_time, think_time
from arraywise.analysis.curves.queueing_models import draw_band, fit_levels
from arraywise.analysis.curves.single_level import LEAST_LEVELS, low_without_one
from arraywise.analysis.curves.statistics import (
    DRAWS,
    SEED,
    draw_single_runs,
    enforce_monotone,
    quantiles,
    resample_means,
)
from arraywise.analysis.curves.steady_state import (
    find_contaminations,
    next_sound_rates,
    settled,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.analysis.arrays import Flags, Floats, Ints
    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.curves.queueing_models import Fit
    from arraywise.analysis.curves.statistics import Spread
    from arraywise.domain.decision import Contamination, CurvePoint, Interval, LoadLevel

TINY = 1e-12
ENDLESS = 1e200
"""A slope that no response time stays below."""
TOGETHER = 100
"""Draws that are worked on at once: as many as stay in the processor's cache."""


def bracket(
    rates: Floats, responses: Floats, at: Floats, *, convex: bool = True
) -> tuple[Floats, Floats]:
    """Return the lower and upper ends of the response time at some rates.

    Below the first level both are its response time. Above the last one the upper end is
    infinite and the lower end is the response time with which the top rate was first reached.

    Args:
        rates: levels' throughput, non-decreasing, shape (draws, levels), 1/s.
        responses: levels' response times, non-decreasing, same shape, s.
        at: rates asked for, shape (n,), 1/s.
        convex: False uses that the curve rises and nothing else.

    Returns:
        Two arrays of shape (draws, n), in seconds.
    """
    if rates.shape[1] == 1:
        inside = at <= rates
        low = np.broadcast_to(responses, inside.shape)
        return low, np.where(inside, responses, np.inf)
    lows, highs = np.empty((2, len(rates), len(at)))
    for first in range(0, len(rates), TOGETHER):
        rows = slice(first, first + TOGETHER)
        lows[rows], highs[rows] = _bracket_some(rates[rows], responses[rows], at, convex=convex)
    return lows, highs


def _bracket_some(
    rates: Floats, responses: Floats, at: Floats, *, convex: bool
) -> tuple[Floats, Floats]:
    index = _find_segments(rates, at)
    first, last = rates[:, :1], rates[:, -1:]
    below, above = at < first, at > last
    if convex:
        low, high = _chords(rates, responses, at, index)
    else:
        low, high = responses.take(index), responses.take(index + 1)
    for end in (low, high):
        np.copyto(end, responses[:, :1], where=below)
    top = np.argmax(rates >= last, axis=1)[:, None]
    np.copyto(low, np.take_along_axis(responses, top, axis=1), where=above)
    np.copyto(high, np.inf, where=above)
    return low, high


def _find_segments(rates: Floats, at: Floats) -> Ints:
    """Return the segment of each drawn curve that each rate is in, counted over all curves.

    A segment has the number of the level at its left; so one number serves all its figures.
    """
    passed = np.zeros((len(rates), len(at)), dtype=np.int16)
    for inner in range(1, rates.shape[1] - 1):
        passed += (rates[:, inner : inner + 1] <= at).view(np.int8)
    return passed + np.arange(0, rates.size, rates.shape[1])[:, None]


def _chords(rates: Floats, responses: Floats, at: Floats, index: Ints) -> tuple[Floats, Floats]:
    width = np.diff(rates, axis=1)
    is_step = width <= TINY * rates[:, 1:]
    rises = np.diff(responses, axis=1) / np.maximum(width, TINY * rates[:, 1:])
    before = np.zeros(rates.shape)
    slope, after = np.full((2, *rates.shape), ENDLESS)
    # A vertical step is noise or a pooled pair: it states nothing of the curve beyond it.
    np.copyto(before[:, 1:], rises, where=~is_step)
    slope[:, :-1], after[:, :-2] = rises, rises[:, 1:]
    following = index + 1
    from_left = at - rates.take(index)
    to_right = np.maximum(rates.take(following) - at, 0.0)
    left, right = responses.take(index), responses.take(following)
    high = slope.take(index)
    high *= from_left
    high += left
    np.minimum(high, right, out=high)
    np.copyto(high, right, where=to_right <= 0)
    behind = before.take(index)
    behind *= from_left
    behind += left
    ahead = after.take(index)
    ahead *= to_right
    np.subtract(right, ahead, out=ahead)
    np.copyto(ahead, left, where=from_left + to_right <= 0)
    low = np.maximum(left, behind, out=behind)
    np.maximum(low, ahead, out=low)
    # Drawn slopes may fall by chance; the lower end never passes the chord.
    return np.minimum(low, high, out=low), high


def is_convex(rates: Floats, responses: Floats) -> bool:
    """Return whether the drawn slopes leave room for convexity (MODEL P5 step 2).

    False when at some level the slope falls in more than 97.5 % of the draws.
    """
    slopes = np.diff(responses, axis=1) / np.maximum(np.diff(rates, axis=1), TINY * rates[:, 1:])
    if slopes.shape[1] < 2:
        return True
    change = np.quantile(np.diff(slopes, axis=1), 0.975, axis=0)
    return bool((change >= -1e-9 * np.abs(slopes).max()).all())


def find_kinks(rates: Floats, responses: Floats) -> Floats:
    """Return the rates inside segments, of non-decreasing levels, at which the low end bends."""
    width = np.diff(rates)
    slopes = np.diff(responses) / np.maximum(width, TINY * rates[1:])
    before = np.concatenate(([0.0], slopes[:-1]))[:-1]
    after = slopes[1:]
    left_x, right_x = rates[:-2], rates[1:-1]
    rise = responses[1:-1] - responses[:-2]
    gap = after - before
    # left + before (x - a) = right - after (b - x)
    numerator = after * right_x - before * left_x - rise
    at = numerator / np.where(np.abs(gap) > 0, gap, np.inf)
    return at[(at > left_x) & (at < right_x)]


KNOTS = 160
LEFT_OUT_DRAWS = 250
"""Drawn means by which a curve without one of its levels is told."""
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
    """Both variants of an accepted queueing model, that of the delay first."""
    moved_users: tuple[int, ...] = ()
    """Levels whose means the monotone repair moved beyond chance."""
    doubts: tuple[Contamination, ...] = ()
    """Contaminated levels, with the rates and targets at which nothing is judged for them."""
    runs: tuple[int, ...] = ()
    """Of each level ..."""
    responses_s: tuple[float, ...] = ()
    """... and its response time as measured."""
    spread: Spread | None = None
    """How far single runs lie from their mean, where no level was repeated and it is known or
    assumed (MODEL E1)."""
    bounded: bool = True
    """False: the statistic is known from one side only (MODEL P3.1)."""
    sure_low_s: Floats | None = None
    """95 % lower end that no single level carries alone, by which targets are missed; None where
    that is `low_s`."""
    plain: tuple[PlainLevel, ...] = ()
    """What levels well below a demand show by themselves (MODEL P5.11), ascending by rate and by
    response time."""
    by_bounds: ResponseCurve | None = None
    """Where levels are estimates, the curve by the ends between which the statistic lies, which
    is stronger evidence; `chord_s` is its upper end (MODEL P3.1)."""

    @property
    def first_tps(self) -> float:
        """The lowest measured rate."""
        return self.level_rates_tps[0]

    @property
    def top_tps(self) -> float:
        """The highest measured rate."""
        return self.level_rates_tps[-1]

    def decisive_level(self, rate_tps: float) -> int:
        """Return the place of the level whose response time bounds that at a rate from above."""
        right = int(np.searchsorted(self.level_rates_tps, rate_tps * (1 - 1e-12)))
        return min(right, len(self.level_rates_tps) - 1)

    def is_once(self, rate_tps: float) -> bool:
        """Return whether one of the levels around a rate has a single run."""
        right = self.decisive_level(rate_tps)
        return 1 in self.runs[max(0, right - 1) : right + 1]

    def once_at(self, rates_tps: Floats) -> Flags:
        """Return for each rate whether one of the levels around it has a single run."""
        single = np.array([1 in self.runs[max(0, i - 1) : i + 1] for i in range(len(self.runs))])
        places = np.searchsorted(self.level_rates_tps, rates_tps * (1 - 1e-12))
        return np.asarray(single[np.minimum(places, len(single) - 1)])

    @property
    def ceiling_tps(self) -> float | None:
        """The bottleneck's rate by an accepted model, the higher one of both variants."""
        return None if self.fits is None else max(fit.ceiling_tps for fit in self.fits)

    @property
    def limit_tps(self) -> float:
        """The highest rate that can be judged."""
        return min(self.demonstrated_tps, self.comparable_tps)


def plain_low_at(curve: ResponseCurve, rates_tps: Floats) -> Floats:
    """Return the least response time that levels well below each rate show; 0 where none does."""
    result = np.zeros(np.shape(rates_tps))
    for level in curve.plain:
        result = np.where(rates_tps > level.above_tps, level.least_s, result)
    return result


@dataclass(frozen=True, slots=True)
class _MeanDraws:
    """Monotone means: as measured (one row) and as they could have come out."""

    rates: Floats
    low_responses: Floats
    high_responses: Floats


def draw_curve(
    levels: Sequence[Level],
    statistic: str = MEAN,
    *,
    draws: int = DRAWS,
    seed: int = SEED,
    spread: Spread | None = None,
) -> ResponseCurve | None:
    """Draw the response curve through the levels up to the knee; None without a level.

    Levels whose figures are distorted bend nothing: neither repair nor slopes nor a model. Where
    no level was repeated, `spread` says how far single runs lie from their mean; without it
    nothing is judged.
    """
    used = drawn_levels(levels)
    if not used:
        return None
    measured = _repair(used, *_as_measured(used, statistic))
    drawn, once = _sample_means(used, statistic, spread, draws, seed)
    shown = measured if drawn is None else _repair(used, *_with_ends(used, drawn, statistic, once))
    convex = statistic == MEAN and is_convex(shown.rates, shown.low_responses)
    demonstrated = min(
        demonstrated_rate([x for x in levels if not x.is_distorted] or used, used[-1]),
        float(quantiles(shown.rates[:, -1:], [LOW_TAIL])[0, 0]),
    )
    level_rates = measured.rates[0]
    knots = _choose_knots(measured, demonstrated)
    low, chord = _ends(shown, knots, convex=convex)
    low_mean, high_mean = _ends(measured, knots, convex=convex)
    if any(math.isinf(high) for level in used for _, high in level.ends_s):
        # a percentile of one level has no upper end (MODEL P3.1)
        chord, high_mean = np.full(chord.shape, np.inf), np.full(high_mean.shape, np.inf)
    is_steady = not any(level.drifts for level in levels)
    high, fits = chord, fit_levels(used) if convex and is_steady else None
    if fits is not None:
        band = draw_band(fits, knots, used[-1].users, _deviations(used, drawn))
        low, high = _narrow(low, chord, band.low_95_s, band.high_95_s)
        low_mean, high_mean = _narrow(low_mean, high_mean, band.low_s, band.high_s)
    is_one_system = fits is not None or drawn is None or statistic != MEAN
    sure, refuted = (low, ()) if is_one_system else _without_one(levels, used, shown, knots, low)
    redraw = partial(draw_curve, statistic=statistic, draws=draws, seed=seed, spread=spread)
    low, high, chord, demonstrated = _with_drifts(
        levels, redraw, knots, (low, high, chord, demonstrated)
    )
    sure = np.minimum(sure, low)
    moved = _moved(used, measured, statistic)
    high = _hold(high, knots <= demonstrated)
    judged = min(demonstrated, comparable := _comparable_rate(levels, used, level_rates))
    first_high, limit_high = np.interp([min(level_rates[0], judged), judged], knots, high).tolist()
    return ResponseCurve(
        rates_tps=knots,
        low_s=np.minimum.accumulate(low[::-1])[::-1],
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
        moved_users=moved,
        doubts=find_contaminations([level for level in levels if not level.is_distorted]),
        runs=tuple(len(level.runs) for level in used),
        responses_s=tuple(measured.low_responses[0].tolist()),
        spread=once,
        bounded=all(level.is_bounded for level in used),
        sure_low_s=np.minimum.accumulate(sure[::-1])[::-1],
        plain=find_plain_levels(levels, (*moved, *refuted)),
    )


def with_bounds(curve: ResponseCurve, by_bounds: ResponseCurve) -> ResponseCurve:
    """Return a curve of estimates beside the one by bounds; levels show alone by bounds only."""
    chord = np.interp(curve.rates_tps, by_bounds.rates_tps, by_bounds.chord_s)
    return replace(
        curve,
        chord_s=np.maximum(curve.high_s, chord),
        plain=by_bounds.plain,
        by_bounds=by_bounds,
    )


def _with_drifts(
    levels: Sequence[Level],
    redraw: Callable[[Sequence[Level]], ResponseCurve | None],
    knots: Floats,
    ends: tuple[Floats, Floats, Floats, float],
) -> tuple[Floats, Floats, Floats, float]:
    """Return the low end, both upper ends and the demonstrated rate with what drifts may come to.

    What a run drifts to may be what lasts: no target is met on what rises, and none is missed on
    what falls, before it (MODEL P5.10).
    """
    low, high, chord, demonstrated = ends
    if (later := _settle(levels, redraw, falling=False)) is not None:
        high_then = np.interp(knots, later.rates_tps, later.high_s, right=np.inf)
        high, chord = np.maximum(high, high_then), np.maximum(chord, high_then)
        demonstrated = min(demonstrated, later.demonstrated_tps)
    if (later := _settle(levels, redraw, falling=True)) is not None:
        low = np.minimum(low, np.interp(knots, later.rates_tps, later.low_s))
    return low, high, chord, demonstrated


def _settle(
    levels: Sequence[Level],
    redraw: Callable[[Sequence[Level]], ResponseCurve | None],
    *,
    falling: bool,
) -> ResponseCurve | None:
    """Return the curve through what falling, or rising, levels may come to; None without such."""
    then = [settled(level, falling=falling) or level for level in levels]
    if all(now is before for now, before in zip(then, levels, strict=True)):
        return None
    return redraw([replace(level, drifts=()) for level in then])


def _sample_means(
    levels: Sequence[Level], statistic: str, spread: Spread | None, draws: int, seed: int
) -> tuple[tuple[Floats, Floats] | None, Spread | None]:
    """Return drawn means, and the spread where it had to be told from outside."""
    drawn = resample_means(levels, draws, seed)
    if drawn is not None or spread is None:
        return drawn, None
    return draw_single_runs(levels, spread, draws, seed, is_mean=statistic == MEAN), spread


def _as_measured(levels: Sequence[Level], statistic: str) -> tuple[Floats, Floats, Floats]:
    rates = np.array([[level.rate_tps for level in levels]])
    points = [response_interval(x.responses_s, statistic).point or 0.0 for x in levels]
    responses = np.array([points])
    return rates, responses, responses


def _with_ends(
    levels: Sequence[Level],
    drawn: tuple[Floats, Floats],
    statistic: str,
    once: Spread | None = None,
) -> tuple[Floats, Floats, Floats]:
    """Return drawn rates with the responses that count at the lower and at the upper end."""
    rates, responses = drawn
    if statistic == MEAN:
        return rates, responses, responses
    ends = [level_response(level, statistic) for level in levels]
    if once is not None:
        below, above = zip(*map(_share_ends, levels, ends), strict=True)
        return rates, responses * below, responses * above
    lows = [0.0 if end.low is None else end.low for end in ends]
    pairs = zip(levels, ends, strict=True)
    highs = [max(x.responses_s) if end.high is None else end.high for x, end in pairs]
    return rates, np.broadcast_to(lows, rates.shape), np.broadcast_to(highs, rates.shape)


def _share_ends(level: Level, end: Interval) -> tuple[float, float]:
    """Return the ends of a single run's percentile as shares of its point."""
    point = fmean(level.responses_s)
    least = point if level.is_bounded else 0.0
    return (end.low or least) / point, (end.high or point) / point


def _repair(levels: Sequence[Level], rates: Floats, lows: Floats, highs: Floats) -> _MeanDraws:
    """Make drawn means monotone, weighing each level by n / s^2 (MODEL P5 step 1)."""
    by_rate = _precision([level.rates_tps for level in levels])
    by_response = _precision([level.responses_s for level in levels])
    low = enforce_monotone(lows, by_response)
    high = low if highs is lows else enforce_monotone(highs, by_response)
    return _MeanDraws(enforce_monotone(rates, by_rate), low, high)


def _moved(levels: Sequence[Level], repaired: _MeanDraws, statistic: str) -> tuple[int, ...]:
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


def _choose_knots(measured: _MeanDraws, demonstrated: float) -> Floats:
    rates, responses = measured.rates[0], measured.low_responses[0]
    kinks = find_kinks(rates, responses) if len(rates) > 2 else np.empty(0)
    shown = min(demonstrated, float(rates[-1]))
    even = np.linspace(min(float(rates[0]), shown), rates[-1], KNOTS)
    return np.unique(np.concatenate((even, rates, kinks, [shown])))


def _ends(draws: _MeanDraws, knots: Floats, *, convex: bool) -> tuple[Floats, Floats]:
    """Return the 2.5 % quantile of the lower and the 97.5 % quantile of the upper end."""
    rates = draws.rates
    if rates.shape[1] == 1:
        # What of its rate was shown, `demonstrated_tps` says; here it would be counted twice.
        rates = np.maximum(rates, knots[-1])
    low, high = bracket(rates, draws.low_responses, knots, convex=convex)
    if draws.high_responses is not draws.low_responses:
        _, high = bracket(rates, draws.high_responses, knots, convex=convex)
    return quantiles(low, [LOW_TAIL])[0], quantiles(high, [HIGH_TAIL])[0]


def _without_one(
    levels: Sequence[Level], used: Sequence[Level], shown: _MeanDraws, knots: Floats, low_s: Floats
) -> tuple[Floats, tuple[int, ...]]:
    """Return the lower end that no single level carries alone, and the levels refuted by the rest.

    Of two or three levels the one by all of them: nothing is left to hold one against.
    """
    if len(used) < LEAST_LEVELS:
        return low_s, ()
    is_one_system = has_one_think_time(levels) and not any(level.drifts for level in levels)
    drawn = shown.rates[:LEFT_OUT_DRAWS], shown.low_responses[:LEFT_OUT_DRAWS]
    think_s = think_time(used) if is_one_system else None
    return low_without_one(used, drawn, knots, low_s, _low_of_rest, think_s)


def _low_of_rest(rates: Floats, responses: Floats, at: Floats) -> Floats:
    """Return the lower ends where a level was left out; the first chord is prolonged downwards."""
    convex = is_convex(rates, responses)
    low, _ = bracket(rates, responses, at, convex=convex)
    first = np.diff(responses[:, :2]) / np.maximum(np.diff(rates[:, :2]), TINY * rates[:, 1:2])
    under = responses[:, :1] - first * (rates[:, :1] - at) if convex else 0.0
    return np.where(at < rates[:, :1], np.maximum(under, 0.0), low)


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


def _hold(high: Floats, shown: Flags) -> Floats:
    """Make the upper end non-decreasing and keep its last shown value beyond."""
    known = np.where(shown & np.isfinite(high), high, -np.inf)
    held = np.maximum.accumulate(known)
    return np.where(np.isfinite(held), held, high)


def _comparable_rate(levels: Sequence[Level], used: Sequence[Level], rates: Floats) -> float:
    """Return the rate of the last level before something else than the storage was the limit.

    Of all levels by users; `used` with their `rates` are those that the curve is drawn through.
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


def sure_low_at(curve: ResponseCurve, rates_tps: Floats) -> Floats:
    """Read off the lower end by which targets are missed, like `low_at`."""
    ends = curve.low_s if curve.sure_low_s is None else curve.sure_low_s
    low = np.interp(rates_tps, curve.rates_tps, ends)
    return np.where(rates_tps >= curve.first_tps, low, np.nan)


def high_at(curve: ResponseCurve, rates_tps: Floats, ends_s: Floats | None = None) -> Floats:
    """Read off the 95 % upper end, in seconds: infinite above the demonstrated rate.

    Without repetitions it is the upper end of the bracket alone, which no verdict leans on.
    """
    read = np.interp(rates_tps, curve.rates_tps, curve.high_s if ends_s is None else ends_s)
    return np.where(rates_tps > curve.demonstrated_tps, np.inf, read)


def chord_at(curve: ResponseCurve, rates_tps: Floats) -> Floats:
    """Read off the 95 % upper end by measurement alone, like `high_at`."""
    return high_at(curve, rates_tps, curve.chord_s)


def meets_target(curve: ResponseCurve, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Return where the 95 % upper end keeps the target, at rates that can be judged.

    Where a bracket would use a contaminated level, at the next higher rate that uses none.
    """
    if not curve.scatter_known:
        return np.zeros(np.broadcast(rates_tps, targets_s).shape, dtype=bool)
    if curve.doubts:
        rates_tps = next_sound_rates(curve.doubts, rates_tps, targets_s, above=True)
    stored = np.interp(rates_tps, curve.rates_tps, curve.high_s) <= targets_s
    return np.asarray(stored & (rates_tps <= curve.limit_tps))


def misses_target(curve: ResponseCurve, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Return where the 95 % lower end is above the target; response time rises with the rate.

    Where a bracket would use a contaminated level, at the next lower rate that uses none; levels
    that are plainly too slow need no bracket.
    """
    judged = np.minimum(rates_tps, curve.comparable_tps)
    if curve.doubts:
        judged = next_sound_rates(curve.doubts, judged, targets_s, above=False)
    missed = sure_low_at(curve, judged) > targets_s
    missed = missed & curve.scatter_known
    if curve.plain:
        missed = missed | (plain_low_at(curve, rates_tps) > targets_s)
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
    if not curve.scatter_known or limit <= 0 or math.isinf(curve.limit_high_s):
        return nothing, nothing, np.zeros(targets_s.shape, dtype=bool)
    # ends never fall with the rate; where one is level, its right-hand side is read off
    shown = np.minimum(np.interp(targets_s, curve.high_s, curve.rates_tps), limit)
    shown = np.where(targets_s >= curve.limit_high_s, limit, shown)
    expected = np.minimum(np.interp(targets_s, curve.point_s, curve.rates_tps), top)
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
    return np.interp(targets_s, curve.low_s, curve.rates_tps)


Line = tuple[tuple[float, float], ...]
_STEPS = 24
"""Points of the line for each stretch between two levels."""


def drawn_line(levels: Sequence[LoadLevel], band: Sequence[CurvePoint]) -> Line:
    """Return the line of an option up to the knee, kept within the band where that is known.

    Rates (1/s, never falling) and response times (s); nothing below two levels.
    """
    known = [
        (lv.users, lv.rate_tps.point, lv.response_s.point)
        for lv in levels
        if not (lv.past_knee or lv.contaminated)
    ]
    used = [figures for figures in known if all(figures)]
    if len(used) < 2:
        return ()
    users, rates, responses = np.array(used, dtype=float).T
    at = np.log(users)
    fine = np.unique(np.concatenate([np.linspace(a, b, _STEPS) for a, b in pairwise(at)]))
    x = np.maximum.accumulate(monotone_cubic(at, rates, fine))
    y = _inside(x, np.exp(monotone_cubic(at, np.log(responses), fine)), band)
    return tuple(zip(x.tolist(), y.tolist(), strict=True))


def _inside(x: Floats, y: Floats, band: Sequence[CurvePoint]) -> Floats:
    known = [p for p in band if np.isfinite(p.high_s)]
    if not known:
        return y
    rates, lows, highs = np.array([(p.rate_tps, p.low_s, p.high_s) for p in known]).T
    stored = np.clip(y, np.interp(x, rates, lows), np.interp(x, rates, highs))
    return np.where((x >= rates[0]) & (x < rates[-1]), stored, y)


def monotone_cubic(x: Floats, y: Floats, at: Floats) -> Floats:
    """Interpolate without overshooting: between two points it never leaves their range.

    `x` ascends and has two values at least; `at` lies within.
    """
    steps, slopes = np.diff(x), np.diff(y) / np.diff(x)
    tangents = _tangents(steps, slopes)
    place = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(steps) - 1)
    t = (at - x[place]) / steps[place]
    rise, fall = t * t * (3.0 - 2.0 * t), t * (1.0 - t)
    bend = steps[place] * fall * ((1.0 - t) * tangents[place] - t * tangents[place + 1])
    return np.asarray(y[place] * (1.0 - rise) + y[place + 1] * rise + bend)


def _tangents(steps: Floats, slopes: Floats) -> Floats:
    """Return the slope at each point: the weighted harmonic mean of its neighbours', or 0."""
    if len(slopes) == 1:
        return np.repeat(slopes, 2)
    before, after = slopes[:-1], slopes[1:]
    w1, w2 = 2.0 * steps[1:] + steps[:-1], steps[1:] + 2.0 * steps[:-1]
    same = before * after > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = np.where(same, (w1 + w2) / (w1 / before + w2 / after), 0.0)
    first = _end(steps[0], steps[1], slopes[0], slopes[1])
    last = _end(steps[-1], steps[-2], slopes[-1], slopes[-2])
    return np.concatenate(([first], inner, [last]))


def _end(step: float, next_step: float, slope: float, next_slope: float) -> float:
    """Return the slope at an end, from three points, limited so that nothing overshoots."""
    result = ((2.0 * step + next_step) * slope - step * next_slope) / (step + next_step)
    if result * slope <= 0:
        return 0.0
    if slope * next_slope <= 0 and abs(result) > 3.0 * abs(slope):
        return 3.0 * slope
    return float(result)
