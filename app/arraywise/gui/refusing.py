"""Says why a study could not be opened, where the user looks: no window is made for an error."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QWidget

from arraywise.gui import file_dialogs, wording

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.problems import UserError
    from arraywise.gui.banner import Banner
    from arraywise.gui.framing import Framing
    from arraywise.gui.opener import Opener
    from arraywise.gui.status_line import StatusLine
    from arraywise.gui.study_frame import StudyFrame

translate = QCoreApplication.translate


class Host(Protocol):
    """What is asked of a window that says it."""

    frame: StudyFrame | None
    framing: Framing
    opener: Opener
    status: StatusLine

    @property
    def has_study(self) -> bool:
        """Whether a study is open there, or on its way to be seen."""

    @property
    def banner(self) -> Banner:
        """Where the window says what could not be done."""

    def show_welcome(self) -> None:
        """Show the welcome page."""


def say_refused(window: Host, error: UserError, path: Path | None) -> None:
    """Say it on the present page of a window; a copy of the study or its backup is offered."""
    from arraywise.store.study import StudyInUse

    window.status.say("")
    if window.frame is None and window.has_study:
        window.framing.afterwards(partial(say_refused, window, error, path))
        return
    if window.frame is None:
        window.show_welcome()
    if not isinstance(error, StudyInUse) or path is None:
        _say_with_backup(window, error, path)
        return
    holder = _holder(path)
    if holder is window:
        said = translate("MainWindow", "{name} is open in this window already.")
        window.banner.say("info", said.format(name=path.name))
        return
    copy = partial(window.opener.copy, path, file_dialogs.free_path(path))
    link = translate("MainWindow", "Open a copy")
    show = None
    if isinstance(holder, QWidget):
        show = (translate("MainWindow", "Show that window"), partial(_bring, holder))
    window.banner.say("warn", wording.why(error), link=link, action=copy, other=show)


def _say_with_backup(window: Host, error: UserError, path: Path | None) -> None:
    """Say it, and offer a copy of the backup where one lies beside the study."""
    from arraywise.store.study_file import newest_backup

    backup = newest_backup(path) if path is not None else None
    if path is None or backup is None:
        window.banner.say("fail", wording.why(error))
        return
    said = translate("MainWindow", "{name} is a backup of it.").format(name=backup.name)
    link = translate("MainWindow", "Open a copy of the backup")
    copy = partial(window.opener.copy, backup, file_dialogs.free_path(path))
    window.banner.say("fail", wording.why(error), said, link=link, action=copy)


def _holder(path: Path) -> object:
    """Return the window of this program in which a study is open; none where it is not."""
    for each in QApplication.topLevelWidgets():
        session = getattr(each, "session", None)
        if session is not None and session.study.path == path.resolve():
            return each
    return None


def _bring(window: QWidget) -> None:
    window.showNormal() if window.isMinimized() else window.show()
    window.raise_()
    window.activateWindow()
