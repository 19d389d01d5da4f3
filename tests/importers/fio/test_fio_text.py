"""fio's text for people: rates without decimals, and what forms and mails make of it."""

from __future__ import annotations

import re

import pytest

from arraywise.domain.evidence import Metric, Origin
from tests.importers.fio.test_fio import FLOW, document, find, job, read, run_of, serious

SLOW_TEXT = """\
slow: (g=0): rw=randread, bs=8K-8K/8K-8K/8K-8K, ioengine=libaio, iodepth=1
fio-2.1.10
Starting 1 process

slow: (groupid=0, jobs=1): err= 0: pid=3220: Thu May  8 11:10:01 2014
  read : io=912KB, bw=15562B/s, iops=1, runt= 60010msec
    slat (usec): min=20, max=310, avg=60.10, stdev=10.20
    clat (msec): min=5, max=1310, avg=526.12, stdev=12.40
     lat (msec): min=5, max=1311, avg=526.18, stdev=12.41
    clat percentiles (msec):
     |  1.00th=[   20], 50.00th=[  478], 99.00th=[ 1020], 99.99th=[ 1310]
    bw (KB  /s): min=    7, max=   24, per=100.00%, avg=15.20, stdev=5.00
  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%
     issued    : total=r=114/w=0/d=0, short=r=0/w=0/d=0

Run status group 0 (all jobs):
   READ: io=912KB, aggrb=15KB/s, minb=15KB/s, maxb=15KB/s, mint=60010msec, maxt=60010msec
"""


def test_a_rate_without_decimals_is_worked_out_where_the_count_tells_more() -> None:
    old = FLOW | {
        "io_bytes": 912, "io_kbytes": None, "bw_bytes": None, "bw": 15, "iops": 1,
        "runtime": 60_010, "total_ios": 114,
    }  # fmt: skip
    old = {key: value for key, value in old.items() if value is not None}
    for text in (SLOW_TEXT, document(job(read=old), version="fio-2.1.14")):
        run = run_of(text)
        iops = find(run, Metric.IOPS, "mean", "read")
        assert iops.value == pytest.approx(114 / 60.01)
        assert iops.origin is Origin.DERIVED
        rate = find(run, Metric.THROUGHPUT, "mean", "read")
        assert rate.value == pytest.approx(912 * 1024 / 60.01, rel=1e-4)


def test_a_rate_of_many_whole_units_stays_as_it_is_printed() -> None:
    rounded = FLOW | {"iops": 10_001}
    iops = find(run_of(document(job(read=rounded))), Metric.IOPS, "mean", "read")
    assert (iops.value, iops.origin) == (10_001, Origin.REPORTED)


def test_a_text_that_lost_its_leading_blanks_reads_like_the_whole_one() -> None:
    stripped = "\n".join(line.strip() for line in SLOW_TEXT.splitlines()) + "\n"
    figures = [
        [(m.metric, m.statistic, m.group, m.value, m.line) for m in run_of(text).measurements]
        for text in (SLOW_TEXT, stripped)
    ]
    assert figures[0] == figures[1]
    assert figures[0]


@pytest.mark.parametrize(
    ("issued", "words"),
    [("114/w=0/d=0", "are missing"), ("0/w=0/d=0", "did no I/O")],
)
def test_no_io_is_said_only_where_the_text_says_so(issued: str, words: str) -> None:
    lines = SLOW_TEXT.replace("114/w=0/d=0", issued).splitlines()
    text = "\n".join([*lines[:5], *lines[12:]]) + "\n"
    assert any(words in problem for problem in serious(read(text)))


def test_thousands_and_blanks_as_old_versions_print_them() -> None:
    """`max=1311.2K` microseconds; a blank before commas and before `B/s` (2.0)."""
    usual = [(m.metric, m.statistic, m.value) for m in run_of(SLOW_TEXT).measurements]
    older = SLOW_TEXT.replace("bw=15562B/s", "bw=15562 B/s").replace("min=20,", "min=20 ,")
    older = older.replace("max=1311, avg=526.18", "max=1.3110K, avg=0.52618K")
    again = [(m.metric, m.statistic, m.value) for m in run_of(older).measurements]
    assert [name[:2] for name in again] == [name[:2] for name in usual]
    assert [v for *_, v in again] == pytest.approx([v for *_, v in usual])


