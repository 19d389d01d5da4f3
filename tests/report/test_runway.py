"""How long options last, in the report and in the workbook."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pypdf
import pytest

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.runway import find_runway
from arraywise.domain.runway import GrowingDemand
from arraywise.present.runway import DEMAND_WORDS, describe_chosen
from arraywise.report.document import build_pdf
from arraywise.usecases.decide_study import answer, prepare
from tests.report.example import FACTS, content_of
from tests.report.in_languages import edited
from tests.report.recalculation import by_ironcalc
from tests.report.variations import VARIATIONS
from tests.report.workbook_studies import GROWING

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.runway import Runway
    from arraywise.domain.study import StudyFacts
    from tests.report.recalculation import Value


def _runway(facts: StudyFacts) -> Runway:
    return find_runway(build_problem(prepare(facts), facts))


def _row(cells: dict[tuple[int, int], Value], name: str) -> list[Value]:
    """Return the last row of that name: load comes first, both together last."""
    row = max(at for (at, column), text in cells.items() if column == 1 and text == name)
    return [cells.get((row, column), "") for column in range(3, 3 + len(FACTS.options))]


def test_the_sheet_follows_what_is_typed(tmp_path: Path) -> None:
    variation = VARIATIONS["growth"]
    cells = by_ironcalc(edited(variation), tmp_path)["Runway"]
    runway = _runway(variation.facts)
    assert runway.load_growth > 0
    outgrown = [each.last.outgrown.point for each in runway.options]
    assert any(month is not None and month > 0 for month in outgrown)
    shown = ["" if month is None else month for month in outgrown]
    assert _row(cells, "Outgrown in month") == [
        pytest.approx(month) if isinstance(month, float | int) else month for month in shown
    ]


def test_the_overview_says_how_long_the_recommended_option_lasts() -> None:
    """From the answer alone, which is what a page has at every move of a slider."""
    answered, runway = answer(prepare(GROWING), GROWING, draws=0), _runway(GROWING)
    assert answered.recommended is not None
    whole = runway.of(answered.recommended)
    assert whole is not None
    said = str(describe_chosen(answered))
    assert said.startswith(f"{whole.option.name} carries it to month {whole.last.point:.0f}")
    assert said.endswith(
        f", then {DEMAND_WORDS[whole.outgrown_by or GrowingDemand.LOAD]} outgrows it."
    )
    still = replace(GROWING.requirement, growth_per_month=0.0, usable_growth_per_year=0.0)
    assert describe_chosen(answer(prepare(GROWING), GROWING, still, draws=0)) is None


def _text(facts: StudyFacts) -> str:
    pages = pypdf.PdfReader(BytesIO(build_pdf(content_of(facts)))).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_the_report_says_how_long_the_recommended_option_lasts() -> None:
    text, runway = _text(GROWING), _runway(GROWING)
    assert "The load grows by 0.5 % a month, the data by 20 % a year." in text
    nas = runway.options[0]
    assert (nas.option.name, nas.last.point) == ("NAS NFS", 8)
    assert "Load, data and cash by the month" in text
    assert "Fluid Cache on DAS: its load is not shown." in text


def test_without_growth_the_report_says_so() -> None:
    text = _text(FACTS)
    assert "No growth of load or data is stated." in text
    assert "Load, data and cash by the month" not in text


def test_the_growth_of_data_alone_is_worth_a_chart() -> None:
    asked = replace(GROWING.requirement, growth_per_month=0.0)
    text = _text(replace(GROWING, requirement=asked))
    assert "The data grows by 20 % a year; the load stays as it is." in text
    assert "Load, data and cash by the month" in text
