"""Every page can be worked without a mouse, and says what it is to those who do not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QDialog,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from arraywise.gui.grid.grid import build_cell_menu
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.pages.evidence.actions import LimitDialog
from arraywise.gui.pages.evidence.options import OptionsDialog
from arraywise.gui.pages.pricing.page import PricingPage
from arraywise.gui.pages.pricing.quote_dialog import QuoteDialog
from arraywise.gui.pages.pricing.quote_reader import QuoteOptionDialog
from arraywise.gui.shell import preferences
from arraywise.gui.shell.focus import FocusRing
from arraywise.gui.shell.palette import CommandPalette, HelpDialog
from arraywise.gui.shell.preferences import ThresholdsDialog
from arraywise.gui.shell.support import CrashDialog
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.sample_quote import opened_quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def nameless(top: QWidget) -> list[str]:
    """Return the widgets that take keys and tell a screen reader nothing of what they are."""
    return [
        f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
        for widget in top.findChildren(QWidget)
        if widget.isVisible() and takes_keys(widget) and not named(widget)
    ]


def takes_keys(widget: QWidget) -> bool:
    """Report whether a widget can be gone to with Tab, and is not a part of another one."""
    inside = widget.parentWidget()
    a_part = isinstance(inside, QAbstractSpinBox | QAbstractItemView) or (
        isinstance(inside, QAbstractScrollArea) and widget is inside.viewport()
    )
    only_scrolls = type(widget) is QScrollArea or isinstance(widget, QHeaderView)
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and not (a_part or only_scrolls)


def named(widget: QWidget) -> bool:
    text = getattr(widget, "text", None)
    own = "" if isinstance(widget, QLineEdit) or not callable(text) else str(text())
    return bool(widget.accessibleName().strip() or own.strip())


def pages(window: MainWindow, qtbot: QtBot) -> Iterator[str]:
    """Go to each page with its keys."""
    assert window.frame is not None
    for number, page in enumerate(window.frame.pages, 1):
        QTest.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.ControlModifier)
        wait_for_answer(qtbot, window)
        assert window.frame.present_page is page
        yield page.key


def dialogs(window: MainWindow) -> Iterator[QWidget]:
    """Open the dialogs one after the other."""
    frame, session = window.frame, window.session
    assert frame is not None
    assert session is not None
    for page in frame.pages:
        if isinstance(page, DecisionPage):
            frame.go_to(frame.pages.index(page))
            page.open_weights()
            assert page.weighing is not None
            yield page.weighing
        elif isinstance(page, PricingPage):
            frame.go_to(frame.pages.index(page))
            page.open_rates_dialog()
            yield top_dialog()
    window.show_keys()
    yield top_dialog()
    for built in (
        OptionsDialog(session, window),
        LimitDialog(1 << 20, window),
        ThresholdsDialog(session, window),
        QuoteDialog(session, opened_quote(), None, window),
        QuoteOptionDialog("prices.csv", ["FC SAN"], window),
    ):
        built.show()
        yield built


def top_dialog() -> QDialog:
    shown = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
    return shown[-1]


def test_whatever_takes_keys_has_a_name(
    make_window: Callable[[], MainWindow], open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    result = {"welcome": nameless(make_window())}
    window = open_shared()
    result |= {key: nameless(window) for key in pages(window, qtbot)}
    window.frame.toggle_trace()
    wait_for_answer(qtbot, window)
    result["trace"] = nameless(window)
    for dialog in dialogs(window):
        result[dialog.windowTitle()] = nameless(dialog)
        dialog.close()
    window.show_palette()
    result["palette"] = nameless(
        next(p for p in window.findChildren(CommandPalette) if p.isVisible())
    )
    QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Escape)
    window.present()
    result["presentation"] = nameless(window)
    window.presenter.stop()
    assert {where: left for where, left in result.items() if left} == {}
    assert len(result) == 20


def test_f6_goes_around_the_parts_of_every_page(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    frame = window.frame
    assert frame is not None
    for key in pages(window, qtbot):
        frame.bar.target_field.setFocus()
        parts = [frame.strip, frame.rail, frame.present_page, frame.bar]
        parts = parts[key == "overview" :]  # its headline is in place of the strip
        been = []
        for _ in parts:
            QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_F6)
            focused = QApplication.focusWidget()
            been += [part for part in parts if focused and part.isAncestorOf(focused)]
        assert been == parts, key


def test_escape_closes_every_dialog(open_shared: Callable[[], MainWindow]) -> None:
    closed = 0
    for dialog in dialogs(open_shared()):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), dialog.windowTitle()
        closed += 1
    assert closed == 8


def test_escape_closes_the_crash_dialog(tmp_path: Path, qtbot: QtBot) -> None:
    dialog = CrashDialog("Traceback", tmp_path / "arraywise.log")
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize(("code", "keys"), [("en", "Ctrl+C"), ("de", "Strg+C")])
def test_the_menu_of_cells_names_keys_as_they_are_written_on_the_keyboard(
    open_shared: Callable[[], MainWindow], code: str, keys: str
) -> None:
    preferences.install_language(code)
    grid = shown_page(open_shared(), "pricing").grid
    menu = build_cell_menu(grid, grid.cells)
    assert keys in [action.text().partition("\t")[2] for action in menu.actions()]
    menu.deleteLater()


def test_keys_of_a_page_lead_from_the_rail_into_it(
    shared_window: MainWindow, qtbot: QtBot
) -> None:
    window = shared_window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    frame = window.frame
    assert frame is not None
    frame.rail.buttons[0].setFocus()
    QTest.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert frame.present_page.grid.hasFocus()
    frame.rail.buttons[3].setFocus()
    QTest.keyClick(frame.rail.buttons[3], Qt.Key.Key_Down)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert frame.place == 4
    assert frame.rail.buttons[4].hasFocus()
    frame.bar.target_field.setFocus()
    QTest.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert frame.bar.target_field.hasFocus()


def test_from_sheet_to_sheet_keys_go_on_into_cells(
    shared_window: MainWindow, qtbot: QtBot
) -> None:
    window = shared_window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    shown_page(window, "pricing").grid.setFocus()
    QTest.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert shown_page(window, "provisioning").grid.hasFocus()


def test_a_message_that_comes_or_goes_moves_nothing_under_the_hand(
    shared_window: MainWindow, qtbot: QtBot
) -> None:
    window = shared_window
    page = shown_page(window, "pricing")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(lambda: page.tabs.height() > 0)
    page.tabs.setFocus()
    ring = window.findChild(FocusRing)
    assert ring.isVisible()

    def middle() -> int:
        return page.tabs.mapTo(window, page.tabs.rect().center()).y()

    before = middle()
    page.banner.show_message("info", "Over", "the page")
    qtbot.waitUntil(page.banner.isVisible)
    QApplication.processEvents()
    assert middle() == before == ring.geometry().center().y()
    assert page.tabs.hasFocus()
    foot = page.banner.mapTo(page, page.banner.rect().bottomLeft()).y()
    assert page.height() / 2 < foot < page.height() - 20  # above the line of the total
    window.resize(window.width(), window.height() - 40)
    qtbot.waitUntil(lambda: page.banner.geometry().bottom() < page.height())
    page.banner.hide()
    assert middle() == before


def test_shift_f1_lists_keys_of_the_presentation(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    window.present()
    view = window.presenter.view
    assert view is not None
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(view.map, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    dialog = view.findChild(HelpDialog)
    assert dialog.isVisible()
    lines = {row.keys: row.text for row in dialog.keys.rows}
    assert lines["Esc"] == "put back, then leave"
    assert lines["R"] == "runner-up"
    assert lines["\u2190 \u2192"] == "Less or more load"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.presenter.view is view
    QTest.keyClick(view.map, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = window.findChild(CommandPalette)
    palette.field.setText("Report")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.presenter.view is None
    assert window.frame.present_page.key == "report"
