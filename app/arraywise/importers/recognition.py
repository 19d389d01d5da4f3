"""Which importer reads a file; what unknown files are.

A text importer must never see them: a stored ZIP file and a tar file hold whole result files as
plain text, of several runs or options one after the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.messages import Message, Problem, Severity, message
from arraywise.importers.kit.importer import HEAD_BYTES
from arraywise.importers.kit.readings import as_short_line
from arraywise.importers.kit.redaction import sanitise_reading
from arraywise.importers.kit.text import (
    cache_ignoring_digits,
    decode,
    detect_wide_encoding,
    strip_terminal_escapes,
)
from arraywise.importers.registry import ALL_IMPORTERS, ListedImporter

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator, Sequence

    from arraywise.importers.kit.importer import Source


_TOOLS = (
    (r"(?i:ASH Report For|<title>ASH Report)", "Oracle ASH"),
    (r"(?i:ADDM Report for Task)", "Oracle ADDM"),
    (r"CrystalDiskMark \d", "CrystalDiskMark"),
    (r"^top - \d\d:\d\d|^%?Cpu\(s\):.*\bid\b", "top"),
    (r"^ATOP - ", "atop"),
    (r"^.{0,40}\bUID +(?:TGID +)?T?PID +(?:%usr|minflt/s|kB_rd/s) ", "pidstat"),
    (r"\bTotal DISK READ ?: ", "iotop"),
    (r"^disk-+ -+reads-+ -+writes-+", "vmstat -d"),
    (r"^ +capacity +operations +bandwidth", "zpool iostat"),
    (r"^(?:MIGRATED )?(?:TCP|UDP) (?:STREAM|MAERTS|REQUEST/RESPONSE) TEST ", "netperf"),
    (r"^\d+\+\d+ records out$", "dd"),
    (r"\ALabel,Phase,RuntimeMS,Rank,", "elbencho --livecsv"),
    (r"^OPERATION +RESULT TYPE +FIRST DONE +LAST DONE", "elbencho --resfile"),
)
_FOREIGN = (b"ash report for", b"<title>ash report", b"addm report for task")
"""In small letters."""
_TITLED_WITHIN = 2_000
"""A report that begins as one of Oracle's others quotes what importers look for."""
_TOOL_PATTERNS = tuple((re.compile(pattern, re.MULTILINE), tool) for pattern, tool in _TOOLS)
_PRICES = re.compile(
    r"(?:unit|list|extended)\s*price|(?:st\u00fcck|einzel|listen|gesamt)preis|pre\u00e7o\s+(?:unit|de\s+lista)",
    re.IGNORECASE,
)
_DEVICES = re.compile(r"\s*+(?:(?:/|\\\\\.\\|\+)\S++\s*+)++")
_NO_SETTING = r"(?:[ \t]*+(?:#.*+)?+\n)"
_SETTING = r"(?:(?:export +)?(?-i:[A-Z][A-Z0-9_]*+)=.*+\n)"
"""`RUNTIME=300`; a result would be named in small letters."""
_FRONT_MATTER = re.compile(r"\A---\s*\n(?:(?:[\w-]+:|#|\s).*\n|\n)*+---\s*\n")
"""What generators of web sites begin their pages with."""
_SCRIPTS = (
    (r"\A#!\s*\S*/(?:env +)?(\w+)", ""),
    (r"\A\s*@echo off", "batch"),
    (r"^[ \t]*(?:param\s*\(|function +\w+-\w+\s*\{|\$\w+ *= *(?:Get|New)-\w+)", "PowerShell"),
    (r"^(?:import \w+|from \w+ import |def \w+\(.*\):)", "Python"),
    (r"^(?:un)?set +(?:term(?:inal)?|output|[xy]2?label|style|key|title)\b", "gnuplot"),
    (rf"\A{_NO_SETTING}{{0,99}}(?:{_SETTING}{_NO_SETTING}{{0,99}}){{3}}", "shell"),
    (r"^[ \t]*(?:create +(?:or +replace +)?(?:table|procedure|tablespace)|insert +into) ", "SQL"),
)
_SCRIPT_PATTERNS = tuple(
    (re.compile(pattern, re.MULTILINE | re.IGNORECASE), name) for pattern, name in _SCRIPTS
)
_ROOT = re.compile(
    r"\A\s*+(?>(?:<\?xml[^>]*>|<!--[\s\S]{0,2000}?-->|<!DOCTYPE[^>]*>)\s*+)*+<([\w:.-]{1,80})"
)
_TITLE = re.compile(r"<title[^>]*>([^<]{1,200})", re.IGNORECASE)
_KEY = re.compile(r'"([^"\\\n]{1,60})"\s*:')
_MAIL = re.compile(r"\A(?:[A-Z][\w-]{1,30}: .*\n(?:[ \t].*\n)*){2,}", re.MULTILINE)
_MAIL_HEADS = re.compile(r"^(?:From|Subject|Received|Message-ID): ", re.MULTILINE)
_DELIMITERS = ",;\t|"
_MOST_NAMED = 6


