"""Changes what options cost, and the rates and the scope that all prices share."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise.analysis.price_at_demand import parse_quantity
from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.messages import Message, Severity, UserError, message, refuse
from arraywise.domain.pricing import PRICE_FIELDS, FieldType, Spares
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.prices import ANYTHING, FileHints, read_cells
from arraywise.importers.prices.cells import (
    NoValue,
    PriceTable,
    PriceTableRow,
    currencies_in,
    decide_notation,
    split_period,
)
from arraywise.importers.prices.headings import (
    find_columns,
    find_units,
    is_discount,
    is_heading,
    is_total,
    with_units_in_headings,
)
from arraywise.importers.prices.lines import NOTHING, follows_demand, label_of, numbers_of
from arraywise.store.scenarios import DISCOUNT_RATE, PRICE_SERVERS
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_cells import clear_change_author
from arraywise.usecases.edit_options import build_option, named_option, validate_name
from arraywise.worksheets.fields import QUANTITY_COLUMN, price_sheet_key
from arraywise.worksheets.formula import FormulaError, parse_formula

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.pricing import (
        ExchangeRate,
        PriceBasis,
        PriceField,
        PriceLine,
        PriceSheet,
    )
    from arraywise.importers.prices.cells import Cell
    from arraywise.importers.prices.headings import OfferedTable
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


def set_prices(study: Study, option_name: str, sheet: PriceSheet | None) -> None:
    """Give an option this price sheet; None removes it. An option not known yet is made.

    Raises:
        UserError: When the name is empty.
    """
    with transaction(study, "prices") as cursor:
        write_prices(cursor, study, option_name, sheet)


def write_prices(cursor: Cursor, study: Study, option_name: str, sheet: PriceSheet | None) -> None:
    """As `set_prices`, within an action."""
    name = validate_name(option_name)
    option = named_option(study, name) or build_option(cursor, name)
    sheet = sheet and with_formulas(sheet)
    writing.replace_price_sheet(cursor, option.id, sheet)
    clear_change_author(cursor, study, price_sheet_key(option.id))
    writing.change_cells(cursor, (), tuple(_formula_cells(option.id, sheet)) if sheet else ())


def with_formulas(sheet: PriceSheet) -> PriceSheet:
    """Return a sheet whose quantities by the demand are written as typed ones are kept.

    Raises:
        UserError: Where one is nothing that a quantity can be.
    """
    lines = []
    for line in sheet.lines:
        if line.quantity_formula:
            try:
                written = parse_formula(f"={line.quantity_formula}", ".").render()
            except FormulaError as error:
                raise UserError(error.fault.message) from error
            parse_quantity(written.removeprefix("="))
            line = replace(line, quantity_formula=written.removeprefix("="))  # noqa: PLW2901
        lines.append(line)
    return replace(sheet, lines=tuple(lines))


def _formula_cells(option_id: int, sheet: PriceSheet) -> Iterable[InputCell]:
    """Give the cells that formulas of the demand stand in, as if they were typed."""
    for row, line in enumerate(sheet.lines):
        if line.quantity_formula:
            place = CellAddress(price_sheet_key(option_id), row, QUANTITY_COLUMN)
            yield InputCell(place, f"={line.quantity_formula}", ".")


def set_price_basis(study: Study, basis: PriceBasis) -> None:
    """Set the rates between currencies, whether lines marked as servers count, and the discount.

    Raises:
        UserError: When a rate names no currencies, date or source, or is not above zero, or the
            discount rate is none.
    """
    checked = validate_basis(basis)
    with transaction(study, "prices") as cursor:
        write_basis(cursor, checked)


def write_basis(cursor: Cursor, checked: PriceBasis) -> None:
    """Write terms that were checked, within an action."""
    rate = checked.discount_rate
    writing.replace_rates(cursor, checked.rates)
    writing.write_setting(cursor, PRICE_SERVERS, "yes" if checked.servers else None)
    writing.write_setting(cursor, DISCOUNT_RATE, None if rate is None else f"{rate:f}")


def validate_basis(basis: PriceBasis) -> PriceBasis:
    """Return terms that prices may have; raises UserError as `set_price_basis`."""
    return replace(
        basis,
        rates=tuple(map(validate_rate, basis.rates)),
        discount_rate=validate_discount_rate(basis.discount_rate),
    )


def with_rates(basis: PriceBasis, rates: Sequence[ExchangeRate]) -> PriceBasis:
    """Add rates; one of the same currencies and day takes the place of the one known.

    Raises:
        UserError: As `set_price_basis`.
    """
    known = {(r.from_currency, r.to_currency, r.dated): r for r in basis.rates}
    known |= {(r.from_currency, r.to_currency, r.dated): validate_rate(r) for r in rates}
    return replace(basis, rates=tuple(known.values()))


def validate_rate(rate: ExchangeRate) -> ExchangeRate:
    """Return the rate if it is one: nothing is converted by a rate without date and source.

    Raises:
        UserError: When it is none.
    """
    codes = (rate.from_currency, rate.to_currency)
    if not all(re.fullmatch("[A-Z]{3}", code) for code in codes) or len(set(codes)) == 1:
        refuse("An exchange rate needs two currency codes such as USD and BRL.")
    if not (rate.rate.is_finite() and rate.rate > 0):
        refuse("The rate from {of} to {into} must be above zero.", of=codes[0], into=codes[1])
    if not is_date(rate.dated):
        refuse(
            "The rate from {of} to {into} needs a date such as 2026-11-20.",
            of=codes[0],
            into=codes[1],
        )
    if not rate.source.strip():
        refuse("The rate from {of} to {into} needs a source.", of=codes[0], into=codes[1])
    return rate


HIGHEST_DISCOUNT_RATE = Decimal(1)
"""Per year; what is above it was hardly meant: 8 typed for 8 %."""


def validate_discount_rate(rate: Decimal | None) -> Decimal | None:
    """Return a year's discount rate, as a share; None for none, and for 0: nothing is discounted.

    Raises:
        UserError: When it is below 0 or above 100 %.
    """
    if rate is None or rate == 0:
        return None
    if not (rate.is_finite() and 0 < rate <= HIGHEST_DISCOUNT_RATE):
        refuse(
            "Enter a discount rate from 0 to 100 % a year, or leave it empty for undiscounted"
            " prices."
        )
    return rate


def is_date(text: str) -> bool:
    """Return whether a text is a date as ISO 8601 writes it."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


