"""Studies of older formats: what their weights, value functions and scenarios become."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.criteria import Criterion, Method
from arraywise.store import layout
from arraywise.store.reading.history import BASE, list_scenarios
from arraywise.store.reading.inputs import read_criteria, read_input_cells, read_weighting
from arraywise.store.study import create_study, open_study
from arraywise.usecases.compare_scenarios import use_scenario

if TYPE_CHECKING:
    from pathlib import Path

CRITERIA = """
INSERT INTO criterion VALUES (0, 'response time', 100, 0.2, 0.15, 0.06, 60, 0.2, 0.06),
 (1, '36-month price', 33.333333, NULL, NULL, NULL, 60, NULL, NULL);
INSERT INTO weighting VALUES ('stakeholder', 'pairs', 'pairs');
INSERT INTO stakeholder VALUES (0, 'pairs', 'pairs'), (1, 'Ann', 'rank order');
INSERT INTO stakeholder_swing VALUES ('pairs', 0, 'response time', 100, 0.2, 0.06),
 ('pairs', 1, '36-month price', 20, NULL, NULL), ('Ann', 0, 'response time', 100, NULL, NULL);
"""
PAIRS = """
INSERT INTO weight_judgement VALUES ('', 0, 'response time', '36-month price', 3),
 ('pairs', 0, 'response time', '36-month price', 5);
INSERT INTO typed VALUES ('weight_judgement', 'x', TIMESTAMP '2026-11-01', 'Ann');
"""
_POINTS = "INSERT INTO value_point VALUES ('response time', 0, 0.18, 20);"
_TYPED_POINT = """
INSERT INTO sheet_cell VALUES ('criteria', 0, 9, '=50+1', '.', ''),
 ('criteria', 0, 10, '=1', '.', '');
"""
_SCENARIO = """
INSERT INTO scenario VALUES (1, 'Dearer', 0, false);
INSERT INTO scenario_input VALUES (1, 'weights', '', '[
["criterion",["position","criterion","swing","limit_anchor","target_anchor","aspiration_anchor",
"target_value","judged_limit","judged_aspiration"],[],
[[0,"response time",100.0,0.2,0.15,0.06,60.0,null,null],
[1,"36-month price",7.0,null,null,null,60.0,null,null]]],
["sheet_cell",["sheet","row_number","column_number","typed","decimal_mark","number_format"],[],
[["criteria",0,8,"=40","."," "],["criteria",0,9,"0.18",".",""]]],
["stakeholder",["position","name","method"],[],[[0,"pairs","pairs"]]],
["stakeholder_swing",["stakeholder","position","criterion","swing","judged_limit","judged_aspiration"],
[],[["pairs",0,"36-month price",50.0,null,null]]],
["value_point",["criterion","position","attribute","points"],[],[["response time",0,0.18,20.0]]],
["weight_judgement",["stakeholder","position","first_criterion","second_criterion","ratio"],[],
[["",0,"response time","36-month price",3.0]]],
["weighting",["decider","decider_name","method"],[],[["study","pairs","pairs"]]]]');
"""


def schema_until(folder: Path, version: int) -> Path:
    """Copy the steps of the schema up to a version into a new folder."""
    folder.mkdir()
    for number, file in layout.list_schema_steps():
        if number <= version:
            shutil.copy(file, folder)
    return folder


@pytest.fixture
def schema_21(tmp_path: Path) -> Path:
    return schema_until(tmp_path / "schema", 21)


def make_old(path: Path, schema: Path, *statements: str) -> None:
    """Make a study of format 21 with rows as Arraywise wrote them then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "SCHEMA", schema)
        with create_study(path, name="old") as study, study.cursor() as cursor:
            cursor.execute("".join(statements).replace("\n[", "[").replace("\n", " "))


def test_weights_of_pairs_stay_as_swings_and_that_is_said_once(
    tmp_path: Path, schema_21: Path
) -> None:
    path = tmp_path / "a.arraywise"
    make_old(path, schema_21, CRITERIA, PAIRS)
    with open_study(path) as study:
        assert "came from pairs are kept as swings" in str(study.notice)
        assert "a.arraywise.bak-v21" in str(study.notice)
        assert [s.swing for s in read_criteria(study)] == [100, 33.333333]
        weighting = read_weighting(study)
        assert (weighting.method, weighting.decider_name) == (Method.SWINGS, "pairs")
        assert [(s.name, s.method) for s in weighting.stakeholders] == [
            ("pairs", Method.SWINGS), ("Ann", Method.RANKS),
        ]  # fmt: skip
        assert [s.swing for s in weighting.stakeholders[0].swings] == [100, 20]
        with study.cursor() as cursor:
            assert cursor.execute("FROM typed").fetchall() == []
    with open_study(path) as study:
        assert study.notice is None


@pytest.mark.parametrize("points", [_POINTS, _TYPED_POINT])
def test_lost_further_points_are_said_once(tmp_path: Path, schema_21: Path, points: str) -> None:
    """Typed ones stand behind the last stakeholder, whose own cells stay."""
    path = tmp_path / "a.arraywise"
    make_old(path, schema_21, CRITERIA, points)
    with open_study(path) as study:
        assert "lost their further points, so that points may differ" in str(study.notice)
        time = read_criteria(study)[0]
        assert time.corners == ((0.2, 0.0), (0.15, 60.0), (0.06, 100.0))
        assert {place.column for place in read_input_cells(study)} <= {9}
    with open_study(path) as study:
        assert study.notice is None


def test_a_study_with_neither_is_converted_without_a_word(tmp_path: Path, schema_21: Path) -> None:
    path = tmp_path / "a.arraywise"
    make_old(path, schema_21, "INSERT INTO stakeholder VALUES (0, 'Ann', 'rank order');")
    with open_study(path) as study:
        assert study.notice is None


def test_a_scenario_of_an_older_study_is_used(tmp_path: Path, schema_21: Path) -> None:
    path = tmp_path / "a.arraywise"
    make_old(path, schema_21, CRITERIA, _SCENARIO)
    with open_study(path) as study:
        assert "kept as swings, value functions lost" in str(study.notice)
        (scenario,) = [s for s in list_scenarios(study) if s.id != BASE]
        use_scenario(study, scenario.id)
        swings = {s.criterion: s.swing for s in read_criteria(study)}
        assert swings == {Criterion.RESPONSE_TIME: 100, Criterion.PRICE: 7}
        weighting = read_weighting(study)
        assert weighting.method is Method.SWINGS
        assert [(s.name, s.method) for s in weighting.stakeholders] == [("pairs", Method.SWINGS)]
        assert [place.column for place in read_input_cells(study)] == [8]
        use_scenario(study, BASE)
        assert [s.swing for s in read_criteria(study)] == [100, 33.333333]


def test_scenarios_that_cannot_be_read_do_not_keep_a_study_shut(
    tmp_path: Path, schema_21: Path
) -> None:
    path = tmp_path / "a.arraywise"
    odd = (
        "INSERT INTO scenario_input VALUES (1, 'weights', '', '{}'), (2, 'weights', '', '[[7]]');"
    )
    make_old(path, schema_21, odd)
    with open_study(path) as study:
        assert study.notice is None
