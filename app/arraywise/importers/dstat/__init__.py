"""Reads CSV files and screens of dstat, dool and pcp-dstat: how busy the database host was."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Reading, RepairedRows, Status
from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.dstat.rows import is_screen_output
from arraywise.importers.dstat.runs import (
    IN_HEADERS,
    find_segments,
    has_csv_header,
    read_run,
    return_repaired,
)
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import LIMIT_BYTES, error_problem, reading_status
from arraywise.importers.kit.text import detect_narrow_encoding

if TYPE_CHECKING:
    import mmap
    from collections.abc import Sequence

    from arraywise.domain.evidence import SampleTable
    from arraywise.importers.dstat.runs import RunReading
    from arraywise.importers.kit.importer import Source

RUN_TYPE = "host monitor"
_INDENT: Final = re.compile(rb"^[ \t]+", re.MULTILINE)
_TOO_MANY = "The file has too many runs; the last {count} were left out."


class DstatImporter(FileImporter):
    """Importer of the dstat family: every file is read on its own, appended runs and all."""

    tool = "dstat"

    def recognises(self, source: Source) -> bool:
        """Return whether this is a CSV of the family, or its screen sent into a file."""
        head = source.head
        if not any(word in head for word in IN_HEADERS):
            return is_screen_output(head)
        return (
            has_csv_header(head)
            or has_csv_header(_INDENT.sub(b"", head))
            or is_screen_output(head)
        )

    def read_file(self, source: Source) -> Reading:
        """Read a file; the rows themselves stay where they are."""
        if has_csv_header(source.head):
            return _read_csv(source.data, detect_narrow_encoding(source.head))
        if has_csv_header(_INDENT.sub(b"", source.head)):
            return _read_indented_csv(source)
        return _read_screen(source)


def _read_csv(data: bytes | mmap.mmap, encoding: str) -> Reading:
    segments, left_out, is_ascii = find_segments(data)
    readings = [read_run(data, s, f"run {i}") for i, s in enumerate(segments, 1)]
    return _build_reading(readings, left_out, "utf-8" if is_ascii else encoding)


def _read_indented_csv(source: Source) -> Reading:
    """Read a CSV that was pasted with blanks before its lines; tables hold the rows themselves."""
    text = _INDENT.sub(b"", source.data[:LIMIT_BYTES])
    reading = _read_csv(text, detect_narrow_encoding(source.head))
    runs = (
        replace(run, samples=tuple(_hold_rows(table, text) for table in run.samples))
        for run in reading.runs
    )
    return replace(reading, runs=tuple(runs))


def _hold_rows(table: SampleTable, text: bytes) -> SampleTable:
    mended = RepairedRows(text[table.start : table.stop], ())
    mended = table.repair_rows(mended.rows) if table.needs_repair else mended
    held = partial(return_repaired, mended)
    return replace(table, start=0, stop=0, needs_repair=True, repair_rows=held)


def _read_screen(source: Source) -> Reading:
    from arraywise.importers.dstat.screen import read_screen_runs  # seldom asked for

    readings, left_out = read_screen_runs(source.data)
    if not readings:
        template = "Screen output without a row of figures. Record again with --output FILE."
        return Reading("dstat", Status.REFUSED, problems=(error_problem(template),))
    return _build_reading(readings, left_out, detect_narrow_encoding(source.head))


def _build_reading(readings: Sequence[RunReading], left_out: int, encoding: str) -> Reading:
    problems = list(dict.fromkeys(p for reading in readings for p in reading.problems))
    if left_out:
        problems.append(Problem(Severity.WARNING, message(_TOO_MANY, count=left_out)))
    is_refused = any(r.is_unreadable for r in readings) and not any(
        r.run.samples for r in readings
    )
    runs = () if is_refused else tuple(reading.run for reading in readings)
    tool, version = _first_tool_and_version(readings)
    return Reading(
        tool=tool,
        status=reading_status(runs, problems),
        runs=runs,
        problems=tuple(problems),
        tool_version=version,
        run_type=RUN_TYPE,
        encoding=encoding,
    )


def _first_tool_and_version(readings: Sequence[RunReading]) -> tuple[str, str | None]:
    """Name the tool of the first run that has one."""
    known = [(r.tool, r.version) for r in readings if r.tool]
    return known[0] if known else ("dstat", None)
