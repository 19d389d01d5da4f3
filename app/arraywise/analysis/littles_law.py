"""Whether users, rate, response time and think time can all be true at once (MODEL P2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median
from typing import TYPE_CHECKING

from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.level import Level
    from arraywise.domain.said import Said

OK, DOUBTFUL = 0.05, 0.15


@dataclass(frozen=True, slots=True)
class LittleCheck:
    """N = X (R + Z) at one level."""

    users: int
    error: float
    """X (R + Z) / N - 1."""
    think_s: float
    think_known: bool
    """False: the think time was taken from the levels themselves, as their median."""


def think_time(levels: Sequence[Level]) -> float | None:
    """Return the think time that the files state, or else the one that the levels imply.

    None where neither is possible: one level alone implies nothing that could be checked.
    """
    stated = [r.think_time_s for x in levels for r in x.runs if r.think_time_s is not None]
    if stated:
        return median(stated)
    if len(levels) < 2:
        return None
    return median(x.users / x.rate_tps - fmean(x.responses_s) for x in levels)


def check_littles_law(levels: Sequence[Level]) -> tuple[LittleCheck, ...]:
    """Hold each level against the interactive law; levels carry mean response times.

    Without a think time in the files, N / X - R must be the same at every level, so one level
    alone cannot be checked.
    """
    think = think_time(levels)
    if think is None:
        return ()
    stated = any(run.think_time_s is not None for level in levels for run in level.runs)
    return tuple(
        LittleCheck(
            users=level.users,
            error=level.rate_tps * (fmean(level.responses_s) + think) / level.users - 1.0,
            think_s=think,
            think_known=stated,
        )
        for level in levels
    )


_FACTORS = (
    (60.0, "The rate looks like transactions per minute read as per second."),
    (1 / 60.0, "The rate looks like transactions per second read as per minute."),
    (1_000.0, "The response time looks like milliseconds read as seconds."),
    (1_000_000.0, "The response time looks like microseconds read as seconds."),
)


_UNITS = (
    (1 / 60, 1.0, "The rate looks like transactions per minute read as per second."),
    (60.0, 1.0, "The rate looks like transactions per second read as per minute."),
    (1.0, 1e-3, "The response time looks like milliseconds read as seconds."),
    (1.0, 1e3, "The response time looks like seconds read as milliseconds."),
    (1.0, 1e-6, "The response time looks like microseconds read as seconds."),
)
"""Factors of rate and response time that would put it right, and what then happened."""


def explain_breach(levels: Sequence[Level], broken: Sequence[LittleCheck]) -> Said:
    """Say what a gross mismatch looks like, by what would put every broken level right.

    Mixed-up units first; then users that were not there: the same number of them at work at
    every level, whatever was asked for (MODEL P2.3).
    """
    users = {check.users for check in broken}
    off = [level for level in levels if level.users in users]
    think = broken[0].think_s
    for of_rate, of_response, sentence in _UNITS if broken[0].think_known else ():
        mended = [_users_at_work(x, think, of_rate, of_response) / x.users for x in off]
        if all(abs(ratio - 1.0) <= DOUBTFUL for ratio in mended):
            return say(sentence)
    working = [_users_at_work(level, think) for level in off]
    if len(off) > 1 and max(working) <= (1 + DOUBTFUL) * min(working):
        return say(
            "About {users:.0f} users were at work at every level, whatever was asked for.",
            users=median(working),
        )
    return diagnose(max((check.error for check in broken), key=abs))


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
    (Chebyshev): three of the points have it, with alternating signs.
    """
    points = sorted((1.0 / x, r) for x, r in zip(rates_tps, responses_s, strict=True))
    return max((_through(*three) for three in combinations(points, 3)), key=_half_width)


def _half_width(population: Population) -> float:
    return population.half_width_s


def _through(
    left: tuple[float, float], middle: tuple[float, float], right: tuple[float, float]
) -> Population:
    users = (right[1] - left[1]) / (right[0] - left[0])
    above = middle[1] - (left[1] + users * (middle[0] - left[0]))
    return Population(users, users * left[0] - left[1] - above / 2, abs(above) / 2)


def diagnose(error: float) -> Said:
    """Say what a gross mismatch looks like: mixed-up units, or users that were not there."""
    for factor, sentence in _FACTORS:
        if 0.7 < (1.0 + error) / factor < 1.4:
            return say(sentence)
    if error < 0:
        return say("Fewer users than stated seem to have been working.")
    return say("More users than stated seem to have been working.")
