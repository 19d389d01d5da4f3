"""What pgbench prints, from 9.x to 18: the lines of its results, its progress and its errors."""

from __future__ import annotations

import re
from typing import Final

_BEFORE: Final = r"[ \t>]*"
_NUMBER: Final = r"\d{1,20}(?:\.\d{1,20})?"


def _line(pattern: str) -> re.Pattern[str]:
    return re.compile(_BEFORE + pattern)


_MARKDOWN = re.compile(r"\*\*|^[ \t>]*(?:#{1,6}(?= )|`{1,3})|`{1,3}$", re.MULTILINE)


def without_markdown(text: str) -> str:
    """Put blanks in the place of what makes text bold, a heading or code; no letter moves."""
    if not any(mark in text for mark in ("**", "#", "`")):
        return text
    return _MARKDOWN.sub(lambda match: " " * len(match[0]), text)


VERSION: Final = _line(r"pgbench \((?P<version>\d{1,3}(?:\.\d{1,3}){0,3}(?:beta\d|rc\d|devel)?)")
VACUUM: Final = _line(r"starting vacuum")
KIND: Final = _line(r"transaction type *: +(?P<type>\S.{0,300})")
PROGRESS: Final = _line(
    rf"progress: (?P<at>{_NUMBER}) s, (?P<rate>{_NUMBER}) tps"
    rf"(?:, lat (?P<mean>{_NUMBER}|NaN) ms(?: stddev (?P<stddev>{_NUMBER}|NaN))?)?"
)
SETTING: Final = _line(r"(?P<label>[a-z][a-z ]{3,50}?) *: +(?P<value>\S.{0,200})")
COMMAND: Final = re.compile(
    r"(?:[^\n]{0,80}[$#>%+] ?)?\s*(?:[A-Z_]{1,40}=\S{0,200}\s+){0,9}(?:\S{1,80}/)?pgbench"
    r"(?=\s)[^\n]{0,400}?\s(?:-[CdlNnrSv]{0,8}c\s?|--client[= ])(?P<n>\d{1,9})\b"
)
"""A command line that states the clients, alone or behind other letters (`-Sc16`)."""
HEADING: Final = re.compile(
    r"[\W_]*(?:(?:clients?|-c|--client)\s?[:=]?\s?(?P<n>\d{1,9})|(?P<first>\d{1,9})\s?clients?)"
    r"(?:[\W_]+(?:\d{1,9}\s)?(?:jobs?|threads?|scale|duration|run|j|T)\s?[:=]?\s?\d{0,9}s?){0,6}"
    r"[\W_]*\Z"
)
"""A line of a script above a result, which states the clients and hardly anything else."""
CLIENTS: Final = _line(r"number of clients *: +(?P<n>\d{1,9})\b(?![.,]\d)")
DURATION: Final = _line(rf"duration *: +(?P<n>{_NUMBER}) s\b")
COMPLETED: Final = _line(
    r"number of transactions actually processed *: +(?P<n>\d{1,18})\b(?![.,]\d)"
)
FAILED: Final = _line(r"(?P<part>- )?number of failed transactions: (?P<n>\d{1,18})\b")
SKIPPED: Final = _line(r"(?:- )?number of transactions skipped: (?P<n>\d{1,18})\b")
ABOVE: Final = _line(
    rf"number of transactions above the (?P<limit>{_NUMBER}) ms latency limit:"
    r" (?P<n>\d{1,18}(?:/\d{1,18})?)"
)
LAG: Final = _line(rf"rate limit schedule lag: avg (?P<n>{_NUMBER})")
LATENCY: Final = _line(
    rf"(?P<part>- )?latency (?P<statistic>average|stddev) *[:=] +(?P<n>{_NUMBER}) +ms"
)
CONNECTING: Final = _line(rf"(?:initial|average) connection time += +(?P<n>{_NUMBER}) +ms")
RATE: Final = _line(
    rf"tps += +(?P<n>{_NUMBER}) +\((?P<how>without initial connection time"
    r"|(?:including|excluding) connections establishing|including reconnection times)\)"
)
DAMAGED: Final = _line(
    r"(?P<text>(?:(?P<tps>tps *=)|(?:- )?latency (?:average|stddev) *[:=]|number of clients *:"
    r"|number of transactions actually processed *:).{0,200})"
)
"""What begins as a figure does and is none."""
SCRIPT: Final = _line(r"SQL script (?P<number>\d{1,5}): (?P<name>\S.{0,300})")
SCRIPT_COUNT: Final = _line(
    rf"- (?P<n>\d{{1,18}}) transactions \({_NUMBER}% of total(?:, tps = (?P<rate>{_NUMBER}))?\)"
)
STATEMENTS: Final = _line(
    r"(?:- )?statement latencies in milliseconds(?P<failures>(?: and|,) failures)?"
    r"(?P<retries> and retries)?:"
)
STATEMENT: Final = re.compile(r"[ \t]*(?P<n>\d{1,15}\.\d{1,9})[ \t]+(?P<rest>\S.{0,2000})")
ERROR: Final = _line(
    r"(?:pgbench: (?:error|fatal): (?P<new>\S.{0,500})"
    r"|(?P<old>(?:connection to database \"[^\"]{0,100}\" failed|client \d{1,9} aborted)\b"
    r".{0,500}))"
)
CLIENT_LOST: Final = re.compile(r"client \d{1,9} (?:script \d{1,5} )?aborted\b")
ABORTED: Final = _line(r"(?:pgbench: (?:error|fatal): )?Run was aborted")
FILLING: Final = _line(
    r"(?:dropping old tables|creating tables|generating data|\d{1,12} of \d{1,12} tuples )"
)

MARKS: Final = re.compile(
    r"^[ \t>]*(?:pgbench \(\d|starting vacuum\.\.\.|transaction type *: "
    r"|pgbench: (?:error|fatal): "
    r"|progress: \d{1,20}(?:\.\d{1,9})? s, \d{1,20}(?:\.\d{1,9})? tps"
    r"|tps += +\d{1,20}(?:\.\d{1,9})? +\((?:without|including|excluding) "
    r"|\d{1,12} of \d{1,12} tuples \()",
    re.MULTILINE,
)
"""Words that only pgbench prints."""
SETTINGS: Final = {
    "scaling factor": "scale_factor",
    "query mode": "query_mode",
    "number of threads": "threads",
    "maximum number of tries": "tries",
    "partition method": "partition_method",
    "partitions": "partitions",
    "number of transactions per client": "transactions_per_client",
    "number of transactions retried": "transactions_retried",
}
"""Labels of settings, and the attributes they become."""
