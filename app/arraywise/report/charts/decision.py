"""Decision map and sensitivity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Circle, Group, Line, Path, PolyLine, Rect

from arraywise.domain.decision import break_evens, nearest
from arraywise.domain.messages import say, shown_ms
from arraywise.domain.options import short_names
from arraywise.present.charts.axes import Scale, log_ticks, places_of, round_ticks
from arraywise.present.charts.decision_map import NOBODY, OPEN, RegionName, place_names, trace_map
from arraywise.present.charts.label_placement import Box, Label, find_places
from arraywise.present.figures import PERCENT, criterion_word
from arraywise.report.charts.bars import BarAxis, BarRow, Stretch, bar_chart
from arraywise.report.charts.plot import TYPE, Pen, cut, width_of
from arraywise.report.pdf.marks import filled_box, marker, new_drawing
from arraywise.report.pdf.style import colour, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

    from arraywise.domain.decision import Answer, BreakEven, DecisionMap, LeadBar
    from arraywise.present.charts.decision_map import Arc, Node, Region
    from arraywise.report.content import MapContent, ReportContent
    from arraywise.report.pdf.layout import Layout

_HEIGHT = 300.0
_LEFT, _RIGHT, _BOTTOM, _TOP = 34.0, 8.0, 34.0, 18.0
_TINT = 0.42
"""How much of an option's colour a region shows."""
_PITCH = 5.0
"""Between the lines of a hatch, in points."""
_SHORT_NAME = 18
"""Letters of a name on a break-even's label."""
_MILLION = 1e6


@dataclass(frozen=True, slots=True)
class _Mark:
    """A break-even on one of the lines through the requirement."""

    x: float
    y: float
    text: str
    nearness: float


def map_chart(layout: Layout, content: ReportContent, shown: MapContent) -> Drawing:
    """Draw the map (MODEL D7.6) with the requirement's two lines and what changes along them."""
    return _MapChart(layout, content.answer, shown).draw()


