"""Reads reports on Oracle databases: AWR, Statspack and captures of AWR-Miner.

They tell what a database asks of its storage, not what any storage gives. Names of databases,
instances and hosts, database ids and SQL text are left where they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from arraywise.domain.database_report import AWR, AWR_MINER, RELEASE, STATSPACK
from arraywise.importers.awr.miner import read_capture
from arraywise.importers.awr.report import read_report
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.readings import Log
from arraywise.importers.kit.text import decode, without_escapes

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source

_LIMIT_BYTES: Final = 32 * 1024 * 1024
_MINER: Final = re.compile(r"^~~BEGIN-(?:OS-INFORMATION|MAIN-METRICS)~~", re.MULTILINE)
_STATSPACK: Final = re.compile(r"^[ \t]*STATSPACK report for\s*$", re.MULTILINE)
_AWR: Final = re.compile(
    r"^[ \t]*(?:<h1[^>\n]*>\s{0,20})?WORKLOAD REPOSITORY"
    r" (?:(?:PDB )?report (?:for\b|\(\w+ snapshots)|REPORT \(RAC\)|(?:RAC|GLOBAL) REPORT"
    r"|COMPARE PERIOD)",
    re.MULTILINE | re.IGNORECASE,
)
_RUN_TYPE: Final = "database report"


class AwrImporter(FileByFile):
    """Importer of reports on databases; every file is read on its own."""

    tool = "awr"

    def recognises(self, source: Source) -> bool:
        """Look for the title, which is English in every language."""
        return _tool_of(decode(source.head).text) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, _LIMIT_BYTES)
        text = without_escapes(decoded.text)
        tool = _tool_of(text) or AWR
        record = Log(run_type=_RUN_TYPE)
        read = read_capture if tool == AWR_MINER else read_report
        read(record, text, source.decimal)
        _say(record, tool)
        return record.reading(tool, source.name, decoded)


def _tool_of(text: str) -> str | None:
    head = text[: 64 * 1024]
    signs = ((AWR, _AWR), (STATSPACK, _STATSPACK), (AWR_MINER, _MINER))
    return next((tool for tool, sign in signs if sign.search(head)), None)


def _say(record: Log, tool: str) -> None:
    """Describe what holds for every report of that kind."""
    if not record.drafts:
        record.fail(
            "No section Instance Activity and no readable wait events. Create the report again"
            " as text or HTML, and import it whole."
        )
        return
    record.info(
        "Names of databases, instances and hosts, database IDs and SQL text are masked in the"
        " stored text."
    )
    first = record.drafts[0]
    if tool != AWR_MINER:
        record.version = first.attributes.get(RELEASE)
    if tool != AWR_MINER and first.duration_s:
        record.info(
            "Averages over {minutes:.0f} minutes; shorter peaks are not visible.",
            minutes=first.duration_s / 60,
        )
    for draft in record.drafts:
        if not draft.complete:
            draft.warn(
                "Section Instance Activity or the interval is missing: no values per transaction.",
                draft.line,
            )
