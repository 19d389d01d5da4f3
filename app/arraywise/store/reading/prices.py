"""Price sheets as they were entered or read."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import (
    Discount,
    DiscountBase,
    ExchangeRate,
    Licence,
    PriceBasis,
    PriceLine,
    PriceSheet,
    Spares,
)
from arraywise.store.price_settings import DISCOUNT_RATE, PRICE_SERVERS
from arraywise.store.reading.overview import setting

if TYPE_CHECKING:
    from typing import Any

    from arraywise.store.study import Study


def price_sheet(study: Study, option_id: int) -> PriceSheet | None:
    """Read the price sheet of an option, None where it has none."""
    return price_sheets(study).get(option_id)


def price_sheets(study: Study) -> dict[int, PriceSheet]:
    """Read all price sheets, by option id."""
    with study.cursor() as cursor:
        sheets = cursor.execute(
            "SELECT option_id, currency, notes, unread FROM price_sheet"
        ).fetchall()
        lines = cursor.execute(
            "SELECT option_id, description, unit_price, quantity, part_number, source, category,"
            " maintenance, maintenance_per_month, warranty_months, discount, one_off_service,"
            " printed_extended, sheet_row, maintenance_discount, spares, licence, support,"
            " currency, is_server FROM price_line ORDER BY option_id, position"
        ).fetchall()
        discounts = cursor.execute(
            "SELECT option_id, description, share, base, source, sheet_row, category FROM discount"
            " ORDER BY option_id, position"
        ).fetchall()
    return {
        option_id: PriceSheet(
            currency,
            tuple(_line(row[1:]) for row in lines if row[0] == option_id),
            tuple(_discount(row[1:]) for row in discounts if row[0] == option_id),
            tuple(notes),
            unread or 0,
        )
        for option_id, currency, notes, unread in sheets
    }


def _line(row: tuple[Any, ...]) -> PriceLine:
    return PriceLine(
        description=row[0],
        unit_price=_money(row[1]),
        quantity=Decimal(row[2]),
        part_number=row[3],
        source=row[4],
        category=row[5],
        maintenance=_money(row[6]),
        maintenance_per_month=_money(row[7]),
        warranty_months=row[8],
        discount=Decimal(row[9]),
        one_off_service=row[10],
        printed_extended=_money(row[11]),
        row=row[12],
        maintenance_discount=Decimal(row[13]),
        spares=Spares(row[14]),
        licence=Licence(row[15]),
        support=row[16],
        currency=row[17],
        is_server=row[18],
    )


def _discount(row: tuple[Any, ...]) -> Discount:
    description, share, base, source, sheet_row, category = row
    return Discount(description, Decimal(share), DiscountBase(base), source, sheet_row, category)


def price_basis(study: Study) -> PriceBasis:
    """Read the rates between currencies, whether servers are priced, and the discount rate."""
    with study.cursor() as cursor:
        rates = cursor.execute(
            "SELECT from_currency, to_currency, rate, dated, source FROM exchange_rate"
            " ORDER BY position"
        ).fetchall()
    return PriceBasis(
        servers=setting(study, PRICE_SERVERS) == "yes",
        rates=tuple(ExchangeRate(f, t, Decimal(rate), on, by) for f, t, rate, on, by in rates),
        discount_rate=_money(setting(study, DISCOUNT_RATE)),
    )


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
