"""Files of charbench output; the -mr report."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.messages import CodedSentence, ProblemCode
from arraywise.importers.kit.readings import PrintedNumber
from arraywise.importers.swingbench.charbench import (
    DAY_S,
    ConsoleLog,
    ConsoleRun,
    parse_rows,
    read_console,
)
from arraywise.importers.swingbench.runs import (
    MOST_RECORDS,
    DocumentText,
    Record,
    SwingbenchFileContent,
    Transaction,
    benchmark_name,
    lines_of,
    parse_file,
    run_name,
)
from arraywise.importers.swingbench.values import duration_s, moments

if TYPE_CHECKING:
    from arraywise.domain.evidence import Run

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
class CharbenchReport:
    """One printed report."""

    line: int
    record: Record
    mixed: bool = False
    """The same figure is in it twice: several processes wrote it together."""
    names: set[str] = field(default_factory=set)
    """Of the transactions so far."""


def is_report_line(line: str) -> bool:
    """Return whether a line can only come from such a report."""
    return any(cell in _OWN for cell in _cells(line))


def read_reports(lines: list[str]) -> list[CharbenchReport]:
    """Find the reports in a log, already without terminal colours."""
    reports: list[CharbenchReport] = []
    for number, line in enumerate(lines, 1):
        cells = _cells(line)
        for place, cell in enumerate(cells):
            if cell == _TITLE:
                reports.append(CharbenchReport(number, Record(whole=False, states_unit=False)))
            elif cell.startswith(_TRANSACTION) and ":" in cell:
                _begin_transaction(reports, cell.partition(":")[2].strip())
            elif cell in _OVERVIEW or cell in _TIMES:
                value = cells[place + 1] if place + 1 < len(cells) else ""
                _take(reports, cell, DocumentText(value, number, _column(line, place + 1)))
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


def _begin_transaction(reports: list[CharbenchReport], name: str) -> None:
    if not reports:
        return
    report = reports[-1]
    report.mixed = report.mixed or name in report.names
    report.names.add(name)
    report.record.transactions.append(Transaction(name, {}))


def _take(reports: list[CharbenchReport], label: str, entry: DocumentText) -> None:
    """Store a value under its label; a report may have lost its title in a paste."""
    if label in _OVERVIEW:
        if not reports:
            reports.append(CharbenchReport(entry.line, Record(whole=False, states_unit=False)))
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


SEVERAL_WRITERS = CodedSentence(
    ProblemCode.SEVERAL_WRITERS,
    "Several charbench processes wrote this log. Use one log per process.",
)


def find_in_console(text: str, file: str) -> SwingbenchFileContent:
    """Read the runs of a charbench log, already without terminal colours."""
    lines = lines_of(text)
    log, reports = read_console(lines), read_reports(lines)
    result = SwingbenchFileContent(version=log.version)
    pairs = _pair(log, reports)[:MOST_RECORDS]
    if text.count("\n") > len(lines) or len(log.runs) > len(pairs):
        result.warn("Only the beginning of the log was read: it is too long.", len(lines))
    for index, (table, own) in enumerate(pairs):
        run = _parse_file(table, own, run_name(file, index, len(pairs)), result)
        if run:
            result.runs.append(run)
    if log.error_line:
        result.error("Charbench could not write its results file.", log.error_line)
    if not result.runs and not result.problems:
        result.error(
            "No table and no report in this charbench output: the run did not start, or the"
            " output is incomplete."
        )
    return result


def _pair(
    log: ConsoleLog, reports: list[CharbenchReport]
) -> list[tuple[ConsoleRun | None, list[CharbenchReport]]]:
    """Give each table the reports that follow it, up to the next table."""
    if not log.runs:
        if _one_after_another(reports):
            return [(None, [report]) for report in reports]
        return [(None, reports)] if reports else []
    pairs: list[tuple[ConsoleRun | None, list[CharbenchReport]]] = [
        (table, []) for table in log.runs
    ]
    starts = [table.line for table in log.runs]
    for report in reports:
        pairs[max(bisect_right(starts, report.line) - 1, 0)][1].append(report)
    return pairs


def _one_after_another(reports: list[CharbenchReport]) -> bool:
    """Say whether runs ended before the next ones began, whichever way their dates are meant."""
    spans = [_span(report) for report in reports]
    return all(
        before is not None
        and after is not None
        and before[0] + before[2] <= after[0]
        and before[1] + before[2] <= after[1]
        for before, after in pairwise(spans)
    )


def _span(report: CharbenchReport) -> tuple[datetime, datetime, timedelta] | None:
    """Return when a run began, by either reading of its date, and how long it took."""
    dates = moments(report.record.text("TimeOfRun") or "")
    length = duration_s(report.record.text("TotalRunTime") or "")
    if not dates or length is None or report.mixed:
        return None
    return dates[0], dates[-1], timedelta(seconds=length)


def _parse_file(
    table: ConsoleRun | None,
    reports: list[CharbenchReport],
    name: str,
    result: SwingbenchFileContent,
) -> Run | None:
    if (table and table.mixed) or len(reports) > 1 or any(r.mixed for r in reports):
        if all(known.code != ProblemCode.SEVERAL_WRITERS for known in result.problems):
            result.error(SEVERAL_WRITERS, table.line if table else reports[0].line)
        return None
    if not reports:
        return _of_rows(table, name, result) if table else None
    run, problems = parse_file(reports[0].record, name, _users_of(table))
    result.problems += problems
    result.benchmark = benchmark_name(reports[0].record)
    if not reports[0].record.whole:
        result.warn("The report at the end of the run is not whole.", reports[0].line)
    return _with_rows(run, table, reports[0], result)


def _of_rows(table: ConsoleRun, name: str, result: SwingbenchFileContent) -> Run | None:
    if not table.rows:
        template = "The table has no rows: the run did not start, or the output is incomplete."
        if table.odd_rows:
            template = "No row fits the table's header."
        result.error(template, table.odd_rows[0] if table.odd_rows else table.line)
        return None
    run, problems = parse_rows(table, name)
    result.problems += problems
    if not table.completed:
        result.warn(
            'No "Completed Run." at the end: the run was stopped or the log is cut.',
            table.rows[-1].line,
        )
    return run


def _users_of(table: ConsoleRun | None) -> PrintedNumber | None:
    rows = table.rows if table else []
    seen = [PrintedNumber(float(row.logged_on), row.line) for row in rows if row.logged_on]
    return max(seen, default=None)


def _with_rows(
    run: Run, table: ConsoleRun | None, report: CharbenchReport, result: SwingbenchFileContent
) -> Run:
    """Add what the rows tell beyond the report: the users, and the rate second by second."""
    if table is None or not table.rows:
        return run
    dates = moments(report.record.text("TimeOfRun") or "")
    if len(dates) == 1 and table.date is None:
        date = dates[0]
        table.date = (date.year, date.month, date.day)
        table.date_second = (date.hour * 3600 + date.minute * 60 + date.second) % DAY_S
    rows, problems = parse_rows(table, run.name, with_measurements=False)
    result.problems += problems
    return replace(
        run,
        series=rows.series if len(table.rows) > 1 else (),
        attributes=(*run.attributes, *rows.attributes),
        started_at=run.started_at or rows.started_at,
    )
