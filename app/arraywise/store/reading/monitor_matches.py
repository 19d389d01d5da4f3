"""Which host recordings lie beside which runs, and how their clocks were compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.store.reading.clocks import Basis
from arraywise.store.reading.host_use import clock_matches
from arraywise.store.reading.load_runs import run_times

if TYPE_CHECKING:
    from arraywise.store.study import Study

__all__ = ["Basis", "MonitorMatch", "monitor_matches"]


@dataclass(frozen=True, slots=True)
class MonitorMatch:
    """A recording that lies beside a run, or beside none."""

    file_id: int
    """Of the monitor's file."""
    file: str
    run_id: int | None = None
    """Of the run; None where the recording lies beside none."""
    run_file: str | None = None
    basis: Basis | None = None
    offset_s: float = 0.0
    """How far the monitor's clock is ahead of the run's beyond what both files say."""


_RECORDINGS = """
SELECT r.id, f.id, f.name FROM run r JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND EXISTS (
    FROM sample_set s JOIN sample_column c ON c.set_id = s.id
    WHERE s.run_id = r.id AND c.name = 'cpu_user')
ORDER BY f.id, r.position
"""
_FILES = "SELECT r.id, f.name FROM run r JOIN evidence_file f ON f.id = r.file_id"


def monitor_matches(study: Study) -> tuple[MonitorMatch, ...]:
    """List the recordings of processors of all options with the runs that they lie beside."""
    found: dict[int, list[tuple[int, Basis, float]]] = {}
    for monitor_run_id, match in clock_matches(study, run_times(study)):
        found.setdefault(monitor_run_id, []).append((match.run, match.basis, match.shift_s))
    with study.cursor() as cursor:
        recordings = cursor.execute(_RECORDINGS).fetchall()
        names = dict(cursor.execute(_FILES).fetchall())
    return tuple(
        MonitorMatch(file_id, file, run_id, names[run_id], basis, shift_s)
        if run_id is not None
        else MonitorMatch(file_id, file)
        for monitor_run_id, file_id, file in recordings
        for run_id, basis, shift_s in found.get(monitor_run_id, [(None, None, 0.0)])
    )
