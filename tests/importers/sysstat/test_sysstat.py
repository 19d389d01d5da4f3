"""iostat, sar, mpstat, sadf, vmstat: clocks, locales, columns; no cut makes a wrong figure."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Clock, Status
from arraywise.domain.messages import Severity
from arraywise.importers.kit import host_samples as tables_module
from arraywise.importers.kit.clocks import (
    DateParser,
    DayCounter,
    detect_day_first,
    parse_timestamp,
)
from arraywise.importers.kit.importer import Source
from arraywise.importers.sysstat import SysstatImporter
from arraywise.store.reading.samples import open_scratch_table
from tests.importers.golden import SAMPLES, sample_files

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.evidence import Reading, SampleTable

OWN = sample_files(SAMPLES / "sysstat")
BANNER = "Linux 6.1.0 (db1) \t11/20/26 \t_x86_64_\t(2 CPU)\n\n"
HEADING = "Device            r/s     rkB/s     w/s     wkB/s  aqu-sz  %util\n"


def read(data: bytes) -> Reading:
    """Read bytes that are recognised."""
    importer, source = SysstatImporter(), Source("some.txt", data)
    assert importer.recognises(source)
    return importer.read([source])[0]


def tables_of(reading: Reading) -> list[SampleTable]:
    """Return the tables of all runs."""
    return [table for run in reading.runs for table in run.samples]


def rows_of(table: SampleTable) -> list[list[str]]:
    """Return the cells that would be loaded."""
    return [row.split(",") for row in table.repair_rows(b"").rows.decode().splitlines()]


def figures(table: SampleTable) -> list[dict[str, float]]:
    """Return rows in SI units, by name and instance; empty cells are absent."""
    return [
        {
            f"{c.name}:{c.instance}" if c.instance else c.name: float(row[c.position]) * c.scale
            for c in table.columns
            if row[c.position]
        }
        for row in rows_of(table)
    ]


def times_of(table: SampleTable) -> list[str]:
    """Return the time of day of each row."""
    stamps = (row[0] for row in rows_of(table))
    return [
        s[11:19] if "-" in s else str(timedelta(seconds=float(s) % 86400)).zfill(8) for s in stamps
    ]


def report(*devices: str, at: str = "") -> str:
    """Write a report of iostat."""
    return f"{at}{HEADING}" + "".join(f"{device}\n" for device in devices) + "\n\n"


def texts(reading: Reading, severity: Severity) -> str:
    """Return all sentences of one severity."""
    return " ".join(p.text for p in reading.problems if p.severity is severity)


@pytest.mark.parametrize(
    ("name", "table", "row", "expected"),
    [
        ("iostat_9_sectors.txt", 1, 0, {"disk_read:sda": 819200.0, "disk_await:sda": 0.01}),
        ("iostat_9_sectors.txt", 1, 1, {"disk_queue:sda": 1.6, "disk_utilisation:sda": 0.76}),
        ("iostat_xt_de_DE.txt", 1, 0, {"disk_write:vda": 38866944, "disk_queue:vda": 0.74}),
        ("iostat_two_recordings_utf16.txt", 1, 0, {"disk_read:sda": 1.5 * 1024**2}),
        ("iostat_ambiguous_date_crlf.txt", 0, 1, {"disk_read:nvme0n1": 4080 * 1024.0}),
        ("mpstat_10s.txt", 0, 0, {"cpu_user": 0.7584, "cpu_idle:cpu1": 0.006}),
        ("mpstat_T.txt", 0, 0, {"cpu_user": 0.05, "cpu_user:cpu0": 0.06, "cpu_idle:cpu1": 0.93}),
        ("mpstat.json", 0, 1, {"cpu_user": 0.42, "cpu_user:cpu0": 0.52}),
        ("sar_dpub_5s.txt", 1, 1, {"disk_read": 231840 * 512.0, "disk_write_requests": 76.2}),
        ("sar_f_sections_midnight_restart.txt", 1, 1, {"paging_in": 8192, "paging_out": 43008}),
        ("sar_f_sections_midnight_restart.txt", 4, 0, {"net_receive:eth0": 1_024_000.0}),
        ("sar_d_en_US_ampm.txt", 0, 5, {"disk_discard:vda": 319432 * 1024.0}),
        ("sadf_d_cpu_disk.csv", 0, 0, {"cpu_user": 0.8458, "cpu_idle": 0.0}),
        ("sadf_x.xml", 2, 0, {"disk_read:vda": 1304 * 512.0, "disk_utilisation:vda": 0.004}),
        ("vmstat_t_5s.txt", 0, 0, {"disk_read": 255 * 1024.0, "cpu_user": 0.71, "swap_used": 0.0}),
        ("vmstat_a_no_times.txt", 0, 0, {"paging_out": 16384.0, "processes_running": 9.0}),
    ],
)  # fmt: skip
def test_figures_are_in_si_units(
    name: str, table: int, row: int, expected: dict[str, float]
) -> None:
    result = figures(tables_of(read((SAMPLES / "sysstat" / name).read_bytes()))[table])[row]
    assert {key: result[key] for key in expected} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "clock", "first"),
    [
        ("iostat_dxyt_ISO.txt", Clock.EPOCH, "1795175393.000"),
        ("iostat_two_recordings_utf16.txt", Clock.EPOCH, "1795165205.000"),
        ("iostat_de_DE.json", Clock.TEXT, "2026-11-20 12:04:30"),
        ("sar_d_en_US_ampm.txt", Clock.TEXT, "2026-11-20 11:49:34"),
        ("sar_u_fr_FR.txt", Clock.TEXT, "2026-04-03 23:59:55"),
        ("iostat_ambiguous_date_crlf.txt", Clock.TEXT, "2026-03-04 10:00:10"),
        ("sadf_d_U_epoch.csv", Clock.EPOCH, "1795175374.000"),
        ("sadf_p.txt", Clock.EPOCH, "1795175374.000"),
        ("vmstat_t_5s.txt", Clock.EPOCH, "1795175379.000"),
        ("vmstat_a_no_times.txt", Clock.NONE, ""),
    ],
)
def test_the_clock_is_utc_only_where_the_file_says_so(name: str, clock: Clock, first: str) -> None:
    table = tables_of(read((SAMPLES / "sysstat" / name).read_bytes()))[0]
    assert (table.time.clock, rows_of(table)[0][0]) == (clock, first)


def test_midnight_is_passed_in_every_section() -> None:
    path = SAMPLES / "sysstat" / "sar_f_sections_midnight_restart.txt"
    for table in tables_of(read(path.read_bytes())):
        assert [row[0] for row in rows_of(table)] == [
            "2026-11-20 23:50:01",
            "2026-11-21 00:00:01",
            "2026-11-21 00:10:01",
        ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("11/20/26 11:49:33", "2026-11-20T11:49:33"),
        ("20/11/26 11:49:33", "2026-11-20T11:49:33"),
        ("11/20/2026 12:49:34 AM", "2026-11-20T00:49:34"),
        ("11/20/2026 12:49:34 PM", "2026-11-20T12:49:34"),
        ("20.11.2026 12:04:28", "2026-11-20T12:04:28"),
        ("20-11-26 12:04:28", "2026-11-20T12:04:28"),
        ("2026年11月20日 11時49分43秒", "2026-11-20T11:49:43"),
        ("2026-11-20 11:49:34 UTC", "2026-11-20T11:49:34+00:00"),
        ("2026-11-20 11:49:34 CET", "2026-11-20T11:49:34"),
        ("2026-11-20T11:49:43+0530", "2026-11-20T11:49:43+05:30"),
        ("1795175374", "2026-11-20T11:49:34+00:00"),
        ("2026-02-30 11:49:34", None),
        ("11/20/2026 13:49:34 PM", None),
        ("25:00:00", None),
        ("179517", None),
    ],
)
def test_stamps_of_all_locales(text: str, expected: str | None) -> None:
    moment = parse_timestamp(text, DateParser())
    assert (moment.iso() if moment else None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("03/04/2026\n10:00:00  all  1,00 2,00\n", True),
        ("03/04/2026\n10:00:00 AM  all  1.00\n", False),
        ("03/04/26\n10:00:00  all  1.00\n", None),
    ],
)
def test_the_order_of_day_and_month_follows_other_habits(text: str, expected: object) -> None:
    assert detect_day_first(text) is expected


def test_a_clock_set_back_a_little_is_no_new_day() -> None:
    day = DayCounter(DateParser().parse("2026-11-20"))
    moments = [day.next_moment(second) for second in (100.0, 40.0, 50_000.0, 86_390.0, 5.0)]
    assert [m.iso()[8:10] for m in moments if m] == ["20", "20", "20", "20", "21"]


def test_an_ambiguous_date_is_told() -> None:
    path = SAMPLES / "sysstat" / "iostat_ambiguous_date_crlf.txt"
    assert "03/04/26 read as month/day/year" in texts(read(path.read_bytes()), Severity.INFO)


def test_the_first_report_is_left_out_and_a_disk_may_appear_late() -> None:
    text = BANNER + report("sda 9 9 9 9 9 9") + report("sda 1 2 3 4 5 6")
    (table,) = tables_of(read((text + report("sda 7 8 9 1 2 3", "sdb 4 4 4 4 4 4")).encode()))
    first, second = figures(table)
    assert first["disk_read:sda"] == 2048.0
    assert "disk_read:sdb" not in first
    assert second["disk_read:sdb"] == 4096.0


def test_a_page_is_counted_in_bytes_only_where_its_size_is_known() -> None:
    path = SAMPLES / "sysstat" / "sar_f_sections_midnight_restart.txt"
    other = read(path.read_bytes().replace(b"_x86_64_", b"_aarch64_"))
    assert [c.name for c in tables_of(other)[1].columns] == ["pswpin", "pswpout"]


def test_rows_that_are_none_are_counted_and_left_out() -> None:
    rows = ("sda 1 2 3 4 5 6", "sdb 1 2", "Connection to db1 closed.", "sdc 1 2 x 4 5 6")
    reading = read((BANNER + report("sda 1 1 1 1 1 1") + report(*rows)).encode())
    message = texts(reading, Severity.WARNING)
    assert "too few values, left out: 1" in message
    assert "Other lines, left out: 1" in message
    assert "not a number" in message
    (row,) = figures(tables_of(reading)[0])
    assert "disk_write_requests:sdc" not in row
    assert row["disk_write:sdc"] == 4096.0
    assert reading.status is Status.READ_WITH_PROBLEMS


def test_more_devices_than_fit_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "MOST_FIELDS", 12)
    devices = [f"sd{letter} 1 2 3 4 5 6" for letter in "abcd"]
    reading = read((BANNER + report(*devices) + report(*devices)).encode())
    assert "left out: sdc, sdd" in texts(reading, Severity.WARNING)
    assert {c.instance for c in tables_of(reading)[0].columns} == {"sda", "sdb"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("iostat_single_report.txt", "Only the first report"),
        ("pidstat.txt", "No rows below"),
        ("sadf_entities.xml", "declares entities"),
    ],
)
def test_what_holds_no_sample_is_refused_with_the_reason(name: str, reason: str) -> None:
    reading = read((SAMPLES / "sysstat" / name).read_bytes())
    assert reading.status is Status.REFUSED
    assert reason in texts(reading, Severity.ERROR)


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.name)
def test_a_cut_file_has_no_figure_that_the_whole_one_has_not(path: Path) -> None:
    data = path.read_bytes()
    whole = [figures(table) for table in tables_of(read(data))]
    chance = random.Random(path.name)  # noqa: S311
    for length in sorted(chance.sample(range(len(data)), min(60, len(data)))):
        source = Source(path.name, data[:length])
        if SysstatImporter().recognises(source):
            for number, table in enumerate(tables_of(SysstatImporter().read([source])[0])):
                for row, before in zip(figures(table), whole[number], strict=False):
                    assert row.items() <= before.items()


def test_a_document_is_read_up_to_a_damaged_sample() -> None:
    text = (SAMPLES / "sysstat" / "sadf_j.json").read_text("utf-8")
    at = text.index('"cpu-load"', text.index("11:49:35"))
    reading = read((text[:at] + "\ufffd" + text[at + 9 :]).encode())
    assert [row[0] for row in rows_of(tables_of(reading)[0])] == ["1795175374.000"]
    assert reading.status is Status.INCOMPLETE


@pytest.mark.parametrize(
    "data",
    [
        b'{"sysstat": {"hosts": [{"statistics": [' + b'{"timestamp":' * 200_000,
        b'{"sysstat": {"hosts": [{"statistics": [' + b"[" * 3_000_000,
        b'{"sysstat": {"statistics": [{"timestamp": "x", "disk": ' + b'{"a":' * 50_000,
        b"# hostname;interval;timestamp;CPU;%user\n" + b"a;" * 2_000_000,
        BANNER.encode() + b"avg-cpu:  %user\n" + b"1.00 " * 2_000_000,
        b"<sysstat><host nodename='a'>" + b"<b>" * 100_000,
    ],
    ids=lambda d: d[:12].decode(),
)
def test_hostile_files_end_soon(data: bytes) -> None:
    assert read(data).status is Status.REFUSED


def test_rows_load_as_they_were_read() -> None:
    data = (SAMPLES / "sysstat" / "iostat_xt_de_DE.txt").read_bytes()
    with open_scratch_table() as scratch:
        for table in tables_of(read(data)):
            result, problems = scratch.load_and_summarise(table, data)
            assert problems == ()
            first = figures(table)[0]
            for statistics in result:
                key = ":".join(filter(None, (statistics.series.name, statistics.series.instance)))
                if statistics.rows:
                    assert (statistics.rows, statistics.mean) == (1, pytest.approx(first[key]))
                else:
                    assert (key, first[key]) == ("disk_flush_await:vda", 0.0)


def test_all_forms_of_one_recording_agree(corpus: Path) -> None:
    """sadc's file as sar in three locales and sadf in five forms; iostat watched beside it."""
    names = ["sar_d_en_US_ampm.txt", "sar_d_de_DE_decimal_comma.txt", "sar_d_from_file_12h.txt"]
    names += ["sadf_p.txt", "sadf_d_disk.csv", "sadf_d_U_epoch.csv", "sadf_j_dub.json"]
    names += ["sadf_x.xml"]
    means = [_mean(corpus / "sysstat" / f"gen_{name}", "disk_read:vda") for name in names]
    assert means == pytest.approx([means[0]] * len(means), rel=1e-9)
    beside = _mean(corpus / "sysstat" / "gen_iostat_xt_1s.txt", "disk_read:vda")
    assert beside == pytest.approx(means[0], rel=0.01)


