"""Which part of a run was steady (MODEL P2.1), and load levels that something else disturbed.

By the utilisation law a resource is in use for U = X D, with D what a transaction needs of it
(Denning and Buzen, The operational analysis of queueing network models, ACM Computing Surveys
10, 1978). What runs beside the load at every level adds a constant: U = U0 + X D. A level that
lies above the line through the others did work for somebody else.

A background job, a cold cache or a write cache that fills gives a level a response time that the
levels beside it contradict, or its host more work than the transactions need. Such a level is
left out of the curve. Where one other level alone contradicts it, no verdict is given where its
bracket would have used it (MODEL P5, contaminated levels).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.load_level import Drift, mark_levels_past_knee
from arraywise.analysis.curves.statistics import pooled_scatter, standard_deviation, t_quantile
from arraywise.domain.decision import Contamination, ContaminationReason
from arraywise.domain.requirement import DEFAULT_THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.load_level import Level
    from arraywise.domain.study import HostUse, LoadRun


BATCH = 5
"""Seconds in a batch: the 5 of MSER-5."""
LEAST_BATCHES = 6

_RESOURCES: tuple[tuple[Callable[[HostUse], float | None], bool], ...] = (
    (lambda use: use.busy_median, False),
    (lambda use: use.moved_b_s or use.disk_b_s, True),
    (lambda use: use.net_both_b_s or use.net_b_s, True),
)
"""Each with whether the level of the highest rate is judged: processors that wait for locks by
turning in circles use more for a transaction the more users there are. Disks' share of time in
use is left out: it bends before it is full where a disk serves several requests at once.
Directions are added up: which one is busier may change with the load, and the busier one then is
no straight line."""
_SURE = 30.0
"""Deviates beyond which a double cannot tell probabilities apart."""


@dataclass(frozen=True, slots=True)
class SteadyWindow:
    """The part of a series after the warm-up; indices count samples from 0."""

    start: int
    stop: int
    mean: float
    drift: float
    """The window's trend carried over the length of the whole run, over the window's mean.

    Over the whole run, since a cut half-way through a steady climb would halve the drift.
    """

    response_drift: float = 0.0
    """The same of the mean response times, where they are known by the second."""
    most_drift: float = DEFAULT_THRESHOLDS.most_drift
    """What the study allows."""
    chance: float = 0.0
    """As much drift a rate that comes and goes at random shows without one (95 %) ..."""
    response_chance: float = 0.0
    """... and the same of the response time."""

    @property
    def is_steady(self) -> bool:
        """At most 5 % of drift in rate and response time, or what the study allows, beyond chance.

        Few transactions a second come so unevenly that a run of minutes seems to drift.
        """
        beyond = abs(self.drift) - self.chance, abs(self.response_drift) - self.response_chance
        return max(beyond) <= self.most_drift

    @property
    def worst_drift(self) -> float:
        """The larger drift of both, without its sign."""
        return max(abs(self.drift), abs(self.response_drift))


def find_steady_window(values: Sequence[float]) -> SteadyWindow | None:
    """Find where the warm-up ends and how much the rest drifts; None for too short a series.

    The end of the warm-up is the cut that makes the rest's mean surest (MSER-5), looked for in
    the first half.

    Source: White, An Effective Truncation Heuristic for Bias Reduction in Simulation Output,
    Simulation 69 (1997).
    """
    series = np.asarray(values, dtype=np.float64)
    count = len(series) // BATCH
    if count < LEAST_BATCHES:
        return None
    start = BATCH * _warm_up_batches(series[: count * BATCH].reshape(count, BATCH).mean(axis=1))
    return _build_window(series, start, len(series), length=len(series))


def describe_window(
    values: Sequence[float], start_s: float, stop_s: float | None
) -> SteadyWindow | None:
    """Return mean and drift of the part that the user chose of a series by the second."""
    series = np.asarray(values, dtype=np.float64)
    start = min(round(start_s), len(series))
    stop = len(series) if stop_s is None else min(round(stop_s), len(series))
    if stop - start < BATCH * LEAST_BATCHES:
        return None
    return _build_window(series, start, stop, length=stop - start)


def _build_window(series: Floats, start: int, stop: int, length: int) -> SteadyWindow:
    """Return a window with its mean and its trend over a length."""
    window = series[start:stop]
    mean = float(window.mean())
    drift, chance = _trend_with_half_width(window, length) if mean > 0 else (0.0, 0.0)
    return SteadyWindow(start, stop, mean, drift, chance=chance)


def response_drift(
    responses_s: Sequence[float], window: SteadyWindow, *, is_chosen: bool
) -> tuple[float, float]:
    """Return drift of response times in a window that the rates speak for, and that of chance.

    Each is the mean of a second, as many as there were rates. The trend is carried over the whole
    run unless the user chose the window.
    """
    inside = np.asarray(responses_s, dtype=np.float64)[window.start : window.stop]
    if not inside.size or not np.isfinite(inside).all() or inside.mean() <= 0:
        return 0.0, 0.0
    return _trend_with_half_width(inside, len(inside) if is_chosen else len(responses_s))


def _warm_up_batches(batches: Floats) -> int:
    """Return the number of batches to leave out: the least sum of squares / n^2 of the rest."""
    left = np.arange(len(batches), 0, -1.0)
    sums = np.cumsum(batches[::-1])[::-1]
    squares = np.cumsum(batches[::-1] ** 2)[::-1]
    error = np.maximum(squares - sums**2 / left, 0.0) / left**2
    return int(np.argmin(error[: len(batches) // 2 + 1]))


def _trend_with_half_width(window: Floats, length: int) -> tuple[float, float]:
    """Return the trend over a length as a share of the mean, and the 95 % half-width of it.

    The half-width is that of a line through batches, stretched by how they hang together.
    """
    place = np.arange(len(window)) - (len(window) - 1) / 2
    slope = float(place @ window / (place @ place))
    mean, count = float(window.mean()), len(window) // BATCH
    if count < LEAST_BATCHES:
        return slope * length / mean, 0.0
    batches = window[: count * BATCH].reshape(count, BATCH).mean(axis=1)
    _, error = fit_trend(batches)
    return slope * length / mean, t_quantile(count - 2) * error / BATCH * length / mean


_MOST_CORRELATED = 0.95


def fit_trend(batches: Floats) -> tuple[float, float]:
    """Return the slope of a line through batches, for a batch, and its standard error.

    Batches that hang together tell less than as many independent ones: the error is that of
    independent ones times sqrt((1 + r) / (1 - r)), r the lag-one correlation of what the line
    leaves, corrected for its bias of -(2 + 4 r) / n (MODEL P5.10).
    """
    count = len(batches)
    at = np.arange(count) - (count - 1) / 2
    slope = float(at @ batches / (at @ at))
    off = batches - batches.mean() - at * slope
    squares = float(off @ off)
    error = math.sqrt(squares / (count - 2) / float(at @ at))
    if squares <= 0:
        return slope, error
    seen = float(off[1:] @ off[:-1]) / squares
    related = min(max(0.0, (count * seen + 2) / max(1, count - 4)), _MOST_CORRELATED)
    return slope, error * math.sqrt((1 + related) / (1 - related))


_LEAST_EXCESS = 0.10
"""Over what the other levels lead to expect."""
_LEAST_SHARE = 0.05
"""Of the highest use of any level: less is noise of a host that is nearly idle."""
_ERRORS = 3.0
_LEAST_LEVELS = 3
_LEAST_ERROR = 0.01
"""Standard error of a use, at least, as a share."""
_SINGLE_RUN_SHARE = 0.08
"""Standard error of a single run's figure where no level was repeated, as a share."""


