"""How a charbench log writes numbers: whether a point before three digits groups thousands.

Counts of users, transactions and errors are whole numbers, which a country may group; a share of
a processor may have decimals. One decision holds for a log. A row with a comma is only taken where
the log shows what commas are for, or the user says it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

NUMBER = r"\d{1,12}(?:[.,]\d{1,6}|(?:\.\d{3}){2,4}|(?:,\d{3}){2,4}|(?::\d\d){1,2})?"
"""A figure, or the time that remains."""
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
_COMMAS = re.compile(r"[1-9]\d{0,2}(?:,\d{3}){2,4}")
_ONE_MARK = re.compile(r"(?P<whole>\d+)(?P<mark>[.,])(?P<rest>\d+)")
_NOT_WHOLE = re.compile(r"cpu|io|disk|users", re.IGNORECASE)
_LONGEST_UNGROUPED = 3


class Grouped(NamedTuple):
    """A number whose marks group thousands, or may do so; the first of a log."""

    line: int
    column: str
    text: str

    @property
    def whole(self) -> str:
        """The number as it is read."""
        return self.text.replace(".", "").replace(",", "")


@dataclass(slots=True)
class Writing:
    """What the numbers of a log tell of how they are written; reads them accordingly."""

    example: Grouped | None = None
    """None where points part decimals."""
    decimal_comma: bool = False
    commas_group: bool = False
    open: Grouped | None = None
    """A number with a comma that has two readings, where nothing in the log decides."""
    has_ungrouped: bool = False
    """A whole number above 999 has no mark; users stand in brackets and never have one."""
    _decimals: set[str] = field(default_factory=set)
    """Marks that part decimals for certain."""

    def note(self, line: int, column: str, cell: str) -> None:
        """Take account of a number."""
        is_whole = not _NOT_WHOLE.search(column)
        if cell.isdigit():
            self.has_ungrouped |= is_whole and len(cell) > _LONGEST_UNGROUPED
        elif _GROUPED.fullmatch(cell):
            if is_whole and self.example is None:
                self.example = Grouped(line, column, cell)
        elif _COMMAS.fullmatch(cell):
            self.commas_group = True
        elif (one := _ONE_MARK.fullmatch(cell)) and not _may_group(one):
            self._decimals.add(one["mark"])
        elif one and one["mark"] == "," and self.open is None:
            self.open = Grouped(line, column, cell)

    def decided(self, chosen: str | None) -> Writing:
        """Return how numbers are to be read, now that all of them were seen.

        Args:
            chosen: The decimal mark, where the user said it; for commas that are open only.
        """
        groups = not self.has_ungrouped and "." not in self._decimals
        has_comma = "," in self._decimals and "." not in self._decimals
        commas_group = self.commas_group and "," not in self._decimals
        is_open = self.open is not None and not (has_comma or commas_group)
        return Writing(
            self.example if groups else None,
            has_comma or (is_open and chosen == ","),
            commas_group or (is_open and chosen == "."),
            self.open if is_open else None,
        )

    @property
    def is_plain(self) -> bool:
        """Say whether numbers are written as charbench does everywhere."""
        return self.example is None and not (self.decimal_comma or self.commas_group)

    def figure(self, cell: str) -> float | None:
        """Read a figure, a time in seconds; None where a mark tells nothing."""
        if ":" in cell:
            parts = map(int, reversed(cell.split(":")))
            return float(sum(part * 60**place for place, part in enumerate(parts)))
        if self.example:
            cell = cell.replace(".", "")
        if self.commas_group:
            cell = cell.replace(",", "")
        if self.decimal_comma:
            cell = cell.replace(",", ".")
        return None if "," in cell or cell.count(".") > 1 else float(cell)


def _may_group(number: re.Match[str]) -> bool:
    return len(number["rest"]) == 3 and len(number["whole"]) <= 3 and number["whole"][0] != "0"