class FormatDescription(NamedTuple):
    """What a file is that no importer recognises, as a message."""

    sentence: Message
    is_document: bool = False
    """Written by or for people: a text, page, script or picture. Else it may be a result."""


_SUFFIXES: Final = frozenset(
    {"sh", "bash", "ksh", "csh", "bat", "cmd", "ps1", "psm1", "py", "ipynb", "pl", "pm", "rb"}
    | {"tcl", "lua", "awk", "sed", "js", "ts", "jsx", "tsx", "java", "kt", "go", "rs", "c", "cc"}
    | {"cpp", "h", "hpp", "cs", "php", "r", "sql", "ddl", "pls", "pkb", "pks", "md", "rst", "tex"}
    | {"adoc", "css", "scss", "less", "svg", "yml", "yaml", "toml", "ini", "cfg", "conf", "cnf"}
    | {"properties", "service", "lock", "gitignore", "dockerfile", "makefile", "license"}
)
"""Suffixes of documents and scripts; a hint that is used where the content shows nothing."""
_HAS_FIGURE = re.compile(r"[-+(\[]?\d")
_FOR_READERS = re.compile(r"(?i)(?:readme|licen[cs]e|release|changelog|copying|notes)[^/\\]*$")
_FEWEST_WORDS = 30
_MOST_FIGURES = 0.1
_DOCUMENT = message("This is a document or script, not a result. Import what the tool printed.")


def describe_unknown_text(head: str, name: str) -> FormatDescription:
    """Describe the beginning of a text, with terminal escapes, that no importer recognised."""
    text = strip_terminal_escapes(head)
    for pattern, tool in _TOOL_PATTERNS:
        if pattern.search(text):
            return FormatDescription(message("Output of {tool} is not read.", tool=tool))
    if "\x1b[" in head:
        screen = message("This is a screen recording. Import the file written by the tool.")
        return FormatDescription(screen)
    if name.lower().endswith(".lun") and _DEVICES.fullmatch(text):
        devices = message("This is a device list for ORION, not a result.")
        return FormatDescription(devices, is_document=True)
    if _file_suffix(name) not in _SUFFIXES and _PRICES.search(text):
        return FormatDescription(
            message("This looks like a price sheet. Read it on the page Pricing.")
        )
    result = next(_guess_text_forms(text), None)
    if (result is None and _is_prose(text, name)) or _file_suffix(name) in _SUFFIXES:
        return (
            result
            if result and result.is_document
            else FormatDescription(_DOCUMENT, is_document=True)
        )
    return result or FormatDescription(
        message("This text is not a result of a known tool. Import the file as the tool wrote it.")
    )


def _file_suffix(name: str) -> str:
    return re.split(r"[./\\]", name)[-1].casefold()


def _is_prose(text: str, name: str) -> bool:
    """Return whether a text is written for people: it has many words and few figures."""
    if _FRONT_MATTER.match(text):
        return True
    words = text.split()
    figures = sum(_HAS_FIGURE.match(word) is not None for word in words)
    is_long = len(words) >= _FEWEST_WORDS or _FOR_READERS.search(name) is not None
    return is_long and figures <= _MOST_FIGURES * len(words)


