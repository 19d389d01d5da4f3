"""Where a study's workload profile comes from, and what bounds among its values decide."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.workload_sources import lab_source, report_source
from arraywise.cli import run
from arraywise.domain.options import Architecture, Option
from arraywise.domain.study import HostUse, LoadRun, OptionFacts, RunSetup
from arraywise.domain.workload import (
    NO_PROFILE,
    FoundProfile,
    SourceKind,
    ValueBound,
    with_values,
)
from arraywise.present.labels import basis_or_reason_label
from arraywise.shipped import data
from arraywise.store.reading.host_use import add_request_positions, independent_disks
from arraywise.store.reading.inputs import list_options, read_profile
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.workload_profile import (
    compute_database_profiles,
    read_database_reports,
    read_profile_file,
    read_study,
    save_found_profile,
)
from tests.conftest import ROOT
from tests.importers.awr import layouts

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.decision import Answer

WEBINAR = data("published", "san-versus-nas")
LAB = data("worked-example", "fluid-cache-das")
FIO = ROOT / "tests" / "importers" / "samples" / "fio"


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    study = tmp_path / "lab.arraywise"
    assert run(["new", str(study)]) == 0
    return study


def report(tmp_path: Path, text: str, name: str = "awr.html") -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def imported(lab: Path, *paths: Path, option: str | None = None) -> None:
    told = [] if option is None else ["--option", option]
    assert run(["import", str(lab), *map(str, paths), *told]) == 0


def stated(lab: Path, capsys: pytest.CaptureFixture[str]) -> dict:
    capsys.readouterr()
    assert run(["profile", str(lab), "--json"]) == 0
    document: dict = json.loads(capsys.readouterr().out)
    return document


def decided(lab: Path) -> Answer:
    with open_study(lab) as study:
        return decide_study(study)


def test_an_imported_report_is_used_and_what_is_entered_counts_before_it(
    lab: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    awr = report(tmp_path, layouts.html())
    imported(lab, awr)
    assert run(["profile", str(lab), "--writes", "9"]) == 0
    found = stated(lab, capsys)
    assert (found["reads"], found["writes"], found["log_writes"]) == (4.0, 9.0, 0.98)
    places = {each["field"]: (each["from"], each["line"]) for each in found["sources"]}
    assert places["writes"] == ("typed", None)
    file, line = places["reads"]
    assert file == "awr.html"
    assert "physical read total IO requests" in awr.read_text().splitlines()[line - 1]
    assert run(["profile", str(lab), "--writes", "none"]) == 0
    assert stated(lab, capsys)["writes"] == 2.5


@pytest.mark.parametrize(
    ("text", "reads"),
    [(layouts.html(), 4.0), (layouts.statspack(), 4.0), (layouts.capture(), None)],
    ids=["AWR", "Statspack", "AWR-Miner"],
)
def test_a_profile_is_read_from_a_report(tmp_path: Path, text: str, reads: float | None) -> None:
    found = read_profile_file(report(tmp_path, text, "report.txt"))
    assert found.kind is SourceKind.REPORT
    assert found.profile.transactions_per_s
    assert found.profile.reads == reads or reads is None
    assert all(source.line for source in found.profile.sources)


def test_a_capture_stands_for_its_busiest_snapshot(lab: Path, tmp_path: Path) -> None:
    imported(lab, report(tmp_path, layouts.capture(), "awr-hist.out"))
    with open_study(lab) as study:
        profile = max(
            compute_database_profiles(read_database_reports(study)),
            key=lambda each: each.iops or 0.0,
        )
        workload = read_study(study).workload
    assert workload.transactions_per_s == profile.rate_tps
    assert workload.requests == pytest.approx((profile.iops or 0) / (profile.rate_tps or 1))


def test_a_load_in_times_of_the_report(
    lab: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """33.3 commits, 217 I/Os and 2.33 MB a second, half as much again."""
    assert run(["require", str(lab), "--load", "awr x 1.5"]) == 1
    assert "import an AWR, Statspack" in capsys.readouterr().err
    imported(lab, report(tmp_path, layouts.html()))
    assert run(["require", str(lab), "--load", "awr x 1.5"]) == 0
    assert "that is 50 tx/s, 3,000 tx/min, 325 IOPS, 3.5 MB/s" in capsys.readouterr().out
    assert decided(lab).demand_tps == pytest.approx(50)


def with_io(text: str) -> str:
    """Add 600 reads and 200 writes a second to a recording of dstat."""
    lines = text.splitlines()
    heads = [i for i, line in enumerate(lines) if line.startswith('"system"')]
    result = []
    for number, line in enumerate(lines):
        extra = ""
        if number in heads:
            extra = ',"io/total",'
        elif number - 1 in heads:
            extra = ',"read","writ"'
        elif heads and number > heads[0]:
            extra = ",600,200"
        result.append(line + extra)
    return "\n".join(result) + "\n"


def test_the_host_s_i_o_over_the_rate_of_the_same_run(lab: Path, tmp_path: Path) -> None:
    name = "fcache_u090_r1"
    monitor = (LAB / "dstat" / f"{name}_dstat.csv").read_text("utf-8")
    results = tmp_path / f"{name}.xml"
    shutil.copy(LAB / "swingbench" / f"{name}.xml", results)
    imported(lab, results, report(tmp_path, with_io(monitor), f"{name}_dstat.csv"), option="A")
    with open_study(lab) as study:
        facts = read_study(study)
    (rate,) = (r.rate_tps for known in facts.options for r in known.load_runs)
    assert [found.kind for found in facts.found_profiles] == [
        SourceKind.LAB,
        SourceKind.STATEMENTS,
    ]
    assert facts.workload.reads == pytest.approx(600 / rate)
    assert facts.workload.writes == pytest.approx(200 / rate)
    assert f"{name}_dstat.csv over {name}.xml" in facts.workload.sources[0].origin
    (use,) = (r.host_use for known in facts.options for r in known.load_runs)
    assert use is not None
    assert use.moved_b_s is not None
    assert facts.workload.block_bytes == pytest.approx(use.moved_b_s / 800)
    assert facts.workload.has_bound(ValueBound.AT_MOST, "block_bytes")


def test_bytes_are_those_of_the_disks_that_are_counted() -> None:
    """A volume over two disks doubles neither requests nor bytes; half of them known is none."""
    positions = {"sda": 1, "sdb": 2, "dm-0": 3}
    parts: dict[int, dict[str, list[int]]] = {}
    devices = {
        (7, "disk_read_requests"): positions,
        (7, "disk_read"): {name: place + 10 for name, place in positions.items()},
        (7, "disk_write_requests"): positions,
        (7, "disk_write"): {"sda": 21},
    }
    add_request_positions(parts, devices)
    assert parts[7] == {
        "disk_read_requests": [1, 2],
        "bytes of reads": [11, 12],
        "disk_write_requests": [1, 2],
    }


@pytest.mark.parametrize(
    ("devices", "counted"),
    [
        (["sda", "sda1", "sdb"], ["sda", "sdb"]),
        (["nvme0n1", "nvme0n1p1"], ["nvme0n1"]),
        (["sdc", "sdd", "dm-0", "mpatha"], ["sdc", "sdd"]),
        (["dm-0", "dm-1"], ["dm-0", "dm-1"]),
        (["sda", "sdaa"], ["sda", "sdaa"]),
    ],
)
def test_every_request_is_counted_once(devices: list[str], counted: list[str]) -> None:
    assert independent_disks(devices) == counted


def kept(lab: Path, bounds: dict[str, ValueBound], writes: float = 5.0) -> None:
    values = {"reads": 20.0, "writes": writes, "sync_reads": 20.0, "log_writes": 0.0}
    profile = with_values(NO_PROFILE, values, "awr.html", None, bounds)
    with open_study(lab) as study:
        save_found_profile(study, FoundProfile(SourceKind.REPORT, "awr.html", profile))
        assert read_profile(study) == profile


def test_i_o_tests_without_a_profile_say_what_is_missing(lab: Path) -> None:
    """Not that no run was found: the tests are there."""
    imported(lab, FIO / "v2.1.10_matrix.json", option="A")
    assert run(["require", str(lab), "--response-time", "200ms"]) == 0
    (option,) = decided(lab).options
    assert str(option.reason).startswith("I/O was measured, but not what a transaction asks")
    assert str(basis_or_reason_label(option)) == "workload unknown"


def test_nothing_passes_by_a_lower_bound_of_the_writes(lab: Path) -> None:
    imported(lab, WEBINAR / "asm-1-lun", option="A")
    stated = ["--load", "2000 tx/s", "--response-time", "200ms", "--storage-share", "50%"]
    assert run(["require", str(lab), *stated]) == 0
    kept(lab, {})
    assert decided(lab).options[0].outcome.value == "pass"
    kept(lab, {"writes": ValueBound.AT_LEAST})
    (option,) = decided(lab).options
    assert option.outcome.value == "not shown"
    assert "lower bound" in str(option.reason)


def test_nothing_fails_by_an_upper_bound_of_the_reads(lab: Path) -> None:
    """20 reads of 0.16 ms or more are above 1 ms, unless a transaction may wait for fewer."""
    imported(lab, FIO / "v2.1.10_matrix.json", option="A")
    assert run(["require", str(lab), "--load", "2400 tx/s", "--response-time", "1ms"]) == 0
    kept(lab, {}, writes=0.0)
    (option,) = decided(lab).options
    assert option.outcome.value == "fail"
    assert "Storage waits" in str(option.reason)
    for names in (("reads", "sync_reads"), ("sync_reads",), ("reads",)):
        kept(lab, dict.fromkeys(names, ValueBound.AT_MOST), writes=0.0)
        (option,) = decided(lab).options
        assert option.outcome.value == "not shown", names


def test_sources_that_differ_and_findings_of_the_report_are_said(
    lab: Path, tmp_path: Path
) -> None:
    imported(lab, report(tmp_path, layouts.html()))
    assert run(["profile", str(lab), "--reads", "7"]) == 0
    imported(lab, WEBINAR / "asm-1-lun", option="A")
    found = [f for f in decided(lab).findings if f.check.startswith("workload profile")]
    assert "reads of a transaction: 7 by typed, 4 by awr.html" in str(found[0].message)
    assert any("Averages over 5 minutes" in str(f.message) for f in found)


def test_a_run_over_the_whole_interval_turns_commits_into_its_transactions(
    lab: Path, tmp_path: Path
) -> None:
    imported(lab, report(tmp_path, layouts.html()))
    assert run(["option", str(lab), "A", "--shared", "yes"]) == 0
    with open_study(lab) as study:
        profiles = compute_database_profiles(read_database_reports(study))
        (option,) = list_options(study)
    began = profiles[0].reports[0].started_at or ""

    def source(seconds: float) -> FoundProfile:
        setup = RunSetup(1, "run.xml", "swingbench", started_at=began, duration_s=seconds)
        load_run = LoadRun(
            1, "run.xml", "swingbench", 10, 1.0, (), duration_s=seconds, completed=20_000
        )
        facts = OptionFacts(option, load_runs=(load_run,), setups=(setup,))
        found = report_source(profiles, (facts,))
        assert found is not None
        return found

    whole, part = source(300), source(100)
    assert whole.profile.reads == 2.0
    assert whole.profile.block_bytes == 8192
    assert whole.profile.transactions_per_s == pytest.approx(200 / 3)
    assert part.profile.reads == 4.0
    assert any("covers 33%" in problem.text for problem in part.problems)


@pytest.mark.parametrize(
    ("text", "bounded", "finding"),
    [
        (layouts.html() + layouts.ASM, ("writes",), "Enter all writes"),
        (
            layouts.html(rac="YES") + layouts.TWO_INSTANCES,
            ("reads", "writes", "transactions_per_s"),
            "covers 1 of 2 cluster instances",
        ),
        (
            layouts.html(rac="YES"),
            ("reads", "writes", "transactions_per_s"),
            "covers one cluster instance",
        ),
    ],
    ids=["ASM", "one of two instances", "one of a cluster"],
)
def test_a_report_that_sees_a_part_gives_lower_bounds(
    lab: Path, tmp_path: Path, text: str, bounded: tuple[str, ...], finding: str
) -> None:
    """No option passes by them, and the finding says which report or value is missing."""
    imported(lab, FIO / "v2.1.10_matrix.json", option="A")
    stated = ["--load", "awr x 1", "--response-time", "200ms", "--storage-share", "50%"]
    awr, small = report(tmp_path, layouts.html()), ("--rest", "none", "--large", "none")
    assert run(["profile", str(lab), "--from", str(awr), *small]) == 0
    assert run(["require", str(lab), *stated]) == 0
    assert decided(lab).options[0].outcome.value == "pass"
    part = report(tmp_path, text, "part.html")
    found = read_profile_file(part)
    at_least = {s.field for s in found.profile.sources if s.bound is ValueBound.AT_LEAST}
    assert at_least == set(bounded)
    assert not any(s.bound is ValueBound.AT_MOST for s in found.profile.sources)
    assert any(finding in str(problem.message) for problem in found.problems)
    assert run(["profile", str(lab), "--from", str(part), *small]) == 0
    (option,) = decided(lab).options
    assert option.outcome.value == "not shown"
    assert "lower bound" in str(option.reason)


def test_the_reports_of_all_instances_are_the_whole(tmp_path: Path, lab: Path) -> None:
    texts = [layouts.html(rac="YES", instance=n) + layouts.TWO_INSTANCES for n in (1, 2)]
    imported(lab, *(report(tmp_path, text, f"{n}.html") for n, text in enumerate(texts)))
    with open_study(lab) as study:
        (found,) = compute_database_profiles(read_database_reports(study))
    assert len(found.reports) == 2
    assert not found.is_partial
    assert not found.writes_are_bound


def test_copies_that_somebody_states_are_no_lower_bound(tmp_path: Path, lab: Path) -> None:
    imported(lab, report(tmp_path, layouts.html() + layouts.ASM))
    with open_study(lab) as study:
        (unknown,), (twice,) = (
            compute_database_profiles(read_database_reports(study)),
            compute_database_profiles(read_database_reports(study), redundancy=2),
        )
    assert unknown.writes_are_bound
    assert not twice.writes_are_bound
    assert unknown.writes is not None
    assert twice.writes is not None
    assert twice.writes.value == 2 * unknown.writes.value


def host_run(architecture: Architecture, number: int, reads_s: float) -> OptionFacts:
    use = HostUse("iostat.txt", 60, 0.5, 0.0, reads_s=reads_s, writes_s=100.0)
    known = LoadRun(number, f"{number}.xml", "swingbench", 10, 50.0, (("mean", 0.1),),
                    host_use=use)  # fmt: skip
    return OptionFacts(Option(number, f"option {number}", architecture, number, None), (known,))


def test_io_over_nfs_is_that_of_no_disk() -> None:
    """A run on a NAS gives lower bounds, and none where another option was on disks."""
    nas, san = host_run(Architecture.NAS, 1, 5.0), host_run(Architecture.FC_SAN, 2, 500.0)
    both, alone = lab_source([nas, san]), lab_source([nas])
    assert both is not None
    assert alone is not None
    assert (both.profile.reads, alone.profile.reads) == (10.0, 0.1)
    assert {s.bound for s in both.profile.sources} == {ValueBound.AT_MOST}
    assert {s.bound for s in alone.profile.sources} == {ValueBound.AT_LEAST}
    assert not both.problems
    assert "used NFS" in str(alone.problems[0].message)
