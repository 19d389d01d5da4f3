"""Who changed what in a study from before that was kept."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.store.reading.history import line_changes, typed_changes, typed_step_changes
from arraywise.store.reading.inputs import price_sheet
from arraywise.store.study import open_study
from arraywise.usecases.edit_prices import set_prices
from tests.store.older_study import older_study

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = 16
"""The last version without it."""
FILLED = (
    (
        "INSERT INTO option (id, name, architecture, position, restore_s)"
        " VALUES (1, 'NAS', 'NAS', 0, NULL)"
    ),
    "INSERT INTO provisioning_time VALUES (1, 0, 'Zone', 1, 600.0)",
    "INSERT INTO option_rating VALUES (1, 'availability', 3)",
    "INSERT INTO price_sheet VALUES (1, 'EUR', [], 0)",
    (
        "INSERT INTO price_line (option_id, position, description, unit_price, quantity,"
        " part_number, source, category, warranty_months, discount, one_off_service)"
        " VALUES (1, 0, 'Shelf', '10', '1', '', '', '', 0, '0', false)"
    ),
)


def test_of_an_older_study_nobody_is_known_until_something_changes(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        assert line_changes(study, 1) == typed_step_changes(study, 1) == {}
        assert typed_changes(study, "option_rating") == {}
        sheet = price_sheet(study, 1)
        assert sheet is not None
        more = (*sheet.lines, PriceLine("Cable", Decimal(2)))
        set_prices(study, "NAS", PriceSheet("EUR", more))
        assert set(line_changes(study, 1)) == {"1"}
        assert typed_step_changes(study, 1) == {}
