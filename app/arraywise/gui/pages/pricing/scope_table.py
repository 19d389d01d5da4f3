"""The table of who includes what: its columns and cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.price_scope import ScopeState
from arraywise.domain.pricing import ZERO
from arraywise.gui.grid.model import Cell, Column, DifferenceBar
from arraywise.gui.widgets import figures
from arraywise.gui.widgets.figures import EN_DASH
from arraywise.gui.widgets.messages import translate_message
from arraywise.present.price_scope import STATE_WORDS, scope_decimals

if TYPE_CHECKING:
    from arraywise.domain.options import Option
    from arraywise.domain.price_scope import ScopeRow, ScopeTable

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class ScopeLine:
    """A row of the table as it is shown."""

    row: ScopeRow | None
    """None: the sum."""
    table: ScopeTable
    pair: tuple[int, int]
    """The options that are compared, by their places."""


def scope_columns(table: ScopeTable, pair: tuple[int, int]) -> tuple[Column, ...]:
    """Return the columns: the item, each option, and the difference of two of them."""
    names = [option.name for option in table.options]
    difference = f"{names[pair[0]]} {figures.MINUS} {names[pair[1]]}"
    return (
        Column(
            *("item", translate("Pricing", "What is bought"), _show_item),
            min_width=260,
            max_width=420,
        ),
        *(_option_column(table, at, option) for at, option in enumerate(table.options)),
        Column(
            "bar",
            translate("Pricing", "Difference"),
            _show_bar,
            difference,
            min_width=110,
            stretch=True,
        ),
        Column("difference", "", _show_difference, table.currency, right=True, min_width=100),
    )


_FEW_OPTIONS = 5


def _option_column(table: ScopeTable, at: int, option: Option) -> Column:
    return Column(
        f"option {option.id}",
        option.name,
        lambda line: _show_amount(line, at),
        table.currency,
        right=True,
        min_width=132 if len(table.options) <= _FEW_OPTIONS else 104,
        marker=option.position,
    )


def _show_item(line: ScopeLine) -> Cell:
    if line.row is None:
        return Cell(translate("Pricing", "36-month price"), bold=True)
    return Cell(translate_message(line.row.item.title), bold=line.row.is_open)


def _show_amount(line: ScopeLine, at: int) -> Cell:
    places = scope_decimals(line.table)
    if line.row is None:
        total = line.table.option_total(at)
        if not total:
            return Cell(missing=True)
        return Cell(figures.number(total, places), number=float(total), bold=True)
    cell = line.row.cells[at]
    if cell.state is ScopeState.PRICED and cell.amount is not None:
        text = figures.number(cell.amount, places)
        bold = line.row.is_open and at in line.pair
        return Cell(text, number=float(cell.amount), bold=bold)
    words = translate_message(STATE_WORDS[cell.state])
    if cell.state is ScopeState.NO_PRICE:
        tip = translate("Pricing", "Another option prices it. Enter, N or O settles it.")
        return Cell(words, icon="warning", colour="warn", ground="warn_tint", tip=tip)
    return Cell(words, colour="text2", tip=cell.reason)


def _show_bar(line: ScopeLine) -> Cell:
    one, other = line.pair
    if line.row is None or one == other:
        return Cell()
    amounts = [abs(row.price_difference(one, other)) for row in line.table.rows]
    end = float(max(amounts, default=ZERO))
    value = float(line.row.price_difference(one, other))
    if not end:
        return Cell()
    position = line.table.options[one if value >= 0 else other].position
    return Cell(difference=DifferenceBar(value, end, position))


def _show_difference(line: ScopeLine) -> Cell:
    one, other = line.pair
    value = (
        line.table.option_total(one) - line.table.option_total(other)
        if line.row is None
        else line.row.price_difference(one, other)
    )
    if not value:
        return Cell(EN_DASH, colour="text2")
    text = figures.number(abs(value), scope_decimals(line.table))
    sign = "+" if value > 0 else figures.MINUS
    bold = line.row is None or line.row.is_open
    return Cell(f"{sign}{text}", number=float(value), bold=bold)


def has_prices_to_compare(table: ScopeTable | None) -> bool:
    """Return whether at least two options have prices to be compared."""
    return (
        table is not None
        and sum(bool(table.option_total(i)) for i in range(len(table.options))) > 1
    )
