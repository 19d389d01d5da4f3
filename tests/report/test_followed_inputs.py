"""Sheets on capacity and prices by the demand follow what is typed; what does not follow says so.

What follows months and growth is compared by no other test.
"""

from __future__ import annotations

from decimal import Decimal
from io import BytesIO
from typing import TYPE_CHECKING

import openpyxl
import pytest
from openpyxl.utils.cell import coordinate_to_tuple

from arraywise.analysis.decision.screening import DEGRADED
from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import Verdict
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.requirement import Convention
from arraywise.present.labels import VERDICT_WORDS
from arraywise.report.workbook.exported import CHANGED
from arraywise.usecases.decide_study import answer
from tests.report.edits import (
    Variation,
    ask,
    budget,
    discount,
    drives,
    holding,
    line,
    rate,
    swing,
    target,
    visits,
)
from tests.report.example import prepared
from tests.report.in_languages import edited, written
from tests.report.recalculation import by_ironcalc
from tests.report.test_recalculation import Figures, compare
from tests.report.workbook_studies import STUDIES, content

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.decision import Answer
    from tests.report.edits import Edit
    from tests.report.recalculation import Sheets, Value

pytestmark = pytest.mark.timeout(300)
NAS, FC = "NAS NFS", "FC SAN"
FEE, MONTHS = "Maintenance a unit and month", "Warranty, months"
_RATIO = LeastLikelyMost(1.9, 2.0, 3.0)
TYPED: dict[str, tuple[Edit, ...]] = {
    "a strict target, faster growth": (
        target(62), ask("Growth_per_month", 0.031, growth_per_month=0.031),
        swing(Criterion.USABLE, 95), swing(Criterion.PRICE, 5),
    ),
    "a load spread evenly": (
        ask("Convention", "sustained", convention=Convention.SUSTAINED), visits(200_000_000),
        ask("Reserve", 0.11, reserve=0.11),
        line(FC, "Gateway", FEE, 2_234.5, maintenance_per_month=Decimal("2234.5")),
    ),
    "beyond the months that are priced": (
        ask("Horizon_months", 48, horizon_months=48),
        ask("Growth_per_month", 0.004, growth_per_month=0.004),
        line(FC, "Gateway", MONTHS, 30, warranty_months=30),
        line(FC, "IOPS, first tier", FEE, 0.31, maintenance_per_month=Decimal("0.31")),
    ),
    "data and drives": (
        ask("Usable_needed_TB", 47.5, usable_bytes=47.5e12),
        ask("Usable_growth_per_year", 0.6, usable_growth_per_year=0.6),
        drives(NAS, "Drives", 16, count=16), drives(NAS, "Spares", 5, spares=5),
        holding(NAS, "Reserve of drives", 0.4, reserve=0.4), rate("USD", "4.1"),
    ),
    "a far horizon, other prices": (
        ask("Horizon_months", 20, horizon_months=20), ask("Time_share", 0.25, time_share=0.25),
        ask("Least_headroom", 0.12, min_headroom=0.12), budget(430_000),
        holding(NAS, "Reduction, least", 1.9, reduction=_RATIO),
        line(FC, "Gateway", "Unit price", 60_000, unit_price=Decimal(60_000)),
        discount(FC, "Volume", "0.35"),
    ),
}  # fmt: skip
TRIED = {name: Variation("live, whole", edits) for name, edits in TYPED.items()}
OF_PRICES = Variation(
    "live",
    (
        line(FC, "Gateway", FEE, 2_234.5, maintenance_per_month=Decimal("2234.5")),
        budget(430_000),
    ),
)
"""Inputs that no verdict on degraded storage follows."""
OF_THE_TARGET = Variation("live", (target(62),))


def test_changed_inputs_lead_to_what_the_program_answers(tmp_path: Path) -> None:
    """More than 20 inputs, by IronCalc."""
    assert sum(map(len, TYPED.values())) >= 20
    wrong = {
        name: compare(by_ironcalc(edited(each), tmp_path), _answered(each))
        for name, each in TRIED.items()
    }
    assert {name: stated for name, stated in wrong.items() if stated} == {}


def _answered(variation: Variation) -> Answer:
    return answer(prepared(), variation.facts, draws=0)


def test_a_verdict_on_degraded_storage_stands_only_for_its_load_and_target(tmp_path: Path) -> None:
    """It is of the export, so that another load or target leaves it open instead of wrong."""
    kept = by_ironcalc(edited(OF_PRICES), tmp_path)
    expected = _answered(OF_PRICES)
    assert compare(kept, expected) == []
    verdicts = [dict(option.rule_verdicts)[DEGRADED] for option in expected.options]
    assert len(set(verdicts)) >= 2
    assert _degraded(kept, expected) == [VERDICT_WORDS[each].template for each in verdicts]
    moved = _degraded(by_ironcalc(edited(OF_THE_TARGET), tmp_path), expected)
    tested = [bool(option.degraded) for option in expected.options]
    unknown = VERDICT_WORDS[Verdict.UNDETERMINED].template
    assert [said == unknown for said in moved] == tested


def _degraded(sheets: Sheets, expected: Answer) -> list[Value]:
    figures = Figures(sheets)
    label = "With a part failed, as of export"
    return [figures.scoring(label, option.option.name) for option in expected.options]


@pytest.mark.parametrize(
    ("variation", "count"),
    [(Variation("live", ()), 0), (OF_PRICES, 2), (OF_THE_TARGET, 1)],
)
def test_a_changed_input_marks_what_does_not_follow_it(
    variation: Variation, count: int, tmp_path: Path
) -> None:
    book = written("live")[1]
    sheet, cell = next(book.defined_names[CHANGED].destinations)
    sheets = by_ironcalc(edited(variation), tmp_path)
    assert sheets[sheet][coordinate_to_tuple(cell.replace("$", ""))] == count
    marked = {
        name
        for name in book.sheetnames
        for area in book[name].conditional_formatting
        for rule in area.rules
        if rule.formula == [f"{CHANGED}>0"]
    }
    assert marked == {"Summary", "Scoring", "Degraded", "Runway", "Break-evens", sheet}


def test_values_of_the_export_are_those_of_the_app() -> None:
    """No formula gives them, so that no calculation would find a wrong one."""
    data, _ = written("live")
    book = openpyxl.load_workbook(BytesIO(data), data_only=True)
    facts = STUDIES["live"]
    built = content(facts)
    assert built.runway is not None
    months = [each.last_month.first_month_outgrown.point for each in built.runway.options]
    assert len(set(months)) >= 3
    row = [r for r in book["Runway"].iter_rows(values_only=True) if r[0] == "Outgrown in month"]
    shown = [None if month is None else min(month, 1e9) for month in months]
    assert list(row[-1][2 : 2 + len(shown)]) == shown
    prices = {each.option: float(each.price) for each in built.break_even_prices}
    assert prices
    lines = list(book["Break-evens"].iter_rows(values_only=True))
    head = next(n for n, r in enumerate(lines) if r[2] == "Break-even price, rounded down")
    block = lines[head + 1 : head + 1 + len(prices)]
    assert {str(r[0]): r[2] for r in block} == prices
    tested = [state for each in built.answer.options for state in each.degraded]
    outcomes = [(r[4], r[8]) for r in book["Degraded"].iter_rows(min_row=6, values_only=True)]
    words = {each: VERDICT_WORDS[each].template for each in Verdict}
    assert outcomes == [(words[each.at_peak], words[each.at_average]) for each in tested]
