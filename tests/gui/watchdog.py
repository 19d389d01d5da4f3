"""Reports how long the thread of a window leaves events waiting, and what it did then.

A second thread knocks at the event loop all the time. While nobody answers it looks at what the
window's thread is doing. (The loop's own signals do not state the same with every dispatcher.)
"""

from __future__ import annotations

import faulthandler
import logging
import re
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

if TYPE_CHECKING:
    from typing import IO

_log = logging.getLogger("arraywise.watchdog")
LIMIT_S = 0.050
_LOOK_EVERY_S = 0.010
_KEPT_CALLS = 12
_CALL = re.compile(r'File ".*?([^/\\\\"]+)", line (\d+) in (.+)')


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time during which an event had to wait."""

    wall_s: float
    thread_s: float  # processor time of the window's thread; others on the machine do not count
    where: tuple[str, ...]
    """What the thread was seen doing, each an excerpt of its stack; empty where nobody looked."""


class Watchdog(QObject):
    """Measures how long the thread that it is made on leaves events waiting."""

    found = Signal(object)  # carries a Stretch that took too long
    _knocked = Signal(float)

    def __init__(self, limit_s: float = LIMIT_S, *, own_time: bool = False) -> None:
        """Watch from now on.

        Args:
            limit_s: longest stretch that is not reported.
            own_time: hold processor time of the thread against the limit, as on a busy machine.
        """
        super().__init__()
        self._limit_s, self._own_time = limit_s, own_time
        self._thread = threading.get_ident()
        self._thread_s = time.thread_time()
        self._seen: list[str] = []
        self._answered, self._closing = threading.Event(), threading.Event()
        self._knocked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._knocker = threading.Thread(
            target=self._request_attention, name="watchdog", daemon=True
        )
        self._knocker.start()

    def close(self) -> None:
        """Watch no longer."""
        self._closing.set()
        self._answered.set()
        self._knocker.join()

    def _request_attention(self) -> None:
        """Knock, and take down where the thread is for as long as it does not answer."""
        with tempfile.TemporaryFile() as notes:
            while not self._closing.is_set():
                self._seen = []
                self._answered.clear()
                self._knocked.emit(time.perf_counter())
                while not (self._closing.is_set() or self._answered.wait(_LOOK_EVERY_S)):
                    self._seen.append(_calls_of(self._thread, notes))
                self._closing.wait(_LOOK_EVERY_S)

    def _answer(self, knocked: float) -> None:
        wall_s, thread = time.perf_counter() - knocked, time.thread_time()
        taken = Stretch(wall_s, thread - self._thread_s, tuple(self._seen))
        self._thread_s = thread
        self._answered.set()
        # Own time runs since the last answer: where the knock came late, it is of many events.
        busy_s = min(taken.thread_s, wall_s) if self._own_time else wall_s
        if busy_s > self._limit_s:
            _log.warning(
                "the window was busy for %.0f ms (%.0f ms of its own):\n%s",
                taken.wall_s * 1e3,
                taken.thread_s * 1e3,
                "\n".join(taken.where),
            )
            self.found.emit(taken)


def _calls_of(thread: int, notes: IO[bytes]) -> str:
    """Return the innermost calls of a thread, the outermost of them first.

    `sys._current_frames` crashed the interpreter when asked again and again for a thread that
    runs within Qt; what faulthandler writes into a file is read off without making frames.
    """
    notes.seek(0)
    notes.truncate()
    faulthandler.dump_traceback(notes, all_threads=True)
    notes.seek(0)
    stated = notes.read().decode("utf-8", "replace")
    _, _, block = stated.partition(f"0x{thread:016x} ")
    calls = _CALL.findall(block.partition("\n\n")[0])[:_KEPT_CALLS]
    return " > ".join(f"{name} ({file}:{line})" for file, line, name in reversed(calls))