def find_levels_with_extra_work(levels: Sequence[Level]) -> set[int]:
    """Return the users of levels that used more of a resource than their rate explains.

    Of levels up to the knee, ascending by users, without those that a host limited.
    """
    result: set[int] = set()
    for figure, with_last in _RESOURCES:
        known = [(x, used) for x in levels if (used := _uses_by_run(x, figure))]
        rates = [x.rate_tps for x, _ in known]
        while len(known) >= _LEAST_LEVELS:
            place = _find_highest_outlier(known)
            if place is None:
                break
            level = known.pop(place)[0]
            # Below all others the line would be continued beyond what was measured.
            if level.rate_tps > min(rates) and (with_last or level.rate_tps < max(rates)):
                result.add(level.users)
    return result


def _uses_by_run(level: Level, figure: Callable[[HostUse], float | None]) -> list[float]:
    """Return the use in each run; nothing where not all runs were watched."""
    uses = [run.host_use for run in level.runs]
    known = [value for use in uses if use is not None and use.samples and (value := figure(use))]
    return known if len(known) == len(uses) else []


def _find_highest_outlier(known: Sequence[tuple[Level, Sequence[float]]]) -> int | None:
    """Return the place of the level that lies furthest above the line through the others."""
    rates = np.array([level.rate_tps for level, _ in known])
    uses = np.array([fmean(used) for _, used in known])
    errors = uses * _relative_errors([used for _, used in known])
    excesses = [_excess_over_line(rates, uses, errors, place) for place in range(len(known))]
    place = int(np.argmax(excesses))
    return place if excesses[place] > 0 else None


