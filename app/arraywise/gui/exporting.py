"""Writes the documents of a study in the background and says where they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from arraywise.gui import file_dialogs, wording
from arraywise.gui.background import Job, Lane
from arraywise.usecases.export_report import export_report
from arraywise.usecases.export_workbook import export_workbook as write_workbook

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.domain.problems import UserError
    from arraywise.domain.report_options import ReportOptions
    from arraywise.gui.background import Watch
    from arraywise.gui.banner import Banner
    from arraywise.gui.session import Session

translate = QCoreApplication.translate


def export_pdf(session: Session, banner: Banner, options: ReportOptions) -> None:
    """Ask where the PDF is to lie, and write it."""
    kind = translate("Export", "PDF report")
    path = file_dialogs.ask_document(banner, session.study.path, ".pdf", kind)
    if path is not None:
        write_pdf(session, banner, path, options)


def write_pdf(session: Session, banner: Banner, path: Path, options: ReportOptions) -> None:
    """Write the PDF."""

    def work(watch: Watch) -> None:
        export_report(
            session.study,
            path,
            options=options,
            progress=watch.progress,
            stopped=watch.stopped,
        )

    _export(session, banner, path, work, translate("Export", "Writing the PDF"))


def export_workbook(session: Session, banner: Banner) -> None:
    """Ask where the workbook is to lie, and write it."""
    kind = translate("Export", "Workbook with live formulas")
    path = file_dialogs.ask_document(banner, session.study.path, ".xlsx", kind)
    if path is not None:
        title = translate("Export", "Writing the workbook")
        _export(session, banner, path, lambda _w: write_workbook(session.study, path), title)


def _export(
    session: Session,
    banner: Banner,
    path: Path,
    work: Callable[[Watch], None],
    title: str,
) -> None:
    def done(_result: None) -> None:
        banner.say(
            "pass",
            translate("Export", "{name} is written.").format(name=path.name),
            str(path.parent),
            link=translate("Export", "Open"),
            action=lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))),
        )

    def could_not(error: UserError) -> None:
        banner.say("fail", wording.why(error))

    session.background.start(Job(Lane.IMPORTING, work, done, title=title, otherwise=could_not))
