"""Puts the heads of fio's text together again where a mail or a forum broke their lines."""

from __future__ import annotations

import re
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
_HEADS = ((_ANNOUNCED, _ANNOUNCED_WHOLE), (_DONE, _DONE_WHOLE))
_MOST_PIECES = 4

_Line = tuple[str, int, int]
"""Text, number and offset."""


def joined(lines: Iterable[_Line]) -> Iterator[_Line]:
    """Give lines, a head that was broken as one line at the place of its first piece."""
    held: list[_Line] = []
    for line in lines:
        if held and len(held) < _MOST_PIECES and _goes_on(held[0][0], line[0]):
            held.append(line)
        else:
            yield from _as_one(held)
            held = [line]
        if not _is_open(_text(held)):
            yield from _as_one(held)
            held = []
    yield from _as_one(held)


def _is_open(text: str) -> bool:
    return "(g" in text and any(
        head.search(text) and not whole.search(text) for head, whole in _HEADS
    )


def _goes_on(head: str, text: str) -> bool:
    if _DONE.search(head):
        return bool(text.strip()) and _DONE_ON.fullmatch(text) is not None
    return _ANNOUNCED_ON.match(text) is not None


def _as_one(held: list[_Line]) -> Iterator[_Line]:
    if held:
        yield _text(held), *held[0][1:]


def _text(held: list[_Line]) -> str:
    first, *more = (text for text, *_ in held)
    return " ".join([first.rstrip(), *(text.strip() for text in more)]) if more else first
