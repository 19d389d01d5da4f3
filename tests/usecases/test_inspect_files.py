"""A look at files without a study gives what an import would keep."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.domain.messages import Stopped
from arraywise.domain.units import Unit
from arraywise.store.reading.evidence import read_file_detail
from arraywise.store.reading.samples import read_statistics
from arraywise.usecases.import_files import import_files
from arraywise.usecases.inspect_files import inspect_files
from tests.usecases.result_files import dstat

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study


def test_every_file_is_looked_at_in_order(lab: Path) -> None:
    note, das, nas, gone = inspect_files([lab, lab / "gone.txt"])
    assert [f.file.name for f in (note, das, nas)] == [
        "notes.txt",
        "das/summary.txt",
        "nas_10gbe/summary.txt",
    ]
    data = (lab / das.file.name).read_bytes()
    assert (das.file.sha256, das.file.size_bytes) == (hashlib.sha256(data).hexdigest(), len(data))
    assert [m.value for m in das.file.reading.runs[0].measurements] == [1001.0, 0.00033]
    assert das.series == ((),)
    assert [f.file.reading.status for f in (note, nas, gone)] == [
        Status.REFUSED,
        Status.READ,
        Status.REFUSED,
    ]
    assert "No such file" in gone.file.reading.problems[0].text


@pytest.mark.parametrize("file_by_file", [False, True])
def test_same_names_in_folders_named_apart_are_sets_of_their_own(
    tmp_path: Path, *, file_by_file: bool
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for number, folder in enumerate(folders):
        folder.mkdir()
        head = "Large/Small,      1,      2\n          0,"
        (folder / "oltp_iops.csv").write_text(f"{head}   230{number},   439{number}\n")
        (folder / "oltp_lat.csv").write_text(f"{head} 0.43,  0.4{number + 5}\n")
    paths = [path for folder in folders for path in sorted(folder.iterdir())]
    inspected = inspect_files(paths if file_by_file else folders)
    names = [p.name if file_by_file else f"{p.parent.name}/{p.name}" for p in paths]
    assert [f.file.name for f in inspected] == names
    readings = [f.file.reading for f in inspected]
    assert [[m.value for m in r.runs[0].measurements] for r in readings] == [
        [2300.0, 4390.0],
        [pytest.approx(0.00043), pytest.approx(0.00045)],
        [2301.0, 4391.0],
        [pytest.approx(0.00043), pytest.approx(0.00046)],
    ]
    sets = [reading.set_name for reading in readings]
    assert sets[0] == sets[1] != sets[2] == sets[3]


def test_host_samples_are_summed_up(tmp_path: Path) -> None:
    path = tmp_path / "dstat.csv"
    path.write_text(dstat(11))
    (inspected,) = inspect_files([path, path][:1])
    result = {s.name: s for s in inspected.series[0]}
    user, read = result["cpu_user"], result["disk_read"]
    assert (user.unit, user.rows) == (Unit.ONE, 10)
    assert [user.first, user.last, user.mean] == pytest.approx([0.1001, 0.101, 0.10055])
    assert (read.unit, read.rows, read.first, read.last) == (
        Unit.BYTE_PER_SECOND,
        10,
        1000.0,
        10000.0,
    )


def test_the_same_bytes_twice_are_two_files(lab: Path) -> None:
    path = lab / "das" / "summary.txt"
    first, second = inspect_files([path, path])
    assert first == second


def test_looking_can_be_stopped(lab: Path) -> None:
    with pytest.raises(Stopped):
        inspect_files([lab], stopped=lambda: True)


@pytest.mark.parametrize("folder", ["dstat", "dool", "pcp_dstat"])
def test_an_import_keeps_the_figures_that_were_shown(
    study: Study, corpus: Path, folder: str
) -> None:
    inspected = {f.file.sha256: f for f in inspect_files([corpus / folder])}
    stored = import_files(study, [corpus / folder]).files
    assert len(stored) > 3
    for file in stored:
        detail = read_file_detail(study, file.id or 0)
        assert detail is not None
        shown = inspected[detail.file.sha256]
        assert detail.problems == shown.file.reading.problems
        assert [r.run.measurements for r in detail.runs] == [
            r.measurements for r in shown.file.reading.runs
        ]
        columns = [
            [s for t in r.sample_sets for s in read_statistics(study, t)] for r in detail.runs
        ]
        assert [[(s.series.name, s.rows, s.first, s.last) for s in run] for run in columns] == [
            [(s.name, s.rows, s.first, s.last) for s in run[len(read.series) :]]
            for run, read in zip(shown.series, shown.file.reading.runs, strict=True)
        ]
