"""Which files lie beside logs that tell of refused sessions, whichever import brought them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.problems import NO_SESSIONS, NO_SESSIONS_BESIDE

if TYPE_CHECKING:
    import duckdb

_FILES = """
SELECT f.id, f.name, f.path, f.sha256, list_contains(list(p.template), ?),
       list_contains(list(p.template), ?)
FROM evidence_file f LEFT JOIN problem p ON p.file_id = f.id
WHERE f.tool IN (
    SELECT log.tool FROM evidence_file log JOIN problem q ON q.file_id = log.id
    WHERE q.template = ?
)
GROUP BY ALL ORDER BY f.id
"""


class ComparedFile(NamedTuple):
    """A file of a tool whose logs tell of refused sessions."""

    id: int
    name: str
    path: str
    """Where it lay."""
    sha256: str
    refuses: bool
    """It is a log that tells of them."""
    is_rejected: bool
    """Its runs do not count already, by a log beside it."""


def files_to_compare(cursor: duckdb.DuckDBPyConnection) -> list[ComparedFile]:
    """Return all files of the tools that refused sessions are told of; mostly there are none."""
    rows = cursor.execute(_FILES, [NO_SESSIONS, NO_SESSIONS_BESIDE, NO_SESSIONS]).fetchall()
    return [ComparedFile(*row) for row in rows]
