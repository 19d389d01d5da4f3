"""Recognise, group and read, here or in helper processes.

A helper knows neither study nor window, and keeps nothing: bytes come in, rows go out.

Answers come in the order of the tasks, whoever did them, so that a study is the same with and
without helpers. For few files none is started.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.invariants import remove_contradictions
from arraywise.domain.messages import Problem, Severity, UserError, message, raise_if_stopped
from arraywise.domain.units import MIB
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.redaction import redact_bytes
from arraywise.importers.recognition import SourceGroup, group_by_importer
from arraywise.importers.registry import IMPORTERS_BY_TOOL
from arraywise.importing.filename_metadata import (
    add_name_settings,
    list_name_parts,
    list_option_hints,
    parse_name_settings,
)
from arraywise.importing.find_files import FoundFile
from arraywise.store.encoding import RunRows, StoredBytes, encode_raw, encode_run

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Sequence
    from collections.abc import Set as AbstractSet
    from concurrent.futures import Future, ProcessPoolExecutor

    from arraywise.domain.evidence import SampleTable
    from arraywise.domain.messages import IsStopped, Progress
    from arraywise.importing.find_files import Unreadable


LARGE_BYTES = MIB
"""A larger group is read here, where its bytes are."""


def read_validated(group: SourceGroup) -> list[Reading]:
    """Read a group of files; one reading a source, in the same order.

    Raises:
        TypeError: When an importer breaks its contract, which is a bug.
    """
    readings = group.read()
    if len(readings) != len(group.sources) or not all(isinstance(r, Reading) for r in readings):
        message = f"{group.importer.tool}: expected a Reading for each of {group.sources}"
        raise TypeError(message)
    return [remove_contradictions(reading) for reading in readings]


def with_name_settings(reading: Reading, name_parts: Sequence[str]) -> Reading:
    """Add the settings in a file's name to its runs, marked as taken from the name."""
    named, problems = add_name_settings(reading, parse_name_settings(name_parts))
    return with_problems(named, problems)


def with_problems(reading: Reading, problems: Sequence[Problem]) -> Reading:
    """Return a reading with more problems; a warning changes the status of a clean one."""
    if not problems:
        return reading
    status = reading.status
    if status is Status.READ and any(p.severity is not Severity.INFO for p in problems):
        status = Status.READ_WITH_PROBLEMS
    return replace(reading, status=status, problems=(*reading.problems, *problems))


class PreparedFile(NamedTuple):
    """A file that was read, ready to be written but for its host samples."""

    reading: Reading
    """Without its runs."""
    runs: tuple[RunRows, ...]
    samples: tuple[tuple[SampleTable, ...], ...]
    """Of each run."""
    names_in_file: tuple[tuple[str, ...], ...]
    """Names in the file that may be those of an option, as `list_option_hints` gives them."""
    raw: StoredBytes | None
    """Its bytes as they are kept; None where they are not."""
    secrets: int
    """How many passwords were starred out in these."""


class PrepareTask(NamedTuple):
    """A group of files to prepare."""

    group: SourceGroup
    parts: Sequence[Sequence[str]]
    """Of each file, the names that may say something, as `list_name_parts` gives them."""
    limit_bytes: int
    """The bytes of larger files are not kept."""


def prepare_group(task: PrepareTask) -> list[PreparedFile]:
    """Read a group of files; one answer a source, in the same order."""
    group, parts, limit_bytes = task
    named = map(with_name_settings, read_validated(group), parts)
    limit_bytes = limit_bytes if group.importer.keeps_bytes else -1
    pairs = zip(group.sources, named, strict=True)
    return [prepare_file(source, reading, limit_bytes) for source, reading in pairs]


def prepare_file(source: Source, reading: Reading, limit_bytes: int) -> PreparedFile:
    """Convert a file and its reading to the rows and bytes that are stored."""
    raw, secrets = None, 0
    if len(source.data) <= limit_bytes:
        clean, secrets = redact_bytes(source.data)
        raw = encode_raw(clean, starred=clean != source.data[:])
    return PreparedFile(
        replace(reading, runs=()),
        tuple(map(encode_run, reading.runs)),
        tuple(run.samples for run in reading.runs),
        list_option_hints(reading),
        raw,
        secrets,
    )


