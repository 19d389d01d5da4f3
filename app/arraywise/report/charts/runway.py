"""Load, data and cash by the month on paper, as the window draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Circle, Line, PolyLine

from arraywise.domain.messages import message
from arraywise.present.charts.label_placement import cut
from arraywise.present.charts.runway import (
    RunwayFrame,
    month_ticks,
    note_place,
    pane_ticks,
    plan_runway,
    shown_places,
)
from arraywise.present.runway import describe_lasting
from arraywise.report.charts.plot import DOTTED, TYPE, Pen, width_of
from arraywise.report.pdf.marks import filled_box, marker, new_drawing
from arraywise.report.pdf.style import colour, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer
    from arraywise.domain.runway import Runway
    from arraywise.present.charts.runway import (
        Crossing,
        PaneLine,
        Place,
        RunwayPane,
        RunwayPlan,
    )
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.style import OptionStyle

_HEIGHTS = {1: 190.0, 2: 300.0, 3: 380.0}
"""Of the drawing, by panes."""
_LEFT, _TOP, _BOTTOM, _BETWEEN, _NAME = 34.0, 16.0, 34.0, 26.0, 10.0
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
        names = [cut(each.option.name) for each in runway.options]
        widest = max((width_of(name, strong=True) for name in names), default=0.0)
        widest += width_of(" 0,000.0", strong=True) + _SIGN + 6
        frame = RunwayFrame(_LEFT, layout.width - widest, high - _TOP, _BOTTOM, _BETWEEN, _NAME)
        self._plan: RunwayPlan = plan_runway(answer, runway, frame)

    def drawn(self) -> Drawing:
        for pane in self._plan.panes:
            self._axes(pane)
        self._months()
        for pane in self._plan.panes:
            self._pane(pane)
        if self._plan.chosen is not None:
            self._chosen(self._plan.chosen)
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
            x = self._plan.priced_to
            self._pen.line((x, pane.y.start), (x, pane.y.end), "border_strong")
        for line in pane.lines:
            self._line(line)
        for line in pane.lines:
            self._name(pane, line)
        self._polyline(pane.demand, None, 1.7)
        for crossing in pane.crossings:
            self.drawing.add(
                Circle(
                    *crossing.at, 2.8,
                    fillColor=colour("page"), strokeColor=colour("text"), strokeWidth=1.0,
                )
            )  # fmt: skip

    def _line(self, line: PaneLine) -> None:
        ink, months = look(line.option), self._plan.months
        if line.band is not None:
            low, high = sorted(line.band)
            band = filled_box(months.start, low, months.end - months.start, high - low, ink.fill)
            band.fillOpacity = _BAND_OPACITY
            self.drawing.add(band)
        self._polyline(line.points, ink, 1.5, ink.dash)
        self._polyline(line.dotted, ink, 1.1, DOTTED)

    def _polyline(
        self,
        places: Sequence[Place],
        ink: OptionStyle | None,
        wide: float,
        dash: tuple[float, ...] = (),
    ) -> None:
        if len(places) < 2:
            return
        line = PolyLine(
            [value for place in places for value in place],
            strokeColor=colour("text") if ink is None else ink.line,
            strokeWidth=wide,
            strokeLineJoin=1,
        )
        if dash:
            line.strokeDashArray = list(dash)
        self.drawing.add(line)

    def _name(self, pane: RunwayPane, line: PaneLine) -> None:
        x = self._plan.months.end + 8
        self.drawing.add(marker(look(line.option), x, line.label_y, 6.4))
        shown = self._layout.words.number(line.shown, shown_places(pane))
        name = cut(self._layout.text(line.option.name))
        self._pen.write(f"{name} {shown}", (x + 7, line.label_y - 2.8), strong=True)

    def _chosen(self, chosen: Crossing) -> None:
        """Draw the line down from the recommended option's circle, and say how long it lasts."""
        known = self._runway.of(chosen.option)
        if known is None:
            return
        (x, y), bottom = chosen.at, self._plan.panes[-1].y.start
        line = Line(x, y - 3, x, bottom, strokeColor=colour("text"), strokeWidth=0.7)
        line.strokeDashArray = list(DOTTED)
        self.drawing.add(line)
        text = self._layout.text(describe_lasting(known))
        wide = width_of(text, strong=True) + _NOTE_SIDES
        left, middle = note_place(self._plan, chosen, (wide, _NOTE_HIGH))
        box = filled_box(left, middle - _NOTE_HIGH / 2, wide, _NOTE_HIGH, colour("page"))
        box.strokeColor, box.strokeWidth = colour("border_strong"), 0.5
        self.drawing.add(box)
        self._pen.write(text, (left + _NOTE_SIDES / 2, middle - TYPE / 2 + 1.2), strong=True)
