"""Damage that knows what files are made of: lines, numbers, encodings, markup.

Each kind takes bytes and a source of chance and returns other bytes; `damaged` applies a few.
"""

from __future__ import annotations

import codecs
import io
import re
import zipfile
import zlib
from typing import TYPE_CHECKING

from tests.fuzz.laws import CANARY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

_NUMBER = re.compile(rb"[-+]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?")
_STRANGE = (
    b"1e999", b"-1e999", b"NaN", b"Infinity", b"-0", b"0", b"-1", b"1e308", b"5e-324", b"0x1F",
    b"9" * 30, b"9" * 400, b"1" + b"0" * 5000, b"9223372036854775808", b"1.000.000,5", b"1,5,5",
    "١٢٣".encode(), "²".encode(), b"12", b"", b"\0", b"1_000", b"--", b"0.0.0",
    b"1970-01-01", b"9999-12-31T23:59:60", b"0000-00-00", b"31-02-2024 25:61:61", b"99:99:99",
    b"253402300800", b"-62135596801", b"1e15", b"1e16", b"2147483648",
)  # fmt: skip
_BITS = (
    b"\xff\xfe", b"\xef\xbb\xbf", b"\0", b"\r", b"\r\n", b"\n", b"\t", b",", b";", b"|", b'"',
    b"'", b"<", b">", b"&", b"{", b"}", b"[", b"]", b"\x1b[31m", b"\x1b]0;t\x07", b"\x85", b"\x0c",
    "\u2028\u202e".encode(), "\U0001f4a9".encode(), b"\xed\xa0\x80", b'"\\ud800"', b"\\u0000",
    b"{0}{x}", b"%s%n", b"=cmd|' /c'!A1", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"&b;", b"&#0;",
    b"<![CDATA[", b"<!--", b"]]>", b"<?xml version='1.0' encoding='utf-7'?>", b"#", b"--", b":",
    b"\n%%%% other.csv\n",
)  # fmt: skip
_SECRETS = tuple(
    text.replace("SECRET", CANARY).encode()
    for text in (
        "<Password>SECRET</Password>",
        "password=SECRET",
        '"password": "SECRET",',
        "Changed tpcc:mysql_pass from old to SECRET for MySQL",
        "Value SECRET for tpcc:mysql_pass is the same as existing value SECRET, no change made",
        "diset tpcc mysql_pass SECRET",
        "./charbench -c a.xml -u soe -p SECRET -cs //db/x",
        "sqlplus soe/SECRET@db",
        "ALTER USER soe IDENTIFIED BY SECRET;",
    )
)
_VALUE = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\b\d+(?:\.\d+)?\b|\btrue\b|\bnull\b|\{\}|\[\]')
_VALUES = (
    b"null", b"true", b"[]", b"{}", b'{"a":1}', b"[[1]]", b"NaN", b"-Infinity", b"1e999", b"-1",
    b'"\\ud800"', b'"\\u0000"', b"9" * 5_000, b'""', b'"1,5"', b'"NaN"', b'"9e99"', b"0.5",
    b"[1,2", b'"a":1,"a":2', b'["a",null,{}]', b'"x" "y"', b"18446744073709551616", b'"0x10"',
)  # fmt: skip
_ENCODINGS = (
    ("utf-8-sig", b""), ("utf-16", b""), ("utf-16-le", b""), ("utf-16-be", codecs.BOM_UTF16_BE),
    ("utf-32", b""), ("cp1252", b""), ("gb18030", b""), ("cp932", b""), ("utf-7", b""),
)  # fmt: skip
_LETTERS = "äß€ 上午 Größe 오전 № "


def cut(data: bytes, chance: Random) -> bytes:
    """End the file anywhere."""
    return data[: chance.randrange(len(data) + 1)]


def behead(data: bytes, chance: Random) -> bytes:
    """Begin the file anywhere."""
    return data[chance.randrange(len(data) + 1) :]


def flip(data: bytes, chance: Random) -> bytes:
    """Change some bytes."""
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 16) if data else 0):
        changed[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(changed)


def insert(data: bytes, chance: Random) -> bytes:
    """Put something with a meaning somewhere."""
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_BITS) * chance.choice((1, 1, 2, 20)) + data[at:]


def shuffle_lines(data: bytes, chance: Random) -> bytes:
    """Change the order of lines."""
    lines = data.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def move_lines(data: bytes, chance: Random) -> bytes:
    """Move, repeat or drop a block of lines."""
    lines = data.split(b"\n")
    start = chance.randrange(len(lines))
    stop = min(len(lines), start + chance.choice((1, 1, 2, 5, 20)))
    block = lines[start:stop]
    stored = lines[:start] + lines[stop:] if chance.randrange(2) else lines
    at = chance.randrange(len(stored) + 1)
    return b"\n".join(stored[:at] + block * chance.choice((0, 1, 1, 2)) + stored[at:])


