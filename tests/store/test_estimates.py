"""Estimates of times and ratings: a scenario's own, gone with their option, never absurd."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.criteria import Criterion
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.options import ProvisioningTime, build_provisioning_time
from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import read_option_ratings, read_provisioning_times
from arraywise.usecases.compare_scenarios import compare_scenarios, use_scenario
from arraywise.usecases.edit_options import remove_option, upsert_provisioning_times

if TYPE_CHECKING:
    from arraywise.store.study import Study

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
    build_provisioning_time("Zone", 1, MeanAndError(600.0, 30.0)),
    ProvisioningTime("Zone", 2, 610.0),
    build_provisioning_time("Map", 1, LeastLikelyMost(0.1, 0.2, 0.7)),
)


def fill(study: Study, *statements: str) -> None:
    """Put rows into a study as they might be in a file."""
    with study.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def test_estimates_of_a_scenario_do_not_reach_the_base(study: Study) -> None:
    fill(study, *FILLED)
    upsert_provisioning_times(study, "NAS", JUDGED)
    assert read_provisioning_times(study) == {1: JUDGED}
    use_scenario(study, BASE)
    assert read_provisioning_times(study) == {1: READ}
    use_scenario(study, 1)
    assert read_provisioning_times(study) == {1: JUDGED}


def test_estimates_that_only_differ_in_their_spread_are_a_difference(study: Study) -> None:
    fill(study, *FILLED)
    before = set(compare_scenarios(study)[-1].differences)
    upsert_provisioning_times(
        study, "NAS", [build_provisioning_time("Zone", 1, MeanAndError(600.0, 30.0))]
    )
    (message,) = set(compare_scenarios(study)[-1].differences) - before
    assert str(message) == "provisioning times of NAS"


def test_estimates_go_with_their_option(study: Study) -> None:
    fill(study, *FILLED)
    upsert_provisioning_times(study, "NAS", JUDGED)
    remove_option(study, 1)
    with study.cursor() as cursor:
        left = cursor.execute("SELECT count(*) FROM provisioning_estimate").fetchone()
    assert left == (0,)


def test_an_impossible_rating_in_a_file_is_left_out(study: Study) -> None:
    fill(study, *FILLED, RATED)
    assert read_option_ratings(study) == {1: ((Criterion.AVAILABILITY, 3),)}
    fill(study, "INSERT INTO rating_estimate VALUES (1, 'availability', 5, 2, NULL)")
    assert read_option_ratings(study) == {}


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO provisioning_estimate VALUES (1, 0, NULL, 9.0, 5.0, 1.0)",
        "INSERT INTO provisioning_estimate VALUES (1, 0, -1.0, NULL, NULL, NULL)",
    ],
)
def test_an_impossible_distribution_in_a_file_leaves_the_reading(
    study: Study, statement: str
) -> None:
    fill(study, *FILLED, statement)
    assert read_provisioning_times(study) == {1: READ}
