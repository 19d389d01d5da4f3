"""Units that headings name: percent, a year's maintenance, a warranty in years."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.prices.headers import NO_MAPPING, plain_words
from arraywise.importers.prices.numbers import read_number
from arraywise.importers.prices.periods import FOR_LINE, FOR_PIECE, months_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.importers.prices.grid import Cell, Row
    from arraywise.importers.prices.numbers import Notation

SHARES = ("discount", "maintenance_discount")
FEES = (
    "maintenance", "maintenance_per_month", "maintenance_per_year", "fee", "price_per_month",
    "price_per_year",
)  # fmt: skip
"""Columns whose amounts are for one piece or for the whole line."""
_LONGEST_FEE = 12
"""Months; what is quoted for longer is a total of the line, as in the TPC's price sheets."""
_FOR_PIECE, _FOR_LINE = re.compile(rf"\b{FOR_PIECE}"), re.compile(rf"\b{FOR_LINE}")
_PERCENT = re.compile(r"%|\b(?:percent|per cent|pct|prozent|porcento|por cento)\b")
_YEARS = re.compile(r"\b(?:years?|yrs?|jahren?|anos?)\b")
_SPAN = re.compile(
    r"\b(?:(?P<years>\d{1,2}) ?(?:years?|yrs?|y|jahren?|jahr\w*|anos?)"
    r"|(?P<months>\d{1,3}) ?(?:months?|mo|monate?n?|mes(?:es)?))\b"
)
_WORDED = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ein": 1, "zwei": 2, "drei": 3}
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDED)})\b")


@dataclass(frozen=True, slots=True)
class HeadingUnits:
    """What the figures below headings are in."""

    percents: frozenset[str] = frozenset()
    """Columns of discounts whose bare figures are percentages."""
    shares: frozenset[str] = frozenset()
    """Columns of discounts whose bare figures are shares of one."""
    unclear: frozenset[str] = frozenset()
    """Columns whose heading says percent while every figure is below one."""
    maintenance_months: int = MONTHS_PRICED
    """For how many months the maintenance of a line is quoted."""
    periods: Mapping[str, int] = field(default_factory=dict)
    """Months that other columns' prices are quoted for, where their headings name a period."""
    warranty_months: int = 1
    """Months in one of the warranty's units."""
    has_period: bool = True
    """The heading of the maintenance says for how long it is quoted, or the user does."""
    scopes: Mapping[str, bool] = field(default_factory=dict)
    """Whether amounts are for the whole line, where the heading of their column says so."""
    behind_extended: frozenset[str] = frozenset()
    """Columns to the right of the extended price."""
    fees_for_line: bool | None = None
    """Whether fees that no heading explains are for the whole line; None: by their place."""

    def is_for_line(self, name: str, months: int) -> bool:
        """Say whether an amount is for the whole line, not for one piece.

        The heading decides. Else a total of more than a year is for the line, and so is a fee to
        the right of the extended price; every other fee is for one piece.
        """
        if name in self.scopes:
            return self.scopes[name]
        if months > _LONGEST_FEE:
            return True
        return name in self.behind_extended if self.fees_for_line is None else self.fees_for_line

    def is_guessed(self, name: str, months: int) -> bool:
        """Say whether no heading tells what `is_for_line` answers."""
        return name not in self.scopes and months <= _LONGEST_FEE


PLAIN = HeadingUnits()


def find_units(
    header: Row,
    rows: Iterable[Row],
    columns: Mapping[str, int],
    notation: Notation,
    mapping: Mapping[str, str] = NO_MAPPING,
) -> HeadingUnits:
    """Read what headings say of the figures below them.

    A discount of 1 below "Discount %", or beside one of 15, is one per cent. Where the user names
    the column of the maintenance and its heading names no period, it is for 36 months.
    """
    kept = [row for row in rows if not row.is_empty()]
    titles = {name: _title(header, place) for name, place in columns.items()}
    percents, shares, unclear = set(), set(), set()
    for name in SHARES:
        bare = [_bare(row.at(columns[name]), notation) for row in kept] if name in columns else []
        sizes = [abs(number) for number in bare if number]
        says_so = _PERCENT.search(titles.get(name, "")) is not None
        if any(size > 1 or (says_so and size == 1) for size in sizes):
            percents.add(name)
        elif sizes:
            shares.add(name)
            unclear |= {name} if says_so else set()
    span = _span(titles.get("maintenance", ""))
    scopes = {name: _is_for_line(titles[name]) for name in FEES if name in titles}
    extended = columns.get("extended_price")
    return HeadingUnits(
        frozenset(percents),
        frozenset(shares),
        frozenset(unclear),
        span or MONTHS_PRICED,
        _periods(titles),
        12 if _YEARS.search(titles.get("warranty_months", "")) else 1,
        span is not None or "maintenance" in mapping,
        {name: said for name, said in scopes.items() if said is not None},
        frozenset(n for n in scopes if extended is not None and columns[n] > extended),
    )


def _is_for_line(title: str) -> bool | None:
    """Return whether a heading is of amounts for the whole line; None where it does not say."""
    if _FOR_PIECE.search(title):
        return False
    return True if _FOR_LINE.search(title) else None


def names_period(text: str) -> bool:
    """Say whether a heading, or the unit below it, names a time that money is for."""
    return _span(plain_words(text)) is not None


def _title(header: Row, place: int) -> str:
    """Return the words of a heading, percent signs among them."""
    cell = header.at(place)
    return plain_words(cell) if isinstance(cell, str) else ""


def _bare(cell: Cell, notation: Notation) -> Decimal | None:
    """Return the figure of a cell without a percent sign."""
    if isinstance(cell, Decimal):
        return cell
    return read_number(cell, notation) if isinstance(cell, str) and "%" not in cell else None


def _span(title: str) -> int | None:
    """Return for how many months a maintenance is quoted; None where its heading is silent."""
    numbered = _NUMBER_WORD.sub(lambda match: str(_WORDED[match[1]]), title)
    found = _SPAN.search(numbered)
    if found is not None:
        return int(found["years"]) * 12 if found["years"] else int(found["months"])
    return months_in(title)


def _periods(titles: Mapping[str, str]) -> dict[str, int]:
    named = {
        name: months_in(titles.get(name, "")) for name in ("unit_price", "extended_price", "fee")
    }
    told = {name: months for name, months in _TOLD.items() if name in titles}
    return {name: months for name, months in named.items() if months} | told


_TOLD = {
    "maintenance_per_month": 1, "maintenance_per_year": 12,
    "price_per_month": 1, "price_per_year": 12,
}  # fmt: skip
