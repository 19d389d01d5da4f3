"""Long work in turns of the loop, as widgets can be made on the window's thread only."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Generator

_TURNS = 3
"""From one portion to the next: what one of them changed is painted in turns without another."""


class TimeSlicer(QObject):
    """Work under way; it is dropped with its parent."""

    ended = Signal(object)  # done, dropped or broken off; carries the work itself

    def __init__(self, work: Generator[None], parent: QObject) -> None:
        """Begin in the next turn; less than 50 ms lie between two `yield`s; end with parent."""
        super().__init__(parent)
        self._work = work
        self._turn = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(0)

    def _go_on(self) -> None:
        self._turn = (self._turn + 1) % _TURNS
        if self._turn != 1:
            return
        try:
            next(self._work)
        except StopIteration:
            self.drop()
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Do no more of it."""
        self._timer.stop()
        self._work.close()
        self.ended.emit(self)
        self.deleteLater()


Result = TypeVar("Result")
_TURN_S = 0.012  # less than a frame, for what is drawn meanwhile needs time too


class TimeSlice:
    """Asked again and again by work that is done in portions."""

    def __init__(self) -> None:
        self._end: float | None = None  # None until the turn begins, which others may put off

    @property
    def is_pending(self) -> bool:
        """Whether it is the others' turn; ours begins again with the next call."""
        now = perf_counter()
        if self._end is None:
            self._end = now + _TURN_S
        if now < self._end:
            return False
        self._end = None
        return True


def at_once(work: Generator[None, None, Result]) -> Result:
    """Do work that is done in portions without a pause between them."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: Result = done.value
            return result
