"""Sorts files out and reads them group by group, here or with the help of other processes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.usecases.checked_readings import read_checked, with_names
from arraywise.usecases.found_files import FoundFile
from arraywise.usecases.progress import stop_if_asked
from arraywise.usecases.told_by_names import parts_of

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from arraywise.domain.evidence import Reading
    from arraywise.importers.importer import Source
    from arraywise.importers.sorting import Group
    from arraywise.usecases.found_files import Unreadable
    from arraywise.usecases.prepared_files import Prepared
    from arraywise.usecases.progress import Progress, StopAsked


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Files that are wanted, by index, in the order in which they are read."""

    files: dict[int, FoundFile]
    refused: list[tuple[int, Source, Reading]]
    groups: list[tuple[Group, list[int]]]
    """Groups with the indices of their files, of which one is wanted at least."""

    def parts(self, indices: Sequence[int]) -> list[list[str]]:
        """Give what the names of files say."""
        return [parts_of(self.files[i].path, self.files[i].name) for i in indices]


def _sort_out(
    found: Sequence[FoundFile | Unreadable], wanted: AbstractSet[int], decimal: str | None
) -> _Sorted:
    # not before: nobody waits for importers to be loaded where the study has all files already
    from arraywise.importers.importer import Source
    from arraywise.importers.sorting import sort_out

    files = first_of_each(found)
    names = _names_apart(files.values())
    sources = [
        Source(name, file.data, decimal) for file, name in zip(files.values(), names, strict=True)
    ]
    places = {id(source): i for i, source in zip(files, sources, strict=True)}
    outcome = sort_out(sources)
    refused = [(places[id(s)], s, reading) for s, reading in outcome.refused]
    groups = [(group, [places[id(s)] for s in group.sources]) for group in outcome.groups]
    return _Sorted(
        files,
        [entry for entry in refused if entry[0] in wanted],
        [(group, own) for group, own in groups if not wanted.isdisjoint(own)],
    )


def read_sorted(
    found: Sequence[FoundFile | Unreadable],
    wanted: AbstractSet[int],
    progress: Progress,
    stopped: StopAsked,
    decimal: str | None = None,
) -> Iterator[tuple[int, FoundFile, Reading]]:
    """Sort files out and read them group by group; gives index and file with the reading.

    Args:
        found: All files; those not wanted still help to understand others of their set. Of
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
    work = _sort_out(found, wanted, decimal)
    done = len(work.refused)
    for index, _, reading in work.refused:
        yield index, work.files[index], reading
    for group, indices in work.groups:
        stop_if_asked(stopped)
        progress(done, len(wanted), group.sources[0].name)
        readings = zip(indices, read_checked(group), work.parts(indices), strict=True)
        for index, reading, parts in readings:
            if index in wanted:
                done += 1
                yield index, work.files[index], with_names(reading, parts)
    progress(done, len(wanted), "")


def prepare_sorted(
    found: Sequence[FoundFile | Unreadable],
    wanted: AbstractSet[int],
    progress: Progress,
    stopped: StopAsked,
    *,
    decimal: str | None,
    limit_bytes: int,
) -> Generator[tuple[int, FoundFile, Prepared]]:
    """As `read_sorted`, and bring all into the form that is written.

    Args:
        found: All files.
        wanted: Indices of the files to prepare.
        progress: Told of every file.
        stopped: Asked before every group.
        decimal: Decimal mark of numbers that can be read in two ways, where it is known.
        limit_bytes: The bytes of larger files are not kept.

    Raises:
        Stopped: When the user asked to stop.
        UserError: When a process that helps with thousands of files ends unexpectedly.
    """
    from arraywise.usecases.prepared_files import Task, prepare
    from arraywise.usecases.reading_together import LARGE_BYTES, prepare_all

    sizes = [len(one.data) for i in wanted if isinstance(one := found[i], FoundFile)]
    with prepare_all(sum(size for size in sizes if size <= LARGE_BYTES)) as prepared:
        work = _sort_out(found, wanted, decimal)
        done = len(work.refused)
        for index, source, reading in work.refused:
            yield index, work.files[index], prepare(source, reading, limit_bytes)
        tasks = [Task(group, work.parts(own), limit_bytes) for group, own in work.groups]
        for (group, indices), answer in zip(work.groups, prepared(tasks), strict=True):
            stop_if_asked(stopped)
            progress(done, len(wanted), group.sources[0].name)
            for index, file in zip(indices, answer(), strict=True):
                if index in wanted:
                    done += 1
                    yield index, work.files[index], file
        progress(done, len(wanted), "")


def first_of_each(found: Sequence[FoundFile | Unreadable]) -> dict[int, FoundFile]:
    """Return, by index, the first of the files with the same bytes."""
    firsts: dict[str, tuple[int, FoundFile]] = {}
    for index, file in enumerate(found):
        if isinstance(file, FoundFile):
            firsts.setdefault(file.sha256, (index, file))
    return dict(firsts.values())


def _names_apart(files: Collection[FoundFile]) -> list[str]:
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
