"""Reads reports on Oracle databases: AWR, Statspack and captures of AWR-Miner.

They tell what a database asks of its storage, not what any storage gives. Names of databases,
instances and hosts, database ids and SQL text are left where they are. `report` reads AWR and
Statspack; here: captures, which have averages of every snapshot, one row an instance.
"""

from __future__ import annotations

import re
from array import array
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.database_report import (
    AWR,
    AWR_MINER,
    BUSIEST,
    FORM,
    INSTANCE,
    MEAN,
    RELEASE,
    SNAPSHOTS,
    STATSPACK,
    TOTAL,
    Form,
    Section,
    measurement_group,
)
from arraywise.domain.evidence import NO_LOAD, Measurement, Metric, Origin, Series
from arraywise.domain.units import MIB, SECONDS_PER_MINUTE, Unit
from arraywise.importers.awr.report import add_report_runs
from arraywise.importers.awr.tables import (
    ReportNumbers,
    infer_decimal_mark,
    parse_text_tables,
    set_start_and_duration,
)
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import ReadingDraft, RunDraft
from arraywise.importers.kit.text import decode, strip_terminal_escapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.awr.tables import Row, Table
    from arraywise.importers.kit.importer import Source

_LIMIT_BYTES: Final = 32 * 1024 * 1024
_MINER: Final = re.compile(r"^~~BEGIN-(?:OS-INFORMATION|MAIN-METRICS)~~", re.MULTILINE)
_STATSPACK: Final = re.compile(r"^[ \t]*STATSPACK report for\s*$", re.MULTILINE)
_AWR: Final = re.compile(
    r"^[ \t]*(?:<h1[^>\n]*>\s{0,20})?WORKLOAD REPOSITORY"
    r" (?:(?:PDB )?report (?:for\b|\(\w+ snapshots)|REPORT \(RAC\)|(?:RAC|GLOBAL) REPORT"
    r"|COMPARE PERIOD)",
    re.MULTILINE | re.IGNORECASE,
)


class AwrImporter(FileImporter):
    """Importer of reports on databases; every file is read on its own."""

    tool = "awr"

    def recognises(self, source: Source) -> bool:
        """Look for the title, which is English in every language."""
        return _detect_tool(decode(source.head).text) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, _LIMIT_BYTES)
        text = strip_terminal_escapes(decoded.text)
        tool = _detect_tool(text) or AWR
        reading = ReadingDraft(run_type="database report")
        read = _add_capture_runs if tool == AWR_MINER else add_report_runs
        read(reading, text, source.decimal)
        if reading.drafts:
            _add_general_problems(reading, tool)
        else:
            reading.error(
                "No section Instance Activity and no readable wait events. Create the report"
                " again as text or HTML, and import it whole."
            )
        return reading.build_reading(tool, source.name, decoded)


def _detect_tool(text: str) -> str | None:
    head = text[: 64 * 1024]
    signs = ((AWR, _AWR), (STATSPACK, _STATSPACK), (AWR_MINER, _MINER))
    return next((tool for tool, sign in signs if sign.search(head)), None)


def _add_general_problems(reading: ReadingDraft, tool: str) -> None:
    """Describe what holds for every report of that kind."""
    reading.info(
        "Names of databases, instances and hosts, database IDs and SQL text are masked in the"
        " stored text."
    )
    first = reading.drafts[0]
    if tool != AWR_MINER:
        reading.version = first.attributes.get(RELEASE)
    if tool != AWR_MINER and first.duration_s:
        reading.info(
            "Averages over {minutes:.0f} minutes; shorter peaks are not visible.",
            minutes=first.duration_s / 60,
        )
    for draft in reading.drafts:
        if not draft.complete:
            draft.warn(
                "Section Instance Activity or the interval is missing: no values per transaction.",
                draft.line,
            )


