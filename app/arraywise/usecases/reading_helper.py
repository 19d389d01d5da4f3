"""A process of its own that prepares files for another one, which feeds it through a pipe.

It knows neither study nor window, and keeps nothing: bytes come in, rows go out. It ends when
the other one closes the pipe, or is gone.
"""

from __future__ import annotations

import gc
import pickle
import signal
import struct
import sys
from typing import IO, TYPE_CHECKING, Any

from arraywise.importers import ALL_IMPORTERS
from arraywise.importers.importer import Source
from arraywise.importers.sorting import Group
from arraywise.usecases.prepared_files import Prepared, Task, prepare_group

if TYPE_CHECKING:
    from collections.abc import Sequence

READY = "ready"
Answer = list[list[Prepared]] | None
"""For each task of a request; None where it has to be done by who asked."""
_LENGTH = struct.Struct("<Q")
_OBJECTS_BETWEEN = 500_000
_IMPORTERS = {importer.tool: importer for importer in ALL_IMPORTERS}


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


def request_of(tasks: Sequence[Task]) -> object:
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
        found = [prepare_group(_task(*parts)) for parts in request]
    except Exception:  # noqa: BLE001 - who asked tries it again, and fails with all it knows
        return None
    has_samples = any(any(file.samples) for files in found for file in files)
    return None if has_samples else found  # what mends rows cannot be sent


def _task(
    tool: str,
    sources: list[tuple[str, bytes, str | None]],
    parts: list[list[str]],
    limit_bytes: int,
) -> Task:
    group = Group(_IMPORTERS[tool], tuple(Source(*source) for source in sources))
    return Task(group, parts, limit_bytes)
