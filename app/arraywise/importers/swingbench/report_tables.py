"""Tables of several runs side by side: `results2txt`/`compareresults2pdf` and `parse_results.py`.

Every column is a run. The tools print 0.00 for a transaction that a run does not have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from arraywise.importers.swingbench.record import Entry, Record, Transaction

_LABELS = {
    "recording name": "BenchmarkName",
    "benchmark name": "BenchmarkName",
    "avg tps": "AverageTransactionsPerSecond",
    "average tx/sec": "AverageTransactionsPerSecond",
    "maximum tx/min": "MaximumTransactionRate",
    "total txns": "TotalCompletedTransactions",
    "total completed transactions": "TotalCompletedTransactions",
    "failed txns": "TotalFailedTransactions",
    "run time": "TotalRunTime",
    "total run time": "TotalRunTime",
    "users": "NumberOfUsers",
    "no of users": "NumberOfUsers",
    "time of run": "TimeOfRun",
    "minimum inter tx think time": "MinimumInterThinkTime",
    "maximum inter tx think time": "MaximumInterThinkTime",
    "minimum intra tx think time": "MinimumIntraThinkTime",
    "maximum intra tx think time": "MaximumIntraThinkTime",
}
_BLOCKS = {
    "average transaction response time": "AverageResponse",
    "10th percentile transaction response time": "TenthPercentile",
    "50th percentile transaction response time": "FiftiethPercentile",
    "90th percentile transaction response time": "NinetiethPercentile",
}
_NO_TITLE = "(-)"
_LONGEST_QUOTED = 2_000
_QUOTED = re.compile(r'([^",]*(?:"[^"]*"[^",]*)*),')
"""What `results2txt` prints behind the name of a file without a title."""
_LAST_BLOCK = "NinetiethPercentile"


@dataclass(slots=True)
class TableRun:
    """One column: a run under the name of its results file."""

    name: str
    record: Record = field(default_factory=lambda: Record(states_unit=False))
    _by_name: dict[str, Transaction] = field(default_factory=dict)

    def take_time(self, transaction: str, element: str, entry: Entry) -> None:
        """Add a response time of one kind of transaction."""
        if transaction not in self._by_name:
            self._by_name[transaction] = Transaction(transaction, {})
            self.record.transactions.append(self._by_name[transaction])
        self._by_name[transaction].fields.setdefault(element, entry)


@dataclass(slots=True)
class _Reader:
    """Walks through the rows; the present block says what a row of numbers means."""

    runs: list[TableRun] = field(default_factory=list)
    places: list[TableRun | None] = field(default_factory=list)
    """Run by column of the present table."""
    block: str | None = None
    in_overview: bool = True
    is_header: bool = True
    ends_open: bool = False
    """The last table has no closing rule: the text was cut."""
    has_rules: bool = False
    blocks_seen: set[str] = field(default_factory=set)
    unread: list[str] = field(default_factory=list)
    """Titles of sections without anything that is kept here."""

    def read(self, number: int, line: str) -> None:
        """Take in one line."""
        bare = line.strip()
        lead = len(line) - len(line.lstrip())
        if bare.startswith("==") and bare.endswith("=="):
            title = bare.strip("= ")
            self.in_overview, self.is_header = title.casefold() == "overview", True
            if not self.in_overview:
                self.unread.append(title)
        elif bare.startswith("+") and set(bare) <= set("+-= "):
            self.has_rules, self.ends_open = True, False
        elif cells := _cells(bare):
            self.ends_open = self.has_rules
            if self.is_header:
                self._header(cells)
            elif self.in_overview and len(cells) == len(self.places) + 1:
                self._row(number, cells, [lead + at for at in _starts(bare)])

    def _header(self, cells: list[str]) -> None:
        self.is_header = False
        known = {run.name: run for run in self.runs}
        self.places = []
        for cell in cells[1:]:
            name = cell.removesuffix(_NO_TITLE).rstrip()
            if name not in known and self.in_overview:
                known[name] = TableRun(name)
                self.runs.append(known[name])
            self.places.append(known.get(name))

    def _row(self, number: int, cells: list[str], starts: list[int]) -> None:
        label = cells[0].casefold()
        places = zip(cells[1:], starts[1:], strict=False)
        values = [Entry(text, number, at + 1) for text, at in places]
        if label in _BLOCKS:
            self.block = _BLOCKS[label]
            self.blocks_seen.add(self.block)
        elif self.block is None:
            self._overview(label, values)
        elif label:
            for run, value in zip(self.places, values, strict=False):
                if run and value.text:
                    run.take_time(cells[0], self.block, value)

    def _overview(self, label: str, values: list[Entry]) -> None:
        element = _LABELS.get(label)
        for run, value in zip(self.places, values, strict=False):
            if not element or not run or not value.text:
                continue
            fields = run.record.fields
            if element == "MaximumIntraThinkTime" and "MinimumIntraThinkTime" not in fields:
                # parse_results.py prints the minimum first and labels both as the maximum
                fields["MinimumIntraThinkTime"] = value
            else:
                fields.setdefault(element, value)


@dataclass(frozen=True, slots=True)
class Tables:
    """What a text of such tables holds."""

    runs: list[TableRun]
    whole: bool
    unread: list[str]
    """Titles of sections that hold nothing that is kept."""


def read_tables(lines: list[str]) -> Tables:
    """Read the runs of such tables, and whether the text is all there."""
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        reader.read(number, line)
    is_parsed = bool(reader.blocks_seen)
    whole = not reader.ends_open and (not is_parsed or _LAST_BLOCK in reader.blocks_seen)
    return Tables(reader.runs, whole, reader.unread)


def _cells(body: str) -> list[str]:
    """Split a row at bars or, in the CSV form, at commas."""
    if body.startswith("|"):
        return [cell.strip() for cell in body[1:].removesuffix("|").split("|")]
    if "," in body and "|" not in body:
        return [_unquoted(cell.strip()) for cell in _split(body)]
    return []


def _split(body: str) -> list[str]:
    """Split at commas that do not stand between quotation marks."""
    is_quoted = '"' in body and len(body) < _LONGEST_QUOTED
    return _QUOTED.findall(f"{body},") if is_quoted else body.split(",")


def _unquoted(cell: str) -> str:
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        return cell[1:-1].replace('""', '"').strip()
    return cell


def _starts(body: str) -> list[int]:
    """Return where the text of each cell begins, from 0, as `_cells` splits it."""
    is_ruled = body.startswith("|")
    at, starts = int(is_ruled), []
    for cell in body[1:].split("|") if is_ruled else _split(body):
        starts.append(at + len(cell) - len(cell.lstrip(' \t"')))
        at += len(cell) + 1
    return starts
