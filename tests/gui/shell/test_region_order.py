"""Tab goes through bar, strip, rail, page and trace, each as one reads it, and comes round."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from arraywise.gui.grid.grid import Grid
from arraywise.gui.shell import focus as focus_order
from arraywise.gui.shell.study_frame import PageRoom
from arraywise.gui.widgets import theme
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow
    from arraywise.gui.shell.study_frame import StudyFrame

_MOST = 90
PAGES = (
    "overview",
    "evidence",
    "performance",
    "pricing",
    "provisioning",
    "decision",
    "report",
    "workings",
)


def round_of(first: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Press a key until the focus is where it was, counting each stop once."""
    first.setFocus()
    been = [first]
    for _ in range(_MOST):
        QTest.keyClick(been[-1], key)
        now = QApplication.focusWidget()
        assert now is not None
        if now is first:
            return been
        if now is not been[-1]:  # a sheet goes on to its next cell
            been.append(now)
    raise AssertionError([type(each).__name__ for each in been])


def region_of(frame: StudyFrame, widget: QWidget) -> str:
    names = ("bar", "strip", "rail", "page", "trace")
    inside = (n for n, r in zip(names, frame.regions, strict=True) if r.isAncestorOf(widget))
    return next(inside, "elsewhere")


def tabbed(window: MainWindow, qtbot: QtBot, page: str) -> list[QWidget]:
    frame = window.frame
    assert frame is not None
    shown_page(window, page)
    wait_for_answer(qtbot, window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return round_of(frame.bar.target_slider)


@pytest.mark.parametrize("page", PAGES)
def test_tab_goes_from_region_to_region_and_comes_round(
    shared_window: MainWindow, qtbot: QtBot, page: str
) -> None:
    window = shared_window
    been = tabbed(window, qtbot, page)
    frame = window.frame
    assert frame is not None
    assert len(set(been)) == len(been)
    regions = [region for region, _ in groupby(region_of(frame, each) for each in been)]
    strip = [] if page == "overview" else ["strip"]
    assert regions == ["bar", *strip, "rail", "page"]
    assert sum(frame.rail.isAncestorOf(each) for each in been) == 1
    assert not [each for each in been if type(each) is QScrollArea and not scrolls(each)]
    back = round_of(been[0], Qt.Key.Key_Backtab)
    assert [been[0], *reversed(been[1:])] == back
    assert unseen(window) == []  # and no stop is a secret


def unseen(window: MainWindow) -> list[str]:
    """List the stops that cannot be seen, or not that they have the focus, in a narrow window."""
    window.resize(*theme.min_window_size())
    window.frame.toggle_trace()
    QApplication.processEvents()
    assert window.frame is not None
    result = []
    for stop in [
        stop for region in window.frame.regions for stop in focus_order.list_tab_stops(region)
    ]:
        focus_order.go_to(stop, Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()  # what scrolls, and the ring that follows
        place = QRect(stop.mapTo(window, QPoint(0, 0)), stop.size()) & window.rect()
        place.adjust(-4, -4, 4, 4)
        focused = window.grab(place).toImage()
        stop.clearFocus()
        QApplication.processEvents()
        if out_of_sight(stop) or window.grab(place).toImage() == focused:
            result.append(f"{type(stop).__name__} {stop.accessibleName()}")
    window.frame.toggle_trace()
    window.resize(1280, 800)
    QApplication.processEvents()
    return result


def scrolls(area: QScrollArea) -> bool:
    return bool(area.verticalScrollBar().maximum() or area.horizontalScrollBar().maximum())


def out_of_sight(stop: QWidget) -> bool:
    """Report whether what a stop is in shows nothing of it."""
    around, place = stop.parentWidget(), stop.geometry()
    while around is not None and not place.isEmpty():
        place &= around.rect()
        place.translate(around.pos())
        around = around.parentWidget()
    return place.isEmpty()


def test_every_stop_is_reached(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    been = set(tabbed(window, qtbot, "decision"))
    frame = window.frame
    assert frame is not None
    decision = frame.present_page
    wanted = [decision.rule, decision.map, decision.weights.advanced]
    wanted += [each for each in decision.weights.findChildren(QWidget) if takes_tab(each)]
    assert len(wanted) > 6
    assert not [each for each in wanted if each not in been]


def takes_tab(widget: QWidget) -> bool:
    """Report so of what is no part of another control."""
    alone = widget.focusProxy() is None and type(widget) is not QScrollArea
    tabs = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return tabs and alone and widget.isVisible() and widget.isEnabled()


def test_the_weights_come_after_map_and_ranking(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    been = tabbed(window, qtbot, "decision")
    decision = window.frame.present_page
    first_weight = next(each for each in been if decision.weights.isAncestorOf(each))
    order = [been.index(each) for each in (decision.rule, decision.map, first_weight)]
    assert order == sorted(order)


def test_the_trace_comes_last_and_cancel_is_reached(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    window.frame.toggle_trace()
    wait_for_answer(qtbot, window)
    window.status.cancel.parentWidget().show()  # as while something is under way
    frame = window.frame
    assert frame is not None
    been = tabbed(window, qtbot, "overview")
    regions = [region for region, _ in groupby(region_of(frame, each) for each in been)]
    assert regions == ["bar", "rail", "page", "trace", "elsewhere"]
    assert been[-1] is window.status.cancel


def test_tab_leaves_the_editor_of_a_cell_for_the_next_cell(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    tabbed(window, qtbot, "pricing")
    grid = next(g for g in window.frame.present_page.findChildren(Grid) if g.isVisible())
    grid.setFocus()
    grid.setCurrentIndex(grid.model().index(0, 1))
    QTest.keyClick(grid, Qt.Key.Key_F2)
    QTest.keyClick(QApplication.focusWidget() or grid, Qt.Key.Key_Tab)
    assert grid.currentIndex().column() > 1
    assert grid.currentIndex().row() == 0


def test_siblings_are_ordered_as_they_are_read(qtbot: QtBot) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    places = {
        "title": QRect(0, 0, 150, 25),
        "left": QRect(0, 30, 150, 25),
        "under left": QRect(0, 57, 150, 25),
        "right": QRect(200, 36, 150, 25),
        "upon it": QRect(200, 40, 100, 10),
    }
    built = {}
    for name, place in reversed(places.items()):
        built[name] = QWidget(top)
        built[name].setGeometry(place)
        built[name].setFocusPolicy(Qt.FocusPolicy.TabFocus)
    top.show()
    named = {widget: name for name, widget in built.items()}
    assert [named[each] for each in focus_order.list_tab_stops(top)] == list(places)
    built["left"].setEnabled(False)
    built["right"].hide()
    assert [named[each] for each in focus_order.list_tab_stops(top)] == [
        "title",
        "under left",
        "upon it",
    ]


def test_beside_the_trace_a_page_scrolls_where_the_window_is_narrow(
    shared_window: MainWindow, qtbot: QtBot
) -> None:
    window = shared_window
    window.resize(*theme.min_window_size())
    page = shown_page(window, "decision")
    wait_for_answer(qtbot, window)
    room = window.frame.findChild(PageRoom)
    assert not scrolls(room)
    window.frame.toggle_trace()
    qtbot.waitUntil(lambda: room.horizontalScrollBar().maximum() > 0)
    assert page.width() == page.minimumSizeHint().width()
    shown_page(window, "workings")
    qtbot.waitUntil(lambda: not scrolls(room))
    window.frame.toggle_trace()
    qtbot.waitUntil(lambda: room.width() > page.minimumSizeHint().width())
