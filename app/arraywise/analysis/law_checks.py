"""Checks that users, rates and response times can all be true (MODEL P2.3 and P2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.asymptotic_bounds import levels_outside
from arraywise.analysis.audit_case import name_files, name_users
from arraywise.analysis.level import drawn_levels
from arraywise.analysis.levels import MEAN, mean_levels
from arraywise.analysis.littles_law import check_littles_law, explain_breach, think_time
from arraywise.analysis.remarks import Remark
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.audit_case import Case
    from arraywise.analysis.level import Level
    from arraywise.analysis.littles_law import LittleCheck
    from arraywise.domain.said import Said


def find_littles_breaches(case: Case) -> Iterator[Remark]:
    """Users, rate and response time contradict each other by more than 15 % (MODEL P2.3)."""
    for name, levels in _mean_levels(case):
        checks = check_littles_law(levels, case.question.thresholds)
        broken = [c for c in checks if c.is_broken]
        if broken:
            yield _little_remark(name, levels, broken, explain_breach(levels, broken))


def find_runs_at_fault(case: Case) -> Iterator[Remark]:
    """Single runs that contradict the others of their level; they are left out (MODEL P2.3)."""
    for known, _ in case.options():
        name = known.facts.option.name
        for fault in known.measured.faults:
            yield Remark(
                (name,),
                say(
                    "{option}: a run at {users} users contradicts the others of its level and "
                    "was left out.",
                    option=name,
                    users=fault.run.users,
                ),
                fault.cause,
                name_files((fault.run,)),
            )


def find_impossible_levels(case: Case) -> Iterator[Remark]:
    """Levels beyond the asymptotic bounds (MODEL P2.4).

    The demands are those of the accepted queueing model; without one the think time alone
    bounds the rate: N / Z.
    """
    if case.question.requirement.statistic != MEAN:
        return
    for known, _ in case.options():
        levels, curve = known.measured.levels, known.measured.curve
        think = think_time(levels)
        if curve is None or think is None:
            continue
        fit = None if curve.fits is None else curve.fits[0]
        demands = () if fit is None else (fit.bottleneck_s, fit.rest_s)
        outside = levels_outside(drawn_levels(levels), demands, think)
        if outside:
            name = known.facts.option.name
            yield Remark(
                (name,),
                say(
                    "{option}: at {users} users it is faster than its service times allow.",
                    option=name,
                    users=name_users(outside),
                ),
                say(
                    "Where the other levels hold, this one is impossible: its users, rate or "
                    "response time are wrong."
                ),
                name_files(run for level in outside for run in level.runs),
            )


def find_littles_doubts(case: Case) -> Iterator[Remark]:
    """The same by 5 to 15 %."""
    consequence = say("Check the number of active users and the think time.")
    for name, levels in _mean_levels(case):
        checks = check_littles_law(levels, case.question.thresholds)
        off = [c for c in checks if c.is_doubtful]
        if off:
            yield _little_remark(name, levels, off, consequence)


def _mean_levels(case: Case) -> Iterator[tuple[str, Sequence[Level]]]:
    """Little's law holds for means, whatever statistic is asked for."""
    for known, _ in case.options():
        yield known.facts.option.name, mean_levels(known.facts.load_runs, case.question.thresholds)


def _little_remark(
    name: str, levels: Sequence[Level], off: Sequence[LittleCheck], consequence: Said
) -> Remark:
    worst = max(off, key=lambda c: abs(c.error))
    users = {check.users for check in off}
    template = (
        "{option}: rate x (response + think time of {think:.2f} s) is {percent:+.0f} % off the "
        "number of users at {users} users."
        if worst.think_known
        else "{option}: the think time that rate and response time imply is not constant; "
        "{percent:+.0f} % off at {users} users."
    )
    figures = {"think": worst.think_s} if worst.think_known else {}
    return Remark(
        (name,),
        say(
            template,
            option=name,
            percent=100 * worst.error,
            users=name_users(level for level in levels if level.users in users),
            **figures,
        ),
        consequence,
        name_files(run for level in levels if level.users in users for run in level.runs),
    )