def _mean(path: Path, key: str) -> float:
    result = [
        row[key] for t in tables_of(read(path.read_bytes())) for row in figures(t) if key in row
    ]
    return sum(result) / len(result)


@pytest.mark.parametrize(
    ("heading", "cell", "rate"),
    [("kB/s", "12000.00", 12_288_000), ("MB/s", "11.50", 12_058_624), ("sec/s", "24.0", 12_288)],
)
def test_the_short_form_of_iostat_has_one_rate_of_both_directions(
    heading: str, cell: str, rate: float
) -> None:
    block = f"Device  tps  {heading}  rqm/s  await\nsda  1500.00  {cell}  0.00  0.50\n\n"
    (table,) = tables_of(read((BANNER + block * 2).encode()))
    (row,) = figures(table)
    assert row["disk_throughput:sda"] == pytest.approx(rate)


@pytest.mark.parametrize(
    "above",
    [
        "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----",
        "--procs-- -----------------------memory---------------------- ---swap-- -----io----",
        "procs ----Speicher---- ---Swap-- -----E/A---- -System-- ------CPU-----",
        "Prozesse ----Speicher---- ---Swap-- -----E/A---- -System-- ------CPU-----",
    ],
)
def test_vmstat_is_known_by_its_columns_in_every_width_and_language(above: str) -> None:
    head = f"{above}\n r  b   swpd   free   buff  cache   si   so    bi    bo\n"
    rows = " 1  0   2048   1000     10    900    0    0    10    20\n" * 21
    reading = read((head + rows + head + rows).encode())
    (table,) = tables_of(reading)
    assert [row["disk_read"] for row in figures(table)] == [10 * 1024.0] * 41
    assert not texts(reading, Severity.WARNING)


