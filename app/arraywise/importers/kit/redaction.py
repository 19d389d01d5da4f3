"""Passwords starred out; readings made storable.

Passwords lie about in result files of all kinds; serial numbers, unique ids and MAC addresses
stand in listings of hardware.

A blank is as long as what it covers, so that every line and column stays where it was.

Passwords that are starred out in the stored bytes stand in no name, attribute or sentence either.
No text is endless or beyond what UTF-8 can write, and problems are not more than one can look at.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from arraywise.domain.evidence import Measurement
from arraywise.domain.messages import Message
from arraywise.importers.kit.readings import MOST_PROBLEMS, keep_gravest_problems
from arraywise.importers.kit.secret_signs import SIGNS, WORDS
from arraywise.importers.kit.text import cache_ignoring_digits, decode, detect_wide_encoding

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator

    from arraywise.domain.evidence import Reading


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
_MARKS: Final = rb"(?:[*~+-]+(?=[\s<&]|$)|\+)"
_KEPT: Final = re.compile(rb"(?<!\S)" + _MARKS)
_KEPT_IN_HTML: Final = re.compile(
    rb"(?:<[^<>]*>|&(?:nbsp|#160);)+%b?|(?<!\S)%b" % (_MARKS, _MARKS)
)
"""What stays of private text: tags, words of marks alone, and the plus before a disk group of ASM,
which names nobody."""
_STARS: Final = bytes(byte if chr(byte) in " \t\n\r\f\v" else ord("*") for byte in range(256))
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

_PASSES = 3


def _is_database_report(data: bytes) -> bool:
    head = data[:_HEAD_BYTES]
    small = head.lower()
    return any(sign in small for sign in _SIGNS) and bool(_REPORT.search(head))


def _star_private_parts(data: bytes) -> bytes:
    """Return an Oracle report with names and SQL text starred out; any other file unchanged."""
    if not _is_database_report(data):
        return data
    kept = _KEPT_IN_HTML if b"<table" in data[:_HEAD_BYTES].lower() else _KEPT
    parts: list[Span] = []
    names: set[bytes] = set()
    for start, stop, is_identity in _find_private_parts(data):
        if is_identity and (start < _HEAD_BYTES or data[start - 1 : start] in b" /"):
            names |= _searchable_names(data[start:stop])
        parts.append((start, stop))
    for name in sorted(names, key=len, reverse=True):  # one may be within another
        beside = rb"[0-9A-Za-z]" if name.isdigit() else rb"\w"
        plain = re.escape(name)  # first: a pattern that begins with a literal is found fast
        alone = rb"%b(?<!%b%b)(?!%b)" % (plain, beside, plain, beside)
        data = re.sub(alone, b"*" * len(name), data)
    clean = bytearray(data)
    for start, stop in parts:
        clean[start:stop] = _star_words(data[start:stop], kept)
    return bytes(clean)


def _star_words(text: bytes, kept: re.Pattern[bytes]) -> bytes:
    pieces: list[bytes] = []
    end = 0
    for match in kept.finditer(text):
        pieces += text[end : match.start()].translate(_STARS), match[0]
        end = match.end()
    return b"".join((*pieces, text[end:].translate(_STARS)))


def find_client_names(data: bytes) -> tuple[str, ...]:
    """Return the names of the client's databases and hosts in an Oracle report, each once.

    A study stores them starred out; only `inspect --client-names` shows them.
    """
    if not _is_database_report(data):
        return ()
    cells = (
        _TAG.sub(b" ", data[start:stop]).decode("utf-8", "replace")
        for start, stop, is_identity in _find_private_parts(data)
        if is_identity and start < _HEAD_BYTES
    )
    names = (" ".join(cell.split())[:_LONGEST_NAME] for cell in cells)
    distinct = dict.fromkeys(name for name in names if name.strip("*-~"))
    return tuple(distinct)[:_MOST_NAMES]


def _searchable_names(cell: bytes) -> set[bytes]:
    words = re.split(rb"[\s,;]+", _TAG.sub(b" ", cell))
    hosts = {word.split(b".")[0] for word in words}
    return {
        word
        for word in {*words, *hosts}
        if len(word) >= (_LEAST_NUMBER if word.isdigit() else _LEAST_NAME)
        and word.strip(b"*")
        and word.lower() not in _ORACLES
    }


def _find_private_parts(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield start and end of each private part, and whether it names a database or host."""
    small = data.lower()
    for start, stop in _find_sections(small, b"<table", b"</table>"):
        yield from _find_private_table_cells(small, start, stop)
    yield from _find_private_text_parts(data)
    for message in _SAID.finditer(data, 0, _HEAD_BYTES):
        yield *message.span(1), True
    for part in _PART.finditer(data):
        end = data.find(b"~~END", part.end())
        yield part.end(), end if end >= 0 else len(data), False
        if end < 0:
            break


