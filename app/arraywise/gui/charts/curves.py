"""Curves, pens, markers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainterPath, QPen, QTransform

from arraywise.gui.widgets import figures, painting
from arraywise.gui.widgets.controls import label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLabel

    from arraywise.domain.options import Option

_DOTTED = [1.0, 2.5]


def caption(*, right: bool = False) -> QLabel:
    """Return an empty title of an axis."""
    built = label("", "caption", "text2")
    built.setContentsMargins(8, 0, 4, 0)
    if right:
        built.setAlignment(Qt.AlignmentFlag.AlignRight)
    return built


def tick_texts(values: Sequence[float], scale: float, _spacing: float) -> list[str]:
    """Write the values beside an axis as the locale does."""
    return [figures.plain(round(value * scale, 9)) for value in values]


def parts_of(curve: PlottedCurve) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the part of a curve's line that counts, and the rest from there on."""
    points = [(p.x, p.y) for p in curve.points]
    split = next((i for i, p in enumerate(curve.points) if not p.counts), len(points))
    if not curve.line:
        return points[:split], points[max(0, split - 1) :] if split < len(points) else []
    last = max((x for x, _ in points[:split]), default=-np.inf)
    sound = [*(p for p in curve.line if p[0] < last), *points[max(0, split - 1) : split]]
    rest = [p for p in curve.line if p[0] > last] if split < len(points) else []
    end = rest[-1][0] if rest else last
    beyond = [p for p in points[split:] if p[0] > end or not rest]
    return sound, [*sound[-1:], *rest, *beyond] if rest or beyond else []


def stroke(pixels: float) -> float:
    """Return the width of a cosmetic pen, which Qt counts in pixels of the screen."""
    app = QGuiApplication.instance()
    ratio = app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
    return pixels * ratio


def line_pen(colour: QColor, dash: str) -> QPen:
    """Return the pen of an option's line; dots for what does not count."""
    pen = QPen(colour, stroke(2.0))
    pen.setCosmetic(True)
    if dash == "dotted":
        pen.setDashPattern(_DOTTED)
    elif dash != "solid":
        pen.setDashPattern([float(part) / 2 for part in dash.split()])
    return pen


def symbol(marker: str) -> object:
    """Return a marker's outline as pyqtgraph wants it: one unit wide."""
    return QTransform.fromScale(0.5, 0.5).map(painting.marker_shape(marker))


def cap() -> QPainterPath:
    """Return the end of an error bar, one unit wide."""
    path = QPainterPath()
    path.moveTo(-0.5, 0.0)
    path.lineTo(0.5, 0.0)
    return path


@dataclass(frozen=True, slots=True)
class Point:
    """One measured point of a curve."""

    x: float
    y: float
    low: float | None
    high: float | None
    counts: bool
    """False where the host was exhausted or the rate is past its highest: drawn hollow."""
    message: str
    users: int | None = None
    """The load level that it is, where it is one."""


@dataclass(frozen=True, slots=True)
class PlottedCurve:
    """The points of one option, in the order of load, and the band around them."""

    option: Option
    points: tuple[Point, ...]
    band: tuple[tuple[float, float, float], ...] = ()
    """x, low, high."""
    line: tuple[tuple[float, float], ...] = ()
    """Leads smoothly from point to point; empty: they are joined straight."""
    note: str = ""
    """Said in grey under the option's name."""
    named: bool = True
    """Whether the name stands at its end; not where the option has another curve that counts."""

    @property
    def with_errors(self) -> list[tuple[Point, float, float]]:
        """The points whose interval is known, with its ends."""
        known = ((p, p.low, p.high) for p in self.points)
        return [(p, lo, hi) for p, lo, hi in known if lo is not None and hi is not None]


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A line across the plot: the demand or the target."""

    at: float
    text: str
    upright: bool
    dashed: bool = False
    dotted: bool = False
