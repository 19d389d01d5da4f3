"""Importer; which output a file is."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.messages import Message, Problem, Severity, message
from arraywise.importers.kit.importer import HEAD_BYTES
from arraywise.importers.kit.readings import limit_count, status_of
from arraywise.importers.kit.text import DecodedText, decode, without_escapes
from arraywise.importers.swingbench.sets import compared, key_of, writer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.importers.kit.importer import Source
    from arraywise.importers.swingbench.runs import SwingbenchFileContent


class ResultForm(Enum):
    """A form that results come in."""

    XML = "results XML"
    JSON = "results JSON"
    CONSOLE = "charbench log"
    TABLES = "table of results"


_ROOT = re.compile(r"<(?![?!])(?:[\w.-]{1,40}:)?([\w.-]{1,80})")
_XML = re.compile(r"<(?:[\w.-]{1,40}:)?Results(?=[\s>/])")
_SWINGBENCH_XML = re.compile(
    r"dominicgiles|<(?:[\w.-]{1,40}:)?"
    r"(?:Overview|TransactionResults|BenchmarkMetrics|DMLResults)(?=[\s>/])"
)
_JSON = re.compile(r'\{\s{0,200}"Results"\s{0,200}:\s{0,200}\{')
_SWINGBENCH_JSON = re.compile(
    r'dominicgiles|"(?:TransactionResults|TotalCompletedTransactions|BenchmarkMetrics|TPSReadings)"'
)
_TABLES = re.compile(
    r"^[ \t]{0,40}== Overview ==[ \t]{0,40}\n[-+ \n]{0,2000}\|[ \t]{0,40}Metric\b"
    r"|^[\W]{0,4}Attribute[ \t]{0,80}[|,][^\n]{0,2000}\n[-+ \n]{0,2000}\W{0,4}Benchmark Name\b",
    re.MULTILINE,
)
_BANNER = re.compile(r"Author[ \t]{0,20}:\s{0,20}Dominic Giles")
_ROWS = re.compile(
    r"\d[:.]\d\d[:.]\d\d(?:[ \t]?[AaPp]\.?[Mm]\.?)?[\s\d]{1,200}\[\d{1,9}/\d{1,9}\]"
)
_HEADER = re.compile(r"^[ \t]{0,40}Time[ \t]{1,20}([^\n]{1,300})", re.MULTILINE)
_LIST = re.compile(r"^[ \t]{0,40}== Available Runs ==", re.MULTILINE)
_OLD_TABLE = re.compile(r"^Metric,[^\n]{0,2000}\nAverageTransactionsPerSecond,", re.MULTILINE)
_TAGLESS = re.compile(r"[\d\s.,eE+-]+")
_DEVIATION, _VARIANCE, _DECILES = 4, 5, slice(8, 17)

_NO_RESULTS = (
    ("swingbenchconfiguration", message("A Swingbench configuration, not a result.")),
    (
        "clusteroverviewconfiguration",
        message("A Swingbench cluster overview configuration, not a result."),
    ),
    ("wizard", message("A log or configuration of a Swingbench wizard, not a result.")),
)
"""By what the name of the XML's first element contains."""
_LIST_SAID = message("A list of recorded runs. Export the runs themselves.")
_OLD_TABLE_SAID = message(
    "A table of an old parse_results.py, which mixes up response times. Import the XML results"
    " files."
)
_PAGE_SAID = message("A web page made from Swingbench results. Import the XML results files.")
_TAGLESS_SAID = message(
    "Numbers of one Swingbench transaction without their tags: unusable. Import the XML results"
    " file."
)


def kind_of(head: str) -> ResultForm | None:
    """Recognise results in the first part of a text, without terminal colours."""
    has_results = "Results" in head  # as all words below, found sooner than a pattern
    if has_results and _XML.search(head) and _SWINGBENCH_XML.search(head):
        return ResultForm.XML
    if decoy_of(head):
        return None
    if has_results and _JSON.search(head) and _SWINGBENCH_JSON.search(head):
        return ResultForm.JSON
    if ("== Overview ==" in head or "Benchmark Name" in head) and _TABLES.search(head):
        return ResultForm.TABLES
    return ResultForm.CONSOLE if is_console(head) else None


def decoy_of(head: str) -> Message | None:
    """Name what looks like results and is none, or return None."""
    root = _ROOT.search(head) if "<" in head else None
    name = root[1].casefold() if root else ""
    for part, sentence in _NO_RESULTS:
        if part in name and (part != "wizard" or "swingbench" in head.casefold()):
            return sentence
    if 'class="dataframe"' in head and re.search("BenchmarkName|Transaction_id", head):
        return _PAGE_SAID
    if "== Available Runs ==" in head and _LIST.search(head):
        return _LIST_SAID
    if "AverageTransactionsPerSecond," in head and _OLD_TABLE.search(head):
        return _OLD_TABLE_SAID
    return _TAGLESS_SAID if _is_tagless(head) else None


