"""The imported files with their hashes, as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.grid import Kind

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book, Text

_TITLES = (
    say("File"),
    say("Option"),
    say("Tool"),
    say("Version"),
    say("Run type"),
    say("Status"),
    "SHA-256",
    say("Problem"),
    say("Line"),
    say("Size, bytes"),
)


def write_evidence(book: Book, content: ReportContent, footer: Text) -> None:
    """Write the sheet."""
    note = say("SHA-256 over the bytes of each file as it was imported.")
    grid = book.sheet(say("Evidence"), say("Evidence files"), note)
    grid.head(3, _TITLES, text_columns=len(_TITLES) - 2)
    for row, entry in enumerate(content.evidence, start=4):
        problem = entry.problem
        texts = (
            entry.file,
            entry.option,
            entry.tool,
            entry.tool_version,
            entry.run_type,
            say(entry.status.value),
            entry.sha256,
            problem.said if problem else None,
        )
        for column, text in enumerate(texts):
            grid.put(row, column, text)
        grid.put(row, 8, problem.line if problem else None, Kind.PLAIN, "0")
        grid.put(row, 9, entry.size_bytes, Kind.PLAIN, "#,##0")
    grid.widths(46, 22, 14, 16, 28, 18, 68, 60, 8, 14)
    grid.finish(footer, (4, 1), pages_wide=2)
