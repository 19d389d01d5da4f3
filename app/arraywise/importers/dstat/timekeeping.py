"""When the rows of a run were taken, and how long it lasted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock, TimeAxis
from arraywise.importers.dstat.clock import (
    find_format,
    offset_from_epoch,
    read_time,
    year_of,
)
from arraywise.importers.dstat.layout import figure
from arraywise.importers.dstat.rows import NUMBER, split_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.dstat.draft import Draft
    from arraywise.importers.dstat.layout import Layout, Rows
    from arraywise.importers.dstat.rows import RowShape

_LOOKED_AT = 9
_LEAST_MISSING, _MISSING_SHARE = 3, 0.01
"""Rows; a busy host now and then skips one."""
_EPOCH_SPAN = (1e8, 1e10)
"""1973 to 2286: anything else is no time of a recording."""

_NO_CLOCK = (
    "The time column cannot be read or has no year; "
    "rows are placed by their order, {delay_s:g} s apart."
)
_TO_THE_MINUTE = "The times have no seconds, as after saving from a spreadsheet."


@dataclass(frozen=True, slots=True)
class Times:
    """Where and how the time of a row is written."""

    axis: TimeAxis
    at: int | None = None
    time_format: str | None = None


@dataclass(frozen=True, slots=True)
class Ends:
    """The first and the last row that can be loaded."""

    first: bytes
    last: bytes
    count: int | None = None
    """Rows from one to the other, where they were counted."""
    beginning: Sequence[bytes] = ()
    """The first rows, which tell how far rows are apart."""


def find_times(draft: Draft, layout: Layout, rows: Rows, *, dropped: bool) -> Times:
    """Find the clock: seconds since 1970 before local time before the mere order of rows."""
    epoch = next((h.position for h in layout.headings if h.is_epoch), None)
    delay = draft.command.delay_s
    if epoch is not None:
        _learn_offset(draft, figure(rows[0], epoch))
        offset = draft.utc_offset_s
        return Times(TimeAxis(Clock.EPOCH, epoch, interval_s=delay, utc_offset_s=offset), epoch)
    at = next((h.position for h in layout.headings if h.is_time), None)
    cells = [row[at] for row in rows[:_LOOKED_AT] if len(row) > at] if at is not None else []
    texts = [cell.decode("ascii", "replace") for cell in cells]
    written = find_format(texts, draft.start)
    year = year_of(texts[dropped : dropped + 1], written, draft.start) if written else None
    if written is None or (year is None and "%Y" not in written):
        if at is not None:
            draft.info(_NO_CLOCK, draft.segment.line, delay_s=delay)
        return Times(_by_order(draft, dropped=dropped))
    if "%S" not in written:
        draft.info(_TO_THE_MINUTE, draft.segment.line)
    offset = draft.utc_offset_s
    axis = TimeAxis(Clock.TEXT, at, written, year, interval_s=delay, utc_offset_s=offset)
    return Times(axis, at, written)


def _by_order(draft: Draft, *, dropped: bool) -> TimeAxis:
    moment, delay = draft.start.moment, draft.command.delay_s
    first = moment + timedelta(seconds=delay * dropped) if moment else None
    return TimeAxis(
        Clock.NONE,
        start=first.timestamp() if first else None,
        interval_s=delay,
        utc_offset_s=draft.utc_offset_s,
    )


def _learn_offset(draft: Draft, epoch_s: float | None) -> None:
    """Compare the date of the start with the first row's seconds since 1970."""
    if epoch_s is not None and draft.start.moment is not None:
        learnt = offset_from_epoch(epoch_s, draft.start.moment)
        draft.utc_offset_s = draft.utc_offset_s if learnt is None else learnt


def _check_gaps(
    draft: Draft, axis: TimeAxis, shape: RowShape, ends: Ends, lasted_s: float
) -> None:
    """Say how many rows are missing between the first and the last, by how far rows are apart."""
    if not ends.count or "%S" not in (axis.format or "%S"):
        return
    moments = [_moment(row, axis, shape, axis.year) for row in ends.beginning]
    known = [moment for moment in moments if moment is not None]
    steps = [later - moment for moment, later in pairwise(known) if later > moment]
    apart = axis.interval_s if draft.command.text else median(steps) if steps else None
    if not apart:
        return
    expected = round(lasted_s / apart) + 1
    missing = expected - ends.count
    if missing >= max(_LEAST_MISSING, _MISSING_SHARE * expected):
        draft.warn(
            "Rows are missing: {count} of {expected}, which are {apart:g} s apart; what happened"
            " then is not known.",
            draft.segment.line,
            count=missing,
            expected=expected,
            apart=apart,
        )


def measure_time(draft: Draft, axis: TimeAxis, shape: RowShape, ends: Ends) -> TimeAxis:
    """Fill in the first row's moment; note when the run began and how long it lasted.

    A run lasts from the beginning of its first interval to the end of the last.
    """
    if axis.clock is Clock.NONE:
        if draft.command.text and ends.count:
            draft.duration_s = axis.interval_s * ends.count
        return axis
    first = _moment(ends.first, axis, shape, axis.year)
    last = _moment(ends.last, axis, shape, axis.year)
    if first is None or last is None:
        return axis
    if last < first and axis.year is not None and _month(last) < _month(first):
        last = _moment(ends.last, axis, shape, axis.year + 1) or last
    if last < first:
        draft.warn("The clock went back during the recording: how long it lasted is not known.")
    else:
        _check_gaps(draft, axis, shape, ends, last - first)
    if draft.command.text and last >= first and "%S" in (axis.format or "%S"):
        draft.duration_s = round(last - first + axis.interval_s, 3)
    if draft.start.moment is None:
        draft.first_row = datetime.fromtimestamp(first, UTC)
        draft.utc_offset_s = 0.0 if axis.clock is Clock.EPOCH else draft.utc_offset_s
    return replace(axis, start=first)


def _month(moment: float) -> int:
    return datetime.fromtimestamp(moment, UTC).month


def _moment(row: bytes, axis: TimeAxis, shape: RowShape, year: int | None) -> float | None:
    cell = split_row(row, shape.delimiter.encode())[axis.position or 0]
    if axis.format is None:
        value = float(cell) if NUMBER.fullmatch(cell) else 0.0
        return value if _EPOCH_SPAN[0] < value < _EPOCH_SPAN[1] else None
    read = read_time(cell.decode("ascii", "replace"), axis.format, year)
    return read.timestamp() if read else None
