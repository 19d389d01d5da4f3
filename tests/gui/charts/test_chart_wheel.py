"""The wheel over a chart turns a page that there is more of, and zooms else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from arraywise.gui.charts.painted import ZoomedChart
from arraywise.gui.charts.plots import CurvePlot
from arraywise.gui.charts.value import PriceValueChart
from tests.gui.example_answer import example_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


MOVED = 80
"""Pixels that the page was moved up by before."""


def turn(over: QWidget, held: Qt.KeyboardModifier) -> None:
    """Turn the wheel by two notches away from the hand."""
    window = over.window().windowHandle()
    place = QPointF(over.mapTo(over.window(), QPoint(100, 100)))
    QTest.wheelEvent(window, place, QPoint(0, 240), QPoint(), held)


def looks_closer(chart: QWidget) -> bool:
    """Whether less is seen than all."""
    if isinstance(chart, ZoomedChart):
        return not chart.visible_range.shows_all
    assert isinstance(chart, CurvePlot)
    return not chart._is_fitted


def on_page(qtbot: QtBot, chart: QWidget, page_high: int) -> QScrollArea:
    """Lay a chart of 300 pixels on a page."""
    page, inside = QScrollArea(), QWidget()
    qtbot.addWidget(page)
    inside.setFixedSize(380, page_high)
    chart.setParent(inside)
    chart.setGeometry(0, 0, 380, 300)
    page.setWidget(inside)
    page.resize(400, 320)
    page.show()
    page.verticalScrollBar().setValue(MOVED)
    return page


def under_the_mouse(chart: QWidget) -> QWidget:
    """Return what the wheel is turned over."""
    return chart.plot.viewport() if isinstance(chart, CurvePlot) else chart


def a_painted_chart() -> PriceValueChart:
    chart = PriceValueChart()
    chart.show_answer(example_answer())
    return chart


@pytest.mark.parametrize("make", [a_painted_chart, lambda: CurvePlot("Curves")])
@pytest.mark.parametrize(
    ("page_high", "held", "turns"), [(900, NONE, True), (900, CTRL, False), (300, NONE, False)]
)
def test_the_wheel_turns_the_page_or_zooms(
    qtbot: QtBot,
    make: Callable[[], QWidget],
    page_high: int,
    held: Qt.KeyboardModifier,
    turns: bool,  # noqa: FBT001 - a case
) -> None:
    chart = make()
    page = on_page(qtbot, chart, page_high)
    turn(under_the_mouse(chart), held)
    has_turned = page.verticalScrollBar().value() < min(MOVED, page.verticalScrollBar().maximum())
    assert (has_turned, looks_closer(chart)) == (turns, not turns)
