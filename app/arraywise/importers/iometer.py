"""Iometer's results CSV and its instantaneous file: sections, columns by name, runs."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import accumulate, islice, pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Load, Metric, Series
from arraywise.domain.units import MIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    MOST_RUNS,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    as_short_line,
    common_value,
    io_load,
    parse_number,
    scale_printed,
)
from arraywise.importers.kit.text import number_nonblank_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_STAMP = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?::\d{1,3})?")
_SPEC_LINE = re.compile(r"\d{1,12}(?:,\d{1,12}){7}")
_TARGETS = ("ALL", "MANAGER", "WORKER", "DISK", "NETWORK", "UNKNOWN")
_MOST_ROWS = 20_000
_NAME = "access specification name"
_NAMED_ROWS = ("ALL", "MANAGER", "WORKER")
"""Rows that carry the specification's name, which may hold commas; others leave it empty."""


class AccessPattern(NamedTuple):
    """One line of an access specification."""

    io_bytes: int
    share_percent: int
    read_percent: int
    random_percent: int


@dataclass(slots=True)
class IometerRow:
    """One line of results: cells by the column's name in small letters."""

    kind: str
    name: str
    cells: dict[str, PrintedNumber]
    """What has a number; -1 means ambiguous."""
    specification: str
    line: int

    def value(self, name: str) -> float | None:
        """Return the number of a column; None where it has none."""
        result = self.cells.get(name)
        return result.value if result else None

    def sum_values(self, *names: str) -> float:
        """Return the sum of numbers; 0 for one that is not there."""
        return sum(self.value(name) or 0 for name in names)


@dataclass(slots=True)
class ResultBlock:
    """The results of one test."""

    line: int
    version: str | None
    description: str | None
    patterns: dict[str, list[AccessPattern]]
    """Access specifications that were in force, by name."""
    rows: list[IometerRow] = field(default_factory=list)
    ended_at: str | None = None
    is_aborted: bool = False

    def rows_of_kind(self, kind: str) -> list[IometerRow]:
        """Return the rows of a kind of target."""
        return [row for row in self.rows if row.kind == kind]


@dataclass(slots=True)
class _ResultsReader:
    """Reads the sections of a file into its tests; damaged rows become problems."""

    notes: ReadingDraft
    blocks: list[ResultBlock] = field(default_factory=list)
    has_batch_end: bool = False
    has_aborted_test: bool = False
    _section: str = ""
    _version: str | None = None
    _description: str | None = None
    _patterns: dict[str, list[AccessPattern]] = field(default_factory=dict)
    _specification: str = ""
    _columns: list[str] = field(default_factory=list)

    def read_line(self, line_number: int, text: str) -> None:
        """Read a line."""
        line = text.strip()
        if line.startswith("'"):
            self._begin_section(line[1:].strip(), line_number)
        elif line.startswith("Aborted test"):
            self.has_aborted_test = True
            for block in self.blocks[-1:]:
                block.is_aborted = True
        elif self._section == "results" and self.blocks:
            add_result_row(text, line_number, self._columns, self.blocks[-1], self.notes)
        else:
            self._read_setting(line)

    def _begin_section(self, heading: str, line_number: int) -> None:
        if heading.startswith("Target Type,"):
            self._columns = [name.strip().lower() for name in heading.split(",")]
            return
        self._section = heading.split(",", maxsplit=1)[0].strip().lower()
        if self._section == "test type":
            self._version, self._description, self._patterns = None, None, {}
            self.has_batch_end = False
        elif self._section == "access specifications":
            self._patterns = {}
        elif self._section == "results" and len(self.blocks) < MOST_RUNS:
            block = ResultBlock(line_number, self._version, self._description, self._patterns)
            self.blocks.append(block)
        elif self._section == "end test":
            self.has_batch_end = True

    def _read_setting(self, line: str) -> None:
        if self._section == "test type":
            self._description = as_short_line(line.partition(",")[2]) or None
        elif self._section == "version":
            self._version = as_short_line(line, 40)
        elif self._section == "time stamp":  # the stamp after results is when that test ended
            stamp = _STAMP.match(line)
            for block in self.blocks[-1:]:
                if stamp and block.ended_at is None:
                    block.ended_at = f"{stamp[1]}T{stamp[2]}"
        elif self._section == _NAME:
            self._specification = line.rpartition(",")[0].strip() or line
            self._patterns.setdefault(self._specification, [])
        elif self._section == "size" and _SPEC_LINE.fullmatch(line):
            size, share, reads, random, *_ = map(int, line.split(","))
            self._patterns.setdefault(self._specification, []).append(
                AccessPattern(size, share, reads, random)
            )


