"""HammerDB: results in old and new form, what is no total, settings without secrets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Metric, Status
from arraywise.domain.messages import Severity
from arraywise.importers.hammerdb import HammerdbImporter
from arraywise.importers.hammerdb.tables import parse_log_moment
from arraywise.importers.kit.importer import Source

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

BEGIN = "9 Virtual Users Created with Monitor VU\nVuser 1:RUNNING\nVuser 2:RUNNING\n"
ACTIVE = "Vuser 1:8 Active Virtual Users configured\n"
RESULT = "Vuser 1:TEST RESULT : System achieved 600 NOPM from 1380 Oracle TPM\n"
END = "ALL VIRTUAL USERS COMPLETE\n"
QUERIES = "Vuser 1:RUNNING\nVuser 1:query 14 completed in 0.8 seconds\n"


def read(text: str) -> Reading:
    importer = HammerdbImporter()
    source = Source("some.log", text.encode())
    assert importer.recognises(source)
    (reading,) = importer.read([source])
    return reading


@pytest.mark.parametrize(
    "result",
    [
        RESULT,
        "Vuser 1:TEST RESULT : System achieved 1380 Oracle TPM at 600 NOPM\n",
        '  "TEST RESULT : System achieved 600 NOPM from 1380 Oracle TPM"\n',
    ],
)
def test_new_orders_and_database_transactions_are_kept_apart(result: str) -> None:
    reading = read(BEGIN + ACTIVE + result + END)
    (run,) = reading.runs
    rates = {m.group: (m.value, m.load.users) for m in run.measurements if m.group}
    assert rates == {"NOPM": (10, 8), "TPM": (23, 8)}
    assert run.complete
    assert {p.severity for p in reading.problems} == {Severity.INFO}
    total = {m.metric: m.value for m in run.measurements if m.group is None}
    assert total == {
        Metric.TRANSACTION_RATE: pytest.approx(23),
        Metric.RESPONSE_TIME: pytest.approx(8 / 23),
    }


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("Changed tpcc:ora_keyandthink from false to true for Oracle\n", [23]),
        ("Changed tpcc:ora_async_scale from false to true for Oracle\n", [23]),
        (ACTIVE.replace("8", "800"), [23]),
    ],
    ids=["key and think time", "asynchronous clients", "longer than keying takes"],
)
def test_users_that_pause_between_transactions_give_no_response_time(
    text: str, total: list[float]
) -> None:
    setting, active = ("", text) if text.startswith("Vuser") else (text, ACTIVE)
    (run,) = read(setting + BEGIN + active + RESULT + END).runs
    assert [m.value for m in run.measurements if m.group is None] == pytest.approx(total)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        (BEGIN + ACTIVE + RESULT + END, [True]),
        ((BEGIN + ACTIVE + RESULT + END) * 2, [True, True]),
        ((ACTIVE + RESULT) * 2, [True, True]),
        (BEGIN + ACTIVE + RESULT + END + BEGIN, [True, False]),
        (BEGIN + "Vuser 5:FINISHED FAILED\n" + ACTIVE + RESULT, [False]),
        (BEGIN + "Error in Virtual User 5: ORA-1\n" + ACTIVE + RESULT, [False]),
        (QUERIES + "Vuser 1:Completed 1 query set(s) in 1 seconds\n", [True]),
        (QUERIES, [False]),
        (QUERIES + "Vuser 1:Completed 1 query set(s) in 1 seconds\n"
         "Vuser 2:query 1 completed in 1 seconds\n", [False]),
    ],
)  # fmt: skip
def test_a_test_is_complete_once_it_has_its_result(text: str, complete: list[bool]) -> None:
    reading = read(text)
    assert [run.complete for run in reading.runs] == complete
    assert (reading.status is Status.INCOMPLETE) == (False in complete)


def test_of_the_settings_no_user_host_or_password_is_kept() -> None:
    settings = "".join(
        f"Changed {name} from old to {value} for MySQL\n"
        for name, value in (
            ("tpcc:mysql_pass", "hunter2"),
            ("tpcc:mysql_user", "hugo"),
            ("connection:mysql_host", "db.example"),
            ("connection:system_password", "hunter3"),
            ("tpcc:mysql_count_ware", "20"),
            ("tpcc:mysql_keyandthink", "false"),
        )
    )
    reading = read(settings + BEGIN + ACTIVE + RESULT)
    stored = dict(reading.runs[0].attributes)
    assert stored["warehouses"] == "20"
    assert stored["think_time_s"] == "0"
    assert not any(word in repr(reading) for word in ("hunter2", "hunter3", "hugo", "db.example"))


def test_a_log_with_a_date_tells_when_the_timed_part_began() -> None:
    (run,) = read(
        "Hammerdb Log @ Mon Mar 06 10:00:00 UTC 2023\n"
        + BEGIN
        + "Vuser 1:Beginning rampup time of 2 minutes\n"
        + "Vuser 1:Timing test period of 5 in minutes\n"
        + ACTIVE
        + RESULT
    ).runs
    assert (run.started_at, run.duration_s) == ("2023-03-06T10:02:00+00:00", 300)
    assert dict(run.attributes)["warm_up_s"] == "120"


def test_a_profile_of_all_users_has_a_total_that_obeys_littles_law() -> None:
    (run,) = read(
        ">>>>> SUMMARY OF 2 ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : 10000ms\n"
        ">>>>> PROC: NEWORD\n"
        "CALLS: 1000MIN: 1.000msAVG: 10.000msMAX: 32.000msTOTAL: 10000.000ms\n"
        "P99: 14.000msP95: 12.000msP50: 9.500msSD: 1840.094RATIO: 50.000%\n"
        ">>>>> PROC: PAYMENT\n"
        "CALLS: 2000MIN: 1.000msAVG: 5.000msMAX: 32.000msTOTAL: 10000.000ms\n"
    ).runs
    total = {m.metric: m.value for m in run.measurements if m.group is None}
    users = total[Metric.TRANSACTION_RATE] * total[Metric.RESPONSE_TIME]
    assert users == pytest.approx(2)
    assert {m.load.users for m in run.measurements} == {2}
    (deviation,) = (m.value for m in run.measurements if m.statistic == "stddev")
    assert deviation == pytest.approx(1.840094e-3)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("Thu Jun 30 22:43:41 UTC 2022", "2022-06-30T22:43:41+00:00"),
        ("Thu Jun  3 22:43:41 UTC 2022", "2022-06-03T22:43:41+00:00"),
        ("Fri Oct 23 15:31:59 BST 2020", "2020-10-23T15:31:59"),
        ("Fri Oct 23 15:31:59 +0530 2020", "2020-10-23T15:31:59+05:30"),
        ("Fri Oct 23 15:31:59 W. Europe Standard Time 2020", "2020-10-23T15:31:59"),
        ("Fri Oct 33 15:31:59 UTC 2020", None),
        ("Fri Foo 23 15:31:59 UTC 2020", None),
    ],
)
def test_only_sure_zones_are_believed(text: str, iso: str | None) -> None:
    moment = parse_log_moment(text)
    assert (moment.isoformat() if moment else None) == iso


def _timing(calls: float) -> dict[str, str]:
    return {
        "elapsed_ms": "120000.0", "calls": f"{calls:g}", "min_ms": "0.500", "avg_ms": "2.000",
        "max_ms": "75.000", "total_ms": f"{2 * calls:.3f}", "p99_ms": "9.000", "p95_ms": "6.000",
        "p50_ms": "1.500", "sd": "1054.318", "ratio_pct": "20.000",
    }  # fmt: skip


TIMING = {name: _timing(1200) for name in ("NEWORD", "PAYMENT", "DELIVERY", "SLEV", "OSTAT")}


@pytest.mark.parametrize("indent", [None, 2])
def test_the_timing_of_a_job_is_a_time_profile(indent: int | None) -> None:
    text = "hammerdb>jobs 62D5C7A8C1DE03E2 timing\n" + json.dumps(TIMING, indent=indent) + "\n"
    reading = read(text)
    (run,) = reading.runs
    result = {(m.metric, m.statistic, m.group): m for m in run.measurements}
    values = {
        (Metric.TRANSACTIONS_COMPLETED, "total", "stock level"): 1200,
        (Metric.RESPONSE_TIME, "mean", "new order"): 0.002,
        (Metric.RESPONSE_TIME, "p99", "order status"): 0.009,
        (Metric.RESPONSE_TIME, "stddev", "payment"): 0.001054318,
        (Metric.TRANSACTION_RATE, "mean", None): 50,
        (Metric.RESPONSE_TIME, "mean", None): 0.002,
    }
    assert {key: result[key].value for key in values} == pytest.approx(values)
    line, column = result[Metric.RESPONSE_TIME, "p99", "order status"][-3:-1]
    printed = text.splitlines()[(line or 0) - 1][(column or 0) - 1 :]
    assert printed.startswith("9.000")
    assert (reading.run_type, run.complete, run.measurements[0].load.users) == (
        "time profile", True, None,
    )  # fmt: skip


def test_timings_of_two_jobs_are_two_runs_and_a_cut_one_is_not_added_up() -> None:
    whole = json.dumps(TIMING, indent=2)
    reading = read(whole + "\n" + whole[: whole.index('"SLEV"')])
    first, cut = reading.runs
    assert (first.complete, cut.complete) == (True, False)
    assert any(m.metric is Metric.TRANSACTION_RATE for m in first.measurements)
    assert not any(m.metric is Metric.TRANSACTION_RATE for m in cut.measurements)
    assert any("stock level, order status" in p.text for p in reading.problems)


@pytest.mark.parametrize(
    ("nopm", "tpm", "kept", "words"),
    [
        (0, 0, {"NOPM": 0, "TPM": 0}, "counted no transactions"),
        (600, 0, {"NOPM": 10}, "TPM is 0"),
        (0, 1380, {"TPM": 23}, "NOPM is 0"),
    ],
)
def test_a_result_of_zero_is_said(nopm: int, tpm: int, kept: dict[str, int], words: str) -> None:
    result = RESULT.replace("600", str(nopm)).replace("1380", str(tpm))
    reading = read(BEGIN + ACTIVE + result + END)
    (run,) = reading.runs
    assert {m.group: m.value for m in run.measurements if m.group} == kept
    assert any(m.group is None for m in run.measurements) == bool(nopm)
    assert reading.status is Status.READ_WITH_PROBLEMS
    assert any(words in p.text for p in reading.problems)


def test_a_script_that_prints_a_result_is_none() -> None:
    script = 'puts "TEST RESULT : System achieved $nopm NOPM from $tpm Oracle TPM"\n'
    assert not HammerdbImporter().recognises(Source("script.tcl", script.encode()))
    reading = read(BEGIN + script + ACTIVE + RESULT + END)
    assert {p.severity for p in reading.problems} == {Severity.INFO}
