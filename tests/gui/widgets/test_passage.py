"""A text that is stated again on every tick keeps the height that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arraywise.gui.widgets.controls import WrappedLabel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SHORT, LONG = "One line", "A sentence of several words that goes on and on. " * 8


class LaidOut(QObject):
    """Counts how often a widget is laid out."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.times = 0
        self._page = page
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.times += watched is self._page and event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    built = QWidget()
    qtbot.addWidget(built)
    column = QVBoxLayout(built)
    column.addWidget(WrappedLabel("control", "text"))
    column.addStretch(1)
    built.resize(300, 600)
    built.show()
    return built


@pytest.fixture
def passage(page: QWidget) -> WrappedLabel:
    result = page.findChild(WrappedLabel)
    assert result is not None
    return result


def test_it_is_as_high_as_its_text(qtbot: QtBot, page: QWidget, passage: WrappedLabel) -> None:
    for text in (SHORT, LONG, SHORT, LONG):
        passage.setText(text)
        assert passage.text() == text
        qtbot.waitUntil(lambda: passage.height() == passage.heightForWidth(passage.width()))
    low = passage.height()
    page.resize(200, 600)
    qtbot.waitUntil(lambda: passage.height() == passage.heightForWidth(passage.width()) > low)


def test_another_text_of_the_same_height_leaves_the_page_alone(
    qtbot: QtBot, page: QWidget, passage: WrappedLabel
) -> None:
    passage.setText(LONG)
    qtbot.waitUntil(lambda: passage.height() == passage.heightForWidth(passage.width()))
    qtbot.wait(1)
    laid_out = LaidOut(page)
    passage.setText(LONG.replace("several", "severed"))
    qtbot.wait(1)
    assert laid_out.times == 0
    passage.setText(SHORT)
    qtbot.waitUntil(lambda: laid_out.times > 0)


def test_it_is_measured_anew_in_another_font(qtbot: QtBot, passage: WrappedLabel) -> None:
    passage.setText(LONG)
    qtbot.waitUntil(lambda: passage.height() == passage.heightForWidth(passage.width()))
    low = passage.height()
    passage.setStyleSheet("QLabel { font-size: 18px; }")
    qtbot.waitUntil(lambda: passage.height() == passage.heightForWidth(passage.width()) > low)
