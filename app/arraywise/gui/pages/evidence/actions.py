"""Import, assign, remove; outcome."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QSpinBox

from arraywise.domain.database_report import DATABASE_REPORTS
from arraywise.domain.evidence import Status
from arraywise.domain.messages import UserError
from arraywise.domain.units import MIB
from arraywise.gui.session.background import Worker
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    build_ok_cancel_box,
    dialog_column,
    fill,
    paragraph,
    with_accessible_name,
)
from arraywise.gui.widgets.files import local_paths
from arraywise.gui.widgets.messages import format_count
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.inputs import read_embed_limit_bytes
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import (
    assign_files_to_option,
    embed_file,
)
from arraywise.usecases.edit_options import accept_proposals
from arraywise.usecases.edit_study import set_embed_limit
from arraywise.usecases.import_files import import_files, import_resumable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.options import OptionProposal
    from arraywise.gui.pages.evidence.details import EvidenceList, EvidenceRow
    from arraywise.gui.session.background import JobControl
    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.banner import Banner
    from arraywise.store.study import Study
    from arraywise.usecases.import_files import ImportedFile, ImportOutcome
    from arraywise.usecases.open_quote import QuoteFile


_LARGEST_MIB = 1_000_000
_WIDE = 420


class LimitDialog(QDialog):
    """Asks for a size in MiB."""

    given = Signal(int)  # carries the size in MiB

    def __init__(self, limit_bytes: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Largest file kept in the study"))
        message = self.tr(
            "Files up to this size are stored in the study. Of larger ones it stores values,"
            " path and hash. Files already imported are unchanged."
        )
        self.size_field = with_accessible_name(QSpinBox(), self.windowTitle())
        self.size_field.setRange(0, _LARGEST_MIB)
        self.size_field.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.size_field.setSuffix(" MiB")
        self.size_field.setValue(limit_bytes // MIB)
        self.size_field.setFixedHeight(theme.height("field"))
        column = fill(dialog_column(self), paragraph(message, _WIDE), self.size_field)
        self.buttons = build_ok_cancel_box(
            self, self.tr("Keep this size")
        )  # after it in Tab's order
        column.addWidget(self.buttons)
        self.accepted.connect(lambda: self.given.emit(self.size_field.value()))


translate = QCoreApplication.translate
_CHANGES = Changes.EVIDENCE | Changes.OPTIONS


def import_paths(
    session: Session, paths: Sequence[Path], then: Callable[[ImportOutcome], None]
) -> None:
    """Import files and folders in the background, with progress and Cancel."""

    def work(watch: JobControl) -> ImportOutcome:
        return import_resumable(
            session.study, paths, progress=watch.progress, stopped=watch.stopped
        )

    title = translate("Evidence", "Reading")
    session.write(work, _CHANGES, then=then, title=title, worker=Worker.IMPORTING)


def import_clipboard(
    session: Session, then: Callable[[ImportOutcome], None], banner: Banner
) -> None:
    """Import the files on the clipboard, or its text as a file; say it where there is neither."""
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()
    paths = () if data is None else local_paths(data)
    if paths:
        import_paths(session, paths, then)
        return
    text = "" if data is None else data.text()
    if not text.strip():
        message = translate("Evidence", "The clipboard holds no file or text.")
        banner.show_message("info", message)
        return
    now = QDateTime.currentDateTime().toString("yyyy-MM-dd HH.mm.ss")
    name = translate("Evidence", "pasted {time}.txt").format(time=now)

    def work(watch: JobControl) -> ImportOutcome:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_text(text, "utf-8", newline="\n")
            outcome = import_files(
                session.study, [path], progress=watch.progress, stopped=watch.stopped
            )
            _embed_pasted_text(session.study, outcome)
            return outcome

    session.write(work, _CHANGES, then=then, worker=Worker.IMPORTING)


def _embed_pasted_text(study: Study, outcome: ImportOutcome) -> None:
    """Keep pasted text inside the study, however little room files have: it is nowhere else."""
    new = {file.id for file in outcome.files if file.duplicate_of is None}
    for file in list_files(study):
        if file.id in new and not file.embedded:
            embed_file(study, file.id)


def assign_files(
    session: Session,
    rows: Sequence[EvidenceRow],
    name: str,
    then: Callable[[int], None] = lambda _count: None,
) -> None:
    """Assign files to an option; an option named for the first time is made, none unassigns.

    What follows is given the number of files.
    """
    ids = [r.file.id for r in rows if r.file.status is not Status.REFUSED]
    if ids:
        session.write(
            lambda _watch: assign_files_to_option(session.study, ids, name or None),
            _CHANGES,
            then=lambda _result: then(len(ids)),
        )


def ask_embed_limit(session: Session, parent: QWidget) -> None:
    """Ask up to which size files are kept inside the study."""

    def ask(limit_bytes: int) -> None:
        asked = LimitDialog(limit_bytes, parent)
        asked.given.connect(
            lambda mib: session.write(
                lambda _watch: set_embed_limit(session.study, mib * MIB), None
            )
        )
        asked.show()

    session.read(read_embed_limit_bytes, ask, key="embed limit")


def embed_files(
    session: Session, rows: Sequence[EvidenceRow], then: Callable[[ImportSummary], None]
) -> None:
    """Keep the bytes of files inside the study; one that is refused keeps no other back."""

    def work(watch: JobControl) -> ImportSummary:
        refusals = []
        done = 0
        for done, row in enumerate(rows, 1):
            watch.progress(done - 1, len(rows), row.file.name)
            try:
                embed_file(session.study, row.file.id)
            except UserError as error:
                refusals.append(messages.error_text(error))
            if watch.stopped():
                break
        return summarise_embedding(done - len(refusals), refusals)

    title = translate("Evidence", "Keeping")
    session.write(work, Changes.EVIDENCE, then=then, title=title, worker=Worker.IMPORTING)


_NAMED = 12  # files that a banner names; its tip shows what it has no room for


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """An import in one line."""

    kind: str  # kind of the banner
    strong: str
    text: str
    problems: int = 0  # files in the study that are worth a look
    quotes: tuple[QuoteFile, ...] = ()  # files that look like quotes and are no evidence


def summarise_import(outcome: ImportOutcome) -> ImportSummary:
    """Describe how an import ended."""
    listed = [file for file in outcome.files if file.id is not None]
    twice = sum(file.duplicate_of is not None for file in listed)
    statuses = [file.status for file in listed if file.duplicate_of is None]
    refused = statuses.count(Status.REFUSED)
    incomplete = statuses.count(Status.INCOMPLETE)
    doubtful = statuses.count(Status.READ_WITH_PROBLEMS)
    parts = [
        text.format(count=figures.number(count))
        for count, text in (
            (refused, translate("Evidence", "{count} refused")),
            (twice, translate("Evidence", "{count} already in the study")),
            (incomplete, translate("Evidence", "{count} incomplete")),
            (doubtful, translate("Evidence", "{count} with problems")),
            (outcome.left, translate("Evidence", "cancelled: {count} not read")),
        )
        if count
    ]
    loose = sum(
        f.option is None and f.status is not Status.REFUSED and f.tool not in DATABASE_REPORTS
        for f in listed
    )
    if loose and not outcome.proposals:
        message = translate(
            "Evidence", "{count} without an option. Select them and choose Assign option."
        )
        parts.append(message.format(count=figures.number(loose)))
    sole = [file for file in listed if file.status is Status.REFUSED]
    parts += (
        _describe_failures(sole) if len(sole) == 1 else []
    )  # where there are more, the list tells
    parts += _describe_failures([file for file in outcome.files if file.id is None])
    parts += _describe_duplicates([file for file in listed if file.duplicate_of is not None])
    parts += _describe_quotes(outcome.quotes)
    read = len(statuses) - refused
    if not outcome.files and not outcome.left:
        nothing = translate("Evidence", "Nothing was read:")
        return ImportSummary("warn", nothing, translate("Evidence", "there is no file in it."))
    one, many = translate("Evidence", "1 file read."), translate("Evidence", "{count} files read.")
    none = translate("Evidence", "No file was read.")
    bad = refused or outcome.left or any(f.id is None and not f.is_folder for f in outcome.files)
    kind = "pass" if read and not bad else "warn"
    return ImportSummary(
        kind,
        format_count(read, one, many) if read else none,
        ", ".join([*(part.removesuffix(".") for part in parts[:-1]), *parts[-1:]]),
        refused + incomplete + doubtful,
        outcome.quotes,
    )


def _describe_failures(files: Sequence[ImportedFile]) -> list[str]:
    """Return which files gave nothing to import, and why."""
    return [
        f"{file.name}: {messages.translate_message(p.message)}"
        for file in files
        for p in file.problems[:1]
    ]


def _describe_quotes(quotes: Sequence[QuoteFile]) -> list[str]:
    """Name the files that look like quotes; at most so many of them."""
    if not quotes:
        return []
    names = [quote.name for quote in quotes[:_NAMED]]
    names += ["…"] if len(quotes) > _NAMED else []
    text = translate("Evidence", "quotes found: {files}")
    return [text.format(files=", ".join(names))]


def _describe_duplicates(files: Sequence[ImportedFile]) -> list[str]:
    """Name the files that have the bytes of another, and that other; at most so many of them."""
    message = translate("Evidence", "{file} has the same bytes as {other}")
    files = [file for file in files if file.name != file.duplicate_of]
    named = [message.format(file=f.name, other=f.duplicate_of) for f in files[:_NAMED]]
    return [*named, "…"] if len(files) > _NAMED else named


def summarise_embedding(count: int, refusals: Sequence[str]) -> ImportSummary:
    """Describe what became of the wish to keep files inside the study."""
    message = format_count(
        count,
        translate("Evidence", "1 file is now stored in the study."),
        translate("Evidence", "{count} files are now stored in the study."),
    )
    if not refusals:
        return ImportSummary("pass", message, "")
    strong = format_count(
        len(refusals),
        translate("Evidence", "1 file still lies outside the study:"),
        translate("Evidence", "{count} files still lie outside the study:"),
    )
    return ImportSummary("fail", strong, " ".join((*refusals, *([message] * bool(count)))))


class OptionOffer:
    """Keeps what is proposed: by the latest import, else by the files that are there."""

    def __init__(
        self, session: Session, banner: Banner, report_import: Callable[[ImportSummary], None]
    ) -> None:
        """Prepare the offer in a banner; `report_import` reports an import afterwards."""
        self._session, self._banner, self._report_import = session, banner, report_import
        self._proposed: Sequence[OptionProposal] = ()
        self._was_listed = False

    def update_proposals(self, result: EvidenceList) -> list[str]:
        """Return names of the options that can be made; offer them when a study is opened."""
        loose = {row.file.id for row in result.rows if row.file.option_id is None}
        left = tuple(p for p in self._proposed if not loose.isdisjoint(p.file_ids))
        if not left and result.proposals:
            self._proposed = left = result.proposals
        if left and not self._was_listed:
            self.show_proposals(left, ImportSummary("info", "", ""))
        self._was_listed = True
        return [proposal.name for proposal in left]

    def show_proposals(self, proposals: Sequence[OptionProposal], message: ImportSummary) -> None:
        """Offer options, and say how the import ended that proposes them."""
        self._proposed, self._was_listed = proposals, True
        names = ", ".join(f"{proposal.name} ({len(proposal.file_ids)})" for proposal in proposals)
        one = translate("Evidence", "1 option proposed from folders and names:")
        many = translate("Evidence", "{count} options proposed from folders and names:")
        these = translate("Evidence", "Make these options")
        self._banner.show_message(
            "warn" if message.problems else "info",
            format_count(len(proposals), one, many),
            f"{names}. {message.strong} {message.text}".strip(),
            link=format_count(len(proposals), translate("Evidence", "Make this option"), these),
            action=lambda: self.create_options(message),
        )

    def create_options(self, message: ImportSummary | None = None) -> None:
        """Create the options; report again what is left to look at.

        Files that were assigned meanwhile stay where they are.
        """
        study, proposals = self._session.study, self._proposed

        def work(_watch: JobControl) -> None:
            loose = {file.id for file in list_files(study) if file.option_id is None}
            left = (
                replace(p, file_ids=tuple(i for i in p.file_ids if i in loose)) for p in proposals
            )
            accept_proposals(study, [p for p in left if p.file_ids])

        def then(_made: object) -> None:
            if message is not None and (message.problems or message.quotes):
                self._report_import(message)

        self._session.write(work, _CHANGES, then=then)
