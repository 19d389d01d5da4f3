"""What fio printed, and its JSON report; options, times, units.

fio's own text may stand around its JSON documents, and they may be cut off.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import KIB, MICROSECOND, MILLISECOND
from arraywise.importers.kit.clocks import infer_utc_offset_s
from arraywise.importers.kit.json_scan import JsonScan, Leaf, unescape_json
from arraywise.importers.kit.readings import (
    PrintedNumber,
    common_value,
    datetime_from_match,
    warning_problem,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arraywise.importers.kit.json_scan import Members, Node
    from arraywise.importers.kit.text import TextPositions


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
    is_dated_first: bool = False
    """Its time is that of the start: a client writes it before its servers begin."""
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
    return common_value(size_bytes(part, settings.get("kb_base")) for part in text if part)


_ONLY_WRITES = frozenset({"write", "randwrite"})


def verifies(settings: Mapping[str, str]) -> bool:
    """Return whether reads, where a job did any, came after its writes to verify them."""
    return settings.get("rw", "read").partition(":")[0] in _ONLY_WRITES


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
    return datetime_from_match(match) if match else None


def epoch_s(number: float | None, factor: float = 1.0) -> float | None:
    """Take a number as seconds since 1970 where it can be one."""
    seconds = None if number is None else number * factor
    return seconds if seconds is not None and _EARLIEST_S <= seconds <= _LATEST_S else None


def iso(end_s: float | None, written: datetime | None, before_s: float) -> str | None:
    """Return the moment `before_s` before a report (after it, below 0), with its offset if known.

    The report was written at `end_s`, in seconds since 1970, which was `written` on the wall.
    """
    if not abs(before_s) <= _LATEST_S:
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
    offset_s = infer_utc_offset_s(written.replace(tzinfo=UTC).timestamp(), end_s, _LATE_S)
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
    return warning_problem("io_bytes may be bytes or KiB; left out.", line)


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


MOST_DOCUMENTS = 2_000
_BINS = "bins"
_START = re.compile(
    r'\{(?=\s*(?:"(?:fio version|global options|client_stats|disk_util|cpu_idleness'
    r'|timestamp)"\s*:|"jobs"\s*:\s*\[))'
)


def documents(text: str) -> Iterator[JsonScan]:
    """Return the objects of a text that look like fio's, broken ones included."""
    at = 0
    for _ in range(MOST_DOCUMENTS):
        start = _START.search(text, at)
        if start is None:
            return
        scan = JsonScan(text, start.start(), flat_key=_BINS)
        yield scan
        at = max(scan.end, start.end())


ALL_CLIENTS = "All clients"
"""Name under which a client adds up the jobs of its servers again."""
NANOSECOND = 1e-9
UNKNOWN_ETA = 2_147_483_647
_LONGEST_NAME = 200
_NUMBER = re.compile(r"\d{1,30}(?:\.\d{1,30})?(?:[eE][-+]?\d{1,3})?")
_BIN = re.compile(r'"(\d{1,15})"\s*:\s*(\d{1,15})')
_PERCENT = re.compile(r"\d{1,3}(?:\.\d{1,9})?")
_RATE_SAMPLES = ("bw_min", "bw_max", "bw_mean", "bw_dev")
_IOPS_SAMPLES = ("iops_min", "iops_max", "iops_mean", "iops_stddev")
_SPREAD = ("min", "max", "mean", "stddev")


class _Context(NamedTuple):
    places: TextPositions
    version: str | None
    problems: list[Problem]


