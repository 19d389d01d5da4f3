"""How long it takes to provide storage with each option."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.estimate import Estimate


@dataclass(frozen=True, slots=True)
class ProvisioningTime:
    """One stop-watch reading of one step in one repetition, or what somebody judged it to be."""

    step: str
    repetition: int
    """From 1."""
    seconds: float
    """As read; of an estimate the mean."""
    estimate: Estimate | None = None
    """In seconds; None for a reading."""


def make_time(step: str, repetition: int, seconds: float | Estimate) -> ProvisioningTime:
    """Return the time of a step as a figure or an estimate says it, in seconds."""
    if isinstance(seconds, (int, float)):
        return ProvisioningTime(step, repetition, seconds)
    return ProvisioningTime(step, repetition, seconds.mean, seconds)


def times_by_step(times: Iterable[ProvisioningTime]) -> dict[str, list[ProvisioningTime]]:
    """Return the times of each step, the steps as they first come."""
    steps: dict[str, list[ProvisioningTime]] = defaultdict(list)
    for time in times:
        steps[time.step].append(time)
    return dict(steps)


def repetition_sums(times: Sequence[ProvisioningTime]) -> list[float]:
    """Return the seconds of every repetition that read all steps that were ever read.

    Steps that nobody read, only judged, are in each sum with their mean.
    """
    repetitions: dict[int, dict[str, float]] = defaultdict(dict)
    for time in times:
        if time.estimate is None:
            repetitions[time.repetition][time.step] = time.seconds
    read = {time.step for time in times if time.estimate is None}
    judged = sum(
        fmean(time.seconds for time in found)
        for step, found in times_by_step(times).items()
        if step not in read
    )
    return [sum(r.values()) + judged for _, r in sorted(repetitions.items()) if r.keys() == read]


def steps_by_row(times: Iterable[ProvisioningTime], typed: Mapping[int, str]) -> list[str]:
    """Return the steps by row: those with readings in their order, around those typed alone.

    Args:
        times: the readings of one option.
        typed: names that were typed, by row.
    """
    pinned = set(typed.values())
    timed = [step for step in dict.fromkeys(time.step for time in times) if step not in pinned]
    names: list[str] = []
    while timed or any(row >= len(names) for row in typed):
        row = len(names)
        if row in typed:
            names.append(typed[row])
        elif timed:
            names.append(timed.pop(0))
        else:
            names.append("")
    return names
