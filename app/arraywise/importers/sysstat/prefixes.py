"""What scripts write before every line of a recording: the time, or the host."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.importers.kit.text import Lines

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator

_HEAD = 65_536
BEFORE = (
    r"[ \t]{0,4}(?P<stamp>\[?"
    r"(?:\d{4}[-/]\d\d[-/]\d\d[ T]|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d )?"
    r"\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?(?: (?:[A-Z]{3,4} )?20\d\d)?\]?)"
    r"(?: [OE])?[:,;|]?(?=\s|$)"
)
"""The time that `ts`, `annotate-output` or a loop around `date` writes before each line."""
_BEFORE = re.compile(BEFORE)
_IS_STAMPED = re.compile(
    rf"^{BEFORE}[ \t]+(?:-*procs-* |r +b +swpd |Linux \d|avg-cpu:|Device)", re.MULTILINE
)
OF_HOST = r"(?P<host>\w[\w.-]{0,62}): +"
"""What pdsh, salt and their like write before each line."""
_OF_HOST = re.compile(rf"{OF_HOST}(?:Linux \d|-*procs-* -)")
_MOST_HOSTS = 100


def hosts_of(data: bytes | mmap.mmap, encoding: str) -> list[str]:
    """Return the hosts whose names stand before every line; most files have none."""
    if not _OF_HOST.match(bytes(data[:_HEAD]).decode(encoding, "replace").lstrip("\ufeff")):
        return []
    found = (_OF_HOST.match(line) for _, line in Lines(data, encoding))
    return list(dict.fromkeys(match["host"] for match in found if match))[:_MOST_HOSTS]


def start_of(host: str) -> str:
    """Return what every line of a host begins with; nothing where hosts are not named."""
    return f"{host}:" if host else ""


def lines_of(
    data: bytes | mmap.mmap, encoding: str, lines: Lines, host: str
) -> Iterator[tuple[int, str, str]]:
    """Give every line, of one host where it is named, with the time that stands before it."""
    if host:
        start = start_of(host)
        own = ((number, line) for number, line in lines if line.startswith(start))
        yield from ((number, "", line[len(start) + 1 :]) for number, line in own)
        return
    if not _IS_STAMPED.search(bytes(data[:_HEAD]).decode(encoding, "replace")):
        yield from ((number, "", line) for number, line in lines)
        return
    for number, line in lines:
        before = _BEFORE.match(line)
        yield (number, before["stamp"], line[before.end() :]) if before else (number, "", line)
