"""Where the runs of a dstat file begin and end, and what stands above their rows.

A file may hold several runs: every one of the family appends to a file that exists already, and
writes its title only into a new one. So a run begins at its `"Host:"` line. Files have up to
10,000,000 rows, so that only searches at memory speed look at the whole of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.importers.dstat.cells import names_of, plain_text, split_cells
from arraywise.importers.dstat.headless import is_header

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator

BLOCK = 1 << 20
LONGEST_LINE = 1 << 17
"""A line of names for 1,000 processors is shorter."""
MOST_RUNS = 500
_ABOVE = 4096
"""Title and author stand within this many bytes above the host."""

_HOST = re.compile(rb'\n"?Host:"?[,;\t]')
_HOST_AT_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*"?Host:"?[,;\t]')
_COMMAND = re.compile(rb'(?:\A|\n)(?:\xef\xbb\xbf)?"?Cmd(?:line)?:"?[,;\t]')
_LINE_END = re.compile(rb"\r\n|\r|\n")
_TITLE = re.compile(rb'(?:\A|\n)(?:\xef\xbb\xbf)?"?(dstat|dool|pcp-dstat) (\S+) CSV output', re.I)

_HEADER_WORDS = (b"usr", b"writ", b"recv")
"""One of them stands in every line of column names that `is_header` knows."""


@dataclass(frozen=True, slots=True)
class Preamble:
    """What a run says above its rows; a text that is not there is empty."""

    tool: str = ""
    """From the title: `dstat`, `dool`, `pcp-dstat`."""
    version: str = ""
    host: str = ""
    command: str = ""
    date: str = ""
    groups: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    delimiter: str = ","
    blank_line: bool = False
    """An empty line above the groups, as dstat before 0.7.3 writes it."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One run: its preamble and the bytes of its rows."""

    preamble: Preamble
    start: int
    """Byte at which the first row begins."""
    stop: int
    """Byte after the last whole row."""
    line: int
    """Line of the first row, from 1."""
    cut: bool = False
    """The file ends in the middle of a line, which is not part of the rows."""


@dataclass(frozen=True, slots=True)
class Segments:
    """All runs of a file, and whether its bytes are plain ASCII."""

    segments: tuple[Segment, ...]
    ascii: bool
    left_out: int = 0
    """Runs beyond the limit."""


def has_header(head: bytes) -> bool:
    """Say whether the beginning of a file is that of a dstat CSV, whole or trimmed."""
    if _HOST_AT_START.match(head):
        return True
    if b"output" in head and _TITLE.search(head):
        return True
    if b'"Cmd' in head and b"Date:" in head and (_HOST.search(head) or _COMMAND.search(head)):
        return True
    return _is_trimmed(head)


def find_segments(data: bytes | mmap.mmap) -> Segments:
    """Find the runs of a file."""
    anchors, is_ascii = _scan(data)
    if not anchors:
        anchors = _anchor_without_host(data[:65_536])
    begins = [_beginning(data, anchor) for anchor in anchors[: MOST_RUNS + 1]]
    segments: list[Segment] = []
    place, line, title = 0, 1, ("", "")
    for index, anchor in enumerate(anchors[:MOST_RUNS]):
        end = begins[index + 1] if index + 1 < len(begins) else len(data)
        title = _title(data[begins[index] : anchor]) or title
        preamble, start = _read_preamble(data, anchor, end, title)
        line += count_lines(data, place, start)
        segments.append(_segment(data, preamble, (start, end), line))
        place = start
    return Segments(tuple(segments), is_ascii, max(0, len(anchors) - MOST_RUNS))


def count_lines(data: bytes | mmap.mmap, start: int, stop: int) -> int:
    """Count the line ends between two bytes; about 0.3 s a gigabyte."""
    return sum(data[at : min(at + BLOCK, stop)].count(b"\n") for at in range(start, stop, BLOCK))


def _scan(data: bytes | mmap.mmap) -> tuple[list[int], bool]:
    anchors = [0] if _HOST_AT_START.match(data[:64]) else []
    is_ascii = True
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK + 16]
        is_ascii = is_ascii and block.isascii()
        if b"H" in block:  # one byte is found five times as quickly as a word
            hits = (match.start() for match in _HOST.finditer(block))
            anchors += [at + hit + 1 for hit in hits if hit < BLOCK]
    return anchors, is_ascii


def _anchor_without_host(head: bytes) -> list[int]:
    command = _COMMAND.search(head)
    if command:
        return [command.start() + head[command.start() :].startswith(b"\n")]
    title = _TITLE.search(head)
    return [title.start()] if title else [0]


