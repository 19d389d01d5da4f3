"""The one door through which importers are asked: what comes back is checked here.

Importers promise never to raise on bad content and to answer with values in range. Nothing
behind this door has to doubt it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.measurements import conditions_of, values_of
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.usecases.told_by_names import add_names, read_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Load, Measurement, Run
    from arraywise.importers.sorting import Group

_LARGEST_COUNT = 2**53
_OUT_OF_RANGE = "A value in this line is no finite number, or a count out of range; left out."


def read_checked(group: Group) -> list[Reading]:
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
    if all(map(_is_in_range, reading.runs)):
        return reading
    wrong = [m for run in reading.runs for m in run.measurements if not _is_sound(m)]
    problems = [Problem(Severity.WARNING, say(_OUT_OF_RANGE), m.line) for m in wrong]
    return with_problems(replace(reading, runs=tuple(map(_sound, reading.runs))), problems)


def _is_in_range(run: Run) -> bool:
    """Look at all values at once, and once at each load: files by the thousand come this way."""
    loads = conditions_of(run.measurements).loads
    total = sum(values_of(run.measurements))
    return math.isfinite(total) and all(map(_counts_are_sound, loads))


def _sound(run: Run) -> Run:
    return replace(run, measurements=tuple(m for m in run.measurements if _is_sound(m)))


def _is_sound(m: Measurement) -> bool:
    return math.isfinite(m.value) and _counts_are_sound(m.load)


@lru_cache(maxsize=1_000)
def _counts_are_sound(load: Load) -> bool:
    return all(count is None or 0 <= count <= _LARGEST_COUNT for count in load)
