"""Offers what a window can do: the welcome page, the command palette, the list of keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from arraywise.gui import preferences, theme

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QMainWindow, QWidget

    from arraywise.gui.background import Watch
    from arraywise.gui.pages.welcome import WelcomePage
    from arraywise.gui.study_frame import StudyFrame
    from arraywise.usecases.sample_study import SampleStudy

_WITH_SHEETS = {"pricing", "provisioning", "workings"}
"""Pages on which formulas are typed."""


class Host(Protocol):
    """What the welcome page asks of a window."""

    settings: QSettings

    def ask_for_new(self) -> None:
        """Make a study."""

    def ask_for_study(self) -> None:
        """Open a study."""

    def open_path(self, path: Path) -> None:
        """Open a recent study."""

    def open_sample(self, key: str) -> None:
        """Open a sample study."""

    def choose_language(self, code: str) -> None:
        """Speak another language."""


def make_welcome(window: Host, samples: tuple[SampleStudy, ...]) -> WelcomePage:
    """Return the welcome page of a window."""
    from arraywise.gui.pages.welcome import WelcomePage

    page = WelcomePage(preferences.language(window.settings))
    page.show_samples(samples)
    page.new_asked.connect(window.ask_for_new)
    page.open_asked.connect(window.ask_for_study)
    page.study_asked.connect(lambda path: window.open_path(Path(path)))
    page.sample_asked.connect(window.open_sample)
    page.language_asked.connect(window.choose_language)
    return page


def show_palette(window: QMainWindow, frame: StudyFrame | None) -> None:
    """Show everything that can be done or gone to; loaded when it is first asked for."""
    from arraywise.gui.palette import Palette
    from arraywise.gui.palette_items import menu_items, page_items, study_items

    items = menu_items(window.menuBar())
    if frame is not None:
        items += page_items(frame) + study_items(frame)
    palette = Palette(items, window)
    theme.dress(palette)
    palette.open()


def show_keys(window: QMainWindow, frame: StudyFrame | None) -> None:
    """Show the keys; where formulas are typed, their rules and names at first."""
    from arraywise.gui.shortcuts import HelpDialog, key_lines

    page = frame.present_page if frame is not None else None
    sheets = frame.session.sheets if frame is not None else None
    dialog = HelpDialog(key_lines(window, page), sheets, window)
    if page is not None and page.key in _WITH_SHEETS:
        dialog.tabs.setCurrentIndex(1)
    dialog.open()


def show_presenting_keys(view: QWidget) -> None:
    """Show the keys of the presentation."""
    from arraywise.gui.shortcuts import HelpDialog, presenting_lines

    HelpDialog(presenting_lines(view), None, view).open()


def load_the_rest(language: str, watch: Watch) -> tuple[SampleStudy, ...]:
    """Import what a study needs away from the window's thread, and say which samples there are."""
    import arraywise.gui.session
    import arraywise.gui.study_frame  # noqa: F401 - for its effect
    from arraywise.usecases.sample_study import SAMPLE_STUDIES

    load_language(language, watch)
    return SAMPLE_STUDIES


def load_language(language: str, _watch: Watch) -> str:
    """Read the sentences of a language, which are kept from then on, and return its code."""
    from arraywise.usecases.core_sentences import core_sentences

    core_sentences(language)
    return language
