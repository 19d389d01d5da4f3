"""Charbench's log: the rows that count, whoever printed them and however."""

from __future__ import annotations

import re

import pytest

from arraywise.domain.evidence import Metric
from arraywise.importers.kit.importer import Source
from tests.importers.swingbench.test_swingbench import IMPORTER, figures, read, said, sample

NARROW = "\N{NARROW NO-BREAK SPACE}"
LOG = "one_run/charbench.log"


def test_transactions_per_minute_are_never_used() -> None:
    changed = re.sub(rb"(/8\]\s+)\d+", rb"\g<1>999999", sample(LOG))
    assert changed != sample(LOG)
    assert figures(read(changed)) == figures(read(sample(LOG)))


def test_rows_behind_saved_results_do_not_count() -> None:
    reading = read(sample(LOG))
    assert len(reading.runs[0].series[0].values) == 91
    assert "errors" not in said(reading)


@pytest.mark.parametrize("asked", ["trans", "vresp"])
def test_the_command_line_tells_counts_from_times(asked: str) -> None:
    rows = "".join(f"10:00:0{i}  [2/2]  {20 + i}  {30 + i}\n" for i in range(8))
    log = f"$ ./charbench -v users,{asked}\nTime  Users  NCR  BP\n{rows}Completed Run.\n"
    metrics = {m.metric for m in read(log.encode()).runs[0].measurements}
    assert (Metric.TRANSACTIONS_COMPLETED in metrics) is (asked == "trans")
    assert (Metric.RESPONSE_TIME in metrics) is (asked == "vresp")


def test_columns_that_cannot_be_told_are_left_out() -> None:
    rows = "".join(f"10:00:0{i}  [2/2]  20  30\n" for i in range(8))
    reading = read(f"Time  Users  NCR  BP\n{rows}Completed Run.\n".encode())
    assert reading.runs[0].measurements == ()
    assert "may be counts or times" in said(reading)


def test_a_log_over_midnight_runs_on_and_takes_its_date_from_the_wrapper() -> None:
    rows = "".join(
        f"{h:02}:{m:02}:{s:02}  [2/2]  60  10\n"
        for h, m, s in [(23, 59, 58), (23, 59, 59), (0, 0, 0), (0, 0, 1), (0, 0, 2)]
    )
    log = f"[2026-12-31 23:59:57] Running\nTime  Users  TPM  TPS\n{rows}Completed Run.\n"
    run = read(log.encode()).runs[0]
    assert run.started_at == "2026-12-31T23:59:58"
    assert run.duration_s == 4
    assert run.series[0].times
    assert list(run.series[0].times) == [1798761598.0 + i for i in range(5)]


@pytest.mark.parametrize(
    ("row", "clock"),
    [
        ("10:42:42 AM     16      26108   640", "10:42:42"),
        (f"10:42:42{NARROW}PM\t16\t26108\t640", "22:42:42"),
        ("\u4e0b\u534810:42:42  [16/16]  26108  640", "22:42:42"),
        ("\x1b[32m10:42:42\x1b[m  [16/16]  26108  640", "10:42:42"),
        ("2026-04-23 10:42:42  [16/16]  26108  640", "10:42:42"),
        ("web_1  | 10:42:42[16/16]  26108  640", "10:42:42"),
    ],
)
def test_rows_as_clients_print_them(row: str, clock: str) -> None:
    log = f"Author  :  Dominic Giles\n\nTime\t\tUsers\tTPM\tTPS\n{row}\n"
    run = read(log.encode()).runs[0]
    assert dict(run.attributes)["clock_at_start"] == clock
    assert dict(run.attributes)["users_logged_on"] == "16"
    assert list(run.series[0].values) == [640]


