"""One table of a recording, built row by row: a row a moment, columns as devices turn up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock, MendedRows, SampleColumn, SampleTable, TimeAxis
from arraywise.importers.sysstat.moments import TEXT_FORMAT
from arraywise.importers.sysstat.packing import PackedRows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.importers.sysstat.columns import Meaning
    from arraywise.importers.sysstat.moments import Moment

MOST_FIELDS = 4_000
"""Columns of one table; a host with more disks than fit is read as far as they do."""
_FULL = -1


@dataclass(frozen=True, slots=True, eq=False)
class Tick:
    """What is one row in every table: a moment, or a report without a time."""

    moment: Moment | None


@dataclass(slots=True)
class Table:
    """Rows of one kind of figures (processors, disks ...) under way."""

    meaning_of: Callable[[str], Meaning]
    columns: list[SampleColumn] = field(default_factory=list)
    rows: PackedRows = field(default_factory=PackedRows)
    first_line: int = 0
    first: Moment | None = None
    last: Moment | None = None
    gap_s: float | None = None
    """Seconds from the first row to the second."""
    left_out: set[str] = field(default_factory=set)
    """Devices for which there was no room."""
    _row: list[str] = field(default_factory=list)
    _places: dict[tuple[str | None, tuple[str, ...]], int] = field(default_factory=dict)
    _named: set[tuple[str, str | None]] = field(default_factory=set)
    _filled: set[tuple[str | None, tuple[str, ...]]] = field(default_factory=set)
    _tick: Tick | None = None

    def take(
        self,
        tick: Tick,
        line: int,
        instance: str | None,
        headings: tuple[str, ...],
        cells: Sequence[str],
    ) -> None:
        """Put cells, as many as headings, into the row of a moment.

        The same device twice at one moment begins a new row.
        """
        spot = (instance, headings)
        if tick is not self._tick or spot in self._filled:
            self.flush()
            self._tick = tick
        place = self._places.get(spot)
        if place is None:
            place = self._make_room(instance, headings)
        if place == _FULL:
            return
        self._row[place : place + len(cells)] = cells
        self._filled.add(spot)
        self.first_line = self.first_line or line

    def _make_room(self, instance: str | None, headings: tuple[str, ...]) -> int:
        """Add columns; one that repeats the meaning of another (sectors and kB) is not loaded."""
        place = len(self._row)
        if place + len(headings) > MOST_FIELDS:
            self.left_out.add(instance or "")
            place = _FULL
        else:
            self._row.extend([""] * len(headings))
            for at, heading in enumerate(headings, place + 1):
                meaning = self.meaning_of(heading)
                if (meaning.name, instance) not in self._named:
                    self._named.add((meaning.name, instance))
                    column = SampleColumn(meaning.name, meaning.unit, meaning.scale, at, instance)
                    self.columns.append(column)
        if len(self._places) <= MOST_FIELDS:
            self._places[instance, headings] = place
        return place

    def flush(self) -> None:
        """Write the row under way."""
        if not self._filled or self._tick is None:
            return
        moment = self._tick.moment
        if self.rows.count and not _alike(moment, self.first):
            moment = None  # a row on another clock keeps its figures, not its time
        self.rows.add(f"{self._written(moment)},{','.join(self._row)}", 1 + len(self._row))
        if self.rows.count == 1:
            self.first = moment
        elif self.rows.count == 2 and moment is not None and self.first is not None:
            self.gap_s = moment.local_s - self.first.local_s
        self.last = moment or self.last
        self._row = [""] * len(self._row)
        self._filled.clear()

    def _written(self, moment: Moment | None) -> str:
        if moment is None:
            return ""
        return moment.text() if moment.utc_offset_s is None else f"{moment.utc_s:.3f}"

    def finished(self) -> SampleTable | None:
        """Return the table to load; None where it has no rows."""
        self.flush()
        if not self.rows.count or not self.columns:
            return None
        fields = 1 + len(self._row)
        return SampleTable(
            columns=tuple(self.columns),
            time=self._axis(),
            field_count=fields,
            start=0,
            stop=0,
            first_line=self.first_line,
            mend=partial(_unpacked, self.rows, fields),
            needs_mending=True,
        )

    def _axis(self) -> TimeAxis:
        interval = self.gap_s if self.gap_s and self.gap_s > 0 else 1.0
        if self.first is None:
            return TimeAxis(Clock.NONE, interval_s=interval)
        if self.first.utc_offset_s is None:
            return TimeAxis(
                Clock.TEXT, 0, TEXT_FORMAT, start=self.first.local_s, interval_s=interval
            )
        return TimeAxis(
            Clock.EPOCH,
            0,
            start=self.first.utc_s,
            interval_s=interval,
            utc_offset_s=self.first.utc_offset_s,
        )


def _alike(one: Moment | None, other: Moment | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.utc_offset_s is None) == (other.utc_offset_s is None)


def _unpacked(rows: PackedRows, fields: int, _bytes: bytes) -> MendedRows:
    """Give the rows that were made while reading, whose problems are told already."""
    return MendedRows(rows.unpacked(fields), ())
