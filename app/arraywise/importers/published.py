"""Reads published figures, in the format that `data/published/README.md` describes.

A published figure is evidence of its own kind: it has a line to point at and a source to name,
but no run that could be looked into.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import (
    MAX_LARGE_MBPS,
    MAX_SMALL_IOPS,
    MIN_SMALL_LATENCY,
    Load,
    Measurement,
    Metric,
    Origin,
)
from arraywise.domain.units import KIB, MIB, MILLISECOND, PERCENT, SECONDS_PER_MINUTE, Unit
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    SI_UNITS,
    ReadingDraft,
    RunDraft,
    as_short_line,
    parse_number,
)
from arraywise.importers.kit.text import decode, number_nonblank_lines

if TYPE_CHECKING:
    from arraywise.importers.kit.importer import Source

SIGN: Final = "Arraywise published figures"
"""What the first cell of a file states."""
COLUMNS: Final = (
    "option",
    "condition",
    "users",
    "small_ios",
    "large_ios",
    "metric",
    "statistic",
    "value",
    "unit",
    "certainty",
    "note",
)
HEADS: Final = ("title", "authors", "year", "where")
"""What the head must say of the publication, a line each."""
MOST_ROWS: Final = 20_000
"""No publication prints more figures; what is beyond is counted and left out."""
_LOOK_AT_BYTES = 256
_BEGINS = re.compile(rf'\s{{0,20}}"?{SIGN}"?[ \t]*(?:[,\n]|$)')
_CELL = re.compile(r'"((?:[^"]|"")*)"|([^,"]*)')


class PublishedImporter(TextImporter):
    """Importer of published figures: every file is read on its own."""

    tool = "published"
    run_type = "published figures"

    def recognises(self, source: Source) -> bool:
        """Return whether the first cell is the signature."""
        return bool(_BEGINS.match(decode(source.head[:_LOOK_AT_BYTES]).text))

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Add the runs of a table; without a citation there are none."""
        table = _parse_table(text.split("\n"))
        missing = [name for name in HEADS if not table.head.get(name)]
        if missing:
            reading.error(
                "The head lacks {missing} of the publication; figures need a source.",
                missing=", ".join(missing),
            )
            return
        for line in table.damaged_lines:
            reading.warn("The row's cells do not match the headings; left out.", line)
        if table.left_out:
            reading.warn("The file has too many rows; left out: {count}.", count=table.left_out)
        options = {row.cell_text("option") for row in table.rows}
        for draft in _build_drafts(table, reading, has_several_options=len(options) > 1):
            reading.add_run(draft)
        if len(options) > 1:
            reading.warn(
                "The file has figures of {count} options, and none counts. Use one file per"
                " option.",
                count=len(options),
            )


class PublishedCell(NamedTuple):
    """One cell of a row."""

    text: str
    column: int
    """Character in the line, from 1."""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One line below the headings; cells by the name of their column."""

    line: int
    cells: dict[str, PublishedCell]

    def cell_text(self, name: str) -> str:
        """Return the text of a column's cell."""
        return self.cells[name].text


@dataclass(slots=True)
class PublishedTable:
    """The head and the rows of a file."""

    head: dict[str, str] = field(default_factory=dict)
    """What is stated of the publication, by the name of the line in small letters."""
    rows: list[PublishedRow] = field(default_factory=list)
    damaged_lines: list[int] = field(default_factory=list)
    """Lines whose cells are not those of the headings."""
    left_out: int = 0
    """Rows beyond the most that are read."""


def _parse_table(lines: list[str]) -> PublishedTable:
    """Parse a file: lines of `name,text`, the line of headings, a line for each figure."""
    table = PublishedTable()
    has_headings = False
    for line, text in number_nonblank_lines(lines):
        if len(table.rows) + len(table.damaged_lines) >= MOST_ROWS:
            table.left_out += 1
            continue
        cells = split_csv_line(text) or []
        if has_headings and len(cells) == len(COLUMNS):
            table.rows.append(PublishedRow(line, dict(zip(COLUMNS, cells, strict=True))))
        elif has_headings:
            table.damaged_lines.append(line)
        elif tuple(cell.text.strip() for cell in cells) == COLUMNS:
            has_headings = True
        elif len(cells) >= 2:
            table.head.setdefault(cells[0].text.lower(), cells[1].text)
    return table


def split_csv_line(text: str) -> list[PublishedCell] | None:
    """Split a line at its commas; None where its quotes do not match."""
    cells: list[PublishedCell] = []
    position = 0
    while True:
        match = _CELL.match(text, position)
        if match is None:
            return None
        quoted, bare = match.groups()
        if quoted is None:
            offset = position + len(bare) - len(bare.lstrip())
            cells.append(PublishedCell(bare.strip(), offset + 1))
        else:
            cells.append(PublishedCell(quoted.replace('""', '"').strip(), position + 2))
        position = match.end()
        if position == len(text):
            return cells
        if text[position] != ",":
            return None
        position += 1


