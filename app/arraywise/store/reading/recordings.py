"""Which recordings of processors a study has; asked before any clocks are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.store.study import Study

RECORDINGS = """
SELECT r.id, f.id, f.name FROM run r JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND EXISTS (
    FROM sample_set s JOIN sample_column c ON c.set_id = s.id
    WHERE s.run_id = r.id AND c.name = 'cpu_user')
ORDER BY f.id, r.position
"""
"""Run, file and its name."""


def has_recordings(study: Study) -> bool:
    """Say whether there is any, for which the modules that compare clocks need not be loaded."""
    with study.cursor() as cursor:
        return bool(cursor.execute("SELECT 1 FROM sample_set LIMIT 1").fetchall()) and bool(
            cursor.execute(RECORDINGS).fetchone()
        )
