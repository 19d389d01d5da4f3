"""One window: what it shows, what its menus do, and what it states of studies and imports."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QEvent,
    QLocale,
    QSettings,
    QSize,
    QTime,
    QTimer,
)
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QWidget

from arraywise.gui.session.background import Background, BackgroundJob, Worker
from arraywise.gui.session.page_requests import DocumentKind
from arraywise.gui.shell import focus as focus_order
from arraywise.gui.shell import preferences
from arraywise.gui.shell.focus import FocusRing
from arraywise.gui.shell.guide import DialogHelp, find_topic_at_cursor, show_guide
from arraywise.gui.shell.menus import (
    StatusLine,
    StudyCorner,
    Undoing,
    add_choices,
    add_entry,
    copy_from,
    load_language,
    load_the_rest,
    open_log_folder,
    show_about,
    show_keys,
    show_palette,
    show_presenting_keys,
)
from arraywise.gui.shell.opening import (
    FrameLoader,
    StudyOpener,
    may_leave,
    read_recents,
    save_recent_study,
    summarise_study,
)
from arraywise.gui.shell.preferences import show_thresholds
from arraywise.gui.shell.support import ask_for_bundle
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets import files as file_dialogs
from arraywise.gui.widgets.controls import panel
from arraywise.gui.widgets.files import DropFilter
from arraywise.gui.widgets.theme import ThemeChoice
from arraywise.store.study_file import SUFFIX
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QCloseEvent
    from PySide6.QtWidgets import QMenu, QMenuBar

    from arraywise.domain.messages import UserError
    from arraywise.gui.session.session import Session
    from arraywise.gui.shell.opening import RecentStudy
    from arraywise.gui.shell.presentation import Presentation
    from arraywise.gui.shell.study_frame import StudyFrame
    from arraywise.gui.shell.welcome import WelcomePage
    from arraywise.gui.widgets.banner import Banner
    from arraywise.store.study import Study
    from arraywise.usecases.create_sample import SampleStudy
    from arraywise.usecases.import_files import UnfinishedImport

    _Add = Callable[..., object]  # takes a text, what it does, and keys if there are any

translate = QCoreApplication.translate
_KEPT = "window"
_NAMED = 3  # files and folders that a message names
_FRAME_HEIGHT = 40
"""What a title bar takes of the screen, which Qt knows only after the window is seen."""


def restore_window_geometry(window: QMainWindow, settings: QSettings, *, alone: bool) -> None:
    """Let a window stand as the last one was left; one beside others has its size alone."""
    stored = settings.value(_KEPT)
    if isinstance(stored, QByteArray) and not stored.isEmpty():
        before = window.pos()
        window.restoreGeometry(stored)  # onto a screen that is there, and not larger than it
        if not alone:
            window.move(before)
    fitting = window.size().boundedTo(_largest_size_on_screen(window))
    if fitting != window.size():
        window.resize(fitting)


def save_window_geometry(window: QMainWindow, settings: QSettings) -> None:
    """Take down how a window stands."""
    settings.setValue(_KEPT, window.saveGeometry())


def _largest_size_on_screen(window: QMainWindow) -> QSize:
    """Return the largest size of a window on its screen."""
    return window.screen().availableGeometry().size() - QSize(0, _FRAME_HEIGHT)


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
        theme.apply_style(self.view)
        self.view.left.connect(self.stop)
        self._end_trials = session.end_trials
        for keys, show in (
            ("F1", partial(show_guide, self.view, "presentation")),
            ("Shift+F1", partial(show_presenting_keys, self.view)),
            ("Ctrl+K", self._show_palette),
        ):
            QShortcut(QKeySequence(keys), self.view).activated.connect(show)
        self._stack.addWidget(self.view)
        self._stack.setCurrentWidget(self.view)
        self._window.menuBar().hide()
        self._window.statusBar().hide()
        self._window.showFullScreen()
        self.view.map.setFocus()

    def _show_palette(self) -> None:
        """Offer what the window does; what is chosen is done there, once this is left."""
        if self.view is not None and isinstance(self._window, MainWindow):
            show_palette(self._window, self._window.frame, before=self.view.leave)

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
        """Show the welcome page, or the study `opening` as soon as it is open.

        Of a folder, or of another file, a study is made. What a study needs is loaded in the
        background, after the window is seen.
        """
        super().__init__()
        self._another = another  # makes a further, empty window
        self._is_ending = False
        self.settings = settings
        file_dialogs.folders.remember_in(settings)
        self._start_background()
        self.session: Session | None = None
        self.frame: StudyFrame | None = None

        self._stack = QStackedWidget()
        self.setCentralWidget(self._stack)
        self.presenter = Presenter(self, self._stack)
        self._corner = StudyCorner(self.menuBar())
        self.undoing = Undoing(self)
        wide, high = theme.min_window_size()
        self.setMinimumSize(
            wide, min(high, _largest_size_on_screen(self).height())
        )  # a screen may have less
        self.resize(1280, 800)
        self.drops = DropFilter(self, self.open_paths)
        theme.apply_style(self.menuBar())
        theme.style_dialogs(self)
        DialogHelp(self)
        self._samples: tuple[SampleStudy, ...] = ()
        self._tours_sample = False
        self._build_content(opening)
        self._ring = FocusRing(self)
        # What is loaded in the background would hold up the first paint.
        self._opening = opening
        QTimer.singleShot(0, self, self._load_modules_and_open)

    def _load_modules_and_open(self) -> None:
        work = partial(load_the_rest, preferences.current_language())
        self.background.start(BackgroundJob(Worker.IMPORTING, work, self._add_samples))
        if self._opening is not None and self._is_study(self._opening):
            self.open_path(self._opening)
        elif self._opening is not None:
            self.open_paths((self._opening,))

    @staticmethod
    def _is_study(path: Path) -> bool:
        """Return whether a path is that of a study, maybe of one that is not there."""
        return path.suffix == SUFFIX or not path.exists()

    def _start_background(self) -> None:
        self.background = Background(self)
        self.background.show_error.connect(partial(show_failure, self))
        self.loader = FrameLoader(self, self.background, self._show_frame)
        self.opener = StudyOpener(self.background, self._show_study, partial(show_refusal, self))

    def _add_samples(self, samples: tuple[SampleStudy, ...]) -> None:
        self._samples = samples
        if self._welcome is not None:
            self._welcome.show_samples(samples)

    def _build_content(self, opening: Path | None = None) -> None:
        """Make everything that carries words, in the present language."""
        self._spoken = preferences.current_language()
        self._build_status()
        self._welcome: WelcomePage | None = None
        coming = self.session or self.loader.session
        if coming is not None:
            self.loader.start_building(coming)
        elif opening is not None and self._is_study(opening):  # an empty page until it is open
            self._blank = panel()
            theme.apply_style(self._blank)
            self._stack.addWidget(self._blank)
            self._stack.setCurrentWidget(self._blank)
            self.setWindowTitle(f"{opening.stem} \u2013 Arraywise")
            self._build_menus()
        else:
            self.show_welcome()

    def _build_status(self) -> None:
        self.status = StatusLine(self.background)
        self.setStatusBar(self.status)
        theme.apply_style(self.status)

    @property
    def welcome(self) -> WelcomePage:
        """The welcome page, made when it is first seen: a window with a study needs none."""
        if self._welcome is None:
            from arraywise.gui.shell.welcome import WelcomePage

            self._welcome = page = WelcomePage(preferences.chosen_language(self.settings))
            page.show_samples(self._samples)
            page.new_study_requested.connect(self.ask_new_study_file)
            page.open_asked.connect(self.ask_for_study)
            page.template_asked.connect(self.ask_new_from_template)
            page.folder_asked.connect(self.open_evidence_folder)
            page.study_asked.connect(lambda path: self.open_path(Path(path)))
            page.sample_asked.connect(self.open_sample)
            page.language_asked.connect(self.choose_language)
            page.guide_asked.connect(partial(show_guide, self))
            self._stack.addWidget(self._welcome)
            theme.apply_style(self._welcome)
        return self._welcome

    def _build_menus(self) -> None:
        bar = self.menuBar()
        for action in bar.actions():
            action.menu().deleteLater()  # with its actions; `clear` alone would keep it
        bar.clear()
        fill_menus(self, bar)
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
        """Set every text again when the language changes."""
        super().changeEvent(event)
        is_other = preferences.current_language() != self._spoken
        if event.type() == QEvent.Type.LanguageChange and is_other:
            if self._welcome is not None:
                self._stack.removeWidget(self._welcome)
                self._welcome.deleteLater()
            self._build_content()

    def choose_language(self, code: str) -> None:
        """Speak another language, once its sentences are read."""
        work = partial(load_language, code)
        speak = partial(preferences.choose_language, self.settings)
        self.background.start(BackgroundJob(Worker.READING, work, speak, key="say"))

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Show another theme, or follow the system's."""
        preferences.choose_theme(self.settings, choice)

    # Opening

    def ask_new_study_file(self, evidence: tuple[Path, ...] = ()) -> None:
        """Ask where a new study is to lie, and make it with files to import."""
        path = file_dialogs.ask_new_study(self, *evidence[:1])
        if path is not None:
            self.build_study(path, evidence)

    def ask_new_from_template(self) -> None:
        """Ask for a template and where the new study is to lie, and make it."""
        template = file_dialogs.ask_template(self)
        path = None if template is None else file_dialogs.ask_new_study(self)
        if template is not None and path is not None:
            self._clear_refused()
            self.opener.make_from_template(path, template)

    def ask_for_study(self) -> None:
        """Ask which study to open."""
        path = file_dialogs.ask_study(self)
        if path is not None:
            self.open_path(path)

    @property
    def has_study(self) -> bool:
        """Whether a study is open here, or on its way to be seen."""
        return self.session is not None or self.loader.session is not None

    def _show_study(self, study: Study, evidence: tuple[Path, ...]) -> None:
        """Show a study here, or in a further window where this one has a study."""
        window = self._another() if self.has_study else self
        is_toured = self._tours_sample
        window.loader.open(study)
        window.open_paths(evidence)
        if is_toured:
            window.loader.run_when_shown(window.start_tour)
        if evidence:
            open_it = partial(window.with_frame, lambda frame: frame.toggle_requirement())
            window.loader.run_when_shown(open_it)
        self.status.show_message("")

    def build_study(self, path: Path, evidence: tuple[Path, ...] = ()) -> None:
        """Create a study, and import files into it when it is open."""
        self._clear_refused()
        self.opener.create_study(path, evidence)

    def open_path(self, path: Path) -> None:
        """Open a study."""
        self._clear_refused()
        self.status.show_message(self.tr("Opening {name}\u2026").format(name=path.name))
        self.opener.open(path)

    def open_sample(self, key: str) -> None:
        """Build a sample study in the documents folder and open it."""
        from arraywise.gui.shell.welcome import is_new

        self._clear_refused()
        self._tours_sample = key == "worked-example" and is_new(self.settings)
        self.opener.build_sample(key)

    def start_tour(self) -> None:
        """Go through the open study, or through the worked example."""
        if self.frame is not None:
            from arraywise.gui.shell.welcome import start_tour

            start_tour(self.frame)
        else:
            self._clear_refused()
            self._tours_sample = True
            self.opener.build_sample("worked-example")

    def _clear_refused(self) -> None:
        """What was shown of a study is cleared as soon as another is asked for."""
        self._tours_sample = False
        if self._welcome is not None:
            self._welcome.banner.hide()

    def _show_frame(self, session: Session, frame: StudyFrame) -> None:
        """Show a frame that was made, in place of the one that spoke another language."""
        place = self.frame.place if self.frame is not None else 0
        if self.session is None:
            self.status.show_message("")
            session.changed.connect(self._show_session_changes)
            session.saving_changed.connect(self._show_saving)
            session.recovered.connect(self._show_recovery)
            self.loader.run_when_shown(partial(find_unfinished_import, self, session))
            self.loader.run_when_shown(partial(show_notice, self, session))
        else:
            self._remove_frame()
        self.session, self.frame = session, frame
        frame.message.connect(self.status.show_message)
        frame.selected.connect(self.status.show_figures)
        frame.presenting_wanted.connect(self.present)
        frame.document_wanted.connect(self.export)
        self.undoing.attach(session, frame)
        self._stack.addWidget(frame)
        frame.go_to(place)
        self._stack.setCurrentWidget(frame)
        self._build_menus()
        self._show_saving()
        self._save_recent_study()
        frame.refresh()
        frame.focus_page()

    def _show_session_changes(self, changes: object) -> None:
        if isinstance(changes, Changes) and changes & (Changes.STUDY | Changes.OPTIONS):
            self._name_study()
        if self.session is not None and not self.session.is_moving:
            self._save_recent_study()  # now, for who is killed says no farewell

    def _show_saving(self) -> None:
        if self.session is not None:
            self.status.show_saved(self.session)

    @property
    def banner(self) -> Banner:
        """Where this window says what could not be done."""
        return (self.frame.present_page if self.frame is not None else self.welcome).banner

    def open_paths(self, paths: tuple[Path, ...], at: QPoint | None = None) -> None:
        """Take what was dropped: a study is opened, all else is evidence or a quote."""
        self._clear_refused()
        evidence = tuple(p for p in paths if p.suffix != SUFFIX)
        for study in (p for p in paths if p.suffix == SUFFIX):
            self.open_path(study)
        if evidence and self.frame is not None:
            self.frame.import_dropped_files(evidence, None if at is None else self.mapToGlobal(at))
        elif evidence and self.loader.session is not None:
            self.loader.run_when_shown(partial(self.open_paths, evidence))
        elif evidence:
            self.ask_new_study_file(evidence)

    def focusNextPrevChild(self, ahead: bool) -> bool:  # noqa: FBT001 - Qt's own
        """Tab goes through a study as F6 does."""
        if self.frame is None or not self.frame.isVisible():
            return super().focusNextPrevChild(ahead)
        return focus_order.move_focus(self, self.frame.regions, ahead=ahead)

    # Menu actions on the study

    def go_to(self, number: int) -> None:
        """Show a page of the study."""
        self.with_frame(lambda frame: frame.go_to(number))

    def present(self) -> None:
        """Show map and answer alone, on the whole screen."""
        if self.session is not None and self.session.answer is not None:
            self.presenter.start(self.session)

    def open_evidence_folder(self) -> None:
        """Ask for a folder to import, into a new study where none is open."""
        self.open_paths(file_dialogs.ask_evidence_folder(self))

    def with_frame(self, do: Callable[[StudyFrame], object]) -> None:
        """Do something with the frame of the open study."""
        if self.frame is not None:
            do(self.frame)

    def ask_for_copy(self) -> None:
        """Ask for the place of a copy and make it; where the study's file is gone, open it."""
        session = self.session
        if session is None:
            return
        target = file_dialogs.ask_copy(self, session.study.path)
        if target is None:
            return
        is_displaced = session.is_displaced

        def then() -> None:
            if is_displaced:
                self.close_study()
                self.open_path(target)
            else:
                self.status.show_message(self.tr("Copied to {path}").format(path=target))

        self.opener.save_copy(session.study.path, target, then)

    def save_template_as(self) -> None:
        """Ask where a template is to lie, and save options, criteria and price lines there."""
        session = self.session
        if session is None:
            return
        target = file_dialogs.ask_new_template(self, session.study.path)
        if target is None:
            return

        def then() -> None:
            self.status.show_message(self.tr("Template saved to {path}").format(path=target))

        self.opener.save_template(session.study, target, then)

    def ask_for_bundle(self) -> None:
        """Show what a support bundle holds, and save it."""
        study = None if self.session is None else self.session.study
        ask_for_bundle(self, study, self.background, self.status.show_message)

    def export(self, document: DocumentKind) -> None:
        """Ask where a document is to lie, and write it."""
        from arraywise.gui.session import exports  # the store takes long to load

        if self.session is not None:
            exports.export_document(self.session, document, lambda: self.banner)

    def show_palette(self) -> None:
        """Offer everything that can be done or gone to."""
        show_palette(self, self.frame)

    def show_guide(self) -> None:
        """Show what the guide says of what is at hand."""
        page = "start" if self.frame is None else f"page-{self.frame.present_page.key}"
        show_guide(self, find_topic_at_cursor(self, page))

    def show_keys(self) -> None:
        """List keys, and the names that formulas may use."""
        show_keys(self, self.frame)

    def _show_recovery(self, failure: str, instead: str) -> None:
        """Take away what banners say of a failure that is over."""
        pages = self.frame.pages if self.frame is not None else ()
        for banner in (page.banner for page in pages if page.banner.text == failure):
            banner.hide()
            if instead:
                banner.show_message("info", instead)

    # Closing

    def close_study(self) -> None:
        """Close the study and show the welcome page."""
        if self.session is None or not may_leave(self, self.background):
            return
        self._keep_typed()
        self._save_recent_study()
        self._remove_frame()
        session, self.session = self.session, None
        session.close()
        self.opener.close()
        session.deleteLater()
        self.background.deleteLater()
        self._start_background()
        self._build_status()
        QTimer.singleShot(0, self, self.show_welcome)  # closing takes a turn to itself

    def _keep_typed(self) -> None:
        """Keep what is still being typed, as leaving its cell or field does."""
        focused = self.focusWidget()
        if focused is not None:
            focused.clearFocus()

    def _remove_frame(self) -> None:
        if self.frame is not None:
            self.undoing.leave()
            self.background.drop_page_reads()
            self._stack.removeWidget(self.frame)
            self.loader.clear(self.frame)
            self.frame = None

    def _save_recent_study(self) -> None:
        seen = self.session
        if seen is not None and seen.facts is not None:
            save_recent_study(
                self.settings, summarise_study(seen.study.path, seen.facts.name, seen.answer)
            )

    def end_at_once(self) -> None:
        """Finish writing and close without a question: the system asks the program to end."""
        self._is_ending = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Finish writing; only what takes long is asked about, for every edit is saved."""
        if not self._is_ending and not may_leave(self, self.background):
            event.ignore()
            return
        self._keep_typed()
        self.presenter.stop()
        save_window_geometry(self, self.settings)
        self._save_recent_study()
        if self.session is not None:
            self.session.close()
            self.session = None
        else:
            self.loader.close()
            self.background.close()
        self.opener.close()
        super().closeEvent(event)


def show_failure(window: MainWindow, sentence: str) -> None:
    """Describe what could not be done; where the study's file is gone, a copy saves the study."""
    if window.session is not None and window.session.is_displaced:
        link = translate("Leaving", "Save a copy\u2026")
        window.banner.show_message("fail", sentence, link=link, action=window.ask_for_copy)
    else:
        window.banner.show_message("fail", sentence)


