"""Bytes to text and lines (encodings, files of any size), positions in it, histogram buckets."""

from __future__ import annotations

import codecs
import io
import re
from bisect import bisect_right
from functools import lru_cache, update_wrapper
from itertools import accumulate
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar, TypeVarTuple

from arraywise.domain.messages import Problem, Severity, message

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator, Sequence

_More = TypeVarTuple("_More")
_StoredRows = TypeVar("_StoredRows")

LIMIT_BYTES = 32 * 1024 * 1024
"""More of a file than this is not turned into text at once."""
LONGEST_LINE = 100_000
"""Characters of a line that are looked at; tools write a few hundred."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARKS_WITHOUT_ZEROS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BLANKS = dict.fromkeys(
    map(ord, "\0\x0b\x0c\x1c\x1d\x1e\x85\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
        "\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff"),
    " ",
)  # fmt: skip
_ODD_ASCII = "\0\x0b\x0c\x1c\x1d\x1e"
_LINE_END = re.compile(r"\r+\n|\r")
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b\n]*\x07?|[()][0-9A-B]|[=>78c])")
_SMALL_BYTES = 8_192
_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_BESIDE_WORDS = b"0123456789+-.,eE \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f"
_REMEMBERED_BYTES = 2 * 1024 * 1024


class DecodedText(NamedTuple):
    """A file's text: LF line ends, every kind of blank a plain blank, no byte-order mark.

    Blanks are replaced one for one, so that a character's place in its line stays what it was.
    """

    text: str
    encoding: str
    is_cut: bool = False
    """True when the file is longer than the limit and only its beginning is here."""
    limit_bytes: int = LIMIT_BYTES

    @property
    def lines(self) -> list[str]:
        """The lines, without their ends; `lines[0]` is line 1 of the file."""
        return [line[:LONGEST_LINE] for line in self.text.split("\n")]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the warning that the file was longer than the limit, if it was."""
        if not self.is_cut:
            return ()
        sentence = message(
            "Only the first {mib:.0f} MiB of the file were read.", mib=self.limit_bytes / 1024**2
        )
        return (Problem(Severity.WARNING, sentence),)


class TextPositions:
    """Turns offsets in a text into lines and columns."""

    def __init__(self, text: str) -> None:
        """Index where each line of the text begins."""
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line(self, offset: int) -> int:
        """Return the line of a character, from 1."""
        return bisect_right(self.starts, offset)

    def column(self, offset: int) -> int:
        """Return the column of a character in its line, from 1."""
        return self.line_and_column(offset)[1]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character, each from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


def decode(data: bytes | mmap.mmap, limit_bytes: int = LIMIT_BYTES) -> DecodedText:
    """Turn the bytes of a file (at most `limit` of them) into text; never raises.

    A byte-order mark is believed; else UTF-16 is known by its zero bytes, UTF-8 by being valid
    (an end cut inside a character is tolerated), and the rest is Windows' western code page.
    """
    beginning = data[:limit_bytes]
    decode_beginning = (
        _decode_and_normalise_cached
        if len(beginning) <= _REMEMBERED_BYTES
        else _decode_and_normalise
    )
    text, encoding = decode_beginning(beginning)
    return DecodedText(text, encoding, is_cut=len(data) > limit_bytes, limit_bytes=limit_bytes)


def _decode_and_normalise(data: bytes) -> tuple[str, str]:
    if data.isascii() and b"\0" not in data:  # most files: nothing to find out
        text, encoding = data.decode("ascii"), "utf-8"
    else:
        encoding, body = _detect_encoding_and_strip_mark(data)
        text = codecs.getincrementaldecoder(encoding)("replace").decode(body, final=False)
    text = (
        text.translate(_BLANKS)
        if not text.isascii()
        else (text.translate(_BLANKS) if any(odd in text for odd in _ODD_ASCII) else text)
    )
    return (_LINE_END.sub("\n", text) if "\r" in text else text), encoding


_decode_and_normalise_cached = lru_cache(maxsize=4)(_decode_and_normalise)
"""Every importer in turn decodes a file; the last few results are cached."""


@lru_cache(maxsize=4)
def _replace_digits_by_zeros(data: bytes) -> bytes:
    """Replace every digit by a zero; files of a lab are the same then."""
    return data.translate(_ZEROS)


def cache_ignoring_digits(
    function: Callable[[bytes, *_More], _StoredRows],
) -> Callable[[bytes, *_More], _StoredRows]:
    """Decorate a function of bytes whose result does not depend on digits with a cache.

    Small files that differ in digits alone share one entry.
    """
    remember = lru_cache(maxsize=200)(function)

    def cached(data: bytes, *more: *_More) -> _StoredRows:
        return (
            remember(_replace_digits_by_zeros(data), *more)
            if len(data) <= _SMALL_BYTES
            else function(data, *more)
        )

    update_wrapper(cached, function)
    return cached


@cache_ignoring_digits
def may_contain_words(head: bytes, words: tuple[bytes, ...]) -> bool:
    """Return whether the beginning of a file may have one of some words; they have no digits.

    What is not ASCII may have any word, and so may what is nothing but numbers.
    """
    is_text = head.isascii() and b"\0" not in head and head.strip(_BESIDE_WORDS)
    return not is_text or any(word in head for word in words)


def strip_terminal_escapes(text: str) -> str:
    """Remove terminal colours and cursor movements."""
    return _ESCAPE.sub("", text) if "\x1b" in text else text


