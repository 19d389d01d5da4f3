"""Runs to load levels; what limited each; demonstrated rate.

The rules are asked in order and the first one that is met counts. In classes 0 to 3 the level
says nothing of the storage: it is shown, and above the last level before it nothing is judged.

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
three runs that scatter by 5 %. `python -m tests.bench.coverage` measures it again.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from pathlib import PurePath
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.load_level import (
    LEAST_RUNS,
    NOT_AS_TESTED,
    NOT_STORAGE,
    STEADY,
    Bottleneck,
    Level,
    mark_levels_past_knee,
)
from arraywise.analysis.curves.operational_laws import (
    RunFault,
    check_littles_law,
    find_faulty_runs,
    has_one_think_time,
)
from arraywise.analysis.curves.queueing_models import LEAST_LEVELS, fit_scalability
from arraywise.analysis.curves.statistics import (
    CONFIDENCE,
    UNKNOWN,
    mean_interval,
    sample_moments,
    t_quantile,
    welch_test,
)
from arraywise.analysis.curves.steady_state import (
    find_contaminated_users,
    find_drifts,
    find_refuted_users,
)
from arraywise.domain.decision import Interval, LoadLevel
from arraywise.domain.percentiles import statistic_bounds, statistic_point_estimate
from arraywise.domain.requirement import DEFAULT_THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.requirement import Thresholds
    from arraywise.domain.study import HostUse, LoadRun


_NOT_BUSIER = 1.02


class HostState(StrEnum):
    """What the host's processors and memory did during a run."""

    UNKNOWN = "not monitored"
    FREE = "free"
    NEAR = "processors nearly exhausted"
    EXHAUSTED = "processors exhausted"
    STOLEN = "processors taken by other virtual machines"
    PAGING = "memory paged"


BOUND = frozenset({HostState.NEAR, HostState.EXHAUSTED, HostState.STOLEN, HostState.PAGING})
"""States in which a response time is not the storage's (MODEL P4, classes 0 to 3)."""


def classify_host(use: HostUse | None, limits: Thresholds) -> HostState:
    """Return which of MODEL P4's host rules a run meets, the first one counts."""
    if use is None or not use.samples:
        return HostState.UNKNOWN
    waits = use.wait_median is not None and use.wait_median > limits.exhausted_wait
    is_exhausted = use.idle_at_most_5_percent >= limits.exhausted_share and not waits
    rules = (
        (HostState.PAGING, (use.paging_share or 0.0) > limits.paging_share),
        (HostState.STOLEN, (use.steal_median or 0.0) >= limits.steal),
        (HostState.EXHAUSTED, is_exhausted),
        (HostState.NEAR, use.busy_median >= limits.near_busy),
    )
    return next((state for state, met in rules if met), HostState.FREE)


def is_host_limited(uses: Iterable[HostUse | None], limits: Thresholds) -> bool:
    """Return whether at least half of the monitored runs of a level were limited by the host."""
    states = [s for u in uses if (s := classify_host(u, limits)) is not HostState.UNKNOWN]
    return bool(states) and 2 * sum(s in BOUND for s in states) >= len(states)


def median_busy(uses: Iterable[HostUse | None]) -> float | None:
    """Return the median share of the processors in use over runs, None without a monitor."""
    known = [u.busy_median for u in uses if u is not None and u.samples]
    return median(known) if known else None


SINGLE_FALL = 0.05
"""Single runs: a fall of less may be chance."""
_OF_HOST = (
    (HostState.PAGING, Bottleneck.PAGING),
    (HostState.STOLEN, Bottleneck.STOLEN),
    (HostState.EXHAUSTED, Bottleneck.HOST),
    (HostState.NEAR, Bottleneck.HOST_NEAR),
)


def find_bottlenecks(
    levels: Sequence[Level],
    thresholds: Thresholds,
    payload_b_s: float | None = None,
    fibre_b_s: float | None = None,
    *,
    retrograde: bool = False,
) -> tuple[Bottleneck, ...]:
    """Say for each level, ascending by users, what limited it.

    Payloads are those of the network and of Fibre Channel between host and storage; `retrograde`
    says that the scalability law's coherency cost is above zero with 95 % confidence.
    """
    links = (("net_b_s", payload_b_s), ("disk_b_s", fibre_b_s))
    named = []
    before = peak = None
    for level in levels:
        path = _path_share(_host_uses(level), links)
        named.append(
            _find_bottleneck(level, before, peak, path, thresholds, retrograde=retrograde)
        )
        before, peak = level, level if peak is None or level.rate_tps > peak.rate_tps else peak
    return tuple(named)


