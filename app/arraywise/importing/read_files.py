"""Recognise, group and read, here or in helper processes.

It knows neither study nor window, and keeps nothing: bytes come in, rows go out. It ends when
the other one closes the pipe, or is gone.

Answers come in the order of the tasks, whoever did them, so that a study is the same with and
without helpers. For few files none is started.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import arraywise
from arraywise.domain.messages import UserError, message
from arraywise.domain.units import MIB
from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import Group, sort_out
from arraywise.importers.registry import IMPORTER_OF
from arraywise.importing.filename_metadata import parts_of
from arraywise.importing.find_files import FoundFile, stop_if_asked
from arraywise.importing.prepare_files import (
    PreparedFile,
    PrepareTask,
    prepare,
    prepare_group,
    read_validated,
    with_names,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from arraywise.domain.evidence import Reading
    from arraywise.importing.find_files import Progress, StopAsked, Unreadable


@dataclass(frozen=True, slots=True)
class _SortedFiles:
    """Files that are wanted, by index, in the order in which they are read."""

    files: dict[int, FoundFile]
    refused: list[tuple[int, Source, Reading]]
    groups: list[tuple[Group, list[int]]]
    """Groups with the indices of their files, of which one is wanted at least."""

    def parts(self, indices: Sequence[int]) -> list[list[str]]:
        """Return what the names of files state."""
        return [parts_of(self.files[i].path, self.files[i].name) for i in indices]


def _sort_out(
    result: Sequence[FoundFile | Unreadable], wanted: AbstractSet[int], decimal: str | None
) -> _SortedFiles:
    files = first_of_each(result)
    names = _distinct_names(files.values())
    sources = [
        Source(name, file.data, decimal) for file, name in zip(files.values(), names, strict=True)
    ]
    places = {id(source): i for i, source in zip(files, sources, strict=True)}
    outcome = sort_out(sources)
    refused = [(places[id(s)], s, reading) for s, reading in outcome.refused]
    groups = [(group, [places[id(s)] for s in group.sources]) for group in outcome.groups]
    return _SortedFiles(
        files,
        [entry for entry in refused if entry[0] in wanted],
        [(group, own) for group, own in groups if not wanted.isdisjoint(own)],
    )


def read_sorted(
    result: Sequence[FoundFile | Unreadable],
    wanted: AbstractSet[int],
    progress: Progress,
    stopped: StopAsked,
    decimal: str | None = None,
) -> Iterator[tuple[int, FoundFile, Reading]]:
    """Sort files out and read them group by group; gives index and file with the reading.

    Args:
        result: All files; those not wanted still help to understand others of their set. Of
            files with the same bytes only the first one is read.
        wanted: Indices of the files to give readings of.
        progress: Told of every file.
        stopped: Asked before every group.
        decimal: Decimal mark of numbers that can be read in two ways, where it is known.

    Raises:
        Stopped: When the user asked to stop.
    """
    if not wanted:
        return
    work = _sort_out(result, wanted, decimal)
    done = len(work.refused)
    for index, _, reading in work.refused:
        yield index, work.files[index], reading
    for group, indices in work.groups:
        stop_if_asked(stopped)
        progress(done, len(wanted), group.sources[0].name)
        readings = zip(indices, read_validated(group), work.parts(indices), strict=True)
        for index, reading, parts in readings:
            if index in wanted:
                done += 1
                yield index, work.files[index], with_names(reading, parts)
    progress(done, len(wanted), "")


def prepare_sorted(
    result: Sequence[FoundFile | Unreadable],
    wanted: AbstractSet[int],
    progress: Progress,
    stopped: StopAsked,
    *,
    decimal: str | None,
    limit_bytes: int,
) -> Generator[tuple[int, FoundFile, PreparedFile]]:
    """As `read_sorted`, and bring all into the form that is written.

    Args:
        result: All files.
        wanted: Indices of the files to prepare.
        progress: Told of every file.
        stopped: Asked before every group.
        decimal: Decimal mark of numbers that can be read in two ways, where it is known.
        limit_bytes: The bytes of larger files are not kept.

    Raises:
        Stopped: When the user asked to stop.
        UserError: When a process that helps with thousands of files ends unexpectedly.
    """
    sizes = [len(one.data) for i in wanted if isinstance(one := result[i], FoundFile)]
    with prepare_all(sum(size for size in sizes if size <= LARGE_BYTES)) as prepared:
        work = _sort_out(result, wanted, decimal)
        done = len(work.refused)
        for index, source, reading in work.refused:
            # What nothing recognises is nobody's evidence, and may be anything: a private key.
            yield index, work.files[index], prepare(source, reading, limit_bytes=-1)
        tasks = [PrepareTask(group, work.parts(own), limit_bytes) for group, own in work.groups]
        for (group, indices), answer in zip(work.groups, prepared(tasks), strict=True):
            stop_if_asked(stopped)
            progress(done, len(wanted), group.sources[0].name)
            for index, file in zip(indices, answer(), strict=True):
                if index in wanted:
                    done += 1
                    yield index, work.files[index], file
        progress(done, len(wanted), "")


def first_of_each(result: Sequence[FoundFile | Unreadable]) -> dict[int, FoundFile]:
    """Return, by index, the first of the files with the same bytes."""
    firsts: dict[str, tuple[int, FoundFile]] = {}
    for index, file in enumerate(result):
        if isinstance(file, FoundFile):
            firsts.setdefault(file.sha256, (index, file))
    return dict(firsts.values())


def _distinct_names(files: Collection[FoundFile]) -> list[str]:
    """Name files so that those of different folders stay apart, however they were chosen.

    `a/x.csv b/x.csv`, each with its companions, are two sets and not one.
    """
    starts = {str(f.path).rsplit(os.sep, f.name.count("/") + 1)[0] for f in files}
    if len(starts) < 2:
        return [file.name for file in files]
    bases = {file.path.parents[file.name.count("/")] for file in files}
    try:
        shared = os.path.commonpath(bases)
    except ValueError:  # on several drives
        return [file.path.as_posix() for file in files]
    return [file.path.relative_to(shared).as_posix() for file in files]


READY = "ready"
Answer = list[list[PreparedFile]] | None
"""For each task of a request; None where it has to be done by who asked."""
_LENGTH = struct.Struct("<Q")
_OBJECTS_BETWEEN = 500_000


def main() -> None:
    """Answer requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who asked
    gc.set_threshold(_OBJECTS_BETWEEN)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    try:
        send(answers, READY)
        while True:
            send(answers, _answer(receive(requests)))
    except (EOFError, BrokenPipeError):
        sys.exit()


