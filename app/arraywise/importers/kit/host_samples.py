"""Tables of host samples that are made while a monitor's file is read."""

from __future__ import annotations

import io
import os
import weakref
import zlib
from dataclasses import dataclass, field, replace
from functools import partial
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from arraywise.domain.evidence import (
    Clock,
    MendedRows,
    Reading,
    Run,
    SampleColumn,
    SampleTable,
    Status,
    TimeAxis,
)
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import Unit
from arraywise.importers.kit.clocks import TEXT_FORMAT
from arraywise.importers.kit.readings import ROW_SENTENCES, LineTroubles, error, status_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from arraywise.domain.messages import Message
    from arraywise.importers.kit.clocks import Moment

RUN_TYPE = "host monitor"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column holds: SI value = cell x scale."""

    name: str
    """Empty for what is not loaded."""
    unit: Unit = Unit.ONE
    scale: float = 1.0
    zero_is_none: bool = False
    """0 stands for an interval without requests, of which there is no mean."""


Columns = tuple[tuple[Meaning, str | None], ...]
"""What the cells of a row mean, each with its device; None for the whole machine."""
SKIPPED = Meaning("")
_ZERO = frozenset("0.")


def meanings(*rows: tuple[str, str, Meaning]) -> dict[str, Meaning]:
    """Return meanings by heading from a table of headings, name and unit: `Meaning("", unit)`."""
    return {
        heading: replace(meaning, name=name)
        for headings, name, meaning in rows
        for heading in headings.split("|")
    }


_BATCH = 1 << 18
_IN_MEMORY = 8 << 20
"""Bytes of packed rows that are kept in memory; more lie in a file without a name."""


class PackedRows:
    """Rows of CSV that may become longer while they are added: a disk can appear at any time."""

    def __init__(self) -> None:
        self.count = 0
        self._packed: IO[bytes] = io.BytesIO()
        self._batches: list[tuple[int, int]] = []
        """Of each batch the fields of its rows, and how many packed bytes it has."""
        self._waiting: list[str] = []
        self._waiting_size = 0
        self._fields = 0

    def add(self, row: str, fields: int) -> None:
        """Add a row, without a line end, that has so many fields; never fewer than the last."""
        if fields != self._fields or self._waiting_size > _BATCH:
            self._pack()
            self._fields = fields
        self._waiting.append(row)
        self._waiting_size += len(row)
        self.count += 1

    def _pack(self) -> None:
        if self._waiting:
            text = "\n".join(self._waiting) + "\n"
            self._packed.seek(0, os.SEEK_END)
            size = self._packed.write(zlib.compress(text.encode(), 1))
            self._batches.append((self._fields, size))
            if isinstance(self._packed, io.BytesIO) and self._packed.tell() > _IN_MEMORY:
                self._move_out(self._packed.getvalue())
        self._waiting, self._waiting_size = [], 0

    def _move_out(self, packed: bytes) -> None:
        self._packed = TemporaryFile()  # noqa: SIM115 - open as long as the rows are wanted
        weakref.finalize(self, self._packed.close)
        self._packed.write(packed)

    def unpacked(self, fields: int) -> Iterator[bytes]:
        """Give all rows with so many fields, some at a time; fields not there stay empty."""
        self._pack()
        start = 0
        for had, size in self._batches:
            self._packed.seek(start)
            start += size
            rows = zlib.decompress(self._packed.read(size))
            yield rows.replace(b"\n", b"," * (fields - had) + b"\n")


MOST_FIELDS = 4_000
"""Columns of one table; a host with more disks than fit is read as far as they do."""
_FULL = -1


@dataclass(frozen=True, slots=True, eq=False)
class SampleTick:
    """What is one row in every table: a moment, or a report without a time."""

    moment: Moment | None


@dataclass(slots=True)
class TableDraft:
    """Rows of one kind of figures (processors, disks ...) under way."""

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
    _places: dict[Hashable, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    """Where the cells of a spot begin, and in which of them 0 is no value."""
    _named: set[tuple[str, str | None]] = field(default_factory=set)
    _filled: set[Hashable] = field(default_factory=set)
    _tick: SampleTick | None = None

    def take(
        self,
        tick: SampleTick,
        line: int,
        spot: Hashable,
        columns: Iterable[tuple[Meaning, str | None]],
        cells: Sequence[str],
    ) -> None:
        """Put cells, as many as columns, into the row of a moment; an empty one is missing.

        The same spot twice at one moment begins a new row. A spot tells these columns, what each
        cell means and the device that it is of, from others of the table.
        """
        if tick is not self._tick or spot in self._filled:
            self.flush()
            self._tick = tick
        reserved = self._places.get(spot)
        if reserved is None:
            reserved = self._reserve_space(spot, tuple(columns), len(cells))
        place, zeros = reserved
        if place == _FULL:
            return
        self._row[place : place + len(cells)] = cells
        for at in zeros:
            if _ZERO.issuperset(cells[at]):
                self._row[place + at] = ""
        self._filled.add(spot)
        self.first_line = self.first_line or line

    def _reserve_space(
        self, spot: Hashable, columns: Columns, count: int
    ) -> tuple[int, tuple[int, ...]]:
        """Add columns; one that repeats the meaning of another (sectors and kB) is not loaded.

        Returns:
            Where the cells begin in the row, and in which of them 0 is no value.
        """
        place = len(self._row)
        zeros = tuple(at for at, (meaning, _) in enumerate(columns) if meaning.zero_is_none)
        if place + count > MOST_FIELDS:
            self.left_out.update(instance or "" for _, instance in columns)
            place = _FULL
        else:
            self._row.extend([""] * count)
            for at, (meaning, instance) in enumerate(columns, place + 1):
                if meaning.name and (meaning.name, instance) not in self._named:
                    self._named.add((meaning.name, instance))
                    column = SampleColumn(meaning.name, meaning.unit, meaning.scale, at, instance)
                    self.columns.append(column)
        if len(self._places) <= MOST_FIELDS:
            self._places[spot] = place, zeros
        return place, zeros

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
            repair_rows=partial(_unpacked, self.rows, fields),
            needs_mending=True,
            blocks=partial(self.rows.unpacked, fields),
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
    """Return the rows that were made while reading, whose problems are told already."""
    return MendedRows(b"".join(rows.unpacked(fields)), ())


MOST_TABLES = 60
MOST_RUNS = 500
_NO_ROOM = "Too many devices; left out: {names}."
_TOO_MANY_TABLES = "Too many kinds of tables; the last ones were left out."
_MOST_NAMED = 8
CUT = {
    "cut": (
        Severity.WARNING,
        (
            "The recording is cut: killed, disk full, or copied too early. Incomplete parts"
            " were left out."
        ),
    )
}
"""Sentence of a recording without its end."""


def name_some(names: set[str]) -> str:
    """Name a few, and how many there are beside them."""
    shown = ", ".join(name[:60] for name in sorted(names)[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return f"{shown} (+{more})" if more > 0 else shown


@dataclass(slots=True)
class HostRecording:
    """A run of a monitor that is being read."""

    program: str
    host: str = ""
    attributes: list[tuple[str, str]] = field(default_factory=list)
    began: Moment | None = None
    complete: bool = True
    troubles: LineTroubles = field(default_factory=LineTroubles)
    tick: SampleTick = field(default_factory=lambda: SampleTick(None))
    _tables: dict[Hashable, TableDraft] = field(default_factory=dict)
    _full: bool = False

    @property
    def has_rows(self) -> bool:
        """Whether a sample was met."""
        return bool(self._tables)

    def begin(self, moment: Moment | None) -> None:
        """Begin the next row of all tables."""
        self.tick = SampleTick(moment)

    def end_early(self, line: int) -> None:
        """Note that the end is missing."""
        self.troubles.note("cut", line)
        self.complete = False

    def put(
        self,
        key: Hashable,
        line: int,
        spot: Hashable,
        columns: Iterable[tuple[Meaning, str | None]],
        cells: Sequence[str],
    ) -> None:
        """Put cells into the present row of the table that `key` names; see TableDraft.take."""
        table = self._tables.get(key)
        if table is None:
            if len(self._tables) >= MOST_TABLES:
                self._full = True
                return
            table = self._tables[key] = TableDraft()
        table.take(self.tick, line, spot, columns, cells)

    def finished(self, name: str) -> tuple[Run, list[Problem]]:
        """Return the run, with what is wrong with it."""
        pairs = [(t, samples) for t in self._tables.values() if (samples := t.finished())]
        tables = [table for table, _ in pairs]
        began = self.began or next((t.first for t in tables if t.first), None)
        attributes = dict((("program", self.program), *self.attributes, *_delay(tables)))
        last_s = max((t.last.local_s for t in tables if t.last), default=None)
        lasted_s = round(last_s - began.local_s, 3) if last_s is not None and began else None
        run = Run(
            name=name,
            complete=self.complete and bool(tables),
            samples=tuple(samples for _, samples in pairs),
            started_at=began.iso() if began else None,
            duration_s=lasted_s if lasted_s and lasted_s > 0 else None,
            host=self.host or None,
            attributes=tuple(attributes.items()),
        )
        return run, list(self.problems(tables))

    def problems(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Describe what is wrong with the recording, given its tables that have rows."""
        yield from self.troubles.problems({**ROW_SENTENCES, **CUT})
        yield from clock_problems(tables)
        yield from self.room_problems(tables)

    def room_problems(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Describe what there was no room for."""
        if no_room_for := {name for t in tables for name in t.left_out}:
            yield Problem(Severity.WARNING, message(_NO_ROOM, names=name_some(no_room_for)))
        if self._full:
            yield Problem(Severity.WARNING, message(_TOO_MANY_TABLES))


def clock_problems(tables: list[TableDraft]) -> Iterator[Problem]:
    """Say so where no row tells how far its clock was off UTC."""
    firsts = [t.first for t in tables if t.first is not None]
    if firsts and all(first.utc_offset_s is None for first in firsts):
        yield Problem(Severity.INFO, message("The UTC offset is unknown; times are as written."))


def _delay(tables: list[TableDraft]) -> list[tuple[str, str]]:
    gap_s = next((t.gap_s for t in tables if t.gap_s is not None and t.gap_s > 0), None)
    return [] if gap_s is None else [("delay_s", f"{gap_s:g}")]


def read_as_host(
    tool: str,
    recordings: Sequence[HostRecording],
    encoding: str = "utf-8",
    problems: Sequence[Problem] = (),
) -> Reading:
    """Build the reading of a monitor's file; without rows it is a refusal."""
    pairs = [r.finished(f"run {number}") for number, r in enumerate(recordings, 1)]
    found = [*problems, *(problem for _, result in pairs for problem in result)]
    runs = tuple(run for run, _ in pairs)
    if not any(run.samples for run in runs):
        if not any(problem.severity is Severity.ERROR for problem in found):
            found.append(error("No rows: the recording was stopped at once."))
        return Reading(tool, Status.REFUSED, problems=tuple(found), encoding=encoding)
    status = status_of(runs, found)
    return Reading(tool, status, runs, tuple(found), run_type=RUN_TYPE, encoding=encoding)


def refused(tool: str, sentence: Message) -> Reading:
    """Build the reading of a file of which nothing is taken."""
    return Reading(tool, Status.REFUSED, problems=(Problem(Severity.ERROR, sentence),))
