"""Reads what HammerDB leaves behind: its log, the transaction counter's, time profiles.

`wording` (what is printed), `course` (the tests in a log), `queries` (TPROC-H), `profiles` (times
by transaction), `counters` (the database's count), `moments` (times).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.importers.hammerdb.log import CourseReader
from arraywise.importers.hammerdb.patterns import MARKS, ONE_OF
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.readings import LIMIT_BYTES
from arraywise.importers.kit.text import decode, without_escapes

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source


class HammerdbImporter(FileByFile):
    """Importer of HammerDB: every file is read on its own."""

    tool = "hammerdb"

    def recognises(self, source: Source) -> bool:
        """Look for HammerDB's wording."""
        head = without_escapes(decode(source.head).text)
        return any(words in head for words in ONE_OF) and MARKS.search(head) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, LIMIT_BYTES)
        log = CourseReader().read(without_escapes(decoded.text).split("\n"))
        return log.reading(self.tool, source.name, decoded)
