"""Why an option got its verdict, in a sentence with the figures that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.contamination import in_doubt
from arraywise.analysis.level import Bottleneck
from arraywise.analysis.levels import is_usable
from arraywise.analysis.load_curve import low_at
from arraywise.analysis.milliseconds import milliseconds
from arraywise.domain.decision import Contaminated, Verdict
from arraywise.domain.evidence import HIGH_END, LOW_END
from arraywise.domain.requirement import STATISTICS
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.known_option import KnownOption, MeasuredOption
    from arraywise.analysis.load_curve import ResponseCurve
    from arraywise.analysis.question import Question
    from arraywise.domain.decision import Contamination, Interval
    from arraywise.domain.facts import LoadRun
    from arraywise.domain.said import Said

_SENTENCES = {
    Verdict.PASS_MEASURED: (
        "At {demand:.1f} tx/s it answers in {high:,.10g} ms or less (95 %), within the target of "
        "{target:,.10g} ms, by measurement."
    ),
    Verdict.PASS_MODELLED: (
        "At {demand:.1f} tx/s it answers in {high:,.10g} ms or less (95 %), within the target of "
        "{target:,.10g} ms; this leans on a queueing model that fits all its levels."
    ),
    Verdict.FAIL_CAPACITY: (
        "By a queueing model that fits all its levels it cannot carry more than {ceiling:.1f} "
        "tx/s; {demand:.1f} tx/s are asked for."
    ),
    Verdict.UNDETERMINED: (
        "At {demand:.1f} tx/s its response time lies between {low:,.10g} and {high:,.10g} ms "
        "(95 %), on both sides of the target of {target:,.10g} ms."
    ),
    Verdict.NOT_DEMONSTRATED: (
        "{demand:.1f} tx/s were not shown; the most that was measured is {top:.1f} tx/s "
        "({shown:.1f} with 95 % confidence)."
    ),
    Verdict.NOT_COMPARABLE: (
        "Above {comparable:.1f} tx/s the database host's processors were the limit, so at "
        "{demand:.1f} tx/s the response time is not the storage's."
    ),
}

_LIMITS = {
    Bottleneck.INVALID: (
        "Above {comparable:.1f} tx/s users, rate and response time contradict each other, so "
        "nothing is judged at {demand:.1f} tx/s."
    ),
    Bottleneck.CLIENT: (
        "Above {comparable:.1f} tx/s the host that made the load was the limit, so at "
        "{demand:.1f} tx/s the response time is not the storage's."
    ),
    Bottleneck.PAGING: (
        "Above {comparable:.1f} tx/s the database host paged memory, so at {demand:.1f} tx/s the "
        "response time is not the storage's."
    ),
    Bottleneck.STOLEN: (
        "Above {comparable:.1f} tx/s other virtual machines took the processors, so at "
        "{demand:.1f} tx/s the response time is not the storage's."
    ),
}


def say_reason(
    verdict: Verdict,
    known: KnownOption,
    response: Interval,
    question: Question,
) -> Said:
    """Say why an option got its verdict."""
    measured, runs = known.measured, known.facts.load_runs
    asked, curve = question.requirement, measured.curve
    if curve is None:
        return _describe_missing(runs, asked.statistic)
    figures = {
        "demand": question.demand_tps,
        "target": milliseconds(asked.response_time_s),
        "low": milliseconds(_least_response(verdict, curve, response, question)),
        "high": milliseconds(response.high or 0.0),
        "top": curve.top_tps,
        "shown": curve.demonstrated_tps,
        "comparable": curve.comparable_tps,
        "ceiling": curve.ceiling_tps or 0.0,
    }
    doubt = in_doubt(curve.doubts, question.demand_tps, asked.response_time_s)
    if verdict is Verdict.UNDETERMINED and doubt is not None:
        return _describe_doubt(doubt, response, question.demand_tps)
    template = (
        _say_limit(verdict, measured)
        or _special_case(verdict, curve, response, question)
        or _SENTENCES[verdict]
    )
    named = {name: value for name, value in figures.items() if f"{{{name}:" in template}
    return say(template, **named)


def _describe_missing(runs: Sequence[LoadRun], statistic: str) -> Said:
    """Say which statistics the files hold instead of the one that is asked for."""
    held = {name for run in runs if is_usable(run) for name, _ in run.responses_s}
    offered = [name for name in STATISTICS if name in held or name + HIGH_END in held]
    least = [dict(r.responses_s).get(statistic + LOW_END) for r in runs if is_usable(r)]
    known = [low for low in least if low is not None]
    if not offered:
        return say("No complete run of a transaction load measured its response time.")
    if known:
        return say(
            "Its files bound {statistic} from below only ({low:,.10g} ms or more); they hold "
            "{held}. Choose another statistic, or add results with {statistic}.",
            statistic=statistic,
            low=milliseconds(min(known)),
            held=", ".join(offered),
        )
    return say(
        "Its files hold {held}, not {statistic}. Choose another statistic, or add results with "
        "{statistic}.",
        statistic=statistic,
        held=", ".join(offered),
    )


_DOUBTS = {
    Contaminated.ORDER: (
        "Not shown: the runs at {users} users answer more slowly than those with more users, so "
        "something else disturbed them. Repeat {users} users."
    ),
    Contaminated.CHORD: (
        "Not shown: the runs at {users} users answer more slowly than the levels beside them "
        "allow, so something else disturbed them. Repeat {users} users."
    ),
    Contaminated.FOREIGN_WORK: (
        "Not shown: with {users} users the host did more work for a transaction than at the other "
        "levels, so something else ran beside the load. Repeat {users} users."
    ),
    Contaminated.MOVING: (
        "Not shown: the rate at {users} users still moved; by the end of its runs the response "
        "time was about {end:,.10g} ms. Repeat {users} users with longer runs."
    ),
}
_WITHOUT_THE_LEVEL = {
    Contaminated.ORDER: (
        "Not shown: the runs at {users} users answer more slowly than those with more users, so "
        "something else disturbed them. Without them it answers in {low:,.10g} to {high:,.10g} ms "
        "(95 %) at {demand:.1f} tx/s. Repeat {users} users."
    ),
    Contaminated.CHORD: (
        "Not shown: the runs at {users} users answer more slowly than the levels beside them "
        "allow, so something else disturbed them. Without them it answers in {low:,.10g} to "
        "{high:,.10g} ms (95 %) at {demand:.1f} tx/s. Repeat {users} users."
    ),
    Contaminated.FOREIGN_WORK: (
        "Not shown: with {users} users the host did more work for a transaction than at the other "
        "levels, so something else ran beside the load. Without them it answers in {low:,.10g} to "
        "{high:,.10g} ms (95 %) at {demand:.1f} tx/s. Repeat {users} users."
    ),
}


def _describe_doubt(doubt: Contamination, response: Interval, demand_tps: float) -> Said:
    """Say which level is in doubt, what the others leave open and which test settles it."""
    if doubt.end_s is not None:
        return say(_DOUBTS[doubt.kind], users=doubt.users, end=milliseconds(doubt.end_s))
    if response.low is None or response.high is None:
        return say(_DOUBTS[doubt.kind], users=doubt.users)
    low, high = milliseconds(response.low), milliseconds(response.high)
    template = _WITHOUT_THE_LEVEL[doubt.kind]
    return say(template, users=doubt.users, low=low, high=high, demand=demand_tps)


def _say_limit(verdict: Verdict, measured: MeasuredOption) -> str | None:
    """Say what else than the database host's processors was the limit."""
    first = next((level for level in measured.levels if level.host_bound), None)
    if verdict is not Verdict.NOT_COMPARABLE or first is None:
        return None
    return _LIMITS.get(first.bottleneck)


