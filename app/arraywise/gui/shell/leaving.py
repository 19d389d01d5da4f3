"""Asks before a window ends work that takes long, and says on reopening what was left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from arraywise.gui.widgets import figures
from arraywise.gui.widgets import files as file_dialogs

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.gui.session.background import Background, Task
    from arraywise.gui.session.session import Session
    from arraywise.gui.shell.opening import Opener
    from arraywise.gui.shell.status_line import StatusLine
    from arraywise.gui.widgets.banner import Banner
    from arraywise.usecases.import_files import UnfinishedImport

translate = QCoreApplication.translate
_NAMED = 3  # files and folders that a message names


class Host(Protocol):
    """What is asked of a window that says what an import left out."""

    session: Session | None

    @property
    def banner(self) -> Banner:
        """Where the window says it."""

    opener: Opener
    status: StatusLine

    def take_paths(self, paths: tuple[Path, ...]) -> None:
        """Import files and folders."""

    def ask_for_copy(self) -> None:
        """Ask where a copy is to lie, and make it."""

    def close_study(self) -> None:
        """Close the study and show the welcome page."""

    def open_path(self, path: Path) -> None:
        """Open a study."""


def say_could_not(window: Host, sentence: str) -> None:
    """Say what could not be done; where the study's file is gone, a copy saves the study."""
    if window.session is not None and window.session.is_displaced:
        link = translate("Leaving", "Save a copy\u2026")
        window.banner.say("fail", sentence, link=link, action=window.ask_for_copy)
    else:
        window.banner.say("fail", sentence)


def ask_for_copy(window: Host) -> None:
    """Ask where a copy is to lie, and make it; where the study's file is gone, go on with that."""
    session = window.session
    if session is None:
        return
    target = file_dialogs.ask_copy(cast("QWidget", window), session.study.path)
    if target is None:
        return
    is_displaced = session.is_displaced

    def then() -> None:
        if is_displaced:
            window.close_study()
            window.open_path(target)
        else:
            said = translate("MainWindow", "Copied to {path}")
            window.status.say(said.format(path=target))

    window.opener.save_copy(session.study.path, target, then)


def may_leave(window: QWidget, background: Background) -> bool:
    """Say whether a window may end what is under way; the user is asked where anything is."""
    tasks = background.tasks
    return not tasks or ask(window, tasks[0])


def ask(window: QWidget, task: Task) -> bool:
    """Ask whether to stop a task and close."""
    box = question(window, task)
    box.exec()
    box.deleteLater()
    return box.buttonRole(box.clickedButton()) is QMessageBox.ButtonRole.DestructiveRole


def question(window: QWidget, task: Task) -> QMessageBox:
    """Make the dialog that asks."""
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Arraywise")
    said = translate("Leaving", "\u201c{what}\u201d is not finished.").format(what=task.title)
    if task.total:
        said = translate("Leaving", "\u201c{what}\u201d is not finished: {done} of {all}.")
        done, whole = figures.number(task.done), figures.number(task.total)
        said = said.format(what=task.title, done=done, all=whole)
    box.setText(said)
    box.setInformativeText(
        translate(
            "Leaving",
            "If it is stopped, files that were read are kept, and the study says what is missing"
            " when it is opened again. A document that is being written is not kept.",
        )
    )
    wait = box.addButton(translate("Leaving", "Keep working"), QMessageBox.ButtonRole.RejectRole)
    box.addButton(translate("Leaving", "Stop and close"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(wait)
    box.setEscapeButton(wait)
    return box


def look_for_unfinished(window: Host, session: Session) -> None:
    """Say in a window whose study was just opened what its last import left out."""
    from arraywise.usecases.import_files import unfinished_import

    def say(found: UnfinishedImport | None) -> None:
        if found is not None and window.session is session:
            _say(window, session, found)

    session.read(unfinished_import, say, key="unfinished import")


def _say(window: Host, session: Session, found: UnfinishedImport) -> None:
    from arraywise.usecases.changes import Changes
    from arraywise.usecases.import_files import forget_unfinished

    names = ", ".join(path.name for path in found.paths[:_NAMED])
    names += ", \u2026" if len(found.paths) > _NAMED else ""
    if found.left is None:
        text = translate("Leaving", "Files of {names} may be missing.")
    else:
        one = translate("Leaving", "1 file of {names} was not read.")
        many = translate("Leaving", "{count} files of {names} were not read.")
        text = one if found.left == 1 else many
    window.banner.say(
        "warn",
        translate("Leaving", "The last import was not finished."),
        text.format(names=names, count=figures.number(found.left or 0)),
        link=translate("Leaving", "Import them"),
        action=lambda: window.take_paths(found.paths),
        other=(
            translate("Leaving", "Leave them out"),
            lambda: session.edit(forget_unfinished, Changes.NOTHING),
        ),
    )
