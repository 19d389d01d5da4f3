"""Reads Vdbench's pages: flatfile, summary, totals and histogram, of raw devices and of files.

`wording` (which page, and what is on it), `rows` and `histograms` (tables), `times` (when),
`runs` (what was measured), `sets` (pages of one execution).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.importers.text import decode, without_escapes
from arraywise.importers.vdbench.sets import TOOL, read_set, sets_of
from arraywise.importers.vdbench.wording import page_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.importer import Source


class VdbenchImporter:
    """Importer of Vdbench: the pages of one folder are read together."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for what stands on top of each page."""
        return page_of(without_escapes(decode(source.head).text)) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the pages of one execution, by folders and names."""
        return sets_of(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the pages of one execution."""
        return read_set(group)
