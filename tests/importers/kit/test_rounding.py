"""Sums of rounded figures: how far they may be off, and what is a mistake all the same."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.domain.messages import Severity
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.readings import last_digit, sum_tolerance
from arraywise.importers.prices import read_quote
from arraywise.importers.swingbench import SwingbenchImporter

ONE = Decimal(1)
CENT = Decimal("0.01")


@pytest.mark.parametrize(
    ("text", "digit"), [("9.90", "0.01"), ("120", "1"), ("1E+3", "1"), ("0.125", "0.001")]
)
def test_the_last_digit_is_as_printed(text: str, digit: str) -> None:
    assert last_digit(Decimal(text)) == Decimal(digit)


@pytest.mark.parametrize(
    ("total", "terms", "tolerance"),
    [
        (ONE, [ONE], "1"),
        (ONE, [ONE] * 3, "2"),
        (ONE, [CENT] * 3, "0.515"),
        (CENT, [Decimal(0)] * 9, "0.005"),
        (CENT, [ONE], "0.505"),
    ],
)
def test_a_few_roundings_may_all_go_one_way(
    total: Decimal, terms: list[Decimal], tolerance: str
) -> None:
    assert sum_tolerance(total, terms) == Decimal(tolerance)


def test_many_roundings_level_out() -> None:
    assert Decimal(36) < sum_tolerance(ONE, [ONE] * 1000) < Decimal(37)


def sheet(total: str, extended: list[str]) -> list[str]:
    lines = [f"Part {i},P{i},{each},1,{each}" for i, each in enumerate(extended)]
    text = "\n".join(
        ["Description,Part Number,Unit Price,Qty,Extended Price", *lines, f"Total,,,,{total}", ""]
    )
    problems = read_price_sheet("sheet.csv", text.encode()).problems
    return [p.text for p in problems if p.severity is not Severity.INFO]


@pytest.mark.parametrize("total", ["35790", "35791", "35789"])
def test_a_total_of_prices_rounded_to_whole_units_is_right(total: str) -> None:
    """12,344.6 + 11,223.4 + 12,222.4 and their like are printed as 12,345, 11,223 and 12,222."""
    assert not any("prints" in text for text in sheet(total, ["12345", "11223", "12222"]))


@pytest.mark.parametrize(
    ("total", "extended"),
    [
        ("35793", ["12345", "11223", "12222"]),
        ("35791.00", ["12345.00", "11223.00", "12222.00"]),
        ("35690", ["12345", "11223", "12222"]),
    ],
)
def test_what_rounding_does_not_explain_is_said(total: str, extended: list[str]) -> None:
    assert any(f"prints {total}" in text for text in sheet(total, extended))


def swingbench(completed: int) -> list[str]:
    (reading,) = SwingbenchImporter().read([Source("run.xml", RUN % completed)])
    return [p.text for p in reading.problems]


RUN = b"""<?xml version="1.0"?>
<Results xmlns="http://www.dominicgiles.com/swingbench/results">
  <Overview>
    <BenchmarkName>"Order Entry"</BenchmarkName>
    <TotalRunTime>0:10:00</TotalRunTime>
    <TotalLogonTime>0:00:00</TotalLogonTime>
    <TotalCompletedTransactions>%d</TotalCompletedTransactions>
    <TotalFailedTransactions>0</TotalFailedTransactions>
  </Overview>
  <TransactionResults>
    <Result id="A"><AverageResponse>2</AverageResponse><TransactionCount>20000</TransactionCount>
      <FailedCount>0</FailedCount></Result>
    <Result id="B"><AverageResponse>3</AverageResponse><TransactionCount>15790</TransactionCount>
      <FailedCount>0</FailedCount></Result>
  </TransactionResults>
</Results>
"""


def test_a_run_with_one_transaction_more_than_its_kinds_has_no_problem() -> None:
    assert not any("add up" in text for text in swingbench(35_791))


def test_a_run_with_many_more_has_one() -> None:
    assert any("35790; the total is 35900" in text for text in swingbench(35_900))
