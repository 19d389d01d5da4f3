"""What stands in each row of a table: amounts, figures for sums, words, and how often it is paid."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.quotes import Period, RowRole
from arraywise.importers.prices.cells import currencies_in, plain_words
from arraywise.importers.prices.figures import (
    is_blank,
    is_free,
    is_on_request,
    looks_numeric,
    months_of,
)
from arraywise.importers.prices.vocabulary import (
    is_only,
    may_recur,
    option_in,
    period_at_end,
    period_in,
    period_of_cell,
    says,
    span_in,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.importers.prices.columns import Layout, Money
    from arraywise.importers.prices.figures import Figure
    from arraywise.importers.prices.grid import GridRow
    from arraywise.importers.prices.tables import Table

ZERO = Decimal(0)
_WORDS = (
    "total", "tax", "discount", "carried", "surcharge", "included", "footer", "credit", "care",
    "rent", "gross", "before tax", "payment",
)  # fmt: skip
_OF_ITEMS = frozenset({"total", "care", "rent", "surcharge"})
_PERCENT = re.compile(r"(?<![\d.,])(\d{1,3}(?:[.,]\d{1,4})?)\s*%")
_LONGEST_HEADING = 60
_TERMS = (12, 24, 36, 48, 60)
_WHOLE_TERM = 36
_FEW_YEARS = 5


@dataclass(slots=True)
class Amount:
    """What a row is charged in one column of money."""

    money: int
    value: Decimal
    """That counts."""
    printed: Decimal | None
    computed: Decimal | None
    unit: Decimal | None
    quantity: Decimal
    share: Decimal
    """Off the price of a piece."""
    period: Period
    months: int | None
    """Of a term."""
    half: float
    """Half a unit of its last digit; above it a product was rounded."""
    rounded: bool
    currency: str = ""


@dataclass(slots=True)
class Line:
    """A row below the headings, with all that a search needs to know of it."""

    row: GridRow
    index: int
    label: str
    words: str
    description: str
    amounts: list[Amount] = field(default_factory=list)
    figures: list[tuple[int, float, float]] = field(default_factory=list)
    """Column of money, value, half a unit: what a sum would print."""
    lone: bool = False
    """Its only figure is in no column of money."""
    identity: int = 0
    """2: quantity x price is the amount; 1: so with a quantity of one; 0: nothing proves it."""
    rate: float | None = None
    says: frozenset[str] = frozenset()
    option: bool = False
    free: bool = False
    on_request: bool = False
    unread: int | None = None
    """Column of money with a text that says nothing of an amount."""
    bracket: bool = False
    odd_unit: bool = False
    """A quantity with a unit of time that is neither one month nor a usual term."""
    open_term: bool = False
    """Support or rent of which nothing says for how long it is."""
    heading: bool = False
    period: Period | None = None
    role: RowRole | None = None
    """Decided by somebody."""
    optional: bool = False
    """Below a heading of options."""
    term: int | None = None
    """Months that a column states for it."""
    many: bool = False
    """It has a quantity other than one."""
    full: bool = False
    """As many of its cells are filled as those of items."""
    counted: bool = False
    """It has a quantity."""
    row_tax: bool = False
    """Its figure is the tax of the rows above by their own rates."""
    check_sum: bool = False
    """Its figure is the sum of a column that is only a check."""

    @property
    def is_text(self) -> bool:
        """Whether it holds no figure that could be an amount."""
        return not self.amounts and not self.figures


@dataclass(slots=True)
class RowPreparer:
    """Turns the rows of a table into lines, by one layout."""

    table: Table
    layout: Layout
    roles: Mapping[int, RowRole]
    periods: Mapping[int, Period]
    support: Period | None = None
    """How often support and rent of unknown time are paid, once somebody said so."""
    section: Period | None = None
    in_options: bool = False
    sums: dict[int, float] = field(default_factory=dict)
    usual: int | None = None
    """Texts in rows with amounts, as a rule."""
    taxes: float = 0.0
    """Tax of the rows so far, by the rates that stand in them."""

    def prepare(self) -> list[Line]:
        """Return the lines of the table, from top to bottom."""
        lines = [self._line(at, row) for at, row in enumerate(self.table.rows)]
        amounts = [amount for line in lines for amount in line.amounts]
        if len({amount.currency for amount in amounts} - {""}) < 2:
            for amount in amounts:
                amount.currency = ""
        return lines

    def _line(self, at: int, row: GridRow) -> Line:
        layout, figures = self.layout, self.table.figures[at]
        texts = [c.text for n, c in enumerate(row.cells) if self._speaks(n, row)]
        described = row.at(layout.at("description")).text
        if looks_numeric(described) and texts:
            described = ""
        label = " ".join(texts)
        words = plain_words(label)
        line = Line(row, at, label, words, described or (texts[0] if texts else ""))
        line.says = frozenset(word for word in _WORDS if says(word, words))
        line.role = self.roles.get(row.number)
        line.rate = self._rate(row, figures, label)
        self._read_amounts(line, figures)
        self._read_sums(line, figures)
        if line.identity and line.counted:
            line.says &= _OF_ITEMS  # inside a description words of sums mean nothing
        line.full = self._is_full(row)
        at = layout.quantity
        many = at is not None and (q := figures[at]) is not None and q.value != 1
        units = [m.unit for m in layout.moneys if m.unit is not None]
        many = many and (not units or any(figures[n] is not None for n in units))
        line.many = many
        if (line.full or many) and not line.role:
            line.says &= _OF_ITEMS - {"total"}
        if "before tax" in line.says and not line.says & {"total", "gross"}:
            line.says = line.says - {"before tax"} | {"tax"}  # `plus VAT`
        elif "before tax" in line.says:
            line.says -= {"tax"}
        alone = len([c for c in row.cells if not is_blank(c)]) == 1
        discount = "discount" in line.says and line.rate
        if line.is_text and alone and texts and _is_heading(label) and not discount:
            line.heading = True
            self.section = period_in(words)
            self.in_options = says("option", words)
        option_cell = row.at(layout.at("option"))
        marked = (
            option_in(label)
            or option_in(line.description)
            or (
                not is_blank(option_cell)
                and not is_only("included", plain_words(option_cell.text))
            )
        )
        line.option = marked or self.in_options
        line.optional = self.in_options
        return line

    def _is_full(self, row: GridRow) -> bool:
        """Return whether as many texts stand in a row as in those of items, two at least."""
        if self.usual is None:
            places = {n for m in self.layout.moneys for n in (m.unit, m.amount)} - {None}
            priced = [
                self._texts(other)
                for other, figures in zip(self.table.rows, self.table.figures, strict=True)
                if any(figures[n] is not None for n in places if n is not None)
            ]
            self.usual = sorted(priced)[len(priced) // 2] if priced else 0
        return self.usual > 1 and self._texts(row) >= self.usual

    def _texts(self, row: GridRow) -> int:
        return sum(self._speaks(at, row) for at in range(len(row.cells)))

    def _speaks(self, at: int, row: GridRow) -> bool:
        cell = row.at(at)
        if not cell.text or cell.number is not None or at in self.table.grid.hidden_columns:
            return False
        silent = (self.layout.at("unit"), self.layout.at("period"), self.layout.at("currency"))
        return at not in silent and not looks_numeric(cell.text) and not is_blank(cell)

    def _rate(self, row: GridRow, figures: list[Figure | None], label: str) -> float | None:
        found = _PERCENT.search(label)
        if found:
            return float(found[1].replace(",", "."))
        shares = [f for f in figures if f is not None and f.percent]
        if len(shares) == 1:
            return abs(shares[0].f)
        at = self.layout.at("tax_rate")
        own = figures[at] if at is not None else None
        return abs(own.f) if own is not None else None

    # -- amounts

    def _read_amounts(self, line: Line, figures: list[Figure | None]) -> None:
        layout = self.layout
        quantity = figures[layout.quantity] if layout.quantity is not None else None
        line.counted = quantity is not None
        line.term = self._term(line)
        for n, money in enumerate(layout.moneys):
            if money.rate:
                self._read_rate(line, n, money, figures)
                continue
            amount = self._amount(line, n, money, quantity, figures)
            if amount is not None:
                line.amounts.append(amount)

    def _read_rate(self, line: Line, n: int, money: Money, figures: list[Figure | None]) -> None:
        """Read maintenance that is a share of the line's price a year."""
        share = figures[money.unit or 0]
        base = sum((a.value for a in line.amounts if a.period is Period.ONCE), ZERO)
        if share is None or not share.value or not base:
            return
        part = share.value / 100 if share.percent or abs(share.value) >= 1 else share.value
        value = base * part
        line.amounts.append(
            Amount(
                n,
                value,
                None,
                value,
                None,
                Decimal(1),
                ZERO,
                Period.YEAR,
                None,
                0.005,
                rounded=False,
            )
        )

    def _amount(
        self,
        line: Line,
        n: int,
        money: Money,
        quantity: Figure | None,
        figures: list[Figure | None],
    ) -> Amount | None:
        layout = self.layout
        unit = figures[money.unit] if money.unit is not None else None
        printed = figures[money.amount] if money.amount is not None else None
        cell = line.row.at(money.place)
        q = quantity.value if quantity is not None else Decimal(1)
        if printed is None and not is_blank(cell) and money.amount is not None:
            if is_free(cell):
                line.free = True
            elif is_on_request(cell):
                line.on_request = True
            elif money.care and is_only("spares", plain_words(cell.text)):
                return None
            elif not cell.formula and (quantity is not None or unit is not None):
                line.unread = money.amount
            if not cell.formula:
                return None
        blank = money.amount is not None or layout.at("amount") is not None
        if printed is None and unit is not None and blank and not self._is_due(n, money, figures):
            return None
        if (unit is not None and unit.percent) or (printed is not None and printed.percent):
            return None
        if unit is None and printed is None:
            price = line.row.at(money.unit) if money.unit is not None else None
            if price is not None and not is_blank(price) and not price.formula:
                line.free |= is_free(price)
                line.on_request |= is_on_request(price)
                if not (is_free(price) or is_on_request(price)):
                    line.unread = money.unit
            return None
        share = self._share(money, figures)
        if share > 1:
            line.unread, share = money.discount, ZERO
        scale = Decimal(self._scale(money, printed or unit))
        computed = None
        if unit is not None and (
            quantity is not None or layout.quantity is None or printed is None
        ):
            months = 1 if money.term is None else money.term or self._term(line) or 1
            computed = unit.value * q * months * (1 - share) / self._pieces(figures) * scale
        value_of = printed if printed is not None else unit
        assert value_of is not None  # noqa: S101 - asked above
        code = value_of.currency or min(
            currencies_in(line.row.at(layout.at("currency")).text), default=""
        )
        value = printed.value * scale if printed is not None else (computed or ZERO)
        rounded, half = False, float(value_of.half * scale)
        if printed is not None and computed is not None:
            if money.off_amount:
                value = computed
            else:
                slack = self._slack(printed, unit, quantity, share) * money.scale
                exact = abs(value - computed) <= Decimal("0.0111") * money.scale
                near = abs(value - computed) <= slack
                if near and printed.value:
                    line.identity = max(
                        line.identity, 2 if q not in (0, 1) or money.term is not None else 1
                    )
                    rounded = not exact or value != computed
                elif printed.bracket and computed > 0 and abs(abs(value) - computed) <= slack:
                    line.bracket = True
                elif money.computed:
                    value = computed
        elif (
            computed is not None
            and quantity is not None
            and unit is not None
            and layout.quantity is not None
        ):
            line.identity = max(line.identity, 1)
        period, months = self._period(line, money, printed, unit, quantity)
        return Amount(
            n,
            value,
            printed.value * scale if printed is not None else None,
            computed,
            unit.value * scale if unit is not None else None,
            q,
            share,
            period,
            months,
            half,
            rounded,
            code,
        )

    def _is_due(self, n: int, money: Money, figures: list[Figure | None]) -> bool:
        """Return whether a product counts that is not printed: no other amount is of the price."""
        unit = figures[money.unit] if money.unit is not None else None
        quantity = figures[self.layout.quantity] if self.layout.quantity is not None else None
        product = (unit.value if unit else ZERO) * (quantity.value if quantity else 1)
        for at, other in enumerate(self.layout.moneys):
            printed = figures[other.amount] if other.amount is not None else None
            same = other.unit == money.unit
            if at != n and (
                (same and (at < n or printed)) or (printed and printed.value == product)
            ):
                return False  # the whole line is in another column, as the TPC has maintenance
        return True

    @staticmethod
    def _scale(money: Money, figure: Figure | None) -> int:
        return 1 if figure is not None and figure.scaled else money.scale

    def _pieces(self, figures: list[Figure | None]) -> Decimal:
        """Return how many pieces a price is for."""
        at = self.layout.at("price_unit")
        own = figures[at] if at is not None else None
        return own.value if own is not None and own.value > 0 else Decimal(self.layout.divisor)

    def _share(self, money: Money, figures: list[Figure | None]) -> Decimal:
        off = figures[money.discount] if money.discount is not None else None
        if off is None or money.discount is None:
            return ZERO
        number = abs(off.value)
        column = [f for row in self.table.figures if (f := row[money.discount]) is not None]
        percents = (
            off.percent
            or any(abs(f.value) > 1 for f in column)
            or (number == 1 and self.table.headings[money.discount].percent)
        )
        return number / 100 if percents else number

    def _slack(
        self, printed: Figure, unit: Figure | None, quantity: Figure | None, share: Decimal
    ) -> Decimal:
        """Return by how much a product may miss a printed amount: what both were rounded by."""
        own = max(Decimal("0.0111"), printed.half * Decimal("1.01"))
        if unit is None or unit.half >= Decimal("0.5"):
            return own
        q = abs(quantity.value) if quantity is not None else Decimal(1)
        return own + q * (1 - share) * unit.half / self.layout.divisor

    # -- periods

    def _period(
        self,
        line: Line,
        money: Money,
        printed: Figure | None,
        unit: Figure | None,
        quantity: Figure | None,
    ) -> tuple[Period, int | None]:
        layout, row = self.layout, line.row
        if row.number in self.periods:
            return self.periods[row.number], None
        for figure in (printed, unit):
            if figure is not None and figure.period is not None:
                return figure.period, _WHOLE_TERM if figure.period is Period.TERM else None
        if quantity is not None and printed is not None:
            timed = self._timed_quantity(line, quantity)
            if timed is not None:
                return timed
        if money.term is not None:
            return Period.TERM, money.term or self._term(line)
        if money.months and money.period in {None, Period.TERM}:
            return Period.TERM, money.months
        if money.period is not None:
            return money.period, _WHOLE_TERM if money.period is Period.TERM else None
        term = self._term(line)
        stated = row.at(layout.at("period"))
        if not is_blank(stated):
            words = plain_words(stated.text)
            period = period_of_cell(words)
            if period is not None:
                return period, (
                    span_in(words) or term or _WHOLE_TERM
                ) if period is Period.TERM else None
        for text in (line.description, *line.description.split("\n"), *_closing(line.description)):
            ending = period_at_end(plain_words(text)) or None
            if ending is None and text is not line.description and "\n" not in line.description:
                ending = period_of_cell(plain_words(text))
                ending = None if ending is Period.TERM else ending
            if ending is not None:
                return ending, None
        recurs = bool(line.says & {"care", "rent"}) and _is_early(line.words)
        if recurs or money.care:
            months = term or span_in(line.words)
            if months:
                return Period.TERM, months
        if self.section is not None:
            return self.section, None
        if recurs and not money.care and not any(m.care for m in layout.moneys):
            if self.support is not None:
                return self.support, _WHOLE_TERM if self.support is Period.TERM else None
            line.open_term = True
        line.open_term |= may_recur(plain_words(line.description))
        return Period.ONCE, None

    def _timed_quantity(self, line: Line, quantity: Figure) -> tuple[Period, int | None] | None:
        """Return what a quantity of time says: `36 Monate`, or 36 beside a unit of months."""
        unit = plain_words(line.row.at(self.layout.at("unit")).text)
        months = months_of(quantity)
        if months is None and is_only("months", unit) and quantity.value == int(quantity.value):
            months = int(quantity.value)
        elif months is None and is_only("years", unit) and quantity.value == int(quantity.value):
            months = int(quantity.value) * 12
        elif months is None:
            heading = self.table.headings[self.layout.quantity or 0]
            named = says("months", heading.words) or says("term", heading.words)
            if named and quantity.value > 0:
                return Period.TERM, math.ceil(quantity.value)
            period = period_of_cell(unit) if unit and not is_only("piece", unit) else None
            return (period, None) if period is not None else None
        if months in _TERMS:
            return Period.TERM, months
        line.odd_unit = True
        return Period.TERM, months

    def _term(self, line: Line) -> int | None:
        at = self.layout.at("term")
        if at is None:
            return None
        cell, figure = line.row.at(at), self.table.figures[line.index][at]
        span = span_in(plain_words(cell.text))
        if span is None and figure is not None and 0 < figure.value <= 120:
            heading = self.table.headings[at]
            few = figure.value <= _FEW_YEARS and not says("months", heading.words)
            years = says("years", heading.words) or figure.unit == "years" or few
            return max(1, math.ceil(figure.value * (12 if years else 1)))
        return span

    # -- sums

    def _read_sums(self, line: Line, figures: list[Figure | None]) -> None:
        layout = self.layout
        for n, money in enumerate(layout.moneys):
            figure = figures[money.place]
            if figure is not None and not figure.percent:
                scale = self._scale(money, figure)
                line.figures.append((n, figure.f * scale, float(figure.half) * scale))
        rate = layout.at("tax_rate")
        off = layout.at("discount")
        if rate is None and off is not None and self.table.headings[off].field is None:
            rate = None if any(m.discount == off for m in layout.moneys) else off
        own = figures[rate] if rate is not None else None
        if own is not None and line.amounts:
            share = own.f / 100 if own.percent or own.f >= 1 else own.f
            self.taxes += float(line.amounts[0].value) * share
        elif self.taxes and len(line.figures) == 1:
            line.row_tax = abs(line.figures[0][1] - self.taxes) <= 0.0111 + 0.005 * line.index
        for at in layout.checks:
            figure = figures[at]
            if figure is not None:
                if line.identity == 0 and abs(self.sums.get(at, 0.0) - figure.f) <= 0.02:
                    line.check_sum = True
                else:
                    self.sums[at] = self.sums.get(at, 0.0) + figure.f
        if line.figures or line.amounts or line.free or line.on_request:
            return
        others = [
            f
            for at, f in enumerate(figures)
            if f is not None and not f.percent and not f.unit and at not in layout.named
        ]
        if len(others) == 1:
            scale = max(m.scale for m in layout.moneys)
            line.figures.append((-1, others[0].f * scale, float(others[0].half) * scale))
            line.lone = True


def _closing(text: str) -> list[str]:
    """Return what stands behind the last comma of a text, or in brackets at its end."""
    found = re.search(r"(?:[,;(\[\u2013]| - |/)\s*([^,;()\[\]]{2,30})[)\]]?\s*$", text)
    return [found[1]] if found else []


def _is_heading(text: str) -> bool:
    """Return whether a lone text heads the rows below it, rather than being a note."""
    return (
        len(text) <= _LONGEST_HEADING
        and not text.rstrip().endswith(".")
        and not text.startswith("*")
    )


def _is_early(words: str) -> bool:
    """Return whether support or rent is what a row is about, not something it mentions."""
    start = " ".join(words.split()[:4])
    return says("care", start) or says("rent", start)
