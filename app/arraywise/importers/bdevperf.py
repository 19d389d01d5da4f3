"""Reads SPDK's bdevperf, as text and JSON, and its sister spdk_nvme_perf.

Every form has a row or an object a job; all jobs of a test run at the same time and are one run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MIB, MICROSECOND
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.json_scan import JsonScan
from arraywise.importers.kit.labelled import (
    LabelledFigure,
    LabelledValues,
    add_summed_measurements,
    labelled_json_values,
)
from arraywise.importers.kit.readings import (
    IoWorkload,
    RunDraft,
    as_short_line,
    common_value,
    parse_matched_number,
    parse_number,
    parse_size_bytes,
)
from arraywise.importers.kit.text import LinePatterns, TextPositions, number_nonblank_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.importers.kit.readings import PrintedNumber, ReadingDraft

_FIGURES: Final = (
    LabelledFigure("iops|io/s", Metric.IOPS),
    LabelledFigure("mib/s|mb/s|mibps", Metric.THROUGHPUT, float(MIB)),
    LabelledFigure("average|avg_latency_us", Metric.LATENCY, MICROSECOND),
    LabelledFigure("min|min_latency_us", Metric.LATENCY, MICROSECOND, "min"),
    LabelledFigure("max|max_latency_us", Metric.LATENCY, MICROSECOND, "max"),
)
"""By headings, units and keys; what old versions call MB is MiB."""
_WORKLOADS: Final = {
    "": (None, None),
    "read": (0.0, 0.0),
    "write": (100.0, 0.0),
    "randread": (0.0, 100.0),
    "randwrite": (100.0, 100.0),
    "rw": (None, 0.0),
    "randrw": (None, 100.0),
    "verify": (None, 0.0),
}
"""Percent written and at random; the other workloads move no data."""
_OPTION: Final = re.compile(r"(?<=\s)-([qowMtS]) ?(\w{1,20})")
_OPTIONS: Final = {
    "q": "queue_depth", "o": "io_size", "w": "workload", "M": "percentage", "t": "runtime",
    "S": "interval",
}  # fmt: skip
"""Options of the command by the names that JSON has for them."""
_NO_DATA: Final = "A test that moves no data (flush, unmap, reset), left out."
_LOST: Final = (
    ("fail/s", "io_failed", "I/Os of this test failed: {count:.0f}."),
    ("to/s", "io_timeout", "I/Os of this test timed out: {count:.0f}."),
)
_RESULTS: Final = re.compile(r'\{\s*"results"\s*:\s*\[\s*\{\s*"job"')
_CELL: Final = re.compile(r"(\d[\d.]{0,24})(?: (IO/s|IOPS|Mi?B/s)\b)?")
_STAMP: Final = r"\s*(?:[\d:.]{8,15}\s+)?"
_LINES: Final[LinePatterns[Callable[[_PerfReader, re.Match[str], int], None]]] = LinePatterns("")


@dataclass(slots=True)
class _PerfTest:
    """The jobs that ran together; what each is set to is in its texts, by the keys of JSON."""

    line: int
    jobs: list[LabelledValues] = field(default_factory=list)
    total: LabelledValues | None = None
    percentiles: dict[str, PrintedNumber] = field(default_factory=dict)
    totals: int = 0
    is_announced: bool = False
    is_stopped: bool = False

    def setting(self, key: str) -> str:
        """Return what all jobs are set to; empty where it is not stated, or they differ."""
        return common_value(job.text(key) for job in self.jobs) or ""

    @property
    def rates(self) -> tuple[str, ...]:
        """The jobs with their rates to two decimals, as the text prints them."""
        return tuple(f"{j.text('job')} {j.value('iops|io/s') or 0:.2f}" for j in self.jobs)


class BdevperfImporter(TextImporter):
    """Importer of bdevperf and spdk_nvme_perf: every file is read on its own."""

    tool = "bdevperf"
    run_type = "I/O test"
    signature = re.compile(
        rf"Device Information\s*:\s+(?:runtime\(s\)\s+)?IOPS\s|{_RESULTS.pattern}"
        r"|: +\d+\.\d\d (?:IO/s|IOPS) +\d+\.\d\d Mi?B/s\s*$|^.{0,40}?Running I/O for \d+ seconds",
        re.MULTILINE,
    )

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read all tests; one that is printed in both forms counts once, in JSON's digits."""
        exact = list(_parse_json_tests(text))
        lines = text.split("\n")
        reader = _PerfReader(reading, len(lines))
        for line, row in number_nonblank_lines(lines):
            if found := _LINES.find(row[:2_000]):
                act, match = found
                act(reader, match, line)
        known = {test.rates for test in exact}
        shown = [test for test in reader.tests if test.rates not in known]
        tests = sorted((*exact, *shown), key=lambda test: test.line)
        for test in tests:
            if not test.jobs:
                reading.warn("The test was stopped before its statistics.", test.line)
            elif test.setting("workload") in _WORKLOADS:
                reading.add_run_if_measured(_build_run(test))
            else:
                reading.info(_NO_DATA, test.line)


