"""Goes through every page and dialog of a window, as somebody does who looks for faults."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QDialog, QTabWidget

from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.pages.evidence.actions import LimitDialog
from arraywise.gui.pages.evidence.options import OptionsDialog
from arraywise.gui.pages.performance.page import PerformancePage, Tab
from arraywise.gui.pages.pricing.page import PricingPage
from arraywise.gui.pages.pricing.quote_dialog import QuoteDialog
from arraywise.gui.pages.pricing.quote_reader import QuoteOptionDialog
from arraywise.gui.session.page_requests import ShowTrace, TraceableFigure
from arraywise.gui.shell.palette import CommandPalette
from arraywise.gui.shell.preferences import ThresholdsDialog
from arraywise.gui.shell.support import CrashDialog
from arraywise.store.study import create_study
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout, texts_cut
from tests.gui.reading import Read, read_window
from tests.gui.sample_quote import opened_quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu, QWidget
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

Found = dict[str, list[Read]]


def read_everything(window: MainWindow, qtbot: QtBot) -> Found:
    """Read every page, every menu and every dialog of a window with a study."""
    result = {"menus": list(read_menus(window))}
    result |= read_pages(window, qtbot)
    result |= _read_traces(window, qtbot)
    for name, dialog in dialogs(window):
        result[name] = read_now(dialog)
        wait_for_answer(qtbot, window)  # what it shows may come from the background
        result[name] += read_now(dialog)
        dialog.close()
    result["palette"] = _read_palette(window)
    window.present()
    window.showNormal()
    window.resize(1280, 800)
    result["presentation"] = read_now(window)
    window.presenter.stop()
    return result


def _read_palette(window: MainWindow) -> list[Read]:
    """Read the command palette, with all that it offers and with nothing found."""
    window.show_palette()
    palette = next(each for each in window.findChildren(CommandPalette) if each.isVisible())
    result = read_now(palette)
    palette.field.setText("qqqqqqqq")
    result += read_now(palette)
    palette.close()
    return result


def read_empty(window: MainWindow, folder: Path, qtbot: QtBot) -> Found:
    """Read the welcome page, and the pages of a study that holds nothing yet."""
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)  # the samples are listed
    result = {"welcome": read_now(window)}
    create_study(folder / "new.arraywise", name="Small").close()
    window.open_path(folder / "new.arraywise")
    wait_for_answer(qtbot, window)
    return result | {f"empty {key}": reads for key, reads in read_pages(window, qtbot).items()}


def read_pages(window: MainWindow, qtbot: QtBot) -> Found:
    """Read every page as it is when one goes there."""
    result: Found = {}
    frame = window.frame
    assert frame is not None
    for number, page in enumerate(frame.pages):
        frame.go_to(number)
        wait_for_answer(qtbot, window)
        if page is frame.evidence:
            for folder in ("", "swingbench/"):
                frame.evidence.show_file(f"{folder}fc_u090_r1.xml", 11)
            wait_for_answer(qtbot, window)
        result[page.key] = read_now(window)
        if isinstance(page, PerformancePage) and page.load is not None:
            for tab in Tab:
                page.choose_tab(tab)
                wait_for_answer(qtbot, window)
                result[f"{page.key} {tab}"] = read_now(window)
        if isinstance(page, PricingPage) and not page.is_empty:
            page.tabs.setCurrentIndex(0)
            result[f"{page.key} scope"] = read_now(window)
            page.tabs.setCurrentIndex(1)
        if isinstance(page, DecisionPage) and not page.is_empty:
            result |= _read_decision(page, window, qtbot)
    return result


def _read_decision(page: DecisionPage, window: MainWindow, qtbot: QtBot) -> Found:
    result: Found = {}
    page.weights.advanced.click()
    result[f"{page.key} advanced"] = read_now(window)
    page.weights.advanced.click()
    page.show_view("sensitivity")
    result[f"{page.key} sensitivity"] = read_now(window)
    page.show_view("runway")
    wait_for_answer(qtbot, window)
    result[f"{page.key} runway"] = read_now(window)
    page.show_view("map")
    page.scenarios.open()
    wait_for_answer(qtbot, window)
    result[f"{page.key} scenarios"] = read_now(window)
    page.scenarios.toggle.setChecked(False)
    return result


def _read_traces(window: MainWindow, qtbot: QtBot) -> Found:
    result: Found = {}
    frame, session = window.frame, window.session
    assert frame is not None
    assert session is not None
    assert session.answer is not None
    for figure in TraceableFigure:
        frame.handle_request(ShowTrace(session.answer.options[0].option.id, figure))
        wait_for_answer(qtbot, window)
        result[f"trace of {figure}"] = read_now(window)
    frame.toggle_trace()
    return result


def read_now(top: QWidget) -> list[Read]:
    """Read a window as it is, once everything is laid out; one tab after the other."""
    build_layout()
    result = [*read_window(top), *_elided(top)]
    for tabs in top.findChildren(QTabWidget):
        for place in range(tabs.count() if tabs.isVisible() else 0):
            tabs.setCurrentIndex(place)
            build_layout()
            result += [*read_window(tabs), *_elided(tabs)]
    return result


def _elided(top: QWidget) -> list[Read]:
    return [Read(text, "elided", elided=True) for text in sorted(texts_cut(top))]


def read_menus(window: MainWindow) -> Iterator[Read]:
    """Read the menu bar and all that is under it."""
    yield from _entries(window.menuBar().actions(), "menu bar")


def _entries(actions: list[QAction], where: str) -> Iterator[Read]:
    for action in actions:
        yield Read(action.text(), where)
        menu: QMenu | None = action.menu()  # type: ignore[assignment]
        if menu is not None:
            yield from _entries(menu.actions(), action.text())


def dialogs(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Show the dialogs, and what opens like one, one after the other."""
    frame, session = window.frame, window.session
    assert frame is not None
    assert session is not None
    for page in frame.pages:
        if isinstance(page, DecisionPage):
            frame.go_to(frame.pages.index(page))
            page.open_weights()
            assert page.weighing is not None
            yield "weights", page.weighing
            page.close_weights()
        elif isinstance(page, PricingPage):
            page.open_rates_dialog()
            yield "rates", _top()
    window.show_keys()
    yield "keys", _top()
    for name, built in (
        ("options", OptionsDialog(session, window)),
        ("limit", LimitDialog(1 << 20, window)),
        ("thresholds", ThresholdsDialog(session, window)),
        ("quote", QuoteDialog(session, opened_quote(), None, window)),
        ("quote option", QuoteOptionDialog("prices.csv", ["FC SAN"], window)),
        ("crash", CrashDialog("Traceback", Path("arraywise.log"))),
    ):
        built.show()
        yield name, built


def _top() -> QDialog:
    shown = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
    assert shown
    return shown[-1]