_SECTION: Final = re.compile(r"^~~BEGIN-([A-Z-]+)~~\s*$")
_END: Final = re.compile(r"^~~END-([A-Z-]+)~~\s*$")
_SAID: Final = re.compile(r"(\w+)\s+(.+?)\s*$")
_METRICS: Final = (
    ("commits_s", "user commits", 1.0, Unit.PER_SECOND),
    ("read_iops", "physical read total IO requests", 1.0, Unit.PER_SECOND),
    ("write_iops", "physical write total IO requests", 1.0, Unit.PER_SECOND),
    ("read_mb_s", "physical read total bytes", float(MIB), Unit.BYTE_PER_SECOND),
    ("write_mb_s", "physical write total bytes", float(MIB), Unit.BYTE_PER_SECOND),
    ("redo_mb_s", "redo size", float(MIB), Unit.BYTE_PER_SECOND),
    ("l_reads_s", "logical reads", 1.0, Unit.PER_SECOND),
    ("read_iops_max", "physical read total IO requests, highest minute", 1.0, Unit.PER_SECOND),
    ("write_iops_max", "physical write total IO requests, highest minute", 1.0, Unit.PER_SECOND),
)
"""Column, name, factor to SI and unit."""
_RATES: Final = ("physical read total IO requests", "physical write total IO requests")
_KEPT_OS: Final = ("NUM_CPUS", "NUM_CPU_CORES", "NUM_CPU_SOCKETS")
_MOST_SNAPSHOTS: Final = 20_000
_LONGEST_MINUTES: Final = 60 * 24 * 366
"""Of one snapshot: AWR takes one a year at least."""


class _Snapshot(NamedTuple):
    """A row of the metrics, or the sum of those of all instances."""

    number: int
    minutes: float
    ended_at: float
    """Seconds since 1970, read as if UTC."""
    values: dict[str, float]
    line: int
    origin: Origin = Origin.REPORTED


def _add_capture_runs(reading: ReadingDraft, text: str, chosen_mark: str | None) -> None:
    """Read a capture into runs: the database as a whole, then each instance of several."""
    parts = _split_sections(text.split("\n"))
    tables = [
        t
        for first, lines in parts.get("MAIN-METRICS", ())
        for t in _parse_section_tables(first, lines)
    ]
    stated = (cell for t in tables for row in t.rows[:500] for cell in row.cells[4:])
    numbers = ReportNumbers(chosen_mark or infer_decimal_mark(stated))
    by_instance: dict[str, dict[int, _Snapshot]] = {}
    for table in tables:
        for row in table.rows:
            _add_snapshot(by_instance, table, row, numbers)
    host_facts = _parse_host_facts(parts)
    if len(by_instance) > 1:
        _add_run(reading, _sum_instances(list(by_instance.values())), host_facts, numbers, "")
        if len({frozenset(snapshots) for snapshots in by_instance.values()}) > 1:
            reading.warn(
                "Some instances lack snapshots: sums cover the present ones. Check that the"
                " others were down."
            )
    for instance, snapshots in by_instance.items():
        _add_run(reading, snapshots, host_facts, numbers, instance)
    reading.version = host_facts.get("AWR_MINER_VER", ("", 0))[0] or None


_Parts = dict[str, list[tuple[int, list[str]]]]
_Said = dict[str, tuple[str, int]]


def _split_sections(lines: Sequence[str]) -> _Parts:
    """Return the sections by their names, each with the number of its first line."""
    parts: _Parts = {}
    name, first = "", 0
    for index, line in enumerate(lines):
        begun = _SECTION.match(line)
        if begun:
            name, first = begun[1], index + 1
        elif name and _END.match(line):
            parts.setdefault(name, []).append((first, list(lines[first:index])))
            name = ""
    if name:
        parts.setdefault(name, []).append((first, list(lines[first:])))
    return parts


def _parse_section_tables(first: int, lines: Sequence[str]) -> list[Table]:
    """Return the tables of a section; SQL*Plus repeats the headings on every page."""
    tables = list(parse_text_tables(lines))
    for table in tables:
        table.rows = [row._replace(line=row.line + first) for row in table.rows]
    return tables


def _parse_host_facts(parts: _Parts) -> _Said:
    """Return what the first section says of host and database, with the lines."""
    facts: _Said = {}
    for first, lines in parts.get("OS-INFORMATION", ()):
        for number, line in enumerate(lines, first + 1):
            result = _SAID.match(line)
            if result:
                facts.setdefault(result[1], (result[2], number))
    return facts


def _add_snapshot(
    by_instance: dict[str, dict[int, _Snapshot]], table: Table, row: Row, numbers: ReportNumbers
) -> None:
    cell = {name: row.cell(place) for place, name in enumerate(table.columns)}
    number, minutes = (
        numbers.parse_count(cell.get("snap", "")),
        numbers.parse_count(cell.get("dur_m", "")),
    )
    moment = parse_datetime(cell.get("end", ""), "%y/%m/%d %H:%M")
    if number is None or not minutes or minutes > _LONGEST_MINUTES or moment is None:
        return
    ended_at = moment.replace(tzinfo=UTC).timestamp()
    values = {
        name: value * factor
        for column, name, factor, _ in _METRICS
        if (value := numbers.parse_count(cell.get(column, ""))) is not None
    }
    snapshots = by_instance.setdefault(cell.get("inst", "1"), {})
    if values and len(snapshots) < _MOST_SNAPSHOTS:
        snapshots.setdefault(
            int(number), _Snapshot(int(number), minutes, ended_at, values, row.line)
        )


