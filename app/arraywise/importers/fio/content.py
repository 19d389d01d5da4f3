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
    moved_bytes: PrintedNumber | None = None
    """Bytes moved."""
    iops: PrintedNumber | None = None
    throughput: PrintedNumber | None = None
    """Bytes per second."""
    iops_samples: LatencySpread | None = None
    throughput_samples: LatencySpread | None = None
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
        bytes_, ios = (self.moved_bytes, self.ios) if self.ios else (self.throughput, self.iops)
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
    """Threads added up here, where the figures show it; not always whole."""
    syncs: LatencyFigures | None = None
    depth_one_percent: float | None = None
    """Share of the I/Os that were alone under way."""
    final_depth: int | None = None
    """Queue depth at the end: the requested one, or the one a latency target allowed."""
    has_target: bool = False
    failed_ios: float = 0
    remaining_s: float = 0
    """What fio thought was still to run; more than 0 in an interim report."""
    start_s: float | None = None
    """Seconds since 1970."""
    pid: int | None = None
    steady_state: str | None = None
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
    def identity(self) -> tuple[str | None, str, int]:
        """Return what identifies a job within a report, clones excepted."""
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
    """All jobs of one execution of fio, as one of its output forms states them."""

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
    written_at: datetime | None = None
    """The same as the clock on the wall showed it."""
    elapsed_s: float | None = None
    """Since fio was started."""
    is_complete: bool = True
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


def normalise_options(options: Mapping[str, str]) -> dict[str, str]:
    """Return options under their canonical names, with values cut to the longest allowed."""
    return {
        _ALIASES.get(name, name): value.strip()[:_LONGEST]
        for name, value in options.items()
        if len(name) <= _LONGEST
    }


def parse_option_size(text: str | None, kb_base: str | None = None) -> int | None:
    """Parse `8k`, `1M`, `4096`: k is 1024 unless `kb_base` is 1000; None for lists and shares."""
    match = _SIZE.fullmatch(text.strip()) if text else None
    if not match:
        return None
    number, power, binary = match.groups()
    base = 1000 if kb_base == "1000" and not binary else KIB
    return int(int(number) * base ** _POWERS[power.lower()])


def parse_option_seconds(text: str | None, default_unit: str = "s") -> float | None:
    """Parse `5m`, `300`, `500ms` into seconds; a bare number is in the option's own unit."""
    match = _TIME.fullmatch(text.strip().lower()) if text else None
    if not match:
        return None
    return float(match[1]) * _SECONDS[match[2] or default_unit]


def parse_count(text: str | None) -> int | None:
    """Parse a count; None for anything else."""
    text = (text or "").strip()
    return int(text) if re.fullmatch(r"\d{1,9}", text) else None


def single_block_bytes(settings: Mapping[str, str]) -> int | None:
    """Return the block size where there is exactly one; fio's default is 4 KiB."""
    if not settings or settings.keys() & {"bssplit", "bsrange"}:
        return None
    text = settings.get("bs", "4k").split(",")
    return common_value(parse_option_size(part, settings.get("kb_base")) for part in text if part)


_ONLY_WRITES = frozenset({"write", "randwrite"})


def verifies_own_writes(settings: Mapping[str, str]) -> bool:
    """Return whether reads, where a job did any, came after its writes to verify them."""
    return settings.get("rw", "read").partition(":")[0] in _ONLY_WRITES


def is_option_on(settings: Mapping[str, str], name: str) -> bool:
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


def parse_ctime(text: str) -> datetime | None:
    """Parse `Fri Nov 20 12:08:42 2026`, which C prints the same in every country."""
    match = _CTIME.search(text)
    return datetime_from_match(match) if match else None


def plausible_epoch_s(number: float | None, factor: float = 1.0) -> float | None:
    """Return a number as seconds since 1970; None where it is outside of 2000 to 2099."""
    seconds = None if number is None else number * factor
    return seconds if seconds is not None and _EARLIEST_S <= seconds <= _LATEST_S else None


def moment_before_report(
    end_s: float | None, written_at: datetime | None, before_s: float
) -> str | None:
    """Return the moment `before_s` before a report (after it, below 0), with its offset if known.

    The report was written at `end_s`, in seconds since 1970, which was `written` on the wall.
    """
    if not abs(before_s) <= _LATEST_S:
        return None
    back = timedelta(seconds=before_s - 0.5)  # so that cutting off the fraction rounds
    if end_s is not None:
        moment = datetime.fromtimestamp(end_s, UTC) - back
        return moment.astimezone(_infer_zone(end_s, written_at)).isoformat(timespec="seconds")
    return (written_at - back).isoformat(timespec="seconds") if written_at else None


