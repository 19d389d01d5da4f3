"""The dialog that reads a quote, in a real window: sums, roles, answers, and where quotes come."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from openpyxl import Workbook
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication

from arraywise.domain.quotes import ColumnRole, Period, QuoteState, RowRole
from arraywise.gui.pages.pricing import quote_reader
from arraywise.gui.pages.pricing.dialogs import RatesDialog
from arraywise.gui.pages.pricing.quote_sums import SumFigure
from arraywise.gui.shell import preferences
from arraywise.gui.widgets import files, theme
from arraywise.gui.widgets.messages import translate_message
from tests.gui.acting import drop, shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout, texts_cut
from tests.gui.fitting import misfits
from tests.gui.sample_quote import CLOSES, OPEN, texts_of_quote
from tests.gui.text_size import system_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.pricing.page import PricingPage
    from arraywise.gui.pages.pricing.quote_dialog import QuoteDialog
    from arraywise.gui.shell.main_window import MainWindow

REMOTE_CONSOLE = 7
FINISHED_MS = 20_000


@pytest.fixture(autouse=True)
def _own_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remember decisions of layouts for one test only."""
    monkeypatch.setattr(quote_reader, "state_folder", lambda: tmp_path / "state")


@pytest.fixture
def window(open_small: Callable[[], MainWindow]) -> MainWindow:
    return open_small()


@pytest.fixture
def page(window: MainWindow) -> PricingPage:
    page = shown_page(window, "pricing")
    page.tabs.select_option(option_id(window, "FC SAN"))
    return page


def option_id(window: MainWindow, name: str) -> int:
    return next(k.option.id for k in window.session.facts.options if k.option.name == name)


def price_of(window: MainWindow, name: str) -> Decimal:
    price = window.session.option_answer(option_id(window, name)).price
    assert price is not None
    return price.total


def opened(qtbot: QtBot, window: MainWindow, page: PricingPage) -> QuoteDialog:
    """Wait for the dialog to show a reading."""

    def is_shown() -> bool:
        dialog = page.quotes.dialog
        return dialog is not None and dialog.isVisible() and window.background.is_idle

    qtbot.waitUntil(is_shown, timeout=FINISHED_MS)
    assert page.quotes.dialog is not None
    return page.quotes.dialog


def settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=FINISHED_MS)


def dropped(qtbot: QtBot, window: MainWindow, page: PricingPage, path: Path) -> QuoteDialog:
    drop(window, path)
    return opened(qtbot, window, page)


def shown_sums(dialog: QuoteDialog) -> list[str]:
    return [figure.text() for figure in dialog.sums.findChildren(SumFigure)]


def row(dialog: QuoteDialog, number: int) -> tuple[RowRole, str]:
    """Return the role of a row of the reading that is shown, and the word in the sheet."""
    place = next(i for i, r in enumerate(dialog.grid.rows.rows) if r.row.number == number)
    return dialog.grid.rows.rows[place].row.role, dialog.grid.rows.cell_at(place, 0).text


# A quote that closes


