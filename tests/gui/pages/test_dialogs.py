"""What all dialogs owe: Esc leaves, Enter does the one thing that is meant, all is named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
)

from arraywise.gui.pages.evidence.actions import LimitDialog
from arraywise.gui.pages.evidence.options import OptionsDialog
from arraywise.gui.shell.support import CrashDialog
from tests.gui.acting import shown_page
from tests.gui.every_page import dialogs

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

_TAKING = (QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QPlainTextEdit)
"""Kinds of controls that a screen reader must have a name for."""


def _unnamed(dialog: QWidget) -> list[QWidget]:
    return [
        each
        for kind in _TAKING
        for each in dialog.findChildren(kind)
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not each.accessibleName()
        and not isinstance(each.parentWidget(), _TAKING)
        and each.isVisible()
    ]


def test_every_dialog_is_left_by_escape_and_names_its_controls(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    shown_page(window, "pricing")
    seen = []
    for name, dialog in dialogs(window):
        assert dialog.windowTitle(), name
        assert not _unnamed(dialog), name
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), name
        seen.append(name)
    assert len(seen) == 9


def test_every_primary_button_is_the_one_that_enter_presses(
    open_shared: Callable[[], MainWindow],
) -> None:
    window = open_shared()
    shown_page(window, "pricing")
    for name, dialog in dialogs(window):
        default = [b for b in dialog.findChildren(QPushButton) if b.isDefault()]
        primary = [b for b in default if b.property("kind") == "primary"]
        assert default == primary or name == "keys", (name, [b.text() for b in default])
        dialog.close()


def test_enter_keeps_the_size_that_was_typed(shared_window: MainWindow, qtbot: QtBot) -> None:
    dialog = LimitDialog(1 << 20, shared_window)
    dialog.show()
    dialog.size_field.setValue(7)
    with qtbot.waitSignal(dialog.given) as given:
        qtbot.keyClick(dialog.size_field, Qt.Key.Key_Return)
    assert given.args == [7]


def test_enter_in_the_sheet_of_options_adds_none(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    dialog = OptionsDialog(window.session, window)
    dialog.show()
    qtbot.waitUntil(lambda: len(dialog.model.rows) == 2)
    dialog.grid.setFocus()
    qtbot.keyClick(dialog.grid, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert len(dialog.model.rows) == 2
    assert dialog.isVisible()


@pytest.mark.usefixtures("dressed")
def test_enter_goes_on_after_an_error_of_the_program(qtbot: QtBot) -> None:
    dialog = CrashDialog("Traceback", Path("arraywise.log"))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted
