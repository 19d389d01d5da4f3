"""The options as a sheet: named, described, ordered and removed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout

from arraywise.domain.options import Architecture
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Column, RowsModel, Shown
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import button, fill, fit_on_screen, flush, hairline, label
from arraywise.store.reading.inputs import Holdings, list_options, option_holdings
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_options import (
    add_option,
    move_option,
    named_option,
    remove_option,
    rename_option,
    set_architecture,
    set_files,
    set_restore_time,
    set_shared_storage,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from arraywise.domain.options import Option
    from arraywise.gui.session.session import Session
    from arraywise.store.study import Study

translate = QCoreApplication.translate
_SIZE = (980, 400)
SECONDS_PER_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option with what belongs to it."""

    option: Option
    holdings: Holdings


def read_options(study: Study) -> tuple[OptionRow, ...]:
    """Read the options with what belongs to each; done in the background."""
    holdings = option_holdings(study)
    return tuple(OptionRow(o, holdings.get(o.id, Holdings())) for o in list_options(study))


class OptionsDialog(QDialog):
    """A sheet of the options; every edit is kept at once."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted: int | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Options"))
        fit_on_screen(self, QSize(*map(theme.px, _SIZE)))
        self.model = RowsModel(self._columns(), self)
        self.grid = Grid(self.model)
        self.grid.setAccessibleName(self.tr("Options"))
        self.banner = Banner(self.grid)
        self._lay_out()
        session.changed.connect(self._follow)
        session.background.could_not.connect(self._say_could_not)
        self._read()

    def _lay_out(self) -> None:
        column = flush(QVBoxLayout(self))
        said = label(
            self.tr(
                "An option is one configuration that could be bought. Double-click a cell to"
                " change it; colours and markers follow the order."
            ),
            "control",
            "text2",
            wraps=True,
        )
        said.setContentsMargins(16, 12, 16, 12)
        fill(
            column,
            said,
            hairline(Qt.Orientation.Horizontal),
            (self.grid, 1),
            hairline(Qt.Orientation.Horizontal),
        )
        row = fill(QHBoxLayout(), margins=(16, 10, 16, 10), spacing=8)
        self.add = button(self.tr("Add option"), self._add)
        self.remove = button(self.tr("Remove\u2026"), self._ask_to_remove)
        self.up = button(self.tr("Move up"), lambda: self._move(-1))
        self.down = button(self.tr("Move down"), lambda: self._move(1))
        self.finished_button = button(self.tr("Close"), self.close, kind="primary")
        for each in (self.add, self.remove, self.up, self.down):
            row.addWidget(each)
        row.addStretch(1)
        row.addWidget(self.finished_button)
        fill(column, row)
        for each in self.findChildren(QPushButton):
            each.setAutoDefault(False)  # Enter belongs to the sheet
        self.finished_button.setDefault(True)
        self.grid.setFocus()

    def _columns(self) -> tuple[Column, ...]:
        answers = tuple(self._answers())
        kinds = tuple(messages.word(a) for a in Architecture)
        return (
            Column("name", self.tr("Option"), _name, least=170, stretch=True, edit=self._rename),
            Column("architecture", self.tr("Architecture"),
                   lambda r: Shown(messages.word(r.option.architecture)), least=130,
                   edit=self._set_architecture, choices=lambda _index: kinds),
            Column("shared", self.tr("Shared storage"),
                   lambda r: self._show_answer(r.option.shared_storage),
                   tip=self.tr("Whether several hosts can use it at once; a cluster needs that"),
                   least=80, edit=self._set_shared, choices=lambda _index: answers),
            Column("serves", self.tr("Serves files"),
                   lambda r: self._show_answer(r.option.serves_files),
                   tip=self.tr("Whether it serves files to hosts: NFS, SMB"),
                   least=80, edit=self._set_files, choices=lambda _index: answers),
            Column("restore", self.tr("Restored in"), _restore, unit=self.tr("h"), right=True,
                   tip=self.tr("Longest time that restoring the service takes"),
                   least=80, edit=self._set_restore),
            Column("files", self.tr("Files"), lambda r: _count(r.holdings.files), right=True),
            Column("prices", self.tr("Price lines"), lambda r: _count(r.holdings.price_lines),
                   right=True),
            Column("times", self.tr("Times"), lambda r: _count(r.holdings.times), right=True,
                   tip=self.tr("Provisioning times")),
        )  # fmt: skip

    # Reading

    def _follow(self, changes: Changes) -> None:
        if changes & (Changes.OPTIONS | Changes.EVIDENCE | Changes.STUDY):
            self._read()

    def _read(self) -> None:
        self._session.read(read_options, self._take, key="options dialog")

    def _take(self, rows: tuple[OptionRow, ...]) -> None:
        current = self._current()
        wanted = self._wanted if self._wanted is not None else current and current.option.id
        self._wanted = None
        self.model.set_rows(rows)
        place = next((i for i, r in enumerate(rows) if r.option.id == wanted), 0)
        if rows:
            column = max(0, self.grid.currentIndex().column())
            self.grid.selectionModel().setCurrentIndex(
                self.model.index(place, column), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        for each in (self.remove, self.up, self.down):
            each.setEnabled(bool(rows))

    def _current(self) -> OptionRow | None:
        place = self.grid.currentIndex().row()
        return self.model.rows[place] if 0 <= place < len(self.model.rows) else None

    # Editing

    def _write(self, work: Callable[[Study], object]) -> None:
        self.banner.hide()
        study = self._session.study
        changes = Changes.OPTIONS | Changes.EVIDENCE
        self._session.write(lambda _watch: work(study), changes)

    def _say_could_not(self, sentence: str) -> None:
        self.banner.say("fail", sentence)

    def _rename(self, row: OptionRow, text: str) -> None:
        self._write(lambda study: rename_option(study, row.option.id, text))

    def _set_architecture(self, row: OptionRow, text: str) -> None:
        kind = next((a for a in Architecture if messages.word(a) == text), None)
        if kind is None:
            said = self.tr("Choose one of the architectures of the list; {text} is none.")
            self._say_could_not(said.format(text=text))
        else:
            self._write(lambda study: set_architecture(study, row.option.id, kind))

    def _answers(self) -> dict[str, bool | None]:
        """Return what can be said of an ability, by the word for it."""
        return {self.tr("Yes"): True, self.tr("No"): False, self.tr("Not known"): None}

    def _show_answer(self, has: bool | None) -> Shown:  # noqa: FBT001 - what it is about
        word = next(word for word, meant in self._answers().items() if meant is has)
        return Shown(word, colour="text" if has is not None else "text2")

    def _answer(self, text: str) -> tuple[bool | None, ...]:
        """Return what a word says; nothing where it is none of the list, which is said."""
        said = text.strip().casefold()
        meant = tuple(v for word, v in self._answers().items() if word.casefold() == said)
        if not meant:
            wrong = self.tr("Choose one of {answers}; {text} is none.")
            words = ", ".join(self._answers())
            self._say_could_not(wrong.format(answers=words, text=text))
        return meant

    def _set_shared(self, row: OptionRow, text: str) -> None:
        for shared in self._answer(text):
            self._write(partial(set_shared_storage, option_id=row.option.id, shared=shared))

    def _set_files(self, row: OptionRow, text: str) -> None:
        for serves in self._answer(text):
            self._write(partial(set_files, option_id=row.option.id, serves=serves))

    def _set_restore(self, row: OptionRow, text: str) -> None:
        hours = figures.parse_number(text)
        if hours is None and text.strip():
            self._say_could_not(self.tr("A number of hours, or nothing where it is not known."))
            return
        seconds = None if hours is None else hours * SECONDS_PER_HOUR
        self._write(lambda study: set_restore_time(study, row.option.id, seconds))

    def _add(self) -> None:
        wanted = self.tr("New option")

        def work(study: Study) -> None:
            name, count = wanted, 1
            while named_option(study, name) is not None:
                count += 1
                name = f"{wanted} {count}"
            self._wanted = add_option(study, name).id

        self._write(work)

    def _move(self, steps: int) -> None:
        row = self._current()
        if row is not None:
            self._wanted = row.option.id
            self._write(lambda study: move_option(study, row.option.id, steps))

    def _ask_to_remove(self) -> None:
        """Say what hangs on an option before it is removed."""
        row = self._current()
        if row is None:
            return
        self.banner.say(
            "warn",
            self.tr("Remove {option}?").format(option=row.option.name),
            _what_hangs(row.holdings),
            link=self.tr("Remove"),
            action=lambda: self._write(lambda study: remove_option(study, row.option.id)),
        )


def _name(row: OptionRow) -> Shown:
    return Shown(row.option.name, marker=row.option.position)


def _restore(row: OptionRow) -> Shown:
    if row.option.restore_s is None:
        return Shown(missing=True)
    hours = row.option.restore_s / SECONDS_PER_HOUR
    return Shown(figures.plain(hours, 4), number=hours)


def _count(count: int) -> Shown:
    return Shown(figures.number(count) if count else "", number=count)


def _what_hangs(holdings: Holdings) -> str:
    said = (
        (holdings.price_lines, translate("OptionsDialog", "1 price line goes"),
         translate("OptionsDialog", "{count} price lines go")),
        (holdings.times, translate("OptionsDialog", "1 provisioning time goes"),
         translate("OptionsDialog", "{count} provisioning times go")),
        (holdings.files, translate("OptionsDialog", "1 file stays, without an option"),
         translate("OptionsDialog", "{count} files stay, without an option")),
    )  # fmt: skip
    parts = [messages.counted(count, one, many) for count, one, many in said if count]
    return "; ".join(parts) or translate("OptionsDialog", "Nothing belongs to it.")