def _special_case(
    verdict: Verdict, curve: ResponseCurve, response: Interval, question: Question
) -> str | None:
    if verdict is Verdict.FAIL:
        return _say_failure(curve, question)
    if verdict is Verdict.NO_DATA:
        return "One level of {top:.1f} tx/s says nothing of {demand:.1f} tx/s."
    if verdict is Verdict.UNDETERMINED:
        return _say_undetermined(curve, response)
    if verdict is Verdict.PASS_MEASURED and response.point is None:
        return (
            "{demand:.1f} tx/s lie below its first level, where it answers in {high:,.10g} ms or "
            "less (95 %), within the target of {target:,.10g} ms."
        )
    return None


def _least_response(
    verdict: Verdict, curve: ResponseCurve, response: Interval, question: Question
) -> float:
    """Return the 95 % lower end at the demand; of a failure, at what can be judged of it."""
    if verdict is Verdict.FAIL:
        judged = min(question.demand_tps, curve.comparable_tps)
        return float(low_at(curve, np.array([judged]))[0])
    return response.low or 0.0


def _say_failure(curve: ResponseCurve, question: Question) -> str:
    if question.demand_tps > curve.comparable_tps:
        return (
            "Even at the most that can be judged it answers in {low:,.10g} ms or more (95 %), "
            "above the target of {target:,.10g} ms; {demand:.1f} tx/s are asked for."
        )
    return (
        "At {demand:.1f} tx/s it answers in {low:,.10g} ms or more (95 %), above the target of "
        "{target:,.10g} ms."
    )


def _say_undetermined(curve: ResponseCurve, response: Interval) -> str | None:
    if not curve.scatter_known:
        return (
            "No level was repeated, so the interval at {demand:.1f} tx/s leaves out how runs "
            "scatter."
        )
    if response.low is None:
        return (
            "{demand:.1f} tx/s lie below its first level, where it answers in up to {high:,.10g} "
            "ms (95 %); the target is {target:,.10g} ms."
        )
    return None
