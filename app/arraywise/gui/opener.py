"""Opens, makes and copies studies in the background, one at a time.

The store and the use cases are loaded where they are needed: a window is seen before them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.gui import file_dialogs
from arraywise.gui.background import Background, Job, Lane, Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.domain.problems import UserError
    from arraywise.store.study import Study

translate = QCoreApplication.translate


class Opener:
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
        self._made: Study | None = None
        """A study that was opened and not yet taken."""

    def open(self, path: Path) -> None:
        """Open a study."""

        def work(_watch: Watch) -> Study:
            from arraywise.store.study import open_study

            return open_study(path)

        self._start(work, path=path)

    def copy(self, path: Path, target: Path) -> None:
        """Open a copy of a study that is in use."""

        def work(_watch: Watch) -> Study:
            from arraywise.usecases.copy_study import copy_study

            return copy_study(path, target)

        self._start(work)

    def save_copy(self, path: Path, target: Path, then: Callable[[], None]) -> None:
        """Copy a study, and go on with this one."""

        def work(_watch: Watch) -> None:
            from arraywise.usecases.copy_study import copy_study

            copy_study(path, target).close()

        self._background.start(Job(Lane.WRITING, work, lambda _done: then()))

    def make(self, path: Path, evidence: tuple[Path, ...]) -> None:
        """Make an empty study; the file dialog has asked whether to replace an old one."""
        currency = file_dialogs.home_currency()

        def work(_watch: Watch) -> Study:
            from arraywise.store.study import create_study

            path.unlink(missing_ok=True)
            return create_study(path, name=path.stem, currency=currency)

        self._start(work, evidence=evidence)

    def build_sample(self, key: str) -> None:
        """Build a sample study in the documents folder."""
        from arraywise.usecases.sample_study import SAMPLE_STUDIES, build_sample_study

        sample = next(s for s in SAMPLE_STUDIES if s.name == key)
        path = file_dialogs.free_path(
            file_dialogs.documents() / f"{sample.title}{file_dialogs.study_suffix()}"
        )

        def work(watch: Watch) -> Study:
            return build_sample_study(path, key, watch.progress, watch.stopped)

        self._start(work, title=translate("Opener", "Building the sample study"))

    def _start(
        self,
        work: Callable[[Watch], Study],
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

        def opened(watch: Watch) -> Study:
            # Loaded here, not on the window's thread.
            import arraywise.gui.session
            import arraywise.gui.study_frame  # noqa: F401 - for its effect

            self._made = work(watch)
            return self._made

        def take(study: Study) -> None:
            self._made = None
            self._take(study, evidence)

        self._background.start(
            Job(
                Lane.OPENING,
                opened,
                take,
                title=title,
                otherwise=lambda error: self._refuse(error, path),
                ended=self._rest,
            )
        )

    def _rest(self) -> None:
        self._is_busy = False
        if self._waiting:
            self._waiting.pop(0)()

    def close(self) -> None:
        """Close what was opened and never taken; the background has ended."""
        self._waiting.clear()
        if self._made is not None:
            self._made.close()
            self._made = None
