"""The report that `charbench -mr` prints at the end of a run, ruled with bars and dashes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arraywise.importers.swingbench.record import Entry, Record, Transaction

_TITLE = re.compile(r"\|\s*Results of Charbench Run\b")
_TRANSACTION = re.compile(r"\|\s*Transaction\s*:\s*(.*?)\s*\|?\s*$")
_LINE = re.compile(r"\|\s*([A-Z][\w /]+?)\s*\|\s*(.*?)\s*\|?\s*$")
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


@dataclass(slots=True)
class Report:
    """One printed report."""

    line: int
    record: Record
    mixed: bool = False
    """The same figure stands in it twice: several processes wrote it together."""


def is_report_line(line: str) -> bool:
    """Say whether a line can only come from such a report."""
    match = _LINE.search(line)
    return bool(_TITLE.search(line)) or bool(match and match[1] in _OVERVIEW)


def read_reports(lines: list[str]) -> list[Report]:
    """Find the reports in a log, already without terminal colours."""
    reports: list[Report] = []
    for number, line in enumerate(lines, 1):
        if "|" not in line:
            continue
        if _TITLE.search(line):
            reports.append(Report(number, Record(whole=False)))
        elif match := _TRANSACTION.search(line):
            if reports:
                _begin_transaction(reports[-1], match[1])
        elif match := _LINE.search(line):
            _take(reports, match[1], Entry(match[2], number))
    for report in reports:
        report.record.whole = _is_whole(report.record)
    return reports


def _begin_transaction(report: Report, name: str) -> None:
    names = {transaction.name for transaction in report.record.transactions}
    report.mixed = report.mixed or name in names
    report.record.transactions.append(Transaction(name, {}))


def _take(reports: list[Report], label: str, entry: Entry) -> None:
    """Put a value where its label belongs; a report may have lost its title in a paste."""
    if label in _OVERVIEW:
        if not reports:
            reports.append(Report(entry.line or 1, Record(whole=False)))
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
