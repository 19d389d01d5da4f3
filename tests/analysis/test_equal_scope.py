"""What is the same for two options is no finding, however it is written or paid for."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from tests.analysis.audit.test_comparability import CLEAN
from tests.analysis.audit.test_setup_findings import DISK, findings_of, offered, told

if TYPE_CHECKING:
    from arraywise.domain.study import OptionFacts


def test_a_warranty_of_36_months_is_maintenance() -> None:
    """TPC Pricing: what the price includes for the whole time is maintained."""
    first, second = CLEAN.options[:2]
    fee = offered(first, replace(DISK, maintenance=Decimal(100)))
    whole, part = (offered(second, replace(DISK, warranty_months=months)) for months in (36, 12))
    assert findings_of("price scope unequal", fee, whole) == []
    (result,) = findings_of("price scope unequal", fee, part)
    assert "Support" in str(result.message)


def test_one_number_written_two_ways_is_one_setting() -> None:
    def sized(*sizes: str) -> list[OptionFacts]:
        return [
            told(option, ("scale_factor", size))
            for option, size in zip(CLEAN.options[:2], sizes, strict=True)
        ]

    assert findings_of("different amounts of data", *sized("0.5", "0.50")) == []
    assert len(findings_of("different amounts of data", *sized("0.5", "0.55"))) == 1
