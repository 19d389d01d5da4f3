"""What stands in the menus of a window."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from arraywise.gui import about, preferences
from arraywise.gui.copying import copy_from
from arraywise.gui.menus import SEPARATOR, Entry
from arraywise.gui.recents import read_recents
from arraywise.gui.theme import ThemeChoice
from arraywise.gui.thresholds_dialog import show_thresholds
from arraywise.gui.wishes import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QSettings

    from arraywise.gui.study_frame import StudyFrame
    from arraywise.gui.undo import Undoing

translate = QCoreApplication.translate


class Commands(Protocol):
    """What the menus ask of a window."""

    settings: QSettings
    undoing: Undoing

    def page_titles(self) -> Sequence[str]:
        """Titles of the pages; none without a study."""

    def go_to(self, number: int) -> None:
        """Show a page."""

    def ask_for_new(self) -> None:
        """Make a study."""

    def ask_for_study(self) -> None:
        """Open a study."""

    def ask_for_copy(self) -> None:
        """Save a copy."""

    def export(self, document: Document) -> None:
        """Write a document."""

    def close_study(self) -> None:
        """Close the study."""

    def paste(self) -> None:
        """Paste."""

    def present(self) -> None:
        """Show map and answer alone."""

    def toggle_trace(self) -> None:
        """Open or close the trace."""

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Show another theme."""

    def choose_language(self, code: str) -> None:
        """Speak another language."""

    def open_evidence(self) -> None:
        """Import files."""

    def open_evidence_folder(self) -> None:
        """Import a folder."""

    def paste_evidence(self) -> None:
        """Import the clipboard."""

    def with_frame(self, do: Callable[[StudyFrame], object]) -> None:
        """Do something with the frame of the open study."""

    def open_path(self, path: Path) -> None:
        """Open a study."""

    def show_palette(self) -> None:
        """Show what can be done and gone to."""

    def show_keys(self) -> None:
        """Show keys, and the names in formulas."""

    def show_about(self) -> None:
        """Say what this is."""


def menus_of(window: Commands) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
    """Return the menus with their titles; entries exist only for what exists."""
    return (
        (translate("Menus", "&File"), _file(window)),
        (translate("Menus", "&Edit"), _edit(window)),
        (translate("Menus", "Vie&w"), _view(window)),
        (translate("Menus", "Evi&dence"), _evidence(window)),
        (translate("Menus", "&Help"), _help(window)),
    )


def _file(window: Commands) -> tuple[Entry, ...]:
    return (
        Entry(translate("Menus", "&New study\u2026"), window.ask_for_new, "Ctrl+N"),
        Entry(translate("Menus", "&Open study\u2026"), window.ask_for_study, "Ctrl+O"),
        *_recent(window),
        SEPARATOR,
        Entry(
            translate("Menus", "Save a &copy\u2026"),
            window.ask_for_copy,
            "Ctrl+Shift+S",
            needs_study=True,
        ),
        Entry(
            translate("Menus", "Export &PDF\u2026"),
            partial(window.export, Document.REPORT),
            "Ctrl+Shift+P",
            needs_study=True,
        ),
        Entry(
            translate("Menus", "Export &workbook\u2026"),
            partial(window.export, Document.WORKBOOK),
            "Ctrl+Shift+W",
            needs_study=True,
        ),
        SEPARATOR,
        Entry(translate("Menus", "C&lose study"), window.close_study, "Ctrl+W", needs_study=True),
        Entry(translate("Menus", "&Quit"), QApplication.closeAllWindows, "Ctrl+Q"),
    )


def _recent(window: Commands) -> tuple[Entry, ...]:
    """Return the studies opened last, where there are any."""
    recents = read_recents(window.settings)
    if not recents:
        return ()
    names = [each.name for each in recents]

    def said(name: str, path: Path) -> str:
        told = name if names.count(name) == 1 else f"{name} \u2013 {path.name}, {path.parent}"
        return told.replace("&", "&&")

    entries = tuple(
        Entry(said(each.name, Path(each.path)), partial(window.open_path, Path(each.path)))
        for each in recents
    )
    return (Entry(translate("Menus", "Open &recent"), submenu=entries),)


