"""What is said of bytes that are no text."""

from __future__ import annotations

import zlib

import pytest

from arraywise.usecases.foreign_bytes import UNKNOWN, kind_of_bytes


@pytest.mark.parametrize(
    ("data", "encoding", "kind"),
    [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "cp1252", "JPEG"),
        (b"PK\x03\x04\x14\0", "utf-8", "ZIP"),
        (zlib.compress(bytes(range(256)) * 40), "cp1252", UNKNOWN),
        (b"", "utf-8", ""),
        (b"rows\tread\r\n\x1b[1m12\x1b[0m\n", "utf-8", ""),
        ("Antwortzeit \u00fcber 5 ms\n".encode("cp1252"), "cp1252", ""),
        (b"a\0 \0r\0u\0n\0", "utf-16-le", ""),
        (b"log line of a tool\n" * 9 + b"\0\0\0\0", "utf-8", ""),
    ],
)
def test_formats_are_known_by_their_first_bytes(data: bytes, encoding: str, kind: str) -> None:
    assert kind_of_bytes(data, encoding) == kind
