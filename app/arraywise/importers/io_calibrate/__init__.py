"""Reads what DBMS_RESOURCE_MANAGER.CALIBRATE_IO leaves: printed lines and rows of its view.

Labels are the user's own, numbers the country's, tables wrapped or flattened: `content` (what is
recognised, and pairs of label and number), `tables` (rows, and what their numbers mean), `runs`
(what is one run, or why there is none).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.importers.io_calibrate.content import (
    CODE,
    ERROR,
    NOT_CALIBRATED,
    STATUS_VIEW,
    read_pairs,
)
from arraywise.importers.io_calibrate.runs import TOOL, read_calibration
from arraywise.importers.io_calibrate.tables import read_tables
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.text import TextPositions, decode, without_escapes

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source

_LOOK_AT_BYTES = 1024 * 1024
_IN_FIGURES = ("iops", "i/o ops", "io/s", "ios/s", "per sec")
"""One of these is in every label of a rate of I/Os."""
_HEADINGS = ("MAX_IOPS", "MAX_MBPS")


class IoCalibrateImporter(FileByFile):
    """Reads calibrations, several in a file too; every file is read on its own."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for the procedure, its views, its errors, or figures in its form."""
        text = without_escapes(decode(source.data, _LOOK_AT_BYTES).text)
        if CODE.search(text) or STATUS_VIEW.search(text) or NOT_CALIBRATED.search(text):
            return True
        if any(match.group("code").startswith("ORA-567") for match in ERROR.finditer(text)):
            return True
        if all(heading in text for heading in _HEADINGS):
            return True
        lowered = text.lower()
        if not any(word in lowered for word in _IN_FIGURES):
            return False
        places = TextPositions(text)
        rows, _ = read_tables(text.split("\n"), places.starts)
        return bool(rows or read_pairs(text, places))

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        return read_calibration(source)
