"""Says what a file is that no importer reads, and what to do about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.said import Said, say
from arraywise.importers import ALL_IMPORTERS
from arraywise.importers.mail import is_mail
from arraywise.importers.signatures import Form, kind_of
from arraywise.importers.text import decode, without_escapes

if TYPE_CHECKING:
    from arraywise.importers.importer import Source

_HEAD_CHARACTERS = 16_384

_BINARY = {
    Form.ARCHIVE: (
        "This is an archive ({kind}), which Arraywise does not open; unpack it and import the"
        " files in it."
    ),
    Form.ZIP: "This is a ZIP archive or an Office document; unpack it, or save as CSV.",
    Form.PDF: "This is a PDF; import the result file that it was made from.",
    Form.PICTURE: "This is a picture; import the result file that it shows.",
    Form.OFFICE: "This is an old Office document; save the table as CSV.",
    Form.DUCKDB: ("This is a DuckDB database; if it is a study, open it instead of importing it."),
    Form.DATABASE: (
        "This is a file of tables for programs ({kind}), not a result file; import the text or"
        " CSV file that the tool wrote."
    ),
    Form.PROGRAM: (
        "This is a program or a compiled file ({kind}), not a result file; import the text that"
        " the tool printed."
    ),
    Form.SYSSTAT: (
        "This is sysstat's binary data; write it as text with sar -A -f FILE, and import that."
    ),
    Form.UNKNOWN: "The file is binary; Arraywise reads the text files that the tools write.",
}
"""What is said of each form of binary file, and what to do about it."""

_TITLES = {
    "orion": "ORION",
    "swingbench": "Swingbench",
    "dstat": "dstat, dool, pcp-dstat",
    "hammerdb": "HammerDB",
    "slob": "SLOB",
    "vdbench": "Vdbench",
    "lshw": "lshw, lsblk, lscpu",
    "sysstat": "sysstat (iostat, sar, mpstat), vmstat",
    "iometer": "Iometer",
}
"""Names of importers as the user knows them, where they differ from the importer's own."""
IN_WORDS = {"published", "io_calibrate"}
"""What is no program's name, and is said in the user's language."""


def title_of(tool: str) -> str:
    """Return the name of an importer's tools as the user knows them."""
    return _TITLES.get(tool, tool)


KNOWN = say(
    "published figures, Oracle I/O calibration and the results of {tools}",
    tools=", ".join(title_of(i.tool) for i in ALL_IMPORTERS if i.tool not in IN_WORDS),
)
_NOT_READ = "This is output of {tool}, which Arraywise does not read; it reads {known}."
_TOOLS = (
    (r"WORKLOAD REPOSITORY (?:report|PDB report|COMPARE)|AWR Report for DB", "Oracle AWR"),
    (r"STATSPACK report for", "Oracle Statspack"),
)
_TOOL_PATTERNS = tuple((re.compile(pattern, re.MULTILINE), tool) for pattern, tool in _TOOLS)
_PRICES = re.compile(
    r"(?:unit|list|extended)\s*price|(?:st\u00fcck|einzel|listen|gesamt)preis|pre\u00e7o\s+(?:unit|de\s+lista)",
    re.IGNORECASE,
)
_DEVICES = re.compile(r"\s*+(?:(?:/|\\\\\.\\|\+)\S++\s*+)++")


def describe_stranger(source: Source) -> Said:
    """Say what a file is that no importer recognised."""
    if not len(source.data):
        return say(
            "The file is empty: the run was killed, or was still writing when it was copied."
        )
    head = source.head
    binary = kind_of(head)
    if binary is not None:
        return say(_BINARY[binary.form], kind=binary.name)
    if not head.strip(b"\0 \t\r\n"):
        return say("The file holds nothing but blanks or zero bytes: its content was lost.")
    if is_mail(head):
        return say(
            "This is a saved mail, and no text in it was recognised as a result by itself; save"
            " its attachments, each as a file, and import those."
        )
    return _describe_text(decode(head).text[:_HEAD_CHARACTERS], source.name)


def _describe_text(head: str, name: str) -> Said:
    text = without_escapes(head)
    for pattern, tool in _TOOL_PATTERNS:
        if pattern.search(text):
            return say(_NOT_READ, tool=tool, known=KNOWN)
    if "\x1b[" in head:
        return say(
            "This is a recording of a screen; let the tool write its own file and import that."
        )
    if name.lower().endswith(".lun") and _DEVICES.fullmatch(text):
        return say("This is a list of devices for ORION to test, not a result.")
    if _PRICES.search(text):
        return say(
            "This looks like a price sheet: it is no evidence; read it into its option on the"
            " page Pricing."
        )
    return say(
        "Nothing that Arraywise reads was recognised in this text; it reads {known}.", known=KNOWN
    )
