"""What the columns of a table are called: by their headings, and by what stands in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.number_notation import currencies_in
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.figures import is_blank, looks_numeric
from arraywise.importers.prices.tables import FIELD_OF_ROLE, MONEY_FIELDS, OTHER_FIELDS
from arraywise.importers.prices.vocabulary import is_only, option_in, period_of_cell, says, span_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.domain.quotes import ColumnRole
    from arraywise.importers.prices.figures import PrintedFigure
    from arraywise.importers.prices.tables import PriceTable

_LONGEST_TERM = 120
_WHOLE = Decimal("0.5")
_TENTH = Decimal("0.05")
"""Half a unit of one decimal, which prices do not have."""
_SMALL = 20
_ALL = 100
_LOTS = frozenset({0.0, 1.0, 10.0, 100.0, 1000.0})
"""Pieces that prices are for."""
_LONG_NUMBER = 7
"""Digits of numbers of materials and orders."""
_CALENDAR = (2000, 2099)
_STARTS = {1.0, 1.1, 10.0, 100.0}
_STEPS = {1.0, 5.0, 10.0, 100.0}
_MOST_CODES, _LONGEST_CODE = 5, 16
_OWN_TEXTS = frozenset({"description", "part_number", "position", "note", "category"})
_RATES = frozenset({0, 5, 7, 10, 12, 17, 18, 19, 20, 21, 22, 23, 25})
_PLAIN = (
    "piece", "months", "years", "free", "on request", "care", "category", "source", "included",
    "option", "rent", "tax", "surcharge", "unused", "known code",
)  # fmt: skip

_NO_PERIODS = ("free", "on request", "included", "option", "known code", "care", "rent")
"""What may stand in a column of periods instead of one."""


@dataclass(slots=True)
class ColumnNames:
    """Names of the columns of a table, once they are found."""

    table: PriceTable
    roles: Mapping[int, ColumnRole]
    """Decided by somebody."""
    of: dict[int, str | None] = field(default_factory=dict)

    def find(self) -> None:
        """Name each column; None stays where nothing tells."""
        for at, heading in enumerate(self.table.headings):
            self.of[at] = heading.field
            if at in self.roles:
                other = heading.field if heading.field in OTHER_FIELDS else "other"
                self.of[at] = FIELD_OF_ROLE.get(self.roles[at], other)
            else:
                self.of[at] = self._name_by_content(at, heading.field)
        self._name_description()

    def named(self, *names: str | None) -> list[int]:
        """Return the columns of these names, from left to right."""
        return [at for at, name in self.of.items() if name in names]

    def first(self, name: str) -> int | None:
        """Return the first column of a name."""
        return next(iter(self.named(name)), None)

    def fields(self) -> dict[str, int]:
        """Return the first column of each name."""
        result: dict[str, int] = {}
        for at, name in self.of.items():
            if name:
                result.setdefault(name, at)
        return result

    def figures(self, at: int) -> list[PrintedFigure]:
        """Return the figures of a column."""
        return [f for row in self.table.figures if (f := row[at]) is not None]

    def texts(self, at: int) -> list[str]:
        """Return what stands in a column."""
        return [cell.text for row in self.table.rows if not is_blank(cell := row.at(at))]

    def values_within(self, at: int, wanted: set[float]) -> bool:
        """Return whether all figures of a column are some of these."""
        return {f.f for f in self.figures(at)} <= wanted

    def has_cents(self, at: int) -> bool:
        """Return whether figures have the decimals or the currency of amounts."""
        return any(f.currency or f.half < _TENTH for f in self.figures(at))

    def is_money_like(self, at: int) -> bool:
        """Return whether figures may be amounts at all."""
        return any(f.currency or f.half < _WHOLE or f.f >= 100 for f in self.figures(at))

    def is_no_money(self, at: int) -> bool:
        """Return whether figures are of weights or sizes: one decimal, or small and whole."""
        figures = self.figures(at)
        if self.has_cents(at):
            return False
        small = all(f.f == int(f.f) and 0 <= f.f <= _SMALL for f in figures)
        repeated = len({f.f for f in figures}) < len(figures) or any(f.f == 0 for f in figures)
        return any(f.half == _TENTH for f in figures) or (small and repeated and len(figures) > 1)

    # -- content

    def _name_by_content(self, at: int, name: str | None) -> str | None:
        figures, texts = self.figures(at), self.texts(at)
        if figures and len(figures) * 2 >= len(texts):
            return self._name_by_figures(at, name, figures, texts)
        return self._name_by_texts(name, texts) if texts else name

    def _name_by_figures(
        self, at: int, name: str | None, figures: Sequence[PrintedFigure], texts: Sequence[str]
    ) -> str | None:
        if name in {"fee", None} and self._are_years(at):
            return "position"
        if name == "term":
            times = all(0 <= f.value <= _LONGEST_TERM and f.half >= _WHOLE for f in figures)
            return name if times and not self.table.headings[at].currency else None
        if name == "unit":
            lots = {1.0} < {f.f for f in figures} <= _LOTS
            counted = any(head.field == "quantity" for head in self.table.headings)
            return "price_unit" if lots else "unit_price" if counted else None
        if name == "description":
            return "position" if self._counts_up(at) else name
        if name == "position" and self.is_money_like(at) and not self._never_decreases(at):
            return None
        return self._name_by_words(at, name, figures, texts)

    def _never_decreases(self, at: int) -> bool:
        return all(a.f <= b.f for a, b in pairwise(self.figures(at)))

    def _name_by_words(
        self, at: int, name: str | None, figures: Sequence[PrintedFigure], texts: Sequence[str]
    ) -> str | None:
        if name == "tax_amount" and all(f.percent or f.value in _RATES for f in figures):
            return "tax_rate"
        return self._name_unnamed_figures(at, figures, texts) if name is None else name

    def _name_unnamed_figures(
        self, at: int, figures: Sequence[PrintedFigure], texts: Sequence[str]
    ) -> str | None:
        if _are_codes(texts) or _are_long_numbers(texts):
            return "part_number"
        if all(f.percent for f in figures) or self._are_percentages(at, figures):
            return "discount"
        return "position" if self._counts_up(at) else None

    @staticmethod
    def _name_by_texts(name: str | None, texts: Sequence[str]) -> str | None:
        if name in _OWN_TEXTS:
            return name
        found = _kind_of_texts(texts)
        if name is None or name in MONEY_FIELDS or found in {"period", "currency"}:
            return found or (None if name in {"fee", "price"} else name)
        if name == "term" and not any(map(str.isdigit, "".join(texts))):
            return None
        return name

    def _are_percentages(self, at: int, figures: Sequence[PrintedFigure]) -> bool:
        return self.table.headings[at].percent and all(0 <= f.f <= _ALL for f in figures)

    def _are_years(self, at: int) -> bool:
        """Return whether a column counts calendar years."""
        figures = [f.f for f in self.figures(at)]
        first, last = _CALENDAR
        steps = {b - a for a, b in pairwise(figures)}
        return bool(steps) and steps <= {0.0, 1.0} and first <= figures[0] <= figures[-1] <= last

    def _counts_up(self, at: int) -> bool:
        """Return whether a column counts lines: 1, 2, 3 or 10, 20, 30, or 1.1, 1.2."""
        figures = [f.f for f in self.figures(at)]
        if len(figures) < 2:
            return bool(figures) and figures[0] in _STARTS and at == 0
        steps = {round(b - a, 6) for a, b in pairwise(figures)}
        named = self.table.headings[at].field is not None
        starts = figures[0] <= 100 if named else figures[0] in _STARTS
        even = max(steps) <= 1 or (len(steps) == 1 and steps <= _STEPS)
        return starts and min(steps) > 0 and even

    def _name_description(self) -> None:
        if self.named("description"):
            return
        lengths = {
            at: sum(len(text) for text in self.texts(at) if not looks_numeric(text))
            for at in self.named(None, "part_number", "category")
        }
        if lengths and max(lengths.values()) > 0:
            self.of[max(lengths, key=lambda at: (lengths[at], -at))] = "description"

    def unknown_codes(self, numeric: Sequence[int]) -> list[int]:
        """Return columns of texts that may say, in unknown words, how often amounts are paid."""
        return [
            at
            for at in self.named(None, "period", "term")
            if at not in self.roles and at not in numeric and self._has_codes(at)
        ]

    def _has_codes(self, at: int) -> bool:
        texts = (plain_words(text) for text in self.texts(at) if not looks_numeric(text))
        words = [w for w in texts if w and not says("total", w)]  # `$` says nothing
        unknown = [w for w in words if period_of_cell(w) is None and span_in(w) is None]
        if self.of[at] in {"period", "term"}:
            plain = _PLAIN if self.of[at] == "term" else _NO_PERIODS
            return any(not any(is_only(c, w) for c in plain) for w in unknown)
        short = [w for w in unknown if _is_short_text(w) and not _is_known_text(w)]
        kinds = len(set(short))
        repeated = kinds < len(short) and kinds < _MOST_CODES
        return repeated and len(short) * 2 >= len(words) and len(set(words)) <= _MOST_CODES


def _are_codes(texts: Sequence[str]) -> bool:
    """Return whether whole numbers stand among codes of letters and digits."""
    others = [text for text in texts if not looks_numeric(text)]
    return bool(others) and all(
        text.isdecimal()
        if looks_numeric(text)
        else " " not in text and any(map(str.isdigit, text)) and any(map(str.isalpha, text))
        for text in texts
    )


def _are_long_numbers(texts: Sequence[str]) -> bool:
    """Return whether all are whole numbers of as many digits, more than amounts have."""
    digits = {len(text) if text.isdecimal() else 0 for text in texts}
    return len(digits) == 1 and min(digits) >= _LONG_NUMBER


def _kind_of_texts(texts: Sequence[str]) -> str | None:
    words = [plain_words(text) for text in texts]
    if all(currencies_in(text) == {text} for text in texts):
        return "currency"
    pieces = any(is_only("piece", word) for word in words)
    if sum(period_of_cell(word) is not None for word in words) * 2 >= len(words):
        return "unit" if pieces else "period"
    units = sum(len(w) > 1 and (is_only("piece", w) or is_only("months", w)) for w in words)
    if units * 10 >= len(words) * 6:
        return "unit"
    marks = (option_in(t) or is_only("included", w) for t, w in zip(texts, words, strict=True))
    return "option" if all(marks) else None


def _is_short_text(words: str) -> bool:
    return len(words) <= _LONGEST_CODE and len(words.split()) <= 2


def _is_known_text(words: str) -> bool:
    if len(words) == 1:
        return is_only("yes or no", words)
    return any(char.isdigit() for char in words) or any(is_only(c, words) for c in _PLAIN)
