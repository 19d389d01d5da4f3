"""Prices of a study from before terms and rates keep their meaning."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import Discount, PriceBasis, PriceLine
from arraywise.store.reading.inputs import price_basis, price_sheets
from arraywise.store.study import open_study
from tests.store.older_study import older_study

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = 3
"""The last version without terms and rates."""
FILLED = (
    "INSERT INTO option VALUES (1, 'NAS', 'NAS', 0, true)",
    "INSERT INTO price_sheet VALUES (1, 'BRL', [])",
    (
        "INSERT INTO price_line VALUES (1, 0, 'Disk', '10.00', '3', '', '', 'Storage',"
        " NULL, NULL, 0, '0', false, NULL, NULL)"
    ),
    "INSERT INTO discount VALUES (1, 0, 'off', '0.1', 'both', NULL, NULL)",
)


def test_prices_of_an_older_study_are_read_as_they_were(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        sheet, basis = price_sheets(study)[1], price_basis(study)
    assert sheet.lines == (PriceLine("Disk", Decimal(10), Decimal(3), category="Storage"),)
    assert sheet.discounts == (Discount("off", Decimal("0.1")),)
    assert basis == PriceBasis()
