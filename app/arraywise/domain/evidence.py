"""Runs, load points, samples, places in files; what a publication states of an option (MODEL E4).

Everything is kept in SI units. A value that the file does not give is absent, never zero.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator

    from arraywise.domain.messages import Problem, Severity
    from arraywise.domain.statement_counts import StatementCounts
    from arraywise.domain.units import Unit


LOW_END, HIGH_END = "_low", "_high"
"""After a percentile's name: the ends between which it lies."""
ESTIMATE = "_estimated"
"""After a percentile's name: read between these ends off what is known of the parts."""


class Metric(StrEnum):
    """What was measured; the unit is that of the measurement."""

    __hash__ = str.__hash__  # that of Enum is far slower, and measurements come by the thousand

    IOPS = "iops"
    THROUGHPUT = "throughput"
    LATENCY = "latency"
    TRANSACTION_RATE = "transaction_rate"
    RESPONSE_TIME = "response_time"
    TRANSACTIONS_COMPLETED = "transactions_completed"
    TRANSACTIONS_FAILED = "transactions_failed"
    OTHER = "other"
    """A figure of another kind that a paper prints; the measurement's group names it."""


class Origin(StrEnum):
    """Whether the file states a value or it was computed from what the file states."""

    __hash__ = str.__hash__  # as of Metric

    REPORTED = "reported"
    DERIVED = "derived"


class Status(StrEnum):
    """How reading a file ended."""

    READ = "read"
    READ_WITH_PROBLEMS = "read with problems"
    INCOMPLETE = "incomplete"
    REFUSED = "refused"


MAX_SMALL_IOPS = "max_small_iops"
MAX_LARGE_MBPS = "max_large_mbps"
MIN_SMALL_LATENCY = "min_small_latency"
"""Groups of the headline figures that ORION and the I/O calibration report."""


class Load(NamedTuple):
    """One measured condition; what the tool does not have stays None."""

    users: int | None = None
    """Concurrent users, sessions or threads."""
    small_ios: int | None = None
    """Outstanding small I/Os (ORION's columns)."""
    large_ios: int | None = None
    """Outstanding large I/Os (ORION's rows)."""


NO_LOAD = Load()


class Measurement(NamedTuple):
    """One value at one load, with the place in the file that it came from.

    A tuple, since files have hundreds: it is made in a third of the time of a frozen dataclass.
    """

    metric: Metric
    statistic: str
    """`mean`, `max`, `min`, `stddev`, `p10` ... `p99`, `total`, `geometric_mean`; `p90_low` and
    `p90_high` where only the ends between which a percentile lies are known, `p90_estimated`."""
    value: float
    """In `unit`, which is SI."""
    unit: Unit
    load: Load = NO_LOAD
    group: str | None = None
    """Transaction name, headline group, or None for the total."""
    line: int | None = None
    """Line of the file, from 1."""
    column: int | None = None
    """Character in the line, from 1."""
    origin: Origin = Origin.REPORTED


@dataclass(frozen=True, slots=True)
class Series:
    """A short series that the importer read itself (transactions per second over a run)."""

    name: str
    unit: Unit
    values: array[float]
    times: array[float] | None = None
    """Seconds since 1970, UTC where the file states it; None where only the order is known."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SampleColumn:
    """One column of a resource monitor's table."""

    name: str
    """`cpu_user`, `disk_read` ..., or the tool's own name."""
    unit: Unit
    scale: float
    """SI value = cell x scale."""
    position: int
    """Field of the row, from 0."""
    instance: str | None = None
    """Device, interface or processor; None for the whole machine."""


class Clock(StrEnum):
    """How a monitor writes the time of a row."""

    EPOCH = "epoch"
    """Seconds since 1970, with or without a fraction."""
    TEXT = "text"
    """A date format of `strptime`, with the year outside."""
    NONE = "none"
    """Not at all: row i was taken at start + i x interval."""


@dataclass(frozen=True, slots=True)
class TimeAxis:
    """Where the time of a row stands and how it is written."""

    clock: Clock
    position: int | None = None
    """Field of the row, from 0."""
    format: str | None = None
    """`strptime` format of Clock.TEXT; the year is outside unless the format has a `%Y`."""
    year: int | None = None
    """Year of the first row; it rolls over when the month jumps back. None where `%Y` is given."""
    start: float | None = None
    """Seconds since 1970 of the first row, read as if the clock were UTC."""
    interval_s: float = 1.0
    utc_offset_s: float | None = None
    """Offset of the written clock from UTC, None where it is unknown."""


