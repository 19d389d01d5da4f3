"""Which files the study has already: all that an import asks of them, at no cost of their runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Status

if TYPE_CHECKING:
    from arraywise.store.study import Study


class KeptFile(NamedTuple):
    """A file of an earlier import."""

    id: int
    name: str
    sha256: str
    size_bytes: int
    tool: str
    status: Status
    has_runs: bool
    option_id: int | None
    option_name: str | None
    option_is_guess: bool


def kept_files(study: Study) -> dict[str, KeptFile]:
    """Return the files of a study by their hashes."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT f.id, f.name, f.sha256, f.size_bytes, f.tool, f.status,"
            " f.id IN (SELECT file_id FROM run), f.option_id, o.name, f.option_is_guess"
            " FROM evidence_file f LEFT JOIN option o ON o.id = f.option_id ORDER BY f.id"
        ).fetchall()
    return {
        sha256: KeptFile(id_, name, sha256, size, tool, Status(status), *rest)
        for id_, name, sha256, size, tool, status, *rest in rows
    }
