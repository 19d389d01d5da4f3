"""The report that `charbench -mr` prints at the end of a run, ruled with bars and dashes."""

from __future__ import annotations

from dataclasses import dataclass, field

from arraywise.importers.swingbench.record import Entry, Record, Transaction

_TITLE = "Results of Charbench Run"
_TRANSACTION = "Transaction"
_OVERVIEW = {
    "Benchmark Name": "BenchmarkName",
    "Time of Run": "TimeOfRun",
    "Length of Benchmark": "TotalRunTime",
    "Total Logon Time": "TotalLogonTime",
    "Total Completed Transactions": "TotalCompletedTransactions",
    "Total Failed Transactions": "TotalFailedTransactions",
    "Maximum Transactions/min": "MaximumTransactionRate",
    "Average Transactions/sec": "AverageTransactionsPerSecond",
    "Total Rollback Statements": "RollbackStatements",
}
_TIMES = {
    "Minimum Response Time": "MinimumResponse",
    "Maximum Response Time": "MaximumResponse",
    "Average Response Time": "AverageResponse",
    "Geometric Mean Response Time": "GeometricMean",
    "Median Response Time": "MedianResponse",
    "Number of Transactions": "TransactionCount",
    "Failed Transactions": "FailedTransactionCount",
    "Rolled Back Transactions": "RollbackCount",
}

_OWN = {_TITLE, "Maximum Transactions/min", "Average Transactions/sec"}
"""Words that no other tool's table has."""


@dataclass(slots=True)
class Report:
    """One printed report."""

    line: int
    record: Record
    mixed: bool = False
    """The same figure stands in it twice: several processes wrote it together."""
    names: set[str] = field(default_factory=set)
    """Of the transactions so far."""


def is_report_line(line: str) -> bool:
    """Say whether a line can only come from such a report."""
    return any(cell in _OWN for cell in _cells(line))


def read_reports(lines: list[str]) -> list[Report]:
    """Find the reports in a log, already without terminal colours."""
    reports: list[Report] = []
    for number, line in enumerate(lines, 1):
        cells = _cells(line)
        for place, cell in enumerate(cells):
            if cell == _TITLE:
                reports.append(Report(number, Record(whole=False, states_unit=False)))
            elif cell.startswith(_TRANSACTION) and ":" in cell:
                _begin_transaction(reports, cell.partition(":")[2].strip())
            elif cell in _OVERVIEW or cell in _TIMES:
                value = cells[place + 1] if place + 1 < len(cells) else ""
                _take(reports, cell, Entry(value, number, _column(line, place + 1)))
    for report in reports:
        report.record.whole = _is_whole(report.record)
    return reports


def _cells(line: str) -> list[str]:
    """Split a line at its bars; what containers print before the first bar is one more cell."""
    return [cell.strip() for cell in line.split("|")] if "|" in line else []


def _column(line: str, place: int) -> int:
    """Return where a cell's text begins, from 1; cells count from 0."""
    before, _, rest = line.partition("|") if place else ("", "", line)
    at = len(before) + 1 if place else 0
    for _ in range(place - 1):
        cell, _, rest = rest.partition("|")
        at += len(cell) + 1
    return at + len(rest) - len(rest.lstrip()) + 1


def _begin_transaction(reports: list[Report], name: str) -> None:
    if not reports:
        return
    report = reports[-1]
    report.mixed = report.mixed or name in report.names
    report.names.add(name)
    report.record.transactions.append(Transaction(name, {}))


def _take(reports: list[Report], label: str, entry: Entry) -> None:
    """Put a value where its label belongs; a report may have lost its title in a paste."""
    if label in _OVERVIEW:
        if not reports:
            reports.append(Report(entry.line or 1, Record(whole=False, states_unit=False)))
        fields, name = reports[-1].record.fields, _OVERVIEW[label]
    elif label in _TIMES and reports and reports[-1].record.transactions:
        fields, name = reports[-1].record.transactions[-1].fields, _TIMES[label]
    else:
        return
    reports[-1].mixed = reports[-1].mixed or name in fields
    fields.setdefault(name, entry)


def _is_whole(record: Record) -> bool:
    """A report ends with the last line of its last transaction."""
    if not {"TotalCompletedTransactions", "AverageTransactionsPerSecond"} <= record.fields.keys():
        return False
    if not record.transactions:
        return "RollbackStatements" in record.fields
    return "RollbackCount" in record.transactions[-1].fields
