"""The price sheet of an option: columns of lines and of discounts, and edits of both."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from arraywise.analysis.price_at_demand import price_sheet_at_answer
from arraywise.analysis.pricing import price_discounts, total_each_line
from arraywise.domain.cells import CellAddress, InputCell, column_letters
from arraywise.domain.messages import Message, message
from arraywise.domain.pricing import (
    PLAIN_BASIS,
    PRICE_FIELDS,
    ZERO,
    Discount,
    DiscountBase,
    FieldType,
    Licence,
    PriceLine,
    PriceSheet,
    Spares,
)
from arraywise.gui.grid.model import Cell, Column, format_decimal, parse_decimal
from arraywise.gui.pages.base import InputText, faulty_cell, read_input_text
from arraywise.gui.widgets.figures import MINUS
from arraywise.gui.widgets.messages import translate_message
from arraywise.present.numbers import amount_decimals_as_typed, displayed_quantity
from arraywise.worksheets.fields import FIELD_IN_COLUMN, PRICE_COLUMNS, price_sheet_key
from arraywise.worksheets.input_parsing import (
    TypedEdit,
    is_number_with_other_mark,
    parse_amount,
    split_amount_and_currency,
)
from arraywise.worksheets.sheets import SheetEdit, build_row_insertion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from enum import StrEnum

    from arraywise.analysis.pricing import TotalledLine
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceField, SteppedPrice
    from arraywise.gui.session.session import Session


_BY_STEPS = ("description", "unit_price", "maintenance", "per_month")
"""Fields that a price by steps writes as values."""


class PriceInputError(Exception):
    """What was typed cannot be read; says why."""


def parse_optional_amount(text: str) -> Decimal | None:
    """Read a number in the locale, None for no text; raises PriceInputError for other text."""
    if not text.strip():
        return None
    value = parse_amount(text, QLocale().decimalPoint())
    if value is None:
        raise PriceInputError(_describe_number_error(text))
    return value


def _describe_number_error(text: str) -> str:
    mark = QLocale().decimalPoint()
    message = translate("Pricing", "Not a number: \u201c{text}\u201d")
    if is_number_with_other_mark(text, mark):
        message = translate(
            "Pricing",
            "“{text}” is not a number: use “{mark}” for decimals and thousands in groups of three",
        )
    return message.format(text=text, mark=mark)


def parse_nonnegative_amount(text: str) -> Decimal | None:
    """Read a price or a count; raises PriceInputError for a negative one too."""
    value = parse_optional_amount(text)
    if value is not None and value < 0:
        raise PriceInputError(translate("Pricing", "Negative; use the discount instead"))
    return value


def parse_share(text: str) -> Decimal:
    """Read a percentage as a share, 0 to 1, no text as 0; raises PriceInputError for others."""
    value = parse_nonnegative_amount(text.replace("%", ""))
    if value is not None and value > 100:
        raise PriceInputError(translate("Pricing", "A discount is at most 100 %"))
    return (value or Decimal(0)) / 100


def parse_currency_code(text: str) -> str:
    """Read a currency code, empty for no text; raises PriceInputError for other text."""
    code = text.strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise PriceInputError(translate("Pricing", "Enter a three-letter code such as USD"))
    return code


def parse_choice(words: dict[str, str], text: str) -> str:
    """Return the value whose word was typed in either language, or raise PriceInputError."""
    wanted = text.strip().casefold()
    for value, word in words.items():
        if wanted in {value.casefold(), word.casefold()}:
            return value
    message = translate("Pricing", "Choose one of: {words}")
    raise PriceInputError(message.format(words=", ".join(filter(None, words.values()))))


def format_share(share: Decimal) -> str:
    """Write a share as a percentage without the sign; nothing where nothing is taken off."""
    return format_decimal(share * 100) if share else ""


translate = QCoreApplication.translate
EMPTY_LINE = PriceLine("", None)


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A row of the grid: a line of the sheet, or the empty row at the end."""

    place: int  # place in the sheet's lines; one past the last for the empty row
    priced: TotalledLine | None = None
    typed: tuple[tuple[str, InputText], ...] = ()
    """Cells that hold a formula, or what cannot be read, by field."""

    @property
    def line(self) -> PriceLine:
        """The line, empty on the row for a new one."""
        return self.priced.line if self.priced else EMPTY_LINE

    @property
    def is_offered(self) -> bool:
        """Whether it is the empty row, which stays at the end however rows are sorted."""
        return self.priced is None and not self.typed


