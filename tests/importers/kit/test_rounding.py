"""Sums of rounded figures: how far they may be off, and what is a mistake all the same."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.domain.quotes import QuoteState
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.readings import printed_sum_tolerance
from arraywise.importers.prices import read_quote
from arraywise.importers.swingbench import SwingbenchImporter

ONE = Decimal(1)
CENT = Decimal("0.01")


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
    assert printed_sum_tolerance(total, terms) == Decimal(tolerance)


def test_many_roundings_level_out() -> None:
    assert Decimal(36) < printed_sum_tolerance(ONE, [ONE] * 1000) < Decimal(37)


def state(total: str, lines: list[str]) -> QuoteState:
    head = "Description,Unit Price EUR,Qty,Extended Price"
    text = "\n".join([head, *lines, f"Total,,,{total}", ""])
    return read_quote("sheet.csv", text.encode()).state


ROUNDED = ["Array,4115.21,3,12346", "Disk,11.41,1000,11410", "Rack,1222.24,10,12222"]


@pytest.mark.parametrize("total", ["35977", "35978", "35979"])
def test_a_total_of_products_rounded_to_whole_units_is_right(total: str) -> None:
    """12,345.63, 11,410 and 12,222.40 are printed as 12,346, 11,410 and 12,222."""
    assert state(total, ROUNDED) is QuoteState.CLOSES


@pytest.mark.parametrize("total", ["35990", "35978.90", "35878"])
def test_what_rounding_does_not_explain_does_not_add_up(total: str) -> None:
    assert state(total, ROUNDED) is QuoteState.OPEN


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
