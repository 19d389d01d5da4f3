"""How long options last, in the report and in the workbook."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pypdf

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.runway import find_runway
from arraywise.domain.runway import GrowingDemand
from arraywise.present.figures import describe_requirement, describe_study_question
from arraywise.present.runway import DEMAND_WORDS, describe_recommended_lifetime
from arraywise.report.document import build_pdf
from arraywise.usecases.decide_study import answer, prepare
from tests.report.example import FACTS, content_of
from tests.report.workbook_studies import GROWING

if TYPE_CHECKING:
    from arraywise.domain.runway import Runway
    from arraywise.domain.study import StudyFacts


def _runway(facts: StudyFacts) -> Runway:
    return find_runway(build_problem(prepare(facts), facts))


def test_the_overview_says_how_long_the_recommended_option_lasts() -> None:
    """From the answer alone, which is what a page has at every move of a slider."""
    answered, runway = answer(prepare(GROWING), GROWING, draws=0), _runway(GROWING)
    assert answered.recommended is not None
    whole = runway.option_runway(answered.recommended)
    assert whole is not None
    said = str(describe_recommended_lifetime(answered))
    assert said.startswith(f"{whole.option.name} carries it to month {whole.last_month.point:.0f}")
    assert said.endswith(
        f", then {DEMAND_WORDS[whole.outgrown_by or GrowingDemand.LOAD]} outgrows it."
    )
    still = replace(GROWING.requirement, growth_per_month=0.0, usable_growth_per_year=0.0)
    assert describe_recommended_lifetime(answer(prepare(GROWING), GROWING, still, draws=0)) is None


def _text(facts: StudyFacts) -> str:
    pages = pypdf.PdfReader(BytesIO(build_pdf(content_of(facts)))).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_the_report_says_how_long_the_recommended_option_lasts() -> None:
    text, runway = _text(GROWING), _runway(GROWING)
    assert "The load grows by 0.5 % a month, the data by 20 % a year." in text
    nas = runway.options[0]
    assert (nas.option.name, nas.last_month.point) == ("NAS NFS", 8)
    assert "Over time" in text
    assert "Fluid Cache on DAS: its load is not shown." in text


def test_without_growth_there_is_no_page_over_time() -> None:
    assert "Over time" not in _text(FACTS)


def test_the_growth_of_data_alone_is_worth_a_chart() -> None:
    asked = replace(GROWING.requirement, growth_per_month=0.0)
    text = _text(replace(GROWING, requirement=asked))
    assert "The data grows by 20 % a year; the load stays as it is" in text
    assert "Over time" in text


def test_a_report_that_nobody_stated_a_need_for_asks_and_requires_nothing() -> None:
    """Catches a cover that asks for a target which is only the default."""
    content = content_of(FACTS)
    unstated = replace(content.answer, is_stated=False)
    assert (
        str(describe_study_question(unstated))
        == "Which storage, for which load and response time?"
    )
    assert [str(each) for each in describe_requirement(unstated)] == [
        "No requirement is stated. Enter target and load; nothing is judged before."
    ]
