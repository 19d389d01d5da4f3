"""Flatfile, summary, totals, histogram."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MILLISECOND
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.readings import (
    PrintedNumber,
    add_derived_measurement,
    as_short_line,
    parse_matched_number,
)
from arraywise.importers.kit.text import histogram_percentile, number_nonblank_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.importers.kit.readings import RunDraft


class VdbenchPage(Enum):
    """The pages that Vdbench leaves behind."""

    FLATFILE = "flatfile.html"
    SUMMARY = "summary.html"
    TOTALS = "totals.html"
    HISTOGRAM = "histogram.html"
    LOGFILE = "logfile.html"
    ERRORS = "errorlog.html"
    OTHER = "another page"


WITH_FIGURES: Final = (VdbenchPage.FLATFILE, VdbenchPage.SUMMARY, VdbenchPage.TOTALS)
"""The first one that is there has the figures; flatfile.html has the most digits."""

_PAGES: Final = (
    (VdbenchPage.LOGFILE, r"<title>Vdbench [^<\n]{0,200}logfile\.html"),
    (
        VdbenchPage.FLATFILE,
        r"'flatfile\.html' contains Vdb|^[ \t]*tod[ \t]+(?:timestamp[ \t]+)?Run[ \t]+Interval\b",
    ),
    (
        VdbenchPage.ERRORS,
        r"^Vdbench error log, created|<title>Vdbench [^<\n]{0,200}errorlog\.html",
    ),
    (
        VdbenchPage.HISTOGRAM,
        r"^Total response time histogram|<title>Vdbench [^<\n]{0,200}histogram\.html",
    ),
    (
        VdbenchPage.SUMMARY,
        r"^Vdbench summary report, created|<title>Vdbench [^<\n]{0,200}summary\.html",
    ),
    (VdbenchPage.TOTALS, r"^Run totals\b|<title>Vdbench [^<\n]{0,200}totals\.html"),
    (
        VdbenchPage.OTHER,
        r"<title>Vdbench |^Vdbench [^\n]{0,100}\breport\b[^\n]{0,100}, created \d\d:\d\d",
    ),
    (
        VdbenchPage.SUMMARY,
        r"^Vdbench distribution: vdbench\d|\d\d:\d\d:\d\d\.\d{3} Starting RD=\S",
    ),
    (VdbenchPage.LOGFILE, r"^\S{12} input argument scanned: "),
)
_PATTERNS: Final = tuple((page, re.compile(text, re.MULTILINE)) for page, text in _PAGES)
"""In this order: what is on the screen looks like a summary, and a log file holds it all."""

_ONE_OF: Final = (
    "dbench", "Run totals", "Starting RD=", "response time histogram", "Interval",
    "input argument scanned",
)  # fmt: skip
"""Looked for first, since that takes no time."""

_TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,300}>")
_TOD: Final = r"(?P<tod>\d\d:\d\d:\d\d\.\d{3})"
_TIME: Final = re.compile(_TOD)
_CREATED: Final = re.compile(
    r"Vdbench summary report, created (?P<time>\d\d:\d\d:\d\d) (?P<date>\w{3} \d\d \d{4}) \S{1,10}"
    r"(?: \((?P<utc_time>\d\d:\d\d:\d\d) (?P<utc_date>\w{3} \d\d \d{4}) UTC\))?"
)
_VERSION: Final = re.compile(r"^Vdbench distribution: vdbench(?P<version>\d[\w.]{1,20})", re.M)
_LISTED: Final = re.compile(r"HREF=\"#_\d{1,20}\">(?P<name>\S{1,100}) For loops:")
_STARTING: Final = re.compile(
    rf"\s*{_TOD} Starting RD=(?P<name>[^\s;]{{1,100}})(?P<rest>.{{0,500}})"
)
_PARTS: Final = (
    ("requested_rate", re.compile(r"\b(?:I/O|FWD) rate: (?P<value>[^;]{1,60})")),
    ("elapsed_s", re.compile(r"\belapsed=(?P<value>\d{1,9})\b")),
    ("loops", re.compile(r"\bFor loops: (?P<value>[^;]{1,200})")),
)
_HEADING: Final = re.compile(
    r"\s*(?P<date>\w{3} \d\d, \d{4})\s+\.*[Ii]nterval\.*\s+(?P<names>\S.{0,500})"
)
_ROW: Final = re.compile(
    rf"\s*{_TOD}\s+(?P<interval>\d{{1,9}}|(?:avg|std|max)_\d{{1,9}}-\d{{1,9}})\s+(?=[\d-]|NaN)"
)
_FLAT_HEADING: Final = re.compile(r"\s*tod\s+(?:timestamp\s+)?Run\s+Interval\s+\S")
AVERAGE: Final = re.compile(r"avg_(?P<first>\d{1,9})-(?P<last>\d{1,9})")
_COUNTED: Final = re.compile(r"\d{1,9}")
_COMPLETED: Final = re.compile(r"Vdbench execution completed successfully")
_WORD: Final = re.compile(r"\S+")
_STAMP: Final = re.compile(r"(?P<date>\d\d/\d\d/\d{4})-(?P<time>\d\d:\d\d:\d\d)-\S{1,10}")

_COLUMNS: Final = {
    ("i/o", "rate"): "rate",
    ("mb/sec", "1024**2"): "mb/sec",
    ("bytes", "i/o"): "bytes/io",
    ("read", "pct"): "read%",
    ("resp", "time"): "resp",
    ("read", "resp"): "read_resp",
    ("write", "resp"): "write_resp",
    ("resp", "max"): "resp_max",
    ("read", "max"): "read_resp_max",
    ("write", "max"): "write_resp_max",
    ("resp", "stddev"): "resp_std",
    ("queue", "depth"): "queue_depth",
    ("cpu%", "sys+u"): "cpu_used",
    ("cpu%", "sys"): "cpu_kernel",
    ("reqstdops", "rate"): "rate",
    ("reqstdops", "resp"): "resp",
    ("cpu%", "total"): "cpu_used",
    ("mb/sec", "read"): "mb_read",
    ("mb/sec", "write"): "mb_write",
    ("mb/sec", "total"): "mb/sec",
    ("xfer", "size"): "bytes/io",
}
"""The two lines of a heading, and the name that flatfile.html has for the column."""
_SINGLE: Final = {("read", "pct"), ("mb/sec", "total"), ("xfer", "size")}
"""Columns of files' tests whose upper name spans no other column."""
_RENAMED: Final = {
    "read_max": "read_resp_max",
    "write_max": "write_resp_max",
    "read_std": "read_resp_std",
    "write_std": "write_resp_std",
}
"""Of flatfile.html's columns those that are called otherwise where files are tested."""
FILE_OPERATIONS: Final = (
    "mkdir", "rmdir", "create", "open", "close", "delete", "getattr", "setattr", "access", "copy",
    "move", "put", "get",
)  # fmt: skip


