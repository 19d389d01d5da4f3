"""Passwords blanked; values made storable.

Passwords lie about in result files of all kinds; serial numbers, unique ids and MAC addresses
stand in listings of hardware.

A blank is as long as what it covers, so that every line and column stays where it was.

Passwords that are starred out in the kept bytes stand in no name, attribute or sentence either.
No text is endless or beyond what UTF-8 can write, and problems are not more than one can look at.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from arraywise.domain.evidence import Measurement
from arraywise.domain.messages import Message
from arraywise.importers.kit.readings import MOST_PROBLEMS, limit_count
from arraywise.importers.kit.report_names import private_spans
from arraywise.importers.kit.text import decode, share_conditions, wide_encoding

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator

    from arraywise.domain.evidence import Reading

_HARDWARE = (b'"physid"', b'"claimed"', b'"blockdevices"', b"<node", b"*-core")
_LOGIN = rb"[\w$#]{1,128}/[\"']?([^\s\"'@<>]{1,200})[\"']?@"
_QUOTED_LOGIN = (
    rb"(?:[ \t]{1,9}-\w{1,20}){0,4}[ \t]{1,9}[\"']?[\w$#]{1,128}/[\"']?([^\s/@\"']{1,200})"
    rb"[\"']?(?=@|[ \t]{0,9}$|\r|[ \t]{1,9}(?:as[ \t]|@))"
)
_SIGNS = (
    # Swingbench configurations: <Password>enc(...)</Password>
    (
        (b"pass",),
        (
            rb"<(?:\w{1,40}:)?\w{0,40}pass(?:word|wd)\b[^<>]{0,200}>\s{0,200}"
            rb"(?:<!\[cdata\[)?([^<\s][^<\r\n\]]{0,499})"
        ),
    ),
    # its wizards: <Parameter Key="dbapassword" Value="secret"/>, or the value as text
    ((b"pass",), rb"""key=["']\w{0,40}pass\w{0,40}["']\s{1,9}value=["']([^"'<>]{1,500})"""),
    ((b"pass",), rb"""key=["']\w{0,40}pass\w{0,40}["'][^<>]{0,200}(?<!/)>([^<]{1,500})"""),
    # Oracle's connect strings: jdbc:oracle:thin:soe/secret@//host, -cs soe/secret@//host/service
    ((b"jdbc",), rb"jdbc:oracle:\w{2,5}:" + _LOGIN),
    ((b"connectstring",), rb"connectstring\W{1,12}" + _LOGIN),
    ((b"-cs",), rb"-cs\s{1,3}[\"']?" + _LOGIN),
    # http://user:secret@host, curl -u user:secret, sshpass -p secret, mysql -psecret
    ((b"http", b"postgres", b"mysql", b"ftp"), rb"://[^\s/:@\"'<>]{1,128}:([^\s/@\"'<>]{1,200})@"),
    (
        (b"curl", b"wget"),
        (
            rb"\b(?:curl|wget)\b[^\n]{0,200}?\s(?:-u|--user)[ =]{0,3}[\"']?[^\s:\"']{1,128}:"
            rb"([^\s\"']{1,200})"
        ),
    ),
    ((b"sshpass",), rb"\bsshpass\s{1,3}-p\s{0,3}[\"']?([^\s\"']{1,200})"),
    (
        (b"mysql", b"mariadb"),
        (
            rb"\b(?:mysql|mariadb)\w{0,12}\s[^\n]{0,200}?(?<=\s)-p(?!\d{2,5}(?:\s|$))[\"']?"
            rb"([^\s\"']{1,200})"
        ),
    ),
    # name = value in settings, environment, command lines and JSON
    (
        (b"pass",),
        rb"""pass(?:word|wd|phrase)?["']?[ \t]{0,40}[=:]\s{0,3}["']?([^\s"',;<>&]{1,500})""",
    ),
    ((b"pw",), rb"""\bpw["']?\s{0,3}[=:]\s{0,3}["']?([^\s"',;<>&]{1,500})"""),
    ((b"pwd",), rb"""pwd["']?=["']?([^\s"',;<>&]{1,500})"""),
    # HammerDB: Changed tpcc:mysql_pass from OLD to NEW for MySQL
    ((b"pass",), rb"pass\w{0,20} from ([^\n]{1,200}?) to {1,4}\S"),
    (
        (b"pass",),
        rb"(?m)pass\w{0,20} from [^\n]{0,200}? to ([^\n]{1,200}?)(?= for \w[\w ]{0,40}\s*$|\s*$)",
    ),
    # HammerDB: Value OLD for tpcc:mysql_pass is the same as existing value OLD, no change made
    ((b"pass",), rb"\bvalue ([^\n]{1,200}?) for \w{1,40}:\w{0,40}pass"),
    (
        (b"pass",),
        rb"(?m)pass\w{0,20} is the same as existing value ([^\n]{1,200}?)(?=, no change|\s*$)",
    ),
    # HammerDB's commands and scripts: diset tpcc mysql_pass SECRET, set password "SECRET"
    ((b"pass",), rb"\bdiset \w{1,40} \w{0,40}pass\w{0,20} [\"{]?([^\"}\n;]{1,500})"),
    (
        (b"pass",),
        rb"(?m)^[ \t]{0,20}\w{0,30}pass[ \t]{1,20}=[ \t]{1,9}([^\n]{1,200}?)[ \t]{0,9}\r?$",
    ),
    # HammerDB's job database keeps a dictionary of Tcl: pg_user tpcc pg_pass SECRET pg_dbase tpcc
    (
        (b"pass",),
        (
            rb"(?<=[\s{])(?:\w{1,30}_)?\w{0,20}pass(?:word)?[ \t]{1,3}"
            rb"(?![=:]|from\b|is\b)([^\s{}]{1,200})(?=\}|[ \t]\w{1,40}_\w)"
        ),
    ),
    ((b"pass",), rb"\bset \w{0,40}pass(?:word)? [\"{]?([^\s\"}]{1,500})"),
    # charbench -u soe -p soe, oewizard -dbap secret
    (
        (b"-p",),
        (
            rb"\b(?:\w{4,5}bench|swingbench|\w{2,10}wizard)\b"
            rb"(?:[^\n\\]|\\(?:\r?\n)?){0,2000}?\s-p\s{1,3}(\S{1,500})"
        ),
    ),
    ((b"-dbap", b"-dbp"), rb"\s-dba?p\s{1,3}(\S{1,500})"),
    # sqlplus user/secret@place
    ((b"@",), rb"\b(?:sqlplus|rman|conn|connect|userid)\b[^\n/]{0,60}/([^\s/@\"']{1,200})@"),
    # the same in quotes or without a place: sqlplus sys/secret as sysdba, conn soe/"secret"@db
    ((b"sqlplus",), rb"(?m)sqlplus" + _QUOTED_LOGIN),
    ((b"conn",), rb"(?m)\n[ \t]{0,20}(?:sql>[ \t]{0,9}){0,3}conn(?:ect)?" + _QUOTED_LOGIN),
    ((b"identified",), rb"\bidentified\s{1,5}by\s{1,5}[\"']?([^\s\"';]{1,200})"),
    # HTTP headers, keys and tokens of cloud services, private keys
    (
        (b"authorization",),
        (
            rb"authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:basic|bearer|token|digest)\s{1,3}"
            rb"([^\s\"',;]{1,2000})"
        ),
    ),
    ((b"akia", b"asia"), rb"\b((?:akia|asia)[0-9a-z]{16})\b"),
    (
        (b"secret", b"token", b"api", b"accountkey"),
        (
            rb"(?:secret(?:[_-]?(?:access)?[_-]?key)?|token|api[_-]?key|accountkey)[\"']?"
            rb"[ \t]{0,9}[=:]\s{0,3}[\"']?([^\s\"',;<>&]{16,2000})"
        ),
    ),
    (
        (b"ghp_", b"gho_", b"github_pat_", b"glpat-", b"xox"),
        rb"\b((?:ghp_|gho_|github_pat_|glpat-|xox[abps]-)[\w-]{10,200})",
    ),
    ((b"eyj",), rb"\b(eyj[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{5,2000})"),
    ((b"sig=",), rb"[?&]sig=([^\s&\"']{10,200})"),
    (
        (b"privatekey-",),  # blanks do not count in words
        rb"-----begin [\w ]{0,40}private key-----([\s\S]{1,20000}?)-----end",
    ),
    # lshw and lsblk in JSON, XML and text
    (_HARDWARE, rb'"(?:serial|uuid|guid|wwn|partuuid|ptuuid)"\s{0,9}:\s{0,9}"([^"\n]{1,200})"'),
    (_HARDWARE, rb"<serial>([^<]{1,200})</serial>"),
    (_HARDWARE, rb'<setting id="(?:uuid|guid)" value="([^"]{1,200})"'),
    (_HARDWARE, rb"(?m)^[> ]{1,99}serial: (\S[^\r\n]{0,199})"),
    ((b"aaaserialnumber",), rb"(?m)^aaa,serialnumber,([^,\r\n]{1,100})"),
    (_HARDWARE, rb"\b(?:uuid|guid)=([^\s\"]{1,200})"),
    (_HARDWARE, rb"\b((?:[0-9a-f]{2}:){5}[0-9a-f]{2})\b"),
)
"""Words of which one must be there, and what to blank, both in small letters.

Most are never needed, so that they are compiled when they are. What begins with a letter that it
must have is found several times as fast; a line end is before the first line too."""
_WORDS = frozenset(word for words, _ in _SIGNS for word in words)
_BESIDE = {b"@": (b"sqlplus", b"rman", b"conn", b"userid"), b"-p": (b"bench", b"wizard")}
"""Words that are common, and count only beside one of these."""
_REMEMBERED_BYTES = 64 * 1024
_LOOKED_AT_BYTES = 4096
_SMALL = bytes(range(256)).lower()
_NOT_IN_WORDS = b" \t\r\n0123456789,./>"
"""Most of a recording or a document; without these the words are sought in half the time."""


