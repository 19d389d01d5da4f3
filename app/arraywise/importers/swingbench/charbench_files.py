"""Reads files of charbench output: its rows and the report that -mr prints."""

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
    build_run_from_rows,
    parse_console_log,
)
from arraywise.importers.swingbench.runs import (
    MOST_RECORDS,
    DocumentText,
    ResultsDocument,
    SwingbenchFileContent,
    Transaction,
    benchmark_name,
    build_document_run,
    run_name,
    split_lines,
)
from arraywise.importers.swingbench.values import parse_duration_s, parse_possible_moments

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
    document: ResultsDocument
    has_several_writers: bool = False
    """Whether the same figure is in it twice: several processes wrote it together."""
    transaction_names: set[str] = field(default_factory=set)
    """Of the transactions so far."""


def is_report_line(line: str) -> bool:
    """Return whether a line can only come from such a report."""
    return any(cell in _OWN for cell in _split_cells(line))


def parse_reports(lines: list[str]) -> list[CharbenchReport]:
    """Parse the reports in a log that has no terminal colours any more."""
    reports: list[CharbenchReport] = []
    for number, line in enumerate(lines, 1):
        cells = _split_cells(line)
        for place, cell in enumerate(cells):
            if cell == _TITLE:
                reports.append(
                    CharbenchReport(number, ResultsDocument(is_complete=False, states_unit=False))
                )
            elif cell.startswith(_TRANSACTION) and ":" in cell:
                _begin_transaction(reports, cell.partition(":")[2].strip())
            elif cell in _OVERVIEW or cell in _TIMES:
                value = cells[place + 1] if place + 1 < len(cells) else ""
                _store_value(
                    reports, cell, DocumentText(value, number, _cell_column(line, place + 1))
                )
    for report in reports:
        report.document.is_complete = _is_complete(report.document)
    return reports


def _split_cells(line: str) -> list[str]:
    """Split a line at its bars; what containers print before the first bar is one more cell."""
    return [cell.strip() for cell in line.split("|")] if "|" in line else []


def _cell_column(line: str, cell_index: int) -> int:
    """Return where a cell's text begins, from 1; cells count from 0."""
    before, _, remaining = line.partition("|") if cell_index else ("", "", line)
    at = len(before) + 1 if cell_index else 0
    for _ in range(cell_index - 1):
        cell, _, remaining = remaining.partition("|")
        at += len(cell) + 1
    return at + len(remaining) - len(remaining.lstrip()) + 1


def _begin_transaction(reports: list[CharbenchReport], name: str) -> None:
    if not reports:
        return
    report = reports[-1]
    report.has_several_writers = report.has_several_writers or name in report.transaction_names
    report.transaction_names.add(name)
    report.document.transactions.append(Transaction(name, {}))


def _store_value(reports: list[CharbenchReport], label: str, entry: DocumentText) -> None:
    """Store a value under its label; a report may have lost its title in a paste."""
    if label in _OVERVIEW:
        if not reports:
            reports.append(
                CharbenchReport(entry.line, ResultsDocument(is_complete=False, states_unit=False))
            )
        fields, name = reports[-1].document.fields, _OVERVIEW[label]
    elif label in _TIMES and reports and reports[-1].document.transactions:
        fields, name = reports[-1].document.transactions[-1].fields, _TIMES[label]
    else:
        return
    reports[-1].has_several_writers = reports[-1].has_several_writers or name in fields
    fields.setdefault(name, entry)


def _is_complete(document: ResultsDocument) -> bool:
    """Return whether a report has its end, the last line of its last transaction."""
    if (
        not {"TotalCompletedTransactions", "AverageTransactionsPerSecond"}
        <= document.fields.keys()
    ):
        return False
    if not document.transactions:
        return "RollbackStatements" in document.fields
    return "RollbackCount" in document.transactions[-1].fields


SEVERAL_WRITERS = CodedSentence(
    ProblemCode.SEVERAL_WRITERS,
    "Several charbench processes wrote this log. Use one log per process.",
)


def read_console_log(text: str, file_name: str) -> SwingbenchFileContent:
    """Read the runs of a charbench log, already without terminal colours."""
    lines = split_lines(text)
    log, reports = parse_console_log(lines), parse_reports(lines)
    result = SwingbenchFileContent(version=log.version)
    pairs = _pair_tables_with_reports(log, reports)[:MOST_RECORDS]
    if text.count("\n") > len(lines) or len(log.runs) > len(pairs):
        result.warn("Only the beginning of the log was read: it is too long.", len(lines))
    for index, (table, own) in enumerate(pairs):
        run = _build_run(table, own, run_name(file_name, index, len(pairs)), result)
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


