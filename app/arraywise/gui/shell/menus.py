"""Menus and their actions, undo and redo; the study's name beside them, and the status line."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import PySide6
from PySide6.QtCore import (
    QCoreApplication,
    QDir,
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    Qt,
    QUrl,
    qVersion,
)
from PySide6.QtGui import QAction, QActionGroup, QDesktopServices, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QProgressBar,
    QStatusBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from arraywise import __version__
from arraywise.gui.session.page_requests import ShowPage
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets.controls import as_tooltip, button, fill, label, remove_icons
from arraywise.shipped import resource, state_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

    from arraywise.domain.messages import Message
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.grid.view import SelectionFigures
    from arraywise.gui.session.background import Background, JobControl, RunningTask
    from arraywise.gui.session.session import Session
    from arraywise.gui.shell.study_frame import StudyFrame
    from arraywise.store.study import Study
    from arraywise.usecases.create_sample import SampleStudy
    from arraywise.usecases.undo import UndoneAction, UndoState


UNDO_KEYS = ("Ctrl+Z",)
REDO_KEYS = ("Ctrl+Shift+Z", "Ctrl+Y")
_LONGEST = 80  # letters of what an action is called; names of options and files may have thousands


class Undoing(QObject):
    """Goes back and forth through the user's actions, and shows where each one was.

    While somebody types in a field, the keys undo the typing; a text that was given is an action
    of the study like all others.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._session: Session | None = None
        self._frame: StudyFrame | None = None
        self._field: QWidget | None = None
        self._entered = ""
        self._has_stated = False  # whether the status bar may still say what was undone
        self.back = self._build_action(window, UNDO_KEYS)
        self.forth = self._build_action(window, REDO_KEYS)
        self.back.triggered.connect(lambda _checked=False: self.undo())
        self.forth.triggered.connect(lambda _checked=False: self.redo())
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._watch_field)
        self.leave()

    def _build_action(self, window: QWidget, keys: tuple[str, ...]) -> QAction:
        action = QAction(window)
        action.setShortcuts([QKeySequence(key) for key in keys])
        window.addAction(action)  # so the keys work while the menu bar is hidden
        return action

    def attach(self, session: Session, frame: StudyFrame) -> None:
        """Serve an open study."""
        if session is not self._session:
            session.saving_changed.connect(self._update_undo_state)
        self._session, self._frame = session, frame
        self._update_undo_state()

    def leave(self) -> None:
        """Serve no study."""
        self._session = self._frame = None
        self._show_next(self.back, self.tr("&Undo"), None)
        self._show_next(self.forth, self.tr("&Redo"), None)

    def undo(self) -> None:
        """Undo the last action."""
        from arraywise.usecases.undo import undo_step

        self._move_through_history(undo_step, self.tr("Undone: {what}"))

    def redo(self) -> None:
        """Do again what was undone last."""
        from arraywise.usecases.undo import redo_step

        self._move_through_history(redo_step, self.tr("Done again: {what}"))

    def _move_through_history(
        self, way: Callable[[Study], UndoneAction | None], message: str
    ) -> None:
        if self._session is not None:
            self._session.move_through_history(
                way, lambda came: self._show_undone_action(came, message)
            )

    def _show_undone_action(self, came: UndoneAction | None, message: str) -> None:
        """Go where the change is seen, and say what it was."""
        frame = self._frame
        if came is None or frame is None or not isValid(frame):
            return
        frame.evidence.banner.hide()  # it may speak of what is undone
        if came.page:
            frame.handle_request(ShowPage(came.page.value))
        frame.message.emit(message.format(what=_shorten_message(came.what)))
        self._has_stated = True

    def _update_undo_state(self) -> None:
        """Read what the next steps are, once all edits are written."""
        from arraywise.usecases.undo import undo_state

        session = self._session
        if session is None:
            return
        if session.is_saving:  # the edit that is on its way can be undone right after
            if self._has_stated and self._frame is not None:  # what was undone is not the last now
                self._has_stated = False
                self._frame.message.emit("")
            self._show_next(self.back, self.tr("&Undo"), None)
            self.back.setEnabled(True)
        else:
            session.read(undo_state, self._show_state, key="undo")

    def _show_state(self, state: UndoState) -> None:
        session = self._session
        if session is None or session.is_saving:
            return
        undo, redo = self.tr("&Undo"), self.tr("&Redo")
        self._show_next(self.back, self.tr("&Undo {what}") if state.undo else undo, state.undo)
        self._show_next(self.forth, self.tr("&Redo {what}") if state.redo else redo, state.redo)

    def _show_next(self, action: QAction, text: str, what: Message | None) -> None:
        stated = (
            _shorten_message(what).replace("&", "&&") if what else ""
        )  # an ampersand is no mnemonic
        action.setText(text.format(what=stated))
        action.setEnabled(what is not None)

    # Fields that undo their own typing

    def _watch_field(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Watch the field that has the focus."""
        if self._field is not None and isValid(self._field):
            self._field.removeEventFilter(self)
            if isinstance(self._field, QLineEdit):
                self._field.editingFinished.disconnect(self._note_entered)
                self._field.textChanged.disconnect(self._note_shown)
        takes_text = isinstance(new, QLineEdit | QPlainTextEdit | QTextEdit)
        mine = new is not None and new.window() is self.parent()
        self._field = new if takes_text and mine else None
        if self._field is not None:
            self._field.installEventFilter(self)
        if isinstance(self._field, QLineEdit):
            self._entered = self._field.text()
            self._field.editingFinished.connect(self._note_entered)
            self._field.textChanged.connect(self._note_shown)

    def _note_entered(self) -> None:
        if isinstance(self._field, QLineEdit):
            self._entered = self._field.text()

    def _note_shown(self, text: str) -> None:
        """Take a text that the program sets as given; only the user's makes a field modified."""
        if isinstance(self._field, QLineEdit) and not self._field.isModified():
            self._entered = text

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep a field from taking the keys where it has nothing of its own to undo."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence(event.keyCombination())
            ours = keys in (*self.back.shortcuts(), *self.forth.shortcuts())
            if ours and not self._is_typed_in(watched):
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    def _is_typed_in(self, field: QObject) -> bool:
        """Return whether a field holds typing that was not given yet."""
        if isinstance(field, QLineEdit):
            typed = field.isUndoAvailable() or field.isRedoAvailable()
            return not field.isReadOnly() and typed and field.text() != self._entered
        if isinstance(field, QPlainTextEdit | QTextEdit):
            stored = field.document()
            return not field.isReadOnly() and (
                stored.isUndoAvailable() or stored.isRedoAvailable()
            )
        return False


def _shorten_message(what: Message) -> str:
    from arraywise.gui.widgets.messages import translate_message  # it loads what comes later

    stated = translate_message(what)
    return stated if len(stated) <= _LONGEST else f"{stated[: _LONGEST - 1]}\u2026"


def add_entry(menu: QMenu, text: str, do: Callable[[], object], keys: str = "") -> QAction:
    """Add an entry to a menu."""
    action = QAction(text, menu)
    menu.addAction(action)
    if keys:
        action.setShortcut(QKeySequence(keys))
    action.triggered.connect(lambda _checked=False: do())
    return action


def add_choices(menu: QMenu, choices: Iterable[tuple[str, Callable[[], object], bool]]) -> None:
    """Add entries of which one is ticked: each with its text, what it does and whether it is."""
    group = QActionGroup(menu)
    for text, do, is_chosen in choices:
        action = add_entry(menu, text, do)
        action.setCheckable(True)
        action.setChecked(is_chosen)
        group.addAction(action)


@runtime_checkable
class CopySource(Protocol):
    """Something that can be copied from."""

    def copy(self) -> None:
        """Put what is selected, or all of it, onto the clipboard."""


def copy_from(focused: QWidget | None) -> None:
    """Copy from a widget, or from the one that it is the inner part of, as plots have."""
    around = focused.parentWidget() if focused is not None else None
    asked: list[object] = [focused]
    if around is not None and not around.isWindow():
        asked.append(around)
    for each in asked:
        if isinstance(each, CopySource):
            each.copy()
            return


def open_folder(path: Path) -> None:
    """Show a folder in the desktop's file manager; say where it is where there is none."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        window = QApplication.activeWindow()
        text = translate("Menus", "No file manager opened. The folder: {folder}")
        QMessageBox.information(window, "Arraywise", text.format(folder=path))


def open_log_folder() -> None:
    """Show the folder of the log file."""
    open_folder(state_folder())


QT_SOURCE = "https://download.qt.io/official_releases/"
"""Where the source of Qt and PySide6 lies, by version."""


def show_about(parent: QWidget) -> None:
    """Say version and licence, and what the licence of Qt wants said."""
    text = translate(
        "About",
        "Arraywise {version}\nFrom result files to a purchase decision.\n\n"
        "Apache License 2.0. Nothing is sent anywhere; studies stay on this machine.",
    )
    box = QMessageBox(parent)
    box.setWindowTitle(translate("About", "About Arraywise"))
    box.setText(text.format(version=__version__))
    parts = translate(
        "About",
        "Qt {qt} and PySide6 {pyside}: LGPL 3. Their source: {source}\n"
        "Their libraries may be replaced by other builds: {folder}",
    )
    libraries = QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath)
    folder = QDir.toNativeSeparators(libraries)
    versions = {"qt": qVersion(), "pyside": PySide6.__version__}
    box.setInformativeText(parts.format(**versions, source=QT_SOURCE, folder=folder))
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    licences = box.addButton(translate("About", "&Licences"), QMessageBox.ButtonRole.HelpRole)
    licences.clicked.disconnect()  # the box stays open
    licences.clicked.connect(lambda: open_folder(resource("licences")))
    box.setIconPixmap(QApplication.windowIcon().pixmap(48))
    for buttons in box.findChildren(QDialogButtonBox):
        remove_icons(buttons)
    box.exec()


translate = QCoreApplication.translate


_WITH_SHEETS = {"pricing", "provisioning", "workings"}  # pages on which formulas are typed


def show_palette(
    window: QMainWindow,
    frame: StudyFrame | None,
    before: Callable[[Callable[[], object]], object] | None = None,
) -> None:
    """Show all that can be done or gone to; `before`, where given, does what is chosen."""
    from arraywise.gui.shell import palette

    items = palette.menu_items(window.menuBar())
    if frame is not None:
        items += palette.topic_items(frame) + palette.page_items(frame)
        items += palette.study_items(frame)
    if before is not None:
        items = [replace(each, do=partial(before, each.do)) for each in items]
    shown = palette.CommandPalette(items, window)
    theme.apply_style(shown)
    shown.open()


def show_keys(window: QMainWindow, frame: StudyFrame | None) -> None:
    """Show the keys; where formulas are typed, their rules and names at first."""
    from arraywise.gui.shell.palette import HelpDialog, key_lines

    page = frame.present_page if frame is not None else None
    sheets = frame.session.sheets if frame is not None else None
    dialog = HelpDialog(key_lines(window, page), sheets, window)
    if page is not None and page.key in _WITH_SHEETS:
        dialog.tabs.setCurrentIndex(1)
    dialog.open()


def show_presenting_keys(view: QWidget) -> None:
    """Show the keys of the presentation."""
    from arraywise.gui.shell.palette import HelpDialog, presenting_lines

    HelpDialog(presenting_lines(view), None, view).open()


def load_the_rest(language: str, watch: JobControl) -> tuple[SampleStudy, ...]:
    """Import what a study needs away from the window's thread, and say which samples there are."""
    import arraywise.gui.session.session
    import arraywise.gui.shell.study_frame  # noqa: F401 - for its effect
    from arraywise.usecases.create_sample import SAMPLE_STUDIES

    load_language(language, watch)
    return SAMPLE_STUDIES


def load_language(language: str, _watch: JobControl) -> str:
    """Read the sentences of a language, which are kept from then on, and return its code."""
    from arraywise.present.language import catalogue_for_locale

    catalogue_for_locale(language)
    return language


class StudyCorner(QWidget):
    """Hidden while no study is open; a synthetic study is always called so."""

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self.setFixedHeight(theme.height("menu_bar"))
        self._name, self._note = label("", bold=True), label("", "body", "text3")
        fill(QHBoxLayout(self), self._name, self._note, margins=(0, 0, 16, 0), spacing=8)
        bar.setCornerWidget(self, Qt.Corner.TopRightCorner)

    def show_facts(self, facts: StudyFacts | None) -> None:
        """Name another study."""
        self.hide()  # a menu bar makes room again only when its corner is shown
        if facts is None:
            return
        mark = self.tr("synthetic")
        is_said = {mark, "synthetic"} & set(re.findall(r"\w+", facts.name.lower()))
        marked = facts.synthetic and not is_said
        self._name.setText(f"{facts.name} ({mark})" if marked else facts.name)
        self._note.setText(", ".join(part for part in (facts.client, facts.currency) if part))
        self.adjustSize()
        self.show()


class StatusLine(QStatusBar):
    """Left the selection, in the middle tasks with progress and Cancel, right the save state."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._task: RunningTask | None = None
        self.setSizeGripEnabled(False)
        self.setFixedHeight(theme.height("status_bar"))
        self.message = label("", "body", "text2")
        self.message.setContentsMargins(12, 0, 0, 0)
        self.addWidget(self.message, 1)
        self.addPermanentWidget(self._build_progress())
        self.saved = label("", "body", "text3")
        self.saved.setContentsMargins(0, 0, 12, 0)
        self.addPermanentWidget(self.saved)
        background.changed.connect(self._show_tasks)
        self._show_tasks()

    def _build_progress(self) -> QWidget:
        self._progress = QWidget()
        self.task_text = label("", "body", "text2")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(96)
        self.cancel = button(self.tr("Cancel"), self._cancel, kind="link")
        self.cancel.setFixedHeight(20)
        parts = self.task_text, self._bar, self.cancel
        fill(QHBoxLayout(self._progress), *parts, margins=(0, 0, 8, 0), spacing=10)
        return self._progress

    def show_message(self, text: str) -> None:
        """Show a text at the left until another one follows."""
        self.message.setText(text)

    def show_figures(self, selection: SelectionFigures | None) -> None:
        """Show sum, average and count of a selection."""
        if selection is None:
            self.message.setText("")
            return
        if not selection.numbers:
            self.message.setText(self.tr("Count {count}").format(count=selection.count))
            return
        self.message.setText(
            self.tr("Sum {sum}   Average {average}   Count {count}").format(
                sum=figures.plain(round(selection.total, 6)),
                average=figures.plain(round(selection.total / selection.numbers, 6)),
                count=selection.numbers,
            )
        )

    def show_saved(self, session: Session) -> None:
        """Show whether every edit is in the file, and why one is not."""
        self.saved.setToolTip(as_tooltip(session.save_error))
        if session.save_error:
            self.saved.setText("\u2717 " + self.tr("Not saved"))
        elif session.is_saving:
            self.saved.setText(self.tr("Saving\u2026"))
        elif session.saved_at is not None:
            time = QLocale().toString(session.saved_at, "HH:mm:ss")
            self.saved.setText("\u2713 " + self.tr("Every edit saved, {time}").format(time=time))
        else:
            self.saved.setText("\u2713 " + self.tr("Every edit saved"))

    def show_note(self, text: str) -> None:
        """Say something at the right, where no study is open."""
        self.saved.setToolTip("")
        self.saved.setText(text)

    def _show_tasks(self) -> None:
        tasks = self._background.tasks
        self._task = task = tasks[0] if tasks else None
        self._progress.setVisible(task is not None)
        if task is None:
            return
        text = self.tr("{what} {done} of {all}") if task.total else "{what}"
        done, whole = figures.number(task.done), figures.number(task.total)
        self.task_text.setText(text.format(what=task.title, done=done, all=whole))
        self.task_text.setToolTip(as_tooltip(task.text))
        self._bar.setRange(0, task.total)
        self._bar.setValue(task.done)
        self.cancel.setEnabled(not task.stop_requested.is_set())

    def _cancel(self) -> None:
        if self._task is not None:
            self._background.cancel(self._task)
            self.cancel.setEnabled(False)
