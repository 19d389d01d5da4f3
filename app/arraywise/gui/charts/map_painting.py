"""How the decision map is painted: regions, names, axes, cross-hair, break-even labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen

from arraywise.domain.options import short_names
from arraywise.gui import figures, painting, theme
from arraywise.gui.charts.map_labels import MapLabels
from arraywise.gui.charts.map_picture import NOBODY, OPEN, Palette

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QColor

    from arraywise.domain.decision import Answer
    from arraywise.gui.charts.map_picture import NamePlaces
    from arraywise.gui.charts.map_scene import Fonts, MapScene

translate = QCoreApplication.translate
_CENTRE = Qt.AlignmentFlag.AlignCenter
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight


def paint_map(painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
    """Draw regions and axes."""
    look = theme.look()
    if scene.picture is not None:
        painter.setOpacity(0.55 if scene.is_settling else 1.0)
        painter.setClipRect(scene.area)
        painter.drawImage(scene.picture_box, scene.picture.image)
        painter.setClipping(False)
        painter.setOpacity(1.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look["border_strong"], 1))
    painter.drawRect(scene.area.adjusted(-0.5, -0.5, 0.5, 0.5))
    _paint_axes(painter, scene, fonts)
    if scene.is_settling:
        painter.setFont(fonts("caption"))
        painter.setPen(look["text2"])
        said = translate("DecisionMap", "settling\u2026")
        painter.drawText(scene.area.adjusted(0, 4, -8, 0), _RIGHT, said)


_Sizes = tuple[tuple[float, float], ...]
MARK = 20.0
"""Room for an option's marker before its name."""


def name_forms(answer: Answer, winner: int) -> tuple[str, ...]:
    """Return a region's name, a shorter one, and none at all, which leaves its marker."""
    if winner < 0:
        nobody = translate("DecisionMapView", "None passes")
        said = translate("DecisionMapView", "Undetermined") if winner == OPEN else nobody
        return said, said.replace(" ", "\n")
    names = [o.option.name for o in answer.options]
    return names[winner], short_names(names)[winner], ""


def name_sizes(metrics: QFontMetricsF, answer: Answer, unit: float) -> dict[int, _Sizes]:
    """Return width and height of all forms of each region's name."""
    return {
        winner: _form_sizes(metrics, name_forms(answer, winner), MARK * unit * (winner >= 0))
        for winner in (NOBODY, OPEN, *range(len(answer.options)))
    }


def _form_sizes(metrics: QFontMetricsF, forms: tuple[str, ...], mark: float) -> _Sizes:
    wide, high = metrics.horizontalAdvance, metrics.height()
    return tuple(
        (max(map(wide, text.split("\n"))) + mark, high * (text.count("\n") + 1)) for text in forms
    )


def _around(area: QRectF, share: tuple[float, float], size: tuple[float, float]) -> QRectF:
    """Return a box by its middle, which is a share of the area."""
    x, y = area.left() + share[0] * area.width(), area.top() + share[1] * area.height()
    return QRectF(x - size[0] / 2, y - size[1] / 2, *size)


def _paint_name(
    painter: QPainter, scene: MapScene, places: NamePlaces, fonts: Fonts, taken: list[QRectF]
) -> None:
    """Write the name of a region where no label hides it; where it is narrow, a shorter one."""
    area, unit = scene.area.adjusted(5, 2, -5, -2), scene.scale
    painter.setFont(fonts("body", bold=True))
    metrics = QFontMetricsF(painter.font())
    none = places.winner in {NOBODY, OPEN}
    if not none and places.winner >= len(scene.answer.options):
        return
    option = None if none else scene.answer.options[places.winner].option
    mark = 0.0 if none else MARK * unit
    forms = name_forms(scene.answer, places.winner)
    sizes = _form_sizes(metrics, forms, mark)
    free = (
        (text, box)
        for text, (wide, high), middles in zip(forms, sizes, places.middles, strict=True)
        for x, y in middles
        if area.contains(box := _around(scene.picture_box, (x, y), (wide, high)))
        and not any(box.intersects(other) for other in taken)
    )
    found = next(free, None)
    if found is None:
        return
    text, box = found
    look = theme.look()
    if option is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look["none_pass"])
        painter.drawRoundedRect(box.adjusted(-5, -2, 5, 2), 3, 3)
    else:
        centre = QPointF(box.left() + mark * 0.3, box.center().y())
        painting.paint_marker(painter, centre, option.position, 11 * unit)
    painter.setPen(look["text2" if option is None else "text"])
    painter.drawText(box.adjusted(mark - 4 * none, 0, 4, 0), _MIDDLE if option else _CENTRE, text)


