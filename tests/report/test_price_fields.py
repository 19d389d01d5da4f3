"""Every field of a price line is in the workbook's price sheet."""

from __future__ import annotations

from arraywise.domain.pricing import PRICE_FIELDS
from arraywise.report.workbook.prices import PriceColumn

_WITH_FORMULAS = {
    "quantity": PriceColumn.QUANTITY,
    "spares": PriceColumn.SPARES,
    "licence": PriceColumn.LICENCE,
    "currency": PriceColumn.CURRENCY,
}
"""Fields that the sheet writes otherwise than as they are."""
_IN_TOTALS = {"one_off_service"}
"""Fields that only the sums of a sheet show."""


def test_a_field_of_a_price_line_has_a_column_in_the_workbook() -> None:
    """One that was added to the table of fields alone would be lost without a word."""
    shown = (
        {column.field for column in PriceColumn if column.field}
        | _WITH_FORMULAS.keys()
        | _IN_TOTALS
    )
    assert {field.name for field in PRICE_FIELDS} - shown == set()
