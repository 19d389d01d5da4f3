"""What a client's report looks like and what goes into it."""

from __future__ import annotations

import re
from dataclasses import dataclass

LANGUAGES = ("en", "de", "pt_BR")
"""What a report can be written in; its sentences are made in the first."""
PAPERS = ("A4", "Letter")
ACCENT = re.compile(r"#[0-9A-Fa-f]{6}\Z")


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The choices of one report; a study keeps those of its last one."""

    language: str = LANGUAGES[0]
    paper: str = PAPERS[0]
    author: str = ""
    accent: str = ""
    """Colour of the bars and rules that lead the eye, as `#rrggbb`; empty for our own."""
    logo: bytes = b""
    """A PNG picture; empty for none."""
    left_out: frozenset[str] = frozenset()
    """Keys of sections that are not printed."""
    attach_workbook: bool = False
    """Put the workbook with live formulas inside the PDF."""
    attach_evidence: bool = False
    """Put the imported files inside the PDF, without the passwords in them."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file inside the PDF."""

    name: str
    content: bytes
    media_type: str
    description: str = ""
