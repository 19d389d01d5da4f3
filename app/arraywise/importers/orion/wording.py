"""The wording of ORION's output, 10.2 to 19c, tolerant of what copying does to it."""

from __future__ import annotations

import re
from typing import Final

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY, Metric

_GAP: Final = r"[\s*`\\]*"
"""Blanks, line breaks and Markdown's marks, which get between words when pages are copied."""
_NUMBER: Final = r"(?P<value>\d{1,15}(?:\.\d{1,12})?)"
_UNIT: Final = r"(?P<unit>usecs?|us|\u00b5s|\u03bcs|msecs?|ms)?"
_AT: Final = (
    rf"{_GAP}@{_GAP}Small{_GAP}={_GAP}(?P<small>\d{{1,9}})"
    rf"{_GAP}and{_GAP}Large{_GAP}={_GAP}(?P<large>\d{{1,9}})"
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.MULTILINE)


VERSION: Final = _pattern(
    r"\bO?RION(?::\s*ORacle\s+IO\s+Numbers\s*-{1,3})?\s+VERSION\s+(?P<token>\S{1,80})"
)
VERSION_NUMBER: Final = re.compile(r"\d{1,3}\.\d{1,3}(?:\.\d{1,3}){0,4}")
RUN_ID: Final = re.compile(
    r"(?<!\S)(?P<id>\S{1,120}_(?P<date>(?:19|20)\d{6})_(?P<time>[0-2]\d[0-5]\d))(?!\S)"
)
FILE_STAMP: Final = re.compile(
    r"^(?P<id>.{1,120}_(?P<date>(?:19|20)\d{6})_(?P<time>[0-2]\d[0-5]\d))(?!\d)"
)
COMMAND: Final = _pattern(r"^.{0,200}\borion\S{0,60}[ \t]+(?P<options>-[a-z].{0,400})")
OPTION: Final = re.compile(
    r"(?<!\S)-(?P<name>[a-z_A-Z]{1,30})(?:[ \t]+(?P<value>[^\s-]\S{0,200}))?"
)
ANNOUNCEMENT: Final = _pattern(
    r"(?:Test|Calibration)\s+will\s+take\s+approximately|maps\s+to\s+this\s+test"
    r"|These\s+options\s+enable\s+these\s+settings|Total\s+Data\s+Points\s*:"
)

HEADLINES: Final = (
    (
        _pattern(rf"Maximum\s+Large{_GAP}MBPS{_GAP}={_GAP}{_NUMBER}{_AT}"),
        Metric.THROUGHPUT,
        MAX_LARGE_MBPS,
    ),
    (
        _pattern(rf"Maximum\s+Small{_GAP}IOPS{_GAP}={_GAP}{_NUMBER}{_AT}"),
        Metric.IOPS,
        MAX_SMALL_IOPS,
    ),
    (
        _pattern(rf"Minimum\s+Small{_GAP}Latency{_GAP}={_GAP}{_NUMBER}{_GAP}{_UNIT}{_AT}"),
        Metric.LATENCY,
        MIN_SMALL_LATENCY,
    ),
)
HEADLINE_BEGUN: Final = _pattern(
    rf"(?:Maximum\s+(?:Large{_GAP}MBPS|Small{_GAP}IOPS)|Minimum\s+Small{_GAP}Latency){_GAP}="
)
_SPREAD: Final = r"(\d{1,15}(?:\.\d{1,12})?)\s*(us|ms)"
LATENCY_LINE: Final = _pattern(
    rf"\b(?P<size>Small|Large)\s+(?P<op>Read|Write)\s+Latency{_GAP}:\s*avg\s*=\s*{_SPREAD}\s*,"
    rf"\s*min\s*=\s*{_SPREAD}\s*,\s*max\s*=\s*{_SPREAD}\s*,\s*std\s+dev\s*=\s*{_SPREAD}{_AT}"
)
LATENCY_BEGUN: Final = _pattern(rf"\b(?:Small|Large)\s+(?:Read|Write)\s+Latency{_GAP}:")
LATENCY_STATISTICS: Final = ("mean", "min", "max", "stddev")

