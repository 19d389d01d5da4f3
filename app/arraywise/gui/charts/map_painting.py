"""Paints the decision map that `present.charts.decision_map` lays out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from arraywise.domain.messages import Message
from arraywise.domain.requirement import STRONGEST_FIRST, Basis, Goal, target_of
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.painting import CENTRE, RIGHT, write
from arraywise.present.charts.axes import Axis
from arraywise.present.charts.decision_map import (
    NOBODY,
    MapGrid,
    MapPlanner,
    MapSizes,
    legend_contents,
    load_axis_title,
    target_axis_title,
    trace_map,
)
from arraywise.present.labels import BASIS_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QFont

    Fonts = Callable[..., QFont]  # gives the font of a role, in the size of the map

    from arraywise.domain.decision import Answer, DecisionMap, MapCuts
    from arraywise.present.charts.axes import Box
    from arraywise.present.charts.decision_map import (
        MapLabel,
        MapLayout,
        Node,
        PlacedNames,
        Region,
        RegionName,
    )

_PITCH = 7.0
"""Between the lines of a hatch, in pixels."""
MARKER_WIDTH = 20.0
"""Room for an option's marker before its name."""
translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class MapColours:
    """Colours as 0xAARRGGBB: of the regions by winner, of borders and of hatches."""

    tints: Mapping[int, int]
    border: int
    hatch: int


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A rendered map, with its grid for the placing of names."""

    drawn: DecisionMap
    image: QImage
    grid: MapGrid


def render_map(
    drawn: DecisionMap, size: tuple[int, int], palette: MapColours, ratio: float = 1.0
) -> MapPicture:
    """Render a map's regions as an image; `size` in pixels of the screen, `ratio` a page pixel."""
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor.fromRgba(palette.tints.get(NOBODY, 0xFFFFFFFF)))
    painter = painting.smooth_painter(image)
    cell_width, cell_height = (
        size[0] / len(drawn.visits_per_month),
        size[1] / len(drawn.response_time_s),
    )

    def to_point(node: Node) -> QPointF:
        return QPointF(node[0] * cell_width, size[1] - node[1] * cell_height)

    regions, arcs = trace_map(drawn)
    ink, pitch = QColor.fromRgba(palette.hatch), _PITCH * ratio
    for region in regions:
        outline = _outline_path(region, to_point)
        painter.fillPath(outline, QColor.fromRgba(palette.tints[region.winner]))
        painter.save()
        painter.setClipPath(outline)
        if region.undecided:
            painting.paint_hatch(painter, outline.boundingRect(), ink, pitch)
        else:
            painting.paint_texture(painter, outline.boundingRect(), ink, region.basis, pitch)
        painter.restore()
    for arc in arcs:
        line_width = ratio if arc.separates_winners else 0.6 * ratio
        painter.setPen(QPen(QColor.fromRgba(palette.border), line_width))
        painter.drawPolyline([to_point(node) for node in arc.nodes])
    painter.end()
    image.setDevicePixelRatio(ratio)
    return MapPicture(drawn, image, MapGrid.from_map(drawn))


def _outline_path(region: Region, to_point: Callable[[Node], QPointF]) -> QPainterPath:
    path = QPainterPath()
    for outline in region.outlines:
        path.moveTo(to_point(outline[0]))
        for node in outline[1:]:
            path.lineTo(to_point(node))
        path.closeSubpath()
    return path  # filled by the even-odd rule


def lay_out_map(painter: QPainter, scene: MapScene, fonts: Fonts) -> MapLayout:
    """Return the layout of the map on the screen; y counts upwards, from below zero."""
    unit, area = scene.scale, scene.area
    light = QFontMetricsF(fonts("caption"), painter.device())
    strong = QFontMetricsF(fonts("body", bold=True), painter.device())
    sizes = MapSizes(
        light.horizontalAdvance,
        strong.horizontalAdvance,
        max(18 * unit, strong.height()),
        MARKER_WIDTH * unit,
        (62 * unit, 36 * unit),
    )
    visits, targets = scene.visits, scene.targets
    upwards = Axis(targets.low, targets.high, -area.bottom(), -area.top())
    planner = MapPlanner(scene.answer, visits, upwards, sizes, _render_text)
    return planner.build_layout(scene.cuts, scene.grid, scene.names)


