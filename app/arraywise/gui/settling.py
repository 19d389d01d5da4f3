"""Holds heavier work back while a hand moves something, and lets it go when the hand rests.

Python runs one thread at a time: a map that is drawn meanwhile would cost the drag its frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from arraywise.gui.background import Background, Job

REST_MS = 80
"""So long nothing has moved when the rest is worked out."""


class Settling(QObject):
    """Knows whether something moves, and what is to be worked out afterwards."""

    rested = Signal()
    """Nothing has moved for a while."""

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
