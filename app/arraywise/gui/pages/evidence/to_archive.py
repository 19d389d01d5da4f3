"""The study into the archive of a firm, and what lies there: push, list, remove."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QLineEdit, QVBoxLayout

from arraywise.archive.place import ENVIRONMENT
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.session.background import BackgroundJob, Worker
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import (
    button,
    fill,
    fit_on_screen,
    flush,
    hairline,
    label,
    with_accessible_name,
)
from arraywise.usecases.archive_study import (
    NoArchive,
    create_archive,
    list_archived_revisions,
    remove_from_archive,
)
from arraywise.usecases.push_study import OlderCopy, PushRequest, ensure_identity, push_study

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from PySide6.QtWidgets import QWidget

    from arraywise.archive.tables import Revision
    from arraywise.domain.messages import UserError
    from arraywise.gui.session.background import JobControl
    from arraywise.gui.session.session import Session
    from arraywise.usecases.archive_study import RemovedStudy
    from arraywise.usecases.push_study import PushOutcome

_SIZE = (960, 560)
_KEY = "archive"


class PushDialog(QDialog):
    """Pushes the study, and lists and removes what an archive has; asks before it removes."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("To the archive"))
        fit_on_screen(self, QSize(*map(theme.px, _SIZE)))
        name = self.tr("Folder or s3://bucket/prefix")
        self.place = with_accessible_name(QLineEdit(os.environ.get(ENVIRONMENT, "")), name)
        self.place.setPlaceholderText(name)
        self.place.setFixedHeight(theme.height("field"))
        self.anonymous = QCheckBox(self.tr("Without names of client, people, hosts and files"))
        self.without_raw = QCheckBox(self.tr("Without the result files themselves"))
        self.listed = RowsModel(self._columns(), self)
        self.grid = with_accessible_name(Grid(self.listed), self.tr("Studies of the archive"))
        self.banner = Banner(self.grid)
        self._arrange_widgets()
        session.background.show_error.connect(self._show_error)
        if self.place.text():
            self.start_listing()

    def _arrange_widgets(self) -> None:
        text = self.tr(
            "Prices, the client's name and result files go along unless they are left out; whoever"
            " reads the archive reads them."
        )
        note = label(text, "control", "text2", wraps=True)
        note.setContentsMargins(16, 12, 16, 8)
        self.show_studies = button(self.tr("Show studies"), self.start_listing)
        self.push = button(self.tr("Push this study"), self.start_pushing, kind="primary")
        self.remove = button(self.tr("Remove from the archive…"), self.ask_to_remove)
        self.remove.setEnabled(False)
        self.finished_button = button(self.tr("Close"), self.close)
        place = fill(
            QHBoxLayout(), (self.place, 1), self.show_studies, margins=(16, 4, 16, 8), spacing=8
        )
        choices = fill(
            QHBoxLayout(), self.anonymous, self.without_raw, None, self.push,
            margins=(16, 4, 16, 12), spacing=16,
        )  # fmt: skip
        feet = fill(
            QHBoxLayout(), self.remove, None, self.finished_button, margins=(16, 10, 16, 10)
        )
        line = hairline(Qt.Orientation.Horizontal)
        fill(flush(QVBoxLayout(self)), note, place, choices, line, (self.grid, 1), feet)
        for each in (self.show_studies, self.push, self.remove, self.finished_button):
            each.setAutoDefault(False)
        self.place.setFocus()

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column("study", self.tr("Study"), lambda r: Cell(r.name), min_width=200, stretch=True),
            Column("revision", self.tr("Revision"),
                   lambda r: Cell(str(r.revision), number=r.revision), min_width=70, right=True),
            Column("day", self.tr("Pushed on"), lambda r: Cell(str(r.pushed_at.date())),
                   min_width=90),
            Column("options", self.tr("Options"),
                   lambda r: Cell(str(r.options), number=r.options), min_width=70, right=True),
            Column("names", self.tr("Names"),
                   lambda r: Cell(self.tr("left out") if r.anonymous else ""), min_width=80),
            Column("raw", self.tr("Result files"),
                   lambda r: Cell("" if r.with_raw else self.tr("left out")), min_width=90),
        )  # fmt: skip

    def _start_job(
        self,
        work: Callable[[JobControl], Any],
        then: Callable[[Any], None],
        title: str,
        on_error: Callable[[UserError], None] | None = None,
    ) -> None:
        self.banner.hide()
        self._session.background.start(
            BackgroundJob(
                Worker.IMPORTING,
                work,
                then,
                title=title,
                key=_KEY,
                on_error=on_error or self._show_archive_error,
            )
        )

    def _show_archive_error(self, error: UserError) -> None:
        sentence = messages.error_text(error)
        if isinstance(error, NoArchive):
            offered = self.tr("Make it an archive")
            self.banner.show_message(
                "warn", sentence, link=offered, action=self.start_creating_archive
            )
        else:
            self._show_error(sentence)

    def _show_error(self, sentence: str) -> None:
        self.banner.show_message("fail", sentence)

    # What is there

    def start_creating_archive(self) -> None:
        """Make the folder or bucket an archive."""
        place = self.place.text().strip()
        self._start_job(
            lambda _watch: create_archive(place),
            lambda _made: self.start_listing(),
            self.tr("Making an archive"),
        )

    def start_listing(self, said: str = "") -> None:
        """List the studies of the archive; `said` is shown with them."""
        place = self.place.text().strip()
        self._start_job(
            lambda _watch: list_archived_revisions(place),
            partial(self._show_listed, said),
            self.tr("Reading the archive"),
        )

    def _show_listed(self, said: str, listed: Sequence[Revision]) -> None:
        self.listed.set_rows(listed)
        self.remove.setEnabled(bool(listed))
        if listed:
            self.grid.select_cell(self.listed.index(0, 0))
        if said:
            self.banner.show_message("pass", said)
        elif not listed:
            self.banner.show_message("info", self.tr("The archive has no studies yet."))

    # Pushing

    def start_pushing(self, *, older_too: bool = False, as_new: bool = False) -> None:
        """Push the study as it is now, in the background; it stays open."""
        place, study = self.place.text().strip(), self._session.study
        request = PushRequest(
            without_raw=self.without_raw.isChecked(),
            anonymous=self.anonymous.isChecked(),
            overwrite_newer=older_too,
        )

        def work(watch: JobControl) -> PushOutcome:
            ensure_identity(study, renew=as_new)
            return push_study(study.path, place, request, watch.progress, watch.stopped)

        self._start_job(
            work, self._show_pushed, self.tr("Pushing to the archive"), self._show_push_error
        )

    def _show_pushed(self, pushed: PushOutcome) -> None:
        text = (
            self.tr("Pushed as revision {number}.")
            if pushed.is_new
            else self.tr("Unchanged since revision {number}: nothing was pushed.")
        )
        self.start_listing(text.format(number=figures.number(pushed.revision)))

    def _show_push_error(self, error: UserError) -> None:
        if not isinstance(error, OlderCopy):
            self._show_archive_error(error)
            return
        self.banner.show_message(
            "warn",
            messages.error_text(error),
            link=self.tr("Push all the same"),
            action=partial(self.start_pushing, older_too=True),
            other=(
                self.tr("Push as a study of its own"),
                partial(self.start_pushing, as_new=True),
            ),
        )

    # Removing

    def ask_to_remove(self) -> None:
        """Ask before the chosen revision, or all of its study, is removed."""
        rows: Sequence[Revision] = self.listed.rows
        at = self.grid.currentIndex().row()
        if not 0 <= at < len(rows):
            return
        chosen = rows[at]
        count = sum(each.study == chosen.study for each in rows)
        text = self.tr("Remove {name} from the archive? Nobody will find it there any more.")
        whole = (self.tr("Remove all of the study"), partial(self._start_removing, chosen, None))
        self.banner.show_message(
            "warn",
            text.format(name=chosen.name),
            link=self.tr("Remove revision {number}").format(number=chosen.revision),
            action=partial(self._start_removing, chosen, chosen.revision),
            other=whole if count > 1 else None,
        )

    def _start_removing(self, chosen: Revision, number: int | None) -> None:
        place = self.place.text().strip()

        def work(watch: JobControl) -> RemovedStudy:
            return remove_from_archive(place, chosen.study, number, watch.progress)

        def then(removed: RemovedStudy) -> None:
            text = self.tr("Removed from the archive: {name}.")
            self.start_listing(text.format(name=removed.name))

        self._start_job(work, then, self.tr("Removing from the archive"))