_HOUR: Final = 60 * SECONDS_PER_MINUTE
UNITS: Final = {
    "us": (Unit.SECOND, 1e-6),
    "ms": (Unit.SECOND, MILLISECOND),
    "s": (Unit.SECOND, 1.0),
    "min": (Unit.SECOND, float(SECONDS_PER_MINUTE)),
    "h": (Unit.SECOND, float(_HOUR)),
    "iops": (Unit.PER_SECOND, 1.0),
    "1/s": (Unit.PER_SECOND, 1.0),
    "1/min": (Unit.PER_SECOND, 1 / SECONDS_PER_MINUTE),
    "1/5 min": (Unit.PER_SECOND, 1 / (5 * SECONDS_PER_MINUTE)),
    "1/h": (Unit.PER_SECOND, 1 / _HOUR),
    "1/month": (Unit.PER_SECOND, 1 / (30 * 24 * _HOUR)),
    "kb/s": (Unit.BYTE_PER_SECOND, 1e3),
    "mb/s": (Unit.BYTE_PER_SECOND, 1e6),
    "gb/s": (Unit.BYTE_PER_SECOND, 1e9),
    "mib/s": (Unit.BYTE_PER_SECOND, float(MIB)),
    "gbit/s": (Unit.BYTE_PER_SECOND, 1e9 / 8),
    "b": (Unit.BYTE, 1.0),
    "kib": (Unit.BYTE, float(KIB)),
    "mib": (Unit.BYTE, float(MIB)),
    "gb": (Unit.BYTE, 1e9),
    "gib": (Unit.BYTE, float(1024 * MIB)),
    "%": (Unit.ONE, PERCENT),
    "1": (Unit.ONE, 1.0),
}
"""By the name in small letters; a month has 30 days, as in the formula of the 2009 paper."""

_CERTAINTIES: Final = {
    "stated": Origin.REPORTED,
    "found": Origin.REPORTED,
    "derived": Origin.DERIVED,
}
_HEADLINES: Final = {
    (Metric.IOPS, "max"): MAX_SMALL_IOPS,
    (Metric.THROUGHPUT, "max"): MAX_LARGE_MBPS,
    (Metric.LATENCY, "min"): MIN_SMALL_LATENCY,
}
"""Groups of the largest rate and the least latency that have no load of their own."""
_STATISTIC = re.compile(r"[a-z][a-z0-9_]{0,30}")
_COUNT = re.compile(r"\d{1,15}")
_LOADS: Final = ("users", "small_ios", "large_ios")
_LONGEST = 300
_DURATION = "duration"
"""A row of this name tells how long the measurement took."""


def _build_drafts(
    table: PublishedTable, reading: ReadingDraft, *, has_several_options: bool
) -> list[RunDraft]:
    """Build a run draft for each option, condition and load."""
    title, authors, year, where = (table.head[name] for name in HEADS)
    citation = as_short_line(f"{authors}: {title} ({year}), {where}", _LONGEST)
    drafts: dict[tuple[str, ...], RunDraft] = {}
    for row in table.rows:
        load = _parse_load(row)
        if load is None:
            reading.warn("Users and outstanding I/Os must be whole numbers; left out.", row.line)
            continue
        key = tuple(row.cell_text(name) for name in ("option", "condition", *_LOADS))
        draft = drafts.get(key) or _begin_draft(row, load, citation)
        if _add_figure(row, draft, reading, has_several_options=has_several_options):
            drafts[key] = draft
    return list(drafts.values())


def _parse_load(row: PublishedRow) -> Load | None:
    """Parse the load; None where a cell is no whole number."""
    texts = [row.cell_text(name) for name in _LOADS]
    is_whole = all(not text or _COUNT.fullmatch(text) for text in texts)
    return Load(*(int(text) if text else None for text in texts)) if is_whole else None


def _begin_draft(row: PublishedRow, load: Load, citation: str) -> RunDraft:
    option, condition = row.cell_text("option"), row.cell_text("condition")
    draft = RunDraft(line=row.line, name=as_short_line(f"{option}: {condition}"), load=load)
    draft.complete = True
    draft.attributes["citation"] = citation
    draft.add_attributes(published_option=option, condition=condition)
    return draft


def _add_figure(
    row: PublishedRow, draft: RunDraft, reading: ReadingDraft, *, has_several_options: bool
) -> bool:
    """Add a row's figure to its run and return True; False with a warning if it is unreadable."""
    is_named = bool(row.cell_text("metric")) and row.cell_text("certainty") in _CERTAINTIES
    if not is_named or not _STATISTIC.fullmatch(row.cell_text("statistic")):
        reading.warn(
            "The row needs a metric, a statistic and a certainty: stated, found or derived.",
            row.line,
        )
        return False
    measured = _parse_measurement(row, draft.load)
    if measured is None:
        reading.warn("Value or unit of the row is unreadable; left out.", row.line)
        return False
    if has_several_options:
        group = f"{as_short_line(row.cell_text('option'))}: {measured.group or measured.metric}"
        measured = measured._replace(group=group)
    draft.measurements.append(measured)
    if row.cell_text("metric") == _DURATION:
        draft.duration_s = measured.value
    if row.cell_text("note"):
        draft.attributes[f"note, line {row.line}"] = as_short_line(row.cell_text("note"), _LONGEST)
    return True


def _parse_measurement(row: PublishedRow, load: Load) -> Measurement | None:
    """Parse a figure into SI; None where it is no number, or its unit not one of the metric."""
    value, name = parse_number(row.cell_text("value")), row.cell_text("metric")
    metric = Metric(name) if name in set(Metric) else Metric.OTHER
    unit, factor = UNITS.get(row.cell_text("unit").lower(), (None, 1.0))
    if value is None or unit is None or SI_UNITS.get(metric, unit) is not unit:
        return None
    statistic = row.cell_text("statistic")
    has_load = load.small_ios is not None or load.large_ios is not None
    headline = None if has_load else _HEADLINES.get((metric, statistic))
    return Measurement(
        metric,
        statistic,
        value * factor,
        unit,
        group=as_short_line(name) if metric is Metric.OTHER else headline,
        line=row.line,
        column=row.cells["value"].column,
        origin=_CERTAINTIES[row.cell_text("certainty")],
    )
