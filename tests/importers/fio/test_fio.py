"""fio: units, sums, depths and ends of runs, each rule on the text that shows it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.domain.evidence import Load, Metric, Origin, Status
from arraywise.domain.messages import Severity
from arraywise.importers.fio import FioImporter
from arraywise.importers.fio.checks import percentile_of_bins
from arraywise.importers.fio.content import (
    moment_before_report,
    parse_ctime,
    parse_option_seconds,
    parse_option_size,
    parse_version,
    scan_json_documents,
    single_block_bytes,
)
from arraywise.importers.fio.text_report import parse_amount
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.text import decode
from tests.conftest import corpus_files
from tests.importers.golden import SAMPLES, read_folder, sample_files

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.evidence import Measurement, Reading, Run

FOLDER = SAMPLES / "fio"
UNITS = (1, 1024, 1024**2, 1e-3, 1e-6, 1e-9)
LATENCY = {"min": 30_000, "max": 9_000_000, "mean": 800_000.0, "stddev": 400_000.0, "N": 300_000}
FLOW: dict[str, Any] = {
    "io_bytes": 300_000 * 8192, "io_kbytes": 300_000 * 8, "bw_bytes": 81_920_000, "bw": 80_000,
    "iops": 10_000.0, "runtime": 30_000, "total_ios": 300_000,
    "clat_ns": LATENCY | {"percentile": {"99.000000": 4_000_000, "0.00": 0}}, "lat_ns": LATENCY,
}  # fmt: skip
OPTIONS = {
    "rw": "randread", "bs": "8k", "iodepth": "8", "ioengine": "libaio", "direct": "1",
    "size": "10g", "runtime": "30", "filename": "/dev/sdb",
}  # fmt: skip
DEPTHS = {"1": 0.1, "2": 0.1, "4": 0.1, "8": 99.7}


def job(name: str = "a", group: int = 0, **members: Any) -> dict[str, Any]:
    """Build a job; a member of None is left out."""
    built = {
        "jobname": name, "groupid": group, "error": 0, "eta": 0, "elapsed": 31,
        "job options": OPTIONS, "read": FLOW, "iodepth_level": DEPTHS, "latency_depth": 8,
    } | members  # fmt: skip
    return {key: value for key, value in built.items() if value is not None}


def document(*jobs: dict[str, Any], version: str = "fio-3.33", **members: Any) -> str:
    built = {"fio version": version, "timestamp": 1_710_142_200, "jobs": list(jobs)} | members
    return json.dumps(built, indent=2) + "\n"


def read(text: str | bytes, name: str = "a.json") -> Reading:
    data = text.encode() if isinstance(text, str) else text
    importer = FioImporter()
    assert importer.recognises(Source(name, data))
    (reading,) = importer.read([Source(name, data)])
    return reading


def run_of(text: str | bytes) -> Run:
    (run,) = read(text).runs
    return run


def find(run: Run, metric: Metric, statistic: str, group: str | None = None) -> Measurement:
    (result,) = (
        m
        for m in run.measurements
        if (m.metric, m.statistic, m.group) == (metric, statistic, group)
    )
    return result


def serious(reading: Reading) -> list[str]:
    return [p.text for p in reading.problems if p.severity is not Severity.INFO]


def test_a_job_gives_rates_latencies_and_percentiles_in_si_with_its_load() -> None:
    run = run_of(document(job()))
    load = Load(small_ios=8)
    for metric, statistic, value in (
        (Metric.IOPS, "mean", 10_000),
        (Metric.THROUGHPUT, "mean", 81_920_000),
        (Metric.LATENCY, "mean", 0.0008),
        (Metric.LATENCY, "p99", 0.004),
    ):
        result = find(run, metric, statistic, "read")
        assert (result.value, result.load) == (pytest.approx(value), load)
        assert result.origin is Origin.REPORTED
    assert find(run, Metric.IOPS, "mean").value == 10_000
    assert (run.started_at, run.duration_s) == ("2024-03-11T07:29:30+00:00", 30)
    assert dict(run.attributes) == {
        "pattern": "randread", "engine": "libaio", "target": "/dev/sdb", "direct": "1",
        "block_bytes": "8192", "iodepth": "8", "working_set_bytes": "10737418240",
        "runtime_asked_s": "30", "percentiles_of": "clat", "numjobs": "1", "write_percent": "0",
    }  # fmt: skip


@pytest.mark.parametrize(
    "path", [p for p in sample_files(FOLDER) if p.suffix in {".json", ".txt"}]
)
def test_every_reported_value_stands_where_it_is_said_to(path: Path) -> None:
    lines = decode(path.read_bytes()).text.split("\n")
    for run in read_folder(FOLDER)[path].runs:
        for m in (m for m in run.measurements if m.origin is Origin.REPORTED and m.value):
            assert m.line
            assert m.column
            number = re.match(r"\d+(?:\.\d+)?", lines[m.line - 1][m.column - 1 :])
            assert number
            ratio = m.value / float(number[0])
            assert any(ratio == pytest.approx(unit) for unit in UNITS)


@pytest.mark.parametrize(
    ("version", "io_bytes", "found", "doubts"),
    [
        ("fio-2.17", 2_400_000, 2_457_600_000, 0),
        ("fio-2.21", 2_457_600_000, 2_457_600_000, 0),
        ("fio-2.17", 2_457_600_000, 2_457_600_000, 1),
        ("fio-2.99", 2_400_000, 2_457_600_000, 1),
        ("nonsense", 2_400_000, 2_457_600_000, 0),
    ],
)
def test_io_bytes_is_read_by_the_rate_and_the_version(
    version: str, io_bytes: int, found: int, doubts: int
) -> None:
    flow = {"io_bytes": io_bytes, "bw": 1, "iops": 9.0, "runtime": 30_000, "total_ios": 300_000}
    text = document(job(read=flow | {"bw": 80_000, "iops": 10_000.0}), version=version)
    reading = read(text)
    rate = find(reading.runs[0], Metric.THROUGHPUT, "mean", "read")
    assert rate.value == pytest.approx(found / 30, rel=1e-3)
    assert sum("io_bytes read" in text for text in serious(reading)) == doubts


def test_a_printed_rate_that_contradicts_its_count_is_not_taken() -> None:
    reading = read(document(job(read=FLOW | {"iops": 12_500.0})))
    result = find(reading.runs[0], Metric.IOPS, "mean", "read")
    assert (result.value, result.origin) == (10_000, Origin.DERIVED)
    assert any("12500 I/Os per second printed" in text for text in serious(reading))


@pytest.mark.parametrize(
    ("options", "members", "load"),
    [
        ({}, {}, Load(small_ios=8)),
        ({"numjobs": "4"}, {"job_runtime": 120_000}, Load(small_ios=32)),
        ({"iodepth": "32", "ioengine": "psync"}, {"iodepth_level": {"1": 100.0}},
         Load(small_ios=1)),
        ({"latency_target": "2ms"}, {"latency_target": 2_000_000, "latency_depth": 3},
         Load(small_ios=3)),
        ({"bs": "1M"}, {"read": FLOW | {"io_bytes": 30_000 * 2**20, "total_ios": 30_000,
                                        "io_kbytes": 30_000 * 1024, "iops": 1000.0,
                                        "bw": 1_024_000, "bw_bytes": 1000 * 2**20}},
         Load(large_ios=8)),
        ({}, {"job_runtime": 180_000}, Load()),
    ],
)  # fmt: skip
def test_outstanding_ios_are_threads_by_depth_where_both_are_told(
    options: dict[str, str], members: dict[str, Any], load: Load
) -> None:
    run = run_of(document(job(**({"job options": OPTIONS | options} | members))))
    assert {m.load for m in run.measurements} == {load}


def test_clones_are_added_up_and_their_percentiles_are_not() -> None:
    other = FLOW | {"clat_ns": LATENCY | {"percentile": {"99.000000": 6_000_000}}}
    options = OPTIONS | {"numjobs": "2"}
    reading = read(document(job(**{"job options": options}),
                            job(read=other, **{"job options": options})))  # fmt: skip
    (run,) = reading.runs
    both = find(run, Metric.IOPS, "mean")
    assert (both.value, both.load, both.origin) == (20_000, Load(small_ios=16), Origin.DERIVED)
    assert find(run, Metric.IOPS, "mean", "a #2 read").load == Load(small_ios=8)
    assert not [m for m in run.measurements if m.group is None and m.statistic == "p99"]
    assert any("are 4 to 6 ms" in problem.text for problem in reading.problems)


def test_full_distributions_are_added_up() -> None:
    def flow(latency: int) -> dict[str, Any]:
        return FLOW | {"clat_ns": LATENCY | {"bins": {str(latency): 150, "9000000": 1}}}

    run = run_of(document(job("a", read=flow(1000)), job("b", read=flow(3000))))
    percentiles = {m.statistic: m.value for m in run.measurements if m.group is None}
    assert percentiles["p50"] == pytest.approx(3e-6)
    assert percentiles["p99.9"] == pytest.approx(9e-3)
    assert percentile_of_bins({}, 50) == 0


@pytest.mark.parametrize(
    "path", [p for p in corpus_files("fio") if "jsonplus" in p.name], ids=lambda p: p.name
)
def test_percentiles_of_distributions_are_those_that_fio_prints(path: Path) -> None:
    for flow in (j[d] for j in json.loads(path.read_text())["jobs"] for d in ("read", "write")):
        times = flow.get("clat_ns") or flow["clat"]
        bins = {float(key): count for key, count in times.get("bins", {}).items()}
        for percent, printed in times.get("percentile", {}).items():
            if bins and float(percent):
                assert percentile_of_bins(bins, float(percent)) == printed


def test_groups_are_runs_one_after_the_other() -> None:
    first, second = read(document(job("a", 0, elapsed=62), job("b", 1, elapsed=62))).runs
    assert (first.name, second.name) == ("a", "b")
    assert first.started_at == "2024-03-11T07:29:00+00:00"
    assert second.started_at == "2024-03-11T07:29:30+00:00"


def test_groups_that_took_longer_than_fio_ran_at_once() -> None:
    reading = read(document(job("a", 0), job("b", 1)))
    assert any("ran at the same time" in text for text in serious(reading))
    assert reading.runs[0].started_at is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fio: terminating on signal 15\n" + document(job()), "signal 15"),
        (document(job(error=28)), "no space left on device"),
        (document(job(eta=12)), "Interim report"),
        (document(job())[:-100], "is cut at line"),
        (document(job(**{"job options": OPTIONS | {"runtime": "5m"}})), "30 of 300 s"),
        (document(job(**{"job options": OPTIONS | {"runtime": "60", "size": "1g",
                                                   "time_based": "1"}})), "30 of 60 s"),
    ],
)  # fmt: skip
def test_a_run_that_did_not_end_is_incomplete_with_the_reason(text: str, words: str) -> None:
    reading = read(text)
    assert reading.status is Status.INCOMPLETE
    assert any(words in problem for problem in serious(reading))


@pytest.mark.parametrize(
    "options",
    [
        {"size": "2400000k", "runtime": "300"},
        {"size": "50%", "runtime": "300"},
        {"runtime": "31"},
        {"runtime": "300", "number_ios": "300000"},
    ],
)
def test_a_job_may_end_early_when_its_work_is_done(options: dict[str, str]) -> None:
    assert read(document(job(**{"job options": OPTIONS | options}))).status is Status.READ


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fio: engine libaio not loadable\nfio: failed to load engine\n", "libaio"),
        ("fio: file creation disallowed by allow_file_create=0\n", "disallowed"),
        (document(job(read={"io_bytes": 0, "runtime": 0})), "did no I/O"),
        (document(job(error=21, read=None)), "is a directory"),
        (document(), "has no job"),
        ("Jobs: 1 (f=1): [r(1)][12.5%][eta 00m:35s]\r", "without a result"),
        ("[global]\nrw=randread\nbs=8k\n[a]\n", "job file"),
        ('{\n  "fio version" : "fio-3.33"', "is cut at line"),
    ],
)
def test_what_holds_no_result_is_refused_with_the_reason(text: str, words: str) -> None:
    reading = read(text)
    assert (reading.status, reading.runs) == (Status.REFUSED, ())
    assert all(problem.severity is Severity.ERROR for problem in reading.problems)
    assert any(words in problem.text for problem in reading.problems)


def test_interim_reports_count_once_and_repetitions_each() -> None:
    half = FLOW | {"runtime": 15_000, "io_bytes": 150_000 * 8192, "io_kbytes": 150_000 * 8,
                   "total_ios": 150_000}  # fmt: skip
    interim = document(job(read=half, eta=15, elapsed=16), timestamp=1_710_142_185)
    assert len(read(interim + document(job())).runs) == 1
    again = document(job(), timestamp=1_710_142_260)
    assert [run.name for run in read(document(job()) + again).runs] == ["a (1)", "a (2)"]


def test_a_latency_that_was_not_measured_is_absent() -> None:
    nothing = {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
    reading = read(document(job(read=FLOW | {"clat_ns": nothing, "lat_ns": nothing})))
    assert not [m for m in reading.runs[0].measurements if m.metric is Metric.LATENCY]
    assert any("were not measured" in text for text in serious(reading))


@pytest.mark.parametrize("kind", ["mixed", "read", "trim"])
def test_the_total_is_of_reads_and_writes_or_of_what_fio_added_up(kind: str) -> None:
    run = run_of(document(job(**{"read": None, kind: FLOW})))
    totals = [m for m in run.measurements if m.group is None and m.metric is Metric.IOPS]
    assert [m.value for m in totals] == ([] if kind == "trim" else [10_000])


@pytest.mark.parametrize("depth", [10, 100_000])
@pytest.mark.parametrize("what", ['{"jobs":[', '{"jobs":', '{"jobs":{"a":['])
def test_endless_nesting_is_left_at_once(what: str, depth: int) -> None:
    assert all(not result.is_complete for result in scan_json_documents(what * depth))


def test_a_semicolon_in_a_terse_name_moves_no_figure() -> None:
    path = FOLDER / "v3.33_utf8_name_semicolon_terse.txt"
    (run,) = read_folder(FOLDER)[path].runs
    assert run.name == "Größe Test; 8k"
    assert find(run, Metric.IOPS, "mean", "read").value == 14_171


@pytest.mark.parametrize(
    ("text", "size"),
    [("8k", 8192), ("1M", 2**20), ("4096", 4096), ("4kib", 4096), ("1gb", 2**30), ("50%", None),
     ("", None), ("8k-64k", None)],
)  # fmt: skip
def test_sizes(text: str, size: int | None) -> None:
    assert parse_option_size(text) == size


def test_sizes_and_times_in_other_units() -> None:
    assert (parse_option_size("8k", "1000"), parse_option_size("8ki", "1000")) == (8000, 8192)
    assert [parse_option_seconds(t) for t in ("5m", "300", "500ms", "2h", "x")] == [
        300,
        300,
        0.5,
        7200,
        None,
    ]
    assert parse_option_seconds("200", "us") == pytest.approx(2e-4)
    assert (single_block_bytes({"bs": "8k,8k"}), single_block_bytes({"bs": "8k,4k"})) == (
        8192,
        None,
    )
    assert (single_block_bytes({"rw": "read"}), single_block_bytes({"bssplit": "8k/70"})) == (
        4096,
        None,
    )
    assert parse_version("fio-3.41-12-gabcdef") == (3, 41)


@pytest.mark.parametrize(
    ("text", "value"),
    [("370MiB/s", 370 * 2**20), ("388MB/s", 388e6), ("1163B/s", 1163), ("8Mbit/s", 1e6),
     ("x", None)],
)  # fmt: skip
def test_amounts_of_text_for_people(text: str, value: float | None) -> None:
    assert parse_amount(text, is_old=False) == value


def test_amounts_of_old_text_are_binary_unless_they_say_otherwise() -> None:
    assert parse_amount("422512KB/s", is_old=True) == 422_512 * 1024
    assert parse_amount("1kB/s", is_old=True) == 1000


def test_the_wall_clock_gives_the_offset() -> None:
    wall = parse_ctime("Mon Mar 11 08:30:00 2024")
    assert moment_before_report(1_710_142_200, wall, 30) == "2024-03-11T08:29:30+01:00"
    assert moment_before_report(1_710_142_200, None, 30) == "2024-03-11T07:29:30+00:00"
    assert moment_before_report(None, wall, 30) == "2024-03-11T08:29:30"
    assert moment_before_report(None, None, 30) is None
    assert parse_ctime("Mon Xyz 11 08:30:00 2024") is None
    assert parse_ctime("Mon Feb 31 08:30:00 2024") is None
