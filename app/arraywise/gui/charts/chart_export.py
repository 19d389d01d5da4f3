"""Charts as pictures and tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QCoreApplication, QLocale, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QDrag, QGuiApplication, QMouseEvent, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from arraywise.domain.messages import UserError
from arraywise.gui.grid.clipboard import CopiedCell, as_mime
from arraywise.gui.widgets.files import documents
from arraywise.gui.widgets.theme import icon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QMimeData

    from arraywise.gui.charts.curves import PlottedCurve

Table: TypeAlias = list[list[str | float | None]]
"""A row of titles, and rows of names and figures; what is not known is None."""


class CopiesFigures(QWidget):
    """A chart that may give its figures to other programs."""

    def table(self) -> Table:
        """Return what is drawn; nothing but titles where that is nothing."""
        return []

    def has_figures_to_copy(self) -> bool:
        """Return whether charts of this kind have figures that a table can hold."""
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


def execute_request(chart: CopiesFigures, source: QWidget) -> None:
    """Let the figures of a chart, and its picture, go along with the mouse."""
    data = chart.as_mime()
    if data is not None:
        data.setImageData(chart.grab().toImage())
        drag = QDrag(source)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


def is_outside(first: QPointF, now: QPointF) -> bool:
    """Return whether the mouse has gone far enough to drag."""
    way = (now - first).toPoint().manhattanLength()
    return way >= QGuiApplication.styleHints().startDragDistance()


def curves_table(curves: Sequence[PlottedCurve], x: str, y: str) -> Table:
    """Return the measured points of curves; `x` and `y` are what the axes mean."""
    low, high = translate("Charts", "Low", "interval"), translate("Charts", "High")
    users = translate("Charts", "Users")
    rows: Table = [[translate("Charts", "Option"), users, x, y, low, high]]
    for curve in curves:
        rows += ([curve.option.name, p.users, p.x, p.y, p.low, p.high] for p in curve.points)
    return rows


translate = QCoreApplication.translate


def copy_picture(chart: QWidget) -> None:
    """Copy a picture of a chart to the clipboard."""
    QGuiApplication.clipboard().setPixmap(chart.grab())


def save_picture(chart: QWidget, path: Path) -> None:
    """Write a picture of a chart; the ending of the name states whether PNG or SVG.

    Raises:
        UserError: When the file cannot be written.
    """
    good = _save_svg(chart, path) if path.suffix.lower() == ".svg" else _save_png(chart, path)
    if not good:
        text = translate("Charts", "{path} could not be written.")
        raise UserError(text.format(path=path))


def _save_png(chart: QWidget, path: Path) -> bool:
    return chart.grab().save(str(path), "PNG")


def _save_svg(chart: QWidget, path: Path) -> bool:
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(QSize(chart.width(), chart.height()))
    generator.setViewBox(QRect(0, 0, chart.width(), chart.height()))
    generator.setTitle(chart.accessibleName())
    painter = QPainter()
    if not painter.begin(generator):
        return False
    chart.render(painter, QPoint())
    return painter.end()


class PictureButton(QToolButton):
    """Copies or saves the picture of a chart, or its figures; dragged, it carries both out."""

    def __init__(self, chart: QWidget, name: str) -> None:
        super().__init__()
        self._chart, self._name = chart, name
        self._figures = (
            chart if isinstance(chart, CopiesFigures) and chart.has_figures_to_copy() else None
        )
        self._from: QPointF | None = None
        """Where the mouse pressed, until it is let go or drags."""
        self.setIcon(icon("copy"))
        message = translate("Charts", "Copy or save the picture of {chart}").format(chart=name)
        self.setAccessibleName(message)
        if self._figures is not None:
            message += "\n" + translate("Charts", "Drag into a spreadsheet to copy the figures")
        self.setToolTip(message)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.addAction(translate("Charts", "Copy picture"), lambda: copy_picture(chart))
        menu.addAction(translate("Charts", "Save as PNG\u2026"), lambda: self._save(".png"))
        menu.addAction(translate("Charts", "Save as SVG\u2026"), lambda: self._save(".svg"))
        if self._figures is not None:
            menu.addSeparator()
            menu.addAction(translate("Charts", "Copy figures"), self._figures.copy)
        self.setMenu(menu)
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Wait for what the mouse does: it opens the menu, or drags."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = event.position()
            self.setDown(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the figures out."""
        if self._figures is None or self._from is None:
            return
        if is_outside(self._from, event.position()):
            self._release()
            execute_request(self._figures, self)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Open the menu where nothing was dragged."""
        if self._release():
            self.showMenu()

    def _release(self) -> bool:
        held, self._from = self._from is not None, None
        self.setDown(False)
        return held

    def _save(self, suffix: str) -> None:
        offered = str(documents() / f"{self._name}{suffix}")
        title = translate("Charts", "Save picture")
        name, _ = QFileDialog.getSaveFileName(self, title, offered, f"*{suffix}")
        if name:
            path = Path(name)
            self.save_as(path if path.suffix else path.with_suffix(suffix))

    def save_as(self, path: Path) -> None:
        """Write the picture of the chart.

        Raises:
            UserError: When the file cannot be written.
        """
        save_picture(self._chart, path)