__all__ = ["FileHints"]

_FIELDS = {
    field.name: field.key
    for field in PRICE_FIELDS
    if field.name not in {"spares", "one_off_service"}
}
"""Column of a price sheet for each field that a heading may name; others are not typed."""
_PRICES = frozenset({"unit_price", "price_per_month", "price_per_year"})
_OTHERS = frozenset({"fee", "price_per_month", "price_per_year", "maintenance_per_year"})
_MONEY = frozenset(field.key for field in PRICE_FIELDS if field.kind is FieldType.MONEY)
_SELLING = ("part_number", "quantity", "unit_price")
"""What only a line has, and no heading, sum or discount."""
_MONEY_FIELDS = frozenset(f.name for f in PRICE_FIELDS if f.kind is FieldType.MONEY)
_FACTORS = frozenset({"unit_price", "quantity", "discount"})
"""What an extended price is computed from."""
_TEXTS = frozenset(field.name for field in PRICE_FIELDS if not field.is_figure)
_FORMULAS = (
    "The formulas below {headings} use other units than the sheet. Paste their values, or leave"
    " the column out."
)
_STEPS = frozenset({"step_from", "step_to"})
_SPARED = frozenset({"spare", "spared"})
_HIGHEST = 5  # rows above which headings are looked for: a title may be over them


@dataclass(frozen=True, slots=True)
class HeadedLines:
    """Lines as their headings state them."""

    lines: tuple[tuple[tuple[str, str], ...], ...]
    """Key of the column and text of each cell, a line each; empty rows are left out."""
    keys: tuple[str, ...]  # columns that are named, from left to right
    left_out: tuple[str, ...]
    """Headings of columns that a price sheet does not take, or not in these units."""
    rows_left_out: tuple[str, ...] = ()
    """What rows are called that are no lines: sums of lines, and discounts."""
    offer: OfferedTable | None = None
    """What is to be settled before anything is inserted; there are no lines then."""
    refused: tuple[Message, ...] = ()  # why nothing can be inserted; there are no lines then
    remarks: tuple[Message, ...] = ()
    """How figures were read that the headings do not explain in full."""