def _guess_text_forms(text: str) -> Iterator[FormatDescription]:
    """Yield descriptions of what kind of text it may be, the surest first."""
    root = _ROOT.match(text)
    if root is not None and root[1].lower() in {"html", "head", "body"}:
        title = _TITLE.search(text)
        named = as_short_line(title[1] if title else "HTML")
        page = message("Unknown web page ({title}).", title=named)
        yield FormatDescription(page, is_document=True)
    elif root is not None:
        sentence = message(
            "Unknown XML with the root element {root}.", root=as_short_line(root[1])
        )
        yield FormatDescription(sentence)
    keys = list(dict.fromkeys(_KEY.findall(text))) if text.lstrip()[:1] in {"{", "["} else []
    if keys:
        named = _join_first_words(keys)
        yield FormatDescription(message("Unknown JSON with the keys {keys}.", keys=named))
    for pattern, language in _SCRIPT_PATTERNS:
        match = pattern.search(text)
        if match is not None:
            script = message(
                "This is a script ({language}). Import its output.",
                language=language or as_short_line(match[1]),
            )
            yield FormatDescription(script, is_document=True)
    if _MAIL.match(text) and _MAIL_HEADS.search(text):
        mail = message("This is an e-mail without a result. Import its attachment.")
        yield FormatDescription(mail, is_document=True)
    columns = _table_headings(text)
    if columns:
        named = _join_first_words(columns)
        table = message("Unknown table with the columns {columns}.", columns=named)
        yield FormatDescription(table)


def _table_headings(text: str) -> list[str]:
    """Return the headings of a table: its lines have as many cells, and the first no figure."""
    lines = [line for line in text.splitlines()[:6] if line.strip()][:4]
    for delimiter in _DELIMITERS:
        widths = {line.count(delimiter) for line in lines}
        if len(lines) < 3 or len(widths) != 1 or widths == {0}:
            continue
        names = [cell.strip(' "') for cell in lines[0].split(delimiter)]
        if not any(re.fullmatch(r"[-+\d.,]+", name) for name in names):
            return [name for name in names if name]
    return []


def _join_first_words(words: list[str]) -> str:
    more = ", \N{HORIZONTAL ELLIPSIS}" if len(words) > _MOST_NAMED else ""
    return ", ".join(as_short_line(word, 40) for word in words[:_MOST_NAMED]) + more


class BinaryForm(Enum):
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
class BinaryFormat:
    """A binary format: what it is, and the name it goes by."""

    form: BinaryForm
    name: str


UNKNOWN = BinaryFormat(BinaryForm.UNKNOWN, "?")
"""No text, and of no format that is known by its first bytes."""

