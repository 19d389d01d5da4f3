"""What the answer depends on is read from evidence as it was measured."""

from __future__ import annotations

from array import array
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import (
    MAX_SMALL_IOPS,
    Clock,
    EvidenceFile,
    Load,
    Measurement,
    Metric,
    Reading,
    RepairedRows,
    Run,
    SampleColumn,
    SampleTable,
    Series,
    Status,
    TimeAxis,
)
from arraywise.domain.options import Architecture
from arraywise.domain.study import HostUse, IoPoint, LoadRun
from arraywise.domain.units import Unit
from arraywise.store.reading.evidence import NewFile
from arraywise.store.reading.facts import compute_study_hash, read_facts
from arraywise.store.samples import load_samples
from arraywise.store.study import create_study
from arraywise.store.writing.evidence import add_files, remove_files, set_clock_shift
from arraywise.store.writing.inputs import add_option
from arraywise.store.writing.rows import next_ids
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study

START = 1_760_000_000  # 2025-10-09 08:53:20 UTC
LOCAL = "2025-10-09T10:53:20"
ZONED = LOCAL + "+02:00"
MINUTE = 60


def rate(users: int, value: float, line: int = 3) -> Measurement:
    return Measurement(
        Metric.TRANSACTION_RATE, "mean", value, Unit.PER_SECOND, Load(users), line=line
    )


def response(statistic: str, value: float, group: str | None = None) -> Measurement:
    return Measurement(Metric.RESPONSE_TIME, statistic, value, Unit.SECOND, group=group, line=4)


def load_run(
    *measurements: Measurement, started_at: str | None = ZONED, complete: bool = True
) -> Run:
    return Run("r", complete, measurements, started_at=started_at, duration_s=float(MINUTE))


def add(
    study: Study, name: str, runs: tuple[Run, ...], option: int | None, set_name: str | None = None
) -> None:
    reading = Reading("tool", Status.READ, runs, set_name=set_name)
    file = EvidenceFile(name, sha256(name.encode()).hexdigest(), 1, reading)
    with transaction(study) as cursor:
        samples = tuple(
            tuple(
                load_samples(cursor, study.private, t, t.repair_rows(b"").rows, id_)
                for t, id_ in zip(
                    run.samples, next_ids(cursor, "set_id", len(run.samples)), strict=True
                )
            )
            for run in runs
        )
        add_files(cursor, [NewFile(file, "", None, option, samples=samples)])


def monitor(time: TimeAxis, rows: list[str], *columns: SampleColumn) -> Run:
    """Build a monitor's run from rows; percentages become shares."""
    data = "".join(row + "\n" for row in rows).encode()
    table = SampleTable(
        columns, time, len(columns) + 1, 0, len(data), 1, lambda _: RepairedRows(data, ())
    )
    return Run("monitor", complete=True, samples=(table,))


CPU = tuple(
    SampleColumn(name, Unit.ONE, 0.01, i)
    for i, name in enumerate(("cpu_user", "cpu_system", "cpu_idle", "cpu_wait", "cpu_steal"), 1)
)
EPOCH_ROWS = [f"{START + i},{10 * (i > 0) + i / 10},5,{60 - i},1,0" for i in range(MINUTE + 30)]


@pytest.fixture
def option(study: Study) -> int:
    with transaction(study) as cursor:
        return add_option(cursor, "NAS", Architecture.NAS, shared_storage=True).id


def runs_of(study: Study) -> tuple[LoadRun, ...]:
    return read_facts(study).options[0].load_runs


def points_of(study: Study) -> tuple[IoPoint, ...]:
    return read_facts(study).options[0].io_points


