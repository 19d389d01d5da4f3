"""Reads fio's JSON with the place of every value, around messages that were printed into it.

fio's own text may stand before, after and, line by line, inside of a document; documents may be
cut off; old versions do not escape backslashes. So the text is scanned token by token.
"""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator


class Leaf(NamedTuple):
    """A string or number as printed and its offset."""

    text: str
    at: int


Node: TypeAlias = "Leaf | dict[str, Node] | list[Node]"
Members: TypeAlias = "dict[str, Node]"

DEEPEST = 32
MOST_VALUES = 400_000
MOST_DOCUMENTS = 2_000
_MOST_NOISE = 1_000
_BINS = "bins"
_START = re.compile(
    r'\{(?=\s*(?:"(?:fio version|global options|client_stats|disk_util|cpu_idleness'
    r'|timestamp)"\s*:|"jobs"\s*:\s*\[))'
)
_VERSION = "fio version"
_TIME_KEY = re.compile(r'\s*"timestamp"')
_VERSION_KEY = re.compile(r'"fio version"\s*:')
_MOST_BRACES = 50
"""Objects before the version that are looked at: another tool's, put first by whoever saved it."""
_TOKEN = re.compile(r'\s*(?:([{}\[\],:])|("(?:[^"\\\n]++|\\[^\n])*+")|([^\s{}\[\],:"]+)|(["]))')
_LENIENT = re.compile(r'"[^\n]*?"(?=[ \t]*(?:[:,}\]\n]|$))')
_AFTER = re.compile(r"[ \t]*(?:[:,}\]\n]|$)")
_NUMBER = re.compile(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?")
_CONTROL = re.compile(r"[\x00-\x1f]")


class Document(NamedTuple):
    """One object of the text."""

    members: Members
    start: int
    stop: int
    whole: bool
    noise: tuple[tuple[int, int], ...]
    """Offsets of lines inside that are no JSON."""
    broken: tuple[str, ...] = ()
    """Keys, and places in lists, that lead to where it breaks off."""


def documents(text: str) -> Iterator[Document]:
    """Give the objects of a text that look like fio's, broken ones included."""
    at = 0
    for _ in range(MOST_DOCUMENTS):
        start = _find_start(text, at)
        if start is None:
            return
        scan = _Scan(text, start)
        noise, broken = tuple(scan.noise), tuple(reversed(scan.broken))
        yield Document(scan.members, start, scan.at, scan.is_whole, noise, broken)
        at = max(scan.at, start + 1)


def _find_start(text: str, at: int) -> int | None:
    """Return where the next object of fio begins, whatever key stands first in it."""
    start = _START.search(text, at)
    while start is not None and _is_of_another(text, start):
        start = _START.search(text, start.end())
    key = _VERSION_KEY.search(text, at, start.start() if start else len(text))
    if key is not None:
        outer = key.start()
        for _ in range(_MOST_BRACES):
            outer = text.rfind("{", at, outer)
            if outer < 0:
                break
            if _VERSION in _Scan(text, outer).members:
                return outer
    return start.start() if start else None


def _is_of_another(text: str, start: re.Match[str]) -> bool:
    """Say whether an object that begins with a time is whole and has nothing else of fio's."""
    if not _TIME_KEY.match(text, start.end()):
        return False
    scan = _Scan(text, start.start())
    return scan.is_whole and scan.members.keys().isdisjoint({_VERSION, "jobs", "client_stats"})


def without_escapes(text: str) -> str:
    """Undo JSON's escapes, unless they are the plain backslashes of a Windows path."""
    if "\\" not in text:
        return text
    try:
        plain = str(json.loads(f'"{text}"'))
    except ValueError:
        return text
    return text if _CONTROL.search(plain) else plain


class _Fault(Exception):  # noqa: N818 - a place in the text, not a failure of the program
    """From here on the text is no JSON."""


class _Scan:
    """The values of one document, up to the first fault."""

    def __init__(self, text: str, start: int) -> None:
        self.members: Members = {}
        self.at = start + 1
        self.is_whole = True
        self.noise: list[tuple[int, int]] = []
        self.broken: list[str] = []
        """The way to the fault, from the inside."""
        self._text = text
        self._values = 0
        try:
            self._object(self.members, 1)
        except _Fault:
            self.is_whole = False

    def _token(self) -> tuple[str, int, bool]:
        """Return the next piece, its offset, and whether it is a string (without quotes)."""
        match = _TOKEN.match(self._text, self.at)
        if not match:
            self.at = len(self._text)
            raise _Fault
        kind = match.lastindex or 0
        start = match.start(kind)
        if kind >= 2 and self._text[start] == '"':
            return self._string(start, match.end() if kind == 2 else None)
        self.at = match.end()
        if kind == 3 and self.at == len(self._text):
            raise _Fault  # a number that the text ends with may have lost its last digits
        return match[kind], start, False

    def _string(self, start: int, end: int | None) -> tuple[str, int, bool]:
        """Take a string; one that ends in a backslash ends where its line goes on as JSON."""
        if end is None or not _AFTER.match(self._text, end):
            lenient = _LENIENT.match(self._text, start)
            if not lenient:
                self.at = start + 1
                if "\n" not in self._text[start:]:
                    raise _Fault  # the file ends inside of it
                return '"', start, False
            end = lenient.end()
        self.at = end
        return self._text[start + 1 : end - 1], start + 1, True

    def _skip_line(self, start: int) -> None:
        end = self._text.find("\n", start)
        self.noise.append((start, end if end >= 0 else len(self._text)))
        if end < 0 or len(self.noise) > _MOST_NOISE:
            raise _Fault
        self.at = end

    def _object(self, members: Members, depth: int) -> None:
        while True:
            key, start, quoted = self._token()
            if not quoted:
                if key == "}":
                    return
                if key in "{[]":
                    self.at = start
                    raise _Fault
                if key != ",":
                    self._skip_line(start)
                continue
            after = self.at
            if self._token()[0] != ":":
                self.at = after
                self._skip_line(start)
                continue
            self._member(members, key, depth)

    def _member(self, members: Members, key: str, depth: int) -> None:
        piece, start, quoted = self._token()
        if quoted or piece not in "{}[],:":
            members[key] = self._leaf(piece, start)
        elif piece == "{" and key == _BINS:
            members[key] = self._plain_object(start)
        elif piece == "{":
            inner: Members = {}
            members[key] = inner
            with self._within(key):
                self._object(inner, self._deeper(depth))
        elif piece == "[":
            items: list[Node] = []
            members[key] = items
            with self._within(key):
                self._list(items, self._deeper(depth))
        else:
            self.at = start if piece in "},]" else self.at

    def _list(self, items: list[Node], depth: int) -> None:
        while True:
            piece, start, quoted = self._token()
            if quoted or _NUMBER.fullmatch(piece):
                items.append(self._leaf(piece, start))
            elif piece == "]":
                return
            elif piece == "{":
                inner: Members = {}
                items.append(inner)
                with self._within(str(len(items) - 1)):
                    self._object(inner, self._deeper(depth))
            elif piece == "[":
                nested: list[Node] = []
                items.append(nested)
                self._list(nested, self._deeper(depth))
            elif piece in "}:":
                self.at = start
                raise _Fault
            elif piece != ",":
                self._skip_line(start)

    @contextmanager
    def _within(self, name: str) -> Iterator[None]:
        """Note the name of what a fault is found in."""
        try:
            yield
        except _Fault:
            self.broken.append(name)
            raise

    def _leaf(self, piece: str, start: int) -> Leaf:
        self._values += 1
        if self._values > MOST_VALUES:
            raise _Fault
        return Leaf(piece, start)

    def _plain_object(self, start: int) -> Leaf:
        """Take an object of thousands of numbers as the text that it is."""
        end = self._text.find("}", start)
        if end < 0:
            self.at = len(self._text)
            raise _Fault
        self.at = end + 1
        return Leaf(self._text[start + 1 : end], start)

    def _deeper(self, depth: int) -> int:
        if depth >= DEEPEST:
            raise _Fault
        return depth + 1
