"""Export documents in the background, and render PDF pages as images."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QImage

from arraywise.gui.session.background import BackgroundJob, Worker
from arraywise.gui.session.page_requests import DocumentKind
from arraywise.gui.widgets import files, messages
from arraywise.usecases.export_documents import export_report
from arraywise.usecases.export_documents import export_workbook as write_workbook

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from arraywise.domain.messages import UserError
    from arraywise.gui.session.background import JobControl
    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.banner import Banner

translate = QCoreApplication.translate

BannerGetter = Callable[[], "Banner"]
"""Returns the banner of the current page, which may be another one by the end of an export."""
_PDFIUM_LOCK = Lock()
"""PDFium ends the process where two threads use it, such as those of two windows."""


def export_document(session: Session, document: DocumentKind, get_banner: BannerGetter) -> None:
    """Ask for a path, and write the report or the workbook there in the background."""
    path = _ask_path(session, document, get_banner())
    if path is not None and document is DocumentKind.REPORT:
        write_pdf(session, path, get_banner)
    elif path is not None:
        title = translate("Export", "Writing the workbook")
        _run_export(
            session, path, get_banner, lambda _w: write_workbook(session.study, path), title
        )


def write_pdf(session: Session, path: Path, get_banner: BannerGetter) -> None:
    """Write the report as a PDF in the background."""

    def work(watch: JobControl) -> None:
        export_report(session.study, path, progress=watch.progress, stopped=watch.stopped)

    _run_export(session, path, get_banner, work, translate("Export", "Writing the PDF"))


def _ask_path(session: Session, document: DocumentKind, banner: Banner) -> Path | None:
    """Ask for a document's path; None where the user cancels or the study has no options."""
    if session.facts is None or not session.facts.options:
        message = translate("Export", "Nothing to print yet. Add options and evidence first.")
        banner.show_message("warn", message)
        return None
    kind = translate("Export", "PDF report")
    if document is DocumentKind.WORKBOOK:
        kind = translate("Export", "Workbook with live formulas")
    return files.ask_document(banner, session.study.path, document.value, kind)


def _run_export(
    session: Session,
    path: Path,
    get_banner: BannerGetter,
    work: Callable[[JobControl], None],
    title: str,
) -> None:
    def done(_result: None) -> None:
        text = translate("Export", "{name} is written.").format(name=path.name)
        link, url = translate("Export", "Open"), QUrl.fromLocalFile(str(path))
        show = partial(QDesktopServices.openUrl, url)
        get_banner().show_message("pass", text, str(path.parent), link=link, action=show)

    def failed(error: UserError) -> None:
        get_banner().show_message("fail", messages.error_text(error))

    job = BackgroundJob(Worker.IMPORTING, work, done, title=title, on_error=failed)
    session.background.start(job)


@dataclass(frozen=True, slots=True)
class PdfPages:
    """A PDF of ours, with the sizes of its pages and the first pages of its sections."""

    pdf: bytes
    sizes: tuple[tuple[float, float], ...]  # width and height of each page, in points
    sections: Mapping[str, int]  # page of each section by its key, counted from 0

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self.sizes)


def read_pdf_pages(pdf: bytes, sections: Mapping[str, int]) -> PdfPages:
    """Read the page sizes of a PDF, and keep the pages that its sections begin on."""
    import pypdfium2  # takes long to load

    with _PDFIUM_LOCK, closing(pypdfium2.PdfDocument(pdf)) as document:
        sizes = tuple(document.get_page_size(index) for index in range(len(document)))
        return PdfPages(pdf, sizes, sections)


def render_page(pages: PdfPages, number: int, width: int) -> QImage:
    """Render a page, counted from 0, as an image of a width in pixels."""
    import pypdfium2

    with _PDFIUM_LOCK, closing(pypdfium2.PdfDocument(pages.pdf)) as document:
        scale = width / pages.sizes[number][0]
        page = document[number]
        with closing(page.render(scale=scale, rev_byteorder=True, prefer_bgrx=True)) as bitmap:
            sizes = bitmap.width, bitmap.height, bitmap.stride
            image = QImage(bytes(bitmap.buffer), *sizes, QImage.Format.Format_RGBX8888)
            return image.copy()  # the buffer goes with the bitmap
