"""Files that another program saved again: UTF-16, decimal commas, Macintosh's ends, indented.

Their rows cannot be loaded from the file as they are. They are brought back to what dstat itself
writes, line by line, and kept compressed until the store asks for them.
"""

from __future__ import annotations

import codecs
import re
import zlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from arraywise.importers.dstat.cells import names_of
from arraywise.importers.dstat.headless import is_header
from arraywise.importers.text import decode

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable

    from arraywise.domain.evidence import MendedRows, SampleTable

LIMIT_BYTES = 512 * 1024 * 1024
"""Longer files than this are not rewritten: a spreadsheet's million rows stay below."""
_HEAD = 65_536
_LOOKED_AT = 5
_MARGIN_LINES = 20
_MARGIN = re.compile(rb"^[ \t]+", re.MULTILINE)
_WIDE = ("utf-16", "utf-32")
_COMMA = re.compile(rb"-?\d{1,30},\d{1,30}(?:[eE][+-]?\d{1,2})?")
_POINT = re.compile(rb"-?\d{1,30}\.\d{1,30}(?:[eE][+-]?\d{1,2})?")
_BETWEEN_DIGITS = re.compile(rb"(?<=\d),(?=\d)")


def is_wide(head: bytes) -> bool:
    """Say whether a file is in UTF-16 or UTF-32, with a byte-order mark or without."""
    looks = b"\0" in head[:64] or head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return looks and decode(head[:4096]).encoding.startswith(_WIDE)


def narrow_head(head: bytes) -> bytes:
    """Return the beginning of a file in UTF-8, its lines ended as dstat does."""
    if is_wide(head):
        head = decode(head).text.encode()
    elif _ends_with_returns(head):
        head = _with_feeds(head)
    return _without_margin(head) if _is_indented(head) else head


def rewritten(data: bytes | mmap.mmap) -> tuple[bytes | mmap.mmap, str | None]:
    """Return a file as dstat would have written it, and the encoding that it was in.

    The encoding is None where nothing had to be done but for decimal commas.
    """
    encoding = None
    if is_wide(data[:_HEAD]):
        encoding = decode(data[:4096]).encoding
        data = codecs.getincrementaldecoder(encoding)("replace").decode(data[:]).encode()
        data = data.removeprefix(codecs.BOM_UTF8)
    if len(data) <= LIMIT_BYTES and _ends_with_returns(data[:_HEAD]):
        data = _with_feeds(data[:])
    if len(data) <= LIMIT_BYTES and _is_indented(data[:_HEAD]):
        data = _without_margin(data[:])
    if len(data) <= LIMIT_BYTES and _has_decimal_commas(data[:_HEAD]):
        lines = data[:].split(b"\n")
        data = b"\n".join(map(_with_points, lines))
    return data, encoding


def _ends_with_returns(head: bytes) -> bool:
    """Say whether lines end as those of a spreadsheet's "CSV (Macintosh)" do."""
    return b"\r" in head and b"\n" not in head


def _is_indented(head: bytes) -> bool:
    """Say whether every line begins with blanks, as those of a text that was quoted do."""
    if not head[:1].isspace():
        return False  # nearly every file
    lines = [line for line in head.split(b"\n")[:_MARGIN_LINES] if line.strip()]
    return len(lines) > 1 and all(line[:1] in b" \t" for line in lines)


def _without_margin(data: bytes) -> bytes:
    return _MARGIN.sub(b"", data)


def _with_feeds(data: bytes) -> bytes:
    return data.replace(b"\r", b"\n")


def _with_points(line: bytes) -> bytes:
    """Give numbers decimal points; lines of names and of what was asked for stay as they are."""
    return line if line[:1] == b'"' or b"," not in line else _BETWEEN_DIGITS.sub(b".", line)


def _has_decimal_commas(head: bytes) -> bool:
    """Look at the first rows below the names, where commas do not part cells."""
    lines = head.split(b"\n")
    for number, line in enumerate(lines[:20]):
        names, delimiter = names_of(line[:_HEAD])
        if delimiter != "," and is_header(names):
            rows = lines[number + 1 : number + 1 + _LOOKED_AT]
            cells = [c.strip() for row in rows for c in row.split(delimiter.encode())]
            commas = any(_COMMA.fullmatch(cell) for cell in cells)
            return commas and not any(_POINT.fullmatch(cell) for cell in cells)
    return False


def held(table: SampleTable, data: bytes | mmap.mmap) -> SampleTable:
    """Let a table hold its rows itself, since they do not stand in the file like this."""
    packed = zlib.compress(data[table.start : table.stop], 1)
    return replace(
        table, start=0, stop=0, needs_mending=True,
        mend=partial(_unpacked, packed, table.mend),
    )  # fmt: skip


def _unpacked(packed: bytes, mend: Callable[[bytes], MendedRows], _rows: bytes) -> MendedRows:
    return mend(zlib.decompress(packed))