def _choice_words(field: PriceField) -> dict[str, str]:
    """Return what a field is chosen from, by the values that are kept."""
    if field.kind is FieldType.YES:
        return {"": "", "yes": translate("Pricing", "yes")}
    if field.choices is Spares:
        return {
            Spares.NONE.value: "",
            Spares.INCLUDED.value: translate("Pricing", "in the quantity"),
            Spares.ADDED.value: translate("Pricing", "added on top"),
        }
    return {
        Licence.UNSTATED.value: "",
        Licence.PERPETUAL.value: translate("Pricing", "perpetual"),
        Licence.TERM.value: translate("Pricing", "36-month term"),
        Licence.SUBSCRIPTION.value: translate("Pricing", "subscription"),
    }


def format_field(field: PriceField, line: PriceLine) -> str:
    """Write a field of a line as it is typed."""
    value = field.value_in(line)
    if field.kind is FieldType.MONEY:
        return format_decimal(value, amount_decimals_as_typed(value))
    if field.kind is FieldType.SHARE:
        return format_share(value)
    if field.kind is FieldType.COUNT:
        return format_decimal(displayed_quantity(line))
    if field.kind is FieldType.YES:
        return _choice_words(field)["yes" if value else ""]
    return _choice_words(field)[value] if field.kind is FieldType.CHOICE else str(value)


def _parse_months(text: str) -> int:
    value = parse_nonnegative_amount(text)
    if value is not None and (value != value.to_integral_value() or value > 600):
        raise PriceInputError(translate("Pricing", "A warranty is a whole number of months"))
    return int(value or 0)


def _parse_choice_field(field: PriceField, text: str) -> StrEnum | None:
    return (
        field.choices(parse_choice(_choice_words(field), text))
        if field.choices is not None
        else None
    )


_PARSERS: dict[FieldType, Callable[[PriceField, str], object]] = {
    FieldType.TEXT: lambda _, text: text.strip(),
    FieldType.CODE: lambda _, text: parse_currency_code(text),
    FieldType.MONEY: lambda _, text: parse_optional_amount(text),
    FieldType.COUNT: lambda _, text: parse_nonnegative_amount(text),
    FieldType.SHARE: lambda _, text: parse_share(text),
    FieldType.MONTHS: lambda _, text: _parse_months(text),
    FieldType.CHOICE: _parse_choice_field,
    FieldType.YES: lambda field, text: bool(parse_choice(_choice_words(field), text)),
}


def price_columns(
    currency: str, edit: Callable[[PriceRow, str, str], None], *, is_discounted: bool = False
) -> tuple[Column, ...]:
    """Return the columns; `edit` takes row, field and typed text.

    Where prices are discounted, the maintenance of 36 months is its present value.
    """
    usual = [_input_column(f, currency, edit) for f in PRICE_FIELDS if not f.is_rare]
    rare = [_input_column(f, currency, edit) for f in PRICE_FIELDS if f.is_rare]
    total = translate("Pricing", "Calculated from the line; read-only")
    care, care_tip = translate("Pricing", "Maint. 36 mo."), total
    if is_discounted:
        care = translate("Pricing", "Maint. NPV")
        care_tip = translate(
            "Pricing",
            "36-month maintenance; 36-month quotes count in full, monthly fees by month of"
            " payment",
        )
    shown = (
        *usual,
        Column("extended", translate("Pricing", "Extended"), lambda r: _total_cell(r, 0), currency,
               right=True, tip=total),
        Column("months", care, lambda r: _total_cell(r, 1), currency, right=True, tip=care_tip),
        *rare,
    )  # fmt: skip
    return tuple(replace(c, letter=column_letters(place)) for place, c in enumerate(shown))


def _input_column(
    field: PriceField, currency: str, edit: Callable[[PriceRow, str, str], None]
) -> Column:
    unit = translate_message(field.unit) if isinstance(field.unit, Message) else field.unit
    is_chosen = field.kind in {FieldType.CHOICE, FieldType.YES}
    return Column(
        field.key,
        translate_message(field.short or field.label),
        lambda row: _field_cell(field, row),
        unit.replace("{currency}", currency),
        right=field.is_figure,
        min_width=180 if field.key == "description" else 0,
        max_width=260,
        stretch=field.key == "description",
        tip=translate_message(field.tip) if field.tip is not None else "",
        choices=(lambda _row: tuple(_choice_words(field).values())) if is_chosen else None,
        edit=lambda row, text: edit(row, field.key, text),
        formulas=field.is_figure,
    )


