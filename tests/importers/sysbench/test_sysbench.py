"""Sysbench: files, databases and processors, from 0.4 to 1.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Load, Metric, Status
from arraywise.domain.messages import Severity
from arraywise.importers.kit.importer import Source
from arraywise.importers.sysbench import SysbenchImporter

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

HEAD = "sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)\n\n"
FILES = (
    "Number of threads: 8\nExtra file open flags: {flags}\nBlock size {block}\n"
    "Using {mode} I/O mode\nDoing random read test\nThreads started!\n"
    "    reads/s:                      100.00\n    writes/s:                     0.00\n"
    "    fsyncs/s:                     {fsyncs}\n    read, MiB/s:                  1.56\n"
    "    total time:                          2.0000s\n"
    "         avg:                                    {mean}\n"
    "         sum:                                 8.00\n"
    "    total number of events:              200\n"
)
ROWS = "Number of threads: 8\nThreads started!\n[ {at}s ] thds: 8 tps: 5.00 qps: 9.00 (r/w/o: 1"


def read(text: str) -> Reading:
    importer = SysbenchImporter()
    source = Source("some.txt", text.encode())
    assert importer.recognises(source)
    (reading,) = importer.read([source])
    return reading


def files(
    flags: str = "direct", block: str = "16KiB", mode: str = "synchronous",
    fsyncs: str = "0.00", mean: str = "10.00",
) -> Reading:  # fmt: skip
    form = {"flags": flags, "block": block, "mode": mode, "fsyncs": fsyncs, "mean": mean}
    return read(HEAD + FILES.format(**form))


@pytest.mark.parametrize(
    ("block", "mode", "load"),
    [
        ("16KiB", "synchronous", Load(small_ios=8)),
        ("16Kb", "synchronous", Load(small_ios=8)),
        ("1MiB", "synchronous", Load(large_ios=8)),
        ("16KiB", "asynchronous", Load(users=8)),
    ],
)
def test_threads_are_outstanding_ios_where_each_waits(block: str, mode: str, load: Load) -> None:
    (run,) = files(block=block, mode=mode).runs
    assert {m.load for m in run.measurements} == {load}


@pytest.mark.parametrize(
    ("flags", "direct"),
    [("(none)", "no"), ("direct", "yes"), ("directio", "yes"), ("0", "no"), ("16384", "yes")],
)
def test_reads_through_the_cache_are_doubted(flags: str, direct: str) -> None:
    reading = files(flags=flags)
    assert dict(reading.runs[0].attributes)["direct"] == direct
    assert any("host's cache" in p.text for p in reading.problems) == (direct == "no")


@pytest.mark.parametrize(("mean", "seconds"), [("10.00", 0.01), ("0.04", 4e-5), ("0.00", 4e-5)])
def test_a_mean_too_small_for_its_print_is_worked_out(mean: str, seconds: float) -> None:
    (run,) = files(mean=mean).runs
    (result,) = (m for m in run.measurements if m.metric is Metric.LATENCY)
    assert result.value == pytest.approx(seconds)


def test_a_latency_that_includes_fsyncs_is_not_that_of_the_ios() -> None:
    (run,) = files(fsyncs="5.00").runs
    groups = {m.group for m in run.measurements if m.metric is Metric.LATENCY}
    assert groups == {"reads, writes and fsyncs"}


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        (ROWS.format(at=1), Status.INCOMPLETE, "stopped early"),
        ("FATAL: unable to connect to MySQL server\n", Status.REFUSED, "unable to connect"),
        ("Creating table 'sbtest1'...\n", Status.REFUSED, "preparing"),
        ("Running memory speed test with\nThreads started!\n    total time:    1.00s\n",
         Status.REFUSED, "neither files nor a database"),
        ("    transactions:      10  (99.00 per sec.)\n    total time:    1.00s\n",
         Status.READ_WITH_PROBLEMS, "not transactions over time"),
    ],
)  # fmt: skip
def test_what_is_odd_is_said(text: str, status: Status, words: str) -> None:
    reading = read(HEAD + text)
    assert reading.status is status
    assert words in next(p.text for p in reading.problems if p.severity is not Severity.INFO)


def test_percentiles_are_counted_from_a_histogram() -> None:
    rows = "".join(f"       {v}.000 |***    {n}\n" for v, n in ((1, 100), (2, 90), (9, 10)))
    (run,) = read(HEAD + FILES.format(
        flags="direct", block="4KiB", mode="synchronous", fsyncs="0", mean="2.00"
    ) + "Latency histogram (values are in milliseconds)\n" + rows).runs  # fmt: skip
    result = {m.statistic: m.value for m in run.measurements if m.metric is Metric.LATENCY}
    assert result == pytest.approx(
        {"mean": 0.002, "p50": 0.001, "p90": 0.002, "p95": 0.002, "p99": 0.009}
    )


def test_a_histogram_that_lacks_events_gives_no_percentiles() -> None:
    rows = "".join(f"       {v}.000 |***    {n}\n" for v, n in ((1, 100), (2, 60)))
    reading = read(HEAD + FILES.format(
        flags="direct", block="4KiB", mode="synchronous", fsyncs="0", mean="2.00"
    ) + "Latency histogram (values are in milliseconds)\n" + rows)  # fmt: skip
    (run,) = reading.runs
    assert {m.statistic for m in run.measurements if m.metric is Metric.LATENCY} == {"mean"}
    assert any("has 160 of 200 events" in problem.text for problem in reading.problems)


WITHIN = (
    "[ {at}s ] thds: 8 tps: 50.00 qps: 900.00 (r/w/o: 700.00/150.00/50.00)"
    " lat (ms,95%): 20.00 err/s 0.50 reconn/s: 0.00\n"
)


def test_progress_and_statistics_alone_are_a_run_without_its_beginning() -> None:
    rows = "".join(WITHIN.format(at=at) for at in (10, 20, 30))
    reading = read(rows)
    assert reading.tool == "sysbench"
    (run,) = reading.runs
    assert not run.complete
    assert [len(series.values) for series in run.series] == [3] * len(run.series)
    ended = (
        rows + "SQL statistics:\n    queries performed:\n        read: 100\n"
        "    transactions:                        1500   (50.00 per sec.)\n"
        "General statistics:\n    total time:                          30.0000s\n"
    )
    (whole,) = read(ended).runs
    rate = next(m for m in whole.measurements if m.metric is Metric.TRANSACTION_RATE)
    assert (rate.value, rate.load.users) == (50.0, 8)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("", "transaction_rate of an unknown interval"),
        ("Report intermediate results every 10 second(s)\n", "transaction_rate every 10 s"),
        ("Report intermediate results every 1 second(s)\n", "transaction_rate"),
    ],
)
def test_one_line_of_progress_does_not_tell_its_interval(head: str, name: str) -> None:
    reading = read(HEAD + head + ROWS.format(at=30))
    (run,) = reading.runs
    assert [series.name for series in run.series] == [name]
    assert any("Only one progress line" in p.text for p in reading.problems) == (not head)


ZEROS = (
    "Number of threads: 8\nThreads started!\nFATAL: mysql_drv_query() returned error 1146\n"
    "SQL statistics:\n    transactions:      0      (0.00 per sec.)\n"
    "    total time:                          0.0021s\n    total number of events:     0\n"
)


def test_a_run_that_failed_before_any_event_is_no_result() -> None:
    reading = read(HEAD + ZEROS)
    assert (reading.status, reading.runs) == (Status.REFUSED, ())
    assert "without a result" in reading.problems[0].text
    assert "returned error 1146" in reading.problems[0].text
    both = read(HEAD + ZEROS + HEAD + FILES.format(
        flags="direct", block="4KiB", mode="synchronous", fsyncs="0", mean="2.00"
    ))  # fmt: skip
    assert (both.status, len(both.runs)) == (Status.READ_WITH_PROBLEMS, 1)


def test_a_run_that_failed_later_keeps_its_figures() -> None:
    later = ZEROS.replace("0      (0.00 per", "100      (47619.05 per").replace(
        ":     0", ":  100"
    )
    reading = read(HEAD + later)
    assert len(reading.runs) == 1
    assert any("sysbench stopped with an error: mysql" in p.text for p in reading.problems)


def _part(at: int, rate: float) -> str:
    rows = WITHIN.format(at=at - 5) + WITHIN.format(at=at)
    return (
        f"{rows}SQL statistics:\n    transactions:   {10 * rate:.0f}   ({rate:.2f} per sec.)\n"
        "General statistics:\n    total time:                 10.0000s\n"
        f"Latency (ms):\n         avg:                      {1e3 / rate:.2f}\n"
    )


@pytest.mark.parametrize("mark", ["[ {at}s ] Checkpoint report:\n", ""])
def test_statistics_that_come_again_are_of_what_was_done_since(mark: str) -> None:
    first, last = _part(10, 20), _part(20, 50)
    marked = first.replace("SQL", mark.format(at=10) + "SQL") + last
    reading = read(HEAD + "Number of threads: 8\nThreads started!\n" + marked)
    rates = [
        [(m.value, m.load.users) for m in run.measurements if m.metric is Metric.TRANSACTION_RATE]
        for run in reading.runs
    ]
    assert rates == [[(20, 8)], [(50, 8)]]
    assert [len(series.values) for run in reading.runs for series in run.series] == [2] * 4
    assert all(run.complete for run in reading.runs)
    assert any("--report-checkpoints" in p.text for p in reading.problems)
