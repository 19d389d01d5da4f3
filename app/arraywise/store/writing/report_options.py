"""Keeps the choices of a study's report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.reading.report_options import REPORT, YES
from arraywise.store.writing.study import write_setting

if TYPE_CHECKING:
    import duckdb

    from arraywise.domain.report_options import ReportOptions


def write_report_options(cursor: duckdb.DuckDBPyConnection, options: ReportOptions) -> None:
    """Put these choices in the place of the present ones."""
    for name, value in (
        ("language", options.language),
        ("paper", options.paper),
        ("author", options.author),
        ("accent", options.accent),
        ("left_out", " ".join(sorted(options.left_out))),
        ("attach_workbook", YES if options.attach_workbook else ""),
        ("attach_evidence", YES if options.attach_evidence else ""),
    ):
        write_setting(cursor, REPORT + name, value)
    cursor.execute("DELETE FROM report_logo")
    if options.logo:
        cursor.execute("INSERT INTO report_logo VALUES (?)", [options.logo])