def _field_cell(field: PriceField, row: PriceRow) -> Cell:
    typed = dict(row.typed).get(field.key)
    if typed is not None and typed.fault:
        return faulty_cell(typed.shown, typed.fault, typed.text)
    shown = _value_cell(field, row)
    return shown if typed is None else replace(shown, typed=typed.text, formula=True)


def _value_cell(field: PriceField, row: PriceRow) -> Cell:
    is_description, note = field.key == "description", ""
    if row.priced is None:
        new = translate("Pricing", "New line: type or paste here")
        return Cell(note=new if is_description else "")
    if is_description and row.line.spares is Spares.ADDED:
        text = translate("Pricing", "+ {count} spares")
        note = text.format(count=format_decimal(row.priced.spares))
    text = format_field(field, row.line)
    value = parse_decimal(text) if field.is_figure and text else None
    return Cell(text, number=None if value is None else float(value), note=note)


def _total_cell(row: PriceRow, index: int) -> Cell:
    """Show a computed amount to the cent, half up, or why there is none."""
    priced = row.priced
    if priced is None:
        return Cell(sunken=True)
    if any(typed.fault for _, typed in row.typed):
        return Cell(missing=True, tip=translate("Pricing", "A cell of this line cannot be read"))
    if priced.rate_missing:
        message = translate("Pricing", "No exchange rate from {currency} to the sheet's currency")
        tip = message.format(currency=priced.line.currency)
        return faulty_cell(translate("Pricing", "no rate"), tip)
    if priced.left_out:
        tip = translate("Pricing", "Server: not priced in this study")
        return Cell(translate("Pricing", "left out"), italic=True, sunken=True, tip=tip)
    amount = priced.printed[index]
    return Cell(format_decimal(amount, 2), number=float(amount), colour="text2", sunken=True)


_FIELD_OF = {field.key: field for field in PRICE_FIELDS}


def parse_field(line: PriceLine, key: str, text: str, currency: str) -> PriceLine:
    """Read what was typed into a field; raises PriceInputError when it cannot be read.

    A foreign currency beside an amount becomes that of the line, unless the line has another.
    """
    field, code = _FIELD_OF[key], ""
    if field.kind is FieldType.MONEY:
        text, code = split_amount_and_currency(text, line.currency or currency)
    after = field.with_value(line, _PARSERS[field.kind](field, text))
    if code and line.currency:
        message = translate(
            "Pricing", "The line is in {own}, the amount in {other}: a line has one currency"
        )
        raise PriceInputError(message.format(own=line.currency, other=code))
    return replace(after, currency=code) if code else after


NEW_DISCOUNT = Discount("", ZERO, DiscountBase.TOTAL)
"""Of what other discounts leave: 10 % typed takes 10 % off the price that is shown."""


@dataclass(frozen=True, slots=True)
class DiscountRow:
    """A discount with what it takes off, or the empty row for a new one."""

    place: int
    discount: Discount | None = None
    purchase: Decimal = ZERO
    maintenance: Decimal = ZERO
    faults: tuple[tuple[str, str, str], ...] = ()
    """Field, what was typed, and why it cannot be read."""


def with_discount_field(sheet: PriceSheet, discount: Discount, key: str, text: str) -> Discount:
    """Return a discount with one typed field; raises PriceInputError when it cannot be read."""
    typed = text.strip()
    if key == "description":
        return replace(discount, description=typed)
    if key == "share":
        return replace(discount, share=parse_share(typed), amount=None)
    if key == "amount":
        return replace(discount, share=ZERO, amount=_parse_amount_off(typed, sheet.currency))
    if key == "base":
        return replace(discount, base=DiscountBase(parse_choice(_base_words(), typed)))
    known = _list_line_values(sheet, key)
    if typed and typed not in known:
        message = translate("Pricing", "No line has this; there are: {names}")
        raise PriceInputError(message.format(names=", ".join(filter(None, known)) or "\u2013"))
    if typed and discount.base is DiscountBase.TOTAL:
        discount = replace(discount, base=DiscountBase.BOTH)
    if key == "source":
        return replace(discount, source=typed or None)
    return replace(discount, category=typed or None)


