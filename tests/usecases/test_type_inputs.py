from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.decision.scoring import (
    add_stakeholder,
    criteria_with_swings_of,
    remove_stakeholder,
    set_weights,
)
from arraywise.domain.cells import CellAddress
from arraywise.domain.criteria import NO_STAKEHOLDERS, Criterion
from arraywise.domain.messages import UserError
from arraywise.domain.requirement_fields import SHEET_FIELDS, RequirementKind
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import read_criteria, read_input_cells
from arraywise.store.study import create_study
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_cells import (
    criterion_text_error,
    edit_replacing_criteria,
    edit_replacing_requirement,
    edit_sheets,
    parse_criteria_edit,
    parse_requirement_edit,
    requirement_text_error,
)
from arraywise.usecases.edit_criteria import with_one_weight_set, without_criterion
from arraywise.usecases.edit_options import add_option
from arraywise.usecases.undo import undo_step
from arraywise.worksheets.evaluation import SheetCalculator, derive_inputs
from arraywise.worksheets.sheets import load_inputs
from tests.usecases.edits import set_weighting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.store.study import Study

TIME, PRICE = 0, 1
SWING, LIMIT, TARGET, ASPIRATION = 1, 2, 3, 4
ALONE = (NO_STAKEHOLDERS, NO_STAKEHOLDERS)
"""No stakeholders, before and after."""


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    with create_study(tmp_path / "s.arraywise", name="S") as built:
        add_option(built, "NAS")
        yield built


def value(study: Study, texts: Mapping[int, Mapping[int, str]], decimal: str = ".") -> None:
    criteria, facts = load_inputs(study).criteria, read_facts(study)
    edit = parse_criteria_edit(read_input_cells(study), criteria, facts, texts, decimal)
    edit_sheets(study, edit, "criteria")


def setting(study: Study, row: int) -> CriterionSetting:
    return load_inputs(study).criteria[row]


def test_anchors_are_typed_in_the_unit_people_use_and_swings_with_what_they_were_for(
    study: Study,
) -> None:
    value(study, {TIME: {SWING: "70,5", LIMIT: "250", TARGET: "150", ASPIRATION: "60"}}, ",")
    typed = setting(study, TIME)
    assert (typed.swing, typed.limit, typed.target, typed.aspiration) == (70.5, 0.25, 0.15, 0.06)
    assert typed.judged == (0.25, 0.06)
    assert not read_input_cells(study)
    value(study, {TIME: {LIMIT: ""}})
    assert setting(study, TIME).limit is None
    assert setting(study, TIME).judged == (0.25, 0.06)


def test_formulas_work_weights_out_and_stay_as_typed(study: Study) -> None:
    value(study, {TIME: {SWING: "=40*2", LIMIT: "=Requirement!B1*0.9"}, PRICE: {SWING: "=B1/4"}})
    assert setting(study, TIME).swing == 80
    assert setting(study, TIME).limit == pytest.approx(0.18)
    assert setting(study, PRICE).swing == 20
    edit = parse_requirement_edit(
        read_input_cells(study), read_facts(study).requirement, {0: "300"}, "."
    )
    edit_sheets(study, edit, "requirement")
    assert setting(study, TIME).limit == pytest.approx(0.27)
    texts = [cell.text for cell in read_input_cells(study).values()]
    assert texts == ["=40*2", "=Requirement!B1*0.9", "=B1/4"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nearly", "not a number"),
        ("-3", "between 0 and 100"),
        ("101", "between 0 and 100"),
    ],
)
def test_a_swing_that_makes_no_sense_is_kept_as_typed_and_says_why(
    study: Study, text: str, why: str
) -> None:
    before = setting(study, TIME)
    value(study, {TIME: {SWING: text}})
    assert setting(study, TIME) == before
    assert read_input_cells(study)[CellAddress("criteria", TIME, SWING)].text == text
    inputs, facts = load_inputs(study), read_facts(study)
    message = criterion_text_error(inputs.criteria, facts, (TIME, SWING), text, ".")
    assert why in str(message)


def test_anchors_that_do_not_agree_are_at_fault_together(study: Study) -> None:
    value(study, {TIME: {LIMIT: "100", TARGET: "150", ASPIRATION: "60"}})
    assert setting(study, TIME).limit is None
    assert len(read_input_cells(study)) == 3
    value(study, {TIME: {LIMIT: "=200", TARGET: "=500", ASPIRATION: "=60"}})
    assert setting(study, TIME).limit is None
    facts = read_facts(study)
    match = (
        SheetCalculator().calculate(facts, decide_study(study), read_input_cells(study)).results
    )
    faults = [result.fault for result in match.values()]
    assert all(fault is not None and "must be in order" in str(fault.message) for fault in faults)