@pytest.mark.parametrize(("code", "counts"), [("ORA-00020", False), ("ORA-00060", True)])
def test_a_run_without_sessions_for_all_users_does_not_count(code: str, counts: bool) -> None:  # noqa: FBT001
    """MODEL P2.2: with ORA-00020 fewer users are at work than asked for; a deadlock may be."""
    log = sample(LOG)
    assert read(log).runs[0].complete
    lines = log.splitlines(keepends=True)
    lines.insert(len(lines) // 2, f"{code}: something happened\n".encode())
    result = read(b"".join(lines))
    assert result.runs[0].complete == counts
    assert ("does not count" in said(result)) != counts


@pytest.mark.parametrize(("code", "counts"), [("ORA-00020", False), ("ORA-00060", True)])
def test_a_run_counts_in_none_of_its_files_or_in_all(code: str, counts: bool) -> None:  # noqa: FBT001
    lines = sample(LOG).splitlines(keepends=True)
    lines.insert(40, f"{code}: something happened\n".encode())
    files = {name: sample(name) for name in ("one_run/results.xml", "one_run/results_db.json")}
    sources = [Source(name, data) for name, data in (files | {LOG: b"".join(lines)}).items()]
    readings = IMPORTER.read(sources)
    assert {reading.set_name for reading in readings} == {"one_run"}
    assert {run.complete for reading in readings for run in reading.runs} == {counts}
    stated = f"({code}; one_run/charbench.log, line 41)"
    assert [stated in said(reading) for reading in readings] == [not counts, not counts, False]


def test_refused_sessions_of_another_run_are_not_carried_over() -> None:
    names = ("stale/results.xml", "stale/charbench.log")
    old, log = (sample(name) for name in names)
    log = log.replace(b"Completed Run.", b"ORA-00020: too many\nCompleted Run.")
    readings = IMPORTER.read([Source(n, d) for n, d in zip(names, (old, log), strict=True)])
    assert [reading.runs[0].complete for reading in readings] == [True, False]


def rows_of(*columns: str) -> str:
    return "".join(f"14:00:{i:02}  [4/4]  {'  '.join(columns)}\n" for i in range(8))


def test_the_time_that_remains_is_a_column_and_no_damage() -> None:
    log = f"Time  Users  TPM  TPS  Remaining\n{rows_of('3000', '50', '0:01:40')}Completed Run.\n"
    reading = read(log.encode())
    assert figures(reading) == figures(read(re.sub(r"  (Remaining|0:01:40)", "", log).encode()))


def test_rows_of_another_form_are_not_said_to_be_missing() -> None:
    log = f"Time  Users  TPM  TPS\n{rows_of('3;000', '1;500')}Completed Run.\n"
    (problem,) = read(log.encode()).problems
    assert problem.text.startswith("No row fits the table's header")
    assert problem.line == 2


COMMAS = f"Time  Users  TPM  TPS\n{rows_of('3,000', '1,500')}Completed Run.\n"


@pytest.mark.parametrize("mark", ["", "stdout: ", "stdout F "])
def test_a_stamp_before_every_line_is_taken_off(mark: str) -> None:
    log = f"Time  Users  TPM  TPS\n{rows_of('3000', '50')}Completed Run.\n"
    stamped = "".join(f"2026-03-30T10:42:00Z {mark}{line}\n" for line in log.splitlines())
    assert figures(read(stamped.encode())) == figures(read(log.encode()))


def test_reports_of_runs_that_followed_each_other_are_runs_of_their_own() -> None:
    text = sample("localised_report.log").decode()
    report = text[text.index("------") : text.index("Saved results")]
    later = report.replace("10:41:40", "10:42:42").replace("|          1860|", "|          1900|")
    reading = read((report + later).encode())
    assert [run.duration_s for run in reading.runs] == [62.0, 62.0]
    at_once = report.replace("10:41:40", "10:42:00")
    for together in (report + at_once, report + report):
        refused = read(together.encode())
        assert refused.runs == ()
        assert "wrote this log" in refused.problems[0].text


def _table(*rows: str, columns: str = "TPM  TPS") -> bytes:
    printed = "".join(f"10:00:0{i}  [8/8]  {row}\n" for i, row in enumerate(rows))
    return f"Time  Users  {columns}\n{printed}Completed Run.\n".encode()


def _rate(data: bytes) -> float:
    (rate,) = (
        m.value for m in read(data).runs[0].measurements if m.metric is Metric.TRANSACTION_RATE
    )
    return rate


def test_a_comma_that_tells_nothing_costs_its_row_and_is_said() -> None:
    rows = ["94123  1500"] * 6 + ["94123  1,500"]
    assert _rate(_table(*rows)) == 1500
    assert "do not fit the header, left out: 1" in said(read(_table(*rows)))


def test_rows_that_were_cut_out_of_a_log_are_said_and_the_rate_is_of_the_rest() -> None:
    rows = [f"14:{m:02}:{s:02}  [4/4]  3000  {50 + s % 3}\n" for m in range(3) for s in range(60)]
    whole = f"Time  Users  TPM  TPS\n{''.join(rows)}Completed Run.\n"
    cut = f"Time  Users  TPM  TPS\n{''.join(rows[:40] + rows[130:])}Completed Run.\n"
    assert "missing" not in said(read(whole.encode()))
    reading = read(cut.encode())
    assert "90 s of rows are missing" in said(reading)
    assert "Rate of the 90 s covered" in said(reading)


def test_the_response_column_is_the_time_of_all_transactions_weighted_by_the_rate() -> None:
    rows = "".join(
        f"14:00:{i:02}  [4/4]  3000  {rate}  {time}\n"
        for i, (rate, time) in enumerate([(10, 20), (30, 60)] * 5)
    )
    reading = read(f"Time  Users  TPM  TPS  Response\n{rows}Completed Run.\n".encode())
    (result,) = (
        m.value
        for m in reading.runs[0].measurements
        if m.metric is Metric.RESPONSE_TIME and m.group is None
    )
    assert result == pytest.approx((10 * 20 + 30 * 60) / 40 / 1000)


def _of_minutes(*missing: range) -> bytes:
    """Write a log with TPM alone: 50 a second, climbing for a minute, some seconds left out."""
    rows = "".join(
        f"14:{i // 60:02}:{i % 60:02}  [4/4]  {50 * min(i + 1, 60)}\n"
        for i in range(400)
        if not any(i in gap for gap in missing)
    )
    return f"Time  Users  TPM\n{rows}Completed Run.\n".encode()


@pytest.mark.parametrize("missing", [[], [range(150, 240)]])
def test_transactions_per_minute_give_the_rate_where_no_other_is_printed(
    missing: list[range],
) -> None:
    reading = read(_of_minutes(*missing))
    (rate,) = (m.value for m in reading.runs[0].measurements)
    assert rate == pytest.approx(50)
    assert "No transaction rate was printed" not in said(reading)
    assert ("90 s of rows are missing" in said(reading)) == bool(missing)


def test_less_than_a_minute_of_tpm_is_no_rate_and_that_is_said() -> None:
    reading = read(b"Time  Users  TPM\n14:00:00  [4/4]  50\n14:00:30  [4/4]  1500\n")
    assert not reading.runs[0].measurements
    assert "without a whole minute" in said(reading)


def test_rows_that_are_missing_one_by_one_are_said() -> None:
    rows = [f"14:{i // 60:02}:{i % 60:02}  [4/4]  3000  50\n" for i in range(200) if i % 3]
    text = f"Time  Users  TPM  TPS\n{''.join(rows)}Completed Run.\n"
    assert "are missing" in said(read(text.encode()))


def test_rows_of_each_second_are_not_said_to_be_apart() -> None:
    assert "apart" not in said(read(_of_minutes()))


def test_the_end_of_a_run_is_known_with_and_without_its_dot() -> None:
    log = f"Time  Users  TPM  TPS\n{rows_of('3000', '50')}Completed Run\n"
    assert "at the end: the run was stopped" not in said(read(log.encode()))
