"""What there is to say about a recording of sysstat or vmstat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

_SENTENCES = {
    "since boot": (
        Severity.INFO,
        (
            "The first report holds averages since the machine was started, unless {program} ran"
            " with -y; it was left out."
        ),
    ),
    "restart": (Severity.INFO, "The host was restarted during the recording: {count} time(s)."),
    "stray": (
        Severity.WARNING,
        "Lines that are no rows of this recording were left out: {count}.",
    ),
    "short": (
        Severity.WARNING,
        "Rows with fewer values than there are columns were left out: {count}.",
    ),
    "long": (
        Severity.WARNING,
        "Rows with more values than there are columns were left out: {count}.",
    ),
    "cells": (
        Severity.WARNING,
        (
            "Rows with a value that is no number, or is rounded with a unit behind it (-h):"
            " {count}. Such a value counts as missing."
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
        (
            "Rows of `sadf -h`, which puts all devices behind one another, are not read: record"
            " without -h."
        ),
    ),
    "cut": (
        Severity.WARNING,
        (
            "The end of the recording is missing: it was killed, the disk was full, or the file"
            " was copied too early. What is not whole was left out."
        ),
    ),
    "averages": (
        Severity.INFO,
        (
            "There are no averages at the end: the recording was killed, or the file was copied"
            " while it was written."
        ),
    ),
}
_UNREAD = "Tables that say nothing about storage or load are not read: {names}."
_NO_ROOM = "There are more devices than fit into one table; left out: {names}."
_TOO_MANY_TABLES = "There are more kinds of tables than are read; the last ones were left out."
_NO_TIMES = "The reports carry no time, so that they cannot be matched to runs: record with -t."
_NO_DATE = "There is no date above the times, so that they cannot be matched to runs."
_ONLY_START = (
    "Only the start has a date: how far the reports are apart is not known, so that they cannot be"
    " matched to runs: record with -t."
)
_UNREAD_TIME = (
    "This line looks like a time, but its form cannot be read, so that the reports cannot be"
    " matched to runs: record with -t."
)
_NO_BANNER = (
    "The line with the host's name and the date, which {program} prints first, is missing: it is"
    " not known which host this is."
)
_LOCAL = (
    "The file does not say how far its clock is off UTC; times are kept as the clock showed them."
)
_DATE_ORDER = (
    "The date {date} is taken for month/day/year, as the C locale writes it; day and month may be"
    " the other way round."
)
_ONLY_SINCE_BOOT = (
    "There is only the first report, which holds averages since the machine was started: record"
    " with an interval."
)
_NOTHING = "There is a heading of {program}, but no row of figures below it."
_KIB = "Memory is taken to be in KiB, as vmstat writes it unless -S is given."
_MOST_NAMED = 8


@dataclass(slots=True)
class Troubles:
    """How often what was met that is no sample, and the line of the first of each."""

    counts: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def note(self, trouble: str, line: int) -> None:
        """Count one; the trouble is a key of the sentences."""
        self.counts[trouble] = self.counts.get(trouble, 0) + 1
        self.lines.setdefault(trouble, line)

    def said(self, program: str) -> Iterator[Problem]:
        """Say all of them."""
        for key, (severity, template) in _SENTENCES.items():
            if key in self.counts:
                said = say(template, count=self.counts[key], program=program)
                yield Problem(severity, said, self.lines[key])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a recording turned out to be, as far as there is something to say about it."""

    program: str
    has_rows: bool
    has_times: bool
    has_clock: bool
    """There are times of the day, even if no date goes with them."""
    has_start: bool
    """A date tells when it began, if not when each report was made."""
    unread_time_line: int | None
    lacks_banner: bool
    tells_unit: bool
    knows_offset: bool
    date_guessed: str
    unread: tuple[str, ...]
    no_room_for: tuple[str, ...]
    too_many_tables: bool
    only_since_boot: bool


def remarks_on(outcome: Outcome) -> Iterator[Problem]:
    """Say what holds for the whole of a recording."""
    if not outcome.has_rows:
        template = _ONLY_SINCE_BOOT if outcome.only_since_boot else _NOTHING
        yield Problem(Severity.ERROR, say(template, program=outcome.program))
        return
    if outcome.lacks_banner:
        yield Problem(Severity.INFO, say(_NO_BANNER, program=outcome.program))
    if not outcome.has_times:
        yield _untimed(outcome)
    elif not outcome.knows_offset:
        yield Problem(Severity.INFO, say(_LOCAL))
    if outcome.date_guessed:
        yield Problem(Severity.INFO, say(_DATE_ORDER, date=outcome.date_guessed))
    if outcome.program == "vmstat" and not outcome.tells_unit:
        yield Problem(Severity.INFO, say(_KIB))
    yield from _left_out(outcome)


def _untimed(outcome: Outcome) -> Problem:
    """Say why reports have no times, without calling absent what is there."""
    if outcome.has_start:
        return Problem(Severity.INFO, say(_ONLY_START))
    if outcome.has_clock:
        return Problem(Severity.INFO, say(_NO_DATE))
    if outcome.unread_time_line is not None:
        return Problem(Severity.WARNING, say(_UNREAD_TIME), outcome.unread_time_line)
    return Problem(Severity.INFO, say(_NO_TIMES))


def _left_out(outcome: Outcome) -> Iterator[Problem]:
    if outcome.unread:
        yield Problem(Severity.INFO, say(_UNREAD, names=shortened(outcome.unread)))
    if outcome.no_room_for:
        yield Problem(Severity.WARNING, say(_NO_ROOM, names=shortened(outcome.no_room_for)))
    if outcome.too_many_tables:
        yield Problem(Severity.WARNING, say(_TOO_MANY_TABLES))


def shortened(names: tuple[str, ...]) -> str:
    """Name a few, and how many there are beside them."""
    shown = ", ".join(name[:60] for name in names[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return f"{shown} (+{more})" if more > 0 else shown
