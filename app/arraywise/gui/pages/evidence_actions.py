"""What the user can do with evidence: bring it in, assign it to options, remove it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime
from PySide6.QtGui import QGuiApplication

from arraywise.domain.evidence import Status
from arraywise.domain.problems import UserError
from arraywise.domain.units import MIB
from arraywise.gui import wording
from arraywise.gui.background import Lane
from arraywise.gui.dropping import local_paths
from arraywise.gui.pages.evidence_limit import LimitDialog
from arraywise.gui.pages.evidence_settings import write_setting
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.overview import embed_limit_bytes
from arraywise.store.reading.run_settings import run_ids_of
from arraywise.usecases.changes import Changes
from arraywise.usecases.decimal_marks import choose_decimal
from arraywise.usecases.edit_evidence import (
    assign_option,
    confirm_guesses,
    embed_evidence,
    remove_files,
)
from arraywise.usecases.edit_study import set_embed_limit
from arraywise.usecases.import_files import import_files
from arraywise.usecases.proposing_options import accept_proposals
from arraywise.usecases.unfinished_import import import_noted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

    from arraywise.gui.background import Watch
    from arraywise.gui.banner import Banner
    from arraywise.gui.pages.evidence_columns import EvidenceRow
    from arraywise.gui.session import Session
    from arraywise.store.study import Study
    from arraywise.usecases.import_files import ImportOutcome
    from arraywise.usecases.proposing_options import OptionProposal

translate = QCoreApplication.translate
_CHANGES = Changes.EVIDENCE | Changes.OPTIONS


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of the wish to keep files inside the study."""

    count: int
    refusals: tuple[str, ...]
    """A sentence for each file that could not be kept."""


def import_paths(
    session: Session, paths: Sequence[Path], then: Callable[[ImportOutcome], None]
) -> None:
    """Import files and folders in the background, with progress and Cancel."""
    if not paths:
        return

    def work(watch: Watch) -> ImportOutcome:
        return import_noted(session.study, paths, progress=watch.progress, stopped=watch.stopped)

    title = translate("Evidence", "Reading")
    session.write(work, _CHANGES, then=then, title=title, lane=Lane.IMPORTING)


def paste(session: Session, then: Callable[[ImportOutcome], None], banner: Banner) -> None:
    """Import the files on the clipboard, or its text as a file; say it where there is neither."""
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()
    paths = () if data is None else local_paths(data)
    if paths:
        import_paths(session, paths, then)
        return
    text = "" if data is None else data.text()
    if not text.strip():
        said = translate("Evidence", "There is neither a file nor text on the clipboard.")
        banner.say("info", said)
        return
    now = QDateTime.currentDateTime().toString("yyyy-MM-dd HH.mm.ss")
    name = translate("Evidence", "pasted {time}.txt").format(time=now)

    def work(watch: Watch) -> ImportOutcome:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_text(text, "utf-8", newline="\n")
            outcome = import_files(
                session.study, [path], progress=watch.progress, stopped=watch.stopped
            )
            _keep_whole(session.study, outcome)
            return outcome

    session.write(work, _CHANGES, then=then, lane=Lane.IMPORTING)


def _keep_whole(study: Study, outcome: ImportOutcome) -> None:
    """Keep pasted text inside the study, however little room files have: it is nowhere else."""
    new = {file.id for file in outcome.files if file.duplicate_of is None}
    for file in list_files(study):
        if file.id in new and not file.embedded:
            embed_evidence(study, file.id)


def assign(
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
            lambda _watch: assign_option(session.study, ids, name or None),
            _CHANGES,
            then=lambda _result: then(len(ids)),
        )


def confirm(session: Session, rows: Sequence[EvidenceRow]) -> None:
    """Take what was guessed of files as true."""
    ids = [r.file.id for r in rows if r.is_guessed]
    if ids:
        session.write(lambda _watch: confirm_guesses(session.study, ids), _CHANGES)


def choose_mark(session: Session, file_id: int, mark: str | None) -> None:
    """Read a file anew with a decimal mark."""
    session.write(lambda _watch: choose_decimal(session.study, [file_id], mark), Changes.EVIDENCE)


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

    session.read(embed_limit_bytes, ask, key="embed limit")


def set_users(session: Session, rows: Sequence[EvidenceRow], text: str) -> None:
    """Say how many users made the runs of files; an empty text is what the files say."""
    ids = [r.file.id for r in rows if r.file.run_count]

    def work(_watch: Watch) -> None:
        write_setting(session.study, run_ids_of(session.study, ids), "users", text.strip())

    session.write(work, Changes.EVIDENCE)


def remove(session: Session, rows: Sequence[EvidenceRow]) -> None:
    """Remove files with all that was read from them."""
    ids = [r.file.id for r in rows]
    session.write(lambda _watch: remove_files(session.study, ids), _CHANGES)


def keep_inside(
    session: Session, rows: Sequence[EvidenceRow], then: Callable[[Kept], None]
) -> None:
    """Keep the bytes of files inside the study; one that is refused keeps no other back."""

    def work(watch: Watch) -> Kept:
        refusals = []
        done = 0
        for done, row in enumerate(rows, 1):
            watch.progress(done - 1, len(rows), row.file.name)
            try:
                embed_evidence(session.study, row.file.id)
            except UserError as error:
                refusals.append(wording.why(error))
            if watch.stopped():
                break
        return Kept(done - len(refusals), tuple(refusals))

    title = translate("Evidence", "Keeping")
    session.write(work, Changes.EVIDENCE, then=then, title=title, lane=Lane.IMPORTING)


def make_options(
    session: Session, proposals: Sequence[OptionProposal], then: Callable[[object], None]
) -> None:
    """Make options that were proposed; files that were assigned meanwhile stay where they are."""

    def work(_watch: Watch) -> None:
        loose = {file.id for file in list_files(session.study) if file.option_id is None}
        left = [replace(p, file_ids=tuple(i for i in p.file_ids if i in loose)) for p in proposals]
        accept_proposals(session.study, [p for p in left if p.file_ids])

    session.write(work, _CHANGES, then=then)