def blank_secrets(data: bytes | mmap.mmap) -> tuple[bytes, int]:
    """Return the bytes with passwords and serial numbers starred out, and how many there were.

    Names and SQL text in reports on databases are starred out too, and not counted.
    """
    wide, mark = wide_encoding(data[:_LOOKED_AT_BYTES])
    clean, count = _blank(bytes(data))  # whatever a mark says
    if not wide:
        return clean, count
    text = clean[len(mark) :].decode(wide, "replace")
    narrow, more = _blank(text.encode("utf-8", "replace"))
    if not more:
        return clean, count
    return mark + narrow.decode("utf-8", "replace").encode(wide), count + more


def blank_text(text: str) -> str:
    """Return a name or a path with the secrets in it starred out."""
    for secret in _found(text):
        text = text.replace(secret, "*" * len(secret))
    return text


def secrets_in(data: bytes) -> set[bytes]:
    """Return the passwords and serial numbers themselves, to look for them elsewhere."""
    return {data[start:stop] for start, stop in _spans(data)}


def _spans(data: bytes) -> frozenset[tuple[int, int]]:
    return _spans_before(data) if len(data) <= _REMEMBERED_BYTES else _find_secret_spans(data)


def _find_secret_spans(data: bytes) -> frozenset[tuple[int, int]]:
    present = _present(data)
    if not present:
        return frozenset()
    small = b"\n" + data.lower()  # ignoring case while searching is far slower
    signs = [sign for words, sign in _SIGNS if not present.isdisjoint(words)]
    spans = {match.span(1) for sign in signs for match in re.finditer(sign, small)}
    lines = (
        (start + part.start(), start + part.end())
        for start, stop in spans
        for part in re.finditer(rb"[^\r\n]+", small[start:stop])  # line ends stay where they are
    )
    places = ((start - 1, stop - 1) for start, stop in lines)
    return frozenset((start, stop) for start, stop in places if data[start:stop].strip(b"*"))


