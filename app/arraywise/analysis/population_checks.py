"""Whether options that were tested at one load each can have had the same users at work."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.analysis.audit_case import name_files
from arraywise.analysis.levels import MEAN
from arraywise.analysis.littles_law import imply_population
from arraywise.analysis.milliseconds import milliseconds
from arraywise.analysis.remarks import Remark
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit_case import Case

LEAST_SHARE = 0.02
"""Of the mean response time: TR-3105 prints 5 ms of about 250 (MODEL P2.3)."""


def find_unlike_users(case: Case) -> Iterator[Remark]:
    """Three options or more at one level each fit no one number of users and think time.

    Where options were tested at several levels, each one's own levels tell more; where files
    state think times, Little's law does.
    """
    if case.question.requirement.statistic != MEAN:
        return
    tested = [known for known, _ in case.options()]
    levels = [known.measured.levels[0] for known in tested]
    rates = [level.rate_tps for level in levels]
    stated = all(run.think_time_s is not None for level in levels for run in level.runs)
    several = any(len(known.measured.levels) > 1 for known in tested)
    if len(set(rates)) < 3 or several or stated:
        return
    responses = [fmean(level.responses_s) for level in levels]
    off_s = imply_population(rates, responses).half_width_s
    if off_s <= LEAST_SHARE * fmean(responses):
        return
    names = tuple(known.facts.option.name for known in tested)
    yield Remark(
        names,
        say(
            "No one number of users and think time explains the rates and response times of "
            "{options}: at least one mean is off by {off:.1f} ms or more.",
            options=", ".join(names),
            off=milliseconds(off_s),
        ),
        say("They were loaded differently, or a figure is wrong; compare them with care."),
        name_files(run for level in levels for run in level.runs),
    )
