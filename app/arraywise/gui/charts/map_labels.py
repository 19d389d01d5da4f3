"""Labels on the lines of the map's cross-hair: today's values, and what changes where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen

from arraywise.domain.break_evens import BreakEven, break_evens, nearest, shown_ms
from arraywise.domain.options import short_names
from arraywise.gui import figures, theme

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.decision import MapCuts
    from arraywise.gui.charts.map_scene import Fonts, MapScene

translate = QCoreApplication.translate
_CENTRE = Qt.AlignmentFlag.AlignCenter


class MapLabels:
    """Puts labels where they hide neither each other nor the cross-hair."""

    def __init__(self, painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
        self._painter, self._scene, self._fonts = painter, scene, fonts
        self.taken: list[QRectF] = []

    def put_all(self, *, across: bool, along: bool) -> None:
        """Name today's values on the lines that are drawn, and what changes along them.

        Args:
            across: Whether the line of the target is drawn.
            along: Whether that of the visits is.
        """
        cuts = self._scene.cuts
        marks = [
            *(self._marks_across(cuts) if cuts is not None and across else ()),
            *(self._marks_along(cuts) if cuts is not None and along else ()),
        ]
        rings = [self._scene.cross, *(place for place, _text, _upright in marks)]
        self._put_values(rings, across=across, along=along)
        if across and along:
            around, cross = 11 * self._scene.scale, self._scene.cross
            self.taken.append(QRectF(cross, cross).adjusted(-around, -around, around, around))
        for place, text, upright in marks:
            self._put_label(place, text, upright=upright)
        for place, _text, _upright in marks:
            self._put_ring(place)

    def _put_values(self, rings: Sequence[QPointF], *, across: bool, along: bool) -> None:
        asked, area, cross = self._scene.answer.requirement, self._scene.area, self._scene.cross
        if across:
            text = f"{figures.plain(round(asked.response_time_s * 1000, 3))} ms"
            wide, high = self._chip_size(text)
            top = cross.y() - high / 2
            ends = (area.left() + 4, area.right() - 4 - wide)
            self._put_chip(text, [QRectF(left, top, wide, high) for left in ends], rings)
        if along:
            text = _in_millions(asked.visits_per_month)
            wide, high = self._chip_size(text)
            left = cross.x() - wide / 2
            ends = (area.bottom() - 1 - high, area.top() + 1)
            self._put_chip(text, [QRectF(left, top, wide, high) for top in ends], rings)

    def _chip_size(self, text: str) -> tuple[float, float]:
        self._painter.setFont(self._fonts("body", bold=True))
        unit, metrics = self._scene.scale, QFontMetricsF(self._painter.font())
        return metrics.horizontalAdvance(text) + 12 * unit, 19 * unit

    def _put_chip(self, text: str, ends: Sequence[QRectF], rings: Sequence[QPointF]) -> None:
        """Draw today's value at that end of its line where no ring lies."""
        reach = 4 * self._scene.scale
        free = (
            box
            for box in ends
            if not any(box.adjusted(-reach, -reach, reach, reach).contains(r) for r in rings)
        )
        look, painter, box = theme.look(), self._painter, next(free, ends[0])
        painter.setFont(self._fonts("body", bold=True))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look["text"])
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(look["page"])
        painter.drawText(box, _CENTRE, text)
        self.taken.append(box)

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
    return f"{figures.plain(shown_ms(seconds))} ms"