def detect_page(head: str) -> VdbenchPage | None:
    """Know a page by its beginning; None where Vdbench did not write it."""
    is_likely = any(words in head for words in _ONE_OF)
    return next((p for p, pattern in _PATTERNS if is_likely and pattern.search(head)), None)


_MOST_EXECUTIONS = 5_000
SERIES_COLUMNS = ("rate", "mb/sec", "resp", "cpu_used", "cpu_kernel")
"""What is kept of most intervals."""


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """One interval, or the average over several."""

    line: int
    second_of_day: float
    """Second of the day, by the clock of the host."""
    interval: str
    values: Mapping[str, PrintedNumber]
    date: str | None = None
    """Date of the row, `mm/dd/yyyy`, where it has one."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What else is in the row: requested rate, threads, sizes."""


@dataclass(slots=True)
class RunExecution:
    """One run definition that was run, once for each value of its loops."""

    name: str
    line: int
    start_second_of_day: float | None = None
    """Second of the day at which it began."""
    date: str | None = None
    """As the heading writes it: `Apr 08, 2016`."""
    settings: dict[str, str] = field(default_factory=dict)
    rows: list[IntervalRow] = field(default_factory=list)
    average: IntervalRow | None = None

    @property
    def average_or_first(self) -> IntervalRow | None:
        """Its average, or its first interval where it has none."""
        return self.average or next(iter(self.rows), None)


@dataclass(slots=True)
class VdbenchTables:
    """All that a page says."""

    executions: list[RunExecution] = field(default_factory=list)
    planned_runs: list[str] = field(default_factory=list)
    """Run definitions that were to be run."""
    is_completed: bool = False
    creation_match: re.Match[str] | None = None
    version: str | None = None


