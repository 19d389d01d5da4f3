"""Says what a file looks like that is no text, so that its bytes are not shown as letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import mmap

UNKNOWN = "?"
"""No text, and of no kind that is known by its first bytes."""
_KINDS = (
    (b"\xff\xd8\xff", "JPEG"),
    (b"\x89PNG\r\n", "PNG"),
    (b"GIF8", "GIF"),
    (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "ZIP"),
    (b"\xd0\xcf\x11\xe0", "OLE"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"(\xb5/\xfd", "Zstandard"),
    (b"7z\xbc\xaf", "7z"),
    (b"SQLite format 3\0", "SQLite"),
    (b"\x7fELF", "ELF"),
)
_LOOKED_AT = 4096
_NO_LETTERS = bytes(set(range(32)) - set(b"\t\n\x0b\x0c\r\x1b")) + b"\x7f"
_MOST = 0.05
"""Share of the bytes that may be no letters in a text: a damaged log holds some."""
_WIDE = ("utf-16", "utf-32")


def kind_of_bytes(data: bytes | mmap.mmap, encoding: str) -> str:
    """Return the name of a format that is no text, `UNKNOWN`, or nothing for a text.

    Args:
        data: The bytes of the file.
        encoding: As the importer took it to be.
    """
    head = data[:_LOOKED_AT]
    known = next((kind for start, kind in _KINDS if head.startswith(start)), "")
    if known or not head or encoding.startswith(_WIDE):
        return known
    odd = len(head) - len(head.translate(None, _NO_LETTERS))
    return UNKNOWN if odd > _MOST * len(head) else ""