def test_what_cannot_be_empty_is_not_emptied(study: Study) -> None:
    with pytest.raises(UserError, match="number is needed"):
        value(study, {TIME: {SWING: ""}})
    with pytest.raises(UserError, match="number is needed"):
        parse_requirement_edit({}, read_facts(study).requirement, {0: ""}, ".")
    assert "above zero" in str(requirement_text_error(read_facts(study).requirement, 0, "0", "."))


def test_what_is_asked_beside_speed_is_typed_as_hours_and_as_one_or_nought(study: Study) -> None:
    texts = {11: "=2*2", 12: "1", 13: "=IF(B12>3,1,0)"}
    edit = parse_requirement_edit({}, read_facts(study).requirement, texts, ".")
    edit_sheets(study, edit, "requirement")
    asked = read_facts(study).requirement
    assert (asked.max_restore_s, asked.needs_shared_storage, asked.needs_files) == (14400, 1, 1)
    assert str(requirement_text_error(asked, 12, "2", ".")) == "Enter yes or no: 1 or 0."
    assert "cannot be negative" in str(requirement_text_error(asked, 11, "-1", "."))
    edit = parse_requirement_edit(read_input_cells(study), asked, {11: "", 12: "0"}, ".")
    edit_sheets(study, edit, "requirement")
    asked = read_facts(study).requirement
    assert (asked.max_restore_s, asked.needs_shared_storage) == (None, False)


def test_an_anchor_that_follows_is_missing_in_formulas_and_not_zero(study: Study) -> None:
    value(study, {PRICE: {SWING: "=C1+1"}})
    result = SheetCalculator().calculate(
        read_facts(study), decide_study(study), read_input_cells(study)
    )
    fault = result.results[CellAddress("criteria", PRICE, SWING)].fault
    assert fault is not None
    assert (fault.code, fault.origin) == ("#N/A", "C1")


def test_a_slider_takes_the_place_of_formulas_and_undo_brings_them_back(study: Study) -> None:
    value(study, {TIME: {SWING: "=40*2", LIMIT: "=500/2"}})
    before = load_inputs(study).criteria
    moved = with_one_weight_set(before, Criterion.PRICE, 0.5)
    edit_sheets(
        study, edit_replacing_criteria(read_input_cells(study), before, moved, ALONE), "criteria"
    )
    assert list(read_input_cells(study)) == [CellAddress("criteria", TIME, LIMIT)]
    assert read_criteria(study) == moved
    undo_step(study)
    assert len(read_input_cells(study)) == 2
    assert setting(study, TIME).swing == 80


def test_a_moved_target_takes_the_place_of_its_formula_alone(study: Study) -> None:
    asked = read_facts(study).requirement
    edit = parse_requirement_edit({}, asked, {0: "=150", 1: "=1000*2"}, ".")
    edit_sheets(study, edit, "requirement")
    asked = read_facts(study).requirement
    moved = replace(asked, response_time_s=0.4)
    valued_by = read_facts(study).criteria, read_facts(study).weighting
    edit = edit_replacing_requirement(read_input_cells(study), asked, moved, valued_by)
    edit_sheets(study, edit, "requirement")
    assert read_facts(study).requirement == moved
    assert list(read_input_cells(study)) == [CellAddress("requirement", 1, 1)]


def test_a_criterion_that_is_taken_out_takes_its_row_along(study: Study) -> None:
    value(study, {TIME: {SWING: "=90"}, 2: {SWING: "=B4+B1"}})
    inputs, facts = load_inputs(study), read_facts(study)
    left = without_criterion(inputs.criteria, facts.weighting, Criterion.PRICE)
    edit = edit_replacing_criteria(read_input_cells(study), inputs.criteria, left, ALONE)
    edit_sheets(study, edit, "criteria")
    texts = {place.row: cell.text for place, cell in read_input_cells(study).items()}
    assert texts == {0: "=90", 1: "=B3+B1"}
    assert [s.criterion for s in read_criteria(study)] == [s.criterion for s in left]


OPS, MONEY = 8, 9
"""Columns of two stakeholders."""


@pytest.fixture
def people(study: Study) -> Study:
    """The study with two stakeholders, who begin with its weights."""
    criteria, weighting = load_inputs(study).criteria, read_facts(study).weighting
    for name in ("Operations", "Finance"):
        weighting = add_stakeholder(criteria, weighting, name)
    set_weighting(study, weighting)
    return study


def swings(study: Study, name: str) -> list[float]:
    inputs = load_inputs(study)
    return [s.swing for s in criteria_with_swings_of(inputs.criteria, inputs.weighting, name)]


