"""Pgbench: which rate is the run's, where runs begin, what its logs prove."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Metric, Status
from arraywise.domain.messages import Severity
from arraywise.importers.kit.importer import Source
from arraywise.importers.pgbench import PgbenchImporter

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading, Run

SETTINGS = "transaction type: <builtin: select only>\nscaling factor: 5\nnumber of clients: 4\n"
TIMES = "latency average = 2.000 ms\nlatency stddev = 1.000 ms\n"
RATE = "tps = 1900.000000 (without initial connection time)\n"
OLD_RATES = (
    "tps = 1800.0 (including connections establishing)\n"
    "tps = 1900.0 (excluding connections establishing)\n"
)
PROGRESS = "progress: {at}.0 s, 1900.0 tps, lat 2.000 ms stddev 1.000, 0 failed\n"


def read(text: str) -> Reading:
    importer = PgbenchImporter()
    source = Source("some.txt", text.encode())
    assert importer.recognises(source)
    (reading,) = importer.read([source])
    return reading


def value(run: Run, metric: Metric, statistic: str = "mean", group: str | None = None) -> float:
    wanted = (metric, statistic, group)
    (result,) = (m for m in run.measurements if (m.metric, m.statistic, m.group) == wanted)
    return result.value


def serious(reading: Reading) -> list[str]:
    return [p.text for p in reading.problems if p.severity is not Severity.INFO]


@pytest.mark.parametrize(
    ("printed", "rate"),
    [
        (RATE, 1900),
        ("tps = 50.5 (including reconnection times)\n", 50.5),
        (OLD_RATES, 1900),
    ],
)  # fmt: skip
def test_the_rate_of_a_run_leaves_connecting_out(printed: str, rate: float) -> None:
    (run,) = read(SETTINGS + TIMES + printed).runs
    assert (value(run, Metric.TRANSACTION_RATE), run.complete) == (rate, True)
    assert {m.load.users for m in run.measurements} == {4}


@pytest.mark.parametrize("average", ["latency average = 2.000 ms", "latency average: 2.000 ms"])
def test_both_forms_of_the_latency_are_read(average: str) -> None:
    (run,) = read(f"{SETTINGS}{average}\n{RATE}").runs
    assert value(run, Metric.RESPONSE_TIME) == pytest.approx(0.002)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        (SETTINGS + TIMES + RATE, [True]),
        ((SETTINGS + TIMES + RATE) * 3, [True] * 3),
        ((PROGRESS.format(at=1) + PROGRESS.format(at=2) + SETTINGS + RATE) * 2, [True] * 2),
        (PROGRESS.format(at=1) + SETTINGS + TIMES + RATE + PROGRESS.format(at=1), [True, False]),
        ("starting vacuum...end.\n" + SETTINGS + "starting vacuum...end.\n", [False, False]),
        (PROGRESS.format(at=2) + PROGRESS.format(at=1), [False, False]),
        (SETTINGS + TIMES + RATE + "pgbench: error: Run was aborted; the above results are\n",
         [False]),
    ],
)  # fmt: skip
def test_runs_begin_where_something_is_printed_again(text: str, complete: list[bool]) -> None:
    assert [run.complete for run in read(text).runs] == complete


def test_progress_lines_become_series_by_their_interval() -> None:
    (run,) = read(PROGRESS.format(at=1) + PROGRESS.format(at=2) + SETTINGS + TIMES + RATE).runs
    assert [(s.name, len(s.values)) for s in run.series] == [
        ("transaction_rate", 2), ("response_time", 2),
    ]  # fmt: skip
    (run,) = read(PROGRESS.format(at=10) + PROGRESS.format(at=20) + SETTINGS + RATE).runs
    assert run.series[0].name == "transaction_rate every 10 s"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SETTINGS + TIMES + RATE.replace("1900", "3900"), "3900.0 tx/s at"),
        (SETTINGS + "number of transactions actually processed: 99\n"
         "number of failed transactions: 1 (1.000%)\n" + TIMES + RATE, "1.00% of the"),
        (TIMES + RATE, "number of clients is missing"),
        (SETTINGS + "number of transactions skipped: 5 (1%)\n" + TIMES + RATE, "5 transactions"),
        (PROGRESS.format(at=1), "Only standard error of pgbench"),
        ("pgbench (15.1)\n" + PROGRESS.format(at=1), "stopped before its end"),
    ],
)  # fmt: skip
def test_what_is_odd_is_said(text: str, words: str) -> None:
    assert any(words in message for message in serious(read(text)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "100000 of 200000 tuples (50%) done (elapsed 0.08 s, remaining 0.08 s)\n",
            "Initialisation",
        ),
        ('pgbench: error: connection to server failed: FATAL:  database "x"\n', "database"),
        ("1795176332 6 10 100 9 24\n", "contradictory columns"),
        ("1795176332 2 10 52 4 6\n1795176331 2 10 52 4 6\n", "contradictory columns"),
    ],
)
def test_what_is_no_result_is_refused_with_the_reason(text: str, words: str) -> None:
    reading = read(text)
    assert (reading.status, reading.runs) == (Status.REFUSED, ())
    assert words in reading.problems[0].text


def test_an_aggregated_log_gives_exact_times() -> None:
    (run,) = read("1795176330 2 10 52 4 6\n1795176332 0 0 0 0 0\n1795176334 1 5 25 5 5\n").runs
    assert value(run, Metric.RESPONSE_TIME) == pytest.approx(5e-6)
    assert value(run, Metric.RESPONSE_TIME, "stddev") == pytest.approx((2 / 3) ** 0.5 * 1e-6)
    assert value(run, Metric.TRANSACTIONS_COMPLETED, "total") == 3
    assert run.started_at == "2026-11-20T12:05:30+00:00"
    assert run.series[0].values.tolist() == [1.0, 0.0, 0.5]
    assert run.duration_s == 6


def test_a_plain_log_gives_percentiles_where_there_are_enough() -> None:
    lines = [f"0 {i} {i} 0 17951763{30 + i // 10} {i}" for i in range(1, 201)]
    lines.append("0 201 failed 0 1795176351 5")
    (run,) = read("\n".join(lines) + "\n").runs
    assert value(run, Metric.RESPONSE_TIME, "p50") == pytest.approx(100e-6)
    assert value(run, Metric.RESPONSE_TIME, "p95") == pytest.approx(190e-6)
    assert not any(m.statistic == "p99" for m in run.measurements)
    assert value(run, Metric.TRANSACTIONS_FAILED, "total") == 1


@pytest.mark.parametrize(
    "numbers", ["1, 2, 3, 4\n", "1 2 3\n4 5 6\n", "1 2 3 4 5 6\n", "0 1 2 3 4000 5\n0 2 2 3 4 5\n"]
)
def test_other_numbers_are_not_claimed(numbers: str) -> None:
    assert not PgbenchImporter().recognises(Source("pgbench_log.1", numbers.encode()))


FINISHED = (
    SETTINGS + "duration: 4 s\nnumber of transactions actually processed: 7600\n" + TIMES + RATE
)
SHOWN = "".join(PROGRESS.format(at=i) for i in range(1, 5))


def read_files(**files: str) -> dict[str, Reading]:
    importer = PgbenchImporter()
    sources = [Source(f"a/{name.replace('_', '.')}", t.encode()) for name, t in files.items()]
    assert all(importer.recognises(source) for source in sources)
    return {
        source.name.removeprefix("a/").replace(".", "_"): reading
        for group in importer.groups(sources)
        for source, reading in zip(group, importer.read(group), strict=True)
    }


def aggregated(counts: list[int], start: int = 1_795_176_330) -> str:
    """Write a log of transactions of 2 ms each, counted second by second."""
    return "".join(
        f"{start + i} {n} {2000 * n} {4_000_000 * n} 2000 2000\n" for i, n in enumerate(counts)
    )


def test_progress_joins_the_result_that_it_is_of() -> None:
    readings = read_files(out=FINISHED, err=SHOWN)
    (result,), (progress,) = readings["out"].runs, readings["err"].runs
    assert readings["err"].set_name == readings["out"].set_name == "a/out"
    assert (progress.name, progress.complete, progress.duration_s) == (result.name, True, 4)
    assert serious(readings["err"]) == []
    assert [s.name for s in progress.series] == ["transaction_rate", "response_time"]


def test_several_runs_join_one_by_one() -> None:
    slower = FINISHED.replace("1900", "950").replace("7600", "3800")
    readings = read_files(out=FINISHED + slower, err=SHOWN + SHOWN.replace("1900", "950"))
    assert [run.name for run in readings["err"].runs] == [run.name for run in readings["out"].runs]


@pytest.mark.parametrize(
    "files",
    [
        {"out": FINISHED, "err": SHOWN.replace("1900", "1700")},
        {"out": FINISHED, "err": SHOWN + PROGRESS.format(at=5) + PROGRESS.format(at=6)},
        {"out": FINISHED, "err": SHOWN + SHOWN},
        {"out": FINISHED, "out_1": FINISHED, "err": SHOWN},
        {"out": FINISHED, "err": SHOWN, "err_1": SHOWN},
        {"out": FINISHED, "log_7": aggregated([500, 500])},
        {"out": FINISHED, "log_7": aggregated([1900] * 5)},
        {"out": FINISHED, "log_7": aggregated([1900] * 4), "log_8": aggregated([1900] * 4)},
    ],
)
def test_files_that_do_not_fit_or_fit_twice_stand_alone(files: dict[str, str]) -> None:
    assert {reading.set_name for reading in read_files(**files).values()} == {None}


def test_the_logs_of_all_threads_are_put_together() -> None:
    readings = read_files(
        out=FINISHED, log_7=aggregated([1000] * 4), log_7_1=aggregated([900] * 3)
    )
    (run,), (result,) = readings["log_7"].runs, readings["out"].runs
    assert run.series[0].values.tolist() == [1900, 1900, 1900, 1000]
    assert value(run, Metric.TRANSACTIONS_COMPLETED, "total") == 6700
    assert {m.load.users for m in run.measurements} == {4}
    assert (readings["log_7_1"].runs, readings["log_7_1"].status) == ((), Status.READ)
    assert result.started_at == run.started_at == "2026-11-20T12:05:30+00:00"


def test_plain_logs_of_all_threads_give_percentiles_of_the_run() -> None:
    lines = [f"0 {i} {i} 0 1795176330 {i}\n" for i in range(1, 201)]
    out = FINISHED.replace("7600", "200")
    even, odd = "".join(lines[::2]), "".join(lines[1::2])
    (run,) = read_files(out=out, log_7=even, log_7_1=odd)["log_7"].runs
    assert value(run, Metric.RESPONSE_TIME, "p95") == pytest.approx(190e-6)


def test_settings_begin_a_run_whose_first_line_was_not_copied() -> None:
    cut = SETTINGS.partition("\n")[2] + TIMES + RATE
    reading = read(cut + SETTINGS + TIMES + RATE + cut)
    assert [run.measurements[0].load.users for run in reading.runs] == [4, 4, 4]
    assert all(
        Metric.RESPONSE_TIME in {m.metric for m in run.measurements} for run in reading.runs
    )


def test_several_results_below_one_header_are_several_runs() -> None:
    header = (
        "pgbench (15.3)\ntransaction type: <builtin: TPC-B (sort of)>\nscaling factor: 100\n"
        "query mode: prepared\n"
    )
    results = "".join(
        f"number of clients: {clients}\nnumber of threads: 2\nduration: 60 s\n"
        f"number of transactions actually processed: {600 * clients}\n"
        f"latency average = {clients}.5 ms\n"
        f"tps = {10 * clients}.0 (without initial connection time)\n\n"
        for clients in (1, 4, 8)
    )
    again = "latency average = 9.5 ms\ntps = 81.0 (without initial connection time)\n"
    reading = read(header + results + again)
    result = [
        (
            run.measurements[0].load.users,
            {m.metric: m.value for m in run.measurements if m.statistic == "mean"},
            dict(run.attributes),
        )
        for run in reading.runs
    ]
    assert [users for users, _, _ in result] == [1, 4, 8, 8]
    assert [f[Metric.TRANSACTION_RATE] for _, f, _ in result] == [10.0, 40.0, 80.0, 81.0]
    assert [f[Metric.RESPONSE_TIME] for _, f, _ in result] == pytest.approx(
        [0.0015, 0.0045, 0.0085, 0.0095]
    )
    assert all(message["scale_factor"] == "100" for _, _, message in result)
    assert all(message["think_time_s"] == "0" for _, _, message in result)