def _find_sections(data: bytes, first: bytes, last: bytes) -> Iterator[Span]:
    start = data.find(first)
    while start >= 0:
        stop = data.find(last, start)
        stop = stop if stop >= 0 else len(data)
        yield start, stop
        start = data.find(first, stop)


def _find_private_table_cells(
    data: bytes, start: int, stop: int
) -> Iterator[tuple[int, int, bool]]:
    rows = [row.start() for row in _ROW.finditer(data, start, stop)]
    private: set[int] = set()
    own: set[int] = set()
    for first, last in zip(rows, [*rows[1:], stop], strict=False):
        headings = []
        if data.find(b"<th", first, last) >= 0:
            found = _HEADING.finditer(data, first, last)
            headings = [_plain_heading(heading[1]) for heading in found]
        if headings:
            private = {i for i, name in enumerate(headings) if name in _PRIVATE}
            own = {i for i, name in enumerate(headings) if name in _IDENTITIES - _ONLY_AT_TOP}
            if headings[:3] == [b"id", b"name", b"rac"]:  # of a cluster
                own = {0, 1}
        elif private or own:
            for column, cell in enumerate(_CELL.finditer(data, first, last)):
                if column in private or column in own:
                    yield *cell.span(1), column in own


def _plain_heading(heading: bytes) -> bytes:
    return b" ".join(_TAG.sub(b" ", heading).split())


def _find_private_text_parts(data: bytes) -> Iterator[tuple[int, int, bool]]:
    for named in _NAMED.finditer(data):
        yield *named.span(1), True
        yield *named.span(2), True
    has_titles = b"DB/Inst: " in data or b"for DB: " in data
    titles = [result.start() for result in _TITLED.finditer(data)] if has_titles else []
    for place, end in zip(titles, [*titles[1:], len(data)], strict=False):
        start = data.rfind(b"\n", max(place - _LONGEST_TITLE, 0), place) + 1
        if _PRIVATE_TITLE.match(data, start, place):
            below = data.find(b"\n", place, end)
            yield below if below >= 0 else end, data.rfind(b"\n", place, end) + 1 or end, False
    addm = _ADDM.search(data) if b"ADDM Report for Task" in data else None
    if addm:
        yield addm.end(), len(data), False
    if titles:
        yield from _find_names_in_summary(data)


