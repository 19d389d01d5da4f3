"""Tables of host samples, built while a monitor's file is read."""

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
    Reading,
    RepairedRows,
    Run,
    SampleColumn,
    SampleTable,
    Status,
    TimeAxis,
)
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import Unit
from arraywise.importers.kit.clocks import TEXT_FORMAT
from arraywise.importers.kit.readings import (
    ROW_SENTENCES,
    LineProblemCounts,
    error_problem,
    reading_status,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from arraywise.domain.messages import Message
    from arraywise.importers.kit.clocks import Moment

RUN_TYPE = "host monitor"


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """What a column holds: SI value = cell x scale."""

    name: str
    """Empty for what is not loaded."""
    unit: Unit = Unit.ONE
    scale: float = 1.0
    zero_is_none: bool = False
    """0 stands for an interval without requests, of which there is no mean."""


Columns = tuple[tuple[ColumnMeaning, str | None], ...]
"""What the cells of a row mean, each with its device; None for the whole machine."""
SKIPPED = ColumnMeaning("")
_ZERO = frozenset("0.")


def meanings_by_heading(*rows: tuple[str, str, ColumnMeaning]) -> dict[str, ColumnMeaning]:
    """Return meanings by heading from rows of headings (parted by `|`), name and unit."""
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
        self._field_count = 0

    def add(self, row: str, field_count: int) -> None:
        """Add a row, without a line end, that has so many fields; never fewer than the last."""
        if field_count != self._field_count or self._waiting_size > _BATCH:
            self._compress_waiting_rows()
            self._field_count = field_count
        self._waiting.append(row)
        self._waiting_size += len(row)
        self.count += 1

    def _compress_waiting_rows(self) -> None:
        if self._waiting:
            text = "\n".join(self._waiting) + "\n"
            self._packed.seek(0, os.SEEK_END)
            size = self._packed.write(zlib.compress(text.encode(), 1))
            self._batches.append((self._field_count, size))
            if isinstance(self._packed, io.BytesIO) and self._packed.tell() > _IN_MEMORY:
                self._move_to_temporary_file(self._packed.getvalue())
        self._waiting, self._waiting_size = [], 0

    def _move_to_temporary_file(self, packed: bytes) -> None:
        self._packed = TemporaryFile()  # noqa: SIM115 - open as long as the rows are wanted
        weakref.finalize(self, self._packed.close)
        self._packed.write(packed)

    def padded_blocks(self, field_count: int) -> Iterator[bytes]:
        """Yield blocks of CSV rows, each padded to so many fields with empty ones."""
        self._compress_waiting_rows()
        start = 0
        for had, size in self._batches:
            self._packed.seek(start)
            start += size
            rows = zlib.decompress(self._packed.read(size))
            yield rows.replace(b"\n", b"," * (field_count - had) + b"\n")


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
    first_moment: Moment | None = None
    last_moment: Moment | None = None
    first_interval_s: float | None = None
    """Seconds from the first row to the second."""
    left_out_devices: set[str] = field(default_factory=set)
    """Devices whose columns exceed the most that a table holds."""
    _row: list[str] = field(default_factory=list)
    _slots: dict[Hashable, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    """Where the cells of a slot begin, and in which of them 0 is no value."""
    _loaded_columns: set[tuple[str, str | None]] = field(default_factory=set)
    _filled_slots: set[Hashable] = field(default_factory=set)
    _tick: SampleTick | None = None

    def put_cells(
        self,
        tick: SampleTick,
        line: int,
        slot: Hashable,
        columns: Iterable[tuple[ColumnMeaning, str | None]],
        cells: Sequence[str],
    ) -> None:
        """Put cells, as many as columns, into the row of a tick; an empty one is missing.

        A slot identifies a group of columns of the table, such as those of one device. The same
        slot twice at one tick begins a new row.
        """
        if tick is not self._tick or slot in self._filled_slots:
            self.finish_row()
            self._tick = tick
        reserved = self._slots.get(slot)
        if reserved is None:
            reserved = self._reserve_columns(slot, tuple(columns), len(cells))
        start, zeros = reserved
        if start == _FULL:
            return
        self._row[start : start + len(cells)] = cells
        for at in zeros:
            if _ZERO.issuperset(cells[at]):
                self._row[start + at] = ""
        self._filled_slots.add(slot)
        self.first_line = self.first_line or line

    def _reserve_columns(
        self, slot: Hashable, columns: Columns, count: int
    ) -> tuple[int, tuple[int, ...]]:
        """Return the first index of a slot's new columns; _FULL where the table has no space.

        With it the cells of the slot in which 0 is no value. A column that repeats the meaning of
        another (sectors and kB) is not loaded.
        """
        start = len(self._row)
        zeros = tuple(at for at, (meaning, _) in enumerate(columns) if meaning.zero_is_none)
        if start + count > MOST_FIELDS:
            self.left_out_devices.update(instance or "" for _, instance in columns)
            start = _FULL
        else:
            self._row.extend([""] * count)
            for at, (meaning, instance) in enumerate(columns, start + 1):
                if meaning.name and (meaning.name, instance) not in self._loaded_columns:
                    self._loaded_columns.add((meaning.name, instance))
                    column = SampleColumn(meaning.name, meaning.unit, meaning.scale, at, instance)
                    self.columns.append(column)
        if len(self._slots) <= MOST_FIELDS:
            self._slots[slot] = start, zeros
        return start, zeros

    def finish_row(self) -> None:
        """Append the row under way to the packed rows."""
        if not self._filled_slots or self._tick is None:
            return
        moment = self._tick.moment
        if self.rows.count and not _are_on_same_clock(moment, self.first_moment):
            moment = None  # a row on another clock keeps its figures, not its time
        self.rows.add(f"{self._format_time(moment)},{','.join(self._row)}", 1 + len(self._row))
        if self.rows.count == 1:
            self.first_moment = moment
        elif self.rows.count == 2 and moment is not None and self.first_moment is not None:
            self.first_interval_s = moment.local_s - self.first_moment.local_s
        self.last_moment = moment or self.last_moment
        self._row = [""] * len(self._row)
        self._filled_slots.clear()

    def _format_time(self, moment: Moment | None) -> str:
        if moment is None:
            return ""
        return moment.local_text() if moment.utc_offset_s is None else f"{moment.utc_s:.3f}"

    def build_table(self) -> SampleTable | None:
        """Return the table to load; None where it has no rows."""
        self.finish_row()
        if not self.rows.count or not self.columns:
            return None
        field_count = 1 + len(self._row)
        return SampleTable(
            columns=tuple(self.columns),
            time=self._build_time_axis(),
            field_count=field_count,
            start=0,
            stop=0,
            first_line=self.first_line,
            repair_rows=partial(_packed_rows_as_repaired, self.rows, field_count),
            needs_repair=True,
            blocks=partial(self.rows.padded_blocks, field_count),
        )

    def _build_time_axis(self) -> TimeAxis:
        interval = (
            self.first_interval_s if self.first_interval_s and self.first_interval_s > 0 else 1.0
        )
        if self.first_moment is None:
            return TimeAxis(Clock.NONE, interval_s=interval)
        if self.first_moment.utc_offset_s is None:
            return TimeAxis(
                Clock.TEXT, 0, TEXT_FORMAT, start=self.first_moment.local_s, interval_s=interval
            )
        return TimeAxis(
            Clock.EPOCH,
            0,
            start=self.first_moment.utc_s,
            interval_s=interval,
            utc_offset_s=self.first_moment.utc_offset_s,
        )


def _are_on_same_clock(one: Moment | None, other: Moment | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.utc_offset_s is None) == (other.utc_offset_s is None)


def _packed_rows_as_repaired(rows: PackedRows, field_count: int, _bytes: bytes) -> RepairedRows:
    """Return the packed rows as one block of CSV; their problems are reported already."""
    return RepairedRows(b"".join(rows.padded_blocks(field_count)), ())


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


def join_some_names(names: set[str]) -> str:
    """Join the first names in order, and append how many more there are."""
    shown = ", ".join(name[:60] for name in sorted(names)[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return f"{shown} (+{more})" if more > 0 else shown


@dataclass(slots=True)
class HostRecording:
    """A run of a monitor that is being read."""

    program: str
    host: str = ""
    attributes: list[tuple[str, str]] = field(default_factory=list)
    started: Moment | None = None
    complete: bool = True
    line_problems: LineProblemCounts = field(default_factory=LineProblemCounts)
    tick: SampleTick = field(default_factory=lambda: SampleTick(None))
    _tables: dict[Hashable, TableDraft] = field(default_factory=dict)
    _has_too_many_tables: bool = False

    @property
    def has_rows(self) -> bool:
        """Whether a sample was met."""
        return bool(self._tables)

    def begin_row(self, moment: Moment | None) -> None:
        """Begin the next row of all tables."""
        self.tick = SampleTick(moment)

    def mark_as_cut(self, line: int) -> None:
        """Mark the recording as incomplete and count the line that is cut."""
        self.line_problems.count_line("cut", line)
        self.complete = False

    def put_cells(
        self,
        table_key: Hashable,
        line: int,
        slot: Hashable,
        columns: Iterable[tuple[ColumnMeaning, str | None]],
        cells: Sequence[str],
    ) -> None:
        """Put cells into the current row of the table with a key; see TableDraft.put_cells."""
        table = self._tables.get(table_key)
        if table is None:
            if len(self._tables) >= MOST_TABLES:
                self._has_too_many_tables = True
                return
            table = self._tables[table_key] = TableDraft()
        table.put_cells(self.tick, line, slot, columns, cells)

    def build_run(self, name: str) -> tuple[Run, list[Problem]]:
        """Build the run with its sample tables, and its problems."""
        pairs = [(t, samples) for t in self._tables.values() if (samples := t.build_table())]
        tables = [table for table, _ in pairs]
        began = self.started or next((t.first_moment for t in tables if t.first_moment), None)
        attributes = dict(
            (("program", self.program), *self.attributes, *_interval_attribute(tables))
        )
        last_s = max((t.last_moment.local_s for t in tables if t.last_moment), default=None)
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
        return run, list(self.recording_problems(tables))

    def recording_problems(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Yield the problems of the recording, given its tables that have rows."""
        yield from self.line_problems.build_problems({**ROW_SENTENCES, **CUT})
        yield from unknown_utc_offset_problems(tables)
        yield from self.left_out_problems(tables)

    def left_out_problems(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Yield a warning for devices and for tables beyond the limits."""
        if left_out := {name for t in tables for name in t.left_out_devices}:
            yield Problem(Severity.WARNING, message(_NO_ROOM, names=join_some_names(left_out)))
        if self._has_too_many_tables:
            yield Problem(Severity.WARNING, message(_TOO_MANY_TABLES))


def unknown_utc_offset_problems(tables: list[TableDraft]) -> Iterator[Problem]:
    """Yield an information where no table's clock states its UTC offset."""
    firsts = [t.first_moment for t in tables if t.first_moment is not None]
    if firsts and all(first.utc_offset_s is None for first in firsts):
        yield Problem(Severity.INFO, message("The UTC offset is unknown; times are as written."))


def _interval_attribute(tables: list[TableDraft]) -> list[tuple[str, str]]:
    gap_s = next(
        (
            t.first_interval_s
            for t in tables
            if t.first_interval_s is not None and t.first_interval_s > 0
        ),
        None,
    )
    return [] if gap_s is None else [("delay_s", f"{gap_s:g}")]


def build_host_reading(
    tool: str,
    recordings: Sequence[HostRecording],
    encoding: str = "utf-8",
    problems: Sequence[Problem] = (),
) -> Reading:
    """Build the reading of a monitor's file; without rows it is a refusal."""
    pairs = [r.build_run(f"run {number}") for number, r in enumerate(recordings, 1)]
    found = [*problems, *(problem for _, result in pairs for problem in result)]
    runs = tuple(run for run, _ in pairs)
    if not any(run.samples for run in runs):
        if not any(problem.severity is Severity.ERROR for problem in found):
            found.append(error_problem("No rows: the recording was stopped at once."))
        return Reading(tool, Status.REFUSED, problems=tuple(found), encoding=encoding)
    status = reading_status(runs, found)
    return Reading(tool, status, runs, tuple(found), run_type=RUN_TYPE, encoding=encoding)


def refused_reading(tool: str, sentence: Message) -> Reading:
    """Build the reading of a file that is refused, with one error."""
    return Reading(tool, Status.REFUSED, problems=(Problem(Severity.ERROR, sentence),))
