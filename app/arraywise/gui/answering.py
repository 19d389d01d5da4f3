"""Answers what is dragged within a frame, and how sure that is as soon as the hand rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from arraywise.domain.problems import UserError
from arraywise.gui import wording
from arraywise.gui.background import Job, Lane, Watch
from arraywise.gui.settling import Settling
from arraywise.usecases.changes import Changes
from arraywise.usecases.decide_study import answer

if TYPE_CHECKING:
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement
    from arraywise.gui.background import Background
    from arraywise.usecases.decide_study import Prepared

LIVE = Changes.REQUIREMENT | Changes.PRICES | Changes.PROVISIONING | Changes.CRITERIA
"""What may change without a look at the evidence."""


class Known(Protocol):
    """What a session knows of its study."""

    background: Background
    facts: StudyFacts | None
    prepared: Prepared | None
    answer: Answer | None


class Answering(QObject):
    """What the user tries, and the answers to it; only the newest counts."""

    answered = Signal(object, object)
    """Carries an Answer and the Changes since the answer last was settled."""

    def __init__(self, session: Known, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._tried: Requirement | None = None
        self._asked: Requirement | None = None
        """What the present answer answers, or will in a moment."""
        self.criteria: tuple[CriterionSetting, ...] | None = None
        """Weights that are tried; None where the study's own count."""
        self._is_kept = False
        """Whether what is tried is in the study and not in a hand that moves."""
        self._moved = Changes.NOTHING
        self.settling = Settling(session.background, self)
        self.settling.rested.connect(self._settle)
        self._tick = QTimer(self)
        self._tick.setSingleShot(True)
        self._tick.timeout.connect(self._answer_tried)

    def try_requirement(self, requirement: Requirement) -> None:
        """Answer a requirement that is not kept yet."""
        self._moved |= Changes.REQUIREMENT
        self._start(requirement, kept=False)

    def try_criteria(self, criteria: tuple[CriterionSetting, ...]) -> None:
        """Answer with weights that are not kept yet."""
        self.criteria = criteria
        before = self._session.answer
        if before is not None:
            self._moved |= Changes.CRITERIA
            self._start(self._tried or before.requirement, kept=False)

    def answer_kept(self, requirement: Requirement) -> None:
        """Answer an edit that is kept, and how sure that is right after it."""
        self._moved |= LIVE
        self._start(requirement, kept=True)

    def _start(self, requirement: Requirement, *, kept: bool) -> None:
        self._tried, self._is_kept = requirement, kept
        self._tick.start(0)

    def forget(self) -> None:
        """What was tried is overtaken by an edit."""
        self._tried = self.criteria = None

    def end(self) -> None:
        """The study is read anew, or closed: nothing of the old one is to be answered."""
        self._tick.stop()
        self._tried = None
        self._moved = Changes.NOTHING
        self.settling.end()

    def _answer_tried(self) -> None:
        facts, prepared, tried = self._session.facts, self._session.prepared, self._tried
        if facts is None or prepared is None or tried is None:
            return
        self._tried, self._asked = None, tried
        before = self._session.answer
        self.settling.move(rests_at_once=self._is_kept)
        if before is None or tried.statistic != before.requirement.statistic:
            return  # the curves of another statistic are drawn first, which outlasts a frame
        try:
            found = answer(prepared, facts, tried, self.criteria, earlier=before)
        except UserError as error:
            self._could_not(error)
        else:
            self.answered.emit(found, self._moved)

    def _settle(self) -> None:
        """Answer anew with all draws, now that nothing moves."""
        facts, prepared, asked = self._session.facts, self._session.prepared, self._asked
        if facts is None or prepared is None:
            return
        criteria, moves = self.criteria, self.settling.moves

        def work(_watch: Watch) -> Answer:
            return answer(prepared, facts, asked, criteria)

        def take(found: Answer) -> None:
            is_newest = self._tried is None  # or else an edit is answered in a moment
            if is_newest and moves == self.settling.moves:
                changes, self._moved = self._moved, Changes.NOTHING
                self.settling.end()
                self.answered.emit(found, changes)
                self.settling.let_go()

        self._session.background.start(
            Job(Lane.THINKING, work, take, key="answer", otherwise=self._could_not)
        )

    def _could_not(self, error: UserError) -> None:
        self.settling.end()
        self.settling.let_go()
        self._session.background.could_not.emit(wording.why(error))
