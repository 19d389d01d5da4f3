"""Takes the texts out of a mail that was saved whole (`.eml`), as RFC 822 and MIME write it."""

from __future__ import annotations

import re
from email import message_from_bytes
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
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
