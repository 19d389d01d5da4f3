"""Reads what pgbench, PostgreSQL's benchmark, prints and logs, from version 9 to 18.

`wording` (what is printed), `output` (results and progress to runs), `progress` (series),
`checks` (doubts), `transaction_log` (the numbers of -l).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.importers.drafts import LIMIT_BYTES
from arraywise.importers.pgbench.output import OutputReader
from arraywise.importers.pgbench.transaction_log import looks_like_log, read_log
from arraywise.importers.text import decode, without_escapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.importer import Source

_LOG_LIMIT_BYTES = 32 * 1024 * 1024
_MARKS = re.compile(
    r"^[ \t>]*(?:pgbench \(\d|starting vacuum\.\.\.|transaction type: |pgbench: (?:error|fatal): "
    r"|progress: \d{1,20}(?:\.\d{1,9})? s, \d{1,20}(?:\.\d{1,9})? tps"
    r"|tps = \d{1,20}(?:\.\d{1,9})? \((?:without|including|excluding) "
    r"|\d{1,12} of \d{1,12} tuples \()",
    re.MULTILINE,
)


class PgbenchImporter:
    """Importer of pgbench: every file stands alone."""

    tool = "pgbench"

    def recognises(self, source: Source) -> bool:
        """Look for pgbench's wording, or for the columns of its transaction log."""
        head = without_escapes(decode(source.head).text)
        return _MARKS.search(head) is not None or looks_like_log(head)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Every file is a group."""
        return [[source] for source in sources]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read files one by one."""
        return [_read(source) for source in group]


def _read(source: Source) -> Reading:
    decoded = decode(source.data, LIMIT_BYTES)
    text = without_escapes(decoded.text)
    if _MARKS.search(text) is None and looks_like_log(text[:10_000]):
        decoded = decode(source.data, _LOG_LIMIT_BYTES)
        log = read_log(decoded.text, whole=not decoded.cut)
    else:
        log = OutputReader().read(text.split("\n"))
    return log.reading(PgbenchImporter.tool, source.name, decoded)
