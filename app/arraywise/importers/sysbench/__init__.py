"""Reads the output of sysbench: tests of files and of databases, 0.4 to 1.1.

`wording` (what is printed), `gathered` and `output` (what was found of a run), `measures` (what
it means).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.importers.drafts import LIMIT_BYTES
from arraywise.importers.importer import FileByFile
from arraywise.importers.sysbench.output import OutputReader
from arraywise.importers.text import decode, without_escapes

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.importer import Source

_MARKS = re.compile(
    r"^[ \t>]*(?:`{3} ?)?(?:sysbench \d{1,2}\.\d{1,3}[\s.:(]"
    r"|Running the test with following options:"
    r"|\[ {0,10}\d{1,9}s {0,10}\] (?:thds|threads): \d{1,6},? tps: "
    r"|(?:SQL|OLTP test) statistics:[ \t]*\n[ \t>]*queries performed)",
    re.MULTILINE,
)


class SysbenchImporter(FileByFile):
    """Importer of sysbench: every file stands alone."""

    tool = "sysbench"

    def recognises(self, source: Source) -> bool:
        """Look for sysbench's banner, the line above its options, or what it alone prints."""
        return _MARKS.search(without_escapes(decode(source.head).text)) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        return _read(source)


def _read(source: Source) -> Reading:
    decoded = decode(source.data, LIMIT_BYTES)
    log = OutputReader().read(without_escapes(decoded.text).split("\n"))
    return log.reading(SysbenchImporter.tool, source.name, decoded)
