"""Whether users, rate, response time and think time can all be true at once (MODEL P2.3)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter
from statistics import fmean, median
from typing import TYPE_CHECKING

from arraywise.analysis.curves.statistics import mean_interval, standard_deviation
from arraywise.domain.messages import message
from arraywise.domain.requirement import DEFAULT_THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.curves.load_level import Level
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Thresholds
    from arraywise.domain.study import LoadRun

MENDED = 1 / 3
"""Of the error, at most, is left once its cause is mended: a response time that is small beside
the think time may be a thousand times as long or short, and little changes."""
ALIKE = 1.05
NEAR = 0.15
"""What was mended, or is alike, agrees within this share; who is off is judged by thresholds."""


@dataclass(frozen=True, slots=True)
class LittleCheck:
    """N = X (R + Z) at one level."""

    users: int
    error: float
    """X (R + Z) / N - 1."""
    think_s: float
    think_known: bool
    """False: the think time was taken from the levels themselves, as their median."""
    crowd: float = 0.0
    """X R / N - 1: above zero no think time can explain the level."""
    scatter: float = 0.0
    """As much error the runs' own scatter explains (95 %); 0 where the think time is stated."""

    doubtful_from: float = DEFAULT_THRESHOLDS.doubtful_law
    broken_from: float = DEFAULT_THRESHOLDS.broken_law

    @property
    def is_sure(self) -> bool:
        """The figures contradict each other whatever the think time was."""
        return self.think_known or self.crowd > self.broken_from

    @property
    def is_broken(self) -> bool:
        """More than 15 % off or what the study allows, beyond what runs scatter."""
        return abs(self.error) > max(self.broken_from, self.scatter)

    @property
    def is_doubtful(self) -> bool:
        """More than 5 % off or what the study allows, beyond what runs scatter, and not broken."""
        return abs(self.error) > max(self.doubtful_from, self.scatter) and not self.is_broken


def _stated_thinks(levels: Sequence[Level]) -> list[float]:
    return [r.think_time_s for x in levels for r in x.runs if r.think_time_s is not None]


def think_time(levels: Sequence[Level]) -> float | None:
    """Return the think time that the files state, or else the one that the levels imply.

    None where neither is possible: one level alone implies nothing that could be checked.
    """
    stated = _stated_thinks(levels)
    if stated:
        return median(stated)
    if len(levels) < 2:
        return None
    return median(x.users / x.rate_tps - fmean(x.responses_s) for x in levels)


def has_one_think_time(levels: Sequence[Level]) -> bool:
    """Return whether all think times that the files state agree within 5 %."""
    stated = _stated_thinks(levels)
    return not stated or max(stated) <= ALIKE * min(stated)


