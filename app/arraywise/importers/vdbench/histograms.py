"""Vdbench's histogram.html: percentiles of the response times of each run definition."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Metric, Origin
from arraywise.domain.units import MILLISECOND
from arraywise.importers.buckets import percentile
from arraywise.importers.drafts import Printed, shortened
from arraywise.importers.text import numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.importers.drafts import Draft
    from arraywise.importers.vdbench.rows import Execution

_ROW: Final = re.compile(
    r"\s*(?P<low>\d{1,12}[.,]\d{3})\s+<\s+(?P<high>\d{1,12}[.,]\d{3}|max)"
    r"\s+(?P<count>\d{1,3}(?:[.,' ]?\d{3}){0,5})\s+(?P<share>\d{1,3}[.,]\d{4})"
    r"\s+(?P<reached>\d{1,3}[.,]\d{4})(?:\s|$)"
)
_TITLE: Final = re.compile(r"\s*(?P<title>[A-Z][^\n:<]{0,60}):\s*$")
_HEADING: Final = re.compile(r"\s*min\(ms\)\s+<\s+max\(ms\)\s+count")
_GROUPS: Final = {"reads and writes": None, "reads": "read", "writes": "write"}
_PERCENTILES: Final = (50, 90, 95, 99, 99.9)
_ROUNDING: Final = 0.0002
"""Percentages are printed with four decimals."""
_MOST_BUCKETS: Final = 200
_MOST_TABLES: Final = 10_000


@dataclass(slots=True)
class Buckets:
    """One table: which operations it counts, and how many took how long."""

    group: str | None
    line: int
    execution: int
    """Index of the run definition that it stands below; -1 above all of them."""
    bounds: list[float] = field(default_factory=list)
    """Where each bucket begins, in milliseconds."""
    ends: list[float | None] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    shares: list[tuple[float, float]] = field(default_factory=list)
    """Percentage in each bucket, and up to its end, as printed."""

    @property
    def is_whole(self) -> bool:
        """Say whether buckets follow each other to the open one and add up to their shares."""
        total = sum(self.counts)
        follow = all(end == low for end, low in zip(self.ends, self.bounds[1:], strict=False))
        if not total or not follow or self.ends[-1] is not None:
            return False
        found = zip(self.counts, accumulate(self.counts), self.shares, strict=True)
        return all(
            abs(100 * count / total - share) <= _ROUNDING
            and abs(100 * reached / total - upto) <= _ROUNDING
            for count, reached, (share, upto) in found
        )


def read_histograms(lines: list[str], executions: Sequence[Execution]) -> list[Buckets]:
    """Find the tables of a page, each with the run definition that it belongs to."""
    tables: list[Buckets] = []
    title = ""
    starts = [execution.line for execution in executions]
    for line_number, line in numbered(lines):
        named = _TITLE.match(line)
        row = _ROW.match(line) if tables else None
        if named:
            title = named["title"].lower()
        elif _HEADING.match(line) and len(tables) < _MOST_TABLES:
            group = _GROUPS.get(title, shortened(title, 60) or None)
            tables.append(
                Buckets(group, line_number, sum(start < line_number for start in starts) - 1)
            )
        elif row and len(tables[-1].counts) < _MOST_BUCKETS:
            _add(tables[-1], row)
    return tables


def _add(table: Buckets, row: re.Match[str]) -> None:
    table.bounds.append(_decimal(row["low"]))
    table.ends.append(None if row["high"] == "max" else _decimal(row["high"]))
    table.counts.append(int(re.sub(r"\D", "", row["count"])))
    table.shares.append((_decimal(row["share"]), _decimal(row["reached"])))


def _decimal(text: str) -> float:
    """Read a number with decimals; Java writes the country's mark."""
    return float(text.replace(",", "."))


def measure(tables: Iterable[Buckets], draft: Draft) -> None:
    """Add the percentiles of the tables of one run definition."""
    said = False
    for table in tables:
        if not any(table.counts):
            continue
        if not table.is_whole:
            draft.warn(
                "This histogram does not add up to its own percentages: lines are missing or "
                "damaged. No percentiles are taken from it.",
                table.line,
            )
            continue
        for percent in _PERCENTILES:
            value = percentile(table.counts, table.bounds, percent)
            found = Printed(value * MILLISECOND, table.line) if value else None
            draft.measure(Metric.LATENCY, f"p{percent:g}", found, table.group, Origin.DERIVED)
        if not said:
            draft.info(
                "Percentiles are interpolated within the histogram's buckets: each is known to "
                "its bucket only.",
                table.line,
            )
            said = True
