"""Reads elbencho's results as CSV (--csvfile): a row a phase."""

from __future__ import annotations

import re
from typing import Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MIB, MICROSECOND, MILLISECOND
from arraywise.importers.kit.clocks import read_datetime
from arraywise.importers.kit.importer import TextByText
from arraywise.importers.kit.readings import (
    IoWork,
    Log,
    PrintedNumber,
    RunDraft,
    cells_in,
    derive,
    scaled,
    shortened,
)
from arraywise.importers.kit.text import numbered

_START = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:[+-]\d{4}|Z)?")
_MIXED: Final = "rwmix read "
_TIMES: Final = (("mean", "avg"), ("min", "min"), ("max", "max"))


class ElbenchoImporter(TextByText):
    """Importer of elbencho: every file is read on its own."""

    tool = "elbencho"
    run_type = "I/O test"
    sign = re.compile(r"^ISO date,label,(?:.*,)?operation,", re.MULTILINE)

    def read_text(self, text: str, notes: Log) -> None:
        """Read the rows below a heading, a phase each."""
        columns: list[str] = []
        others = 0
        for line_number, line in numbered(text.split("\n")):
            if self.sign.match(line):
                columns = [name.strip().lower() for name in line.split(",")]
            elif columns:
                row = _ElbenchoRow(columns, line, line_number)
                draft = _read(row, notes)
                notes.version = shortened(row.texts.get("version", ""), 40) or notes.version
                if draft is None:
                    others += 1
                else:
                    notes.add(draft)
        if others and notes.drafts:
            notes.info("Operations without I/O (directories, deletion), left out: {n}.", n=others)


class _ElbenchoRow:
    """The cells of one phase, by heading in small letters."""

    def __init__(self, columns: list[str], line: str, line_number: int) -> None:
        cells = list(cells_in(line, line_number, ","))
        named = list(zip(columns, cells, strict=False))
        self.line = line_number
        self.texts = {name: text for name, (text, _) in named}
        self.figures = {name: value for name, (_, value) in named if value is not None}
        self.is_whole = len(cells) >= len(columns)

    def value(self, name: str) -> float | None:
        """Return a figure without its place."""
        return self.figures[name].value if name in self.figures else None


def _read(row: _ElbenchoRow, notes: Log) -> RunDraft | None:
    """Build a run from a phase that read or wrote; None for any other."""
    if not row.is_whole:
        notes.warn("Rows with too few values, left out: {count}.", row.line, count=1)
        return None
    operation = row.texts.get("operation", "").upper()
    is_write = not operation.startswith("READ")
    own, mixed = row.figures.get("iops [last]"), row.figures.get(f"{_MIXED}iops [last]")
    if own is None or not operation.startswith(("READ", "WRITE", "RWMIX")):
        return None
    draft = RunDraft(line=row.line, complete=True)
    draft.name = shortened(f"{row.texts.get('label', '')} {operation}") or None
    stated = row.texts.get("iso date", "")
    moment = read_datetime(stated) if _START.fullmatch(stated) else None
    draft.started_at = moment.isoformat() if moment else None
    seconds = row.value("time ms [last]")
    draft.duration_s = round(seconds * MILLISECOND, 3) if seconds else None
    if mixed is None:
        _measure(draft, row, "", None)
        share = 100.0 if is_write else 0.0
    else:
        _measure(draft, row, "", "write")
        _measure(draft, row, _MIXED, "read")
        _add_up(draft, row, own, mixed)
        both = own.value + mixed.value
        share = round(100 * own.value / both, 1) if both else 100.0
    _describe(draft, row, share)
    return draft if draft.measurements else None


def _measure(draft: RunDraft, row: _ElbenchoRow, prefix: str, group: str | None) -> None:
    for metric, name, factor in (
        (Metric.IOPS, "iops [last]", 1.0),
        (Metric.THROUGHPUT, "mib/s [last]", float(MIB)),
    ):
        result = row.figures.get(prefix + name)
        if result and result.value:
            draft.measure(metric, "mean", result.times(factor), group)
    for statistic, name in _TIMES:
        time = row.figures.get(f"{prefix}io lat us [{name}]")
        draft.measure(Metric.LATENCY, statistic, scaled(time, MICROSECOND), group)


def _add_up(
    draft: RunDraft, row: _ElbenchoRow, writes: PrintedNumber, reads: PrintedNumber
) -> None:
    """Add reads and writes of a mixed phase up; the mean latency is weighted by their rates."""
    both, rates = writes.value + reads.value, (writes.value, reads.value)
    moved = [row.value(f"{prefix}mib/s [last]") for prefix in ("", _MIXED)]
    times = [row.value(f"{prefix}io lat us [avg]") for prefix in ("", _MIXED)]
    busy = sum((time or 0) * rate for time, rate in zip(times, rates, strict=True))
    for metric, value in (
        (Metric.IOPS, both),
        (Metric.THROUGHPUT, sum(v or 0 for v in moved) * MIB if all(moved) else 0.0),
        (Metric.LATENCY, busy / both * MICROSECOND if both and all(times) else 0.0),
    ):
        if value:
            derive(draft, metric, "mean", value, row.line)


def _describe(draft: RunDraft, row: _ElbenchoRow, write_percent: float) -> None:
    block, size = row.value("block size"), row.value("file size")
    threads, hosts = row.value("threads"), row.value("hosts") or 1
    depth = row.value("io depth") or 1
    random = row.value("random")
    IoWork(
        block_bytes=min(block, size) if block and size else block,
        write_percent=write_percent,
        random_percent=None if random is None else 100.0 if random else 0.0,
        outstanding=threads * hosts * depth if threads else None,
    ).describe(draft)
    direct = row.value("direct io")
    draft.describe(
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