def show_notice(window: MainWindow, session: Session) -> None:
    """Show what was lost of a study before it was opened."""
    notice = session.study.notice
    if notice is not None and window.session is session:
        window.banner.show_message("warn", messages.translate_message(notice))

    def tell(since: datetime) -> None:
        text = translate(
            "MainWindow",
            "Arraywise ended while the edit of {time} was being saved: it is not in the study."
            " Make it again.",
        )
        local = since.astimezone()
        shown = QLocale().toString(QTime(local.hour, local.minute, local.second))
        if window.session is session:
            window.banner.show_message("warn", text.format(time=shown))

    session.find_lost_edit(tell)


def find_unfinished_import(window: MainWindow, session: Session) -> None:
    """Show in a window whose study was just opened what its last import left out."""
    from arraywise.usecases.import_files import read_unfinished_import

    def say(result: UnfinishedImport | None) -> None:
        under_way = bool(session.background.tasks)  # the import that a folder began
        if result is not None and window.session is session and not under_way:
            _warn_of_unread_files(window, session, result)

    session.read(read_unfinished_import, say, key="unfinished import")


def _warn_of_unread_files(window: MainWindow, session: Session, result: UnfinishedImport) -> None:
    from arraywise.usecases.changes import Changes
    from arraywise.usecases.import_files import clear_unfinished_import

    names = ", ".join(path.name for path in result.paths[:_NAMED])
    names += ", \u2026" if len(result.paths) > _NAMED else ""
    if result.left is None:
        text = translate("Leaving", "Files of {names} may be missing.")
    else:
        one = translate("Leaving", "1 file of {names} was not read.")
        many = translate("Leaving", "{count} files of {names} were not read.")
        text = one if result.left == 1 else many
    window.banner.show_message(
        "warn",
        translate("Leaving", "The last import was not finished."),
        text.format(names=names, count=figures.number(result.left or 0)),
        link=translate("Leaving", "Import them"),
        action=lambda: window.open_paths(result.paths),
        other=(
            translate("Leaving", "Leave them out"),
            lambda: session.edit(clear_unfinished_import, Changes.NOTHING),
        ),
    )


