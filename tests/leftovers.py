"""What tests share and may change is put back after each, so that their order does not matter."""

from __future__ import annotations

import locale
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

_PYTEST = "PYTEST_CURRENT_TEST"
"""Environment variable that pytest changes itself."""
_NAMES = ("applicationName", "applicationVersion", "organizationName", "organizationDomain")


def _names() -> dict[str, str]:
    return {name: getattr(QCoreApplication, name)() for name in _NAMES}


def _dialogs() -> list[QDialog]:
    shown = QApplication.topLevelWidgets() if QApplication.instance() is not None else []
    return [w for w in shown if isinstance(w, QDialog) and w.isVisible()]


@dataclass(slots=True)
class SharedState:
    """The state of the process, and of Qt's application if there is one, before a test."""

    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    folder: Path = field(default_factory=Path.cwd)
    words: str = field(default_factory=lambda: locale.setlocale(locale.LC_ALL))
    switch_s: float = field(default_factory=sys.getswitchinterval)
    locale: QLocale = field(default_factory=QLocale)
    names: dict[str, str] = field(default_factory=_names)
    dialogs: list[QDialog] = field(default_factory=_dialogs)

    def restore(self) -> None:
        """Undo what the test has left behind."""
        if _without_pytest(os.environ) != _without_pytest(self.environment):
            os.environ.clear()
            os.environ.update(self.environment)
        if Path.cwd() != self.folder:
            os.chdir(self.folder)
        if locale.setlocale(locale.LC_ALL) != self.words:
            locale.setlocale(locale.LC_ALL, self.words)
        sys.setswitchinterval(self.switch_s)
        QLocale.setDefault(self.locale)
        for name, value in self.names.items():
            getattr(QCoreApplication, f"set{name[0].upper()}{name[1:]}")(value)
        if isinstance(QApplication.instance(), QApplication):
            self._put_back_windows()

    def _put_back_windows(self) -> None:
        for dialog in _dialogs():
            if dialog not in self.dialogs:
                dialog.close()
        release_buttons()
        release_keys()
        while QGuiApplication.overrideCursor() is not None:
            QGuiApplication.restoreOverrideCursor()
        empty_clipboards()


def release_buttons() -> None:
    """Let go of mouse buttons that a test pressed and still holds: lists wait for it to open."""
    held = QApplication.mouseButtons()
    for button in (
        Qt.MouseButton.LeftButton,
        Qt.MouseButton.RightButton,
        Qt.MouseButton.MiddleButton,
    ):
        if held & button:
            QTest.mouseRelease(QWidget(), button)


def release_keys() -> None:
    """Let go of modifiers of the last key or click: Qt asks for them when a cell is chosen."""
    if QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyRelease(QWidget(), Qt.Key.Key_F35)


def empty_clipboards() -> None:
    """Let go of what was copied: Qt would delete it at exit, after Python, and crash."""
    clipboard = QGuiApplication.clipboard()
    for mode in QClipboard.Mode:
        is_there = mode is not QClipboard.Mode.Selection or clipboard.supportsSelection()
        is_there &= mode is not QClipboard.Mode.FindBuffer or clipboard.supportsFindBuffer()
        if is_there:
            clipboard.clear(mode)


def _without_pytest(environment: os._Environ[str] | dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name != _PYTEST}
