"""Further points of value functions: kept, undone, refused, told and of a scenario's own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.cli.json_output import decision
from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion
from arraywise.domain.messages import UserError
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import input_cells, read_criteria
from arraywise.store.study import open_study
from arraywise.usecases.compare_scenarios import add_scenario, use_scenario
from arraywise.usecases.decide_study import decide_study, decide_with_robustness
from arraywise.usecases.edit_cells import edit_sheets, type_criteria
from arraywise.usecases.undo import redo_step, undo_state, undo_step
from arraywise.worksheets.sheets import load_inputs
from tests.usecases.edits import set_criteria
from tests.usecases.undoable import content

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.domain.criteria import Corners, CriterionSetting
    from arraywise.store.study import Study

FURTHER = ((5400.0, 42.0), (1800.0, 73.0))
PLACE = [s.criterion for s in DEFAULT_CRITERIA].index(Criterion.PROVISIONING)
LIMIT = 2
"""Column of the sheet of criteria."""


@pytest.fixture
def path(small_study: Path) -> Path:
    return small_study


@pytest.fixture
def study(path: Path) -> Iterator[Study]:
    with open_study(path) as opened:
        set_criteria(opened, bent())
        yield opened


def bent(further: Corners = FURTHER, limit: float = 7200.0) -> tuple[CriterionSetting, ...]:
    """Return the criteria, provisioning with anchors of its own and further points."""
    criteria = list(DEFAULT_CRITERIA)
    given = replace(criteria[PLACE], limit=limit, target=3600.0, aspiration=900.0)
    criteria[PLACE] = replace(given, further=further)
    return tuple(criteria)


def test_they_come_back_when_the_study_is_opened_again(path: Path) -> None:
    with open_study(path) as study:
        set_criteria(study, bent())
    with open_study(path) as study:
        assert read_facts(study).criteria == bent()
        assert decide_study(study).settings[PLACE].further == FURTHER


def test_one_change_of_points_is_one_step(study: Study) -> None:
    before = content(study)
    set_criteria(study, bent(further=((5400.0, 50.0),)))
    after = content(study)
    assert str(undo_state(study).undo) == "value functions"
    undo_step(study)
    assert content(study) == before
    assert read_criteria(study) == bent()
    redo_step(study)
    assert content(study) == after


def test_they_move_the_answer(study: Study) -> None:
    worths = {}
    for further in ((), FURTHER):
        set_criteria(study, bent(further))
        for option in decide_study(study).options:
            cell = option.cells[PLACE]
            if cell.attribute.point is not None:
                worths.setdefault(cell.attribute.point, []).append(cell.points.point)
    assert worths
    assert all(0 <= worth <= 100 for pair in worths.values() for worth in pair)
    assert any(straight != curved for straight, curved in worths.values())


@pytest.mark.parametrize(
    "wrong", [bent(((5400.0, 70.0),)), bent(((1800.0, 50.0),)), bent(limit=5000.0)]
)
def test_out_of_order_nothing_is_kept(study: Study, wrong: tuple[CriterionSetting, ...]) -> None:
    before = content(study)
    with pytest.raises(UserError, match=r"provisioning: the point at \d+ min"):
        set_criteria(study, wrong)
    assert content(study) == before


@pytest.mark.parametrize(("text", "limit"), [("180", 10_800.0), ("", 7200.0), ("80", 7200.0)])
def test_the_sheet_takes_anchors_that_leave_them_in_order(
    study: Study, text: str, limit: float
) -> None:
    """80 minutes lie below the further point of 90; an open limit could do so any time."""
    facts, criteria = read_facts(study), load_inputs(study).criteria
    texts = {PLACE: {LIMIT: text}}
    if text:
        edit_sheets(
            study, type_criteria(input_cells(study), criteria, facts, texts, "."), "criteria"
        )
    else:
        with pytest.raises(UserError, match="provisioning: further points need a stated"):
            type_criteria(input_cells(study), criteria, facts, texts, ".")
    assert read_criteria(study) == bent(limit=limit)


def test_a_formula_that_would_pass_them_is_a_fault(study: Study) -> None:
    for text, faults in (("=200", 0), ("=60+10", 1)):
        facts, criteria = read_facts(study), load_inputs(study).criteria
        edit = type_criteria(input_cells(study), criteria, facts, {PLACE: {LIMIT: text}}, ".")
        assert len(edit_sheets(study, edit, "criteria").faults) == faults
        assert read_criteria(study) == bent(limit=12_000.0)


def test_a_scenario_has_points_of_its_own(study: Study) -> None:
    add_scenario(study, "other")
    set_criteria(study, bent(()))
    use_scenario(study, BASE)
    assert read_criteria(study) == bent()


def test_the_command_line_tells_them(study: Study) -> None:
    stated = decision(*decide_with_robustness(study))["value_functions"]
    provisioning, others = stated.pop(PLACE), stated
    assert provisioning["further_points"] == [
        {"attribute": 5400.0, "points": 42.0},
        {"attribute": 1800.0, "points": 73.0},
    ]
    assert all(other["further_points"] == [] for other in others)
