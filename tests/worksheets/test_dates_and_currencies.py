"""Dates and amounts with a currency are values, and results keep what they are."""

from __future__ import annotations

import pytest

from arraywise.domain.cells import (
    CellStyle,
    FormatKind,
    FormatRule,
    InputCell,
    NumberFormat,
    RuleKind,
    read_style,
)
from arraywise.worksheets.input_parsing import convert_decimal_mark
from arraywise.worksheets.result_formats import cells_by_rule, rule_fills
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
        ("=B1*2", "currency 2 EUR"),
        ("=SUM(B1:B2)/12", "currency 2 EUR"),
        ("=B1/B2", ""),
        ("=B1*B2", ""),
        ("=B1+C1", ""),
        ("=IF(A1>0,B1,0)", "currency 2 EUR"),
        ("=D2*2", "currency 2 EUR"),
        ("=COUNT(B1:B2)", ""),
    ],
)
def test_a_result_keeps_what_it_is(formula: str, how: str) -> None:
    built = book()
    cells = {"A1": "2026-11-25", "A2": "2027-03-01", "B1": "1,200 EUR", "B2": "3 EUR"}
    built.set_typed_cells(typed(**cells, C1="$ 5", D2="=D1+1", D1="=B1", E1=formula))
    built.calculate()
    assert str(built.formats.resolve_format(at("E1"))) == how


def test_what_sums_leave_out_or_mix_is_told() -> None:
    built = book()
    cells = {"A1": "Rack", "A2": "3", "A3": "12 pcs", "B1": "5 EUR", "B2": "$ 7"}
    sums = {"C1": "=SUM(A2:A3)", "C2": "=SUM(A:A)", "C3": "=SUM(B1:B2)", "C4": "=SUM(A2,1)"}
    built.set_typed_cells(typed(**cells, **sums))
    assert built.calculate()[at("C1")].value == 3
    notes = {cell: str(built.formats.find_note(at(cell)) or "") for cell in sums}
    assert "the first in A3" in notes["C1"]
    assert "counted: 1, the first in A3" in notes["C2"], "a heading is none that is left out"
    assert "EUR, USD" in notes["C3"]
    assert notes["C4"] == ""


def test_amounts_and_dates_are_the_same_where_another_mark_is_typed() -> None:
    assert convert_decimal_mark("1.200,50 EUR", ",", ".") == "1200.50 EUR"
    assert convert_decimal_mark("5/11/2026", ",", ".") == "2026-11-05"
    assert convert_decimal_mark("Rack 5", ",", ".") == "Rack 5"
    eur = NumberFormat(FormatKind.CURRENCY, 2, "EUR")
    rule = FormatRule(3, RuleKind.CONTAINS, "green", "a b; c")
    for style in (CellStyle(eur, bold=True, fill="red", rule=rule), CellStyle(rule=rule)):
        assert read_style(str(style)) == style
    assert read_style("currency 2 EUR;bold;fill mauve;rule x") == CellStyle(eur, bold=True)


@pytest.mark.parametrize(
    ("rule", "fills"),
    [
        (FormatRule(1, RuleKind.GREATER, "red", "3.0"), ["", "", "red", ""]),
        (FormatRule(1, RuleKind.LESS, "red", "3.0"), ["red", "", "", ""]),
        (FormatRule(1, RuleKind.BETWEEN, "blue", "2.0", "3.0"), ["", "blue", "", ""]),
        (FormatRule(1, RuleKind.EQUAL, "grey", "rack"), ["", "", "", "grey"]),
        (FormatRule(1, RuleKind.CONTAINS, "grey", "RA"), ["", "", "", "grey"]),
        (FormatRule(1, RuleKind.TOP, "green", "2"), ["", "green", "green", ""]),
        (FormatRule(1, RuleKind.SCALE, "green"), ["red", "yellow", "green", ""]),
        (FormatRule(1, RuleKind.SCALE, "red"), ["green", "yellow", "red", ""]),
    ],
)
def test_rules_fill_cells_by_their_value(rule: FormatRule, fills: list[str]) -> None:
    texts = {"A1": "1", "A2": "3", "A3": "5", "A4": "Rack"}
    cells = {p: InputCell(p, c.text, ".", str(CellStyle(rule=rule)))
             for p, c in typed(**texts).items()}  # fmt: skip
    built = book()
    built.set_typed_cells(cells)
    found = rule_fills(cells_by_rule(cells.values()), built.calculate())
    assert [found.get(place, "") for place in cells] == fills
