"""One recording under way: its tables, its clock, and what was met that is no sample."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Run
from arraywise.importers.sysstat.columns import meaning_of
from arraywise.importers.sysstat.tables import Table, Tick
from arraywise.importers.sysstat.wording import Outcome, Troubles, remarks_on

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from arraywise.domain.problems import Problem
    from arraywise.importers.sysstat.columns import Meaning
    from arraywise.importers.sysstat.moments import Moment

MOST_TABLES = 60
MOST_RUNS = 500
MOST_NEAR_A_DATE = 15
"""Reports below a date that are taken as of that date where their distance is not known."""


@dataclass(slots=True)
class Recording:
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
    troubles: Troubles = field(default_factory=Troubles)
    unread: set[str] = field(default_factory=set)
    """Tables that were met and not read."""
    tick: Tick = field(default_factory=lambda: Tick(None))
    _tables: dict[Hashable, Table] = field(default_factory=dict)
    _full: bool = False

    @property
    def has_rows(self) -> bool:
        """Whether a sample was met."""
        return bool(self._tables)

    def begin(self, moment: Moment | None) -> None:
        """Begin the next row of all tables."""
        self.tick = Tick(moment)

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
            table = self._tables[key] = Table(meaning)
        table.take(self.tick, line, instance, headings, cells)

    def finished(self, name: str) -> tuple[Run, list[Problem]]:
        """Return the run, with what is wrong with it."""
        pairs = [(t, samples) for t in self._tables.values() if (samples := t.finished())]
        tables = [table for table, _ in pairs]
        began = self.began or next((t.first for t in tables if t.first), None)
        said = dict((("program", self.program), *self.attributes, *_delay(tables)))
        last_s = max((t.last.local_s for t in tables if t.last), default=None)
        lasted_s = last_s - began.local_s if last_s is not None and began else None
        run = Run(
            name=name,
            complete=self.complete and bool(tables),
            samples=tuple(samples for _, samples in pairs),
            started_at=began.iso() if began else None,
            duration_s=lasted_s if lasted_s and lasted_s > 0 else None,
            host=self.host or None,
            attributes=tuple(said.items()),
        )
        remarks = remarks_on(self._outcome(tables))
        return run, [*self.troubles.said(self.program), *remarks]

    def _outcome(self, tables: list[Table]) -> Outcome:
        firsts = [t.first for t in tables]
        return Outcome(
            program=self.program,
            has_rows=bool(tables),
            has_times=any(firsts),
            has_clock=self.has_clock,
            has_start=self.began is not None,
            unread_time_line=self.unread_time_line,
            lacks_banner=self.lacks_banner,
            tells_unit=self.tells_unit,
            knows_offset=any(f is not None and f.utc_offset_s is not None for f in firsts),
            date_guessed=self.date_guessed,
            unread=tuple(sorted(self.unread)),
            no_room_for=tuple(sorted({name for t in tables for name in t.left_out})),
            too_many_tables=self._full,
            only_since_boot="since boot" in self.troubles.counts,
        )


def _delay(tables: list[Table]) -> list[tuple[str, str]]:
    gap_s = next((t.gap_s for t in tables if t.gap_s is not None and t.gap_s > 0), None)
    return [] if gap_s is None else [("delay_s", f"{gap_s:g}")]