def read_document(document: JsonScan, places: TextPositions) -> FioReport | None:
    """Read one document; None where it is no result of fio."""
    root = document.members
    nodes = _nodes(root, "jobs") or _nodes(root, "client_stats")
    version = _text(root, "fio version")
    if version is None and not nodes:
        return None
    context = _Context(places, version, [])
    shared = _options(root, "global options")
    jobs = [
        job for node in nodes if (job := _job(node, shared, context)) and job.name != ALL_CLIENTS
    ]
    if jobs and (
        len(document.fault_path) > 1 and document.fault_path[0] in {"jobs", "client_stats"}
    ):
        jobs[-1].is_cut = True
    return FioReport(
        form=FioOutputForm.JSON,
        start=document.start,
        stop=document.end,
        jobs=tuple(jobs),
        version=version,
        end_s=_end_s(root),
        is_dated_first="client_stats" in root,
        written=wall_time(_text(root, "time") or ""),
        elapsed_s=max((_plain_number(node, "elapsed") or 0 for node in nodes), default=0) or None,
        whole=document.is_complete,
        disks=tuple(_disks(root)),
        problems=tuple(context.problems),
    )


def _job(node: Members, shared: dict[str, str], context: _Context) -> FioJob | None:
    name = _leaf(node, "jobname")
    if name is None:
        return None
    flows = list(_flows(node, context))
    runtime_s = max((flow.runtime_s or 0 for flow in flows), default=0)
    together_ms = _plain_number(node, "job_runtime")
    settings = shared | _options(node, "job options")
    busy_s = sum(flow.runtime_s or 0 for flow in flows) if verifies(settings) else runtime_s
    left_s = _plain_number(node, "eta") or 0
    first_line = context.places.line(name.offset)
    return FioJob(
        name=unescape_json(name.text)[:_LONGEST_NAME],
        group=int(_plain_number(node, "groupid") or 0),
        line=first_line,
        flows=flows,
        settings=settings,
        error=int(_plain_number(node, "error") or 0),
        host=_text(node, "hostname"),
        threads=together_ms / 1000 / busy_s if together_ms and busy_s else None,
        syncs=_times(_members(node, "sync"), "lat", context),
        depth_one_percent=_plain_number(_members(node, "iodepth_level"), "1"),
        depth_found=int(_plain_number(node, "latency_depth") or 0) or None,
        has_target=bool(_plain_number(node, "latency_target")),
        failed_ios=_plain_number(node, "total_err") or 0,
        left_s=left_s if left_s < UNKNOWN_ETA else 0,
        start_s=epoch_s(_plain_number(node, "job_start"), MILLISECOND),
        steady=_steady(_members(node, "steadystate")),
    )


def _flows(node: Members, context: _Context) -> Iterator[Flow]:
    for direction in Direction:
        members = _members(node, direction.value)
        if any(_plain_number(members, key) for key in ("io_bytes", "bw", "iops")):
            yield _flow(direction, members, context)


def _flow(direction: Direction, node: Members, context: _Context) -> Flow:
    runtime_ms = _plain_number(node, "runtime")
    return Flow(
        direction=direction,
        runtime_s=runtime_ms / 1000 if runtime_ms else None,
        ios=_figure(node, "total_ios", context),
        data=_data(node, runtime_ms, context),
        iops=_figure(node, "iops", context),
        rate=_figure(node, "bw_bytes", context) or _figure(node, "bw", context, KIB),
        iops_samples=_spread(node, _IOPS_SAMPLES, context),
        rate_samples=_spread(node, _RATE_SAMPLES, context, KIB),
        total=_times(node, "lat", context),
        completion=_times(node, "clat", context),
        submission=_times(node, "slat", context),
    )


def _data(node: Members, runtime_ms: float | None, context: _Context) -> PrintedNumber | None:
    printed = _figure(node, "io_bytes", context)
    if not printed:
        return None
    rate = _plain_number(node, "bw")
    moved = rate * KIB * runtime_ms / 1000 if rate and runtime_ms else None
    kib = _plain_number(node, "io_kbytes")
    figure, problem = data_bytes(printed, kib, moved, context.version)
    context.problems.extend([problem] if problem else [])
    return figure


