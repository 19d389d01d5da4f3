"""One run of a dstat file: header, rows and clock put together to what can be loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Run
from arraywise.importers.dstat.asked import absent
from arraywise.importers.dstat.clock import iso, read_start
from arraywise.importers.dstat.command import read_command
from arraywise.importers.dstat.draft import Draft
from arraywise.importers.dstat.layout import Mismatch, lay_out
from arraywise.importers.dstat.rows import split_row
from arraywise.importers.dstat.table import build_table
from arraywise.importers.dstat.tools import title_problem, tool_of, version_of

if TYPE_CHECKING:
    import mmap

    from arraywise.domain.evidence import SampleTable
    from arraywise.domain.problems import Problem
    from arraywise.importers.dstat.layout import Rows
    from arraywise.importers.dstat.segments import Segment

_HEAD = 65_536

_CUT = (
    "The last line has no line end and may have been cut, so that it was left out: "
    "the recording was killed, the disk was full, or the file was copied too early."
)
_TOO_FEW = "The command asked for {count} rows, but there are {rows}: it was stopped early."
_NO_HEADER = "There are no column names above the rows of this run, so that it cannot be read."
_NO_ROWS = "There are column names but no whole row: the recording was stopped at once."
_CRASHED = (
    "There are column names but no rows. dstat 0.7.4 of Debian and Ubuntu (it calls itself 0.8.0) "
    "crashes at its first row under Python 3; or the recording was stopped at once."
)
_MISMATCH = (
    "The rows have {values} values, but the header names {names} columns, so that it is unknown "
    "which is which; the run was not read."
)
_NARROW = (
    "The rows have {values} values, but the header names {names} columns, so that it is unknown "
    "which is which; the run was not read. pcp-dstat before 6.0.4 names only the columns that a "
    "narrow terminal shows: record again on a wide one."
)
_REBUILT = (
    "The header names {names} of {values} columns, as pcp-dstat before 6.0.4 does on a narrow "
    "terminal; the others are named after the options on the command line."
)
_ABSENT = (
    "The command line asks for {options}, of which there is no column: the tool could not read "
    "it on this host, or the columns were taken out afterwards."
)
_GUESSED = (
    "Only column names stand above the rows. What they belong to was concluded from their order "
    "and from the figures, which look like those of {tool}."
)
_GUESSED_NO_TOOL = (
    "Only column names stand above the rows, which do not tell the tool: "
    "what they belong to was concluded from their order."
)
_ZONE = (
    "The clock's zone {zone} does not say its offset from UTC; "
    "times are kept as the clock showed them."
)


@dataclass(frozen=True, slots=True)
class RunReading:
    """A run, who wrote it, and what is wrong with it."""

    run: Run
    tool: str
    version: str | None
    problems: tuple[Problem, ...]
    unreadable: bool
    """There are rows, but nothing can be made of them."""


def read_run(data: bytes | mmap.mmap, segment: Segment, name: str) -> RunReading:
    """Read one run."""
    preamble = segment.preamble
    command = read_command(preamble.command)
    tool = tool_of(preamble, command)
    start = read_start(preamble.date)
    draft = Draft(data, segment, command, start, tool, version_of(preamble, tool))
    draft.utc_offset_s = start.utc_offset_s
    draft.problems += title_problem(preamble, tool, segment.line)
    _check_end(draft)
    run = _run(draft, name, _table(draft))
    return RunReading(run, tool, draft.version, tuple(draft.problems), draft.unreadable)


def _check_end(draft: Draft) -> None:
    segment, count = draft.segment, draft.command.count
    if segment.cut:
        draft.complete = False
        draft.warn(_CUT, segment.line + draft.rows())
    if count is not None and segment.stop > segment.start:
        rows = draft.rows()
        if rows < count:
            draft.complete = False
            draft.warn(_TOO_FEW, None, count=count, rows=rows)


def _table(draft: Draft) -> SampleTable | None:
    segment = draft.segment
    rows = _first_rows(draft.data, segment)
    if not segment.preamble.names:
        draft.refuse(_NO_HEADER, segment.line)
        return None
    if not rows:
        crashed = draft.tool == "dstat" and draft.version == "0.8.0" and not segment.cut
        draft.fail(_CRASHED if crashed else _NO_ROWS, segment.line - 1)
        return None
    layout = lay_out(segment.preamble, draft.command, rows, draft.tool)
    if isinstance(layout, Mismatch):
        template = _NARROW if draft.tool == "pcp-dstat" else _MISMATCH
        draft.refuse(template, segment.line, values=layout.values, names=layout.names)
        return None
    if layout.rebuilt:
        names = len(segment.preamble.names)
        draft.warn(_REBUILT, segment.line - 1, names=names, values=layout.field_count)
    if layout.guessed:
        template = _GUESSED if draft.tool else _GUESSED_NO_TOOL
        draft.warn(template, segment.line - 1, tool=draft.tool)
    missing = [] if layout.guessed else absent(draft.command.asked, layout.headings)
    if missing:
        draft.info(_ABSENT, segment.line - 1, options=", ".join(missing))
    return build_table(draft, layout, layout.aligned(rows))


def _first_rows(data: bytes | mmap.mmap, segment: Segment) -> Rows:
    head = data[segment.start : min(segment.stop, segment.start + _HEAD)]
    lines = head[: head.rfind(b"\n") + 1].split(b"\n")
    delimiter = segment.preamble.delimiter.encode()
    return [split_row(line.strip(), delimiter) for line in lines if line.strip()]


def _run(draft: Draft, name: str, table: SampleTable | None) -> Run:
    command, start = draft.command, draft.start
    began = start.moment or draft.first_row
    attributes: list[tuple[str, str]] = []
    if command.text:
        attributes += [("cmdline", command.text), ("delay_s", f"{command.delay_s:g}")]
    if command.count is not None:
        attributes.append(("expected_rows", str(command.count)))
    if start.zone:
        attributes.append(("zone", start.zone))
        if draft.utc_offset_s is None and table is not None:
            draft.info(_ZONE, None, zone=start.zone)
    return Run(
        name=name,
        complete=draft.complete,
        samples=(table,) if table else (),
        started_at=iso(began, draft.utc_offset_s) if began else None,
        duration_s=draft.duration_s,
        host=draft.segment.preamble.host or None,
        attributes=tuple(attributes),
    )
