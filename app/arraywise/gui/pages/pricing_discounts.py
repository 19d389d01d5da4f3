"""The discounts of a price sheet as rows of a grid: on what each is taken, and what it takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.pricing import ZERO, Discount, DiscountBase
from arraywise.gui.figures import MINUS
from arraywise.gui.pages.pricing_typing import Fault, chosen, share_of, show_share
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.money import show_decimal

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    from arraywise.domain.pricing import PriceSheet

translate = QCoreApplication.translate
NEW = Discount("", ZERO)


@dataclass(frozen=True, slots=True)
class DiscountRow:
    """A discount with what it takes off, or the empty row for a new one."""

    place: int
    discount: Discount | None = None
    purchase: Decimal = ZERO
    maintenance: Decimal = ZERO
    faults: tuple[tuple[str, str, str], ...] = ()
    """Field, what was typed, and why it cannot be read."""


def put(sheet: PriceSheet, discount: Discount, key: str, text: str) -> Discount:
    """Return a discount with one field as it was typed.

    Raises:
        Fault: when it cannot be read.
    """
    typed = text.strip()
    if key == "description":
        return replace(discount, description=typed)
    if key == "share":
        return replace(discount, share=share_of(typed))
    if key == "base":
        return replace(discount, base=DiscountBase(chosen(_bases(), typed)))
    known = _sources(sheet) if key == "source" else _categories(sheet)
    if typed and typed not in known:
        said = translate("Pricing", "No line has this; there are: {names}")
        raise Fault(said.format(names=", ".join(filter(None, known)) or "\u2013"))
    if key == "source":
        return replace(discount, source=typed or None)
    return replace(discount, category=typed or None)


def _sources(sheet: PriceSheet) -> tuple[str, ...]:
    return ("", *dict.fromkeys(line.source for line in sheet.lines if line.source))


def _categories(sheet: PriceSheet) -> tuple[str, ...]:
    return ("", *dict.fromkeys(line.category for line in sheet.lines if line.category))


def _bases() -> dict[str, str]:
    return {
        DiscountBase.BOTH.value: translate("Pricing", "purchase and maintenance"),
        DiscountBase.PRICE.value: translate("Pricing", "purchase only"),
        DiscountBase.MAINTENANCE.value: translate("Pricing", "maintenance only"),
    }


def columns(
    sheet: Callable[[], PriceSheet], currency: str, edit: Callable[[DiscountRow, str, str], None]
) -> tuple[Column, ...]:
    """Return the columns; `edit` takes row, field and typed text."""
    offered: dict[str, Callable[[], tuple[str, ...]]] = {
        "base": lambda: tuple(_bases().values()),
        "source": lambda: _sources(sheet()),
        "category": lambda: _categories(sheet()),
    }
    titles = {
        "description": (translate("Pricing", "Discount"), ""),
        "share": (translate("Pricing", "Off"), "%"),
        "base": (translate("Pricing", "Taken off"), ""),
        "source": (translate("Pricing", "Only source"), ""),
        "category": (translate("Pricing", "Only category"), ""),
    }

    def typed(key: str) -> Column:
        choices = offered.get(key)
        return Column(
            key,
            titles[key][0],
            lambda row: _show(row, key),
            titles[key][1],
            right=key == "share",
            least=180 if key == "description" else 0,
            most=260,
            stretch=key == "description",
            edit=lambda row, text: edit(row, key, text),
            choices=None if choices is None else lambda _row: choices(),
        )

    return (
        *(typed(key) for key in titles),
        Column("purchase", translate("Pricing", "Off purchase"), lambda row: _taken(row, 0),
               currency, right=True),
        Column("maintenance", translate("Pricing", "Off maint."), lambda row: _taken(row, 1),
               currency, right=True),
    )  # fmt: skip


def _show(row: DiscountRow, key: str) -> Shown:
    for field, text, reason in row.faults:
        if field == key:
            return Shown(text, icon="warning", colour="fail", invalid=True, tip=reason)
    discount = row.discount
    if discount is None:
        new = translate("Pricing", "New discount: type what it is called")
        return Shown(note=new) if key == "description" else Shown()
    if key == "description":
        return Shown(discount.description)
    if key == "share":
        return Shown(show_share(discount.share), number=float(discount.share * 100))
    if key == "base":
        return Shown(_bases()[discount.base.value])
    return Shown((discount.source if key == "source" else discount.category) or "")


def _taken(row: DiscountRow, place: int) -> Shown:
    amount = (row.purchase, row.maintenance)[place]
    if row.discount is None or not amount:
        return Shown(sunken=True)
    text = f"{MINUS}{show_decimal(amount, 2)}"
    return Shown(text, number=-float(amount), colour="text2", sunken=True)
