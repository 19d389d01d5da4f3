"""Tab goes through the controls of every dialog as one reads them, and comes back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGroupBox,
    QLabel,
    QMenu,
    QTabBar,
    QTabWidget,
    QWidget,
)

from arraywise.gui.grid.grid import Grid
from arraywise.gui.pages.decision.stakeholders import WeightingPanel
from arraywise.gui.shell import preferences
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout
from tests.gui.every_page import dialogs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

_MOST = 60
_ROWS_APART = 6
"""Pixels; what is closer, as boxes to tick do, is read before what is beside it."""
LANGUAGES = tuple(code for code, _name in preferences.LANGUAGES)

Placed = tuple[QRect, QWidget]


def walked(first: QWidget, top: QWidget) -> list[QWidget]:
    """Press Tab until the focus is where it was, or has left what is no window of its own."""
    been = [first]
    for _ in range(_MOST):
        column = _column_of(been[-1])
        QTest.keyClick(been[-1], Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        if now is been[-1] and _column_of(now) > column:
            continue  # a sheet goes on to its next cell
        if now is first or not (top.isWindow() or top.isAncestorOf(now)):
            return been
        assert now not in been, (now, been.index(now), len(been))
        been.append(now)
    raise AssertionError(been)


def _column_of(widget: QWidget) -> int:
    return widget.currentIndex().column() if isinstance(widget, Grid) else -1


def as_read(top: QWidget, controls: list[QWidget]) -> list[QWidget]:
    """Order controls as one reads them: rows from the top, columns of a row from the left."""
    placed = [(QRect(each.mapTo(top, QPoint(0, 0)), each.size()), each) for each in controls]
    return [widget for _, widget in _read(placed)]


def _read(placed: list[Placed]) -> list[Placed]:
    """Part controls where nothing reaches across, until each is alone."""
    if len(placed) == 1:
        return placed
    for apart, span in ((_ROWS_APART, _upright), (1, _flat), (1, _upright)):
        bands = _cut(placed, apart, span)
        if len(bands) > 1:
            return [each for band in bands for each in _read(band)]
    raise AssertionError(placed)  # one is on another


def _upright(box: QRect) -> tuple[int, int]:
    return box.top(), box.bottom()


def _flat(box: QRect) -> tuple[int, int]:
    return box.left(), box.right()


def _cut(
    placed: list[Placed], apart: int, span: Callable[[QRect], tuple[int, int]]
) -> list[list[Placed]]:
    bands: list[list[Placed]] = []
    reached = 0
    for each in sorted(placed, key=lambda each: span(each[0])):
        begins, ends = span(each[0])
        if not bands or begins - reached >= apart:
            bands.append([])
        bands[-1].append(each)
        reached = max(reached, ends)
    return bands


def turned(order: list[QWidget], first: QWidget) -> list[QWidget]:
    """Let a round begin with one of its members."""
    at = order.index(first)
    return order[at:] + order[:at]


def views(dialog: QWidget) -> Iterator[str]:
    """Show the tabs of a dialog one after the other."""
    tabs = dialog.findChild(QTabWidget)
    for place in range(tabs.count() if tabs else 1):
        if tabs is not None:
            tabs.setCurrentIndex(place)
        build_layout()
        yield tabs.tabText(place) if tabs else ""


def said(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    return widget.accessibleName() or (str(text()) if callable(text) else type(widget).__name__)


def test_tab_goes_through_every_dialog_as_one_reads_and_comes_back(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    shown_page(window, "pricing")
    window.resize(1600, 1600)  # what scrolls is not where it is read
    result, wrong = {}, []
    for name, dialog in dialogs(window):
        if dialog.isWindow():  # no screen of a test is wide enough for the sheet of a quote
            dialog.resize(dialog.size().expandedTo(QSize(1600, 0)))
        dialog.window().activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        wait_for_answer(qtbot, window)
        for tab in views(dialog):
            if isinstance(dialog, WeightingPanel):
                dialog.owner.setFocus()
            first = QApplication.focusWidget()
            assert first is not None, name
            assert dialog.isAncestorOf(first), name
            been = walked(first, dialog)
            result[name, tab] = [said(each) for each in been]
            if been != (wanted := turned(as_read(dialog, been), first)):
                wrong.append((name, tab, result[name, tab], [said(each) for each in wanted]))
        dialog.close()
    assert wrong == []
    assert len(result) == 14
    assert result["rates", ""][0] == "Currency of this price sheet"
    assert result["options", ""][0] == "Options"


def test_controls_are_ordered_as_they_are_read(qtbot: QtBot) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    places = {"title": (0, 0), "left": (0, 30), "under left": (0, 60), "right": (200, 40)}
    built = {}
    for name, (x, y) in places.items():
        built[name] = QWidget(top)
        built[name].setGeometry(x, y, 150, 25)
    order = as_read(top, list(reversed(built.values())))
    assert order == list(built.values())


def underlined(top: QWidget) -> list[str]:
    """Return the letters that are underlined in a window."""
    texts = [each.text() for each in top.findChildren(QAbstractButton) if not each.isHidden()]
    texts += [each.title() for each in top.findChildren(QGroupBox)]
    texts += [each.text() for each in top.findChildren(QLabel) if each.buddy() is not None]
    for bar in top.findChildren(QTabBar):
        texts += [bar.tabText(place) for place in range(bar.count())]
    return mnemonics(texts)


def mnemonics(texts: list[str]) -> list[str]:
    result = (re.search(r"&(\w)", text.replace("&&", "")) for text in texts)
    return [match[1].casefold() for match in result if match]


@pytest.mark.parametrize("code", LANGUAGES)
def test_underlined_letters_are_unique_in_each_window_and_menu(
    open_small: Callable[[], MainWindow], code: str
) -> None:
    preferences.install_language(code)
    window = open_small()
    shown_page(window, "pricing")
    letters = {name: underlined(dialog) for name, dialog in dialogs(window)}
    bar = window.menuBar()
    heads = mnemonics([action.text() for action in bar.actions()])
    assert len(heads) == len(bar.actions())
    letters["window"] = [*underlined(window), *heads]
    for menu in bar.findChildren(QMenu):
        letters[f"menu {menu.title()}"] = mnemonics([each.text() for each in menu.actions()])
    assert len(letters["window"]) == 8
    twice = {where: sorted(n) for where, n in letters.items() if len(set(n)) < len(n)}
    assert twice == {}