def lines_between(
    text: str, start: int, stop: int, positions: TextPositions
) -> Iterator[tuple[int, str]]:
    """Return the lines that begin after `start` and before `stop`, each with its number."""
    number = positions.line(start)
    start = text.find("\n", start, stop) + 1
    while 0 < start < stop:
        number += 1
        end = text.find("\n", start, stop)
        end = stop if end < 0 else end
        yield number, text[start : min(end, start + LONGEST_LINE)]
        start = end + 1


def number_nonblank_lines(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Return every line that is not blank with its number, from 1."""
    return ((number, line) for number, line in enumerate(lines, 1) if line and not line.isspace())


def _detect_encoding_and_strip_mark(data: bytes) -> tuple[str, bytes]:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8", data[len(codecs.BOM_UTF8) :]
    wide, mark = detect_wide_encoding(data[:4096])
    if wide:
        return wide, data[len(mark) :]
    return detect_narrow_encoding(data), data


def detect_wide_encoding(head: bytes) -> tuple[str, bytes]:
    """Return the encoding of a UTF-16 or UTF-32 beginning, else "", and its byte-order mark."""
    if b"\0" not in head and not head.startswith(_MARKS_WITHOUT_ZEROS):
        return "", b""  # most files
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding, mark
    return _detect_unmarked_utf16(head) or "", b""


def _detect_unmarked_utf16(head: bytes) -> str | None:
    """Detect UTF-16 without a mark: western text has a zero in every other byte."""
    pairs = len(head) // 2
    if pairs < 2:
        return None
    even, odd = head[0 : 2 * pairs : 2].count(0), head[1 : 2 * pairs : 2].count(0)
    if odd > 0.7 * pairs and even < 0.05 * pairs:
        return "utf-16-le"
    if even > 0.7 * pairs and odd < 0.05 * pairs:
        return "utf-16-be"
    return None


def detect_narrow_encoding(data: bytes) -> str:
    """Return UTF-8 where the bytes are that (but for a character cut at the end), else cp1252."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data, final=False)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def histogram_percentile(
    counts: Sequence[int], bounds: Sequence[float], percent: float
) -> float | None:
    """Interpolate a percentile within its histogram bucket.

    Bounds tell where each bucket begins, in any unit; the last has no upper end, so that the
    value is None within it, and without I/Os.
    """
    wanted = sum(counts) * percent / 100
    for i, reached in enumerate(accumulate(counts[:-1])):
        if counts[i] and reached >= wanted:
            into = (wanted - reached + counts[i]) / counts[i]
            return bounds[i] + into * (bounds[i + 1] - bounds[i])
    return None


_BLOCK = 1 << 20
LONGEST_STREAMED = 200_000
"""Characters of a line that are kept; a table of 1,000 processors has fewer."""
_ENCODING_TOLD_BY = 65_536


def detect_encoding(data: bytes | mmap.mmap) -> str:
    """Detect the encoding from the beginning of a file."""
    return decode(data[:_ENCODING_TOLD_BY]).encoding


def decode_blocks(data: bytes | mmap.mmap, encoding: str) -> Iterator[str]:
    """Return the text of a file in blocks; line ends are LF, terminal colours are gone."""
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding)("replace"), translate=True
    )
    for start in range(0, len(data), _BLOCK):
        stop = start + _BLOCK
        text = decoder.decode(data[start:stop], final=stop >= len(data))
        if not start:
            text = text.removeprefix("\ufeff")
        yield strip_terminal_escapes(text.replace("\0", " "))


class StreamedLines:
    """The lines of a file with their numbers, from 1."""

    def __init__(
        self, data: bytes | mmap.mmap, encoding: str, longest: int = LONGEST_STREAMED
    ) -> None:
        self._blocks = decode_blocks(data, encoding)
        self._longest = longest
        self.cut_line: tuple[int, str] | None = None
        """Number and text of the last line where it has no line end; set once all were read."""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Return every whole line."""
        number, begun = 1, ""
        for block in self._blocks:
            first, *others = block.split("\n")
            if len(begun) < self._longest:
                begun = (begun + first)[: self._longest]
            if not others:
                continue
            yield number, begun
            begun = others.pop()
            for line in others:
                number += 1
                yield number, line[: self._longest]
            number += 1
        self.cut_line = (number, begun) if begun.strip() else None


_Act = TypeVar("_Act")


class LinePatterns(Generic[_Act]):
    """A table of line patterns and their handlers: the first that a line begins with counts."""

    def __init__(self, prefix: str = r"[ \t>]*") -> None:
        """Allow `prefix` before every pattern: blanks, and the quote marks of mail replies."""
        self._prefix = prefix
        self._rows: list[tuple[re.Pattern[str], _Act]] = []

    def add(self, handler: _Act, *patterns: str) -> _Act:
        """Register a handler for the lines of some patterns and return it."""
        self._rows += [(re.compile(self._prefix + pattern), handler) for pattern in patterns]
        return handler

    def on(self, *patterns: str) -> Callable[[_Act], _Act]:
        """Decorate a function as the handler for the lines of some patterns."""
        return lambda act: self.add(act, *patterns)

    def find(self, line: str) -> tuple[_Act, re.Match[str]] | None:
        """Return the handler of a line and its match; None where no pattern matches."""
        for pattern, handler in self._rows:
            if match := pattern.match(line):
                return handler, match
        return None