def show_refusal(window: MainWindow, error: UserError, path: Path | None) -> None:
    """Show it on the current page of a window; a copy of the study or its backup is offered."""
    from arraywise.domain.messages import LogUnusable
    from arraywise.store.study import StudyInUse

    window.status.show_message("")
    if window.frame is None and window.has_study:
        window.loader.run_when_shown(partial(show_refusal, window, error, path))
        return
    if window.frame is None:
        window.show_welcome()
    if isinstance(error, LogUnusable) and path is not None:
        without = partial(window.opener.open, path, without_log=True)
        link = translate("MainWindow", "Open without the log")
        window.banner.show_message("fail", messages.error_text(error), link=link, action=without)
        return
    if not isinstance(error, StudyInUse) or path is None:
        _show_error_with_backup(window, error, path)
        return
    holder = _find_window_with_study(path)
    if holder is window:
        message = translate("MainWindow", "{name} is open in this window already.")
        window.banner.show_message("info", message.format(name=path.name))
        return
    copy = partial(window.opener.copy, path, file_dialogs.free_path(path))
    link = translate("MainWindow", "Open a copy")
    show = (translate("MainWindow", "Show that window"), partial(_bring_to_front, holder))
    other = show if holder is not None else None
    window.banner.show_message(
        "warn", messages.error_text(error), link=link, action=copy, other=other
    )


