"""AWR, Statspack and AWR-Miner: figures with their places, in every layout."""

from __future__ import annotations

from datetime import datetime

import pytest

from arraywise.domain.database_report import (
    BUSIEST,
    MEAN,
    TOTAL,
    WAITS,
    DatabaseReport,
    Form,
    Section,
    parse_database_report,
)
from arraywise.domain.evidence import Reading, Status
from arraywise.domain.units import KIB, MIB
from arraywise.importers.awr import AwrImporter
from arraywise.importers.awr.tables import ReportNumbers, infer_decimal_mark, parse_snapshot_time
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.redaction import redact_bytes
from arraywise.importers.recognition import read_sources
from tests.importers.awr import layouts
from tests.importers.golden import SAMPLES

LAYOUTS = {
    "HTML 19c": (layouts.html(), "awr", "19.0.0.0.0", Form.INSTANCE),
    "HTML 12.1": (layouts.html("12.1.0.2.0"), "awr", "12.1.0.2.0", Form.INSTANCE),
    "HTML 11g": (layouts.html("11.2.0.4.0"), "awr", "11.2.0.4.0", Form.INSTANCE),
    "HTML, decimal comma": (layouts.html(mark=","), "awr", "19.0.0.0.0", Form.INSTANCE),
    "HTML, instance of a cluster": (
        *(layouts.html(rac="YES", instance=2), "awr", "19.0.0.0.0", Form.RAC_INSTANCE),
    ),
    "HTML, pluggable database": (
        layouts.html(heading="PDB report (root snapshots)"), "awr", "19.0.0.0.0", Form.PDB,
    ),
    "text 10g": (layouts.text(), "awr", "10.2.0.4.0", Form.INSTANCE),
    "Statspack": (layouts.statspack(), "statspack", "9.2.0.8.0", Form.INSTANCE),
}  # fmt: skip


def read(text: str, mark: str | None = None) -> Reading:
    (reading,) = AwrImporter().read([Source("report", text.encode(), mark)])
    return reading


def reports(text: str, mark: str | None = None) -> list[DatabaseReport]:
    reading = read(text, mark)
    result = [parse_database_report(run, "report", reading.tool) for run in reading.runs]
    return [report for report in result if report is not None]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_tells_the_same(layout: str) -> None:
    text, tool, release, form = LAYOUTS[layout]
    (reading,) = read_sources([Source("report", text.encode())])
    assert (reading.tool, reading.status, reading.tool_version) == (tool, Status.READ, release)
    (report,) = reports(text)
    assert (report.form, report.release) == (form, release)
    assert (report.started_at, report.elapsed_s) == ("2026-02-02T10:00:00", 300)
    assert report.snapshots == "10-11"
    activity = report.section_figures(Section.ACTIVITY, TOTAL)
    assert {name: figure.value for name, figure in activity.items()} == layouts.ACTIVITY
    times = report.section_figures(Section.TIME_MODEL, TOTAL)
    assert {name: figure.value for name, figure in times.items()} == layouts.TIMES
    busy = report.find_figure(Section.OS, "BUSY_TIME")
    assert busy is not None
    assert busy.value == 48_000


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_figure_stands_in_its_line(layout: str) -> None:
    text, *_ = LAYOUTS[layout]
    lines = text.split("\n")
    (report,) = reports(text)
    for name, figure in report.section_figures(Section.ACTIVITY, TOTAL).items():
        assert figure.line is not None
        line = lines[figure.line - 1].lower()
        assert name[:28].lower() in line
        assert f"{layouts.ACTIVITY[name]:,}".replace(",", "") in line.replace(",", "").replace(
            ".", ""
        )


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name.startswith("HTML")])
def test_waits_of_foreground_processes_and_their_means(layout: str) -> None:
    (report,) = reports(LAYOUTS[layout][0])
    for name, (waits, seconds, ms) in layouts.FOREGROUND.items():
        result = [
            report.find_figure(Section.FOREGROUND, name, kind) for kind in (WAITS, TOTAL, MEAN)
        ]
        if name == "latch free":
            assert result == [None] * 3  # tells nothing of storage
            continue
        assert [f.value for f in result if f] == pytest.approx([waits, seconds, ms / 1000])
    commit = report.find_figure(Section.FOREGROUND_CLASS, "Commit", WAITS)
    assert commit is not None
    assert commit.value == 9_800


