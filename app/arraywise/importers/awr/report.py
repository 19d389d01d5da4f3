"""Reads AWR and Statspack reports: one period, a cluster, or two periods to compare."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.database_report import (
    ASM,
    FORM,
    INSTANCE,
    INSTANCES,
    MEAN,
    RELEASE,
    SNAPSHOTS,
    TOTAL,
    WAITS,
    Form,
    Section,
    measurement_group,
)
from arraywise.domain.evidence import NO_LOAD, Measurement, Metric, Origin
from arraywise.domain.units import KIB, MIB, PERCENT, SECONDS_PER_MINUTE, Unit
from arraywise.importers.awr.tables import (
    CLASSES,
    EVENTS,
    FUNCTIONS,
    OS,
    STATISTICS,
    TIMES,
    ReportNumbers,
    infer_decimal_mark,
    match_event_name,
    match_truncated_name,
    parse_html_tables,
    parse_snapshot_time,
    parse_text_tables,
    set_start_and_duration,
    time_unit_in_heading,
)
from arraywise.importers.kit.readings import RunDraft, as_short_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from arraywise.importers.awr.tables import Row, Table
    from arraywise.importers.kit.readings import ReadingDraft

_HTML: Final = re.compile(r"<(?:html|table|h1)\b", re.IGNORECASE)
_COMPARED: Final = re.compile(r"WORKLOAD REPOSITORY COMPARE PERIOD", re.IGNORECASE)
_CLUSTER: Final = re.compile(
    r"WORKLOAD REPOSITORY (?:RAC|GLOBAL) REPORT|WORKLOAD REPOSITORY REPORT \(RAC\)", re.IGNORECASE
)
_PDB: Final = re.compile(r"WORKLOAD REPOSITORY (?:PDB|.{0,30}\(PDB snapshots\))", re.IGNORECASE)
_BETWEEN_CELLS: Final = r"(?:\s|<[^<>]{0,200}>)+"
_INSTANCE_COUNT: Final = re.compile(
    rf"Number of Instances:{_BETWEEN_CELLS}(\d{{1,4}}){_BETWEEN_CELLS}(\d{{1,4}})\b"
)
_IN_ASM: Final = tuple(
    re.compile(rf"{parameter}{_BETWEEN_CELLS}\+[\w*]")  # one by one: a literal is found fast
    for parameter in ("control_files", "db_create_file_dest", "db_recovery_file_dest")
)
"""A place that begins with a plus is a disk group of ASM."""
_ACTIVITY: Final = re.compile(r"(?i:activity)|^System Statistics")
_SUMMARY_LINES: Final = 250
"""The lines of a text report that may hold its summary."""
_SNAP: Final = re.compile(r"\b(Begin|End) Snap:\s*(\d+)\s+(.{15,24})")
_ELAPSED: Final = re.compile(r"\bElapsed:\s*([\d.,]+)\s*\(min")
_LONGEST_LABELLED: Final = 400
_LABELLED: Final = re.compile(
    r"(?<!\S)([%A-Za-z][^:]*?):\s+([\d.,]+[KMGT]?)(?:\s+([\d.,]+))?(?=\s|$)(?!\s*\(min)"
)
_LABELS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), section, name, unit, factor)
    for pattern, section, name, unit, factor in (
        (r"DB Time(?:\(s\))?", Section.LOAD, "DB time", Unit.ONE, 1.0),
        (r"(?:DB CPU\(s\)|CPU time)", Section.LOAD, "DB CPU", Unit.ONE, 1.0),
        (r"Redo size.*", Section.LOAD, "redo size", Unit.BYTE_PER_SECOND, 1.0),
        (r"Logical reads?(?: \(blocks\))?", Section.LOAD, "logical reads", Unit.PER_SECOND, 1.0),
        (r"Physical reads?(?: \(blocks\))?", Section.LOAD, "physical reads", Unit.PER_SECOND, 1.0),
        (r"Physical writes?(?: \(blocks\))?", Section.LOAD, "physical writes",
         Unit.PER_SECOND, 1.0),
        (r"Read IO requests", Section.LOAD, "read IO requests", Unit.PER_SECOND, 1.0),
        (r"Write IO requests", Section.LOAD, "write IO requests", Unit.PER_SECOND, 1.0),
        (r"User calls", Section.LOAD, "user calls", Unit.PER_SECOND, 1.0),
        (r"Executes(?: \(SQL\))?", Section.LOAD, "executes", Unit.PER_SECOND, 1.0),
        (r"Rollbacks", Section.LOAD, "rollbacks", Unit.PER_SECOND, 1.0),
        (r"Transactions", Section.LOAD, "transactions", Unit.PER_SECOND, 1.0),
        (r"Buffer\s+Hit\s+%", Section.EFFICIENCY, "buffer hit", Unit.ONE, PERCENT),
        (r"(?:Flash|Exadata) Cache Hit %", Section.EFFICIENCY, "flash cache hit", Unit.ONE,
         PERCENT),
        (r"SGA use \(MB\)", Section.MEMORY, "SGA", Unit.BYTE, float(MIB)),
        (r"PGA use \(MB\)", Section.MEMORY, "PGA", Unit.BYTE, float(MIB)),
        (r"Host Mem \(MB\)", Section.MEMORY, "host memory", Unit.BYTE, float(MIB)),
        (r"Buffer Cache", Section.MEMORY, "buffer cache", Unit.BYTE, 1.0),
        (r"Std Block Size", Section.MEMORY, "block size", Unit.BYTE, 1.0),
    )
)  # fmt: skip
"""Label of the summary, and what it is."""
_OF_INSTANCES: Final = (
    (
        *("time model(?: statistics)?$", Section.TIME_MODEL, TOTAL),
        (
            (r"DB time(?: ?\(s\))?", "DB time", 1.0, Unit.SECOND),
            (r"DB CPU(?: ?\(s\))?", "DB CPU", 1.0, Unit.SECOND),
        ),
    ),
    (
        *("foreground wait class(?:es)?$", Section.FOREGROUND_CLASS, TOTAL),
        (
            (r"User I/O ?\(s\)", "User I/O", 1.0, Unit.SECOND),
            (r"Sys(?:tem)? I/O ?\(s\)", "System I/O", 1.0, Unit.SECOND),
            (r"Commit ?\(s\)", "Commit", 1.0, Unit.SECOND),
            (r"Cluster ?\(s\)", "Cluster", 1.0, Unit.SECOND),
            (r"Network ?\(s\)", "Network", 1.0, Unit.SECOND),
            (r"Other ?\(s\)", "Other", 1.0, Unit.SECOND),
        ),
    ),
    (
        *("os statistics by instance", Section.OS, TOTAL),
        (
            ("#CPUs|Num CPUs", "NUM_CPUS", 1.0, Unit.ONE),
            ("#?Cores?|Num Cores", "NUM_CPU_CORES", 1.0, Unit.ONE),
            (r"Busy(?: \(s\))?", "BUSY_TIME", 100.0, Unit.ONE),
            (r"Idle(?: \(s\))?", "IDLE_TIME", 100.0, Unit.ONE),
        ),
    ),
    (
        *("system statistics - per second", Section.LOAD, MEAN),
        (
            ("Logical Reads/s", "logical reads", 1.0, Unit.PER_SECOND),
            ("Physical Reads/s", "physical reads", 1.0, Unit.PER_SECOND),
            ("Physical Writes/s", "physical writes", 1.0, Unit.PER_SECOND),
            (r"Redo Size \(k\)/s", "redo size", float(KIB), Unit.BYTE_PER_SECOND),
            ("User Calls/s", "user calls", 1.0, Unit.PER_SECOND),
            ("Execs/s", "executes", 1.0, Unit.PER_SECOND),
            ("Txns/s", "transactions", 1.0, Unit.PER_SECOND),
        ),
    ),
)
"""Tables with a row an instance, in the report of a cluster: title, section, statistic, columns.