class _MapChart:
    """One map on its way to paper."""

    def __init__(self, layout: Layout, answer: Answer, shown: MapContent) -> None:
        self._layout, self._answer, self._shown = layout, answer, shown
        drawn = shown.drawn
        self.drawing = new_drawing(layout.width, _HEIGHT)
        self._pen = Pen(self.drawing)
        first, last = math.log(drawn.visits_per_month[0]), math.log(drawn.visits_per_month[-1])
        self._x = Scale(first, last, _LEFT, layout.width - _RIGHT)
        times = drawn.response_time_s[0] * 1000, drawn.response_time_s[-1] * 1000
        self._y = Scale(*times, _BOTTOM, _HEIGHT - _TOP)
        self._taken: list[Box] = []
        asked = answer.requirement
        self._here = (
            self._x.at(math.log(max(1, asked.visits_per_month))),
            self._y.at(asked.response_time_s * 1000),
        )

    def draw(self) -> Drawing:
        """Draw all parts, the lowest first."""
        regions, arcs = trace_map(self._shown.drawn)
        for region in regions:
            self._fill(region)
        for arc in arcs:
            self._border(arc)
        self._axes()
        self._lines()
        self._break_evens()
        self._names()
        self._cross()
        return self.drawing

    def _on_paper(self, drawn: DecisionMap, node: Node) -> tuple[float, float]:
        columns, rows = len(drawn.visits_per_month), len(drawn.response_time_s)
        wide, high = self._x.stop - self._x.start, self._y.stop - self._y.start
        return self._x.start + node[0] / columns * wide, self._y.start + node[1] / rows * high

    def _outline(self, region: Region, *, clip: bool = False) -> Path:
        path = Path(isClipPath=clip, fillColor=None, strokeColor=None)
        for outline in region.outlines:
            first, *others = (self._on_paper(self._shown.drawn, node) for node in outline)
            path.moveTo(*first)
            for point in others:
                path.lineTo(*point)
            path.closePath()
        return path

    def _fill(self, region: Region) -> None:
        path, tint = self._outline(region), self._tint(region.winner)
        path.fillColor, path.strokeColor, path.strokeWidth = tint, tint, 0.3
        self.drawing.add(path)
        if region.undecided:
            hatch = Group(self._outline(region, clip=True))
            for line in self._hatch(region):
                hatch.add(line)
            self.drawing.add(hatch)

    def _tint(self, winner: int) -> Color:
        """Return the colour of a region, pale and opaque, so that nothing adds up below."""
        if winner == NOBODY:
            return colour("none_pass")
        fill, paper = look(self._answer.options[winner].option).fill, colour("page")
        return fill.clone(
            red=paper.red + (fill.red - paper.red) * _TINT,
            green=paper.green + (fill.green - paper.green) * _TINT,
            blue=paper.blue + (fill.blue - paper.blue) * _TINT,
        )

    def _hatch(self, region: Region) -> list[Line]:
        """Return slanting lines over the frame of a region."""
        nodes = [node for outline in region.outlines for node in outline]
        drawn = self._shown.drawn
        left, low = self._on_paper(drawn, (min(n[0] for n in nodes), min(n[1] for n in nodes)))
        right, top = self._on_paper(drawn, (max(n[0] for n in nodes), max(n[1] for n in nodes)))
        first = math.floor((left - top) / _PITCH)
        last = math.ceil((right - low) / _PITCH)
        return [
            Line(
                at * _PITCH + low, low, at * _PITCH + top, top,
                strokeColor=colour("text2"), strokeWidth=0.45,
            )
            for at in range(first, last + 1)
        ]  # fmt: skip

    def _border(self, arc: Arc) -> None:
        points = [self._on_paper(self._shown.drawn, node) for node in arc.nodes]
        wide = 0.7 if arc.parts_winners else 0.4
        flat = [value for point in points for value in point]
        ink = colour("text" if arc.parts_winners else "text2")
        self.drawing.add(PolyLine(flat, strokeColor=ink, strokeWidth=wide, strokeLineJoin=1))

    def _axes(self) -> None:
        x, y, words = self._x, self._y, self._layout.words
        pen = self._pen
        pen.frame((x.start, y.start), (x.stop, y.stop), "border_strong")
        for visits in log_ticks(math.exp(x.low) / _MILLION, math.exp(x.high) / _MILLION):
            at = x.at(math.log(visits * _MILLION))
            pen.line((at, y.start), (at, y.start - 3), "border_strong")
            digits = max(0, -math.floor(math.log10(visits) + 1e-9))
            pen.write(words.number(visits, digits), (at, y.start - 12), "middle", "text2")
        ticks = round_ticks(y.low, y.high)
        for ms in ticks:
            at = y.at(ms)
            pen.line((x.start - 3, at), (x.start, at), "border_strong")
            number = words.number(ms, places_of(ticks))
            pen.write(number, (x.start - 5, at - 2.8), "end", "text2")
        title = self._layout.text(say("Visits per month, millions (logarithmic)"))
        pen.write(title, (x.stop, y.start - 25), "end", "text2")
        statistic = self._answer.requirement.statistic
        label = say("Target response time, ms ({statistic})", statistic=statistic)
        pen.write(self._layout.text(label), (0, y.stop + 8), "start", "text2")

    def _lines(self) -> None:
        """Draw the lines through the requirement, each with its value."""
        (x, y), words, asked = self._here, self._layout.words, self._answer.requirement
        self._pen.line((x, self._y.start), (x, self._y.stop), "text", 1.0)
        self._pen.line((self._x.start, y), (self._x.stop, y), "text", 1.0)
        ms = say("{ms:,.10g} ms", ms=asked.response_time_s * 1000)
        self._chip(self._layout.text(ms), self._x.start + 2, y - 6.5)
        load = words.number(asked.visits_per_month / _MILLION, 1)
        text = self._layout.text(say("{millions} M", millions=load))
        wide = width_of(text, strong=True) + 8
        self._chip(text, x - wide / 2, self._y.start + 2)
        self._taken.append(Box(x - 7, y - 7, x + 7, y + 7))

    def _chip(self, text: str, left: float, bottom: float) -> None:
        wide = width_of(text, strong=True) + 8
        box = filled_box(left, bottom, wide, 13, colour("text"))
        box.rx = box.ry = 2
        self.drawing.add(box)
        self._pen.write(text, (left + 4, bottom + 3.8), "start", "page", strong=True)
        self._taken.append(Box(left - 1, bottom - 1, left + wide + 1, bottom + 14))

    def _break_evens(self) -> None:
        """Name what changes along both lines, the nearest first, where it hides nothing."""
        marks = sorted((*self._across(), *self._along()), key=lambda mark: mark.nearness)
        x, y = self._x, self._y
        area = Box(x.start + 2, y.start + 2, x.stop - 2, y.stop - 2)
        labels = [Label(m.x, m.y, width_of(m.text) + 8, 12.0) for m in marks]
        rings = [Box(m.x - 4, m.y - 4, m.x + 4, m.y + 4) for m in marks]
        lines = [
            Box(self._here[0] - 1, y.start, self._here[0] + 1, y.stop),
            Box(x.start, self._here[1] - 1, x.stop, self._here[1] + 1),
        ]
        for mark, place in zip(
            marks, find_places(labels, [*self._taken, *rings, *lines], area), strict=True
        ):
            self._label(mark, place.box)
        self._taken += rings
        for mark in marks:
            self.drawing.add(_ring(mark.x, mark.y, 2.6, "text"))

    def _label(self, mark: _Mark, box: Box) -> None:
        nearest = (
            min(max(mark.x, box.left), box.right),
            min(max(mark.y, box.bottom), box.top),
        )
        self._pen.line((mark.x, mark.y), nearest, "text2")
        paper = Rect(box.left, box.bottom, box.right - box.left, box.top - box.bottom, 2, 2)
        paper.fillColor, paper.strokeColor = colour("page"), colour("border_strong")
        paper.strokeWidth = 0.5
        self.drawing.add(paper)
        self._pen.write(mark.text, (box.left + 4, box.bottom + 3.4))
        self._taken.append(box)

    def _across(self) -> list[_Mark]:
        today = float(self._answer.requirement.visits_per_month)
        marks = []
        for found in nearest(break_evens(self._shown.cuts.visits_per_month), today):
            millions = self._layout.words.number(found.value / _MILLION, 1)
            load = self._layout.text(say("{millions} M", millions=millions))
            text = f"{self._pair(found)} {load}"
            at = self._x.at(math.log(found.value))
            marks.append(_Mark(at, self._here[1], text, _apart(found.value, today)))
        return [m for m in marks if self._x.start < m.x < self._x.stop]

    def _along(self) -> list[_Mark]:
        today = self._answer.requirement.response_time_s
        marks = []
        for found in nearest(break_evens(self._shown.cuts.response_time_s), today):
            shown = self._layout.text(say("{ms:,.10g} ms", ms=shown_ms(found.value)))
            text = f"{self._pair(found)} {shown}"
            at = self._y.at(found.value * 1000)
            marks.append(_Mark(self._here[0], at, text, _apart(found.value, today)))
        return [m for m in marks if self._y.start < m.y < self._y.stop]

    def _pair(self, found: BreakEven) -> str:
        """Say which two options are level, or whose limit it is."""
        names = [
            cut(name, _SHORT_NAME)
            for name in short_names(
                [self._layout.text(o.option.name) for o in self._answer.options]
            )
        ]
        known = [names[at] for at in (found.before, found.after) if at is not None]
        if len(known) == 2:
            return " = ".join(known)
        return self._layout.text(say("Limit of {option}:", option=known[0])) if known else ""

    def _names(self) -> None:
        """Write each region's option where nothing hides it."""
        winners = sorted({w for row in self._shown.drawn.winners for w in row})
        ground = (OPEN,) if NOBODY in winners else ()
        wanted = [self._region_name(winner) for winner in (*winners, *ground)]
        here = self._here
        lines = [
            Box(here[0] - 2, self._y.start, here[0] + 2, self._y.stop),
            Box(self._x.start, here[1] - 2, self._x.stop, here[1] + 2),
        ]
        area = Box(self._x.start, self._y.start, self._x.stop, self._y.stop)
        for name, box in place_names(self._shown.drawn, wanted, [*self._taken, *lines], area):
            self._name(name, box)

    def _region_name(self, winner: int) -> RegionName:
        """Return what is written on a region; what is hatched of nobody's has its own word."""
        if winner < 0:
            said = say("Undetermined") if winner == OPEN else say("None passes")
            text = self._layout.text(said)
        else:
            text = cut(self._layout.text(self._answer.options[winner].option.name))
        wide = width_of(text, strong=True) + (0 if winner < 0 else 12)
        return RegionName(winner, text, wide, TYPE + 3)

    def _name(self, name: RegionName, box: Box) -> None:
        left = box.left
        if name.winner < 0:  # it may stand on the hatch
            wide = box.right - box.left + 6
            self.drawing.add(filled_box(left - 3, box.bottom, wide, 12, colour("page")))
        else:
            shown = look(self._answer.options[name.winner].option)
            self.drawing.add(marker(shown, left + 4, (box.bottom + box.top) / 2, 7.5))
            left += 12
        ink = "text2" if name.winner < 0 else "text"
        self._pen.write(name.text, (left, box.bottom + 3), "start", ink, strong=True)

    def _cross(self) -> None:
        x, y = self._here
        self.drawing.add(_ring(x, y, 5.2, "accent", 1.4))
        self._pen.line((x - 2.6, y), (x + 2.6, y), "accent", 0.9)
        self._pen.line((x, y - 2.6), (x, y + 2.6), "accent", 0.9)


