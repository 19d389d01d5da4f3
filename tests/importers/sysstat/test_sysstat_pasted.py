"""Reports of sysstat and vmstat as people paste them: without their head, below the command."""

from __future__ import annotations

from datetime import datetime

import pytest

from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity
from tests.importers.sysstat.test_sysstat import (
    BANNER,
    figures,
    read,
    report,
    rows_of,
    tables_of,
    texts,
)

HEADLESS = {
    "iostat -x": report("sda 1 2 3 4 0.5 6") * 2,
    "iostat": "avg-cpu:  %user %idle\n 1.00 99.00\n\n" * 2,
    "sar": "12:00:01 AM  CPU  %user  %idle\n12:10:01 AM  all  5.00  95.00\n",
    "sar -d": "00:00:01  DEV  tps  rkB/s\n00:10:01  sda  10.00  4.00\n",
    "mpstat": "12:00:00  CPU  %usr  %iowait  %irq  %idle\n12:00:01  all  5.0  1.0  0.0  94.0\n",
}


@pytest.mark.parametrize("text", HEADLESS.values(), ids=HEADLESS)
def test_reports_without_their_first_line_are_read_and_what_is_unknown_is_said(text: str) -> None:
    reading = read(text.encode())
    (run,) = reading.runs
    assert (run.host, run.started_at, len(rows_of(run.samples[0]))) == (None, None, 1)
    message = [p.text for p in reading.problems]
    assert any("host and date are unknown" in text for text in message)
    assert any("matched to runs" in text for text in message)
    assert not any(
        "host and date are unknown" in p.text for p in read((BANNER + text).encode()).problems
    )


@pytest.mark.parametrize(
    ("command", "count"),
    [
        ("$ iostat -xy 1\n", 2),
        ("[root@db1 ~]# /usr/bin/iostat -d -y 1 2\n", 2),
        ("$ iostat -x 1\n", 1),
        ("$ iostat -x /dev/sdy 1\n", 1),
    ],
)
@pytest.mark.parametrize("banner", ["", BANNER])
def test_a_command_that_leaves_out_the_boot_is_heeded(
    command: str, count: int, banner: str
) -> None:
    reading = read((command + banner + report("sda 1 2 3 4 0.5 6") * 2).encode())
    assert len(rows_of(reading.runs[0].samples[0])) == count
    assert reading.status is Status.READ
    assert any("averages since boot" in p.text for p in reading.problems) == (count < 2)


def test_a_command_counts_for_its_own_recording_alone() -> None:
    reports = report("sda 1 2 3 4 0.5 6") * 2
    text = f"$ iostat -xy 1\n{BANNER}{reports}$ iostat -x 1\n{BANNER}{reports}"
    counts = [len(rows_of(run.samples[0])) for run in read(text.encode()).runs]
    assert counts == [2, 1]


VMSTAT = (
    "procs -----------memory---------- ---swap-- -----io----\n"
    " r  b   swpd   free   buff  cache   si   so    bi    bo\n"
    + " 1  0  0  1000  100  3000  2  0  100  200\n"
    * 3
)


@pytest.mark.parametrize(
    ("command", "unit", "rows"),
    [
        ("", 1024, 2),
        ("$ vmstat 1 3\n", 1024, 2),
        ("root@db1:~# vmstat -S M 1 3\n", 1024**2, 2),
        ("$ /usr/bin/vmstat -wSm 1\n", 1000**2, 2),
        ("$ vmstat --unit k -y 1\n", 1000, 3),
    ],
)
def test_the_command_of_vmstat_tells_what_memory_is_counted_in(
    command: str, unit: int, rows: int
) -> None:
    reading = read((command + VMSTAT).encode())
    (table,) = tables_of(reading)
    result = figures(table)
    assert len(result) == rows
    assert [result[0][name] for name in ("memory_free", "paging_in", "disk_read")] == [
        1000 * unit, 2 * unit, 100 * 1024,
    ]  # fmt: skip
    assert ("Memory read as KiB" in texts(reading, Severity.INFO)) == (not command)
    assert not texts(reading, Severity.WARNING)


