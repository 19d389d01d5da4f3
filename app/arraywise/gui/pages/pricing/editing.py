"""Typed texts on their way into a price sheet; what cannot be read is kept and named."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.pricing import price_discounts, price_lines
from arraywise.domain.cells import Place
from arraywise.domain.messages import UserError, say
from arraywise.domain.pricing import PLAIN_BASIS, PriceSheet
from arraywise.gui.grid.model import said_fault
from arraywise.gui.pages.pricing import discounts as pricing_discounts
from arraywise.gui.pages.pricing.discounts import DiscountRow
from arraywise.gui.pages.pricing.lines import (
    EMPTY_LINE,
    FIELD_OF,
    Fault,
    PriceRow,
    TypedText,
    put_text,
)
from arraywise.gui.widgets.messages import tell, why
from arraywise.worksheets.fields import FIELD_IN_COLUMN, PRICE_COLUMNS, prices_key
from arraywise.worksheets.sheets import SheetEdit, insert_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arraywise.analysis.pricing import PricedLine
    from arraywise.domain.cells import TypedCell
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import Discount, PriceLine
    from arraywise.gui.session.session import Session
    from arraywise.worksheets.input_parsing import Typed

UNFIT = say("The cell cannot take this figure.")
_Faults = dict[tuple[int, str], tuple[str, str]]
"""What was typed and why it cannot be read, by row and field."""


class SheetEdits:
    """The rows of every option's sheet, with the faults of what was typed into them."""

    def __init__(self, session: Session, refuse: Callable[[str], None]) -> None:
        """Edit the sheets of a session's study; `refuse` is told why something cannot be done."""
        self._session, self._refuse = session, refuse
        self._sheets = session.sheets
        self._discounts: dict[int, _Faults] = {}

    def sheet(self, option: Option) -> PriceSheet:
        """Return an option's price sheet, an empty one where it has none."""
        facts, known = self._session.facts, self._session.known(option.id)
        if known is not None and known.price_sheet is not None:
            return known.price_sheet
        return PriceSheet(facts.currency if facts else "")

    def rows(self, option: Option) -> tuple[PriceRow, ...]:
        """Return the lines as rows, with an empty one at the end."""
        priced, sheet = self._priced(option), self.sheet(option)
        typed: dict[int, list[TypedText]] = {}
        for place in self._sheets.cells:
            if place.sheet == prices_key(option.id) and place.column in FIELD_IN_COLUMN:
                typed.setdefault(place.row, []).append(self._typed(place, sheet))
        rows = [PriceRow(i, each, tuple(typed.get(i, ()))) for i, each in enumerate(priced)]
        return (*rows, PriceRow(len(rows), None, tuple(typed.get(len(rows), ()))))

    def _typed(self, place: Place, sheet: PriceSheet) -> TypedText:
        """Return what is typed in a cell, with what is wrong with it."""
        field = FIELD_OF[FIELD_IN_COLUMN[place.column].key]
        text = self._sheets.typed(place) or ""
        result = self._sheets.result(place)
        if text.startswith("="):
            fault = result.fault if result is not None else None
            reason = said_fault(fault) if fault is not None else ""
            return TypedText(field.key, text, fault.code if fault is not None else "", reason)
        try:
            line = sheet.lines[place.row] if place.row < len(sheet.lines) else EMPTY_LINE
            put_text(line, field.key, text, sheet.currency)
        except Fault as fault:
            return TypedText(field.key, text, text, str(fault))
        return TypedText(field.key, text, text, tell(UNFIT))

    def discount_rows(self, option: Option) -> tuple[DiscountRow, ...]:
        """Return the discounts as rows, with an empty one at the end."""
        sheet = self.sheet(option)
        faults = self._discounts.get(option.id, {})
        taken = price_discounts(sheet, self._priced(option))
        rows = [
            DiscountRow(i, discount, *amounts, _at(faults, i))
            for i, (discount, amounts) in enumerate(zip(sheet.discounts, taken, strict=True))
        ]
        return (*rows, DiscountRow(len(rows), faults=_at(faults, len(rows))))

    def _priced(self, option: Option) -> tuple[PricedLine, ...]:
        facts = self._session.facts
        return price_lines(self.sheet(option), facts.price_basis if facts else PLAIN_BASIS)

    def put_lines(self, option: Option, edits: Sequence[Typed]) -> None:
        """Write typed texts into the lines; the sheet grows where they reach beyond its end.

        Formulas, and what cannot be read, are kept as they were typed.
        """
        sheet = self.sheet(option)
        lines: list[PriceLine] = list(sheet.lines)
        gone: set[Place] = set()
        typed: dict[Place, TypedCell] = {}
        for place, key, text in edits:
            if place >= len(lines) and not text.strip():
                continue
            lines += [EMPTY_LINE] * (place + 1 - len(lines))
            cell = line_cell(option, place, key)
            gone.add(cell)
            if not text.startswith("="):
                with suppress(Fault):  # what stood there before counts on, and the cell is marked
                    after = put_text(lines[place], key, text, sheet.currency)
                    lines[place] = lines[place].changed_into(after)
                    continue
            typed[cell] = self._sheets.cell(cell, text)
        written = replace(sheet, lines=tuple(lines))
        kept = frozenset((gone - typed.keys()) & self._sheets.cells.keys())
        edit = SheetEdit(kept, tuple(typed.values()), prices={option.id: written})
        self._sheets.try_edit(edit, "prices")

    def faults(self, option: Option) -> int:
        """Return how many cells of the lines are at fault."""
        return sum(bool(typed.fault) for row in self.rows(option) for typed in row.typed)

    def put_discounts(self, option: Option, edits: Sequence[Typed]) -> None:
        """Write typed texts into the discounts."""
        sheet = self.sheet(option)
        discounts: list[Discount] = list(sheet.discounts)
        faults = self._discounts.setdefault(option.id, {})
        for place, key, text in edits:
            if place >= len(discounts) and not text.strip():
                continue
            discounts += [pricing_discounts.NEW] * (place + 1 - len(discounts))
            faults.pop((place, key), None)
            try:
                discounts[place] = pricing_discounts.put(sheet, discounts[place], key, text)
            except Fault as fault:
                faults[place, key] = (text, str(fault))
        self._session.keep_prices(option, replace(sheet, discounts=tuple(discounts)))

    def remove_lines(self, option: Option, gone: set[int]) -> None:
        """Delete lines; formulas everywhere follow."""
        sheet = self.sheet(option)
        cells = self._sheets.without_rows(prices_key(option.id), gone)
        lines = tuple(line for i, line in enumerate(sheet.lines) if i not in gone)
        self._keep_moved(option, cells, replace(sheet, lines=lines))

    def insert_lines(self, option: Option, place: int, count: int) -> None:
        """Put empty lines in; formulas everywhere follow."""
        sheet = self.sheet(option)
        cells, name = self._sheets.cells, self._sheets.name_of(prices_key(option.id))
        try:
            edit = insert_rows(cells, prices_key(option.id), name, place, count)
        except UserError as error:
            self._refuse(why(error))
            return
        lines = (*sheet.lines[:place], *[EMPTY_LINE] * count, *sheet.lines[place:])
        self._keep_moved(option, edit.cells_after(cells), replace(sheet, lines=lines))

    def _keep_moved(
        self, option: Option, cells: Mapping[Place, TypedCell], sheet: PriceSheet
    ) -> None:
        before = self._sheets.cells
        typed = tuple(cell for place, cell in cells.items() if before.get(place) != cell)
        gone = frozenset(before.keys() - cells.keys())
        self._sheets.try_edit(SheetEdit(gone, typed, prices={option.id: sheet}), "prices")

    def remove_discounts(self, option: Option, gone: set[int]) -> None:
        """Delete discounts."""
        sheet = self.sheet(option)
        self._discounts.pop(option.id, None)
        kept = tuple(each for i, each in enumerate(sheet.discounts) if i not in gone)
        self._session.keep_prices(option, replace(sheet, discounts=kept))

    def forget(self, option: Option) -> None:
        """Forget the faults of an option whose sheet was read anew."""
        self._discounts.pop(option.id, None)


def line_cell(option: Option, row: int, key: str) -> Place:
    """Return the cell of a field of a line."""
    return Place(prices_key(option.id), row, PRICE_COLUMNS[key])


def _at(faults: _Faults, place: int) -> tuple[tuple[str, str, str], ...]:
    return tuple((key, *said) for (at, key), said in faults.items() if at == place)