_SIGNATURES = (
    (0, b"PK\x03\x04", BinaryFormat(BinaryForm.ZIP, "ZIP")),
    (0, b"PK\x05\x06", BinaryFormat(BinaryForm.ZIP, "ZIP")),
    (0, b"PK\x07\x08", BinaryFormat(BinaryForm.ZIP, "ZIP")),
    (0, b"\x1f\x8b", BinaryFormat(BinaryForm.ARCHIVE, "gzip")),
    (0, b"\x1f\x9d", BinaryFormat(BinaryForm.ARCHIVE, "compress (.Z)")),
    (0, b"BZh", BinaryFormat(BinaryForm.ARCHIVE, "bzip2")),
    (0, b"\xfd7zXZ\x00", BinaryFormat(BinaryForm.ARCHIVE, "xz")),
    (0, b"\x5d\x00\x00", BinaryFormat(BinaryForm.ARCHIVE, "LZMA")),
    (0, b"LZIP\x01", BinaryFormat(BinaryForm.ARCHIVE, "lzip")),
    (0, b"\x04\x22\x4d\x18", BinaryFormat(BinaryForm.ARCHIVE, "LZ4")),
    (0, b"\x28\xb5\x2f\xfd", BinaryFormat(BinaryForm.ARCHIVE, "Zstandard")),
    (0, b"7z\xbc\xaf\x27\x1c", BinaryFormat(BinaryForm.ARCHIVE, "7-Zip")),
    (0, b"Rar!\x1a\x07", BinaryFormat(BinaryForm.ARCHIVE, "RAR")),
    (0, b"MSCF\0\0\0\0", BinaryFormat(BinaryForm.ARCHIVE, "CAB")),
    (0, b"070701", BinaryFormat(BinaryForm.ARCHIVE, "cpio")),
    (0, b"070702", BinaryFormat(BinaryForm.ARCHIVE, "cpio")),
    (0, b"070707", BinaryFormat(BinaryForm.ARCHIVE, "cpio")),
    (0, b"\xc7\x71", BinaryFormat(BinaryForm.ARCHIVE, "cpio")),
    (0, b"!<arch>\n", BinaryFormat(BinaryForm.ARCHIVE, "ar")),
    (0, b"\xed\xab\xee\xdb", BinaryFormat(BinaryForm.ARCHIVE, "RPM")),
    (0, b"%PDF-", BinaryFormat(BinaryForm.PDF, "PDF")),
    (0, b"\x89PNG\r\n", BinaryFormat(BinaryForm.PICTURE, "PNG")),
    (0, b"\xff\xd8\xff", BinaryFormat(BinaryForm.PICTURE, "JPEG")),
    (0, b"GIF8", BinaryFormat(BinaryForm.PICTURE, "GIF")),
    (0, b"\xd0\xcf\x11\xe0", BinaryFormat(BinaryForm.OFFICE, "OLE")),
    (8, b"DUCK", BinaryFormat(BinaryForm.DUCKDB, "DuckDB")),
    (0, b"SQLite format 3\0", BinaryFormat(BinaryForm.DATABASE, "SQLite")),
    (0, b"PAR1", BinaryFormat(BinaryForm.DATABASE, "Parquet")),
    (0, b"\x89HDF\r\n", BinaryFormat(BinaryForm.DATABASE, "HDF5")),
    (0, b"\x7fELF", BinaryFormat(BinaryForm.PROGRAM, "ELF")),
    (0, b"MZ", BinaryFormat(BinaryForm.PROGRAM, "EXE")),
    (0, b"\xca\xfe\xba\xbe", BinaryFormat(BinaryForm.PROGRAM, "Java")),
    (0, b"\xcf\xfa\xed\xfe", BinaryFormat(BinaryForm.PROGRAM, "Mach-O")),
    (0, b"\x96\xd5", BinaryFormat(BinaryForm.SYSSTAT, "sysstat")),
    (0, b"\xd5\x96", BinaryFormat(BinaryForm.SYSSTAT, "sysstat")),
)
_SIGNATURES_ELSEWHERE = tuple(row for row in _SIGNATURES if row[0])
_SIGNATURES_BY_FIRST = {
    first: tuple(row for row in _SIGNATURES if row[0] or row[1][:1] == first)
    for first in {signature[:1] for at, signature, _ in _SIGNATURES if not at}
}
"""What a file may be by its first byte; no file is compared with all signatures."""
_TAR = BinaryFormat(BinaryForm.ARCHIVE, "tar")
_PYTHON = BinaryFormat(BinaryForm.PROGRAM, "Python")
_MAY_BE_TEXT = {"PDF", "ar"}
"""Formats of which a small file may have no control character; no result begins as they do."""
_LOOKED_AT = 65_536
_TAR_BLOCK = 512
_TAR_SUM = slice(148, 156)
_TAR_NAME = slice(0, 100)
_CONTROL = bytes(set(range(32)) - set(b"\t\n\x0b\x0c\r\x08\x1b\x1a")) + b"\x7f"
"""What no text has: tabs, line ends, backspaces, escapes and the DOS end of file are left out."""
_NOT_BLANK = re.compile(rb"[^\0 \t\r\n]")
_LOST = re.compile(rb"\0{16,}")
"""Blocks that a crash left unwritten inside a text: zeros in a row."""
_MOST = 0.05
"""Share of control characters that a damaged text may have."""


def detect_binary_format(data: bytes | mmap.mmap) -> BinaryFormat | None:
    """Return the format of a binary file, or UNKNOWN; None for text, even damaged, and nothing."""
    head = data[:_LOOKED_AT]
    if _is_wide_or_blank(head):
        return None
    result = _format_by_signature(head) or _format_by_header(head)
    if result is not None:
        return result
    written = _LOST.sub(b"", head) if b"\0" in head else head
    odd = len(written) - len(written.translate(None, _CONTROL))
    return UNKNOWN if odd > _MOST * len(written) else None


def detect_signature(data: bytes | mmap.mmap) -> BinaryFormat | None:
    """Return the format that a file's first bytes name; None for text and unknown formats."""
    head = data[:_LOOKED_AT]
    result = _format_by_signature(head) or _format_by_header(head)
    return None if result is None or _is_wide_or_blank(head) else result


def _is_wide_or_blank(head: bytes) -> bool:
    """Return whether a beginning is of UTF-16 or UTF-32, which have zeros, or has no letter."""
    return _NOT_BLANK.search(head) is None or bool(detect_wide_encoding(head)[0])


def _format_by_signature(head: bytes) -> BinaryFormat | None:
    for at, signature, kind in _SIGNATURES_BY_FIRST.get(head[:1], _SIGNATURES_ELSEWHERE):
        # words may begin with the letters of a signature: MZ, BZh, DUCK
        is_sure = kind.name in _MAY_BE_TEXT or not _has_no_control_bytes(signature)
        if head.startswith(signature, at) and (is_sure or not _has_no_control_bytes(head)):
            return kind
    return None