def _parse_second_of_day(text: str) -> float:
    """Read `hh:mm:ss.mmm`."""
    hours, minutes, seconds = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def parse_flatfile(lines: list[str]) -> VdbenchTables:
    """Read the rows below each heading of a flatfile; a run ends with its average."""
    tables = VdbenchTables()
    columns: list[str] = []
    for line_number, line in number_nonblank_lines(lines):
        if _FLAT_HEADING.match(line):
            columns = [_RENAMED.get(w, w) for w in line.lower().split()]
            continue
        words = list(_WORD.finditer(line)) if columns and line.lstrip()[0] != "*" else []
        if len(words) == len(columns) and len(words) > 3:
            _add_flatfile_row(tables, columns, words, line_number)
    return tables


def _add_flatfile_row(
    tables: VdbenchTables, columns: Sequence[str], words: Sequence[re.Match[str]], line: int
) -> None:
    result = dict(zip(columns, words, strict=True))
    texts = {name: word.group() for name, word in result.items()}
    if not {"tod", "run", "interval"} <= texts.keys() or not _TIME.fullmatch(texts["tod"]):
        return
    tod_s, interval = _parse_second_of_day(texts["tod"]), texts["interval"]
    execution = _find_or_add_execution(tables, texts["run"], interval, line)
    if execution is None:
        return
    if execution.rows and interval.isdecimal():
        _add_interval_row(
            execution,
            IntervalRow(line, tod_s, interval, _parse_values(result, line, SERIES_COLUMNS)),
        )
        return
    stamp = _STAMP.fullmatch(texts.get("timestamp", ""))
    date = stamp["date"] if stamp else None
    _add_interval_row(
        execution, IntervalRow(line, tod_s, interval, _parse_values(result, line), date, texts)
    )


def _parse_values(
    words: Mapping[str, re.Match[str]], line: int, names_read: Iterable[str] | None = None
) -> dict[str, PrintedNumber]:
    names = words if names_read is None else (name for name in names_read if name in words)
    return {
        name: p for name in names if name and (p := parse_matched_number(words[name], 0, line))
    }


def _find_or_add_execution(
    tables: VdbenchTables, name: str, interval: str, line: int
) -> RunExecution | None:
    """Return the run that a row belongs to; None where there are far too many."""
    last = tables.executions[-1] if tables.executions else None
    if (
        last
        and last.name == name
        and not last.average
        and not _restarts_at_interval(last, interval)
    ):
        return last
    if len(tables.executions) >= _MOST_EXECUTIONS:
        return None
    tables.executions.append(RunExecution(name, line))
    return tables.executions[-1]


def _restarts_at_interval(execution: RunExecution, interval: str) -> bool:
    """Intervals count from 1 again where a run began again without an average before."""
    last = execution.rows[-1].interval if execution.rows else "0"
    both = _COUNTED.fullmatch(interval) and _COUNTED.fullmatch(last)
    return both is not None and int(interval) <= int(last)


def _add_interval_row(execution: RunExecution, row: IntervalRow) -> None:
    average = AVERAGE.fullmatch(row.interval)
    if row.interval.isdecimal():
        execution.rows.append(row)
    elif average and int(average["first"]) <= int(average["last"]):
        execution.average = row


def parse_summary_tables(lines: list[str]) -> VdbenchTables:
    """Read the tables of a summary, of the totals or of the screen."""
    tables = VdbenchTables()
    columns: list[str] = []
    pending: re.Match[str] | None = None
    for line_number, raw in number_nonblank_lines(lines):
        line = _TAG.sub("", raw) if "<" in raw else raw
        if pending:
            columns, pending = _name_columns(pending["names"], line), None
            continue
        pending = _HEADING.match(line)
        if pending:
            for last in tables.executions[-1:]:
                if last.average_or_first is None:  # later headings may be of the next day
                    last.date = pending["date"]
            continue
        row = _ROW.match(line)
        if row and columns:
            _add_summary_row(tables, columns, line, row, line_number)
        else:
            _read_other_line(tables, line, raw, line_number)
    return tables


def _name_columns(above: str, below: str) -> list[str]:
    """Name the columns by both lines of a heading; of two columns side by side in files' tests."""
    names, halves = [w.strip(".").lower() for w in above.split()], below.lower().split()
    if len(names) == len(halves):
        return [_COLUMNS.get(pair, "") for pair in zip(names, halves, strict=True)]
    columns: list[str] = []
    for name in names:
        remaining = halves[len(columns) :]
        width = 1 if (name, *remaining[:1]) in _SINGLE else 2
        columns += [_COLUMNS.get((name, half), f"{name}_{half}") for half in remaining[:width]]
    return columns if len(columns) == len(halves) else []