def _find_bottleneck(
    level: Level,
    before: Level | None,
    peak: Level | None,
    path: float,
    limits: Thresholds,
    *,
    retrograde: bool,
) -> Bottleneck:
    """Name what limited a level, by the one with fewer users and the one of the highest rate."""
    uses = _host_uses(level)
    flat = is_flat(before, level, limits)
    busy = [path, *(use.busy_median for use in uses)]
    is_calm = bool(uses) and max(busy) < limits.contention_busy
    is_idle = (
        is_calm
        and max([0.0, *_values_of_figure(uses, "disk_utilisation")]) < limits.contention_busy
    )
    falls = retrograde and before is not None and level.rate_tps < before.rate_tps
    rules = (
        *((wanted, _is_in_state_in_most_runs(uses, state, limits)) for state, wanted in _OF_HOST),
        (Bottleneck.SINGLE_THREAD, flat and _is_single_thread(uses, limits)),
        (Bottleneck.CLIENT, is_host_limited((run.client_use for run in level.runs), limits)),
        (Bottleneck.PATH, path >= limits.link_share),
        (Bottleneck.CONTENTION, is_calm and _is_slower_unloaded(level, peak)),
        (Bottleneck.STORAGE, flat and _waits_for_storage(uses, limits)),
        (Bottleneck.CONTENTION, falls and is_idle),  # nothing watched is busy: locks, coherency
    )
    result = next((kind for kind, met in rules if met), None)
    return result or (Bottleneck.UNSATURATED if uses else Bottleneck.UNKNOWN)


def _host_uses(level: Level) -> list[HostUse]:
    return [r.host_use for r in level.runs if r.host_use is not None and r.host_use.samples]


def _is_in_state_in_most_runs(
    uses: Sequence[HostUse], state: HostState, limits: Thresholds
) -> bool:
    """Return whether at least half of the runs were limited by the host, and first of all so."""
    states = [classify_host(use, limits) for use in uses]
    bound = [s for s in states if s is not HostState.FREE]
    return 2 * len(bound) >= max(1, len(states)) and max(bound, key=bound.count) is state


def is_flat(before: Level | None, level: Level, limits: Thresholds) -> bool:
    """Return whether the rate hardly rose with the users: d ln X / d ln N below the line."""
    if before is None:
        return False
    slope = math.log(level.rate_tps / before.rate_tps) / math.log(level.users / before.users)
    return slope < limits.flat_slope


def _is_single_thread(uses: Sequence[HostUse], limits: Thresholds) -> bool:
    """One of several processors busy: busy within 10 % of 1 / m."""
    counts = [(use.busy_median, use.processors or 0) for use in uses]
    shares = [busy * count for busy, count in counts if count > 1]
    return bool(shares) and abs(median(shares) - 1.0) <= limits.single_thread_band


def _path_share(uses: Sequence[HostUse], links: Iterable[tuple[str, float | None]]) -> float:
    """Return the share of the links' payload in use, of the busier kind; 0 where unknown."""
    flows = ((_values_of_figure(uses, figure), payload) for figure, payload in links)
    shares = (median(each) / payload for each, payload in flows if each and payload)
    return max(shares, default=0.0)


def _waits_for_storage(uses: Sequence[HostUse], limits: Thresholds) -> bool:
    waits = _values_of_figure(uses, "wait_median")
    devices = _values_of_figure(uses, "disk_utilisation")
    idle = [1.0 - use.busy_median - (use.steal_median or 0.0) for use in uses]
    waiting = bool(waits) and median(waits) >= limits.storage_wait
    busy = bool(devices) and median(devices) >= limits.disk_utilisation
    return (waiting or busy) and median(idle) >= limits.idle_and_wait