def test_a_quote_that_adds_up_is_taken_by_enter(
    window: MainWindow, page: PricingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    """A drop on the page used to be refused evidence; the option kept its old price."""
    before = price_of(window, "NAS NFS")
    path = tmp_path / "offer.csv"
    path.write_text(
        "Item,Qty,Unit price BRL,Amount BRL\nArray,2,1000.50,2001.00\nSwitch,3,150,450.00\n"
        "Total,,,2451.00\n"
    )
    dialog = dropped(qtbot, window, page, path)
    assert "FC SAN" in dialog.windowTitle()
    assert dialog.quote.reading.state is QuoteState.CLOSES
    assert shown_sums(dialog)[:1] == ["2,451.00"]
    assert not page.isEnabled()
    assert dialog.isEnabled()
    assert window.frame.rail.isEnabled()
    assert "2 items" in dialog.take.text()
    qtbot.keyClick(dialog.take, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: price_of(window, "FC SAN") == 2451, timeout=FINISHED_MS)
    assert price_of(window, "NAS NFS") == before
    assert page.isEnabled()
    assert page.quotes.dialog is None
    assert "offer.csv" in page.banner.text


def test_tax_and_gross_below_are_checked_and_not_added(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    dialog = dropped(qtbot, window, page, CLOSES)
    assert dialog.take.isEnabled()
    assert dialog.quote.reading.price == 221_000
    roles = {r.row.role for r in dialog.grid.rows.rows}
    assert {RowRole.ITEM, RowRole.TAX} <= roles
    checked = [i for i, r in enumerate(dialog.grid.rows.rows) if r.row.role is RowRole.TAX]
    assert dialog.grid.rows.cell_at(checked[0], 0).ground == "unknown_tint"
    dialog.reject()
    settle(qtbot, window)
    assert page.isEnabled()


def test_cancel_leaves_the_price(window: MainWindow, page: PricingPage, qtbot: QtBot) -> None:
    before = price_of(window, "FC SAN")
    dialog = dropped(qtbot, window, page, CLOSES)
    qtbot.keyClick(dialog.grid, Qt.Key.Key_Escape)
    settle(qtbot, window)
    assert not dialog.isVisible()
    assert page.isEnabled()
    assert price_of(window, "FC SAN") == before


# One that does not


@pytest.fixture
def dialog(window: MainWindow, page: PricingPage, qtbot: QtBot) -> QuoteDialog:
    return dropped(qtbot, window, page, OPEN)


def test_it_cannot_be_taken_until_its_question_is_answered(
    window: MainWindow, dialog: QuoteDialog, qtbot: QtBot
) -> None:
    assert not dialog.take.isEnabled()
    answer = dialog.sums.answers[0]
    qtbot.mouseClick(answer, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    assert dialog.quote.reading.state is QuoteState.CLOSES
    assert row(dialog, REMOTE_CONSOLE) == (RowRole.NOT_INCLUDED, "Not included")
    assert "8 items and 1 discount" in dialog.take.text()
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: price_of(window, "FC SAN") == 615_000, timeout=FINISHED_MS)


def test_a_letter_on_a_row_gives_it_a_role_and_undo_takes_it_back(
    window: MainWindow, dialog: QuoteDialog, qtbot: QtBot
) -> None:
    dialog.grid.go_to_row(REMOTE_CONSOLE)
    for key, role in (
        (Qt.Key.Key_Plus, RowRole.ITEM),
        (Qt.Key.Key_O, RowRole.NOT_INCLUDED),
        (Qt.Key.Key_Equal, RowRole.SUBTOTAL),
        (Qt.Key.Key_Minus, RowRole.DISCOUNT),
    ):
        qtbot.keyClick(dialog.grid, key)
        settle(qtbot, window)
        assert row(dialog, REMOTE_CONSOLE)[0] is role
        assert dialog.take.isEnabled() == (role is RowRole.NOT_INCLUDED)
    for _ in range(3):
        dialog.undo()
        settle(qtbot, window)
    assert row(dialog, REMOTE_CONSOLE)[0] is RowRole.ITEM


def test_letters_typed_quickly_after_each_other_all_count(
    window: MainWindow, dialog: QuoteDialog, qtbot: QtBot
) -> None:
    """The second was decided by the reading before the first, which was lost."""
    dialog.grid.go_to_row(REMOTE_CONSOLE)
    qtbot.keyClick(dialog.grid, Qt.Key.Key_O)
    dialog.grid.go_to_row(13)
    qtbot.keyClick(dialog.grid, Qt.Key.Key_O)
    settle(qtbot, window)
    roles = dialog.quote.reading.decisions.row_roles
    assert {number for _, number in roles} == {REMOTE_CONSOLE, 13}


def test_roles_of_a_row_say_what_the_sums_would_do_and_preview_it(
    window: MainWindow, dialog: QuoteDialog, qtbot: QtBot
) -> None:
    dialog.grid.go_to_row(REMOTE_CONSOLE)
    present = dialog.quote.reading
    qtbot.keyClick(dialog.grid, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    menu = dialog.roles
    qtbot.waitUntil(
        lambda: any("closes" in action.text() for action in menu.actions()), timeout=FINISHED_MS
    )
    settle(qtbot, window)
    item = menu.roles[RowRole.ITEM]
    menu.setActiveAction(item)
    qtbot.waitUntil(
        lambda: row(dialog, REMOTE_CONSOLE)[0] is RowRole.ITEM and window.background.is_idle,
        timeout=FINISHED_MS,
    )
    assert shown_sums(dialog)[0] == "599,560.00"
    assert dialog.quote.reading is present
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert row(dialog, REMOTE_CONSOLE)[0] is not RowRole.ITEM
    assert dialog.quote.reading is present


def test_enter_in_the_roles_decides(window: MainWindow, dialog: QuoteDialog, qtbot: QtBot) -> None:
    dialog.grid.go_to_row(REMOTE_CONSOLE)
    qtbot.keyClick(dialog.grid, Qt.Key.Key_Return)
    menu = dialog.roles
    menu.setActiveAction(menu.roles[RowRole.NOTE])
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    settle(qtbot, window)
    assert row(dialog, REMOTE_CONSOLE)[0] is RowRole.NOTE


def test_a_click_on_the_role_opens_them(dialog: QuoteDialog, qtbot: QtBot) -> None:
    grid = dialog.grid
    box = grid.visualRect(grid.rows.index(4, 0))
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert dialog.roles.isVisible()
    assert grid.current_row is not None
    assert grid.current_row.number == 5
    dialog.roles.close()


def test_the_next_question_is_gone_to_by_f8(dialog: QuoteDialog, qtbot: QtBot) -> None:
    dialog.grid.go_to_row(1)
    qtbot.keyClick(dialog, Qt.Key.Key_F8)
    assert dialog.grid.current_row is not None
    assert dialog.grid.current_row.number == REMOTE_CONSOLE


def test_an_open_sum_is_accepted_with_a_reason_only(
    window: MainWindow, dialog: QuoteDialog, qtbot: QtBot
) -> None:
    dialog.grid.go_to_row(REMOTE_CONSOLE)
    dialog.set_row_role(RowRole.ITEM)
    settle(qtbot, window)
    assert not dialog.take.isEnabled()
    qtbot.mouseClick(dialog.accept_open, Qt.MouseButton.LeftButton)
    assert not dialog.accept_reason.isEnabled()
    qtbot.keyClicks(dialog.reason, "Agreed by phone")
    qtbot.keyClick(dialog.reason, Qt.Key.Key_Return)
    settle(qtbot, window)
    assert dialog.quote.reading.state is QuoteState.ACCEPTED
    assert dialog.take.isEnabled()
    texts = [translate_message(f.text) for f in dialog.quote.reading.findings]
    assert any("Agreed by phone" in text for text in texts)


def test_escape_leaves_the_reason_and_not_the_dialog(dialog: QuoteDialog, qtbot: QtBot) -> None:
    qtbot.mouseClick(dialog.accept_open, Qt.MouseButton.LeftButton)
    qtbot.keyClick(dialog.reason, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.feet.currentIndex() == 0


def test_a_column_is_given_another_meaning(
    window: MainWindow, dialog: QuoteDialog, qtbot: QtBot
) -> None:
    support = next(
        c for c in dialog.quote.reading.sheets[0].columns if c.role is ColumnRole.MAINTENANCE
    )
    built = dialog.columns.buttons[support.index]
    assert "Support, a year" in built.accessibleName()
    menu = built.menu()
    menu.aboutToShow.emit()
    actions = {action.text(): action for action in menu.actions()}
    months = {action.text(): action for action in actions["Support"].menu().actions()}
    months["a month"].trigger()
    settle(qtbot, window)
    column = dialog.quote.reading.sheets[0].columns[support.index]
    assert (column.role, column.period) == (ColumnRole.MAINTENANCE, Period.MONTH)
    assert "a month" in built.accessibleName()


def test_pointing_at_a_sum_marks_its_rows(dialog: QuoteDialog) -> None:
    figure = next(f for f in dialog.sums.findChildren(SumFigure) if f.text() == "\u221238,940.00")
    QApplication.sendEvent(figure, QEvent(QEvent.Type.Enter))
    marked = [r.row.number for r in dialog.grid.rows.rows if r.is_marked]
    assert marked == [9]
    QApplication.sendEvent(figure, QEvent(QEvent.Type.Leave))
    assert not any(r.is_marked for r in dialog.grid.rows.rows)


def test_the_printed_total_leads_to_its_row(dialog: QuoteDialog, qtbot: QtBot) -> None:
    link = next(b for b in dialog.sums.findChildren(type(dialog.cancel)) if b.text() == "row 14")
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert dialog.grid.current_row is not None
    assert dialog.grid.current_row.number == 14


# Layouts, sheets, currencies


def test_what_columns_hold_is_remembered_for_the_layout(
    window: MainWindow, page: PricingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "own.csv"
    path.write_text("Item,Qty,Unit price BRL,Fee\nArray,2,1000,20\nShelf,3,300,7\n")
    page.quotes.read_file(path, "FC SAN")
    dialog = opened(qtbot, window, page)
    assert not dialog.take.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_F8)
    assert dialog.focusWidget() is dialog.columns.buttons[3]
    answer = next(a for a in dialog.sums.answers if "each month" in a.accessibleName())
    answer.click()
    settle(qtbot, window)
    assert dialog.take.isEnabled()
    price = dialog.quote.reading.price
    dialog.take.click()
    qtbot.waitUntil(lambda: price_of(window, "FC SAN") == price, timeout=FINISHED_MS)
    path.write_text("Item,Qty,Unit price BRL,Fee\nSwitch,1,500,4\nCable,9,3,1\n")
    page.quotes.read_file(path, "FC SAN")
    again = opened(qtbot, window, page)
    assert again.take.isEnabled()
    again.reject()


def two_offers(path: Path) -> Path:
    book = Workbook()
    first, second = book.active, book.create_sheet("Leasing")
    first.title = "Kauf"
    for sheet, price in ((first, 1000), (second, 30)):
        sheet.append(["Description", "Qty", "Unit price EUR", "Amount EUR"])
        sheet.append(["Array", 2, price, 2 * price])
        sheet.append(["Shelf", 1, price * 3, price * 3])
        sheet.append(["Total", None, None, 5 * price])
    book.save(path)
    return path


def test_another_sheet_is_named_shown_and_chosen(
    window: MainWindow, page: PricingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = dropped(qtbot, window, page, two_offers(tmp_path / "two.xlsx"))
    assert [dialog.sheets.itemData(i) for i in range(dialog.sheets.count())] == ["Kauf", "Leasing"]
    assert dialog.counts.isVisible()
    dialog.sheets.setCurrentIndex(1)
    dialog.sheets.activated.emit(1)
    assert dialog.sheet_name == "Leasing"
    assert dialog.grid.rows.cell_at(1, 1).text == "Array"
    if dialog.counts.isChecked():
        dialog.counts.click()
        settle(qtbot, window)
    assert dialog.quote.reading.price == 5000
    dialog.reject()


def test_an_unknown_rate_keeps_the_dialog_with_what_was_decided(
    window: MainWindow, page: PricingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "usd.csv"
    path.write_text(
        "Item,Qty,Unit price USD,Amount USD\nArray,2,1000,2000\nShelf,1,300,300\nTotal,,,2300\n"
    )
    before = price_of(window, "FC SAN")
    dialog = dropped(qtbot, window, page, path)
    dialog.take.click()
    settle(qtbot, window)
    assert dialog.isVisible()
    assert dialog.banner.isVisible()
    assert "USD" in dialog.banner.text
    assert dialog.banner.link.text() == "State the rate\u2026"
    dialog.banner.link.click()
    rates = page.findChild(RatesDialog)
    assert rates.isVisible()
    assert rates.isEnabled()
    rates.reject()
    assert price_of(window, "FC SAN") == before
    dialog.currency.setEditText("BRL")
    dialog.currency.lineEdit().editingFinished.emit()
    settle(qtbot, window)
    assert dialog.quote.reading.currency == "BRL"
    dialog.take.click()
    qtbot.waitUntil(lambda: price_of(window, "FC SAN") == 2300, timeout=FINISHED_MS)


def test_the_first_quote_may_set_the_currency_of_a_study(
    make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    from arraywise.store.study import create_study
    from arraywise.usecases.edit_options import add_option

    with create_study(tmp_path / "new.arraywise", name="New", currency="BRL") as study:
        add_option(study, "A")
    window = make_window(tmp_path / "new.arraywise")
    wait_for_answer(qtbot, window)
    page = shown_page(window, "pricing")
    path = tmp_path / "usd.csv"
    path.write_text("Item,Qty,Unit price USD,Amount USD\nArray,2,1000,2000\nShelf,1,300,300\n")
    dialog = dropped(qtbot, window, page, path)
    dialog.take.click()
    settle(qtbot, window)
    assert dialog.banner.link.text() == "Keep the study in USD"
    dialog.banner.link.click()
    qtbot.waitUntil(lambda: window.session.facts.currency == "USD", timeout=FINISHED_MS)
    wait_for_answer(qtbot, window)
    assert price_of(window, "A") == 2300
    window.undoing.back.trigger()
    qtbot.waitUntil(lambda: window.session.facts.currency == "BRL", timeout=FINISHED_MS)


# Where quotes come from


def test_a_drop_on_an_options_tab_is_for_that_option(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    assert page.tabs.option.name == "FC SAN"
    other = next(i for i in range(page.tabs.count()) if page.tabs.tabText(i) == "NAS NFS")
    at = page.tabs.mapTo(window, page.tabs.tabRect(other).center())
    drop(window, CLOSES, at=at)
    dialog = opened(qtbot, window, page)
    assert dialog.quote.option_name == "NAS NFS"
    dialog.reject()
    settle(qtbot, window)


def test_a_drop_on_a_tab_of_provisioning_leads_to_pricing(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    times = shown_page(window, "provisioning")
    other = next(i for i in range(times.tabs.count()) if times.tabs.tabText(i) == "NAS NFS")
    at = times.tabs.mapTo(window, times.tabs.tabRect(other).center())
    drop(window, CLOSES, at=at)
    dialog = opened(qtbot, window, page)
    assert window.frame.present_page is page
    assert dialog.quote.option_name == "NAS NFS"
    dialog.reject()
    settle(qtbot, window)


def test_several_quotes_are_read_one_after_the_other(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    drop(window, OPEN, CLOSES)
    first = opened(qtbot, window, page)
    assert first.quote.reading.name == OPEN.name
    first.reject()
    qtbot.waitUntil(lambda: page.quotes.dialog not in (None, first), timeout=FINISHED_MS)
    second = opened(qtbot, window, page)
    assert second.quote.reading.name == CLOSES.name
    second.reject()
    settle(qtbot, window)


def test_a_quote_in_an_options_folder_is_offered_to_that_option(
    window: MainWindow, page: PricingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    """It used to be listed as refused evidence."""
    folder = tmp_path / "results" / "nas-nfs"
    folder.mkdir(parents=True)
    shutil.copy(OPEN, folder)
    (folder / "results.txt").write_text("nothing that anybody knows\n")
    evidence = shown_page(window, "evidence")
    drop(window, tmp_path / "results")
    qtbot.waitUntil(evidence.banner.isVisible, timeout=FINISHED_MS)
    wait_for_answer(qtbot, window)
    assert "angebot_4711.csv" in evidence.banner.text
    assert [r.file.name for r in evidence.files.rows if "angebot" in r.file.name] == []
    evidence.banner.other.click()
    dialog = opened(qtbot, window, page)
    assert page.quotes.question is None
    assert dialog.quote.option_name == "NAS NFS"
    dialog.reject()
    settle(qtbot, window)


def asked(qtbot: QtBot, page: PricingPage) -> quote_reader.QuoteOptionDialog:
    qtbot.waitUntil(lambda: page.quotes.question is not None, timeout=FINISHED_MS)
    assert page.quotes.question is not None
    return page.quotes.question


def test_a_quote_alone_on_another_page_asks_for_its_option(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    window.frame.go_to(0)
    drop(window, OPEN)
    question = asked(qtbot, page)
    assert question.name == ""
    question.option.setEditText("  ")
    assert not question.buttons.button(question.buttons.StandardButton.Ok).isEnabled()
    question.option.setEditText("All flash")
    question.accept()
    dialog = opened(qtbot, window, page)
    dialog.sums.answers[0].click()
    settle(qtbot, window)
    dialog.take.click()
    qtbot.waitUntil(lambda: len(window.session.facts.options) == 3, timeout=FINISHED_MS)
    wait_for_answer(qtbot, window)
    assert price_of(window, "All flash") == 615_000


def test_a_quote_on_the_welcome_page_makes_a_study_and_asks(
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = make_window()
    qtbot.waitUntil(lambda: bool(window._samples), timeout=FINISHED_MS)
    monkeypatch.setattr(files, "ask_new_study", lambda *_: tmp_path / "new.arraywise")
    drop(window, OPEN)
    qtbot.waitUntil(lambda: window.frame is not None, timeout=FINISHED_MS)
    page = window.frame.page("pricing")
    question = asked(qtbot, page)
    question.option.setEditText("FC SAN")
    question.accept()
    dialog = opened(qtbot, window, page)
    assert dialog.quote.option_name == "FC SAN"
    dialog.reject()
    settle(qtbot, window)


QUERY = "l_returnflag,l_quantity,l_extendedprice,l_discount\nA,37734107,56586554400.73,0.05\n"
README = "# Results\n\nPrice of the array: 12,000 EUR\n\n| run | tps |\n|---|---|\n| 1 | 84 |\n"


@pytest.mark.parametrize(("name", "text"), [("q1.csv", QUERY), ("README.md", README)])
def test_what_is_no_quote_stays_evidence(
    name: str, text: str, window: MainWindow, page: PricingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    drop(window, tmp_path / name)
    evidence = window.frame.page("evidence")
    qtbot.waitUntil(
        lambda: name in [r.file.name for r in evidence.files.rows], timeout=FINISHED_MS
    )
    assert page.quotes.dialog is None
    assert page.quotes.question is None


def test_a_file_that_is_no_table_says_what_it_is(
    page: PricingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "old.xlsx"
    path.write_bytes(b"\xd0\xcf\x11\xe0" + bytes(600))
    page.quotes.read_file(path, "FC SAN")
    qtbot.waitUntil(page.banner.isVisible, timeout=FINISHED_MS)
    assert "old.xlsx" in page.banner.text
    assert page.isEnabled()


# Size, language, wide sheets


@pytest.mark.parametrize(("code", "points"), [("de", 9.0), ("pt_BR", 9.0), ("de", 13.0)])
def test_nothing_is_cut_at_the_least_size(
    code: str, points: float, open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    preferences.install_language(code)
    with system_text(points):
        window = open_small()
        page = shown_page(window, "pricing")
        dialog = dropped(qtbot, window, page, OPEN)
        dialog.resize(theme.px(900), theme.px(560))
        build_layout()
        assert misfits(dialog) == set()
        assert texts_cut(dialog) - set(texts_of_quote()) == set()
        dialog.reject()
        settle(qtbot, window)


def test_a_wide_sheet_scrolls_under_roles_and_description(
    window: MainWindow, page: PricingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    names = [f"Detail {n}" for n in range(20)]
    lines = [
        ["Description", *names, "Qty", "Unit price EUR", "Amount EUR"],
        ["Array", *(f"text {n}" for n in range(20)), "2", "100", "200"],
        ["Shelf", *(f"text {n}" for n in range(20)), "1", "50", "50"],
        ["Total", *([""] * 20), "", "", "250"],
    ]
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(",".join(line) for line in lines))
    dialog = dropped(qtbot, window, page, path)
    grid, bar = dialog.grid, dialog.grid.horizontalScrollBar()
    bar.setValue(bar.maximum())
    build_layout()
    first = dialog.columns.buttons[0]
    assert grid.frozen_count == 2
    assert grid._frozen.isVisible()
    assert first.isVisible()
    assert first.x() < grid.columnWidth(0) + theme.px(60)
    amount = dialog.columns.buttons[22]
    index = grid.rows.index(0, 23)
    left = grid.viewport().mapTo(dialog, QPoint(grid.visualRect(index).left(), 0)).x()
    assert abs(amount.mapTo(dialog, QPoint()).x() - left) <= 4
    hidden = dialog.columns.buttons[1]
    assert hidden.visibleRegion().isEmpty()
    hidden.setFocus()
    build_layout()
    assert not hidden.visibleRegion().isEmpty(), "Tab leads to it and brings it into sight"
    dialog.reject()
    settle(qtbot, window)
