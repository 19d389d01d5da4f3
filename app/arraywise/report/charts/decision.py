"""Decision map and sensitivity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Group, Line, Path, Rect

from arraywise.domain.messages import message
from arraywise.domain.requirement import STRONGEST_FIRST, Basis, Goal, target_of
from arraywise.present.charts.axes import Axis, Box, truncate
from arraywise.present.charts.decision_map import (
    NOBODY,
    MapGrid,
    MapPlanner,
    MapSizes,
    legend_contents,
    load_axis_title,
    target_axis_title,
    target_label,
    trace_map,
)
from arraywise.present.figures import criterion_word
from arraywise.present.labels import BASIS_WORDS
from arraywise.present.numbers import PERCENT
from arraywise.report.charts.bars import BarAxis, BarPart, BarRow, bar_chart
from arraywise.report.charts.plot import Pen, width_of
from arraywise.report.pdf.marks import filled_box, marker, new_drawing
from arraywise.report.pdf.style import colour, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

    from arraywise.domain.decision import Answer, DecisionMap, LeadBar
    from arraywise.domain.messages import Message
    from arraywise.present.charts.axes import XY
    from arraywise.present.charts.decision_map import Arc, MapLabel, Node, Region, RegionName
    from arraywise.report.content import MapContent, ReportContent
    from arraywise.report.pdf.layout import PageLayout

_HEIGHT, _BAND_HEIGHT = 312.0, 170.0
_LEFT, _RIGHT, _BOTTOM, _TOP = 34.0, 8.0, 46.0, 18.0
_TINT = 0.42
"""How much of an option's colour a region shows."""
_PLAIN = {Basis.MEASURED, Basis.MEASURED_ONCE}
_PITCH = 5.0
"""Between the lines of a hatch, in points."""
_LINE, _MARKER, _ROOM = 12.0, 12.0, (42.0, 34.0)


def map_chart(layout: PageLayout, content: ReportContent, shown: MapContent) -> Drawing:
    """Draw the map (MODEL D7.6) with the requirement's two lines and what changes along them."""
    return _MapChart(layout, content.answer, shown).draw()