def _is_slower_unloaded(level: Level, peak: Level | None) -> bool:
    """The rate falls by more than runs scatter, and the devices are not busier than at the peak.

    A storage that is the limit is at least as busy when more users wait for it; locks leave it
    with less to do, though processes may wait for I/O as before (MODEL P4, rule 6).
    """
    if peak is None or not _is_rate_falling(peak, level):
        return False
    device = [
        (_values_of_figure(_host_uses(peak), figure), _values_of_figure(_host_uses(level), figure))
        for figure in ("disk_utilisation", "disk_b_s", "net_b_s")
    ]
    known = [(median(old), median(new)) for old, new in device if old and new]
    return bool(known) and all(new <= _NOT_BUSIER * old for old, new in known)


def _values_of_figure(uses: Sequence[HostUse], figure: str) -> list[float]:
    return [value for use in uses if (value := getattr(use, figure)) is not None]


def is_retrograde(levels: Sequence[Level]) -> bool:
    """Say whether the rate falls beyond chance: the law's beta above zero (MODEL P4, rule 6)."""
    if len(levels) < LEAST_LEVELS or not any(level.past_knee for level in levels):
        return False
    peak, last = max(levels, key=lambda level: level.rate_tps), levels[-1]
    if not _is_rate_falling(peak, last):
        return False
    users = np.array([float(level.users) for level in levels])
    rates = np.array([level.rate_tps for level in levels])
    return fit_scalability(users, rates).intervals[1][0] > 0


def _is_rate_falling(peak: Level, last: Level) -> bool:
    """Return whether the last rate lies below the highest by more than runs scatter, or 5 %.

    The law alone cannot tell: a rate that levels off bends like one that falls.
    """
    if min(len(peak.runs), len(last.runs)) < LEAST_RUNS:
        return last.rate_tps < (1.0 - SINGLE_FALL) * peak.rate_tps
    return (
        welch_test(*map(sample_moments, (peak.rates_tps, last.rates_tps))).ends(CONFIDENCE)[0] > 0
    )


def host_cpu_s(level: Level) -> float | None:
    """Return the processor seconds of a transaction, D_cpu = sum(busy x m) / X (MODEL P4)."""
    busy = _values_of_figure(_host_uses(level), "busy_processors")
    return median(busy) / level.rate_tps if busy else None


MEAN = "mean"
LEAST_SECONDS = 30
"""So many equal rates, one after the other, no second run has."""


def response_time_s(run: LoadRun, statistic: str) -> float | None:
    """Return a run's response time by one statistic, None where nothing is known of it.

    Of a percentile that is only known to lie between two ends, their geometric mean; of one that
    is bounded from one side alone, that bound (MODEL P3.1).
    """
    return statistic_point_estimate(run.responses_s, statistic)


def is_usable(run: LoadRun) -> bool:
    """Return whether a run can be used at all: it ended and completed transactions."""
    return run.complete and run.rate_tps > 0 and run.users > 0


def distinct_runs(runs: Iterable[LoadRun]) -> tuple[LoadRun, ...]:
    """Leave out runs that two files tell of (a tool's XML and JSON); they are no repetitions.

    Two runs count as one when users, rate and every response time are the same figures and
    their files are of different kinds; a repetition comes in a file of the same kind. Of the same
    kind they are one where every second had the same rate: a file that was saved again.
    HammerDB's time profile has figures of its own, of the ramp-up too, for a test in its log.
    """
    stored: dict[object, LoadRun] = {}
    result = []
    for run in runs:
        stated = run.users, round(run.rate_tps, 2), frozenset(run.responses_s)
        first = stored.setdefault(stated, run)
        if first is run or _is_repetition(run, first):
            result.append(run)
    return tuple(_without_time_profiles(result))


def _without_time_profiles(runs: Sequence[LoadRun]) -> Iterator[LoadRun]:
    """Leave out as many time profiles of HammerDB as there are tests of its logs, by users."""
    profiles = {r.run_id for r in runs if r.tool == "hammerdb" and r.completed is not None}
    logs = Counter(r.users for r in runs if r.tool == "hammerdb" and r.run_id not in profiles)
    for run in runs:
        if run.run_id in profiles and logs[run.users]:
            logs[run.users] -= 1
        else:
            yield run


