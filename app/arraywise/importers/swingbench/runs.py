"""One results document to one run: measurements, series, attributes and what is odd about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Run
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import Figure, say
from arraywise.domain.units import Unit
from arraywise.importers.swingbench.checks import (
    check,
    settle_rate,
    without_degenerate_percentiles,
)
from arraywise.importers.swingbench.figures import is_number, number, shortened
from arraywise.importers.swingbench.histograms import bounded_percentiles, pooled_percentiles
from arraywise.importers.swingbench.measures import (
    KNOWN_ELEMENTS,
    Figures,
    Value,
    figures_of,
    measurements,
)
from arraywise.importers.swingbench.readings import Readings, read_readings
from arraywise.importers.swingbench.times import start_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.evidence import Series
    from arraywise.importers.swingbench.record import Record

MILLISECONDS = "milliseconds"
MOST_LINES, LONGEST_LINE = 300_000, 2_000
"""A line a second for three days."""
_MOST_TRANSACTIONS = 500
_MOST_WAITS = 11
_MOST_OTHERS = 200
_ATTRIBUTES = (
    ("users_requested", "NumberOfUsers"),
    ("min_inter_think_ms", "MinimumInterThinkTime"),
    ("max_inter_think_ms", "MaximumInterThinkTime"),
    ("min_intra_think_ms", "MinimumIntraThinkTime"),
    ("max_intra_think_ms", "MaximumIntraThinkTime"),
    ("timings_in", "TimingsIn"),
    ("wait_till_all_logon", "WaitTillAllLogon"),
    ("logon_time", "TotalLogonTime"),
    ("driver", "Driver"),
    ("cpu_user_percent", "AverageUsrCPU"),
    ("cpu_system_percent", "AverageSysCPU"),
)
"""The connect string and the comment stay where they are: they may name hosts and people."""


@dataclass(slots=True)
class Found:
    """What one file holds."""

    runs: list[Run] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    version: str | None = None
    benchmark: str | None = None

    def note(self, severity: Severity, template: str, line: int | None, **figures: Figure) -> None:
        """Add a problem."""
        self.problems.append(Problem(severity, say(template, **figures), line))


def understand(record: Record, name: str, users: Value | None = None) -> tuple[Run, list[Problem]]:
    """Make a run of what a results document states, with what there is to say about it.

    Args:
        record: The document in the XML's element names.
        name: What the run is called.
        users: Users seen on the console, for documents that do not state them.
    """
    if len(record.transactions) > _MOST_TRANSACTIONS:
        record.whole = False
        del record.transactions[_MOST_TRANSACTIONS:]
        record.note(Severity.ERROR, "The document has far more transactions than any run.", None)
    readings = Readings(None, whole=True)
    if record.readings:
        text, line, _ = record.readings
        readings = read_readings(text, line, is_cut=record.readings_cut)
    figures = figures_of(record)
    if figures.users is None and users:
        figures = replace(figures, users=users)
    figures, problems = _sound(figures, record)
    problems += check(figures, readings)
    figures = settle_rate(figures)
    start = start_of(record.text("TimeOfRun"), readings.first_stamp_s, record.line("TimeOfRun"))
    if start.problem:
        problems.append(start.problem)
    pooled = pooled_percentiles(record, figures)
    if pooled:
        said = say("Percentiles over all transactions were found by adding up their histograms.")
        problems.append(Problem(Severity.INFO, said, pooled[0].line))
    else:
        pooled = bounded_percentiles(record, figures)
    run = Run(
        name=name,
        complete=record.whole and bool(figures.completed and figures.completed.value),
        measurements=(*measurements(figures), *pooled),
        series=(*((readings.series,) if readings.series else ()), *_other_readings(record)),
        started_at=start.iso,
        duration_s=figures.duration_s or None,
        attributes=_attributes(record),
    )
    return run, [*record.problems, *problems]


def _other_readings(record: Record) -> Iterator[Series]:
    """Give other lists of stamps and figures (`CPUReadings`), under their own names."""
    for name, entry in record.fields.items():
        if name.endswith("Readings"):
            series = read_readings(entry.text, entry.line).series
            if series:
                yield replace(series, name=shortened(name), unit=Unit.ONE)


def lines_of(text: str) -> list[str]:
    """Split a text into lines, as many and as long as the tool may ever print."""
    return [line[:LONGEST_LINE] for line in text.split("\n", MOST_LINES)[:MOST_LINES]]


def run_name(file: str, index: int, of: int) -> str:
    """Name a run after its file, and by number where the file holds several."""
    stem = re.split(r"[/\\]", file)[-1].rsplit(".", 1)[0]
    name = shortened(stem) or "swingbench"
    return name if of == 1 else f"{name} ({index + 1})"


def benchmark_name(record: Record) -> str | None:
    """Return the benchmark's name without the quotes that the tool puts around it."""
    name = shortened((record.text("BenchmarkName") or "").strip('"'))
    return name or None


def _sound(figures: Figures, record: Record) -> tuple[Figures, list[Problem]]:
    """Take out what cannot be trusted: times in an unknown unit, percentiles gone wrong."""
    timings = record.text("TimingsIn") or MILLISECONDS
    may_be_missing = record.states_unit and not record.whole and "TimingsIn" not in record.fields
    if timings.casefold() == MILLISECONDS and not (may_be_missing and figures.transactions):
        return without_degenerate_percentiles(figures)
    if may_be_missing:
        said = say("What names the unit of the response times is missing; they were left out.")
    else:
        said = say(
            "Timings are in {unit}, not in milliseconds; response times were not converted and"
            " were left out.",
            unit=shortened(timings),
        )
    kept = tuple(replace(t, times_ms={}) for t in figures.transactions)
    problem = Problem(Severity.WARNING, said, record.line("TimingsIn"))
    return replace(figures, transactions=kept), [problem]


def _attributes(record: Record) -> tuple[tuple[str, str], ...]:
    found = [("benchmark", name)] if (name := benchmark_name(record)) else []
    for attribute, element in _ATTRIBUTES:
        if text := record.text(element):
            found.append((attribute, shortened(text)))
    waits = [f"{name} {share} %" for name, share in record.waits[:_MOST_WAITS]]
    if waits:
        found.append(("wait_events", shortened(", ".join(waits), 500)))
    think_time = _think_time_s(record)
    if think_time is not None:
        found.append(("think_time_s", f"{think_time:g}"))
    return (*found, *islice(_other_figures(record), _MOST_OTHERS))


def _other_figures(record: Record) -> Iterator[tuple[str, str]]:
    """Give what full statistics say of a kind of transaction besides times and counts."""
    for transaction in record.transactions:
        for name in sorted(transaction.fields.keys() - KNOWN_ELEMENTS):
            text = transaction.fields[name].text.strip()
            if is_number(text):
                yield f"{shortened(transaction.name)}: {shortened(name)}", text


def _think_time_s(record: Record) -> float | None:
    """Return the mean think time between transactions (MODEL P2.3).

    With think times inside of transactions as well it cannot be had: nobody states how many of
    them a transaction has.
    """
    low, high = _milliseconds(record, "MinimumInter"), _milliseconds(record, "MaximumInter")
    within = _milliseconds(record, "MaximumIntra")
    if low is None or high is None or within != 0 or low > high:
        return None
    return (low + high) / 2 / 1000


def _milliseconds(record: Record, which: str) -> float | None:
    text = record.text(f"{which}ThinkTime")
    return number(text) if text else None
