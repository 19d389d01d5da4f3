"""Columns of price lines, typed cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from arraywise.domain.cells import column_letters
from arraywise.domain.messages import Message
from arraywise.domain.pricing import PRICE_FIELDS, FieldType, Licence, PriceLine, Spares
from arraywise.gui.grid.model import Cell, Column, parse_decimal, show_decimal
from arraywise.gui.widgets.messages import translate_message
from arraywise.present.numbers import shown_quantity
from arraywise.worksheets.input_parsing import is_number_elsewhere, read_amount, split_amount

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum

    from arraywise.analysis.pricing import TotalledLine
    from arraywise.domain.pricing import PriceField


class PriceInputError(Exception):
    """What was typed cannot be read; says why."""


def amount_of(text: str) -> Decimal | None:
    """Read a number in the locale, None for no text; raises PriceInputError for other text."""
    if not text.strip():
        return None
    value = read_amount(text, QLocale().decimalPoint())
    if value is None:
        raise PriceInputError(_no_number(text))
    return value


def _no_number(text: str) -> str:
    mark = QLocale().decimalPoint()
    message = translate("Pricing", "Not a number: \u201c{text}\u201d")
    if is_number_elsewhere(text, mark):
        message = translate(
            "Pricing",
            "“{text}” is not a number: use “{mark}” for decimals and thousands in groups of three",
        )
    return message.format(text=text, mark=mark)


def at_least_zero(text: str) -> Decimal | None:
    """Read a price or a count as `amount_of`; raises PriceInputError for a negative one too."""
    value = amount_of(text)
    if value is not None and value < 0:
        raise PriceInputError(translate("Pricing", "Negative; use the discount instead"))
    return value


def share_of(text: str) -> Decimal:
    """Read a percentage as a share, 0 to 1, no text as 0; raises PriceInputError for others."""
    value = at_least_zero(text.replace("%", ""))
    if value is not None and value > 100:
        raise PriceInputError(translate("Pricing", "A discount is at most 100 %"))
    return (value or Decimal(0)) / 100


def code_of(text: str) -> str:
    """Read a currency code, empty for no text; raises PriceInputError for other text."""
    code = text.strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise PriceInputError(translate("Pricing", "Enter a three-letter code such as USD"))
    return code


def chosen(words: dict[str, str], text: str) -> str:
    """Return the value whose word was typed or chosen, in either language.

    Raises PriceInputError when there is none.
    """
    wanted = text.strip().casefold()
    for value, word in words.items():
        if wanted in {value.casefold(), word.casefold()}:
            return value
    message = translate("Pricing", "Choose one of: {words}")
    raise PriceInputError(message.format(words=", ".join(filter(None, words.values()))))


def show_share(share: Decimal) -> str:
    """Write a share as a percentage without the sign; nothing where nothing is taken off."""
    return show_decimal(share * 100) if share else ""


translate = QCoreApplication.translate
EMPTY_LINE = PriceLine("", None)
_MONTHS = 36


@dataclass(frozen=True, slots=True)
class InputText:
    """A cell as it was typed, where that differs from its value."""

    key: str
    text: str
    shown: str = ""  # in place of the value; empty where the value is there
    fault: str = ""  # why there is no value


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A row of the grid: a line of the sheet, or the empty row at the end."""

    place: int  # place in the sheet's lines; one past the last for the empty row
    priced: TotalledLine | None = None
    typed: tuple[InputText, ...] = ()  # cells that hold a formula, or what cannot be read

    @property
    def line(self) -> PriceLine:
        """The line, empty on the row for a new one."""
        return self.priced.line if self.priced else EMPTY_LINE

    @property
    def is_offered(self) -> bool:
        """Whether it is the empty row, which stays at the end however rows are sorted."""
        return self.priced is None and not self.typed


def _spares_words() -> dict[str, str]:
    return {
        Spares.NONE.value: "",
        Spares.INCLUDED.value: translate("Pricing", "in the quantity"),
        Spares.ADDED.value: translate("Pricing", "added on top"),
    }


def _licence_words() -> dict[str, str]:
    return {
        Licence.UNSTATED.value: "",
        Licence.PERPETUAL.value: translate("Pricing", "perpetual"),
        Licence.TERM.value: translate("Pricing", "36-month term"),
        Licence.SUBSCRIPTION.value: translate("Pricing", "subscription"),
    }


def _yes_words() -> dict[str, str]:
    return {"": "", "yes": translate("Pricing", "yes")}


def _words(field: PriceField) -> dict[str, str]:
    """Return what a field is chosen from, by the values that are kept."""
    if field.kind is FieldType.YES:
        return _yes_words()
    return _spares_words() if field.choices is Spares else _licence_words()


def show(field: PriceField, line: PriceLine) -> str:
    """Write a field of a line as it is typed."""
    value = field.of(line)
    if field.kind is FieldType.MONEY:
        return show_decimal(value, 2)
    if field.kind is FieldType.SHARE:
        return show_share(value)
    if field.kind is FieldType.COUNT:
        return show_decimal(shown_quantity(line))
    if field.kind is FieldType.YES:
        return _yes_words()["yes" if value else ""]
    return _words(field)[value] if field.kind is FieldType.CHOICE else str(value)