def _is_repetition(run: LoadRun, first: LoadRun) -> bool:
    """Return whether a run of the same figures is another one: not the same second by second."""
    ours, theirs = first.rates_tps, run.rates_tps
    is_known = ours is not None and theirs is not None and len(ours) >= LEAST_SECONDS
    went_alike = is_known and tuple(ours or ()) == tuple(theirs or ())
    return PurePath(first.file).suffix == PurePath(run.file).suffix and not went_alike


def build_levels(
    runs: Iterable[LoadRun], statistic: str, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> tuple[Level, ...]:
    """Group usable runs by users, ascending; levels beyond the highest rate are marked.

    Runs are in the order of time, as far as it is known: what drifts is looked for in it.

    Source: MODEL P5 (knee: the level of the highest mean rate; of those whose figures hold).
    """
    usable = _sound_runs(runs, thresholds)
    drifts = find_drifts(usable)
    levels = [
        replace(level, drifts=tuple(drifts.get(run.run_id, STEADY) for run in level.runs))
        if any(run.run_id in drifts for run in level.runs)
        else level
        for level in _group_usable_runs(usable, statistic)
    ]
    broken = _users_of_impossible_levels(usable, thresholds)
    limits = [
        Bottleneck.INVALID if level.users in broken else limit
        for level, limit in zip(levels, find_bottlenecks(levels, thresholds), strict=True)
    ]
    left_out = NOT_AS_TESTED if thresholds.as_tested else NOT_STORAGE
    limited = [
        replace(level, bottleneck=limit, host_bound=limit in left_out)
        for level, limit in zip(levels, limits, strict=True)
    ]
    placed = mark_levels_past_knee(limited)
    sound = [level for level in placed if not level.is_distorted]
    in_doubt = find_contaminated_users(sound)
    refuted = find_refuted_users(sound, in_doubt)
    return tuple(
        replace(x, contaminated=in_doubt.get(x.users), refuted=x.users in refuted) for x in placed
    )


def build_mean_levels(
    runs: Iterable[LoadRun], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> tuple[Level, ...]:
    """Group usable runs by users, by their mean response times: Little's law holds for these."""
    return tuple(_group_usable_runs(_sound_runs(runs, thresholds), MEAN))


def faulty_runs(
    runs: Iterable[LoadRun], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> tuple[RunFault, ...]:
    """Return usable runs that contradict themselves or the others of their level."""
    return find_faulty_runs(
        _group_usable_runs(filter(is_usable, distinct_runs(runs)), MEAN), thresholds
    )


def _sound_runs(runs: Iterable[LoadRun], thresholds: Thresholds) -> list[LoadRun]:
    usable = [r for r in distinct_runs(runs) if is_usable(r)]
    at_fault = {
        f.run.run_id for f in find_faulty_runs(_group_usable_runs(usable, MEAN), thresholds)
    }
    return [r for r in usable if r.run_id not in at_fault]


def _group_usable_runs(runs: Iterable[LoadRun], statistic: str) -> list[Level]:
    measured = [r for r in runs if response_time_s(r, statistic) is not None]
    measured.sort(key=lambda r: (r.users, r.run_id))
    return [
        _build_level(users, tuple(group), statistic)
        for users, group in groupby(measured, key=lambda r: r.users)
    ]


def _users_of_impossible_levels(runs: Iterable[LoadRun], thresholds: Thresholds) -> set[int]:
    """Return the levels whose figures cannot all be true (MODEL P2.3, P4 rule 0).

    By a think time that the files state, or because more users were at work than there were.
    """
    checks = check_littles_law(_group_usable_runs(runs, MEAN), thresholds)
    return {check.users for check in checks if check.is_sure and check.is_broken}


def _build_level(users: int, runs: tuple[LoadRun, ...], statistic: str) -> Level:
    known = [
        ends for r in runs if (ends := statistic_bounds(r.responses_s, statistic)) is not None
    ]
    return Level(
        users=users,
        runs=runs,
        rates_tps=tuple(r.rate_tps for r in runs),
        responses_s=tuple(
            point for r in runs if (point := response_time_s(r, statistic)) is not None
        ),
        host_busy=median_busy(r.host_use for r in runs),
        host_bound=False,
        ends_s=tuple((low, high) for low, high in known if low != high),  # not measured itself
    )


def level_response(level: Level, statistic: str) -> Interval:
    """Return a level's response time with its interval, s; wide enough for percentiles' ends.

    An end that nothing bounds is not known, and then the point is not known either.
    """
    result = response_interval(level.responses_s, statistic)
    if not level.ends_s or result.point is None:
        return result
    lows, highs = zip(*level.ends_s, strict=True)
    low = min(*lows, result.low if result.low is not None else result.point)
    high = max(*highs, result.high or result.point)
    if level.is_bounded:
        least, most = response_interval(lows, statistic), response_interval(highs, statistic)
        return Interval(min(low, least.low or low), result.point, max(high, most.high or high))
    return Interval(low or None, None, high if math.isfinite(high) else None)


def response_interval(responses_s: Sequence[float], statistic: str) -> Interval:
    """Return the response time of a level with its interval, in seconds.

    Means have the t-interval. Percentiles are never averaged over runs: theirs is the median
    run with the lowest and highest run, never narrower than the t-interval (MODEL P3).
    """
    spread = mean_interval(responses_s)
    if statistic == MEAN or spread.low is None or spread.high is None:
        return spread if statistic == MEAN else replace(spread, point=median(responses_s))
    low, high = min(*responses_s, spread.low), max(*responses_s, spread.high)
    return Interval(max(0.0, low), median(responses_s), high)


def describe_level(level: Level, statistic: str) -> LoadLevel:
    """Return a level as pages and documents show it."""
    return LoadLevel(
        users=level.users,
        runs=len(level.runs),
        rate_tps=mean_interval(level.rates_tps),
        response_s=level_response(level, statistic),
        host_busy=level.host_busy,
        host_bound=level.host_bound,
        past_knee=level.past_knee,
        bottleneck=level.bottleneck.value,
        host_cpu_s=host_cpu_s(level),
        contaminated=level.contaminated is not None,
    )


NEAR_THE_TOP = 0.95
"""Levels from this share of the highest rate on look saturated."""
LEAST_SHARE = 1e-3
"""Of the highest rate: Student's tails reach below zero at two runs; a rate does not."""


def demonstrated_rate(levels: Sequence[Level], top: Level) -> float:
    """Return the lower 95 % end of the highest rate, 1/s; the rate itself without repetitions.

    Of all levels of an option by users; `top` is the one with the highest mean rate.
    """
    near = [level for level in levels if level.rate_tps >= NEAR_THE_TOP * top.rate_tps]
    confidence = 1.0 - 0.05 / len(near)
    upper_half = levels[len(levels) // 2 :]
    own, _ = _pooled_scatter_and_degrees((top,))
    widest = max(
        t_quantile(degrees, confidence) * max(scatter, own) if degrees else 0.0
        for scatter, degrees in map(_pooled_scatter_and_degrees, (near, upper_half, levels))
    )
    share = 1.0 - widest / math.sqrt(len(top.runs))
    return top.rate_tps * max(share, LEAST_SHARE)


def _level_rates(level: Level) -> Sequence[float]:
    return level.rates_tps


def _pooled_scatter_and_degrees(
    levels: Sequence[Level], of: Callable[[Level], Sequence[float]] = _level_rates
) -> tuple[float, int]:
    """Return the pooled scatter of single runs, in shares of their level's mean, and its degrees.

    Of their rates, or of another figure. Nothing is known of it, and it is 0, where no level was
    repeated.
    """
    degrees = sum(len(level.runs) - 1 for level in levels)
    squares = 0.0
    for values in map(of, levels):
        mean = fmean(values)
        squares += float(((np.asarray(values) / mean - 1.0) ** 2).sum()) if mean > 0 else 0.0
    return math.sqrt(squares / max(degrees, 1)), degrees


WELL_BELOW = 0.9
"""Of the demand: a level whose rate is less by its upper end lies well below it."""


@dataclass(frozen=True, slots=True)
class PlainLevel:
    """What a level shows by itself of demands well above it."""

    users: int
    above_tps: float
    """For demands above this rate ..."""
    least_s: float
    """... the response time is at least so long, by the level's lower end."""


def find_plain_levels(levels: Sequence[Level], moved: Sequence[int]) -> tuple[PlainLevel, ...]:
    """Return the levels that show by themselves that a target is missed (MODEL P5.11).

    Repeated ones up to the knee, which nothing but storage or path limited, not in doubt, not
    `moved` by the monotone repair (their users), and no slower than any level of more users. Of
    levels by users; nothing where one of them drifts or where they state different think times.
    Ascending by rate and by response time: what says less than a level before it is left out.
    """
    sound = [level for level in levels if not level.is_distorted]
    if any(level.drifts for level in levels) or not has_one_think_time(levels):
        return ()
    rate_scatter, degrees = _pooled_scatter_and_degrees(sound)
    scatter, _ = _pooled_scatter_and_degrees(sound, of=_level_responses)
    able = [
        level
        for level in sound
        if len(level.runs) >= LEAST_RUNS
        and not (level.past_knee or level.host_bound or level.contaminated)
        and level.bottleneck is not Bottleneck.CONTENTION
        and level.users not in moved
        and level.is_bounded
    ]
    if not able or not degrees:
        return ()
    quantile, sure = t_quantile(degrees), t_quantile(degrees, 1.0 - 0.05 / len(able))
    errors = {level.users: _response_standard_error_s(level, scatter) for level in sound}
    found = []
    for level in able:
        response, error = _mean_response_s(level), errors[level.users]
        more = [other for other in sound if other.users > level.users]
        if any(
            _mean_response_s(other) < response - error
            or _mean_response_s(other) + quantile * errors[other.users] < response
            for other in more
        ):
            continue
        own = _pooled_scatter_and_degrees((level,))[0]
        off = quantile * max(own, rate_scatter) / math.sqrt(len(level.runs))
        above = level.rate_tps * (1.0 + off) / WELL_BELOW
        least = min(response - sure * error, *_lower_ends_and_greatest_run(level))
        found.append(PlainLevel(level.users, above, least))
    result: list[PlainLevel] = []
    for each in sorted(found, key=lambda each: each.above_tps):
        if each.least_s > (result[-1].least_s if result else 0.0):
            result.append(each)
    return tuple(result)


def _level_responses(level: Level) -> Sequence[float]:
    return level.responses_s


def _mean_response_s(level: Level) -> float:
    return fmean(level.responses_s)


def _response_standard_error_s(level: Level, pooled: float) -> float:
    """Return the standard error of a level's response time: the wider of own and pooled, s."""
    own = _pooled_scatter_and_degrees((level,), of=_level_responses)[0]
    return _mean_response_s(level) * max(own, pooled) / math.sqrt(len(level.runs))


def _lower_ends_and_greatest_run(level: Level) -> Sequence[float]:
    """Return the lower ends of percentiles that were not measured, and the greatest run."""
    return (*(low for low, _ in level.ends_s), max(level.responses_s))


@dataclass(frozen=True, slots=True)
class HostCpu:
    """Processor seconds of a transaction by rate, from the levels whose monitor tells them."""

    rates_tps: Floats
    """Ascending."""
    seconds: Floats


def build_host_cpu_by_rate(levels: Iterable[LoadLevel]) -> HostCpu | None:
    """Return what is known up to the knee; None where no monitor told the processors."""
    known = sorted(
        (level.rate_tps.point, level.host_cpu_s)
        for level in levels
        if level.host_cpu_s is not None
        and level.rate_tps.point is not None
        and not level.past_knee
    )
    if not known:
        return None
    rates, seconds = zip(*known, strict=True)
    return HostCpu(np.array(rates), np.array(seconds))


def host_cpu_at(known: HostCpu | None, rates_tps: Floats) -> Floats:
    """Read off between two levels, in seconds; NaN outside the levels: never extrapolated."""
    if known is None:
        return np.full(np.shape(rates_tps), np.nan)
    return np.interp(rates_tps, known.rates_tps, known.seconds, left=np.nan, right=np.nan)


def host_cpu_interval(known: HostCpu | None, rate_tps: float) -> Interval:
    """Return the figure at a rate, between those of the levels on both sides of it, in seconds."""
    if known is None or not known.rates_tps[0] <= rate_tps <= known.rates_tps[-1]:
        return UNKNOWN
    point = float(host_cpu_at(known, np.array([rate_tps]))[0])
    above = int(np.searchsorted(known.rates_tps, rate_tps))
    below = above if known.rates_tps[above] == rate_tps else above - 1
    ends = float(known.seconds[below]), float(known.seconds[above])
    return Interval(min(ends), point, max(ends))