def _infer_zone(end_s: float, written_at: datetime | None) -> timezone:
    """Infer the wall clock's offset from UTC from the two times of one report."""
    if written_at is None:
        return UTC
    offset_s = infer_utc_offset_s(written_at.replace(tzinfo=UTC).timestamp(), end_s, _LATE_S)
    return UTC if offset_s is None else timezone(timedelta(seconds=offset_s))


_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})")
BYTES_SINCE = (2, 21)
"""Up to 2.20 `io_bytes` counts KiB (fio commit c12d597a)."""
_FACTOR = 1.5
_TOLERANCE = 0.02
_MILLISECONDS = 0.002


def parse_version(text: str | None) -> tuple[int, int] | None:
    """Parse major and minor of `fio-3.33` or `fio-3.41-12-gabcdef`."""
    match = _VERSION.search(text) if text else None
    return (int(match[1]), int(match[2])) if match else None


def convert_io_bytes(
    printed: PrintedNumber, kib: float | None, expected_bytes: float | None, version: str | None
) -> tuple[PrintedNumber | None, Problem | None]:
    """Convert `io_bytes` into bytes: the rate decides the unit, and the version where it cannot.

    `kib` is the `io_kbytes` that newer versions print beside it, `per_s` what rate and runtime
    make, in bytes.
    """
    number = parse_version(version)
    stated = None if number is None else 1 if number >= BYTES_SINCE else KIB
    if kib is not None and kib > 0 and _is_within_factor(printed.value, kib * KIB):
        return printed, None
    fitting = [
        unit
        for unit in (1, KIB)
        if expected_bytes and _is_within_factor(printed.value * unit, expected_bytes)
    ]
    unit = fitting[0] if len(fitting) == 1 else stated
    if unit is None:
        return None, _unknown_unit_problem(printed.line)
    problem = None
    if stated not in {None, unit}:
        problem = _unexpected_unit_problem(printed.line, version or "", unit)
    return printed._replace(value=printed.value * unit), problem


def _is_within_factor(value: float, other: float) -> bool:
    return other / _FACTOR <= value <= other * _FACTOR


def _unknown_unit_problem(line: int) -> Problem:
    return warning_problem("io_bytes may be bytes or KiB; left out.", line)


def _unexpected_unit_problem(line: int, version: str, unit: int) -> Problem:
    sentence = message(
        "io_bytes read as {unit}, the only unit that fits rate and runtime; {version} is known"
        " to write the other.",
        unit="bytes" if unit == 1 else "KiB",
        version=version,
    )
    return Problem(Severity.WARNING, sentence, line)


def rate_contradictions(flow: Flow) -> list[Problem]:
    """Return problems where printed rates differ from counts divided by runtime."""
    pairs = ((flow.iops, flow.ios, 1.0, "I/Os"), (flow.throughput, flow.moved_bytes, KIB, "bytes"))
    return [
        _contradiction_problem(rate, counted, flow.runtime_s, name)
        for rate, counted, quantum, name in pairs
        if rate and counted and flow.runtime_s
        and not rate_agrees_with_amount(rate, counted, flow.runtime_s, quantum)
    ]  # fmt: skip


def rate_agrees_with_amount(
    rate: PrintedNumber, amount: PrintedNumber, runtime_s: float, quantum: float
) -> bool:
    """Return whether a printed rate is the count by the runtime, roundings aside.

    fio rounds runtimes to milliseconds, and rates to a quantum: one I/O, or a KiB.
    """
    slack = max(_TOLERANCE * rate.value, rate.value * _MILLISECONDS / runtime_s, quantum)
    return abs(rate.value - amount.value / runtime_s) <= slack


def _contradiction_problem(
    rate: PrintedNumber, amount: PrintedNumber, runtime_s: float, name: str
) -> Problem:
    sentence = message(
        "{printed:.6g} {name} per second printed, {counted:.6g} computed ({count:.9g} in"
        " {seconds:.3f} s); computed value used.",
        printed=rate.value,
        name=name,
        count=amount.value,
        seconds=runtime_s,
        counted=amount.value / runtime_s,
    )
    return Problem(Severity.WARNING, sentence, rate.line)