Times of hosts are in seconds there, in hundredths elsewhere.
"""

_IO: Final = (
    (1, "bytes read", Unit.BYTE),
    (2, "reads", Unit.PER_SECOND),
    (4, "bytes written", Unit.BYTE),
    (5, "writes", Unit.PER_SECOND),
)
_IO_PLACES: Final = {
    Section.FUNCTION: (*_IO, (8, MEAN, Unit.SECOND)),
    Section.FILE_TYPE: (*_IO, (7, "small read", Unit.SECOND), (8, "large read", Unit.SECOND)),
}
_IO_COLUMNS: Final = 9
_BEGIN_OF_INSTANCE: Final = r"Begin Snap(?:shot)? Time"


@dataclass(slots=True)
class _PeriodDraft:
    """A run while its figures are gathered; the first of several of one name counts."""

    draft: RunDraft
    positions: dict[tuple[str, str], int] = field(default_factory=dict)

    def add_figure(
        self, section: Section, name: str, statistic: str, value: float | None, unit: Unit,
        line: int,
    ) -> None:  # fmt: skip
        """Note a figure that is there; one that is already known by that name stays."""
        group = measurement_group(section, as_short_line(name))
        if value is not None and (group, statistic) not in self.positions:
            self.positions[group, statistic] = len(self.draft.measurements)
            self.draft.measurements.append(
                Measurement(Metric.OTHER, statistic, value, unit, NO_LOAD, group, line)
            )

    def add_to_figure(
        self, section: Section, name: str, statistic: str, value: float | None
    ) -> None:
        """Add to a figure: names that were cut short may mean several events."""
        index = self.positions.get((measurement_group(section, as_short_line(name)), statistic))
        if index is not None and value is not None:
            earlier = self.draft.measurements[index]
            self.draft.measurements[index] = earlier._replace(
                value=earlier.value + value, origin=Origin.DERIVED
            )

    def figure(self, section: Section, name: str, statistic: str = TOTAL) -> float | None:
        """Return a figure that was noted."""
        index = self.positions.get((measurement_group(section, name), statistic))
        return None if index is None else self.draft.measurements[index].value


@dataclass(slots=True)
class _ReportParts:
    """The parts of a file."""

    tables: list[Table]
    summary: list[tuple[str, int]]
    """Lines of labels and values."""
    form: Form
    numbers: ReportNumbers


def add_report_runs(reading: ReadingDraft, text: str, chosen_mark: str | None) -> None:
    """Read a report into runs; `mark` is the decimal mark that the user said, if any."""
    report = _split_report(text, chosen_mark)
    if report.form is Form.COMPARED:
        _add_compared_runs(reading, report)
    elif report.form is Form.RAC:
        _add_cluster_runs(reading, report)
    else:
        _add_single_run(reading, report)
    counted = _INSTANCE_COUNT.search(text)
    in_asm = any(parameter.search(text) for parameter in _IN_ASM)
    for draft in reading.drafts:
        if counted:
            draft.add_attributes(**{INSTANCES: str(max(int(counted[1]), int(counted[2])))})
        draft.add_attributes(**{ASM: "yes" if in_asm else None})


def _split_report(text: str, chosen_mark: str | None) -> _ReportParts:
    head = text[: 64 * 1024]
    if _HTML.search(head):
        tables, headings = parse_html_tables(text)
        head = "\n".join(headings)
        rows = (row for table in tables for row in table.rows)
        labelled = (r for r in rows if any(cell.endswith(":") for cell in r.cells[:3]))
        summary = [("  ".join(row.cells), row.line) for row in labelled]
    else:
        lines = text.split("\n")
        tables = list(parse_text_tables(lines))
        summary = list(zip(lines[:_SUMMARY_LINES], range(1, _SUMMARY_LINES + 1), strict=False))
    activity = (t for t in tables if _ACTIVITY.search(t.title))
    stated = (cell for t in activity for row in t.rows for cell in row.cells[1:3])
    numbers = ReportNumbers(chosen_mark or infer_decimal_mark(stated))
    return _ReportParts(tables, summary, _detect_form(head, tables), numbers)


def _detect_form(head: str, tables: Sequence[Table]) -> Form:
    if _COMPARED.search(head):
        return Form.COMPARED
    if _CLUSTER.search(head):
        return Form.RAC
    if _PDB.search(head):
        return Form.PDB
    is_rac = (row.cell(table.find_column("RAC")) for table in tables[:8] for row in table.rows[:1])
    return Form.RAC_INSTANCE if "YES" in is_rac else Form.INSTANCE


def _add_single_run(reading: ReadingDraft, report: _ReportParts) -> None:
    draft = RunDraft()
    period = _PeriodDraft(draft)
    _set_release_and_instance(draft, report)
    _set_period_times(draft, report)
    for line, number in report.summary:
        _add_labelled_figures(period, line, number, report.numbers, 0)
    for table in report.tables:
        _add_table_figures(period, table, report.numbers)
    _add_period_run(reading, period, report.form)


def _add_period_run(reading: ReadingDraft, period: _PeriodDraft, form: Form) -> None:
    draft = period.draft
    if not draft.measurements:
        return
    draft.add_attributes(**{FORM: form.value})
    draft.line = min(m.line or 1 for m in draft.measurements)
    draft.complete = (
        draft.duration_s is not None
        and period.figure(Section.ACTIVITY, "user commits") is not None
    )
    reading.add_run(draft)


def _set_release_and_instance(draft: RunDraft, report: _ReportParts) -> None:
    """Note release and instance number; names of databases, instances and hosts are not kept."""
    for table in report.tables[:8]:
        for name, column in ((RELEASE, "Release"), (INSTANCE, "Inst Num")):
            place = table.find_column(column)
            if table.rows and place is not None and name not in draft.attributes:
                draft.add_attributes(**{name: table.rows[0].cell(place)})


def _set_period_times(draft: RunDraft, report: _ReportParts) -> None:
    snaps: dict[str, tuple[str, datetime | None]] = {}
    elapsed = None
    for line, _ in report.summary:
        result = _SNAP.search(line)
        if result:
            snaps.setdefault(result[1], (result[2], parse_snapshot_time(result[3])))
        minutes = _ELAPSED.search(line)
        if minutes and elapsed is None:
            elapsed = report.numbers.parse_count(minutes[1])
    begin, end = snaps.get("Begin"), snaps.get("End")
    if begin and end:
        draft.add_attributes(**{SNAPSHOTS: f"{begin[0]}-{end[0]}"})
        set_start_and_duration(draft, begin[1], end[1])
    if elapsed:
        draft.duration_s = elapsed * SECONDS_PER_MINUTE


def _add_labelled_figures(
    period: _PeriodDraft, line: str, number: int, numbers: ReportNumbers, period_index: int
) -> None:
    """Note what a line of the summary says: the first figure, or the second of two periods."""
    for result in _LABELLED.finditer(line[:_LONGEST_LABELLED]):
        label, text = result[1].strip(), result[2 + period_index]
        for pattern, section, name, unit, factor in _LABELS:
            if text and pattern.fullmatch(label):
                value = (
                    numbers.parse_bytes(text) if unit is Unit.BYTE else numbers.parse_count(text)
                )
                si = None if value is None else value * factor
                period.add_figure(section, name, MEAN, si, unit, number)


def _add_table_figures(period: _PeriodDraft, table: Table, numbers: ReportNumbers) -> None:
    title = table.title.lower()
    if "sql ordered" in title or "ash" in title.split():
        return
    for words, take in _TABLE_READERS:
        if re.match(words, title):
            take(period, table, numbers)
            return


def _add_named_values(
    section: Section,
    names: tuple[str, ...],
    columns: tuple[str, ...],
    period: _PeriodDraft,
    table: Table,
    numbers: ReportNumbers,
) -> None:
    """Note a table with a name and a value in each row."""
    column, named = table.find_column(*columns), table.find_column("Statistic(?: Name)?")
    if column is None or named is None:
        return
    for row in table.rows:
        name = match_truncated_name(row.cell(named), names)
        if name is not None:
            unit = Unit.SECOND if section is Section.TIME_MODEL else _unit_of_statistic(name)
            period.add_figure(
                section, name, TOTAL, numbers.parse_count(row.cell(column)), unit, row.line
            )


def _unit_of_statistic(name: str) -> Unit:
    return Unit.BYTE if "bytes" in name.lower() or name == "redo size" else Unit.ONE


class _WaitColumns(NamedTuple):
    """Where in a table of events, or of their classes, their waits stand."""

    named: int
    waits: int | None
    total: int | None
    mean: int | None
    unit: str
    """Of the mean, where its cell has none."""

    def add_row(
        self, period: _PeriodDraft, section: Section, row: Row, numbers: ReportNumbers
    ) -> None:
        """Note the waits of an event or class that is kept."""
        cell = row.cell(self.named).lstrip("-")
        is_class = section is Section.FOREGROUND_CLASS
        name = match_truncated_name(cell, CLASSES) if is_class else match_event_name(cell)
        if name is None:
            return
        count, seconds = (
            numbers.parse_count(row.cell(self.waits)),
            numbers.parse_count(row.cell(self.total)),
        )
        if period.figure(section, name, WAITS) is not None:
            period.add_to_figure(section, name, WAITS, count)
            period.add_to_figure(section, name, TOTAL, seconds)
            return
        average = numbers.parse_seconds(row.cell(self.mean), self.unit)
        period.add_figure(section, name, WAITS, count, Unit.ONE, row.line)
        period.add_figure(section, name, TOTAL, seconds, Unit.SECOND, row.line)
        period.add_figure(section, name, MEAN, average or None, Unit.SECOND, row.line)


def _add_waits(
    section: Section,
    period: _PeriodDraft,
    table: Table,
    numbers: ReportNumbers,
    instance_column: int | None = None,
) -> None:
    """Note a table of events or of their classes.

    Where a cluster's report has a column of numbers, those of all instances, which have an
    asterisk for a number.
    """
    is_class = section is Section.FOREGROUND_CLASS
    named = table.find_column("Wait Class" if is_class else "(?:Wait )?Event(?: Name)?")
    waits, mean = table.find_column("(?:Event |Total )?Waits"), table.find_column(r".*\bavg\b.*")
    total = table.find_column(
        r"total wait time ?\((?:s|sec)\)",
        r"(?:.* )?total ?\(s\)",
        r".*total.*time ?\(s\)",
        r"time ?\(s\)",
    )
    if named is None or waits is None or total is None:
        return
    unit = time_unit_in_heading("" if mean is None else table.columns[mean], "ms")
    columns = _WaitColumns(named, waits, total, mean, unit)
    for row in table.rows:
        if instance_column is None or row.cell(instance_column) == "*":
            columns.add_row(period, section, row, numbers)


def _add_histogram(period: _PeriodDraft, table: Table, numbers: ReportNumbers) -> None:
    """Note shares of waits below limits, of the events that transactions wait for."""
    named, total = table.find_column("Event"), table.find_column("(?:Total )?Waits")
    if named is None or total != named + 1 or "(" in table.title or "detail" in table.title:
        return
    for row in table.rows:
        name = match_truncated_name(row.cell(named), EVENTS)
        for column in range(total + 1, len(table.columns) if name else 0):
            limit = re.search(r"[<>]=? ?\d\S*", table.columns[column])
            share = numbers.parse_count(row.cell(column))
            if limit and share is not None and name is not None:
                statistic = limit[0].replace(" ", "")
                period.add_figure(
                    Section.HISTOGRAM, name, statistic, share * PERCENT, Unit.ONE, row.line
                )


def _add_io_table(
    section: Section, period: _PeriodDraft, table: Table, numbers: ReportNumbers
) -> None:
    """Note a table of I/O: name, three columns of reads, three of writes, two more."""
    if len(table.columns) != _IO_COLUMNS or "/" in table.columns[0]:
        return
    unit = time_unit_in_heading(table.columns[-1], "ms")
    for row in table.rows:
        name = match_truncated_name(row.cell(0), FUNCTIONS) or row.cell(0)
        for column, statistic, kind in _IO_PLACES[section] if name else ():
            text = row.cell(column)
            if kind is Unit.SECOND:
                value = numbers.parse_seconds(text, unit) or None
            else:
                value = (
                    numbers.parse_bytes(text) if kind is Unit.BYTE else numbers.parse_count(text)
                )
            period.add_figure(section, name, statistic, value, kind, row.line)


_add_activity: Final = partial(_add_named_values, Section.ACTIVITY, STATISTICS, ("Total",))
_TABLE_READERS: Final[
    tuple[tuple[str, Callable[[_PeriodDraft, Table, ReportNumbers], None]], ...]
] = (
    (r"(?:key |other )?instance activity", _add_activity),
    (r"time model", partial(_add_named_values, Section.TIME_MODEL, TIMES, (r"Time ?\(s\)",))),
    (
        r"(?:operating system|os) statistics$",
        partial(_add_named_values, Section.OS, OS, ("Value", "Total")),
    ),
    (r"foreground wait class", partial(_add_waits, Section.FOREGROUND_CLASS)),
    (r"foreground wait events", partial(_add_waits, Section.FOREGROUND)),
    (r"background wait events", partial(_add_waits, Section.BACKGROUND)),
    (r"wait events", partial(_add_waits, Section.ALL_EVENTS)),
    (r"wait event histogram", _add_histogram),
    (r"io ?stat by function(?: - | )summary", partial(_add_io_table, Section.FUNCTION)),
    (r"io ?stat by filetype(?: - | )summary", partial(_add_io_table, Section.FILE_TYPE)),
)
"""Beginning of a title in small letters, and who reads such a table."""


_OF_CLUSTER: Final = (
    ("system statistics (global)", _add_activity),
    ("foreground wait events", partial(_add_waits, Section.FOREGROUND)),
    ("background wait events", partial(_add_waits, Section.BACKGROUND)),
)
"""Tables of the whole cluster."""


def _add_cluster_runs(reading: ReadingDraft, report: _ReportParts) -> None:
    """Read the report of a cluster: its totals, then what it reports of each instance."""
    cluster = _PeriodDraft(RunDraft())
    instances: dict[str, _PeriodDraft] = {}
    for table in report.tables:
        _add_cluster_table(cluster, instances, table, report.numbers)
    _add_period_run(reading, cluster, Form.RAC)
    for period in instances.values():
        _add_period_run(reading, period, Form.RAC_INSTANCE)
        period.draft.complete = cluster.draft.complete


def _add_cluster_table(
    cluster: _PeriodDraft, instances: dict[str, _PeriodDraft], table: Table, numbers: ReportNumbers
) -> None:
    title, number = table.title.lower(), table.find_column("I#", "#", "Inst(?:ance)? #")
    for words, take in _OF_CLUSTER:
        if title.startswith(words):
            take(cluster, table, numbers)
    if number is None:
        _set_cluster_summary(cluster, table, numbers)
    elif table.find_column(_BEGIN_OF_INSTANCE) is not None:
        _add_instances(cluster, instances, table, numbers)
    elif title.startswith("top timed foreground events"):
        _add_waits(Section.TOP, cluster, table, numbers, number)
    else:
        for row in table.rows:
            label = row.cell(number).rstrip(":").lower()
            period = cluster if label == "sum" else instances.get(label)
            if period is not None:
                _add_instance_row(period, table, row, numbers)


_IN_REPORT: Final = r"(?:.* )?In Report"


def _set_cluster_summary(cluster: _PeriodDraft, table: Table, numbers: ReportNumbers) -> None:
    """Note how many instances the cluster has, the snapshots, and how long they are apart."""
    column, draft = table.find_column(_IN_REPORT), cluster.draft
    row = table.rows[0] if table.rows else None
    if row is None or column is None:
        return
    counts = [numbers.parse_count(row.cell(at)) or 0 for at in (column, column + 1)]
    begin, end = (row.cell(table.find_column(rf"(?:.* )?{word}")) for word in ("Begin", "End"))
    draft.add_attributes(**{INSTANCES: f"{max(counts):.0f}" if any(counts) else None})
    draft.add_attributes(**{SNAPSHOTS: f"{begin}-{end}" if begin and end else None})
    minutes = numbers.parse_count(row.cell(table.find_column(r"(?:.* )?Elapsed time")))
    if minutes and draft.duration_s is None:
        draft.duration_s = minutes * SECONDS_PER_MINUTE


def _add_instances(
    cluster: _PeriodDraft, instances: dict[str, _PeriodDraft], table: Table, numbers: ReportNumbers
) -> None:
    number = table.find_column("I#", "#")
    begin, end = (
        table.find_column(_BEGIN_OF_INSTANCE),
        table.find_column(r"End Snap(?:shot)? Time"),
    )
    elapsed, release = table.find_column(r"Elapsed Time ?\(min\)"), table.find_column("Release")
    for row in table.rows if number is not None else ():
        label = row.cell(number)
        if not label.isdecimal():
            continue
        period = instances.setdefault(label, _PeriodDraft(RunDraft(line=row.line)))
        period.draft.add_attributes(**{INSTANCE: label, RELEASE: row.cell(release)})
        set_start_and_duration(
            period.draft, parse_snapshot_time(row.cell(begin)), parse_snapshot_time(row.cell(end))
        )
        minutes = numbers.parse_count(row.cell(elapsed))
        if minutes:
            period.draft.duration_s = minutes * SECONDS_PER_MINUTE
    drafts = [period.draft for period in instances.values()]
    starts = [draft.started_at for draft in drafts if draft.started_at]
    cluster.draft.started_at = min(starts, default=None)
    lasted = [draft.duration_s for draft in drafts if draft.duration_s]
    cluster.draft.duration_s = max(lasted, default=cluster.draft.duration_s)
    cluster.draft.add_attributes(
        **{RELEASE: next((d.attributes.get(RELEASE) for d in drafts), None)}
    )


def _add_instance_row(
    period: _PeriodDraft, table: Table, row: Row, numbers: ReportNumbers
) -> None:
    """Note what a row reports of an instance, or of the sum of all."""
    for words, section, statistic, columns in _OF_INSTANCES:
        if re.match(words, table.title, re.IGNORECASE):
            for column, name, factor, unit in columns:
                place = table.find_column(rf"(?:[^%]* )?(?:{column})")  # `% Busy` is a share
                value = numbers.parse_count(row.cell(place))
                si = None if value is None else value * factor
                period.add_figure(section, name, statistic, si, unit, row.line)


def _add_compared_runs(reading: ReadingDraft, report: _ReportParts) -> None:
    """Read a report on two periods; each is a run."""
    for which, ordinal in enumerate(("1st", "2nd")):
        period = _PeriodDraft(RunDraft(name=ordinal))
        for table in report.tables:
            _set_snapshot_facts(period.draft, table, ordinal, report.numbers)
            _add_compared_figures(period, table, which, ordinal, report.numbers)
        for line, number in report.summary:
            _add_labelled_figures(period, line, number, report.numbers, which)
        _add_period_run(reading, period, Form.COMPARED)


def _set_snapshot_facts(
    draft: RunDraft, table: Table, ordinal: str, numbers: ReportNumbers
) -> None:
    if table.find_column("Snapshot Set") != 0:
        return
    row = next((r for r in table.rows if ordinal in r.cell(0)), None)
    if row is None:
        return
    draft.add_attributes(**{RELEASE: row.cell(table.find_column("Release")) or None})
    begin, end = (row.cell(table.find_column(rf"{word} Snap Id")) for word in ("Begin", "End"))
    if begin and end:
        draft.add_attributes(**{SNAPSHOTS: f"{begin}-{end}"})
        times = (row.cell(table.find_column(rf"{word} Snap Time")) for word in ("Begin", "End"))
        set_start_and_duration(draft, *map(parse_snapshot_time, times))
    minutes = numbers.parse_count(row.cell(table.find_column(r"Elapsed Time ?\(min\)")))
    if minutes and draft.duration_s is None:
        draft.duration_s = minutes * SECONDS_PER_MINUTE


def _add_compared_figures(
    period: _PeriodDraft, table: Table, period_index: int, ordinal: str, numbers: ReportNumbers
) -> None:
    title = table.title.lower()
    if re.match("(?:key |other )?instance activity|time model", title):
        is_time = title.startswith("time")
        section = Section.TIME_MODEL if is_time else Section.ACTIVITY
        known = TIMES if is_time else STATISTICS
        column = table.find_column(rf"(?:.* )?{ordinal}(?: .*)?")
        for row in table.rows if column is not None else ():
            name = match_truncated_name(row.cell(0), known)
            if name is not None:
                unit = Unit.SECOND if is_time else _unit_of_statistic(name)
                value = numbers.parse_count(row.cell(column))
                period.add_figure(section, name, TOTAL, value, unit, row.line)
    elif title.startswith("top timed"):
        _add_top_events(period, table, period_index, numbers)


def _add_top_events(
    period: _PeriodDraft, table: Table, period_index: int, numbers: ReportNumbers
) -> None:
    """Note the events of a table that has those of both periods side by side."""
    starts = [i for i, name in enumerate(table.columns) if re.search(r"\bEvent$", name)]
    if len(starts) < 2:
        return
    first = starts[period_index]
    last = starts[1] if period_index == 0 else len(table.columns)
    places = {re.sub(r"^(?:1st|2nd) ", "", table.columns[i]): i for i in range(first, last)}
    mean = next((name for name in places if name.lower().startswith("avg")), "")
    columns = _WaitColumns(
        first,
        places.get("Waits"),
        places.get("Time(s)"),
        places.get(mean),
        time_unit_in_heading(mean, "ms"),
    )
    for row in table.rows:
        columns.add_row(period, Section.TOP, row, numbers)
