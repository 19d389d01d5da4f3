"""Host samples get from the bytes of a file into a table, in SI units, row for row."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Clock, RepairedRows, SampleColumn, SampleTable, TimeAxis
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import Unit
from arraywise.importers.dstat import rows as dstat_rows
from arraywise.importers.kit import host_samples
from arraywise.importers.kit.clocks import Moment
from arraywise.store import encoding, samples
from arraywise.store.connection import (
    limit_memory,
    new_private_directory_path,
    raise_memory_limit_for_columns,
    reset_limits,
)
from arraywise.store.encoding import MappedFile
from arraywise.store.reading.samples import open_scratch_table
from arraywise.store.samples import delete_sample_rows, load_samples
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    import mmap
    from pathlib import Path

    from arraywise.store.samples import LoadedSamples
    from arraywise.store.study import Study

EPOCH = TimeAxis(Clock.EPOCH, 0)
COLUMNS = (
    SampleColumn("cpu_user", Unit.ONE, 0.01, 1),
    SampleColumn("disk_read", Unit.BYTE_PER_SECOND, 1024.0, 2, "sda"),
)
MENDED = Problem(Severity.WARNING, message("mended"), 5)


def repair_rows(rows: bytes) -> RepairedRows:
    """Keep the rows that have three fields, without their blanks and quotes."""
    lines = [line.replace(b'"', b"").split(b",") for line in rows.splitlines()]
    good = [b",".join(cells[:3]) for cells in lines if len(cells) >= 3]
    return RepairedRows(b"".join(line + b"\n" for line in good), (MENDED,))


def table(data: bytes | mmap.mmap, time: TimeAxis = EPOCH, first_line: int = 5) -> SampleTable:
    return SampleTable(COLUMNS, time, 3, data.find(b"|") + 1, len(data), first_line, repair_rows)


def load(
    study: Study, data: bytes | mmap.mmap, time: TimeAxis = EPOCH
) -> tuple[LoadedSamples, list[object]]:
    with transaction(study) as cursor:
        loaded = load_samples(cursor, study.private, table(data, time), data, 1)
        rows = cursor.execute(
            "SELECT * EXCLUDE set_id FROM samples.of_2 WHERE set_id = 1 ORDER BY taken_at, rowid"
        ).fetchall()
    assert loaded.row_count == len(rows)
    assert not study.private.exists()
    return loaded, rows


def test_values_are_scaled_and_missing_ones_stay_missing(study: Study) -> None:
    data = b'"odd " preamble|1500000000.25,50,2\n1500000001.5,,0.5\n1500000003,nan,1e400\n'
    loaded, rows = load(study, data)
    assert rows == [
        (datetime.fromisoformat("2017-07-14T02:40:00.250"), 0.5, 2048.0),
        (datetime.fromisoformat("2017-07-14T02:40:01.500"), None, 512.0),
        (datetime.fromisoformat("2017-07-14T02:40:03"), None, None),
    ]
    assert loaded.problems == ()
    assert (loaded.first_at, loaded.last_at) == (rows[0][0], rows[2][0])


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("ends", [19, 20])
def test_any_line_end_will_do(study: Study, end: bytes, ends: int) -> None:
    rows = [b"15000000%02d,1,2" % i + end * (i < ends) for i in range(20)]
    loaded, result = load(study, b"|" + b"".join(rows))
    assert (len(result), loaded.problems) == (20, ())


@pytest.mark.parametrize(
    "above",
    [
        b"|",
        b'"odd, \xff\0\n\n\n|\n',
        b"a line like rows, 1,2\n15,1,2|\n",
        b"returns\r\nabove|\r\n",
        b"a return\rabove|\n",
        b"no line|",
        b"far below" + b"\n" * 70_000 + b"|",
    ],
)
@pytest.mark.parametrize("below", [b"", b"15000", b"\r\n"])
def test_a_long_recording_is_read_where_it_stands_and_gives_the_same(
    study: Study, monkeypatch: pytest.MonkeyPatch, above: bytes, below: bytes
) -> None:
    monkeypatch.setattr(encoding, "_REOPENED_BYTES", 1)
    rows = b"".join(b"15000%05d,%d,2\n" % (i, i) for i in range(3_000))
    data = above + rows + below
    with tempfile.TemporaryFile() as copy:
        copy.write(data)
        copy.flush()
        mapped = MappedFile.map_file(copy)
    start = data.find(b"|") + 1
    start += len(data[start : start + 2]) - len(data[start : start + 2].lstrip(b"\r\n"))
    where = replace(table(mapped), start=start, stop=start + len(rows))
    assert mapped[where.start : where.stop] == rows
    with transaction(study) as cursor:
        for set_id, bytes_of_file in enumerate((mapped, data)):
            loaded = load_samples(cursor, study.private, where, bytes_of_file, set_id)
            assert (loaded.row_count, loaded.problems) == (3_000, ())
        sums = cursor.execute(
            "SELECT sum(c0), min(c0), min(taken_at), max(taken_at)"
            " FROM samples.of_2 GROUP BY set_id"
        ).fetchall()
    assert len(sums) == 2
    assert sums[0] == sums[1]
    assert not study.private.exists()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_met_in_blocks_of_rows_is_added_up(
    study: Study, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setattr(samples, "_BLOCK", 100)
    written = [f"15000{i:05},1,2" if i % 40 else "stray" for i in range(1, 201)]
    data = f"|{end.join(written)}{end}".encode()
    kind = dstat_rows.FieldKind
    shape = dstat_rows.RowShape((kind.CLOCK, kind.NUMBER, kind.NUMBER))
    held = replace(table(data), repair_rows=partial(dstat_rows.repair_rows, shape, 5))
    with transaction(study) as cursor:
        loaded = load_samples(cursor, study.private, held, data, 1)
    assert loaded.row_count == 195
    assert [(p.text, p.line) for p in loaded.problems] == [("Other lines, left out: 5.", 44)]


@pytest.mark.parametrize(
    ("bad", "kept"),
    [
        (b"1500000001,1", 2),
        (b"1500000001,1,2,3,4", 3),
        (b'1500000001,1,"2', 3),
        (b"1500000001,1,2\r1500000004,1,2", 4),
    ],
)
def test_rows_of_another_shape_are_mended(study: Study, bad: bytes, kept: int) -> None:
    loaded, rows = load(study, b"|1500000000,1,2\n" + bad + b"\n1500000009,1,2\n")
    assert len(rows) == kept
    assert loaded.problems == (MENDED,)


def test_what_mending_cannot_help_is_left_out_and_said(study: Study) -> None:
    loaded, rows = load(study, b"|1500000000,1,2\n1500000001,x,2\n1500000002,1,2\n")
    assert len(rows) == 2
    assert loaded.problems[0] == MENDED
    assert [(p.severity, p.line) for p in loaded.problems[1:]] == [(Severity.WARNING, 5)]


def test_rows_known_to_be_ragged_are_mended_at_once(study: Study) -> None:
    data = b"1500000000,1,2,\n"
    ragged = SampleTable(COLUMNS, EPOCH, 3, 0, len(data), 1, repair_rows, needs_repair=True)
    with transaction(study) as cursor:
        loaded = load_samples(cursor, study.private, ragged, data, 1)
    assert (loaded.row_count, loaded.problems) == (1, (MENDED,))


@pytest.mark.parametrize("data", [b"|", b"|\n\n", b"|only text\n"])
def test_a_table_may_turn_out_empty(study: Study, data: bytes) -> None:
    loaded, rows = load(study, data)
    assert (rows, loaded.first_at, loaded.last_at) == ([], None, None)


@pytest.mark.parametrize("epoch", [b"nan", b"1e300", b"-1e18", b""])
def test_a_time_that_is_none_is_missing(study: Study, epoch: bytes) -> None:
    _, rows = load(study, b"|" + epoch + b",1,2\n")
    assert rows == [(None, 0.01, 2048.0)]


TEXTS = [
    ("%d-%m %H:%M:%S", ["30-12 23:59:59", "31-12 23:59:59", "01-01 00:00:00", "02-03 00:00:00"]),
    (
        "%b-%d %H:%M:%S",
        ["Dec-30 23:59:59", "Dec-31 23:59:59", "Jan-01 00:00:00", "Mar-02 00:00:00"],
    ),
]


@pytest.mark.parametrize(("form", "cells"), TEXTS)
def test_the_year_rolls_over(study: Study, form: str, cells: tuple[str]) -> None:
    data = b"|" + b"".join(f"{cell},1,2\n".encode() for cell in cells)
    _, rows = load(study, data, TimeAxis(Clock.TEXT, 0, form, 2026))
    assert [str(row[0])[:16] for row in rows] == [
        "2026-12-30 23:59",
        "2026-12-31 23:59",
        "2027-01-01 00:00",
        "2027-03-02 00:00",
    ]


def test_a_clock_set_back_a_little_stays_in_its_year(study: Study) -> None:
    data = b"|03-06 10:00:05,1,2\n03-06 10:00:01,2,2\n"
    _, rows = load(study, data, TimeAxis(Clock.TEXT, 0, "%d-%m %H:%M:%S", 2026))
    assert [row[0].year for row in rows] == [2026, 2026]


def test_the_29th_of_february_may_be_in_the_next_year(study: Study) -> None:
    data = b"|31-12 10:00:00,1,2\n29-02 10:00:00,2,2\n"
    _, rows = load(study, data, TimeAxis(Clock.TEXT, 0, "%d-%m %H:%M:%S", 2027))
    assert [str(row[0]) for row in rows] == ["2027-12-31 10:00:00", "2028-02-29 10:00:00"]


def test_a_written_year_stands(study: Study) -> None:
    data = b"|2020/8/7 9:08,1,2\n2019/1/1 10:00,2,2\n"
    _, rows = load(study, data, TimeAxis(Clock.TEXT, 0, "%Y/%m/%d %H:%M"))
    assert [str(row[0]) for row in rows] == ["2019-01-01 10:00:00", "2020-08-07 09:08:00"]


def test_rows_without_a_readable_time_are_said(study: Study) -> None:
    data = b"|31-12 10:00:00,1,2\n99-99 10:00:00,2,2\n"
    loaded, rows = load(study, data, TimeAxis(Clock.TEXT, 0, "%d-%m %H:%M:%S", 2026))
    assert len(rows) == 2
    assert [p.text for p in loaded.problems] == [
        "mended",
        "1 rows below this line have no valid time.",
    ]


def test_without_a_clock_rows_are_an_interval_apart_in_the_order_of_the_file(study: Study) -> None:
    filler = b"x" * 600  # so many bytes that DuckDB reads them in several pieces at once
    data = b"|" + b"".join(b"%s,%d,2\n" % (filler, i) for i in range(80_000))
    time = TimeAxis(Clock.NONE, start=1.5e9, interval_s=2.0)
    with transaction(study) as cursor:
        load_samples(cursor, study.private, table(data, time), data, 1)
    with study.cursor() as cursor:
        wrong = cursor.execute(
            "SELECT count(*) FROM samples.of_2"
            " WHERE epoch(taken_at) <> 1.5e9 + 2 * round(c0 * 100) OR rowid <> round(c0 * 100)"
        ).fetchall()
    assert wrong == [(0,)]


def test_without_any_time_rows_keep_their_order(study: Study) -> None:
    loaded, rows = load(study, b"|x,2,2\nx,1,2\n", TimeAxis(Clock.NONE))
    assert rows == [(None, 0.02, 2048.0), (None, 0.01, 2048.0)]
    assert loaded.first_at is None


def test_what_a_killed_program_left_goes_away_a_day_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    old, new, other = (
        new_private_directory_path(),
        new_private_directory_path(),
        tmp_path / "other",
    )
    for folder in (old, new, other):
        folder.mkdir()
        (folder / "rows.csv").write_text("1,2")
    for folder in (old, other):
        os.utime(folder, (0, 0))
    assert new_private_directory_path() not in {old, new}
    assert sorted(tmp_path.iterdir()) == sorted([new, other])


def test_rows_that_a_table_holds_in_a_file_are_loaded_to_the_last_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host_samples, "_IN_MEMORY", 1)
    monkeypatch.setattr(host_samples, "_BATCH", 1)
    draft = host_samples.TableDraft()
    load = host_samples.ColumnMeaning("disk_read")
    for second in range(2_000):
        tick = host_samples.SampleTick(Moment(1.5e9 + second, 0.0))
        draft.put_cells(tick, 1, "sda", [(load, "sda")], [str(second)])
        if second >= 1_000:
            draft.put_cells(tick, 1, "sdb", [(load, "sdb")], ["7"])
    held = draft.build_table()
    assert held is not None
    with open_scratch_table() as scratch:
        (first, later), problems = scratch.load_and_summarise(held, b"")
    assert problems == ()
    assert (first.rows, first.first, first.last) == (2_000, 0.0, 1_999.0)
    assert (later.rows, later.first, later.mean) == (1_000, 7.0, 7.0)


def test_statistics_without_a_study() -> None:
    data = b"|1500000005,,3\n1500000000,10,1\n1500000009,30,\n"
    with open_scratch_table() as scratch:
        for _ in range(2):
            (user, read), problems = scratch.load_and_summarise(table(data), data)
    assert problems == ()
    assert (user.rows, user.first, user.last, user.mean) == (2, 0.1, 0.3, pytest.approx(0.2))
    assert (read.rows, read.first, read.last, read.mean) == (2, 1024.0, 3072.0, 2048.0)
    assert (read.series.name, read.series.instance) == ("disk_read", "sda")


def test_order_is_told_by_rows_where_there_is_no_time() -> None:
    data = b"|x,2,2\nx,1,\n"
    with open_scratch_table() as scratch:
        (user, read), _ = scratch.load_and_summarise(table(data, TimeAxis(Clock.NONE)), data)
    assert (user.first, user.last) == (0.02, 0.01)
    assert (read.first, read.last, read.rows) == (2048.0, 2048.0, 1)


def test_sets_share_a_table_and_keep_their_rows_apart(study: Study) -> None:
    wide = (*COLUMNS, SampleColumn("cpu_idle", Unit.ONE, 0.01, 2))
    rows = [b"1500000000,1,2\n1500000001,2,3\n", b"1500000000,7,8\n", b"1500000000,9,9\n"]
    with transaction(study) as cursor:
        for number, data in enumerate(rows):
            columns = wide if number == 2 else COLUMNS
            layout = SampleTable(columns, EPOCH, 3, 0, len(data), 1, repair_rows)
            load_samples(cursor, study.private, layout, data, number)
        delete_sample_rows(cursor, 1, 2)
    with study.cursor() as cursor:
        narrow = cursor.execute("SELECT set_id, c0 FROM samples.of_2 ORDER BY c0").fetchall()
        assert narrow == [(0, 0.01), (0, 0.02)]
        assert cursor.execute("SELECT set_id, c2 FROM samples.of_3").fetchall() == [(2, 0.09)]


def test_many_short_recordings_take_little_room(study: Study) -> None:
    empty = study.path.stat().st_size
    data = b"".join(b"15000000%02d,%d,%d\n" % (i, i * i % 97, i) for i in range(60))
    layout = SampleTable(COLUMNS, EPOCH, 3, 0, len(data), 1, repair_rows)
    with transaction(study) as cursor:
        for number in range(100):
            load_samples(cursor, study.private, layout, data, number)
    study.fold_log()
    assert study.path.stat().st_size - empty < 2 * 1024 * 1024


def test_many_columns_widen_the_limit_of_memory_and_fewer_do_not_narrow_it(study: Study) -> None:
    """A limit that is lowered in a transaction may end it."""
    with study.cursor() as cursor:
        limit_memory(cursor)
        limits = []
        for count in (100, 500, 200, 2_000, 500):
            raise_memory_limit_for_columns(cursor, count)
            limits += cursor.execute("SELECT current_setting('memory_limit')").fetchall()[0]
        reset_limits(cursor)
    assert limits == ["209.8 MiB", "450.0 MiB", "450.0 MiB", "1.7 GiB", "1.7 GiB"]
