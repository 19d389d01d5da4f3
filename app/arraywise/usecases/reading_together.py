"""Files by the hundred are prepared on all processors: by this process and by helpers.

Answers come in the order of the tasks, whoever did them, so that a study is the same with and
without helpers. For few files none is started.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import arraywise
from arraywise.domain.problems import UserError
from arraywise.domain.said import say
from arraywise.domain.units import MIB
from arraywise.usecases.prepared_files import prepare_group
from arraywise.usecases.reading_helper import READY, receive, request_of, send

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from arraywise.usecases.prepared_files import Prepared, Task
    from arraywise.usecases.reading_helper import Answer

    Later = Callable[[], list[Prepared]]

FEWEST_BYTES = 8 * MIB
"""So much of small files takes longer to read than it takes to start a helper."""
_MOST_HELPERS = 3
_BATCH_FILES = 50
LARGE_BYTES = MIB
"""A larger group is read here, where its bytes are."""
_AHEAD = 64
"""Batches that anybody may be ahead of what is written."""
_PROGRAM = (
    "import sys; sys.path.append(sys.argv[1]);"
    " from arraywise.usecases.reading_helper import main; main()"
)
_ENDED = (
    "A process that helped to read the files ended unexpectedly, {file} or one of the next files"
    " being read. Nothing of this import was kept; import fewer files at a time to find out which."
)


@contextmanager
def prepare_all(small_bytes: int) -> Iterator[Callable[[Sequence[Task]], Iterator[Later]]]:
    """Give a function that prepares all tasks; helpers are started already where it pays.

    Args:
        small_bytes: How much there is to read in files up to `LARGE_BYTES`.

    Returns:
        What gives for each task, in their order, what is to be called for its prepared files.
    """
    helpers = [h for h in (_started() for _ in range(_helpers_for(small_bytes))) if h]
    if not helpers:
        yield lambda tasks: (partial(prepare_group, task) for task in tasks)
        return
    shared = _Shared(helpers)
    try:
        yield shared.prepare
    finally:
        shared.close()


def _helpers_for(small_bytes: int) -> int:
    is_program = bool(sys.executable) and not getattr(sys, "frozen", False)
    if small_bytes < FEWEST_BYTES or not is_program:
        return 0
    return min(_processors() - 1, _MOST_HELPERS)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _started() -> subprocess.Popen[bytes] | None:
    """Start a helper; None where the system does not let us."""
    root = str(Path(arraywise.__file__).parent.parent)
    try:
        return subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-P", "-c", _PROGRAM, root],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError:
        return None


def _batches(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Put tasks together that are sent together; what is large stays alone."""
    batch: list[Task] = []
    size = 0
    for task in tasks:
        bytes_ = sum(len(source.data) for source in task.group.sources)
        if batch and (len(batch) >= _BATCH_FILES or size + bytes_ > LARGE_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(task)
        size += bytes_
    if batch:
        yield batch


def _may_be_sent(batch: Sequence[Task]) -> bool:
    data = [source.data for task in batch for source in task.group.sources]
    return all(isinstance(d, bytes) for d in data) and sum(map(len, data)) <= LARGE_BYTES


class _Shared:
    """The work that this process and its helpers share; each takes the first that is left."""

    def __init__(self, helpers: Sequence[subprocess.Popen[bytes]]) -> None:
        self._helpers = helpers
        self._threads: list[threading.Thread] = []
        self._change = threading.Condition()
        self._batches: list[list[Task]] = []
        self._left: list[int] = []
        """Batches that nobody has taken yet."""
        self._answers: dict[int, Answer] = {}
        self._asked_for = 0
        """The batch that is to be handed out next."""
        self._ended: Task | None = None
        """The first of the tasks that a helper had when it ended."""
        self._closed = False

    def prepare(self, tasks: Sequence[Task]) -> Iterator[Later]:
        """Prepare tasks; gives the answers in their order."""
        self._batches = list(_batches(tasks))
        self._left = list(range(len(self._batches)))
        self._threads = [
            threading.Thread(target=self._feed, args=(helper,), daemon=True)
            for helper in self._helpers
        ]
        for thread in self._threads:
            thread.start()
        return chain.from_iterable(map(self._handed_out, range(len(self._batches))))

    def _handed_out(self, number: int) -> list[Later]:
        with self._change:
            self._asked_for = number
            self._change.notify_all()
        while number not in self._answers:
            self._do_or_wait(number)
        batch, answer = self._batches[number], self._answers[number]
        self._batches[number], self._answers[number] = [], None
        if answer is None:
            return [partial(prepare_group, task) for task in batch]
        return [partial(list, files) for files in answer]

    def _do_or_wait(self, number: int) -> None:
        """Do a batch here; where none is left for now, wait for one that is being done."""
        with self._change:
            if self._ended is not None:
                raise UserError(say(_ENDED, file=self._ended.group.sources[0].name))
            may_go_on = bool(self._left) and self._left[0] < number + _AHEAD
            own = self._left.pop(0) if may_go_on else None
            if own is None and number not in self._answers:
                self._change.wait()
        if own is not None:
            self._answers[own] = [prepare_group(task) for task in self._batches[own]]

    def _feed(self, helper: subprocess.Popen[bytes]) -> None:
        """Give a helper batch after batch, from a thread of its own."""
        assert helper.stdin  # noqa: S101 - both are pipes
        assert helper.stdout  # noqa: S101
        number = None
        try:
            if receive(helper.stdout) != READY:
                return
            while (number := self._next_to_send()) is not None:
                send(helper.stdin, request_of(self._batches[number]))
                self._note(number, receive(helper.stdout))
        except Exception:  # noqa: BLE001 - whatever it is, nobody else waits for this helper
            if number is not None and not self._closed:  # else it never came up: do without it
                with self._change:
                    self._ended = self._batches[number][0]
                    self._change.notify_all()

    def _next_to_send(self) -> int | None:
        with self._change:
            while not self._closed:
                end = self._asked_for + _AHEAD
                free = (n for n in self._left if n < end and _may_be_sent(self._batches[n]))
                number = next(free, None)
                if number is not None:
                    self._left.remove(number)
                    return number
                if not self._left or not any(_may_be_sent(self._batches[n]) for n in self._left):
                    return None
                self._change.wait()
        return None

    def _note(self, number: int, answer: Answer) -> None:
        with self._change:
            self._answers[number] = answer
            self._change.notify_all()

    def close(self) -> None:
        """End the helpers, whatever they are doing."""
        with self._change:
            self._closed = True
            is_done = not self._left and not self._unfinished()
            self._change.notify_all()
        for helper in self._helpers:
            if not is_done:
                helper.kill()
            with suppress(OSError):
                assert helper.stdin  # noqa: S101 - a pipe
                helper.stdin.close()
        for thread in self._threads:
            thread.join()
        for helper in self._helpers:
            assert helper.stdout  # noqa: S101 - a pipe
            helper.stdout.close()
            helper.wait()

    def _unfinished(self) -> bool:
        return len(self._answers) < len(self._batches)
