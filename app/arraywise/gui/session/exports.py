"""Documents in the background, PDF pages as pictures."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QImage

from arraywise.gui.session.background import BackgroundJob, Lane
from arraywise.gui.session.page_requests import DocumentKind
from arraywise.gui.widgets import files, messages
from arraywise.usecases.export_documents import export_report
from arraywise.usecases.export_documents import export_workbook as write_workbook

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.messages import UserError
    from arraywise.gui.session.background import JobControl
    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.banner import Banner

translate = QCoreApplication.translate

Where = Callable[[], "Banner"]
"""Returns the banner of what is shown, which may be another page by the time of the end."""


def export(session: Session, document: DocumentKind, where: Where) -> None:
    """Ask where a document is to lie, and write it as the study's report is to look."""
    path = _ask(session, document, where())
    if path is not None and document is DocumentKind.REPORT:
        write_pdf(session, path, where)
    elif path is not None:
        title = translate("Export", "Writing the workbook")
        _export(session, path, where, lambda _w: write_workbook(session.study, path), title)


def write_pdf(session: Session, path: Path, where: Where) -> None:
    """Write the PDF."""

    def work(watch: JobControl) -> None:
        export_report(session.study, path, progress=watch.progress, stopped=watch.stopped)

    _export(session, path, where, work, translate("Export", "Writing the PDF"))


def _ask(session: Session, document: DocumentKind, banner: Banner) -> Path | None:
    """Ask where a document is to lie; nothing is asked while there is nothing to write."""
    if session.facts is None or not session.facts.options:
        message = translate("Export", "Nothing to print yet. Add options and evidence first.")
        banner.show_message("warn", message)
        return None
    kind = translate("Export", "PDF report")
    if document is DocumentKind.WORKBOOK:
        kind = translate("Export", "Workbook with live formulas")
    return files.ask_document(banner, session.study.path, document.value, kind)


def _export(
    session: Session, path: Path, where: Where, work: Callable[[JobControl], None], title: str
) -> None:
    def done(_result: None) -> None:
        text = translate("Export", "{name} is written.").format(name=path.name)
        link, url = translate("Export", "Open"), QUrl.fromLocalFile(str(path))
        show = partial(QDesktopServices.openUrl, url)
        where().show_message("pass", text, str(path.parent), link=link, action=show)

    def could_not(error: UserError) -> None:
        where().show_message("fail", messages.error_text(error))

    job = BackgroundJob(Lane.IMPORTING, work, done, title=title, otherwise=could_not)
    session.background.start(job)


@dataclass(frozen=True, slots=True)
class PdfPages:
    """A PDF that we made, and what is known of its pages."""

    pdf: bytes
    sizes: tuple[tuple[float, float], ...]  # width and height of each page, in points
    sections: tuple[int, ...]  # page of each heading of the first level, counted from 0

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self.sizes)


_ONE_AT_A_TIME = Lock()
"""PDFium ends the process where two threads use it, such as those of two windows."""


def read_page_texts(pdf: bytes) -> PdfPages:
    """Find out what is where in a PDF."""
    import pypdfium2  # takes long to load

    with _ONE_AT_A_TIME, closing(pypdfium2.PdfDocument(pdf)) as document:
        sizes = tuple(document.get_page_size(at) for at in range(len(document)))
        marks = (mark.get_dest() for mark in document.get_toc() if mark.level == 0)
        places = (mark.get_index() for mark in marks if mark is not None)
        return PdfPages(pdf, sizes, tuple(at for at in places if at is not None))


def draw_page(pages: PdfPages, number: int, width: int) -> QImage:
    """Draw a page, counted from 0, so many pixels wide."""
    import pypdfium2

    with _ONE_AT_A_TIME, closing(pypdfium2.PdfDocument(pages.pdf)) as document:
        scale = width / pages.sizes[number][0]
        page = document[number]
        with closing(page.render(scale=scale, rev_byteorder=True, prefer_bgrx=True)) as drawn:
            sizes = drawn.width, drawn.height, drawn.stride
            image = QImage(bytes(drawn.buffer), *sizes, QImage.Format.Format_RGBX8888)
            return image.copy()  # the buffer goes with the bitmap
