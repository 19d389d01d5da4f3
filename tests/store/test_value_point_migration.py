"""Value functions of a study from before they could have further points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import read_criteria
from arraywise.store.study import open_study
from arraywise.usecases.compare_scenarios import use_scenario
from tests.store.older_study import older_study
from tests.usecases.edits import set_criteria

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = 14
"""The last version without them."""
FILLED = (
    "INSERT INTO criterion VALUES (0, 'headroom', 50, 0.0, 0.2, 0.5, 60, NULL, NULL)",
    "INSERT INTO scenario VALUES (1, 'other', 0, true)",
    (
        "INSERT INTO scenario_input VALUES (0, 'weights', '', '"
        '[["criterion",["position","criterion","swing","limit_anchor","target_anchor",'
        '"aspiration_anchor","target_value","judged_limit","judged_aspiration"],[],'
        """[[0,"headroom",50.0,0.0,0.2,0.5,60.0,null,null]]]]')"""
    ),
)
STORED = CriterionSetting(Criterion.HEADROOM, 50, 0.0, 0.2, 0.5)


def test_an_older_study_has_its_anchors_and_nothing_further(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        assert read_criteria(study) == (STORED,)


def test_further_points_of_a_scenario_do_not_reach_the_older_base(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        bent = (replace(STORED, further=((0.1, 20.0),)),)
        set_criteria(study, bent)
        assert read_criteria(study) == bent
        use_scenario(study, BASE)
        assert read_criteria(study) == (STORED,)
        use_scenario(study, 1)
        assert read_criteria(study) == bent