def request_of(tasks: Sequence[PrepareTask]) -> object:
    """Bring tasks into a form that can be sent."""
    return [
        (
            task.group.importer.tool,
            [(source.name, source.data, source.decimal) for source in task.group.sources],
            task.parts,
            task.limit_bytes,
        )
        for task in tasks
    ]


def send(stream: IO[bytes], value: object) -> None:
    """Write a value, with its length before it."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:  # noqa: ANN401 - whatever was sent
    """Read a value that `send` wrote; only from a process of our own.

    Raises:
        EOFError: When the other end is closed.
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)  # noqa: S301 - of our own process


def _answer(request: Any) -> Answer:  # noqa: ANN401 - as `request_of` makes it
    try:
        result = [prepare_group(_task(*parts)) for parts in request]
    except Exception:  # noqa: BLE001 - who asked tries it again, and fails with all it knows
        return None
    has_samples = any(any(file.samples) for files in result for file in files)
    return None if has_samples else result  # what mends rows cannot be sent


def _task(
    tool: str,
    sources: list[tuple[str, bytes, str | None]],
    parts: list[list[str]],
    limit_bytes: int,
) -> PrepareTask:
    group = Group(IMPORTER_OF[tool], tuple(Source(*source) for source in sources))
    return PrepareTask(group, parts, limit_bytes)


if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Later = Callable[[], list[PreparedFile]]

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
    " from arraywise.importing.read_files import main; main()"
)
_ENDED = (
    "A reader process ended at {file} or one of the next files. Nothing was imported. Import"
    " fewer files at a time to find the cause."
)


@contextmanager
def prepare_all(small_bytes: int) -> Iterator[Callable[[Sequence[PrepareTask]], Iterator[Later]]]:
    """Return a function that prepares all tasks; helpers are started already where it pays.

    Args:
        small_bytes: How much there is to read in files up to `LARGE_BYTES`.

    Returns:
        What gives for each task, in their order, what is to be called for its prepared files.
    """
    helpers = [h for h in (_started() for _ in range(_helpers_for(small_bytes))) if h]
    if not helpers:
        yield lambda tasks: (partial(prepare_group, task) for task in tasks)
        return
    shared = _SharedWork(helpers)
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


def _batches(tasks: Sequence[PrepareTask]) -> Iterator[list[PrepareTask]]:
    """Put tasks together that are sent together; what is large stays alone."""
    batch: list[PrepareTask] = []
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


def _is_sendable(batch: Sequence[PrepareTask]) -> bool:
    data = [source.data for task in batch for source in task.group.sources]
    return all(isinstance(d, bytes) for d in data) and sum(map(len, data)) <= LARGE_BYTES


class _SharedWork:
    """The work that this process and its helpers share; each takes the first that is left."""

    def __init__(self, helpers: Sequence[subprocess.Popen[bytes]]) -> None:
        self._helpers = helpers
        self._threads: list[threading.Thread] = []
        self._change = threading.Condition()
        self._batches: list[list[PrepareTask]] = []
        self._left: list[int] = []
        """Batches that nobody has taken yet."""
        self._answers: dict[int, Answer] = {}
        self._asked_for = 0
        """The batch that is to be handed out next."""
        self._ended: PrepareTask | None = None
        """The first of the tasks that a helper had when it ended."""
        self._closed = False

    def prepare(self, tasks: Sequence[PrepareTask]) -> Iterator[Later]:
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
            self._run_or_queue(number)
        batch, answer = self._batches[number], self._answers[number]
        self._batches[number], self._answers[number] = [], None
        if answer is None:
            return [partial(prepare_group, task) for task in batch]
        return [partial(list, files) for files in answer]

    def _run_or_queue(self, number: int) -> None:
        """Do a batch here; where none is left for now, wait for one that is being done."""
        with self._change:
            if self._ended is not None:
                raise UserError(message(_ENDED, file=self._ended.group.sources[0].name))
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
                free = (n for n in self._left if n < end and _is_sendable(self._batches[n]))
                number = next(free, None)
                if number is not None:
                    self._left.remove(number)
                    return number
                if not self._left or not any(_is_sendable(self._batches[n]) for n in self._left):
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
