"""Rows of dstat files: odd ones are mended, long files laid out from their ends, damage borne."""

from __future__ import annotations

import mmap
import random
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity
from arraywise.importers.dstat import DstatImporter
from arraywise.importers.kit.importer import Source
from tests.importers.dstat.test_dstat import (
    BOOT,
    OWN,
    ROWS,
    only_table,
    read,
    recording,
    rows_of,
    scales,
    texts,
)
from tests.importers.golden import describe

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("row", "kept", "said", "line"),
    [
        ("20-11 12:00:03,40,10", 0, "too few values", 8),
        ("20-11 12:00:03,40,10,45,5,0,1,2,3", 0, "too many values", 8),
        ("20-11 12:00:03,40,x,45,5,0,1,2", 1, "not a number", 8),
        ("30-02 12:00:03,40,10,45,5,0,1,2", 0, "Other lines", 8),
        ("You pressed Ctrl-C", 0, "Other lines", 8),
        ("20-11 12:00:03,40,10,45,5,0,1,2,", 1, "", None),
        ('20-11 12:00:03,40,10,45,5,0,1,2,"missed 2 ticks"', 1, "ticks missed", 8),
    ],
)
def test_odd_rows_are_mended_or_left_out_and_said(
    row: str, kept: int, said: str, line: int | None
) -> None:
    data = recording(BOOT, ROWS[0], row, ROWS[1])
    table = only_table(data)
    assert table.needs_repair
    rows = rows_of(data, table)
    assert len(rows) == 2 + kept
    assert {len(r) for r in rows} == {8}
    lines = [p.line for p in read(data).problems if said and said in p.text]
    assert lines == ([line] if line else [])


def test_process_names_may_hold_commas() -> None:
    data = recording(
        "20-11 12:00:00,1,init / 2%,5",
        "20-11 12:00:01,1,a, b / 2%,6",
        groups='"system","procs","most expensive","load avg"',
        names='"time","run","cpu process","1m"',
    )
    table = only_table(data)
    assert set(scales(table)) == {"processes_running", "load_1m"}
    assert [row[3] for row in rows_of(data, table)] == ["6"]


def test_a_quoted_group_may_hold_a_comma() -> None:
    data = recording("1,2", "1,2", groups='"/cpu,cpuacct",', names='"used","free"')
    assert set(scales(only_table(data))) == {"/cpu,cpuacct:used", "/cpu,cpuacct:free"}


def test_requests_named_twice_are_kept_apart() -> None:
    data = recording(
        "1,2,3,4",
        "1,2,3,4",
        groups='"dsk/total",,"io/total",',
        names='"#read","#writ","read","writ"',
    )
    assert list(scales(only_table(data))) == [
        "disk_read_requests",
        "disk_write_requests",
        "io/total:read",
        "io/total:writ",
    ]


def test_disk_figures_without_a_group_are_bytes_only_when_whole_sectors() -> None:
    names = "read,writ,usr,sys,idl,wai,hiq,siq\n"
    sectors = names + "".join(f"{512 * i},{1024 * i},1,1,98,0,0,0\n" for i in range(6))
    requests = names + "".join(f"{511 * i},{7 * i},1,1,98,0,0,0\n" for i in range(6))
    assert "disk_read" in scales(only_table(sectors.encode()))
    assert "disk_read" not in scales(only_table(requests.encode()))
    assert "read, writ" in texts(read(requests.encode()), Severity.WARNING)


def test_a_trailing_comma_in_every_row_needs_no_mending() -> None:
    data = recording(f"{BOOT},", *(f"{row}," for row in ROWS))
    table = only_table(data)
    assert (table.field_count, table.needs_repair) == (9, False)


def long_recording(rows: int) -> bytes:
    """Write a recording that is too long to be checked row by row."""
    lines = (f"20-11 12:{i // 60 % 60:02}:{i % 60:02},40,10,45,5,0,{i},4096" for i in range(rows))
    return recording(BOOT, *lines)


def test_a_long_file_is_laid_out_from_its_ends(tmp_path: Path) -> None:
    data = long_recording(3600)
    table = only_table(data)
    assert not table.needs_repair
    assert data[table.start : table.stop].count(b"\n") == 3600
    assert read(data).runs[0].duration_s == 3600.0
    path = tmp_path / "long.csv"
    path.write_bytes(data)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert describe(DstatImporter().read([Source("long.csv", mapped)])[0]) == describe(
            read(data)
        )


def test_trouble_in_the_middle_of_a_long_file_is_found_when_it_is_mended() -> None:
    lines = long_recording(3600).splitlines(keepends=True)
    lines[1800] = b"20-11 12:29:54,40\n"
    data = b"".join(lines)
    table = only_table(data)
    mended = table.repair_rows(data[table.start : table.stop])
    assert mended.rows.count(b"\n") == 3599
    assert [(p.line, "too few" in p.text) for p in mended.problems] == [(1801, True)]


def test_the_end_of_a_long_file_is_checked() -> None:
    data = long_recording(3600) + b"Bus error\n"
    assert only_table(data).needs_repair


SEEDS = [p for p in OWN if p.stat().st_size < 1600]


@pytest.mark.parametrize("path", SEEDS, ids=lambda p: p.name)
def test_a_file_cut_anywhere_is_read(path: Path) -> None:
    data = path.read_bytes()
    for length in range(0, len(data), 3):
        _hold_together(data[:length])


@pytest.mark.parametrize("path", SEEDS, ids=lambda p: p.name)
def test_a_damaged_file_is_read(path: Path) -> None:
    chance = random.Random(path.name)  # noqa: S311 - damage, not secrets
    data = path.read_bytes()
    for _ in range(40):
        lines = data.splitlines(keepends=True)
        chance.shuffle(lines)
        damaged = bytearray(b"".join(lines) if chance.random() < 0.3 else data)
        for _ in range(chance.choice((1, 10, 100))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        _hold_together(bytes(damaged))


def _hold_together(data: bytes) -> None:
    """Read whatever it is; what is given out must hold together."""
    importer, source = DstatImporter(), Source("damaged", data)
    importer.recognises(source)
    (reading,) = importer.read([source])
    assert reading.status is not Status.REFUSED or (reading.problems and not reading.runs)
    for run in reading.runs:
        for table in run.samples:
            rows = table.repair_rows(data[table.start : table.stop]).rows.splitlines()
            delimiter = table.delimiter.encode()
            assert all(row.count(delimiter) == table.field_count - 1 for row in rows)
            assert data[: table.start].count(b"\n") == table.first_line - 1
