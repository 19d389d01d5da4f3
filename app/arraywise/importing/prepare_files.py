"""Validate readings, rows ready to write.

Importers promise never to raise on bad content and to answer with values in range. Nothing
behind this door has to doubt it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.kit.redaction import blank_secrets
from arraywise.importing.filename_metadata import add_names, names_in, read_names
from arraywise.store.encoding import RunRows, StoredBytes, raw_of, run_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Load, Measurement, Run, SampleTable
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.recognition import Group

_LARGEST_COUNT = 2**53
_OUT_OF_RANGE = "A value in this line is not finite or out of range; left out."


def read_validated(group: Group) -> list[Reading]:
    """Read a group of files; one reading a source, in the same order.

    Raises:
        TypeError: When an importer breaks its contract, which is a bug.
    """
    readings = group.read()
    if len(readings) != len(group.sources) or not all(isinstance(r, Reading) for r in readings):
        message = f"{group.importer.tool}: expected a Reading for each of {group.sources}"
        raise TypeError(message)
    return [_in_range(reading) for reading in readings]


def with_names(reading: Reading, parts: Sequence[str]) -> Reading:
    """Add what the parts of a file's name say of the runs; it is marked as told by the name."""
    named, problems = add_names(reading, read_names(parts))
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
    wrong = [m for run in reading.runs for m in run.measurements if not _is_sound(m)]
    if not wrong:
        return reading
    problems = [Problem(Severity.WARNING, message(_OUT_OF_RANGE), m.line) for m in wrong]
    return with_problems(replace(reading, runs=tuple(map(_sound, reading.runs))), problems)


def _sound(run: Run) -> Run:
    return replace(run, measurements=tuple(m for m in run.measurements if _is_sound(m)))


def _is_sound(m: Measurement) -> bool:
    return math.isfinite(m.value) and _counts_are_sound(m.load)


@lru_cache(maxsize=1_000)
def _counts_are_sound(load: Load) -> bool:
    return all(count is None or 0 <= count <= _LARGEST_COUNT for count in load)


class PreparedFile(NamedTuple):
    """A file that was read, ready to be written but for its host samples."""

    reading: Reading
    """Without its runs."""
    runs: tuple[RunRows, ...]
    samples: tuple[tuple[SampleTable, ...], ...]
    """Of each run."""
    stated: tuple[tuple[str, ...], ...]
    """Names in the file that may be those of an option, as `names_in` gives them."""
    raw: StoredBytes | None
    """Its bytes as they are kept; None where they are not."""
    secrets: int
    """How many passwords were starred out in these."""


class PrepareTask(NamedTuple):
    """A group of files to prepare."""

    group: Group
    parts: Sequence[Sequence[str]]
    """Of each file, the names that may say something, as `parts_of` gives them."""
    limit_bytes: int
    """The bytes of larger files are not kept."""


def prepare_group(task: PrepareTask) -> list[PreparedFile]:
    """Read a group of files; one answer a source, in the same order."""
    group, parts, limit_bytes = task
    named = map(with_names, read_validated(group), parts)
    limit_bytes = limit_bytes if group.importer.keeps_bytes else -1
    pairs = zip(group.sources, named, strict=True)
    return [prepare(source, reading, limit_bytes) for source, reading in pairs]


def prepare(source: Source, reading: Reading, limit_bytes: int) -> PreparedFile:
    """Bring a file and what was read from it into the form that is written."""
    raw, secrets = None, 0
    if len(source.data) <= limit_bytes:
        clean, secrets = blank_secrets(source.data)
        raw = raw_of(clean, starred=clean != source.data[:])
    return PreparedFile(
        replace(reading, runs=()),
        tuple(map(run_rows, reading.runs)),
        tuple(run.samples for run in reading.runs),
        names_in(reading),
        raw,
        secrets,
    )