def _parse_amount_off(typed: str, currency: str) -> Decimal | None:
    """Read an amount in the currency of the sheet; raises PriceInputError for another one."""
    text, code = split_amount_and_currency(typed, currency)
    if code:
        message = translate("Pricing", "Enter the amount in {currency}, as the sheet is")
        raise PriceInputError(message.format(currency=currency))
    return parse_nonnegative_amount(text)


def _list_line_values(sheet: PriceSheet, key: str) -> tuple[str, ...]:
    """Return the sources or the categories of a sheet's lines, none first."""
    return tuple(dict.fromkeys(("", *(getattr(line, key) or "" for line in sheet.lines))))


def _base_words() -> dict[str, str]:
    return {
        DiscountBase.TOTAL.value: translate("Pricing", "total, after other discounts"),
        DiscountBase.BOTH.value: translate("Pricing", "purchase and maintenance"),
        DiscountBase.PRICE.value: translate("Pricing", "purchase only"),
        DiscountBase.MAINTENANCE.value: translate("Pricing", "maintenance only"),
    }


def discount_columns(
    sheet: Callable[[], PriceSheet], currency: str, edit: Callable[[DiscountRow, str, str], None]
) -> tuple[Column, ...]:
    """Return the columns; `edit` takes row, field and typed text."""
    offered: dict[str, Callable[[], tuple[str, ...]]] = {
        "base": lambda: tuple(_base_words().values()),
        "source": lambda: _list_line_values(sheet(), "source"),
        "category": lambda: _list_line_values(sheet(), "category"),
    }
    titles = {
        "description": (translate("Pricing", "Discount"), ""),
        "share": (translate("Pricing", "Off"), "%"),
        "amount": (translate("Pricing", "Off, amount"), currency),
        "base": (translate("Pricing", "Taken off"), ""),
        "source": (translate("Pricing", "Only source"), ""),
        "category": (translate("Pricing", "Only category"), ""),
    }

    def typed(key: str) -> Column:
        choices = offered.get(key)
        return Column(
            key,
            titles[key][0],
            lambda row: _discount_cell(row, key),
            titles[key][1],
            right=key in {"share", "amount"},
            min_width=180 if key == "description" else 0,
            max_width=260,
            stretch=key == "description",
            edit=lambda row, text: edit(row, key, text),
            choices=None if choices is None else lambda _row: choices(),
        )

    return (
        *(typed(key) for key in titles),
        Column("purchase", translate("Pricing", "Off purchase"), lambda r: _deduction_cell(r, 0),
               currency, right=True),
        Column("maintenance", translate("Pricing", "Off maint."), lambda r: _deduction_cell(r, 1),
               currency, right=True),
    )  # fmt: skip


def _discount_cell(row: DiscountRow, key: str) -> Cell:
    for field, text, reason in row.faults:
        if field == key:
            return faulty_cell(text, reason)
    discount = row.discount
    if discount is None:
        new = translate("Pricing", "New discount: type what it is called")
        return Cell(note=new) if key == "description" else Cell()
    return _DISCOUNT_CELLS[key](discount)


def _amount_off_cell(discount: Discount) -> Cell:
    amount = discount.amount
    number = None if amount is None else float(amount)
    return Cell(format_decimal(amount, amount_decimals_as_typed(amount)), number=number)


_DISCOUNT_CELLS: dict[str, Callable[[Discount], Cell]] = {
    "description": lambda discount: Cell(discount.description),
    "share": lambda d: Cell(format_share(d.share), number=float(d.share * 100)),
    "amount": _amount_off_cell,
    "base": lambda discount: Cell(_base_words()[discount.base.value]),
    "source": lambda discount: Cell(discount.source or ""),
    "category": lambda discount: Cell(discount.category or ""),
}


def _deduction_cell(row: DiscountRow, index: int) -> Cell:
    amount = (row.purchase, row.maintenance)[index]
    if row.discount is None or not amount:
        return Cell(sunken=True)
    text = f"{MINUS}{format_decimal(amount, 2)}"
    return Cell(text, number=-float(amount), colour="text2", sunken=True)


UNFIT = message("The cell cannot take this figure.")


