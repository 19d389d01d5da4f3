"""What fio printed; options, times, units."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from typing import TYPE_CHECKING

from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import KIB
from arraywise.importers.kit.clocks import offset_between
from arraywise.importers.kit.readings import PrintedNumber, moment_in, warning

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST = 1e18
"""No count, rate or time is larger; what is, comes from a damaged file."""


class Direction(StrEnum):
    """Where the data of an I/O goes."""

    READ = "read"
    WRITE = "write"
    TRIM = "trim"
    MIXED = "mixed"
    """All of a job's I/Os in one (`unified_rw_reporting`)."""


class FioOutputForm(StrEnum):
    """How a result was written; the first says most."""

    JSON = "JSON"
    NORMAL = "normal text"
    TERSE = "terse"


@dataclass(frozen=True, slots=True)
class LatencySpread:
    """How a value varied; below resolution is None."""

    mean: PrintedNumber | None = None
    least: PrintedNumber | None = None
    most: PrintedNumber | None = None
    deviation: PrintedNumber | None = None


@dataclass(slots=True)
class LatencyFigures:
    """Latencies of one kind, in seconds."""

    spread: LatencySpread
    percentiles: list[tuple[str, PrintedNumber]] = field(default_factory=list)
    """`p99.9` with its value."""
    bins: tuple[tuple[float, int], ...] = ()
    """Latency with the number of I/Os that took so long (json+)."""
    count: float | None = None


@dataclass(slots=True)
class Flow:
    """One direction of one job."""

    direction: Direction
    runtime_s: float | None
    ios: PrintedNumber | None = None
    """I/Os done."""
    data: PrintedNumber | None = None
    """Bytes moved."""
    iops: PrintedNumber | None = None
    rate: PrintedNumber | None = None
    """Bytes per second."""
    iops_samples: LatencySpread | None = None
    rate_samples: LatencySpread | None = None
    total: LatencyFigures | None = None
    """From submission to completion (lat)."""
    completion: LatencyFigures | None = None
    """From the kernel's taking the I/O to its completion (clat)."""
    submission: LatencyFigures | None = None
    """Until the kernel took the I/O (slat)."""
    is_rounded: bool = False
    """Rates are printed with three digits (`47.4k`): count and time tell more."""

    @property
    def io_bytes(self) -> float | None:
        """Mean size of an I/O, from the exact counts where there are any."""
        bytes_, ios = (self.data, self.ios) if self.ios else (self.rate, self.iops)
        return bytes_.value / ios.value if bytes_ and ios and ios.value else None


@dataclass(slots=True)
class FioJob:
    """What fio reports as one job: a thread, or a group's threads added up."""

    name: str
    group: int
    line: int
    flows: list[Flow] = field(default_factory=list)
    settings: Mapping[str, str] = field(default_factory=dict)
    """Options by their plain names, global ones included; empty where the form has none."""
    error: int = 0
    host: str | None = None
    threads: float | None = None
    """Threads added up here, where the figures tell it; not always whole."""
    syncs: LatencyFigures | None = None
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
class FioReport:
    """All jobs of one execution of fio, as one of its forms tells them."""

    form: FioOutputForm
    start: int
    stop: int
    """Offsets in the text."""
    jobs: tuple[FioJob, ...]
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


_ALIASES = {
    "readwrite": "rw",
    "blocksize": "bs",
    "blocksize_range": "bsrange",
    "io_limit": "io_size",
}
_SIZE = re.compile(r"(\d{1,18})\s*([kmgtp]?)(i?)(?:b|ytes)?", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)\s*(us|usec|ms|msec|s|sec|m|min|h|hour|d|day)?")
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_SECONDS = {
    "us": 1e-6, "usec": 1e-6, "ms": 1e-3, "msec": 1e-3, "s": 1.0, "sec": 1.0, "m": 60.0,
    "min": 60.0, "h": 3600.0, "hour": 3600.0, "d": 86_400.0, "day": 86_400.0,
}  # fmt: skip
_LONGEST = 200


def plain(options: Mapping[str, str]) -> dict[str, str]:
    """Give options their first names and their values a bearable length."""
    return {
        _ALIASES.get(name, name): value.strip()[:_LONGEST]
        for name, value in options.items()
        if len(name) <= _LONGEST
    }


def size_bytes(text: str | None, kb_base: str | None = None) -> int | None:
    """Read `8k`, `1M`, `4096`: k is 1024 unless `kb_base` is 1000; None for lists and shares."""
    match = _SIZE.fullmatch(text.strip()) if text else None
    if not match:
        return None
    number, power, binary = match.groups()
    base = 1000 if kb_base == "1000" and not binary else KIB
    return int(int(number) * base ** _POWERS[power.lower()])


def time_s(text: str | None, default: str = "s") -> float | None:
    """Read `5m`, `300`, `500ms`; a bare number is in the option's own unit."""
    match = _TIME.fullmatch(text.strip().lower()) if text else None
    if not match:
        return None
    return float(match[1]) * _SECONDS[match[2] or default]


def whole(text: str | None) -> int | None:
    """Read a count."""
    text = (text or "").strip()
    return int(text) if re.fullmatch(r"\d{1,9}", text) else None


def block_bytes(settings: Mapping[str, str]) -> int | None:
    """Return the block size where there is exactly one; fio's default is 4 KiB."""
    if not settings or settings.keys() & {"bssplit", "bsrange"}:
        return None
    text = settings.get("bs", "4k").split(",")
    sizes = {size_bytes(part, settings.get("kb_base")) for part in text if part}
    return sizes.pop() if len(sizes) == 1 else None