def _parse_json_tests(text: str) -> Iterator[_PerfTest]:
    """Read what `bdevperf.py perform_tests` prints."""
    for match in _RESULTS.finditer(text):
        places, scan = TextPositions(text), JsonScan(text, match.start())
        test = _PerfTest(places.line(match.start()), is_stopped=not scan.is_complete)
        results = scan.members.get("results")
        for members in results if isinstance(results, list) else ():
            if isinstance(members, dict) and "job" in members:
                test.jobs.append(labelled_json_values(members, places))
                test.is_stopped |= test.jobs[-1].text("status") != "finished"
        yield test


class _PerfReader:
    """Takes the lines of a text."""

    def __init__(self, reading: ReadingDraft, last_line: int) -> None:
        self.reading = reading
        self.tests: list[_PerfTest] = []
        self.settings: dict[str, str] = {}
        self.job: dict[str, str] = {}
        self.labels: list[str] = []
        self.last_line = last_line
        """The last line of the file, where it has no end."""

    def begin(self, line: int, *, is_announced: bool = False) -> _PerfTest:
        """Begin a test."""
        self.tests.append(_PerfTest(line, is_announced=is_announced))
        return self.tests[-1]


@_LINES.on(rf"{_STAMP}(?P<percent>\d{{1,2}}\.\d{{5}})% :\s+(?P<us>\d[\d.]{{0,18}})us")
def _parse_percentile(reader: _PerfReader, match: re.Match[str], line: int) -> None:
    if reader.tests and (time := parse_matched_number(match, "us", line)):
        reader.tests[-1].percentiles[f"p{float(match['percent']):g}"] = time


@_LINES.on(r".{0,40}?Device Information\s*:(?P<labels>.{1,200})")
def _parse_heading(reader: _PerfReader, match: re.Match[str], line: int) -> None:
    reader.labels = [word for word in match["labels"].lower().split() if "(us)" not in word]
    if not (reader.tests and reader.tests[-1].is_announced):
        reader.begin(line)
    reader.job = {}


@_LINES.on(
    r".{0,40}?Job: .{1,200}? \(Core Mask (?P<core>\w{1,99})(?:, workload: (?P<workload>\w+)"
    r"(?:, percentage: (?P<percentage>\d+))?, depth: (?P<queue_depth>\d+),"
    r" IO size: (?P<io_size>\d+))?\)",
    r"\s*Logical core: (?P<core>\d{1,6})",
)
def _parse_job(reader: _PerfReader, match: re.Match[str], _: int) -> None:
    reader.job = {key: value for key, value in match.groupdict().items() if value}


@_LINES.on(r".{0,80}?Running I/O for (?P<runtime>\d{1,9}) seconds")
def _begin_test(reader: _PerfReader, match: re.Match[str], line: int) -> None:
    reader.begin(line, is_announced=True)
    reader.settings["runtime"], reader.job = match["runtime"], {}


@_LINES.on(r".{0,80}?Received shutdown signal")
def _mark_as_stopped(reader: _PerfReader, _match: re.Match[str], _line: int) -> None:
    for test in reader.tests[-1:]:
        test.is_stopped = True


@_LINES.on(r".{0,80}?Starting SPDK v(?P<version>[\w.-]{1,20})")
def _set_version(reader: _PerfReader, match: re.Match[str], _: int) -> None:
    reader.reading.version = match["version"]


