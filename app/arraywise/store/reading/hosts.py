"""On which hosts files were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.store.study import Study


def hosts_of_files(study: Study) -> dict[int, str]:
    """Return the host that the first run of each file names, by the file's id."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT file_id, arg_min(host, position) FROM run WHERE host IS NOT NULL"
            " GROUP BY file_id"
        ).fetchall()
    return dict(rows)
