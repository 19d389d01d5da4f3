"""A study may have any file name, also that of a table or a schema in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.store.reading.inputs import read_setting
from arraywise.store.samples import create_samples_table
from arraywise.store.study import create_study, open_study
from tests.store.test_study import write

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study


@pytest.mark.parametrize(
    "name",
    ["samples", "run", "schema_version", "main", "arraywise_study", "memory", "temp", "select",
     "it's", 'a "b"', "a.b", "R\u00fcckgrat \u6771\u4eac"],
)  # fmt: skip
def test_a_study_may_have_any_file_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.arraywise"
    with create_study(path, name="Lab") as study:
        write(study, "kept")
        sample_set(study)
    with open_study(path) as study, study.cursor() as cursor:
        assert read_setting(study, "written") == "kept"
        assert cursor.execute("SELECT c0 FROM samples.of_1").fetchall() == [(1.5,)]
    assert list(tmp_path.iterdir()) == [path]


def sample_set(study: Study) -> None:
    """Build a table in the schema of host samples."""
    with study.cursor() as cursor:
        create_samples_table(cursor, 1)
        cursor.execute("INSERT INTO samples.of_1 VALUES (1, NULL, 1.5)")