def _show_error_with_backup(window: MainWindow, error: UserError, path: Path | None) -> None:
    """Show it, and offer a copy of the backup where one is beside the study."""
    from arraywise.store.study_file import find_newest_backup

    backup = find_newest_backup(path) if path is not None else None
    if path is None or backup is None:
        window.banner.show_message("fail", messages.error_text(error))
        return
    message = translate("MainWindow", "{name} is a backup of it.").format(name=backup.name)
    link = translate("MainWindow", "Open a copy of the backup")
    copy = partial(window.opener.copy, backup, file_dialogs.free_path(path))
    window.banner.show_message("fail", messages.error_text(error), message, link=link, action=copy)


def _find_window_with_study(path: Path) -> QWidget | None:
    """Return the window of this program in which a study is open; none where it is not."""
    for each in QApplication.topLevelWidgets():
        session = getattr(each, "session", None)
        if session is not None and session.study.path == path.resolve():
            return each
    return None


def _bring_to_front(window: QWidget | None) -> None:
    if window is None:
        return
    window.showNormal() if window.isMinimized() else window.show()
    window.raise_()
    window.activateWindow()


def fill_menus(window: MainWindow, bar: QMenuBar) -> None:
    """Fill the menus of a window; entries exist only for what exists."""
    for title, fill in (
        (translate("Menus", "&File"), _fill_file_menu),
        (translate("Menus", "&Edit"), _fill_edit_menu),
        (translate("Menus", "Vie&w"), _fill_view_menu),
        (translate("Menus", "Evi&dence"), _fill_evidence_menu),
        (translate("Menus", "&Help"), _fill_help_menu),
    ):
        menu = bar.addMenu(title)
        fill(window, menu, partial(add_entry, menu), partial(_add_for_study, window, menu))


