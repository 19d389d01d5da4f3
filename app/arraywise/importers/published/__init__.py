"""Reads figures that a publication prints, copied into a table of our own with their citation.

The format is described in `data/published/README.md`. A published figure is evidence of its own
kind: it has a line to point at and a source to name, but no run that could be looked into.
`table` (layout), `units` (what leads to SI), `figures` (rows to runs).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.importers.drafts import LIMIT_BYTES, Log
from arraywise.importers.importer import FileByFile
from arraywise.importers.published.figures import add_figures
from arraywise.importers.published.table import SIGN, split_table
from arraywise.importers.text import decode

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.importer import Source

_LOOK_AT_BYTES = 256
_BEGINS = re.compile(rf'\s{{0,20}}"?{SIGN}"?[ \t]*(?:[,\n]|$)')


class PublishedImporter(FileByFile):
    """Importer of published figures: every file stands alone."""

    tool = "published"

    def recognises(self, source: Source) -> bool:
        """Look for the sign in the first cell."""
        return bool(_BEGINS.match(decode(source.head[:_LOOK_AT_BYTES]).text))

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        return _read(source)


def _read(source: Source) -> Reading:
    decoded = decode(source.data, LIMIT_BYTES)
    notes = Log(run_type="published figures")
    add_figures(split_table(decoded.lines), notes)
    return notes.reading(PublishedImporter.tool, source.name, decoded)