def read_headed(
    rows: Sequence[Sequence[str]], currency: str, asked: FileHints = ANYTHING
) -> HeadedLines | None:
    """Return the lines of a table by its headings, in English, German or Portuguese.

    An amount under a heading in another currency than the sheet's gets its code.

    Returns:
        None where no row near the top names a description or part number, a unit price and a
        third field: such cells go in as they are. No lines where nothing is below it.
    """
    rows = _with_units_in_headings(rows)
    for at, row in enumerate(rows[:_HIGHEST]):
        places = find_columns(PriceTableRow(at + 1, tuple(row)), asked.mapping)
        if places.keys() & _PRICES:
            result = _read_as_sheet(rows[at:], places, currency, asked)
            return result or _take(row, rows[at + 1 :], places, currency)
    return None


def _with_units_in_headings(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    table = PriceTable(tuple(PriceTableRow(n, tuple(row)) for n, row in enumerate(rows, 1)))
    return [tuple(map(str, row.cells)) for row in with_units_in_headings(table).rows]


def _read_as_sheet(
    rows: Sequence[Sequence[str]], places: dict[str, int], currency: str, asked: FileHints
) -> HeadedLines | None:
    """Return lines as a file of the same cells gives them; None where the cells say the same."""
    formulas = _Formulas(rows, places)
    grid = formulas.grid
    reading = read_cells(grid, asked)
    if reading is None:
        return None
    others = _in_other_units(rows, places) | reading.fees
    unknown = formulas.not_saved(others)
    if unknown and reading.offer is None:
        named = {*asked.mapping.values()}
        headings = [rows[0][at].strip() for at in sorted(unknown)]
        if not named.isdisjoint(headings):
            why = message(_FORMULAS, headings=", ".join(f'"{each[:60]}"' for each in headings))
            return HeadedLines((), (), (), refused=(why,))
        reading = read_cells(grid, asked, unknown) or reading
    if reading.offer is not None:
        return HeadedLines((), (), (), offer=formulas.show_in(reading.offer, rows))
    errors = tuple(p.message for p in reading.problems if p.severity is Severity.ERROR)
    periodic = any(split_period(text)[1] for row in rows[1:] for text in row)
    stated = asked.mapping or asked.extended or periodic or reading.needs_answer
    if not (stated or others or places.keys() & (_OTHERS | _STEPS)):
        return None
    if reading.sheet is None:
        return HeadedLines((), (), (), refused=errors)
    mark = decide_notation(numbers_of(grid, places), leans_german=False).decimal_sign
    code = reading.sheet.currency if reading.sheet.currency not in {"", currency} else ""
    lines = tuple(
        formulas.restore_formulas(_texts(line, mark, code), line) for line in reading.sheet.lines
    )
    taken = {*places.values()}
    left_out = tuple(t.strip() for at, t in enumerate(rows[0]) if at not in taken and t.strip())
    keys = tuple(dict.fromkeys(key for line in lines for key, _ in line))
    remarks = tuple(
        p.message for p in reading.problems if p.line == 1 and p.severity is not Severity.ERROR
    )
    not_lines = _Lines(rows[1:], find_columns(grid.rows[0])).left_out
    return HeadedLines(lines, keys, left_out, not_lines, remarks=remarks)


class _Formulas:
    """Formulas among pasted cells: they are kept where a line's cell holds what they come to."""

    def __init__(self, rows: Sequence[Sequence[str]], places: Mapping[str, int]) -> None:
        self._fields = {place: field for field, place in places.items()}
        self._places = places
        self._stored: dict[int, dict[str, str]] = {}  # formula by field, for each row
        self._lost: set[int] = set()
        cells = [[text.strip() for text in row] for row in rows]
        table = [PriceTableRow(n, tuple(self._cells(n, row))) for n, row in enumerate(cells, 1)]
        self.grid = PriceTable(tuple(table))
        """The cells, with figures that stand for the formulas that are kept."""

    def _cells(self, number: int, row: list[str]) -> list[Cell]:
        result: list[Cell] = list(row)
        for at, text in enumerate(row) if number > 1 else ():
            if not text.startswith("="):
                continue
            field = self._fields.get(at)
            if field is None:
                result[at] = NoValue(text[:100])
            elif field == "extended_price":
                self._drop_derived_sum(number, row, result, at)
            else:
                result[at] = self._take(number, row, result, at)
        return result

    def _take(self, number: int, row: list[str], result: list[Cell], at: int) -> Cell:
        """Return what replaces a formula; one in a field that no line has is not kept."""
        field = self._fields[at]
        if field not in _FIELDS:
            self._lost.add(at)
            return Decimal(1)
        self._stored.setdefault(number, {})[field] = row[at]
        extended = self._places.get("extended_price")
        if field in _FACTORS and extended is not None and extended < len(result):
            result[extended] = ""  # it follows from what only the formula gives
        if field in _TEXTS or (field == "quantity" and follows_demand(row[at])):
            return row[at]
        return Decimal(1) if field in _MONEY_FIELDS else ""

    def _drop_derived_sum(self, number: int, row: list[str], result: list[Cell], at: int) -> None:
        """Leave out a sum that follows from the unit price; that of one piece is its price."""
        result[at] = ""
        if _at(row, self._places.get("unit_price")):
            return
        if self._is_one_piece(row):
            result[self._places["unit_price"]] = Decimal(1)
            self._stored.setdefault(number, {})["unit_price"] = row[at]
        elif any(_at(row, self._places.get(field)) for field in ("description", "part_number")):
            self._lost.add(at)
            result[at] = Decimal(1)

    def show_in(self, offer: OfferedTable, rows: Sequence[Sequence[str]]) -> OfferedTable:
        """Return what is asked with the cells as they were pasted."""
        width, shown = len(offer.headings), rows[1 : 1 + len(offer.rows)]
        texts = (tuple(_at(row, at) for at in range(width)) for row in shown)
        return replace(offer, rows=tuple(texts))

    def _is_one_piece(self, row: Sequence[str]) -> bool:
        place = self._places.get("unit_price", len(row))
        return place < len(row) and _at(row, self._places.get("quantity")) in {"", "1"}

    def not_saved(self, others: Iterable[str]) -> frozenset[int]:
        """Return columns with formulas that no line can hold; `others` have other units."""
        stored = {field for fields in self._stored.values() for field in fields}
        return frozenset(self._lost | {self._places[field] for field in stored & {*others}})

    def restore_formulas(
        self, cells: tuple[tuple[str, str], ...], line: PriceLine
    ) -> tuple[tuple[str, str], ...]:
        """Return a line's cells with its formulas; of a quantity, what falls into its step."""
        typed = self._stored.get(line.row or 0, {})
        stored = {_FIELDS[field]: text for field, text in typed.items()}
        if line.quantity_formula:
            stored["quantity"] = f"={line.quantity_formula}"
        return tuple((dict(cells) | stored).items())


def _texts(line: PriceLine, mark: str, code: str) -> tuple[tuple[str, str], ...]:
    """Return what is typed for a line, in columns of the grid; nothing for what it lacks."""
    cells = ((field.key, _text(field, field.of(line), mark, code)) for field in PRICE_FIELDS)
    return tuple((key, text) for key, text in cells if text)


def _text(field: PriceField, value: Any, mark: str, code: str) -> str:  # noqa: ANN401 - of the field
    """Return what is typed for a value; nothing for one that the line lacks."""
    if field.kind is FieldType.YES:
        return "yes" if value and field.name in _FIELDS else ""
    if not field.is_figure:
        return str(value or (code if field.kind is FieldType.CODE else ""))
    if value is None or (not value and field.kind in {FieldType.SHARE, FieldType.MONTHS}):
        return ""
    return _figure(Decimal(value * 100 if field.kind is FieldType.SHARE else value), mark)


def _figure(value: Decimal, mark: str) -> str:
    """Write a figure that nobody takes for thousands: never with three decimals alone."""
    text = f"{value.normalize():f}"
    if len(text.partition(".")[2]) == 3:
        text += "0"
    return text.replace(".", mark)


def _in_other_units(rows: Sequence[Sequence[str]], places: dict[str, int]) -> set[str]:
    """Return the fields whose figures are in other units than those of our columns."""
    plain = (("" if text.startswith("=") else text for text in row) for row in rows)
    table = tuple(PriceTableRow(number, tuple(row)) for number, row in enumerate(plain, 1))
    notation = decide_notation(numbers_of(PriceTable(table), places), leans_german=False)
    units = find_units(table[0], table[1:], places, notation)
    others = set(units.shares) | units.periods.keys() - {"maintenance_per_month"}
    if units.maintenance_months != MONTHS_PRICED:
        others.add("maintenance")
    return others | ({"warranty_months"} if units.warranty_months != 1 else set())


def _take(
    head: Sequence[str], rows: Sequence[Sequence[str]], places: dict[str, int], currency: str
) -> HeadedLines:
    taken = {place: _FIELDS[field] for field, place in places.items() if field in _FIELDS}
    columns = sorted(taken.items())
    codes = {place: _adjacent_code(head[place], currency) for place in taken}
    every = find_columns(PriceTableRow(1, tuple(head)))
    result = _Lines(rows, every)
    lines = []
    for each, category in result.lines:
        row = _with_unit_price(each, every)
        cells = [
            (key, _with_code(row[place], codes[place] if key in _MONEY else ""))
            for place, key in columns
            if place < len(row)
        ]
        lines.append((*_without_words(cells), *category))
    left_out = (text.strip() for place, text in enumerate(head) if place not in taken)
    named = dict.fromkeys(key for _, key in columns) | dict.fromkeys(
        k for li in lines for k, _ in li
    )
    return HeadedLines(tuple(lines), tuple(named), tuple(filter(None, left_out)), result.left_out)


class _Lines:
    """The rows below the headings that are lines, each with the category that is headed so."""

    def __init__(self, rows: Sequence[Sequence[str]], places: dict[str, int]) -> None:
        self._places = places
        self.lines: list[tuple[Sequence[str], tuple[tuple[str, str], ...]]] = []
        left_out = []
        category: tuple[tuple[str, str], ...] = ()
        filled = [row for row in rows if any(text.strip() for text in row)]
        for row, after in zip(filled, [*filled, ()][1:], strict=True):
            label = label_of(PriceTableRow(1, tuple(text.strip() for text in row)))
            if self._is_for_sale(row):
                self.lines.append((row, category))
            elif is_total(label) or is_discount(label):
                left_out.append(label)
            elif self._heads(row, label) and self._is_for_sale(after):
                category = (("category", label),)
            else:
                self.lines.append((row, category))
        self.left_out = tuple(left_out)

    def _is_for_sale(self, row: Sequence[str]) -> bool:
        filled = [field for field in _SELLING if _at(row, self._places.get(field))]
        if "extended_price" not in self._places and filled == ["unit_price"]:
            return _is_line(row, self._places)  # sums stand below unit prices then
        return bool(filled)

    def _heads(self, row: Sequence[str], label: str) -> bool:
        alone = sum(bool(text.strip()) for text in row) == 1
        return alone and "category" not in self._places and is_heading(label)


def _with_unit_price(row: Sequence[str], places: dict[str, int]) -> Sequence[str]:
    """Return a row in which the price of one piece, where it prints only their sum, is that."""
    unit, printed = places["unit_price"], _at(row, places.get("extended_price"))
    is_one = _at(row, places.get("quantity")) in {"", "1"}
    if _at(row, unit) or not is_one or printed.casefold() in NOTHING or unit >= len(row):
        return row
    return [*row[:unit], printed, *row[unit + 1 :]]


def _is_line(row: Sequence[str], places: dict[str, int]) -> bool:
    label = _at(row, places.get("description"))
    return bool(label) and not is_total(label) and not is_discount(label)


def _at(row: Sequence[str], place: int | None) -> str:
    return row[place].strip() if place is not None and place < len(row) else ""


def _without_words(cells: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return cells with words for nothing emptied; spares get their own field."""
    words = {key: text.strip().casefold() for key, text in cells}
    plain = [(k, "" if k in _MONEY and words[k] in NOTHING else text) for k, text in cells]
    if words.get("maintenance") in _SPARED:
        plain.append(("spares", Spares.INCLUDED.value))
    return plain


def _adjacent_code(heading: str, currency: str) -> str:
    """Return the currency that a heading names, empty where it names none or the sheet's."""
    named = currencies_in(heading)
    code = named.pop() if len(named) == 1 else ""
    return "" if code == currency else code


def _with_code(text: str, code: str) -> str:
    if not code or not text.strip() or currencies_in(text) or text.startswith("="):
        return text
    return f"{text} {code}"
