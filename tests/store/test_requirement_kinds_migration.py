"""Targets, loads and bases in a study from before they could be chosen."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import duckdb

from arraywise.domain.basis import Basis
from arraywise.domain.requirement import Goal, LoadUnit, Requirement
from arraywise.domain.workload import NO_PROFILE
from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import read_profile, read_requirement
from arraywise.store.study import migrate, open_study, steps
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.compare_scenarios import use_scenario
from arraywise.usecases.edit_study import set_requirement

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = 19
"""The last version without them."""
FILLED = (
    "INSERT INTO study_info VALUES ('a', 'b', 'BRL', false, now()::TIMESTAMP)",
    (
        "INSERT INTO requirement VALUES (0.2, 'mean', 5, 'sustained', 1, 30, 0.8, 0.2, 0,"
        " 0, 0, 0, NULL, true, 'best value', false, NULL)"
    ),
    "INSERT INTO scenario VALUES (1, 'other', 0, true)",
    (
        "INSERT INTO scenario_input VALUES (0, 'requirement', 'rule',"
        """ '[["requirement",["rule"],[],[["best value"]]]]')"""
    ),
)


def older_study(folder: Path) -> Path:
    """Make a study with the schema of before, and return its path."""
    schema, path = folder / "schema", folder / "old.arraywise"
    schema.mkdir()
    for number, file in steps():
        if number <= BEFORE:
            shutil.copy(file, schema)
    with duckdb.connect(str(path)) as connection:
        migrate(connection, 0, schema)
        for statement in FILLED:
            connection.execute(statement)
    return path


def test_an_older_study_keeps_its_question(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path)) as study:
        asked = read_requirement(study)
        assert (asked.goal, asked.load_unit, asked.load) == (
            Goal.RESPONSE_TIME,
            LoadUnit.VISITS,
            None,
        )
        assert asked.least_basis is Basis.PUBLISHED
        assert asked.target_s == 0.2
        assert read_profile(study) is NO_PROFILE


def test_what_a_scenario_then_asks_does_not_reach_the_base(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path)) as study:
        set_requirement(
            study,
            Requirement(
                goal=Goal.STORAGE_LATENCY,
                storage_latency_s=0.001,
                load=50.0,
                load_unit=LoadUnit.IOPS,
                storage_share=0.5,
                least_basis=Basis.IO,
            ),
        )
        use_scenario(study, BASE)
        asked = read_requirement(study)
    assert asked.goal is Goal.RESPONSE_TIME
    assert (asked.storage_latency_s, asked.load, asked.storage_share) == (None, None, None)
    assert (asked.load_unit, asked.least_basis) == (LoadUnit.VISITS, Basis.PUBLISHED)


def test_a_profile_that_a_stranger_wrote_is_left_out(tmp_path: Path) -> None:
    with open_study(older_study(tmp_path)) as study:
        with transaction(study, "strange") as cursor:
            for name, text in (
                ("reads", '[3.0, "a.html", 7]'),
                ("writes", '[-1, "a.html", null]'),
                ("block_bytes", "nonsense"),
                ("speed", '[1.0, "a", null]'),
                ("large_bytes", '[1e999, "a", null]'),
            ):
                write_setting(cursor, f"workload.{name}", text)
        profile = read_profile(study)
    assert (profile.reads, profile.writes, profile.block_bytes) == (3.0, None, None)
    source = profile.source_of("reads")
    assert source is not None
    assert (source.origin, source.line) == ("a.html", 7)
    assert profile.large_bytes is None
