"""Names and SQL text in reports on databases, which are starred out before a report is kept.

Those of databases, instances, hosts, containers, services, owners, objects, files and parameters
are the client's own; figures and the names that Oracle gave stay. Lines and columns stay where
they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD_BYTES: Final = 64 * 1024
_REPORT: Final = re.compile(
    rb"WORKLOAD REPOSITORY|^[ \t]*STATSPACK report for|^~~BEGIN-OS-INFORMATION~~"
    rb"|<title>AWR Report",
    re.MULTILINE | re.IGNORECASE,
)
_SIGNS: Final = (b"repository", b"statspack", b"begin-os-information", b"awr report")
"""Each beginning has one of them; looking for these alone is ten times quicker."""
_IDENTITIES: Final = frozenset(
    {
        *(b"db name", b"db id", b"dbid", b"unique name", b"instance", b"inst name"),
        *(b"instance name", b"host", b"host name", b"container name", b"container db id"),
        *(b"pdb name", b"pluggable database", b"database", b"name"),
    }
)
"""Headings over what a client calls a database, its parts or its host."""
_ONLY_AT_TOP: Final = frozenset({b"database", b"name"})
_PRIVATE: Final = frozenset(
    {
        *(b"sql text", b"sql module", b"module", b"owner", b"object name", b"subobject name"),
        *(b"tablespace", b"tablespace name", b"filename", b"file name", b"service name"),
        *(b"user name", b"username", b"program", b"plsql entry object", b"pl/sql entry object"),
        *(b"action", b"user", b"service", b"client id", b"task name"),
        *(b"begin value", b"end value", b"end value (if different)", b"value(if different)"),
    }
)
"""Headings over other names, SQL text and values of parameters."""
_ROW: Final = re.compile(rb"<tr\b")
_HEADING: Final = re.compile(rb"<th\b[^<>]*>((?:(?!<t[dh]\b|</t[dh]>).)*)", re.DOTALL)
_CELL: Final = re.compile(rb"<td\b[^<>]*>((?:(?!<t[dh]\b|</t[dh]>).)*)", re.DOTALL)
_TAG: Final = re.compile(rb"<[^>]*>|&#?\w+;")
_WORD: Final = re.compile(rb"(\S+)")
_WORD_OF_HTML: Final = re.compile(rb"(?:<[^<>]*>|&(?:nbsp|#160);|\s)+|([^\s<&]+|[<&])")
_TITLED: Final = re.compile(rb"(?:DB/Inst|for DB): \S")
_LONGEST_TITLE: Final = 200
_NAMED: Final = re.compile(
    rb"(?:DB/Inst: |for DB: )([^\s/]{1,60})(?:/|[ \t]+Instance: )([^\s/]{1,60})[ \t]+Snaps"
)
_PRIVATE_TITLE: Final = re.compile(
    rb"[\s\x0c]*(?:SQL ordered|Complete List of SQL|Top SQL|Top Sess|Top Block|Top PL|Segments by"
    rb"|init\.ora|Tablespace IO|File IO|File Read|Service|Rule Sets)",
    re.IGNORECASE,
)
_RULE: Final = re.compile(rb"^[ \t]*[-~]{2,}(?: +[-~]+)+[ \t\r]*$", re.MULTILINE)
_RUN: Final = re.compile(rb"[-~]+")
_SUMMARY_BYTES: Final = 6_000
_ADDM: Final = re.compile(rb"^[ \t]*ADDM Report for Task", re.MULTILINE)
_SAID: Final = re.compile(rb"^(?:DB_NAME|DBID|HOSTS|MODULE)[ \t]+(\S[^\r\n]*)", re.MULTILINE)
_PART: Final = re.compile(rb"^~~BEGIN-(?:TOP-SQL[A-Z-]*|DATABASE-PARAMETERS)~~", re.MULTILINE)
_LEAST_NAME: Final = 3
"""Letters of a name that is sought in the whole file; shorter ones are words too."""
_LONGEST_NAME: Final = 80
_MOST_NAMES: Final = 50
_LEAST_NUMBER: Final = 6
"""Digits of a database's id."""
_ORACLES: Final = frozenset(
    {b"name", b"instance", b"host", b"yes", b"sys", b"primary", b"oracle", b"total", b"waits"}
)

Span = tuple[int, int]


def _is_report(data: bytes) -> bool:
    head = data[:_HEAD_BYTES]
    small = head.lower()
    return any(sign in small for sign in _SIGNS) and bool(_REPORT.search(head))


def private_spans(data: bytes) -> frozenset[Span]:
    """Return where in a report names and SQL text stand; nothing for any other file."""
    if not _is_report(data):
        return frozenset()
    pattern = _WORD_OF_HTML if b"<table" in data[:_HEAD_BYTES].lower() else _WORD
    spans: set[Span] = set()
    names: set[bytes] = set()
    for start, stop, is_identity in _places(data):
        if is_identity and (start < _HEAD_BYTES or data[start - 1 : start] in b" /"):
            names |= _names_in(data[start:stop])
        spans |= set(_words(data, start, stop, pattern))
    numbers = [name for name in names if name.isdigit()]
    words = [re.escape(name) for name in names if not name.isdigit()]
    for bound, sought in ((rb"(?<![0-9A-Za-z])(?:%b)(?![0-9A-Za-z])", numbers),
                          (rb"(?<!\w)(?:%b)(?!\w)", words)):  # fmt: skip
        if sought:
            spans |= {result.span() for result in re.finditer(bound % b"|".join(sought), data)}
    return frozenset(spans)


