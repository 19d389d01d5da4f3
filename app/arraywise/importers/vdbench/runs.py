"""What was measured in each run definition: averages to measurements, intervals to series."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Metric, Origin, Series
from arraywise.domain.units import MIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.readings import LARGE_FROM, PrintedNumber, RunDraft, number
from arraywise.importers.vdbench import pages
from arraywise.importers.vdbench.pages import (
    SERIES_COLUMNS,
    begin_of,
    interval_of,
    moments_of,
    offset_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import timezone

    from arraywise.importers.vdbench.pages import Execution, IntervalRow, VdbenchTables

_GIB = 1024**3
_CODES = {999_988: "max", 9_999_988: "max", 999_977: "curve", 9_999_977: "curve"}
"""Requested rates that stand for "as many as possible" and "a point of a curve": older versions
have one digit less."""
_FORMATS = ("format_for_", "SD_format")
"""Beginnings of the names of runs that Vdbench puts before the tests, to write their files."""
_FORMAT = "format"
_SERIES = (
    ("iops", Unit.PER_SECOND, 1.0),
    ("throughput", Unit.BYTE_PER_SECOND, float(MIB)),
    ("latency", Unit.SECOND, MILLISECOND),
    ("cpu_used", Unit.ONE, PERCENT),
    ("cpu_system", Unit.ONE, PERCENT),
)
"""What the series columns become."""
_KEPT_UP = 0.9
_ROUNDING = 0.05


def parse_file(tables: VdbenchTables) -> Iterator[RunDraft]:
    """Build a run for each run definition that was run."""
    offset = offset_of(tables.created)
    for execution in tables.executions:
        yield _parse_file(execution, offset)


def _parse_file(execution: Execution, offset: timezone | None) -> RunDraft:
    draft = RunDraft(line=execution.line, name=execution.name or None)
    average = execution.average
    draft.complete = average is not None
    begin = begin_of(execution, offset)
    draft.started_at = begin.isoformat() if begin else None
    draft.duration_s = len(execution.rows) * interval_of(execution) or number(
        execution.settings.get("elapsed_s", "")
    )
    _describe(execution, draft)
    if average is None:
        draft.warn(
            "{name} has no average: stopped early, or too short.",
            execution.line,
            name=execution.name or "This run",
        )
    else:
        _measure(average, draft, is_format=execution.name.startswith(_FORMATS))
        _check_rate(execution, average, draft)
    draft.series += _series(execution, offset)
    return draft


def _describe(execution: Execution, draft: RunDraft) -> None:
    row = execution.average or (execution.rows[0] if execution.rows else None)
    settings, words = execution.settings, row.words if row else {}
    block = row.values.get("bytes/io") if row else None
    size = row.values.get("lunsize") if row else None
    draft.describe(
        requested_rate=_requested(words.get("reqrate")) or _stated(settings),
        threads=_known(words.get("threads")) or _loop(settings, "threads"),
        block_bytes=f"{block.value:.0f}" if block and block.value else None,
        transfer_size=_known(words.get("xfersize")) or _loop(settings, "xfersize"),
        read_share=_share(words.get("rdpct")),
        random_share=_share(words.get("seekpct")),
        working_set_bytes=f"{size.value * _GIB:.0f}" if size and size.value else None,
        compression_ratio=_known(words.get("compratio")),
        deduplication_ratio=_known(words.get("dedupratio")),
        loops=settings.get("loops") if settings.get("loops") != "None" else None,
    )
    average = pages.AVERAGE.fullmatch(execution.average.interval) if execution.average else None
    if average:
        warm_up = (int(average["first"]) - 1) * interval_of(execution)
        draft.describe(averaged_intervals=f"{average['first']}-{average['last']}")
        draft.describe(warm_up_s=f"{warm_up:g}" if execution.rows else None)


def _requested(text: str | None) -> str | None:
    value = number(text or "")
    if value is None:
        return None
    return _CODES.get(int(value), f"{value:g}")


def _stated(settings: Mapping[str, str]) -> str | None:
    """Return the rate as a summary prints it above a run, a code as what it stands for."""
    stated = settings.get("requested_rate")
    return _requested(stated) or stated


def _known(text: str | None) -> str | None:
    value = number(text or "")
    return f"{value:g}" if value is not None else None


def _share(text: str | None) -> str | None:
    value = number(text or "")
    return f"{value * PERCENT:g}" if value is not None and value <= 100 else None


def _loop(settings: dict[str, str], name: str) -> str | None:
    words = settings.get("loops", "").replace(",", " ").split()
    return dict(word.split("=", 1) for word in words if "=" in word).get(name)


def _measure(row: IntervalRow, draft: RunDraft, *, is_format: bool) -> None:
    """Measure the average; writing the files to test with is no test, and no total."""
    draft.load = _load(row, number(draft.attributes.get("threads", "")))
    total = _FORMAT if is_format else None
    if is_format:
        template = "Vdbench creates its files here: not the test."
        draft.info(template, row.line)
    _measure_group(row, draft, "", total)
    draft.measure(Metric.THROUGHPUT, "mean", _times(row, "mb/sec", MIB), total)
    for group in ("read", "write"):
        name = f"{_FORMAT}: {group}" if is_format else group
        if f"{group}_rate" in row.values:
            _measure_group(row, draft, f"{group}_", name)
        else:
            _measure_share(row, draft, group, name)
        moved = _times(row, f"mb_{group}", MIB)
        if moved and moved.value:
            draft.measure(Metric.THROUGHPUT, "mean", moved, name)
    for operation in pages.FILE_OPERATIONS:
        name = f"{_FORMAT}: {operation}" if is_format else operation
        _measure_group(row, draft, f"{operation}_", name)


def _times(row: IntervalRow, name: str, factor: float) -> PrintedNumber | None:
    result = row.values.get(name)
    return result.times(factor) if result else None


def _measure_group(row: IntervalRow, draft: RunDraft, prefix: str, group: str | None) -> None:
    """Give rate and times of one kind of operation, where there was any."""
    rate = row.values.get(f"{prefix}rate")
    if rate is None or not rate.value:
        return
    draft.measure(Metric.IOPS, "mean", rate, group)
    draft.measure(Metric.LATENCY, "mean", _times(row, f"{prefix}resp", MILLISECOND), group)
    draft.measure(Metric.LATENCY, "max", _maximum(row, prefix), group)
    draft.measure(Metric.LATENCY, "stddev", _times(row, f"{prefix}resp_std", MILLISECOND), group)


def _maximum(row: IntervalRow, prefix: str) -> PrintedNumber | None:
    """Return the longest time; some summaries have it of reads and of writes only."""
    names = [f"{prefix}resp_max"] if prefix else ["resp_max", "read_resp_max", "write_resp_max"]
    result = [most for name in names if (most := _times(row, name, MILLISECOND))]
    return max(result, default=None)


def _measure_share(row: IntervalRow, draft: RunDraft, group: str, name: str) -> None:
    """Split the rate by the share of reads; raw devices have no rate for each."""
    rate, percent = row.values.get("rate"), row.values.get("read%")
    if rate is None or percent is None or percent.value > 100:
        return
    share = percent.value * PERCENT if group == "read" else 1 - percent.value * PERCENT
    if not share * rate.value:
        return
    result = PrintedNumber(rate.value * share, rate.line)
    draft.measure(Metric.IOPS, "mean", result, name, Origin.DERIVED)
    draft.measure(Metric.LATENCY, "mean", _times(row, f"{group}_resp", MILLISECOND), name)
    draft.measure(Metric.LATENCY, "max", _times(row, f"{group}_resp_max", MILLISECOND), name)
    draft.measure(Metric.LATENCY, "stddev", _times(row, f"{group}_resp_std", MILLISECOND), name)


def _load(row: IntervalRow, threads: float | None) -> Load:
    """Describe how many I/Os were outstanding, where all threads were busy all the time.

    `threads` is of each storage definition, so that the number of definitions is needed: the
    average queue depth shows it, unless the rate was limited and threads waited.
    """
    depth, block = row.values.get("queue_depth"), row.values.get("bytes/io")
    if not (threads and depth and block and threads >= 1):
        return Load()
    definitions = round(depth.value / threads)
    outstanding = definitions * threads
    if not definitions or abs(depth.value / outstanding - 1) > _ROUNDING:
        return Load()
    small = block.value < LARGE_FROM
    return Load(small_ios=int(outstanding)) if small else Load(large_ios=int(outstanding))


def _check_rate(execution: Execution, average: IntervalRow, draft: RunDraft) -> None:
    """Say so where what was asked for was not reached: then it is the most that could be had."""
    wanted = number(average.words.get("reqrate", "")) or number(
        execution.settings.get("requested_rate", "")
    )
    rate = average.values.get("rate")
    if wanted and rate and int(wanted) not in _CODES and rate.value < _KEPT_UP * wanted:
        draft.info(
            "{wanted:.0f} operations per second requested, {rate:.1f} reached: this is the"
            " maximum.",
            rate.line,
            wanted=wanted,
            rate=rate.value,
        )


def _series(execution: Execution, offset: timezone | None) -> Iterator[Series]:
    moments = moments_of(execution, offset)
    for column, (name, unit, factor) in zip(SERIES_COLUMNS, _SERIES, strict=True):
        result = [r.values[column].value * factor for r in execution.rows if column in r.values]
        is_stale = unit is Unit.ONE and len(set(result)) == 1  # left over from the run before
        if any(result) and not is_stale:
            whole = len(result) == len(execution.rows)
            line = execution.rows[0].line
            yield Series(name, unit, array("d", result), moments if whole else None, line)