HISTOGRAM_TITLE: Final = _pattern(
    r"\b(?P<size>Small|Large)\s+(?P<ops>Reads?\s*/\s*Writes?|Reads?|Writes?)"
    rf"\s+Latency\s+Histogram{_AT}"
)
HISTOGRAM_ROW: Final = re.compile(
    r"^\s*(?P<low>\d{1,12})\s*-\s*(?P<high>\d{1,12})\s*(?:us|usecs?)\s*:(?P<columns>.*)$"
)
HISTOGRAM_COLUMN: Final = re.compile(r"(\d{1,15})\s*\(\s*(\d{1,3}(?:\.\d{1,4})?)\s*%\s*\)")

MATRIX_HEADER: Final = re.compile(
    r'^[ \t"]*Large/Small"?[ \t]*(?:(?P<separator>[,;\t])(?P<columns>.*))?$', re.IGNORECASE
)
MATRIX_CORNER: Final = re.compile(r'^[ \t"]*Large/Small\b', re.IGNORECASE)
MATRIX_ROW: Final = re.compile(
    r'^[ \t"]*(?P<large>\d{1,9})"?[ \t]*(?:(?P<separator>[,;\t])(?P<cells>.*))?$'
)

LABELS: Final = (
    (
        "test_name",
        _pattern(r"(?<!this\s)\bTest:[ \t]*(\S[^\n]{0,200}?)(?=\s+Small\s+IO\s+size:|[ \t]*$)"),
    ),
    ("small_io_bytes", _pattern(r"\bSmall\s+IO\s+size:\s*(\d{1,9}\s*[KMG]?B)")),
    ("large_io_bytes", _pattern(r"\bLarge\s+IO\s+size:\s*(\d{1,9}\s*[KMG]?B)")),
    (
        "io_types",
        _pattern(
            r"\bIO\s+Types:\s*((?:small|large)\s+\w{3,20}\s+\w{3,20}"
            r"(?:\s*,\s*(?:small|large)\s+\w{3,20}\s+\w{3,20})?)"
        ),
    ),
    ("stream_pattern", _pattern(r"\bSequential\s+stream\s+pattern:[ \t]*(\S[^\n]{0,200})")),
    ("simulated_array", _pattern(r"\bSimulated\s+Array\s+Type:\s*(\S{1,40})")),
    ("stripe_depth", _pattern(r"\bStripe\s+Depth:[ \t]*(\S[^\n]{0,60})")),
    ("write_percent", _pattern(r"\bWrites?:\s*(\d{1,3})\s*%")),
    (
        "cache_size",
        _pattern(r"\bCache\s+Size:[ \t]*(\S[^\n]{0,60}?)(?=\s+Duration\s+for\b|[ \t]*$)"),
    ),
    (
        "duration_per_point_s",
        _pattern(r"\bDuration\s+for\s+each\s+Data\s+Point:\s*(\d{1,7})\s*sec"),
    ),
    ("small_columns", _pattern(r"\bSmall\s+Columns:[ \t,]*(\d[\d, \t]{0,2000})")),
    ("large_columns", _pattern(r"\bLarge\s+Columns:[ \t,]*(\d[\d, \t]{0,2000})")),
    ("total_data_points", _pattern(r"\bTotal\s+Data\s+Points:\s*(\d{1,7})")),
    ("luns_found", _pattern(r"(?<!\S)(\d{1,5})\s+FILEs?\s+found")),
)
"""Settings, each with the pattern that finds it within a few lines of the text."""
COMMANDLINE: Final = _pattern(r"\bCommand\s?line:\s*(?=-)")
COMMANDLINE_END: Final = _pattern(r"This\s+maps|These\s+options|\bTest:|\n\s*\n|\Z")
LUN: Final = re.compile(
    r"\bName:[ \t]*(?P<name>\S[^\n]{0,300}?)[ \t]+Size:[ \t]*(?P<size>\d{1,20})"
)
NO_CACHE: Final = ("not entered", "not specified")

TRADEOFF: Final = re.compile(r"_tradeoff\.\w{1,5}$", re.IGNORECASE)
"""Name of a table that some versions derive from the other three."""
TRACE: Final = _pattern(r"^[ \t]*ran[ \t]+\((?:small|large)\)[ \t]*:")
