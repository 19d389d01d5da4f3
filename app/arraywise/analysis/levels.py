"""The runs of an option sorted into load levels: what the response curve is drawn through."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import groupby
from pathlib import PurePath
from statistics import median
from typing import TYPE_CHECKING

from arraywise.analysis.bottleneck import host_cpu_s, name_bottlenecks
from arraywise.analysis.contamination import find_contaminated
from arraywise.analysis.host_use import median_busy
from arraywise.analysis.level import NOT_AS_TESTED, NOT_STORAGE, Bottleneck, Level
from arraywise.analysis.littles_law import RunFault, check_littles_law, find_faulty_runs
from arraywise.analysis.repetitions import mean_interval
from arraywise.domain.decision import Interval, LoadLevel
from arraywise.domain.evidence import HIGH_END, LOW_END
from arraywise.domain.thresholds import DEFAULT_THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.facts import LoadRun
    from arraywise.domain.thresholds import Thresholds

MEAN = "mean"
LEAST_SECONDS = 30
"""So many equal rates, one after the other, no second run has."""


def response_of(run: LoadRun, statistic: str) -> float | None:
    """Return a run's response time by one statistic, None where it was not measured.

    Of a percentile that is only known to lie between two ends, their geometric mean.

    Nothing answers in no time: a printed zero is less than the tool can tell.
    """
    known = dict(run.responses_s)
    found = known.get(statistic)
    if found is None:
        low, high = known.get(statistic + LOW_END), known.get(statistic + HIGH_END)
        found = math.sqrt(low * high) if low and high else None
    return found if found is not None and found > 0 else None


def _ends_of(run: LoadRun, statistic: str) -> tuple[float, float] | None:
    """Return the ends between which a run's percentile lies, where it was not measured itself."""
    known = dict(run.responses_s)
    low, high = known.get(statistic + LOW_END), known.get(statistic + HIGH_END)
    return None if statistic in known or not low or not high else (low, high)


def is_usable(run: LoadRun) -> bool:
    """Say whether a run can be used at all: it ended and completed transactions."""
    return run.complete and run.rate_tps > 0 and run.users > 0


def distinct_runs(runs: Iterable[LoadRun]) -> tuple[LoadRun, ...]:
    """Leave out runs that two files tell of (a tool's XML and JSON); they are no repetitions.

    Two runs count as one when users, rate and every response time are the same figures and
    their files are of different kinds; a repetition comes in a file of the same kind. Of the same
    kind they are one where every second had the same rate: a file that was saved once more.
    """
    kept: dict[object, LoadRun] = {}
    found = []
    for run in runs:
        told = run.users, round(run.rate_tps, 2), frozenset(run.responses_s)
        first = kept.setdefault(told, run)
        alike = PurePath(first.file).suffix == PurePath(run.file).suffix
        if first is run or (alike and not _went_alike(first, run)):
            found.append(run)
    return tuple(found)


def _went_alike(first: LoadRun, run: LoadRun) -> bool:
    """Say whether two runs are known by the second, and were the same in every one."""
    ours, theirs = first.rates_tps, run.rates_tps
    if ours is None or theirs is None or len(ours) < LEAST_SECONDS:
        return False
    return tuple(ours) == tuple(theirs)


def sort_levels(
    runs: Iterable[LoadRun], statistic: str, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> tuple[Level, ...]:
    """Group usable runs by users, ascending; levels beyond the highest rate are marked.

    Source: MODEL P5 (knee: the level of the highest mean rate; of those whose figures hold).
    """
    usable = _sound_runs(runs, thresholds)
    levels = _sort_runs(usable, statistic)
    broken = _broken_users(usable, thresholds)
    limits = [
        Bottleneck.INVALID if level.users in broken else limit
        for level, limit in zip(levels, name_bottlenecks(levels, thresholds), strict=True)
    ]
    left_out = NOT_AS_TESTED if thresholds.as_tested else NOT_STORAGE
    limited = [
        replace(level, bottleneck=limit, host_bound=limit in left_out)
        for level, limit in zip(levels, limits, strict=True)
    ]
    sound = [level for level in limited if not level.is_distorted] or limited
    knee = max(sound, key=lambda level: level.rate_tps, default=None)
    placed = [
        replace(level, past_knee=knee is not None and level.users > knee.users)
        for level in limited
    ]
    in_doubt = find_contaminated([level for level in placed if not level.is_distorted])
    return tuple(replace(x, contaminated=in_doubt.get(x.users)) for x in placed)


def mean_levels(
    runs: Iterable[LoadRun], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> list[Level]:
    """Group usable runs by users, by their mean response times: Little's law holds for these."""
    return _sort_runs(_sound_runs(runs, thresholds), MEAN)


def faulty_runs(
    runs: Iterable[LoadRun], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> tuple[RunFault, ...]:
    """Return usable runs that contradict themselves or the others of their level."""
    usable = (r for r in distinct_runs(runs) if is_usable(r))
    return find_faulty_runs(_sort_runs(usable, MEAN), thresholds)


def _sound_runs(runs: Iterable[LoadRun], thresholds: Thresholds) -> list[LoadRun]:
    usable = [r for r in distinct_runs(runs) if is_usable(r)]
    at_fault = {f.run.run_id for f in find_faulty_runs(_sort_runs(usable, MEAN), thresholds)}
    return [r for r in usable if r.run_id not in at_fault]


def _sort_runs(runs: Iterable[LoadRun], statistic: str) -> list[Level]:
    measured = [r for r in runs if response_of(r, statistic) is not None]
    measured.sort(key=lambda r: (r.users, r.run_id))
    return [
        _make_level(users, tuple(group), statistic)
        for users, group in groupby(measured, key=lambda r: r.users)
    ]


def _broken_users(runs: Iterable[LoadRun], thresholds: Thresholds) -> set[int]:
    """Return the levels whose figures cannot all be true.

    By a think time that the files state, or because more users were at work than there were.

    Source: MODEL P2.3 (more than 15 % off the interactive law: invalid) and P4 rule 0.
    """
    checks = check_littles_law(_sort_runs(runs, MEAN), thresholds)
    return {check.users for check in checks if check.is_sure and check.is_broken}


def _make_level(users: int, runs: tuple[LoadRun, ...], statistic: str) -> Level:
    responses = (response_of(r, statistic) for r in runs)
    uses = [r.host_use for r in runs]
    return Level(
        users=users,
        runs=runs,
        rates_tps=tuple(r.rate_tps for r in runs),
        responses_s=tuple(s for s in responses if s is not None),
        host_busy=median_busy(uses),
        host_bound=False,
        ends_s=tuple(ends for r in runs if (ends := _ends_of(r, statistic)) is not None),
    )


def level_response(level: Level, statistic: str) -> Interval:
    """Return a level's response time with its interval, s; wide enough for percentiles' ends."""
    found = response_interval(level.responses_s, statistic)
    if not level.ends_s or found.point is None:
        return found
    lows, highs = zip(*level.ends_s, strict=True)
    low = min(*lows, found.low if found.low is not None else found.point)
    return Interval(low, found.point, max(*highs, found.high or found.point))


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
