"""Paints the map that `present.charts.decision_map` lays out; regions in the background."""

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
    load_title,
    target_title,
    textures,
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
MARK = 20.0
"""Room for an option's marker before its name."""


@dataclass(frozen=True, slots=True)
class MapColours:
    """Colours as 0xAARRGGBB: of the regions by winner, of borders and of hatches."""

    tints: Mapping[int, int]
    border: int
    hatch: int


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A map as it was drawn."""

    drawn: DecisionMap
    image: QImage
    grid: MapGrid


def draw_picture(
    drawn: DecisionMap, size: tuple[int, int], palette: MapColours, ratio: float = 1.0
) -> MapPicture:
    """Draw a map's regions; `size` in pixels of the screen, `ratio` of them one of the page."""
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor.fromRgba(palette.tints.get(NOBODY, 0xFFFFFFFF)))
    painter = painting.smooth_painter(image)
    wide, high = size[0] / len(drawn.visits_per_month), size[1] / len(drawn.response_time_s)

    def place(node: Node) -> QPointF:
        return QPointF(node[0] * wide, size[1] - node[1] * high)

    regions, arcs = trace_map(drawn)
    ink, pitch = QColor.fromRgba(palette.hatch), _PITCH * ratio
    for region in regions:
        outline = _outline(region, place)
        painter.fillPath(outline, QColor.fromRgba(palette.tints[region.winner]))
        painter.save()
        painter.setClipPath(outline)
        if region.undecided:
            painting.paint_hatch(painter, outline.boundingRect(), ink, pitch)
        else:
            painting.paint_texture(painter, outline.boundingRect(), ink, region.basis, pitch)
        painter.restore()
    for arc in arcs:
        wide_line = ratio if arc.parts_winners else 0.6 * ratio
        painter.setPen(QPen(QColor.fromRgba(palette.border), wide_line))
        painter.drawPolyline([place(node) for node in arc.nodes])
    painter.end()
    image.setDevicePixelRatio(ratio)
    return MapPicture(drawn, image, MapGrid.of(drawn))


def _outline(region: Region, place: Callable[[Node], QPointF]) -> QPainterPath:
    path = QPainterPath()
    for outline in region.outlines:
        path.moveTo(place(outline[0]))
        for node in outline[1:]:
            path.lineTo(place(node))
        path.closeSubpath()
    return path  # filled by the even-odd rule


def plan_map(painter: QPainter, scene: MapScene, fonts: Fonts) -> MapLayout:
    """Lay the map out on the screen; places are counted upwards, from below zero."""
    unit, area = scene.scale, scene.area
    light = QFontMetricsF(fonts("caption"), painter.device())
    strong = QFontMetricsF(fonts("body", bold=True), painter.device())
    sizes = MapSizes(
        light.horizontalAdvance,
        strong.horizontalAdvance,
        max(18 * unit, strong.height()),
        MARK * unit,
        (62 * unit, 36 * unit),
    )
    visits, targets = scene.visits, scene.targets
    upwards = Axis(targets.low, targets.high, -area.bottom(), -area.top())
    planner = MapPlanner(scene.answer, visits, upwards, sizes, _written)
    return planner.build_layout(scene.cuts, scene.grid, scene.names)


def _written(text: Message | str) -> str:
    return messages.translate_message(text) if isinstance(text, Message) else text


def _rect(box: Box) -> QRectF:
    """Return a box on the screen, where places are counted downwards."""
    return QRectF(box.left, -box.top, box.right - box.left, box.top - box.bottom)


def _point(place: tuple[float, float]) -> QPointF:
    return QPointF(place[0], -place[1])


translate = QCoreApplication.translate


def paint_map(painter: QPainter, scene: MapScene, fonts: Fonts) -> MapLayout:
    """Draw regions, axes, lines of the requirement, labels and names; return where they lie."""
    look = theme.look()
    if scene.picture is not None:
        painter.setOpacity(0.55 if scene.is_debouncing else 1.0)
        painter.setClipRect(scene.area)
        painter.drawImage(scene.picture_box, scene.picture.image)
        painter.setClipping(False)
        painter.setOpacity(1.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look["border_strong"], 1))
    painter.drawRect(scene.area.adjusted(-0.5, -0.5, 0.5, 0.5))
    plan = plan_map(painter, scene, fonts)
    _paint_axes(painter, scene, fonts, plan)
    _paint_cross_hair(painter, scene, fonts, plan)
    if scene.is_debouncing:
        box, top = scene.area.adjusted(0, 4, -8, 0), Qt.AlignmentFlag.AlignRight
        message = translate("DecisionMap", "settling\u2026")
        write(painter, box, message, "text2", top, fonts("caption"))
    return plan