@pytest.mark.parametrize(
    ("above", "times"),
    [
        ("", []),
        ("Wed Nov 25 09:0{n}:32 UTC 2026\n", ["09:00:32", "09:00:32", "09:01:32", "09:01:32"]),
        ("Mi 25. Nov 09:0{n}:32 CET 2026\n", ["09:00:32", "09:00:32", "09:01:32", "09:01:32"]),
        ("zzz ***Wed Nov 25 09:0{n}:32 2026\n", ["09:00:32", "09:00:32", "09:01:32", "09:01:32"]),
        ("$ vmstat 5 3\n2026-11-25 09:0{n}:32\n", ["09:00:37", "09:00:42"]),
    ],
)
def test_vmstat_that_a_script_appends_again_and_again_loses_the_mean_since_the_boot_each_time(
    above: str, times: list[str]
) -> None:
    head = "procs ---memory---\n r  b   swpd   free   buff  cache   si   so    bi    bo\n"
    boot = " 9  9   2048   1000     10    900    0    0  9999  9999\n"
    row = " 1  0   2048   1000     10    900    0    0    10    20\n"
    blocks = "".join(above.format(n=n) + head + boot + row * 2 for n in range(2))
    reading = read(blocks.encode())
    result = [row for table in tables_of(reading) for row in figures(table)]
    assert [row["disk_read"] for row in result] == [10 * 1024.0] * 4
    if times:
        shown = times_of(reading.runs[0].samples[0])[: len(times)]
        assert shown == times