def _add_summary_row(
    tables: VdbenchTables, columns: Sequence[str], line: str, row: re.Match[str], line_number: int
) -> None:
    words = list(_WORD.finditer(line, row.end()))
    if len(words) != len(columns):
        return
    if not tables.executions:
        tables.executions.append(RunExecution("", line_number))
    execution, interval = tables.executions[-1], row["interval"]
    wanted = SERIES_COLUMNS if execution.rows and interval.isdecimal() else None
    values = _parse_values(dict(zip(columns, words, strict=True)), line_number, wanted)
    _add_interval_row(
        execution, IntervalRow(line_number, _parse_second_of_day(row["tod"]), interval, values)
    )


def _read_other_line(tables: VdbenchTables, line: str, raw: str, line_number: int) -> None:
    starting = _STARTING.match(line)
    if starting and len(tables.executions) < _MOST_EXECUTIONS:
        execution = RunExecution(
            starting["name"], line_number, _parse_second_of_day(starting["tod"])
        )
        for name, pattern in _PARTS:
            part = pattern.search(starting["rest"])
            if part:
                execution.settings[name] = part["value"].strip()
        _add_execution(tables, execution)
    listed = _LISTED.search(raw)
    if listed and len(tables.planned_runs) < _MOST_EXECUTIONS:
        tables.planned_runs.append(listed["name"])
    tables.is_completed |= _COMPLETED.search(line) is not None
    tables.creation_match = tables.creation_match or _CREATED.search(line)
    version = _VERSION.match(line)
    if version:
        tables.version = version["version"]


def _add_execution(tables: VdbenchTables, execution: RunExecution) -> None:
    """Add a run; logfile.html announces each one twice, one after the other."""
    last = tables.executions[-1] if tables.executions else None
    if last:
        execution.date = last.date
        is_same = (last.name, last.settings) == (execution.name, execution.settings)
        is_at_once = (execution.start_second_of_day or 0) - (last.start_second_of_day or 0) <= 1
        if last.average_or_first is None and is_same and is_at_once:
            tables.executions.pop()
    tables.executions.append(execution)


_BUCKET: Final = re.compile(
    r"\s*(?P<low>\d{1,12}[.,]\d{3})\s+<\s+(?P<high>\d{1,12}[.,]\d{3}|max)"
    r"\s+(?P<count>\d{1,3}(?:[.,' ]?\d{3}){0,5})\s+(?P<share>\d{1,3}[.,]\d{4})"
    r"\s+(?P<reached>\d{1,3}[.,]\d{4})(?:\s|$)"
)
_HISTOGRAM: Final = re.compile(r"\s*(?P<title>[A-Z][^\n:<]{0,60}):\s*$")
_BUCKETS: Final = re.compile(r"\s*min\(ms\)\s+<\s+max\(ms\)\s+count")
_GROUPS: Final = {"reads and writes": None, "reads": "read", "writes": "write"}
_PERCENTILES: Final = (50, 90, 95, 99, 99.9)
_ROUNDING: Final = 0.0002
"""Percentages are printed with four decimals."""
_MOST_BUCKETS: Final = 200
_MOST_TABLES: Final = 10_000


@dataclass(slots=True)
class HistogramTable:
    """One table: which operations it counts, and how many took how long."""

    group: str | None
    line: int
    execution: int
    """Index of the run definition above it; -1 where there is none yet."""
    bounds: list[float] = field(default_factory=list)
    """Where each bucket begins, in milliseconds."""
    ends: list[float | None] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    shares: list[tuple[float, float]] = field(default_factory=list)
    """Percentage in each bucket, and up to its end, as printed."""

    def add_bucket(self, row: re.Match[str]) -> None:
        """Add the bucket of a row."""
        self.bounds.append(_parse_decimal(row["low"]))
        self.ends.append(None if row["high"] == "max" else _parse_decimal(row["high"]))
        self.counts.append(int(re.sub(r"\D", "", row["count"])))
        self.shares.append((_parse_decimal(row["share"]), _parse_decimal(row["reached"])))

    @property
    def is_consistent(self) -> bool:
        """Return whether buckets follow each other to the open one and add up to their shares."""
        total = sum(self.counts)
        follow = all(end == low for end, low in zip(self.ends, self.bounds[1:], strict=False))
        if not total or not follow or self.ends[-1] is not None:
            return False
        result = zip(self.counts, accumulate(self.counts), self.shares, strict=True)
        return all(
            abs(100 * count / total - share) <= _ROUNDING
            and abs(100 * reached / total - upto) <= _ROUNDING
            for count, reached, (share, upto) in result
        )