def client_names(data: bytes) -> tuple[str, ...]:
    """Return what a report calls the client's database, its parts and hosts, each once.

    Nothing else reads them: a study keeps them starred out. They are for who asks for them.
    """
    if not _is_report(data):
        return ()
    cells = (
        _TAG.sub(b" ", data[start:stop]).decode("utf-8", "replace")
        for start, stop, is_identity in _places(data)
        if is_identity and start < _HEAD_BYTES
    )
    names = (" ".join(cell.split())[:_LONGEST_NAME] for cell in cells)
    told = dict.fromkeys(name for name in names if name.strip("*-~"))
    return tuple(told)[:_MOST_NAMES]


def _names_in(cell: bytes) -> set[bytes]:
    words = re.split(rb"[\s,;]+", _TAG.sub(b" ", cell))
    hosts = {word.split(b".")[0] for word in words}
    return {
        word
        for word in {*words, *hosts}
        if len(word) >= (_LEAST_NUMBER if word.isdigit() else _LEAST_NAME)
        and word.strip(b"*")
        and word.lower() not in _ORACLES
    }


def _words(data: bytes, start: int, stop: int, pattern: re.Pattern[bytes]) -> Iterator[Span]:
    """Return the words for a place; the plus before a disk group of ASM stays, it names nobody."""
    for result in pattern.finditer(data, start, stop):
        if result[1] is not None and result[1].strip(b"*-~+"):
            first, last = result.span(1)
            yield first + result[1].startswith(b"+"), last


def _places(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Return begin and end of what is private, and whether it names a database or host."""
    small = data.lower()
    for start, stop in _between(small, b"<table", b"</table>"):
        yield from _in_table(small, start, stop)
    yield from _in_text(data)
    for message in _SAID.finditer(data, 0, _HEAD_BYTES):
        yield *message.span(1), True
    for part in _PART.finditer(data):
        end = data.find(b"~~END", part.end())
        yield part.end(), end if end >= 0 else len(data), False
        if end < 0:
            break


def _between(data: bytes, first: bytes, last: bytes) -> Iterator[Span]:
    start = data.find(first)
    while start >= 0:
        stop = data.find(last, start)
        stop = stop if stop >= 0 else len(data)
        yield start, stop
        start = data.find(first, stop)


def _in_table(data: bytes, start: int, stop: int) -> Iterator[tuple[int, int, bool]]:
    rows = [row.start() for row in _ROW.finditer(data, start, stop)]
    headings: list[bytes] = []
    for first, last in zip(rows, [*rows[1:], stop], strict=False):
        result = [_plain(heading[1]) for heading in _HEADING.finditer(data, first, last)]
        if result:
            headings = result
            continue
        private = {i for i, name in enumerate(headings) if name in _PRIVATE}
        own = {i for i, name in enumerate(headings) if name in _IDENTITIES - _ONLY_AT_TOP}
        if headings[:3] == [b"id", b"name", b"rac"]:  # of a cluster
            own = {0, 1}
        if private or own:
            for place, cell in enumerate(_CELL.finditer(data, first, last)):
                if place in private | own:
                    yield *cell.span(1), place in own


def _plain(heading: bytes) -> bytes:
    return b" ".join(_TAG.sub(b" ", heading).split())


def _in_text(data: bytes) -> Iterator[tuple[int, int, bool]]:
    for named in _NAMED.finditer(data):
        yield *named.span(1), True
        yield *named.span(2), True
    titles = [result.start() for result in _TITLED.finditer(data)]
    for place, end in zip(titles, [*titles[1:], len(data)], strict=False):
        start = data.rfind(b"\n", max(place - _LONGEST_TITLE, 0), place) + 1
        if _PRIVATE_TITLE.match(data, start, place):
            below = data.find(b"\n", place, end)
            yield below if below >= 0 else end, data.rfind(b"\n", place, end) + 1 or end, False
    addm = _ADDM.search(data)
    if addm:
        yield addm.end(), len(data), False
    if titles:
        yield from _in_summary(data)


def _in_summary(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Return the names in the tables at the top of a text report."""
    for rule in _RULE.finditer(data, 0, _SUMMARY_BYTES):
        above = data.rfind(b"\n", 0, max(rule.start() - 1, 0)) + 1
        heading = data[above : rule.start()]
        start = rule.end() + 1
        is_host = rule[0].startswith(b"~~~~ ")  # Statspack; its headings may be broken in two
        for place, run in enumerate(_RUN.finditer(rule[0])):
            first, last = run.span()
            name = b" ".join(heading[max(first - 1, 0) : last].lower().split())
            if name in _IDENTITIES or (is_host and place == 1):
                end = data.find(b"\n", start)
                yield min(start + first, end), min(start + last, end), True