def test_iostat_that_a_script_appends_with_dates_is_one_recording() -> None:
    def processor(user: int) -> str:
        return f"avg-cpu:  %user   %idle\n          {user}.00    80.00\n\n"

    blocks = "".join(
        f"Wed Nov 25 09:0{n}:32 UTC 2026\n" + BANNER + processor(99) + processor(10 + n)
        for n in range(3)
    )
    reading = read(blocks.encode())
    (run,) = reading.runs
    (table,) = run.samples
    assert [row["cpu_user"] for row in figures(table)] == pytest.approx([0.10, 0.11, 0.12])
    assert run.started_at == "2026-11-25T09:00:32+00:00"
    assert times_of(table) == ["09:00:32", "09:01:32", "09:02:32"]


@pytest.mark.parametrize(
    ("date", "began"),
    [
        ("2026-11-25 09:0{n}:32", "2026-11-25T09:00:32"),
        ("2026-11-25T09:0{n}:32+01:00", "2026-11-25T09:00:32+01:00"),
        ("11/25/2026 09:0{n}:32 AM", "2026-11-25T09:00:32"),
        ("2026\u5e74 11\u6708 25\u65e5 \u6c34\u66dc\u65e5 09:0{n}:32 JST", "2026-11-25T09:00:32"),
        ("2026. 11. 25. (\uc218) 09:0{n}:32 KST", "2026-11-25T09:00:32"),
        ("mercredi 25 novembre 2026, 09:0{n}:32 (UTC+0100)", "2026-11-25T09:00:32+01:00"),
    ],
)
def test_a_date_above_the_heading_is_of_the_iostat_below_it(date: str, began: str) -> None:
    """It was taken for a moment of the iostat before it, one block early."""
    head = "avg-cpu:  %user   %idle\n"
    blocks = "".join(
        date.format(n=n)
        + f"\n{BANNER}{head}          99.00    1.00\n\n{head}          1{n}.00    80.00\n\n"
        for n in range(3)
    )
    (run,) = read(blocks.encode()).runs
    assert run.started_at == began
    assert times_of(run.samples[0])[0].endswith(":00:32")
    assert [row["cpu_user"] for row in figures(run.samples[0])] == pytest.approx([0.1, 0.11, 0.12])


