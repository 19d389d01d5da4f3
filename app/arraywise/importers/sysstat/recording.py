"""A recording of sysstat or vmstat while it is read, and what there is to say about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.kit.host_samples import CUT, HostRecording, clock_problems, name_some
from arraywise.importers.kit.readings import ROW_SENTENCES
from arraywise.importers.sysstat.columns import meaning_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from arraywise.importers.kit.host_samples import Meaning, TableDraft

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
    **CUT,
    "averages": (
        Severity.INFO,
        ("No averages at the end: recording killed, or file copied too early."),
    ),
}
_UNREAD = "Tables without storage or load, not read: {names}."
_NO_TIMES = "The reports have no time and cannot be matched to runs. Record with -t."
_NO_DATE = "No date above the times; reports cannot be matched to runs."
_ONLY_START = "Only the start has a date; reports cannot be matched to runs. Record with -t."
_UNREAD_TIME = "Unknown time format; reports cannot be matched to runs. Record with -t."
_NO_BANNER = "The first line of {program} is missing: host and date are unknown."
_DATE_ORDER = "Date {date} read as month/day/year (C locale); day and month may be swapped."
_ONLY_SINCE_BOOT = "Only the first report, with averages since boot. Record with an interval."
_NOTHING = "No rows below the heading of {program}."
_KIB = "Memory read as KiB, vmstat's default without -S."


MOST_NEAR_A_DATE = 15
"""Reports below a date that are taken as of that date where their distance is not known."""


@dataclass(slots=True)
class RecordingDraft(HostRecording):
    """A run of `iostat`, `sar`, `mpstat`, `sadf` or `vmstat` that is being read."""

    machine: str = ""
    """Architecture of the host, such as `x86_64`."""
    meaning_of: Callable[[str], Meaning] | None = None
    """What a heading means; None for those of sysstat."""
    has_clock: bool = False
    tells_unit: bool = False
    """The command line says in what memory is counted."""
    lacks_banner: bool = False
    """The first line of the report, which names the host, was not kept."""
    date_guessed: str = ""
    unread_time_line: int | None = None
    """A line that looks like a time, where no time could be read."""
    unparsed: set[str] = field(default_factory=set)
    """Tables that were met and not read."""

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
        meanings = ((self._meaning(heading), instance) for heading in headings)
        self.put(key, line, (instance, headings), meanings, cells)

    def _meaning(self, heading: str) -> Meaning:
        return self.meaning_of(heading) if self.meaning_of else meaning_of(heading, self.machine)

    def problems(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Describe what is wrong with the recording."""
        yield from self.troubles.problems(_SENTENCES, program=self.program)
        if not tables:
            template = _ONLY_SINCE_BOOT if "since boot" in self.troubles.counts else _NOTHING
            yield Problem(Severity.ERROR, message(template, program=self.program))
            return
        if self.lacks_banner:
            yield Problem(Severity.INFO, message(_NO_BANNER, program=self.program))
        if all(table.first is None for table in tables):
            yield self._untimed()
        yield from clock_problems(tables)
        if self.date_guessed:
            yield Problem(Severity.INFO, message(_DATE_ORDER, date=self.date_guessed))
        if self.program == "vmstat" and not self.tells_unit:
            yield Problem(Severity.INFO, message(_KIB))
        if self.unparsed:
            yield Problem(Severity.INFO, message(_UNREAD, names=name_some(self.unparsed)))
        yield from self.room_problems(tables)

    def _untimed(self) -> Problem:
        """Return why reports have no times, without calling absent what is there."""
        if self.began is not None:
            return Problem(Severity.INFO, message(_ONLY_START))
        if self.has_clock:
            return Problem(Severity.INFO, message(_NO_DATE))
        if self.unread_time_line is not None:
            return Problem(Severity.WARNING, message(_UNREAD_TIME), self.unread_time_line)
        return Problem(Severity.INFO, message(_NO_TIMES))
