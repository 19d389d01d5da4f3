"""Bytes to lines (encodings), mails, histogram buckets."""

from __future__ import annotations

import codecs
import re
from binascii import a2b_qp
from bisect import bisect_right
from email import message_from_bytes
from functools import lru_cache, update_wrapper
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeVar, TypeVarTuple

from arraywise.domain.messages import Problem, Severity, say

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator, Sequence
    from email.message import Message

_BEGINS = re.compile(rb"\s*(?:From [^\r\n]{1,200}\r?\n)?[A-Z][A-Za-z-]{1,60}:[ \t]?[^\r\n]*\r?\n")
_FIELD = re.compile(
    rb"^(?:From|To|Subject|Date|Received|Return-Path|Delivered-To|Message-I[Dd]):", re.MULTILINE
)
_MIME = re.compile(rb"^(?:Content-Type|Content-Transfer-Encoding):", re.MULTILINE | re.IGNORECASE)
_LEAST_FIELDS = 2
HEADER_BYTES = 32_768
"""A mail is known by its header, which is no longer."""
_LIMIT_BYTES = 8 * 1024 * 1024
_MOST_NESTED = 50
"""Parts within parts; a mail of people has a handful."""
_NESTING = re.compile(rb"boundary=|message/rfc822", re.IGNORECASE)
_TEXT_NAMES = (".txt", ".log", ".out", ".csv", ".json", ".xml", ".lst", ".sql", ".md", ".htm")


class Part(NamedTuple):
    """A text in a mail."""

    line: int
    """Line ends before it in the mail."""
    data: bytes
    """Its bytes, transfer encoding undone but for quoted-printable."""
    is_printable: bool
    """It is quoted-printable still."""


def is_mail(data: bytes) -> bool:
    """Say whether bytes begin with the header of a mail that says how its text is written."""
    if not _BEGINS.match(data, 0, 512):
        return False  # nearly every file
    header = re.split(rb"\r?\n\r?\n", data[:HEADER_BYTES].lstrip(), maxsplit=1)[0]
    fields = set(_FIELD.findall(header))
    return len(fields) >= _LEAST_FIELDS and _MIME.search(header) is not None


def texts_of(mail: bytes) -> list[Part]:
    """Return the texts of a mail in their order: what was written, and an attachment of text.

    None of a mail with several such attachments: each is a file of its own, and together they
    would be read as one. None of a mail beyond all measure either.
    """
    if len(mail) > _LIMIT_BYTES or len(_NESTING.findall(mail)) > _MOST_NESTED:
        return []
    parts = [part for part in message_from_bytes(mail).walk() if not part.is_multipart()]
    attached = [part for part in parts if part.get_filename() and _is_text(part)]
    written = [part for part in parts if not part.get_filename() and _is_text(part)]
    plain = [part for part in written if part.get_content_subtype() != "html"]
    if len(attached) > 1:
        return []
    chosen = [*(plain or written), *attached]
    return _placed(mail, [part for part in parts if part in chosen])


def _is_text(part: Message) -> bool:
    named = (part.get_filename() or "").lower().endswith(_TEXT_NAMES)
    return part.get_content_maintype() == "text" or named


def _placed(mail: bytes, parts: list[Message]) -> list[Part]:
    placed: list[Part] = []
    at = 0
    for part in parts:
        encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
        decoded = part.get_payload(decode=True)
        del part["Content-Transfer-Encoding"]
        raw = part.get_payload(decode=True)  # as it stands in the mail
        if not (isinstance(raw, bytes) and isinstance(decoded, bytes)):
            continue
        at = max(at, mail.find(raw, at))
        is_printable = encoding == "quoted-printable"
        line = mail.count(b"\n", 0, at)
        placed.append(Part(line, raw if is_printable else decoded, is_printable))
        at += len(raw)
    return placed