def test_a_load_run(study: Study, option: int) -> None:
    run = Run(
        "r",
        complete=True,
        measurements=(
            rate(30, 12.5),
            response("mean", 0.2),
            response("p95", 0.5),
            response("p99", 9.0, group="New Order"),
            Measurement(Metric.TRANSACTIONS_COMPLETED, "total", 750.0, Unit.ONE),
            Measurement(Metric.TRANSACTIONS_FAILED, "total", 0.0, Unit.ONE),
        ),
        series=(Series("transaction_rate", Unit.PER_SECOND, array("d", [12.0, 13.0])),),
        duration_s=60.0,
        attributes=(("think_time_s", "1.5"),),
    )
    add(study, "a.xml", (run,), option)
    (result,) = runs_of(study)
    assert result == LoadRun(
        run_id=result.run_id,
        file="a.xml",
        tool="tool",
        users=30,
        rate_tps=12.5,
        responses_s=(("mean", 0.2), ("p95", 0.5)),
        rate_line=3,
        response_line=4,
        response_places=(("mean", 4, None), ("p95", 4, None)),
        duration_s=60.0,
        completed=750.0,
        failed=0.0,
        think_time_s=1.5,
        rates_tps=array("d", [12.0, 13.0]),
    )


def test_only_complete_runs_of_an_option_with_users_count(study: Study, option: int) -> None:
    unloaded = Measurement(Metric.TRANSACTION_RATE, "mean", 1.0, Unit.PER_SECOND)
    add(study, "broken off", (load_run(rate(1, 1.0), complete=False),), option)
    add(study, "users unknown", (load_run(unloaded),), option)
    add(study, "of no option", (load_run(rate(1, 1.0)),), None)
    add(study, "good", (load_run(rate(60, 2.0)), load_run(rate(30, 1.0))), option)
    assert [(run.users, run.file) for run in runs_of(study)] == [(30, "good"), (60, "good")]


def test_forms_of_one_run_count_once(study: Study, option: int) -> None:
    document = load_run(rate(30, 10.0), response("mean", 0.1), started_at=None)
    rates = Series("transaction_rate", Unit.PER_SECOND, array("d", [9.0]))
    log = Run("r", complete=True, measurements=(rate(30, 10.1),), series=(rates,))
    reading = [Reading("t", Status.READ, (run,), set_name="r1") for run in (log, document)]
    files = [
        NewFile(EvidenceFile(f"{i}", f"{i}", 1, r), "", None, option)
        for i, r in enumerate(reading)
    ]
    with transaction(study) as cursor:
        add_files(cursor, files)
    add(study, "another day", (document,), option, set_name="r1")
    result = runs_of(study)
    assert [(r.rate_tps, r.responses_s, r.duration_s) for r in result] == 2 * [
        (10.0, (("mean", 0.1),), 60.0)
    ]
    assert [r.rates_tps for r in result] == [array("d", [9.0]), None]


SECONDS = TimeAxis(Clock.EPOCH, 0)
TEXT = TimeAxis(Clock.TEXT, 0, "%Y-%m-%d %H:%M:%S")
TEXT_ROWS = [
    f"2025-10-09 {10 + (53 + i // 60) // 60}:{(53 + i // 60) % 60}:{i % 60:02},1,5,60,1,0"
    for i in range(20, 110)
]


def axis(clock: TimeAxis, offset_s: float | None) -> TimeAxis:
    return TimeAxis(clock.clock, 0, clock.format, utc_offset_s=offset_s)


@pytest.mark.parametrize(
    ("started_at", "time", "samples"),
    [
        (ZONED, axis(SECONDS, None), MINUTE),
        (ZONED, axis(SECONDS, 7200.0), MINUTE),
        (LOCAL, axis(SECONDS, 7200.0), MINUTE),
        (LOCAL, axis(SECONDS, 0.0), MINUTE),  # by an offset of two hours
        (LOCAL, axis(SECONDS, None), MINUTE),  # by one of two hours, too
        (LOCAL, axis(TEXT, None), MINUTE),
        (LOCAL, axis(TEXT, 7200.0), MINUTE),
        (ZONED, axis(TEXT, None), MINUTE),
        (ZONED, axis(TEXT, 7200.0), MINUTE),
        (ZONED, axis(TEXT, 3600.0), MINUTE),  # by one of an hour
        ("2025-10-09T08:53:20+00:00", axis(TEXT, 7200.0), MINUTE),
        (None, axis(TEXT, None), None),
        ("yesterday", axis(TEXT, None), None),
        ("9999-12-31T23:59:59-12:00", axis(SECONDS, None), None),
    ],
)
def test_clocks_are_matched(
    study: Study, option: int, started_at: str | None, time: TimeAxis, samples: int | None
) -> None:
    rows = EPOCH_ROWS if time.clock is Clock.EPOCH else TEXT_ROWS
    add(study, "dstat.csv", (monitor(time, rows, *CPU),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0), started_at=started_at),), option)
    (run,) = runs_of(study)
    assert (run.host_use.samples if run.host_use else None) == samples