def _relative_errors(uses: Sequence[Sequence[float]]) -> Floats:
    known = pooled_scatter(uses)
    pooled = _SINGLE_RUN_SHARE if known is None else known
    return np.array([max(pooled / len(x) ** 0.5, _LEAST_ERROR) for x in uses])


def _excess_over_line(rates: Floats, uses: Floats, errors: Floats, place: int) -> float:
    """Return by what share a level lies clearly above the line through the others; 0 if not.

    The line never starts below zero. Its scatter is what repetitions leave open, or how far the
    other levels miss it where that is more.
    """
    others = np.arange(len(rates)) != place
    weights = 1.0 / errors[others]
    design = np.stack((np.ones(others.sum()), rates[others]), axis=1) * weights[:, None]
    wanted = uses[others] * weights
    line = np.linalg.lstsq(design, wanted, rcond=None)[0]
    if line[0] < 0:
        design[:, 0] = 0.0
        line = np.linalg.lstsq(design, wanted, rcond=None)[0]
    degrees = len(wanted) - 2
    missed = wanted - design @ line
    scatter = max(1.0, float(missed @ missed) / degrees) if degrees else 1.0
    here = np.array([1.0, rates[place]])
    spread = scatter * float(here @ np.linalg.pinv(design.T @ design) @ here)
    expected = float(here @ line)
    excess = float(uses[place]) - expected
    error = float(np.sqrt(spread + scatter * (expected * errors[place] / uses[place]) ** 2))
    if expected <= 0 or excess < max(_ERRORS * error, _LEAST_SHARE * uses.max()):
        return 0.0
    return excess / expected if excess >= _LEAST_EXCESS * expected else 0.0


_LEAST_RATIO = 1.1
"""A response time is in doubt from this ratio to what its neighbours allow."""
_RATIO_ERRORS = 2.0
"""Standard errors that it must exceed them by."""
_ENOUGH_RUNS = 3
"""From so many runs a level's own scatter is used alone."""
_BATCH_S = 10
_LEAST_BATCHES = 3
"""In each third of a run."""
_DRIFT_ERRORS = 3.0
"""Of the trend of a level, or of runs that follow each other: more is a drift."""
_POOLED_RUNS = 8
"""So many runs that follow each other are looked at together."""
_STILL_TO_COME = 3.0
"""A response time that drifts may still change by so many times what it changed between the first
and the last third of a run."""
_LOG_ON = 0.1
"""Of a run at most: until users are logged on its rate is no trend (the cut of MODEL P2.1)."""
_LEAST_LEFT = 0.05
"""Of a response time: so much is left of it, however fast it falls."""


def find_contaminated_users(levels: Sequence[Level]) -> dict[int, ContaminationReason]:
    """Return the levels in doubt by their response times or their host's work, by users.

    Args:
        levels: ascending by users, without distorted ones; those past the knee too, of which
            only the first one is looked at, as a neighbour.

    Source: MODEL P5, contaminated levels (a), (b) and (d).
    """
    used = [level for level in levels if not level.past_knee]
    busier = find_levels_with_extra_work([level for level in used if not level.host_bound])
    result = dict.fromkeys(busier, ContaminationReason.FOREIGN_WORK)
    while (
        worst := _find_most_contradicted([x for x in levels if x.users not in result])
    ) is not None:
        result[worst[0]] = worst[1]
    return result