def _paint_axes(painter: QPainter, scene: MapScene, fonts: Fonts, plan: MapLayout) -> None:
    look, area, unit = theme.look(), scene.area, scene.scale
    painter.setFont(fonts("caption"))
    pen = QPen(look["border_strong"], 1)
    for tick in plan.visits_ticks:
        x = scene.visits.place(tick.value)
        painter.setPen(pen)
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4))
        text = figures.number(tick.shown, tick.places)
        half = 0.5 * painter.fontMetrics().horizontalAdvance(text) + 1
        x = min(x, painter.window().width() - half)  # the last one beside the edge stays whole
        box = QRectF(x - half, area.bottom() + 5, 2 * half, 16 * unit)
        write(painter, box, text, "text2", CENTRE)
    for tick in plan.target_ticks:
        y = scene.targets.place(tick.value)
        painter.setPen(pen)
        painter.drawLine(QPointF(area.left() - 4, y), QPointF(area.left(), y))
        box = QRectF(area.left() - 47 * unit, y - 9 * unit, 40 * unit, 18 * unit)
        write(painter, box, figures.number(tick.shown, tick.places), "text2", RIGHT)
    below = QRectF(area.left(), area.bottom() + 22 * unit, area.width(), 18 * unit)
    title = messages.translate_message(load_title(scene.answer.requirement))
    write(painter, below, title, "text2", Qt.AlignmentFlag.AlignRight)
    if scene.answer.requirement.goal is not Goal.NONE:
        _paint_upright(painter, scene)


def _paint_upright(painter: QPainter, scene: MapScene) -> None:
    asked = scene.answer.requirement
    text = messages.translate_message(target_title(asked))
    if painter.fontMetrics().horizontalAdvance(text) > scene.area.height():
        text = f"ms ({messages.statistic(asked.statistic)})"
    painter.save()
    painter.translate(2, scene.area.bottom())
    painter.rotate(-90)
    painter.drawText(QRectF(0, 0, scene.area.height(), 16 * scene.scale), RIGHT, text)
    painter.restore()


def _paint_cross_hair(painter: QPainter, scene: MapScene, fonts: Fonts, plan: MapLayout) -> None:
    area, cross, asked = scene.area, scene.cross, scene.answer.requirement
    upright = scene.visits.holds(float(asked.visits_per_month))
    level = asked.goal is not Goal.NONE and scene.targets.holds(target_of(asked))
    if upright:
        _paint_line(painter, scene, QPointF(cross.x(), area.top()))
    if level:
        _paint_line(painter, scene, QPointF(area.left(), cross.y()))
    for label in plan.values:
        _paint_value(painter, label, fonts)
    for label in plan.changes:
        _paint_change(painter, label, fonts)
    ring = 3.2 * scene.scale
    for mark in (label.mark for label in plan.changes if label.mark is not None):
        painter.setPen(QPen(theme.look()["text"], 1.4 * scene.scale))
        painter.setBrush(theme.look()["page"])
        painter.drawEllipse(_point(mark), ring, ring)
    if upright and level:
        _paint_cross(painter, scene)
    for name, box in plan.names:
        _paint_name(painter, scene, name, _rect(box), fonts)


def _paint_value(painter: QPainter, label: MapLabel, fonts: Fonts) -> None:
    """Draw today's value on its line."""
    look = theme.look()
    painter.setFont(fonts("body", bold=True))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look["text"])
    painter.drawRoundedRect(_rect(label.box), 3, 3)
    write(painter, _rect(label.box), label.text, "page", CENTRE)


def _paint_change(painter: QPainter, label: MapLabel, fonts: Fonts) -> None:
    """Draw what changes at a mark, and a line that leads there."""
    look = theme.look()
    if label.mark is not None:
        painter.setPen(QPen(look["text2"], 1))
        painter.drawLine(_point(label.mark), _point(label.box.nearest(label.mark)))
    painter.setFont(fonts("caption"))
    painter.setPen(QPen(look["border_strong"], 1))
    painter.setBrush(QBrush(look["page"]))
    painter.drawRoundedRect(_rect(label.box), 2, 2)
    write(painter, _rect(label.box), label.text, flags=CENTRE)