def is_set(settings: Mapping[str, str], name: str) -> bool:
    """Return whether a switch is on; versions print `1`, nothing, or do not print it at all."""
    return settings.get(name, "0") not in {"0", "false"}


_CTIME = re.compile(
    r"[A-Z][a-z]{2} (?P<month>[A-Z][a-z]{2}) {1,2}(?P<day>\d{1,2}) "
    r"(?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d) (?P<year>\d{4})"
)
_LATE_S = 120
"""The two times of a report are taken at the same moment."""
_EARLIEST_S, _LATEST_S = 946_684_800.0, 4_102_444_800.0
"""The years 2000 to 2099."""


def wall_time(text: str) -> datetime | None:
    """Read `Fri Nov 20 12:08:42 2026`, which C prints the same in every country."""
    match = _CTIME.search(text)
    return moment_in(match) if match else None


def epoch_s(number: float | None, factor: float = 1.0) -> float | None:
    """Take a number as seconds since 1970 where it can be one."""
    seconds = None if number is None else number * factor
    return seconds if seconds is not None and _EARLIEST_S <= seconds <= _LATEST_S else None


def iso(end_s: float | None, written: datetime | None, before_s: float) -> str | None:
    """Return the moment `before_s` before a report, with its offset where it is known.

    The report was written at `end_s`, in seconds since 1970, which was `written` on the wall.
    """
    if not 0 <= before_s <= _LATEST_S:
        return None
    back = timedelta(seconds=before_s - 0.5)  # so that cutting off the fraction rounds
    if end_s is not None:
        moment = datetime.fromtimestamp(end_s, UTC) - back
        return moment.astimezone(_zone(end_s, written)).isoformat(timespec="seconds")
    return (written - back).isoformat(timespec="seconds") if written else None


def _zone(end_s: float, written: datetime | None) -> timezone:
    """Find the wall clock's offset from the two times of one report."""
    if written is None:
        return UTC
    offset_s = offset_between(written.replace(tzinfo=UTC).timestamp(), end_s, _LATE_S)
    return UTC if offset_s is None else timezone(timedelta(seconds=offset_s))


_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})")
BYTES_SINCE = (2, 21)
"""Up to 2.20 `io_bytes` counts KiB (fio commit c12d597a)."""
_FACTOR = 1.5
_TOLERANCE = 0.02
_MILLISECONDS = 0.002


def version_of(text: str | None) -> tuple[int, int] | None:
    """Read `fio-3.33` or `fio-3.41-12-gabcdef`."""
    match = _VERSION.search(text) if text else None
    return (int(match[1]), int(match[2])) if match else None


def data_bytes(
    printed: PrintedNumber, kib: float | None, per_s: float | None, version: str | None
) -> tuple[PrintedNumber | None, Problem | None]:
    """Turn `io_bytes` into bytes: the rate decides the unit, and the version where it cannot.

    `kib` is the `io_kbytes` that newer versions print beside it, `per_s` what rate and runtime
    make, in bytes.
    """
    number = version_of(version)
    stated = None if number is None else 1 if number >= BYTES_SINCE else KIB
    if kib is not None and kib > 0 and _near(printed.value, kib * KIB):
        return printed, None
    fitting = [unit for unit in (1, KIB) if per_s and _near(printed.value * unit, per_s)]
    unit = fitting[0] if len(fitting) == 1 else stated
    if unit is None:
        return None, _unknown(printed.line)
    problem = None
    if stated not in {None, unit}:
        problem = _against_version(printed.line, version or "", unit)
    return printed._replace(value=printed.value * unit), problem


def _near(value: float, other: float) -> bool:
    return other / _FACTOR <= value <= other * _FACTOR


def _unknown(line: int) -> Problem:
    return warning("io_bytes may be bytes or KiB; left out.", line)


def _against_version(line: int, version: str, unit: int) -> Problem:
    sentence = message(
        "io_bytes read as {unit}, the only unit that fits rate and runtime; {version} is known"
        " to write the other.",
        unit="bytes" if unit == 1 else "KiB",
        version=version,
    )
    return Problem(Severity.WARNING, sentence, line)


def doubts(flow: Flow) -> list[Problem]:
    """Hold printed rates against counts divided by runtime; both ought to be the same."""
    pairs = ((flow.iops, flow.ios, 1.0, "I/Os"), (flow.rate, flow.data, KIB, "bytes"))
    return [
        _differs(rate, counted, flow.runtime_s, name)
        for rate, counted, quantum, name in pairs
        if rate and counted and flow.runtime_s
        and not agrees(rate, counted, flow.runtime_s, quantum)
    ]  # fmt: skip


def agrees(rate: PrintedNumber, counted: PrintedNumber, runtime_s: float, quantum: float) -> bool:
    """Return whether a printed rate is the count by the runtime, roundings aside.

    fio rounds runtimes to milliseconds, and rates to a quantum: one I/O, or a KiB.
    """
    slack = max(_TOLERANCE * rate.value, rate.value * _MILLISECONDS / runtime_s, quantum)
    return abs(rate.value - counted.value / runtime_s) <= slack


def _differs(rate: PrintedNumber, counted: PrintedNumber, runtime_s: float, name: str) -> Problem:
    sentence = message(
        "{printed:.6g} {name} per second printed, {counted:.6g} computed ({count:.9g} in"
        " {seconds:.3f} s); computed value used.",
        printed=rate.value,
        name=name,
        count=counted.value,
        seconds=runtime_s,
        counted=counted.value / runtime_s,
    )
    return Problem(Severity.WARNING, sentence, rate.line)
