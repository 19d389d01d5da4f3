"""Archives, documents, pictures and programs, recognised by content alone.

A text importer must never see them: a stored ZIP file and a tar file hold whole result files as
plain text, of several runs or options one after the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from arraywise.importers.text import wide_encoding

if TYPE_CHECKING:
    import mmap


class Form(Enum):
    """What a binary file is, as far as it matters for what to do about it."""

    ARCHIVE = "archive"
    ZIP = "zip"
    PDF = "pdf"
    PICTURE = "picture"
    OFFICE = "office"
    DUCKDB = "duckdb"
    DATABASE = "database"
    PROGRAM = "program"
    SYSSTAT = "sysstat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Kind:
    """A binary format: what it is, and the name it goes by."""

    form: Form
    name: str


UNKNOWN = Kind(Form.UNKNOWN, "?")
"""No text, and of no format that is known by its first bytes."""

_SIGNATURES = (
    (0, b"PK\x03\x04", Kind(Form.ZIP, "ZIP")),
    (0, b"PK\x05\x06", Kind(Form.ZIP, "ZIP")),
    (0, b"PK\x07\x08", Kind(Form.ZIP, "ZIP")),
    (0, b"\x1f\x8b", Kind(Form.ARCHIVE, "gzip")),
    (0, b"\x1f\x9d", Kind(Form.ARCHIVE, "compress (.Z)")),
    (0, b"BZh", Kind(Form.ARCHIVE, "bzip2")),
    (0, b"\xfd7zXZ\x00", Kind(Form.ARCHIVE, "xz")),
    (0, b"\x5d\x00\x00", Kind(Form.ARCHIVE, "LZMA")),
    (0, b"LZIP\x01", Kind(Form.ARCHIVE, "lzip")),
    (0, b"\x04\x22\x4d\x18", Kind(Form.ARCHIVE, "LZ4")),
    (0, b"\x28\xb5\x2f\xfd", Kind(Form.ARCHIVE, "Zstandard")),
    (0, b"7z\xbc\xaf\x27\x1c", Kind(Form.ARCHIVE, "7-Zip")),
    (0, b"Rar!\x1a\x07", Kind(Form.ARCHIVE, "RAR")),
    (0, b"MSCF\0\0\0\0", Kind(Form.ARCHIVE, "CAB")),
    (0, b"070701", Kind(Form.ARCHIVE, "cpio")),
    (0, b"070702", Kind(Form.ARCHIVE, "cpio")),
    (0, b"070707", Kind(Form.ARCHIVE, "cpio")),
    (0, b"\xc7\x71", Kind(Form.ARCHIVE, "cpio")),
    (0, b"!<arch>\n", Kind(Form.ARCHIVE, "ar")),
    (0, b"\xed\xab\xee\xdb", Kind(Form.ARCHIVE, "RPM")),
    (0, b"%PDF-", Kind(Form.PDF, "PDF")),
    (0, b"\x89PNG\r\n", Kind(Form.PICTURE, "PNG")),
    (0, b"\xff\xd8\xff", Kind(Form.PICTURE, "JPEG")),
    (0, b"GIF8", Kind(Form.PICTURE, "GIF")),
    (0, b"\xd0\xcf\x11\xe0", Kind(Form.OFFICE, "OLE")),
    (8, b"DUCK", Kind(Form.DUCKDB, "DuckDB")),
    (0, b"SQLite format 3\0", Kind(Form.DATABASE, "SQLite")),
    (0, b"PAR1", Kind(Form.DATABASE, "Parquet")),
    (0, b"\x89HDF\r\n", Kind(Form.DATABASE, "HDF5")),
    (0, b"\x7fELF", Kind(Form.PROGRAM, "ELF")),
    (0, b"MZ", Kind(Form.PROGRAM, "EXE")),
    (0, b"\xca\xfe\xba\xbe", Kind(Form.PROGRAM, "Java")),
    (0, b"\xcf\xfa\xed\xfe", Kind(Form.PROGRAM, "Mach-O")),
    (0, b"\x96\xd5", Kind(Form.SYSSTAT, "sysstat")),
    (0, b"\xd5\x96", Kind(Form.SYSSTAT, "sysstat")),
)
_TAR = Kind(Form.ARCHIVE, "tar")
_PYTHON = Kind(Form.PROGRAM, "Python")
_MAY_BE_TEXT = {"PDF", "ar"}
"""Formats of which a small file may have no control character; no result begins as they do."""
_LOOKED_AT = 65_536
_TAR_BLOCK = 512
_TAR_SUM = slice(148, 156)
_TAR_NAME = slice(0, 100)
_CONTROL = bytes(set(range(32)) - set(b"\t\n\x0b\x0c\r\x08\x1b\x1a")) + b"\x7f"
"""What no text has: tabs, line ends, backspaces, escapes and the DOS end of file are left out."""
_LOST = re.compile(rb"\0{16,}")
"""Blocks that a crash left unwritten inside a text: zeros in a row."""
_MOST = 0.05
"""Share of control characters that a damaged text may have."""


def kind_of(data: bytes | mmap.mmap) -> Kind | None:
    """Return what a binary file is; None for text, damaged text and nothing at all.

    Args:
        data: The bytes of a file, or its beginning.
    """
    head = data[:_LOOKED_AT]
    if not head.strip(b"\0 \t\r\n"):
        return None
    if wide_encoding(head)[0]:
        return None  # UTF-16 and UTF-32 have a zero beside every letter
    found = _by_signature(head) or _by_header(head)
    if found is not None:
        return found
    written = _LOST.sub(b"", head)
    odd = len(written) - len(written.translate(None, _CONTROL))
    return UNKNOWN if odd > _MOST * len(written) else None


def _by_signature(head: bytes) -> Kind | None:
    for at, signature, kind in _SIGNATURES:
        # words may begin with the letters of a signature: MZ, BZh, DUCK
        is_sure = kind.name in _MAY_BE_TEXT or not _is_text(signature)
        if head.startswith(signature, at) and (is_sure or not _is_text(head)):
            return kind
    return None


def _is_text(data: bytes) -> bool:
    return data.isascii() and len(data.translate(None, _CONTROL)) == len(data)


def _by_header(head: bytes) -> Kind | None:
    """Recognise what has no signature at all, or not in every version."""
    if _is_tar(head[:_TAR_BLOCK]):
        return _TAR
    # a magic number, CR LF, then flags of which two bits are used, then a time or a hash
    is_python = head[2:4] == b"\r\n" and b"\x0b" <= head[1:2] <= b"\x0f" and head[5:8] == b"\0" * 3
    return _PYTHON if is_python else None


def _is_tar(block: bytes) -> bool:
    """Say whether a block of 512 bytes is the header of a file in a tar archive.

    Source: POSIX.1-1988 (ustar); the checksum is that of the older format too.
    """
    if len(block) < _TAR_BLOCK or not block[_TAR_NAME].rstrip(b"\0"):
        return False
    digits = block[_TAR_SUM].strip(b"\0 ")
    if not digits or digits.strip(b"01234567"):
        return False
    return sum(block) - sum(block[_TAR_SUM]) + 8 * ord(" ") == int(digits, 8)