def _ring(x: float, y: float, radius: float, ink: str, wide: float = 1.0) -> Circle:
    return Circle(
        x, y, radius, fillColor=colour("page"), strokeColor=colour(ink), strokeWidth=wide
    )


def _apart(value: float, today: float) -> float:
    """Return how far a value is from today's, as a ratio's logarithm."""
    return abs(math.log(value / today)) if today else 0.0


_NAME_LENGTH = 54
_LEAST_NAME = 16
"""Letters of what varies; its two ends are whole."""


def lead_chart(
    layout: Layout, answer: Answer, bars: Sequence[LeadBar], lead: float | None
) -> Drawing:
    """Draw the lead over the runner-up with one input moved at a time (MODEL D7.4).

    Args:
        layout: of the document.
        answer: whose recommended option leads.
        bars: the widest first.
        lead: today's, in points.
    """
    winner = answer.recommended
    values = [v for bar in bars for v in (bar.least_lead, bar.most_lead)]
    ends = min(0.0, *values) * 1.12, max(0.0, *values) * 1.12
    rows = [_lead_row(layout, bar, answer) for bar in bars]
    leads = say("{option} leads", option=winner.name) if winner else say("leads")
    axis = BarAxis(
        *ends,
        title=layout.text(say("Lead, points")),
        middle=0.0,
        dotted=lead,
        left_word=layout.text(say("another option leads")) if ends[0] < 0 else "",
        right_word=layout.text(leads),
        signed=True,
    )
    return bar_chart(layout, rows, axis)