class _MapChart:
    """One map on its way to paper."""

    def __init__(self, layout: PageLayout, answer: Answer, shown: MapContent) -> None:
        self._layout, self._answer, self._shown = layout, answer, shown
        drawn = shown.drawn
        self._has_target = answer.requirement.goal is not Goal.NONE
        height = _HEIGHT if self._has_target else _BAND_HEIGHT
        self.drawing = new_drawing(layout.width, height)
        self._pen = Pen(self.drawing)
        visits, targets = drawn.visits_per_month, drawn.response_time_s
        self._x = Axis(visits[0], visits[-1], _LEFT, layout.width - _RIGHT, logarithmic=True)
        self._y = Axis(targets[0], targets[-1], _BOTTOM, height - _TOP)
        sizes = MapSizes(width_of, partial(width_of, strong=True), _LINE, _MARKER, _ROOM)
        planner = MapPlanner(answer, self._x, self._y, sizes, layout.text)
        self._plan = planner.build_layout(shown.cuts, MapGrid.from_map(drawn))

    def draw(self) -> Drawing:
        """Draw all parts, the lowest first."""
        regions, arcs = trace_map(self._shown.drawn)
        for region in regions:
            self._fill(region)
        for arc in arcs:
            self._border(arc)
        self._axes()
        self._draw_lines()
        for label in self._plan.changes:
            self._draw_change(label)
        for label in self._plan.changes:
            if label.mark is not None:
                self._pen.ring(label.mark, 2.6, "text")
        for name, box in self._plan.names:
            self._name(name, box)
        self._cross()
        return self.drawing

    def _on_paper(self, drawn: DecisionMap, node: Node) -> XY:
        columns, rows = len(drawn.visits_per_month), len(drawn.response_time_s)
        wide, high = self._x.end - self._x.start, self._y.end - self._y.start
        return self._x.start + node[0] / columns * wide, self._y.start + node[1] / rows * high

    def _outline_path(self, region: Region, *, clip: bool = False) -> Path:
        path = Path(isClipPath=clip, fillColor=None, strokeColor=None)
        for outline in region.outlines:
            first, *others = (self._on_paper(self._shown.drawn, node) for node in outline)
            path.moveTo(*first)
            for point in others:
                path.lineTo(*point)
            path.closePath()
        return path

    def _fill(self, region: Region) -> None:
        path, tint = self._outline_path(region), self._region_colour(region.winner)
        path.fillColor, path.strokeColor, path.strokeWidth = tint, tint, 0.3
        self.drawing.add(path)
        texture = Texture(None if region.undecided else region.basis, self._region_frame(region))
        lines = texture.lines()
        if lines:
            clipped = Group(self._outline_path(region, clip=True))
            for line in lines:
                clipped.add(line)
            self.drawing.add(clipped)

    def _region_colour(self, winner: int) -> Color:
        """Return the colour of a region, pale and opaque, so that nothing adds up below."""
        if winner == NOBODY:
            return colour("none_pass")
        fill, paper = look(self._answer.options[winner].option).fill, colour("page")
        return fill.clone(
            red=paper.red + (fill.red - paper.red) * _TINT,
            green=paper.green + (fill.green - paper.green) * _TINT,
            blue=paper.blue + (fill.blue - paper.blue) * _TINT,
        )

    def _region_frame(self, region: Region) -> Box:
        """Return the frame around a region, on paper."""
        nodes = [node for outline in region.outlines for node in outline]
        drawn = self._shown.drawn
        left, low = self._on_paper(drawn, (min(n[0] for n in nodes), min(n[1] for n in nodes)))
        right, top = self._on_paper(drawn, (max(n[0] for n in nodes), max(n[1] for n in nodes)))
        return Box(left, low, right, top)

    def _border(self, arc: Arc) -> None:
        points = [self._on_paper(self._shown.drawn, node) for node in arc.nodes]
        wide = 0.7 if arc.separates_winners else 0.4
        self._pen.path(points, colour("text" if arc.separates_winners else "text2"), wide)

    def _axes(self) -> None:
        x, y, words = self._x, self._y, self._layout.words
        pen = self._pen
        pen.frame((x.start, y.start), (x.end, y.end), "border_strong")
        for tick in self._plan.visits_ticks:
            at = x.to_position(tick.value)
            pen.line((at, y.start), (at, y.start - 3), "border_strong")
            number = words.number(tick.shown, tick.decimals)
            pen.write(number, (at, y.start - 12), "middle", "text2")
        for tick in self._plan.target_ticks if self._has_target else ():
            at = y.to_position(tick.value)
            pen.line((x.start - 3, at), (x.start, at), "border_strong")
            number = words.number(tick.shown, tick.decimals)
            pen.write(number, (x.start - 5, at - 2.8), "end", "text2")
        pen.write(
            self._layout.text(load_axis_title(self._answer.requirement)),
            (x.end, y.start - 25),
            "end",
            "text2",
        )
        if self._has_target:
            title = target_axis_title(self._answer.requirement)
            pen.write(self._layout.text(title), (0, y.end + 8), "start", "text2")
        self._draw_key()

    def _draw_key(self) -> None:
        """Explain the textures that occur, below the map."""
        left = self._x.start
        for word, part, ground in self._key_parts():
            box = Box(left, 3.0, left + 16.0, 12.0)
            frame = filled_box(box.left, box.bottom, 16.0, 9.0, colour(ground))
            frame.strokeColor, frame.strokeWidth = colour("border_strong"), 0.5
            self.drawing.add(frame)
            path = Path(isClipPath=True, fillColor=None, strokeColor=None)
            path.moveTo(box.left, box.bottom)
            for x, y in ((box.right, box.bottom), (box.right, box.top), (box.left, box.top)):
                path.lineTo(x, y)
            path.closePath()
            clipped = Group(path)
            for line in Texture(part, box).lines() if ground == "page" else ():
                clipped.add(line)
            self.drawing.add(clipped)
            text = self._layout.text(word)
            self._pen.write(text, (box.right + 4, 4.8), "start", "text2")
            left = box.right + width_of(text) + 18

    def _key_parts(self) -> list[tuple[Message, Basis | None, str]]:
        bases, is_hatched, is_empty = legend_contents(self._shown.drawn)
        parts: list[tuple[Message, Basis | None, str]] = [
            (BASIS_WORDS[basis], basis, "page") for basis in STRONGEST_FIRST if basis in bases
        ]
        if is_hatched:
            parts.append((message("not shown"), None, "page"))
        if is_empty:
            parts.append((message("none passes"), None, "none_pass"))
        return parts

    def _draw_lines(self) -> None:
        """Draw the lines through the requirement, each with its value."""
        x, y = self._plan.requirement_point
        self._pen.line((x, self._y.start), (x, self._y.end), "text", 1.0)
        if self._has_target:
            self._pen.line((self._x.start, y), (self._x.end, y), "text", 1.0)
        of_target = self._layout.text(target_label(target_of(self._answer.requirement)))
        for label in self._plan.values:
            if label.text == of_target and not self._has_target:
                continue
            box = label.box
            chip = filled_box(
                box.left, box.bottom, box.right - box.left, box.top - box.bottom, colour("text")
            )
            chip.rx = chip.ry = 2
            self.drawing.add(chip)
            place = (box.left + 4, box.bottom + 3.8)
            self._pen.write(label.text, place, "start", "page", strong=True)

    def _draw_change(self, label: MapLabel) -> None:
        """Draw what changes at a mark, and a line that leads there."""
        box = label.box
        if label.mark is not None:
            self._pen.line(label.mark, box.nearest_point(label.mark), "text2")
        paper = Rect(box.left, box.bottom, box.right - box.left, box.top - box.bottom, 2, 2)
        paper.fillColor, paper.strokeColor = colour("page"), colour("border_strong")
        paper.strokeWidth = 0.5
        self.drawing.add(paper)
        self._pen.write(label.text, (box.left + 4, box.bottom + 3.4))

    def _name(self, name: RegionName, box: Box) -> None:
        left = box.left
        if name.winner < 0:  # it may be on the hatch
            wide = box.right - box.left + 6
            self.drawing.add(filled_box(left - 3, box.bottom, wide, 12, colour("page")))
        else:
            if legend_contents(self._shown.drawn)[0] - _PLAIN:
                wide = box.right - box.left + 4
                self.drawing.add(filled_box(left - 2, box.bottom, wide, 12, colour("page")))
            shown = look(self._answer.options[name.winner].option)
            self.drawing.add(marker(shown, left + 4, (box.bottom + box.top) / 2, 7.5))
            left += 12
        ink = "text2" if name.winner < 0 else "text"
        self._pen.write(name.text, (left, box.bottom + 3), "start", ink, strong=True)

    def _cross(self) -> None:
        x, y = self._plan.requirement_point
        self._pen.ring((x, y), 5.2, "accent", 1.4)
        self._pen.line((x - 2.6, y), (x + 2.6, y), "accent", 0.9)
        self._pen.line((x, y - 2.6), (x, y + 2.6), "accent", 0.9)


