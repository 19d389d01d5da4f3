"""Reads what pgbench, PostgreSQL's benchmark, prints and logs, from version 9 to 18.

`wording` (what is printed), `output` (results and progress to runs), `progress` (series),
`checks` (doubts), `transaction_log` (the numbers of -l), `joining` (files of one run) and `sets`
(their readings).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.importers.pgbench.joining import groups_of
from arraywise.importers.pgbench.sets import TOOL, read_group
from arraywise.importers.pgbench.transaction_log import looks_like_log
from arraywise.importers.pgbench.wording import MARKS, without_markdown
from arraywise.importers.text import decode, without_escapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.importer import Source


class PgbenchImporter:
    """Importer of pgbench: results, progress and logs of one run are read together."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for pgbench's wording, or for the columns of its transaction log."""
        head = without_markdown(without_escapes(decode(source.head).text))
        return MARKS.search(head) is not None or looks_like_log(head)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the files of one folder whose figures are those of one run."""
        return groups_of(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the files of one run, or one file."""
        return read_group(group)
