"""Columns of price lines, typed cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from arraywise.domain.cells import column_letters
from arraywise.domain.pricing import Licence, PriceLine, Spares
from arraywise.gui.grid.model import Column, Shown, parse_decimal, show_decimal
from arraywise.worksheets.input_parsing import is_number_elsewhere, read_amount, split_amount

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.analysis.pricing import PricedLine


class Fault(Exception):  # noqa: N818 - it is what is wrong with a cell
    """What was typed cannot be read; says why."""


def amount_of(text: str) -> Decimal | None:
    """Read a figure as the locale writes it; nothing is None. Raises Fault when it is none."""
    if not text.strip():
        return None
    value = read_amount(text, QLocale().decimalPoint())
    if value is None:
        raise Fault(_no_number(text))
    return value


def _no_number(text: str) -> str:
    mark = QLocale().decimalPoint()
    said = translate("Pricing", "Not a number: \u201c{text}\u201d")
    if is_number_elsewhere(text, mark):
        said = translate(
            "Pricing",
            "\u201c{text}\u201d is no number here: the decimal mark is \u201c{mark}\u201d, and"
            " thousands are whole groups of three digits",
        )
    return said.format(text=text, mark=mark)


def at_least_zero(text: str) -> Decimal | None:
    """Read a price or a count; nothing is None. Raises Fault when it is none, or negative."""
    value = amount_of(text)
    if value is not None and value < 0:
        raise Fault(translate("Pricing", "A negative figure; use the discount for less"))
    return value


def share_of(text: str) -> Decimal:
    """Read a percentage as a share, 0 to 1; nothing is 0. Raises Fault when it is none."""
    value = at_least_zero(text.replace("%", ""))
    if value is not None and value > 100:
        raise Fault(translate("Pricing", "A discount is at most 100 %"))
    return (value or Decimal(0)) / 100


def code_of(text: str) -> str:
    """Read a currency code; nothing is none. Raises Fault when it is none."""
    code = text.strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise Fault(translate("Pricing", "A currency is a code of three letters such as USD"))
    return code


def chosen(words: dict[str, str], text: str) -> str:
    """Return the value whose word was typed or chosen, in either language.

    Raises Fault when there is none.
    """
    wanted = text.strip().casefold()
    for value, word in words.items():
        if wanted in {value.casefold(), word.casefold()}:
            return value
    said = translate("Pricing", "Choose one of: {words}")
    raise Fault(said.format(words=", ".join(filter(None, words.values()))))


def show_share(share: Decimal) -> str:
    """Write a share as a percentage without the sign; nothing where nothing is taken off."""
    return show_decimal(share * 100) if share else ""


translate = QCoreApplication.translate
EMPTY_LINE = PriceLine("", None)
_MONTHS = 36


@dataclass(frozen=True, slots=True)
class TypedText:
    """A cell as it was typed, where that is not simply its value."""

    key: str
    text: str
    shown: str = ""  # in place of the value; empty where the value is there
    fault: str = ""  # why there is no value


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A row of the grid: a line of the sheet, or the empty row at the end."""

    place: int  # place in the sheet's lines; one past the last for the empty row
    priced: PricedLine | None = None
    typed: tuple[TypedText, ...] = ()  # cells that hold a formula, or what cannot be read

    @property
    def line(self) -> PriceLine:
        """The line, empty on the row for a new one."""
        return self.priced.line if self.priced else EMPTY_LINE

    @property
    def is_offered(self) -> bool:
        """Whether it is the empty row, which stays at the end however rows are sorted."""
        return self.priced is None and not self.typed


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a line."""

    key: str
    show: Callable[[PriceLine], str]
    put: Callable[[PriceLine, str], PriceLine]  # takes a line and what was typed; raises Fault
    right: bool = True
    choices: Callable[[], tuple[str, ...]] | None = None
    rare: bool = False  # not shown until the user asks for it
    shows_itself: bool = False
    """A rare field that is shown once something stands in it: no total is right without it."""


def _put_quantity(line: PriceLine, text: str) -> PriceLine:
    value = at_least_zero(text)
    return replace(line, quantity=Decimal(1) if value is None else value)


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


def _put_warranty(line: PriceLine, text: str) -> PriceLine:
    value = at_least_zero(text)
    if value is not None and (value != value.to_integral_value() or value > 600):
        raise Fault(translate("Pricing", "A warranty is a whole number of months"))
    return replace(line, warranty_months=int(value or 0))


def _text(key: str, name: str, *, rare: bool = False) -> Field:
    """Return a field that takes any text."""
    return Field(
        key,
        lambda line: str(getattr(line, name)),
        lambda line, text: _with(line, name, text.strip()),
        right=False,
        rare=rare,
        shows_itself=rare,
    )


def _money(key: str, name: str) -> Field:
    """Return a field that takes an amount."""
    return Field(
        key,
        lambda line: show_decimal(getattr(line, name), 2),
        lambda line, text: _with(line, name, amount_of(text)),
    )


def _share(key: str, name: str) -> Field:
    """Return a rare field that takes a percentage."""
    return Field(
        key,
        lambda line: show_share(getattr(line, name)),
        lambda line, text: _with(line, name, share_of(text)),
        rare=True,
        shows_itself=True,
    )


def _chosen(
    key: str,
    words: Callable[[], dict[str, str]],
    value: Callable[[PriceLine], str],
    put: Callable[[PriceLine, str], PriceLine],
    *,
    shows_itself: bool = False,
) -> Field:
    """Return a rare field that is chosen from words; `put` takes the value of the word."""
    return Field(
        key,
        lambda line: words()[value(line)],
        lambda line, text: put(line, chosen(words(), text)),
        right=False,
        choices=lambda: tuple(words().values()),
        rare=True,
        shows_itself=shows_itself,
    )


def _with(line: PriceLine, name: str, value: object) -> PriceLine:
    return replace(line, **{name: value})  # type: ignore[arg-type]


FIELDS = (
    _text("description", "description"),
    _text("part", "part_number"),
    _text("source", "source"),
    _text("category", "category"),
    _money("unit_price", "unit_price"),
    Field("quantity", lambda line: show_decimal(line.quantity), _put_quantity),
    _share("discount", "discount"),
    Field("warranty", lambda line: str(line.warranty_months), _put_warranty),
    _money("per_month", "maintenance_per_month"),
    _money("maintenance", "maintenance"),
    _share("maintenance_discount", "maintenance_discount"),
    _chosen(
        "spares",
        _spares_words,
        lambda line: line.spares.value,
        lambda line, value: replace(line, spares=Spares(value)),
    ),
    _chosen(
        "licence",
        _licence_words,
        lambda line: line.licence.value,
        lambda line, value: replace(line, licence=Licence(value)),
        shows_itself=True,
    ),
    _text("support", "support", rare=True),
    Field(
        "currency",
        lambda line: line.currency,
        lambda line, text: replace(line, currency=code_of(text)),
        right=False,
        rare=True,
        shows_itself=True,
    ),
    _chosen(
        "service",
        _yes_words,
        lambda line: "yes" if line.one_off_service else "",
        lambda line, value: replace(line, one_off_service=bool(value)),
    ),
    _chosen(
        "server",
        _yes_words,
        lambda line: "yes" if line.is_server else "",
        lambda line, value: replace(line, is_server=bool(value)),
        shows_itself=True,
    ),
)
"""The fields that are typed, in the order of the columns."""


def columns(
    currency: str, edit: Callable[[PriceRow, str, str], None], *, is_discounted: bool = False
) -> tuple[Column, ...]:
    """Return the columns; `edit` takes row, field and typed text.

    Where prices are discounted, the maintenance of 36 months is its present value.
    """
    titles = _titles(currency)
    usual = [_typed_column(f, titles[f.key], edit) for f in FIELDS if not f.rare]
    rare = [_typed_column(f, titles[f.key], edit) for f in FIELDS if f.rare]
    total = translate("Pricing", "Worked out from the line; cannot be typed")
    care, care_tip = translate("Pricing", "Maint. 36 mo."), total
    if is_discounted:
        care = translate("Pricing", "Maint. NPV")
        care_tip = translate(
            "Pricing",
            "Present value of the maintenance for 36 months: what is quoted as a whole counts in"
            " full, a monthly fee by the month at whose end it is paid",
        )
    shown = (
        *usual,
        Column("extended", translate("Pricing", "Extended"), _extended, currency, right=True,
               tip=total),
        Column("months", care, _maintained, currency, right=True, tip=care_tip),
        *rare,
    )  # fmt: skip
    return tuple(replace(c, letter=column_letters(place)) for place, c in enumerate(shown))


def _typed_column(
    field: Field, title: tuple[str, str], edit: Callable[[PriceRow, str, str], None]
) -> Column:
    return Column(
        field.key,
        title[0],
        lambda row: _show_field(field, row),
        title[1],
        right=field.right,
        least=180 if field.key == "description" else 0,
        most=260,
        stretch=field.key == "description",
        tip=_tips().get(field.key, ""),
        choices=None if field.choices is None else lambda _row: _offered(field),
        edit=lambda row, text: edit(row, field.key, text),
        formulas=field.right,
    )


def _offered(field: Field) -> tuple[str, ...]:
    """Return what a field is chosen from."""
    return field.choices() if field.choices else ()


def _tips() -> dict[str, str]:
    return {
        "spares": translate(
            "Pricing",
            "In place of maintenance on site: 10 % of the quantity, at least 2 (the TPC's rule)",
        ),
        "server": translate("Pricing", "Priced only where the study prices servers"),
        "service": translate("Pricing", "Paid once, such as installation"),
        "currency": translate("Pricing", "Where it is not that of the sheet"),
        "maintenance_discount": translate("Pricing", "Taken off the maintenance of this line"),
    }


def _titles(currency: str) -> dict[str, tuple[str, str]]:
    per_month = translate("Pricing", "{currency}/month")
    in_all = translate("Pricing", "{currency}/36 months")
    return {
        "description": (translate("Pricing", "Description"), ""),
        "part": (translate("Pricing", "Part number", "narrow heading"), ""),
        "source": (translate("Pricing", "Src."), ""),
        "category": (translate("Pricing", "Category"), ""),
        "unit_price": (translate("Pricing", "Unit price"), currency),
        "quantity": (translate("Pricing", "Qty"), ""),
        "discount": (translate("Pricing", "Discount"), "%"),
        "warranty": (translate("Pricing", "Warranty"), translate("Pricing", "months")),
        "per_month": (translate("Pricing", "Maint."), per_month.format(currency=currency)),
        "maintenance": (translate("Pricing", "Maint. total"), in_all.format(currency=currency)),
        "maintenance_discount": (translate("Pricing", "Maint. discount"), "%"),
        "spares": (translate("Pricing", "Spares"), ""),
        "licence": (translate("Pricing", "Licence"), ""),
        "support": (translate("Pricing", "Support level"), ""),
        "currency": (translate("Pricing", "Currency"), ""),
        "service": (translate("Pricing", "One-off"), ""),
        "server": (translate("Pricing", "Server"), ""),
    }


def _show_field(field: Field, row: PriceRow) -> Shown:
    typed = next((each for each in row.typed if each.key == field.key), None)
    if typed is not None and typed.fault:
        return Shown(typed.shown, icon="warning", colour="fail", invalid=True, tip=typed.fault,
                     typed=typed.text, formula=typed.text.startswith("="))  # fmt: skip
    shown = _show_value(field, row)
    return shown if typed is None else replace(shown, typed=typed.text, formula=True)


def _show_value(field: Field, row: PriceRow) -> Shown:
    if row.priced is None:
        if field.key == "description":
            return Shown(note=translate("Pricing", "New line: type or paste here"))
        return Shown()
    text = field.show(row.line)
    value = parse_decimal(text) if field.right and text else None
    return Shown(text, number=None if value is None else float(value), note=_note(field, row))


def _note(field: Field, row: PriceRow) -> str:
    """Say what spares add to a line."""
    if field.key != "description" or row.priced is None or row.line.spares is not Spares.ADDED:
        return ""
    said = translate("Pricing", "+ {count} spares")
    return said.format(count=show_decimal(row.priced.spares))


def _total(row: PriceRow, place: int) -> Shown:
    """Show a computed amount to the cent, half up, or why there is none."""
    priced = row.priced
    if priced is None:
        return Shown(sunken=True)
    if any(typed.fault for typed in row.typed):
        return Shown(missing=True, tip=translate("Pricing", "A cell of this line cannot be read"))
    if priced.rate_missing:
        said = translate("Pricing", "No rate from {currency} to the currency of the sheet")
        tip = said.format(currency=priced.line.currency)
        missing = translate("Pricing", "no rate")
        return Shown(missing, icon="warning", colour="fail", invalid=True, tip=tip)
    if priced.left_out:
        tip = translate("Pricing", "A server: this study does not price servers")
        return Shown(translate("Pricing", "left out"), italic=True, sunken=True, tip=tip)
    amount = priced.printed[place]
    return Shown(show_decimal(amount, 2), number=float(amount), colour="text2", sunken=True)


def _extended(row: PriceRow) -> Shown:
    return _total(row, 0)


def _maintained(row: PriceRow) -> Shown:
    return _total(row, 1)


FIELD_OF = {field.key: field for field in FIELDS}
_MONEY = frozenset({"unit_price", "per_month", "maintenance"})


def put_text(line: PriceLine, key: str, text: str, currency: str) -> PriceLine:
    """Read what was typed into a field of a line of a sheet in a currency.

    A foreign currency beside an amount becomes that of the line, unless the line has another.

    Raises:
        Fault: when it cannot be read.
    """
    field = FIELD_OF[key]
    if key not in _MONEY:
        return field.put(line, text)
    figure, code = split_amount(text, line.currency or currency)
    after = field.put(line, figure)
    if code and line.currency:
        said = translate(
            "Pricing", "This line is in {own}, the amount in {other}: a line has one currency"
        )
        raise Fault(said.format(own=line.currency, other=code))
    return replace(after, currency=code) if code else after