@dataclass(frozen=True, slots=True)
class Texture:
    """What a region's basis looks like; none: not shown, a slanting hatch."""

    basis: Basis | None
    frame: Box

    def lines(self) -> list[Line]:
        """Return the lines over the frame; what was measured is plain."""
        frame = self.frame
        if self.basis is None:
            return self._slanting()
        upright = [
            _texture_line((x, frame.bottom), (x, frame.top))
            for x in _steps(frame.left, frame.right)
        ]
        if self.basis is Basis.PUBLISHED:
            return upright
        if self.basis not in {Basis.IO, Basis.MODELLED, Basis.ESTIMATED}:
            return []
        level = [
            _texture_line((frame.left - frame.left % _PITCH, y), (frame.right, y))
            for y in _steps(frame.bottom, frame.top)
        ]
        if self.basis is Basis.MODELLED:
            for line in level:
                line.strokeDashArray, line.strokeLineCap = [0.01, _PITCH], 1
                line.strokeWidth = 1.1
        return [*level, *upright] if self.basis is Basis.ESTIMATED else level

    def _slanting(self) -> list[Line]:
        left, low, right, top = (
            *(self.frame.left, self.frame.bottom),
            *(self.frame.right, self.frame.top),
        )
        first, last = math.floor((left - top) / _PITCH), math.ceil((right - low) / _PITCH)
        return [
            _texture_line((at * _PITCH + low, low), (at * _PITCH + top, top))
            for at in range(first, last + 1)
        ]


