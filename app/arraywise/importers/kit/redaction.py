"""Passwords blanked; values made storable.

Passwords lie about in result files of all kinds; serial numbers, unique ids and MAC addresses
stand in listings of hardware.

A blank is as long as what it covers, so that every line and column stays where it was.

Passwords that are starred out in the kept bytes stand in no name, attribute or sentence either.
No text is endless or beyond what UTF-8 can write, and problems are not more than one can look at.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from arraywise.domain.evidence import Measurement
from arraywise.domain.messages import Message
from arraywise.importers.kit.readings import MOST_PROBLEMS, limit_count
from arraywise.importers.kit.report_names import private_spans
from arraywise.importers.kit.secret_signs import SIGNS, WORDS
from arraywise.importers.kit.text import decode, share_conditions, wide_encoding

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator

    from arraywise.domain.evidence import Reading

_BESIDE = {b"-p": (b"bench", b"wizard")}
"""Words that are common, and count only beside one of these."""
_REMEMBERED_BYTES = 64 * 1024
_LOOKED_AT_BYTES = 4096
_SMALL = bytes(range(256)).lower()
_NOT_IN_WORDS = b" \t\r\n0123456789,./>"
"""Most of a recording or a document; without these the words are sought in half the time."""


def blank_secrets(data: bytes | mmap.mmap) -> tuple[bytes, int]:
    """Return the bytes with passwords and serial numbers starred out, and how many there were.

    Names and SQL text in reports on databases are starred out too, and not counted.
    """
    wide, mark = wide_encoding(data[:_LOOKED_AT_BYTES])
    clean, count = _blank(bytes(data))  # whatever a mark says
    if not wide:
        return clean, count
    text = clean[len(mark) :].decode(wide, "replace")
    narrow, more = _blank(text.encode("utf-8", "replace"))
    if not more:
        return clean, count
    return mark + narrow.decode("utf-8", "replace").encode(wide), count + more


def blank_text(text: str) -> str:
    """Return a name or a path with the secrets in it starred out."""
    for _ in range(_PASSES):
        found = _found(text)
        if not found:
            break
        for secret in sorted(found, key=len, reverse=True):  # one may be within another
            text = text.replace(secret, "*" * len(secret))
    return text


def secrets_in(data: bytes) -> set[bytes]:
    """Return the passwords and serial numbers themselves, to look for them elsewhere."""
    return {data[start:stop] for start, stop in _spans(data)}


def _spans(data: bytes) -> frozenset[tuple[int, int]]:
    return _spans_before(data) if len(data) <= _REMEMBERED_BYTES else _find_secret_spans(data)


def _find_secret_spans(data: bytes) -> frozenset[tuple[int, int]]:
    present = _present(data)
    if not present:
        return frozenset()
    small = b"\n" + data.lower()  # ignoring case while searching is far slower
    signs = [sign for words, sign in SIGNS if not present.isdisjoint(words)]
    spans = {match.span(1) for sign in signs for match in re.finditer(sign, small)}
    lines = (
        (start + part.start(), start + part.end())
        for start, stop in spans
        for part in re.finditer(rb"[^\r\n]+", small[start:stop])  # line ends stay where they are
    )
    places = ((start - 1, stop - 1) for start, stop in lines)
    return frozenset((start, stop) for start, stop in places if data[start:stop].strip(b"*"))


@share_conditions
def _present(data: bytes) -> frozenset[bytes]:
    few = data.translate(_SMALL, _NOT_IN_WORDS)
    return (_words_before if len(few) <= _REMEMBERED_BYTES else _words)(few)


def _words(few: bytes) -> frozenset[bytes]:
    return frozenset(word for word in WORDS if word in few and _counts(word, few))


_words_before = lru_cache(maxsize=64)(_words)
"""Files of a lab differ in digits alone, which do not count here."""


def _counts(word: bytes, few: bytes) -> bool:
    return word not in _BESIDE or any(other in few for other in _BESIDE[word])


_spans_before = lru_cache(maxsize=64)(_find_secret_spans)
"""A file is looked at when it is read and again when it is kept."""


_PASSES = 3


def _blank(data: bytes) -> tuple[bytes, int]:
    """Star out what is found, and what only shows once another secret before it is gone."""
    count = 0
    for _ in range(_PASSES):
        spans, names = _spans(data), private_spans(data)
        if not spans and not names:
            break
        clean = bytearray(data)
        for start, stop in spans | names:
            clean[start:stop] = b"*" * (stop - start)
        data, count = bytes(clean), count + len(spans)
        if not spans:
            break
    return data, count


LONGEST_TEXT = 1_000
"""Characters; a command line or a list of devices has some hundred."""
_LOOK_AT_BYTES = 1024 * 1024
_TELLING = 6
"""Characters from which on a secret is recognised without the words around it."""
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def sanitise(reading: Reading, data: bytes | mmap.mmap) -> Reading:
    """Return the reading fit to be kept; nearly always that is the reading itself."""
    if len(reading.problems) > MOST_PROBLEMS + 1:  # the importer itself may have said so
        reading = replace(reading, problems=limit_count(reading.problems))
    texts = [*_texts(reading)]
    hidden = {secret for secret in _secrets(data) if len(secret) >= _TELLING}
    secrets = {s for s in hidden if any(s in text for text in chain.from_iterable(texts))}
    if not secrets and all(map(_is_fine, texts)):
        return reading
    secrets |= _found("\n".join(chain.from_iterable(texts)))

    by_length = sorted(secrets, key=len, reverse=True)  # one may be within another

    def mended(text: str) -> str:
        for secret in by_length:
            if len(secret) >= _TELLING or secret in _found(text):
                text = text.replace(secret, "*" * len(secret))
        text = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + _ELLIPSIS

    rewritten: Reading = _rewritten(reading, mended)
    return rewritten


def _secrets(data: bytes | mmap.mmap) -> set[str]:
    head = data[:_LOOK_AT_BYTES]
    secrets = secrets_in(head)
    if wide_encoding(head[:4096])[0]:
        secrets |= secrets_in(decode(head).text.encode("utf-8", "replace"))
    return {secret.decode("utf-8", "replace") for secret in secrets}


def _found(text: str) -> set[str]:
    encoded = text.encode("utf-8", "replace")
    return {secret.decode("utf-8", "replace") for secret in secrets_in(encoded)}


@lru_cache(maxsize=1_000)
def _is_fine(texts: tuple[str, ...]) -> bool:
    """Return whether texts can stay as they are; thousands of runs may share them."""
    together = "\n".join(texts)
    is_short = max(map(len, texts), default=0) <= LONGEST_TEXT
    return is_short and _is_plain(together) and not _found(together)


def _is_plain(text: str) -> bool:
    """Return a text that UTF-8 can write, without zeros that end it in some libraries."""
    if "\0" in text:
        return False
    return text.isascii() or text.encode("utf-8", "replace").decode("utf-8") == text


def _texts(reading: Reading) -> Iterator[tuple[str, ...]]:
    """Give what in a reading may come from the file; what runs may share is a part of its own."""
    own = [reading.tool_version or "", reading.run_type or "", reading.set_name or ""]
    for problem in reading.problems:
        own += _texts_in(problem.message)
    for run in reading.runs:
        own += (run.name, run.started_at or "", run.host or "")
        own += (series.name for series in run.series)
        yield _flat(run.attributes)
        yield tuple({m.group or "" for m in run.measurements})
        for table in run.samples:
            yield tuple(column.name for column in table.columns)
            yield tuple({column.instance or "" for column in table.columns})
    yield tuple(own)


@lru_cache(maxsize=1_000)
def _flat(attributes: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(attributes))


def _texts_in(message: Message) -> Iterator[str]:
    for _, figure in message.figures:
        if isinstance(figure, Message):
            yield from _texts_in(figure)
        elif isinstance(figure, str):
            yield figure


def _rewritten(value: Any, mended: Callable[[str], str]) -> Any:  # noqa: ANN401 - of any part of it
    """Rebuild a value with every text in it mended; sentences keep their templates."""
    if isinstance(value, Message):
        return Message(value.template, _rewritten(value.figures, mended))
    if isinstance(value, str):
        return value if isinstance(value, Enum) else mended(value)
    if isinstance(value, Measurement):
        return value._replace(
            statistic=mended(value.statistic), group=_rewritten(value.group, mended)
        )
    if isinstance(value, tuple):
        return tuple(_rewritten(part, mended) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: _rewritten(getattr(value, f.name), mended) for f in fields(value)}
        return replace(value, **parts)
    return value
