"""The one door through which importers are asked: what comes back is checked here.

Importers promise never to raise on bad content and to answer with values in range. Nothing
behind this door has to doubt it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Measurement, Run
    from arraywise.importers.importer import Importer, Source

_LARGEST_COUNT = 2**53
_OUT_OF_RANGE = "A value in this line is no finite number, or a count out of range; left out."


def read_group(importer: Importer, group: Sequence[Source]) -> list[Reading]:
    """Read a group of files; one reading a source, in the same order.

    Raises:
        TypeError: When an importer breaks its contract, which is a bug.
    """
    readings = importer.read(group)
    if len(readings) != len(group) or not all(isinstance(r, Reading) for r in readings):
        message = f"{importer.tool}: expected a Reading for each of {len(group)} files"
        raise TypeError(message)
    return [_in_range(reading) for reading in readings]


def with_problems(reading: Reading, problems: Sequence[Problem]) -> Reading:
    """Add problems that were met later; a warning makes a clean reading one with problems."""
    status = reading.status
    if status is Status.READ and any(p.severity is not Severity.INFO for p in problems):
        status = Status.READ_WITH_PROBLEMS
    return replace(reading, status=status, problems=(*reading.problems, *problems))


def _in_range(reading: Reading) -> Reading:
    wrong = [m for run in reading.runs for m in run.measurements if not _is_sound(m)]
    if not wrong:
        return reading
    problems = [Problem(Severity.WARNING, say(_OUT_OF_RANGE), m.line) for m in wrong]
    return with_problems(replace(reading, runs=tuple(map(_sound, reading.runs))), problems)


def _sound(run: Run) -> Run:
    return replace(run, measurements=tuple(m for m in run.measurements if _is_sound(m)))


def _is_sound(m: Measurement) -> bool:
    counts = (m.load.users, m.load.small_ios, m.load.large_ios)
    return math.isfinite(m.value) and all(
        count is None or 0 <= count <= _LARGEST_COUNT for count in counts
    )
