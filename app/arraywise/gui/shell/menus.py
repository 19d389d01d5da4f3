"""Menus, actions, keys, about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QAction, QActionGroup, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox, QWidget

from arraywise import __version__
from arraywise.gui.session.page_requests import Document
from arraywise.gui.shell import preferences
from arraywise.gui.shell.opening import read_recents
from arraywise.gui.shell.preferences import show_thresholds
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import without_icons
from arraywise.gui.widgets.theme import ThemeChoice
from arraywise.shipped import state_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QMainWindow, QMenu

    from arraywise.gui.session.background import Watch
    from arraywise.gui.shell.study_frame import StudyFrame
    from arraywise.gui.shell.undo import Undoing
    from arraywise.gui.shell.welcome import WelcomePage
    from arraywise.usecases.create_sample import SampleStudy


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu."""

    text: str  # empty: a separator
    action: Callable[[], object] | None = None
    keys: str = ""
    needs_study: bool = False
    checked: bool | None = None
    """None: an entry that cannot be checked; entries in a row that can exclude each other."""
    submenu: tuple[Entry, ...] = ()
    made: QAction | None = None  # an action that there is already, which words itself


SEPARATOR = Entry("")


def fill_menu(menu: QMenu, entries: Sequence[Entry], owner: QWidget) -> list[QAction]:
    """Add entries to a menu; return the actions that need an open study."""
    need_study: list[QAction] = []
    group = QActionGroup(menu)
    for entry in entries:
        if entry.made is not None:
            menu.addAction(entry.made)
        elif not entry.text:
            menu.addSeparator()
        elif entry.submenu:
            need_study += fill_menu(menu.addMenu(entry.text), entry.submenu, owner)
        else:
            action = _make_action(entry, owner)
            if entry.checked is not None:
                group.addAction(action)
            if entry.needs_study:
                need_study.append(action)
            menu.addAction(action)
    return need_study


def _make_action(entry: Entry, owner: QWidget) -> QAction:
    action = QAction(entry.text, owner)
    if entry.keys:
        action.setShortcut(QKeySequence(entry.keys))
    if entry.checked is not None:
        action.setCheckable(True)
        action.setChecked(entry.checked)
    chosen = entry.action
    if chosen is not None:
        action.triggered.connect(lambda _checked=False: chosen())
    return action


@runtime_checkable
class Copied(Protocol):
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
        if isinstance(each, Copied):
            each.copy()
            return


def open_log_folder() -> None:
    """Show the folder of the log file in the desktop's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(state_folder())))


def show_about(parent: QWidget) -> None:
    """Say version and licence."""
    text = translate(
        "About",
        "Arraywise {version}\nFrom result files to a purchase decision.\n\n"
        "Apache License 2.0. Nothing is sent anywhere; studies stay on this machine.",
    )
    box = QMessageBox(parent)
    box.setWindowTitle(translate("About", "About Arraywise"))
    box.setText(text.format(version=__version__))
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    box.setIconPixmap(QApplication.windowIcon().pixmap(48))
    for buttons in box.findChildren(QDialogButtonBox):
        without_icons(buttons)
    box.exec()


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
        Entry(translate("Menus", "Open the &log folder"), open_log_folder),
        Entry(translate("Menus", "&About Arraywise"), window.show_about),
    )


_WITH_SHEETS = {"pricing", "provisioning", "workings"}  # pages on which formulas are typed


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
    from arraywise.gui.shell.welcome import WelcomePage

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
    from arraywise.gui.shell.palette import Palette, menu_items, page_items, study_items

    items = menu_items(window.menuBar())
    if frame is not None:
        items += page_items(frame) + study_items(frame)
    palette = Palette(items, window)
    theme.dress(palette)
    palette.open()


def show_keys(window: QMainWindow, frame: StudyFrame | None) -> None:
    """Show the keys; where formulas are typed, their rules and names at first."""
    from arraywise.gui.shell.help import HelpDialog, key_lines

    page = frame.present_page if frame is not None else None
    sheets = frame.session.sheets if frame is not None else None
    dialog = HelpDialog(key_lines(window, page), sheets, window)
    if page is not None and page.key in _WITH_SHEETS:
        dialog.tabs.setCurrentIndex(1)
    dialog.open()


def show_presenting_keys(view: QWidget) -> None:
    """Show the keys of the presentation."""
    from arraywise.gui.shell.help import HelpDialog, presenting_lines

    HelpDialog(presenting_lines(view), None, view).open()


def load_the_rest(language: str, watch: Watch) -> tuple[SampleStudy, ...]:
    """Import what a study needs away from the window's thread, and say which samples there are."""
    import arraywise.gui.session.session
    import arraywise.gui.shell.study_frame  # noqa: F401 - for its effect
    from arraywise.usecases.create_sample import SAMPLE_STUDIES

    load_language(language, watch)
    return SAMPLE_STUDIES


def load_language(language: str, _watch: Watch) -> str:
    """Read the sentences of a language, which are kept from then on, and return its code."""
    from arraywise.present.language import core_sentences

    core_sentences(language)
    return language
