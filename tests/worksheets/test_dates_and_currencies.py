"""Dates and amounts with a currency are values, and results of dates are dates."""

from __future__ import annotations

import pytest

from arraywise.domain.cells import (
    CellStyle,
    FormatKind,
    NumberFormat,
    parse_cell_style,
)
from arraywise.worksheets.input_parsing import convert_decimal_mark
from tests.worksheets.test_book import at, book, typed


@pytest.mark.parametrize(
    ("decimal", "text", "value", "how"),
    [
        (".", "2026-11-25", 46351, "date 0"),
        (",", "25.11.2026", 46351, "date 0"),
        (",", "25/11/2026", 46351, "date 0"),
        (",", "5/11/2026", 46331, "date 0"),
        (".", "11/25/2026", 46351, "date 0"),
        (".", "$ 1,200", 1200, "currency 0 USD"),
        (",", "1.200,50 EUR", 1200.5, "currency 2 EUR"),
        (".", "-\u20ac250k", -250000, "currency 0 EUR"),
        (".", "250k", 250000, ""),
        (".", "(500)", -500, ""),
        (".", "30.2.2026", "30.2.2026", ""),
        (".", "12 pcs", "12 pcs", ""),
        (".", "3 mi", "3 mi", ""),
    ],
)
def test_what_is_typed_is_understood(decimal: str, text: str, value: object, how: str) -> None:
    built = book()
    built.set_typed_cells(typed(decimal, A1=text))
    result = built.calculate()[at("A1")]
    assert (result.value, str(result.number_format)) == (value, how)


def test_a_date_that_may_be_two_is_refused() -> None:
    built = book()
    built.set_typed_cells(typed(A1="5/11/2026", A2="=A1+1"))
    fault = built.calculate()[at("A1")].fault
    assert fault is not None
    assert "may be two dates" in str(fault.message)


@pytest.mark.parametrize(
    ("formula", "how"),
    [
        ("=EDATE(A1,36)", "date 0"),
        ("=A1+30", "date 0"),
        ("=A2-A1", ""),
        ("=YEAR(A1)", ""),
        ("=MAX(A1:A2)", "date 0"),
        ("=IF(A1>0,A2,0)", "date 0"),
        ("=D2-7", "date 0"),
        ("=A1*2", ""),
        ("=SUM(A1:A2)", ""),
        ("=B1*2", ""),
        ("=COUNT(A1:A2)", ""),
    ],
)
def test_a_result_of_dates_is_a_date(formula: str, how: str) -> None:
    built = book()
    cells = {"A1": "2026-11-25", "A2": "2027-03-01", "B1": "1,200 EUR"}
    built.set_typed_cells(typed(**cells, D2="=D1+1", D1="=A1", E1=formula))
    built.calculate()
    assert str(built.formats.resolve_format(at("E1"))) == how


def test_what_sums_leave_out_is_said() -> None:
    built = book()
    cells = {"A1": "Rack", "A2": "3", "A3": "12 pcs"}
    sums = {"C1": "=SUM(A2:A3)", "C2": "=SUM(A:A)", "C3": "=SUM(A2,1)"}
    built.set_typed_cells(typed(**cells, **sums))
    assert built.calculate()[at("C1")].value == 3
    notes = {cell: str(built.formats.find_note(at(cell)) or "") for cell in sums}
    assert "the first in A3" in notes["C1"]
    assert "counted: 1, the first in A3" in notes["C2"], "a heading is none that is left out"
    assert notes["C3"] == ""


def test_amounts_and_dates_are_the_same_where_another_mark_is_typed() -> None:
    assert convert_decimal_mark("1.200,50 EUR", ",", ".") == "1200.50 EUR"
    assert convert_decimal_mark("5/11/2026", ",", ".") == "2026-11-05"
    assert convert_decimal_mark("Rack 5", ",", ".") == "Rack 5"
    eur = NumberFormat(FormatKind.CURRENCY, 2, "EUR")
    style = CellStyle(eur, bold=True, fill="red")
    assert parse_cell_style(str(style)) == style
    of_an_older_study = "currency 2 EUR;bold;fill mauve;rule 1 greater red 5.0"
    assert parse_cell_style(of_an_older_study) == CellStyle(eur, bold=True)
