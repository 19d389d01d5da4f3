"""What the program says about itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox

from arraywise import __version__
from arraywise.gui.fields import without_icons
from arraywise.gui.state_folder import state_folder

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


def open_log_folder() -> None:
    """Show the folder of the log file in the desktop's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(state_folder())))


def show_about(parent: QWidget) -> None:
    """Say version and licence."""
    text = translate(
        "About",
        "Arraywise {version}\nFrom result files to a purchase decision.\n\n"
        "Apache License 2.0. Nothing is sent anywhere; studies stay on this machine.",
    )
    box = QMessageBox(parent)
    box.setWindowTitle(translate("About", "About Arraywise"))
    box.setText(text.format(version=__version__))
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    box.setIconPixmap(QApplication.windowIcon().pixmap(48))
    for buttons in box.findChildren(QDialogButtonBox):
        without_icons(buttons)
    box.exec()