@dataclass(frozen=True, slots=True)
class _SortedFiles:
    """Groups with wanted files, and wanted files that no importer accepts; all by index."""

    files: dict[int, FoundFile]
    refused: list[tuple[int, Source, Reading]]
    groups: list[tuple[SourceGroup, list[int]]]
    """Groups with the indices of their files, of which one is wanted at least."""

    def list_name_parts(self, indices: Sequence[int]) -> list[list[str]]:
        """Return the parts of the names of files."""
        return [list_name_parts(self.files[i].path, self.files[i].name) for i in indices]


def _group_wanted_files(
    found_files: Sequence[FoundFile | Unreadable],
    wanted_indices: AbstractSet[int],
    decimal: str | None,
) -> _SortedFiles:
    files = distinct_files(found_files)
    names = _distinct_names(files.values())
    sources = [
        Source(name, file.data, decimal) for file, name in zip(files.values(), names, strict=True)
    ]
    index_by_source = {id(source): i for i, source in zip(files, sources, strict=True)}
    outcome = group_by_importer(sources)
    refused = [(index_by_source[id(s)], s, reading) for s, reading in outcome.refused]
    groups = [(group, [index_by_source[id(s)] for s in group.sources]) for group in outcome.groups]
    return _SortedFiles(
        files,
        [entry for entry in refused if entry[0] in wanted_indices],
        [(group, own) for group, own in groups if not wanted_indices.isdisjoint(own)],
    )


def read_wanted_files(
    found_files: Sequence[FoundFile | Unreadable],
    wanted_indices: AbstractSet[int],
    progress: Progress,
    stopped: IsStopped,
    decimal: str | None = None,
) -> Iterator[tuple[int, FoundFile, Reading]]:
    """Sort files out and read them group by group; gives index and file with the reading.

    Files that are not wanted still help to understand others of their set. Of files with the same
    bytes only the first one is read. `stopped` is asked before every group; `decimal` is the mark
    of numbers that can be read in two ways, where it is known.

    Raises:
        Stopped: When the user asked to stop.
    """
    if not wanted_indices:
        return
    work = _group_wanted_files(found_files, wanted_indices, decimal)
    done = len(work.refused)
    for index, _, reading in work.refused:
        yield index, work.files[index], reading
    for group, indices in work.groups:
        raise_if_stopped(stopped)
        progress(done, len(wanted_indices), group.sources[0].name)
        readings = zip(indices, read_validated(group), work.list_name_parts(indices), strict=True)
        for index, reading, parts in readings:
            if index in wanted_indices:
                done += 1
                yield index, work.files[index], with_name_settings(reading, parts)
    progress(done, len(wanted_indices), "")


def prepare_wanted_files(
    found_files: Sequence[FoundFile | Unreadable],
    wanted_indices: AbstractSet[int],
    progress: Progress,
    stopped: IsStopped,
    *,
    decimal: str | None,
    limit_bytes: int,
) -> Generator[tuple[int, FoundFile, PreparedFile]]:
    """As `read_wanted_files`, and bring all into the form that is written.

    The bytes of files larger than `limit_bytes` are not kept.

    Raises:
        Stopped: When the user asked to stop.
        UserError: When a process that helps with thousands of files ends unexpectedly.
    """
    sizes = [len(one.data) for i in wanted_indices if isinstance(one := found_files[i], FoundFile)]
    with start_preparing(sum(size for size in sizes if size <= LARGE_BYTES)) as prepared:
        work = _group_wanted_files(found_files, wanted_indices, decimal)
        done = len(work.refused)
        for index, source, reading in work.refused:
            # What nothing recognises is nobody's evidence, and may be anything: a private key.
            yield index, work.files[index], prepare_file(source, reading, limit_bytes=-1)
        tasks = [
            PrepareTask(group, work.list_name_parts(own), limit_bytes)
            for group, own in work.groups
        ]
        for (group, indices), answer in zip(work.groups, prepared(tasks), strict=True):
            raise_if_stopped(stopped)
            progress(done, len(wanted_indices), group.sources[0].name)
            for index, file in zip(indices, answer(), strict=True):
                if index in wanted_indices:
                    done += 1
                    yield index, work.files[index], file
        progress(done, len(wanted_indices), "")


def distinct_files(found_files: Sequence[FoundFile | Unreadable]) -> dict[int, FoundFile]:
    """Return files by index, of those with the same bytes only the first."""
    firsts: dict[str, tuple[int, FoundFile]] = {}
    for index, file in enumerate(found_files):
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


HelperResult = list[list[PreparedFile]] | None
"""Prepared files for each task of a request; None where this process has to prepare them."""
_OBJECTS_BETWEEN = 500_000