def test_what_follows_reads_that_cannot_be_read_is_not_taken_for_those_before() -> None:
    """The line of the writes is damaged: their samples and latencies are of nothing."""
    _, _, reads = SLOW_TEXT.partition("  read : ")
    writes = reads.partition("  IO depths")[0].replace("avg=15.20", "avg=99.0")
    damaged = "  write: " + writes.replace("bw=15562B/s", "bw=?")
    both = SLOW_TEXT.replace("  IO depths", f"{damaged}  IO depths")
    alone = [(m.metric, m.statistic, m.value) for m in run_of(SLOW_TEXT).measurements]
    assert [(m.metric, m.statistic, m.value) for m in run_of(both).measurements] == alone
    assert any("could not be read and are missing" in p.text for p in read(both).problems)


HEAD = "slow: (g=0): rw=randread, bs=8K-8K/8K-8K/8K-8K, ioengine=libaio, iodepth=1"
RESULT = "slow: (groupid=0, jobs=1): err= 0: pid=3220: Thu May  8 11:10:01 2014"


def _stated(text: str | bytes) -> tuple[object, ...]:
    run = run_of(text)
    figures = [(m.metric, m.statistic, m.group, m.value, m.load) for m in run.measurements]
    return figures, run.started_at, run.attributes, read(text).tool_version


def test_a_line_after_a_broken_head_that_is_no_piece_of_it_stays_its_own() -> None:
    text = SLOW_TEXT.replace(", ioengine=libaio, iodepth=1", "")
    assert dict(run_of(text).attributes)["pattern"] == "randread"
    assert read(text).tool_version == "2.1.10"


def test_percentiles_whose_line_was_broken_are_all_read() -> None:
    broken = SLOW_TEXT.replace(" 99.00th", "\n99.00th")
    assert _stated(broken) == _stated(SLOW_TEXT)


@pytest.mark.parametrize("margin", ["    ", "\t", " " * 60])
def test_a_text_that_is_indented_as_a_whole_reads_like_a_plain_one(margin: str) -> None:
    lines = SLOW_TEXT.splitlines(keepends=True)
    indented = "".join(margin + line if line.strip() else line for line in lines)
    assert _stated(indented) == _stated(SLOW_TEXT)
    place = find(run_of(indented), Metric.LATENCY, "p50", "read")
    line = indented.splitlines()[(place.line or 0) - 1]
    assert line[(place.column or 0) - 1 :].startswith("478")


@pytest.mark.parametrize("printed", ["2.0.8", "fio 1.59"])
def test_a_version_without_its_dash_is_one_between_announcement_and_result(printed: str) -> None:
    reading = read(SLOW_TEXT.replace("fio-2.1.10", printed))
    assert reading.tool_version == printed.removeprefix("fio ")
    elsewhere = SLOW_TEXT.replace("fio-2.1.10\n", "") + f"\n{printed}\n"
    assert read(elsewhere).tool_version is None


def test_the_count_of_version_1_makes_a_rounded_rate_exact() -> None:
    first = SLOW_TEXT.replace(
        "issued    : total=r=114/w=0/d=0, short=r=0/w=0/d=0",
        "issued r/w/d: total=114/0/0, short=0/0/0",
    )
    assert first != SLOW_TEXT
    assert _stated(first) == _stated(SLOW_TEXT)


def test_a_broken_line_of_a_direction_is_not_put_together_and_is_said() -> None:
    reading = read(SLOW_TEXT.replace(" runt=", "\nrunt="))
    assert any("could not be read and are missing" in p.text for p in reading.problems)


