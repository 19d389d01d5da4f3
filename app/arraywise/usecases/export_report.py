"""Writes the client's PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import Stopped
from arraywise.usecases.progress import never_stopped, no_progress

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.store.study import Study
    from arraywise.usecases.progress import Progress


def export_report(
    study: Study,
    path: Path,
    *,
    language: str = "en",
    paper: str = "A4",
    progress: Progress = no_progress,
    stopped: Callable[[], bool] = never_stopped,
) -> None:
    """Write the report of a study; the same study gives the same bytes.

    Args:
        study: open.
        path: of the PDF; a file that is there is replaced once the new one is complete.
        language: `en`, `de` or `pt_BR`.
        paper: `A4` or `Letter`.
        progress: told how far it is.
        stopped: asked after every page.

    Raises:
        UserError: There is no such language or paper, the study's figures contradict each other,
            or the file cannot be written.
        Stopped: `stopped` said so; the file is as it was.
    """
    from arraywise.report.document import build_pdf
    from arraywise.usecases.document_content import gather_content
    from arraywise.usecases.whole_file import write_whole_file

    def on_page(number: int) -> None:
        if stopped():
            raise Stopped
        progress(1, 3, f"Page {number}")

    progress(0, 3, "Working out the answer")
    content = gather_content(study)
    pdf = build_pdf(content, language=language, paper=paper, on_page=on_page)
    progress(2, 3, "Writing the file")
    write_whole_file(path, pdf)
    progress(3, 3, "Done")
