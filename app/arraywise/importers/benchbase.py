"""Reads BenchBase's summary.json and raw.csv (every transaction); both of one run are one set."""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import NO_LOAD, Load, Metric, Series
from arraywise.domain.units import MICROSECOND, MILLISECOND, Unit
from arraywise.importers.kit.importer import HEAD_BYTES
from arraywise.importers.kit.json_scan import JsonScan
from arraywise.importers.kit.labelled import Figure, LabelledValues, values_of_json
from arraywise.importers.kit.readings import (
    MOST_RUNS,
    ROW_SENTENCES,
    LineTroubles,
    Log,
    RunDraft,
    derive,
    number,
    percentiles,
    shortened,
)
from arraywise.importers.kit.text import TextPositions, decode, numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.kit.text import DecodedText

_HEADING: Final = "Transaction Type Index,Transaction Name,"
_SIGN = re.compile(
    r'"Latency Distribution"\s*:|"Measured Requests"\s*:|^' + _HEADING, re.MULTILINE
)
_END = re.compile(r"\.(?:summary\.json|raw\.csv)$", re.IGNORECASE)
_FIGURES: Final = (
    Figure("Throughput (requests/second)", Metric.TRANSACTION_RATE),
    Figure("Measured Requests", Metric.TRANSACTIONS_COMPLETED, 1.0, "total"),
)
_TIMES: Final = tuple(
    Figure(f"{label} Latency (microseconds)", Metric.RESPONSE_TIME, MICROSECOND, statistic)
    for label, statistic in (
        *(("Minimum", "min"), ("25th Percentile", "p25"), ("Median", "p50"), ("Average", "mean")),
        *(("75th Percentile", "p75"), ("90th Percentile", "p90"), ("95th Percentile", "p95")),
        *(("99th Percentile", "p99"), ("Maximum", "max")),
    )
)
_ATTRIBUTES: Final = {
    "benchmark": "Benchmark Type",
    "database": "DBMS Type",
    "database_version": "DBMS Version",
    "isolation": "isolation",
    "scale_factor": "scalefactor",
    "final_state": "Final State",
    "goodput_per_s": "Goodput (requests/second)",
}
LIMIT_BYTES = 32 * 1024 * 1024
"""Of a log of transactions; about 800,000 of them."""
_MOST_GROUPS = 100
_MOST_USERS = 1_000_000
_MOST_SECONDS = 1_000_000
_EARLIEST_EPOCH = 631_152_000
_LATEST_EPOCH = 4_102_444_800


class BenchbaseImporter:
    """Importer of BenchBase: the summary and the transactions of one run are read together."""

    tool = "benchbase"

    def recognises(self, source: Source) -> bool:
        """Look for keys of the summary, or the heading of the transactions."""
        return _SIGN.search(decode(source.head).text) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the files that have the same name but for their end."""
        groups: dict[str, list[Source]] = {}
        for i, source in enumerate(sources):
            stem, ends = _END.subn("", source.name)
            groups.setdefault(stem if ends else f"{i}/", []).append(source)
        return list(groups.values())

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read a group; the transactions take their users from the summary."""
        files = [decode(source.data, LIMIT_BYTES) for source in group]
        are_tables = [_HEADING in file.text[:HEAD_BYTES] for file in files]
        logs = [
            Log(run_type="transaction log") if is_table else _read_summary(file)
            for file, is_table in zip(files, are_tables, strict=True)
        ]
        summary = next((log.drafts[0] for log in logs if log.drafts), None)
        readings = []
        for log, source, file, is_table in zip(logs, group, files, are_tables, strict=True):
            log.set_name = _END.sub("", group[0].name) if len(group) > 1 else None
            if is_table:
                _TransactionTable(file).add_runs(log, summary)
            readings.append(log.reading(self.tool, source.name, file))
        return readings


def _read_summary(decoded: DecodedText) -> Log:
    log = Log(run_type="summary")
    text = decoded.text
    start = text.find("{")
    if start < 0:
        return log
    scan, places = JsonScan(text, start), TextPositions(text)
    draft = RunDraft(line=places.line(start), complete=scan.is_whole)
    top = values_of_json(scan.members, places)
    _describe(draft, top)
    top.measure(draft, _FIGURES)
    times = scan.members.get("Latency Distribution")
    if isinstance(times, dict):
        values_of_json(times, places).measure(draft, _TIMES)
    if not scan.is_whole:
        draft.warn(
            "The results file is cut or damaged here; the part before was read.",
            places.line(scan.at),
        )
    log.take(draft)
    return log


