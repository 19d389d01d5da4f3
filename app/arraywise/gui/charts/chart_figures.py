"""The figures of charts as tables: onto the clipboard, or dragged into a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QDrag, QGuiApplication
from PySide6.QtWidgets import QWidget

from arraywise.gui.sheets.clipboard import CopiedCell, as_mime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QMimeData, QPointF

    from arraywise.gui.charts.curves import Curve

translate = QCoreApplication.translate
Table: TypeAlias = list[list[str | float | None]]
"""A row of titles, and rows of names and figures; what is not known is None."""


class CopiesFigures(QWidget):
    """A chart that may give its figures to other programs."""

    def table(self) -> Table:
        """Return what is drawn; nothing but titles where that is nothing."""
        return []

    def gives_figures(self) -> bool:
        """Say whether charts of this kind have figures that a table can hold."""
        return type(self).table is not CopiesFigures.table

    def as_mime(self) -> QMimeData | None:
        """Return the figures as other programs take them; None where there are none now."""
        table = self.table()
        if len(table) < 2:
            return None
        return as_mime([[_cell(value) for value in row] for row in table], (0, 0))

    def copy(self) -> None:
        """Put the figures onto the clipboard."""
        data = self.as_mime()
        if data is not None:
            QGuiApplication.clipboard().setMimeData(data)


def _cell(value: str | float | None) -> CopiedCell:
    """Return a cell; a figure goes out as it is, without marks between thousands."""
    if value is None or isinstance(value, str):
        return CopiedCell(value or "", value or "")
    text = f"{value:.15g}".replace(".", QLocale().decimalPoint())
    return CopiedCell(text, text, float(value))


def carry_out(chart: CopiesFigures, source: QWidget) -> None:
    """Let the figures of a chart, and its picture, go along with the mouse."""
    data = chart.as_mime()
    if data is not None:
        data.setImageData(chart.grab().toImage())
        drag = QDrag(source)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


def is_away(first: QPointF, now: QPointF) -> bool:
    """Say whether the mouse has gone far enough to drag."""
    way = (now - first).toPoint().manhattanLength()
    return way >= QGuiApplication.styleHints().startDragDistance()


def curves_table(curves: Sequence[Curve], x: str, y: str) -> Table:
    """Return the measured points of curves; `x` and `y` are what the axes mean."""
    low, high = translate("Charts", "Low"), translate("Charts", "High")
    users = translate("Charts", "Users")
    rows: Table = [[translate("Charts", "Option"), users, x, y, low, high]]
    for curve in curves:
        rows += ([curve.option.name, p.users, p.x, p.y, p.low, p.high] for p in curve.points)
    return rows
