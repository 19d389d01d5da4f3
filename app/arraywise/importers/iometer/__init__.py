"""Reads Iometer's CSV: `sections` (what is where), `measures` and `instantaneous` (series)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.importers.iometer.runs import HEADING, draft_of, read_instantaneous
from arraywise.importers.iometer.sections import find_blocks
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.readings import LIMIT_BYTES, Log
from arraywise.importers.kit.text import decode, without_escapes

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source

_SIGN = re.compile(
    r"^'Test Type,Test Description|^'Results[ \t]*$"
    r"|^(?:TimeStamp,)?'?Target Type,Target Name,"
    r"|^'Iometer Output File",
    re.MULTILINE,
)
_END_SINCE = re.compile(r"1\.|[2-9]\.")
"""`'End Test` is written since 1.1.0; versions before were dates (2006.07.27)."""


class IometerImporter(FileByFile):
    """Importer of Iometer: a file holds a batch, and every file is read on its own."""

    tool = "iometer"
    sign = _SIGN

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, LIMIT_BYTES)
        text = without_escapes(decoded.text)
        notes = Log(run_type="access specifications")
        if HEADING.search(text):
            notes.run_type = "log"
            read_instantaneous(text.split("\n"), notes)
            return notes.reading(self.tool, source.name, decoded)
        result = find_blocks(text.split("\n"), notes)
        versions = {block.version for block in result.blocks if block.version}
        notes.version = versions.pop() if len(versions) == 1 else None
        for block in result.blocks:
            draft = draft_of(block)
            if draft.measurements:
                notes.add(draft)
            else:
                notes.problems += draft.problems
        if not result.ended and not result.aborted and _END_SINCE.match(notes.version or ""):
            notes.warn(
                "The end of the batch is missing: Iometer was stopped, or the file copied too"
                " early. Tests may be missing."
            )
        return notes.reading(self.tool, source.name, decoded)
