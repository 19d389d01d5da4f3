"""The report's charts, drawn as vectors from the values of the answer."""

from __future__ import annotations

import math
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.decision import Interval
from arraywise.domain.said import say
from arraywise.report.charts.pen import cut
from arraywise.report.charts.plot import Plot
from arraywise.report.styles import look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer, LoadLevel, OptionAnswer
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout

_HEIGHT = 290.0
_LOW_HEIGHT = 190.0


def response_chart(layout: Layout, content: ReportContent) -> Drawing:
    """Draw response time (ms) against load (transactions a second) of all options.

    Measured points with 95 % intervals and a smooth line through them, the interval that the
    answer is read off as a band (MODEL P5), the demand and the target. Hollow and dotted: not
    comparable or past the knee.
    """
    answer = content.answer
    requirement = answer.requirement
    target = requirement.response_time_s * 1000
    right = max([answer.demand_tps, *(_point(v.rate_tps) for v in _levels(answer))]) * 1.06
    plot = Plot(layout, (0.0, right), (0.0, _top(answer, target)), _HEIGHT)
    plot.shade(min(answer.demand_tps, right), target)
    plot.axes(layout.text(say("Transactions per second")), layout.text(say("Response time, ms")))
    label = say("Target {ms:,.10g} ms, {statistic}", ms=target, statistic=requirement.statistic)
    plot.target(target, layout.text(label))
    plot.demand(answer.demand_tps, layout.text(say("Demand {tps:.1f}", tps=answer.demand_tps)))
    for option in answer.options:
        _draw_curve(plot, option, _line(option))
    for option in answer.options:
        _draw_levels(plot, option)
        _name_curve(plot, layout, option, _line(option))
    return plot.finish()


def throughput_chart(layout: Layout, answer: Answer) -> Drawing:
    """Draw the transaction rate against the number of users of all options."""
    users = max((v.users for v in _levels(answer)), default=1)
    rate = max([answer.demand_tps, *(_point(v.rate_tps) for v in _levels(answer))]) * 1.12
    plot = Plot(layout, (0.0, users * 1.04), (0.0, rate), _LOW_HEIGHT)
    plot.axes(layout.text(say("Users")), layout.text(say("Transactions per second")))
    plot.target(answer.demand_tps, layout.text(say("Demand {tps:.1f}", tps=answer.demand_tps)))
    for option in answer.options:
        shown, levels = look(option.option), option.levels
        points = [(float(v.users), _point(v.rate_tps)) for v in levels]
        plot.line(points, shown)
        for level, (x, _) in zip(levels, points, strict=True):
            plot.point(_exact(x), level.rate_tps, shown, hollow=_does_not_count(level))
        if points:
            plot.name(_name(layout, option), points[-1], shown)
    return plot.finish()


def has_levels(answer: Answer) -> bool:
    """Say whether there is anything to draw."""
    return any(True for _ in _levels(answer))


def levels_above(answer: Answer) -> int:
    """Count the measured levels that lie above the response-time chart."""
    top = _top(answer, answer.requirement.response_time_s * 1000)
    return sum(_point(v.response_s) * 1000 > top for v in _levels(answer))


def _line(option: OptionAnswer) -> list[tuple[float, float]]:
    """Return the line through an option's levels, in 1/s and ms."""
    return [(rate, s * 1000) for rate, s in option.line]


def _draw_curve(plot: Plot, option: OptionAnswer, line: list[tuple[float, float]]) -> None:
    shown = look(option.option)
    low = [(p.rate_tps, p.low_s * 1000) for p in option.curve]
    high = [(p.rate_tps, p.high_s * 1000) for p in option.curve]
    plot.band(low, high, shown)
    used = [level for level in option.levels if not level.past_knee]
    sound = [_point(level.rate_tps) for level in used if not level.host_bound]
    last = max(sound, default=0.0) if len(sound) < len(used) else math.inf
    before = [p for p in line if p[0] <= last]
    plot.line(before, shown)
    plot.line([*before[-1:], *(p for p in line if p[0] > last)], shown, dotted=True)


def _draw_levels(plot: Plot, option: OptionAnswer) -> None:
    for level in option.levels:
        response = _in_ms(level.response_s)
        plot.point(level.rate_tps, response, look(option.option), hollow=_does_not_count(level))


def _name_curve(
    plot: Plot, layout: Layout, option: OptionAnswer, line: list[tuple[float, float]]
) -> None:
    ends = line or [(_point(v.rate_tps), _point(v.response_s) * 1000) for v in option.levels]
    visible = [end for end in ends if end[1] <= plot.y.high]
    if visible:
        plot.name(_name(layout, option), visible[-1], look(option.option))


def _top(answer: Answer, target: float) -> float:
    """Return the highest response time drawn, ms: all that counts, within reason.

    That is up to 2.5 times the target, or a little above what options show at the demand.
    """
    points = [o.response_s.point * 1000 for o in answer.options if o.response_s.point]
    reach = max(target * 2.5, median(points) * 1.3 if points else 0.0)
    counted = [
        (v.response_s.high or _point(v.response_s)) * 1000
        for v in _levels(answer)
        if not v.past_knee
    ]
    return min(max([target * 1.35, *counted]) * 1.04, reach)


def _levels(answer: Answer) -> Iterator[LoadLevel]:
    return (level for option in answer.options for level in option.levels)


def _does_not_count(level: LoadLevel) -> bool:
    return level.host_bound or level.past_knee


def _point(interval: Interval) -> float:
    return interval.point if interval.point is not None else 0.0


def _exact(value: float) -> Interval:
    return Interval(None, value, None)


def _in_ms(interval: Interval) -> Interval:
    ends = (interval.low, interval.point, interval.high)
    low, point, high = (None if end is None else end * 1000 for end in ends)
    return Interval(low, point, high)


def _name(layout: Layout, option: OptionAnswer) -> str:
    return cut(layout.text(option.option.name))
