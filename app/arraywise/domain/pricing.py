"""Price sheets in the TPC's columns; money is Decimal with an ISO 4217 currency, never a float."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

ZERO = Decimal(0)


class DiscountBase(StrEnum):
    """Which column a discount applies to."""

    PRICE = "price"
    MAINTENANCE = "maintenance"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One line item; the fields are the columns of a TPC executive summary."""

    description: str
    unit_price: Decimal | None
    """None on a line that carries maintenance only."""
    quantity: Decimal = Decimal(1)
    part_number: str = ""
    source: str = ""
    """Who quotes the price."""
    category: str = ""
    """Subtotal that the line belongs to (Server Hardware, Storage, Software, Network ...)."""
    maintenance: Decimal | None = None
    """The line's whole maintenance price for 36 months, all units together."""
    maintenance_per_month: Decimal | None = None
    """Price a unit and month; charged for 36 months less the warranty."""
    warranty_months: int = 0
    discount: Decimal = ZERO
    """Share off the line's price, 0 to 1."""
    one_off_service: bool = False
    printed_extended: Decimal | None = None
    """Extended price as the sheet prints it, kept to be checked against unit price x quantity."""
    row: int | None = None
    """Row of the sheet that it was read from."""


@dataclass(frozen=True, slots=True)
class Discount:
    """A discount on the whole sheet or on the lines of one source."""

    description: str
    share: Decimal
    """0 to 1."""
    base: DiscountBase = DiscountBase.BOTH
    source: str | None = None
    """Only lines of this source; None for all."""
    row: int | None = None


@dataclass(frozen=True, slots=True)
class PriceSheet:
    """What an option costs over 36 months, line by line."""

    currency: str
    lines: tuple[PriceLine, ...] = ()
    discounts: tuple[Discount, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PriceTotal:
    """Sums of a price sheet, carried unrounded; `total` is rounded up to the currency unit."""

    currency: str
    purchase: Decimal
    """Extended prices before sheet discounts."""
    maintenance: Decimal
    purchase_discount: Decimal
    maintenance_discount: Decimal
    unrounded: Decimal
    total: Decimal
    by_category: tuple[tuple[str, Decimal, Decimal], ...]
    """Category, purchase, maintenance; before sheet discounts, in the order of the sheet."""
