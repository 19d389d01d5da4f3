"""Writes the documents of a study in the background and says where they lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from arraywise.gui import file_dialogs, wording
from arraywise.gui.background import Job, Lane
from arraywise.gui.wishes import Document
from arraywise.usecases.export_report import export_report
from arraywise.usecases.export_workbook import export_workbook as write_workbook

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.problems import UserError
    from arraywise.gui.background import Watch
    from arraywise.gui.banner import Banner
    from arraywise.gui.session import Session

translate = QCoreApplication.translate

Where = Callable[[], "Banner"]
"""Returns the banner of what is shown, which may be another page by the time of the end."""


def export(session: Session, document: Document, where: Where) -> None:
    """Ask where a document is to lie, and write it as the study's report is to look."""
    path = _ask(session, document, where())
    if path is None:
        pass
    elif document is Document.REPORT:
        write_pdf(session, path, where)
    else:
        title = translate("Export", "Writing the workbook")
        _export(session, path, where, lambda _w: write_workbook(session.study, path), title)


def write_pdf(session: Session, path: Path, where: Where) -> None:
    """Write the PDF."""

    def work(watch: Watch) -> None:
        export_report(session.study, path, progress=watch.progress, stopped=watch.stopped)

    _export(session, path, where, work, translate("Export", "Writing the PDF"))


def _ask(session: Session, document: Document, banner: Banner) -> Path | None:
    """Ask where a document is to lie; nothing is asked while there is nothing to write."""
    if session.facts is None or not session.facts.options:
        said = translate("Export", "Nothing to print yet. Add options and evidence first.")
        banner.say("warn", said)
        return None
    kind = {
        Document.REPORT: translate("Export", "PDF report"),
        Document.WORKBOOK: translate("Export", "Workbook with live formulas"),
    }[document]
    return file_dialogs.ask_document(banner, session.study.path, document.value, kind)


def _export(
    session: Session, path: Path, where: Where, work: Callable[[Watch], None], title: str
) -> None:
    def done(_result: None) -> None:
        where().say(
            "pass",
            translate("Export", "{name} is written.").format(name=path.name),
            str(path.parent),
            link=translate("Export", "Open"),
            action=lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))),
        )

    def could_not(error: UserError) -> None:
        where().say("fail", wording.why(error))

    session.background.start(Job(Lane.IMPORTING, work, done, title=title, otherwise=could_not))