def add_result_row(
    text: str, line_number: int, columns: Sequence[str], block: ResultBlock, reading: ReadingDraft
) -> None:
    """Add a line of results to a block; a damaged one becomes a problem."""
    cells = text.split(",")
    kind = cells[0].strip()
    if kind not in _TARGETS or len(block.rows) >= _MOST_ROWS:
        return
    if _NAME not in columns:
        reading.warn("Column names are missing; results not read.", line_number)
        return
    at = columns.index(_NAME)
    extra = max(len(cells) - len(columns), 0)
    starts = list(accumulate((len(cell) + 1 for cell in cells), initial=0))
    spec = ",".join(cells[at : at + extra + 1]).strip()
    if extra and (kind not in _NAMED_ROWS or (block.patterns and spec not in block.patterns)):
        reading.warn("Row with more cells than columns; left out.", line_number)
        return
    if kind == "ALL" and len(cells) < len(columns):
        cells.pop()  # the file ends in this row, maybe in this number
    # commas in a name move all columns that follow
    places = ((i + extra if i > at else i, name) for i, name in enumerate(columns) if i != at)
    values = {
        name: PrintedNumber(value, line_number, starts[i] + 1)
        for i, name in places
        if i < len(cells) and (value := parse_number(cells[i])) is not None
    }
    name = as_short_line(cells[1]) if len(cells) > 1 else ""
    block.rows.append(IometerRow(kind, name, values, spec, line_number))


_DIRECTIONS = ((None, ""), ("read", "read "), ("write", "write "))
_RATES = (
    ("mibps (binary)", float(MIB)),
    ("mbps (binary)", float(MIB)),
    ("mbps (decimal)", 1e6),
    ("mbps", float(MIB)),
)
"""Names of the columns by generation; the oldest says MB and means MiB."""
_BIN = re.compile(r"(\d{1,4}(?:\.\d)?) to \d{1,4}(?:\.\d)? (us|ms|s)|>= (\d{1,4}) (s)")
_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
_MISMATCH = 0.05
_MORE_THAN_DEPTH = 1.5
_LONGEST_S = 10 * 365 * 86_400


def build_run_draft(block: ResultBlock) -> RunDraft:
    """Build a run from one test; without a row of all targets it has no measurements."""
    draft = RunDraft(line=block.line, complete=not block.is_aborted and block.ended_at is not None)
    row = next(iter(block.rows_of_kind("ALL")), None)
    if row is None:
        draft.warn("No row of all targets (ALL). Import the whole file.", block.line)
        return draft
    draft.name = as_short_line(row.specification) or None
    _add_measurements(draft, row)
    if not draft.measurements:
        draft.warn("Nothing was measured in this test.", row.line)
        return draft
    draft.load = _build_load(block, row)
    draft.series = list(_latency_histogram(row))
    draft.duration_s = _derive_duration_s(row)
    ended = parse_datetime(block.ended_at) if block.ended_at else None
    if ended and draft.duration_s is not None:  # the start is not written
        draft.started_at = (ended - timedelta(seconds=round(draft.duration_s))).isoformat()
    _add_attributes(draft, block, row)
    _warn_of_doubts(draft, block, row)
    return draft


