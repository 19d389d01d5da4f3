"""Reads what SLOB's awr_info.sh makes of AWR reports: one line a report, one report a run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Load, Metric
from arraywise.domain.units import MIB, MICROSECOND
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    add_derived_measurement,
    as_short_line,
    parse_cells,
    parse_number,
    scale_printed,
)
from arraywise.importers.kit.text import number_nonblank_lines

if TYPE_CHECKING:
    from collections.abc import Sequence


_HEADING: Final = re.compile(r"^[ \t]*FILE\|SESSIONS\|ELAPSED\|", re.MULTILINE)
_FIGURES: Final = (
    ("PREADS", Metric.IOPS, 1.0, "read"),
    ("PWRITES", Metric.IOPS, 1.0, "write"),
    ("READ_MBS", Metric.THROUGHPUT, float(MIB), "read"),
    ("WRITE_MBS", Metric.THROUGHPUT, float(MIB), "write"),
    ("REDO_MBS", Metric.THROUGHPUT, float(MIB), "redo"),
    ("DFSR_LAT", Metric.LATENCY, MICROSECOND, "db file sequential read"),
    ("DPR_LAT", Metric.LATENCY, MICROSECOND, "direct path read"),
    ("DFPR_LAT", Metric.LATENCY, MICROSECOND, "db file parallel read"),
    ("DFPW_LAT", Metric.LATENCY, MICROSECOND, "db file parallel write"),
    ("LFPW_LAT", Metric.LATENCY, MICROSECOND, "log file parallel write"),
)
"""Column, what it is, factor to SI, group; an event that nobody waited for has 0."""
_ATTRIBUTES: Final = {
    "DB CPU": "db_cpu_per_s",
    "DB Tm": "db_time_per_s",
    "EXECUTES": "executes_per_s",
    "LIO": "logical_reads_per_s",
    "TOP WAIT": "top_wait",
}
_SLOW_REDO_S = 0.02
_Cells = dict[str, tuple[str, PrintedNumber | None]]


class SlobImporter(TextImporter):
    """Importer of the table that awr_info.sh writes; every file is read on its own."""

    tool = "slob"
    run_type = "AWR figures"
    signature = _HEADING

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read the rows below a heading."""
        names: list[str] = []
        for line_number, line in number_nonblank_lines(text.split("\n")):
            if _HEADING.match(line):
                names = [name.strip() for name in line.split("|")]
            elif names and "|" in line:
                _add_run_of_row(reading, names, line, line_number)
        if not reading.drafts:
            reading.error("The table of SLOB's awr_info.sh has no readable row. Create it again.")


def _add_run_of_row(
    reading: ReadingDraft, names: Sequence[str], line: str, line_number: int
) -> None:
    cells = dict(zip(names, parse_cells(line, line_number, "|"), strict=False))
    if len(line.split("|")) < len(names):
        reading.warn("Row with fewer cells than the heading; left out.", line_number)
        return
    draft = RunDraft(line=line_number, complete=True)
    draft.name = as_short_line(cells["FILE"][0]) or None
    sessions, elapsed = parse_number(cells["SESSIONS"][0]), parse_number(cells["ELAPSED"][0])
    draft.load = Load(users=int(sessions)) if sessions else Load()
    draft.duration_s = elapsed
    draft.add_attributes(
        **{_ATTRIBUTES[n]: cells[n][0].strip("#") for n in _ATTRIBUTES if n in cells}
    )
    figures = {name: result for name, (_, result) in cells.items() if result and result.value}
    for name, metric, factor, group in _FIGURES:
        draft.add_measurement(metric, "mean", scale_printed(figures.get(name), factor), group)
    _add_read_write_totals(draft, cells)
    if not draft.measurements:
        reading.warn("A row without a figure was left out.", line_number)
        return
    if not sessions:
        draft.warn("The number of sessions is unknown. It is the end of the AWR file's name"
                   " (`awr.txt.128`).", line_number)  # fmt: skip
    _warn_of_slow_redo(draft, cells)
    reading.add_run(draft)


def _add_read_write_totals(draft: RunDraft, cells: _Cells) -> None:
    for metric, names, factor in (
        (Metric.IOPS, ("PREADS", "PWRITES"), 1.0),
        (Metric.THROUGHPUT, ("READ_MBS", "WRITE_MBS"), float(MIB)),
    ):
        known = [result for name in names if (result := cells.get(name, ("", None))[1])]
        total = sum(one.value * factor for one in known)
        if len(known) == 2 and total:
            add_derived_measurement(draft, metric, "mean", total, draft.line)


def _warn_of_slow_redo(draft: RunDraft, cells: _Cells) -> None:
    """Warn where the redo log was the bottleneck: then SLOB measured that, not the reads."""
    result = cells["LFPW_LAT"][1] if "LFPW_LAT" in cells else None
    if result and result.value * MICROSECOND > _SLOW_REDO_S:
        draft.warn(
            "Redo writes took {ms:.1f} ms on average: redo logs may have limited the sessions.",
            draft.line,
            ms=result.value / 1000,
        )
