"""The tables of Vdbench's pages to rows, by the names of flatfile.html's columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.importers.drafts import Printed, number
from arraywise.importers.text import numbered
from arraywise.importers.vdbench import wording

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping, Sequence

_MOST_EXECUTIONS = 5_000
SERIES_COLUMNS = ("rate", "mb/sec", "resp", "cpu_used", "cpu_kernel")
"""What is kept of most intervals."""


@dataclass(frozen=True, slots=True)
class Row:
    """One interval, or the average over several."""

    line: int
    tod_s: float
    """Second of the day, by the clock of the host."""
    interval: str
    values: Mapping[str, Printed]
    stamp: str | None = None
    """Date of the row, `mm/dd/yyyy`, where it has one."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What else stands in the row: requested rate, threads, sizes."""


@dataclass(slots=True)
class Execution:
    """One run definition that was run, once for each value of its loops."""

    name: str
    line: int
    start_s: float | None = None
    """Second of the day at which it began."""
    date: str | None = None
    """As the heading writes it: `Apr 08, 2016`."""
    settings: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    average: Row | None = None


@dataclass(slots=True)
class Tables:
    """All that a page says."""

    executions: list[Execution] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    """Run definitions that were to be run."""
    completed: bool = False
    created: re.Match[str] | None = None
    version: str | None = None


def second_of_day(text: str) -> float:
    """Read `hh:mm:ss.mmm`."""
    hours, minutes, seconds = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def read_flatfile(lines: list[str]) -> Tables:
    """Read the rows below each heading of a flatfile; a run ends with its average."""
    tables = Tables()
    columns: list[str] = []
    for line_number, line in numbered(lines):
        if wording.FLAT_HEADING.match(line):
            columns = [wording.RENAMED.get(w, w) for w in line.lower().split()]
            continue
        words = list(wording.WORD.finditer(line)) if columns and line.lstrip()[0] != "*" else []
        if len(words) == len(columns) and len(words) > 3:
            _add_flat_row(tables, columns, words, line_number)
    return tables


def _add_flat_row(
    tables: Tables, columns: Sequence[str], words: Sequence[re.Match[str]], line: int
) -> None:
    found = dict(zip(columns, words, strict=True))
    if not {"tod", "run", "interval"} <= found.keys() or not _is_time(found["tod"].group()):
        return
    tod_s, interval = second_of_day(found["tod"].group()), found["interval"].group()
    execution = _execution_of(tables, found["run"].group(), interval, line)
    if execution is None:
        return
    if execution.rows and interval.isdecimal():
        _add(execution, Row(line, tod_s, interval, _values(found, line, SERIES_COLUMNS)))
        return
    texts = {name: word.group() for name, word in found.items()}
    stamp = wording.STAMP.fullmatch(texts.get("timestamp", ""))
    date = stamp["date"] if stamp else None
    _add(execution, Row(line, tod_s, interval, _values(found, line), date, texts))


def _values(
    found: Mapping[str, re.Match[str]], line: int, wanted: Iterable[str] | None = None
) -> dict[str, Printed]:
    """Read the numbers of a row; of most rows only those that make a series."""
    names = found if wanted is None else (name for name in wanted if name in found)
    return {name: p for name in names if name and (p := _printed(found[name], line))}


def _execution_of(tables: Tables, name: str, interval: str, line: int) -> Execution | None:
    """Return the run that a row belongs to; None where there are far too many."""
    last = tables.executions[-1] if tables.executions else None
    if last and last.name == name and not last.average and not _restarts(last, interval):
        return last
    if len(tables.executions) >= _MOST_EXECUTIONS:
        return None
    tables.executions.append(Execution(name, line))
    return tables.executions[-1]


def _is_time(text: str) -> bool:
    return wording.ROW.match(f"{text} 1 0") is not None