def test_before_11g_waits_are_those_of_both_and_of_background_processes() -> None:
    (report,) = reports(layouts.text())
    both = report.find_figure(Section.ALL_EVENTS, "db file sequential read", WAITS)
    background = report.find_figure(Section.BACKGROUND, "db file sequential read", WAITS)
    assert both is not None
    assert background is not None
    assert (both.value, background.value) == (30_200, 200)
    assert not report.section_figures(Section.FOREGROUND, WAITS)


def test_functions_and_sizes() -> None:
    (report,) = reports(layouts.html())
    result = {
        (name, kind): figure.value
        for kind in ("writes", "bytes written", MEAN)
        for name, figure in report.section_figures(Section.FUNCTION, kind).items()
    }
    assert result["LGWR", "writes"] == 31.67
    assert result["LGWR", "bytes written"] == 47 * MIB
    assert result["LGWR", MEAN] == pytest.approx(630e-6)
    size = report.find_figure(Section.MEMORY, "block size", MEAN)
    assert size is not None
    assert size.value == 8 * KIB
    assert report.find_figure(Section.LOAD, "DB time", MEAN) is not None


def test_a_cluster_has_its_totals_and_what_is_told_of_each_instance() -> None:
    whole, *instances = reports(layouts.cluster())
    assert whole.form is Form.RAC
    assert whole.elapsed_s == 300
    result = {n: f.value for n, f in whole.section_figures(Section.ACTIVITY, TOTAL).items()}
    assert result == layouts.ACTIVITY
    for section in (Section.FOREGROUND, Section.TOP):
        waits = whole.find_figure(section, "db file sequential read", WAITS)
        assert waits is not None
        assert waits.value == 30_000
    busy = instances[0].find_figure(Section.OS, "BUSY_TIME")
    assert busy is not None
    assert busy.value == 48_000
    assert [report.instance for report in instances] == ["1", "2"]
    times = [report.find_figure(Section.TIME_MODEL, "DB time") for report in (whole, *instances)]
    assert [figure.value for figure in times if figure] == [200.5, 120.5, 80]
    rate = instances[1].find_figure(Section.LOAD, "transactions", MEAN)
    assert rate is not None
    assert rate.value == 13.33


@pytest.mark.parametrize(
    "text", [layouts.compared(), layouts.compared_html()], ids=["text", "HTML"]
)
def test_two_periods_are_two_runs(text: str) -> None:
    first, second = reports(text)
    assert (first.form, second.form) == (Form.COMPARED, Form.COMPARED)
    assert (second.started_at, second.elapsed_s) == ("2026-02-02T14:00:00", 300)
    commits = [r.find_figure(Section.ACTIVITY, "user commits") for r in (first, second)]
    assert [figure.value for figure in commits if figure] == [9_000, 4_500]
    assert (first.snapshots, second.snapshots) == ("10-11", "20-21")
    assert {report.release for report in (first, second)} == {"19.0.0.0.0"}


def test_a_comparison_in_html_has_waits_times_and_rates_of_each_period() -> None:
    """Counters in text and HTML are the same; events stand side by side, each with its unit."""
    for own, text in zip(
        reports(layouts.compared_html()), reports(layouts.compared()), strict=True
    ):
        assert (
            text.section_figures(Section.ACTIVITY, TOTAL).keys()
            == own.section_figures(Section.ACTIVITY, TOTAL).keys()
        )
        for name, figure in text.section_figures(Section.ACTIVITY, TOTAL).items():
            told = own.find_figure(Section.ACTIVITY, name)
            assert told is not None
            assert told.value == figure.value, name
    first, second = reports(layouts.compared_html())
    figures = [
        (Section.TIME_MODEL, "DB time", TOTAL, 200.5, 100.25),
        (Section.TOP, "db file sequential read", WAITS, 30_000, 15_000),
        (Section.TOP, "db file sequential read", MEAN, 0.002, 0.003),
        (Section.TOP, "log file sync", WAITS, 9_800, 4_900),
        (Section.TOP, "log file sync", MEAN, 0.00102, 0.001),
        (Section.LOAD, "redo size", MEAN, 70_000, 35_000),
    ]
    for section, name, statistic, one, other in figures:
        found = [report.find_figure(section, name, statistic) for report in (first, second)]
        assert [f and f.value for f in found] == pytest.approx([one, other]), (name, statistic)