def _add_measurements(draft: RunDraft, row: IometerRow) -> None:
    for group, prefix in _DIRECTIONS:
        iops = row.cells.get(f"{prefix}iops")
        if iops is None or not iops.value:
            continue
        draft.add_measurement(Metric.IOPS, "mean", iops, group)
        draft.add_measurement(Metric.THROUGHPUT, "mean", printed_throughput(row, prefix), group)
        for statistic, name in (("mean", "average"), ("max", "maximum")):
            time = row.cells.get(f"{name} {prefix}response time")
            draft.add_measurement(
                Metric.LATENCY, statistic, scale_printed(time, MILLISECOND), group
            )


def printed_throughput(row: IometerRow, prefix: str) -> PrintedNumber | None:
    """Return the bytes per second of all I/Os, or of reads or writes (`read `, `write `)."""
    known = ((row.cells.get(prefix + name), unit) for name, unit in _RATES)
    return next((result.times(unit) for result, unit in known if result), None)


def _mean_io_bytes(row: IometerRow) -> float | None:
    """Return the mean size of an I/O."""
    ios = row.sum_values("read i/os", "write i/os")
    return row.sum_values("bytes read", "bytes written") / ios if ios else None


def _build_load(block: ResultBlock, row: IometerRow) -> Load:
    under_way = _outstanding_ios(block, row)
    patterns = block.patterns.get(row.specification, [])
    total = sum(pattern.share_percent for pattern in patterns)
    specified_bytes = (
        sum(p.io_bytes * p.share_percent for p in patterns) / total if total else None
    )
    return io_load(under_way, _mean_io_bytes(row) or specified_bytes)


def _outstanding_ios(block: ResultBlock, row: IometerRow) -> int | None:
    """Return the outstanding I/Os of all workers: the queue depth holds for each disk of each."""
    parts, of_all = (
        [int((each.value("queue depth") or 0) * (each.value("# disks") or 0)) for each in rows]
        for rows in (block.rows_of_kind("WORKER"), [row])
    )
    return (sum(parts) if parts and all(parts) else of_all[0]) or None


def _derive_duration_s(row: IometerRow) -> float | None:
    """Derive how long was measured: completed I/Os over their rate."""
    done, rate = row.sum_values("read i/os", "write i/os"), row.value("iops")
    seconds = done / rate if done and rate else None
    return round(seconds, 3) if seconds and seconds < _LONGEST_S else None


def _add_attributes(draft: RunDraft, block: ResultBlock, row: IometerRow) -> None:
    patterns = block.patterns.get(row.specification, [])
    managers = dict.fromkeys(manager.name for manager in block.rows_of_kind("MANAGER"))
    draft.host = as_short_line(", ".join(managers)) or None
    draft.add_attributes(
        access_specification=row.specification,
        test_description=block.description,
        block_bytes=common_value(str(pattern.io_bytes) for pattern in patterns),
        write_percent=common_value(str(100 - pattern.read_percent) for pattern in patterns),
        random_percent=common_value(str(pattern.random_percent) for pattern in patterns),
        queue_depth=_format_value(row, "queue depth"),
        disks=_format_value(row, "# disks"),
        workers=_format_value(row, "# workers"),
        managers=_format_value(row, "# managers"),
        targets=", ".join(dict.fromkeys(disk.name for disk in block.rows_of_kind("DISK"))) or None,
        cpu_percent=_format_value(row, "% cpu utilization", ".3g"),
    )
    if len(patterns) > 1:
        parts = (
            f"{p.share_percent} %: {p.io_bytes} B, {p.read_percent} % reads,"
            f" {p.random_percent} % random"
            for p in patterns[:8]
        )
        draft.add_attributes(pattern="; ".join(parts))


def _format_value(row: IometerRow, name: str, number_format: str = ".0f") -> str | None:
    value = row.value(name)
    return f"{value:{number_format}}" if value else None


