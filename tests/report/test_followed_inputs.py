"""Sheets on capacity, runway, prices by the demand and degraded runs follow what is typed.

What follows months, growth and degraded runs is compared by no other test.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.screening import DEGRADED
from arraywise.analysis.runway import find_runway
from arraywise.domain.criteria import Criterion
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.requirement import Convention
from arraywise.present.labels import VERDICT_WORDS
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
from tests.report.in_languages import edited
from tests.report.recalculation import by_ironcalc
from tests.report.test_recalculation import Figures, is_same, one_option, whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.domain.decision import Answer
    from tests.report.edits import Edit
    from tests.report.recalculation import Sheets
    from tests.report.test_recalculation import Told

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
TRIED = {name: Variation("live", edits) for name, edits in TYPED.items()}


def test_changed_inputs_lead_to_what_the_program_answers(tmp_path: Path) -> None:
    """More than 20 inputs, by IronCalc; a degraded rule that stands as a value would not pass."""
    assert sum(map(len, TYPED.values())) >= 20
    found = {name: _answered(each) for name, each in TRIED.items()}
    assert len({_degraded(each) for each in found.values()}) >= 3
    wrong = {
        name: _differences(by_ironcalc(edited(each), tmp_path), each, found[name])
        for name, each in TRIED.items()
    }
    assert {name: stated for name, stated in wrong.items() if stated} == {}


def _degraded(found: Answer) -> tuple[str, ...]:
    return tuple(VERDICT_WORDS[dict(o.screen)[DEGRADED]].template for o in found.options)


def _answered(variation: Variation) -> Answer:
    return answer(prepared(), variation.facts, draws=0)


def _differences(sheets: Sheets, variation: Variation, expected: Answer) -> list[str]:
    figures = Figures(sheets)
    stated = [*whole(figures, expected), *_lasting(sheets, variation)]
    for option, degraded in zip(expected.options, _degraded(expected), strict=True):
        stated += one_option(figures, option)
        name = option.option.name
        stated.append((name, figures.scoring("With a part failed", name), degraded))
    return [
        f"{what}: {one!r} is not {two!r}" for what, one, two in stated if not is_same(one, two)
    ]


def _lasting(sheets: Sheets, variation: Variation) -> Iterator[Told]:
    """Compare by what month load or data outgrow an option."""
    cells = sheets["Runway"]
    row = max(at for (at, column), v in cells.items() if column == 1 and v == "Outgrown in month")
    runway = find_runway(build_problem(prepared(), variation.facts))
    for column, each in enumerate(runway.options, start=3):
        month = each.last.outgrown.point
        shown = None if month is None else min(month, 1e9)
        yield f"{each.option.name} outgrown", _told(cells.get((row, column))), _told(shown)


def _told(month: object) -> str:
    """Month 0 is not the same as none."""
    return f"{month:.0f}" if isinstance(month, int | float) else ""
