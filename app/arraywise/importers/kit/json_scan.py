"""JSON with the position of every value, also of a document that breaks off.

The standard parser gives neither; so the text is scanned token by token, up to the first fault.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple, TypeAlias


class Leaf(NamedTuple):
    """A string or number as printed and its offset."""

    text: str
    offset: int


Node: TypeAlias = "Leaf | dict[str, Node] | list[Node]"
Members: TypeAlias = "dict[str, Node]"

_DEEPEST = 32
_MOST_VALUES = 400_000
_TOKEN = re.compile(r'\s*(?:([{}\[\],:])|("(?:[^"\\\n]++|\\[^\n])*+")|([^\s{}\[\],:"]+))')
_NUMBER = re.compile(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?")
_CONTROL = re.compile(r"[\x00-\x1f]")


def unescape_json(text: str) -> str:
    """Undo JSON's escapes, unless they are the plain backslashes of a Windows path."""
    if "\\" not in text:
        return text
    try:
        plain = str(json.loads(f'"{text}"'))
    except ValueError:
        return text
    return text if _CONTROL.search(plain) else plain


class _InvalidJsonError(Exception):
    """The text is no JSON from here on."""


class JsonScan:
    """The values of one document, up to the first fault."""

    def __init__(self, text: str, start: int = 0, *, flat_key: str = "") -> None:
        """Scan the object whose opening brace is at an offset.

        Objects under the key `flat`, of thousands of numbers, are kept as the text they are.
        """
        self.members: Members = {}
        self.start = start
        self.end = start + 1
        self.is_complete = True
        self.fault_path: list[str] = []
        """Keys, and indices in lists, that lead to the fault."""
        self._text = text
        self._flat_key = flat_key
        self._value_count = 0
        try:
            self._scan_object(self.members, 1)
        except _InvalidJsonError:
            self.is_complete = False

    def _next_token(self) -> tuple[str, int, bool]:
        """Return the next token, its offset, and whether it is a string (without quotes)."""
        match = _TOKEN.match(self._text, self.end)
        if not match:
            raise _InvalidJsonError
        kind = match.lastindex or 0
        self.end = match.end()
        if kind == 3 and self.end == len(self._text):
            raise _InvalidJsonError  # a number at the end may have lost its last digits
        quoted = kind == 2
        return match[kind][1:-1] if quoted else match[kind], match.start(kind) + quoted, quoted

    def _scan_object(self, members: Members, depth: int) -> None:
        while True:
            key, start, quoted = self._next_token()
            if quoted and self._next_token()[0] == ":":
                self._scan_member(members, key, depth)
            elif not quoted and key == "}":
                return
            elif quoted or key != ",":
                self.end = start
                raise _InvalidJsonError

    def _scan_member(self, members: Members, key: str, depth: int) -> None:
        piece, start, quoted = self._next_token()
        if quoted or piece not in "{}[],:":
            members[key] = self._build_counted_leaf(piece, start)
        elif piece == "{" and key == self._flat_key:
            members[key] = self._keep_object_as_text(start)
        elif piece in "{[":
            inner: Members | list[Node] = {} if piece == "{" else []
            members[key] = inner
            self._scan_nested(inner, key, depth)
        else:
            self.end = start
            raise _InvalidJsonError

    def _scan_list(self, items: list[Node], depth: int) -> None:
        while True:
            piece, start, quoted = self._next_token()
            if quoted or _NUMBER.fullmatch(piece):
                items.append(self._build_counted_leaf(piece, start))
            elif piece == "]":
                return
            elif piece in "{[":
                inner: Members | list[Node] = {} if piece == "{" else []
                items.append(inner)
                self._scan_nested(inner, str(len(items) - 1), depth)
            elif piece != ",":
                self.end = start
                raise _InvalidJsonError

    def _scan_nested(self, node: Members | list[Node], name: str, depth: int) -> None:
        """Scan a nested object or list; after a fault its name is on the fault path."""
        if depth >= _DEEPEST:
            raise _InvalidJsonError
        try:
            if isinstance(node, dict):
                self._scan_object(node, depth + 1)
            else:
                self._scan_list(node, depth + 1)
        except _InvalidJsonError:
            self.fault_path.insert(0, name)
            raise

    def _build_counted_leaf(self, piece: str, start: int) -> Leaf:
        self._value_count += 1
        if self._value_count > _MOST_VALUES:
            raise _InvalidJsonError
        return Leaf(piece, start)

    def _keep_object_as_text(self, start: int) -> Leaf:
        end = self._text.find("}", start)
        self.end = len(self._text) if end < 0 else end + 1
        if end < 0:
            raise _InvalidJsonError
        return Leaf(self._text[start + 1 : end], start)
