"""Runs long work on the window's thread in time slices, between turns of the event loop."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Generator

_TURNS_PER_SLICE = 3
"""From one portion to the next: what one of them changed is painted in turns without another."""
Result = TypeVar("Result")
_SLICE_S = 0.012  # less than a frame, for what is drawn meanwhile needs time too


class TimeSlicer(QObject):
    """Runs a generator in time slices; it is cancelled with its parent."""

    ended = Signal(object)  # done, dropped or broken off; carries the work itself

    def __init__(self, work: Generator[None], parent: QObject) -> None:
        """Begin in the next turn; less than 50 ms lie between two `yield`s; end with parent."""
        super().__init__(parent)
        self._work = work
        self._turn = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._run_slice)
        self._timer.start(0)

    def _run_slice(self) -> None:
        self._turn = (self._turn + 1) % _TURNS_PER_SLICE
        if self._turn != 1:
            return
        try:
            next(self._work)
        except StopIteration:
            self.cancel()
        except BaseException:
            self.cancel()
            raise

    def cancel(self) -> None:
        """Cancel the work, or end it, and delete this object."""
        self._timer.stop()
        self._work.close()
        self.ended.emit(self)
        self.deleteLater()


class TimeSlice:
    """A time slice of work that yields when it is used up."""

    def __init__(self) -> None:
        self._end: float | None = None  # None until the turn begins, which others may put off

    @property
    def is_used_up(self) -> bool:
        """Whether the time slice is used up; the next call begins another one."""
        now = perf_counter()
        if self._end is None:
            self._end = now + _SLICE_S
        if now < self._end:
            return False
        self._end = None
        return True


def run_unsliced(work: Generator[None, None, Result]) -> Result:
    """Run sliced work without pauses, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: Result = done.value
            return result
