"""Files of results documents: XML, JSON, and tables of several runs side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import Severity
from arraywise.importers.swingbench import results_json, results_xml
from arraywise.importers.swingbench.exported_column import places_in, with_plain_quotes
from arraywise.importers.swingbench.figures import shortened
from arraywise.importers.swingbench.record import MOST_RECORDS
from arraywise.importers.swingbench.report_tables import read_tables
from arraywise.importers.swingbench.runs import (
    Found,
    benchmark_name,
    lines_of,
    run_name,
    understand,
)

if TYPE_CHECKING:
    from arraywise.importers.swingbench.record import Record


_MOST_ROWS = 2_000


def find_in_xml(text: str, file: str) -> Found:
    """Read the results XML documents of a file."""
    return _found(results_xml.read_documents(text), file)


def find_in_json(text: str, file: str) -> Found:
    """Read the results that were exported from the database."""
    plain, places = with_plain_quotes(text), places_in(text)
    return _found(results_json.read_documents(plain, places), file)


def find_in_tables(text: str, _file: str) -> Found:
    """Read tables of several runs; each column becomes a run under its results file's name."""
    tables = read_tables(lines_of(text)[:_MOST_ROWS])
    found = Found()
    for column in tables.runs:
        column.record.whole = tables.whole
        if column.record.is_empty:
            continue
        run, problems = understand(column.record, column.name)
        found.runs.append(run)
        found.problems += problems
        found.benchmark = found.benchmark or benchmark_name(column.record)
    if any(column.record.transactions for column in tables.runs):
        template = "The table does not name the unit of the response times: milliseconds assumed."
        found.note(Severity.INFO, template, None)
    if tables.unread:
        template = "Sections that hold no rates or response times: {names}."
        found.note(Severity.INFO, template, None, names=shortened(", ".join(tables.unread)))
    if not tables.whole:
        template = "The table is cut: its end is missing."
        found.note(Severity.ERROR, template, text.rstrip().count("\n") + 1)
    return found


def _found(records: list[Record], file: str) -> Found:
    found = Found()
    if len(records) > MOST_RECORDS:
        template = "The file has more runs than {most}; the others were not read."
        found.note(Severity.WARNING, template, None, most=MOST_RECORDS)
    for index, record in enumerate(records[:MOST_RECORDS]):
        if record.is_empty:
            found.problems += record.problems
            if not record.problems:
                found.note(Severity.ERROR, "The results document holds no results.", None)
            continue
        run, problems = understand(record, run_name(file, index, len(records)))
        found.runs.append(run)
        found.problems += problems
        found.benchmark = found.benchmark or benchmark_name(record)
    return found