def test_stakeholders_have_a_column_of_swings_each_that_takes_figures_and_formulas(
    people: Study,
) -> None:
    own = swings(people, "")
    value(people, {TIME: {OPS: "35", MONEY: "=B1/2"}, PRICE: {MONEY: "=I1+5"}})
    assert swings(people, "Operations") == [35, *own[1:]]
    assert swings(people, "Finance") == [own[0] / 2, 40, *own[2:]]
    assert swings(people, "") == own
    assert set(read_input_cells(people)) == {CellAddress("criteria", *at) for at in
                                        [(TIME, MONEY), (PRICE, MONEY)]}  # fmt: skip
    value(people, {TIME: {SWING: "80"}})
    assert swings(people, "Finance")[TIME] == 40, "the formula follows"
    undo_step(people)
    undo_step(people)
    assert swings(people, "Finance") == own
    given = read_facts(people).weighting.stakeholders[0].swings[TIME]
    value(people, {TIME: {OPS: "35"}})
    after = read_facts(people).weighting.stakeholders[0].swings[TIME]
    assert (after.judged is None, given.swing) == (False, own[0]), "given for the anchors of now"


def test_what_is_no_swing_stays_as_typed_and_the_rest_of_the_column_counts(
    people: Study,
) -> None:
    own = swings(people, "")
    value(people, {TIME: {OPS: "much"}, PRICE: {OPS: "120"}, 2: {OPS: "7"}})
    assert swings(people, "Operations") == [own[0], own[1], 7, *own[3:]]
    stored = {place.row: cell.text for place, cell in read_input_cells(people).items()}
    assert stored == {TIME: "much", PRICE: "120"}
    criteria, facts = load_inputs(people).criteria, read_facts(people)
    message = str(criterion_text_error(criteria, facts, (PRICE, OPS), "120", "."))
    assert "between 0 and 100" in message
    value(people, {row: {MONEY: "0"} for row in range(len(own))})
    assert swings(people, "Finance") == own, "somebody without any weight is nobody"
    assert len(read_input_cells(people)) == 2 + len(own)
    with pytest.raises(UserError):
        value(people, {TIME: {OPS: ""}})


def test_a_formula_that_is_no_swing_is_at_fault_and_changes_nothing(people: Study) -> None:
    own = swings(people, "")
    value(people, {TIME: {OPS: "=50*3"}, PRICE: {OPS: "=Demand.TPS"}})
    assert swings(people, "Operations") == own
    inputs, cells = load_inputs(people), read_input_cells(people)
    faults = derive_inputs(inputs, cells).faults
    assert "between 0 and 100" in str(faults[CellAddress("criteria", TIME, OPS)].message)


def test_a_stakeholder_who_goes_takes_their_column_along_and_sliders_replace_formulas(
    people: Study,
) -> None:
    value(people, {TIME: {OPS: "=30+1", MONEY: "=40+2"}, PRICE: {MONEY: "=I1+J1", OPS: "=20"}})
    weighting = read_facts(people).weighting
    criteria = load_inputs(people).criteria
    given = [replace(s, swing=33.0) if row == TIME else s for row, s in
             enumerate(criteria_with_swings_of(criteria, weighting, "Operations"))]  # fmt: skip
    set_weighting(people, set_weights(criteria, weighting, "Operations", given)[1])
    assert CellAddress("criteria", TIME, OPS) not in read_input_cells(people)
    assert read_input_cells(people)[CellAddress("criteria", PRICE, OPS)].text == "=20"
    assert swings(people, "Finance")[PRICE] == 75, "the formula follows the slider"
    set_weighting(people, remove_stakeholder(read_facts(people).weighting, "Operations"))
    texts = {(p.row, p.column): cell.text for p, cell in read_input_cells(people).items()}
    assert texts == {(TIME, OPS): "=40+2", (PRICE, OPS): "=#REF!+I1"}
    assert swings(people, "Finance")[TIME] == 42


def test_money_is_typed_with_the_sign_of_the_study_s_currency(study: Study) -> None:
    budget = next(
        row for row, field in enumerate(SHEET_FIELDS) if field.kind is RequirementKind.MONEY
    )
    facts = read_facts(study)
    sign = {"EUR": "\u20ac", "BRL": "R$", "USD": "US$"}[facts.currency]
    for text in (f"{sign}250,000", f"{sign} 250k", f"0.25 M {facts.currency}", "250,000"):
        edit = parse_requirement_edit({}, facts.requirement, {budget: text}, ".", facts.currency)
        assert edit.requirement is not None
        assert edit.requirement.budget == 250_000
    other = requirement_text_error(facts.requirement, budget, "\u00a3250,000", ".", facts.currency)
    assert "not a number" in str(other)
    assert "not a number" in str(
        requirement_text_error(facts.requirement, 0, f"{sign}5", ".", "EUR")
    )
    value(study, {PRICE: {LIMIT: f"{sign}900k", ASPIRATION: "0.3 M", TARGET: "450,000"}})
    priced = setting(study, PRICE)
    assert (priced.limit, priced.target, priced.aspiration) == (900_000, 450_000, 300_000)
