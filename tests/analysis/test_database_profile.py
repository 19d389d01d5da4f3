"""MODEL E3, AWR and Statspack: what a transaction asks for, and what makes it a bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.database_profile import (
    DatabaseProfile,
    Traced,
    busiest_profile,
    compute_profile,
    instances_of_one_interval,
    match_run,
    snapshot_profile,
    workload_values,
)
from arraywise.domain.database_report import DatabaseReport, parse_database_report
from arraywise.domain.messages import Severity
from arraywise.domain.units import MIB
from arraywise.importers.awr import AwrImporter
from arraywise.importers.kit.importer import Source
from tests.importers.awr import layouts

if TYPE_CHECKING:
    from pathlib import Path


def reports(data: bytes, file: str = "report") -> list[DatabaseReport]:
    (reading,) = AwrImporter().read([Source(file, data)])
    result = [parse_database_report(run, file, reading.tool) for run in reading.runs]
    return [report for report in result if report is not None]


def profile(text: str, redundancy: int = 1) -> DatabaseProfile:
    result = compute_profile(reports(text.encode())[:1], redundancy)
    assert result is not None
    return result


def value(traced: Traced | None) -> float:
    assert traced is not None
    return traced.value


@pytest.mark.parametrize(
    "text",
    [layouts.html(), layouts.html("11.2.0.4.0"), layouts.html(mark=","), layouts.text(),
     layouts.statspack()],
    ids=["19c", "11g", "decimal comma", "text 10g", "Statspack"],
)  # fmt: skip
def test_a_transaction_by_hand(text: str) -> None:
    """10,000 transactions in 300 s; every division can be done in the head."""
    result = profile(text)
    assert result.transactions.value == 10_000
    assert value(result.reads) == 4.0
    assert value(result.optimized_reads) == 0.1
    assert value(result.writes) == 2.5
    assert value(result.data_writes) == 1.4
    assert value(result.redo_writes) == 0.95
    assert value(result.block_bytes) == 8192
    assert value(result.large_read_bytes) == (400_000_000 - 38_000 * 8192) / 10_000
    assert value(result.large_write_bytes) == (250_000_000 - 15_000 * 8192) / 10_000
    assert value(result.sequential_waits) == 3.0
    assert value(result.waits_low) == 3.15
    assert value(result.commit_waits) == 0.98
    assert value(result.cpu_s) == pytest.approx(0.008025)
    assert result.rate_tps == pytest.approx(100 / 3)
    assert result.iops == pytest.approx(65_000 / 300)
    assert result.bytes_per_s == pytest.approx(700e6 / 300)


def test_the_rest_of_a_transaction_is_database_time_without_its_waits() -> None:
    assert value(profile(layouts.html()).rest_s) == pytest.approx((200.5 - 67 - 10) / 10_000)
    # without classes: seconds of the events of both, less those of background processes
    seconds = 61 - 1 + 5 + 2 + 3 + 11
    assert value(profile(layouts.text()).rest_s) == pytest.approx((200.5 - seconds) / 10_000)


def test_all_waits_are_those_of_the_class_or_of_its_events() -> None:
    assert value(profile(layouts.html()).waits_high) == 3.26
    assert value(profile(layouts.text()).waits_high) == 3.22


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_copies_of_asm_are_written_and_not_counted_by_the_database(copies: int) -> None:
    result = profile(layouts.html(), copies)
    assert value(result.writes) == 2.5 * copies
    assert value(result.redo_writes) == 0.95
    assert result.iops == pytest.approx((40_000 + 25_000 * copies) / 300)
    assert result.bytes_per_s == pytest.approx((400e6 + 300e6 * copies) / 300)


def test_every_value_names_its_statistics_and_lines() -> None:
    result = profile(layouts.html())
    assert result.reads is not None
    names = [(file, figure.name) for file, figure in result.reads.sources]
    assert names == [
        ("report", "physical read total IO requests"),
        ("report", "user commits"),
        ("report", "user rollbacks"),
    ]
    assert all(figure.line for _, figure in result.reads.sources)


def test_instances_of_a_cluster_are_added_before_anything_is_divided() -> None:
    one = reports(layouts.html(rac="YES").encode(), "one")
    other = reports(layouts.html(rac="YES", instance=2).encode(), "other")
    alone = reports(layouts.html().encode(), "alone")
    groups = instances_of_one_interval([*one, *alone, *other])
    assert [[report.file for report in group] for group in groups] == [["one", "other"], ["alone"]]
    result = compute_profile(groups[0])
    assert result is not None
    assert result.transactions.value == 20_000
    assert value(result.reads) == 4.0
    assert result.rate_tps == pytest.approx(200 / 3)
    assert value(result.commit_wait_s) == pytest.approx(1.02e-3)


def test_a_report_that_lists_the_longest_waits_only_gives_a_lower_bound() -> None:
    whole = profile(layouts.cluster())
    assert (value(whole.waits_low), value(whole.commit_waits)) == (3.15, 0.98)
    assert not [p for p in whole.problems if "longest waits" in p.text]
    result = profile(layouts.cluster(has_all_waits=False))
    assert value(result.writes) == 2.5
    assert value(result.waits_low) == 3.0
    assert any("longest waits" in problem.text for problem in result.problems)
    values, _ = workload_values(result)
    assert (values["sync_reads"], values["sync_reads_high"]) == (3.0, 4.0)
    assert workload_values(whole)[0]["sync_reads_high"] == 3.22


def test_a_report_without_redo_or_of_a_pluggable_database_is_a_lower_bound() -> None:
    whole = profile(layouts.html())
    assert not whole.writes_are_bound
    for text in (
        layouts.html(without=["redo writes"]),
        layouts.html(heading="PDB report (PDB snapshots)"),
    ):
        result = profile(text)
        assert result.writes_are_bound
        assert any("lower bound" in problem.text for problem in result.problems)


@pytest.mark.parametrize(("ms", "is_bound"), [(0.049, True), (0.05, False), (2.0, False)])
def test_reads_that_no_storage_answers_so_soon_are_a_hosts_cache(
    ms: float, *, is_bound: bool
) -> None:
    text = layouts.html().replace("<td class='awrc'>2.0ms</td>", f"<td>{ms}ms</td>", 1)
    result = profile(text)
    assert result.reads_are_bound is is_bound
    assert any("page cache" in p.text for p in result.problems) is is_bound


def test_backups_are_named_with_their_share() -> None:
    (message,) = [p.text for p in profile(layouts.html()).problems if "RMAN" in p.text]
    assert message.startswith("15% of the I/O requests come from RMAN")


def test_an_average_is_said_to_be_one() -> None:
    assert any(
        p.severity is Severity.INFO and "Averages over 5 minutes" in p.text
        for p in profile(layouts.html()).problems
    )


def test_nothing_is_computed_without_transactions_and_unknown_is_not_zero() -> None:
    without = layouts.html(without=["physical read total IO requests"])
    assert profile(without).reads is None
    assert profile(without).iops is None
    text = layouts.html().replace("9,000", "0").replace("1,000", "0")
    assert compute_profile(reports(text.encode())) is None


def test_the_busiest_of_several() -> None:
    one = profile(layouts.html())
    more = profile(layouts.html().replace("40,000", "80,000"))
    assert busiest_profile([one, more]) is more
    assert busiest_profile([]) is None


@pytest.mark.parametrize(
    ("start", "seconds", "covers", "is_usable"),
    [
        ("2026-02-02T10:00:00", 300, 1.0, True),
        ("2026-02-02T10:00:15+01:00", 270, 0.9, True),
        ("2026-02-02T10:00:15", 269, 269 / 300, False),
        ("2026-02-02T09:50:00", 660, 0.2, False),
        ("2026-02-02T11:05:00", 300, 0.0, False),
    ],
)
def test_a_run_is_set_against_a_report_only_where_it_covers_it(
    start: str, seconds: float, covers: float, *, is_usable: bool
) -> None:
    result = match_run(profile(layouts.html()), start, seconds, 20_000)
    assert result is not None
    assert result.covers == pytest.approx(covers)
    assert result.is_usable is is_usable
    assert (result.problem is None) is is_usable
    if covers:
        assert result.ratio == 2.0
    else:
        assert result.ratio is None
        assert "60 minutes apart" in (result.problem.text if result.problem else "")


def test_nothing_is_matched_without_a_time() -> None:
    assert match_run(profile(layouts.html()), None, 300, 1) is None
    assert match_run(profile(layouts.html()), "2026-02-02T10:00:00", None, 1) is None


def test_golden_report_of_one_lab(corpus: Path) -> None:
    data = (corpus / "awr" / "oci_bv4db_s15_awr_report.html").read_bytes()
    result = compute_profile(reports(data))
    assert result is not None
    assert (result.transactions.value, result.elapsed_s) == (232_800, pytest.approx(824.4))
    rounded = {
        "reads": 1.591, "writes": 2.466, "data_writes": 1.515, "redo_writes": 0.923,
        "waits_low": 1.553, "waits_high": 1.702, "commit_waits": 0.995, "sequential_waits": 1.529,
    }  # fmt: skip
    assert {name: round(value(getattr(result, name)), 3) for name in rounded} == rounded
    assert value(result.reads) == 370_475 / 232_800
    assert value(result.block_bytes) == 8192
    assert round(value(result.rest_s) * 1000, 2) == 4.67
    assert round(value(result.cpu_s) * 1000, 2) == 2.98
    assert result.reads_are_bound
    assert not result.writes_are_bound
    run = match_run(result, "2026-04-23T14:18:01", 300, 449_863)
    assert run is not None
    assert (round(run.covers, 2), round(run.ratio or 0, 3)) == (0.36, 1.932)
    assert not run.is_usable


def test_golden_report_of_another_hour(corpus: Path) -> None:
    data = (corpus / "awr" / "oci_bv4db_s18_awr_report.html").read_bytes()
    result = compute_profile(reports(data))
    assert result is not None
    assert result.transactions.value == 1_356_235
    rounded = {
        "reads": 2.241, "writes": 2.250, "sequential_waits": 2.175, "commit_waits": 0.989,
    }  # fmt: skip
    assert {name: round(value(getattr(result, name)), 3) for name in rounded} == rounded
    assert round(value(result.rest_s) * 1000, 2) == 4.91
    run = match_run(result, "2026-04-23T20:50:00", 300, 1_000_000)
    assert run is not None
    assert run.ratio is None
    assert not run.is_usable


def test_what_a_workload_profile_takes_from_a_report() -> None:
    result = profile(layouts.html())
    values, lines = workload_values(result)
    assert values == pytest.approx(
        {
            "reads": 4.0, "writes": 2.5, "block_bytes": 8192, "sync_reads": 3.15,
            "sync_reads_high": 3.26, "log_writes": 0.98, "cpu_s": 0.008025,
            "rest_s": (200.5 - 77) / 10_000, "transactions_per_s": 100 / 3,
            "large_bytes": (400_000_000 - 38_000 * 8192 + 250_000_000 - 15_000 * 8192) / 10_000,
        }
    )  # fmt: skip
    text = layouts.html().split("\n")
    assert "physical read total IO requests" in text[lines["reads"] - 1]
    assert "log file sync" in text[lines["log_writes"] - 1]
    missing, _ = workload_values(profile(layouts.html(without=["physical reads"])))
    assert "writes" in missing
    assert missing["block_bytes"] == 8192  # of the cache sizes


def test_the_busiest_of_many_snapshots() -> None:
    whole, *_ = reports(layouts.capture().encode())
    result = snapshot_profile(whole)
    assert result is not None
    assert result.rate_tps == 35
    assert result.iops == 5_500 + 1_150.5
    assert result.bytes_per_s == (44 + 11) * MIB
    assert snapshot_profile(reports(layouts.html().encode())[0]) is None
