"""The JSON column of the results table as exports quote it: doubled quotes, or backslashes."""

from __future__ import annotations

import re
from bisect import bisect_left

from arraywise.importers.text import Places

_QUOTINGS = (
    ('""Results""', re.compile('""')),
    (r"\"Results\"", re.compile(r'\\["\\/]')),
)
"""What the first name looks like, and what stands for one character, its last."""


class _ShiftedPlaces(Places):
    """Places in a text of which some pairs of characters became one."""

    def __init__(self, text: str, pairs: list[int]) -> None:
        super().__init__(text)
        self._shortened = [at - before for before, at in enumerate(pairs)]

    def line(self, offset: int) -> int:
        return super().line(self._original(offset))

    def column(self, offset: int) -> int:
        original = self._original(offset)
        return original - self.starts[super().line(original) - 1] + 1

    def _original(self, offset: int) -> int:
        return offset + bisect_left(self._shortened, offset)


def with_plain_quotes(text: str) -> str:
    """Undo how an export quoted the column: in CSV, or as a string within JSON."""
    pair = _quoting_of(text)
    return text if pair is None else pair.sub(lambda match: match[0][-1], text)


def places_in(text: str) -> Places:
    """Return where in a file the characters stand that it has with plain quotes."""
    pair = _quoting_of(text)
    if pair is None:
        return Places(text)
    return _ShiftedPlaces(text, [match.start() for match in pair.finditer(text)])


def _quoting_of(text: str) -> re.Pattern[str] | None:
    return next((pair for name, pair in _QUOTINGS if name in text), None)
