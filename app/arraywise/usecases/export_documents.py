"""Write the report and the workbook of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import Progress, Stopped, ignore_progress, is_never_stopped
from arraywise.domain.study import Attachment, ReportOptions
from arraywise.store.reading.evidence import list_files, read_embedded_bytes
from arraywise.store.reading.inputs import read_report_options
from arraywise.usecases.edit_study import check_report_options, validate_stored_logo

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.report.content import ReportContent
    from arraywise.store.study import Study


_WORKBOOK = "workbook.xlsx"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_ANY = "application/octet-stream"


def export_report(
    study: Study,
    path: Path,
    *,
    options: ReportOptions | None = None,
    progress: Progress = ignore_progress,
    stopped: Callable[[], bool] = is_never_stopped,
) -> None:
    """Write the report of a study; the same study gives the same bytes.

    A PDF that is there is replaced once the new one is complete. It looks as the study's own
    options say unless others are given; `stopped` is asked after every page.

    Raises:
        UserError: There is no such language, paper or colour, the study's figures contradict
            each other, or the file cannot be written.
        Stopped: `stopped` said so; the file is as it was.
    """
    from arraywise.usecases.copy_study import write_file_atomically

    def on_page(number: int) -> None:
        if stopped():
            raise Stopped
        progress(1, 3, f"Page {number}")

    progress(0, 3, "Working out the answer")
    pdf = build_report(study, options or read_report_options(study), on_page)
    progress(2, 3, "Writing the file")
    write_file_atomically(path, pdf)
    progress(3, 3, "Done")


def build_report(
    study: Study,
    options: ReportOptions,
    on_page: Callable[[int], None] | None = None,
    on_section: Callable[[str, int], None] | None = None,
) -> bytes:
    """Build the report without writing it anywhere, as for a preview.

    `on_section` is told the key of each section and the page that it begins on.

    Raises:
        UserError: When there is no such language, paper, edition or colour, the logo cannot be
            read, or the study's figures contradict each other.
    """
    from arraywise.report.document import build_pdf
    from arraywise.usecases.gather_content import build_report_content

    check_report_options(options)
    if options.logo:
        validate_stored_logo(options.logo)
    content = build_report_content(study)
    attached = _build_attachments(study, content, options)
    return build_pdf(
        content,
        options=options,
        attachments=attached,
        on_page=on_page,
        on_section=on_section,
    )


def _build_attachments(
    study: Study, content: ReportContent, options: ReportOptions
) -> tuple[Attachment, ...]:
    """Build the files that go inside the PDF."""
    result: list[Attachment] = []
    if options.attach_workbook:
        from arraywise.report.workbook import build_workbook
        from arraywise.worksheets.engine import evaluate_workbook

        workbook = build_workbook(content, evaluate_workbook, options.paper, options.language)
        result.append(Attachment(_WORKBOOK, workbook, _XLSX, content.facts.name))
    if options.attach_evidence:
        result += [
            Attachment(row.name, raw, _ANY, row.sha256)
            for row in list_files(study)
            if (raw := read_embedded_bytes(study, row.id)) is not None
        ]
    return tuple(result)


def export_workbook(study: Study, path: Path, language: str | None = None) -> None:
    """Write the workbook of a study (.xlsx); the same study gives the same bytes.

    It is set up for the paper of the study's report, and in its language unless another is given.
    A file that is there is replaced once the new one is complete. Raises UserError when there is
    no such language, the study's figures contradict each other, or the file cannot be written.
    """
    from arraywise.report.workbook import build_workbook
    from arraywise.usecases.copy_study import write_file_atomically
    from arraywise.usecases.gather_content import build_report_content
    from arraywise.worksheets.engine import evaluate_workbook

    requests, content = read_report_options(study), build_report_content(study)
    language = language or requests.language
    built = build_workbook(content, evaluate_workbook, requests.paper, language)
    write_file_atomically(path, built)
