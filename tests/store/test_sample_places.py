"""Where the cells of host samples stand in their file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.samples import list_sample_sets, read_statistics
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study

RECORDING = ROOT / "data" / "worked-example" / "nas-nfs" / "dstat" / "nas_u030_r1_dstat.csv"


def test_every_column_leads_to_its_cell_in_the_first_row(study: Study) -> None:
    import_files(study, [RECORDING])
    (samples,) = list_sample_sets(study, list_files(study)[0].id)
    line = RECORDING.read_text("utf-8").splitlines()[samples.first_line - 1]
    result = read_statistics(study, samples)
    assert len(result) > 10
    for column in result:
        place = column.series.column_in_line
        assert place is not None
        assert place == 1 or line[place - 2] == ","
        printed = float(line[place - 1 :].partition(",")[0])
        scale = 0.01 if column.series.name.startswith("cpu_") else 1.0
        assert column.first == pytest.approx(printed * scale)


def test_rows_that_had_to_be_mended_lead_there_too(study: Study, tmp_path: Path) -> None:
    lines = RECORDING.read_text("utf-8").splitlines(keepends=True)
    damaged = tmp_path / "cut.csv"
    damaged.write_text("".join([*lines[:20], "1,2\n", *lines[20:]]), "utf-8")
    import_files(study, [damaged])
    (samples,) = list_sample_sets(study, list_files(study)[0].id)
    places = [column.column_in_line for column in samples.columns]
    first = lines[samples.first_line - 1]
    assert all(place is not None and first[place - 2] == "," for place in places if place != 1)
    assert len(set(places)) == len(places) > 10