@pytest.mark.parametrize("mark", [".", ","])
def test_a_capture_gives_series_and_the_busiest_snapshot(mark: str) -> None:
    reading = read(layouts.capture(mark))
    assert reading.tool == "awr_miner"
    assert reading.status is Status.READ_WITH_PROBLEMS  # an instance lacks a snapshot
    whole, first, second = reports(layouts.capture(mark))
    assert [r.instance for r in (whole, first, second)] == ["", "1", "2"]
    times, values = whole.series["physical read total IO requests"]
    assert list(values) == [1_500, 5_500, 1_000]
    assert times is not None
    assert list(first.series["user commits"][1]) == [10, 30, 10.5]
    name = "physical write total IO requests"
    busiest = whole.find_figure(Section.METRICS, name, BUSIEST)
    mean = whole.find_figure(Section.METRICS, name, MEAN)
    assert busiest is not None
    assert mean is not None
    assert busiest.value == 1_150.5
    assert mean.value == pytest.approx((750 * 60 + 1_150.5 * 60 + 500 * 30) / 150)
    assert (whole.started_at, whole.elapsed_s) == ("2026-02-02T09:00:00", 9_000)


@pytest.mark.parametrize(
    "text",
    [
        *(text for text, *_ in LAYOUTS.values()),
        layouts.cluster(),
        layouts.compared(),
        layouts.compared_html(),
        layouts.html(rac="YES") + layouts.ASM + layouts.TWO_INSTANCES,
    ],
    ids=[*LAYOUTS, "cluster", "compared", "compared, HTML", "ASM"],
)
def test_names_and_sql_are_starred_out_and_figures_stay(text: str) -> None:
    data = text.encode()
    clean, count = redact_bytes(data)
    assert len(clean) == len(data)
    assert count == 0  # no passwords
    for secret in layouts.SECRETS:
        assert secret.encode() not in clean, secret
    assert read(clean.decode()).runs == read(text).runs


def test_a_capture_keeps_no_name_either() -> None:
    text = layouts.capture()
    clean, _ = redact_bytes(text.encode())
    assert not [secret for secret in layouts.SECRETS if secret.encode() in clean]
    assert read(clean.decode()).runs == read(text).runs


def test_a_report_tells_of_asm_and_of_how_many_instances_it_is_one() -> None:
    """The same in columns, where the parameters have no frame; a file system is no ASM."""
    (known,) = reports(layouts.html(rac="YES") + layouts.ASM + layouts.TWO_INSTANCES)
    assert (known.uses_asm, known.instances) == (True, 2)
    files = "\ninit.ora Parameters  DB/Inst: A/a  Snaps: 1-2\n\ncontrol_files    +D/a.ctl\n"
    columns = "\n                           Number of Instances:     4     3\n"
    (other,) = reports(layouts.text() + files + columns)
    assert (other.uses_asm, other.instances) == (True, 4)
    (plain,) = reports(layouts.html() + layouts.ASM.replace("+KUNDEDATA", "/u01"))
    assert (plain.uses_asm, plain.instances) == (False, None)


def test_no_name_is_in_what_was_read() -> None:
    for text in (layouts.html(), layouts.text(), layouts.statspack(), layouts.cluster()):
        message = repr(read(text))
        assert not [secret for secret in layouts.SECRETS if secret in message]


def test_a_report_without_figures_is_refused_and_one_cut_short_is_incomplete() -> None:
    empty = read("WORKLOAD REPOSITORY report for\n\nnothing follows\n")
    assert empty.status is Status.REFUSED
    whole = layouts.html()
    cut = read(whole[: whole.index("Key Instance Activity")])
    assert cut.status is Status.INCOMPLETE
    assert any("per transaction" in problem.text for problem in cut.problems)


