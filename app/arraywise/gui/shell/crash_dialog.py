"""What is shown when the program met an error of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit

from arraywise.gui.shell.guide import add_help_key
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import button, dialog_column, fill, label

if TYPE_CHECKING:
    from pathlib import Path


class CrashDialog(QDialog):
    """Says that nothing is lost, and lets the details be copied."""

    def __init__(self, details: str, log: Path) -> None:
        super().__init__()
        self._details = details
        self.setWindowTitle(self.tr("Arraywise met an error of its own"))
        self.resize(640, 420)
        column = dialog_column(self)
        column.addWidget(
            label(self.tr("Something went wrong in Arraywise"), "page_title", bold=True)
        )
        message = label(
            self.tr(
                "Your edits are saved. If the window behaves oddly, reopen it. The details help"
                " to find the fault; nothing is sent. Log: {log}."
            ).format(log=log),
            "control",
            "text2",
            wraps=True,
        )
        column.addWidget(message)
        text = QPlainTextEdit(details)
        text.setReadOnly(True)
        text.setAccessibleName(self.windowTitle())
        text.setFont(theme.mono_font())
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        column.addWidget(text, 1)
        row = fill(
            QHBoxLayout(), None, button(self.tr("Copy the details"), self.copy, sign="copy")
        )
        go_on = button(self.tr("Go on"), self.accept, kind="primary")
        go_on.setDefault(True)
        row.addWidget(go_on)
        fill(column, row)
        theme.apply_style(self)
        add_help_key(self)

    def copy(self) -> None:
        """Put the details on the clipboard."""
        QGuiApplication.clipboard().setText(self._details)