_More = TypeVarTuple("_More")
_Found = TypeVar("_Found")

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
_EAST_AND_WEST = ["cp1252", "cp1251", "cp932", "big5", "cp949", "gb18030"]
_BLANKS = dict.fromkeys(
    map(ord, "\0\x0b\x0c\x1c\x1d\x1e\x85\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
        "\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff"),
    " ",
)  # fmt: skip
_ODD_ASCII = "\0\x0b\x0c\x1c\x1d\x1e"
_QUOTATION_MARKS = dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f"), '"')
_JSON = re.compile(r"^\s*[{\[]\s*[\u201c\u201e{]", re.MULTILINE)
_FIRST_CHARACTERS = 4_096
_LINE_END = re.compile(r"\r+\n|\r")
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b\n]*\x07?|[()][0-9A-B]|[=>78c])")
_PRINTABLE_SIGN = b"=3D"
"""An equals sign as mails write it; result files are full of them."""
_NOT_PRINTABLE = re.compile(rb"=(?![0-9A-F]{2}|[ \t]*\r*(?:\n|\Z)|[0-9A-F]\Z)")
_LONGEST_PRINTABLE = re.compile(rb"[^\r\n]{79}")
_LEAST_SIGNS = 3
_HIGH = re.compile(rb"[\x80-\xff]+")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_SAMPLE_BYTES = 32_768
_SMALL_BYTES = 8_192
_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_BESIDE_WORDS = b"0123456789+-.,eE \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f"
_LOOK_AT = 256
_MOST_QUOTED = 9
"""Times that a mail was answered."""
_LEAST_QUOTED = 3
_REMEMBERED_BYTES = 2 * 1024 * 1024