def find_refuted_users(
    levels: Sequence[Level], contaminated: Mapping[int, ContaminationReason]
) -> set[int]:
    """Return which contaminated levels stay so, whichever one of the other levels is left out.

    Of two levels that contradict each other alone either may be at fault: one that a job slowed,
    or one that a cache served.

    Args:
        levels: as for `find_contaminated_users`.
        contaminated: what that found of them.

    Source: MODEL P5, contaminated levels.
    """
    result = set()
    for users in contaminated:
        judged = [x for x in levels if x.users == users or x.users not in contaminated]
        smaller = (
            mark_levels_past_knee(x for x in judged if x.users != left_out.users)
            for left_out in judged
            if left_out.users != users
        )
        if all(users in find_contaminated_users(rest) for rest in smaller):
            result.add(users)
    return result


def _find_most_contradicted(levels: Sequence[Level]) -> tuple[int, ContaminationReason] | None:
    """Return the users of the level that the others contradict most, and how; None if none is."""
    used = [level for level in levels if not level.past_knee]
    looked_at = [*used, *[level for level in levels if level.past_knee][:1]]
    means = [fmean(level.responses_s) for level in looked_at]
    errors = _standard_errors(looked_at, means)
    ratios = [
        (ratio, level.users, reason)
        for place, level in enumerate(used)
        for reason, ratio in (
            (ContaminationReason.ORDER, _slowness_against_later(means, errors, place)),
            (
                ContaminationReason.CHORD,
                _slowness_against_neighbours(looked_at, means, errors, place),
            ),
        )
    ]
    ratio, users, reason = max(ratios, default=(0.0, 0, ContaminationReason.ORDER))
    return (users, reason) if ratio > 0 else None


def _standard_errors(levels: Sequence[Level], means: Sequence[float]) -> list[float]:
    pooled = pooled_scatter([level.responses_s for level in levels])
    return [
        _standard_error(level.responses_s, mean, pooled)
        for level, mean in zip(levels, means, strict=True)
    ]


def _standard_error(responses_s: Sequence[float], mean: float, pooled: float | None) -> float:
    runs = len(responses_s)
    if runs == 1:
        return (_SINGLE_RUN_SHARE if pooled is None else pooled) * mean
    own = standard_deviation(responses_s, mean)
    if runs < _ENOUGH_RUNS:
        own = max(own, (pooled or 0.0) * mean)
    return own / math.sqrt(runs)


def _slowness_against_later(means: Sequence[float], errors: Sequence[float], place: int) -> float:
    """Return how many times as slow a level is as one with more users; 0 within chance."""
    here = means[place]
    return max(
        (
            here / later
            for later, error in zip(means[place + 1 :], errors[place + 1 :], strict=True)
            if here - later > _RATIO_ERRORS * math.hypot(errors[place], error)
            and here > _LEAST_RATIO * later
        ),
        default=0.0,
    )


def _slowness_against_neighbours(
    levels: Sequence[Level], means: Sequence[float], errors: Sequence[float], place: int
) -> float:
    """Return how many times as slow a level is as its neighbours allow; 0 within chance.

    The chord is one over users: N / X = R + Z is convex in N, which is nearer to the truth than
    that R is convex in X.
    """
    if not 0 < place < len(levels) - 1:
        return 0.0
    before, here, after = (levels[at].users for at in (place - 1, place, place + 1))
    share = (here - before) / (after - before)
    chord = means[place - 1] + share * (means[place + 1] - means[place - 1])
    is_above = means[place] > _LEAST_RATIO * chord + _RATIO_ERRORS * errors[place]
    return means[place] / chord if is_above else 0.0