def _render_text(text: Message | str) -> str:
    return messages.translate_message(text) if isinstance(text, Message) else text


def _screen_rect(box: Box) -> QRectF:
    """Return a box of the layout on the screen, where y counts downwards."""
    return QRectF(box.left, -box.top, box.right - box.left, box.top - box.bottom)


def _screen_point(position: tuple[float, float]) -> QPointF:
    return QPointF(position[0], -position[1])


def paint_map(painter: QPainter, scene: MapScene, fonts: Fonts) -> MapLayout:
    """Paint the regions, axes, cross-hair, labels and names of a map; return their layout."""
    look = theme.look()
    if scene.picture is not None:
        painter.setOpacity(0.55 if scene.is_preliminary else 1.0)
        painter.setClipRect(scene.area)
        painter.drawImage(scene.picture_box, scene.picture.image)
        painter.setClipping(False)
        painter.setOpacity(1.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look["border_strong"], 1))
    painter.drawRect(scene.area.adjusted(-0.5, -0.5, 0.5, 0.5))
    plan = lay_out_map(painter, scene, fonts)
    _paint_axes(painter, scene, fonts, plan)
    _paint_crosshair(painter, scene, fonts, plan)
    if scene.is_preliminary:
        box, top = scene.area.adjusted(0, 4, -8, 0), Qt.AlignmentFlag.AlignRight
        message = translate("DecisionMap", "settling\u2026")
        write(painter, box, message, "text2", top, fonts("caption"))
    return plan


def _paint_axes(painter: QPainter, scene: MapScene, fonts: Fonts, plan: MapLayout) -> None:
    look, area, unit = theme.look(), scene.area, scene.scale
    painter.setFont(fonts("caption"))
    pen = QPen(look["border_strong"], 1)
    for tick in plan.visits_ticks:
        x = scene.visits.to_position(tick.value)
        painter.setPen(pen)
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4))
        text = figures.number(tick.shown, tick.decimals)
        half = 0.5 * painter.fontMetrics().horizontalAdvance(text) + 1
        x = min(x, painter.window().width() - half)  # the last one beside the edge stays whole
        box = QRectF(x - half, area.bottom() + 5, 2 * half, 16 * unit)
        write(painter, box, text, "text2", CENTRE)
    for tick in plan.target_ticks:
        y = scene.targets.to_position(tick.value)
        painter.setPen(pen)
        painter.drawLine(QPointF(area.left() - 4, y), QPointF(area.left(), y))
        box = QRectF(area.left() - 47 * unit, y - 9 * unit, 40 * unit, 18 * unit)
        write(painter, box, figures.number(tick.shown, tick.decimals), "text2", RIGHT)
    below = QRectF(area.left(), area.bottom() + 22 * unit, area.width(), 18 * unit)
    title = messages.translate_message(load_axis_title(scene.answer.requirement))
    write(painter, below, title, "text2", Qt.AlignmentFlag.AlignRight)
    if scene.answer.requirement.goal is not Goal.NONE:
        _paint_target_title(painter, scene)


def _paint_target_title(painter: QPainter, scene: MapScene) -> None:
    requirement = scene.answer.requirement
    text = messages.translate_message(target_axis_title(requirement))
    if painter.fontMetrics().horizontalAdvance(text) > scene.area.height():
        text = f"ms ({messages.statistic_name(requirement.statistic)})"
    painter.save()
    painter.translate(2, scene.area.bottom())
    painter.rotate(-90)
    painter.drawText(QRectF(0, 0, scene.area.height(), 16 * scene.scale), RIGHT, text)
    painter.restore()


