"""Files of Swingbench beside each other: of one run, or one left from another."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Metric
from arraywise.importers.kit.importer import Source
from tests.importers.swingbench.test_swingbench import IMPORTER, read, said

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

VARIED = (41, 38, 44, 40, 39, 43, 42, 37, 45, 36)


def document(day: str, completed: int, rates: tuple[int, ...], users: int = 4) -> str:
    readings = "".join(
        f"{1_776_961_475_000 + 1000 * i}, {rate},"
        for i, rate in enumerate(islice(cycle(rates), 60))
    )
    return (
        "<Results xmlns='http://www.dominicgiles.com/swingbench/results'><Overview>"
        f"<TimeOfRun>{day}-Apr-2026 16:24:34</TimeOfRun><TotalRunTime>0:01:00</TotalRunTime>"
        f"<TotalCompletedTransactions>{completed}</TotalCompletedTransactions></Overview>"
        f"<Configuration><NumberOfUsers>{users}</NumberOfUsers></Configuration>"
        f"<BenchmarkMetrics><TPSReadings>{readings}</TPSReadings></BenchmarkMetrics></Results>"
    )


def log(users: int, rate: int = 40) -> str:
    rows = "".join(
        f"16:24:{i:02}        [{users}/{users}]   {60 * rate}   {rate}\n" for i in range(30)
    )
    return (
        "Author  :  \t Dominic Giles\nVersion :  \t 2.7.0.1561\n\nTime Users TPM TPS\n"
        f"{rows}Completed Run.\n"
    )


def read_together(*texts: str) -> list[Reading]:
    names = ("z/results.xml", "z/charbench.log")
    sources = [Source(name, text.encode()) for name, text in zip(names, texts, strict=True)]
    (group,) = IMPORTER.groups(sources)
    return IMPORTER.read(group)


def test_seconds_at_the_usual_rate_do_not_make_two_runs_one() -> None:
    """At a steady or sparse load most seconds are the same in any two runs."""
    from arraywise.importers.swingbench import mark_sets_and_contradictions

    steady = (2,) * 59 + (3,), (2,) * 40 + (3,) + (2,) * 19
    sparse = (0, 0, 0, 1) * 3 + (0,) * 48, (0,) * 44 + (1, 0, 0, 1, 0, 0, 0, 0) * 2
    for rates in (steady, sparse):
        old = read(document("22", 60, rates[0]).encode())
        new = read(document("23", 84, rates[1]).encode())
        for reading in mark_sets_and_contradictions(
            [old, new], ["z/results.xml", "z/results.json"]
        ):
            assert reading.set_name is None
            assert "of another run" in said(reading)
            assert "60 against 84" in said(reading) or "84 against 60" in said(reading)


def test_seconds_that_vary_alike_are_of_one_run_whatever_the_clocks_say() -> None:
    from arraywise.importers.swingbench import mark_sets_and_contradictions

    pair = [read(document(day, 2430, VARIED).encode()) for day in ("22", "23")]
    assert {
        r.set_name for r in mark_sets_and_contradictions(pair, ["z/results.xml", "z/results.json"])
    } == {"z"}


def test_fewer_users_in_the_log_than_the_results_state_are_told() -> None:
    xml, console = read_together(document("23", 2400, (40,), users=16), log(12))
    assert xml.set_name == console.set_name == "z"
    assert "16 users requested; by z/charbench.log at most 12" in said(xml)
    xml, _ = read_together(document("23", 2400, (40,), users=12), log(12))
    assert "logged on" not in said(xml)


def test_a_run_time_that_is_none_is_told() -> None:
    text = document("23", 2400, (40,)).replace("0:01:00", "1 day 0:00:00")
    assert "1 day 0:00:00 is not plausible" in said(read(text.encode()))


@pytest.mark.parametrize(("top", "is_told"), [(60, True), (2_420, False)])
def test_a_maximum_below_the_average_is_told(top: int, *, is_told: bool) -> None:
    stated = (
        "<AverageTransactionsPerSecond>40</AverageTransactionsPerSecond>"
        f"<MaximumTransactionRate>{top}</MaximumTransactionRate></Overview>"
    )
    text = document("23", 2400, (40,)).replace("</Overview>", stated)
    assert ("is below the average 2,400/min" in said(read(text.encode()))) == is_told


def test_rows_before_a_document_are_said_to_be_left() -> None:
    reading = read((log(4) + document("23", 2400, (40,))).encode())
    assert "rows of charbench before the results document were not read" in said(reading)
    assert "rows of charbench" not in said(read(document("23", 2400, (40,)).encode()))


def totals(text: str) -> dict[str | None, float]:
    return {
        m.group: m.value
        for run in read(text.encode()).runs
        for m in run.measurements
        if m.metric is Metric.TRANSACTIONS_COMPLETED
    }


def test_times_that_rise_are_no_counts() -> None:
    """A run that is killed as it slows down: each kind takes longer every second."""
    rows = "".join(f"14:00:{i:02}  [4/4]  60000  1000  {i // 10}  {i // 8}\n" for i in range(30))
    assert totals(f"Time  Users  TPM  TPS  NCR  UCD\n{rows}") == {}
    counts = "".join(
        f"14:00:{i:02}  [4/4]  60000  1000  {600 * i}  {400 * i}\n" for i in range(30)
    )
    assert totals(f"Time  Users  TPM  TPS  NCR  UCD\n{counts}")["NCR"] == 600 * 29


def saved(name: str) -> str:
    return log(4).replace("Completed Run.", f"Saved results to {name} \nCompleted Run.")


def named_groups(**texts: str) -> list[set[str]]:
    sources = [Source(name.replace("__", "."), text.encode()) for name, text in texts.items()]
    return [{source.name for source in group} for group in IMPORTER.groups(sources)]


def test_a_log_goes_with_the_results_that_it_says_it_saved() -> None:
    results = document("22", 2400, VARIED)
    together = named_groups(u4_run__log=saved("out/results00003.xml"), results00003__xml=results)
    assert together == [{"u4_run.log", "results00003.xml"}]
    apart = named_groups(u4_run__log=saved("results00004.xml"), results00003__xml=results)
    assert len(apart) == 2


def test_results_that_two_logs_claim_go_with_neither() -> None:
    both = named_groups(
        a__log=saved("results00003.xml"),
        b__log=saved("results00003.xml"),
        results00003__xml="<Results/>",
    )
    assert len(both) == 3