@_LINES.on(r".{0,400}?(?:bdevperf|\bperf|spdk_nvme_perf)(?=\s.{0,999}?-q ?\d)(?P<options>.*)")
def _parse_command(reader: _PerfReader, match: re.Match[str], _: int) -> None:
    reader.settings = {_OPTIONS[n]: value for n, value in _OPTION.findall(match["options"])}
    reader.job = {}
    for test in reader.tests[-1:]:
        test.is_announced = False


@_LINES.on(rf"{_STAMP}(?P<job>\S.{{0,200}}?)\s*:(?P<cells>(?:\s+{_CELL.pattern}){{2,9}})\s*$")
def _parse_row(reader: _PerfReader, match: re.Match[str], line: int) -> None:
    test = reader.tests[-1] if reader.tests else reader.begin(line)
    if test.total is not None:  # what stood before was of an interval (-S)
        test.jobs, test.total = [], None
    cells = list(_CELL.finditer(match.string, match.start("cells")))
    is_total = match["job"] == "Total"
    labels = [cell[2].lower() for cell in cells if cell[2]]
    if not labels:
        labels = [label for label in reader.labels if not (is_total and "runtime" in label)]
        if len(labels) != len(cells):
            reader.reading.warn("Rows with too few values, left out: {count}.", line, count=1)
            return
        if line == reader.last_line:  # its last number may have lost digits
            cells.pop()
    named = zip(labels, cells, strict=False)
    values = LabelledValues(line, {**reader.settings, **reader.job, "job": match["job"]})
    values.cells = {label: (cell[1], line, cell.start(1)) for label, cell in named}
    if is_total:
        test.total, test.totals = values, test.totals + 1
    else:
        test.jobs.append(values)


def _build_run(test: _PerfTest) -> RunDraft:
    interval = parse_number(test.setting("interval")) or 0.0
    runtime = parse_number(test.setting("runtime")) or 0.0
    is_last = not interval or test.totals * interval >= runtime
    is_whole = (test.total is not None and is_last) or bool(test.jobs[0].text("status"))
    draft = RunDraft(line=test.line, complete=is_whole and not test.is_stopped)
    workload, jobs = test.setting("workload"), test.jobs
    names = ", ".join(dict.fromkeys(job.text("job") for job in jobs))
    draft.name = as_short_line(f"{workload} {names}".strip()) or None
    group = "verified writes" if workload == "verify" else None
    if len(jobs) == 1:
        jobs[0].add_measurements(draft, _FIGURES, group)
        for statistic, time in test.percentiles.items():
            draft.add_measurement(Metric.LATENCY, statistic, time.times(MICROSECOND), group)
    elif test.total is not None:
        test.total.add_measurements(draft, _FIGURES, group)
    else:
        add_summed_measurements(draft, jobs, _FIGURES, group)
    for job in jobs if len(jobs) > 1 else ():
        core = job.text("core_mask") or job.text("core")
        job.add_measurements(draft, _FIGURES, as_short_line(f"{job.text('job')} {core}".strip()))
    _describe_run(draft, test, workload)
    return draft


def _describe_run(draft: RunDraft, test: _PerfTest, workload: str) -> None:
    jobs = test.jobs
    times = [job.value("runtime(s)|runtime") or parse_number(job.text("runtime")) for job in jobs]
    draft.duration_s = max((time for time in times if time), default=None)
    depths = [parse_number(job.text("queue_depth")) for job in jobs]
    written, at_random = _WORKLOADS[workload]
    reads = parse_number(test.setting("percentage"))
    if workload in ("rw", "randrw") and reads is not None and reads <= 100:
        written = 100.0 - reads
    outstanding = sum(depth or 0 for depth in depths) if all(depths) else None
    IoWorkload(
        parse_size_bytes(test.setting("io_size")), written, at_random, outstanding
    ).describe_run(draft)
    draft.add_attributes(
        workload=workload, jobs=f"{len(jobs)}", queue_depth=test.setting("queue_depth")
    )
    if workload == "verify":
        draft.info("A verify test writes each block and reads it back; both count as one I/O.")
    for rate, count, sentence in _LOST:
        lost = sum((j.value(rate) or 0) * (draft.duration_s or 1) for j in jobs)
        lost += sum(job.value(count) or 0 for job in jobs)
        if lost:
            draft.warn(sentence, draft.line, count=max(lost, 1.0))
    if test.is_stopped:
        draft.warn("The test was aborted; its figures end there.", draft.line)
    elif not draft.complete:
        draft.warn("The file ends before the end of this test.", draft.line)