def _pair_tables_with_reports(
    log: ConsoleLog, reports: list[CharbenchReport]
) -> list[tuple[ConsoleRun | None, list[CharbenchReport]]]:
    """Pair each table with the reports that follow it, up to the next table."""
    if not log.runs:
        if _ran_one_after_another(reports):
            return [(None, [report]) for report in reports]
        return [(None, reports)] if reports else []
    pairs: list[tuple[ConsoleRun | None, list[CharbenchReport]]] = [
        (table, []) for table in log.runs
    ]
    starts = [table.line for table in log.runs]
    for report in reports:
        pairs[max(bisect_right(starts, report.line) - 1, 0)][1].append(report)
    return pairs


def _ran_one_after_another(reports: list[CharbenchReport]) -> bool:
    """Return whether each run ended before the next began, by either reading of their dates."""
    spans = [_run_span(report) for report in reports]
    return all(
        before is not None
        and after is not None
        and before[0] + before[2] <= after[0]
        and before[1] + before[2] <= after[1]
        for before, after in pairwise(spans)
    )


def _run_span(report: CharbenchReport) -> tuple[datetime, datetime, timedelta] | None:
    """Return when a run began, by either reading of its date, and how long it took."""
    dates = parse_possible_moments(report.document.field_text("TimeOfRun") or "")
    length = parse_duration_s(report.document.field_text("TotalRunTime") or "")
    if not dates or length is None or report.has_several_writers:
        return None
    return dates[0], dates[-1], timedelta(seconds=length)


def _build_run(
    table: ConsoleRun | None,
    reports: list[CharbenchReport],
    name: str,
    result: SwingbenchFileContent,
) -> Run | None:
    if (
        (table and table.has_several_writers)
        or len(reports) > 1
        or any(r.has_several_writers for r in reports)
    ):
        if all(known.code != ProblemCode.SEVERAL_WRITERS for known in result.problems):
            result.error(SEVERAL_WRITERS, table.line if table else reports[0].line)
        return None
    if not reports:
        return _build_run_without_report(table, name, result) if table else None
    run, problems = build_document_run(reports[0].document, name, _most_users_logged_on(table))
    result.problems += problems
    result.benchmark = benchmark_name(reports[0].document)
    if not reports[0].document.is_complete:
        result.warn("The report at the end of the run is not whole.", reports[0].line)
    return _with_row_data(run, table, reports[0], result)


def _build_run_without_report(
    table: ConsoleRun, name: str, result: SwingbenchFileContent
) -> Run | None:
    if not table.rows:
        template = "The table has no rows: the run did not start, or the output is incomplete."
        if table.misfit_lines:
            template = "No row fits the table's header."
        result.error(template, table.misfit_lines[0] if table.misfit_lines else table.line)
        return None
    run, problems = build_run_from_rows(table, name)
    result.problems += problems
    if not table.is_completed:
        result.warn(
            'No "Completed Run." at the end: the run was stopped or the log is cut.',
            table.rows[-1].line,
        )
    return run


def _most_users_logged_on(table: ConsoleRun | None) -> PrintedNumber | None:
    rows = table.rows if table else []
    seen = [PrintedNumber(float(row.logged_on), row.line) for row in rows if row.logged_on]
    return max(seen, default=None)


def _with_row_data(
    run: Run, table: ConsoleRun | None, report: CharbenchReport, result: SwingbenchFileContent
) -> Run:
    """Add what the rows state beyond the report: the users, and the rate second by second."""
    if table is None or not table.rows:
        return run
    dates = parse_possible_moments(report.document.field_text("TimeOfRun") or "")
    if len(dates) == 1 and table.date is None:
        date = dates[0]
        table.date = (date.year, date.month, date.day)
        table.second_of_date = (date.hour * 3600 + date.minute * 60 + date.second) % DAY_S
    rows, problems = build_run_from_rows(table, run.name, with_measurements=False)
    result.problems += problems
    return replace(
        run,
        series=rows.series if len(table.rows) > 1 else (),
        attributes=(*run.attributes, *rows.attributes),
        started_at=run.started_at or rows.started_at,
    )
