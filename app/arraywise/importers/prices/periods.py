"""How often the amounts of a row are paid, from the strongest evidence to the weakest."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.quotes import Period
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.figures import is_blank, months_of
from arraywise.importers.prices.vocabulary import (
    TERMS,
    is_only,
    may_recur,
    numbers_in,
    period_at_end,
    period_of_cell,
    says,
    span_in,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.importers.prices.columns import Layout, Money
    from arraywise.importers.prices.figures import PrintedFigure
    from arraywise.importers.prices.grid import GridRow
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.tables import PriceTable

WHOLE_TERM = 36
_FEW_YEARS = 5
_DATE = re.compile(
    r"(?:(?P<year>20\d\d)-(?P<month>\d\d)-(?P<day>\d\d)(?: 00:00:00)?"
    r"|(?P<day_>\d\d?)\.(?P<month_>\d\d?)\.(?P<year_>20\d\d))$"
)
_START_AND_END, _DAYS, _TENTH = 2, 365.25 / 12, 0.1
"""Days of a month, and how far months may be from whole ones."""
_LONGEST_TERM = 120
Found = tuple[Period, int | None]
"""A period, and the months of a term."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a row says of one amount."""

    line: SearchRow
    money: Money
    printed: PrintedFigure | None
    unit: PrintedFigure | None
    quantity: PrintedFigure | None


@dataclass(slots=True)
class PeriodReader:
    """Finds the periods of the rows of one table."""

    table: PriceTable
    layout: Layout
    decided: Mapping[int, Period]
    """By somebody, by row."""
    support: Period | None
    """How often support and rent of unknown time are paid, once somebody said so."""
    section: Period | None = None
    """As the last heading of a section says."""

    def read(self, e: Evidence) -> Found:
        """Return the period of an amount, and the months of a term."""
        rules = (
            self._from_decision, self._from_cells, self._from_quantity, self._from_column,
            self._from_value, self._from_description, self._from_stated_term,
            self._from_section, self._from_support_answer,
        )  # fmt: skip
        for rule in rules:
            found = rule(e)
            if found is not None:
                return found
        e.line.open_term |= may_recur(plain_words(e.line.description))
        return Period.ONCE, None

    def term(self, line: SearchRow) -> int | None:
        """Return the months that a column of terms states for a row."""
        at = self.layout.at("term")
        if at is None:
            return _between_dates(line.row)
        span = span_in(plain_words(line.row.at(at).text))
        figure = self.table.figures[line.index][at]
        if span is not None or figure is None or not 0 < figure.value <= _LONGEST_TERM:
            return span
        words = self.table.headings[at].words
        few = figure.value <= _FEW_YEARS and not says("months", words)
        years = says("years", words) or figure.unit == "years" or few
        return max(1, math.ceil(figure.value * (12 if years else 1)))

    def _from_decision(self, e: Evidence) -> Found | None:
        period = self.decided.get(e.line.row.number)
        return None if period is None else (period, None)

    @staticmethod
    def _from_cells(e: Evidence) -> Found | None:
        stated = [f.period for f in (e.printed, e.unit) if f is not None and f.period is not None]
        return _with_term_of_36(stated[0]) if stated else None

    def _from_quantity(self, e: Evidence) -> Found | None:
        """Return what a quantity of time says: `36 Monate`, or 36 beside a unit of months."""
        if e.quantity is None or e.printed is None:
            return None
        months = self._months_in_quantity(e.line, e.quantity)
        if months is None:
            return self._from_unit(e)
        if _lasts_to_month_36(e.line.description, months):
            return Period.TERM, WHOLE_TERM
        e.line.odd_unit |= months not in TERMS
        return Period.TERM, months

    def _months_in_quantity(self, line: SearchRow, quantity: PrintedFigure) -> int | None:
        months = months_of(quantity)
        if months is not None or quantity.value != int(quantity.value):
            return months
        unit = plain_words(line.row.at(self.layout.at("unit")).text)
        if is_only("months", unit):
            return int(quantity.value)
        return int(quantity.value) * 12 if is_only("years", unit) else None

    def _from_unit(self, e: Evidence) -> Found | None:
        words = self.table.headings[self.layout.quantity or 0].words
        value = e.quantity.value if e.quantity is not None else 0
        if (says("months", words) or says("term", words)) and value > 0:
            return Period.TERM, math.ceil(value)
        if is_only("years", words) and value > 0:
            return Period.TERM, math.ceil(value * 12)
        unit = plain_words(e.line.row.at(self.layout.at("unit")).text)
        period = period_of_cell(unit) if unit and not is_only("piece", unit) else None
        return None if period is None else (period, None)

    def _from_column(self, e: Evidence) -> Found | None:
        money = e.money
        if money.term is not None and money.period is Period.TERM:
            return Period.TERM, money.term or self.term(e.line)
        if money.months and money.period in {None, Period.TERM}:
            return Period.TERM, money.months
        return None if money.period is None else _with_term_of_36(money.period)

    def _from_value(self, e: Evidence) -> Found | None:
        """Return what a column of values says, whatever its heading."""
        stated = e.line.row.at(self.layout.at("period"))
        if is_blank(stated):
            return None
        words = plain_words(stated.text)
        period = period_of_cell(words)
        if period is Period.TERM:
            return period, span_in(words) or self.term(e.line) or WHOLE_TERM
        return None if period is None else (period, None)

    @staticmethod
    def _from_description(e: Evidence) -> Found | None:
        text = e.line.description
        parts = (text, *text.split("\n"))
        ends = [period_at_end(plain_words(part)) for part in parts]
        ends += [period_of_cell(plain_words(_closing_text(part))) for part in parts]
        found = next((each for each in ends if each not in {None, Period.TERM}), None)
        return None if found is None else (found, None)

    def _from_stated_term(self, e: Evidence) -> Found | None:
        """Return the term that a row of support, rent or maintenance states."""
        if not (e.money.care or _is_about_support(e.line)):
            return None
        months = self.term(e.line) or span_in(e.line.words)
        return (Period.TERM, months) if months else None

    def _from_section(self, _e: Evidence) -> Found | None:
        return None if self.section is None else (self.section, None)

    def _from_support_answer(self, e: Evidence) -> Found | None:
        if not _is_about_support(e.line) or any(money.care for money in self.layout.moneys):
            return None
        e.line.open_term = self.support is None
        return None if self.support is None else _with_term_of_36(self.support)


