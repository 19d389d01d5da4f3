"""What stands in each row of a table: amounts, figures that sums would print, and words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.number_notation import read_number
from arraywise.domain.quotes import Period
from arraywise.importers.prices.amounts import AmountReader
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.figures import is_blank, looks_numeric
from arraywise.importers.prices.lines import SearchRow
from arraywise.importers.prices.periods import PeriodReader
from arraywise.importers.prices.vocabulary import TERMS, is_only, option_in, period_in, says

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.domain.quotes import RowRole
    from arraywise.importers.prices.amounts import Figures
    from arraywise.importers.prices.columns import Layout
    from arraywise.importers.prices.grid import GridRow
    from arraywise.importers.prices.tables import PriceTable

_WORDS = (
    "total", "tax", "discount", "carried", "surcharge", "included", "footer", "credit", "care",
    "rent", "gross", "before tax", "payment",
)  # fmt: skip
_OF_ITEMS = frozenset({"care", "rent", "surcharge"})
_PERCENT = re.compile(r"(?<![\d.,])(\d{1,3}(?:[.,]\d{1,4})?)\s*%")
_AMOUNT = re.compile(r"\d[\d.,']*\d")
_LEAST_STATED = 1000
_LONGEST_HEADING = 60
_CENTS = 0.02
_LEAST_SUM = 100
"""Below it figures of a column that is a check are equal to sums by chance."""
_YEARS = 3
_PAID = ((36, "month"), (12, "quarter"), (_YEARS, "year"), (_YEARS, "years"))
"""How often each of these is paid in 36 months."""


def _mark_heads(lines: Sequence[SearchRow]) -> None:
    """Mark rows whose amount is the sum of two or more rows below: parents of parts."""
    priced = [line for line in lines if line.amounts]
    spans: dict[int, int] = {}
    for at in reversed(range(len(priced))):
        line, end, total = priced[at], at + 1, 0.0
        wanted = float(line.amounts[0].value)
        slack = min(_CENTS, 2 * line.amounts[0].half)
        if line.identity == 2 or len(line.amounts) > 1 or wanted <= _CENTS:
            continue
        parts = 0
        while end < len(priced) and total < wanted - slack and priced[end].amounts[0].value > 0:
            total += float(priced[end].amounts[0].value)
            end += spans.get(end, 1)
            parts += 1
        is_total = at == 0 and end == len(priced)
        if parts > 1 and abs(total - wanted) <= slack and not is_total:
            line.heads, spans[at] = True, end - at


def _mark_recaps(lines: Sequence[SearchRow]) -> None:
    """Mark rows that split once more, as by category, the total below them of the items above."""
    for at, total in enumerate(lines):
        if total.counted or total.identity or len(total.figures) != 1:
            continue
        first = at
        while first and _is_bare(lines[first - 1]):
            first -= 1
        parts, above = lines[first:at], [line.total for line in lines[:first] if line.amounts]
        sums = sum(above), sum(line.total for line in parts)
        if len(parts) > 1 and all(abs(each - total.figures[0][1]) <= _CENTS for each in sums):
            for line in parts:
                line.check_sum = True


def _is_bare(line: SearchRow) -> bool:
    return line.total > 0 and not line.identity and not line.counted


def _settle_schedule(lines: Sequence[SearchRow]) -> None:
    """Take rows for each of three years, or of 36 months, as paid once each."""
    numbered: dict[str, dict[int, SearchRow]] = {}
    for line in (line for line in lines if line.amounts):
        found = re.search(r"\d+", line.words)
        if found:
            stem = line.words.replace(found[0], "#", 1)
            numbered.setdefault(stem, {}).setdefault(int(found[0]), line)
    for stem, rows in numbered.items():
        times = next((t for t, unit in _PAID if is_only(unit, stem.replace("#", "").strip())), 0)
        by_care = len(rows) == _YEARS and all(
            x.open_term and says("nth year", x.words) for x in rows.values()
        )
        if set(rows) == set(range(1, (times or _YEARS) + 1)) and (times or by_care):
            for line in rows.values():
                line.open_term, line.identity = False, max(line.identity, 2 * bool(times))
                for amount in line.amounts if times else ():
                    amount.period, amount.months = Period.ONCE, None


@dataclass(slots=True)
class RowPreparer:
    """Turns the rows of a table into lines, by one layout."""

    table: PriceTable
    layout: Layout
    roles: Mapping[int, RowRole]
    decided: Mapping[int, Period]
    support: Period | None = None
    in_options: bool = False
    sums: dict[int, list[float]] = field(default_factory=dict)
    """Figures of columns that are checks."""
    weighed: dict[int, float] = field(default_factory=dict)
    """What they come to by quantities."""
    usual: int | None = None
    """Texts in rows with amounts, as a rule."""
    taxes: float = 0.0
    """Tax of the rows so far, by the rates that stand in them."""

    def prepare(self) -> list[SearchRow]:
        """Return the lines of the table, from top to bottom."""
        periods = PeriodReader(self.table, self.layout, self.decided, self.support)
        reader = AmountReader(self.table, self.layout, periods)
        lines = [self._prepare_row(at, row, reader) for at, row in enumerate(self.table.rows)]
        _mark_heads(lines)
        _mark_recaps(lines)
        _settle_schedule(lines)
        amounts = [amount for line in lines for amount in line.amounts]
        if len({amount.currency for amount in amounts} - {""}) < 2:
            for amount in amounts:
                amount.currency = ""
        return lines

    def _prepare_row(self, at: int, row: GridRow, reader: AmountReader) -> SearchRow:
        figures = self.table.figures[at]
        spoken = (cell.text for n, cell in enumerate(row.cells) if self._is_label_cell(n, row))
        texts = list(dict.fromkeys(spoken))  # a merged cell says the same in each column
        described = row.at(self.layout.at("description")).text
        if not described or (looks_numeric(described) and texts):
            described = texts[0] if texts else described
        label = " ".join(texts)
        words = plain_words(label)
        line = SearchRow(row, at, label, words, described)
        line.says = frozenset(word for word in _WORDS if says(word, words))
        line.role = self.roles.get(row.number)
        line.rate = self._find_rate(figures, label)
        reader.read(line, figures)
        self._read_sums(line, figures)
        self._read_term(line)
        self._drop_words_in_descriptions(line, figures)
        self._read_section(line, texts, reader.periods)
        if line.is_text and "total" in line.says:
            line.stated = self._stated_in(label)
        line.option = self.in_options or self._is_option(line)
        line.optional = self.in_options
        return line

    # -- words

    def _drop_words_in_descriptions(self, line: SearchRow, figures: Figures) -> None:
        """Drop words of sums inside the description of an item, where they mean nothing."""
        layout = self.layout
        pieces = figures[layout.quantity] if layout.quantity is not None else None
        units = [m.unit for m in layout.moneys if m.unit is not None]
        has_unit = not units or any(figures[n] is not None for n in units)
        line.many = pieces is not None and pieces.value != 1 and has_unit
        line.full = self._has_texts_of_item(line.row)
        if line.identity and line.counted:
            line.says &= _OF_ITEMS | {"total"}
        if (line.full or line.many) and not line.role:
            line.says &= _OF_ITEMS
        if "before tax" in line.says:
            if line.says & {"total", "gross"}:
                line.says -= {"tax"}
            else:
                line.says = line.says - {"before tax"} | {"tax"}  # `plus VAT`

    def _has_texts_of_item(self, row: GridRow) -> bool:
        """Return whether as many texts stand in a row as in those of items, two at least."""
        if self.usual is None:
            places = {n for m in self.layout.moneys for n in (m.unit, m.amount) if n is not None}
            priced = [
                self._count_texts(other)
                for other, figures in zip(self.table.rows, self.table.figures, strict=True)
                if any(figures[n] is not None for n in places)
            ]
            self.usual = sorted(priced)[len(priced) // 2] if priced else 0
        return self.usual > 1 and self._count_texts(row) >= self.usual

    def _count_texts(self, row: GridRow) -> int:
        return len(
            {cell.text for at, cell in enumerate(row.cells) if self._is_label_cell(at, row)}
        )

    def _is_label_cell(self, at: int, row: GridRow) -> bool:
        cell = row.at(at)
        if not cell.text or cell.number is not None or at in self.table.grid.hidden_columns:
            return False
        silent = (self.layout.at("unit"), self.layout.at("period"), self.layout.at("currency"))
        says_words = bool(plain_words(cell.text)) and not looks_numeric(cell.text)
        return at not in silent and says_words and not is_blank(cell)

    def _find_rate(self, figures: Figures, label: str) -> float | None:
        found = _PERCENT.search(label)
        if found:
            return float(found[1].replace(",", "."))
        shares = [f for f in figures if f is not None and f.percent]
        if len(shares) == 1:
            return abs(shares[0].f)
        at = self.layout.at("tax_rate")
        own = figures[at] if at is not None else None
        return abs(own.f) if own is not None else None

    def _stated_in(self, text: str) -> tuple[float, float] | None:
        """Return the one amount of four digits that a text states, with half its last digit."""
        notation = self.table.notation
        numbers = (read_number(found, notation) for found in _AMOUNT.findall(text))
        amounts = [number for number in numbers if number is not None and number >= _LEAST_STATED]
        if len(amounts) != 1:
            return None
        digits = int(amounts[0].as_tuple().exponent)
        return float(amounts[0]), 0.5 * 10.0**digits

    def _read_section(self, line: SearchRow, texts: list[str], periods: PeriodReader) -> None:
        """Let a lone text head the rows below it, unless it is a note or a discount."""
        alone = len([cell for cell in line.row.cells if not is_blank(cell)]) == 1
        discount = "discount" in line.says and line.rate
        sentence = line.label.rstrip().endswith(".") or line.label.startswith("*")
        if not (line.is_text and alone and texts) or sentence or discount:
            return
        if len(line.label) <= _LONGEST_HEADING:
            line.heading = True
            periods.section = period_in(line.words)
            self.in_options = says("option", line.words)

    def _is_option(self, line: SearchRow) -> bool:
        cell = line.row.at(self.layout.at("option"))
        marked = not is_blank(cell) and not is_only("included", plain_words(cell.text))
        return marked or option_in(line.label) or option_in(line.description)

    @staticmethod
    def _read_term(line: SearchRow) -> None:
        """Read a row that states for how long all is: `Contract term (months) | 36`."""
        figures = [value for _, value, _ in line.figures]
        lasts = says("term", line.words) and not says("care", line.words) and not line.counted
        if lasts and len(figures) == 1 and figures[0] in TERMS:
            line.amounts, line.figures, line.term = [], [], int(figures[0])

    # -- sums

    def _read_sums(self, line: SearchRow, figures: Figures) -> None:
        for n, money in enumerate(self.layout.moneys):
            figure = figures[money.place]
            if figure is not None and not figure.percent:
                scale = 1 if figure.scaled else money.scale
                line.figures.append((n, figure.f * scale, float(figure.half) * scale))
        self._add_tax(line, figures)
        self._add_checks(line, figures)
        if not (line.figures or line.amounts or line.free or line.on_request):
            self._read_lone(line, figures)

    def _add_tax(self, line: SearchRow, figures: Figures) -> None:
        """Add the tax of a row by its own rate, or tell a row that prints what they come to."""
        rate, off = self.layout.at("tax_rate"), self.layout.at("discount")
        if rate is None and off is not None and self.table.headings[off].field is None:
            rate = None if any(m.discount == off for m in self.layout.moneys) else off
        own = figures[rate] if rate is not None else None
        if own is not None and line.amounts:
            share = own.f / 100 if own.percent or own.f >= 1 else own.f
            self.taxes += float(line.amounts[0].value) * share
        elif self.taxes and len(line.figures) == 1:
            line.row_tax = abs(line.figures[0][1] - self.taxes) <= _CENTS + 0.005 * line.index

    def _add_checks(self, line: SearchRow, figures: Figures) -> None:
        line.checked = (*map(sum, self.sums.values()), *self.weighed.values())
        pieces = figures[self.layout.quantity] if self.layout.quantity is not None else None
        for at in self.layout.checks:
            figure = figures[at]
            if figure is not None and pieces is not None:
                self.weighed[at] = self.weighed.get(at, 0.0) + pieces.f * figure.f
            if figure is None:
                continue
            above = self.sums.setdefault(at, [])
            is_sum = len(above) > 1 and abs(sum(above) - figure.f) <= _CENTS
            is_sum &= figure.f >= _LEAST_SUM
            if line.identity == 0 and not line.counted and is_sum:
                line.check_sum = True
            else:
                above.append(figure.f)

    def _read_lone(self, line: SearchRow, figures: Figures) -> None:
        """Read a figure that stands alone in a row: it is its amount in whatever column."""
        others = [
            figure
            for at, figure in enumerate(figures)
            if figure is not None
            and not (figure.percent or figure.unit)
            and at not in self.layout.named
            and ("total" in line.says or at != self.layout.quantity)
        ]
        if len(others) == 1:
            scale = max(money.scale for money in self.layout.moneys)
            line.figures.append((-1, others[0].f * scale, float(others[0].half) * scale))