def is_console(head: str) -> bool:
    """Return whether charbench printed rows or a report here."""
    if "Dominic Giles" in head and _BANNER.search(head):
        return True
    if "[" in head and _ROWS.search(head):
        return True
    if "Users" in head and any(
        {"Users", "TPS"} <= set(match[1].split()) for match in _HEADER.finditer(head)
    ):
        return True
    if "|" not in head:
        return False
    from arraywise.importers.swingbench.charbench_files import is_report_line  # loads late

    return any(is_report_line(line) for line in head.split("\n"))


def _is_tagless(head: str) -> bool:
    """Know a full-statistics result by its sums: deviation squared is variance, deciles rise."""
    if len(head) > 10_000 or not _TAGLESS.fullmatch(head):
        return False
    try:
        numbers = [float(word) for word in head.partition(",")[0].split()]
    except ValueError:
        return False
    deciles = numbers[_DECILES]
    if len(deciles) < 9 or deciles != sorted(deciles):
        return False
    squared = numbers[_DEVIATION] * numbers[_DEVIATION]
    return squared > 0 and abs(squared - numbers[_VARIANCE]) < 1e-6 * squared


MOST_PROBLEMS = 100
_OF_ONE_RUN = (ResultForm.XML, ResultForm.JSON, ResultForm.CONSOLE)


class SwingbenchImporter:
    """Reads what Swingbench and its helpers leave behind, and names what is no result."""

    tool = "swingbench"

    def recognises(self, source: Source) -> bool:
        """Say from the content whether Swingbench wrote this, configurations included."""
        head = _head_of(decode(source.head))
        return kind_of(head) is not None or decoy_of(head) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put files of one folder together that differ only in what kind of file they are.

        A log that names the results file it saved goes with that one, whatever the log is called.
        """
        groups: dict[tuple[str, str], list[Source]] = {}
        for source in sources:
            groups.setdefault(key_of(source.name), []).append(source)
        for log, results in writer_of(sources):
            own, theirs = groups[key_of(log.name)], groups[key_of(results.name)]
            if own == [log] and theirs == [results]:
                own.append(results)
                theirs.clear()
        return [group for group in groups.values() if group]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read each file, then compare those that ought to be of one run."""
        result = [_read(source) for source in group]
        readings = [reading for reading, _ in result]
        own = [i for i, (_, kind) in enumerate(result) if kind in _OF_ONE_RUN]
        if len(own) < 2 or len({result[i][1] for i in own}) < len(own):
            return readings
        names = [group[i].name for i in own]
        for i, reading in zip(own, compared([readings[i] for i in own], names), strict=True):
            readings[i] = reading
        return readings


_TOOL = SwingbenchImporter.tool


def _head_of(decoded: DecodedText) -> str:
    return without_escapes(decoded.text[:HEAD_BYTES])


def _read(source: Source) -> tuple[Reading, ResultForm | None]:
    decoded = decode(source.data)
    head = _head_of(decoded)
    kind = kind_of(head)
    if kind is None:
        sentence = decoy_of(head) or message("This is not Swingbench output.")
        problem = Problem(Severity.ERROR, sentence)
        refused = Reading(_TOOL, Status.REFUSED, problems=(problem,), encoding=decoded.encoding)
        return refused, None
    result = _finder_of(kind)(without_escapes(decoded.text), source.name)
    is_document = kind in {ResultForm.XML, ResultForm.JSON}
    if is_document and head.lstrip()[:1] not in {"<", "{"} and is_console(head):
        result.info("The rows of charbench before the results document were not read.")
    if not result.runs and all(p.severity is not Severity.ERROR for p in result.problems):
        result.fail("No run could be read from this file.")
    problems = limit_count((*decoded.problems, *result.problems))
    reading = Reading(
        tool=_TOOL,
        status=status_of(result.runs, problems),
        runs=tuple(result.runs),
        problems=problems,
        tool_version=result.version,
        run_type=result.benchmark,
        encoding=decoded.encoding,
    )
    return reading, kind


def _finder_of(kind: ResultForm) -> Callable[[str, str], SwingbenchFileContent]:
    """Load what a form is read with; most imports only ask whether a file is of Swingbench."""
    if kind is ResultForm.CONSOLE:
        from arraywise.importers.swingbench.charbench_files import find_in_console

        return find_in_console

    from arraywise.importers.swingbench import results as documents

    finders = {
        ResultForm.XML: documents.find_in_xml,
        ResultForm.JSON: documents.find_in_json,
        ResultForm.TABLES: documents.find_in_tables,
    }
    return finders[kind]