def find_contaminations(levels: Sequence[Level]) -> tuple[Contamination, ...]:
    """Return all levels up to the knee that are in doubt, each with where that matters.

    Not the refuted ones, without which the others judge. A bracket uses the two levels around its
    rate and the next one on either side. Levels ascend by users, without distorted ones, marked by
    `find_contaminated_users`. A drifting level matters for targets between its mean and what may
    still come.
    """
    used = [level for level in levels if not (level.past_knee or level.refuted)]
    rates = np.maximum.accumulate([level.rate_tps for level in used]).tolist()
    result = []
    for place, level in enumerate(used):
        low = rates[place - 2] if place >= 2 else (rates[0] if place else 0.0)
        high = rates[place + 2] if place + 2 < len(rates) else math.inf
        if level.contaminated is not None:
            result.append(Contamination(level.users, level.contaminated, low, high))
        elif level.drifts:
            mean = fmean(level.responses_s)
            ends = [
                fmean(level.responses_s if other is None else other.responses_s)
                for other in (
                    level_after_drift(level, falling=True),
                    level_after_drift(level, falling=False),
                )
            ]
            end = mean + fmean(drift.by_the_end_s for drift in level.drifts)
            moving = ContaminationReason.MOVING
            result.append(
                Contamination(level.users, moving, low, high, ends[0], ends[1], end_s=end)
            )
    return tuple(result)


@dataclass(frozen=True, slots=True)
class _RunTrend:
    """How a run went: the errors that its trend lies above zero, and the drift that it shows."""

    errors: float
    drift: Drift


def find_drifts(runs: Sequence[LoadRun]) -> dict[int, Drift]:
    """Return the drift of the runs that drift, by their ids; runs of one option in time order.

    Runs drift that show it together, by Stouffer's sum of the errors of their trends: those of a
    level, or up to eight that follow each other, since a cache warms from run to run and a single
    run of it seldom shows more than chance.
    """
    courses = {
        run.run_id: course for run in runs if (course := _cached_run_trend(run)) is not None
    }
    inside = [run for run in runs if run.run_id in courses]
    together: list[Sequence[LoadRun]] = [
        inside[at : at + _POOLED_RUNS] for at in range(max(1, len(inside) - _POOLED_RUNS + 1))
    ]
    by_users: dict[int, list[LoadRun]] = {}
    for run in inside:
        by_users.setdefault(run.users, []).append(run)
    result: dict[int, Drift] = {}
    for group in (inside, *together, *by_users.values()):
        total = sum(courses[run.run_id].errors for run in group)
        if not group or abs(total) <= _DRIFT_ERRORS * math.sqrt(len(group)):
            continue
        for run in group:
            drift = courses[run.run_id].drift
            if drift.to_come_s * total > 0:  # what goes the other way does so by chance
                result[run.run_id] = drift
    return result


_MOST_TRENDS = 4096
_trends: dict[int, tuple[LoadRun, _RunTrend | None]] = {}
"""Trends of runs that were looked at, by the run's identity: no threshold moves them."""


def _cached_run_trend(run: LoadRun) -> _RunTrend | None:
    """Return the trend of a run, the same as before while it is the very same run."""
    known = _trends.get(id(run))
    if known is not None and known[0] is run:
        return known[1]
    if len(_trends) >= _MOST_TRENDS:
        _trends.clear()
    result = _estimate_run_trend(run)
    _trends[id(run)] = run, result
    return result


def _estimate_run_trend(run: LoadRun) -> _RunTrend | None:
    """Return how the response time of a run went; None where no file tells it by the second.

    By the response times of each second, else by the rate: R = N / X - Z, of which Z is the same
    throughout the run, so it cancels.
    """
    batches = _batch_means(run, run.mean_responses_s)
    is_rate = batches is None
    if batches is None:
        batches = _batch_means(run, run.rates_tps)
    if batches is None:
        return None
    slope, error = fit_trend(batches)
    third = len(batches) // 3
    parts = [float(part.mean()) for part in (batches[:third], batches, batches[-third:])]
    first, mean, last = (run.users / part for part in parts) if is_rate else parts
    to_come = last - mean + _STILL_TO_COME * (last - first)
    errors = _normal_deviate_of_slope((-slope if is_rate else slope), error, len(batches) - 2)
    return _RunTrend(errors, Drift(last - mean, to_come))