def _has_no_control_bytes(data: bytes) -> bool:
    return data.isascii() and len(data.translate(None, _CONTROL)) == len(data)


def _format_by_header(head: bytes) -> BinaryFormat | None:
    """Recognise what has no signature at all, or not in every version."""
    if _is_tar(head[:_TAR_BLOCK]):
        return _TAR
    # a magic number, CR LF, then flags of which two bits are used, then a time or a hash
    is_python = head[2:4] == b"\r\n" and b"\x0b" <= head[1:2] <= b"\x0f" and head[5:8] == b"\0" * 3
    return _PYTHON if is_python else None


def _is_tar(block: bytes) -> bool:
    """Return whether a block of 512 bytes is the header of a file in a tar archive.

    Source: POSIX.1-1988 (ustar); the checksum is that of the older format too.
    """
    if len(block) < _TAR_BLOCK or not block[_TAR_NAME].rstrip(b"\0"):
        return False
    digits = block[_TAR_SUM].strip(b"\0 ")
    if not digits or digits.strip(b"01234567"):
        return False
    return sum(block) - sum(block[_TAR_SUM]) + 8 * ord(" ") == int(digits, 8)


_HEAD_CHARACTERS = 16_384

_BINARY = {
    BinaryForm.ARCHIVE: (
        "This archive ({kind}) cannot be opened by Arraywise. Unpack it, and import its files."
    ),
    BinaryForm.ZIP: "This is a document or archive ({kind}). Save its table as CSV, or unpack it.",
    BinaryForm.PDF: "This is a PDF. Import the result file behind it.",
    BinaryForm.PICTURE: "This is a picture; import the result file that it shows.",
    BinaryForm.OFFICE: "This is an old Office document; save the table as CSV.",
    BinaryForm.DUCKDB: ("This is a DuckDB database. Open a study instead of importing it."),
    BinaryForm.DATABASE: (
        "This is a data file for programs ({kind}). Import the tool's text or CSV file."
    ),
    BinaryForm.PROGRAM: ("This is a program ({kind}). Import the text that the tool printed."),
    BinaryForm.SYSSTAT: (
        "This is binary data of sysstat. Convert it with sar -A -f FILE, and import the text."
    ),
    BinaryForm.UNKNOWN: "The file is binary. Import the text file written by the tool.",
}
"""What is reported for each form of binary file, and what to do about it."""


_FOR_PEOPLE: Final = frozenset({BinaryForm.PDF, BinaryForm.PICTURE, BinaryForm.PROGRAM})


def describe_unknown_format(source: Source) -> FormatDescription:
    """Describe what a file is that no importer recognised."""
    if not len(source.data):
        return FormatDescription(
            message("The file is empty: the run was killed, or the file copied too early.")
        )
    head = source.head
    binary = detect_binary_format(head)
    if binary is not None:
        is_zip = binary.form is BinaryForm.ZIP
        kind = _zip_document_program(source.data) if is_zip else binary.name
        return FormatDescription(
            message(_BINARY[binary.form], kind=kind), is_document=binary.form in _FOR_PEOPLE
        )
    if not head.strip(b"\0 \t\r\n"):
        return FormatDescription(
            message("The file holds only blanks or zero bytes: its content is lost.")
        )
    return describe_unknown_text(decode(head).text[:_HEAD_CHARACTERS], source.name)


_DOCUMENTS = (
    (b"xl/workbook", "Excel"),
    (b"word/document", "Word"),
    (b"ppt/presentation", "PowerPoint"),
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "OpenDocument Calc"),
    (b"mimetypeapplication/vnd.oasis.opendocument", "OpenDocument"),
    (b"META-INF/", "Java"),
)


def _zip_document_program(data: bytes | mmap.mmap) -> str:
    """Return the program that writes a document in ZIP format, by the names of its parts."""
    ends = data[:_LOOKED_AT] + data[-_LOOKED_AT:]
    return next((name for sign, name in _DOCUMENTS if sign in ends), "ZIP")


UNKNOWN_TOOL = "unknown"
DOCUMENT = "document"
"""Tool of a reading whose file people wrote."""
_NEVER_MIXED_FORMS = (b"{", b"[", b"<")


@dataclass(frozen=True, slots=True)
class SourceGroup:
    """Files that one importer reads together; most are groups of one."""

    importer: ListedImporter
    sources: tuple[Source, ...]

    def read(self) -> list[Reading]:
        """Read the group; one reading a source, in the same order."""
        readings = self.importer.read(self.sources)
        pairs = zip(readings, self.sources, strict=True)
        return [
            replace(reading, tool=DOCUMENT)
            if _is_refused_document(reading, source)
            else sanitise_reading(
                _warn_of_other_tools(reading, source, self.importer), source.data
            )
            for reading, source in pairs
        ]