def _paint_crosshair(painter: QPainter, scene: MapScene, fonts: Fonts, plan: MapLayout) -> None:
    area, crosshair, requirement = scene.area, scene.crosshair, scene.answer.requirement
    is_visits_visible = scene.visits.holds(float(requirement.visits_per_month))
    is_target_visible = requirement.goal is not Goal.NONE and scene.targets.holds(
        target_of(requirement)
    )
    if is_visits_visible:
        _paint_crosshair_line(painter, scene, QPointF(crosshair.x(), area.top()))
    if is_target_visible:
        _paint_crosshair_line(painter, scene, QPointF(area.left(), crosshair.y()))
    for label in plan.values:
        _paint_current_value(painter, label, fonts)
    for label in plan.changes:
        _paint_break_even(painter, label, fonts)
    ring = 3.2 * scene.scale
    for mark in (label.mark for label in plan.changes if label.mark is not None):
        painter.setPen(QPen(theme.look()["text"], 1.4 * scene.scale))
        painter.setBrush(theme.look()["page"])
        painter.drawEllipse(_screen_point(mark), ring, ring)
    if is_visits_visible and is_target_visible:
        _paint_crosshair_centre(painter, scene)
    for name, box in plan.names:
        _paint_region_name(painter, scene, name, _screen_rect(box), fonts)


def _paint_current_value(painter: QPainter, label: MapLabel, fonts: Fonts) -> None:
    """Paint the label of the current value on its line."""
    look = theme.look()
    painter.setFont(fonts("body", bold=True))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look["text"])
    painter.drawRoundedRect(_screen_rect(label.box), 3, 3)
    write(painter, _screen_rect(label.box), label.text, "page", CENTRE)


def _paint_break_even(painter: QPainter, label: MapLabel, fonts: Fonts) -> None:
    """Paint the label of a break-even, and a line to its mark."""
    look = theme.look()
    if label.mark is not None:
        painter.setPen(QPen(look["text2"], 1))
        painter.drawLine(
            _screen_point(label.mark), _screen_point(label.box.nearest_point(label.mark))
        )
    painter.setFont(fonts("caption"))
    painter.setPen(QPen(look["border_strong"], 1))
    painter.setBrush(QBrush(look["page"]))
    painter.drawRoundedRect(_screen_rect(label.box), 2, 2)
    write(painter, _screen_rect(label.box), label.text, flags=CENTRE)


def _paint_region_name(
    painter: QPainter, scene: MapScene, name: RegionName, box: QRectF, fonts: Fonts
) -> None:
    """Paint the name of a region beside its option's marker."""
    look, unit = theme.look(), scene.scale
    painter.setFont(fonts("body", bold=True))
    if name.winner < 0:  # it may be on the hatch
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look["none_pass"])
        painter.drawRoundedRect(box.adjusted(-5, -2, 5, 2), 3, 3)
        write(painter, box.adjusted(-4, 0, 4, 0), name.text, "text2", CENTRE)
        return
    option = scene.answer.options[name.winner].option
    centre = QPointF(box.left() + MARKER_WIDTH * unit * 0.3, box.center().y())
    painting.paint_marker(painter, centre, option.position, 11 * unit)
    write(painter, box.adjusted(MARKER_WIDTH * unit, 0, 4, 0), name.text)


def _paint_crosshair_line(painter: QPainter, scene: MapScene, start: QPointF) -> None:
    """Paint a line of the cross-hair across the plane."""
    area = scene.area
    is_horizontal = start.x() <= area.left()
    end = QPointF(area.right(), start.y()) if is_horizontal else QPointF(start.x(), area.bottom())
    painter.setPen(QPen(theme.look()["text"], 1.2 * scene.scale))
    painter.drawLine(start, end)


