"""The Pricing page in a real window: discounts, terms, currencies, and sheets read in."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox

from arraywise.domain.pricing import DiscountBase, ExchangeRate, PriceBasis, Spares
from arraywise.gui.pages.pricing.dialogs import CurrencyChoice, RatesDialog, SteppedPriceDialog
from arraywise.usecases.changes import Changes
from arraywise.usecases.undo import undo_step
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.domain.pricing import PriceSheet, PriceTotal
    from arraywise.gui.pages.pricing.page import PricingPage
    from arraywise.gui.shell.main_window import MainWindow

RATE = ExchangeRate("USD", "BRL", Decimal("5.25"), "2026-11-19", "central bank")


@pytest.fixture
def window(open_small: Callable[[], MainWindow]) -> MainWindow:
    return open_small()


@pytest.fixture
def page(window: MainWindow) -> PricingPage:
    return shown_page(window, "pricing")


def sheet_of(window: MainWindow, page: PricingPage) -> PriceSheet:
    sheet = window.session.option_facts(page.tabs.option.id).price_sheet
    assert sheet is not None
    return sheet


def price_of(window: MainWindow, page: PricingPage) -> PriceTotal | None:
    return window.session.option_answer(page.tabs.option.id).price


def put(page: PricingPage, grid: str, row: int, key: str, text: str) -> None:
    model = page.model if grid == "lines" else page.discounts
    place = [c.key for c in model.columns].index(key)
    assert model.setData(model.index(row, place), text)


def shown(page: PricingPage, grid: str, row: int, key: str) -> object:
    model = page.model if grid == "lines" else page.discounts
    return model.cell_at(row, [c.key for c in model.columns].index(key))


def test_a_discount_on_one_category_of_one_column(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    before = sheet_of(window, page)
    count = len(before.discounts)
    category = before.lines[1].category
    for key, text in (
        ("description", "Volume"),
        ("share", "10 %"),
        ("base", "purchase only"),
        ("category", category),
    ):
        put(page, "discounts", count, key, text)
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    added = sheet_of(window, page).discounts[-1]
    assert (added.share, added.base) == (Decimal("0.1"), DiscountBase.PRICE)
    assert (added.category, added.source) == (category, None)
    alike = [n for n in before.lines if n.category == category and n.unit_price is not None]
    off = sum(n.unit_price * n.quantity for n in alike) / 10
    assert shown(page, "discounts", count, "purchase").number == pytest.approx(-float(off))


def test_a_discount_that_makes_no_sense_keeps_its_text(page: PricingPage, qtbot: QtBot) -> None:
    for key, text, reason in (
        ("share", "120", "at most 100 %"),
        ("base", "half", "Choose one of"),
        ("source", "9", "1"),
    ):
        put(page, "discounts", 0, key, text)
        qtbot.waitUntil(partial(is_invalid, page, key))
        cell = shown(page, "discounts", 0, key)
        assert (cell.text, reason in cell.tip) == (text, True)


def is_invalid(page: PricingPage, key: str) -> bool:
    return shown(page, "discounts", 0, key).invalid


def test_discounts_are_deleted_where_the_focus_is(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    lines = len(sheet_of(window, page).lines)
    count = len(sheet_of(window, page).discounts)
    page.discount_grid.setFocus()
    qtbot.waitUntil(page.discount_grid.hasFocus)
    page.discount_grid.selectRow(0)
    page.remove_lines()
    assert len(sheet_of(window, page).discounts) == count - 1
    assert len(sheet_of(window, page).lines) == lines


def test_rare_columns_come_on_wish_or_when_a_total_needs_them(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    def hidden(key: str) -> bool:
        return page.grid.isColumnHidden([c.key for c in page.model.columns].index(key))

    assert hidden("spares")
    page.show_column("spares", shown=True)
    assert not hidden("spares")
    put(page, "lines", 0, "spares", "added on top")
    assert sheet_of(window, page).lines[0].spares is Spares.ADDED
    assert hidden("server")
    put(page, "lines", 0, "server", "yes")
    qtbot.waitUntil(lambda: not hidden("server"))
    assert shown(page, "lines", 0, "extended").text == "left out"
    qtbot.waitUntil(lambda: any("leaves out" in message for message in page.notes.sentences))


def test_a_warranty_of_nothing_is_shown(page: PricingPage) -> None:
    put(page, "lines", 0, "warranty", "0")
    assert shown(page, "lines", 0, "warranty").text == "0"


def test_pasted_cells_fill_the_columns_that_are_shown(
    window: MainWindow, page: PricingPage
) -> None:
    """Hidden columns take nothing, computed ones are passed over."""
    places = [i for i, _ in enumerate(page.model.columns) if not page.grid.isColumnHidden(i)]
    row = [""] * len(places)
    keys = [page.model.columns[i].key for i in places]
    for key, text in (("description", "Rack"), ("unit_price", "99"), ("extended", "77")):
        row[keys.index(key)] = text
    page._apply_block(len(page.model.rows) - 1, 0, [row])
    added = sheet_of(window, page).lines[-1]
    assert (added.description, added.unit_price, added.maintenance) == ("Rack", 99, None)


def test_another_currency_waits_for_its_rate(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    before = price_of(window, page)
    assert before is not None
    page._save_currency_choice(page.tabs.option, CurrencyChoice("USD", PriceBasis()))
    qtbot.waitUntil(lambda: price_of(window, page) is None)
    assert page.total_line.total.text() == "no rate from USD to BRL"
    page._save_currency_choice(page.tabs.option, CurrencyChoice("USD", PriceBasis(rates=(RATE,))))
    qtbot.waitUntil(lambda: price_of(window, page) is not None)
    after = price_of(window, page)
    assert after is not None
    assert after.unrounded == before.unrounded * RATE.rate
    qtbot.waitUntil(lambda: "5.25 (2026-11-19, central bank)" in page.total_line.note.text())
    qtbot.waitUntil(lambda: any("central bank" in message for message in page.notes.sentences))


def test_rates_are_typed_and_faults_are_said(page: PricingPage, qtbot: QtBot) -> None:
    dialog = RatesDialog(CurrencyChoice("BRL", PriceBasis()), "BRL", page)
    qtbot.addWidget(dialog)
    dialog._apply_block(0, 0, [["usd"]])
    dialog._apply_block(0, 2, [["5.25"]])
    dialog.accept()
    assert dialog.choice is None
    assert "needs a source" in dialog.fault.text()
    dialog._apply_block(0, 3, [["2026-11-19"]])
    dialog._apply_block(0, 4, [["central bank"]])
    dialog.servers.setChecked(True)
    dialog.accept()
    assert dialog.choice == CurrencyChoice("BRL", PriceBasis(servers=True, rates=(RATE,)))


def test_a_pasted_table_that_asks_is_decided_in_the_dialog(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    before = sheet_of(window, page).lines
    page.grid.setCurrentIndex(page.model.index(len(before), 2))
    text = "Item\tQty\tUnit price\tFee\nArray\t2\t1000\t20\nShelf\t3\t300\t7\n"
    QGuiApplication.clipboard().setText(text)
    page.paste()
    dialog = page.quotes.dialog
    assert dialog is not None
    assert sheet_of(window, page).lines == before
    assert not dialog.take.isEnabled()
    unused = next(a for a in dialog.sums.answers if "no part" in a.accessibleName())
    unused.click()
    qtbot.waitUntil(dialog.take.isEnabled, timeout=20_000)
    dialog.take.click()
    qtbot.waitUntil(lambda: len(sheet_of(window, page).lines) > len(before), timeout=20_000)
    lines = sheet_of(window, page).lines[len(before) :]
    assert sum(each.unit_price * each.quantity for each in lines) == 2900


@pytest.mark.parametrize("cell", ["=2*10", "20 BRL"])
def test_a_pasted_column_without_a_heading_is_not_lost_silently(
    window: MainWindow, page: PricingPage, qtbot: QtBot, cell: str
) -> None:
    before = sheet_of(window, page).lines
    page.grid.setCurrentIndex(page.model.index(len(before), 2))
    QGuiApplication.clipboard().setText(f"Item\tQty\tUnit price\t\nArray\t2\t100\t{cell}\n")
    page.paste()
    dialog = page.quotes.dialog
    if dialog is None:
        qtbot.waitUntil(lambda: len(sheet_of(window, page).lines) > len(before), timeout=20_000)
        assert "Left out: D." in page.banner.text
        return
    assert sheet_of(window, page).lines == before
    assert dialog.columns.buttons[3].accessibleName().startswith("Column D holds")
    dialog.reject()


def test_lines_copied_with_their_titles_are_pasted_back_as_they_are(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    put(page, "lines", 0, "per_month", "12.50")
    put(page, "lines", 0, "quantity", "3")
    put(page, "lines", 0, "maintenance", "70")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    before = sheet_of(window, page).lines
    page.grid.selectAll()
    page.grid.cells.copy_with_titles()
    page.grid.clearSelection()
    page.grid.setCurrentIndex(page.model.index(len(before), 2))
    page.paste()
    qtbot.waitUntil(lambda: len(sheet_of(window, page).lines) >= 2 * len(before), timeout=20_000)
    again = sheet_of(window, page).lines[len(before) :][: len(before)]
    wanted = ("unit_price", "quantity", "maintenance", "maintenance_per_month")
    assert [[getattr(line, name) for name in wanted] for line in again] == [
        [getattr(line, name) for name in wanted] for line in before
    ]


def test_a_credit_is_typed_as_a_negative_price(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    put(page, "lines", 0, "unit_price", "(500)")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert sheet_of(window, page).lines[0].unit_price == -500


def test_amounts_are_pasted_with_their_currency(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    assert sheet_of(window, page).currency == "BRL"
    for row, key, text in (
        (0, "unit_price", "R$ 1,234.50"),
        (1, "unit_price", "$99.00"),
        (1, "per_month", "12 EUR"),
    ):
        put(page, "lines", row, key, text)
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    first, second = sheet_of(window, page).lines[:2]
    assert (first.unit_price, first.currency) == (Decimal("1234.50"), "")
    assert first.printed_extended is None  # that was of another price
    assert (second.unit_price, second.currency) == (Decimal("99.00"), "USD")
    stored = shown(page, "lines", 1, "per_month")
    assert stored.text == "12 EUR"
    assert "in USD, the amount in EUR" in stored.tip


def test_a_line_that_is_typed_into_a_sorted_sheet_stays_under_the_cursor(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    before = sheet_of(window, page).lines
    page.model.sort(0, Qt.SortOrder.AscendingOrder)
    last = len(page.model.rows) - 1
    for key, text in (("description", "Aab"), ("part", "P9"), ("unit_price", "77")):
        put(page, "lines", last, key, text)
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    *others, built = sheet_of(window, page).lines
    assert tuple(others) == before
    assert (built.description, built.part_number, built.unit_price) == ("Aab", "P9", 77)
    assert page.model.rows[-1].is_offered
    page.model.sort(0, Qt.SortOrder.AscendingOrder)
    assert page.model.rows[0].line.description == "Aab"


def test_a_list_opens_at_what_is_chosen(
    page: PricingPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    monkeypatch.setattr(QComboBox, "showPopup", lambda combo: shown.append(combo.currentIndex()))
    page.show_column("spares", shown=True)
    place = [c.key for c in page.model.columns].index("spares")
    put(page, "lines", 0, "spares", "added on top")
    index = page.model.index(0, place)
    page.grid.setCurrentIndex(index)
    page.grid.edit(index)
    (combo,) = page.grid.findChildren(QComboBox)
    assert combo.currentText() == combo.itemText(shown[0]) == "added on top"


HEADED = """Angebot 4711
Pos.\tMenge\tBezeichnung\tArtikelnummer\tEinzelpreis (EUR)\tGesamtpreis
1\t2\tArray\tA-1\t1000\t2000
\t\t\t\t\t
2\t4\tKabel\tK-9\t12.50\t50
"""


def test_a_table_with_its_own_headings_goes_by_them(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    """In another order than ours, with columns of its own, and in its own currency."""
    before = sheet_of(window, page).lines
    page.grid.setCurrentIndex(page.model.index(len(before), 2))
    QGuiApplication.clipboard().setText(HEADED)
    page.paste()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    *others, array, cable = sheet_of(window, page).lines
    assert tuple(others) == before
    assert (array.description, array.part_number, array.quantity) == ("Array", "A-1", 2)
    assert (cable.unit_price, cable.currency, cable.quantity) == (Decimal("12.50"), "EUR", 4)
    assert "lines: 2" in page.banner.text
    assert "Left out" not in page.banner.text, "positions and sums are known, and checked"
    window.undoing.back.trigger()
    qtbot.waitUntil(lambda: sheet_of(window, page).lines == before, timeout=20_000)


def test_headings_that_are_pasted_alone_are_no_lines_and_say_so(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    before = sheet_of(window, page).lines
    for below in ("\n", "\n\n", "\n\t\t\t\n"):
        page.banner.show_message("warn", "")
        page.grid.setCurrentIndex(page.model.index(len(before), 0))
        headings = "Description\tPart number\tUnit price\tQuantity"
        QGuiApplication.clipboard().setText(headings + below)
        page.paste()
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
        assert sheet_of(window, page).lines == before
        assert "Only headings were pasted" in page.banner.text


def test_a_message_leaves_the_total_in_sight(window: MainWindow, page: PricingPage) -> None:
    for high in (560, 900):
        window.resize(1280, high)
        page.banner.show_message("warn", "Something is the matter.")
        QApplication.processEvents()
        assert page.banner.isVisible()
        covered = page.banner.geometry()
        total = QRect(page.total_line.mapTo(page, QPoint(0, 0)), page.total_line.size())
        assert page.rect().contains(covered)
        assert not covered.intersects(total)
        assert covered.right() <= total.right()  # the totals beside it are seen too


def test_the_keys_paste_into_the_table_that_has_them(
    window: MainWindow, page: PricingPage
) -> None:
    before = sheet_of(window, page)
    page.composition.setFocus()
    QGuiApplication.clipboard().setText("Another line")
    window.frame.paste()
    assert sheet_of(window, page) == before
    assert "Nothing was pasted" in window.status.message.text()


def test_the_sums_of_a_pasted_offer_are_not_priced_again(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    before = sheet_of(window, page).lines
    page.grid.setCurrentIndex(page.model.index(len(before), 0))
    offer = "Description\tQty\tUnit price\tExtended\t3-Yr Maint. Price\n"
    offer += "Disk\t3\t10\t30\tSpared\nDiscount 8 %\t\t\t-2.40\t\nTotal\t\t\t27.60\t\n"
    QGuiApplication.clipboard().setText(offer)
    page.paste()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    *others, disk = sheet_of(window, page).lines
    assert tuple(others) == before
    assert (disk.description, disk.spares, disk.maintenance) == ("Disk", Spares.INCLUDED, None)
    assert "No lines, and left out: Discount 8 %, Total." in page.banner.text


def test_values_alone_are_pasted_as_they_stand(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    count = len(sheet_of(window, page).lines)
    page.grid.setCurrentIndex(page.model.index(count, 0))
    QGuiApplication.clipboard().setText("Description\tQty\tUnit price\nRack\t1\t7\n")
    page.grid.cells.paste_values()
    qtbot.waitUntil(lambda: len(sheet_of(window, page).lines) == count + 2, timeout=20_000)
    assert sheet_of(window, page).lines[-2].part_number == "Qty"


def place_of(page: PricingPage, key: str) -> int:
    return next(at for at, column in enumerate(page.model.columns) if column.key == key)


def test_figures_with_the_other_mark_are_read_together(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    """Without headings, as from a German offer into an English window."""
    count = len(sheet_of(window, page).lines)
    page.grid.setCurrentIndex(page.model.index(count, place_of(page, "unit_price")))
    QGuiApplication.clipboard().setText("4.180\n1.250,50 EUR\n")
    page.paste()
    qtbot.waitUntil(lambda: len(sheet_of(window, page).lines) == count + 2, timeout=20_000)
    whole, part = sheet_of(window, page).lines[-2:]
    assert (whole.unit_price, part.unit_price) == (Decimal(4180), Decimal("1250.50"))
    assert "such as \u201c4.180\u201d" in page.banner.text


def test_a_figure_that_may_be_thousands_is_asked_about(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    """It used to be taken for decimals, with a remark."""
    before = sheet_of(window, page).lines
    page.grid.setCurrentIndex(page.model.index(len(before), 0))
    QGuiApplication.clipboard().setText("Description\tQty\tUnit price\nArray\t2\t4.180\n")
    page.paste()
    dialog = page.quotes.dialog
    assert dialog is not None
    assert not dialog.take.isEnabled()
    assert sheet_of(window, page).lines == before
    dialog.reject()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_a_price_by_steps_is_typed_as_a_table_and_changed_again(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    asked = replace(window.session.answer.requirement, usable_bytes=80e12)
    window.session.save_requirement(asked)
    wait_for_answer(qtbot, window)
    before = len(sheet_of(window, page).lines)
    page.grid.setCurrentIndex(page.model.index(before, 0))
    for steps, month in (
        ((("10", "0"), ("50", "20"), ("", "12.5")), 40 * 20 + Decimal("12.5") * 30),
        ((("20", "0"), ("", "2")), 60 * 2),
    ):
        page.open_steps_dialog()
        (dialog,) = [d for d in page.findChildren(SteppedPriceDialog) if d.isVisible()]
        dialog.description.setText("Objects")
        for (end, price), end_field, price_field in zip_longest(
            steps, dialog.ends, dialog.prices, fillvalue=("", "")
        ):
            end_field.setText(end)
            price_field.setText(price)
        dialog.accept()
        after = before + len(steps) - 1
        qtbot.waitUntil(lambda n=after: len(sheet_of(window, page).lines) == n)
        wait_for_answer(qtbot, window)
        lines = page.edits.sheet_at_demand(page.tabs.option).lines[before:]
        assert sum(x.quantity * x.maintenance_per_month for x in lines) == month
        page.grid.setCurrentIndex(page.model.index(before, 0))
    window.session.edit(undo_step, Changes.EVERYTHING)
    qtbot.waitUntil(lambda: len(sheet_of(window, page).lines) == before + 2)