def _add_for_study(
    window: MainWindow, menu: QMenu, text: str, do: Callable[[], object], keys: str = ""
) -> None:
    """Add an entry that needs an open study."""
    add_entry(menu, text, do, keys).setEnabled(window.session is not None)


def _fill_file_menu(window: MainWindow, menu: QMenu, add: _Add, study: _Add) -> None:
    add(translate("Menus", "&New study\u2026"), window.ask_new_study_file, "Ctrl+N")
    add(translate("Menus", "New from &template\u2026"), window.ask_new_from_template)
    add(translate("Menus", "&Open study\u2026"), window.ask_for_study, "Ctrl+O")
    recents = read_recents(window.settings)
    if recents:
        _fill_recent_menu(window, menu.addMenu(translate("Menus", "Open &recent")), recents)
    menu.addSeparator()
    study(translate("Menus", "Save a &copy\u2026"), window.ask_for_copy, "Ctrl+Shift+S")
    study(translate("Menus", "Sa&ve as template\u2026"), window.save_template_as)
    write_pdf, write_workbook = (partial(window.export, each) for each in DocumentKind)
    study(translate("Menus", "Export &PDF\u2026"), write_pdf, "Ctrl+Shift+P")
    study(translate("Menus", "Export &workbook\u2026"), write_workbook, "Ctrl+Shift+W")
    menu.addSeparator()
    study(translate("Menus", "C&lose study"), window.close_study, "Ctrl+W")
    add(translate("Menus", "&Quit"), QApplication.closeAllWindows, "Ctrl+Q")


