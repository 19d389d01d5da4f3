"""The workload profile of a study, typed or taken from a file.

`profile_from_file` is the one place where kinds of files that hold a profile are distinguished; a
report of the database is one more kind beside Swingbench's results.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError, message
from arraywise.domain.workload import SWINGBENCH, TYPED, profile_from_statements, with_values
from arraywise.importers.swingbench.statements import parse_statements
from arraywise.importing.find_files import read_error
from arraywise.store.reading.inputs import read_profile
from arraywise.store.writing.inputs import write_profile
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from arraywise.domain.workload import WorkloadProfile
    from arraywise.store.study import Study

LARGEST_FILE = 50_000_000
"""Reports are far smaller."""


def set_profile(
    study: Study,
    values: Mapping[str, float | None],
    origin: str = TYPED,
    lines: Mapping[str, int] | None = None,
) -> WorkloadProfile:
    """Set some values of the workload profile with their source; return all as they are then.

    Args:
        study: Where they are kept.
        values: By the names of `WorkloadProfile`; None removes one.
        origin: Where they come from.
        lines: Line of each value in that file.

    Raises:
        UserError: There is no such value, or it cannot be.
    """
    profile = with_values(read_profile(study), values, origin, lines)
    with transaction(study, "workload profile") as cursor:
        write_profile(cursor, profile)
    return profile


@dataclass(frozen=True, slots=True)
class FoundProfile:
    """Values of a profile that a file holds, and where."""

    values: Mapping[str, float]
    origin: str
    lines: Mapping[str, int]


def profile_from_file(path: Path, hit_ratio: float | None = None) -> FoundProfile:
    """Read the values of a workload profile from a file.

    Args:
        path: Swingbench's results: their numbers of statements x the paper's blocks a statement.
        hit_ratio: Share of the reads that the buffer cache serves; without it all block visits
            count, which is an upper bound.

    Raises:
        UserError: It cannot be read, or holds no profile.
    """
    data = _read(path)
    counted = parse_statements(data)
    if counted is None:
        text = message(
            "{name} holds no workload profile. Give Swingbench results with DML counts.",
            name=path.name,
        )
        raise UserError(text)
    profile = profile_from_statements(counted.each, hit_ratio)
    bound = "block visits, an upper bound" if hit_ratio is None else f"hit ratio {hit_ratio:g}"
    origin = f"{path.name}: {SWINGBENCH}, {bound}"
    values = {"reads": profile.reads or 0.0, "writes": profile.writes or 0.0}
    return FoundProfile(values, origin, dict.fromkeys(values, counted.line))


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            text = message("{name} is too large for a results file or report.", name=path.name)
            raise UserError(text)
        return path.read_bytes()
    except OSError as error:
        text = message(
            "{name} could not be read: {reason}.", name=path.name, reason=read_error(error)
        )
        raise UserError(text) from error
