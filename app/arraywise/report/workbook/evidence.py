"""The imported files with their hashes, as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.report.workbook.grid import Kind

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book

_TITLES = (
    "File", "Option", "Tool", "Version", "Run type", "Status", "SHA-256", "Problem", "Line",
    "Size, bytes",
)  # fmt: skip


def write_evidence(book: Book, content: ReportContent, footer: str) -> None:
    """Write the sheet."""
    note = "SHA-256 over the bytes of each file as it was imported."
    grid = book.sheet("Evidence", "Evidence files", note)
    grid.head(3, _TITLES, text_columns=len(_TITLES) - 2)
    for row, entry in enumerate(content.evidence, start=4):
        problem = entry.problem
        texts = (
            entry.file,
            entry.option,
            entry.tool,
            entry.tool_version,
            entry.run_type,
            entry.status.value,
            entry.sha256,
            str(problem.said) if problem else None,
        )
        for column, text in enumerate(texts):
            grid.put(row, column, text)
        grid.put(row, 8, problem.line if problem else None, Kind.PLAIN, "0")
        grid.put(row, 9, entry.size_bytes, Kind.PLAIN, "#,##0")
    grid.widths(46, 22, 14, 16, 28, 18, 68, 60, 8, 14)
    grid.finish(footer, (4, 1))
