"""Importer of ORION: what is printed (`content`), read (`summary`, `tables`), joined (`sets`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.importers.kit.text import decode, share_conditions
from arraywise.importers.orion.content import OrionFileContent, sets_of
from arraywise.importers.orion.runs import TOOL, read_set
from arraywise.importers.orion.summary import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source

_LOOK_AT_BYTES = 1024 * 1024
_MARKS = re.compile(
    r"\bO?RION(?::\s*ORacle\s+IO\s+Numbers|\s+VERSION\s+\d)"
    r'|^[ \t"]*Large/Small"?[ \t]*(?:[,;\t]|$)'
    r"|\bLatency\s+Histogram\s*@\s*Small\s*="
    r"|\bMaximum\s+(?:Large[\s*]+MBPS|Small[\s*]+IOPS)[\s*]*=[\s*]*\d"
    r"|\bMinimum\s+Small\s+Latency[\s*]*=[\s*]*\d"
    r"|^[ \t]*ran[ \t]+\((?:small|large)\)[ \t]*:"
    r"|\bFor\s+help,\s+run:\s+orion\s+-help|\borion_parse_args\b"
    r"|\borion: error while loading shared libraries",
    re.IGNORECASE | re.MULTILINE,
)
_WORDS = ("rion", "small", "large")
"""Each mark has one of them; looking for these alone is a hundred times quicker."""


class OrionImporter:
    """Reads summaries, consoles, matrices and histograms, joined into the runs they are of."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for ORION's own wording anywhere in the beginning of the file."""
        return _is_marked(source.data[:_LOOK_AT_BYTES])

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together summary, matrices, histograms and console of one run."""
        sets = sets_of([_parsed(source) for source in sources])
        return [[parsed.source for parsed in files] for files in sets]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the files of one run."""
        return read_set([_parsed(source) for source in group])


@share_conditions
def _is_marked(head: bytes) -> bool:
    text = decode(head).text
    small = text.lower()
    return any(word in small for word in _WORDS) and bool(_MARKS.search(text))


def _parsed(source: Source) -> OrionFileContent:
    """Parse a file once, for grouping and for reading."""
    known = source.understood.get(TOOL)
    if not isinstance(known, OrionFileContent):
        known = source.understood[TOOL] = parse(source)
    return known