_VMSTAT = " r  b   swpd   free   buff  cache   si   so    bi    bo\n"
_VMSTAT_ROW = " 1  0   2048   1000     10    900    0    0    10    20\n"


def test_a_date_above_a_long_vmstat_is_its_start_and_not_the_time_of_each_row() -> None:
    text = f"Wed Nov 25 09:00:32 UTC 2026\n{_VMSTAT}{_VMSTAT_ROW * 41}"
    reading = read(text.encode())
    (run,) = reading.runs
    assert run.started_at == "2026-11-25T09:00:32+00:00"
    assert {row[0] for row in rows_of(run.samples[0])} == {""}
    assert "Only the start has a date" in texts(reading, Severity.INFO)
    assert "have no time" not in texts(reading, Severity.INFO)
    (run,) = read(f"$ vmstat 5 41\n{text}".encode()).runs
    assert times_of(run.samples[0])[-1] == "09:03:52"


def test_a_date_above_a_long_iostat_is_its_start_and_not_the_time_of_each_report() -> None:
    report_ = "avg-cpu:  %user   %idle\n          10.00    80.00\n\n"
    reading = read(f"Wed Nov 25 09:00:32 UTC 2026\n{BANNER}{report_ * 41}".encode())
    (run,) = reading.runs
    assert run.started_at == "2026-11-25T09:00:32+00:00"
    assert {row[0] for row in rows_of(run.samples[0])} == {""}
    assert "Only the start has a date" in texts(reading, Severity.INFO)