class Decoded(NamedTuple):
    """A file's text: LF line ends, every kind of blank a plain blank, no byte-order mark.

    Blanks are replaced one for one, so that a character's place in its line stays what it was;
    only what a mail did to a whole text (`>` before its lines, `=3D` for `=`) is undone first.
    A mail that was saved whole gives its texts, which begin on the lines where they begin there.
    """

    text: str
    encoding: str
    cut: bool = False
    """True when the file is longer than the limit and only its beginning is here."""
    limit: int = LIMIT_BYTES

    @property
    def lines(self) -> list[str]:
        """The lines, without their ends; `lines[0]` is line 1 of the file."""
        return [line[:LONGEST_LINE] for line in self.text.split("\n")]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What there is to say about the decoding itself."""
        if not self.cut:
            return ()
        said = say(
            "The file is very long; only its first {mib:.0f} MiB were read.",
            mib=self.limit / 1024**2,
        )
        return (Problem(Severity.WARNING, said),)


class Places:
    """Turns offsets in a text into lines and columns."""

    def __init__(self, text: str) -> None:
        """Note where in the text each line begins."""
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line(self, offset: int) -> int:
        """Return the line of a character, from 1."""
        return bisect_right(self.starts, offset)

    def column(self, offset: int) -> int:
        """Return the place of a character in its line, from 1."""
        return offset - self.starts[self.line(offset) - 1] + 1


def decode(data: bytes | mmap.mmap, limit: int = LIMIT_BYTES) -> Decoded:
    """Turn the bytes of a file (at most `limit` of them) into text; never raises.

    A byte-order mark is believed; else UTF-16 is known by its zero bytes, UTF-8 by being valid
    (an end cut inside a character is tolerated), and the rest is the most likely code page.
    """
    beginning = data[:limit]
    once = _decoded_before if len(beginning) <= _REMEMBERED_BYTES else _decoded
    text, encoding = once(beginning)
    return Decoded(text, encoding, cut=len(data) > limit, limit=limit)


def _decoded(data: bytes) -> tuple[str, str]:
    return _decoded_mail(data) if is_mail(data) else _decoded_text(data)


def _decoded_mail(mail: bytes) -> tuple[str, str]:
    text, encoding = "", "utf-8"
    for part in texts_of(mail):
        body = _printable(part.data) if part.is_printable else part.data
        told, encoding = _decoded_text(body)
        text = f"{text}\n" if text and not text.endswith("\n") else text
        text += "\n" * (part.line - text.count("\n")) + told
    return text, encoding


def _decoded_text(data: bytes) -> tuple[str, str]:
    if data.isascii() and _PRINTABLE_SIGN in data:
        data = without_printable(data)
    if data.isascii() and b"\0" not in data:  # most files: nothing to find out
        text, encoding = data.decode("ascii"), "utf-8"
    else:
        encoding, body = _encoding_of(data)
        text = codecs.getincrementaldecoder(encoding)("replace").decode(body, final=False)
    text = _straight(text.translate(_BLANKS)) if not text.isascii() else _ascii(text)
    text = _LINE_END.sub("\n", text) if "\r" in text else text
    return without_quotes(text), encoding


def _straight(text: str) -> str:
    """Give JSON in which a word processor set all quotation marks as in print its own again.

    Where a straight one stands among them, what they are part of cannot be told: it stays so.
    """
    is_json = '"' not in text and _JSON.search(text, 0, _FIRST_CHARACTERS)
    return text.translate(_QUOTATION_MARKS) if is_json else text


_decoded_before = lru_cache(maxsize=4)(_decoded)
"""Every importer in turn asks for the text of a file; the last few stay known."""


@lru_cache(maxsize=4)
def _zeroed(data: bytes) -> bytes:
    """Put a zero in the place of every digit; files of a lab are the same then.

    A mail stays as it is: digits may stand for letters there.
    """
    return data if is_mail(data) else data.translate(_ZEROS)


def once_for_alike(
    look: Callable[[bytes, *_More], _Found],
) -> Callable[[bytes, *_More], _Found]:
    """Let a look at bytes that does not depend on their digits be remembered.

    Of small files that differ in digits alone what it finds is known after the first.
    """
    before = lru_cache(maxsize=200)(look)

    def looked(data: bytes, *more: *_More) -> _Found:
        return before(_zeroed(data), *more) if len(data) <= _SMALL_BYTES else look(data, *more)

    update_wrapper(looked, look)
    return looked


@once_for_alike
def may_have(head: bytes, words: tuple[bytes, ...]) -> bool:
    """Say whether the beginning of a file may have one of some words; they have no digits.

    What is not ASCII may have any word, and so may a mail and what is nothing but numbers.
    """
    is_text = head.isascii() and b"\0" not in head and head.strip(_BESIDE_WORDS)
    return not is_text or is_mail(head) or any(word in head for word in words)


def without_printable(data: bytes) -> bytes:
    """Undo what a mail does to its body (quoted-printable), where all of a text is written so.

    Lines that were broken in two are one again; the next blank line is repeated as often, so that
    the lines after it have the numbers that they have in the file.
    """
    has_signs = data.count(_PRINTABLE_SIGN) >= _LEAST_SIGNS
    if not has_signs or _NOT_PRINTABLE.search(data) or _LONGEST_PRINTABLE.search(data):
        return data
    return _printable(data)


def _printable(data: bytes) -> bytes:
    kept: list[bytes] = []
    joined = 0
    for line in data.split(b"\n"):
        bare = line.rstrip(b" \t\r")
        if joined and bare in (b"", b"=20"):
            kept += [b"\n"] * joined
            joined = 0
        is_broken = bare.endswith(b"=")
        joined += is_broken
        kept += [bare[:-1]] if is_broken else [line, b"\n"]
    return a2b_qp(b"".join(kept)[:-1])


def without_quotes(text: str) -> str:
    """Take off the `>` that a mail puts before every line, where every line has it."""
    for _ in range(_MOST_QUOTED):
        if not text[:_LOOK_AT].lstrip().startswith(">"):
            break  # nearly every file
        lines = text.split("\n")
        told = [line for line in lines if line and not line.isspace()]
        if len(told) < _LEAST_QUOTED or not all(line.startswith(">") for line in told):
            break
        text = "\n".join(line.removeprefix(">").removeprefix(" ") for line in lines)
    return text


def without_escapes(text: str) -> str:
    """Remove terminal colours and cursor movements."""
    return _ESCAPE.sub("", text) if "\x1b" in text else text


def lines_between(text: str, start: int, stop: int, places: Places) -> Iterator[tuple[int, str]]:
    """Give the lines that begin after `start` and before `stop`, each with its number."""
    number = places.line(start)
    start = text.find("\n", start, stop) + 1
    while 0 < start < stop:
        number += 1
        end = text.find("\n", start, stop)
        end = stop if end < 0 else end
        yield number, text[start : min(end, start + LONGEST_LINE)]
        start = end + 1


def numbered(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Give every line that is not blank with its number, from 1."""
    return ((number, line) for number, line in enumerate(lines, 1) if line and not line.isspace())


