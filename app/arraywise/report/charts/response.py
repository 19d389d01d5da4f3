"""Response curves, hosts, frontier, load and data by the month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.present.charts.axes import Axis
from arraywise.present.charts.plot import PlotFrame, legend_height
from arraywise.present.charts.response import draw_response, draw_throughput
from arraywise.present.charts.runway_scene import draw_runway, runway_height
from arraywise.present.charts.value import draw_value, priced_options, value_names
from arraywise.report.charts.plot import TYPE, Pen
from arraywise.report.charts.scene_painting import draw_scene, paper_medium
from arraywise.report.pdf.marks import filled_box, new_drawing
from arraywise.report.pdf.style import colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer
    from arraywise.domain.runway import Runway
    from arraywise.report.content import HostRun
    from arraywise.report.pdf.layout import PageLayout

_HEIGHT, _LOW_HEIGHT, _FRONTIER_HEIGHT = 290.0, 190.0, 220.0


def response_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw response time (ms) against load (transactions a second) of all options."""
    return draw_scene(draw_response(answer, layout.width, _HEIGHT, paper_medium(layout)))


def throughput_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw the transaction rate against the number of users of all options."""
    return draw_scene(draw_throughput(answer, layout.width, _LOW_HEIGHT, paper_medium(layout)))


def frontier_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw a marker an option, the frontier dashed; hollow where an option does not pass."""
    priced, medium = priced_options(answer), paper_medium(layout)
    height = _FRONTIER_HEIGHT + legend_height(value_names(priced, medium), layout.width, medium)
    return draw_scene(draw_value(answer, priced, PlotFrame(layout.width, height), medium))


def runway_chart(layout: PageLayout, answer: Answer, runway: Runway) -> Drawing:
    """Draw months 0 to 60 against what each option holds."""
    medium = paper_medium(layout)
    size = layout.width, runway_height(runway, medium.unit)
    return draw_scene(draw_runway(answer, runway, size, medium).scene)


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
