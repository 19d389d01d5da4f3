"""Further points of value functions, typed into the sheet of criteria."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.decision.scoring import add_stakeholder, remove_stakeholder
from arraywise.domain.cells import CellAddress
from arraywise.domain.criteria import Criterion
from arraywise.domain.messages import UserError
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import input_cells
from arraywise.store.study import create_study
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_cells import edit_sheets, type_criteria
from arraywise.usecases.undo import undo_step
from arraywise.worksheets.evaluation import SheetCalculator
from arraywise.worksheets.sheets import load_inputs
from tests.usecases.edits import set_criteria, set_weighting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from arraywise.domain.cells import CellResult
    from arraywise.domain.criteria import Corners
    from arraywise.store.study import Study

TIME = 0
A, WORTH_A, B, WORTH_B, C, WORTH_C = range(8, 14)
"""Columns of the points where there is no stakeholder."""


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    """A study whose response time is worth 0 at 200, 60 at 150 and 100 at 50 ms."""
    with create_study(tmp_path / "s.arraywise", name="S") as built:
        value(built, {2: "200", 3: "150", 4: "50"})
        yield built


def value(study: Study, texts: Mapping[int, str], decimal: str = ".") -> None:
    criteria, facts = load_inputs(study).criteria, read_facts(study)
    edit = type_criteria(input_cells(study), criteria, facts, {TIME: texts}, decimal)
    edit_sheets(study, edit, "criteria")


def further(study: Study) -> Corners:
    return load_inputs(study).criteria[TIME].further


def cells(study: Study) -> dict[int, str]:
    return {place.column: cell.text for place, cell in input_cells(study).items()}


def results(study: Study) -> dict[int, CellResult]:
    answer, typed = decide_study(study), input_cells(study)
    match = SheetCalculator().calculate(read_facts(study), answer, typed)
    return {place.column: result for place, result in match.results.items()}


def said(study: Study) -> set[str]:
    """Describe what is wrong with the row's cells."""
    return {str(result.fault.message) for result in results(study).values() if result.fault}


def test_points_are_typed_in_the_unit_people_use_and_stand_by_their_worth(study: Study) -> None:
    value(study, {A: "100", WORTH_A: "80,5", B: "180", WORTH_B: "20"}, ",")
    assert further(study) == ((0.18, 20.0), (0.1, 80.5))
    assert not cells(study)
    value(study, {A: "190"})
    assert further(study) == ((0.19, 20.0), (0.1, 80.5))
    undo_step(study)
    undo_step(study)
    assert further(study) == ()


def test_a_point_is_typed_one_half_after_the_other(study: Study) -> None:
    value(study, {A: "100"})
    assert further(study) == ()
    assert cells(study) == {A: "100"}
    assert said(study) == {"A further point needs a value and its score; one is missing."}
    value(study, {WORTH_A: "80 %"})
    assert further(study) == ((0.1, 80.0),)
    assert not cells(study)
    value(study, {A: ""})
    assert further(study) == ((0.1, 80.0),), "half a point is none yet, and none is lost"
    value(study, {WORTH_A: ""})
    assert further(study) == ()
    assert not cells(study)


def test_formulas_work_points_out_and_each_cell_stays_where_it_is(study: Study) -> None:
    value(study, {A: "=D1-50", B: "180", WORTH_B: "20"})
    value(study, {WORTH_A: "80"})
    assert further(study) == ((0.18, 20.0), (0.1, 80.0))
    assert cells(study) == {A: "=D1-50", WORTH_A: "80", B: "180", WORTH_B: "20"}
    value(study, {3: "140"})
    assert further(study) == ((0.18, 20.0), (0.09, 80.0)), "the formula follows"
    value(study, {WORTH_B: "=I1/3"})
    assert further(study)[0] == (0.18, 30.0)
    undo_step(study)
    value(study, {A: "90"})
    assert not cells(study)
    assert further(study) == ((0.18, 20.0), (0.09, 80.0))


