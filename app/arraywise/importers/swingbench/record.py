"""What a results document states, whichever of Swingbench's forms it came in.

The XML file, the database's JSON, charbench's `-mr` report and the comparison tables say the same
things; all are brought to the XML's element names and understood in one place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say


class Entry(NamedTuple):
    """A text of the document and the place that it stands at."""

    text: str
    line: int | None
    column: int | None = None
    """Character in the line, from 1, where lines alone say little."""


MOST_RECORDS = 1_000
"""A file with more documents than this is no file of results."""
Fields = dict[str, Entry]
"""Texts by element name, without namespace."""


@dataclass(slots=True)
class Transaction:
    """One kind of transaction with its counts and times."""

    name: str
    fields: Fields


@dataclass(slots=True)
class Record:
    """One run as a results document states it."""

    fields: Fields = field(default_factory=dict)
    """Of the overview, the configuration and the statement counts, which share no names."""
    transactions: list[Transaction] = field(default_factory=list)
    readings: Entry | None = None
    """Pairs of stamp and transactions, as printed."""
    waits: list[tuple[str, str]] = field(default_factory=list)
    """Wait events of the database with their share of the time, in percent."""
    states_unit: bool = True
    """Whether this form of document names the unit of its times; the others are in ms."""
    readings_cut: bool = False
    """True when the list of readings ends where the document broke off."""
    whole: bool = True
    """False when the document ends early or breaks off."""
    problems: list[Problem] = field(default_factory=list)

    def text(self, name: str) -> str | None:
        """Return the text of a field, None where it is absent or empty."""
        entry = self.fields.get(name)
        return entry.text.strip() or None if entry else None

    def line(self, name: str) -> int | None:
        """Return the line of a field."""
        entry = self.fields.get(name)
        return entry.line if entry else None

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all was found."""
        return not (self.fields or self.transactions or self.readings)

    def note(self, severity: Severity, template: str, line: int | None, **figures: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(severity, say(template, **figures), line))