@pytest.mark.parametrize(
    "text",
    [
        "<html><h1>WORKLOAD REPOSITORY report for</h1>" + "<table><tr><td>" * 3_000,
        "<h1>WORKLOAD REPOSITORY report for</h1><table><tr><th colspan='99999999'>a</th></tr>",
        "WORKLOAD REPOSITORY report for\n" + "- " * 50_000 + "\n1 2 3\n",
        "~~BEGIN-OS-INFORMATION~~\n~~BEGIN-MAIN-METRICS~~\nsnap dur_m\n---- -----\n1 nan\n",
        "STATSPACK report for\n\0\n<!ENTITY a 'b'>&a;&#99999999999;",
    ],
    ids=["nested", "wide", "ruled", "odd numbers", "entities"],
)
def test_hostile_reports_are_refused_soon(text: str) -> None:
    assert read(text).status is Status.REFUSED


def test_events_that_were_cut_to_the_same_name_are_added() -> None:
    rows = [
        ("cell single block physical read: flash cache", "1,000", "", "2", "2ms", "", ""),
        ("cell single block physical re", "500", "", "1", "2ms", "", ""),
        ("cell single block physical read", "200", "", "1", "5ms", "", ""),
    ]
    columns = ("Event", "Waits", "%", "Total Wait Time (s)", "Avg wait", "/txn", "%DB")
    more = layouts.table("Foreground Wait Events", columns, rows)
    (report,) = reports(layouts.html().replace("</body>", more + "</body>"))
    result = {
        n: f.value
        for n, f in report.section_figures(Section.FOREGROUND, WAITS).items()
        if "cell" in n
    }
    assert result == {
        "cell single block physical read: flash cache": 1_000,
        "cell single block physical read": 700,
    }


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("23-Apr-26 14:15:27", datetime(2026, 4, 23, 14, 15, 27)),  # noqa: DTZ001
        ("14-Mai-24 00:37", datetime(2024, 5, 14, 0, 37)),  # noqa: DTZ001
        ("16-2\u6708 -13 05:00:50", datetime(2013, 2, 16, 5, 0, 50)),  # noqa: DTZ001
        ("01-Fev-26 10:00:00", datetime(2026, 2, 1, 10)),  # noqa: DTZ001
        ("31-Feb-26 10:00:00", None),
        ("12 minutes", None),
    ],
)
def test_times_of_snapshots(text: str, time: datetime | None) -> None:
    assert parse_snapshot_time(text) == time


def test_numbers() -> None:
    assert infer_decimal_mark(["1.234.567", "12"]) == ","
    assert infer_decimal_mark(["1,234,567", "1.5"]) == "."
    numbers = ReportNumbers(".")
    assert [numbers.parse_count(text) for text in ("19.1K", ".5", "########", "-1", "")] == [
        *(19_100, 0.5, None, None, None),
    ]
    assert numbers.parse_bytes("1.5G") == 1.5 * 1024 * MIB
    assert [
        numbers.parse_seconds(text, "ms") for text in ("109.72us", "2", ".00ns")
    ] == pytest.approx([109.72e-6, 2e-3, 0])


def test_samples_are_what_the_layouts_write() -> None:
    for name, content in layouts.SAMPLES.items():
        assert (SAMPLES / "awr" / name).read_text("utf-8") == content


@pytest.mark.timeout(60)  # a square of their length takes hours
@pytest.mark.parametrize(
    "text",
    [
        "<h1>WORKLOAD REPOSITORY report for</h1>" + "<table><tr>" * 40_000,
        "<h1>WORKLOAD REPOSITORY report for</h1><table><th>Owner</th><tr>" + "<td " * 200_000,
        "<h1>WORKLOAD REPOSITORY report for</h1><table><tr><th>Owner<tr>" + "<td>" * 200_000,
        "WORKLOAD REPOSITORY report for\n" + " " * 500_000 + "x",
        "WORKLOAD REPOSITORY report for\n" + "a DB/Inst: b/" * 60_000,
        "WORKLOAD REPOSITORY report for\n" + "Time  DB/Inst: a/b  Snaps: 1\n-- --\n1 2\n" * 20_000,
        "WORKLOAD REPOSITORY report for\n" + "a " * 300_000,
        "~~BEGIN-OS-INFORMATION~~\n" + "~~BEGIN-TOP-SQL~~\n" * 40_000,
    ],
    ids=["tables", "tags", "cells", "blanks", "titles", "rules", "words", "parts"],
)
def test_long_hostile_reports_take_no_longer_than_their_length(text: str) -> None:
    data = text.encode()
    redact_bytes(data)
    read(text)
