"""One test of Iometer to one run: the row of all targets together, in SI units.

Rows of managers, workers and disks are parts of that sum and never added to it.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from arraywise.domain.evidence import NO_LOAD, Load, Metric, Series
from arraywise.domain.units import KIB, MIB, MILLISECOND, Unit
from arraywise.importers.drafts import Draft, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.drafts import Printed
    from arraywise.importers.iometer.sections import Block, Pattern, Row

_LARGE_FROM = 256 * KIB
_DIRECTIONS = ((None, ""), ("read", "read "), ("write", "write "))
_RATES = (
    ("mibps (binary)", float(MIB)),
    ("mbps (binary)", float(MIB)),
    ("mbps (decimal)", 1e6),
    ("mbps", float(MIB)),
)
"""Names of the columns by generation; the oldest says MB and means MiB."""
_BIN = re.compile(r"(\d{1,4}(?:\.\d)?) to \d{1,4}(?:\.\d)? (us|ms|s)|>= (\d{1,4}) (s)")
_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
_MISMATCH = 0.05
_MORE_THAN_DEPTH = 1.5
_LONGEST_S = 10 * 365 * 86_400
_MOST_UNDER_WAY = 10_000_000


def draft_of(block: Block) -> Draft:
    """Make a run of one test; without a row of all targets it has no measurements."""
    draft = Draft(line=block.line, complete=not block.aborted and block.ended_at is not None)
    row = next(iter(block.of_kind("ALL")), None)
    if row is None:
        draft.warn(
            "These results have no row of all targets together (ALL); import the file whole.",
            block.line,
        )
        return draft
    block = _only_first(block, draft)
    draft.name = shortened(row.spec) or None
    _measure(draft, row)
    if not draft.measurements:
        draft.warn("Nothing was measured in this test.", row.line)
        return draft
    draft.load = _load(block, row)
    draft.series = list(_bins(row))
    seconds = _seconds(row)
    draft.duration_s = seconds
    draft.started_at = _start(block.ended_at, seconds)
    _describe(draft, block, row)
    _doubt(draft, block, row)
    return draft


def _only_first(block: Block, draft: Draft) -> Block:
    """Leave out a second row of all targets and the parts that stand below it."""
    totals = block.of_kind("ALL")
    if len(totals) < 2:
        return block
    draft.warn(
        "These results have several rows of all targets together (ALL): {count}. Only the first "
        "was taken, with the targets below it.",
        totals[0].line,
        count=len(totals),
    )
    return replace(block, rows=block.rows[: block.rows.index(totals[1])])


def _measure(draft: Draft, row: Row) -> None:
    for group, prefix in _DIRECTIONS:
        iops = row.cell(f"{prefix}iops")
        if iops is None or not iops.value:
            continue
        draft.measure(Metric.IOPS, "mean", iops, group)
        draft.measure(Metric.THROUGHPUT, "mean", rate_of(row, prefix), group)
        for statistic, name in (("mean", "average"), ("max", "maximum")):
            found = row.cell(f"{name} {prefix}response time")
            time = found.times(MILLISECOND) if found else None
            draft.measure(Metric.LATENCY, statistic, time, group)


def rate_of(row: Row, prefix: str) -> Printed | None:
    """Return the bytes per second of all I/Os, or of reads or writes (`read `, `write `)."""
    for name, unit in _RATES:
        found = row.cell(prefix + name)
        if found:
            return found.times(unit)
    return None


def _io_bytes(row: Row) -> float | None:
    """Return the mean size of an I/O."""
    moved = [row.value(name) for name in ("bytes read", "bytes written")]
    done = [row.value(name) for name in ("read i/os", "write i/os")]
    ios = sum(value or 0 for value in done)
    return sum(value or 0 for value in moved) / ios if ios else None


def _load(block: Block, row: Row) -> Load:
    under_way = _under_way(block, row)
    size = _io_bytes(row) or _size(block.patterns.get(row.spec, ()))
    if not under_way or not size or under_way > _MOST_UNDER_WAY:
        return NO_LOAD
    return Load(large_ios=under_way) if size >= _LARGE_FROM else Load(small_ios=under_way)


def _under_way(block: Block, row: Row) -> int | None:
    """Return the outstanding I/Os of all: the queue depth holds for each disk of each worker."""
    workers = block.of_kind("WORKER")
    parts = [_of_row(worker) for worker in workers]
    if parts and all(parts):
        return sum(part or 0 for part in parts)
    return _of_row(row)


def _of_row(row: Row) -> int | None:
    depth, disks = row.value("queue depth"), row.value("# disks")
    return int(depth * disks) if depth and disks else None


def _size(patterns: Sequence[Pattern]) -> float | None:
    total = sum(pattern.share for pattern in patterns)
    return sum(p.size * p.share for p in patterns) / total if total else None


def _seconds(row: Row) -> float | None:
    """Return how long was measured: the I/Os that were done by their rate."""
    done = sum(row.value(name) or 0 for name in ("read i/os", "write i/os"))
    rate = row.value("iops")
    seconds = done / rate if done and rate else None
    return round(seconds, 3) if seconds and seconds < _LONGEST_S else None


def _start(ended_at: str | None, seconds: float | None) -> str | None:
    """Return the start, which Iometer does not write: the end less what was measured."""
    if ended_at is None or seconds is None:
        return None
    try:
        moment = datetime.fromisoformat(ended_at) - timedelta(seconds=round(seconds))
    except (ValueError, OverflowError):
        return None
    return moment.isoformat()


def _describe(draft: Draft, block: Block, row: Row) -> None:
    patterns = block.patterns.get(row.spec, [])
    managers = dict.fromkeys(manager.name for manager in block.of_kind("MANAGER"))
    draft.host = shortened(", ".join(managers)) or None
    draft.describe(
        access_specification=row.spec,
        test_description=block.description,
        block_bytes=_only(pattern.size for pattern in patterns),
        write_percent=_only(100 - pattern.reads for pattern in patterns),
        random_percent=_only(pattern.random for pattern in patterns),
        queue_depth=_count(row, "queue depth"),
        disks=_count(row, "# disks"),
        workers=_count(row, "# workers"),
        managers=_count(row, "# managers"),
        targets=", ".join(dict.fromkeys(disk.name for disk in block.of_kind("DISK"))) or None,
        cpu_percent=_figure(row, "% cpu utilization"),
    )
    if len(patterns) > 1:
        draft.describe(
            pattern="; ".join(
                f"{p.share} %: {p.size} B, {p.reads} % reads, {p.random} % random"
                for p in patterns[:8]
            )
        )


def _only(values: Iterator[int]) -> str | None:
    """Return a value that is the same throughout."""
    different = set(values)
    return str(different.pop()) if len(different) == 1 else None


def _count(row: Row, name: str) -> str | None:
    value = row.value(name)
    return f"{value:.0f}" if value else None


def _figure(row: Row, name: str) -> str | None:
    value = row.value(name)
    return f"{value:.3g}" if value else None


def _bins(row: Row) -> Iterator[Series]:
    """Give the bounds of the latency bins and the I/Os in each."""
    bounds, counts = array("d"), array("d")
    for name, cell in row.cells.items():
        match = _BIN.fullmatch(name)
        if match:
            bounds.append(float(match[1] or match[3]) * _SECONDS[match[2] or match[4]])
            counts.append(cell.value)
    if any(counts):
        yield Series("latency_bucket_from", Unit.SECOND, bounds, line=row.line)
        yield Series("latency_bucket_count", Unit.ONE, counts, line=row.line)


def _doubt(draft: Draft, block: Block, row: Row) -> None:
    if block.aborted:
        draft.warn("This test was aborted; its figures cover only the time until then.", row.line)
    elif block.ended_at is None:
        draft.warn("The file ends before the time at which this test was over.", row.line)
    errors = row.value("errors")
    if errors:
        draft.warn("I/Os of this test failed: {count:.0f}.", row.line, count=errors)
    iops, rate, size = row.value("iops"), rate_of(row, ""), _io_bytes(row)
    if iops and rate and size and abs(rate.value / (iops * size) - 1) > _MISMATCH:
        draft.warn(
            "Throughput and rate do not fit each other: {iops:.6g} I/Os per second of {size:.0f} "
            "bytes would be {found:.6g} bytes per second, not {stated:.6g}.",
            rate.line,
            iops=iops,
            size=size,
            found=iops * size,
            stated=rate.value,
        )
    mean, under_way = row.value("average response time"), _under_way(block, row)
    busy = iops * mean * MILLISECOND if iops and mean else 0.0
    if under_way and busy > _MORE_THAN_DEPTH * under_way:
        draft.warn(
            "Rate and response time would need {busy:.0f} I/Os under way, but {asked} were asked "
            "for (Little's law).",
            row.line,
            busy=busy,
            asked=under_way,
        )