def _copy() -> None:
    """Copy from the grid or the chart that has the focus."""
    copy_from(QApplication.focusWidget())


def _edit(window: Commands) -> tuple[Entry, ...]:
    return (
        Entry("", made=window.undoing.back),
        Entry("", made=window.undoing.forth),
        SEPARATOR,
        Entry(translate("Menus", "&Copy"), _copy, "Ctrl+C", needs_study=True),
        Entry(translate("Menus", "&Paste"), window.paste, "Ctrl+V", needs_study=True),
    )


def _view(window: Commands) -> tuple[Entry, ...]:
    go = tuple(
        Entry(title, partial(window.go_to, number), f"Ctrl+{number + 1}", needs_study=True)
        for number, title in enumerate(window.page_titles())
    )
    themes = {
        ThemeChoice.SYSTEM: translate("Menus", "Follow the system"),
        ThemeChoice.LIGHT: translate("Menus", "Light"),
        ThemeChoice.DARK: translate("Menus", "Dark"),
    }
    now = preferences.theme_choice(window.settings)
    spoken = preferences.language(window.settings)
    return (
        *go,
        *((SEPARATOR,) if go else ()),
        Entry(translate("Menus", "&Command palette"), window.show_palette, "Ctrl+K"),
        Entry(
            translate("Menus", "&Trace of the answer"),
            window.toggle_trace,
            "Shift+F4",
            needs_study=True,
        ),
        Entry(translate("Menus", "&Present"), window.present, "F11", needs_study=True),
        SEPARATOR,
        Entry(
            translate("Menus", "T&heme"),
            submenu=tuple(
                Entry(text, partial(window.choose_theme, choice), checked=choice is now)
                for choice, text in themes.items()
            ),
        ),
        Entry(
            translate("Menus", "&Language"),
            submenu=tuple(
                Entry(name, partial(window.choose_language, code), checked=code == spoken)
                for code, name in preferences.LANGUAGES
            ),
        ),
    )


def _evidence(window: Commands) -> tuple[Entry, ...]:
    return (
        Entry(
            translate("Menus", "Open &files\u2026"),
            window.open_evidence,
            "Ctrl+Shift+O",
            needs_study=True,
        ),
        Entry(
            translate("Menus", "Open a f&older\u2026"),
            window.open_evidence_folder,
            "",
            needs_study=True,
        ),
        Entry(
            translate("Menus", "&Paste from the clipboard"),
            window.paste_evidence,
            "",
            needs_study=True,
        ),
        SEPARATOR,
        Entry(
            translate("Menus", "&Keep whole files in the study"),
            lambda: window.with_frame(lambda frame: frame.keep_evidence()),
            needs_study=True,
        ),
        Entry(
            translate("Menus", "&Largest file kept in the study\u2026"),
            lambda: window.with_frame(lambda frame: frame.ask_embed_limit()),
            needs_study=True,
        ),
        SEPARATOR,
        Entry(
            translate("Menus", "Opt&ions\u2026"),
            lambda: window.with_frame(lambda frame: frame.edit_options()),
            needs_study=True,
        ),
        Entry(
            translate("Menus", "&Thresholds of the audit\u2026"),
            lambda: window.with_frame(lambda f: show_thresholds(f.session, f.window())),
            needs_study=True,
        ),
    )


def _help(window: Commands) -> tuple[Entry, ...]:
    return (
        Entry(translate("Menus", "&Keys and formulas"), window.show_keys, "F1"),
        Entry(translate("Menus", "Open the &log folder"), about.open_log_folder),
        Entry(translate("Menus", "&About Arraywise"), window.show_about),
    )
