"""Tables of a recording, messages."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock, MendedRows, Run, SampleColumn, SampleTable, TimeAxis
from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.kit.readings import ROW_SENTENCES, LineTroubles
from arraywise.importers.sysstat.columns import TEXT_FORMAT, meaning_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from arraywise.importers.sysstat.columns import Meaning, Moment

_BATCH = 1 << 18


class PackedRows:
    """Rows of CSV that may become longer while they are added: a disk can appear at any time."""

    def __init__(self) -> None:
        self.count = 0
        self._batches: list[tuple[int, bytes]] = []
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
            self._batches.append((self._fields, zlib.compress(text.encode(), 1)))
        self._waiting, self._waiting_size = [], 0

    def unpacked(self, fields: int) -> bytes:
        """Return all rows with so many fields; those that are not there stay empty."""
        self._pack()
        return b"".join(
            zlib.decompress(batch).replace(b"\n", b"," * (fields - had) + b"\n")
            for had, batch in self._batches
        )


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
    _tick: SampleTick | None = None

    def take(
        self,
        tick: SampleTick,
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
            place = self._reserve_space(instance, headings)
        if place == _FULL:
            return
        self._row[place : place + len(cells)] = cells
        self._filled.add(spot)
        self.first_line = self.first_line or line

    def _reserve_space(self, instance: str | None, headings: tuple[str, ...]) -> int:
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
            repair_rows=partial(_unpacked, self.rows, fields),
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
    """Return the rows that were made while reading, whose problems are told already."""
    return MendedRows(rows.unpacked(fields), ())


_SENTENCES = {
    "since boot": (
        Severity.INFO,
        ("The first report holds averages since boot (unless {program} ran with -y); left out."),
    ),
    "restart": (Severity.INFO, "The host was restarted during the recording: {count} time(s)."),
    **ROW_SENTENCES,
    "cells": (
        Severity.WARNING,
        (
            "Rows with a value that is not a number or is rounded (-h): {count}. It counts as"
            " missing."
        ),
    ),
    "timeless": (Severity.WARNING, "Samples without a readable time were left out: {count}."),
    "damaged": (Severity.WARNING, "Damaged samples were left out: {count}."),
    "processes": (
        Severity.WARNING,
        "Figures of single processes, as pidstat writes them, are not read.",
    ),
    "horizontal": (
        Severity.WARNING,
        ("Rows of `sadf -h` are not supported. Record without -h."),
    ),
    "cut": (
        Severity.WARNING,
        (
            "The recording is cut: killed, disk full, or copied too early. Incomplete parts"
            " were left out."
        ),
    ),
    "averages": (
        Severity.INFO,
        ("No averages at the end: recording killed, or file copied too early."),
    ),
}
_UNREAD = "Tables without storage or load, not read: {names}."
_NO_ROOM = "Too many devices; left out: {names}."
_TOO_MANY_TABLES = "Too many kinds of tables; the last ones were left out."
_NO_TIMES = "The reports have no time and cannot be matched to runs. Record with -t."
_NO_DATE = "No date above the times; reports cannot be matched to runs."
_ONLY_START = "Only the start has a date; reports cannot be matched to runs. Record with -t."
_UNREAD_TIME = "Unknown time format; reports cannot be matched to runs. Record with -t."
_NO_BANNER = "The first line of {program} is missing: host and date are unknown."
_LOCAL = "The UTC offset is unknown; times are as written."
_DATE_ORDER = "Date {date} read as month/day/year (C locale); day and month may be swapped."
_ONLY_SINCE_BOOT = "Only the first report, with averages since boot. Record with an interval."
_NOTHING = "No rows below the heading of {program}."
_KIB = "Memory read as KiB, vmstat's default without -S."
_MOST_NAMED = 8


def shortened(names: set[str]) -> str:
    """Name a few, and how many there are beside them."""
    shown = ", ".join(name[:60] for name in sorted(names)[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return f"{shown} (+{more})" if more > 0 else shown


MOST_TABLES = 60
MOST_RUNS = 500
MOST_NEAR_A_DATE = 15
"""Reports below a date that are taken as of that date where their distance is not known."""


@dataclass(slots=True)
class RecordingDraft:
    """A run that is being read."""

    program: str
    """`iostat`, `sar`, `mpstat`, `sadf` or `vmstat`."""
    host: str = ""
    machine: str = ""
    """Architecture of the host, such as `x86_64`."""
    attributes: list[tuple[str, str]] = field(default_factory=list)
    meaning_of: Callable[[str], Meaning] | None = None
    """What a heading means; None for those of sysstat."""
    began: Moment | None = None
    complete: bool = True
    has_clock: bool = False
    tells_unit: bool = False
    """The command line says in what memory is counted."""
    lacks_banner: bool = False
    """The first line of the report, which names the host, was not kept."""
    date_guessed: str = ""
    unread_time_line: int | None = None
    """A line that looks like a time, where no time could be read."""
    troubles: LineTroubles = field(default_factory=LineTroubles)
    unparsed: set[str] = field(default_factory=set)
    """Tables that were met and not read."""
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

    def take(
        self,
        key: Hashable,
        line: int,
        instance: str | None,
        headings: tuple[str, ...],
        cells: Sequence[str],
    ) -> None:
        """Put cells, as many as headings, into the present row of one table.

        Args:
            key: Which table.
            line: Line of the file.
            instance: Device or processor as `instance_of` names it.
            headings: As the file spells them.
            cells: Numbers with a decimal point; an empty one is missing.
        """
        table = self._tables.get(key)
        if table is None:
            if len(self._tables) >= MOST_TABLES:
                self._full = True
                return
            meaning = self.meaning_of or partial(meaning_of, machine=self.machine)
            table = self._tables[key] = TableDraft(meaning)
        table.take(self.tick, line, instance, headings, cells)

    def finished(self, name: str) -> tuple[Run, list[Problem]]:
        """Return the run, with what is wrong with it."""
        pairs = [(t, samples) for t in self._tables.values() if (samples := t.finished())]
        tables = [table for table, _ in pairs]
        began = self.began or next((t.first for t in tables if t.first), None)
        sentence = dict((("program", self.program), *self.attributes, *_delay(tables)))
        last_s = max((t.last.local_s for t in tables if t.last), default=None)
        lasted_s = last_s - began.local_s if last_s is not None and began else None
        run = Run(
            name=name,
            complete=self.complete and bool(tables),
            samples=tuple(samples for _, samples in pairs),
            started_at=began.iso() if began else None,
            duration_s=lasted_s if lasted_s and lasted_s > 0 else None,
            host=self.host or None,
            attributes=tuple(sentence.items()),
        )
        troubles = self.troubles.problems(_SENTENCES, program=self.program)
        return run, [*troubles, *self._remarks(tables)]

    def _remarks(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Describe what holds for the whole of the recording."""
        firsts = [t.first for t in tables if t.first is not None]
        if not tables:
            template = _ONLY_SINCE_BOOT if "since boot" in self.troubles.counts else _NOTHING
            yield Problem(Severity.ERROR, message(template, program=self.program))
            return
        if self.lacks_banner:
            yield Problem(Severity.INFO, message(_NO_BANNER, program=self.program))
        if not firsts:
            yield self._untimed()
        elif all(first.utc_offset_s is None for first in firsts):
            yield Problem(Severity.INFO, message(_LOCAL))
        if self.date_guessed:
            yield Problem(Severity.INFO, message(_DATE_ORDER, date=self.date_guessed))
        if self.program == "vmstat" and not self.tells_unit:
            yield Problem(Severity.INFO, message(_KIB))
        yield from self._left_out(tables)

    def _left_out(self, tables: list[TableDraft]) -> Iterator[Problem]:
        if self.unparsed:
            yield Problem(Severity.INFO, message(_UNREAD, names=shortened(self.unparsed)))
        if no_room_for := {name for t in tables for name in t.left_out}:
            yield Problem(Severity.WARNING, message(_NO_ROOM, names=shortened(no_room_for)))
        if self._full:
            yield Problem(Severity.WARNING, message(_TOO_MANY_TABLES))

    def _untimed(self) -> Problem:
        """Return why reports have no times, without calling absent what is there."""
        if self.began is not None:
            return Problem(Severity.INFO, message(_ONLY_START))
        if self.has_clock:
            return Problem(Severity.INFO, message(_NO_DATE))
        if self.unread_time_line is not None:
            return Problem(Severity.WARNING, message(_UNREAD_TIME), self.unread_time_line)
        return Problem(Severity.INFO, message(_NO_TIMES))


def _delay(tables: list[TableDraft]) -> list[tuple[str, str]]:
    gap_s = next((t.gap_s for t in tables if t.gap_s is not None and t.gap_s > 0), None)
    return [] if gap_s is None else [("delay_s", f"{gap_s:g}")]