def _sum_instances(instances: Sequence[dict[int, _Snapshot]]) -> dict[int, _Snapshot]:
    """Add up the instances of each snapshot; one that was down has none."""
    summed: dict[int, _Snapshot] = {}
    for number in sorted(set().union(*instances)):
        rows = [snapshots[number] for snapshots in instances if number in snapshots]
        named = set.intersection(*(set(row.values) for row in rows))
        values = {name: sum(row.values[name] for row in rows) for name in named}
        origin = Origin.REPORTED if len(rows) == 1 else Origin.DERIVED
        summed[number] = rows[0]._replace(values=values, origin=origin)
    return summed


def _add_run(
    reading: ReadingDraft,
    snapshots: dict[int, _Snapshot],
    host_facts: _Said,
    numbers: ReportNumbers,
    instance: str,
) -> None:
    rows = [snapshots[number] for number in sorted(snapshots)]
    if not rows:
        return
    first, last = rows[0], rows[-1]
    begun = first.ended_at - first.minutes * SECONDS_PER_MINUTE
    draft = RunDraft(line=first.line, complete=True)
    set_start_and_duration(
        draft, _epoch_to_naive_datetime(begun), _epoch_to_naive_datetime(last.ended_at)
    )
    draft.add_attributes(
        **{FORM: Form.SNAPSHOTS.value, RELEASE: host_facts.get("VERSION", ("", 0))[0]}
    )
    draft.add_attributes(**{INSTANCE: instance, SNAPSHOTS: f"{first.number}-{last.number}"})
    for name in _KEPT_OS:
        text, line = host_facts.get(name, ("", 0))
        value = numbers.parse_count(text)
        if value is not None:
            place = (NO_LOAD, measurement_group(Section.OS, name), line)
            draft.measurements.append(Measurement(Metric.OTHER, TOTAL, value, Unit.ONE, *place))
    _add_measurements(draft, rows)
    if not reading.drafts:
        _add_busiest_problem(draft, rows)
    reading.add_run(draft)


def _add_busiest_problem(draft: RunDraft, rows: Sequence[_Snapshot]) -> None:
    busiest = max(rows, key=_io_requests_per_s)
    minutes = sum(row.minutes for row in rows)
    mean = sum(_io_requests_per_s(row) * row.minutes for row in rows) / minutes
    draft.info(
        "{count} snapshots of {minutes:.0f} minutes on average. Busiest: {snapshot}, ended"
        " {time}, {most:.0f} I/O requests per second; mean: {mean:.0f}.",
        busiest.line,
        count=len(rows),
        minutes=minutes / len(rows),
        snapshot=str(busiest.number),
        time=f"{_epoch_to_naive_datetime(busiest.ended_at):%Y-%m-%d %H:%M}",
        most=_io_requests_per_s(busiest),
        mean=mean,
    )


def _io_requests_per_s(row: _Snapshot) -> float:
    return sum(row.values.get(name, 0.0) for name in _RATES)


def _epoch_to_naive_datetime(epoch_s: float) -> datetime:
    return datetime(1970, 1, 1) + timedelta(seconds=int(epoch_s))  # noqa: DTZ001 - of no zone


def _add_measurements(draft: RunDraft, rows: Sequence[_Snapshot]) -> None:
    """Note means over all snapshots, by their length, and those of the busiest one."""
    busiest = max(rows, key=_io_requests_per_s)
    for _, name, _, unit in _METRICS:
        known = [row for row in rows if name in row.values]
        if not known:
            continue
        line, group = known[0].line, measurement_group(Section.METRICS, name)
        total = sum(row.values[name] * row.minutes for row in known)
        mean = total / sum(row.minutes for row in known)
        place = (NO_LOAD, group, line, None, Origin.DERIVED)
        draft.measurements.append(Measurement(Metric.OTHER, MEAN, mean, unit, *place))
        if name in busiest.values:
            value, place = (
                busiest.values[name],
                (NO_LOAD, group, busiest.line, None, busiest.origin),
            )
            draft.measurements.append(Measurement(Metric.OTHER, BUSIEST, value, unit, *place))
        times = array("d", (row.ended_at for row in known))
        values = array("d", (row.values[name] for row in known))
        draft.series.append(Series(name, unit, values, times, line))