def test_a_time_that_cannot_be_read_is_not_called_absent() -> None:
    date = "\u0e1e. \u0e1e.\u0e22. 25 09:00:32 2026"
    reading = read(f"{date}\n{_VMSTAT}{_VMSTAT_ROW * 3}".encode())
    assert "have no time" not in texts(reading, Severity.INFO)
    (problem,) = (p for p in reading.problems if "Unknown time format" in p.text)
    assert problem.line == 1
    plain = read(f"{_VMSTAT}{_VMSTAT_ROW * 3}".encode())
    assert "have no time" in texts(plain, Severity.INFO)


def test_a_share_with_its_sign_is_a_number_and_a_rounded_one_with_a_unit_is_none() -> None:
    processor = "avg-cpu:  %user   %idle\n          10.5%   89.5%\n\n"
    disks = "     r/s     rkB/s  %util Device\n 1000.00      7.8M   40,5% sda\n\n"
    reading = read((BANNER + (processor + disks) * 2).encode())
    result = {
        name: value for table in tables_of(reading) for name, value in figures(table)[0].items()
    }
    assert result == pytest.approx(
        {"cpu_user": 0.105, "cpu_idle": 0.895, "disk_read_requests:sda": 1000}
        | {"disk_utilisation:sda": 0.405}
    )
    assert "is rounded (-h): 1." in texts(reading, Severity.WARNING)


GROUPS = """Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn
sda               5.00        20.00         0.00         20          0
sdb               3.00         0.00        12.00          0         12
 disks            8.00        20.00        12.00         20         12

"""


@pytest.mark.parametrize("before", ["", "   "])
def test_the_sum_of_a_group_is_no_device_beside_those_it_is_made_of(before: str) -> None:
    """Catches requests and bytes of `iostat -g` counted twice."""
    text = (BANNER + 2 * GROUPS).encode()
    (table,) = tables_of(read(b"\n".join(before.encode() + x for x in text.split(b"\n"))))
    assert {c.instance for c in table.columns} == {"sda", "sdb"}


def test_the_sum_of_a_group_is_no_device_in_json() -> None:
    row = '{{"disk_device": "{}", "tps": {}, "kB_read/s": 1.0}}'
    rows = ", ".join((row.format("sda", 5.0), row.format("sdb", 3.0), row.format(" disks", 8.0)))
    sample = f'{{"disk": [{rows}]}}'
    text = (
        '{"sysstat": {"hosts": [{"nodename": "db1", "sysname": "Linux", "release": "6.1.0",'
        f' "machine": "x86_64", "number-of-cpus": 2, "date": "11/20/26", "statistics": [{sample},'
        f" {sample}]}}]}}}}"
    )
    (table,) = tables_of(read(text.encode()))
    assert {c.instance for c in table.columns} == {"sda", "sdb"}


def test_fans_that_are_numbered_are_no_processors() -> None:
    """Catches `cpu1: 1283` of the first fan; a recording of sensors alone is refused."""
    text = (
        '{"sysstat": {"hosts": [{"nodename": "db1", "file-date": "2026-11-20", "statistics": ['
        '{"timestamp": {"date": "2026-11-20", "time": "09:34:34", "interval": 46},'
        ' "power-management": {"fan-speed": [{"number": 1, "rpm": 1283}],'
        ' "temperature": [{"number": 1, "degC": 34.0}]}}]}]}}'
    )
    reading = read(text.encode())
    assert reading.status is Status.REFUSED
    assert "fan-speed, temperature" in str(reading.problems[-1].message)