def _latency_histogram(row: IometerRow) -> Iterator[Series]:
    """Yield the lower bounds of the latency bins and the I/Os in each as two series."""
    bounds, counts = array("d"), array("d")
    for name, cell in row.cells.items():
        match = _BIN.fullmatch(name)
        if match:
            bounds.append(float(match[1] or match[3]) * _SECONDS[match[2] or match[4]])
            counts.append(cell.value)
    if any(counts):
        yield Series("latency_bucket_from", Unit.SECOND, bounds, line=row.line)
        yield Series("latency_bucket_count", Unit.ONE, counts, line=row.line)


def _warn_of_doubts(draft: RunDraft, block: ResultBlock, row: IometerRow) -> None:
    if block.is_aborted:
        draft.warn("The test was aborted; its figures end there.", row.line)
    elif block.ended_at is None:
        draft.warn("The file ends before the end of this test.", row.line)
    errors = row.value("errors")
    if errors:
        draft.warn("I/Os of this test failed: {count:.0f}.", row.line, count=errors)
    iops, rate, size = row.value("iops"), printed_throughput(row, ""), _mean_io_bytes(row)
    if iops and rate and size and abs(rate.value / (iops * size) - 1) > _MISMATCH:
        draft.warn(
            "Throughput and rate contradict each other: {iops:.6g} IOPS of {size:.0f} bytes"
            " give {found:.6g} bytes/s, not {stated:.6g}.",
            rate.line,
            iops=iops,
            size=size,
            found=iops * size,
            stated=rate.value,
        )
    mean, outstanding = row.value("average response time"), _outstanding_ios(block, row)
    busy = iops * mean * MILLISECOND if iops and mean else 0.0
    if outstanding and busy > _MORE_THAN_DEPTH * outstanding:
        draft.warn(
            "Rate and response time need a queue depth of {busy:.0f}; {asked} was set (Little's"
            " law).",
            row.line,
            busy=busy,
            asked=outstanding,
        )


HEADING = re.compile(r"^TimeStamp,'?Target Type,", re.MULTILINE)
_ROW_STAMP = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:[:.](\d{3}))?,(?=ALL,)")
_SAME_TEST = ("# managers", "# workers", "# disks", "queue depth")
_LONGEST_GAP = 10
"""Times the usual interval; after a longer one another test began."""
_MOST_INSTANTANEOUS = 500_000
_UNITS = {
    "iops": Unit.PER_SECOND,
    "throughput": Unit.BYTE_PER_SECOND,
    "latency": Unit.SECOND,
    "cpu_used": Unit.ONE,
}


@dataclass(slots=True)
class _InstantaneousTest:
    """The rows of one test; a series has a value a row, or is dropped."""

    line: int
    specification: str
    settings: dict[str, float | None]
    times: array[float] = field(default_factory=lambda: array("d"))
    values: dict[str, array[float]] = field(default_factory=dict)

    def add_row(self, epoch_s: float, row: IometerRow) -> None:
        """Add a row."""
        self.times.append(epoch_s)
        for name, value in _series_values(row):
            if value is not None:
                self.values.setdefault(name, array("d")).append(value.value)

    def continues(self, epoch_s: float, row: IometerRow) -> bool:
        """Return whether a row is of this test."""
        if row.specification != self.specification or self.settings != _test_settings(row):
            return False
        if epoch_s <= self.times[-1] or len(self.times) < 2:
            return epoch_s > self.times[-1]
        return epoch_s - self.times[-1] <= _LONGEST_GAP * (self.times[-1] - self.times[-2])


