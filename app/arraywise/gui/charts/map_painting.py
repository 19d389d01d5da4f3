"""How the decision map is painted: regions, names, axes, cross-hair, break-even labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetricsF, QPainter, QPen

from arraywise.domain.break_evens import BreakEven, break_evens, nearest
from arraywise.domain.options import short_names
from arraywise.gui import figures, painting, theme
from arraywise.gui.charts.map_picture import NOBODY, OPEN, Palette

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QColor

    from arraywise.domain.decision import Answer, MapCuts
    from arraywise.gui.charts.map_picture import MapPicture, NamePlaces
    from arraywise.gui.charts.scales import Axis

translate = QCoreApplication.translate
_CENTRE = Qt.AlignmentFlag.AlignCenter
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight


class Fonts(Protocol):
    """Gives the font of a role, in the size of the map."""

    def __call__(self, role: str, *, bold: bool = False) -> QFont:
        """Return the font of a role."""


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
    is_settling: bool
    has_focus: bool

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
        return QPointF(x, self.targets.place(asked.response_time_s))


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
    labels = _Labels(painter, scene, fonts)
    if upright:
        _paint_line(painter, scene, QPointF(cross.x(), area.top()))
    if level:
        _paint_line(painter, scene, QPointF(area.left(), cross.y()))
        text = f"{figures.plain(round(asked.response_time_s * 1000, 3))} ms"
        labels.put_chip(text, QPointF(area.left() + 4, cross.y()), upright=False)
    if upright:
        text = _in_millions(asked.visits_per_month)
        labels.put_chip(text, QPointF(cross.x(), area.bottom() - 1), upright=True)
    if upright and level:
        around = 11 * scene.scale
        labels.taken.append(QRectF(cross, cross).adjusted(-around, -around, around, around))
    if scene.cuts is not None:
        labels.put_break_evens(scene.cuts, across=level, along=upright)
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


class _Labels:
    """Puts labels where they hide neither each other nor the cross-hair."""

    def __init__(self, painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
        self._painter, self._scene, self._fonts = painter, scene, fonts
        self.taken: list[QRectF] = []

    def put_chip(self, text: str, place: QPointF, *, upright: bool) -> None:
        """Draw today's value on its line."""
        look, unit, painter = theme.look(), self._scene.scale, self._painter
        painter.setFont(self._fonts("body", bold=True))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 12 * unit
        high = 19 * unit
        if upright:
            box = QRectF(place.x() - wide / 2, place.y() - high, wide, high)
        else:
            box = QRectF(place.x(), place.y() - high / 2, wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look["text"])
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(look["page"])
        painter.drawText(box, _CENTRE, text)
        self.taken.append(box)

    def put_break_evens(self, cuts: MapCuts, *, across: bool, along: bool) -> None:
        """Name what changes along both lines, the nearest first."""
        marks = [
            *(self._marks_across(cuts) if across else ()),
            *(self._marks_along(cuts) if along else ()),
        ]
        for place, text, upright in marks:
            self._put_label(place, text, upright=upright)
        for place, _text, _upright in marks:
            self._put_ring(place)

    def _marks_across(self, cuts: MapCuts) -> Iterator[tuple[QPointF, str, bool]]:
        scene = self._scene
        today = float(scene.answer.requirement.visits_per_month)
        for found in _by_nearness(nearest(break_evens(cuts.visits_per_month), today), today):
            if scene.visits.holds(found.value):
                place = QPointF(scene.visits.place(found.value), scene.cross.y())
                yield place, self._said(found, _in_millions(found.value)), False

    def _marks_along(self, cuts: MapCuts) -> Iterator[tuple[QPointF, str, bool]]:
        scene = self._scene
        today = scene.answer.requirement.response_time_s
        for found in _by_nearness(nearest(break_evens(cuts.response_time_s), today), today):
            if scene.targets.holds(found.value):
                place = QPointF(scene.cross.x(), scene.targets.place(found.value))
                yield place, self._said(found, _in_ms(found.value)), True

    def _said(self, found: BreakEven, value: str) -> str:
        names = short_names([o.option.name for o in self._scene.answer.options])
        before = None if found.before is None else names[found.before]
        after = None if found.after is None else names[found.after]
        if before is None or after is None:
            limit = translate("DecisionMap", "{option} limit {value}")
            return limit.format(option=before or after or "", value=value)
        return f"{before} = {after} {value}"

    def _put_label(self, place: QPointF, text: str, *, upright: bool) -> None:
        look, painter, unit = theme.look(), self._painter, self._scene.scale
        painter.setFont(self._fonts("caption"))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 12 * unit
        size = (wide, 18 * unit)
        box = self._free_box(place, size, upright=upright)
        if box is None:
            return  # still read out under the mouse
        painter.setPen(QPen(look["border_strong"], 1))
        painter.setBrush(QBrush(look["page"]))
        painter.drawRoundedRect(box, 2, 2)
        painter.setPen(look["text"])
        painter.drawText(box, _CENTRE, text)
        self.taken.append(box)

    def _free_box(
        self, place: QPointF, size: tuple[float, float], *, upright: bool
    ) -> QRectF | None:
        area, (wide, high) = self._scene.area.adjusted(2, 2, -2, -2), size
        gap = 6.0 * self._scene.scale
        x, y = place.x(), place.y()
        lefts = (x - wide - gap, x + gap)
        tops = (y - high - gap, y + gap)
        if upright:
            corners = [(left, y + dy) for dy in (-high / 2, *(-high - 8, 8)) for left in lefts]
        else:
            shifts = (-wide / 2, -wide + 10, -10)
            corners = [(x + dx, top) for dx in shifts for top in tops]
        for left, top in corners:
            kept = min(max(left, area.left()), area.right() - wide)
            box = QRectF(kept, top, wide, high)
            if area.contains(box) and not any(box.intersects(t) for t in self.taken):
                return box
        return None

    def _put_ring(self, place: QPointF) -> None:
        look, painter = theme.look(), self._painter
        painter.setPen(QPen(look["text"], 1.4 * self._scene.scale))
        painter.setBrush(look["page"])
        painter.drawEllipse(place, 3.2 * self._scene.scale, 3.2 * self._scene.scale)


def _by_nearness(found: Sequence[BreakEven], today: float) -> list[BreakEven]:
    return sorted(found, key=lambda b: abs(b.value / today - 1.0))


def _in_millions(visits: float) -> str:
    return translate("DecisionMap", "{millions} M").format(millions=figures.millions(visits))


def _in_ms(seconds: float) -> str:
    return f"{figures.milliseconds(seconds)} ms"


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