def _with_term_of_36(period: Period) -> Found:
    return period, WHOLE_TERM if period is Period.TERM else None


def _lasts_to_month_36(text: str, months: int) -> bool:
    """Return whether a text names the months that a quantity counts, up to the last of 36."""
    pairs = pairwise(numbers_in(text))
    return any(last == WHOLE_TERM and last - first + 1 == months for first, last in pairs)


def _between_dates(row: GridRow) -> int | None:
    """Return the whole months between two dates that stand in a row."""
    days = [found for cell in row.cells if (found := _date_in(cell.text)) is not None]
    if len(days) != _START_AND_END:
        return None
    months = ((days[1] - days[0]).days + 1) / _DAYS
    return round(months) if months > 0 and abs(months - round(months)) < _TENTH else None


def _date_in(text: str) -> date | None:
    found = _DATE.match(text)
    if found is None:
        return None
    year, month, day = (int(found[k] or found[f"{k}_"]) for k in ("year", "month", "day"))
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _is_about_support(line: SearchRow) -> bool:
    """Return whether support or rent is what a row is about, not something it mentions."""
    start = " ".join(line.words.split()[:4])
    return bool(line.says & {"care", "rent"}) and (says("care", start) or says("rent", start))


def _closing_text(text: str) -> str:
    """Return what stands behind the last comma of a text, or in brackets at its end."""
    found = re.search(r"(?:[,;(\[\u2013]| - |/)\s*([^,;()\[\]]{2,30})[)\]]?\s*$", text)
    return found[1] if found else ""