def add_instantaneous_runs(lines: list[str], reading: ReadingDraft) -> None:
    """Add a run of series for every test of the file."""
    columns: list[str] = []
    tests: list[_InstantaneousTest] = []
    for line, text in islice(number_nonblank_lines(lines), _MOST_INSTANTANEOUS):
        if HEADING.match(text):
            columns = [name.strip(" '").lower() for name in text.split(",")[1:]]
            continue
        stamp = _ROW_STAMP.match(text)
        second = _epoch_seconds(stamp) if stamp and columns else None
        if not stamp or second is None or text.count(",") < len(columns):
            continue  # another row, or the last one cut short
        block = ResultBlock(line, None, None, {})
        add_result_row(text[stamp.end() :], line, columns, block, reading)
        for row in block.rows:
            if not tests or not tests[-1].continues(second, row):
                tests.append(_InstantaneousTest(line, row.specification, _test_settings(row)))
            tests[-1].add_row(second, row)
    for test in tests:
        reading.add_run(_build_series_draft(test))
    if tests:
        reading.info(
            "Instantaneous values of Iometer, shown as series. Import the results file for the"
            " means."
        )
    else:
        reading.error("No row of all targets (ALL). Import the whole file.")


def _test_settings(row: IometerRow) -> dict[str, float | None]:
    return {name: row.value(name) for name in _SAME_TEST}


def _epoch_seconds(stamp: re.Match[str]) -> float | None:
    """Return seconds since 1970; the zone is not written, and UTC stands for it."""
    moment = parse_datetime(stamp[1])
    if moment is None:
        return None
    return moment.replace(tzinfo=UTC).timestamp() + int(stamp[2] or 0) * MILLISECOND


def _series_values(row: IometerRow) -> Iterator[tuple[str, PrintedNumber | None]]:
    yield "iops", row.cells.get("iops")
    yield "throughput", printed_throughput(row, "")
    yield "latency", scale_printed(row.cells.get("average response time"), MILLISECOND)
    yield "cpu_used", scale_printed(row.cells.get("% cpu utilization"), PERCENT)


def _build_series_draft(test: _InstantaneousTest) -> RunDraft:
    draft = RunDraft(line=test.line, name=as_short_line(test.specification) or None, complete=True)
    gaps = [later - earlier for earlier, later in pairwise(test.times)]
    start = datetime.fromtimestamp(test.times[0], UTC)
    draft.started_at = start.replace(tzinfo=None, microsecond=0).isoformat()
    draft.duration_s = round(test.times[-1] - test.times[0], 3)
    draft.add_attributes(
        access_specification=test.specification,
        log_interval_s=f"{median(gaps):g}" if gaps else None,
        **{
            name.removeprefix("# ").replace(" ", "_"): f"{value:.0f}"
            for name, value in test.settings.items()
            if value
        },
    )
    draft.series = [
        Series(name, _UNITS[name], values, test.times, test.line)
        for name, values in test.values.items()
        if len(values) == len(test.times)
    ]
    return draft


_SIGN = re.compile(
    r"^'Test Type,Test Description|^'Results[ \t]*$"
    r"|^(?:TimeStamp,)?'?Target Type,Target Name,"
    r"|^'Iometer Output File",
    re.MULTILINE,
)
_END_SINCE = re.compile(r"1\.|[2-9]\.")
"""`'End Test` is written since 1.1.0; versions before were dates (2006.07.27)."""


class IometerImporter(TextImporter):
    """Importer of Iometer: a file holds a batch, and every file is read on its own."""

    tool = "iometer"
    run_type = "access specifications"
    signature = _SIGN

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read the results, or the instantaneous values."""
        if HEADING.search(text):
            reading.run_type = "log"
            add_instantaneous_runs(text.split("\n"), reading)
            return
        result = _ResultsReader(reading)
        for line_number, line in number_nonblank_lines(text.split("\n")):
            result.read_line(line_number, line)
        reading.version = common_value(block.version for block in result.blocks if block.version)
        for block in result.blocks:
            reading.add_run_if_measured(build_run_draft(block))
        if (
            not result.has_batch_end
            and not result.has_aborted_test
            and _END_SINCE.match(reading.version or "")
        ):
            reading.warn(
                "The end of the batch is missing: Iometer was stopped, or the file copied too"
                " early. Tests may be missing."
            )
