"""Writes the client's workbook with live formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study


def export_workbook(study: Study, path: Path, language: str | None = None) -> None:
    """Write the workbook of a study (.xlsx); the same study gives the same bytes.

    It is set up for the paper of the study's report.

    Args:
        study: open.
        path: of the workbook; a file that is there is replaced once the new one is complete.
        language: of headings, labels and notes; by default that of the study's report.

    Raises:
        UserError: There is no such language, the study's figures contradict each other, or the
            file cannot be written.
    """
    from arraywise.report.workbook_xlsx import build_workbook
    from arraywise.store.reading.report_options import report_options
    from arraywise.usecases.document_content import gather_content
    from arraywise.usecases.whole_file import write_whole_file

    wishes = report_options(study)
    made = build_workbook(gather_content(study), wishes.paper, language or wishes.language)
    write_whole_file(path, made)
