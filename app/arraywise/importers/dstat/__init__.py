"""Reads the CSV files of dstat, dool and pcp-dstat: how busy the database host was."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.messages import Problem, Severity, say
from arraywise.importers.dstat.header import encoding_of
from arraywise.importers.dstat.rows import (
    LIMIT_BYTES,
    held,
    is_screen,
    is_wide,
    narrow_head,
    refusal,
    rewritten,
)
from arraywise.importers.dstat.runs import find_segments, has_header

if TYPE_CHECKING:
    import mmap
    from collections.abc import Sequence

    from arraywise.importers.dstat.runs import RunReading
    from arraywise.importers.kit.importer import Source

RUN_TYPE = "host monitor"
_TOO_MANY = "The file holds more runs than are read; the last {count} were left out."


class DstatImporter:
    """Importer of the dstat family: one file is one group, appended runs and all."""

    tool = "dstat"

    def recognises(self, source: Source) -> bool:
        """Say whether this is a CSV of the family, or its screen sent into a file."""
        head = narrow_head(source.head)
        return has_header(head) or is_screen(head)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Every file stands alone."""
        return [[source] for source in sources]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the files; the rows themselves stay where they are."""
        return [_read(source) for source in group]


def _read(source: Source) -> Reading:
    # not before: most imports only ask whether a file is of dstat
    from arraywise.importers.dstat.runs import read_run

    head = narrow_head(source.head)
    is_too_long = is_wide(source.head) and len(source.data) > LIMIT_BYTES
    if is_too_long or not has_header(head):
        return Reading("dstat", Status.REFUSED, problems=(refusal(head, wide=is_too_long),))
    data, encoding = rewritten(source.data)
    found = find_segments(data)
    is_copy = data is not source.data
    readings = [
        read_run(data, segment, f"run {number}")
        for number, segment in enumerate(found.segments, 1)
    ]
    if is_copy:
        readings = [_held(reading, data) for reading in readings]
    problems = list(dict.fromkeys(p for reading in readings for p in reading.problems))
    if found.left_out:
        said = say(_TOO_MANY, count=found.left_out)
        problems.append(Problem(Severity.WARNING, said))
    status = _status(readings, problems)
    tool, version = _author(readings)
    return Reading(
        tool=tool,
        status=status,
        runs=() if status is Status.REFUSED else tuple(reading.run for reading in readings),
        problems=tuple(problems),
        tool_version=version,
        run_type=RUN_TYPE,
        encoding=encoding or ("utf-8" if found.ascii else encoding_of(source.head)),
    )


def _held(reading: RunReading, data: bytes | mmap.mmap) -> RunReading:
    """Keep the rows of a run that do not stand in the file as they are to be loaded."""
    samples = tuple(held(table, data) for table in reading.run.samples)
    return replace(reading, run=replace(reading.run, samples=samples))


def _status(readings: Sequence[RunReading], problems: Sequence[Problem]) -> Status:
    if any(r.unreadable for r in readings) and not any(r.run.samples for r in readings):
        return Status.REFUSED
    if not all(r.run.complete for r in readings):
        return Status.INCOMPLETE
    worse = any(problem.severity is not Severity.INFO for problem in problems)
    return Status.READ_WITH_PROBLEMS if worse else Status.READ


def _author(readings: Sequence[RunReading]) -> tuple[str, str | None]:
    """Name the tool of the first run that has one."""
    known = [(r.tool, r.version) for r in readings if r.tool]
    return known[0] if known else ("dstat", None)