def _paint_name(
    painter: QPainter, scene: MapScene, name: RegionName, box: QRectF, fonts: Fonts
) -> None:
    """Write the name of a region beside its option's marker."""
    look, unit = theme.look(), scene.scale
    painter.setFont(fonts("body", bold=True))
    if name.winner < 0:  # it may be on the hatch
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look["none_pass"])
        painter.drawRoundedRect(box.adjusted(-5, -2, 5, 2), 3, 3)
        write(painter, box.adjusted(-4, 0, 4, 0), name.text, "text2", CENTRE)
        return
    option = scene.answer.options[name.winner].option
    centre = QPointF(box.left() + MARK * unit * 0.3, box.center().y())
    painting.paint_marker(painter, centre, option.position, 11 * unit)
    write(painter, box.adjusted(MARK * unit, 0, 4, 0), name.text)


def _paint_line(painter: QPainter, scene: MapScene, start: QPointF) -> None:
    """Draw a line of the cross-hair from an edge of the plane to the other one."""
    area = scene.area
    level = start.x() <= area.left()
    end = QPointF(area.right(), start.y()) if level else QPointF(start.x(), area.bottom())
    painter.setPen(QPen(theme.look()["text"], 1.2 * scene.scale))
    painter.drawLine(start, end)


def _paint_cross(painter: QPainter, scene: MapScene) -> None:
    look, unit, cross = theme.look(), scene.scale, scene.cross
    painter.setPen(QPen(look["accent"], 2 * unit))
    painter.setBrush(look["page"])
    painter.drawEllipse(cross, 7 * unit, 7 * unit)
    painter.setPen(QPen(look["accent"], 1.2 * unit))
    arm = 3.5 * unit
    painter.drawLine(cross - QPointF(arm, 0), cross + QPointF(arm, 0))
    painter.drawLine(cross - QPointF(0, arm), cross + QPointF(0, arm))
    if scene.has_focus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look["accent"], 2 * unit))
        painter.drawEllipse(cross, 11 * unit, 11 * unit)


def legend_swatch(painter: QPainter, box: QRectF, part: MapKeyPart) -> None:
    """Draw what a region of the key looks like."""
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
class MapKeyPart:
    """A texture of the map with its word."""

    text: str
    basis: Basis | None = None
    """None: no option wins there."""
    is_hatched: bool = False


def key_parts(drawn: DecisionMap) -> tuple[MapKeyPart, ...]:
    """Return the textures that occur on a map, the strongest basis first."""
    bases, is_hatched, is_empty = textures(drawn)
    parts = [
        MapKeyPart(messages.translate_message(BASIS_WORDS[basis]), basis)
        for basis in STRONGEST_FIRST
        if basis in bases
    ]
    if is_hatched:
        parts.append(MapKeyPart(translate("DecisionMap", "not shown"), is_hatched=True))
    if is_empty:
        parts.append(MapKeyPart(translate("DecisionMap", "none passes")))
    return tuple(parts)


def map_palette(answer: Answer) -> MapColours:
    """Return the colours of a map's regions in the present theme."""
    look = theme.look()
    tints = {
        place: look.option(o.option.position).tint.rgb() for place, o in enumerate(answer.options)
    }
    tints[NOBODY] = look["none_pass"].rgb()
    return MapColours(tints, look["text2"].rgb(), look["text3"].rgb())


@dataclass(frozen=True, slots=True)
class MapScene:
    """All that is seen on the map at one moment."""

    answer: Answer
    cuts: MapCuts | None
    picture: MapPicture | None
    area: QRectF
    visits: Axis
    targets: Axis
    scale: float
    is_debouncing: bool
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
            QPointF(self.visits.place(float(visits[0])), self.targets.place(float(targets[-1]))),
            QPointF(self.visits.place(float(visits[-1])), self.targets.place(float(targets[0]))),
        )

    @property
    def cross(self) -> QPointF:
        """Where the requirement lies."""
        asked = self.answer.requirement
        x = self.visits.place(float(asked.visits_per_month))
        return QPointF(x, self.targets.place(target_of(asked)))