def _steps(start: float, end: float) -> list[float]:
    first, last = math.ceil(start / _PITCH), math.floor(end / _PITCH)
    return [at * _PITCH for at in range(first, last + 1)]


def _texture_line(start: XY, end: XY) -> Line:
    return Line(*start, *end, strokeColor=colour("text2"), strokeWidth=0.35)


_NAME_LENGTH = 54
_LEAST_NAME = 16
"""Letters of what varies; its two ends are whole."""


def lead_chart(
    layout: PageLayout, answer: Answer, bars: Sequence[LeadBar], lead: float | None
) -> Drawing:
    """Draw the lead over the runner-up, in points, with one input moved at a time (MODEL D7.4)."""
    winner = answer.recommended
    values = [v for bar in bars for v in (bar.least_lead, bar.most_lead)]
    ends = min(0.0, *values) * 1.12, max(0.0, *values) * 1.12
    rows = [_lead_row(layout, bar, answer) for bar in bars]
    leads = message("{option} leads", option=winner.name) if winner else message("leads")
    axis = BarAxis(
        *ends,
        title=layout.text(message("Lead, points")),
        middle=0.0,
        dotted=lead,
        left_word=layout.text(message("another option leads")) if ends[0] < 0 else "",
        right_word=layout.text(leads),
        signed=True,
    )
    return bar_chart(layout, rows, axis)


def _lead_row(layout: PageLayout, bar: LeadBar, answer: Answer) -> BarRow:
    winner = answer.recommended
    ink = look(winner).fill if winner else colour("text2")
    low, high = bar.least_lead, bar.most_lead
    stretches = (
        BarPart(min(low, 0.0), min(high, 0.0), colour("warn"), hatched=True),
        BarPart(max(low, 0.0), max(high, 0.0), ink),
    )
    ends = f"{layout.text(bar.low)} … {layout.text(bar.high)}"
    length = max(_LEAST_NAME, _NAME_LENGTH - len(ends) - 2)
    name = f"{truncate(layout.text(bar.what), length)}: {ends}"
    flip = layout.text(bar.flip) if bar.flip is not None else ""
    where = low if low < 0 else high
    return BarRow(name, stretches, note=flip, note_at=where)


def weight_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw between which weights each criterion leaves the recommendation as it is (D7.1)."""
    weights = dict(answer.weights)
    winner = answer.recommended
    ink = look(winner).fill if winner else colour("text2")
    rows = [
        BarRow(
            layout.text(criterion_word(criterion, answer.discount_rate)),
            (
                BarPart(0.0, low * PERCENT, colour("sunken")),
                BarPart(low * PERCENT, high * PERCENT, ink),
                BarPart(high * PERCENT, PERCENT, colour("sunken")),
            ),
            tick=weights.get(criterion, 0.0) * PERCENT,
        )
        for criterion, low, high in answer.weight_ranges
    ]
    return bar_chart(layout, rows, BarAxis(0.0, PERCENT, layout.text(message("Weight, %"))))