def _ascii(text: str) -> str:
    # a single character is found ten times quicker than one of a class
    return text.translate(_BLANKS) if any(odd in text for odd in _ODD_ASCII) else text


def _encoding_of(data: bytes) -> tuple[str, bytes]:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8", data[len(codecs.BOM_UTF8) :]
    wide, mark = wide_encoding(data[:4096])
    if wide:
        return wide, data[len(mark) :]
    return ("utf-8" if _is_utf8(data) else _code_page(data)), data


def wide_encoding(head: bytes) -> tuple[str, bytes]:
    """Return whether the beginning of a file is of UTF-16 or UTF-32, else "", and its mark."""
    if b"\0" not in head and not head.startswith(_MARKS_WITHOUT_ZEROS):
        return "", b""  # most files
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding, mark
    return _wide(head) or "", b""


def _wide(head: bytes) -> str | None:
    """Know UTF-16 without a mark: western text has a zero in every other byte."""
    pairs = len(head) // 2
    if pairs < 2:
        return None
    even, odd = head[0 : 2 * pairs : 2].count(0), head[1 : 2 * pairs : 2].count(0)
    if odd > 0.7 * pairs and even < 0.05 * pairs:
        return "utf-16-le"
    if even > 0.7 * pairs and odd < 0.05 * pairs:
        return "utf-16-be"
    return None


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data, final=False)
    except UnicodeDecodeError:
        return False
    return True


def _code_page(data: bytes) -> str:
    """Choose a code page from the bytes that are not ASCII.

    Statistics need much text and result files have little of it: so lone accents mean western
    Europe, and pairs throughout mean Korean or Chinese; only the rest is left to statistics.
    """
    runs = _HIGH.findall(data[: 64 * _SAMPLE_BYTES])
    lone = sum(len(run) == 1 for run in runs)
    if lone * 2 > sum(map(len, runs)):
        return "cp1252"
    if all(len(run) % 2 == 0 for run in runs):
        return _paired(b"\n".join(runs)[:_SAMPLE_BYTES]) or "cp1252"
    return _likeliest(data)


def _paired(sample: bytes) -> str | None:
    korean = "".join(_BEYOND_ASCII.findall(sample.decode("cp949", "replace")))
    if len(_HANGUL.findall(korean)) > 0.8 * len(korean):
        return "cp949"
    chinese = codecs.getincrementaldecoder("gb18030")("replace").decode(sample)
    return None if "\ufffd" in chinese else "gb18030"


def _likeliest(data: bytes) -> str:
    from charset_normalizer import from_bytes

    telling = [line for line in data[: 64 * _SAMPLE_BYTES].splitlines() if not line.isascii()]
    match = from_bytes(b"\n".join(telling)[:_SAMPLE_BYTES], cp_isolation=_EAST_AND_WEST).best()
    return match.encoding if match else "cp1252"


def percentile(counts: Sequence[int], bounds: Sequence[float], percent: float) -> float | None:
    """Interpolate within the bucket that holds the wanted I/O in order of latency.

    Args:
        counts: I/Os in each bucket, in order of latency; the last bucket has no upper end.
        bounds: Where each bucket begins, in any unit.
        percent: 0 to 100.

    Returns:
        A value in the unit of the bounds; None without I/Os, or within the last bucket.
    """
    wanted = sum(counts) * percent / 100
    for i, reached in enumerate(accumulate(counts[:-1])):
        if counts[i] and reached >= wanted:
            into = (wanted - reached + counts[i]) / counts[i]
            return bounds[i] + into * (bounds[i + 1] - bounds[i])
    return None