def _fill_recent_menu(window: MainWindow, menu: QMenu, recents: Sequence[RecentStudy]) -> None:
    """List the studies opened last; those of one name with their paths."""
    names = [each.name for each in recents]
    for each in recents:
        path, text = Path(each.path), each.name
        if names.count(text) > 1:
            text = f"{text} \u2013 {path.name}, {path.parent}"
        add_entry(menu, text.replace("&", "&&"), partial(window.open_path, path))


def _fill_edit_menu(window: MainWindow, menu: QMenu, _add: _Add, study: _Add) -> None:
    menu.addActions((window.undoing.back, window.undoing.forth))
    menu.addSeparator()
    study(translate("Menus", "&Copy"), lambda: copy_from(QApplication.focusWidget()), "Ctrl+C")
    paste = partial(window.with_frame, lambda frame: frame.paste())
    study(translate("Menus", "&Paste"), paste, "Ctrl+V")


def _fill_view_menu(window: MainWindow, menu: QMenu, add: _Add, study: _Add) -> None:
    pages = window.frame.pages if window.frame is not None else []
    for number, page in enumerate(pages):
        study(page.title, partial(window.go_to, number), f"Ctrl+{number + 1}")
    if pages:
        menu.addSeparator()
    add(translate("Menus", "&Command palette"), window.show_palette, "Ctrl+K")
    trace = partial(window.with_frame, lambda frame: frame.toggle_trace())
    study(translate("Menus", "&Trace of the answer"), trace, "Shift+F4")
    study(translate("Menus", "&Present"), window.present, "F11")
    menu.addSeparator()
    themes = {
        ThemeChoice.SYSTEM: translate("Menus", "Follow the system"),
        ThemeChoice.LIGHT: translate("Menus", "Light"),
        ThemeChoice.DARK: translate("Menus", "Dark"),
    }
    now, spoken = (
        preferences.theme_choice(window.settings),
        preferences.chosen_language(window.settings),
    )
    add_choices(
        menu.addMenu(translate("Menus", "T&heme")),
        ((text, partial(window.choose_theme, each), each is now) for each, text in themes.items()),
    )
    add_choices(
        menu.addMenu(translate("Menus", "&Language")),
        (
            (name, partial(window.choose_language, code), code == spoken)
            for code, name in preferences.LANGUAGES
        ),
    )


