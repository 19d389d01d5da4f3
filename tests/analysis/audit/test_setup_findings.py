"""Checks that options were tested and priced alike, each on a case with and one without it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.audit.audit import ALL_CHECKS, run_audit
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS
from arraywise.domain.messages import (
    FROM_ARCHIVE,
    NO_SESSIONS,
    NO_SESSIONS_ADJACENT,
    OTHER_RUN_ADJACENT,
    Problem,
    Severity,
    message,
)
from arraywise.domain.options import Architecture, Option
from arraywise.domain.pricing import Licence, PriceLine, PriceSheet, Spares
from arraywise.domain.quotes import (
    QuoteFinding,
    QuoteFindingCode,
    QuoteRecord,
    QuoteState,
    RecordedFinding,
    digest_price_sheet,
)
from arraywise.domain.study import IoPoint, RunSetup
from tests.analysis.audit.test_comparability import (
    CLEAN,
    OF_A_CRITERION,
    OF_THE_PUBLICATION,
    OF_THE_REQUIREMENT,
    at,
    each,
    find,
)
from tests.analysis.audit.test_comparability import PLANTED as PLANTED_IN_RUNS
from tests.analysis.bench import BUSY_HOST, FREE_HOST

if TYPE_CHECKING:
    from arraywise.domain.decision import Finding
    from arraywise.domain.study import OptionFacts, StudyFacts


def told(option: OptionFacts, *settings: tuple[str, str], tool: str = "fio") -> OptionFacts:
    setup = RunSetup(7, f"{option.option.name}.txt", tool, attributes=settings)
    return replace(option, setups=(setup,))


def priced(option: OptionFacts, *texts: str, notes: tuple[str, ...] = ()) -> OptionFacts:
    lines = tuple(PriceLine(text, Decimal(500_000 / len(texts)), row=3) for text in texts)
    return replace(option, price_sheet=PriceSheet("EUR", lines, notes=notes))


def offered(option: OptionFacts, *lines: PriceLine) -> OptionFacts:
    return replace(option, price_sheet=PriceSheet("EUR", lines))


DISK = PriceLine("Disk", Decimal(1000), Decimal(33), row=4)
BOUGHT = replace(DISK, licence=Licence.PERPETUAL, support="24x7, 4 h")


def swept(option: OptionFacts, *points: IoPoint) -> OptionFacts:
    return replace(option, io_points=points)


STALE = message(OTHER_RUN_ADJACENT, other="a.log", difference="started 1 against 2")
REFUSED = Problem(Severity.ERROR, message(NO_SESSIONS, code="ORA-00020"), 7)
REFUSED_BESIDE = Problem(
    Severity.ERROR, message(NO_SESSIONS_ADJACENT, code="ORA-00020", other="a.log", line=7)
)
POINT = IoPoint(9, "orion.txt", "orion", 30, 0, line=4)
CALIBRATION = IoPoint(5, "calibrate.txt", "io_calibrate", None, None)
IOPS = replace(CALIBRATION, group=MAX_SMALL_IOPS)
MBPS = replace(CALIBRATION, group=MAX_LARGE_MBPS)
IDLE = "idle demand"
NAS = Option(1, "option 1", Architecture.NAS, 0, shared_storage=True)
FC = Option(2, "option 2", Architecture.FC_SAN, 1, shared_storage=True)


def differing(setting: str, ours: str, theirs: str) -> tuple[OptionFacts, OptionFacts]:
    first, second = CLEAN.options
    return told(first, (setting, ours)), told(second, (setting, theirs))


def mixed(option: OptionFacts, *settings: tuple[str, str]) -> OptionFacts:
    runs = option.load_runs[: len(settings)]
    setups = tuple(
        RunSetup(run.run_id, f"{option.option.name}.xml", "swingbench", attributes=(setting,))
        for run, setting in zip(runs, settings, strict=True)
    )
    return replace(option, setups=setups)


def named(name: str) -> OptionFacts:
    option = replace(CLEAN.options[0].option, name=name)
    return replace(CLEAN.options[0], option=option)


def on(version: str, host: str) -> tuple[OptionFacts, OptionFacts]:
    first, second = (
        replace(option, setups=(RunSetup(7, "a", "dstat", tool_version=v, host=h),))
        for option, v, h in zip(CLEAN.options, ("0.7.3", version), ("db1", host), strict=True)
    )
    return first, second


def begun(*days: str) -> tuple[OptionFacts, ...]:
    return tuple(
        replace(option, setups=(RunSetup(7, "a", "fio", started_at=f"{day}T10:00:00"),))
        for option, day in zip(CLEAN.options, days, strict=True)
    )


def scoped(first: OptionFacts, second: OptionFacts) -> tuple[OptionFacts, OptionFacts]:
    return replace(first, option=NAS), replace(second, option=FC)


def linked(
    known: OptionFacts, rate: str, architecture: Architecture = Architecture.ISCSI_SAN
) -> OptionFacts:
    option = replace(known.option, architecture=architecture)
    test = RunSetup(9, "link.txt", "iperf", run_type="network test")
    setups = (replace(test, attributes=(("network_b_s", rate),)),)
    return replace(known, option=option, setups=setups)


def quoted(state: QuoteState, *codes: QuoteFindingCode) -> OptionFacts:
    """An option whose prices are those of a quote with such findings."""
    option = offered(CLEAN.options[0], DISK)
    findings = [RecordedFinding(QuoteFinding(code, message("Said."))) for code in codes]
    record = QuoteRecord(
        *("offer.xlsx", "", state, "EUR", "", datetime(2027, 1, 2, tzinfo=UTC), ""),
        digest_price_sheet(option.price_sheet),
        tuple(findings),
    )
    return replace(option, quote=record)


PLANTED = {
    "quote": quoted(QuoteState.UNCHECKED, QuoteFindingCode.UNCHECKED),
    "spares": offered(
        CLEAN.options[0], replace(DISK, quantity=Decimal(2), spares=Spares.INCLUDED)
    ),
    "discount out of the ordinary": offered(
        CLEAN.options[0], replace(DISK, discount=Decimal("0.51"))
    ),
    "list prices to be checked": offered(
        CLEAN.options[0], replace(DISK, source="provider's page, 2024, to be checked")
    ),
    "sweep contradicts itself": swept(
        CLEAN.options[0], replace(POINT, iops=1000.0, latency_s=0.045)
    ),
    "beyond the bounds": each(lambda r: replace(r, rate_tps=1.3 * r.rate_tps)),
    "client exhausted": at(120, client_use=BUSY_HOST),
    "host swapped": at(90, host_use=replace(FREE_HOST, swap_growth_b=5e8)),
    "hosts partly recorded": at(90, host_use=replace(FREE_HOST, peers=(FREE_HOST,))),
    "virtualised host": told(CLEAN.options[0], ("kernel", "Linux on VMware ESXi 7")),
    "stale results": replace(
        CLEAN.options[0],
        setups=(RunSetup(1, "a.xml", "swingbench", problems=(Problem(Severity.WARNING, STALE),)),),
    ),
    "sessions refused": replace(
        CLEAN.options[0],
        setups=(
            RunSetup(1, "a.xml", "swingbench", problems=(REFUSED_BESIDE,)),
            RunSetup(2, "a.log", "swingbench", problems=(REFUSED,)),
        ),
    ),
    "link slower than named": linked(
        priced(CLEAN.options[0], "NIC 10 GbE, dual port"), "500000000"
    ),
    "link saturated": swept(
        priced(CLEAN.options[0], "HBA 8 Gb, dual port"), replace(POINT, throughput_b_s=1.537e9)
    ),
    "more than the link carries": swept(
        priced(CLEAN.options[0], "HBA 8 Gb, dual port"),
        replace(POINT, throughput_b_s=1537 * 2.0**20),
    ),
    "working set within the cache": told(
        priced(CLEAN.options[0], "Array with 64 GB cache"), ("working_set_bytes", "3000000000")
    ),
    "host's file cache": told(CLEAN.options[0], ("direct", "0")),
    "writes into a cache": told(
        priced(CLEAN.options[0], "Controller, write-back"), ("write_percent", "30")
    ),
    "short-stroked disks": told(
        priced(CLEAN.options[0], *["Disk 600 GB 10k"] * 10), ("lun_bytes", "100000, 200000")
    ),
    "calibrations differ": swept(
        CLEAN.options[0], replace(IOPS, iops=1000.0), replace(IOPS, run_id=6, iops=1210.0)
    ),
    "warm-up missing": told(CLEAN.options[0], ("warm_up_s", "0")),
    "unlike runs of one option": mixed(CLEAN.options[0], ("scale", "100"), ("scale", "1000")),
    "percentage without base": priced(CLEAN.options[0], "array", notes=("It is 14 % cheaper.",)),
}


def by_tools(*tools: str) -> tuple[OptionFacts, ...]:
    return tuple(
        replace(option, load_runs=tuple(replace(r, tool=tool) for r in option.load_runs))
        for option, tool in zip(CLEAN.options, tools, strict=True)
    )


PAIRS = {
    "different hosts": on("0.7.3", "db2"),
    "different tool versions": on("0.7.4", "db1"),
    "measured years apart": begun("2024-05-02", "2026-01-30"),
    "different amounts of data": differing("scale_factor", "100", "1000"),
    "different workloads": differing("think_time_s", "0", "1"),
    "different load tools": by_tools("swingbench", "hammerdb"),
    "different LUNs or paths": differing("luns_found", "2", "5"),
    "different block sizes": differing("block_bytes", "4096", "8192"),
    "different read/write mixes": differing("write_percent", "0", "30"),
    "maxima of unequal conditions": (
        swept(CLEAN.options[0], replace(POINT, iops=900.0)),
        swept(CLEAN.options[1], replace(POINT, iops=900.0, small_ios=10)),
    ),
    "latencies at unequal load": (
        swept(CLEAN.options[0], *[replace(IOPS, run_id=n, iops=1000.0) for n in (1, 2)]),
        swept(CLEAN.options[1], *[replace(IOPS, run_id=n, iops=1500.0) for n in (1, 2)]),
    ),
    "price scope unequal": scoped(
        CLEAN.options[0], priced(CLEAN.options[1], "array", "FC switch, 16 ports")
    ),
    "price terms unequal": (
        offered(CLEAN.options[0], BOUGHT),
        offered(CLEAN.options[1], replace(BOUGHT, licence=Licence.TERM)),
    ),
}
"""Checks that hold options against each other."""
FAIR = {
    "quote": [quoted(QuoteState.CLOSES)],
    "spares": [
        offered(CLEAN.options[0], replace(DISK, spares=Spares.INCLUDED)),
        offered(CLEAN.options[0], replace(DISK, quantity=Decimal(2), spares=Spares.ADDED)),
    ],
    "discount out of the ordinary": [
        offered(CLEAN.options[0], replace(DISK, discount=Decimal("0.5"))),
    ],
    "list prices to be checked": [
        offered(CLEAN.options[0], replace(DISK, source="quotation of 2024-11-02")),
    ],
    "sweep contradicts itself": [
        swept(CLEAN.options[0], replace(POINT, iops=1000.0, latency_s=0.031)),
        swept(CLEAN.options[0], replace(POINT, iops=1000.0, latency_s=0.09, large_ios=1)),
    ],
    "beyond the bounds": [each(lambda r: replace(r, rate_tps=1.02 * r.rate_tps))],
    "client exhausted": [at(120, client_use=FREE_HOST)],
    "host swapped": [at(90, host_use=replace(FREE_HOST, swap_growth_b=1e6))],
    "hosts partly recorded": [
        each(lambda r: replace(r, host_use=replace(FREE_HOST, peers=(FREE_HOST,))))
    ],
    "virtualised host": [
        told(CLEAN.options[0], ("kernel", "Linux 5.14")),
        told(CLEAN.options[0], ("comment", "Bare metal, not on VMware")),
        at(90, host_use=replace(FREE_HOST, steal_median=0.0)),
    ],
    "stale results": [replace(CLEAN.options[0], setups=(RunSetup(1, "a.xml", "swingbench"),))],
    "sessions refused": [
        replace(
            CLEAN.options[0],
            setups=(
                RunSetup(1, "a.log", "swingbench", problems=(replace(REFUSED, message=STALE),)),
            ),
        )
    ],
    "link slower than named": [
        linked(named("iSCSI, 2 x 10 GbE"), "1150000000"),
        linked(named("iSCSI, 2 x 10 GbE"), "2300000000"),
        linked(named("FC, 2 x 8GFC"), "110000000", Architecture.FC_SAN),
    ],
    "link saturated": [
        swept(linked(named("iSCSI"), "1150000000"), replace(POINT, throughput_b_s=0.9e9)),
        swept(named("FC, 2 x 8GFC"), replace(POINT, throughput_b_s=1.4e9)),
        swept(CLEAN.options[0], replace(POINT, throughput_b_s=9e9)),
    ],
    "more than the link carries": [
        swept(named("FC, 2 x 8GFC"), replace(POINT, throughput_b_s=1.6e9))
    ],
    "working set within the cache": [
        told(priced(CLEAN.options[0], "RAID, 1 GB write cache"), ("lun_bytes", "9000000000")),
        swept(priced(CLEAN.options[0], "SSD 600 GB"), replace(POINT, latency_s=0.0002)),
        swept(priced(CLEAN.options[0], "Disk, 15k"), replace(POINT, latency_s=0.0012)),
    ],
    "host's file cache": [told(CLEAN.options[0], ("direct", "1"))],
    "writes into a cache": [
        told(priced(CLEAN.options[0], "Controller, write-back"), ("write_percent", "0"))
    ],
    "short-stroked disks": [
        told(priced(CLEAN.options[0], *["Disk 600 GB"] * 10), ("lun_bytes", "700000000000"))
    ],
    "calibrations differ": [
        swept(CLEAN.options[0], replace(IOPS, iops=1000.0), replace(IOPS, run_id=6, iops=1199.0)),
        swept(CLEAN.options[0], replace(MBPS, throughput_b_s=1e9), replace(IOPS, run_id=6)),
    ],
    "warm-up missing": [
        told(CLEAN.options[0], ("warm_up_s", "60")),
        told(CLEAN.options[0], ("runtime_s", "0")),
    ],
    "unlike runs of one option": [
        mixed(CLEAN.options[0], ("scale", "100"), ("scale", "100")),
        mixed(CLEAN.options[0], ("scale", "100"), ("processors", "4")),
        told(CLEAN.options[0], ("scale", "100"), ("scale", "1000")),  # of files without load
    ],
    "percentage without base": [
        priced(CLEAN.options[0], "array", notes=("14 % cheaper than FC", "Discount of 20 %")),
    ],
}
"""The same checks where there is nothing to find."""
FAIR_PAIRS = {
    "different hosts": on("0.7.3", "db1"),
    "different tool versions": on("0.7.3", "db9"),
    "measured years apart": begun("2025-12-30", "2026-11-02"),
    "different amounts of data": differing("scale_factor", "100", "100"),
    "different workloads": differing("think_time_s", "1", "1"),
    "different load tools": by_tools("hammerdb", "hammerdb"),
    "different LUNs or paths": differing("luns_found", "5", "5.0"),
    "different block sizes": differing("block_bytes", "8192", "8192"),
    "different read/write mixes": differing("write_percent", "30", "30"),
    "maxima of unequal conditions": (
        swept(CLEAN.options[0], replace(POINT, iops=900.0)),
        swept(CLEAN.options[1], replace(POINT, iops=500.0)),
    ),
    "latencies at unequal load": (
        swept(CLEAN.options[0], replace(IOPS, iops=1000.0)),
        swept(CLEAN.options[1], replace(IOPS, iops=1050.0)),
    ),
    "price scope unequal": scoped(
        priced(CLEAN.options[0], "array", "Ethernet switch"),
        priced(CLEAN.options[1], "array", "FC switch, 16 ports"),
    ),
    "price terms unequal": (
        offered(CLEAN.options[0], BOUGHT),
        offered(CLEAN.options[1], replace(BOUGHT, support="24X7,  4 h")),
    ),
}


def findings_of(check: str, *options: OptionFacts) -> list[Finding]:
    return [f for f in find(replace(CLEAN, options=options)) if f.check == check]


def test_every_check_is_planted_somewhere() -> None:
    elsewhere = {OF_THE_PUBLICATION, IDLE, "users unlike between options", OF_THE_REQUIREMENT}
    elsewhere |= {OF_A_CRITERION, "editor's remark", "one file for several options"}
    elsewhere |= {"workload profiles differ", "workload profile bounded"}  # test_profile_sources
    elsewhere |= {"reduction ratio open", "reduction ratio claimed", "drives in no group"}
    elsewhere |= {"capacity without a worth"}  # test_usable_in_decisions
    elsewhere |= {"worse by one file", "I/O tests refuted"}  # test_added_file, test_beside_curve
    elsewhere |= {"judged on another host"}  # test_verdict_labs
    elsewhere |= {"degraded storage"}  # tests/usecases/test_degraded.py
    tested = {*PLANTED, *PAIRS, *PLANTED_IN_RUNS, *elsewhere}
    assert {check.name for check in ALL_CHECKS} == tested
    assert {*FAIR, *FAIR_PAIRS} == {*PLANTED, *PAIRS}


@pytest.mark.parametrize("check", PLANTED)
def test_what_was_planted_is_found(check: str) -> None:
    result = findings_of(check, PLANTED[check], CLEAN.options[1])
    assert result
    assert all(f.options == ("option 1",) for f in result)
    assert all(str(f.message) and str(f.consequence) and f.evidence for f in result)


@pytest.mark.parametrize("check", FAIR)
def test_what_is_fair_is_left_alone(check: str) -> None:
    for option in FAIR[check]:
        assert findings_of(check, option, CLEAN.options[1]) == []


@pytest.mark.parametrize("check", PAIRS)
def test_unequal_options_are_found(check: str) -> None:
    (result,) = findings_of(check, *PAIRS[check])
    assert set(result.options) <= {"option 1", "option 2"}
    assert str(result.message)
    assert str(result.consequence)
    assert result.evidence


@pytest.mark.parametrize("check", FAIR_PAIRS)
def test_equal_options_are_left_alone(check: str) -> None:
    assert findings_of(check, *FAIR_PAIRS[check]) == []


def test_other_processors_are_another_host() -> None:
    (result,) = findings_of("different hosts", *differing("processors", "4", "8"))
    assert "different numbers of processors (fio: option 1: 4; option 2: 8)" in str(result.message)


@pytest.mark.parametrize("is_taken", [True, False])
def test_runs_from_the_archive_are_held_against_hosts_and_tools_of_this_study(
    *, is_taken: bool
) -> None:
    first, second = CLEAN.options
    figures = {"study": "Lab", "revision": 1, "option": "FC", "day": "2026-01-01"}
    note = Problem(Severity.INFO, message(FROM_ARCHIVE, **figures))
    own = RunSetup(7, "a.xml", "swingbench", host="db1")
    theirs = RunSetup(8, "b.txt", "fio", host="db9", problems=(note,) * is_taken)
    options = (
        replace(swept(first, POINT), setups=(own,)),
        replace(swept(second, replace(POINT, tool="fio")), setups=(theirs,)),
    )
    hosts = findings_of("different hosts", *options)
    tools = findings_of("different load tools", *options)
    assert [str(f.message) for f in hosts + tools] == is_taken * [
        "Options were tested on different hosts (fio: option 2: db9; option 1: db1).",
        "Options were loaded by different tools (option 1: orion; option 2: fio).",
    ]


def test_a_sheet_for_the_storage_only_is_named() -> None:
    first = priced(CLEAN.options[0], "array", notes=("Storage only, servers excluded",))
    (result,) = findings_of("price scope unequal", first, CLEAN.options[1])
    assert result.options == ("option 1",)
    second = priced(CLEAN.options[1], "array", notes=("storage-only",))
    assert findings_of("price scope unequal", first, second) == []


def test_the_same_results_under_two_options_are_stale() -> None:
    first, second = CLEAN.options
    twin = replace(second, load_runs=(*second.load_runs[1:], first.load_runs[0]))
    (result,) = findings_of("stale results", first, twin)
    assert str(result.message) == "Runs of option 2 with the same figures as option 1: 1."


def test_refused_sessions_are_named_by_the_log_and_its_line() -> None:
    (result,) = findings_of("sessions refused", PLANTED["sessions refused"])
    assert result.evidence == ("a.log:7",)
    assert str(result.message) == "option 1: runs in which the database refused sessions: 1."


def test_megabytes_are_held_against_the_link() -> None:
    """Published figure (SAN versus NAS): 1,537 MB/s over 2 x 8 Gb FC; as MiB it would not fit."""
    (result,) = findings_of("more than the link carries", PLANTED["more than the link carries"])
    assert "10^6 bytes: then it is 1,537 million" in str(result.consequence)
    (result,) = findings_of("link saturated", swept(named("2 x 8GFC"),
                           replace(POINT, throughput_b_s=1537e6)))  # fmt: skip
    assert "link utilisation 96 % (2 x 8GFC)" in str(result.message)


def test_what_iperf_measured_bounds_results_before_what_names_say() -> None:
    """A share of 10 GbE would be 88 %; of the link as it was measured it is 99 %."""
    (result,) = findings_of("link saturated", swept(linked(named("NAS 10 GbE"), "1060000000",
                           Architecture.NAS), replace(POINT, throughput_b_s=1050e6)))  # fmt: skip
    assert "link utilisation 99 % (1 x 10 GbE, iperf 1,060 MB/s)" in str(result.message)


def test_disks_do_not_answer_before_they_have_turned() -> None:
    quick = swept(priced(CLEAN.options[0], "Disk, 15k"), replace(POINT, latency_s=0.0002))
    (result,) = findings_of("working set within the cache", quick)
    assert result.evidence == ("orion.txt:4",)


def test_what_was_found_is_looked_for_again_when_facts_change() -> None:
    """Findings are kept while the facts are the same; an edited price sheet is not."""
    first, second = PAIRS["price scope unequal"]
    facts = replace(CLEAN, options=(first, second))
    prepared = prepare_study(facts)

    def result(asked: StudyFacts) -> list[str]:
        findings = run_audit(build_problem(prepared, asked), prepared.windows)
        return [finding.check for finding in findings]

    assert result(facts) == result(facts) == ["price scope unequal"]
    mended = replace(first, price_sheet=second.price_sheet)
    assert result(replace(facts, options=(mended, second))) == []
    assert result(facts) == ["price scope unequal"]
    assert "price scope unequal" not in result(replace(facts, currency="USD"))


def test_a_demand_of_nothing_is_flagged() -> None:
    """MODEL P1: without visits the response time is that of the lowest level."""
    asked = replace(CLEAN.requirement, visits_per_month=0)
    (result,) = find(replace(CLEAN, requirement=asked))
    assert (result.check, result.severity) == (IDLE, Severity.INFO)
    assert IDLE not in {finding.check for finding in find(CLEAN)}
