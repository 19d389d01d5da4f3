"""Provisioning times of a study from before they could be estimated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.options import ProvisioningTime, make_time
from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import option_ratings, provisioning_times
from arraywise.store.study import open_study
from arraywise.usecases.compare_scenarios import compare_scenarios, use_scenario
from arraywise.usecases.edit_options import remove_option, set_provisioning
from tests.store.older_study import older_study

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = 15
"""The last version without them."""
FILLED = (
    (
        "INSERT INTO option (id, name, architecture, position, restore_s)"
        " VALUES (1, 'NAS', 'NAS', 0, NULL)"
    ),
    "INSERT INTO provisioning_time VALUES (1, 0, 'Zone', 1, 600.0)",
    "INSERT INTO scenario VALUES (1, 'other', 0, true)",
    (
        "INSERT INTO scenario_input VALUES (0, 'provisioning', '1', '"
        '[["provisioning_time",["option_id","position","step","repetition","seconds"],[],'
        """[[1,0,"Zone",1,600.0]]]]')"""
    ),
)
RATED = "INSERT INTO option_rating VALUES (1, 'availability', 3)"
READ = (ProvisioningTime("Zone", 1, 600.0),)
JUDGED = (
    make_time("Zone", 1, MeanAndError(600.0, 30.0)),
    ProvisioningTime("Zone", 2, 610.0),
    make_time("Map", 1, LeastLikelyMost(0.1, 0.2, 0.7)),
)


def test_an_older_study_has_its_readings(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        assert provisioning_times(study) == {1: READ}


def test_estimates_of_a_scenario_do_not_reach_the_older_base(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        set_provisioning(study, "NAS", JUDGED)
        assert provisioning_times(study) == {1: JUDGED}
        use_scenario(study, BASE)
        assert provisioning_times(study) == {1: READ}
        use_scenario(study, 1)
        assert provisioning_times(study) == {1: JUDGED}


def test_estimates_that_only_differ_in_their_spread_are_a_difference(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        before = set(compare_scenarios(study)[-1].differs)
        set_provisioning(study, "NAS", [make_time("Zone", 1, MeanAndError(600.0, 30.0))])
        (said,) = set(compare_scenarios(study)[-1].differs) - before
        assert str(said) == "provisioning times of NAS"


def test_estimates_go_with_their_option(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        set_provisioning(study, "NAS", JUDGED)
        remove_option(study, 1)
        with study.cursor() as cursor:
            left = cursor.execute("SELECT count(*) FROM provisioning_estimate").fetchone()
        assert left == (0,)


def test_ratings_of_an_older_study_are_certain(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED, RATED)) as study:
        assert option_ratings(study) == {1: ((Criterion.AVAILABILITY, 3),)}


def test_an_impossible_rating_in_a_file_is_left_out(tmp_path: Path) -> None:
    falls = "INSERT INTO rating_estimate VALUES (1, 'availability', 5, 2)"
    with open_study(older_study(tmp_path, BEFORE + 1, *FILLED, RATED, falls)) as study:
        assert option_ratings(study) == {}


def test_an_impossible_distribution_in_a_file_leaves_the_reading(tmp_path: Path) -> None:
    impossible = (
        "INSERT INTO provisioning_estimate VALUES (1, 0, NULL, 9.0, 5.0, 1.0)",
        "INSERT INTO provisioning_estimate VALUES (1, 0, -1.0, NULL, NULL, NULL)",
    )
    for number, statement in enumerate(impossible):
        folder = tmp_path / str(number)
        folder.mkdir()
        with open_study(older_study(folder, BEFORE + 1, *FILLED, statement)) as study:
            assert provisioning_times(study) == {1: READ}