def _fill_evidence_menu(window: MainWindow, menu: QMenu, add: _Add, study: _Add) -> None:
    def frame(text: str, do: Callable[[StudyFrame], object], keys: str = "") -> None:
        study(text, partial(window.with_frame, do), keys)

    frame(
        translate("Menus", "Open &files\u2026"),
        lambda f: f.import_files(file_dialogs.ask_evidence_files(window)),
        "Ctrl+Shift+O",
    )
    add(translate("Menus", "Open a f&older\u2026"), window.open_evidence_folder)
    frame(translate("Menus", "&Paste from clipboard"), lambda f: f.paste_evidence())
    frame(
        translate("Menus", "From the a&rchive\u2026"), lambda f: f.evidence.open_archive_search()
    )
    frame(translate("Menus", "To t&he archive\u2026"), lambda f: f.evidence.open_archive_push())
    menu.addSeparator()
    frame(translate("Menus", "&Store files in study"), lambda f: f.store_evidence())
    frame(translate("Menus", "&Largest file to store…"), lambda f: f.evidence.ask_embed_limit())
    menu.addSeparator()
    frame(translate("Menus", "Opt&ions\u2026"), lambda f: f.evidence.edit_options())
    frame(
        translate("Menus", "&Thresholds of the audit\u2026"),
        lambda f: show_thresholds(f.session, f.window()),
    )


def _fill_help_menu(window: MainWindow, menu: QMenu, add: _Add, _study: _Add) -> None:
    add(translate("Menus", "&Guide"), window.show_guide, "F1")
    add(translate("Menus", "&Tour"), window.start_tour)
    add(translate("Menus", "&Keys and formulas"), window.show_keys, "Shift+F1")
    menu.addSeparator()
    add(translate("Menus", "Open &log folder"), open_log_folder)
    add(translate("Menus", "Save support &bundle\u2026"), window.ask_for_bundle)
    add(translate("Menus", "&About Arraywise"), partial(show_about, window))
