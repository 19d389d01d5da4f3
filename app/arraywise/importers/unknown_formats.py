"""What a text is that no importer recognises: of which tool, or of what kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.messages import Message, message
from arraywise.importers.kit.readings import shortened
from arraywise.importers.kit.text import without_escapes

if TYPE_CHECKING:
    from collections.abc import Iterator

_WHERE_LISTED = message("F1 on the page Evidence lists the tools whose results are read.")
_TOOLS = (
    (r"ASH Report For|<title>ASH Report", "Oracle ASH"),
    (r"ADDM Report for Task", "Oracle ADDM"),
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
_TOOL_PATTERNS = tuple((re.compile(pattern, re.MULTILINE), tool) for pattern, tool in _TOOLS)
_PRICES = re.compile(
    r"(?:unit|list|extended)\s*price|(?:st\u00fcck|einzel|listen|gesamt)preis|pre\u00e7o\s+(?:unit|de\s+lista)",
    re.IGNORECASE,
)
_DEVICES = re.compile(r"\s*+(?:(?:/|\\\\\.\\|\+)\S++\s*+)++")
_SCRIPTS = (
    (r"\A#!\s*\S*/(?:env +)?(\w+)", ""),
    (r"\A\s*@echo off", "batch"),
    (r"^[ \t]*(?:param\s*\(|function +\w+-\w+\s*\{|\$\w+ *= *(?:Get|New)-\w+)", "PowerShell"),
    (r"^(?:import \w+|from \w+ import |def \w+\(.*\):)", "Python"),
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


def describe_text(head: str, name: str) -> Message:
    """Describe the beginning of a text, escapes and all, that no importer recognised."""
    text = without_escapes(head)
    for pattern, tool in _TOOL_PATTERNS:
        if pattern.search(text):
            return _with_list(message("Output of {tool} is not read.", tool=tool))
    if "\x1b[" in head:
        return message("This is a screen recording. Import the file written by the tool.")
    if name.lower().endswith(".lun") and _DEVICES.fullmatch(text):
        return message("This is a device list for ORION, not a result.")
    if _PRICES.search(text):
        return message("This looks like a price sheet. Read it on the page Pricing.")
    return next(_looks_like(text), None) or _with_list(
        message("This text is not a result of a known tool. Import the file as the tool wrote it.")
    )


def _with_list(sentence: Message) -> Message:
    """Say where it is listed what is read, which is too much for a message."""
    return message("{one} {other}", one=sentence, other=_WHERE_LISTED)


def _looks_like(text: str) -> Iterator[Message]:
    """Say what kind of text it is, the surest first."""
    root = _ROOT.match(text)
    if root is not None and root[1].lower() in {"html", "head", "body"}:
        title = _TITLE.search(text)
        named = shortened(title[1] if title else "HTML")
        yield _with_list(message("Unknown web page ({title}).", title=named))
    elif root is not None:
        sentence = message("Unknown XML with the root element {root}.", root=shortened(root[1]))
        yield _with_list(sentence)
    keys = list(dict.fromkeys(_KEY.findall(text))) if text.lstrip()[:1] in {"{", "["} else []
    if keys:
        yield _with_list(message("Unknown JSON with the keys {keys}.", keys=_named(keys)))
    for pattern, language in _SCRIPT_PATTERNS:
        match = pattern.search(text)
        if match is not None:
            yield message(
                "This is a script ({language}). Import its output.",
                language=language or shortened(match[1]),
            )
    if _MAIL.match(text) and _MAIL_HEADS.search(text):
        yield message("This is an e-mail without a result. Import its attachment.")
    columns = _columns(text)
    if columns:
        yield _with_list(
            message("Unknown table with the columns {columns}.", columns=_named(columns))
        )


def _columns(text: str) -> list[str]:
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


def _named(words: list[str]) -> str:
    more = ", \N{HORIZONTAL ELLIPSIS}" if len(words) > _MOST_NAMED else ""
    return ", ".join(shortened(word, 40) for word in words[:_MOST_NAMED]) + more
