"""Opening, making and copying studies, recent ones; slow modules are loaded only then."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from arraywise.gui.session.background import Background, BackgroundJob, JobControl, Worker
from arraywise.gui.widgets import figures, files, theme
from arraywise.gui.widgets.time_slicing import TimeSlicer
from arraywise.store.study_file import SUFFIX, is_writable

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from PySide6.QtCore import QSettings

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import UserError
    from arraywise.gui.session.background import RunningTask
    from arraywise.gui.session.session import Session
    from arraywise.gui.shell.study_frame import StudyFrame
    from arraywise.store.study import Study


translate = QCoreApplication.translate


def may_leave(window: QWidget, background: Background) -> bool:
    """Return whether a window may end what is under way; the user is asked where anything is."""
    tasks = background.tasks
    return not tasks or ask_to_stop_task(window, tasks[0])


def ask_to_stop_task(window: QWidget, task: RunningTask) -> bool:
    """Ask whether to stop a task and close."""
    box = build_unfinished_task_dialog(window, task)
    box.exec()
    box.deleteLater()
    return box.buttonRole(box.clickedButton()) is QMessageBox.ButtonRole.DestructiveRole


def build_unfinished_task_dialog(window: QWidget, task: RunningTask) -> QMessageBox:
    """Build the dialog that asks."""
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Arraywise")
    text = translate("Leaving", "\u201c{what}\u201d is not finished.")
    if task.total:
        text = translate("Leaving", "\u201c{what}\u201d is not finished: {done} of {all}.")
    done, whole = figures.number(task.done), figures.number(task.total)
    box.setText(text.format(what=task.title, done=done, all=whole))
    box.setInformativeText(
        translate(
            "Leaving",
            "Files already read are kept; the study lists what is missing when reopened. A"
            " document being written is discarded.",
        )
    )
    wait = box.addButton(translate("Leaving", "Keep working"), QMessageBox.ButtonRole.RejectRole)
    box.addButton(translate("Leaving", "Stop and close"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(wait)
    box.setEscapeButton(wait)
    return box


class StudyOpener:
    """The way to a study for one window."""

    def __init__(
        self,
        background: Background,
        take: Callable[[Study, tuple[Path, ...]], None],
        refuse: Callable[[UserError, Path | None], None],
    ) -> None:
        self._background = background
        self._take = take
        self._refuse = refuse
        self._is_busy = False
        self._waiting: list[Callable[[], None]] = []
        """Studies that were dropped together are opened one after the other."""
        self._made: Study | None = None  # A study that was opened and not yet taken

    def open(self, path: Path, *, without_log: bool = False) -> None:
        """Open a study; without its log where that cannot be used.

        Of one that is write-protected a copy among the user's documents is opened.
        """

        def work(_watch: JobControl) -> Study:
            from arraywise.store.study import open_study
            from arraywise.usecases.copy_study import open_copy_of_read_only

            if path.is_file() and not is_writable(path):
                return open_copy_of_read_only(
                    path, files.free_path(files.documents_folder() / path.name)
                )
            return open_study(path, without_log=without_log)

        self._start(work, path=path)

    def copy(self, path: Path, target: Path) -> None:
        """Open a copy of a study that is in use."""

        def work(_watch: JobControl) -> Study:
            from arraywise.usecases.copy_study import copy_study_without_history

            return copy_study_without_history(path, target)

        self._start(work)

    def save_copy(self, path: Path, target: Path, then: Callable[[], None]) -> None:
        """Copy a study, and go on with this one."""

        def work(_watch: JobControl) -> None:
            from arraywise.usecases.copy_study import copy_study_without_history

            copy_study_without_history(path, target).close()

        self._background.start(BackgroundJob(Worker.WRITING, work, lambda _done: then()))

    def create_study(self, path: Path, evidence: tuple[Path, ...]) -> None:
        """Create an empty study; the file dialog has asked whether to replace an old one."""
        currency = files.home_currency()

        def work(_watch: JobControl) -> Study:
            from arraywise.store.study import create_study
            from arraywise.store.study_file import remove_study_file

            remove_study_file(path)
            return create_study(path, name=path.stem, currency=currency)

        self._start(work, evidence=evidence)

    def make_from_template(self, path: Path, template: Path) -> None:
        """Create a study from a template; the file dialog has asked whether to replace another."""

        def work(_watch: JobControl) -> Study:
            from arraywise.store.study import is_open
            from arraywise.store.study_file import remove_study_file
            from arraywise.usecases.copy_study import create_study_from_template

            if path.resolve() != template.resolve() and not is_open(path):
                remove_study_file(path)  # else it is refused, as it exists
            return create_study_from_template(path, template)

        self._start(work)

    def save_template(self, study: Study, target: Path, then: Callable[[], None]) -> None:
        """Save a study as a template, and go on with this one."""

        def work(_watch: JobControl) -> None:
            from arraywise.store.study import is_open
            from arraywise.store.study_file import remove_study_file
            from arraywise.usecases.copy_study import save_template

            if not is_open(target):
                remove_study_file(target)  # else it is refused, as it exists
            save_template(study, target)

        self._background.start(BackgroundJob(Worker.WRITING, work, lambda _done: then()))

    def build_sample(self, key: str) -> None:
        """Build a sample study in the documents folder."""
        from arraywise.usecases.create_sample import SAMPLE_STUDIES, build_sample_study

        sample = next(s for s in SAMPLE_STUDIES if s.name == key)
        path = files.free_path(files.documents_folder() / f"{sample.title}{SUFFIX}")

        def work(watch: JobControl) -> Study:
            return build_sample_study(path, key, watch.progress, watch.stopped)

        self._start(work, title=translate("StudyOpener", "Building the sample study"))

    def _start(
        self,
        work: Callable[[JobControl], Study],
        *,
        path: Path | None = None,
        evidence: tuple[Path, ...] = (),
        title: str = "",
    ) -> None:
        if self._is_busy:
            if path is not None:
                self._waiting.append(lambda: self.open(path))
            return
        self._is_busy = True

        def opened(watch: JobControl) -> Study:
            # Loaded here, not on the window's thread.
            import arraywise.gui.session.session
            import arraywise.gui.shell.study_frame  # noqa: F401 - for its effect

            self._made = work(watch)
            return self._made

        def take(study: Study) -> None:
            self._made = None
            self._take(study, evidence)

        def failed(error: UserError) -> None:
            self._refuse(error, path)

        job = BackgroundJob(
            Worker.OPENING,
            opened,
            take,
            title=title,
            on_error=failed,
            on_end=self._open_next_waiting,
        )
        self._background.start(job)

    def _open_next_waiting(self) -> None:
        self._is_busy = False
        if self._waiting:
            self._waiting.pop(0)()

    def close(self) -> None:
        """Close what was opened and never taken; the background has ended."""
        self._waiting.clear()
        if self._made is not None:
            self._made.close()
            self._made = None


_KEY = "recent_studies"
_MOST = 12


@dataclass(frozen=True, slots=True)
class RecentStudy:
    """A study and what it said when it was closed."""

    path: str
    name: str
    changed: str  # ISO 8601, local time
    recommended: str = ""
    position: int | None = None  # position of the recommended option
    first_share: float | None = None
    is_empty: bool = False


def read_recents(settings: QSettings) -> tuple[RecentStudy, ...]:
    """Return the recent studies that still exist, newest first."""
    try:
        stored = json.loads(str(settings.value(_KEY, "[]")))
        recents = [RecentStudy(**entry) for entry in stored]
    except (ValueError, TypeError):
        return ()
    return tuple(r for r in recents if Path(r.path).is_file())


def save_recent_study(settings: QSettings, recent: RecentStudy) -> None:
    """Move a study to the head of the list."""
    others = [r for r in read_recents(settings) if r.path != recent.path]
    stored = [recent, *others][:_MOST]
    settings.setValue(_KEY, json.dumps([asdict(r) for r in stored]))


def summarise_study(path: Path, name: str, answer: Answer | None) -> RecentStudy:
    """Return how a study is remembered as it is now."""
    chosen = (
        answer.recommended_answer
        if answer is not None and answer.recommended is not None
        else None
    )
    return RecentStudy(
        path=str(path),
        name=name,
        changed=QDateTime.currentDateTime().toString(Qt.DateFormat.ISODate),
        recommended=chosen.option.name if chosen else "",
        position=chosen.option.position if chosen else None,
        first_share=chosen.first_share if chosen else None,
        is_empty=answer is None or not answer.options,
    )


class FrameLoader:
    """What is on its way into one window."""

    def __init__(
        self, window: QWidget, background: Background, take: Callable[[Session, StudyFrame], None]
    ) -> None:
        self._window, self._background, self._take = window, background, take
        self._under_way: TimeSlicer | None = None
        self.session: Session | None = None  # A study that is open and not seen yet
        self._afterwards: list[Callable[[], object]] = []

    def open(self, study: Study) -> None:
        """Read a study and make its frame."""
        from arraywise.gui.session.session import Session

        self.session = Session(study, self._background)
        self.session.reload()
        self.start_building(self.session)

    def start_building(self, session: Session) -> None:
        """Build a frame in the current language; one that is being built is given up."""
        if self._under_way is not None:
            self._under_way.cancel()
        self._under_way = self._background.run_sliced(
            self._build_frame_in_steps(session), self._window
        )

    def _build_frame_in_steps(self, session: Session) -> Generator[None]:
        from arraywise.gui.pages.base import PageStack
        from arraywise.gui.shell.study_frame import StudyFrame, build_pages

        stack, pages = PageStack(), []
        for page in build_pages(session):
            pages.append(page)
            stack.addWidget(page)
            yield
            if page is pages[0]:  # which is seen first
                theme.apply_style(page)  # where it stays: Qt dresses again what is moved
                yield
            else:
                theme.style_when_shown(page)
        frame = StudyFrame(session, stack, pages)
        yield
        self._under_way = self.session = None
        self._take(session, frame)
        afterwards, self._afterwards = self._afterwards, []
        for do in afterwards:
            do()

    def run_when_shown(self, do: Callable[[], object]) -> None:
        """Do something as soon as the study that is on its way is seen."""
        self._afterwards.append(do)

    def clear(self, frame: StudyFrame) -> None:
        """Let a frame go that is seen no more; Qt takes long to delete all of it at once."""

        def parts() -> Generator[None]:
            for part in (*frame.pages, frame):
                part.deleteLater()
                yield

        frame.disconnect_session()
        TimeSlicer(parts(), self._window)

    def close(self) -> None:
        """Close a study that never came to be seen."""
        session, self.session = self.session, None
        self._afterwards.clear()
        if session is not None:
            session.close()
