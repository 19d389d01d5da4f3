"""Reads what fio leaves: JSON, terse lines, text for people and logs, of fio 2.1 to 3.4x.

`json_text` and `json_report`, `terse`, `normal` (one form each), `reports` (which of them count),
`runs` with `measures`, `concurrency`, `completeness` and `attributes` (what they mean), `logs`,
`histogram_log`, `log_files` and `siblings` (series), `refusal` (why there is nothing).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.importers.fio.assembly import read_group
from arraywise.importers.fio.log_files import TOOL
from arraywise.importers.fio.logs import is_log
from arraywise.importers.fio.refusal import is_job_file
from arraywise.importers.fio.siblings import groups_of
from arraywise.importers.fio.signs import has_signs
from arraywise.importers.text import decode, without_escapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.importer import Source


class FioImporter:
    """Reads fio's results, and its logs with the result beside them."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for fio's own keys, lines and messages; failed starts and job files are its too."""
        text = without_escapes(decode(source.head).text)
        return has_signs(text) or is_log(text) or is_job_file(text)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put logs together with the results of their folder; others stand alone."""
        return groups_of(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the results, then the logs in their light."""
        return read_group(group)
