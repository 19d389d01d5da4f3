"""What Vdbench's pages look like, 4.x to 5.04.07: which page it is, headings, rows, marks."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final


class Page(Enum):
    """The pages that Vdbench leaves behind."""

    FLATFILE = "flatfile.html"
    SUMMARY = "summary.html"
    TOTALS = "totals.html"
    HISTOGRAM = "histogram.html"
    LOGFILE = "logfile.html"
    ERRORS = "errorlog.html"
    OTHER = "another page"


WITH_FIGURES: Final = (Page.FLATFILE, Page.SUMMARY, Page.TOTALS)
"""The first one that is there has the figures; flatfile.html has the most digits."""

_PAGES: Final = (
    (Page.LOGFILE, r"<title>Vdbench [^<\n]{0,200}logfile\.html"),
    (
        Page.FLATFILE,
        r"'flatfile\.html' contains Vdb|^[ \t]*tod[ \t]+(?:timestamp[ \t]+)?Run[ \t]+Interval\b",
    ),
    (Page.ERRORS, r"^Vdbench error log, created|<title>Vdbench [^<\n]{0,200}errorlog\.html"),
    (
        Page.HISTOGRAM,
        r"^Total response time histogram|<title>Vdbench [^<\n]{0,200}histogram\.html",
    ),
    (Page.SUMMARY, r"^Vdbench summary report, created|<title>Vdbench [^<\n]{0,200}summary\.html"),
    (Page.TOTALS, r"^Run totals\b|<title>Vdbench [^<\n]{0,200}totals\.html"),
    (
        Page.OTHER,
        r"<title>Vdbench |^Vdbench [^\n]{0,100}\breport\b[^\n]{0,100}, created \d\d:\d\d",
    ),
    (Page.SUMMARY, r"^Vdbench distribution: vdbench\d|\d\d:\d\d:\d\d\.\d{3} Starting RD=\S"),
    (Page.LOGFILE, r"^\S{12} input argument scanned: "),
)
PATTERNS: Final = tuple((page, re.compile(text, re.MULTILINE)) for page, text in _PAGES)
"""In this order: what is on the screen looks like a summary, and a log file holds it all."""

_ONE_OF: Final = (
    "dbench", "Run totals", "Starting RD=", "response time histogram", "Interval",
    "input argument scanned",
)  # fmt: skip
"""Looked for first, since that takes no time."""

TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,300}>")
_TOD: Final = r"(?P<tod>\d\d:\d\d:\d\d\.\d{3})"
CREATED: Final = re.compile(
    r"Vdbench summary report, created (?P<time>\d\d:\d\d:\d\d) (?P<date>\w{3} \d\d \d{4}) \S{1,10}"
    r"(?: \((?P<utc_time>\d\d:\d\d:\d\d) (?P<utc_date>\w{3} \d\d \d{4}) UTC\))?"
)
VERSION: Final = re.compile(r"^Vdbench distribution: vdbench(?P<version>\d[\w.]{1,20})", re.M)
LISTED: Final = re.compile(r"HREF=\"#_\d{1,20}\">(?P<name>\S{1,100}) For loops:")
STARTING: Final = re.compile(
    rf"\s*{_TOD} Starting RD=(?P<name>[^\s;]{{1,100}})(?P<rest>.{{0,500}})"
)
PARTS: Final = (
    ("requested_rate", re.compile(r"\b(?:I/O|FWD) rate: (?P<value>[^;]{1,60})")),
    ("elapsed_s", re.compile(r"\belapsed=(?P<value>\d{1,9})\b")),
    ("loops", re.compile(r"\bFor loops: (?P<value>[^;]{1,200})")),
)
HEADING: Final = re.compile(
    r"\s*(?P<date>\w{3} \d\d, \d{4})\s+\.*[Ii]nterval\.*\s+(?P<names>\S.{0,500})"
)
ROW: Final = re.compile(
    rf"\s*{_TOD}\s+(?P<interval>\d{{1,9}}|(?:avg|std|max)_\d{{1,9}}-\d{{1,9}})\s+(?=[\d-]|NaN)"
)
FLAT_HEADING: Final = re.compile(r"\s*tod\s+(?:timestamp\s+)?Run\s+Interval\s+\S")
AVERAGE: Final = re.compile(r"avg_(?P<first>\d{1,9})-(?P<last>\d{1,9})")
COMPLETED: Final = re.compile(r"Vdbench execution completed successfully")
WORD: Final = re.compile(r"\S+")
STAMP: Final = re.compile(r"(?P<date>\d\d/\d\d/\d{4})-(?P<time>\d\d:\d\d:\d\d)-\S{1,10}")

COLUMNS: Final = {
    ("i/o", "rate"): "rate",
    ("mb/sec", "1024**2"): "mb/sec",
    ("bytes", "i/o"): "bytes/io",
    ("read", "pct"): "read%",
    ("resp", "time"): "resp",
    ("read", "resp"): "read_resp",
    ("write", "resp"): "write_resp",
    ("resp", "max"): "resp_max",
    ("read", "max"): "read_resp_max",
    ("write", "max"): "write_resp_max",
    ("resp", "stddev"): "resp_std",
    ("queue", "depth"): "queue_depth",
    ("cpu%", "sys+u"): "cpu_used",
    ("cpu%", "sys"): "cpu_kernel",
    ("reqstdops", "rate"): "rate",
    ("reqstdops", "resp"): "resp",
    ("cpu%", "total"): "cpu_used",
    ("mb/sec", "read"): "mb_read",
    ("mb/sec", "write"): "mb_write",
    ("mb/sec", "total"): "mb/sec",
    ("xfer", "size"): "bytes/io",
}
"""The two lines of a heading, and the name that flatfile.html has for the column."""
RENAMED: Final = {
    "read_max": "read_resp_max",
    "write_max": "write_resp_max",
    "read_std": "read_resp_std",
    "write_std": "write_resp_std",
}
"""Of flatfile.html's columns those that are called otherwise where files are tested."""
FILE_OPERATIONS: Final = (
    "mkdir", "rmdir", "create", "open", "close", "delete", "getattr", "setattr", "access", "copy",
    "move", "put", "get",
)  # fmt: skip


def page_of(head: str) -> Page | None:
    """Know a page by its beginning; None where Vdbench did not write it."""
    if not any(words in head for words in _ONE_OF):
        return None
    return next((page for page, pattern in PATTERNS if pattern.search(head)), None)
