"""The results as the database keeps them: the XML turned into JSON, every value a string.

People export the column with SQL*Plus, which wraps lines inside of strings and cuts long values;
so the text is scanned token by token, up to the first fault, with the place of every value.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import Severity
from arraywise.importers.swingbench.record import MOST_RECORDS, Entry, Fields, Record, Transaction

if TYPE_CHECKING:
    from arraywise.importers.text import Places

_DOCUMENT = re.compile(r'\{\s*"Results"\s*:')
_OPEN, _SHUT, _COMMA, _END, _NULL = "{", "}", ",", "]", "null"
_TOKEN = re.compile(r'\s*("[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+)', re.DOTALL)
_UNFINISHED_READINGS = re.compile(r'"TPSReadings"\s*:\s*"([^"\\]*)\Z')
_READINGS = "TPSReadings"
_WAIT = "DatabaseWaitEvent"
DEEPEST = 32
MOST_VALUES = 100_000
Path = tuple[str | int, ...]


class _Fault(Exception):  # noqa: N818 - a place in the text, not a failure of the program
    """From here on the text is no JSON."""


class _Scan:
    """The values of one document with their paths and places, up to the first fault."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.leaves: list[tuple[Path, str, int]] = []
        self.open: list[Path] = []
        """Objects and lists that were not closed."""
        self.wrapped = False
        self.at = start
        self.is_whole = True
        self._text = text
        self._end = end
        try:
            self._value(self._token(), ())
        except _Fault:
            self.is_whole = False

    def _token(self) -> str:
        match = _TOKEN.match(self._text, self.at, self._end)
        if not match or len(self.leaves) > MOST_VALUES:
            raise _Fault
        self.at = match.end()
        return match[1]

    def _value(self, token: str, path: Path) -> None:
        if token in {_OPEN, "["}:
            if len(self.open) >= DEEPEST:
                raise _Fault
            self.open.append(path)
            (self._members if token == _OPEN else self._items)(path)
            self.open.pop()
        elif token in {_SHUT, "]", ":", _COMMA}:
            raise _Fault
        elif token != _NULL:
            begins = self.at - len(token) + token.startswith('"')
            self.leaves.append((path, self._plain(token), begins))

    def _members(self, path: Path) -> None:
        token = self._token()
        while token != _SHUT:
            key = self._plain(token)
            if not token.startswith('"') or self._token() != ":":
                raise _Fault
            self._value(self._token(), (*path, key))
            token = self._after(_SHUT)

    def _items(self, path: Path) -> None:
        token, index = self._token(), 0
        while token != _END:
            self._value(token, (*path, index))
            token, index = self._after(_END), index + 1

    def _after(self, closer: str) -> str:
        """Return the next token behind a comma, or the closer."""
        token = self._token()
        if token == closer:
            return token
        if token != _COMMA:
            raise _Fault
        return self._token()

    def _plain(self, token: str) -> str:
        if not token.startswith('"'):
            return token
        if "\n" in token:
            self.wrapped = True
            token = token.replace("\n", "")
        if "\\" not in token:
            return token[1:-1]
        try:
            return str(json.loads(token, strict=False))
        except ValueError:
            raise _Fault from None


def read_documents(text: str, places: Places) -> list[Record]:
    """Read every results document in a text; damaged ones as far as they are sound."""
    starts = [match.start() for match in _DOCUMENT.finditer(text)]
    ends = [*starts[1:], len(text)]
    del starts[MOST_RECORDS + 1 :], ends[MOST_RECORDS + 1 :]
    return [
        _understand(_Scan(text, start, end), text[start:end], start, places)
        for start, end in zip(starts, ends, strict=True)
    ]


def _understand(scan: _Scan, text: str, start: int, places: Places) -> Record:
    """Sort the values into overview, results and readings; drop results left open."""
    record = Record(whole=scan.is_whole)
    results: dict[Path, Fields] = {}
    waits: dict[Path, dict[str, str]] = {}
    for path, value, offset in scan.leaves:
        line, column = places.line(offset), places.column(offset)
        entry, name = Entry(value, line, column), str(path[-1])
        if _WAIT in path:
            waits.setdefault(path[:-1], {})[name] = value
        elif "Result" in path:
            results.setdefault(path[:-1], {})[name] = entry
        elif name == _READINGS:
            record.readings = entry
        else:
            record.fields.setdefault(name, entry)
    record.waits = [
        (event["name"], event["percentageTimeWaited"])
        for path, event in waits.items()
        if path not in scan.open and {"name", "percentageTimeWaited"} <= event.keys()
    ]
    record.transactions = [
        Transaction(fields["id"].text if "id" in fields else "", fields)
        for path, fields in results.items()
        if path not in scan.open
    ]
    if scan.wrapped:
        record.note(
            Severity.INFO,
            "Lines are wrapped inside of values; they were joined, and a blank at the end of a"
            " line may be missing in a name.",
            None,
        )
    if not scan.is_whole:
        _note_damage(record, scan, text, start, places)
    return record


def _note_damage(record: Record, scan: _Scan, text: str, start: int, places: Places) -> None:
    tail = _UNFINISHED_READINGS.search(text)
    if tail and record.readings is None:
        line = places.line(start + tail.start())
        record.readings = Entry(tail[1].replace("\n", ""), line)
        record.readings_cut = True
    record.note(
        Severity.ERROR,
        "The results document breaks off or is damaged here; what stands before it was read.",
        places.line(scan.at),
    )
