"""The log, and traces and dialog of crashes; neither holds what a study holds. Support bundle."""

from __future__ import annotations

import faulthandler
import logging
import platform
import re
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QMessageBox, QPlainTextEdit

from arraywise import __version__
from arraywise.domain.messages import UserError
from arraywise.gui.session.background import BackgroundJob, Worker
from arraywise.gui.shell.guide import add_help_key
from arraywise.gui.widgets import files, theme
from arraywise.gui.widgets.controls import button, dialog_column, fill, label
from arraywise.gui.widgets.messages import translate_message
from arraywise.shipped import LOG, TRACES, state_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from arraywise.gui.session.background import Background, JobControl
    from arraywise.store.study import Study


translate = QCoreApplication.translate


def ask_for_bundle(
    window: QWidget, study: Study | None, background: Background, say: Callable[[str], object]
) -> None:
    """Show what a support bundle holds, ask where it is to lie, and write it."""
    box = build_bundle_dialog(window, with_study=study is not None)
    is_wanted = box.exec() == QMessageBox.StandardButton.Save
    box.deleteLater()
    target = files.ask_bundle(window) if is_wanted else None
    if target is None:
        return

    def work(_watch: JobControl) -> Path:
        from arraywise.usecases.copy_study import write_support_bundle

        write_support_bundle(target, study)
        return target

    def then(path: Path) -> None:
        text = translate("Support", "Support bundle saved to {path}")
        say(text.format(path=path))

    background.start(BackgroundJob(Worker.WRITING, work, then))


def build_bundle_dialog(parent: QWidget, *, with_study: bool) -> QMessageBox:
    """Build the dialog that lists the contents."""
    from arraywise.usecases.copy_study import describe_bundle_contents

    box = QMessageBox(parent)
    box.setWindowTitle(translate("Support", "Save a support bundle"))
    box.setText(translate("Support", "The file holds this; nothing is sent:"))
    parts = describe_bundle_contents(with_study=with_study)
    box.setInformativeText("\n".join(f"{name}: {translate_message(what)}" for name, what in parts))
    box.setStandardButtons(QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Save)
    return box


_log = logging.getLogger("arraywise")
_LOG_BYTES = 1_000_000
_QUOTED = re.compile(r"(?<!\w)[\"'\u201c\u201e].*[\"'\u201d]|(?<!\w)[\"'\u201c\u201e].*")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*(?!\w)")


def describe_machine() -> str:
    """Describe the system as a fault report needs it; nothing about the user or the study."""
    return (
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}, "
        f"Qt {qVersion()}"
    )


def start_log() -> None:
    """Write the log into the state folder; a small one, kept twice."""
    handler = RotatingFileHandler(
        state_folder() / LOG, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.raiseExceptions = False  # a disk that is full is no reason to write on the terminal
    _log.addHandler(handler)
    _log.setLevel(logging.INFO)
    _log.info("Arraywise %s on %s", __version__, describe_machine())


def trace_crashes() -> None:
    """Keep errors, and where every thread was at a crash that Python cannot catch.

    They have a file of their own: what the log drops when it is full takes them not along. Where
    it cannot be written, the window opens all the same.
    """
    path = state_folder() / TRACES
    with suppress(OSError):
        _make_room(path)
        kept = logging.FileHandler(path, encoding="utf-8")
        kept.setLevel(logging.ERROR)
        _log.addHandler(kept)
        if kept.stream is not None:  # it is opened at once
            now = datetime.now(UTC).isoformat(timespec="seconds")
            kept.stream.write(f"{now} Arraywise {__version__} on {describe_machine()}\n")
            kept.stream.flush()
            faulthandler.enable(kept.stream)


def log_error(error: BaseException) -> None:
    """Take down an error that nothing caught."""
    _log.error("unexpected error\n%s", format_error_without_contents(error))


def format_error_without_contents(error: BaseException) -> str:
    """Write an error with its causes and places; what it quotes from a study or file is left out.

    Texts in quotation marks and numbers may be a client's, and a password stands in either.
    """
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    text = "" if before is None else f"{format_error_without_contents(before)}\nwhich led to:\n"
    text += "".join(traceback.format_list(traceback.extract_tb(error.__traceback__)))
    said = error.message.template if isinstance(error, UserError) else str(error)
    first = said.partition("\n")[0]
    masked = _NUMBER.sub("#", _QUOTED.sub("\u2026", first))
    return f"{text}{type(error).__qualname__}: {masked}"


def _make_room(path: Path) -> None:
    """Put traces aside once they are many; the newest are kept."""
    with suppress(OSError):  # another window of the program writes there, or there is none yet
        if path.stat().st_size > _LOG_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))


class CrashDialog(QDialog):
    """Says that nothing is lost, and lets the details be copied."""

    def __init__(self, details: str, log: Path) -> None:
        super().__init__()
        self._details = details
        self.setWindowTitle(self.tr("Arraywise met an error of its own"))
        self.resize(640, 420)
        title = label(self.tr("Something went wrong in Arraywise"), "page_title", bold=True)
        message = self.tr(
            "Your edits are saved. If the window behaves oddly, reopen it. The details help"
            " to find the fault; nothing is sent. Log: {log}."
        )
        note = label(message.format(log=log), "control", "text2", wraps=True)
        text = QPlainTextEdit(details)
        text.setReadOnly(True)
        text.setAccessibleName(self.windowTitle())
        text.setFont(theme.mono_font())
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        copy = button(self.tr("Copy the details"), self.copy, sign="copy")
        go_on = button(self.tr("Go on"), self.accept, kind="primary")
        go_on.setDefault(True)
        row = fill(QHBoxLayout(), None, copy, go_on)
        fill(dialog_column(self), title, note, (text, 1), row)
        theme.apply_style(self)
        add_help_key(self)

    def copy(self) -> None:
        """Put the details on the clipboard."""
        QGuiApplication.clipboard().setText(self._details)