def _describe(draft: RunDraft, top: LabelledValues) -> None:
    top.describe(draft, _ATTRIBUTES)
    users = top.value("terminals")
    draft.load = Load(users=int(users)) if users and users < _MOST_USERS else NO_LOAD
    elapsed = top.value("Elapsed Time (nanoseconds)")
    draft.duration_s = elapsed * 1e-9 if elapsed else None
    started = top.value("Start timestamp (milliseconds)")
    draft.started_at = _moment((started or 0.0) * MILLISECOND)


def _moment(seconds: float) -> str | None:
    if not _EARLIEST_EPOCH < seconds < _LATEST_EPOCH:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat()


@dataclass(slots=True)
class _BenchbasePhase:
    line: int
    starts: array[float] = field(default_factory=lambda: array("d"))
    times: array[float] = field(default_factory=lambda: array("d"))
    by_name: dict[str, array[float]] = field(default_factory=dict)
    workers: set[str] = field(default_factory=set)

    def take(self, name: str, start: float, seconds: float, worker: str) -> None:
        """Take one transaction."""
        self.starts.append(start)
        self.times.append(seconds)
        if name in self.by_name or len(self.by_name) < _MOST_GROUPS:
            self.by_name.setdefault(name, array("d")).append(seconds)
        if len(self.workers) < _MOST_USERS:
            self.workers.add(worker)

    def draft(self) -> RunDraft:
        """Build a run from them."""
        draft = RunDraft(line=self.line, complete=True)
        draft.load = Load(users=len(self.workers))
        first = min(self.starts)
        last = max(start + time for start, time in zip(self.starts, self.times, strict=True))
        draft.started_at = _moment(first)
        if 0 < last - first < _MOST_SECONDS:
            draft.duration_s = round(last - first, 6)
            rate = len(self.times) / (last - first)
            derive(draft, Metric.TRANSACTION_RATE, "mean", rate, self.line)
            draft.series.append(self._rates(first, last))
        self._measure(draft, self.times, None)
        for name, times in self.by_name.items():
            self._measure(draft, times, name)
        return draft

    def _measure(self, draft: RunDraft, times: array[float], group: str | None) -> None:
        ordered = sorted(times)
        count = len(ordered)
        derive(draft, Metric.TRANSACTIONS_COMPLETED, "total", count, self.line, group)
        for statistic, value in (
            ("mean", math.fsum(ordered) / count),
            ("min", ordered[0]),
            ("max", ordered[-1]),
            *percentiles(ordered),
        ):
            derive(draft, Metric.RESPONSE_TIME, statistic, value, self.line, group)

    def _rates(self, first: float, last: float) -> Series:
        """Count the transactions that ended in each whole second."""
        ends = zip(self.starts, self.times, strict=True)
        counts = Counter(int(start + time - first) for start, time in ends)
        seconds = range(int(last - first))
        values = array("d", (counts[second] for second in seconds))
        moments = array("d", (first + second for second in seconds))
        return Series("transaction_rate", Unit.PER_SECOND, values, moments, self.line)


class _TransactionTable:
    def __init__(self, decoded: DecodedText) -> None:
        self._phases: dict[str, _BenchbasePhase] = {}
        self._troubles = LineTroubles()
        self._columns: list[str] = []
        for line_number, line in numbered(decoded.lines):
            if line.startswith(_HEADING):
                self._columns = [name.strip() for name in line.split(",")]
            elif self._columns:
                self._take(line, line_number)

    def _take(self, line: str, line_number: int) -> None:
        cells = dict(zip(self._columns, line.split(","), strict=False))
        start = number(cells.get("Start Time (microseconds)", ""))
        time = number(cells.get("Latency (microseconds)", ""))
        phase = cells.get("Phase Id (index in config file)", "").strip()
        if start is None or time is None or not phase.isdecimal():
            self._troubles.note("short", line_number)
            return
        if phase in self._phases or len(self._phases) < MOST_RUNS:
            name = shortened(cells["Transaction Name"]) or "?"
            worker = cells.get("Worker Id (start number)", "")[:20]
            known = self._phases.setdefault(phase, _BenchbasePhase(line_number))
            known.take(name, start, time * MICROSECOND, worker)

    def add_runs(self, notes: Log, summary: RunDraft | None) -> None:
        """Give a run a phase; beside a summary, which holds for all of them, one of all."""
        phases = list(self._phases.values())
        notes.problems += self._troubles.problems(ROW_SENTENCES)
        if len(phases) > 1 and summary is not None:
            notes.is_next_to = True
            notes.info(
                "Transactions of {count} phases; the summary beside this file is of all of them.",
                count=len(phases),
            )
            return
        for phase in phases:
            draft = phase.draft()
            if summary is not None:
                draft.load = summary.load
            notes.add(draft)
