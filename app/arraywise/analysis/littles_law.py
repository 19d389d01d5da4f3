"""Whether users, rate, response time and think time can all be true at once (MODEL P2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING

from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.levels import Level
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


def diagnose(error: float) -> Said:
    """Say what a gross mismatch looks like: mixed-up units, or users that were not there."""
    for factor, sentence in _FACTORS:
        if 0.7 < (1.0 + error) / factor < 1.4:
            return say(sentence)
    if error < 0:
        return say("Fewer users than stated seem to have been working.")
    return say("More users than stated seem to have been working.")
