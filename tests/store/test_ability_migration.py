"""What options can do, in a study from before that was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import list_options, read_requirement
from arraywise.store.study import open_study
from arraywise.usecases.compare_scenarios import use_scenario
from arraywise.usecases.edit_study import set_requirement
from tests.store.older_study import older_study

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = 12
"""The last version without them."""
FILLED = (
    "INSERT INTO option VALUES (1, 'a', 'NAS', 0, true), (2, 'b', 'DAS', 1, false)",
    "INSERT INTO option VALUES (3, 'c', 'FC SAN', 2, true)",
    (
        "INSERT INTO requirement VALUES (0.2, 'mean', 5, 'sustained', 1, 30, 0.8, 0.2, 0,"
        " 0, 0, 0, NULL, true, 'best value')"
    ),
    "INSERT INTO scenario VALUES (1, 'other', 0, true)",
    (
        "INSERT INTO scenario_input VALUES (0, 'requirement', 'rule',"
        """ '[["requirement",["rule"],[],[["best value"]]]]')"""
    ),
)


def test_options_of_an_older_study_keep_what_was_said_of_them(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        options, asked = list_options(study), read_requirement(study)
    assert [o.shared_storage for o in options] == [True, False, True]
    assert [o.serves_files for o in options] == [True, False, None]
    assert [o.restore_s for o in options] == [None, None, None]
    assert (asked.needs_shared_storage, asked.needs_files, asked.max_restore_s) == (
        True,
        False,
        None,
    )


def test_what_a_scenario_then_asks_does_not_reach_the_base(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path, BEFORE, *FILLED)) as study:
        asked = read_requirement(study)
        set_requirement(study, type(asked)(needs_files=True, max_restore_s=60.0))
        use_scenario(study, BASE)
        found = read_requirement(study)
    assert (found.needs_files, found.max_restore_s) == (False, None)
