"""Formulas typed into price sheets of a real window."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.cells import MOST_ROWS, CellAddress, column_letters
from arraywise.gui.pages.pricing.lines import price_columns
from arraywise.worksheets.fields import EXTENDED_PRICE_COLUMN, PRICE_COLUMNS, price_sheet_key
from tests.gui.acting import shown_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_page_and_workbook_call_the_columns_alike() -> None:
    shown = price_columns("EUR", lambda *_: None)
    assert {c.key: c.letter for c in shown if c.edit} == {
        key: column_letters(place) for key, place in PRICE_COLUMNS.items()
    }
    assert [c.key for c in shown].index("extended") == EXTENDED_PRICE_COLUMN


def column(page: object, key: str) -> int:
    return [c.key for c in page.model.columns].index(key)


def price(window: MainWindow, page: object, row: int) -> Decimal | None:
    return window.session.option_facts(page.tabs.option.id).price_sheet.lines[row].unit_price


def test_a_formula_gives_the_price_and_stays_what_was_typed(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "pricing")
    place = column(page, "unit_price")
    page.model.setData(page.model.index(0, place), "=12*450*0.9")
    qtbot.waitUntil(lambda: price(window, page, 0) == Decimal(4860))
    shown = page.model.cell_at(0, place)
    assert (shown.text, shown.typed, shown.formula) == ("4,860.00", "=12*450*0.9", True)
    page.model.setData(page.model.index(1, place), "=E1*2")
    qtbot.waitUntil(lambda: price(window, page, 1) == Decimal(9720))
    page.model.setData(page.model.index(0, place), "100")
    qtbot.waitUntil(lambda: price(window, page, 1) == Decimal(200))
    assert page.model.columns[place].letter == "E"


def test_a_formula_at_fault_is_marked_and_no_zero(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "pricing")
    place = column(page, "unit_price")
    name = page.tabs.option.name.replace(" ", "_")
    page.model.setData(page.model.index(0, place), f"=Option_{name}.Price/2")
    qtbot.waitUntil(lambda: page.model.cell_at(0, place).invalid)
    shown = page.model.cell_at(0, place)
    assert "Circular reference" in shown.tip
    assert shown.text == "#CIRC!"
    qtbot.waitUntil(lambda: price(window, page, 0) is None)


def test_lines_put_in_move_formulas(open_shared: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_shared()
    page = shown_page(window, "pricing")
    place = column(page, "unit_price")
    page.model.setData(page.model.index(2, place), "=E2*2")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    page.grid.setCurrentIndex(page.model.index(1, 0))
    page.grid.cells.insert_rows()
    assert page.model.editor_text_at(3, place) == "=E3*2"
    page.grid.cells.remove_rows()
    assert page.model.editor_text_at(2, place) == "=E2*2"
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_rows_apart_are_deleted_together_and_come_back_in_one_step(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "pricing")
    place = column(page, "unit_price")
    page.model.setData(page.model.index(6, place), "=E4*2")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    before = [page.model.editor_text_at(at, 0) for at in range(7)]
    page.edits.remove_lines(page.tabs.option, {0, 1, 4})
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert page.model.editor_text_at(3, place) == "=E2*2"
    left = [page.model.editor_text_at(at, 0) for at in range(4)]
    assert left == [before[at] for at in (2, 3, 5, 6)]
    window.undoing.back.trigger()
    qtbot.waitUntil(lambda: len(page.model.rows) == 8)
    qtbot.waitUntil(lambda: page.model.editor_text_at(6, place) == "=E4*2")
    assert [page.model.editor_text_at(at, 0) for at in range(7)] == before


def test_a_full_sheet_says_on_its_page_that_it_has_no_room(
    open_shared: Callable[[], MainWindow],
) -> None:
    window = open_shared()
    page = shown_page(window, "pricing")
    last = CellAddress(price_sheet_key(page.tabs.option.id), MOST_ROWS - 1, 0)
    window.session.sheets.cells = {last: window.session.sheets.build_cell(last, "last")}
    page.grid.setCurrentIndex(page.model.index(1, 0))
    message: list[str] = []
    page.grid.refused.connect(message.append)
    page.grid.cells.insert_rows()
    assert message == ["No room for more rows: the last ones are not empty."]
    assert page.banner.isVisible()


def test_provisioning_takes_formulas_and_keeps_steps_without_readings(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "provisioning")
    option = page.tabs.option.id
    page._apply_block(0, 1, [["10", "=B1*2", "abc"]])
    qtbot.waitUntil(
        lambda: (
            [t.seconds for t in window.session.option_facts(option).provisioning] == [600, 1200]
        )
    )
    qtbot.waitUntil(lambda: page.model.cell_at(0, 2).formula)
    assert page.model.cell_at(0, 3).invalid
    page._apply_block(1, 0, [["Zone", "=1/0"]])
    qtbot.waitUntil(lambda: page.model.cell_at(1, 1).text == "#DIV/0!")
    page.grid.setCurrentIndex(page.model.index(0, 0))
    page.grid.cells.insert_rows()
    qtbot.waitUntil(lambda: page.model.cell_at(2, 1).text == "#DIV/0!")
    assert page.model.editor_text_at(1, 2) == "=B2*2"
    assert [row.name for row in page.model.rows][1:3] == ["Provide", "Zone"]
    page.grid.setCurrentIndex(page.model.index(0, 0))
    page.grid.cells.remove_rows()
    assert page.model.editor_text_at(0, 2) == "=B1*2"
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_a_quantity_follows_the_demand_that_is_asked_for(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "pricing")
    place = column(page, "quantity")

    def quantity() -> str:
        return page.model.cell_at(0, place).text.replace(",", "")

    page.model.setData(page.model.index(0, place), "=ROUNDUP(Demand.TPS,0)")
    demand = window.session.answer.demand_tps
    qtbot.waitUntil(lambda: quantity() == str(math.ceil(demand)), timeout=20_000)
    assert page.model.cell_at(0, place).typed == "=ROUNDUP(Demand.TPS,0)"
    asked = window.session.facts.requirement
    window.session.save_requirement(replace(asked, visits_per_month=2 * asked.visits_per_month))
    qtbot.waitUntil(lambda: quantity() == str(math.ceil(2 * demand)), timeout=20_000)
    total = window.session.option_answer(page.tabs.option.id).price
    assert total.capex + total.opex == total.unrounded
