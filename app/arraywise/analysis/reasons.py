"""Why an option got its verdict, in a sentence with the figures that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.level import Bottleneck
from arraywise.analysis.load_curve import low_at
from arraywise.analysis.milliseconds import milliseconds
from arraywise.domain.decision import Verdict
from arraywise.domain.said import say

if TYPE_CHECKING:
    from arraywise.analysis.known_option import MeasuredOption
    from arraywise.analysis.load_curve import ResponseCurve
    from arraywise.analysis.question import Question
    from arraywise.domain.decision import Interval
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
    verdict: Verdict, measured: MeasuredOption, response: Interval, question: Question
) -> Said:
    """Say why an option got its verdict."""
    asked, curve = question.requirement, measured.curve
    if curve is None:
        return say(
            "No complete run of a transaction load measured its response time ({statistic}).",
            statistic=asked.statistic,
        )
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
    template = (
        _say_limit(verdict, measured)
        or _special_case(verdict, curve, response, question)
        or _SENTENCES[verdict]
    )
    named = {name: value for name, value in figures.items() if f"{{{name}:" in template}
    return say(template, **named)


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
