"""The one door through which importers are asked: what comes back is checked here.

Importers promise never to raise on bad content and to answer with values in range. Nothing
behind this door has to doubt it.
"""

from __future__ import annotations

import math
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.evidence import NO_LOAD, Reading, Status
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.usecases.found_files import FoundFile
from arraywise.usecases.progress import stop_if_asked
from arraywise.usecases.told_by_names import add_names, parts_of, read_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from arraywise.domain.evidence import Load, Measurement, Run
    from arraywise.importers.sorting import Group
    from arraywise.usecases.found_files import Unreadable
    from arraywise.usecases.progress import Progress, StopAsked

_LARGEST_COUNT = 2**53
_OUT_OF_RANGE = "A value in this line is no finite number, or a count out of range; left out."


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
    # not before: nobody waits for importers to be loaded where the study has all files already
    from arraywise.importers.importer import Source
    from arraywise.importers.sorting import sort_out

    files = first_of_each(found)
    names = _names_apart(files.values())
    sources = {
        i: Source(name, file.data, decimal)
        for (i, file), name in zip(files.items(), names, strict=True)
    }
    places = {id(source): i for i, source in sources.items()}
    outcome = sort_out(list(sources.values()))
    done = 0
    for source, reading in outcome.refused:
        index = places[id(source)]
        if index in wanted:
            done += 1
            yield index, files[index], reading
    for group in outcome.groups:
        indices = [places[id(source)] for source in group.sources]
        if wanted.isdisjoint(indices):
            continue
        stop_if_asked(stopped)
        progress(done, len(wanted), group.sources[0].name)
        for index, reading in zip(indices, _read_checked(group), strict=True):
            if index in wanted:
                done += 1
                yield index, files[index], _with_names(files[index], reading)
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
    whole = [file.path.absolute() for file in files]
    bases = {path.parents[file.name.count("/")] for path, file in zip(whole, files, strict=True)}
    if len(bases) < 2:
        return [file.name for file in files]
    try:
        shared = os.path.commonpath(bases)
    except ValueError:  # on several drives
        return [path.as_posix() for path in whole]
    return [path.relative_to(shared).as_posix() for path in whole]


def _read_checked(group: Group) -> list[Reading]:
    """Read a group of files; one reading a source, in the same order.

    Raises:
        TypeError: When an importer breaks its contract, which is a bug.
    """
    readings = group.read()
    if len(readings) != len(group.sources) or not all(isinstance(r, Reading) for r in readings):
        message = f"{group.importer.tool}: expected a Reading for each of {group.sources}"
        raise TypeError(message)
    return [_in_range(reading) for reading in readings]


def _with_names(found: FoundFile, reading: Reading) -> Reading:
    """Add what names and folders say of the runs; it is marked as told by the name."""
    named, problems = add_names(reading, read_names(parts_of(found.path, found.name)))
    return with_problems(named, problems)


def with_problems(reading: Reading, problems: Sequence[Problem]) -> Reading:
    """Add problems that were met later; a warning makes a clean reading one with problems."""
    if not problems:
        return reading
    status = reading.status
    if status is Status.READ and any(p.severity is not Severity.INFO for p in problems):
        status = Status.READ_WITH_PROBLEMS
    return replace(reading, status=status, problems=(*reading.problems, *problems))


def _in_range(reading: Reading) -> Reading:
    if all(map(_is_in_range, reading.runs)):
        return reading
    wrong = [m for run in reading.runs for m in run.measurements if not _is_sound(m)]
    problems = [Problem(Severity.WARNING, say(_OUT_OF_RANGE), m.line) for m in wrong]
    return with_problems(replace(reading, runs=tuple(map(_sound, reading.runs))), problems)


def _is_in_range(run: Run) -> bool:
    """Look at all values at once, and once at each load: files by the thousand come this way."""
    total = sum([m.value for m in run.measurements])
    loads = {id(m.load): m.load for m in run.measurements}.values()
    return math.isfinite(total) and all(map(_counts_are_sound, loads))


def _sound(run: Run) -> Run:
    return replace(run, measurements=tuple(m for m in run.measurements if _is_sound(m)))


def _is_sound(m: Measurement) -> bool:
    return math.isfinite(m.value) and (m.load is NO_LOAD or _counts_are_sound(m.load))


def _counts_are_sound(load: Load) -> bool:
    counts = (load.users, load.small_ios, load.large_ios)
    return all(count is None or 0 <= count <= _LARGEST_COUNT for count in counts)
