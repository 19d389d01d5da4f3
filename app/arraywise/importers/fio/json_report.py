"""The JSON report; fio's own text may stand around its documents, and they may be cut off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.units import KIB, MICROSECOND, MILLISECOND
from arraywise.importers.fio.content import (
    LARGEST,
    Direction,
    FioJob,
    FioOutputForm,
    FioReport,
    Flow,
    LatencyFigures,
    LatencySpread,
    data_bytes,
    epoch_s,
    plain,
    wall_time,
)
from arraywise.importers.kit.json_scan import JsonScan, Leaf, without_escapes
from arraywise.importers.kit.readings import PrintedNumber

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.messages import Problem
    from arraywise.importers.kit.json_scan import Members, Node
    from arraywise.importers.kit.text import TextPositions


MOST_DOCUMENTS = 2_000
_BINS = "bins"
_START = re.compile(
    r'\{(?=\s*(?:"(?:fio version|global options|client_stats|disk_util|cpu_idleness'
    r'|timestamp)"\s*:|"jobs"\s*:\s*\[))'
)
_VERSION = "fio version"


class JsonDocument(NamedTuple):
    """One object of the text."""

    members: Members
    start: int
    stop: int
    whole: bool
    broken: tuple[str, ...] = ()
    """Keys, and places in lists, that lead to where it breaks off."""


def documents(text: str) -> Iterator[JsonDocument]:
    """Return the objects of a text that look like fio's, broken ones included."""
    at = 0
    for _ in range(MOST_DOCUMENTS):
        start = _START.search(text, at)
        if start is None:
            return
        scan = JsonScan(text, start.start(), flat=_BINS)
        broken = tuple(reversed(scan.broken))
        yield JsonDocument(scan.members, start.start(), scan.at, scan.is_whole, broken)
        at = max(scan.at, start.end())


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


def read_document(document: JsonDocument, places: TextPositions) -> FioReport | None:
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
    if jobs and (len(document.broken) > 1 and document.broken[0] in {"jobs", "client_stats"}):
        jobs[-1].is_cut = True
    return FioReport(
        form=FioOutputForm.JSON,
        start=document.start,
        stop=document.stop,
        jobs=tuple(jobs),
        version=version,
        end_s=_end_s(root),
        written=wall_time(_text(root, "time") or ""),
        elapsed_s=max((_plain_number(node, "elapsed") or 0 for node in nodes), default=0) or None,
        whole=document.whole,
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
    left_s = _plain_number(node, "eta") or 0
    first_line = context.places.line(name.at)
    return FioJob(
        name=without_escapes(name.text)[:_LONGEST_NAME],
        group=int(_plain_number(node, "groupid") or 0),
        line=first_line,
        flows=flows,
        settings=shared | _options(node, "job options"),
        error=int(_plain_number(node, "error") or 0),
        host=_text(node, "hostname"),
        threads=together_ms / 1000 / runtime_s if together_ms and runtime_s else None,
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
        name: without_escapes(leaf.text)
        for name, leaf in members.items()
        if isinstance(leaf, Leaf)
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
    return without_escapes(leaf.text)[:_LONGEST_NAME] or None if leaf else None


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
    return PrintedNumber(value * unit, places.line(leaf.at), places.column(leaf.at))