@pytest.mark.parametrize(
    ("started_at", "time", "shift_s"),
    [
        (ZONED, axis(SECONDS, None), 0.0),
        (LOCAL, axis(SECONDS, 0.0), -7200.0),
        (LOCAL, axis(SECONDS, None), -7200.0),
        (ZONED, axis(TEXT, 3600.0), 3600.0),
    ],
)
def test_an_assumed_offset_is_told(
    study: Study, option: int, started_at: str, time: TimeAxis, shift_s: float
) -> None:
    rows = EPOCH_ROWS if time.clock is Clock.EPOCH else TEXT_ROWS
    add(study, "dstat.csv", (monitor(time, rows, *CPU),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0), started_at=started_at),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    stated = (run.host_use.clock_shift_s, run.host_use.clock_is_assumed)
    assert stated == (shift_s, shift_s != 0.0)


@pytest.mark.parametrize(("shift_s", "samples"), [(-7200.0, MINUTE), (0.0, None), (None, MINUTE)])
def test_an_offset_set_by_hand_counts(
    study: Study, option: int, shift_s: float | None, samples: int | None
) -> None:
    add(study, "dstat.csv", (monitor(axis(SECONDS, 0.0), EPOCH_ROWS, *CPU),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0), started_at=LOCAL),), option)
    with transaction(study) as cursor:
        set_clock_shift(cursor, [1], 99.0)
        set_clock_shift(cursor, [1], shift_s)
    (run,) = runs_of(study)
    assert (run.host_use.samples if run.host_use else None) == samples
    if run.host_use is not None:
        assert run.host_use.clock_is_assumed == (shift_s is None)
    with transaction(study) as cursor:
        remove_files(cursor, [1])
        assert cursor.execute("SELECT count(*) FROM clock_shift").fetchall() == [(0,)]