def _find_names_in_summary(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield the cells with names in the tables at the top of a text report."""
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


_BESIDE = {b"-p": (b"bench", b"wizard")}
"""Words that are common, and count only beside one of these."""
_REMEMBERED_BYTES = 64 * 1024
_LOOKED_AT_BYTES = 4096
_MANY_TAGS = 1_000
_SMALL = bytes(range(256)).lower()
_NOT_IN_WORDS = b" \t\r\n0123456789,./>"
"""Most of a recording or a document; without these the words are sought in half the time."""


def redact_bytes(data: bytes | mmap.mmap) -> tuple[bytes, int]:
    """Return the bytes with passwords and serial numbers starred out, and how many there were.

    Names and SQL text in reports on databases are starred out too, and not counted.
    """
    wide, mark = detect_wide_encoding(data[:_LOOKED_AT_BYTES])
    clean, count = _redact_repeatedly(bytes(data))  # whatever a mark says
    if not wide:
        return clean, count
    text = clean[len(mark) :].decode(wide, "replace")
    narrow, more = _redact_repeatedly(text.encode("utf-8", "replace"))
    if not more:
        return clean, count
    return mark + narrow.decode("utf-8", "replace").encode(wide), count + more


def redact_text(text: str) -> str:
    """Return a name or a path with the secrets in it starred out."""
    for _ in range(_PASSES):
        found = _find_secrets_in_text(text)
        if not found:
            break
        for secret in sorted(found, key=len, reverse=True):  # one may be within another
            text = text.replace(secret, "*" * len(secret))
    return text


def find_secrets(data: bytes) -> set[bytes]:
    """Return the passwords and serial numbers themselves, to search for them elsewhere."""
    return {data[start:stop] for start, stop in _secret_spans(data)}


def _secret_spans(data: bytes) -> frozenset[tuple[int, int]]:
    return (
        _find_secret_spans_cached(data)
        if len(data) <= _REMEMBERED_BYTES
        else _find_secret_spans(data)
    )


def _find_secret_spans(data: bytes) -> frozenset[tuple[int, int]]:
    present = _find_hint_words(data)
    if not present:
        return frozenset()
    small = b"\n" + data.lower()  # ignoring case while searching is far slower
    spans = {match.span(1) for sign in _secret_patterns(present) for match in sign.finditer(small)}
    lines = (
        (start + part.start(), start + part.end())
        for start, stop in spans
        for part in re.finditer(rb"[^\r\n]+", small[start:stop])  # line ends stay where they are
    )
    places = ((start - 1, stop - 1) for start, stop in lines)
    return frozenset((start, stop) for start, stop in places if data[start:stop].strip(b"*"))


@lru_cache(maxsize=1_000)
def _secret_patterns(words: frozenset[bytes]) -> tuple[re.Pattern[bytes], ...]:
    """Compile the patterns of secrets that one of the words hints at; a lab's files share them."""
    return tuple(re.compile(sign) for hints, sign in SIGNS if not words.isdisjoint(hints))


@cache_ignoring_digits
def _find_hint_words(data: bytes) -> frozenset[bytes]:
    few = data.translate(_SMALL, _NOT_IN_WORDS)
    if few.count(b"<") > _MANY_TAGS:  # of a web page each tag once, with the text behind it
        few = b"<" + b"<".join(set(few.split(b"<")))
    return (_find_words_cached if len(few) <= _REMEMBERED_BYTES else _find_words)(few)


def _find_words(reduced: bytes) -> frozenset[bytes]:
    return frozenset(word for word in WORDS if word in reduced and _is_hint(word, reduced))


_find_words_cached = lru_cache(maxsize=64)(_find_words)
"""Files of a lab differ in digits alone, which do not count here."""


def _is_hint(word: bytes, reduced: bytes) -> bool:
    return word not in _BESIDE or any(other in reduced for other in _BESIDE[word])


_find_secret_spans_cached = lru_cache(maxsize=64)(_find_secret_spans)
"""A file is searched when it is read and again when it is stored."""


def _redact_repeatedly(data: bytes) -> tuple[bytes, int]:
    """Star out secrets, also those that are recognised only once the one before is gone."""
    count = 0
    for _ in range(_PASSES):
        spans, starred = _secret_spans(data), _star_private_parts(data)
        if not spans and starred == data:
            break
        clean = bytearray(starred)
        for start, stop in spans:
            clean[start:stop] = b"*" * (stop - start)
        data, count = bytes(clean), count + len(spans)
        if not spans:
            break
    return data, count


LONGEST_TEXT = 1_000
"""Characters; a command line or a list of devices has some hundred."""
_LOOK_AT_BYTES = 1024 * 1024
_TELLING = 6
"""Characters from which on a secret is recognised without the words around it."""
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def sanitise_reading(reading: Reading, data: bytes | mmap.mmap) -> Reading:
    """Return the reading without secrets, over-long texts and excess problems."""
    if len(reading.problems) > MOST_PROBLEMS + 1:  # the importer itself may have said so
        reading = replace(reading, problems=keep_gravest_problems(reading.problems))
    texts = [*_reading_texts(reading)]
    hidden = {secret for secret in _find_secrets_decoded(data) if len(secret) >= _TELLING}
    secrets = {s for s in hidden if any(s in text for text in chain.from_iterable(texts))}
    if not secrets and all(map(_need_no_change, texts)):
        return reading
    secrets |= _find_secrets_in_text("\n".join(chain.from_iterable(texts)))

    by_length = sorted(secrets, key=len, reverse=True)  # one may be within another

    def clean_text(text: str) -> str:
        for secret in by_length:
            if len(secret) >= _TELLING or secret in _find_secrets_in_text(text):
                text = text.replace(secret, "*" * len(secret))
        text = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + _ELLIPSIS

    rewritten: Reading = _map_texts(reading, clean_text)
    return rewritten


def _find_secrets_decoded(data: bytes | mmap.mmap) -> set[str]:
    head = data[:_LOOK_AT_BYTES]
    secrets = find_secrets(head)
    if detect_wide_encoding(head[:4096])[0]:
        secrets |= find_secrets(decode(head).text.encode("utf-8", "replace"))
    return {secret.decode("utf-8", "replace") for secret in secrets}


def _find_secrets_in_text(text: str) -> set[str]:
    encoded = text.encode("utf-8", "replace")
    return {secret.decode("utf-8", "replace") for secret in find_secrets(encoded)}


@lru_cache(maxsize=1_000)
def _need_no_change(texts: tuple[str, ...]) -> bool:
    """Return whether texts are short, plain and free of secrets; thousands of runs share them."""
    together = "\n".join(texts)
    is_short = max(map(len, texts), default=0) <= LONGEST_TEXT
    return is_short and _is_utf8_without_nul(together) and not _find_secrets_in_text(together)


def _is_utf8_without_nul(text: str) -> bool:
    """Return whether UTF-8 can write a text and no zero ends it in some libraries."""
    if "\0" in text:
        return False
    return text.isascii() or text.encode("utf-8", "replace").decode("utf-8") == text


def _reading_texts(reading: Reading) -> Iterator[tuple[str, ...]]:
    """Yield the texts of a reading that come from the file, what runs share as a tuple."""
    own = [reading.tool_version or "", reading.run_type or "", reading.set_name or ""]
    for problem in reading.problems:
        own += _message_texts(problem.message)
    for run in reading.runs:
        own += (run.name, run.started_at or "", run.host or "")
        own += (series.name for series in run.series)
        yield _flatten_attributes(run.attributes)
        yield tuple({m.group or "" for m in run.measurements})
        for table in run.samples:
            yield tuple(column.name for column in table.columns)
            yield tuple({column.instance or "" for column in table.columns})
    yield tuple(own)


@lru_cache(maxsize=1_000)
def _flatten_attributes(attributes: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(attributes))


def _message_texts(message: Message) -> Iterator[str]:
    for _, figure in message.figures:
        if isinstance(figure, Message):
            yield from _message_texts(figure)
        elif isinstance(figure, str):
            yield figure


def _map_texts(value: Any, change_text: Callable[[str], str]) -> Any:  # noqa: ANN401 - of any part of it
    """Rebuild a value with every text in it changed; sentences keep their templates."""
    if isinstance(value, Message):
        return replace(value, figures=_map_texts(value.figures, change_text))
    if isinstance(value, str):
        return value if isinstance(value, Enum) else change_text(value)
    if isinstance(value, Measurement):
        return value._replace(
            statistic=change_text(value.statistic), group=_map_texts(value.group, change_text)
        )
    if isinstance(value, tuple):
        return tuple(_map_texts(part, change_text) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: _map_texts(getattr(value, f.name), change_text) for f in fields(value)}
        return replace(value, **parts)
    return value
