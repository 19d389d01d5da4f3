"""Reads DiskSpd's text and XML (-Rxml): the parameters of a test and its results."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING, Final, cast

from lxml import etree

from arraywise.domain.evidence import Metric, Series
from arraywise.domain.units import MIB, MILLISECOND, Unit
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    MOST_RUNS,
    IoWorkload,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    add_derived_measurement,
    as_short_line,
    common_value,
    parse_cells,
    parse_number,
    parse_size_bytes,
    scale_printed,
)
from arraywise.importers.kit.text import number_nonblank_lines
from arraywise.importers.kit.xml_parsers import document_parser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element


PERCENTILES: Final = (1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999)
"""Those that are kept; DiskSpd prints up to nine nines, of less I/Os than that too."""


@dataclass(slots=True)
class DiskspdTarget:
    """A file or disk that was tested."""

    block_bytes: float | None = None
    write_percent: float | None = None
    random_percent: float | None = None
    depth: float | None = None
    """Outstanding I/Os of a thread."""
    threads: float | None = None
    is_limited: bool = False
    """Whether its rate was limited, so that fewer I/Os were outstanding than were set."""
    is_cached: bool | None = None


@dataclass(slots=True)
class DiskspdProfile:
    """The parameters of a time span."""

    targets: list[DiskspdTarget] = field(default_factory=list)
    warm_up_s: float | None = None
    pool_threads: float | None = None
    pool_depth: float | None = None
    """Outstanding I/Os of each thread that all targets share."""
    thread_count: float | None = None
    """Threads of all targets, which the results state."""
    is_from_command_line: bool = False
    """Whether only the command line states it; its one target stands for all targets."""

    @property
    def outstanding_ios(self) -> float | None:
        """Return how many I/Os were outstanding; None where that is not stated or was limited."""
        if any(target.is_limited for target in self.targets):
            return None
        if self.pool_threads:
            return self.pool_threads * self.pool_depth if self.pool_depth else None
        if self.thread_count and not all(target.threads for target in self.targets):
            depths = [target.depth for target in self.targets]
            return self.thread_count * sum(d or 0 for d in depths) if all(depths) else None
        parts = [(target.depth or 0) * (target.threads or 0) for target in self.targets]
        return sum(parts) if parts and all(parts) else None

    def describe_run(self, draft: RunDraft) -> None:
        """Add what all targets have in common to a run, with warnings."""
        IoWorkload(
            block_bytes=common_value(target.block_bytes for target in self.targets),
            write_percent=common_value(target.write_percent for target in self.targets),
            random_percent=common_value(target.random_percent for target in self.targets),
            outstanding=self.outstanding_ios,
        ).describe_run(draft)
        cached = common_value(target.is_cached for target in self.targets)
        draft.add_attributes(
            direct=None if cached is None else "no" if cached else "yes",
            files=str(len(self.targets))
            if self.targets and not self.is_from_command_line
            else None,
            queue_depth=_format_count(
                common_value(t.depth for t in self.targets) or self.pool_depth
            ),
            threads=_format_count(
                self.pool_threads
                or sum(target.threads or 0 for target in self.targets)
                or self.thread_count
            ),
            warm_up_s=None if self.warm_up_s is None else f"{self.warm_up_s:g}",
        )
        if any(target.is_cached for target in self.targets):
            draft.warn("Windows' file cache was in use (no -Sh): this may be memory speed.")
        if any(target.is_limited for target in self.targets):
            draft.info("The rate was limited (-g), so it is below the maximum.")


def _format_count(value: float | None) -> str | None:
    return f"{value:.0f}" if value else None


def parse_start_time(text: str | None) -> str | None:
    """Parse the start `2024/09/09 02:02:42 UTC` into ISO 8601."""
    moment = parse_datetime((text or "").strip(), "%Y/%m/%d %H:%M:%S UTC")
    return moment.replace(tzinfo=UTC).isoformat() if moment else None


_COMMAND = re.compile(r"Command Line: (.*)|Input parameters:")
_OPTION = re.compile(r"(?<=\s)-([A-Za-z])(\S*)")
_SPAN = re.compile(r"timespan: {1,9}\d+$")
_FIELD = re.compile(r"([A-Za-z][\w /-]{1,60}?):\s{0,20}(.{1,300})")
_MIX = re.compile(r"performing (?:(read|write) test|mix test \(read/write ratio: \d+/(\d+)\))")
_RANDOM = re.compile(r"using (?:(random)|mixed random/sequential|(?:interlocked )?sequential) I/O")
_SHARE = re.compile(r"\((\d{1,3})% random\)")
_POOL = re.compile(r"thread pool with (\d{1,9}) threads")
_OUTSTANDING = "number of outstanding I/O operations"
_LIMITED = re.compile(r"throughput rate-limited|max throughput")
_CACHE: Final = {"using software cache": True, "software cache disabled": False}
_RESULT = re.compile(r"Results for timespan (\d{1,4}):")
_SECTION = re.compile(r"(?:(Total)|(Read|Write)) IO")
_RANK = re.compile(r"(?:(min|max)|(\d{1,2})(?:st|nd|rd|th)|(\d)-nines) *(\|.*)")
_COLUMNS: Final = {
    "mib/s": (Metric.THROUGHPUT, "mean", float(MIB)),
    "mb/s": (Metric.THROUGHPUT, "mean", float(MIB)),
    "i/o per s": (Metric.IOPS, "mean", 1.0),
    "avglat": (Metric.LATENCY, "mean", MILLISECOND),
    "latstddev": (Metric.LATENCY, "stddev", MILLISECOND),
    "iopsstddev": (Metric.IOPS, "stddev", 1.0),
}
"""The oldest versions say MB and mean MiB."""
_GROUPS: Final = {"read (ms)": "read", "write (ms)": "write", "total (ms)": None}


@dataclass(slots=True)
class _DiskspdCommand:
    """One call of the program."""

    profiles: list[DiskspdProfile] = field(default_factory=list)
    host: str | None = None
    started_at: str | None = None
    is_timed: bool = False
    options_profile: DiskspdProfile | None = None
    """What the options of the command line set; a text may lack the list of parameters."""

    def span_profile(self, span_number: int) -> DiskspdProfile | None:
        """Return the parameters of a time span, counted from 1."""
        if 1 <= span_number <= len(self.profiles):
            return self.profiles[span_number - 1]
        return self.options_profile if span_number == 1 and not self.profiles else None


def _parse_command_line(line: str) -> _DiskspdCommand:
    """Parse options such as `-b8K -t4 -o32 -r -w30 -Sh -L`; a missing one has its default."""
    options: dict[str, list[str]] = {}
    for option in _OPTION.finditer(line):
        options.setdefault(option[1], []).append(option[2])
    last = {name: values[-1] for name, values in options.items()}
    if not options or "X" in options or "O" in options:
        return _DiskspdCommand()
    paths = _OPTION.split(line)[-1].split()
    share = next((v[1:] for v in options.get("r", ()) if v.startswith("s")), "100")
    target = DiskspdTarget(
        block_bytes=parse_size_bytes(last.get("b", "64K")),
        write_percent=parse_number(last.get("w") or "0"),
        random_percent=parse_number(share) if "r" in options else 0.0,
        depth=parse_number(last.get("o", "2")) if "F" not in options or len(paths) == 1 else None,
        is_limited="g" in options,
        is_cached="h" not in options and not any(v[:1] in "uh" for v in options.get("S", ())),
    )
    stated = DiskspdProfile([target], parse_number(last.get("W", "5")), is_from_command_line=True)
    return _DiskspdCommand(is_timed="L" in options, options_profile=stated)


class DiskspdText:
    """Reads a text line by line."""

    def __init__(self) -> None:
        self.drafts: list[RunDraft] = []
        self._command = _DiskspdCommand()
        self._draft: RunDraft | None = None
        self._profile: DiskspdProfile | None = None
        self._group: str | None = ""
        self._columns: list[str] = []
        self._statistics_read: set[str | None] = set()

    def read_runs(self, lines: Sequence[str]) -> list[RunDraft]:
        """Return the runs of a text."""
        for line_number, line in number_nonblank_lines(list(lines)):
            text = line.strip()
            if not self._begins_section(text, line_number):
                if self._draft is None:
                    self._read_parameter(text)
                else:
                    self._read_result_line(self._draft, line, line_number)
        self._finish_run()
        return self.drafts

    def _begins_section(self, text: str, line_number: int) -> bool:
        if command := _COMMAND.match(text):
            self._finish_run()
            if command[1] is not None:
                self._command = _parse_command_line(f" {command[1]}")
            elif self._command.profiles:
                self._command = _DiskspdCommand()
        elif _SPAN.match(text):
            self._finish_run()
            self._command.profiles.append(DiskspdProfile())
        elif (result := _RESULT.match(text)) and len(self.drafts) < MOST_RUNS:
            self._finish_run()
            span = int(result[1])
            self._draft = RunDraft(line=line_number, host=self._command.host)
            self._draft.started_at = self._command.started_at if span <= 1 else None
            self._profile = self._command.span_profile(span)
            self._group, self._statistics_read = "", set()
        else:
            return False
        return True

    def _finish_run(self) -> None:
        draft, self._draft = self._draft, None
        if draft is None:
            return
        if self._profile is not None:
            self._profile.describe_run(draft)
        draft.complete = "write" in self._statistics_read and (
            not self._command.is_timed or "max" in self._statistics_read
        )
        if draft.measurements:
            self.drafts.append(draft)

    def _read_parameter(self, text: str) -> None:
        field_match = _FIELD.fullmatch(text)
        name, value = field_match.groups() if field_match else (text, "")
        command = self._command
        if name == "computer name":
            command.host = as_short_line(value)
        elif name == "start time":
            command.started_at = parse_start_time(value)
        elif name == "measuring latency":
            command.is_timed = True
        elif command.profiles:
            _set_profile_parameter(command.profiles[-1], name, value, text)

    def _read_result_line(self, draft: RunDraft, line: str, line_number: int) -> None:
        text = line.strip()
        section, rank = _SECTION.fullmatch(text), _RANK.match(text)
        if section:
            self._group = section[2].lower() if section[2] else None
        elif text.startswith("actual test time:"):
            draft.duration_s = parse_number(text.partition(":")[2].strip().rstrip("s"))
        elif text.startswith("thread count:") and self._profile is not None:
            self._profile.thread_count = parse_number(text.partition(":")[2])
        elif text.startswith("avg.|"):
            draft.add_attributes(cpu_percent=text.split("|")[1].strip(" %"))
        elif text.startswith(("thread |", "%-ile |")):
            self._columns = [cell.strip().lower() for cell in text.split("|")[1:]]
        elif text.startswith("total:") and self._group != "":
            self._add_total_row(draft, line, line_number)
        elif rank:
            self._add_percentile_row(draft, rank, line, line_number)

    def _add_total_row(self, draft: RunDraft, line: str, line_number: int) -> None:
        values = (value for _, value in parse_cells(line, line_number, "|", line.find(":") + 1))
        cells = dict(zip(self._columns, values, strict=False))
        rate = cells.get("i/o per s")
        self._statistics_read.add(self._group)
        for name, (metric, statistic, factor) in _COLUMNS.items() if rate and rate.value else ():
            draft.add_measurement(
                metric, statistic, scale_printed(cells.get(name), factor), self._group
            )

    def _add_percentile_row(
        self, draft: RunDraft, rank: re.Match[str], line: str, line_number: int
    ) -> None:
        percent = float(rank[2] or 0) or 100 - 10.0 ** (2 - int(rank[3] or 0))
        known = next((p for p in PERCENTILES if abs(p - percent) < 1e-6), None)
        statistic = rank[1] or (f"p{known:g}" if known else "")
        if not statistic:
            return
        self._statistics_read.add(statistic)
        cells = (value for _, value in parse_cells(line, line_number, "|", line.find("|") + 1))
        for name, cell in zip(self._columns, cells, strict=False):
            if name in _GROUPS and cell:
                draft.add_measurement(
                    Metric.LATENCY, statistic, cell.times(MILLISECOND), _GROUPS[name]
                )


def _set_profile_parameter(profile: DiskspdProfile, name: str, value: str, text: str) -> None:
    if name == "path":
        profile.targets.append(DiskspdTarget())
    elif name == "warm up time":
        profile.warm_up_s = parse_number(value.rstrip("s"))
    elif pool := _POOL.fullmatch(text):
        profile.pool_threads = float(pool[1])
    elif profile.targets:
        _set_target_parameter(profile.targets[-1], name, value, text)
    elif name.startswith(_OUTSTANDING):
        profile.pool_depth = parse_number(value)


def _set_target_parameter(target: DiskspdTarget, name: str, value: str, text: str) -> None:
    if name == "block size":
        target.block_bytes = parse_size_bytes(value)
    elif name == "threads per file":
        target.threads = parse_number(value)
    elif name.startswith(_OUTSTANDING):
        target.depth = parse_number(value)
    elif mix := _MIX.match(text):
        target.write_percent = float(mix[2] or {"read": 0, "write": 100}[mix[1]])
    elif random := _RANDOM.match(text):
        share = _SHARE.search(text)
        target.random_percent = float(share[1]) if share else 100.0 if random[1] else 0.0
    elif text in _CACHE:
        target.is_cached = _CACHE[text]
    else:
        target.is_limited |= _LIMITED.match(text) is not None


_BEGIN = re.compile(r"<Results>")
_DIRECTIONS = (("read", "Read"), ("write", "Write"))
_LATENCY_GROUPS = (*_DIRECTIONS, (None, "Total"))
_DEVIATIONS = {"read": "ReadLatencyStdev", "write": "WriteLatencyStdev", None: "LatencyStdev"}
_RANKS: Final[dict[float | None, str]] = {
    0.0: "min",
    100.0: "max",
    **{percent: f"p{percent:g}" for percent in PERCENTILES},
}
_MOST_SAMPLES = 500_000


def add_runs_of_documents(text: str, reading: ReadingDraft) -> None:
    """Add the runs of all documents in a text; of a cut one those before the cut."""
    starts = [match.start() for match in _BEGIN.finditer(text)]
    for start, stop in zip(starts, [*starts[1:], len(text)], strict=False):
        document = text[start:stop]
        end = document.find("</Results>")
        parser = document_parser(recover=True)
        whole = document if end < 0 else document[: end + len("</Results>")]
        root = etree.fromstring(whole.encode("utf-8", "replace"), parser)
        if root is not None:
            _add_runs_of_document(root, text.count("\n", 0, start), reading, is_whole=end >= 0)


def _add_runs_of_document(
    root: _Element, lines_before: int, reading: ReadingDraft, *, is_whole: bool
) -> None:
    reading.version = (
        as_short_line(root.findtext("System/Tool/Version") or "", 40) or reading.version
    )
    profiles = [_parse_profile(span) for span in root.iterfind("Profile/TimeSpans/TimeSpan")]
    for i, span in enumerate(root.iterfind("TimeSpan")):
        draft = _SpanReader(span, lines_before).draft
        draft.host = as_short_line(root.findtext("System/ComputerName") or "") or None
        if not i:
            draft.started_at = parse_start_time(root.findtext("System/RunTime"))
        if i < len(profiles):
            profiles[i].describe_run(draft)
        draft.complete = is_whole
        if draft.measurements:
            reading.add_run(draft)


def _parse_profile(span: _Element) -> DiskspdProfile:
    threads = _child_number(span, "ThreadCount")
    return DiskspdProfile(
        targets=[_parse_target(target) for target in span.iterfind("Targets/Target")],
        warm_up_s=_child_number(span, "Warmup"),
        pool_threads=threads or None,
        pool_depth=_child_number(span, "RequestCount") or None,
    )


def _parse_target(target: _Element) -> DiskspdTarget:
    share = _child_number(target, "RandomRatio")
    is_random = target.find("Random") is not None
    return DiskspdTarget(
        block_bytes=_child_number(target, "BlockSize"),
        write_percent=_child_number(target, "WriteRatio"),
        random_percent=share if share is not None else 100.0 if is_random else 0.0,
        depth=_child_number(target, "RequestCount"),
        threads=_child_number(target, "ThreadsPerFile"),
        is_limited=bool(_child_number(target, "Throughput")),
        is_cached=(target.findtext("DisableOSCache") or "").strip() != "true",
    )


class _SpanReader:
    """Reads the results of one time span into a run draft."""

    def __init__(self, span: _Element, lines_before: int) -> None:
        self._lines_before = lines_before
        self.draft = RunDraft(line=self._line_number(span))
        self.draft.duration_s = _child_number(span, "TestTimeSeconds")
        self.draft.add_attributes(cpu_percent=span.findtext("CpuUtilization/Average/UsagePercent"))
        self._add_rates(span)
        for latency in span.findall("Latency")[:1]:
            self._add_latencies(latency)
        self._add_iops_series(span)

    def _line_number(self, element: _Element) -> int:
        return self._lines_before + (cast("int | None", element.sourceline) or 1)

    def _element_number(self, element: _Element | None) -> PrintedNumber | None:
        if element is None or (value := parse_number(element.text or "")) is None:
            return None
        return PrintedNumber(value, self._line_number(element))

    def _add_rates(self, span: _Element) -> None:
        seconds = self.draft.duration_s
        targets = span.findall("Thread/Target")
        if not seconds or not targets:
            return
        for metric, end in ((Metric.IOPS, "Count"), (Metric.THROUGHPUT, "Bytes")):
            total = 0.0
            for group, name in _DIRECTIONS:
                counts = [self._element_number(target.find(name + end)) for target in targets]
                known = [count for count in counts if count]
                if len(known) < len(counts):
                    return
                added = sum(count.value for count in known) / seconds
                total += added
                if added:
                    add_derived_measurement(
                        self.draft, metric, "mean", added, known[0].line, group
                    )
            if total:
                add_derived_measurement(self.draft, metric, "mean", total, self.draft.line)

    def _add_latencies(self, latency: _Element) -> None:
        for group, name in _LATENCY_GROUPS:
            mean, stddev = f"Average{name}Milliseconds", _DEVIATIONS[group]
            self._add_latency("mean", latency.find(mean), group)
            self._add_latency("stddev", latency.find(stddev), group)
        for bucket in latency.iterfind("Bucket"):
            statistic = _RANKS.get(_child_number(bucket, "Percentile"), "")
            for group, name in _LATENCY_GROUPS if statistic else ():
                self._add_latency(statistic, bucket.find(f"{name}Milliseconds"), group)

    def _add_latency(self, statistic: str, element: _Element | None, group: str | None) -> None:
        result = scale_printed(self._element_number(element), MILLISECOND)
        self.draft.add_measurement(Metric.LATENCY, statistic, result, group)

    def _add_iops_series(self, span: _Element) -> None:
        """Add the rates by interval (-D) as a series."""
        values = array("d")
        for bucket in span.iterfind("Iops/Bucket"):
            value = parse_number(bucket.get("Total") or "")
            if value is None or len(values) >= _MOST_SAMPLES:
                return
            values.append(value)
        self.draft.series.append(Series("iops", Unit.PER_SECOND, values, line=self.draft.line))


def _child_number(element: _Element, path: str) -> float | None:
    return parse_number(element.findtext(path) or "")


class DiskspdImporter(TextImporter):
    """Importer of DiskSpd: every file is read on its own."""

    tool = "diskspd"
    run_type = "I/O test"
    signature = re.compile(
        r"^\s{0,9}timespan: +\d|^Results for timespan \d+:|<TimeSpans>", re.MULTILINE
    )

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read the documents or the calls of a text."""
        if "<TimeSpan" in text:
            add_runs_of_documents(text, reading)
        else:
            for draft in DiskspdText().read_runs(text.split("\n")):
                reading.add_run(draft)
        for draft in reading.drafts:
            if not draft.complete:
                draft.warn("The file ends before the end of this test.", draft.line)
