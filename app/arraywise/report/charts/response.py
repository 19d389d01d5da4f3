"""Response curves, hosts, frontier, load and data by the month."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.decision import Interval, merit
from arraywise.domain.messages import message
from arraywise.domain.requirement import STATE_WORDS, Goal
from arraywise.present.charts.axes import Axis, truncate
from arraywise.present.charts.runway import (
    RunwayFrame,
    month_ticks,
    note_position,
    pane_ticks,
    plan_runway,
    shown_decimals,
)
from arraywise.present.figures import has_transactions
from arraywise.present.labels import FRONTIER_TITLE, price_in_thousands, price_of_point
from arraywise.present.runway import describe_lasting
from arraywise.report.charts.plot import DOTTED, TYPE, PaperPlot, Pen, width_of
from arraywise.report.pdf.marks import filled_box, marker, new_drawing
from arraywise.report.pdf.style import colour, look

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer, LoadLevel, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.runway import Runway
    from arraywise.present.charts.axes import XY
    from arraywise.present.charts.runway import Crossing, PaneLine, RunwayPane, RunwayPlan
    from arraywise.report.content import HostRun, ReportContent
    from arraywise.report.pdf.layout import PageLayout


_HEIGHT = 290.0
_LOW_HEIGHT = 190.0


def response_chart(layout: PageLayout, content: ReportContent) -> Drawing:
    """Draw response time (ms) against load (transactions a second) of all options.

    Measured points with 95 % intervals and a smooth line through them, the interval that the
    answer is read off as a band (MODEL P5), the demand and the target. Hollow and dotted: not
    comparable or past the knee.
    """
    answer = content.answer
    requirement = answer.requirement
    is_timed = requirement.goal is Goal.RESPONSE_TIME
    target = requirement.response_time_s * 1000 if is_timed else 0.0
    right = max([answer.demand_tps, *(_point(v.rate_tps) for v in _levels(answer))]) * 1.06
    plot = PaperPlot(layout, (0.0, right), (0.0, _highest_response_drawn(answer, target)), _HEIGHT)
    if is_timed:
        plot.shade(min(answer.demand_tps, right), target)
    plot.axes(
        layout.text(message("Transactions per second")), layout.text(message("Response time, ms"))
    )
    label = message(
        "Target {ms:,.10g} ms, {statistic}", ms=target, statistic=requirement.curve_statistic
    )
    if is_timed:
        plot.target(target, layout.text(label))
    if has_transactions(answer):
        plot.demand(answer.demand_tps, layout.text(_demand(answer)))
    for option in answer.options:
        _draw_curve(plot, option, _line(option))
    for option in answer.options:
        _draw_levels(plot, option)
        ends = _line(option) or [
            (_point(v.rate_tps), _point(v.response_s) * 1000) for v in option.levels
        ]
        visible = [end for end in ends if end[1] <= plot.y.high]
        if visible:
            plot.name(_name(layout, option), visible[-1], look(option.option))
        _draw_degraded(plot, layout, option)
    return plot.finish()


def _demand(answer: Answer) -> Message:
    return message("Demand {tps:.1f} tx/s", tps=answer.demand_tps)


def throughput_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw the transaction rate against the number of users of all options."""
    users = max((v.users for v in _levels(answer)), default=1)
    rate = max([answer.demand_tps, *(_point(v.rate_tps) for v in _levels(answer))]) * 1.12
    plot = PaperPlot(layout, (0.0, users * 1.04), (0.0, rate), _LOW_HEIGHT)
    plot.axes(layout.text(message("Users")), layout.text(message("Transactions per second")))
    if has_transactions(answer):
        plot.target(answer.demand_tps, layout.text(_demand(answer)))
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
    """Return whether there is anything to draw."""
    return any(True for _ in _levels(answer))


def levels_above(answer: Answer) -> int:
    """Count the measured levels that lie above the response-time chart."""
    top = _highest_response_drawn(answer, answer.requirement.response_time_s * 1000)
    return sum(_point(v.response_s) * 1000 > top for v in _levels(answer))