@dataclass(frozen=True, slots=True)
class RepairedRows:
    """Rows brought into one shape after the file's own bytes could not be loaded as they are."""

    rows: bytes
    """One line a row, `delimiter` between exactly `field_count` fields, UTF-8, LF."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class SampleTable:
    """Where the host samples of one run stand in the file; the store loads them column-wise.

    The bytes from `start` to `stop` are loaded first, as they are. Only when they do not have
    `field_count` fields in every row does `repair_rows` make a clean copy.
    """

    columns: tuple[SampleColumn, ...]
    time: TimeAxis
    field_count: int
    start: int
    """Byte in the file at which the first usable row begins."""
    stop: int
    """Byte in the file after the last usable row."""
    first_line: int
    """Line of the file, from 1, of the first usable row."""
    repair_rows: Callable[[bytes], RepairedRows]
    """Takes the bytes from `start` to `stop`."""
    delimiter: str = ","
    needs_repair: bool = False
    """True when the rows are known not to be in one shape: `repair_rows` is called at once.

    The table may hold the rows itself then; `start` and `stop` are the same in that case.
    """
    blocks: Callable[[], Iterator[bytes]] | None = None
    """Gives the rows that the table holds, some at a time; None where `repair_rows` gives few."""


@dataclass(frozen=True, slots=True)
class Run:
    """One execution of a benchmark or monitor; a file may hold several."""

    name: str
    complete: bool
    measurements: tuple[Measurement, ...] = ()
    series: tuple[Series, ...] = ()
    samples: tuple[SampleTable, ...] = ()
    started_at: str | None = None
    """ISO 8601, with offset where it is known."""
    duration_s: float | None = None
    host: str | None = None
    attributes: tuple[tuple[str, str], ...] = ()
    """What else the file states and the audit compares: run type, block size, write share ..."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that an importer says about one file."""

    tool: str
    """`orion`, `swingbench`, `io_calibrate`, `dstat`, `dool`, `pcp-dstat`, or `unknown`."""
    status: Status
    runs: tuple[Run, ...] = ()
    problems: tuple[Problem, ...] = ()
    tool_version: str | None = None
    run_type: str | None = None
    """What the tool was asked to do (`simple`, `oltp`, `Order Entry`, `host monitor`)."""
    set_name: str | None = None
    """Files of one set (an ORION summary and its matrices) carry the same name."""
    encoding: str = "utf-8"
    statements: StatementCounts | None = None
    """Statements of a transaction, where the file counts them."""


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A result file with what was read from it; identity is the hash of its bytes."""

    name: str
    """File name, or path relative to the folder that was dropped."""
    sha256: str
    size_bytes: int
    reading: Reading


@dataclass(frozen=True, slots=True)
class PublishedConclusion:
    """What the authors conclude, in a sentence that is not theirs."""

    text: str
    citation: str


@dataclass(frozen=True, slots=True)
class PublishedRemark:
    """One contradiction or gap in a publication, said with the figures that show it."""

    severity: Severity
    options: tuple[str, ...]
    """Names of the options that it concerns; empty for the whole publication."""
    text: str
    consequence: str
    citation: str
    """Publication and place."""
    computed: bool = False
    """Its figures are computed from the study's evidence; otherwise the editor typed them."""


_TIMES_OPTION = re.compile(r"(?P<what>.+), times (?P<option>.+)")
_USERS_WITHIN = re.compile(r"users within (?P<seconds>\d+(?:\.\d+)?) s")


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One stated figure, in SI units."""

    name: str
    """The metric, or the figure's own name."""
    statistic: str
    value: float
    file: str
    line: int | None = None
    is_derived: bool = False
    """It follows from stated figures by a formula that the file names."""


@dataclass(frozen=True, slots=True)
class UsersWithin:
    """So many users are answered within a time: a capacity at that time and above."""

    users: float
    within_s: float


@dataclass(frozen=True, slots=True)
class CapacityRatio:
    """An option carries so many times as much as another one."""

    what: str
    against: str
    """Name of the other option."""
    times: float


def parse_published_ratio(figure: PublishedFigure) -> CapacityRatio | None:
    """Return the ratio that a figure named `WHAT, times OPTION` states."""
    result = _TIMES_OPTION.fullmatch(figure.name)
    if result is None or figure.value <= 0:
        return None
    return CapacityRatio(result["what"], result["option"], figure.value)


def parse_users_within(figure: PublishedFigure) -> UsersWithin | None:
    """Return what a largest number of `users within T s` states; a derived one is none."""
    result = _USERS_WITHIN.fullmatch(figure.name)
    if result is None or figure.statistic != "max" or figure.is_derived:
        return None
    return UsersWithin(figure.value, float(result["seconds"]))


def is_transaction_rate(figure: PublishedFigure) -> bool:
    """Return whether a figure is a rate of transactions that the option carries."""
    return figure.name == "transaction_rate" and figure.statistic in {"mean", "max"}