MOST_DOCUMENTS = 2_000
_BINS = "bins"
_START = re.compile(
    r'\{(?=\s*(?:"(?:fio version|global options|client_stats|disk_util|cpu_idleness'
    r'|timestamp)"\s*:|"jobs"\s*:\s*\[))'
)


def scan_json_documents(text: str) -> Iterator[JsonScan]:
    """Yield scans of the objects in a text that look like fio's, broken ones included."""
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
    positions: TextPositions
    version: str | None
    problems: list[Problem]


def parse_json_report(document: JsonScan, positions: TextPositions) -> FioReport | None:
    """Parse one JSON document; None where it is no result of fio."""
    root = document.members
    nodes = _child_objects(root, "jobs") or _child_objects(root, "client_stats")
    version = _child_text(root, "fio version")
    if version is None and not nodes:
        return None
    context = _Context(positions, version, [])
    shared = _parse_options(root, "global options")
    jobs = [
        job
        for node in nodes
        if (job := _parse_job(node, shared, context)) and job.name != ALL_CLIENTS
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
        end_s=_report_epoch_s(root),
        is_dated_first="client_stats" in root,
        written_at=parse_ctime(_child_text(root, "time") or ""),
        elapsed_s=max((_child_number(node, "elapsed") or 0 for node in nodes), default=0) or None,
        is_complete=document.is_complete,
        disks=tuple(_parse_disks(root)),
        problems=tuple(context.problems),
    )


def _parse_job(node: Members, global_options: dict[str, str], context: _Context) -> FioJob | None:
    name = _child_leaf(node, "jobname")
    if name is None:
        return None
    flows = list(_parse_flows(node, context))
    runtime_s = max((flow.runtime_s or 0 for flow in flows), default=0)
    together_ms = _child_number(node, "job_runtime")
    settings = global_options | _parse_options(node, "job options")
    busy_s = (
        sum(flow.runtime_s or 0 for flow in flows) if verifies_own_writes(settings) else runtime_s
    )
    left_s = _child_number(node, "eta") or 0
    first_line = context.positions.line(name.offset)
    return FioJob(
        name=unescape_json(name.text)[:_LONGEST_NAME],
        group=int(_child_number(node, "groupid") or 0),
        line=first_line,
        flows=flows,
        settings=settings,
        error=int(_child_number(node, "error") or 0),
        host=_child_text(node, "hostname"),
        threads=together_ms / 1000 / busy_s if together_ms and busy_s else None,
        syncs=_parse_latencies(_child_object(node, "sync"), "lat", context),
        depth_one_percent=_child_number(_child_object(node, "iodepth_level"), "1"),
        final_depth=int(_child_number(node, "latency_depth") or 0) or None,
        has_target=bool(_child_number(node, "latency_target")),
        failed_ios=_child_number(node, "total_err") or 0,
        remaining_s=left_s if left_s < UNKNOWN_ETA else 0,
        start_s=plausible_epoch_s(_child_number(node, "job_start"), MILLISECOND),
        steady_state=_describe_steady_state(_child_object(node, "steadystate")),
    )


def _parse_flows(node: Members, context: _Context) -> Iterator[Flow]:
    for direction in Direction:
        members = _child_object(node, direction.value)
        if any(_child_number(members, key) for key in ("io_bytes", "bw", "iops")):
            yield _parse_flow(direction, members, context)


def _parse_flow(direction: Direction, node: Members, context: _Context) -> Flow:
    runtime_ms = _child_number(node, "runtime")
    return Flow(
        direction=direction,
        runtime_s=runtime_ms / 1000 if runtime_ms else None,
        ios=_printed_child_number(node, "total_ios", context),
        moved_bytes=_parse_moved_bytes(node, runtime_ms, context),
        iops=_printed_child_number(node, "iops", context),
        throughput=_printed_child_number(node, "bw_bytes", context)
        or _printed_child_number(node, "bw", context, KIB),
        iops_samples=_parse_spread(node, _IOPS_SAMPLES, context),
        throughput_samples=_parse_spread(node, _RATE_SAMPLES, context, KIB),
        total=_parse_latencies(node, "lat", context),
        completion=_parse_latencies(node, "clat", context),
        submission=_parse_latencies(node, "slat", context),
    )


def _parse_moved_bytes(
    node: Members, runtime_ms: float | None, context: _Context
) -> PrintedNumber | None:
    printed = _printed_child_number(node, "io_bytes", context)
    if not printed:
        return None
    rate = _child_number(node, "bw")
    moved = rate * KIB * runtime_ms / 1000 if rate and runtime_ms else None
    kib = _child_number(node, "io_kbytes")
    figure, problem = convert_io_bytes(printed, kib, moved, context.version)
    context.problems.extend([problem] if problem else [])
    return figure