def test_formulas_see_points(study: Study) -> None:
    value(study, {A: "100", WORTH_A: "80"})
    value(study, {1: "=J1/2+I1/10"})
    assert load_inputs(study).criteria[TIME].swing == 50


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({A: "100", WORTH_A: "120"}, "must score between 0 and 100, not 120"),
        ({A: "160", WORTH_A: "80"}, "at 160 ms (80) is out of order"),
        ({A: "=320/2", WORTH_A: "80"}, "at 160 ms (80) is out of order"),
        ({A: "soon", WORTH_A: "80"}, "“soon” is not a number"),
    ],
)
def test_points_that_make_no_sense_stay_as_typed_and_say_why(
    study: Study, texts: dict[int, str], why: str
) -> None:
    value(study, texts)
    assert further(study) == ()
    assert cells(study) == texts
    assert any(why in sentence for sentence in said(study))
    value(study, {A: "100", WORTH_A: "80"})
    assert further(study) == ((0.1, 80.0),)


def test_points_at_fault_do_not_keep_the_rest_of_the_row_back(study: Study) -> None:
    value(study, {1: "70", 3: "=120", A: "160", WORTH_A: "80"})
    setting = load_inputs(study).criteria[TIME]
    assert (setting.swing, setting.target, setting.further) == (70, 0.12, ())
    assert cells(study) == {3: "=120", A: "160", WORTH_A: "80"}
    assert results(study)[3].fault is None
    value(study, {3: "170"})
    assert further(study) == ((0.16, 80.0),), "tried again with every edit"


def test_points_need_anchors_that_are_given(study: Study) -> None:
    value(study, {3: ""})
    value(study, {A: "100", WORTH_A: "80"})
    assert further(study) == ()
    assert any("further points need a stated limit" in sentence for sentence in said(study))
    value(study, {3: "=150"})
    assert further(study) == ((0.1, 80.0),)
    value(study, {3: "150"})
    with pytest.raises(UserError, match="further points need a stated limit"):
        value(study, {3: ""})


def test_a_whole_row_is_pasted(study: Study) -> None:
    row = {1: "90", 2: "300", 3: "200", 4: "100", 5: "50", A: "250", WORTH_A: "25"}
    value(study, row)
    setting = load_inputs(study).criteria[TIME]
    assert setting.corners == ((0.3, 0), (0.25, 25), (0.2, 50), (0.1, 100))
    assert not cells(study)


def test_points_given_beside_the_curve_take_the_place_of_formulas(study: Study) -> None:
    value(study, {A: "=100", WORTH_A: "80"})
    criteria = load_inputs(study).criteria
    given = replace(criteria[TIME], further=((0.09, 80.0),))
    set_criteria(study, (given, *criteria[1:]))
    assert (further(study), cells(study)) == (((0.09, 80.0),), {})
    undo_step(study)
    assert cells(study) == {A: "=100", WORTH_A: "80"}
    set_criteria(study, [s for s in criteria if s.criterion != Criterion.RESPONSE_TIME])
    assert not cells(study)


def test_points_make_room_for_a_stakeholder_and_formulas_follow(study: Study) -> None:
    value(study, {A: "=D1-50", WORTH_A: "=I1-20"})
    criteria, weighting = load_inputs(study).criteria, read_facts(study).weighting
    set_weighting(study, add_stakeholder(criteria, weighting, "Finance"))
    assert cells(study) == {A + 1: "=D1-50", WORTH_A + 1: "=J1-20"}
    assert further(study) == ((0.1, 80.0),)
    value(study, {B + 1: "180", WORTH_B + 1: "20", 8: "35"})
    assert further(study) == ((0.18, 20.0), (0.1, 80.0))
    assert read_facts(study).weighting.stakeholders[0].swings[TIME].swing == 35
    set_weighting(study, remove_stakeholder(read_facts(study).weighting, "Finance"))
    assert cells(study) == {A: "=D1-50", WORTH_A: "=I1-20", B: "180", WORTH_B: "20"}
    assert further(study) == ((0.18, 20.0), (0.1, 80.0))


def test_an_emptied_half_is_empty_to_formulas_too(study: Study) -> None:
    value(study, {A: "100", WORTH_A: "80"})
    value(study, {1: "=I1/10+J1"})
    assert load_inputs(study).criteria[TIME].swing == 90
    calculator, answer = SheetCalculator(), decide_study(study)
    calculator.calculate(read_facts(study), answer, input_cells(study))
    value(study, {A: ""})
    result = calculator.calculate(read_facts(study), answer, input_cells(study))
    assert result.results[CellAddress("criteria", TIME, 1)].value == 80
