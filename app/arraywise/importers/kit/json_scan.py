"""JSON with the place of every value, also of a document that breaks off.

The standard parser gives neither; so the text is scanned token by token, up to the first fault.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple, TypeAlias


class Leaf(NamedTuple):
    """A string or number as printed and its offset."""

    text: str
    at: int


Node: TypeAlias = "Leaf | dict[str, Node] | list[Node]"
Members: TypeAlias = "dict[str, Node]"

_DEEPEST = 32
_MOST_VALUES = 400_000
_TOKEN = re.compile(r'\s*(?:([{}\[\],:])|("(?:[^"\\\n]++|\\[^\n])*+")|([^\s{}\[\],:"]+))')
_NUMBER = re.compile(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?")
_CONTROL = re.compile(r"[\x00-\x1f]")


def without_escapes(text: str) -> str:
    """Undo JSON's escapes, unless they are the plain backslashes of a Windows path."""
    if "\\" not in text:
        return text
    try:
        plain = str(json.loads(f'"{text}"'))
    except ValueError:
        return text
    return text if _CONTROL.search(plain) else plain


class _FaultError(Exception):
    """From here on the text is no JSON."""


class JsonScan:
    """The values of one document, up to the first fault."""

    def __init__(self, text: str, start: int = 0, *, flat: str = "") -> None:
        """Scan the object whose opening brace is at an offset.

        Objects under the key `flat`, of thousands of numbers, are kept as the text they are.
        """
        self.members: Members = {}
        self.start = start
        self.at = start + 1
        self.is_whole = True
        self.broken: list[str] = []
        """Keys, and places in lists, that lead to the fault."""
        self._text = text
        self._flat = flat
        self._values = 0
        try:
            self._object(self.members, 1)
        except _FaultError:
            self.is_whole = False

    def _token(self) -> tuple[str, int, bool]:
        """Return the next piece, its offset, and whether it is a string (without quotes)."""
        match = _TOKEN.match(self._text, self.at)
        if not match:
            raise _FaultError
        kind = match.lastindex or 0
        self.at = match.end()
        if kind == 3 and self.at == len(self._text):
            raise _FaultError  # a number that the text ends with may have lost its last digits
        quoted = kind == 2
        return match[kind][1:-1] if quoted else match[kind], match.start(kind) + quoted, quoted

    def _object(self, members: Members, depth: int) -> None:
        while True:
            key, start, quoted = self._token()
            if quoted and self._token()[0] == ":":
                self._member(members, key, depth)
            elif not quoted and key == "}":
                return
            elif quoted or key != ",":
                self.at = start
                raise _FaultError

    def _member(self, members: Members, key: str, depth: int) -> None:
        piece, start, quoted = self._token()
        if quoted or piece not in "{}[],:":
            members[key] = self._leaf(piece, start)
        elif piece == "{" and key == self._flat:
            members[key] = self._plain_object(start)
        elif piece in "{[":
            inner: Members | list[Node] = {} if piece == "{" else []
            members[key] = inner
            self._fill(inner, key, depth)
        else:
            self.at = start
            raise _FaultError

    def _list(self, items: list[Node], depth: int) -> None:
        while True:
            piece, start, quoted = self._token()
            if quoted or _NUMBER.fullmatch(piece):
                items.append(self._leaf(piece, start))
            elif piece == "]":
                return
            elif piece in "{[":
                inner: Members | list[Node] = {} if piece == "{" else []
                items.append(inner)
                self._fill(inner, str(len(items) - 1), depth)
            elif piece != ",":
                self.at = start
                raise _FaultError

    def _fill(self, node: Members | list[Node], name: str, depth: int) -> None:
        """Scan what is nested; a fault in it notes the name."""
        if depth >= _DEEPEST:
            raise _FaultError
        try:
            if isinstance(node, dict):
                self._object(node, depth + 1)
            else:
                self._list(node, depth + 1)
        except _FaultError:
            self.broken.insert(0, name)
            raise

    def _leaf(self, piece: str, start: int) -> Leaf:
        self._values += 1
        if self._values > _MOST_VALUES:
            raise _FaultError
        return Leaf(piece, start)

    def _plain_object(self, start: int) -> Leaf:
        end = self._text.find("}", start)
        self.at = len(self._text) if end < 0 else end + 1
        if end < 0:
            raise _FaultError
        return Leaf(self._text[start + 1 : end], start)
