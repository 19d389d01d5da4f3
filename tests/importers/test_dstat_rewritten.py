"""dstat's files as other programs save them again: in UTF-16, with the commas of a country."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.importers.dstat import DstatImporter
from arraywise.importers.kit.importer import Source
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

PLAIN = (SAMPLES / "dstat" / "dstat073_two_runs_other_columns.csv").read_text("utf-8")
NAMES = "time;usr;sys;idl;wai;stl;recv;send\n"
ROWS = "".join(f"20.11.2026 11:4{i}:00;1{i},5;2;7{i},25;0;0;{i}00,125;3E+5\n" for i in range(1, 5))


def read(data: bytes) -> Reading:
    source = Source("some.csv", data)
    importer = DstatImporter()
    assert importer.recognises(source)
    (reading,) = importer.read([source])
    return reading


def loaded(data: bytes) -> list[bytes]:
    """Give the rows of every run as the store would load them."""
    return [
        table.mend(data[table.start : table.stop]).rows
        for run in read(data).runs
        for table in run.samples
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_utf_16_reads_like_utf_8(encoding: str, line_end: str) -> None:
    wide = PLAIN.replace("\n", line_end).encode(encoding)
    assert loaded(wide) == loaded(PLAIN.encode())
    one, other = read(wide), read(PLAIN.encode())
    assert one.encoding is not None
    assert one.encoding.startswith(encoding[:6])
    assert replace(one, runs=(), encoding=None) == replace(other, runs=(), encoding=None)


@pytest.mark.parametrize("count", [4, 3_000])
def test_rows_are_held_however_many_they_are(count: int) -> None:
    head, _, row = PLAIN[: PLAIN.index("\n\n\n")].strip().rpartition("\n")
    text = f"{head}\n" + f"{row}\n" * count
    (rows,) = loaded(text.encode("utf-16"))
    assert rows.count(b"\n") == loaded(text.encode())[0].count(b"\n")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (NAMES + ROWS, "utf-8-sig"),
        ((NAMES + ROWS).replace(";", "\t"), "utf-16"),
        ((NAMES + ROWS).replace(";", "\t").replace("\n", "\r\n"), "cp1252"),
    ],
)
def test_decimal_commas_are_read(text: str, encoding: str) -> None:
    reading = read(text.encode(encoding))
    (rows,) = loaded(text.encode(encoding))
    assert rows.splitlines()[-1].replace(b"\t", b";") == (
        b"20.11.2026 11:44:00;14.5;2;74.25;0;0;400.125;3E+5"
    )
    assert reading.runs[0].started_at == "2026-11-20T11:42:00"
    assert not any("no number" in problem.text for problem in reading.problems)


def test_points_and_commas_in_one_file_are_not_rewritten() -> None:
    reading = read((NAMES + ROWS.replace(";0;0;", ";0.5;0;")).encode())
    assert any("Columns of text" in problem.text for problem in reading.problems)


@pytest.mark.parametrize("cut", [2, 3, 41, 200, 1001, 1500])
def test_a_cut_file_in_utf_16_is_survived(cut: int) -> None:
    data = PLAIN.encode("utf-16")[:cut]
    (reading,) = DstatImporter().read([Source("x.csv", data)])
    assert reading.status in set(Status)
    assert reading.problems


def test_line_ends_of_an_old_macintosh_read_like_others() -> None:
    old = PLAIN.replace("\n", "\r").encode()
    assert loaded(old) == loaded(PLAIN.encode())
    assert replace(read(old), runs=()) == replace(read(PLAIN.encode()), runs=())


@pytest.mark.parametrize("margin", ["    ", "\t", "  "])
def test_lines_that_are_indented_read_like_others(margin: str) -> None:
    lines = PLAIN.splitlines(keepends=True)
    indented = "".join(margin + line if line.strip() else line for line in lines).encode()
    assert loaded(indented) == loaded(PLAIN.encode())
    assert replace(read(indented), runs=()) == replace(read(PLAIN.encode()), runs=())


def test_a_first_cell_that_is_empty_is_no_margin() -> None:
    text = NAMES.replace("time;", ";") + ROWS
    tabbed = text.replace(";", "\t").replace(",", ".").encode()
    assert [row.count(b"\t") for row in loaded(tabbed)[0].splitlines()] == [7, 7, 7]
