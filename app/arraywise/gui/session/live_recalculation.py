"""Answer while a slider moves; debounce.

Python runs one thread at a time: a map that is drawn meanwhile would cost the drag its frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from arraywise.domain.messages import UserError
from arraywise.gui.session.background import Job, Lane, Watch
from arraywise.gui.widgets import messages
from arraywise.usecases.changes import Changes
from arraywise.usecases.decide_study import answer

if TYPE_CHECKING:
    from arraywise.analysis.prepared import Prepared
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.session.background import Background

REST_MS = 80  # so long nothing has moved when the rest is worked out


class Settling(QObject):
    """Knows whether something moves, and what is to be worked out afterwards."""

    rested = Signal()  # nothing has moved for a while

    def __init__(self, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._background = background
        self._held: dict[str, Job] = {}
        self.is_moving = False
        self.moves = 0
        """Counts the moves, so that what was worked out before one of them is known as old."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.rested)

    def move(self, *, rests_at_once: bool) -> None:
        """Hold work back from now on, until what moves has come to rest."""
        self.is_moving = True
        self.moves += 1
        self._timer.start(0 if rests_at_once else REST_MS)

    def start(self, job: Job) -> None:
        """Start a job with a key, at once or at rest; the newest under a key counts."""
        if self.is_moving:
            self._held[job.key] = job
            return
        self._held.pop(job.key, None)
        self._background.start(job)

    def end(self) -> None:
        """Hold nothing back any more; what is held begins with `let_go`."""
        self.is_moving = False
        self.moves += 1
        self._timer.stop()

    def let_go(self) -> None:
        """Start what was held back and has not been asked anew since."""
        held, self._held = self._held, {}
        for job in held.values():
            self._background.start(job)


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
        self._is_kept = False  # whether what is tried is in the study and not in a hand that moves
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
        self._session.background.could_not.emit(messages.why(error))