@share_conditions
def _present(data: bytes) -> frozenset[bytes]:
    few = data.translate(_SMALL, _NOT_IN_WORDS)
    return (_words_before if len(few) <= _REMEMBERED_BYTES else _words)(few)


def _words(few: bytes) -> frozenset[bytes]:
    return frozenset(word for word in _WORDS if word in few and _counts(word, few))


_words_before = lru_cache(maxsize=64)(_words)
"""Files of a lab differ in digits alone, which do not count here."""


def _counts(word: bytes, few: bytes) -> bool:
    return word not in _BESIDE or any(other in few for other in _BESIDE[word])


_spans_before = lru_cache(maxsize=64)(_find_secret_spans)
"""A file is looked at when it is read and again when it is kept."""


_PASSES = 3


def _blank(data: bytes) -> tuple[bytes, int]:
    """Star out what is found, and what only shows once another secret before it is gone."""
    count = 0
    for _ in range(_PASSES):
        spans, names = _spans(data), private_spans(data)
        if not spans and not names:
            break
        clean = bytearray(data)
        for start, stop in spans | names:
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


def sanitise(reading: Reading, data: bytes | mmap.mmap) -> Reading:
    """Return the reading fit to be kept; nearly always that is the reading itself."""
    if len(reading.problems) > MOST_PROBLEMS + 1:  # the importer itself may have said so
        reading = replace(reading, problems=limit_count(reading.problems))
    texts = [*_texts(reading)]
    hidden = {secret for secret in _secrets(data) if len(secret) >= _TELLING}
    secrets = {s for s in hidden if any(s in text for text in chain.from_iterable(texts))}
    if not secrets and all(map(_is_fine, texts)):
        return reading
    secrets |= _found("\n".join(chain.from_iterable(texts)))

    def mended(text: str) -> str:
        for secret in secrets:
            if len(secret) >= _TELLING or secret in _found(text):
                text = text.replace(secret, "*" * len(secret))
        text = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + _ELLIPSIS

    rewritten: Reading = _rewritten(reading, mended)
    return rewritten