def check_littles_law(
    levels: Sequence[Level], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> tuple[LittleCheck, ...]:
    """Hold each level against the interactive law; levels carry mean response times.

    Without a think time in the files, N / X - R must not be below zero and must be the same at
    every level within what the runs scatter. So one level alone is only known to be wrong where
    more users would have been at work than there were.
    """
    stated = bool(_stated_thinks(levels))
    implied = think_time(levels)
    think = implied if stated and implied is not None else max(0.0, implied or 0.0)
    limits = thresholds.doubtful_law, thresholds.broken_law
    checks = tuple(
        _check_level(level, _stated_think(level, think), limits, stated=stated) for level in levels
    )
    if implied is None:
        return tuple(check for check in checks if check.crowd > check.doubtful_from)
    return checks


def _stated_think(level: Level, otherwise: float) -> float:
    """Return the think time that a level's own files state."""
    stated = _stated_thinks((level,))
    return median(stated) if stated else otherwise


def _check_level(
    level: Level, think_s: float, limits: tuple[float, float], *, stated: bool
) -> LittleCheck:
    response = fmean(level.responses_s)
    return LittleCheck(
        users=level.users,
        error=level.rate_tps * (response + think_s) / level.users - 1.0,
        think_s=think_s,
        think_known=stated,
        crowd=level.rate_tps * response / level.users - 1.0,
        scatter=0.0 if stated else _think_time_scatter(level),
        doubtful_from=limits[0],
        broken_from=limits[1],
    )


def _think_time_scatter(level: Level) -> float:
    """Return the 95 % half-width of N / X - R over N / X: what its runs leave open."""
    thinks = [
        level.users / rate - response
        for rate, response in zip(level.rates_tps, level.responses_s, strict=True)
    ]
    ends = mean_interval(thinks)
    if ends.high is None or ends.point is None:
        return 0.0
    return (ends.high - ends.point) * level.rate_tps / level.users


_UNIT_FACTORS = (60.0, 1_000.0, 1_000_000.0)
_UNIT_BAND = 1.5
"""A ratio within this factor of a unit factor counts as that unit."""
_SCATTERS = 4.0
"""A run is at fault when it lies this many standard deviations of the others away from them."""
_UNIT_SENTENCES = {
    ("rate", 60.0): "The rate looks like transactions per minute read as per second.",
    ("rate", 1 / 60.0): "The rate looks like transactions per second read as per minute.",
    ("response", 1_000.0): "The response time looks like milliseconds read as seconds.",
    ("response", 1 / 1_000.0): "The response time looks like seconds read as milliseconds.",
    ("response", 1_000_000.0): "The response time looks like microseconds read as seconds.",
    ("response", 1 / 1_000_000.0): "The response time looks like seconds read as microseconds.",
}


@dataclass(frozen=True, slots=True)
class RunFault:
    """A run that contradicts itself or the other runs of its level; it is left out."""

    run: LoadRun
    cause: Message


def find_faulty_runs(
    levels: Sequence[Level], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> tuple[RunFault, ...]:
    """Find single runs at fault, in levels whose other runs agree with each other.

    Two tests: a rate or response time that differs from the level's other runs by about a
    factor of 60, 1,000 or 10^6 is in another unit; a run that breaks the interactive law while
    the others keep it does not describe the same users. Levels carry mean response times.

    Source: MODEL P2.3, per run.
    """
    stated = think_time(levels) if _stated_thinks(levels) else None
    result: list[RunFault] = []
    for place, level in enumerate(levels):
        if len(level.runs) < 2:
            continue
        beside = [*levels[max(0, place - 1) : place], *levels[place + 1 : place + 2]]
        other_unit = _find_runs_in_other_unit(level, beside)
        result += other_unit
        left_out = {fault.run.run_id for fault in other_unit}
        think = None if stated is None else _stated_think(level, stated)
        result += _find_runs_breaking_law(level, left_out, think, thresholds.broken_law)
    return tuple(result)


def _find_runs_in_other_unit(level: Level, beside: Sequence[Level]) -> list[RunFault]:
    result = {}
    kinds = (
        ("rate", _rates_per_user(level), [_rates_per_user(x) for x in beside]),
        ("response", level.responses_s, [x.responses_s for x in beside]),
    )
    for kind, values, around in kinds:
        for place, factor in _find_values_in_other_unit(values, around):
            result[place] = RunFault(level.runs[place], _describe_unit_error(kind, factor))
    return [result[place] for place in sorted(result)]


def _rates_per_user(level: Level) -> list[float]:
    """Return the runs' rates a user, which levels have in common up to saturation."""
    return [rate / level.users for rate in level.rates_tps]


def _find_values_in_other_unit(
    values: Sequence[float], around: Sequence[Sequence[float]]
) -> list[tuple[int, float]]:
    """Return the places of values in another unit than the others, each with its factor.

    Those on the side further from the levels beside are at fault; all of them, where no level
    is beside and neither side is the larger one.
    """
    factors = {
        place: factor
        for place, value in enumerate(values)
        if (factor := _unit_factor(value / median([*values[:place], *values[place + 1 :]])))
    }
    odd = list(factors)
    rest = [place for place in range(len(values)) if place not in odd]
    if not odd:
        return []
    if len(values) == 2:
        odd, rest = [0], [1]
    if not around or not rest:
        return list(factors.items())
    usual = fmean(math.log(median(each)) for each in around)
    theirs, ours = (math.log(median([values[i] for i in side])) for side in (rest, odd))
    if abs(ours - usual) < abs(theirs - usual):
        odd, rest, ours, theirs = rest, odd, theirs, ours
    factor = _unit_factor(math.exp(ours - theirs))
    return [] if factor is None else [(place, factor) for place in odd]


def _unit_factor(ratio: float) -> float | None:
    for factor in _UNIT_FACTORS:
        for each in (factor, 1 / factor):
            if each / _UNIT_BAND < ratio < each * _UNIT_BAND:
                return each
    return None


def _describe_unit_error(kind: str, factor: float) -> Message:
    sentence = _UNIT_SENTENCES.get((kind, factor))
    if sentence is not None:
        return message(sentence)
    if kind == "rate":
        return message("Its rate is about {factor:,.6g} times that of the others.", factor=factor)
    return message(
        "Its response time is about {factor:,.6g} times that of the others.", factor=factor
    )


def _find_runs_breaking_law(
    level: Level, left_out: set[int], think_s: float | None, broken_from: float
) -> list[RunFault]:
    """Return runs that break the law alone: by a stated think time, or as more than all users."""
    each = zip(level.runs, level.rates_tps, level.responses_s, strict=True)
    errors = [
        (run, rate * (response + (think_s or 0.0)) / level.users - 1.0)
        for run, rate, response in each
        if run.run_id not in left_out
    ]
    result = []
    for run, error in errors:
        others = [other for another, other in errors if another is not run]
        if not others or (think_s is None and error < 0):
            continue
        usual = median(others)
        spread = standard_deviation(others, fmean(others)) if len(others) > 1 else 0.0
        far = abs(error - usual) > max(broken_from, _SCATTERS * spread)
        if abs(error) > broken_from and far and (abs(usual) <= broken_from or think_s is None):
            result.append(RunFault(run, describe_littles_law_mismatch(error)))
    return result if len(result) < len(errors) else []


_UNITS = (("rate", 60.0), ("rate", 1 / 60.0), ("response", 1_000.0), ("response", 1_000_000.0))
"""Mixed-up units that one level's mismatch can be explained by."""


def describe_littles_law_breach(levels: Sequence[Level], broken: Sequence[LittleCheck]) -> Message:
    """Describe what a gross mismatch looks like, by what would put every broken level right.

    Mixed-up units first; then users that were not there: the same number of them at work at
    every level, whatever was asked for (MODEL P2.3).
    """
    users = {check.users for check in broken}
    off = [level for level in levels if level.users in users]
    think = broken[0].think_s
    still_off = max(abs(check.error) for check in broken) * MENDED
    for kind, factor in (*_UNITS, ("response", 1 / 1_000.0)):
        of_rate, of_response = (1 / factor, 1.0) if kind == "rate" else (1.0, 1 / factor)
        if broken[0].think_known:
            mended = [_users_at_work(x, think, of_rate, of_response) / x.users for x in off]
        else:
            mended = _users_at_work_after_repair(levels, of_rate, of_response)
        if mended and max(abs(ratio - 1.0) for ratio in mended) <= min(NEAR, still_off):
            return message(_UNIT_SENTENCES[kind, factor])
    working = [_users_at_work(level, think) for level in off]
    if len(off) > 1 and max(working) <= (1 + NEAR) * min(working):
        return message(
            "About {users:.0f} users were active at every level, whatever was requested.",
            users=median(working),
        )
    return describe_littles_law_mismatch(max((check.error for check in broken), key=abs))


def _users_at_work_after_repair(
    levels: Sequence[Level], of_rate: float, of_response: float
) -> list[float]:
    """Return users at work over users by the think time that mended figures themselves imply.

    Empty where they imply none: with one level, or below zero.
    """
    thinks = [
        x.users / (x.rate_tps * of_rate) - fmean(x.responses_s) * of_response for x in levels
    ]
    think = median(thinks)
    if len(levels) < 2 or think < 0:
        return []
    return [_users_at_work(x, think, of_rate, of_response) / x.users for x in levels]


def _users_at_work(
    level: Level, think_s: float, of_rate: float = 1.0, of_response: float = 1.0
) -> float:
    return level.rate_tps * of_rate * (fmean(level.responses_s) * of_response + think_s)


@dataclass(frozen=True, slots=True)
class Population:
    """Users and think time that rates and response times imply, with what they leave open."""

    users: float
    think_s: float
    half_width_s: float
    """Largest error of a response time; a better pair of users and think time has a larger."""


def imply_population(rates_tps: Sequence[float], responses_s: Sequence[float]) -> Population:
    """Find the users and the think time that come nearest to explaining three systems or more.

    R = N / X - Z is a line in 1 / X, so this is the straight line with the least largest error
    (Chebyshev): three of the points have it, with alternating signs. Where that line asks for
    users or think times below zero, it is the one through the origin, without think time, of
    which two points tell.
    """
    half_width = attrgetter("half_width_s")
    points = sorted((1.0 / x, r) for x, r in zip(rates_tps, responses_s, strict=True))
    lines = (
        _population_through_three(*three)
        for three in combinations(points, 3)
        if three[0][0] < three[2][0]
    )
    free = max(lines, key=half_width)
    if free.users > 0 and free.think_s >= 0:
        return free
    return max(
        (_population_without_think_time(*two) for two in combinations(points, 2)),
        key=attrgetter("half_width_s"),
    )


def _population_through_three(
    left: tuple[float, float], middle: tuple[float, float], right: tuple[float, float]
) -> Population:
    users = (right[1] - left[1]) / (right[0] - left[0])
    above = middle[1] - (left[1] + users * (middle[0] - left[0]))
    return Population(users, users * left[0] - left[1] - above / 2, abs(above) / 2)


def _population_without_think_time(
    left: tuple[float, float], right: tuple[float, float]
) -> Population:
    users = (left[1] + right[1]) / (left[0] + right[0])
    return Population(users, 0.0, abs(left[1] - users * left[0]))


def describe_littles_law_mismatch(error: float) -> Message:
    """Describe what a gross mismatch looks like: mixed-up units, or users that were not there."""
    for kind, factor in _UNITS:
        if 0.7 < (1.0 + error) / factor < 1.4:
            return message(_UNIT_SENTENCES[kind, factor])
    if error < 0:
        return message("Fewer users were active than stated.")
    return message("More users were active than stated.")
