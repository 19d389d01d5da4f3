"""The names at the ends of curves: apart from each other, and over no point of another curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtGui import QColor, QFontMetricsF

from arraywise.gui import theme
from arraywise.gui.charts.curve_shapes import apart, stroke

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.gui.charts.curves import Curve

LABEL_GAP = 18.0
"""Pixels between the labels, at least."""
_OVER_CURVES = 20
_NEAR, _LED = 9.0, 20.0
"""Pixels from the end of a curve to its name, without and with a line that leads to it."""


@dataclass(frozen=True, slots=True)
class _Label:
    """A name with the line that leads to it."""

    curve: Curve
    name: Any
    leader: Any

    @property
    def x(self) -> float:
        return self.curve.points[-1].x

    @property
    def y(self) -> float:
        return self.curve.points[-1].y


@dataclass(frozen=True, slots=True)
class _View:
    """What is seen of the plane, and how much of it a pixel is."""

    top: float
    per_x: float
    per_y: float


class EndLabels:
    """The names of the curves of one plot."""

    def __init__(self, item: Any) -> None:  # noqa: ANN401 - pyqtgraph has no types
        self._item = item
        self._labels: list[_Label] = []

    def clear(self) -> None:
        """Forget what the plot was cleared of."""
        self._labels = []

    def add(self, curve: Curve) -> None:
        """Make the name of a curve that has points."""
        ground = QColor(theme.look()["page"])
        ground.setAlphaF(0.92)
        ink = theme.look()["text"]
        name = pg.TextItem(curve.option.name, color=ink, anchor=(0, 0.5), fill=ground)
        name.setFont(theme.font("caption", bold=True))
        name.setZValue(_OVER_CURVES)
        self._item.addItem(name, ignoreBounds=True)
        leader = pg.PlotCurveItem(pen=pg.mkPen(theme.look()["border_strong"], width=stroke(1)))
        self._item.addItem(leader, ignoreBounds=True)
        self._labels.append(_Label(curve, name, leader))

    def place(self) -> None:
        """Put the names beside the ends of their curves, apart from each other."""
        box = self._item.getViewBox()
        if box.height() < 2 or not self._labels:
            return
        (left, right), (bottom, top) = box.viewRange()
        view = _View(top, (right - left) / max(1.0, box.width()), (top - bottom) / box.height())
        gap = theme.px(LABEL_GAP) * view.per_y
        found = sorted(self._labels, key=lambda each: each.y)
        places = apart([each.y for each in found], gap, top - gap / 2)
        pairs = list(zip(found, places, strict=True))
        is_crowded = any(abs(place - each.y) > 0.6 * gap for each, place in pairs)
        furthest = max(each.x for each in found)
        for each, place in pairs:
            aside = furthest if self._covers(each, place, view) else each.x
            self._put(each, (aside, place), view, is_crowded=is_crowded)

    def _covers(self, label: _Label, place: float, view: _View) -> bool:
        """Say whether a name beside its curve's end would lie over points of another curve."""
        wide = QFontMetricsF(theme.font("caption", bold=True)).horizontalAdvance
        end = label.x + (_LED + 4 + wide(label.curve.option.name)) * view.per_x
        half = theme.px(LABEL_GAP) / 2 * view.per_y
        others = (each.curve for each in self._labels if each is not label)
        return any(
            label.x < point.x < end and abs(point.y - place) < half
            for curve in others
            for point in curve.points
        )

    def _put(
        self, label: _Label, to: tuple[float, float], view: _View, *, is_crowded: bool
    ) -> None:
        aside, place = to
        led = is_crowded or aside > label.x
        label.name.setPos(aside + (_LED if led else _NEAR) * view.per_x, place)
        far = 0.1 * theme.px(LABEL_GAP) * view.per_y
        moved = aside > label.x or (is_crowded and abs(place - label.y) > far)
        start, end = label.x + 7 * view.per_x, aside + (_LED + 1) * view.per_x
        label.leader.setData(*(([start, end], [label.y, place]) if moved else ([], [])))


def names_width(curves: Sequence[Curve]) -> float:
    """Return the pixels that the names take beside their curves."""
    wide = QFontMetricsF(theme.font("caption", bold=True)).horizontalAdvance
    return max(wide(curve.option.name) for curve in curves) + 30