def test_tables_of_one_recording_are_read_together(study: Study, option: int) -> None:
    """sysstat writes processors, swapping and disks into tables of their own."""
    processors = [f"{START + i},40,5,40,10,0,5" for i in range(1, 61)]
    columns = (*CPU, SampleColumn("cpu_nice", Unit.ONE, 0.01, 6))
    paging = SampleColumn("paging_out", Unit.BYTE_PER_SECOND, 4096.0, 1)
    disk = SampleColumn("disk_utilisation", Unit.ONE, 0.01, 1, "sda")
    flow = [
        SampleColumn(f"disk_{way}", Unit.BYTE_PER_SECOND, 1.0, i + 1, one)
        for i, (way, one) in enumerate((("read", "sda"), ("write", "sda"), ("read", "sdb")))
    ]
    tables = (
        monitor(SECONDS, processors, *columns),
        monitor(SECONDS, [f"{START + i},{i % 4}" for i in range(1, 61)], paging),
        monitor(SECONDS, [f"{START + i},80" for i in range(1, 61)], disk),
        monitor(SECONDS, [f"{START + i},300,100,500" for i in range(1, 61)], *flow),
    )
    run = replace(tables[0], samples=tuple(t for run in tables for t in run.samples))
    add(study, "sar.txt", (run,), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (result,) = runs_of(study)
    use = result.host_use
    assert use is not None
    assert (use.samples, use.busy_median, use.wait_median) == (60, pytest.approx(0.5), 0.1)
    assert (use.paging_share, use.disk_utilisation) == (0.75, pytest.approx(0.8))
    assert use.disk_b_s == 500.0


def test_host_use_is_aggregated_over_the_run(study: Study, option: int) -> None:
    add(study, "dstat.csv", (monitor(SECONDS, EPOCH_ROWS, *CPU),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    assert run.host_use == HostUse(
        file="dstat.csv",
        samples=60,  # the row at the very start is of the time before
        busy_median=pytest.approx((10 + 3.05 + 5) / 100),
        idle_at_most_5_percent=pytest.approx(5 / 60),  # one of the six waits for I/O meanwhile
        wait_median=pytest.approx(0.01),
        steal_median=0.0,
        paging_share=None,
        unaccounted=pytest.approx(0.24 + 0.009 * 30.5),
    )


def test_processors_without_a_total_are_averaged(study: Study, option: int) -> None:
    columns = (
        SampleColumn("cpu_user", Unit.ONE, 0.01, 1, "cpu0"),
        SampleColumn("cpu_user", Unit.ONE, 0.01, 2, "cpu1"),
        SampleColumn("cpu_system", Unit.ONE, 0.01, 3, "cpu0"),
        SampleColumn("cpu_system", Unit.ONE, 0.01, 4, "cpu1"),
        SampleColumn("cpu_softirq", Unit.ONE, 0.01, 5),
        SampleColumn("paging_out", Unit.BYTE_PER_SECOND, 1.0, 6),
    )
    rows = [f"{START + i},80,88,10,16,1,{i % 2}" for i in range(1, 61)]
    add(study, "dstat.csv", (monitor(SECONDS, rows, *columns),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    assert run.host_use.busy_median == pytest.approx(0.84 + 0.13 + 0.01)
    assert run.host_use.idle_at_most_5_percent == 1.0
    assert run.host_use.paging_share == 0.5
    assert run.host_use.wait_median is None


def io(metric: Metric, value: float, small: int, **more: str) -> Measurement:
    unit = {Metric.IOPS: Unit.PER_SECOND, Metric.LATENCY: Unit.SECOND}[metric]
    statistic = more.pop("statistic", "mean")
    return Measurement(metric, statistic, value, unit, Load(None, small, 0), line=9, **more)  # type: ignore[arg-type]


def test_files_of_an_orion_set_make_one_point(study: Study, option: int) -> None:
    iops = Run(
        "o", complete=True, measurements=(io(Metric.IOPS, 100.0, 1), io(Metric.IOPS, 150.0, 2))
    )
    latency = Run(
        "o",
        complete=True,
        measurements=(
            io(Metric.LATENCY, 0.01, 1),
            io(Metric.LATENCY, 0.5, 1, statistic="max"),
            io(Metric.LATENCY, 0.3, 1, group="small read"),
        ),
    )
    best = Run("o", complete=True, measurements=(io(Metric.IOPS, 150.0, 2, group=MAX_SMALL_IOPS),))
    readings = [Reading("orion", Status.READ, (r,), set_name="s") for r in (iops, latency, best)]
    files = [
        NewFile(EvidenceFile(f"f{i}", f"{i}", 1, r), "", None, option)
        for i, r in enumerate(readings)
    ]
    with transaction(study) as cursor:
        add_files(cursor, files)
    add(study, "alone", (iops,), option)
    points = [(p.file, p.small_ios, p.iops, p.latency_s, p.group) for p in points_of(study)]
    assert points == [
        ("f0", 1, 100.0, 0.01, None),
        ("f0", 2, 150.0, None, None),
        ("f2", 2, 150.0, None, MAX_SMALL_IOPS),
        ("alone", 1, 100.0, None, None),
        ("alone", 2, 150.0, None, None),
    ]


def test_repetitions_of_a_point_stay_apart(study: Study, option: int) -> None:
    twice = (io(Metric.IOPS, 1.0, 1), io(Metric.IOPS, 2.0, 1))
    latencies = (io(Metric.LATENCY, 0.1, 1), io(Metric.LATENCY, 0.2, 1))
    add(study, "a", (Run("o", complete=True, measurements=twice + latencies),), option)
    assert [(p.iops, p.latency_s) for p in points_of(study)] == [(1.0, 0.1), (2.0, 0.2)]


def test_the_hash_is_that_of_the_content(tmp_path: Path) -> None:
    files = [(f"{i}.xml", (load_run(rate(30, float(i))),)) for i in range(4)]
    hashes = []
    for name, order in (("a", files), ("b", files[::-1]), ("c", files[:3])):
        with create_study(tmp_path / name, name="x") as study:
            with transaction(study) as cursor:
                option = add_option(cursor, "NAS", Architecture.NAS, shared_storage=True)
            for file, runs in order:
                add(study, file, runs, option.id)
            hashes.append(compute_study_hash(study))
            add(study, "of no option", (), None)
            assert compute_study_hash(study) != hashes[-1]
    assert hashes[0] == hashes[1] != hashes[2]