def _line(option: OptionAnswer) -> list[XY]:
    """Return the line through an option's levels, in 1/s and ms."""
    return [(rate, s * 1000) for rate, s in option.line]


def _draw_curve(plot: PaperPlot, option: OptionAnswer, line: list[XY]) -> None:
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


def _draw_levels(plot: PaperPlot, option: OptionAnswer) -> None:
    for level in option.levels:
        response = _in_ms(level.response_s)
        plot.point(level.rate_tps, response, look(option.option), hollow=_does_not_count(level))


def _draw_degraded(plot: PaperPlot, layout: PageLayout, option: OptionAnswer) -> None:
    """Draw the runs with a part failed: dotted and hollow, named by their state."""
    shown = look(option.option)
    for found in option.degraded:
        points = [(_point(v.rate_tps), _point(v.response_s) * 1000) for v in found.levels]
        plot.line(points, shown, dotted=True)
        for level in found.levels:
            plot.point(level.rate_tps, _in_ms(level.response_s), shown, hollow=True)
        visible = [point for point in points if point[1] <= plot.y.high]
        if visible:
            plot.name(truncate(layout.text(STATE_WORDS[found.state])), visible[-1], shown)


def _highest_response_drawn(answer: Answer, target: float) -> float:
    """Return the highest response time drawn, ms: all that counts, within reason.

    That is up to 2.5 times the target, or a little above what options show at the demand; all
    of it where there is no target.
    """
    points = [o.response_s.point * 1000 for o in answer.options if o.response_s.point]
    reach = max(target * 2.5, median(points) * 1.3 if points else 0.0)
    counted = [
        (v.response_s.high or _point(v.response_s)) * 1000
        for v in _levels(answer)
        if not v.past_knee
    ]
    end = max([target * 1.35, *counted], default=1.0) * 1.04
    return min(end, reach) if target else end


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


def _name(layout: PageLayout, option: OptionAnswer) -> str:
    return truncate(layout.text(option.option.name))


_HOST_HEIGHT = 112.0
_LEFT, _GAP, _BOTTOM, _TOP = 24.0, 16.0, 24.0, 27.0
_PERCENT_TICKS = (0.0, 50.0, 100.0)
_MINUTE = 60.0
_BAR = 2.2


def host_chart(layout: PageLayout, runs: Sequence[HostRun]) -> Drawing:
    """Draw processors in use and waiting against the minutes of a run, for up to two runs.

    Shaded: at most 5 % idle, with a bar above. Between the upright lines: what counts.
    """
    drawing = new_drawing(layout.width, _HOST_HEIGHT)
    wide = (layout.width - _GAP) / 2
    for at, run in enumerate(runs[:2]):
        _draw(layout, Pen(drawing), run, at * (wide + _GAP), wide)
    return drawing


def _draw(layout: PageLayout, pen: Pen, run: HostRun, left: float, wide: float) -> None:
    ends_s = (run.times_s[0], run.times_s[-1])
    x = Axis(ends_s[0] / _MINUTE, ends_s[1] / _MINUTE, left + _LEFT, left + wide)
    y = Axis(0.0, 100.0, _BOTTOM, _HOST_HEIGHT - _TOP)
    start, end = (x.to_position(min(max(e / _MINUTE, x.low), x.high)) for e in run.window_s)
    high = y.end - y.start
    pen.drawing.add(filled_box(start, y.start, end - start, high, colour("accent_tint")))
    for stretch in run.exhausted_s:
        a, b = (x.to_position(min(max(e / _MINUTE, x.low), x.high)) for e in stretch)
        pen.drawing.add(filled_box(a, y.end + 2, b - a, _BAR, colour("fail")))
    _axes(layout, pen, x, y)
    for shares, ink, heavy in ((run.busy, "text", 1.1), (run.wait, "accent", 0.8)):
        points = [(x.to_position(t / _MINUTE), y.to_position(s * 100)) for t, s in shares]
        pen.path(points, colour(ink), heavy)
    for edge in run.window_s:
        at = x.to_position(min(max(edge / _MINUTE, x.low), x.high))
        pen.line((at, y.start), (at, y.end), "accent", 1.2)
    title = message("{users} users, {tps:.1f} tx/s", users=run.users, tps=run.rate_tps)
    pen.write(layout.text(title), (left, _HOST_HEIGHT - TYPE), strong=True)


