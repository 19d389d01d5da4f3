"""dstat, dool and pcp-dstat: layout, units, clock; and no byte of a file may break the reading."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Clock, Status
from arraywise.domain.messages import Severity
from arraywise.importers.dstat import DstatImporter
from arraywise.importers.dstat.header import mask_secrets, parse_command
from arraywise.importers.kit.importer import Source
from arraywise.store.reading.samples import open_scratch_table
from tests.conftest import corpus_files
from tests.importers.golden import SAMPLES, describe, expected, read_one, sample_files

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.evidence import Reading, SampleTable

OWN = sample_files(SAMPLES / "dstat")
REAL = [p for folder in ("dstat", "dool", "pcp_dstat") for p in corpus_files(folder)]

TITLE = {
    "dstat": '"Dstat 0.8.0 CSV output"\n',
    "dool": '"dool 1.3.2 CSV output"\n',
    "pcp-dstat": '"pcp-dstat 6.0.3 CSV Output"\n',
}


def recording(
    *rows: str,
    groups: str = '"system","total cpu usage",,,,,"dsk/total",',
    names: str = '"time","usr","sys","idl","wai","stl","read","writ"',
    command: str = "dstat -tcd 1",
    title: str = TITLE["dstat"],
    date: str = "20 Nov 2026 12:00:00 UTC",
) -> bytes:
    """Write a CSV as the tools do; the first row is the one since the boot."""
    head = f'{title}"Host:","lab",,,,"User:","me"\n"Cmdline:","{command}",,,,"Date:","{date}"\n'
    return (head + f"{groups}\n{names}\n" + "".join(f"{row}\n" for row in rows)).encode()


BOOT = "20-11 12:00:00,1,1,98,0,0,100.5,200.5"
ROWS = tuple(f"20-11 12:00:0{i},40,10,45,5,0,{8192 * i},4096" for i in range(1, 5))


def read(data: bytes) -> Reading:
    """Read bytes that are recognised."""
    importer, source = DstatImporter(), Source("some.csv", data)
    assert importer.recognises(source)
    return importer.read([source])[0]


def only_table(data: bytes) -> SampleTable:
    """Return the table of a file of one run."""
    (run,) = read(data).runs
    (table,) = run.samples
    return table


def rows_of(data: bytes, table: SampleTable) -> list[list[str]]:
    """Return the cells that would be loaded."""
    rows = data[table.start : table.stop]
    rows = table.repair_rows(rows).rows if table.needs_repair else rows
    return [row.split(table.delimiter) for row in rows.decode().splitlines()]


def scales(table: SampleTable) -> dict[str, float]:
    """Return the factor of every column, by name and instance."""
    return {c.name + (f":{c.instance}" if c.instance else ""): c.scale for c in table.columns}


def texts(reading: Reading, severity: Severity) -> str:
    """Return all sentences of one severity."""
    return " ".join(p.text for p in reading.problems if p.severity is severity)


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.name)
def test_own_samples_read_as_expected(path: Path) -> None:
    assert describe(read_one(DstatImporter(), [path])[0]) == expected(path)


@pytest.mark.parametrize("path", REAL, ids=lambda p: p.name)
def test_every_real_file_is_read_or_says_why_not(path: Path) -> None:
    data = path.read_bytes()
    reading = read(data)
    assert reading.status is Status.READ or reading.problems
    for run in reading.runs:
        for table in run.samples:
            names = [(c.name, c.instance) for c in table.columns]
            assert len(names) == len(set(names))
            assert {len(row) for row in rows_of(data, table)} == {table.field_count}
            for row in rows_of(data, table):
                [float(row[c.position] or 0) for c in table.columns]


@pytest.mark.parametrize(
    ("path", "status", "rows", "column", "mean"),
    [
        # Means of one recorded minute or more, by hand from the files, in SI units.
        ("dstat/dstat073_output.csv", Status.READ, [29], "cpu_idle", 0.69895),
        ("dstat/dstat073_two_runs_appended.csv", Status.READ, [29, 68], "cpu_idle", None),
        ("dstat/dstat072_tam.csv", Status.READ, [60], "disk_read", 28316740.3),
        ("dstat/issue73_dstat072svn_mem_column_mismatch.csv", Status.READ, [4], "swap_used", 0),
        ("dstat/dstat_excel_resaved.csv", Status.INCOMPLETE, [2572], "disk_read", 151589969.6),
        ("dstat/pkb_dstat072_data_pcp_header.csv", Status.READ_WITH_PROBLEMS, [382], None, None),
        (
            "dool/issue45_dool120_bits_flag_bytes_in_csv.csv",
            Status.READ,
            [5],
            "net_send",
            545610.8,
        ),
        (
            "dool/dool_stdout_redirected_ansi.csv",
            Status.READ_WITH_PROBLEMS,
            [86],
            "memory_used",
            29_602_812_380,
        ),
        ("pcp_dstat/issue1749_pcp_dstat536_narrow_terminal.csv", Status.REFUSED, [], None, None),
    ],
)
def test_real_files_have_the_right_rows_and_figures(
    corpus: Path,
    path: str,
    status: Status,
    rows: list[int],
    column: str | None,
    mean: float | None,
) -> None:
    data = (corpus / path).read_bytes()
    reading = read(data)
    tables = [table for run in reading.runs for table in run.samples]
    assert (reading.status, [len(rows_of(data, t)) for t in tables]) == (status, rows)
    if mean is not None:
        assert _mean(data, tables[0], column) == pytest.approx(mean, rel=1e-3)


def test_three_tools_agree_on_the_same_minutes(corpus: Path) -> None:
    """dool in bits and pcp-dstat in KiB recorded the same load at the same time."""
    dool = (corpus / "dool/gen_dool138_bits_fio_load.csv").read_bytes()
    pcp = (corpus / "pcp_dstat/gen_pcp_dstat603_5s.csv").read_bytes()
    for column in ("disk_read", "disk_write", "cpu_user"):
        expected_mean = _mean(dool, only_table(dool), column)
        assert _mean(pcp, only_table(pcp), column) == pytest.approx(expected_mean, rel=0.02)


def _mean(data: bytes, table: SampleTable, name: str | None) -> float:
    (column,) = [c for c in table.columns if c.name == name and c.instance is None]
    cells = [row[column.position] for row in rows_of(data, table) if row[column.position]]
    return sum(map(float, cells)) / len(cells) * column.scale


@pytest.mark.parametrize(
    ("tool", "command", "disk", "net", "memory"),
    [
        ("dstat", "dstat -d", 1.0, 1.0, 1.0),
        ("dool", "/opt/dool -d", 0.125, 0.125, 1.0),
        ("dool", "/opt/dool -d --bytes", 1.0, 1.0, 1.0),
        ("dool", "/opt/dool -d --dstat", 1.0, 1.0, 1.0),
        ("dool", "/opt/dool -d --bytes --bits", 0.125, 0.125, 1.0),
        ("pcp-dstat", "pcp-dstat -d", 1024.0, 1.0, 1024.0),
        ("pcp-dstat", "dstat -d", 1024.0, 1.0, 1024.0),
    ],
)
def test_units_follow_the_tool(
    tool: str, command: str, disk: float, net: float, memory: float
) -> None:
    data = recording(
        "1,2,3,4,5,6",
        "1,2,3,4,5,6",
        groups='"dsk/total",,"net/eth0",,"memory usage",',
        names='"dsk/total:read","dsk/total:writ","net/eth0:recv","net/eth0:send","used","free"',
        title=TITLE[tool],
        command=command,
    )
    result = scales(only_table(data))
    assert (result["disk_read"], result["net_send:eth0"], result["memory_used"]) == (
        disk,
        net,
        memory,
    )


def test_the_assumed_unit_is_said_and_an_old_dool_writes_bytes() -> None:
    new = recording(BOOT, *ROWS, title=TITLE["dool"], command="dool -tcd")
    assert "as bits/s" in texts(read(new), Severity.INFO)
    old = new.replace(b"dool 1.3.2", b"dool 1.2.0")
    assert scales(only_table(old))["disk_read"] == 1.0
    assert "bits" not in texts(read(old), Severity.INFO)


def test_a_dool_of_unknown_version_gives_no_rates() -> None:
    data = recording(BOOT, *ROWS, title="", command="dool -tcd")
    reading = read(data)
    assert "disk_read" not in scales(only_table(data))
    assert "dsk/total:read, dsk/total:writ" in texts(reading, Severity.WARNING)


def test_the_row_since_boot_is_left_out_and_pcp_keeps_a_whole_first_row() -> None:
    data = recording(BOOT, *ROWS)
    table = only_table(data)
    assert (table.first_line, [row[0][-2:] for row in rows_of(data, table)]) == (
        7,
        ["01", "02", "03", "04"],
    )
    memory = recording(
        "1,2",
        "3,4",
        groups='"memory usage",',
        names='"used","free"',
        title=TITLE["pcp-dstat"],
        command="pcp-dstat -m",
    )
    assert only_table(memory).first_line == 6


@pytest.mark.parametrize(
    ("zone", "epoch", "offset", "started_at"),
    [
        ("CST", "1795147200.5", 8 * 3600.0, "2026-11-20T12:00:00+08:00"),
        ("CST", "1795197600.5", -6 * 3600.0, "2026-11-20T12:00:00-06:00"),
        ("CST", "1795150000.5", None, "2026-11-20T12:00:00"),
        ("-03", None, -3 * 3600.0, "2026-11-20T12:00:00-03:00"),
        ("CST", None, None, "2026-11-20T12:00:00"),
    ],
)
def test_an_ambiguous_zone_is_settled_by_the_epoch_alone(
    zone: str, epoch: str | None, offset: float | None, started_at: str
) -> None:
    clock = '"epoch"' if epoch else '"time"'
    rows = [epoch or "20-11 12:00:00", epoch or "20-11 12:00:01"]
    data = recording(
        *(f"{row},1" for row in rows),
        groups='"system","procs"',
        names=f'{clock},"run"',
        date=f"20 Nov 2026 12:00:00 {zone}",
    )
    (run,) = read(data).runs
    assert (run.samples[0].time.utc_offset_s, run.started_at) == (offset, started_at)


def test_the_year_turns_with_the_first_row_or_after_it() -> None:
    date = "31 Dec 2025 23:59:58 UTC"
    later = ("31-12 23:59:58,1,2", "31-12 23:59:59,1,2", "01-01 00:00:00,1,2")
    at_once = ("31-12 23:59:59,1,2", "01-01 00:00:00,1,2", "01-01 00:00:01,1,2")
    names, groups = '"time","int","csw"', '"system",,'
    for rows, year, duration in ((later, 2025, 2.0), (at_once, 2026, 2.0)):
        (run,) = read(recording(*rows, names=names, groups=groups, date=date)).runs
        assert (run.samples[0].time.year, run.duration_s) == (year, duration)
        assert run.samples[0].time.clock is Clock.TEXT


def test_day_and_month_are_told_apart_by_the_date_of_the_start() -> None:
    rows = ("03-12 10:00:00,1,2", "03-12 10:00:01,1,2")
    for date, written in (("03 Dec 2016", "%d-%m"), ("12 Mar 2016", "%m-%d")):
        data = recording(
            *rows, names='"time","int","csw"', groups='"system",,', date=f"{date} 10:00:00 UTC"
        )
        assert only_table(data).time.format == f"{written} %H:%M:%S"


def test_without_a_time_column_rows_are_placed_by_the_interval() -> None:
    data = recording(
        *("1,2",) * 4, names='"int","csw"', groups='"system",', command="dstat 5 -y --output f"
    )
    time = only_table(data).time
    noon = datetime(2026, 11, 20, 12, 0, 5, tzinfo=UTC).timestamp()
    assert (time.clock, time.start, time.interval_s) == (Clock.NONE, noon, 5.0)
    assert read(data).runs[0].duration_s == 15.0


@pytest.mark.parametrize(
    ("command", "delay", "count"),
    [
        ("dstat", 1.0, None),
        ("dstat -tcd 5 38", 5.0, 38),
        ("dstat 5 --output 7", 5.0, None),
        ("dstat -C 0 -D 8 --output 3 2", 2.0, None),
        ("/usr/bin/dool --time -N lo,total 10 6", 10.0, 6),
        ("pcp-dstat -tcd -o out 0.5 3", 0.5, 3),
        ("", 1.0, None),
    ],
)
def test_interval_and_count_come_from_the_command(
    command: str, delay: float, count: int | None
) -> None:
    understood = parse_command(command)
    assert (understood.delay_s, understood.row_count) == (delay, count)


@pytest.mark.parametrize(
    "text",
    [
        "dstat --mysql-password=geheim 1",
        "dstat --mysql-passwd geheim 1",
        "x DSTAT_MYSQL_PWD=geheim",
        "curl http://me:geheim@host/",
        "dstat --output /home/geheim/out.csv",
        "dstat --output /mnt/c/Users/geheim/out.csv",
    ],
)
def test_passwords_and_users_are_not_kept(text: str) -> None:
    assert "geheim" not in mask_secrets(text)


def test_a_recording_stopped_early_is_incomplete() -> None:
    short = read(recording(BOOT, *ROWS, command="dstat -tcd 1 60"))
    assert (short.status, short.runs[0].complete) == (Status.INCOMPLETE, False)
    assert "5 of 60 rows" in texts(short, Severity.WARNING)
    whole = read(recording(BOOT, *ROWS, command="dstat -tcd 1 5"))
    assert (whole.status, whole.runs[0].complete) == (Status.READ, True)


def test_a_cut_last_row_is_left_out_even_where_its_cells_are_all_there() -> None:
    data = recording(BOOT, *ROWS)[:-3]
    reading = read(data)
    assert reading.status is Status.INCOMPLETE
    assert [row[0][-2:] for row in rows_of(data, only_table(data))] == ["01", "02", "03"]
    assert [p.line for p in reading.problems if "cut" in p.text] == [10]


def test_a_clock_that_steps_back_makes_no_year() -> None:
    head = (
        b'"Dstat 0.7.3 CSV output"\n"Host:","h",,,,"User:","u"\n"Cmdline:","dstat -tc 1 9",,,,'
        b'"Date:","25 Oct 2026 02:59:57 CEST"\n"system","total cpu usage",,,,,\n'
        b'"time","usr","sys","idl","wai","hiq","siq"\n'
    )
    times = ("02:59:57", "02:59:58", "02:59:59", "02:00:00", "02:00:01")
    rows = "".join(f"25-10 {time},1,1,98,0,0,0\n" for time in times)
    reading = read(head + rows.encode())
    assert reading.runs[0].duration_s is None
    assert any("clock went back" in problem.text for problem in reading.problems)


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("dstat -tcd 1 3", ""),
        ("dstat -tcdmn 1 3", "--mem, --net"),
        ("dstat --time --cpu --disk --swap 1 3", "--swap"),
        ("dstat -t -c -d -y 1 3", "--sys"),
        ("dstat -tav -Cnet -d --output net.csv 1 3", ""),
    ],
)
def test_columns_that_were_asked_for_and_are_not_there_are_said(
    command: str, missing: str
) -> None:
    message = texts(read(recording(BOOT, *ROWS, command=command)), Severity.INFO)
    assert ("No column for" in message) == bool(missing)
    assert missing in message


@pytest.mark.parametrize(
    ("typed", "above", "rows"),
    [
        (b"$ dool -d 1\n", b"-dsk/total-\n read  writ\n", (b"  80k  12k\n", b"  80k  12k\n")),
        (b"", b"-dsk/total-\n read  writ\n", (b"  12 \xff \n", b"|:|:|\n", b"9999999999 1\n")),
        (b"", b"-dsk/total- -net/\n read  writ| recv  send|usr\n", (b"1 2|3 4|5\n", b"1|2\n")),
    ],
)
def test_odd_screens_end_in_a_reading(typed: bytes, above: bytes, rows: tuple[bytes, ...]) -> None:
    reading = read(typed + above + b"".join(rows))
    assert reading.tool in {"dstat", "dool"}
    if typed:  # nothing tells bits from bytes where all of it is in k
        assert any("bits or bytes unclear" in p.text for p in reading.problems)


def test_a_csv_pasted_with_blanks_before_its_lines_reads_as_it_was() -> None:
    """Rows are loaded from where they stand in the file, which are no rows of a CSV there."""
    data = (SAMPLES / "dstat" / "dstat080_full_trimmed.csv").read_bytes()
    pasted = b"".join(b"    " + line for line in data.splitlines(keepends=True))
    plain, found = read(data), read(pasted)
    assert (found.status, len(found.runs)) == (plain.status, len(plain.runs))
    with open_scratch_table() as scratch:
        (one,), (other,) = (run.samples for run in (plain.runs[0], found.runs[0]))
        assert (
            scratch.load_and_summarise(one, data)[0]
            == scratch.load_and_summarise(other, pasted)[0]
        )