def _times(node: Members, kind: str, context: _Context) -> LatencyFigures | None:
    """Read latencies: nanoseconds under `lat_ns`, microseconds under the `lat` of fio 2."""
    is_new = f"{kind}_ns" in node
    members, unit = _members(node, f"{kind}_ns" if is_new else kind), MICROSECOND
    unit = NANOSECOND if is_new else MICROSECOND
    spread = _spread(members, _SPREAD, context, unit)
    if spread is None:
        return None
    return LatencyFigures(
        spread=spread,
        percentiles=list(_percentiles(_members(members, "percentile"), unit, context)),
        bins=tuple(_bins(_leaf(members, "bins"), unit)),
        count=_plain_number(members, "N"),
    )


def _percentiles(
    node: Members, unit: float, context: _Context
) -> Iterator[tuple[str, PrintedNumber]]:
    for key in node:
        figure = _figure(node, key, context, unit)
        name = percentile_name(key)
        if name and figure and figure.value:
            yield name, figure


def percentile_name(percent: str) -> str | None:
    """Return `p99.9` for `99.900000`; None for the unused places of the list."""
    if not _PERCENT.fullmatch(percent) or not 0 < float(percent) <= 100:
        return None
    return "p" + (percent.rstrip("0").rstrip(".") if "." in percent else percent)


def _bins(leaf: Leaf | None, unit: float) -> Iterator[tuple[float, int]]:
    for match in _BIN.finditer(leaf.text if leaf else ""):
        if int(match[2]):
            yield int(match[1]) * unit, int(match[2])


def _spread(
    node: Members, keys: tuple[str, ...], context: _Context, unit: float = 1.0
) -> LatencySpread | None:
    """Read minimum, maximum, mean and deviation; None where nothing was measured."""
    least, most, mean, deviation = (_figure(node, key, context, unit) for key in keys)
    if not mean or not mean.value:
        return None
    return LatencySpread(mean, least if least and least.value else None, most, deviation)


def _steady(node: Members) -> str | None:
    if not node:
        return None
    attained = _plain_number(node, "attained")
    return f"{'attained' if attained else 'not attained'} ({_text(node, 'ss') or 'unknown'})"


def _end_s(root: Members) -> float | None:
    precise = epoch_s(_plain_number(root, "timestamp_ms"), MILLISECOND)
    return precise or epoch_s(_plain_number(root, "timestamp"))


def _disks(root: Members) -> Iterator[tuple[str, float]]:
    for node in _nodes(root, "disk_util"):
        name, busy = _text(node, "name"), _plain_number(node, "util")
        if name and busy is not None:
            yield name, busy


def _options(node: Members, key: str) -> dict[str, str]:
    members = _members(node, key)
    texts = {
        name: unescape_json(leaf.text) for name, leaf in members.items() if isinstance(leaf, Leaf)
    }
    return plain(texts)


def _members(node: Members, key: str) -> Members:
    member = node.get(key)
    return member if isinstance(member, dict) else {}


def _nodes(node: Members, key: str) -> list[Members]:
    member: Node | None = node.get(key)
    return [x for x in member if isinstance(x, dict)] if isinstance(member, list) else []


def _leaf(node: Members, key: str) -> Leaf | None:
    member = node.get(key)
    return member if isinstance(member, Leaf) else None


def _text(node: Members, key: str) -> str | None:
    leaf = _leaf(node, key)
    return unescape_json(leaf.text)[:_LONGEST_NAME] or None if leaf else None


def _plain_number(node: Members, key: str) -> float | None:
    leaf = _leaf(node, key)
    if leaf is None or not _NUMBER.fullmatch(leaf.text):
        return None
    value = float(leaf.text)
    return value if value <= LARGEST else None


def _figure(node: Members, key: str, context: _Context, unit: float = 1.0) -> PrintedNumber | None:
    value, leaf = _plain_number(node, key), _leaf(node, key)
    if value is None or leaf is None:
        return None
    places = context.places
    return PrintedNumber(value * unit, places.line(leaf.offset), places.column(leaf.offset))
