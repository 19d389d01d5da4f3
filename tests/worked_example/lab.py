"""The runs of the lab: the true model, disturbed from run to run as labs are, second by second."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import fsum
from typing import TYPE_CHECKING

from tests.worked_example.dice import Dice
from tests.worked_example.options import IOS_PER_TRANSACTION, LEVELS, PROCESSORS, REPETITIONS
from tests.worked_example.queueing import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.worked_example.options import LabOption

SECONDS = 600
"""Length of a run; the warm-up of 15 minutes before it is not recorded."""
STORAGE_CV = 0.010
"""Spread of the storage demand from run to run."""
PROCESSOR_CV = 0.010
RATE_CV = 0.06
"""Spread of the rate from second to second."""
CLOCK_STARTS = (5, 30)
MINUTES_A_RUN = 30


@dataclass(frozen=True, slots=True)
class LabRun:
    """One run of the order-entry load, as it truly went."""

    option: LabOption
    users: int
    repetition: int
    started: datetime
    completed: int
    """Transactions in SECONDS."""
    per_second: tuple[int, ...]
    response_s: float
    busy: float
    """Share of the host's processors in use, polling included."""
    waiting: float
    """Share of the processors that idle while storage is busy."""

    @property
    def name(self) -> str:
        """Name of the run's files, as a lab gives it."""
        return f"{self.option.prefix}_u{self.users:03d}_r{self.repetition}"

    @property
    def rate_tps(self) -> float:
        """Transactions per second over the whole run."""
        return self.completed / SECONDS


def runs_of(option: LabOption) -> Iterator[LabRun]:
    """Build the runs of one option in the order of the clock, finished ones only."""
    start = datetime(2026, 10, option.day, *CLOCK_STARTS, tzinfo=UTC)
    for repetition in range(1, REPETITIONS + 1):
        for users in _turned(repetition):
            start += timedelta(minutes=MINUTES_A_RUN)
            if repetition <= option.runs_at(users):
                yield run(option, users, repetition, start)


def run(option: LabOption, users: int, repetition: int, start: datetime) -> LabRun:
    """Build one run: the exact model with demands that are a little off."""
    dice = Dice(option.folder, users, repetition)
    factors = dice.spread(STORAGE_CV), dice.spread(PROCESSOR_CV)
    point = solve(option.network(*factors), users)[-1]
    completed = round(point.rate * SECONDS)
    used = point.rate * option.processor_s * factors[1] / PROCESSORS
    idle = (1.0 - used) * (1.0 - option.polling.get(users, 0.0))
    disks = point.rate * IOS_PER_TRANSACTION * option.service_s / option.sets
    return LabRun(
        option=option,
        users=users,
        repetition=repetition,
        started=start + timedelta(seconds=dice.between(0, 59)),
        completed=completed,
        per_second=_second_by_second(completed, dice),
        response_s=point.response_s,
        busy=1.0 - idle,
        waiting=idle * 0.6 * min(disks, 1.0),
    )


def _turned(repetition: int) -> tuple[int, ...]:
    """Return the levels in another order each time, so that drift does not look like load."""
    first = (repetition - 1) * 2 % len(LEVELS)
    return LEVELS[first:] + LEVELS[:first]


def _second_by_second(completed: int, dice: Dice) -> tuple[int, ...]:
    """Share the transactions of a run out over its seconds; the first is slow (log-on)."""
    weights = [1.0 + RATE_CV * dice.bell() for _ in range(SECONDS)]
    weights[0] = 0.4
    scale = completed / fsum(weights)
    counts = []
    owed = 0.0
    for weight in weights:
        owed += weight * scale
        counts.append(int(owed))
        owed -= counts[-1]
    counts[-1] += completed - sum(counts)
    return tuple(counts)
