"""Which columns of a table hold what counts: identities decide, words break ties.

What follows from columns that count (list prices, tax, sums across) is a check. A column of
money that nothing explains is a doubt, which somebody settles.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.quotes import ColumnRole, Period
from arraywise.importers.kit.workbooks import column_letters
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.column_names import ColumnNames
from arraywise.importers.prices.identities import CENT, FACTORS, Identities, Product
from arraywise.importers.prices.tables import MONEY_FIELDS
from arraywise.importers.prices.vocabulary import TERMS, is_only, period_in, says

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.importers.prices.tables import Heading, PriceTable

_HIGHEST_TAX = 0.30
_TERM, _YEAR = 36, 12
_LONGEST_YEARS = 5
_LONGEST_SCHEDULE = max(TERMS)
_PRICED = frozenset({"unit_price", "price", "fee", "list_price"})
_UNITS = frozenset({"unit_price", "price", "list_price"})
_LINES = frozenset({"amount", "gross_amount"})
_SILENT = frozenset({"tax_rate", "price_unit", "discount", "term", "unused"})
_WANTED = MONEY_FIELDS | {
    *(None, "unused", "term", "quantity", "discount", "price_unit", "tax_rate", "maintenance_rate")
}


@dataclass(frozen=True, slots=True)
class Money:
    """One kind of amount that rows have: printed, or quantity x price of one piece."""

    unit: int | None = None
    amount: int | None = None
    discount: int | None = None
    """Column of the share that is off the price of one piece."""
    period: Period | None = None
    """As the heading states it."""
    months: int | None = None
    """Of a term that the heading states."""
    care: bool = False
    rate: bool = False
    """`unit` holds a share of the line's price a year."""
    term: int | None = None
    """Months that are a factor of its amount; 0: those of the row's own term."""
    off_amount: bool = False
    """The discount is still to be taken off the printed amounts."""
    factors: tuple[int, ...] = ()
    """Three columns whose product it is."""
    computed: bool = False
    """Quantity x price counts where the printed amount is another."""
    scale: int = 1

    @property
    def place(self) -> int:
        """The column that its sums are looked for in."""
        return self.amount if self.amount is not None else (self.unit or 0)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something about a column that only somebody who knows the quote can settle."""

    code: str
    column: int
    kind: str
    """`column`, `period`, `codes`."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What each column of a table is taken for."""

    fields: Mapping[str, int]
    quantity: int | None
    moneys: tuple[Money, ...]
    checks: Mapping[int, ColumnRole]
    """Columns whose figures follow from others."""
    doubts: tuple[Doubt, ...] = ()
    divisor: int = 1
    """Pieces that a price is for."""
    choices: tuple[tuple[str, str], ...] = ()
    """Code of an open choice and the answer that this layout takes."""
    proved: float = 0.0
    """Rows of which an identity holds."""
    named: frozenset[int] = frozenset()
    """Columns that hold something other than money."""

    def at(self, name: str) -> int | None:
        """Return the column of a field."""
        return self.fields.get(name)