def _describe_text_error(line: PriceLine, key: str, currency: str, text: str) -> str:
    """Return why a typed text is nothing for a field of a line."""
    try:
        parse_field(line, key, text, currency)
    except PriceInputError as fault:
        return str(fault)
    return translate_message(UNFIT)


_Faults = dict[tuple[int, str], tuple[str, str]]
"""What was typed and why it cannot be read, by row and field."""


class SheetEdits:
    """The rows of every option's sheet, with the faults of what was typed into them."""

    def __init__(self, session: Session) -> None:
        self._session, self._sheets = session, session.sheets
        self._discounts: dict[int, _Faults] = {}

    def sheet(self, option: Option) -> PriceSheet:
        """Return an option's price sheet, an empty one where it has none."""
        facts, known = self._session.facts, self._session.option_facts(option.id)
        if known is not None and known.price_sheet is not None:
            return known.price_sheet
        return PriceSheet(facts.currency if facts else "")

    def sheet_at_demand(self, option: Option) -> PriceSheet:
        """Return an option's price sheet with the quantities that the demand asks for."""
        facts, answer = self._session.facts, self._session.answer
        sheet = self.sheet(option)
        return (
            sheet
            if facts is None or answer is None
            else price_sheet_at_answer(sheet, facts, answer)
        )

    def rows(self, option: Option) -> tuple[PriceRow, ...]:
        """Return the lines as rows, with an empty one at the end."""
        priced, sheet = self._total_lines(option), self.sheet(option)
        typed: dict[int, list[tuple[str, InputText]]] = {}
        for place in self._sheets.cells:
            if place.sheet == price_sheet_key(option.id) and place.column in FIELD_IN_COLUMN:
                key, row = FIELD_IN_COLUMN[place.column].key, place.row
                line = sheet.lines[row] if row < len(sheet.lines) else EMPTY_LINE
                why_not = partial(_describe_text_error, line, key, sheet.currency)
                shown = read_input_text(self._sheets, place, why_not)
                typed.setdefault(row, []).append((key, shown))
        rows = [PriceRow(i, each, tuple(typed.get(i, ()))) for i, each in enumerate(priced)]
        return (*rows, PriceRow(len(rows), None, tuple(typed.get(len(rows), ()))))

    def discount_rows(self, option: Option) -> tuple[DiscountRow, ...]:
        """Return the discounts as rows, with an empty one at the end."""
        sheet = self.sheet(option)
        faults = self._discounts.get(option.id, {})
        taken = price_discounts(sheet, self._total_lines(option))
        rows = [
            DiscountRow(i, discount, *amounts, _faults_of_row(faults, i))
            for i, (discount, amounts) in enumerate(zip(sheet.discounts, taken, strict=True))
        ]
        return (*rows, DiscountRow(len(rows), faults=_faults_of_row(faults, len(rows))))

    def _total_lines(self, option: Option) -> tuple[TotalledLine, ...]:
        facts = self._session.facts
        basis = facts.price_basis if facts else PLAIN_BASIS
        return total_each_line(self.sheet_at_demand(option), basis)

    def apply_lines(self, option: Option, edits: Sequence[TypedEdit]) -> None:
        """Write typed texts into the lines; the sheet grows where they reach beyond its end.

        Formulas, and what cannot be read, are kept as they were typed.
        """
        sheet = self.sheet(option)
        lines: list[PriceLine] = list(sheet.lines)
        gone: set[CellAddress] = set()
        typed: dict[CellAddress, InputCell] = {}
        for place, key, text in edits:
            if place >= len(lines) and not text.strip():
                continue
            lines += [EMPTY_LINE] * (place + 1 - len(lines))
            cell = field_address(option, place, key)
            gone.add(cell)
            if not text.startswith("="):
                with suppress(PriceInputError):  # what was there counts, and the cell is marked
                    after = parse_field(lines[place], key, text, sheet.currency)
                    lines[place] = lines[place].apply_edit(after)
                    continue
            typed[cell] = self._sheets.build_cell(cell, text)
        written = replace(sheet, lines=tuple(lines))
        stored = frozenset((gone - typed.keys()) & self._sheets.cells.keys())
        edit = SheetEdit(stored, tuple(typed.values()), prices={option.id: written})
        self._sheets.try_edit(edit, "prices")

    def count_faults(self, option: Option) -> int:
        """Return how many cells of the lines are at fault."""
        return sum(bool(typed.fault) for row in self.rows(option) for _, typed in row.typed)

    def apply_discounts(self, option: Option, edits: Sequence[TypedEdit]) -> None:
        """Write typed texts into the discounts."""
        sheet = self.sheet(option)
        discounts: list[Discount] = list(sheet.discounts)
        faults = self._discounts.setdefault(option.id, {})
        for place, key, text in edits:
            if place >= len(discounts) and not text.strip():
                continue
            discounts += [NEW_DISCOUNT] * (place + 1 - len(discounts))
            faults.pop((place, key), None)
            try:
                discounts[place] = with_discount_field(sheet, discounts[place], key, text)
            except PriceInputError as fault:
                faults[place, key] = (text, str(fault))
        self._session.save_prices(option, replace(sheet, discounts=tuple(discounts)))

    def remove_lines(self, option: Option, gone: set[int]) -> None:
        """Delete lines; formulas everywhere follow."""
        sheet = self.sheet(option)
        cells = self._sheets.cells_without_rows(price_sheet_key(option.id), gone)
        lines = tuple(line for i, line in enumerate(sheet.lines) if i not in gone)
        self._save_sheet_and_cells(option, cells, replace(sheet, lines=lines))

    def insert_lines(
        self, option: Option, place: int, count: int, cells: Mapping[CellAddress, InputCell]
    ) -> None:
        """Insert empty lines, with the cells of all sheets after that."""
        sheet = self.sheet(option)
        lines = (*sheet.lines[:place], *[EMPTY_LINE] * count, *sheet.lines[place:])
        self._save_sheet_and_cells(option, cells, replace(sheet, lines=lines))

    def apply_steps(self, option: Option, taken: range, price: SteppedPrice) -> None:
        """Write a price by steps in the place of lines; formulas everywhere follow.

        Raises:
            UserError: When the steps are none, or the sheet has no room.
        """
        sheet, key = self.sheet(option), price_sheet_key(option.id)
        like = sheet.lines[taken.start] if taken else EMPTY_LINE
        new = price.build_lines(like)
        cells: Mapping[CellAddress, InputCell] = self._sheets.cells
        if len(new) < len(taken):
            cells = self._sheets.cells_without_rows(key, set(taken[len(new) :]))
        elif len(new) > len(taken) and taken.stop < len(sheet.lines):
            name = self._sheets.sheet_name(key)
            edit = build_row_insertion(cells, key, name, taken.stop, len(new) - len(taken))
            cells = edit.typed_cells_after(cells)
        written = dict(cells)
        for row, line in enumerate(new, taken.start):
            for field in _BY_STEPS:
                written.pop(field_address(option, row, field), None)
            place = field_address(option, row, "quantity")
            written[place] = InputCell(place, f"={line.quantity_formula}", ".")
        lines = (*sheet.lines[: taken.start], *new, *sheet.lines[taken.stop :])
        self._save_sheet_and_cells(option, written, replace(sheet, lines=lines))

    def _save_sheet_and_cells(
        self, option: Option, cells: Mapping[CellAddress, InputCell], sheet: PriceSheet
    ) -> None:
        before = self._sheets.cells
        typed = tuple(cell for place, cell in cells.items() if before.get(place) != cell)
        gone = frozenset(before.keys() - cells.keys())
        self._sheets.try_edit(SheetEdit(gone, typed, prices={option.id: sheet}), "prices")

    def remove_discounts(self, option: Option, gone: set[int]) -> None:
        """Delete discounts."""
        sheet = self.sheet(option)
        self._discounts.pop(option.id, None)
        stored = tuple(each for i, each in enumerate(sheet.discounts) if i not in gone)
        self._session.save_prices(option, replace(sheet, discounts=stored))

    def forget_discount_faults(self, option: Option) -> None:
        """Forget the faults of an option whose sheet was read again."""
        self._discounts.pop(option.id, None)


def field_address(option: Option, row: int, key: str) -> CellAddress:
    """Return the cell of a field of a line."""
    return CellAddress(price_sheet_key(option.id), row, PRICE_COLUMNS[key])


def _faults_of_row(faults: _Faults, place: int) -> tuple[tuple[str, str, str], ...]:
    return tuple((key, *sentence) for (at, key), sentence in faults.items() if at == place)