def _paint_axes(painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
    look, area, unit = theme.look(), scene.area, scene.scale
    painter.setFont(fonts("caption"))
    pen = QPen(look["border_strong"], 1)
    for value in scene.visits.ticks(round(area.width() / (62 * unit))):
        x = scene.visits.place(value)
        painter.setPen(pen)
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4))
        painter.setPen(look["text2"])
        box = QRectF(x - 40 * unit, area.bottom() + 5, 80 * unit, 16 * unit)
        painter.drawText(box, _CENTRE, figures.plain(round(value / 1e6, 6)))
    for value in scene.targets.ticks(round(area.height() / (36 * unit))):
        y = scene.targets.place(value)
        painter.setPen(pen)
        painter.drawLine(QPointF(area.left() - 4, y), QPointF(area.left(), y))
        painter.setPen(look["text2"])
        box = QRectF(area.left() - 47 * unit, y - 9 * unit, 40 * unit, 18 * unit)
        painter.drawText(box, _MIDDLE | _RIGHT, figures.plain(round(value * 1000, 6)))
    painter.setPen(look["text2"])
    below = QRectF(area.left(), area.bottom() + 22 * unit, area.width(), 18 * unit)
    painter.drawText(below, _RIGHT, translate("DecisionMap", "Visits per month, millions (log)"))
    _paint_upright(painter, scene)


def _paint_upright(painter: QPainter, scene: MapScene) -> None:
    from arraywise.gui import wording

    statistic = wording.statistic(scene.answer.requirement.statistic)
    text = translate("DecisionMap", "Target response time, ms ({statistic})")
    text = text.format(statistic=statistic)
    if painter.fontMetrics().horizontalAdvance(text) > scene.area.height():
        text = f"ms ({statistic})"
    painter.save()
    painter.translate(2, scene.area.bottom())
    painter.rotate(-90)
    box = QRectF(0, 0, scene.area.height(), 16 * scene.scale)
    painter.drawText(box, _MIDDLE | _RIGHT, text)
    painter.restore()


def paint_cross_hair(painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
    """Draw the lines of today's requirement with their labels, and the regions' names."""
    area, cross, asked = scene.area, scene.cross, scene.answer.requirement
    upright = scene.visits.holds(float(asked.visits_per_month))
    level = scene.targets.holds(asked.response_time_s)
    if upright:
        _paint_line(painter, scene, QPointF(cross.x(), area.top()))
    if level:
        _paint_line(painter, scene, QPointF(area.left(), cross.y()))
    labels = MapLabels(painter, scene, fonts)
    labels.put_all(across=level, along=upright)
    if upright and level:
        _paint_cross(painter, scene)
    _paint_names(painter, scene, fonts, labels.taken)


def _paint_line(painter: QPainter, scene: MapScene, start: QPointF) -> None:
    """Draw a line of the cross-hair from an edge of the plane to the other one."""
    area = scene.area
    level = start.x() <= area.left()
    end = QPointF(area.right(), start.y()) if level else QPointF(start.x(), area.bottom())
    painter.setPen(QPen(theme.look()["text"], 1.2 * scene.scale))
    painter.drawLine(start, end)


def _paint_names(
    painter: QPainter, scene: MapScene, fonts: Fonts, taken: Sequence[QRectF]
) -> None:
    """Write the names of the regions clear of lines and labels."""
    if scene.picture is None:
        return
    area, cross = scene.area, scene.cross
    lines = [
        QRectF(cross.x() - 4, area.top(), 8, area.height()),
        QRectF(area.left(), cross.y() - 3, area.width(), 6),
    ]
    for places in scene.picture.names:
        _paint_name(painter, scene, places, fonts, [*taken, *lines])


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


def legend_swatch(painter: QPainter, box: QRectF, colour: QColor, *, hatched: bool) -> None:
    """Draw what a region of the legend looks like."""
    look = theme.look()
    painter.setPen(QPen(look["border"], 1))
    painter.setBrush(Qt.BrushStyle.NoBrush if hatched else QBrush(colour))
    painter.drawRect(box)
    if hatched:
        painting.paint_hatch(painter, box, look["text2"], 5.0)


def map_palette(answer: Answer) -> Palette:
    """Return the colours of a map's regions in the present theme."""
    look = theme.look()
    tints = {
        place: look.option(o.option.position).tint.rgb() for place, o in enumerate(answer.options)
    }
    tints[NOBODY] = look["none_pass"].rgb()
    return Palette(tints, look["text2"].rgb(), look["text3"].rgb())