@dataclass(slots=True)
class ColumnFinder:
    """Finds what the columns of one table hold."""

    table: PriceTable
    roles: Mapping[int, ColumnRole]
    """Decided by somebody, by column."""
    periods: Mapping[int, Period]
    answers: Mapping[str, str]
    prefix: str
    """Of codes of questions: the sheet."""
    names: ColumnNames = field(init=False)
    figures: Identities = field(init=False)
    quantity: int | None = None
    products: dict[int, Product] = field(default_factory=dict)
    factors: dict[int, tuple[tuple[int, ...], int | None]] = field(default_factory=dict)
    """Amounts of three factors: these, and the months that one of them is."""
    moneys: list[Money] = field(default_factory=list)
    checks: dict[int, ColumnRole] = field(default_factory=dict)

    def find(self) -> Layout | None:
        """Return the layout; None where the table holds no money."""
        self.names = ColumnNames(self.table, self.roles)
        self.names.find()
        self.figures = Identities(self.names, frozenset(_WANTED))
        self.quantity, self.products = self._find_products()
        unexplained = [] if self._take_total_of_years() else self._find_counted_columns()
        if not self.moneys:
            return None
        named = (at for at, name in self.names.of.items() if name and name not in MONEY_FIELDS)
        return Layout(
            fields=self.names.fields(),
            quantity=self.quantity,
            moneys=tuple(map(self._with_period_of_totals, self.moneys)),
            checks=self.checks,
            doubts=tuple(self._find_doubts(unexplained)),
            divisor=next((p.divisor for p in self.products.values()), 1),
            proved=max((p.score for p in self.products.values()), default=0.0),
            named=frozenset(named),
        )

    def _heading_of(self, at: int) -> Heading:
        return self.table.headings[at]

    def _name_of(self, at: int) -> str | None:
        return self.names.of[at]

    def _holds_one_year(self, at: int) -> bool:
        return says("nth year", self._heading_of(at).words)

    # -- products

    def _find_products(self) -> tuple[int | None, dict[int, Product]]:
        """Return the column of quantities, and by amount the product that it is."""
        candidates = self.figures.quantities()
        best = next(iter(self.figures.named("quantity")), None)
        best_score, found = 0.0, {}
        for quantity in candidates:
            products = self._products_of(quantity)
            score = sum(p.score for p in products.values()) + 0.1 * self.figures.are_whole(
                quantity
            )
            if products and score > best_score:
                best, best_score, found = quantity, score, products
        return best, found

    def _products_of(self, quantity: int) -> dict[int, Product]:
        names = MONEY_FIELDS - {"tax_amount"} | {None}
        money = [at for at in self.figures.named(*names) if at != quantity]
        result: dict[int, Product] = {}
        for amount in money:
            if self._is_price_of_piece(amount):
                continue
            tried = [
                p for unit in money for p in self._find_holding_products(quantity, unit, amount)
            ]
            if tried:
                result[amount] = max(tried, key=self._rank_product)
        return {at: p for at, p in result.items() if self._is_amount(result, at)}

    def _is_price_of_piece(self, at: int) -> bool:
        named = (
            self._name_of(at) in {"unit_price", "list_price"}
            or self._heading_of(at).per == "piece"
        )
        return named and self.roles.get(at) is None

    def _find_holding_products(self, quantity: int, unit: int, amount: int) -> list[Product]:
        care = self._name_of(unit) == "maintenance" and self._name_of(amount) not in {
            "maintenance",
            None,
        }
        gross = {self._name_of(unit), self._name_of(amount)} == {"gross_amount"}
        if unit == amount or (self._name_of(unit) in _LINES and not gross) or care:
            return []
        terms: list[int | None] = [None]
        terms += [0] if self.figures.terms else []
        if self._heading_of(unit).period is Period.MONTH:
            terms += [self._heading_of(amount).months or _TERM, _YEAR]
        shapes = (
            Product(quantity, unit, amount, off, term=term)
            for off in (None, *self.figures.named("discount"))
            for term in terms
        )
        return [found for shape in shapes if (found := self.figures.product(shape)) is not None]

    def _rank_product(self, p: Product) -> tuple[float, bool, bool, int]:
        named = (
            self._name_of(p.unit) in {"unit_price", "price"}
            and not self._heading_of(p.unit).is_list
        )
        return (p.score, p.discount is None, named, -p.unit)

    def _is_amount(self, found: Mapping[int, Product], at: int) -> bool:
        """Drop the mirror of a product: of two columns of equal figures one is the price."""
        own = found[at]
        other = found.get(own.unit)
        if other is None or other.unit != at:
            return True
        ranks = {"amount": 2, "gross_amount": 2, "fee": 1, None: 0}
        mine = (ranks.get(self._name_of(at), -1), own.score, at)
        return mine > (ranks.get(self._name_of(own.unit), -1), other.score, own.unit)

    # -- which columns count

    def _take_total_of_years(self) -> bool:
        """Take the total of columns that each hold a year's amounts, where there is one."""
        years = [at for at in self.figures.numeric if self._holds_one_year(at)]
        total = self.figures.total_of(years) if len(years) > 1 else None
        months = _YEAR * len(years)
        if total is None:
            years, total = self._find_months_across()
            months = len(years)
        if total is None:
            return False
        made = Money(amount=total, period=Period.TERM, months=months, scale=self._scale_of(total))
        self.moneys = [made]
        self.checks = dict.fromkeys(years, ColumnRole.UNUSED)
        return True

    def _find_months_across(self) -> tuple[list[int], int | None]:
        """Return columns of figures, as many as a term has months, and the one that adds them."""
        rows = self.table.figures
        filled = [at for at in range(self.table.width) if any(row[at] for row in rows)]
        for total in filled[_YEAR:]:
            parts = filled[: filled.index(total)][-_LONGEST_SCHEDULE:]
            for count in (n for n in TERMS if n <= len(parts)):
                pairs = [(row[total], [row[at] for at in parts[-count:]]) for row in rows]
                sums = [(t.f, sum(f.f for f in own if f)) for t, own in pairs if t]
                if sums and all(abs(a - b) <= CENT for a, b in sums):
                    return parts[-count:], total
        return [], None

    def _find_counted_columns(self) -> list[int]:
        """Find the columns that count and those that are checks; return what nothing explains."""
        units = {p.unit for p in self.products.values()}
        ends = [
            at
            for at in self.figures.numeric
            if at in self.products or (at not in units and self._is_named_amount(at))
        ]
        ends += [
            at
            for at in self.figures.numeric
            if at not in ends and self._is_left_by_discount(at, ends)
        ]
        counted = self.figures.named("quantity") and not self.products
        free = [n for n in self.figures.named(None) if n not in ends] if counted else []
        self._find_factors([*ends, *free])
        ends = [at for at in (*ends, *self.factors) if at not in self.checks]
        ends = list(dict.fromkeys(ends))
        whole = self.figures.total_of(ends, own=True) if not self.roles else None
        if whole is not None:
            ends.remove(whole)
            self.checks[whole] = ColumnRole.UNUSED
        self.moneys = [self._build_money(at) for at in self._without_derived(ends)]
        for at in [at for at in self.checks if at in self.products]:
            self.checks.setdefault(self.products[at].unit, ColumnRole.UNIT_PRICE)
        taken = {at for m in self.moneys for at in (m.unit, m.amount, m.discount)}
        taken |= {self.quantity, *self.checks}
        for at in self.figures.numeric:
            other = at in self.roles and self._name_of(at) not in MONEY_FIELDS
            if at not in taken and not other:
                self._explain_column(at)
        places = {at for m in self.moneys for at in (m.unit, m.amount)} | {*self.checks}
        names = MONEY_FIELDS | {None}
        rest = [at for at in self.figures.named(*names) if at not in taken | places]
        return self._sort_unexplained(rest)

    def _find_factors(self, ends: Sequence[int]) -> None:
        """Explain columns of which three make an amount: users x years x price, hours x rate.

        Figures that may be a time count as factors only under a heading that says so.
        """
        times = {float(n) for n in (*range(2, _LONGEST_YEARS + 1), *TERMS)}
        last_first = sorted(ends, key=lambda n: (self._name_of(n) == "amount", n), reverse=True)
        for at in (n for n in last_first if n not in self.products):
            found = () if at in self.checks else self.figures.factors(at, self.factors)
            if not found or any(n in self.roles for n in found):
                continue
            taxes = [n for n in found if self._name_of(n) in {"tax_amount", "tax_rate"}]
            if taxes:
                self.checks |= {at: ColumnRole.GROSS_AMOUNT, taxes[0]: ColumnRole.TAX_AMOUNT}
                continue
            counts = (n for n in found if self._name_of(n) != "quantity")
            spans = {
                n: self._months_of_factor_column(n)
                for n in counts
                if self.names.values_within(n, times)
            }
            if None not in spans.values():
                self.factors[at] = found, next(iter(spans.values()), None)
                self.checks |= dict.fromkeys(found, ColumnRole.UNUSED)

    def _months_of_factor_column(self, at: int) -> int | None:
        """Return the months of a factor that its heading calls years or months."""
        value, words = self.figures.uniform(at), self._heading_of(at).words
        if value is None or not (is_only("years", words) or is_only("months", words)):
            return None
        return int(value) * (_YEAR if is_only("years", words) else 1)

    def _is_named_amount(self, at: int) -> bool:
        """Return whether a column that is no product holds amounts that count, by its words."""
        name = self._name_of(at)
        if name in {"amount", "maintenance", "fee"} or (name == "price" and self.quantity is None):
            return True
        return name in _UNITS and self.roles.get(at) is ColumnRole.AMOUNT

    def _is_left_by_discount(self, at: int, ends: Sequence[int]) -> bool:
        """Return whether a column is what a discount in another leaves of amounts."""
        offs = [
            off
            for off in self.figures.named("discount", None)
            if off != self.quantity and not self._heading_of(off).is_net
            if off < at or self._name_of(off) == "discount"
        ]
        return self._name_of(at) in {None, *MONEY_FIELDS} and any(
            self.figures.is_less(at, whole, off)
            for whole in ends
            for off in offs
            if whole not in {at, off}
        )

    def _without_derived(self, ends: Sequence[int]) -> list[int]:
        """Return the amounts that count; those that follow from others are checks."""
        counted: list[int] = []
        for at in sorted(ends, key=self._rank_amount, reverse=True):
            role = None if at in self.roles or not counted else self._role_of_derived(at, counted)
            if role is None:
                counted.append(at)
            else:
                self.checks[at] = role
        return sorted(counted)

    def _rank_amount(self, at: int) -> tuple[bool, bool, bool, bool, bool, bool, float, int]:
        heading = self._heading_of(at)
        score = self.products[at].score if at in self.products else 0.0
        net = not heading.is_list or heading.is_net
        gross = self._name_of(at) == "gross_amount"
        left = self._is_left_by_discount(at, list(self.products))
        whole = not self._holds_one_year(at)
        return (at in self.roles, left, whole, not gross, net, heading.is_net, score, -at)

    def _role_of_derived(self, at: int, counted: Sequence[int]) -> ColumnRole | None:
        """Return the role of an amount that follows from amounts that count."""
        if self._name_of(at) == "gross_amount":
            return ColumnRole.GROSS_AMOUNT
        others = () if self._holds_one_year(at) else counted
        roles = (self._role_derived_from(at, other) for other in others)
        role = next((role for role in roles if role is not None), None)
        if role is None and any(
            self.figures.is_sum(at, a, b) for a in counted for b in counted if a < b
        ):
            return ColumnRole.UNUSED
        return role

    def _role_derived_from(self, at: int, other: int) -> ColumnRole | None:
        own, counted = self._heading_of(at), self._heading_of(other)
        if self._is_same_for_longer(at, other) or self.figures.is_running(at, other):
            return ColumnRole.UNUSED
        if self._is_left_by_discount(other, [at]):
            return ColumnRole.LIST_PRICE
        ratio = self.figures.ratio(at, other)
        if ratio is None:
            both = at in self.products and other in self.products
            return ColumnRole.LIST_PRICE if both and own.is_list and not counted.is_list else None
        factors = (1.0, *FACTORS)
        if any(abs(ratio - k) < 0.001 or abs(ratio * k - 1) < 0.001 for k in factors):
            two = (
                abs(ratio - 1) < 0.001 and own.period is not None and own.period != counted.period
            )
            return None if two else ColumnRole.UNUSED  # None: two payments of one size
        is_tax = 1.0 < ratio <= 1 + _HIGHEST_TAX and self._name_of(at) is None
        return ColumnRole.GROSS_AMOUNT if is_tax else None

    def _is_same_for_longer(self, at: int, other: int) -> bool:
        """Return whether a column prints another's fees for the time that its heading states."""
        own, fee = self._heading_of(at), self._heading_of(other)
        months = own.months or (_YEAR if own.period is Period.YEAR else None)
        pairs = self.figures.pairs(at, other)
        if fee.period is not Period.MONTH or months is None or not pairs:
            return False
        return all(abs(a - b * months) <= 0.011 * months for a, b in pairs)

    def _explain_column(self, at: int) -> None:
        """Make a column a check whose figures follow from those that count."""
        name = self._name_of(at)
        if name == "maintenance_rate":
            made = Money(unit=at, period=Period.YEAR, care=True, rate=True)
            self.moneys.append(made)
        elif name not in _SILENT and (role := self._role_of_explained(at)) is not None:
            self.checks[at] = role
        elif any(
            self.figures.is_constant(at, float(divisor))
            for divisor in {p.divisor for p in self.products.values()}
            if divisor > 1
        ):
            self.checks[at] = ColumnRole.PRICE_UNIT

    def _role_of_explained(self, at: int) -> ColumnRole | None:
        needed = 1 if self._name_of(at) is not None else 2
        pool = [n for m in self.moneys for n in (m.unit, m.amount) if n is not None]
        for other in pool:
            role = self.figures.of_shares(at, other, needed) or self._role_by_ratio(at, other)
            if role is not None:
                return role
        across = any(self.figures.is_sum(at, a, b) for a in pool for b in pool if a < b)
        across = across or any(self.figures.is_running(at, other) for other in pool)
        across = across or any(self.figures.is_less(at, w, n) for w in self.checks for n in pool)
        quantity = self.quantity
        if across or (
            quantity is not None and any(self.figures.is_product(at, quantity, o) for o in pool)
        ):
            return ColumnRole.UNUSED
        return None

    def _role_by_ratio(self, at: int, other: int) -> ColumnRole | None:
        ratio = self.figures.ratio(at, other)
        unnamed = self._name_of(at) is None or not self._heading_of(at).period
        same = ratio is not None and abs(ratio - 1) < 1e-9 and unnamed
        return ColumnRole.UNUSED if same else None

    _NAMED_CHECKS = (
        ("gross_amount", ColumnRole.GROSS_AMOUNT),
        ("tax_amount", ColumnRole.TAX_AMOUNT),
        ("list_price", ColumnRole.LIST_PRICE),
    )

    def _sort_unexplained(self, rest: Sequence[int]) -> list[int]:
        """Sort columns of money that no figure explains by their words; return the others."""
        kept = []
        for at in sorted(rest, key=lambda n: self._name_of(n) == "list_price"):
            check = dict(self._NAMED_CHECKS).get(self._name_of(at) or "")
            beside = any(not m.care for m in self.moneys) if check else False
            forced = at in self.roles and self._name_of(at) in MONEY_FIELDS
            if check is not None and beside and not forced:
                self.checks[at] = check
            elif self._is_price(at):
                self.moneys.insert(0, self._build_money(at))
            elif forced or self._counts_beside(at):
                self.moneys.append(self._build_money(at))
            else:
                kept.append(at)
        if not self.moneys and kept:
            at = max(kept, key=lambda n: (self.names.has_cents(n), n))
            if self.names.is_money_like(at):
                self.moneys.append(self._build_money(at))
                kept.remove(at)
        return kept

    def _is_price(self, at: int) -> bool:
        """Return whether a price of a piece counts: no purchase of its period does yet."""
        heading = self._heading_of(at)
        alone = all(m.care or m.period != heading.period for m in self.moneys)
        return self._name_of(at) in _UNITS and alone and not heading.unknown

    def _counts_beside(self, at: int) -> bool:
        """Return whether a column counts by its words, beside those that do already."""
        heading, name = self._heading_of(at), self._name_of(at)
        bare = self.quantity is not None and any(
            m.unit is None and not m.care for m in self.moneys
        )
        if name is None or (bare and name in _PRICED):
            return False
        return not self.moneys or (heading.period is not None and not heading.unknown)

    # -- one kind of money

    def _scale_of(self, at: int) -> int:
        return max(self._heading_of(at).scale, self.table.scale)

    def _build_money(self, at: int) -> Money:
        made = self._bare_money(at)
        if at in self.factors:
            factors, months = self.factors[at]
            made = replace(made, factors=factors)
            return replace(made, period=Period.TERM, months=months) if months else made
        found = self.products.get(at)
        left = self._is_left_by_discount(at, list(self.products))
        if found is not None and not left:
            return self._with_product(made, found)
        name, role, per = self._name_of(at), self.roles.get(at), self._heading_of(at).per
        of_piece = role in {ColumnRole.UNIT_PRICE, ColumnRole.MAINTENANCE_UNIT}
        bare = name in {"price", "fee"} and per != "line" and role is None
        alone = self.quantity is not None and not self.figures.named("amount")
        if name in {"unit_price", "list_price"} or of_piece or (bare and alone):
            return self._as_price_of_piece(replace(made, unit=at, amount=None))
        if name == "amount" and self.quantity is not None and not left:
            return self._with_price_beside(made, at)
        return made

    def _bare_money(self, at: int) -> Money:
        heading = self._heading_of(at)
        period, months = self.periods.get(at, heading.period), heading.months
        if at in self.periods:
            months = None
        elif self._holds_one_year(at):
            period, months = Period.TERM, _TERM  # what is paid in one of the years
        elif period is Period.YEAR and months and months != _YEAR:
            period = None  # `3-year`: a term
        care = self._name_of(at) == "maintenance"
        return Money(amount=at, period=period, months=months, care=care, scale=self._scale_of(at))

    def _with_product(self, made: Money, found: Product) -> Money:
        unit = self._heading_of(found.unit)
        care = made.care or self._name_of(found.unit) == "maintenance"
        made = replace(made, unit=found.unit, discount=found.discount, care=care)
        if found.term == _YEAR and made.period is Period.YEAR:
            return replace(made, term=found.term)
        if found.term is not None:
            return replace(made, term=found.term, period=Period.TERM, months=found.term or None)
        if made.period is None and made.months is None:
            period = self.periods.get(found.unit, unit.period)
            return replace(made, period=period, months=unit.months)
        return made

    def _as_price_of_piece(self, made: Money) -> Money:
        """Return money that is quantity x price, less the discount that has a column."""
        offs = self.figures.named("discount")
        if offs and not made.care and not self._heading_of(made.unit or 0).is_net:
            return replace(made, discount=offs[0])
        return made

    def _with_price_beside(self, made: Money, at: int) -> Money:
        """Give an amount that is no product the price beside it, so that rows can be compared."""
        units = [n for n in self.figures.named(*_UNITS) if n != at]
        same = [n for n in units if self._heading_of(n).period == made.period]
        if not same:
            return made
        unit = max(
            same, key=lambda n: (self._heading_of(n).is_net, self._name_of(n) != "list_price")
        )
        offs = self.figures.named("discount")
        net = self._heading_of(unit).is_net
        return replace(made, unit=unit, discount=offs[0] if offs and not net else None)

    # -- what stays open

    def _find_doubts(self, unexplained: Sequence[int]) -> list[Doubt]:
        open_ = [
            (at, "column")
            for at in unexplained
            if self._name_of(at) is not None
            or not self.names.is_no_money(at)
            or (self.quantity is None and self.figures.are_whole(at))
            or (not self.products and self._is_added_up(at))
        ]
        for money in self.moneys:
            heading = self._heading_of(money.place)
            if heading.unknown and money.period is None and not self._is_decided(money.place):
                open_.append((money.place, "period"))
        open_ += [(at, "column") for at in self._find_alternatives()]
        open_ += [(at, "codes") for at in self.names.unknown_codes(self.figures.numeric)]
        doubts = (Doubt(f"{k}-{self.prefix}{column_letters(at)}", at, k) for at, k in open_)
        return [doubt for doubt in doubts if doubt.code not in self.answers]

    def _is_added_up(self, at: int) -> bool:
        """Return whether a figure of a column is the sum of two or more above it, as of money."""
        above: list[float] = []
        for row in self.table.figures:
            figure = row[at]
            if figure is not None:
                if len(above) > 1 and abs(figure.f - sum(above)) <= CENT:
                    return True
                above.append(figure.f)
        return False

    def _with_period_of_totals(self, money: Money) -> Money:
        """Return money paid each month where totals of a month and of a year say so."""
        rows = zip(self.table.rows, self.table.figures, strict=True)
        printed = [(" ".join(row.texts()), f.f) for row, fs in rows if (f := fs[money.place])]
        if money.period is not None or money.months is not None or money.care:
            return money
        for (one, month), (other, year) in pairwise(printed):
            named = period_in(plain_words(one)), period_in(plain_words(other))
            if named == (Period.MONTH, Period.YEAR) and abs(year - month * _YEAR) <= _YEAR * CENT:
                return replace(money, period=Period.MONTH)
        return money

    def _is_decided(self, at: int) -> bool:
        return at in self.periods or at in self.roles

    def _find_alternatives(self) -> list[int]:
        """Return amounts that may be another choice beside the first of the same kind."""
        seen: set[bool] = set()
        result = []
        for money in self.moneys:
            at, once = money.place, money.period in {None, Period.ONCE, Period.TERM}
            if money.care or self._is_decided(at) or self._holds_one_year(at):
                continue
            if once in seen:
                result.append(at)
            seen.add(once)
        return result