def put(field: PriceField, line: PriceLine, text: str) -> PriceLine:
    """Return a line with what was typed into a field.

    Raises:
        Fault: It is nothing for the field.
    """
    return field.put(line, _READ[field.kind](field, text))


def _months(text: str) -> int:
    value = at_least_zero(text)
    if value is not None and (value != value.to_integral_value() or value > 600):
        raise PriceInputError(translate("Pricing", "A warranty is a whole number of months"))
    return int(value or 0)


def _choice(field: PriceField, text: str) -> StrEnum | None:
    return field.choices(chosen(_words(field), text)) if field.choices is not None else None


_READ: dict[FieldType, Callable[[PriceField, str], object]] = {
    FieldType.TEXT: lambda _, text: text.strip(),
    FieldType.CODE: lambda _, text: code_of(text),
    FieldType.MONEY: lambda _, text: amount_of(text),
    FieldType.COUNT: lambda _, text: at_least_zero(text),
    FieldType.SHARE: lambda _, text: share_of(text),
    FieldType.MONTHS: lambda _, text: _months(text),
    FieldType.CHOICE: _choice,
    FieldType.YES: lambda _, text: bool(chosen(_yes_words(), text)),
}


def columns(
    currency: str, edit: Callable[[PriceRow, str, str], None], *, is_discounted: bool = False
) -> tuple[Column, ...]:
    """Return the columns; `edit` takes row, field and typed text.

    Where prices are discounted, the maintenance of 36 months is its present value.
    """
    usual = [_input_column(f, currency, edit) for f in PRICE_FIELDS if not f.rare]
    rare = [_input_column(f, currency, edit) for f in PRICE_FIELDS if f.rare]
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
        Column("extended", translate("Pricing", "Extended"), _extended, currency, right=True,
               tip=total),
        Column("months", care, _maintained, currency, right=True, tip=care_tip),
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
        lambda row: _show_field(field, row),
        unit.replace("{currency}", currency),
        right=field.is_figure,
        least=180 if field.key == "description" else 0,
        most=260,
        stretch=field.key == "description",
        tip=translate_message(field.tip) if field.tip is not None else "",
        choices=(lambda _row: tuple(_words(field).values())) if is_chosen else None,
        edit=lambda row, text: edit(row, field.key, text),
        formulas=field.is_figure,
    )


def _show_field(field: PriceField, row: PriceRow) -> Cell:
    typed = next((each for each in row.typed if each.key == field.key), None)
    if typed is not None and typed.fault:
        return Cell(typed.shown, icon="warning", colour="fail", invalid=True, tip=typed.fault,
                     typed=typed.text, formula=typed.text.startswith("="))  # fmt: skip
    shown = _show_value(field, row)
    return shown if typed is None else replace(shown, typed=typed.text, formula=True)


def _show_value(field: PriceField, row: PriceRow) -> Cell:
    if row.priced is None:
        if field.key == "description":
            return Cell(note=translate("Pricing", "New line: type or paste here"))
        return Cell()
    text = show(field, row.line)
    value = parse_decimal(text) if field.is_figure and text else None
    return Cell(text, number=None if value is None else float(value), note=_note(field, row))


def _note(field: PriceField, row: PriceRow) -> str:
    """Describe what spares add to a line."""
    if field.key != "description" or row.priced is None or row.line.spares is not Spares.ADDED:
        return ""
    message = translate("Pricing", "+ {count} spares")
    return message.format(count=show_decimal(row.priced.spares))


def _total(row: PriceRow, place: int) -> Cell:
    """Show a computed amount to the cent, half up, or why there is none."""
    priced = row.priced
    if priced is None:
        return Cell(sunken=True)
    if any(typed.fault for typed in row.typed):
        return Cell(missing=True, tip=translate("Pricing", "A cell of this line cannot be read"))
    if priced.rate_missing:
        message = translate("Pricing", "No exchange rate from {currency} to the sheet's currency")
        tip = message.format(currency=priced.line.currency)
        missing = translate("Pricing", "no rate")
        return Cell(missing, icon="warning", colour="fail", invalid=True, tip=tip)
    if priced.left_out:
        tip = translate("Pricing", "Server: not priced in this study")
        return Cell(translate("Pricing", "left out"), italic=True, sunken=True, tip=tip)
    amount = priced.printed[place]
    return Cell(show_decimal(amount, 2), number=float(amount), colour="text2", sunken=True)


def _extended(row: PriceRow) -> Cell:
    return _total(row, 0)


def _maintained(row: PriceRow) -> Cell:
    return _total(row, 1)


FIELD_OF = {field.key: field for field in PRICE_FIELDS}


def parse_field(line: PriceLine, key: str, text: str, currency: str) -> PriceLine:
    """Read what was typed into a field of a line of a sheet in a currency.

    A foreign currency beside an amount becomes that of the line, unless the line has another.

    Raises:
        Fault: when it cannot be read.
    """
    field = FIELD_OF[key]
    if field.kind is not FieldType.MONEY:
        return put(field, line, text)
    figure, code = split_amount(text, line.currency or currency)
    after = put(field, line, figure)
    if code and line.currency:
        message = translate(
            "Pricing", "The line is in {own}, the amount in {other}: a line has one currency"
        )
        raise PriceInputError(message.format(own=line.currency, other=code))
    return replace(after, currency=code) if code else after