def _parse_latencies(node: Members, kind: str, context: _Context) -> LatencyFigures | None:
    """Parse latencies: nanoseconds under `lat_ns`, microseconds under the `lat` of fio 2."""
    is_new = f"{kind}_ns" in node
    members, unit = _child_object(node, f"{kind}_ns" if is_new else kind), MICROSECOND
    unit = NANOSECOND if is_new else MICROSECOND
    spread = _parse_spread(members, _SPREAD, context, unit)
    if spread is None:
        return None
    return LatencyFigures(
        spread=spread,
        percentiles=list(_parse_percentiles(_child_object(members, "percentile"), unit, context)),
        bins=tuple(_parse_bins(_child_leaf(members, "bins"), unit)),
        count=_child_number(members, "N"),
    )


def _parse_percentiles(
    node: Members, unit: float, context: _Context
) -> Iterator[tuple[str, PrintedNumber]]:
    for key in node:
        figure = _printed_child_number(node, key, context, unit)
        name = percentile_name(key)
        if name and figure and figure.value:
            yield name, figure


def percentile_name(percent: str) -> str | None:
    """Return `p99.9` for `99.900000`; None for unused entries of the list."""
    if not _PERCENT.fullmatch(percent) or not 0 < float(percent) <= 100:
        return None
    return "p" + (percent.rstrip("0").rstrip(".") if "." in percent else percent)


def _parse_bins(leaf: Leaf | None, unit: float) -> Iterator[tuple[float, int]]:
    for match in _BIN.finditer(leaf.text if leaf else ""):
        if int(match[2]):
            yield int(match[1]) * unit, int(match[2])


def _parse_spread(
    node: Members, keys: tuple[str, ...], context: _Context, unit: float = 1.0
) -> LatencySpread | None:
    """Parse minimum, maximum, mean and deviation; None where nothing was measured."""
    least, most, mean, deviation = (
        _printed_child_number(node, key, context, unit) for key in keys
    )
    if not mean or not mean.value:
        return None
    return LatencySpread(mean, least if least and least.value else None, most, deviation)


def _describe_steady_state(node: Members) -> str | None:
    if not node:
        return None
    attained = _child_number(node, "attained")
    return f"{'attained' if attained else 'not attained'} ({_child_text(node, 'ss') or 'unknown'})"


def _report_epoch_s(root: Members) -> float | None:
    precise = plausible_epoch_s(_child_number(root, "timestamp_ms"), MILLISECOND)
    return precise or plausible_epoch_s(_child_number(root, "timestamp"))


def _parse_disks(root: Members) -> Iterator[tuple[str, float]]:
    for node in _child_objects(root, "disk_util"):
        name, busy = _child_text(node, "name"), _child_number(node, "util")
        if name and busy is not None:
            yield name, busy


def _parse_options(node: Members, key: str) -> dict[str, str]:
    members = _child_object(node, key)
    texts = {
        name: unescape_json(leaf.text) for name, leaf in members.items() if isinstance(leaf, Leaf)
    }
    return normalise_options(texts)


def _child_object(node: Members, key: str) -> Members:
    member = node.get(key)
    return member if isinstance(member, dict) else {}


def _child_objects(node: Members, key: str) -> list[Members]:
    member: Node | None = node.get(key)
    return [x for x in member if isinstance(x, dict)] if isinstance(member, list) else []


def _child_leaf(node: Members, key: str) -> Leaf | None:
    member = node.get(key)
    return member if isinstance(member, Leaf) else None


def _child_text(node: Members, key: str) -> str | None:
    leaf = _child_leaf(node, key)
    return unescape_json(leaf.text)[:_LONGEST_NAME] or None if leaf else None


def _child_number(node: Members, key: str) -> float | None:
    leaf = _child_leaf(node, key)
    if leaf is None or not _NUMBER.fullmatch(leaf.text):
        return None
    value = float(leaf.text)
    return value if value <= LARGEST else None


def _printed_child_number(
    node: Members, key: str, context: _Context, unit: float = 1.0
) -> PrintedNumber | None:
    value, leaf = _child_number(node, key), _child_leaf(node, key)
    if value is None or leaf is None:
        return None
    places = context.positions
    return PrintedNumber(value * unit, places.line(leaf.offset), places.column(leaf.offset))
