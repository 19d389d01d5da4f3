"""Reads DiskSpd's text and XML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.importers.diskspd.text_report import DiskspdText
from arraywise.importers.diskspd.xml_report import read_documents
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.readings import LIMIT_BYTES, Log
from arraywise.importers.kit.text import decode, without_escapes

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source


class DiskspdImporter(FileByFile):
    """Importer of DiskSpd: every file is read on its own."""

    tool = "diskspd"
    sign = re.compile(
        r"^\s{0,9}timespan: +\d|^Results for timespan \d+:|<TimeSpans>", re.MULTILINE
    )

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, LIMIT_BYTES)
        text = without_escapes(decoded.text)
        notes = Log(run_type="I/O test")
        if "<TimeSpan" in text:
            read_documents(text, notes)
        else:
            for draft in DiskspdText().read(text.split("\n")):
                notes.add(draft)
        for draft in notes.drafts:
            if not draft.complete:
                draft.warn("The file ends before the end of this test.", draft.line)
        return notes.reading(self.tool, source.name, decoded)