def test_sizes_whose_thousands_are_grouped_are_read() -> None:
    text = (
        "randread: (g=0): rw=randread, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=32\n"
        "fio 1.59\n\n"
        "randread: (groupid=0, jobs=1): err= 0: pid=12345\n"
        "  read : io=1,024MB, bw=102,400KB/s, iops=25,600 , runt= 10240msec\n"
        "     lat (usec): min=110 , max=5010 , avg=1245.00, stdev=100.00\n"
        "     issued r/w/d: total=262144/0/0, short=0/0/0\n"
    )
    grouped, plain = read(text), read(re.sub(r"(\d),(\d{3})", r"\1\2", text))
    stated, expected = (
        {(m.metric, m.statistic, m.group): m.value for m in reading.runs[0].measurements}
        for reading in (grouped, plain)
    )
    assert stated == expected
    assert 25_600.0 in stated.values()
    assert grouped.problems == plain.problems


@pytest.mark.parametrize("cut", ["5.0", "5.", "5"])
def test_a_number_that_its_line_broke_off_is_not_taken(cut: str) -> None:
    whole = run_of(SLOW_TEXT)
    broken = run_of(SLOW_TEXT.replace("stdev=5.00", f"stdev={cut}\n{'5.00'[len(cut) :]}"))
    assert find(whole, Metric.THROUGHPUT, "stddev", "read").value == 5 * 1024
    stated = {(m.metric, m.statistic): m.value for m in broken.measurements if m.group == "read"}
    assert (Metric.THROUGHPUT, "stddev") not in stated
    assert (Metric.THROUGHPUT, "max") in stated


def test_extremes_of_single_threads_are_not_those_of_their_group() -> None:
    """fio keeps the samples of each thread of a group: their greatest lies below the mean."""
    text = (
        "rr: (g=0): rw=randread, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B,"
        " ioengine=libaio, iodepth=4\n...\nfio-3.33\nStarting 4 processes\n\n"
        "rr: (groupid=0, jobs={jobs}): err= 0: pid=7: Fri Nov 20 12:00:00 2026\n"
        "  read: IOPS=4000, BW=31.2MiB/s (32.8MB/s)(312MiB/10001msec)\n"
        "   bw (  KiB/s): min= 7000, max= 9000, per=100.00%, avg=32000.00, stdev=120.00\n"
        "   iops        : min=  900, max= 1100, avg=4000.00, stdev=15.00, samples=76\n"
        "  issued rwts: total=40004,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n\n"
        "Run status group 0 (all jobs):\n"
    )
    for jobs, stored in (("4", set()), ("1", set())):
        result = read(text.replace("{jobs}", jobs)).runs[0].measurements
        assert {m.statistic for m in result if m.metric is Metric.IOPS} - {"mean"} == stored
    alone = text.replace("{jobs}", "1").replace("max= 1100", "max= 4400")
    result = read(alone).runs[0].measurements
    assert {m.statistic for m in result if m.metric is Metric.IOPS} >= {"mean", "max", "min"}


@pytest.mark.parametrize(
    "lines",
    [
        "    clat (usec): min=10, max=9000, avg=xx, stdev=12.00\n",
        "     lat (usec): min=10, max= 9k, avg=400,5, stdev=12,0\n",
        "    clat percentiles (usec):\n     | 50.00th=[  200], 99.00th=[ 900]\n",
    ],
)
def test_latencies_that_cannot_be_read_are_not_said_to_be_unmeasured(lines: str) -> None:
    text = (
        "rr: (g=0): rw=randread, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B,"
        " ioengine=libaio, iodepth=4\nfio-3.33\nStarting 1 process\n\n"
        "rr: (groupid=0, jobs=1): err= 0: pid=7: Fri Nov 20 12:00:00 2026\n"
        "  read: IOPS=4000, BW=31.2MiB/s (32.8MB/s)(312MiB/10001msec)\n"
        "{lines}  issued rwts: total=40004,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n\n"
        "Run status group 0 (all jobs):\n"
    )
    (problem,) = (p for p in read(text.replace("{lines}", lines)).problems if "rr" in p.text)
    assert "not measured" not in problem.text
    assert problem.line == 7
    (problem,) = (p for p in read(text.replace("{lines}", "")).problems if "rr" in p.text)
    assert "not measured" in problem.text
