"""Which of Swingbench's many outputs a file is, told by its content alone."""

from __future__ import annotations

import re
from enum import Enum

from arraywise.domain.said import Said, say


class Kind(Enum):
    """A form that results come in."""

    XML = "results XML"
    JSON = "results JSON"
    CONSOLE = "charbench log"
    TABLES = "table of results"


_ROOT = re.compile(r"<(?![?!])(?:[\w.-]+:)?([\w.-]+)")
_SWINGBENCH_XML = re.compile(
    r"dominicgiles|<(?:[\w.-]+:)?(?:Overview|TransactionResults|BenchmarkMetrics|DMLResults)\b"
)
_RESULTS = re.compile(r"<(?:[\w.-]+:)?Results(?=[\s>/])")
_JSON = re.compile(r'\{\s*"Results"\s*:\s*\{')
_SWINGBENCH_JSON = re.compile(
    r'dominicgiles|"(?:TransactionResults|TotalCompletedTransactions|BenchmarkMetrics|TPSReadings)"'
)
_CONSOLE = re.compile(
    r"^[^\n]*Author\s*:[^\n]*Dominic Giles"
    r"|^[^\n]{0,80}\bTime\s[^\n]*\bUsers\b[^\n]*\n\s*[^\n]*\d[:.]\d\d[:.]\d\d[^\n]*\[\s*\d+\s*/\s*\d+\s*\]"
    r"|\|\s*Results of Charbench Run\b|\|\s*(?:Maximum|Average) Transactions/(?:min|sec)\b"
    r"|^[^\n]*\d[:.]\d\d[:.]\d\d\s+\[\d+/\d+\][\d\s]*\n[^\n]*\d[:.]\d\d[:.]\d\d\s+\[\d+/\d+\]",
    re.MULTILINE,
)
_TABLES = re.compile(
    r"^\s*== Overview ==\s*\n[+\-\s]*\|\s*Metric\b"
    r"|^\W{0,4}Attribute\s*[|,][^\n]*\n[+\-\s]*\W{0,4}Benchmark Name\b",
    re.MULTILINE,
)
_DECOYS = (
    (
        re.compile(r"^\s*== Available Runs ==", re.MULTILINE),
        say("This is a list of recorded runs; it holds no results. Export the runs themselves."),
    ),
    (
        re.compile(r"^Metric,[^\n]*\nAverageTransactionsPerSecond,", re.MULTILINE),
        say(
            "This is a table of an old parse_results.py that mixes up response times; import the"
            " results XML files that it was made of."
        ),
    ),
    (
        re.compile(
            r'class="dataframe".*?\b(?:BenchmarkName|Transaction_id|TimeOfRun)\b', re.DOTALL
        ),
        say(
            "This is a web page of tables made from Swingbench results; import the results XML"
            " files that it was made of."
        ),
    ),
)
_ROOTS = (
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
        say("This is a log or configuration of a Swingbench wizard, not results of a run."),
    ),
)
_TAGLESS = re.compile(r"[\d\s.,eE+-]+")
_TAGLESS_SAID = say(
    "These are the numbers of one transaction of a Swingbench results file with full statistics,"
    " without its tags: which is which, and the rate and the users, cannot be told. Import the"
    " XML file itself."
)
_DEVIATION, _VARIANCE, _DECILES = 4, 5, slice(8, 17)


def kind_of(head: str) -> Kind | None:
    """Recognise results in the first part of a text, without terminal colours."""
    if _RESULTS.search(head) and _SWINGBENCH_XML.search(head):
        return Kind.XML
    if decoy_of(head):
        return None
    if _JSON.search(head) and _SWINGBENCH_JSON.search(head):
        return Kind.JSON
    if _TABLES.search(head):
        return Kind.TABLES
    return Kind.CONSOLE if _CONSOLE.search(head) else None


def decoy_of(head: str) -> Said | None:
    """Name what looks like results and is none, or return None."""
    root = _ROOT.search(head)
    if root:
        name = root[1].casefold()
        for beginning, said in _ROOTS:
            if beginning in name and (
                "giles" in head or beginning != "wizard" or "swingbench" in head.casefold()
            ):
                return said
    for sign, said in _DECOYS:
        if sign.search(head):
            return said
    return _TAGLESS_SAID if _is_tagless(head) else None


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
    squared = numbers[_DEVIATION] ** 2
    return squared > 0 and abs(squared - numbers[_VARIANCE]) < 1e-6 * squared