def _batch_means(run: LoadRun, series: Sequence[float] | None) -> Floats | None:
    """Return means over 10 s of the seconds that count; None where they are too few."""
    if series is None:
        return None
    seconds = np.asarray(series, dtype=np.float64)
    if run.window_s is not None:
        start, stop = run.window_s
        seconds = seconds[int(start) : None if stop is None else int(stop)]
    elif (window := find_steady_window(run.rates_tps or series)) is not None:
        seconds = seconds[min(window.start, int(_LOG_ON * len(seconds))) :]
    count = len(seconds) // _BATCH_S
    if count < 3 * _LEAST_BATCHES or not np.isfinite(seconds).all():
        return None
    batches = seconds[: count * _BATCH_S].reshape(count, _BATCH_S).mean(axis=1)
    return batches if batches.min() > 0 else None


def _normal_deviate_of_slope(slope: float, error: float, degrees: int) -> float:
    """Return a trend in errors, as a normal deviate of the same probability."""
    if error <= 0:
        return 0.0 if slope == 0 else math.copysign(_SURE, slope)
    from scipy.special import ndtri, stdtr

    deviate = float(ndtri(stdtr(degrees, -abs(slope) / error)))
    return math.copysign(min(-deviate, _SURE), slope)


def level_after_drift(level: Level, *, falling: bool) -> Level | None:
    """Return a level as it may come to be once it no longer falls, or rises; None where steady.

    Its runs that drift that way have the response time furthest to come, and the rate by
    N / (R + Z).
    """
    changes = [d.to_come_s if (d.to_come_s < 0) is falling else 0.0 for d in level.drifts]
    if not any(changes):
        return None
    cycles = [level.users / rate for rate in level.rates_tps]
    moved = list(zip(level.responses_s, _response_by_run(level), changes, cycles, strict=True))
    shares = [max(_LEAST_LEFT, 1.0 + change / mean) for _, mean, change, _ in moved]
    return replace(
        level,
        rates_tps=tuple(
            rate * cycle / (cycle + mean * (share - 1.0))
            for rate, share, (_, mean, _, cycle) in zip(
                level.rates_tps, shares, moved, strict=True
            )
        ),
        responses_s=tuple(r * share for r, share in zip(level.responses_s, shares, strict=True)),
        ends_s=tuple(
            (low * share, high * share)
            for (low, high), share in zip(level.ends_s, shares, strict=False)
        ),
        drifts=(),
        contaminated=level.contaminated,
    )


def _response_by_run(level: Level) -> Iterator[float]:
    """Give the mean response time of each run, else the statistic that is asked for."""
    for run, response in zip(level.runs, level.responses_s, strict=True):
        yield dict(run.responses_s).get("mean") or response


def doubt_at(
    doubts: Sequence[Contamination], rate_tps: float, target_s: float
) -> Contamination | None:
    """Return the first level in doubt that a verdict on a target at a rate would use."""
    return next(
        (
            doubt
            for doubt in doubts
            if doubt.low_tps < rate_tps < doubt.high_tps and doubt.low_s < target_s < doubt.high_s
        ),
        None,
    )


def next_sound_rates(
    doubts: Sequence[Contamination], rates_tps: Floats, targets_s: Floats, *, above: bool
) -> Floats:
    """Return the nearest rates, not below (or not above), whose bracket uses no level in doubt.

    Response time rises with the rate: what passes at the higher one passes here too, and what
    fails at the lower one fails here too. Infinite (or 0) where there is no such rate.
    """
    rates, targets = np.broadcast_arrays(rates_tps, targets_s)
    moved = np.array(rates, dtype=np.float64)
    order = sorted(doubts, key=lambda each: each.low_tps if above else -each.high_tps)
    for doubt in order:
        inside = (moved > doubt.low_tps) & (moved < doubt.high_tps)
        inside &= (targets > doubt.low_s) & (targets < doubt.high_s)
        moved = np.where(inside, doubt.high_tps if above else doubt.low_tps, moved)
    return moved
