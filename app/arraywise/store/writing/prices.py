"""Replaces price sheets, and the rates between their currencies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.text import plain, plain_or_none
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    import duckdb

    from arraywise.domain.pricing import ExchangeRate, PriceSheet


def replace_price_sheet(
    cursor: duckdb.DuckDBPyConnection, option_id: int, sheet: PriceSheet | None
) -> None:
    """Put a price sheet in the place of the option's present one; None removes it."""
    for statement in (
        "DELETE FROM price_sheet WHERE option_id = ?",
        "DELETE FROM price_line WHERE option_id = ?",
        "DELETE FROM discount WHERE option_id = ?",
    ):
        cursor.execute(statement, [option_id])
    if sheet is None:
        return
    cursor.execute(
        "INSERT INTO price_sheet VALUES (?, ?, ?, ?)",
        [
            option_id,
            plain(sheet.currency),
            [plain(note) for note in sheet.notes],
            sheet.unread,
        ],
    )
    _insert_lines(cursor, option_id, sheet)
    insert_rows(
        cursor,
        "discount",
        (
            (
                option_id,
                position,
                plain(discount.description),
                str(discount.share),
                discount.base.value,
                plain_or_none(discount.source),
                discount.row,
                plain_or_none(discount.category),
            )
            for position, discount in enumerate(sheet.discounts)
        ),
    )


def _insert_lines(cursor: duckdb.DuckDBPyConnection, option_id: int, sheet: PriceSheet) -> None:
    insert_rows(
        cursor,
        "price_line",
        (
            (
                option_id,
                position,
                plain(line.description),
                _text(line.unit_price),
                str(line.quantity),
                plain(line.part_number),
                plain(line.source),
                plain(line.category),
                _text(line.maintenance),
                _text(line.maintenance_per_month),
                line.warranty_months,
                str(line.discount),
                line.one_off_service,
                _text(line.printed_extended),
                line.row,
                str(line.maintenance_discount),
                line.spares.value,
                line.licence.value,
                plain(line.support),
                plain(line.currency),
                line.is_server,
            )
            for position, line in enumerate(sheet.lines)
        ),
    )


def replace_rates(cursor: duckdb.DuckDBPyConnection, rates: Sequence[ExchangeRate]) -> None:
    """Put these rates in the place of all present ones."""
    cursor.execute("DELETE FROM exchange_rate")
    insert_rows(
        cursor,
        "exchange_rate",
        (
            (
                position,
                plain(rate.from_currency),
                plain(rate.to_currency),
                str(rate.rate),
                plain(rate.dated),
                plain(rate.source),
            )
            for position, rate in enumerate(rates)
        ),
    )


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)