def _lead_row(layout: Layout, bar: LeadBar, answer: Answer) -> BarRow:
    winner = answer.recommended
    ink = look(winner).fill if winner else colour("text2")
    low, high = bar.least_lead, bar.most_lead
    stretches = (
        Stretch(min(low, 0.0), min(high, 0.0), colour("warn"), hatched=True),
        Stretch(max(low, 0.0), max(high, 0.0), ink),
    )
    ends = f"{layout.text(bar.low)} … {layout.text(bar.high)}"
    name = f"{cut(layout.text(bar.what), max(_LEAST_NAME, _NAME_LENGTH - len(ends) - 2))}: {ends}"
    flip = layout.text(bar.flip) if bar.flip is not None else ""
    where = low if low < 0 else high
    return BarRow(name, stretches, note=flip, note_at=where)


def weight_chart(layout: Layout, answer: Answer) -> Drawing:
    """Draw between which weights each criterion leaves the recommendation as it is (D7.1)."""
    weights = dict(answer.weights)
    winner = answer.recommended
    ink = look(winner).fill if winner else colour("text2")
    rows = [
        BarRow(
            layout.text(criterion_word(criterion, answer.discount_rate)),
            (
                Stretch(0.0, low * PERCENT, colour("sunken")),
                Stretch(low * PERCENT, high * PERCENT, ink),
                Stretch(high * PERCENT, PERCENT, colour("sunken")),
            ),
            tick=weights.get(criterion, 0.0) * PERCENT,
        )
        for criterion, low, high in answer.weight_ranges
    ]
    return bar_chart(layout, rows, BarAxis(0.0, PERCENT, layout.text(say("Weight, %"))))