def _paint_crosshair_centre(painter: QPainter, scene: MapScene) -> None:
    look, unit, crosshair = theme.look(), scene.scale, scene.crosshair
    painter.setPen(QPen(look["accent"], 2 * unit))
    painter.setBrush(look["page"])
    painter.drawEllipse(crosshair, 7 * unit, 7 * unit)
    painter.setPen(QPen(look["accent"], 1.2 * unit))
    arm = 3.5 * unit
    painter.drawLine(crosshair - QPointF(arm, 0), crosshair + QPointF(arm, 0))
    painter.drawLine(crosshair - QPointF(0, arm), crosshair + QPointF(0, arm))
    if scene.has_focus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look["accent"], 2 * unit))
        painter.drawEllipse(crosshair, 11 * unit, 11 * unit)


def paint_legend_swatch(painter: QPainter, box: QRectF, part: MapLegendEntry) -> None:
    """Paint the texture of a legend entry into a box."""
    look = theme.look()
    painter.setPen(QPen(look["border"], 1))
    is_ground = part.basis is None
    painter.setBrush(look["none_pass"] if is_ground else look["page"])
    painter.drawRect(box)
    if part.is_hatched:
        painting.paint_hatch(painter, box, look["text2"], 5.0)
    elif part.basis is not None:
        painting.paint_texture(painter, box, look["text2"], part.basis, 4.0)


@dataclass(frozen=True, slots=True)
class MapLegendEntry:
    """An entry of the map's legend: a texture with its text."""

    text: str
    basis: Basis | None = None
    """None: no option wins there."""
    is_hatched: bool = False


def legend_entries(drawn: DecisionMap) -> tuple[MapLegendEntry, ...]:
    """Return the legend entries of the textures on a map, the strongest basis first."""
    bases, is_hatched, is_empty = legend_contents(drawn)
    parts = [
        MapLegendEntry(messages.translate_message(BASIS_WORDS[basis]), basis)
        for basis in STRONGEST_FIRST
        if basis in bases
    ]
    if is_hatched:
        parts.append(MapLegendEntry(translate("DecisionMap", "not shown"), is_hatched=True))
    if is_empty:
        parts.append(MapLegendEntry(translate("DecisionMap", "none passes")))
    return tuple(parts)


def map_palette(answer: Answer) -> MapColours:
    """Return the colours of a map's regions in the current theme."""
    look = theme.look()
    tints = {
        position: look.option(o.option.position).tint.rgb()
        for position, o in enumerate(answer.options)
    }
    tints[NOBODY] = look["none_pass"].rgb()
    return MapColours(tints, look["text2"].rgb(), look["text3"].rgb())


@dataclass(frozen=True, slots=True)
class MapScene:
    """Everything that the painting of a map needs."""

    answer: Answer
    cuts: MapCuts | None
    picture: MapPicture | None
    area: QRectF
    visits: Axis
    targets: Axis
    scale: float
    is_preliminary: bool
    has_focus: bool
    names: PlacedNames | None = None
    """Of the regions, where they keep their places while the requirement moves."""

    @property
    def grid(self) -> MapGrid | None:
        """Of the map whose regions are named; None while the picture is of another part."""
        if self.picture is None or self.picture.grid.present[-1] >= len(self.answer.options):
            return None
        drawn = self.picture.drawn
        ends = drawn.visits_per_month[0], drawn.visits_per_month[-1]
        seen = (self.visits.low, self.visits.high)
        close = (math.isclose(a, b, rel_tol=1e-3) for a, b in zip(ends, seen, strict=True))
        return self.picture.grid if all(close) else None

    @property
    def picture_box(self) -> QRectF:
        """Where the picture lies: a closer look is asked for before it is drawn."""
        if self.picture is None:
            return self.area
        visits, targets = self.picture.drawn.visits_per_month, self.picture.drawn.response_time_s
        return QRectF(
            QPointF(
                self.visits.to_position(float(visits[0])),
                self.targets.to_position(float(targets[-1])),
            ),
            QPointF(
                self.visits.to_position(float(visits[-1])),
                self.targets.to_position(float(targets[0])),
            ),
        )

    @property
    def crosshair(self) -> QPointF:
        """The point of the requirement."""
        requirement = self.answer.requirement
        x = self.visits.to_position(float(requirement.visits_per_month))
        return QPointF(x, self.targets.to_position(target_of(requirement)))
