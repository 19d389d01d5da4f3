"""Charts leave the window as pictures: onto the clipboard, into a PNG or an SVG file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton

from arraywise.domain.problems import UserError
from arraywise.gui.file_dialogs import documents
from arraywise.gui.icons import icon

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


def copy_picture(chart: QWidget) -> None:
    """Put a picture of a chart onto the clipboard."""
    QGuiApplication.clipboard().setPixmap(chart.grab())


def save_picture(chart: QWidget, path: Path) -> None:
    """Write a picture of a chart; the ending of the name says whether PNG or SVG.

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
    """Copies or saves the picture of a chart."""

    def __init__(self, chart: QWidget, name: str) -> None:
        super().__init__()
        self._chart, self._name = chart, name
        self.setIcon(icon("copy"))
        tip = translate("Charts", "Copy or save the picture of {chart}").format(chart=name)
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.addAction(translate("Charts", "Copy picture"), lambda: copy_picture(chart))
        menu.addAction(translate("Charts", "Save as PNG\u2026"), lambda: self._save(".png"))
        menu.addAction(translate("Charts", "Save as SVG\u2026"), lambda: self._save(".svg"))
        self.setMenu(menu)
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")

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
