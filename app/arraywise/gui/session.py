"""One open study as its window sees it: the facts, the answer to them, and every way to edit them.

The thread of the window holds values only. Reading and writing the file, and the slow part of
the statistics, happen in the background; the answer to a moved slider is worked out at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTime, QTimer, Signal

from arraywise.gui.background import Background, Job, Lane, Watch
from arraywise.store.reading.facts import read_facts
from arraywise.usecases.changes import Changes
from arraywise.usecases.decide_study import answer, map_cuts, prepare
from arraywise.usecases.edit_requirement import set_requirement

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.decision import Answer, MapCuts
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement
    from arraywise.store.study import Study
    from arraywise.usecases.decide_study import Prepared

Range = tuple[float, float]
_ALL = Changes.EVERYTHING


class Session(QObject):
    """The study of one window."""

    changed = Signal(object)
    """Carries Changes; NOTHING when only something derived has become known."""
    saving_changed = Signal()

    def __init__(self, study: Study, background: Background) -> None:
        super().__init__()
        self.study = study
        self.background = background
        self.saved_at: QTime | None = None
        self.facts: StudyFacts | None = None
        self.answer: Answer | None = None
        self.cuts: MapCuts | None = None
        self._prepared: Prepared | None = None
        self._ranges: tuple[Range, Range] | None = None
        self._writing = 0
        self._tried: Requirement | None = None
        self._unwritten: Requirement | None = None
        self._tick = QTimer(self)
        self._tick.setSingleShot(True)
        self._tick.timeout.connect(self._answer_tried)

    @property
    def is_saving(self) -> bool:
        """Whether an edit is still on its way into the file."""
        return self._writing > 0

    def read_again(self, changes: Changes = _ALL) -> None:
        """Read the study and work the answer out anew; older requests are dropped."""

        def work(_watch: Watch) -> tuple[StudyFacts, Prepared, Answer]:
            facts = read_facts(self.study)
            prepared = prepare(facts)
            return facts, prepared, answer(prepared, facts)

        def take(result: tuple[StudyFacts, Prepared, Answer]) -> None:
            self.facts, self._prepared, self.answer = result
            if self._unwritten is not None:
                self.facts = replace(self.facts, requirement=self._unwritten)
                self.try_requirement(self._unwritten)
            self._ask_for_cuts()
            self.changed.emit(changes)

        self.background.start(Job(Lane.THINKING, work, take, key="facts"))

    def try_requirement(self, requirement: Requirement) -> None:
        """Show the answer to a requirement that is not kept yet; only the newest counts."""
        self._tried = requirement
        self._tick.start(0)

    def _answer_tried(self) -> None:
        if self._tried is None or self.facts is None or self._prepared is None:
            return
        self.answer = answer(self._prepared, self.facts, requirement=self._tried)
        self._tried = None
        self._ask_for_cuts()
        self.changed.emit(Changes.REQUIREMENT)

    def keep_requirement(self, requirement: Requirement) -> None:
        """Answer a requirement and write it into the study."""
        if self.facts is not None:
            if requirement == self.facts.requirement and self._tried is None:
                return
            self.facts = replace(self.facts, requirement=requirement)
        self._unwritten = requirement
        self.try_requirement(requirement)
        self.write(
            lambda _watch: set_requirement(self.study, requirement),
            None,
            key="requirement",
            then=lambda _result: self._forget_unwritten(requirement),
        )

    def _forget_unwritten(self, written: Requirement) -> None:
        if self._unwritten == written:
            self._unwritten = None

    def write(
        self,
        work: Callable[[Watch], Any],
        changes: Changes | None,
        *,
        then: Callable[[Any], None] | None = None,
        key: str = "",
        title: str = "",
        lane: Lane = Lane.WRITING,
    ) -> None:
        """Change the study in the background, then read again what may depend on it."""
        self._writing += 1
        self.saving_changed.emit()

        def ended() -> None:
            self._writing -= 1
            self.saving_changed.emit()

        def done(result: object) -> None:
            self.saved_at = QTime.currentTime()
            if then is not None:
                then(result)
            if changes is not None:
                self.read_again(changes)

        self.background.start(Job(lane, work, done, title=title, key=key, ended=ended))

    def read(self, work: Callable[[Study], Any], then: Callable[[Any], None], *, key: str) -> None:
        """Read something for a page; an older request under the same key is dropped."""
        self.background.start(Job(Lane.READING, lambda _watch: work(self.study), then, key=key))

    def set_ranges(self, visits: Range, targets_s: Range) -> None:
        """Say from where to where the sliders go, so that the ribbons fit them."""
        if self._ranges != (visits, targets_s):
            self._ranges = (visits, targets_s)
            self._ask_for_cuts()

    def _ask_for_cuts(self) -> None:
        """Ask for the ribbons under the sliders."""
        prepared, facts, present = self._prepared, self.facts, self.answer
        if prepared is None or facts is None or present is None or self._ranges is None:
            return
        visits, targets_s = self._ranges

        def take(cuts: MapCuts) -> None:
            self.cuts = cuts
            self.changed.emit(Changes.NOTHING)

        def work(_watch: Watch) -> MapCuts:
            asked = present.requirement
            return map_cuts(prepared, facts, asked, visits=visits, targets_s=targets_s)

        self.background.start(Job(Lane.THINKING, work, take, key="cuts"))

    def close(self) -> None:
        """Finish writing and close the study."""
        self.background.close()
        self.study.close()