def test_a_second_command_of_vmstat_begins_another_recording() -> None:
    reading = read((f"$ vmstat 1 3\n{VMSTAT}\n$ vmstat -S M 1 3\n{VMSTAT}").encode())
    assert [len(rows_of(table)) for table in tables_of(reading)] == [2, 2]
    frees = [figures(table)[0]["memory_free"] for table in tables_of(reading)]
    assert frees == [1000 * 1024, 1000 * 1024**2]


STAMPS = {
    "ts": ("{:%b %d %H:%M:%S} ", "2026-11-20T10:00:00"),
    "ts with a format": ("[{:%Y-%m-%dT%H:%M:%S}.250] ", "2026-11-21T10:00:00"),
    "date": ("{:%a %b %d %H:%M:%S UTC %Y}: ", "2026-11-21T10:00:00+00:00"),
    "gawk": ("{:%Y-%m-%d %H:%M:%S} ", "2026-11-21T10:00:00"),
    "annotate-output": ("{:%H:%M:%S} O: ", "2026-11-20T10:00:00"),
}


@pytest.mark.parametrize(("stamp", "start"), STAMPS.values(), ids=STAMPS)
def test_a_time_before_every_line_is_that_of_the_reports(stamp: str, start: str) -> None:
    blocks = [BANNER.rstrip("\n"), *["\n" + report("sda 1 2 3 4 0.5 6").rstrip("\n")] * 3]
    lines = []
    for block, second in zip(blocks, (0, 0, 5, 10), strict=True):
        before = stamp.format(datetime(2026, 11, 21, 10, 0, second))  # noqa: DTZ001
        lines += [before + line for line in block.split("\n")]
    (run,) = read("\n".join([*lines, ""]).encode()).runs
    assert (run.host, run.started_at, run.duration_s) == ("db1", start, 10.0)
    assert [row["disk_read_requests:sda"] for row in figures(run.samples[0])] == [1.0, 1.0]


def test_a_time_before_every_line_of_vmstat_is_that_of_its_rows() -> None:
    lines = [f"2026-11-21 10:00:0{i} {line}\n" for i, line in enumerate(VMSTAT.splitlines())]
    (run,) = read("".join(lines).encode()).runs
    assert (run.started_at, run.duration_s) == ("2026-11-21T10:00:02", 2.0)
    assert len(figures(run.samples[0])) == 2


def test_processes_of_pidstat_below_a_hash_are_named() -> None:
    rows = " 1646859134 0 1 0.00 0.03 0.03 systemd --deserialize 22\n" * 2
    text = f"{BANNER}#      Time   UID   PID  %usr %system  %CPU  Command\n{rows}"
    assert "as pidstat writes them" in texts(read(text.encode()), Severity.WARNING)


def test_hosts_that_stand_before_every_line_are_recordings_of_their_own() -> None:
    one = (BANNER + report("sda 1 2 3 4 0.5 6") * 2).splitlines()
    two = [line.replace("db1", "db2").replace("sda 1", "sda 9") for line in one]
    lines = [f"{host}: {line}\n" for pair in zip(one, two, strict=True)
             for host, line in zip(("db1", "db2"), pair, strict=True)]  # fmt: skip
    runs = read("".join(lines).encode()).runs
    assert [(run.host, figures(run.samples[0])[0]["disk_read_requests:sda"]) for run in runs] == [
        ("db1", 1.0), ("db2", 9.0),
    ]  # fmt: skip


def test_the_host_before_every_line_of_vmstat_is_that_of_its_rows() -> None:
    lines = [f"10.0.0.{i}: {line}\n" for line in VMSTAT.splitlines() for i in (1, 2)]
    reading = read("".join(lines).encode())
    assert [run.host for run in reading.runs] == ["10.0.0.1", "10.0.0.2"]
    assert [len(figures(table)) for table in tables_of(reading)] == [2, 2]
