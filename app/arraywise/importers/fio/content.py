"""What fio printed, whichever of its forms it came in: SI values with their places."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from arraywise.domain.problems import Problem

LARGE_FROM_BYTES = 256 * 1024
"""I/Os of this size and more count as large ones."""
LARGEST = 1e18
"""No count, rate or time is larger; what is, comes from a damaged file."""


class Direction(StrEnum):
    """Where the data of an I/O goes."""

    READ = "read"
    WRITE = "write"
    TRIM = "trim"
    MIXED = "mixed"
    """All of a job's I/Os in one (`unified_rw_reporting`)."""


class Form(StrEnum):
    """How a result was written; the first says most."""

    JSON = "JSON"
    NORMAL = "normal text"
    TERSE = "terse"


class Figure(NamedTuple):
    """A value in SI units and where it stands."""

    value: float
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Spread:
    """How a value varied; below resolution is None."""

    mean: Figure | None = None
    least: Figure | None = None
    most: Figure | None = None
    deviation: Figure | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """Latencies of one kind, in seconds."""

    spread: Spread
    percentiles: tuple[tuple[str, Figure], ...] = ()
    """`p99.9` with its value."""
    bins: tuple[tuple[float, int], ...] = ()
    """Latency with the number of I/Os that took so long (json+)."""
    count: float | None = None


@dataclass(frozen=True, slots=True)
class Flow:
    """One direction of one job."""

    direction: Direction
    runtime_s: float | None
    ios: Figure | None = None
    """I/Os done."""
    data: Figure | None = None
    """Bytes moved."""
    iops: Figure | None = None
    rate: Figure | None = None
    """Bytes per second."""
    iops_samples: Spread | None = None
    rate_samples: Spread | None = None
    total: Times | None = None
    """From submission to completion (lat)."""
    completion: Times | None = None
    """From the kernel's taking the I/O to its completion (clat)."""
    submission: Times | None = None
    """Until the kernel took the I/O (slat)."""
    is_rounded: bool = False
    """Rates are printed with three digits (`47.4k`): count and time tell more."""

    @property
    def io_bytes(self) -> float | None:
        """Mean size of an I/O, from the exact counts where there are any."""
        bytes_, ios = (self.data, self.ios) if self.ios else (self.rate, self.iops)
        return bytes_.value / ios.value if bytes_ and ios and ios.value else None


@dataclass(frozen=True, slots=True)
class Job:
    """What fio reports as one job: a thread, or a group's threads added up."""

    name: str
    group: int
    line: int
    flows: tuple[Flow, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    """Options by their plain names, global ones included; empty where the form has none."""
    error: int = 0
    host: str | None = None
    threads: float | None = None
    """Threads added up here, where the figures tell it; not always whole."""
    syncs: Times | None = None
    depth_one_percent: float | None = None
    """Share of the I/Os that were alone under way."""
    depth_found: int | None = None
    """Queue depth at the end: the one asked for, or the one a latency target allowed."""
    has_target: bool = False
    failed_ios: float = 0
    left_s: float = 0
    """What fio thought was still to run; more than 0 in an interim report."""
    start_s: float | None = None
    """Seconds since 1970."""
    pid: int | None = None
    steady: str | None = None
    """How a wait for a steady state ended."""
    unread_line: int | None = None
    """A line of a direction whose figures could not be read, the first of them."""
    unread_times_line: int | None = None
    """A line of latencies that could not be read, or of percentiles without a mean."""
    is_cut: bool = False
    """The file ends inside of it: what is missing was measured, and is not known."""
    is_idle: bool = True
    """Without figures it did no I/O; False where they may only be missing from a text."""

    @property
    def key(self) -> tuple[str | None, str, int]:
        """What tells jobs of one report apart, clones excepted."""
        return self.host, self.name, self.group

    @property
    def runtime_s(self) -> float:
        """The longest of the directions."""
        return max((flow.runtime_s or 0 for flow in self.flows), default=0)

    def flow(self, direction: Direction) -> Flow | None:
        """Return the figures of one direction."""
        return next((flow for flow in self.flows if flow.direction is direction), None)


@dataclass(frozen=True, slots=True)
class Report:
    """All jobs of one execution of fio, as one of its forms tells them."""

    form: Form
    start: int
    stop: int
    """Offsets in the text."""
    jobs: tuple[Job, ...]
    version: str | None = None
    end_s: float | None = None
    """When it was written, in seconds since 1970."""
    written: datetime | None = None
    """The same as the clock on the wall showed it."""
    elapsed_s: float | None = None
    """Since fio was started."""
    whole: bool = True
    disks: tuple[tuple[str, float], ...] = ()
    """Names with the percentage of time that they were busy."""
    problems: tuple[Problem, ...] = ()