def build_helper_request(tasks: Sequence[PrepareTask]) -> object:
    """Convert tasks to what can be sent to a helper process."""
    return [
        (
            task.group.importer.tool,
            [(source.name, source.data, source.decimal) for source in task.group.sources],
            task.parts,
            task.limit_bytes,
        )
        for task in tasks
    ]


def _set_up_helper() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who asked
    gc.set_threshold(_OBJECTS_BETWEEN)


def _prepare_request(request: Any) -> HelperResult:  # noqa: ANN401 - as `build_helper_request` makes it
    try:
        result = [prepare_group(_rebuild_task(*parts)) for parts in request]
    except Exception:  # noqa: BLE001 - who asked tries it again, and fails with all it knows
        return None
    has_samples = any(any(file.samples) for files in result for file in files)
    return None if has_samples else result  # what mends rows cannot be sent


def _rebuild_task(
    tool: str,
    sources: list[tuple[str, bytes, str | None]],
    name_parts: list[list[str]],
    limit_bytes: int,
) -> PrepareTask:
    group = SourceGroup(IMPORTERS_BY_TOOL[tool], tuple(Source(*source) for source in sources))
    return PrepareTask(group, name_parts, limit_bytes)


PendingFiles = Callable[[], list[PreparedFile]]

FEWEST_BYTES = 8 * MIB
"""So much of small files takes longer to read than it takes to start a helper."""
_MOST_HELPERS = 3
_BATCH_FILES = 50
_MOST_BATCHES_AHEAD = 64
"""Batches that helpers may be ahead of what is written."""
_HELPER_ENDED = (
    "A reader process ended at {file} or one of the next files. Nothing was imported. Import"
    " fewer files at a time to find the cause."
)


@contextmanager
def start_preparing(
    small_bytes: int,
) -> Iterator[Callable[[Sequence[PrepareTask]], Iterator[PendingFiles]]]:
    """Yield a function that prepares tasks in their order; helpers start now if it pays.

    `small_bytes` is how much there is to read in files up to `LARGE_BYTES`.
    """
    helpers = _helper_count(small_bytes)
    if not helpers:
        yield lambda tasks: (partial(prepare_group, task) for task in tasks)
        return
    from concurrent.futures import ProcessPoolExecutor  # take long to load, and few imports help
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(helpers, get_context("spawn"), _set_up_helper)
    ready = pool.submit(int)  # they come up while files are sorted out
    try:
        yield partial(_prepare_with_helpers, pool, ready)
    finally:
        pool.shutdown(cancel_futures=True)


def _helper_count(small_bytes: int) -> int:
    is_program = bool(sys.executable) and not getattr(sys, "frozen", False)
    if small_bytes < FEWEST_BYTES or not is_program:
        return 0
    return min(_processor_count() - 1, _MOST_HELPERS)


def _processor_count() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _split_into_batches(tasks: Sequence[PrepareTask]) -> Iterator[list[PrepareTask]]:
    """Split tasks into batches that are sent together; a large task is a batch of its own."""
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


def _prepare_with_helpers(
    pool: ProcessPoolExecutor, ready: Future[int], tasks: Sequence[PrepareTask]
) -> Iterator[PendingFiles]:
    """Prepare tasks in helpers, in their order; what no helper has begun is done here."""
    submitted = ((batch, _submit_batch(pool, batch)) for batch in _split_into_batches(tasks))
    ahead = deque(islice(submitted, _MOST_BATCHES_AHEAD))
    while ahead:
        batch, future = ahead.popleft()
        ahead.extend(islice(submitted, 1))
        answer = _batch_result(future, ready, batch)
        if answer is None:
            yield from (partial(prepare_group, task) for task in batch)
        else:
            yield from (partial(list, files) for files in answer)


def _submit_batch(
    pool: ProcessPoolExecutor, batch: Sequence[PrepareTask]
) -> Future[HelperResult] | None:
    if not _is_sendable(batch):
        return None
    try:
        return pool.submit(_prepare_request, build_helper_request(batch))
    except (BrokenExecutor, OSError):  # who asks for the batches before this one says it
        return None


def _batch_result(
    future: Future[HelperResult] | None, ready: Future[int], batch: Sequence[PrepareTask]
) -> HelperResult:
    """Return the prepared files of a batch; None where this process has to prepare them."""
    if future is None or future.cancel():
        return None
    try:
        return future.result()
    except BrokenExecutor as error:
        if ready.exception() is not None:  # none ever came up: do without
            return None
        raise UserError(message(_HELPER_ENDED, file=batch[0].group.sources[0].name)) from error
