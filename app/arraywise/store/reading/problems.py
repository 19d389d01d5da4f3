"""What is wrong with files, or worth knowing of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.store.text import said_from

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import duckdb

    from arraywise.store.study import Study

_OF_FILE = (
    "SELECT severity, template, figures, line FROM problem WHERE file_id = ? ORDER BY position"
)


def all_problems(study: Study) -> dict[int, tuple[Problem, ...]]:
    """Return what is wrong with files, or worth knowing, by file id."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT file_id, severity, template, figures, line FROM problem"
            " ORDER BY file_id, position"
        ).fetchall()
    found: dict[int, list[Problem]] = {}
    for file_id, *row in rows:
        found.setdefault(file_id, []).append(_problem(row))
    return {file_id: tuple(problems) for file_id, problems in found.items()}


def problems_of(cursor: duckdb.DuckDBPyConnection, file_id: int) -> tuple[Problem, ...]:
    """Return the same of one file."""
    return tuple(map(_problem, cursor.execute(_OF_FILE, [file_id]).fetchall()))


def _problem(row: Sequence[Any]) -> Problem:
    severity, template, figures, line = row
    return Problem(Severity(severity), said_from(template, figures), line)