def _beginning(data: bytes | mmap.mmap, anchor: int) -> int:
    """Go up from the host to the title, where there is one."""
    above = data[max(0, anchor - _ABOVE) : anchor]
    titles = list(_TITLE.finditer(above))
    if not titles or above.count(b"\n", titles[-1].end()) > 4:
        return anchor
    return anchor - len(above) + titles[-1].start() + titles[-1][0].startswith(b"\n")


def _title(above: bytes) -> tuple[str, str] | None:
    match = _TITLE.search(above)
    if match is None:
        return None
    version = plain_text(match[2])
    return match[1].decode().lower(), version if version[:1].isdigit() else ""


def _is_trimmed(head: bytes) -> bool:
    first = _LINE_END.split(head[:LONGEST_LINE], maxsplit=4)[:4]
    lines = [line for line in first if line.strip()][:2]
    telling = (line for line in lines if any(word in line for word in _HEADER_WORDS))
    return any(is_header(names_of(line)[0]) for line in telling)


def _read_preamble(
    data: bytes | mmap.mmap, anchor: int, end: int, title: tuple[str, str]
) -> tuple[Preamble, int]:
    """Read the lines above the rows; return them and the byte at which the rows begin."""
    said = {"tool": title[0], "version": title[1]}
    heads: list[bytes] = []
    blank, place = False, anchor
    for line, after in _lines(data, anchor, end):
        if not line:
            blank = blank or ("command" in said and not heads)
        elif _keyed(line, said):
            pass
        elif len(heads) < 2 and _is_names(line):
            heads.append(line)
        else:
            break
        place = after
    return _named(heads, said, blank_line=blank), place


def _lines(data: bytes | mmap.mmap, start: int, end: int) -> Iterator[tuple[bytes, int]]:
    """Give whole lines and the byte after each; a preamble has no more than a few."""
    for _ in range(16):
        found = data.find(b"\n", start, min(end, start + LONGEST_LINE))
        if found < 0:
            return
        yield data[start:found].strip(b"\r\xef\xbb\xbf \0"), found + 1
        start = found + 1


def _keyed(line: bytes, said: dict[str, str]) -> bool:
    """Take a line that says what it says by a key in its first cell."""
    key = line[:12].lstrip(b'"').partition(b":")[0].lower()
    if key not in {b"host", b"cmdline", b"cmd", b"author"}:
        return _TITLE.match(line) is not None
    text, date, when = plain_text(line).rpartition("Date:")[::1]
    if not date:
        text, when = when, ""
    else:
        said["date"] = when.strip('",;\t ')
    value = text.partition(":")[2]
    if key == b"host":
        said["host"] = value.partition("User:")[0].strip('",;\t ')
    elif key != b"author":
        said["command"] = value.strip('",;\t ')
    return True


def _is_names(line: bytes) -> bool:
    """Names are quoted or begin with a letter; a row begins with a digit or `Nov-20`."""
    if re.match(rb"[A-Z][a-z]{2}-\d", line):
        return False
    return re.match(rb'"|[A-Za-z]|[,;\t]+["A-Za-z]', line) is not None and len(line) > 3


def _named(heads: list[bytes], said: dict[str, str], *, blank_line: bool) -> Preamble:
    names, delimiter = names_of(heads[-1]) if heads else ([], ",")
    groups = split_cells(plain_text(heads[0]), delimiter) if len(heads) == 2 else []
    return Preamble(
        tool=said.get("tool", ""),
        version=said.get("version", ""),
        host=said.get("host", ""),
        command=said.get("command", ""),
        date=said.get("date", ""),
        groups=tuple(groups),
        names=tuple(names),
        delimiter=delimiter,
        blank_line=blank_line,
    )


def _segment(
    data: bytes | mmap.mmap, preamble: Preamble, place: tuple[int, int], line: int
) -> Segment:
    """Measure the rows: without the blank lines below them and without a line that was cut."""
    start, end = place
    whole = data.rfind(b"\n", start, end) + 1 or start
    tail = data[max(start, whole - _ABOVE) : whole]
    filled = len(tail.rstrip(b"\r\n \0"))
    stop = whole - len(tail) + filled
    if filled:
        stop = data.find(b"\n", stop, whole) + 1
    cut = bool(data[whole : min(end, whole + 4096)].strip(b" \r\0\x1a"))
    return Segment(preamble, start, stop, line, cut)
