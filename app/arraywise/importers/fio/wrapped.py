"""Puts lines of fio's text together again where a mail or a forum broke them.

The line of a direction is none of them: what it lacks could be another one's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ANNOUNCED = re.compile(r": \(g=\d{1,6}\):")
_ANNOUNCED_WHOLE = re.compile(r"iodepth=\d{1,9}\s*$")
_ANNOUNCED_ON = re.compile(
    r"[ \t]*(?:rw=\w|bs=|ioengine=|iodepth=|\([RWT]\)|\d{1,12}(?:\.\d+)?[KMGT]?(?:i?B)?-\d)"
)
_DONE = re.compile(r": \(groupid=\d{1,6},")
_DONE_WHOLE = re.compile(r"\d\d:\d\d:\d\d \d{4}\s*$")
_DAYS: Final = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
_MONTHS: Final = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_DONE_ON = re.compile(
    r"\s*(?:jobs=\d{1,6}\):)?\s*(?:err=)?\s*(?:\d{1,6}:)?\s*(?:pid=\d{1,10}:?)?"
    rf"\s*(?:{_DAYS})?\s*(?:{_MONTHS})?\s*(?:\d{{1,2}})?\s*(?:\d\d:\d\d:\d\d)?\s*(?:\d{{4}})?\s*"
)
_SPREAD = re.compile(r"^[ \t]*(?:[cs]?lat|sync|bw|iops)\b[^:\n]{0,20}:\s*min=")
_SPREAD_WHOLE = re.compile(r"stdev=\s*\d")
_SPREAD_ON = re.compile(r"\s*(?:max|per|avg|stdev)=\s*\d")
_KINDS = (
    ("(g=", _ANNOUNCED, _ANNOUNCED_WHOLE, _ANNOUNCED_ON.match),
    ("(groupid=", _DONE, _DONE_WHOLE, _DONE_ON.fullmatch),
    ("min=", _SPREAD, _SPREAD_WHOLE, _SPREAD_ON.match),
)
"""What a line holds, how it is known, when it is whole, and what may follow until then."""
_MOST_PIECES = 4

_GoesOn = Callable[[str], object]
_Line = tuple[str, int, int]
"""Text, number and offset."""


def joined(lines: Iterable[_Line]) -> Iterator[_Line]:
    """Give lines; one that was broken comes as a whole, at the place of its first piece."""
    held: list[_Line] = []
    goes_on: _GoesOn | None = None
    for line in lines:
        if goes_on and len(held) < _MOST_PIECES and line[0].strip() and goes_on(line[0]):
            held.append(line)
        else:
            yield from _as_one(held)
            held = [line]
        goes_on = _lacking(_text(held))
        if goes_on is None:
            yield from _as_one(held)
            held = []
    yield from _as_one(held)


def _lacking(text: str) -> _GoesOn | None:
    """Return what tells the rest of a line that is not whole."""
    for words, head, whole, goes_on in _KINDS:
        if words in text and head.search(text) and not whole.search(text):
            return goes_on
    return None


def _as_one(held: list[_Line]) -> Iterator[_Line]:
    if held:
        yield _text(held), *held[0][1:]


def _text(held: list[_Line]) -> str:
    first, *more = (text for text, *_ in held)
    return " ".join([first.rstrip(), *(text.strip() for text in more)]) if more else first
