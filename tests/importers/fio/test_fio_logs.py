"""fio's logs: units by version or by what is possible, and the result that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.domain.units import Unit
from arraywise.importers.fio import FioImporter
from arraywise.importers.kit.importer import Source

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

RESULT = (
    '{\n"fio version" : "%s",\n"timestamp" : 1710142200,\n"jobs" : [{"jobname" : "a",'
    ' "groupid" : 0, "job options" : {"write_lat_log" : "out/lg"}, "read" :'
    ' {"io_bytes" : 8192000, "bw" : 8000, "iops" : 1000.0, "runtime" : 1000}}]\n}\n'
)


def log(value: int = 45_000, rest: str = "0, 0") -> bytes:
    return "".join(f"{1000 * i}, {value}, {rest}\n" for i in range(1, 6)).encode()


def read_all(*sources: Source) -> list[tuple[str, Reading]]:
    importer = FioImporter()
    assert all(importer.recognises(source) for source in sources)
    return [
        (source.name, reading)
        for group in importer.groups(sources)
        for source, reading in zip(group, importer.read(group), strict=True)
    ]


def series_of(*sources: Source) -> list[tuple[str, Unit, float, float | None]]:
    readings = [reading for name, reading in read_all(*sources) if name.endswith(".log")]
    return [
        (s.name, s.unit, s.values[0], s.times[0] if s.times else None)
        for reading in readings
        for run in reading.runs
        for s in run.series
    ]


@pytest.mark.parametrize(
    ("version", "seconds"), [("fio-3.33", 45e-6), ("fio-2.99", 45e-6), ("fio-2.21", 45e-3)]
)
def test_the_result_beside_a_log_tells_unit_and_time(version: str, seconds: float) -> None:
    result = Source("x/a.json", (RESULT % version).encode())
    (match,) = series_of(Source("x/lg_lat.1.log", log()), result)
    assert match == ("latency read", Unit.SECOND, pytest.approx(seconds), 1_710_142_200.0)


@pytest.mark.parametrize("folders", [("x", "x"), ("", "y"), ("x/results", "x/logs")])
def test_a_log_finds_the_result_that_names_it(folders: tuple[str, str]) -> None:
    result = Source(f"{folders[0]}/a.json", (RESULT % "fio-3.1").encode())
    readings = dict(read_all(Source(f"{folders[1]}/lg_lat.1.log", log()), result))
    assert {reading.set_name for reading in readings.values()} == {result.name}


def test_two_results_that_name_a_log_are_not_chosen_between() -> None:
    results = [Source(f"x/{i}.json", (RESULT % "fio-3.1").encode()) for i in range(2)]
    groups = FioImporter().groups([*results, Source("x/lg_lat.1.log", log())])
    assert [len(group) for group in groups] == [1, 1, 1]


@pytest.mark.parametrize(
    ("data", "seconds"),
    [
        (log(2_000_000), 2e-3),  # 2 s at 1 s after the start
        (log(45_000, "0, 0, 0"), 45e-6),  # the flag of high priority
        (log(200), 2e-4),  # 200 ns is no storage
    ],
)
def test_a_lone_log_tells_its_unit_where_only_one_is_possible(data: bytes, seconds: float) -> None:
    (result,) = series_of(Source("lg_clat.1.log", data))
    assert result == ("clat read", Unit.SECOND, pytest.approx(seconds), None)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a_lat.1.log", log(), "Put the run's result beside the log"),
        ("a.log", log(), "needs its original name"),
        ("a_iops.log", log(1, "0, 8192"), "log_avg_msec"),
    ],
)
def test_what_no_series_can_be_made_of_is_refused(name: str, data: bytes, words: str) -> None:
    ((_, reading),) = read_all(Source(name, data))
    assert reading.status is Status.REFUSED
    assert words in reading.problems[0].text


@pytest.mark.parametrize(
    ("name", "series"),
    [
        ("a_bw.1.log", ("throughput write", Unit.BYTE_PER_SECOND, 45_000 * 1024.0, None)),
        ("a_iops.log", ("iops write", Unit.PER_SECOND, 45_000.0, None)),
    ],
)
def test_rates_need_no_version(name: str, series: tuple[object, ...]) -> None:
    assert series_of(Source(name, log(rest="1, 0"))) == [series]


def test_a_damaged_line_is_left_out_and_the_rest_kept() -> None:
    ((_, reading),) = read_all(Source("a_bw.log", log() + b"6000, 450"))
    (run,) = reading.runs
    assert len(run.series[0].values) == 5
    assert reading.problems[0].line == 6


@pytest.mark.parametrize("text", [b"1,2,3,4\n1,2,3,4\n", b"1, 2, 3, 4\n1, 2, 3, 4\n", b"1, 2\n"])
def test_other_tables_of_numbers_are_no_logs(text: bytes) -> None:
    assert not FioImporter().recognises(Source("a_lat.log", text))