def mass(data: bytes, chance: Random) -> bytes:
    """Repeat a block of lines a thousand times."""
    lines = data.split(b"\n")
    start = chance.randrange(len(lines))
    stop = start + chance.choice((1, 1, 2, 5, 20))
    block = lines[start:stop] * chance.choice((100, 1_000))
    return b"\n".join(lines[:start] + block + lines[stop:])


def strange_number(data: bytes, chance: Random) -> bytes:
    """Put something strange in the place of numbers."""
    numbers = list(_NUMBER.finditer(data))
    if not numbers:
        return data
    result = chance.choice(numbers)
    strange = chance.choice(_STRANGE)
    if len(strange) < 50 and chance.randrange(4) == 0:  # everywhere the same number stood
        return data.replace(result.group(), strange)
    return data[: result.start()] + strange + data[result.end() :]


def strange_value(data: bytes, chance: Random) -> bytes:
    """Put something strange in the place of values in JSON, attributes in XML, cells in CSV."""
    values = list(_VALUE.finditer(data))
    if not values:
        return data
    result = chance.choice(values)
    return data[: result.start()] + chance.choice(_VALUES) + data[result.end() :]


def drop_field(data: bytes, chance: Random) -> bytes:
    """Remove or double one field of a line."""
    fields = re.split(rb"([,;|\t: ]+)", data)
    at = chance.randrange(len(fields))
    return b"".join(fields[:at] + fields[at : at + 1] * chance.choice((0, 2)) + fields[at + 1 :])


def line_ends(data: bytes, chance: Random) -> bytes:
    """Change how lines end."""
    return data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\r\r\n", b" ", b"", b"\n\n")))


def encode(data: bytes, chance: Random) -> bytes:
    """Write it in another encoding, with letters beyond ASCII."""
    encoding, mark = chance.choice(_ENCODINGS)
    text = data.decode("utf-8", "replace")
    at = chance.randrange(len(text) + 1)
    return mark + (text[:at] + _LETTERS + text[at:]).encode(encoding, "replace")


def long_line(data: bytes, chance: Random) -> bytes:
    """Build one line very long."""
    at = chance.randrange(len(data) + 1)
    piece = chance.choice(
        (data[max(0, at - 20) : at].replace(b"\n", b" "), b" ", b"9", b"a", b",")
    )
    return data[:at] + piece * chance.choice((100, 1_000, 10_000)) + data[at:]


def deep(data: bytes, chance: Random) -> bytes:
    """Nest markup deeply at a place where there is markup."""
    places = [match.start() for match in re.finditer(rb"[<{\[]", data)] or [0]
    at = chance.choice(places)
    opening = chance.choice((b"[", b'{"a":', b"<a>", b'[{"jobs":'))
    return data[:at] + opening * chance.choice((10, 1_000, 10_000)) + data[at:]


def secret(data: bytes, chance: Random) -> bytes:
    """Add a line with a password."""
    lines = data.split(b"\n")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(_SECRETS))
    return b"\n".join(lines)


def inside(data: bytes, chance: Random) -> bytes:
    """Damage a part of a ZIP file, as it is unpacked; its checksum is right."""
    out = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
            parts = old.infolist()
            hit = chance.choice(parts) if parts else None
            for part in parts:
                whole = old.read(part)
                content = chance.choice(KINDS)(whole, chance) if part is hit else whole
                new.writestr(part.filename, content)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, zlib.error):
        return flip(data, chance)
    return out.getvalue()


KINDS: tuple[Callable[[bytes, Random], bytes], ...] = (
    cut, behead, flip, insert, shuffle_lines, move_lines, move_lines, strange_number,
    strange_number, strange_number, strange_value, strange_value, drop_field, line_ends, encode,
    secret,
)  # fmt: skip
MASSES = (long_line, deep, mass)
"""These take a hundred times as long; one input in two hundred has one."""
MOST_BYTES = 200_000


def damaged(seeds: Sequence[bytes], chance: Random, others: Sequence[bytes] = ()) -> bytes:
    """Take a seed, sometimes a piece of another one with it, and damage it once or more."""
    data = chance.choice(seeds)
    if chance.randrange(8) == 0:
        other = chance.choice(chance.choice((seeds, others or seeds)))
        data = chance.choice((data, cut(data, chance))) + behead(other, chance)
    if data.startswith(b"PK\x03\x04") and chance.randrange(4):
        return inside(data, chance)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        data = chance.choice(KINDS)(data, chance)
    if chance.randrange(200) == 0:
        data = chance.choice(MASSES)(data, chance)
    return data[:MOST_BYTES]
