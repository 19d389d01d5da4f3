"""Layouts within layouts: Python knows nothing of what Qt deletes unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from arraywise.gui.widgets.controls import fill
from tests.gui.nested import known_items

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_no_place_in_a_nested_layout_is_known(qtbot: QtBot) -> None:
    top, inner, innermost = QWidget(), QHBoxLayout(), QVBoxLayout()
    qtbot.addWidget(top)
    buttons = [QPushButton(text) for text in "abc"]
    for each in buttons[:2]:
        inner.addWidget(each)
    inner.addStretch(1)
    innermost.addWidget(buttons[2])
    fill(inner, innermost)
    outer = QVBoxLayout(top)
    fill(outer, inner)
    assert known_items() == []
    buttons[0].deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert known_items() == []
    assert (inner.count(), innermost.count()) == (3, 1)
    assert buttons[2].parentWidget() is top