def parse_histogram_tables(
    lines: list[str], executions: Sequence[RunExecution]
) -> list[HistogramTable]:
    """Find the tables of a page, each with the run definition that it belongs to."""
    tables: list[HistogramTable] = []
    title = ""
    starts = [execution.line for execution in executions]
    for line_number, line in number_nonblank_lines(lines):
        named = _HISTOGRAM.match(line)
        row = _BUCKET.match(line) if tables else None
        if named:
            title = named["title"].lower()
        elif _BUCKETS.match(line) and len(tables) < _MOST_TABLES:
            group = _GROUPS.get(title, as_short_line(title, 60) or None)
            tables.append(
                HistogramTable(
                    group, line_number, sum(start < line_number for start in starts) - 1
                )
            )
        elif row and len(tables[-1].counts) < _MOST_BUCKETS:
            tables[-1].add_bucket(row)
    return tables


def _parse_decimal(text: str) -> float:
    """Read a number with decimals; Java writes the country's mark."""
    return float(text.replace(",", "."))


def add_percentiles(tables: Iterable[HistogramTable], draft: RunDraft) -> None:
    """Add the percentiles of the tables of one run definition."""
    is_noted = False
    for table in tables:
        if any(table.counts) and not table.is_consistent:
            draft.warn(
                "The histogram contradicts its percentages: cut or damaged. No percentiles.",
                table.line,
            )
        elif any(table.counts):
            for percent in _PERCENTILES:
                value = histogram_percentile(table.counts, table.bounds, percent) or 0.0
                seconds, statistic = value * MILLISECOND, f"p{percent:g}"
                add_derived_measurement(
                    draft, Metric.LATENCY, statistic, seconds, table.line, table.group
                )
            if not is_noted:
                draft.info("Percentiles are interpolated within histogram buckets.", table.line)
                is_noted = True


_DAY_S = 86_400
_FORMATS = ("%b %d, %Y", "%m/%d/%Y")


def infer_timezone(created: re.Match[str] | None) -> timezone | None:
    """Compute the offset from UTC, where the heading has the time in both."""
    if created is None or created["utc_time"] is None:
        return None
    own, utc = (
        parse_datetime(f"{created[date]} {created[time]}", "%b %d %Y %H:%M:%S")
        for date, time in (("date", "time"), ("utc_date", "utc_time"))
    )
    if own is None or utc is None:
        return None
    minutes = round((own - utc).total_seconds() / 60)
    return timezone(timedelta(minutes=minutes)) if abs(minutes) <= 14 * 60 else None


def execution_start(execution: RunExecution, zone: timezone | None) -> datetime | None:
    """Describe when a run began; None where no date is known.

    The date is that of the first row, which may lie after midnight.
    """
    first = next(iter(execution.rows), execution.average)
    day = _parse_day(first.date or execution.date) if first else None
    if first is None or day is None:
        return None
    start_s = execution.start_second_of_day
    if start_s is None:
        start_s = first.second_of_day - (interval_length_s(execution) if execution.rows else 0.0)
    elif execution.rows and start_s > first.second_of_day:
        start_s -= _DAY_S
    return (day + timedelta(seconds=start_s)).replace(tzinfo=zone, microsecond=0)


def _parse_day(text: str | None) -> datetime | None:
    return next((day for form in _FORMATS if (day := parse_datetime(text or "", form))), None)


def row_seconds(execution: RunExecution) -> array[float]:
    """Return the seconds of the rows from the day of the first one on, midnights counted."""
    seconds = array("d")
    days = 0
    for row in execution.rows:
        if seconds and row.second_of_day + days * _DAY_S < seconds[-1] - _DAY_S / 2:
            days += 1
        seconds.append(row.second_of_day + days * _DAY_S)
    return seconds


def interval_length_s(execution: RunExecution) -> float:
    """Return the length of an interval, rounded to whole seconds as it is asked for."""
    seconds = row_seconds(execution)
    if len(seconds) < 2:
        return 1.0
    return float(max(1, round((seconds[-1] - seconds[0]) / (len(seconds) - 1))))


def row_moments(execution: RunExecution, zone: timezone | None) -> array[float] | None:
    """Return the moments of the rows since 1970; a clock without a zone is read as UTC."""
    first = next(iter(execution.rows), None)
    day = _parse_day(first.date or execution.date) if first else None
    if day is None:
        return None
    midnight = day.replace(tzinfo=zone or UTC).timestamp()
    return array("d", (midnight + second for second in row_seconds(execution)))