def _is_refused_document(reading: Reading, source: Source) -> bool:
    """Return whether a refused file is a script or document, which only quotes the tool."""
    return reading.status is Status.REFUSED and _file_suffix(source.name) in _SUFFIXES


@dataclass(frozen=True, slots=True)
class SortedSources:
    """Sources by what to do with them; each source is in exactly one of both."""

    groups: tuple[SourceGroup, ...]
    refused: tuple[tuple[Source, Reading], ...]
    """What no importer recognises, with the reason."""


def group_by_importer(sources: Sequence[Source]) -> SortedSources:
    """Find the importer of each source by its content, and group what it reads together."""
    recognised: dict[ListedImporter, list[Source]] = {importer: [] for importer in ALL_IMPORTERS}
    refused: list[tuple[Source, Reading]] = []
    for source in sources:
        importer = _find_importer(source)
        if importer:
            recognised[importer].append(source)
        else:
            refused.append((source, unrecognised_reading(source)))
    groups = tuple(
        SourceGroup(importer, tuple(group))
        for importer, own in recognised.items()
        if own
        for group in importer.groups(own)
    )
    return SortedSources(groups, tuple(refused))


def read_sources(sources: Sequence[Source]) -> list[Reading]:
    """Read sources of any tools; one reading a source, in the same order."""
    outcome = group_by_importer(sources)
    readings = {id(source): reading for source, reading in outcome.refused}
    for group in outcome.groups:
        for source, reading in zip(group.sources, group.read(), strict=True):
            readings[id(source)] = reading
    return [readings[id(source)] for source in sources]


def unrecognised_reading(source: Source) -> Reading:
    """Build the reading of a file that no importer recognises."""
    described = describe_unknown_format(source)
    tool = DOCUMENT if described.is_document else UNKNOWN_TOOL
    problem = Problem(Severity.ERROR, described.sentence)
    return Reading(tool, Status.REFUSED, problems=(problem,))


def _find_importer(source: Source) -> ListedImporter | None:
    if not len(source.data):
        return None
    kind = detect_binary_format(source.head)
    if kind is None:
        beginning = source.head[:_TITLED_WITHIN].lower()
        if any(title in beginning for title in _FOREIGN):
            return None
        return next((known for known in ALL_IMPORTERS if known.recognises(source)), None)
    # no other importer is tried: an archive holds the words of every file in it
    able = (known for known in ALL_IMPORTERS if kind.name in known.binary_formats)
    return next((known for known in able if known.recognises(source)), None)


def _warn_of_other_tools(reading: Reading, source: Source, importer: ListedImporter) -> Reading:
    """Return the reading with a warning for each other tool whose output a small text holds."""
    sentences = [
        message("The file also holds an I/O calibration, not read. Put it into its own file.")
        if not other.is_program
        else message(
            "The file also holds output of {tool}, not read. Put it into its own file.",
            tool=other.title,
        )
        for other in _other_importers(source, importer)
    ]
    if not sentences:
        return reading
    problems = (
        *reading.problems,
        *(Problem(Severity.WARNING, sentence) for sentence in sentences),
    )
    is_fine = reading.status is Status.READ
    status = Status.READ_WITH_PROBLEMS if is_fine else reading.status
    return replace(reading, problems=problems, status=status)


def _other_importers(source: Source, importer: ListedImporter) -> list[ListedImporter]:
    """Return the importers that would read a source too, had not another one come first."""
    if len(source.data) > HEAD_BYTES or _holds_one_tool_only(source.head, importer):
        return []
    if importer.binary_formats and detect_binary_format(source.head) is not None:
        return []
    place = ALL_IMPORTERS.index(importer)
    earlier = [
        k
        for k in ALL_IMPORTERS[:place]
        if any(word in source.head for word in k.words_inside_other_files)
    ]
    later = [known for known in ALL_IMPORTERS[place + 1 :] if known.recognises(source)]
    return earlier + later


@cache_ignoring_digits
def _holds_one_tool_only(text: bytes, importer: ListedImporter) -> bool:
    """Return whether a text of a tool need not be searched for output of others."""
    if text.lstrip().startswith(_NEVER_MIXED_FORMS):
        return True
    return importer.writes_own_files and not any(word in text for word in importer.foreign_words)
