"""How busy hosts were around the demand: small charts, one a load level, on one axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.graphics.shapes import PolyLine

from arraywise.domain.said import say
from arraywise.report.charts.axes import Scale, places_of, round_ticks
from arraywise.report.charts.pen import TYPE, Pen
from arraywise.report.marks import filled_box, new_drawing
from arraywise.report.styles import colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.report.content import HostRun
    from arraywise.report.layout import Layout

_HEIGHT = 112.0
_LEFT, _GAP, _BOTTOM, _TOP = 24.0, 16.0, 24.0, 27.0
_PERCENT_TICKS = (0.0, 50.0, 100.0)
_MINUTE = 60.0
_BAR = 2.2


def host_chart(layout: Layout, runs: Sequence[HostRun]) -> Drawing:
    """Draw processors in use and waiting against the minutes of a run, for up to two runs.

    Shaded: at most 5 % idle, with a bar above. Between the upright lines: what counts.
    """
    drawing = new_drawing(layout.width, _HEIGHT)
    wide = (layout.width - _GAP) / 2
    for at, run in enumerate(runs[:2]):
        _draw(layout, Pen(drawing), run, at * (wide + _GAP), wide)
    return drawing


def _draw(layout: Layout, pen: Pen, run: HostRun, left: float, wide: float) -> None:
    ends_s = (run.times_s[0], run.times_s[-1])
    x = Scale(ends_s[0] / _MINUTE, ends_s[1] / _MINUTE, left + _LEFT, left + wide)
    y = Scale(0.0, 100.0, _BOTTOM, _HEIGHT - _TOP)
    _shade(pen, run, x, y)
    _axes(layout, pen, x, y)
    for shares, ink, heavy in ((run.busy, "text", 1.1), (run.wait, "accent", 0.8)):
        _line(pen, [(x.at(t / _MINUTE), y.at(s * 100)) for t, s in shares], ink, heavy)
    for edge in run.window_s:
        at = x.at(min(max(edge / _MINUTE, x.low), x.high))
        pen.line((at, y.start), (at, y.stop), "accent", 1.2)
    title = say("{users} users, {tps:.1f} tx/s", users=run.users, tps=run.rate_tps)
    pen.write(layout.text(title), (left, _HEIGHT - TYPE), strong=True)


def _shade(pen: Pen, run: HostRun, x: Scale, y: Scale) -> None:
    start, end = (x.at(min(max(e / _MINUTE, x.low), x.high)) for e in run.window_s)
    high = y.stop - y.start
    pen.drawing.add(filled_box(start, y.start, end - start, high, colour("accent_tint")))
    for stretch in run.exhausted_s:
        a, b = (x.at(min(max(e / _MINUTE, x.low), x.high)) for e in stretch)
        pen.drawing.add(filled_box(a, y.stop + 2, b - a, _BAR, colour("fail")))


def _axes(layout: Layout, pen: Pen, x: Scale, y: Scale) -> None:
    for tick in _PERCENT_TICKS:
        at = y.at(tick)
        pen.line((x.start, at), (x.stop, at), "hair")
        pen.write(layout.words.number(tick), (x.start - 4, at - 2.8), "end", "text2")
    ticks = round_ticks(x.low, x.high, 4)
    for tick in ticks:
        number = layout.words.number(tick, places_of(ticks))
        pen.line((x.at(tick), y.start), (x.at(tick), y.start - 3), "border_strong")
        pen.write(number, (x.at(tick), y.start - 11), "middle", "text2")
    pen.line((x.start, y.start), (x.stop, y.start), "border_strong", 0.8)
    pen.write(layout.text(say("Minutes of the run")), (x.stop, y.start - 20), "end", "text2")
    pen.write("%", (x.start - 4, y.stop + 6), "end", "text2")


def _line(pen: Pen, points: list[tuple[float, float]], ink: str, wide: float) -> None:
    if len(points) > 1:
        flat = [value for point in points for value in point]
        pen.drawing.add(
            PolyLine(flat, strokeColor=colour(ink), strokeWidth=wide, strokeLineJoin=1)
        )
