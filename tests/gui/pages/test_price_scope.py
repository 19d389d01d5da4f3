"""Who includes what in a real window: the tab, keys, decisions, a price as another option's."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from arraywise.domain.messages import message
from arraywise.domain.price_scope import ScopeState
from arraywise.domain.quotes import (
    NO_DECISIONS,
    QuoteFinding,
    QuoteFindingCode,
    QuoteReading,
    QuoteState,
)
from arraywise.gui.pages.budget import BudgetDialog
from arraywise.store.reading.facts import read_facts
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_prices import write_quote_record
from arraywise.usecases.undo import undo_step
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.pricing.page import PricingPage
    from arraywise.gui.pages.pricing.scope import ScopeView
    from arraywise.gui.shell.main_window import MainWindow

D = Decimal


@pytest.fixture
def window(open_small: Callable[[], MainWindow]) -> MainWindow:
    return open_small()


@pytest.fixture
def view(window: MainWindow) -> ScopeView:
    page: PricingPage = shown_page(window, "pricing")
    page.tabs.setCurrentIndex(0)
    assert page.pages.currentWidget() is page.scope
    return page.scope


def states(view: ScopeView, key: str) -> list[ScopeState]:
    assert view.table is not None
    return [c.state for row in view.table.rows if row.item.key == key for c in row.cells]


def go_to_switches(view: ScopeView, qtbot: QtBot) -> None:
    qtbot.keyClick(view.grid, Qt.Key.Key_F8)
    chosen = view._current_row_and_option()
    assert chosen is not None
    assert chosen[0].item.key == "switches"
    assert chosen[0].cells[chosen[1]].state is ScopeState.NO_PRICE


def test_pricing_opens_with_the_first_sheet_and_a_tab_says_that_scopes_differ(
    window: MainWindow, qtbot: QtBot
) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    page = window.frame.present_page
    assert page.tabs.tabText(page.tabs.currentIndex()) == "NAS NFS"
    assert page.grid.hasFocus()
    assert not page.tabs.tabIcon(0).isNull()
    assert "The prices differ in scope." in page.tabs.tabToolTip(0)


def test_rows_stand_by_their_share_and_state_what_is_missing(view: ScopeView) -> None:
    assert [str(line.row.item.title) for line in view.model.rows[:1] if line.row] == ["Switches"]
    assert view.message.text() == (
        "Of the BRL 86,400 that FC SAN costs more,"
        " 73,900 are switches that NAS NFS does not price."
    )
    assert view.open.text().startswith("The prices differ in scope.")
    view.second.setCurrentIndex(view.first.currentIndex())
    assert view.message.text().endswith(" cost the same.")


def test_a_price_as_another_option_has_it_makes_the_prices_alike(
    window: MainWindow, view: ScopeView, qtbot: QtBot
) -> None:
    go_to_switches(view, qtbot)
    row, at = view._current_row_and_option() or pytest.fail("no cell is chosen")
    other = row.cheapest_option()
    assert other is not None
    assert view._facts_priced_as(row, at, other) is not None
    view._save_price_as(row, at, other)
    wait_for_answer(qtbot, window)
    assert states(view, "switches") == [ScopeState.PRICED] * len(row.cells)
    assert view.table is not None
    name = view.table.options[at].name
    lines = next(o.price_sheet.lines for o in read_facts(window.session.study).options
                 if o.option.name == name and o.price_sheet)  # fmt: skip
    assert (lines[-1].unit_price, lines[-1].quantity) == (D(36950), D(2))
    assert lines[-1].maintenance is None


def test_not_needed_takes_a_reason_and_can_be_undone(
    window: MainWindow, view: ScopeView, qtbot: QtBot
) -> None:
    go_to_switches(view, qtbot)
    qtbot.keyClick(view.grid, Qt.Key.Key_N)
    dialog = view.dialog
    assert dialog is not None
    dialog.accept()
    assert dialog.fault.text() == "Enter a reason"
    dialog.field.setText("cabled directly")
    dialog.accept()
    qtbot.waitUntil(lambda: ScopeState.NOT_NEEDED in states(view, "switches"))
    undo_step(window.session.study)
    window.session.reload()
    qtbot.waitUntil(lambda: ScopeState.NO_PRICE in states(view, "switches"))


@pytest.mark.qt_log_ignore("^This plugin does not support ")
def test_the_menu_says_what_would_follow(view: ScopeView, qtbot: QtBot) -> None:
    go_to_switches(view, qtbot)
    view._open_menu(view.mapToGlobal(view.rect().center()))
    menu = view.menu
    assert menu is not None
    texts = [action.text().split("\t")[0] for action in menu.actions() if action.text()]
    assert texts == [
        "Price as FC SAN does",
        "Type a price…",
        "Not needed, with a reason…",
        "Leave out for all options…",
    ]
    effect = menu.actions()[-1].defaultWidget()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: "NAS NFS would cost 602,500" in effect.text())
    assert "first" in effect.text()
    menu.close()


def test_leaving_out_for_all_and_taking_in_again(
    window: MainWindow, view: ScopeView, qtbot: QtBot
) -> None:
    go_to_switches(view, qtbot)
    qtbot.keyClick(view.grid, Qt.Key.Key_O)
    assert view.dialog is not None
    view.dialog.field.setText("the client has switches")
    view.dialog.accept()
    qtbot.waitUntil(lambda: ScopeState.LEFT_OUT in states(view, "switches"))
    assert window.session.facts is not None
    assert window.session.facts.price_basis.left_out == {"switches"}
    assert view.table is not None
    row = next(row for row in view.table.rows if row.item.key == "switches")
    at = next(at for at, cell in enumerate(row.cells) if cell.state is ScopeState.LEFT_OUT)
    dict(view._list_actions(row, at))["take in"]()
    qtbot.waitUntil(lambda: ScopeState.NO_PRICE in states(view, "switches"))


def test_a_price_is_typed_for_a_cell(window: MainWindow, view: ScopeView, qtbot: QtBot) -> None:
    go_to_switches(view, qtbot)
    qtbot.keyClick(view.grid, Qt.Key.Key_Return)
    assert view.dialog is not None
    view.dialog.field.setText("12,000")
    view.dialog.accept()
    wait_for_answer(qtbot, window)
    qtbot.waitUntil(lambda: states(view, "switches") == [ScopeState.PRICED] * 2)


def test_a_finding_of_a_quote_stays_until_it_is_agreed_to(
    window: MainWindow, view: ScopeView, qtbot: QtBot
) -> None:
    page: PricingPage = shown_page(window, "pricing")
    page.tabs.setCurrentIndex(1)
    option = page.front
    sheet = page.edits.sheet(option)
    finding = QuoteFinding(QuoteFindingCode.UNCHECKED, message("No total is printed."))
    quote = QuoteReading(
        *("offer.xlsx", (), NO_DECISIONS, QuoteState.UNCHECKED, sheet.currency),
        findings=(finding,),
        price_sheet=sheet,
    )
    study = window.session.study
    with transaction(study, "prices") as cursor:
        write_quote_record(cursor, study, option.id, quote)
    window.session.reload()
    qtbot.waitUntil(lambda: "offer.xlsx" in page.quote_line.text.toolTip())
    assert page.quote_line.isVisible()
    (entry,) = page.quote_line.menu.actions()
    assert entry.text() == "No total is printed."
    entry.trigger()
    assert page.reason is not None
    page.reason.field.setText("added up by hand")
    page.reason.accept()
    qtbot.waitUntil(lambda: "Agreed: added up by hand" in page.quote_line.text.toolTip())
    assert page.quote_line.agree.isHidden()
    assert view.table is not None


def test_another_currency_asks_for_the_budget(window: MainWindow, qtbot: QtBot) -> None:
    facts = window.session.facts
    assert facts is not None
    window.session.save_requirement(replace(facts.requirement, budget=D("700000.50")))
    wait_for_answer(qtbot, window)
    page = shown_page(window, "report")
    page.currency_field.setText("EUR")
    page._save_info()
    dialog = page.budget_dialog
    assert isinstance(dialog, BudgetDialog)
    (field,) = dialog.fields.values()
    assert field.text() == ""
    field.setText("120,000")
    dialog.accept()
    study = window.session.study
    qtbot.waitUntil(lambda: read_facts(study).currency == "EUR")
    assert read_facts(study).requirement.budget == D(120000)