def _secrets(data: bytes | mmap.mmap) -> set[str]:
    head = data[:_LOOK_AT_BYTES]
    secrets = secrets_in(head)
    if wide_encoding(head[:4096])[0]:
        secrets |= secrets_in(decode(head).text.encode("utf-8", "replace"))
    return {secret.decode("utf-8", "replace") for secret in secrets}


def _found(text: str) -> set[str]:
    encoded = text.encode("utf-8", "replace")
    return {secret.decode("utf-8", "replace") for secret in secrets_in(encoded)}


@lru_cache(maxsize=1_000)
def _is_fine(texts: tuple[str, ...]) -> bool:
    """Return whether texts can stay as they are; thousands of runs may share them."""
    together = "\n".join(texts)
    is_short = max(map(len, texts), default=0) <= LONGEST_TEXT
    return is_short and _is_plain(together) and not _found(together)


def _is_plain(text: str) -> bool:
    """Return a text that UTF-8 can write, without zeros that end it in some libraries."""
    if "\0" in text:
        return False
    return text.isascii() or text.encode("utf-8", "replace").decode("utf-8") == text


def _texts(reading: Reading) -> Iterator[tuple[str, ...]]:
    """Give what in a reading may come from the file; what runs may share is a part of its own."""
    own = [reading.tool_version or "", reading.run_type or "", reading.set_name or ""]
    for problem in reading.problems:
        own += _texts_in(problem.message)
    for run in reading.runs:
        own += (run.name, run.started_at or "", run.host or "")
        own += (series.name for series in run.series)
        yield _flat(run.attributes)
        yield tuple({m.group or "" for m in run.measurements})
        for table in run.samples:
            yield tuple(column.name for column in table.columns)
            yield tuple({column.instance or "" for column in table.columns})
    yield tuple(own)


@lru_cache(maxsize=1_000)
def _flat(attributes: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(attributes))


def _texts_in(message: Message) -> Iterator[str]:
    for _, figure in message.figures:
        if isinstance(figure, Message):
            yield from _texts_in(figure)
        elif isinstance(figure, str):
            yield figure


def _rewritten(value: Any, mended: Callable[[str], str]) -> Any:  # noqa: ANN401 - of any part of it
    """Rebuild a value with every text in it mended; sentences keep their templates."""
    if isinstance(value, Message):
        return Message(value.template, _rewritten(value.figures, mended))
    if isinstance(value, str):
        return value if isinstance(value, Enum) else mended(value)
    if isinstance(value, Measurement):
        return value._replace(
            statistic=mended(value.statistic), group=_rewritten(value.group, mended)
        )
    if isinstance(value, tuple):
        return tuple(_rewritten(part, mended) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: _rewritten(getattr(value, f.name), mended) for f in fields(value)}
        return replace(value, **parts)
    return value
