"""HammerDB: results in old and new form, what is no total, settings without secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Metric, Status
from arraywise.domain.problems import Severity
from arraywise.importers.hammerdb import HammerdbImporter
from arraywise.importers.hammerdb.moments import read_moment
from arraywise.importers.importer import Source

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
    rates = {m.group: (m.value, m.load.users) for m in run.measurements}
    assert rates == {"NOPM": (10, 8), "TPM": (23, 8)}
    assert run.complete
    assert [p.severity for p in reading.problems] == [Severity.INFO]


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
    kept = dict(reading.runs[0].attributes)
    assert kept["warehouses"] == "20"
    assert kept["think_time_s"] == "0"
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
    moment = read_moment(text)
    assert (moment.isoformat() if moment else None) == iso
