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
from arraywise.importers.kit.labelled import LabelledFigure, LabelledValues, labelled_json_values
from arraywise.importers.kit.readings import (
    MOST_RUNS,
    ROW_SENTENCES,
    LineProblemCounts,
    ReadingDraft,
    RunDraft,
    add_derived_measurement,
    as_short_line,
    nearest_rank_percentiles,
    parse_number,
)
from arraywise.importers.kit.text import TextPositions, decode, number_nonblank_lines

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
    LabelledFigure("Throughput (requests/second)", Metric.TRANSACTION_RATE),
    LabelledFigure("Measured Requests", Metric.TRANSACTIONS_COMPLETED, 1.0, "total"),
)
_TIMES: Final = tuple(
    LabelledFigure(f"{label} Latency (microseconds)", Metric.RESPONSE_TIME, MICROSECOND, statistic)
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
        """Search for keys of the summary, or the heading of the transactions."""
        return _SIGN.search(decode(source.head).text) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Group the files whose names differ only in their end."""
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
            ReadingDraft(run_type="transaction log") if is_table else _read_summary(file)
            for file, is_table in zip(files, are_tables, strict=True)
        ]
        summary = next((log.drafts[0] for log in logs if log.drafts), None)
        readings = []
        for log, source, file, is_table in zip(logs, group, files, are_tables, strict=True):
            log.set_name = _END.sub("", group[0].name) if len(group) > 1 else None
            if is_table:
                _TransactionTable(file).add_runs(log, summary)
            readings.append(log.build_reading(self.tool, source.name, file))
        return readings


def _read_summary(decoded: DecodedText) -> ReadingDraft:
    reading = ReadingDraft(run_type="summary")
    text = decoded.text
    start = text.find("{")
    if start < 0:
        return reading
    scan, places = JsonScan(text, start), TextPositions(text)
    draft = RunDraft(line=places.line(start), complete=scan.is_complete)
    top = labelled_json_values(scan.members, places)
    _set_load_and_attributes(draft, top)
    top.add_measurements(draft, _FIGURES)
    times = scan.members.get("Latency Distribution")
    if isinstance(times, dict):
        labelled_json_values(times, places).add_measurements(draft, _TIMES)
    if not scan.is_complete:
        draft.warn(
            "The results file is cut or damaged here; the part before was read.",
            places.line(scan.end),
        )
    reading.add_run_if_measured(draft)
    return reading


def _set_load_and_attributes(draft: RunDraft, top: LabelledValues) -> None:
    top.describe_run(draft, _ATTRIBUTES)
    users = top.value("terminals")
    draft.load = Load(users=int(users)) if users and users < _MOST_USERS else NO_LOAD
    elapsed = top.value("Elapsed Time (nanoseconds)")
    draft.duration_s = elapsed * 1e-9 if elapsed else None
    started = top.value("Start timestamp (milliseconds)")
    draft.started_at = _epoch_as_iso((started or 0.0) * MILLISECOND)


def _epoch_as_iso(epoch_s: float) -> str | None:
    if not _EARLIEST_EPOCH < epoch_s < _LATEST_EPOCH:
        return None
    return datetime.fromtimestamp(epoch_s, UTC).isoformat()


@dataclass(slots=True)
class _BenchbasePhase:
    line: int
    starts_s: array[float] = field(default_factory=lambda: array("d"))
    durations_s: array[float] = field(default_factory=lambda: array("d"))
    durations_by_name: dict[str, array[float]] = field(default_factory=dict)
    workers: set[str] = field(default_factory=set)

    def add_transaction(self, name: str, start: float, seconds: float, worker: str) -> None:
        """Add one transaction."""
        self.starts_s.append(start)
        self.durations_s.append(seconds)
        if name in self.durations_by_name or len(self.durations_by_name) < _MOST_GROUPS:
            self.durations_by_name.setdefault(name, array("d")).append(seconds)
        if len(self.workers) < _MOST_USERS:
            self.workers.add(worker)

    def build_run_draft(self) -> RunDraft:
        """Build a run from the transactions of the phase."""
        draft = RunDraft(line=self.line, complete=True)
        draft.load = Load(users=len(self.workers))
        first = min(self.starts_s)
        last = max(
            start + time for start, time in zip(self.starts_s, self.durations_s, strict=True)
        )
        draft.started_at = _epoch_as_iso(first)
        if 0 < last - first < _MOST_SECONDS:
            draft.duration_s = round(last - first, 6)
            rate = len(self.durations_s) / (last - first)
            add_derived_measurement(draft, Metric.TRANSACTION_RATE, "mean", rate, self.line)
            draft.series.append(self._completions_per_second(first, last))
        self._add_statistics(draft, self.durations_s, None)
        for name, times in self.durations_by_name.items():
            self._add_statistics(draft, times, name)
        return draft

    def _add_statistics(
        self, draft: RunDraft, durations_s: array[float], group: str | None
    ) -> None:
        ordered = sorted(durations_s)
        count = len(ordered)
        add_derived_measurement(
            draft, Metric.TRANSACTIONS_COMPLETED, "total", count, self.line, group
        )
        for statistic, value in (
            ("mean", math.fsum(ordered) / count),
            ("min", ordered[0]),
            ("max", ordered[-1]),
            *nearest_rank_percentiles(ordered),
        ):
            add_derived_measurement(
                draft, Metric.RESPONSE_TIME, statistic, value, self.line, group
            )

    def _completions_per_second(self, first_s: float, last_s: float) -> Series:
        """Build the series of transactions that ended in each whole second."""
        ends = zip(self.starts_s, self.durations_s, strict=True)
        counts = Counter(int(start + time - first_s) for start, time in ends)
        seconds = range(int(last_s - first_s))
        values = array("d", (counts[second] for second in seconds))
        moments = array("d", (first_s + second for second in seconds))
        return Series("transaction_rate", Unit.PER_SECOND, values, moments, self.line)


class _TransactionTable:
    def __init__(self, decoded: DecodedText) -> None:
        self._phases: dict[str, _BenchbasePhase] = {}
        self._line_problems = LineProblemCounts()
        self._columns: list[str] = []
        for line_number, line in number_nonblank_lines(decoded.lines):
            if line.startswith(_HEADING):
                self._columns = [name.strip() for name in line.split(",")]
            elif self._columns:
                self._read_row(line, line_number)

    def _read_row(self, line: str, line_number: int) -> None:
        cells = dict(zip(self._columns, line.split(","), strict=False))
        start = parse_number(cells.get("Start Time (microseconds)", ""))
        time = parse_number(cells.get("Latency (microseconds)", ""))
        phase = cells.get("Phase Id (index in config file)", "").strip()
        if start is None or time is None or not phase.isdecimal():
            self._line_problems.count_line("short", line_number)
            return
        if phase in self._phases or len(self._phases) < MOST_RUNS:
            name = as_short_line(cells["Transaction Name"]) or "?"
            worker = cells.get("Worker Id (start number)", "")[:20]
            row_phase = self._phases.setdefault(phase, _BenchbasePhase(line_number))
            row_phase.add_transaction(name, start, time * MICROSECOND, worker)

    def add_runs(self, reading: ReadingDraft, summary: RunDraft | None) -> None:
        """Add a run for each phase; beside a summary only where there is one phase."""
        phases = list(self._phases.values())
        reading.problems += self._line_problems.build_problems(ROW_SENTENCES)
        if len(phases) > 1 and summary is not None:
            reading.is_companion_file = True
            reading.info(
                "Transactions of {count} phases; the summary beside this file is of all of them.",
                count=len(phases),
            )
            return
        for phase in phases:
            draft = phase.build_run_draft()
            if summary is not None:
                draft.load = summary.load
            reading.add_run(draft)
