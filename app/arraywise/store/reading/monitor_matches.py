"""Which host recordings lie beside which runs, and how their clocks were compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock
from arraywise.store.reading.clocks import Basis, Recorded, offset_to_begin_with, ran
from arraywise.store.reading.host_use import clock_matches
from arraywise.store.reading.load_runs import run_times
from arraywise.store.reading.recordings import RECORDINGS

if TYPE_CHECKING:
    from typing import Any

    from arraywise.store.study import Study

__all__ = [
    "Basis",
    "MonitorClock",
    "MonitorMatch",
    "RunBeside",
    "monitor_clock",
    "monitor_matches",
]


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


@dataclass(frozen=True, slots=True)
class RunBeside:
    """A run beside which a recording could have been made."""

    run_id: int
    file: str
    offset_s: float
    """How far the monitor's clock is ahead, were the recording begun with the run."""


@dataclass(frozen=True, slots=True)
class MonitorClock:
    """The clock of a monitor, and the runs that its recording lies beside."""

    clock: Clock
    utc_offset_s: float | None
    """Of the clock, as the file tells it; None where it does not."""
    set_offset_s: float | None
    """What the user said, beyond that."""
    matches: tuple[MonitorMatch, ...]
    """Without those that lie beside no run."""
    runs: tuple[RunBeside, ...]
    """All of its option that tell when they took place; those begun nearest first."""


_FILES = "SELECT r.id, f.name FROM run r JOIN evidence_file f ON f.id = r.file_id"


def monitor_matches(study: Study) -> tuple[MonitorMatch, ...]:
    """List the recordings of processors of all options with the runs that they lie beside."""
    found: dict[int, list[tuple[int, Basis, float]]] = {}
    for monitor_run_id, match in clock_matches(study, run_times(study)):
        found.setdefault(monitor_run_id, []).append((match.run, match.basis, match.shift_s))
    with study.cursor() as cursor:
        recordings = cursor.execute(RECORDINGS).fetchall()
        names = dict(cursor.execute(_FILES).fetchall())
    return tuple(
        MonitorMatch(file_id, file, run_id, names[run_id], basis, shift_s)
        if run_id is not None
        else MonitorMatch(file_id, file)
        for monitor_run_id, file_id, file in recordings
        for run_id, basis, shift_s in found.get(monitor_run_id, [(None, None, 0.0)])
    )


_CLOCK = """
SELECT f.option_id, s.clock, s.utc_offset_s, s.first_at, s.last_at,
       (SELECT shift_s FROM clock_shift c WHERE c.file_id = f.id LIMIT 1)
FROM sample_set s JOIN run r ON r.id = s.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE f.id = ? AND s.first_at IS NOT NULL AND EXISTS (
    FROM sample_column c WHERE c.set_id = s.id AND c.name = 'cpu_user')
ORDER BY s.id LIMIT 1
"""


def monitor_clock(study: Study, file_id: int) -> MonitorClock | None:
    """Say what the clock of a monitor is taken to be; None for a file of something else."""
    with study.cursor() as cursor:
        row = cursor.execute(_CLOCK, [file_id]).fetchone()
    if row is None:
        return None
    option_id, clock, utc_offset_s, *_, set_offset_s = row
    matches = tuple(
        m for m in monitor_matches(study) if m.file_id == file_id and m.run_id is not None
    )
    runs = () if option_id is None else tuple(_runs_beside(study, row))
    nearest = tuple(sorted(runs, key=lambda run: abs(run.offset_s)))
    return MonitorClock(Clock(clock), utc_offset_s, set_offset_s, matches, nearest)


def _runs_beside(study: Study, row: tuple[Any, ...]) -> list[RunBeside]:
    option_id, clock, utc_offset_s, first_at, last_at, _ = row
    recorded = Recorded(0, (), Clock(clock), utc_offset_s, first_at, last_at)
    with study.cursor() as cursor:
        names = dict(cursor.execute(_FILES).fetchall())
    times = (
        ran(run.run_id, run.started_at, run.duration_s)
        for run in {run.run_id: run for run in run_times(study)}.values()
        if run.option_id == option_id
    )
    return [
        RunBeside(time.key, names[time.key], offset_to_begin_with(recorded, time))
        for time in times
        if time is not None
    ]
