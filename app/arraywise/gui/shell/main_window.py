"""One window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSettings, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QStackedWidget

from arraywise.gui.session.background import Background, Job, Lane
from arraywise.gui.shell import focus as focus_order
from arraywise.gui.shell import leaving, preferences
from arraywise.gui.shell import menus as offering
from arraywise.gui.shell.focus import FocusRing
from arraywise.gui.shell.menus import fill_menu, menus_of
from arraywise.gui.shell.opening import (
    Framing,
    Opener,
    read_recents,
    remember,
    say_refused,
    summary_of,
)
from arraywise.gui.shell.status_line import StatusLine, StudyCorner
from arraywise.gui.shell.undo import Undoing
from arraywise.gui.widgets import files as file_dialogs
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import panel
from arraywise.gui.widgets.files import DropFilter
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QAction, QCloseEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.gui.session.page_requests import Document
    from arraywise.gui.session.session import Session
    from arraywise.gui.shell.presentation import Presentation
    from arraywise.gui.shell.study_frame import StudyFrame
    from arraywise.gui.shell.welcome import WelcomePage
    from arraywise.gui.widgets.banner import Banner
    from arraywise.gui.widgets.theme import ThemeChoice
    from arraywise.store.study import Study
    from arraywise.usecases.create_sample import SampleStudy

_KEPT = "window"
_FRAME_HEIGHT = 40
"""What a title bar takes of the screen, which Qt knows only after the window is seen."""


def place(window: QMainWindow, settings: QSettings, *, alone: bool) -> None:
    """Let a window stand as the last one was left; one beside others has its size alone."""
    kept = settings.value(_KEPT)
    if isinstance(kept, QByteArray) and not kept.isEmpty():
        before = window.pos()
        window.restoreGeometry(kept)  # onto a screen that is there, and not larger than it
        if not alone:
            window.move(before)
    _fit(window)


def keep(window: QMainWindow, settings: QSettings) -> None:
    """Take down how a window stands."""
    settings.setValue(_KEPT, window.saveGeometry())


def _fit(window: QMainWindow) -> None:
    """Make a window that is larger than its screen as large as that."""
    room = window.screen().availableGeometry().size()
    room.setHeight(room.height() - _FRAME_HEIGHT)
    fitting = window.size().boundedTo(room)
    if fitting != window.size():
        window.resize(fitting)


class Presenter:
    """Hides everything but map and answer, and brings it back as it was."""

    def __init__(self, window: QMainWindow, stack: QStackedWidget) -> None:
        self._window, self._stack = window, stack
        self._before: QWidget | None = None
        self._was = window.windowState()  # full, maximised or neither, as it was before
        self.view: Presentation | None = None
        self._end_trials: Callable[[], None] = lambda: None

    def start(self, session: Session) -> None:
        """Show map and answer on the whole screen."""
        if self.view is not None:
            return
        from arraywise.gui.shell.presentation import Presentation, zoom_on  # drawing takes numpy

        self._before = self._stack.currentWidget()
        self._was = self._window.windowState()
        self.view = Presentation(session, zoom_on(self._window.screen().size()))
        theme.dress(self.view)
        self.view.left.connect(self.stop)
        self._end_trials = session.end_trials
        keys = QShortcut(QKeySequence("F1"), self.view)
        keys.activated.connect(partial(offering.show_presenting_keys, self.view))
        self._stack.addWidget(self.view)
        self._stack.setCurrentWidget(self.view)
        self._window.menuBar().hide()
        self._window.statusBar().hide()
        self._window.showFullScreen()
        self.view.map.setFocus()

    def stop(self) -> None:
        """Bring the window back."""
        view, self.view = self.view, None
        if view is None:
            return
        self._end_trials()
        if self._before is not None:
            self._stack.setCurrentWidget(self._before)
        self._stack.removeWidget(view)
        view.deleteLater()
        self._window.menuBar().show()
        self._window.statusBar().show()
        self._window.setWindowState(self._was)


class MainWindow(QMainWindow):
    """A window of Arraywise."""

    def __init__(
        self, another: Callable[[], MainWindow], settings: QSettings, opening: Path | None = None
    ) -> None:
        """Show the welcome page, or `opening` as soon as it is open.

        What a study needs is loaded in the background, after the window is seen.
        """
        super().__init__()
        self._another = another  # makes a further, empty window
        self.settings = settings
        self._start_background()
        self.session: Session | None = None
        self.frame: StudyFrame | None = None
        self._needing_study: list[QAction] = []
        self._stack = QStackedWidget()
        self.setCentralWidget(self._stack)
        self.presenter = Presenter(self, self._stack)
        self._corner = StudyCorner(self.menuBar())
        self.undoing = Undoing(self)
        self.setMinimumSize(*theme.window_min())
        self.resize(1280, 800)
        self.drops = DropFilter(self, self.take_paths)
        theme.dress(self.menuBar())
        theme.dress_dialogs(self)
        self._samples: tuple[SampleStudy, ...] = ()
        self._build(opening)
        self._ring = FocusRing(self)
        # What is loaded in the background would hold up the first paint.
        self._opening = opening
        QTimer.singleShot(0, self, self._load)

    def _load(self) -> None:
        work = partial(offering.load_the_rest, preferences.spoken())
        self.background.start(Job(Lane.IMPORTING, work, self._take_samples))
        if self._opening is not None:
            self.open_path(self._opening)

    def _start_background(self) -> None:
        self.background = Background(self)
        self.background.could_not.connect(partial(leaving.say_could_not, self))
        self.framing = Framing(self, self.background, self._take_frame)
        self.opener = Opener(self.background, self._take_study, partial(say_refused, self))

    def _take_samples(self, samples: tuple[SampleStudy, ...]) -> None:
        self._samples = samples
        if self._welcome is not None:
            self._welcome.show_samples(samples)

    def _build(self, opening: Path | None = None) -> None:
        """Make everything that carries words, in the present language."""
        self._spoken = preferences.spoken()
        self._make_status()
        self._welcome: WelcomePage | None = None
        coming = self.session or self.framing.session
        if coming is not None:
            self.framing.begin(coming)
        elif opening is not None:
            self._show_opening(opening)
        else:
            self.show_welcome()

    def _make_status(self) -> None:
        self.status = StatusLine(self.background)
        self.setStatusBar(self.status)
        theme.dress(self.status)

    @property
    def welcome(self) -> WelcomePage:
        """The welcome page, made when it is first seen: a window with a study needs none."""
        if self._welcome is None:
            self._welcome = offering.make_welcome(self, self._samples)
            self._stack.addWidget(self._welcome)
            theme.dress(self._welcome)
        return self._welcome

    def _show_opening(self, path: Path) -> None:
        """Show an empty page until a study is open."""
        self._blank = panel()
        theme.dress(self._blank)
        self._stack.addWidget(self._blank)
        self._stack.setCurrentWidget(self._blank)
        self.setWindowTitle(f"{path.stem} \u2013 Arraywise")
        self._build_menus()

    def _build_menus(self) -> None:
        bar = self.menuBar()
        bar.clear()
        self._needing_study = []
        for title, entries in menus_of(self):
            self._needing_study += fill_menu(bar.addMenu(title), entries, self)
        for action in self._needing_study:
            action.setEnabled(self.session is not None)
        bar.setFixedHeight(theme.height("menu_bar"))
        self._name_study()

    def _name_study(self) -> None:
        facts = self.session.facts if self.session else None
        self._corner.show_facts(facts)
        if facts is not None:
            self.setWindowTitle(f"{facts.name} \u2013 Arraywise")

    def show_welcome(self) -> None:
        """Show the welcome page."""
        self.setWindowTitle("Arraywise")
        self.welcome.show_recents(read_recents(self.settings))
        self._stack.setCurrentWidget(self.welcome)
        self._build_menus()
        self.status.show_note(self.tr("Studies stay on this machine"))

    def changeEvent(self, event: QEvent) -> None:
        """Say everything anew when the language changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and preferences.spoken() != self._spoken:
            self._rebuild()

    def _rebuild(self) -> None:
        if self._welcome is not None:
            self._stack.removeWidget(self._welcome)
            self._welcome.deleteLater()
        self._build()

    def choose_language(self, code: str) -> None:
        """Speak another language, once its sentences are read."""
        work = partial(offering.load_language, code)
        speak = partial(preferences.choose_language, self.settings)
        self.background.start(Job(Lane.READING, work, speak, key="say"))

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Show another theme, or follow the system's."""
        preferences.choose_theme(self.settings, choice)

    # Opening

    def ask_for_new(self, evidence: tuple[Path, ...] = ()) -> None:
        """Ask where a new study is to lie, and make it with files to import."""
        path = file_dialogs.ask_new_study(self, *evidence[:1])
        if path is not None:
            self.make_study(path, evidence)

    def ask_for_study(self) -> None:
        """Ask which study to open."""
        path = file_dialogs.ask_study(self)
        if path is not None:
            self.open_path(path)

    @property
    def has_study(self) -> bool:
        """Whether a study is open here, or on its way to be seen."""
        return self.session is not None or self.framing.session is not None

    def _take_study(self, study: Study, evidence: tuple[Path, ...]) -> None:
        """Show a study here, or in a further window where this one has a study."""
        window = self._another() if self.has_study else self
        window.framing.open(study)
        window.take_paths(evidence)
        self.status.say("")

    def make_study(self, path: Path, evidence: tuple[Path, ...] = ()) -> None:
        """Make a study, and import files into it when it is open."""
        self._forget_refused()
        self.opener.make(path, evidence)

    def open_path(self, path: Path) -> None:
        """Open a study."""
        self._forget_refused()
        self.status.say(self.tr("Opening {name}\u2026").format(name=path.name))
        self.opener.open(path)

    def open_sample(self, key: str) -> None:
        """Build a sample study in the documents folder and open it."""
        self._forget_refused()
        self.opener.build_sample(key)

    def _forget_refused(self) -> None:
        """What was said of a study is done with as soon as another is asked for."""
        if self._welcome is not None:
            self._welcome.banner.hide()

    def _take_frame(self, session: Session, frame: StudyFrame) -> None:
        """Show a frame that was made, in place of the one that spoke another language."""
        place = self.frame.place if self.frame is not None else 0
        if self.session is None:
            self.status.say("")
            session.changed.connect(self._take_changes)
            session.saving_changed.connect(self._show_saving)
            self.framing.afterwards(partial(leaving.look_for_unfinished, self, session))
        else:
            self._drop_frame()
        self.session, self.frame = session, frame
        frame.said.connect(self.status.say)
        frame.selected.connect(self.status.show_figures)
        frame.presenting_wanted.connect(self.present)
        frame.document_wanted.connect(self.export)
        self.undoing.attach(session, frame)
        self._stack.addWidget(frame)
        frame.go_to(place)
        self._stack.setCurrentWidget(frame)
        self._build_menus()
        self._show_saving()
        self._remember()
        frame.refresh()
        frame.focus_page()

    def _take_changes(self, changes: object) -> None:
        if isinstance(changes, Changes) and changes & (Changes.STUDY | Changes.OPTIONS):
            self._name_study()
        if self.session is not None and not self.session.is_moving:
            self._remember()  # now, for who is killed says no farewell

    def _show_saving(self) -> None:
        if self.session is not None:
            self.status.show_saved(self.session)

    @property
    def banner(self) -> Banner:
        """Where this window says what could not be done."""
        return (self.frame.present_page if self.frame is not None else self.welcome).banner

    def take_paths(self, paths: tuple[Path, ...]) -> None:
        """Take what was dropped: a study is opened, all else is evidence."""
        self._forget_refused()
        suffix = file_dialogs.study_suffix()
        evidence = tuple(p for p in paths if p.suffix != suffix)
        for study in (p for p in paths if p.suffix == suffix):
            self.open_path(study)
        if evidence and self.frame is not None:
            self.frame.import_files(evidence)
        elif evidence and self.framing.session is not None:
            self.framing.afterwards(partial(self.take_paths, evidence))
        elif evidence:
            self.ask_for_new(evidence)

    def focusNextPrevChild(self, ahead: bool) -> bool:  # noqa: FBT001 - Qt's own
        """Tab goes through a study as F6 does."""
        if self.frame is None or not self.frame.isVisible():
            return super().focusNextPrevChild(ahead)
        return focus_order.step(self, self.frame.regions, ahead=ahead)

    # Menu actions on the study

    def page_titles(self) -> list[str]:
        """Return the titles of the study's pages; none without a study."""
        return [page.title for page in self.frame.pages] if self.frame is not None else []

    def go_to(self, number: int) -> None:
        """Show a page of the study."""
        self.with_frame(lambda frame: frame.go_to(number))

    def present(self) -> None:
        """Show map and answer alone, on the whole screen."""
        if self.session is not None and self.session.answer is not None:
            self.presenter.start(self.session)

    def toggle_trace(self) -> None:
        """Open or close the trace panel."""
        self.with_frame(lambda frame: frame.toggle_trace())

    def paste(self) -> None:
        """Paste into the grid that has the focus, or import what is on the clipboard."""
        self.with_frame(lambda frame: frame.paste())

    def open_evidence(self) -> None:
        """Ask for files to import."""
        self.with_frame(lambda frame: frame.import_files(file_dialogs.ask_evidence_files(self)))

    def open_evidence_folder(self) -> None:
        """Ask for a folder to import."""
        self.with_frame(lambda frame: frame.import_files(file_dialogs.ask_evidence_folder(self)))

    def paste_evidence(self) -> None:
        """Import what is on the clipboard."""
        self.with_frame(lambda frame: frame.paste_evidence())

    def with_frame(self, do: Callable[[StudyFrame], object]) -> None:
        """Do something with the frame of the open study."""
        if self.frame is not None:
            do(self.frame)

    def ask_for_copy(self) -> None:
        """Ask where a copy is to lie, and make it."""
        leaving.ask_for_copy(self)

    def export(self, document: Document) -> None:
        """Ask where a document is to lie, and write it."""
        from arraywise.gui.session import exports  # the store takes long to load

        if self.session is not None:
            exports.export(self.session, document, lambda: self.banner)

    def show_palette(self) -> None:
        """Offer everything that can be done or gone to."""
        offering.show_palette(self, self.frame)

    def show_keys(self) -> None:
        """List keys, and the names that formulas may use."""
        offering.show_keys(self, self.frame)

    def show_about(self) -> None:
        """Say version and licence."""
        offering.show_about(self)

    # Closing

    def close_study(self) -> None:
        """Close the study and show the welcome page."""
        if self.session is None or not leaving.may_leave(self, self.background):
            return
        self._remember()
        self._drop_frame()
        session, self.session = self.session, None
        session.close()
        self.opener.close()
        session.deleteLater()
        self.background.deleteLater()
        self._start_background()
        self._make_status()
        QTimer.singleShot(0, self, self.show_welcome)  # closing takes a turn to itself

    def _drop_frame(self) -> None:
        if self.frame is not None:
            self.undoing.leave()
            self.background.drop_readings()
            self._stack.removeWidget(self.frame)
            self.framing.clear(self.frame)
            self.frame = None

    def _remember(self) -> None:
        seen = self.session
        if seen is not None and seen.facts is not None:
            remember(self.settings, summary_of(seen.study.path, seen.facts.name, seen.answer))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Finish writing; only what takes long is asked about, for every edit is saved."""
        if not leaving.may_leave(self, self.background):
            event.ignore()
            return
        self.presenter.stop()
        keep(self, self.settings)
        self._remember()
        if self.session is not None:
            self.session.close()
            self.session = None
        else:
            self.framing.close()
            self.background.close()
        self.opener.close()
        super().closeEvent(event)
