"""Reads elbencho's results as CSV (--csvfile): a row a phase."""

from __future__ import annotations

import re
from typing import Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MIB, MICROSECOND, MILLISECOND
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    IoWorkload,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    add_derived_measurement,
    as_short_line,
    parse_cells,
    scale_printed,
)
from arraywise.importers.kit.text import number_nonblank_lines

_START = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:[+-]\d{4}|Z)?")
_MIXED: Final = "rwmix read "
_TIMES: Final = (("mean", "avg"), ("min", "min"), ("max", "max"))


class ElbenchoImporter(TextImporter):
    """Importer of elbencho: every file is read on its own."""

    tool = "elbencho"
    run_type = "I/O test"
    signature = re.compile(r"^ISO date,label,(?:.*,)?operation,", re.MULTILINE)

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read the rows below a heading, a phase each."""
        columns: list[str] = []
        others = 0
        for line_number, line in number_nonblank_lines(text.split("\n")):
            if self.signature.match(line):
                columns = [name.strip().lower() for name in line.split(",")]
            elif columns:
                row = _ElbenchoRow(columns, line, line_number)
                draft = _build_run_draft(row, reading)
                reading.version = (
                    as_short_line(row.texts.get("version", ""), 40) or reading.version
                )
                if draft is None:
                    others += 1
                else:
                    reading.add_run(draft)
        if others and reading.drafts:
            reading.info(
                "Operations without I/O (directories, deletion), left out: {n}.", n=others
            )


class _ElbenchoRow:
    """The cells of one phase, by heading in small letters."""

    def __init__(self, columns: list[str], line: str, line_number: int) -> None:
        cells = list(parse_cells(line, line_number, ","))
        named = list(zip(columns, cells, strict=False))
        self.line = line_number
        self.texts = {name: text for name, (text, _) in named}
        self.figures = {name: value for name, (_, value) in named if value is not None}
        self.is_complete = len(cells) >= len(columns)

    def figure(self, name: str) -> float | None:
        """Return a figure without its position."""
        return self.figures[name].value if name in self.figures else None


def _build_run_draft(row: _ElbenchoRow, reading: ReadingDraft) -> RunDraft | None:
    """Build a run from a phase that read or wrote; None for any other."""
    if not row.is_complete:
        reading.warn("Rows with too few values, left out: {count}.", row.line, count=1)
        return None
    operation = row.texts.get("operation", "").upper()
    is_write = not operation.startswith("READ")
    own, mixed = row.figures.get("iops [last]"), row.figures.get(f"{_MIXED}iops [last]")
    if own is None or not operation.startswith(("READ", "WRITE", "RWMIX")):
        return None
    draft = RunDraft(line=row.line, complete=True)
    draft.name = as_short_line(f"{row.texts.get('label', '')} {operation}") or None
    date_text = row.texts.get("iso date", "")
    moment = parse_datetime(date_text) if _START.fullmatch(date_text) else None
    draft.started_at = moment.isoformat() if moment else None
    seconds = row.figure("time ms [last]")
    draft.duration_s = round(seconds * MILLISECOND, 3) if seconds else None
    if mixed is None:
        _add_measurements(draft, row, "", None)
        share = 100.0 if is_write else 0.0
    else:
        _add_measurements(draft, row, "", "write")
        _add_measurements(draft, row, _MIXED, "read")
        _add_read_write_totals(draft, row, own, mixed)
        both = own.value + mixed.value
        share = round(100 * own.value / both, 1) if both else 100.0
    _add_workload(draft, row, share)
    return draft if draft.measurements else None


def _add_measurements(draft: RunDraft, row: _ElbenchoRow, prefix: str, group: str | None) -> None:
    for metric, name, factor in (
        (Metric.IOPS, "iops [last]", 1.0),
        (Metric.THROUGHPUT, "mib/s [last]", float(MIB)),
    ):
        result = row.figures.get(prefix + name)
        if result and result.value:
            draft.add_measurement(metric, "mean", result.times(factor), group)
    for statistic, name in _TIMES:
        time = row.figures.get(f"{prefix}io lat us [{name}]")
        draft.add_measurement(Metric.LATENCY, statistic, scale_printed(time, MICROSECOND), group)


def _add_read_write_totals(
    draft: RunDraft, row: _ElbenchoRow, writes: PrintedNumber, reads: PrintedNumber
) -> None:
    """Derive totals of a mixed phase; the mean latency is weighted by the rates."""
    both, rates = writes.value + reads.value, (writes.value, reads.value)
    moved = [row.figure(f"{prefix}mib/s [last]") for prefix in ("", _MIXED)]
    times = [row.figure(f"{prefix}io lat us [avg]") for prefix in ("", _MIXED)]
    busy = sum((time or 0) * rate for time, rate in zip(times, rates, strict=True))
    for metric, value in (
        (Metric.IOPS, both),
        (Metric.THROUGHPUT, sum(v or 0 for v in moved) * MIB if all(moved) else 0.0),
        (Metric.LATENCY, busy / both * MICROSECOND if both and all(times) else 0.0),
    ):
        if value:
            add_derived_measurement(draft, metric, "mean", value, row.line)


def _add_workload(draft: RunDraft, row: _ElbenchoRow, write_percent: float) -> None:
    block, size = row.figure("block size"), row.figure("file size")
    threads, hosts = row.figure("threads"), row.figure("hosts") or 1
    depth = row.figure("io depth") or 1
    random = row.figure("random")
    IoWorkload(
        block_bytes=min(block, size) if block and size else block,
        write_percent=write_percent,
        random_percent=None if random is None else 100.0 if random else 0.0,
        outstanding=threads * hosts * depth if threads else None,
    ).describe_run(draft)
    direct = row.figure("direct io")
    draft.add_attributes(
        direct=None if direct is None else "yes" if direct else "no",
        threads=row.texts.get("threads"),
        hosts=row.texts.get("hosts"),
        queue_depth=row.texts.get("io depth"),
        paths=row.texts.get("paths"),
        cpu_percent=row.texts.get("cpu% [last]"),
    )
    if direct == 0:
        draft.warn(
            "Without direct I/O the host's cache took part: this may be memory speed.", row.line
        )