def _axes(layout: PageLayout, pen: Pen, x: Axis, y: Axis) -> None:
    for percent in _PERCENT_TICKS:
        at = y.to_position(percent)
        pen.line((x.start, at), (x.end, at), "hair")
        pen.write(layout.words.number(percent), (x.start - 4, at - 2.8), "end", "text2")
    for tick in x.ticks(4):
        at = x.to_position(tick.value)
        pen.line((at, y.start), (at, y.start - 3), "border_strong")
        number = layout.words.number(tick.shown, tick.decimals)
        pen.write(number, (at, y.start - 11), "middle", "text2")
    pen.line((x.start, y.start), (x.end, y.start), "border_strong", 0.8)
    pen.write(layout.text(message("Minutes of the run")), (x.end, y.start - 20), "end", "text2")
    pen.write("%", (x.start - 4, y.end + 6), "end", "text2")


_FRONTIER_HEIGHT = 220.0
_THOUSAND = 1000.0


def priced_and_valued(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options that have a price and a value, the cheapest first."""
    result = [o for o in answer.options if o.price is not None and o.value.point is not None]
    return tuple(sorted(result, key=_price))


def frontier_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw a marker an option, the frontier dashed; hollow where an option does not pass."""
    shown = priced_and_valued(answer)
    weights = [weight for _, weight in answer.weights]
    prices, values = [_price(o) for o in shown], [merit(o, weights) for o in shown]
    plot = PaperPlot(
        layout, _bounds_around(prices, 0.15), _bounds_around(values, 0.25, 100.0), _FRONTIER_HEIGHT
    )
    title = price_in_thousands(answer.discount_rate, answer.currency)
    plot.axes(layout.text(title), layout.text(FRONTIER_TITLE))
    steps = answer.frontier
    corners = [(step.price / _THOUSAND, step.merit) for step in steps]
    if corners:
        plot.steps([(corners[0][0], plot.y.low), *corners, (plot.x.high, corners[-1][1])])
    for step, ((x0, y0), (x1, y1)) in zip(steps[1:], pairwise(corners), strict=True):
        sentence = price_of_point(answer.currency, step.price_per_point or 0)
        plot.remark(layout.text(sentence), ((x0 + x1) / 2, (y0 + y1) / 2))
    for option in shown:
        at = (_price(option), merit(option, weights))
        ends = Interval(None, at[0], None), Interval(None, at[1], None)
        plot.point(*ends, look(option.option), hollow=option.rank is None)
        plot.name(truncate(layout.text(option.option.name)), at, look(option.option))
    return plot.finish()


def _price(option: OptionAnswer) -> float:
    return float(option.price.total) / _THOUSAND if option.price else 0.0


def _bounds_around(values: list[float], room: float, most: float | None = None) -> XY:
    """Return ends with some room around values, from 0 to `most` at the widest."""
    low, high = min(values), max(values)
    more = ((high - low) or max(abs(high), 1.0)) * room
    top = high + more
    return max(0.0, low - more), top if most is None else min(most, top)


_HEIGHTS = {1: 190.0, 2: 300.0, 3: 380.0}
"""Of the drawing, by panes."""
_PANES_LEFT, _PANES_TOP, _PANES_BOTTOM, _BETWEEN, _NAME = 34.0, 16.0, 34.0, 26.0, 10.0
_SIGN = 12.0
_BAND_OPACITY = 0.16
_NOTE_HIGH, _NOTE_SIDES = 13.0, 10.0


def runway_chart(layout: PageLayout, answer: Answer, runway: Runway) -> Drawing:
    """Draw months 0 to 60 against what each option holds."""
    return _PaperRunway(layout, answer, runway).drawn()


class _PaperRunway:
    def __init__(self, layout: PageLayout, answer: Answer, runway: Runway) -> None:
        self._layout, self._runway = layout, runway
        panes = 1 + (runway.data_bytes is not None)
        panes += any(each.cash is not None for each in runway.options)
        high = _HEIGHTS[panes]
        self.drawing = new_drawing(layout.width, high)
        self._pen = Pen(self.drawing)
        names = [truncate(each.option.name) for each in runway.options]
        widest = max((width_of(name, strong=True) for name in names), default=0.0)
        widest += width_of(" 0,000.0", strong=True) + _SIGN + 6
        frame = RunwayFrame(
            _PANES_LEFT, layout.width - widest, high - _PANES_TOP, _PANES_BOTTOM, _BETWEEN, _NAME
        )
        self._plan: RunwayPlan = plan_runway(answer, runway, frame)

    def drawn(self) -> Drawing:
        for pane in self._plan.panes:
            self._axes(pane)
        self._months()
        for pane in self._plan.panes:
            self._pane(pane)
        if self._plan.recommended_crossing is not None:
            self._chosen(self._plan.recommended_crossing)
        return self.drawing

    def _axes(self, pane: RunwayPane) -> None:
        months = self._plan.months
        for y, shown, places in pane_ticks(pane):
            self._pen.line((months.start, y), (months.end, y), "hair")
            number = self._layout.words.number(shown, places)
            self._pen.write(number, (months.start - 5, y - 2.8), "end", "text2")
        self._pen.line(
            (months.start, pane.y.start), (months.end, pane.y.start), "border_strong", 0.9
        )
        self._pen.write(self._layout.text(pane.title), (0, pane.y.end + 8), ink="text2")

    def _months(self) -> None:
        bottom = self._plan.panes[-1].y.start
        for month, x in month_ticks(self._plan):
            self._pen.line((x, bottom), (x, bottom - 3), "border_strong")
            self._pen.write(self._layout.words.number(month), (x, bottom - 12), "middle", "text2")
        title = self._layout.text(message("Month"))
        self._pen.write(title, (self._plan.months.end, bottom - 25), "end", "text2")

    def _pane(self, pane: RunwayPane) -> None:
        if pane.kind is None:
            x = self._plan.priced_until_x
            self._pen.line((x, pane.y.start), (x, pane.y.end), "border_strong")
        for line in pane.lines:
            self._line(line)
        for line in pane.lines:
            self._name(pane, line)
        self._pen.path(pane.demand, colour("text"), 1.7)
        for crossing in pane.crossings:
            self._pen.ring(crossing.at, 2.8, "text")

    def _line(self, line: PaneLine) -> None:
        ink, months = look(line.option), self._plan.months
        if line.band is not None:
            low, high = sorted(line.band)
            band = filled_box(months.start, low, months.end - months.start, high - low, ink.fill)
            band.fillOpacity = _BAND_OPACITY
            self.drawing.add(band)
        self._pen.path(line.points, ink.line, 1.5, ink.dash)
        self._pen.path(line.dotted, ink.line, 1.1, DOTTED)

    def _name(self, pane: RunwayPane, line: PaneLine) -> None:
        x = self._plan.months.end + 8
        self.drawing.add(marker(look(line.option), x, line.label_y, 6.4))
        shown = self._layout.words.number(line.shown, shown_decimals(pane))
        name = truncate(self._layout.text(line.option.name))
        self._pen.write(f"{name} {shown}", (x + 7, line.label_y - 2.8), strong=True)

    def _chosen(self, chosen: Crossing) -> None:
        """Draw the line down from the recommended option's circle, and say how long it lasts."""
        known = self._runway.of(chosen.option)
        if known is None:
            return
        (x, y), bottom = chosen.at, self._plan.panes[-1].y.start
        self._pen.line((x, y - 3), (x, bottom), "text", 0.7, DOTTED)
        text = self._layout.text(describe_lasting(known))
        wide = width_of(text, strong=True) + _NOTE_SIDES
        left, middle = note_position(self._plan, chosen, (wide, _NOTE_HIGH))
        box = filled_box(left, middle - _NOTE_HIGH / 2, wide, _NOTE_HIGH, colour("page"))
        box.strokeColor, box.strokeWidth = colour("border_strong"), 0.5
        self.drawing.add(box)
        self._pen.write(text, (left + _NOTE_SIDES / 2, middle - TYPE / 2 + 1.2), strong=True)