def _restarts(execution: Execution, interval: str) -> bool:
    """Intervals count from 1 again where a run began anew without an average before."""
    last = execution.rows[-1].interval if execution.rows else "0"
    both = interval.isdecimal() and last.isdecimal()
    return both and int(interval) <= int(last)


def _add(execution: Execution, row: Row) -> None:
    average = wording.AVERAGE.fullmatch(row.interval)
    if row.interval.isdecimal():
        execution.rows.append(row)
    elif average and int(average["first"]) <= int(average["last"]):
        execution.average = row


def _printed(word: re.Match[str], line: int) -> Printed | None:
    value = number(word.group())
    return None if value is None else Printed(value, line, word.start() + 1)


def read_summary(lines: list[str]) -> Tables:
    """Read the tables of a summary, of the totals or of the screen."""
    tables = Tables()
    columns: list[str] = []
    pending: re.Match[str] | None = None
    for line_number, raw in numbered(lines):
        line = wording.TAG.sub("", raw) if "<" in raw else raw
        if pending:
            columns, pending = _columns(pending["names"], line), None
            continue
        pending = wording.HEADING.match(line)
        if pending:
            _set_date(tables, pending["date"])
            continue
        row = wording.ROW.match(line)
        if row and columns:
            _add_row(tables, columns, line, row, line_number)
        else:
            _take_mark(tables, line, raw, line_number)
    return tables


def _columns(above: str, below: str) -> list[str]:
    """Name the columns by both lines of a heading; of two columns side by side in files' tests."""
    names, halves = [w.strip(".").lower() for w in above.split()], below.lower().split()
    if len(names) == len(halves):
        return [wording.COLUMNS.get(pair, "") for pair in zip(names, halves, strict=True)]
    columns: list[str] = []
    for name in names:
        width = _width(name, halves[len(columns) :])
        below_it = halves[len(columns) : len(columns) + width]
        columns += [wording.COLUMNS.get((name, half), f"{name}_{half}") for half in below_it]
    return columns if len(columns) == len(halves) else []


def _width(name: str, halves: Sequence[str]) -> int:
    """Say how many columns a name stands above, by what stands below it."""
    first = halves[0] if halves else ""
    return 1 if (name, first) in {("read", "pct"), ("mb/sec", "total"), ("xfer", "size")} else 2


def _add_row(
    tables: Tables, columns: Sequence[str], line: str, row: re.Match[str], line_number: int
) -> None:
    words = list(wording.WORD.finditer(line, row.end()))
    if len(words) != len(columns):
        return
    if not tables.executions:
        tables.executions.append(Execution("", line_number))
    execution, interval = tables.executions[-1], row["interval"]
    wanted = SERIES_COLUMNS if execution.rows and interval.isdecimal() else None
    values = _values(dict(zip(columns, words, strict=True)), line_number, wanted)
    _add(execution, Row(line_number, second_of_day(row["tod"]), interval, values))


def _set_date(tables: Tables, date: str) -> None:
    """Take the date of a run's first heading; later ones may be of the next day."""
    last = tables.executions[-1] if tables.executions else None
    if last and not last.rows and last.average is None:
        last.date = date


def _take_mark(tables: Tables, line: str, raw: str, line_number: int) -> None:
    starting = wording.STARTING.match(line)
    if starting and len(tables.executions) < _MOST_EXECUTIONS:
        execution = Execution(starting["name"], line_number, second_of_day(starting["tod"]))
        for name, pattern in wording.PARTS:
            part = pattern.search(starting["rest"])
            if part:
                execution.settings[name] = part["value"].strip()
        if tables.executions:
            execution.date = tables.executions[-1].date
        tables.executions.append(execution)
    listed = wording.LISTED.search(raw)
    if listed and len(tables.listed) < _MOST_EXECUTIONS:
        tables.listed.append(listed["name"])
    tables.completed |= wording.COMPLETED.search(line) is not None
    tables.created = tables.created or wording.CREATED.search(line)
    version = wording.VERSION.match(line)
    if version:
        tables.version = version["version"]
