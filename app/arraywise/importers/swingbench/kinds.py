"""Which of Swingbench's many outputs a file is, told by its content alone."""

from __future__ import annotations

import re
from enum import Enum

from arraywise.domain.said import Said, say
from arraywise.importers.swingbench.exported_column import with_plain_quotes
from arraywise.importers.swingbench.mr_report import is_report_line


class Kind(Enum):
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
    (
        "swingbenchconfiguration",
        say("This is a Swingbench configuration (what to run), not the results of a run."),
    ),
    (
        "clusteroverviewconfiguration",
        say("This is a Swingbench cluster overview configuration, not the results of a run."),
    ),
    (
        "wizard",
        say("This is a log or configuration of a Swingbench wizard, not the results of a run."),
    ),
)
"""By what the name of the XML's first element contains."""
_LIST_SAID = say(
    "This is a list of recorded runs; it holds no results. Export the runs themselves."
)
_OLD_TABLE_SAID = say(
    "This is a table of an old parse_results.py that mixes up response times; import the results"
    " XML files that it was made of."
)
_PAGE_SAID = say(
    "This is a web page of tables made from Swingbench results; import the results XML files that"
    " it was made of."
)
_TAGLESS_SAID = say(
    "These are the numbers of one transaction of a Swingbench results file with full statistics,"
    " without its tags: which is which, and the rate and the users, cannot be told. Import the"
    " XML file itself."
)


def kind_of(head: str) -> Kind | None:
    """Recognise results in the first part of a text, without terminal colours."""
    has_results = "Results" in head  # as all words below, found sooner than a pattern
    if has_results and _XML.search(head) and _SWINGBENCH_XML.search(head):
        return Kind.XML
    if decoy_of(head):
        return None
    if has_results:
        json = with_plain_quotes(head)
        if _JSON.search(json) and _SWINGBENCH_JSON.search(json):
            return Kind.JSON
    if ("== Overview ==" in head or "Benchmark Name" in head) and _TABLES.search(head):
        return Kind.TABLES
    return Kind.CONSOLE if is_console(head) else None


def decoy_of(head: str) -> Said | None:
    """Name what looks like results and is none, or return None."""
    root = _ROOT.search(head) if "<" in head else None
    name = root[1].casefold() if root else ""
    for part, said in _NO_RESULTS:
        if part in name and (part != "wizard" or "swingbench" in head.casefold()):
            return said
    if 'class="dataframe"' in head and re.search("BenchmarkName|Transaction_id", head):
        return _PAGE_SAID
    if "== Available Runs ==" in head and _LIST.search(head):
        return _LIST_SAID
    if "AverageTransactionsPerSecond," in head and _OLD_TABLE.search(head):
        return _OLD_TABLE_SAID
    return _TAGLESS_SAID if _is_tagless(head) else None


def is_console(head: str) -> bool:
    """Say whether charbench printed rows or a report here."""
    if "Dominic Giles" in head and _BANNER.search(head):
        return True
    if "[" in head and _ROWS.search(head):
        return True
    if "Users" in head and any(
        {"Users", "TPS"} <= set(match[1].split()) for match in _HEADER.finditer(head)
    ):
        return True
    return "|" in head and any(is_report_line(line) for line in head.split("\n"))


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
