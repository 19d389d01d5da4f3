"""The fields of a price line as columns of a grid: how each is written and how it is read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.pricing import PriceLine
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.money import parse_decimal, show_decimal

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.usecases.price_lines import PricedLine

translate = QCoreApplication.translate
EMPTY_LINE = PriceLine("", None)
_MONTHS = 36


class Fault(Exception):  # noqa: N818 - it is what is wrong with a cell
    """What was typed cannot be read; says why."""


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A row of the grid: a line of the sheet, a discount, or the empty row at the end."""

    place: int
    """Place in the sheet's lines; one past the last for the empty row."""
    priced: PricedLine | None = None
    faults: tuple[tuple[str, str, str], ...] = ()
    """Field, what was typed, and why it cannot be read."""
    discount: str = ""
    """Says what a discount takes off, on rows of discounts."""
    share: Decimal | None = None
    """Of the discount, 0 to 1."""

    @property
    def line(self) -> PriceLine:
        """The line, empty on the row for a new one."""
        return self.priced.line if self.priced else EMPTY_LINE


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a line."""

    key: str
    show: Callable[[PriceLine], str]
    put: Callable[[PriceLine, str], PriceLine]
    """Takes a line and what was typed; raises Fault."""
    right: bool = True


def _money(text: str) -> Decimal | None:
    if not text.strip():
        return None
    value = parse_decimal(text)
    if value is None:
        raise Fault(translate("Pricing", "Not a number: \u201c{text}\u201d").format(text=text))
    return value


def _at_least_zero(text: str) -> Decimal | None:
    value = _money(text)
    if value is not None and value < 0:
        raise Fault(translate("Pricing", "A negative figure; use the discount for less"))
    return value


def _put_quantity(line: PriceLine, text: str) -> PriceLine:
    value = _at_least_zero(text)
    return replace(line, quantity=Decimal(1) if value is None else value)


def _put_discount(line: PriceLine, text: str) -> PriceLine:
    value = _at_least_zero(text.replace("%", ""))
    if value is not None and value > 100:
        raise Fault(translate("Pricing", "A discount is at most 100 %"))
    return replace(line, discount=(value or Decimal(0)) / 100)


def _put_warranty(line: PriceLine, text: str) -> PriceLine:
    value = _at_least_zero(text)
    if value is not None and (value != value.to_integral_value() or value > 600):
        raise Fault(translate("Pricing", "A warranty is a whole number of months"))
    return replace(line, warranty_months=int(value or 0))


def _show_quantity(line: PriceLine) -> str:
    return show_decimal(line.quantity)


def _show_discount(line: PriceLine) -> str:
    return show_decimal(line.discount * 100) if line.discount else ""


FIELDS = (
    Field(
        "description",
        lambda line: line.description,
        lambda line, text: replace(line, description=text.strip()),
        right=False,
    ),
    Field(
        "part",
        lambda line: line.part_number,
        lambda line, text: replace(line, part_number=text.strip()),
        right=False,
    ),
    Field(
        "source",
        lambda line: line.source,
        lambda line, text: replace(line, source=text.strip()),
        right=False,
    ),
    Field(
        "category",
        lambda line: line.category,
        lambda line, text: replace(line, category=text.strip()),
        right=False,
    ),
    Field(
        "unit_price",
        lambda line: show_decimal(line.unit_price, 2),
        lambda line, text: replace(line, unit_price=_at_least_zero(text)),
    ),
    Field("quantity", _show_quantity, _put_quantity),
    Field("discount", _show_discount, _put_discount),
    Field("warranty", lambda line: str(line.warranty_months or ""), _put_warranty),
    Field(
        "per_month",
        lambda line: show_decimal(line.maintenance_per_month, 2),
        lambda line, text: replace(line, maintenance_per_month=_at_least_zero(text)),
    ),
    Field(
        "maintenance",
        lambda line: show_decimal(line.maintenance, 2),
        lambda line, text: replace(line, maintenance=_at_least_zero(text)),
    ),
)
"""The fields that are typed, in the order of the columns."""


def columns(currency: str, edit: Callable[[PriceRow, str, str], None]) -> tuple[Column, ...]:
    """Return the columns; `edit` takes row, field and typed text."""
    titles = _titles(currency)
    typed = tuple(_typed_column(field, titles[field.key], edit) for field in FIELDS)
    total = translate("Pricing", "Worked out from the line; cannot be typed")
    return (
        *typed,
        Column("extended", translate("Pricing", "Extended"), _extended, currency, right=True,
               tip=total),
        Column("months", translate("Pricing", "Maint. 36 mo."), _maintained, currency, right=True,
               tip=total),
    )  # fmt: skip


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
        edit=lambda row, text: edit(row, field.key, text),
    )


def _titles(currency: str) -> dict[str, tuple[str, str]]:
    per_month = translate("Pricing", "{currency}/month")
    return {
        "description": (translate("Pricing", "Description"), ""),
        "part": (translate("Pricing", "Part number"), ""),
        "source": (translate("Pricing", "Src."), ""),
        "category": (translate("Pricing", "Category"), ""),
        "unit_price": (translate("Pricing", "Unit price"), currency),
        "quantity": (translate("Pricing", "Qty"), ""),
        "discount": (translate("Pricing", "Discount"), "%"),
        "warranty": (translate("Pricing", "Warranty"), translate("Pricing", "months")),
        "per_month": (translate("Pricing", "Maint."), per_month.format(currency=currency)),
        "maintenance": (translate("Pricing", "Maint. total"), currency),
    }


def _show_field(field: Field, row: PriceRow) -> Shown:
    for key, text, reason in row.faults:
        if key == field.key:
            return Shown(text, icon="warning", colour="fail", invalid=True, tip=reason)
    if row.discount:
        said = {
            "description": row.discount,
            "discount": show_decimal((row.share or Decimal(0)) * 100),
        }
        text = said.get(field.key, "")
        return Shown(text, italic=True, sunken=True, overflows=field.key == "description")
    if row.priced is None:
        if field.key == "description":
            return Shown(note=translate("Pricing", "New line: type or paste here"))
        return Shown()
    text = field.show(row.line)
    value = parse_decimal(text) if field.right and text else None
    return Shown(text, number=None if value is None else float(value))


def _total(amount: Decimal | None) -> Shown:
    if amount is None:
        return Shown(sunken=True)
    return Shown(show_decimal(amount, 2), number=float(amount), colour="text2", sunken=True)


def _extended(row: PriceRow) -> Shown:
    return _total(row.priced.purchase if row.priced else None)


def _maintained(row: PriceRow) -> Shown:
    return _total(row.priced.maintenance if row.priced else None)
