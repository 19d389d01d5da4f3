"""Iometer: columns by name in every generation, totals only, load from depth and disks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Load, Metric, Status
from arraywise.domain.units import MIB
from arraywise.importers.iometer import IometerImporter
from arraywise.importers.kit.importer import Source

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

COLUMNS = (
    "Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,IOps,"
    "Read IOps,Write IOps,{rate},Average Response Time,Maximum Response Time,Errors,Bytes Read,"
    "Bytes Written,Read I/Os,Write I/Os,Queue Depth"
)
ALL = "ALL,All,{spec},1,2,4,2000.0,2000.0,0.0,{rate},8.0,90.0,{errors},{bytes},0,60000,0,{depth}"
SPEC = "4 KiB; 100% Read"


def results(
    *, rate: str = "MiBps (Binary)", printed: float = 7.8125, depth: str = "4", errors: int = 0,
    spec: str = SPEC, size: int = 4096, workers: str = "", end: str = "'End Test\n",
) -> str:  # fmt: skip
    row = ALL.format(spec=spec, rate=printed, errors=errors, bytes=60_000 * size, depth=depth)
    return (
        "'Test Type,Test Description\n0,lab\n'Version\n1.1.0 \n'Time Stamp\n"
        "2024-03-11 09:00:00:123\n'Access specifications\n"
        f"'Access specification name,default assignment\n{spec},0\n"
        "'size,% of size,% reads,% random,delay,burst,align,reply\n"
        f"{size},100,100,50,0,1,0,0\n'End access specifications\n'Results\n"
        f"'{COLUMNS.format(rate=rate)}\n{row}\n{workers}"
        f"'Time Stamp\n2024-03-11 09:00:41:000\n{end}"
    )


def read(text: str) -> Reading:
    source = Source("results.csv", text.encode())
    importer = IometerImporter()
    assert importer.recognises(source)
    (reading,) = importer.read([source])
    return reading


@pytest.mark.parametrize(
    ("rate", "printed"),
    [("MiBps (Binary)", 7.8125), ("MBps (Binary)", 7.8125), ("MBps", 7.8125),
     ("MBps (Decimal)", 8.192)],
)  # fmt: skip
def test_every_generation_of_columns_gives_the_same(rate: str, printed: float) -> None:
    reading = read(results(rate=rate, printed=printed))
    (run,) = reading.runs
    result = {(m.metric, m.statistic): m.value for m in run.measurements if m.group is None}
    assert result == {
        (Metric.IOPS, "mean"): 2000,
        (Metric.THROUGHPUT, "mean"): pytest.approx(2000 * 4096),
        (Metric.LATENCY, "mean"): pytest.approx(0.008),
        (Metric.LATENCY, "max"): pytest.approx(0.09),
    }
    assert (run.started_at, run.duration_s) == ("2024-03-11T09:00:11", 30)
    attributes = dict(run.attributes)
    assert (attributes["block_bytes"], attributes["write_percent"]) == ("4096", "0")
    assert reading.status is Status.READ


WORKERS = "".join(
    f"WORKER,Worker {i},{SPEC},,,2,1000,1000,0,3.9,8.0,90.0,0,0,0,0,0,{depth}\n"
    for i, depth in ((1, 2), (2, 6))
)


@pytest.mark.parametrize(
    ("depth", "size", "workers", "load"),
    [
        ("4", 4096, "", Load(small_ios=16)),
        ("4", 2**20, "", Load(large_ios=16)),
        ("-1", 4096, WORKERS, Load(small_ios=16)),
        ("-1", 4096, "", Load()),
    ],
)
def test_outstanding_ios_are_depth_by_disks(
    depth: str, size: int, workers: str, load: Load
) -> None:
    text = results(depth=depth, size=size, workers=workers, printed=2000 * size / MIB)
    (run,) = read(text).runs
    assert {m.load for m in run.measurements} == {load}
    assert [m.value for m in run.measurements if m.metric is Metric.IOPS] == [2000, 2000]


def test_commas_in_a_specification_move_no_column() -> None:
    (run,) = read(results(spec="8K, 70% Read, random")).runs
    assert run.name == "8K, 70% Read, random"
    assert run.measurements[0].value == 2000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (results(end=""), "end of the batch is missing"),
        (results(errors=7), "failed: 7"),
        (results(printed=15.0), "contradict each other"),
        (results(depth="1"), "Little"),
    ],
)
def test_doubts_are_told(text: str, words: str) -> None:
    reading = read(text)
    assert reading.status is Status.READ_WITH_PROBLEMS
    assert any(words in problem.text for problem in reading.problems)


@pytest.mark.parametrize(
    "text", [results(end="Aborted test\n"), results().split("'Time Stamp\n2024-03-11 09:00:41")[0]]
)
def test_an_aborted_test_is_incomplete(text: str) -> None:
    reading = read(text)
    assert (reading.status, reading.runs[0].complete) == (Status.INCOMPLETE, False)


def test_batches_may_be_appended() -> None:
    assert len(read(results() + results()).runs) == 2


def moments(*rows: str) -> str:
    """Write instantaneous values: time, I/Os per second, depth."""
    columns = f"TimeStamp,'{COLUMNS.format(rate='MiBps (Binary)')}\n"
    row = ALL.format(spec=SPEC, rate=7.8125, errors=0, bytes=0, depth="{}").replace("2000.0", "{}")
    return columns + "".join(
        f"2024-03-11 09:00:{at},{row.format(iops, iops, depth)}\n"
        for at, iops, depth in (text.split() for text in rows)
    )


def test_instantaneous_values_are_series_of_each_test() -> None:
    reading = read(moments("01:000 100.0 4", "02:500 200.0 4", "03:000 400.0 8", "59:000 1.0 8"))
    first, second = reading.runs
    assert [(s.name, s.values.tolist()) for s in first.series] == [
        ("iops", [100.0, 200.0]), ("throughput", [7.8125 * MIB] * 2), ("latency", [0.008] * 2),
    ]  # fmt: skip
    times = second.series[0].times
    assert times is not None
    assert times.tolist() == [1_710_147_603.0, 1_710_147_659.0]
    assert (first.measurements, first.name) == ((), f"{SPEC} (1)")


def test_a_long_gap_and_a_clock_set_back_begin_another_test() -> None:
    text = moments(*(f"0{i}:000 1.0 4" for i in range(3)), "40:000 1.0 4", "01:000 1.0 4")
    assert [len(run.series[0].values) for run in read(text).runs] == [3, 1, 1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("TimeStamp," + results().split("'Results\n'")[1], "No row of all targets"),
        (results().replace("ALL,All", "MANAGER,host"), "No row of all targets"),
        ("'Test Type,Test Description\n0,lab\n", "No readable result"),
        (results().replace("2000.0", "0"), "Nothing was measured"),
    ],
)
def test_what_holds_no_totals_is_refused(text: str, words: str) -> None:
    reading = read(text)
    assert (reading.status, reading.runs) == (Status.REFUSED, ())
    assert any(words in problem.text for problem in reading.problems)
