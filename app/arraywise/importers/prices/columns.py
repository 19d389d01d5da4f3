"""What the columns of a table hold: words and kinds of content propose, identities decide.

The assignment counts under which most rows satisfy quantity x unit price (less discount) =
extended. What else follows from such columns (list prices, tax, sums across) is a check.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise, product
from typing import TYPE_CHECKING

from arraywise.domain.quotes import ColumnRole, Period
from arraywise.importers.kit.workbooks import column_name
from arraywise.importers.prices.cells import currencies_in, plain_words
from arraywise.importers.prices.figures import is_blank, looks_numeric
from arraywise.importers.prices.tables import FIELD_OF_ROLE, MONEY_FIELDS, OTHER_FIELDS
from arraywise.importers.prices.vocabulary import (
    is_only,
    option_in,
    period_of_cell,
    says,
    span_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arraywise.importers.prices.figures import Figure
    from arraywise.importers.prices.tables import Table

_SAMPLED = 60
_MOST_NUMERIC = 14
_MOST_VARIANTS = 16
_SHARE = 0.6
"""Of the rows, which an identity must hold in."""
_FACTORS = (12.0, 36.0, 3.0, 4.0, 24.0, 48.0, 60.0)
_HIGHEST_TAX = 0.30
_TENTH = Decimal("0.05")
"""Half a unit of one decimal, which prices do not have."""
_SMALL = 20
_LONGEST_TERM = 120
_TERM = 36


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
    """`column`, `period`, `codes`, `quantity`."""
    answers: tuple[str, ...] = ()


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
class _Relation:
    quantity: int
    unit: int
    amount: int
    discount: int | None
    score: float
    real: int
    divisor: int = 1
    term: int | None = None
    """Months that are a factor of the amount; 0: those of the row's own term."""


@dataclass(slots=True)
class ColumnFinder:
    """Finds the layouts of one table."""

    table: Table
    roles: Mapping[int, ColumnRole]
    """Decided by somebody, by column."""
    periods: Mapping[int, Period]
    answers: Mapping[str, str]
    prefix: str
    """Of codes of questions: the sheet."""
    names: dict[int, str | None] = field(default_factory=dict)
    values: list[list[float | None]] = field(default_factory=list)
    numeric: list[int] = field(default_factory=list)
    terms: list[float | None] = field(default_factory=list)
    """Months of the rows' terms, where a column states them."""
    per: list[float | None] = field(default_factory=list)
    """Pieces that the rows' prices are for, where a column states them."""

    def find(self) -> list[Layout]:
        """Return the layouts that are to be tried; none where the table holds no money."""
        self._name_columns()
        self._sample()
        quantity, relations = self._products()
        moneys, checks, unexplained = self._moneys(quantity, relations)
        if not moneys:
            return []
        doubts = self._doubts(moneys, unexplained, quantity)
        fields = self._fields()
        divisor = next((r.divisor for r in relations.values()), 1)
        named = frozenset(
            at for at, name in self.names.items() if name is not None and name not in MONEY_FIELDS
        )
        proved = max((r.score for r in relations.values()), default=0.0)
        base = Layout(fields, quantity, moneys, checks, tuple(doubts), divisor, (), proved, named)
        return self._variants(base)

    # -- what columns are called and what stands in them

    def _name_columns(self) -> None:
        table = self.table
        for at, heading in enumerate(table.headings):
            name = heading.field
            if at in self.roles:
                role = self.roles[at]
                name = FIELD_OF_ROLE.get(
                    role, heading.field if heading.field in OTHER_FIELDS else "other"
                )
            elif at in table.grid.hidden_columns:
                name = "hidden"
            self.names[at] = name
        for at in range(table.width):
            if at not in self.roles and self.names[at] != "hidden":
                self.names[at] = self._by_content(at)
        self._name_description()

    def _cells(self, at: int) -> list[str]:
        return [c.text for row in self.table.rows if not is_blank(c := row.at(at))]

    def _by_content(self, at: int) -> str | None:  # noqa: C901, PLR0911
        name = self.names[at]
        figures = [f for row in self.table.figures if (f := row[at]) is not None]
        texts = self._cells(at)
        is_numeric = bool(figures) and len(figures) * 2 >= len(texts)
        if name == "term" and is_numeric:
            times = all(
                0 <= f.value <= _LONGEST_TERM and f.half >= Decimal("0.5") for f in figures
            )
            return name if times and not self.table.headings[at].currency else None
        if name == "unit" and is_numeric:
            return "unit_price"
        if name in {"description", "part_number"} and is_numeric and name == "description":
            return "position" if self._counts_up(at) else name
        if (
            name == "tax_amount"
            and figures
            and all(f.percent or f.value in _RATES for f in figures)
        ):
            return "tax_rate"
        if name is None and is_numeric and self._are_codes(texts):
            return "part_number"
        if name is None and is_numeric:
            if all(f.percent for f in figures) and figures:
                return "discount" if len(figures) > 0 else None
            return "position" if self._counts_up(at) else None
        if texts and not is_numeric and name not in _OWN_TEXTS:
            found = self._by_texts(texts)
            if name is None or name in MONEY_FIELDS or found in {"period", "currency"}:
                return found or name
            if name == "term" and not any(map(str.isdigit, "".join(texts))):
                return None
        return name

    @staticmethod
    def _are_codes(texts: Sequence[str]) -> bool:
        """Return whether whole numbers stand among codes of letters and digits."""
        others = [text for text in texts if not looks_numeric(text)]
        codes = [
            t
            for t in others
            if any(map(str.isdigit, t)) and any(map(str.isalpha, t)) and " " not in t
        ]
        return (
            bool(codes)
            and len(codes) == len(others)
            and all(text.isdecimal() for text in texts if looks_numeric(text))
        )

    def _by_texts(self, texts: Sequence[str]) -> str | None:
        words = [plain_words(text) for text in texts]
        if all(currencies_in(text) == {text} for text in texts):
            return "currency"
        if sum(period_of_cell(word) is not None for word in words) * 2 >= len(words):
            return "period"
        if (
            sum(len(w) > 1 and (is_only("piece", w) or is_only("months", w)) for w in words) * 10
            >= len(words) * 6
        ):
            return "unit"
        if all(
            option_in(text) or is_only("included", word)
            for text, word in zip(texts, words, strict=True)
        ):
            return "option"
        return None

    def _counts_up(self, at: int) -> bool:
        """Return whether a column counts lines: 1, 2, 3 or 10, 20, 30, or 1.1, 1.2."""
        figures = [f.f for row in self.table.figures if (f := row[at]) is not None]
        steps = {round(b - a, 6) for a, b in pairwise(figures)}
        if len(figures) < 2:
            return bool(figures) and figures[0] in {1.0, 10.0} and at == 0
        named = self.table.headings[at].field is not None
        small = (figures[0] <= 100 if named else figures[0] in {1.0, 1.1, 10.0, 100.0}) and min(
            steps
        ) > 0
        return small and (
            max(steps) <= 1 or (len(steps) == 1 and steps <= {1.0, 5.0, 10.0, 100.0})
        )

    def _name_description(self) -> None:
        if "description" in self.names.values():
            return
        lengths = {
            at: sum(len(t) for t in self._cells(at) if not looks_numeric(t))
            for at, name in self.names.items()
            if name in {None, "part_number", "category"}
        }
        if lengths and max(lengths.values()) > 0:
            self.names[max(lengths, key=lambda at: (lengths[at], -at))] = "description"

    def _fields(self) -> dict[str, int]:
        result: dict[str, int] = {}
        for at, name in self.names.items():
            if name:
                result.setdefault(name, at)
        return result

    # -- identities

    def _sample(self) -> None:
        table = self.table
        named = MONEY_FIELDS | {
            None,
            "quantity",
            "discount",
            "price_unit",
            "tax_rate",
            "maintenance_rate",
        }
        figures = table.figures
        self.numeric = [
            at
            for at in range(table.width)
            if self.names[at] in named
            and (count := sum(row[at] is not None for row in figures))
            and (self.names[at] is not None or count * 2 >= len(self._cells(at)))
        ][:_MOST_NUMERIC]
        rows = [row for row in figures if sum(row[at] is not None for at in self.numeric) > 1]
        rows = rows[:_SAMPLED]
        term = next((at for at, name in self.names.items() if name == "term"), None)
        per = next((at for at, name in self.names.items() if name == "price_unit"), None)
        if per is not None:
            self.per = [None if (f := row[per]) is None else f.f for row in rows]
        if term is not None:
            self.terms = [_months(row[term]) for row in rows]
        self.values = [
            [None if (f := row[at]) is None else f.f for row in rows] if at in self.numeric else []
            for at in range(table.width)
        ]

    def _money_columns(self) -> list[int]:
        named = MONEY_FIELDS - {"tax_amount"} | {None}
        return [at for at in self.numeric if self.names[at] in named]

    def _products(self) -> tuple[int | None, dict[int, _Relation]]:
        """Return the column of quantities, and by amount the product that it is."""
        named = [at for at in self.numeric if self.names[at] == "quantity"]
        unnamed = [at for at in self.numeric if self.names[at] in {None, "unused", "term"}]
        money = self._money_columns()
        best: tuple[float, int | None, dict[int, _Relation]] = (
            0.0,
            named[0] if named else None,
            {},
        )
        for quantity in named or unnamed:
            found = self._products_of(quantity, [at for at in money if at != quantity])
            score = sum(r.score for r in found.values()) + (
                0.1 if self._are_whole(quantity) else 0
            )
            if found and score > best[0]:
                best = (score, quantity, found)
        return best[1], best[2]

    def _are_whole(self, at: int) -> bool:
        figures = [v for v in self.values[at] if v is not None]
        return all(v == int(v) for v in figures) and max(figures, default=0) < 10_000

    def _products_of(self, quantity: int, money: Sequence[int]) -> dict[int, _Relation]:
        discounts = [at for at in self.numeric if self.names[at] == "discount"]
        result: dict[int, _Relation] = {}
        for amount in money:
            is_unit = (
                self.names[amount] in _UNIT_NAMES or self.table.headings[amount].per == "piece"
            )
            if is_unit and self.roles.get(amount) is None:
                continue
            care = self.names[amount] in {"maintenance", None}
            tried = [
                r
                for unit in money
                if unit != amount
                and self.names[unit] not in _LINE_NAMES
                and (care or self.names[unit] != "maintenance")
                for discount in (None, *discounts)
                for term in self._terms_of(unit, amount)
                if (r := self._product(quantity, unit, amount, discount, term)) is not None
            ]
            if tried:
                result[amount] = max(tried, key=self._preference)
        return {a: r for a, r in result.items() if self._is_product_of(result, a)}

    def _terms_of(self, unit: int, amount: int) -> list[int | None]:
        """Return the times that may be a factor: none, that of the rows, that of the headings."""
        result: list[int | None] = [None]
        if self.terms:
            result.append(0)
        if self.table.headings[unit].period is Period.MONTH:
            result += [self.table.headings[amount].months or _TERM, 12]
        return result

    def _preference(self, r: _Relation) -> tuple[float, bool, bool, int]:
        head = self.table.headings[r.unit]
        return (
            r.score,
            r.discount is None,
            self.names[r.unit] in {"unit_price", "price"} and not head.is_list,
            -r.unit,
        )

    def _is_product_of(self, found: Mapping[int, _Relation], amount: int) -> bool:
        """Drop the mirror of a relation: of two columns of equal figures one is the price."""
        own = found[amount]
        other = found.get(own.unit)
        if other is None or other.unit != amount:
            return True
        names = {"amount": 2, "gross_amount": 2, "fee": 1, None: 0}
        mine = (names.get(self.names[amount], -1), own.score, amount)
        return mine > (names.get(self.names[own.unit], -1), other.score, own.unit)

    def _product(  # noqa: C901, PLR0915
        self, quantity: int, unit: int, amount: int, discount: int | None, term: int | None
    ) -> _Relation | None:
        hits, real, seen, many, divisor = 0.0, 0, 0, 0, 1
        offs = self.values[discount] if discount is not None else None
        known = [n for n in (quantity, unit, amount) if self.names[n] is not None]
        ratios: list[int] = []
        some_off = False
        for i, (q, u, a) in enumerate(
            zip(self.values[quantity], self.values[unit], self.values[amount], strict=True)
        ):
            if q is None or u is None or a is None or not (a or u):
                continue
            seen += 1
            months = 1.0 if term is None else float(term) or self.terms[i] or 1.0
            many += q * months not in (0, 1) and u not in (0, 1)
            off = self._off(offs[i]) if offs else 0.0
            exact = q * u * (1 - off) * months / (self.per[i] or 1.0 if self.per else 1.0)
            some_off |= bool(off)
            slack = 0.0111 + abs(q * months) * 0.0051 if u != int(u) else 0.0111
            if (
                exact
                and a
                and abs(exact) > abs(a) * 50
                and (ratio := round(exact / a)) in {100, 1000}
            ):
                ratios.append(ratio)
                exact /= ratio
            if a == int(a) and u != int(u):
                slack = max(slack, 0.5)
            if abs(exact - a) <= slack and a:
                is_real = q * months not in (0, 1) and u not in (0, 1)
                hits += 1.0 if is_real else 0.5
                real += is_real
        if discount is not None and not some_off:
            return None
        whole = sum(1 for v in self.values[amount] if v is not None)
        least = 0.5 if len(known) == 3 else 1.0 if len(known) == 2 and real else 2.0
        if seen == 0 or hits < least or (len(known) < 2 and real < 2):
            return None
        right = real + (hits - real) * 2
        if right < _SHARE * seen or real < _SHARE * many or seen * 3 < whole:
            return None
        if ratios and len(set(ratios)) == 1 and len(ratios) == right:
            divisor = ratios[0]
        elif ratios:
            return None
        return _Relation(quantity, unit, amount, discount, hits, real, divisor, term)

    @staticmethod
    def _off(value: float | None) -> float:
        value = abs(value or 0.0)
        return value / 100 if value > 1 else value

    # -- which columns count

    def _moneys(  # noqa: C901, PLR0912, PLR0915
        self, quantity: int | None, relations: Mapping[int, _Relation]
    ) -> tuple[tuple[Money, ...], dict[int, ColumnRole], list[int]]:
        units = {r.unit for r in relations.values()}
        years, checks = self._year_columns()
        if years is not None:
            return (years,), checks, []
        ends = [
            at
            for at in self.numeric
            if at in relations or (at not in units and self._is_end(at, quantity))
        ]
        counted = self._without_derived(ends, relations, checks)
        moneys = [self._money_of(at, quantity, relations) for at in counted]
        taken = {at for m in moneys for at in (m.unit, m.amount, m.discount)} | {quantity, *checks}
        for at in list(self.numeric):
            if at in taken or (at in self.roles and self.names[at] not in MONEY_FIELDS):
                continue
            if self.names[at] in {"tax_rate", "price_unit", "discount", "term", "unused"}:
                continue
            if self.names[at] == "maintenance_rate":
                moneys.append(Money(unit=at, period=Period.YEAR, care=True, rate=True))
                taken.add(at)
                continue
            if (role := self._explains(at, moneys, quantity)) is not None:
                checks[at] = role
                taken.add(at)
        divisors = {float(r.divisor) for r in relations.values()} - {1.0}
        for at in self.numeric:
            if (
                at not in taken
                and {v for v in self.values[at] if v is not None} == divisors != set()
            ):
                checks[at] = ColumnRole.PRICE_UNIT
                taken.add(at)
        rest = [
            at
            for at in self.numeric
            if at not in taken and self.names[at] in MONEY_FIELDS | {None}
        ]
        kept = []
        bare = quantity is not None and any(m.unit is None and not m.care for m in moneys)
        for at in sorted(rest, key=lambda n: self.names[n] == "list_price"):
            heading = self.table.headings[at]
            name = self.names[at]
            forced = at in self.roles and name in MONEY_FIELDS
            if name in {"gross_amount", "tax_amount"} and not forced and moneys:
                checks[at] = (
                    ColumnRole.GROSS_AMOUNT if name == "gross_amount" else ColumnRole.TAX_AMOUNT
                )
            elif name == "list_price" and any(not m.care for m in moneys) and not forced:
                checks[at] = ColumnRole.LIST_PRICE
            elif (
                name in _UNITS
                and all(m.care or m.period != heading.period for m in moneys)
                and not heading.unknown
            ):
                moneys.insert(0, self._money_of(at, quantity, relations))
            elif forced or (
                name is not None
                and (not moneys or (heading.period and not heading.unknown))
                and not (bare and name in _PRICED)
            ):
                moneys.append(self._money_of(at, quantity, relations))
            else:
                kept.append(at)
        if not moneys and kept:
            at = max(kept, key=lambda n: (self._has_cents(n), n))
            if self._is_money_like(at):
                moneys.append(self._money_of(at, quantity, relations))
                kept.remove(at)
        return tuple(moneys), checks, kept

    def _year_columns(self) -> tuple[Money | None, dict[int, ColumnRole]]:
        """Return the total of columns that each hold a year's amounts; None where there are none."""  # noqa: E501
        years = [at for at in self.numeric if says("nth year", self.table.headings[at].words)]
        if len(years) != _TERM // 12:
            return None, {}
        for at in self.numeric:
            rows = [
                (total, sum(self.values[n][i] or 0.0 for n in years))
                for i, total in enumerate(self.values[at])
                if total and at not in years
            ]
            if rows and all(abs(a - b) <= 0.02 for a, b in rows):
                made = Money(amount=at, period=Period.TERM, months=_TERM, scale=self._scale_of(at))
                return made, dict.fromkeys(years, ColumnRole.UNUSED)
        return None, {}

    def _scale_of(self, at: int) -> int:
        return max(self.table.headings[at].scale, self.table.scale)

    def _has_cents(self, at: int) -> bool:
        figures = [f for row in self.table.figures if (f := row[at]) is not None]
        return any(f.currency or f.half < _TENTH for f in figures)

    def _is_money_like(self, at: int) -> bool:
        figures = [f for row in self.table.figures if (f := row[at]) is not None]
        return any(f.currency or f.half < 0.5 or f.f >= 100 for f in figures)

    def _is_end(self, at: int, quantity: int | None) -> bool:
        """Return whether a column that is no product holds amounts that count, by its words."""
        name, heading = self.names[at], self.table.headings[at]
        if name in {"amount", "maintenance"}:
            return True
        if name == "fee":
            return True
        if name == "price" and quantity is None:
            return True
        return (
            name in {"unit_price", "price", "list_price"}
            and self.roles.get(at) is ColumnRole.AMOUNT
            and bool(heading)
        )

    def _without_derived(
        self, ends: list[int], relations: Mapping[int, _Relation], checks: dict[int, ColumnRole]
    ) -> list[int]:
        """Return the amounts that count; those that follow from others are checks."""

        def rank(at: int) -> tuple[int, int, int, int, float, int]:
            heading, name = self.table.headings[at], self.names[at]
            return (
                at in self.roles,
                name != "gross_amount",
                not heading.is_list or heading.is_net,
                heading.is_net,
                relations[at].score if at in relations else 0.0,
                -at,
            )

        counted: list[int] = []
        for at in sorted(ends, key=rank, reverse=True):
            forced = at in self.roles
            if self.names[at] == "gross_amount" and counted and not forced:
                checks[at] = ColumnRole.GROSS_AMOUNT
            elif (
                forced
                or says("nth year", self.table.headings[at].words)
                or not counted
                or (role := self._follows(at, counted, relations)) is None
            ):
                counted.append(at)
            else:
                checks[at] = role
        return sorted(counted)

    def _follows(  # noqa: C901, PLR0911
        self, at: int, counted: Sequence[int], relations: Mapping[int, _Relation]
    ) -> ColumnRole | None:
        heading = self.table.headings[at]
        for other in counted:
            if self._is_same_for_longer(at, other):
                return ColumnRole.UNUSED
            ratio = self._ratio(at, other)
            if ratio is None and at in relations and other in relations:
                before = self._less_discount(at, other)
                if before or (heading.is_list and not self.table.headings[other].is_list):
                    return ColumnRole.LIST_PRICE
            if ratio is None:
                continue
            if any(abs(ratio - k) < 0.001 or abs(ratio * k - 1) < 0.001 for k in (1.0, *_FACTORS)):
                same = heading.period == self.table.headings[other].period and heading.period
                if abs(ratio - 1) < 0.001 and same is None and heading.period is not None:
                    continue  # two payments of one size
                return ColumnRole.UNUSED
            if heading.is_list or self.table.headings[other].is_net:
                return ColumnRole.LIST_PRICE
            if 1.0 < ratio <= 1 + _HIGHEST_TAX and self.names[at] in {None, "gross_amount"}:
                return ColumnRole.GROSS_AMOUNT
        pairs = [(a, b) for a in counted for b in counted if a < b]
        if any(self._is_sum(at, a, b) for a, b in pairs):
            return ColumnRole.UNUSED
        return None

    def _is_same_for_longer(self, at: int, other: int) -> bool:
        """Return whether a column prints another one's fees for the time that its heading states."""  # noqa: E501
        own, fee = self.table.headings[at], self.table.headings[other]
        months = own.months or (12 if own.period is Period.YEAR else None)
        if fee.period is not Period.MONTH or months is None:
            return False
        pairs = [
            (a, b) for a, b in zip(self.values[at], self.values[other], strict=True) if a or b
        ]
        return bool(pairs) and all(
            a is not None and b is not None and abs(a - b * months) <= 0.011 * months
            for a, b in pairs
        )

    def _ratio(self, at: int, other: int) -> float | None:
        """Return the ratio of two columns where it is the same in rows of different figures."""
        pairs = [
            (a, b) for a, b in zip(self.values[at], self.values[other], strict=True) if a and b
        ]
        if len({b for _, b in pairs}) < 2:
            return None
        ratio = sum(a for a, _ in pairs) / sum(b for _, b in pairs)
        right = sum(abs(a - ratio * b) <= 0.011 + 0.0005 * abs(a) for a, b in pairs)
        return ratio if right == len(pairs) else None

    def _less_discount(self, at: int, other: int) -> bool:
        """Return whether one column is another before a discount that a third column holds."""
        for off in self.numeric:
            if self.names[off] != "discount":
                continue
            rows = [
                (a, b, self._off(d))
                for a, b, d in zip(
                    self.values[at], self.values[other], self.values[off], strict=True
                )
                if a and b
            ]
            if rows and sum(
                abs(a * (1 - d) - b) <= 0.02 + 0.0005 * abs(b) for a, b, d in rows
            ) >= _SHARE * len(rows):
                return True
        return False

    def _is_sum(self, at: int, a: int, b: int) -> bool:
        for k in (1.0, *_FACTORS, 1 / 12):
            for x, y in ((a, b), (b, a)):
                rows = [
                    (s, (p or 0.0) + k * (q or 0.0))
                    for s, p, q in zip(
                        self.values[at], self.values[x], self.values[y], strict=True
                    )
                    if s and (p or q)
                ]
                both = sum(
                    bool(p and q) for p, q in zip(self.values[x], self.values[y], strict=True)
                )
                if (
                    both
                    and rows
                    and sum(abs(s - e) <= 0.02 for s, e in rows) >= max(1, _SHARE * len(rows))
                ):
                    return True
        return False

    def _explains(  # noqa: C901, PLR0911, PLR0912
        self, at: int, moneys: Sequence[Money], quantity: int | None
    ) -> ColumnRole | None:
        """Return the role of a column whose figures follow from those that count."""
        heading, name = self.table.headings[at], self.names[at]
        rows = len(self.values[at]) and range(len(self.values[at]))
        own = self.values[at]
        needed = 1 if name is not None else 2
        offs = [n for n in self.numeric if self.names[n] == "discount"]
        rates = [n for n in self.numeric if self.names[n] == "tax_rate"]
        pool = [n for m in moneys for n in (m.unit, m.amount) if n is not None]

        def holds(exact: list[float | None]) -> bool:
            pairs = [(own[i], exact[i]) for i in rows or () if own[i] and exact[i] is not None]
            right = sum(
                abs(a - e) <= 0.02 + 0.0001 * abs(a) for a, e in pairs if a and e is not None
            )
            return len(pairs) >= needed and right >= max(needed, 0.8 * len(pairs))

        for other in pool:
            base = self.values[other]
            for share in (*offs, *rates):
                shares = [self._off(v) for v in self.values[share]]
                if not any(shares):
                    continue
                unnamed = self.table.headings[share].field is None
                for role, factor in _OF_SHARES:
                    if not unnamed and (share in rates) != (role in _TAXED):
                        continue
                    fits = [_times(b, factor(s)) for b, s in zip(base, shares, strict=True)]
                    if holds(fits):
                        return role
            ratio = self._ratio(at, other)
            if ratio is not None:
                if name == "tax_amount" and 0.005 < ratio <= _HIGHEST_TAX:
                    return ColumnRole.TAX_AMOUNT
                if 1.0 < ratio <= 1 + _HIGHEST_TAX and name == "gross_amount":
                    return ColumnRole.GROSS_AMOUNT
                if ratio > 1.0 and heading.is_list:
                    return ColumnRole.LIST_PRICE
                if abs(ratio - 1) < 1e-9 and (name is None or not heading.period):
                    return ColumnRole.UNUSED
        for a in pool:
            for b in pool:
                if a < b and self._is_sum(at, a, b):
                    return ColumnRole.UNUSED
        if quantity is not None:
            for other in pool:
                exact = [
                    None if q is None or b is None else q * b
                    for q, b in zip(self.values[quantity], self.values[other], strict=True)
                ]
                if other != at and sum(v is not None for v in own) > 1 and holds(exact):
                    return ColumnRole.UNUSED
        return None

    def _money_of(  # noqa: C901
        self, at: int, quantity: int | None, relations: Mapping[int, _Relation]
    ) -> Money:
        heading, name, role = self.table.headings[at], self.names[at], self.roles.get(at)
        care = name == "maintenance"
        period = self.periods.get(at, heading.period)
        months = None if at in self.periods else heading.months
        if period is Period.YEAR and months and heading.months != 12:
            period = None  # `3-year`: a term
        if says("nth year", heading.words) and at not in self.periods:
            period, months = Period.TERM, _TERM  # what is paid in one of the years
        scale = self._scale_of(at)
        made = Money(amount=at, period=period, months=months, care=care, scale=scale)
        relation = relations.get(at)
        if relation is not None:
            unit = self.table.headings[relation.unit]
            if period is None and months is None and relation.term is None:
                made = replace(
                    made, period=self.periods.get(relation.unit, unit.period), months=unit.months
                )
            care = care or self.names[relation.unit] == "maintenance"
            made = replace(made, unit=relation.unit, discount=relation.discount, care=care)
            if relation.term is None:
                return made
            return replace(
                made, term=relation.term, period=Period.TERM, months=relation.term or None
            )
        if name in {"unit_price", "list_price"} or role in {
            ColumnRole.UNIT_PRICE,
            ColumnRole.MAINTENANCE_UNIT,
        }:
            return self._of_units(replace(made, unit=at, amount=None))
        if (
            name in {"price", "fee"}
            and heading.per != "line"
            and role is None
            and (quantity is not None and not self._has("amount"))
        ):
            return self._of_units(replace(made, unit=at, amount=None))
        if name == "amount" and quantity is not None:
            return self._contradicted(made, at)
        return made

    def _has(self, name: str) -> bool:
        return any(self.names[at] == name for at in self.numeric)

    def _of_units(self, made: Money) -> Money:
        """Return money that is quantity x price, less the discount that has a column."""
        heading = self.table.headings[made.unit or 0]
        offs = [at for at in self.numeric if self.names[at] == "discount"]
        if offs and not heading.is_net and not made.care:
            return replace(made, discount=offs[0])
        return made

    def _contradicted(self, made: Money, at: int) -> Money:
        """Give an amount that is no product the price beside it, so that rows can be compared."""
        units = [
            n
            for n in self.numeric
            if self.names[n] in {"unit_price", "price", "list_price"} and n != at
        ]
        same = [n for n in units if self.table.headings[n].period == made.period]
        if not same:
            return made
        unit = max(
            same, key=lambda n: (self.table.headings[n].is_net, self.names[n] != "list_price")
        )
        offs = [n for n in self.numeric if self.names[n] == "discount"]
        return replace(
            made,
            unit=unit,
            discount=offs[0] if offs and not self.table.headings[unit].is_net else None,
        )

    # -- what stays open

    def _doubts(
        self, moneys: Sequence[Money], unexplained: Sequence[int], quantity: int | None
    ) -> list[Doubt]:
        result = []
        for at in unexplained:
            if self.names[at] is None and self._is_no_money(at):
                continue
            result.append(Doubt(self.code("column", at), at, "column"))
        for money in moneys:
            heading = self.table.headings[money.place]
            decided = money.place in self.periods or money.place in self.roles
            if heading.unknown and not decided and money.period is None:
                result.append(Doubt(self.code("period", money.place), money.place, "period"))
        result += self._alternatives(moneys)
        result += [Doubt(self.code("codes", at), at, "codes") for at in self._unknown_codes()]
        if quantity is not None and quantity not in self.roles:
            named = [at for at in self.numeric if self.names[at] == "quantity"]
            if named and quantity not in named:
                result.append(Doubt(self.code("quantity", named[0]), named[0], "quantity"))
        return [doubt for doubt in result if doubt.code not in self.answers]

    def _is_no_money(self, at: int) -> bool:
        """Return whether figures are those of weights or sizes: one decimal, or small and whole."""  # noqa: E501
        figures = [f for row in self.table.figures if (f := row[at]) is not None]
        if any(f.currency or f.half < _TENTH for f in figures):
            return False
        small = all(f.f == int(f.f) and 0 <= f.f <= _SMALL for f in figures)
        repeated = len({f.f for f in figures}) < len(figures) or any(f.f == 0 for f in figures)
        return any(f.half == _TENTH for f in figures) or (small and repeated and len(figures) > 1)

    def _alternatives(self, moneys: Sequence[Money]) -> list[Doubt]:
        """Return amounts that may be another choice beside the first of the same kind."""
        seen: set[bool] = set()
        result = []
        for money in moneys:
            once = money.period in {None, Period.ONCE, Period.TERM}
            decided = money.place in self.roles or money.place in self.periods
            if money.care or decided or says("nth year", self.table.headings[money.place].words):
                continue
            if once in seen:
                result.append(Doubt(self.code("column", money.place), money.place, "column"))
            seen.add(once)
        return result

    def _unknown_codes(self) -> list[int]:
        """Return columns of texts that may say how often amounts are paid, in words unknown here."""  # noqa: E501
        result = []
        for at, name in self.names.items():
            if at in self.roles or name not in {None, "period"} or at in self.numeric:
                continue
            texts = [t for t in self._cells(at) if not looks_numeric(t)]
            words = [plain_words(text) for text in texts]
            open_ = [w for w in words if period_of_cell(w) is None and span_in(w) is None]
            if name == "period":
                if open_ and any(self._is_priced(row) for row in self.table.rows):
                    result.append(at)
                continue
            short = [w for w in open_ if len(w) <= 12 and len(w.split()) <= 2 and not _is_plain(w)]
            repeated = len(set(short)) < len(short) and len(set(short)) <= 4
            if repeated and len(short) * 2 >= len(words) and len(set(words)) <= 5:
                result.append(at)
        return result

    def _is_priced(self, row: object) -> bool:
        return row is not None

    def code(self, kind: str, at: int) -> str:
        """Name a question about a column."""
        return f"{kind}-{self.prefix}{column_name(at)}"

    def _variants(self, base: Layout) -> list[Layout]:
        """Return the layout with each answer to what words and identities leave open."""
        axes: list[list[tuple[str, str, int, Money]]] = []
        for n, money in enumerate(base.moneys):
            axes += self._options(n, money, base)
        made = []
        for chosen in product(*axes):
            moneys = list(base.moneys)
            for _, _, n, changed in chosen:
                moneys[n] = _merged(base.moneys[n], moneys[n], changed)
            pairs = zip(chosen, axes, strict=True)
            choices = tuple((c[0], c[1]) for c, axis in pairs if len(axis) > 1)
            made.append(replace(base, moneys=tuple(moneys), choices=choices))
        return made[:_MOST_VARIANTS]

    def _options(
        self, n: int, money: Money, base: Layout
    ) -> list[list[tuple[str, str, int, Money]]]:
        at, heading = money.place, self.table.headings[money.place]
        result = []
        if (
            money.care
            and money.unit is None
            and at not in self.roles
            and self._has_many(at, base.quantity)
        ):
            code = self.code("scope", at)
            piece = replace(money, unit=at, amount=None)
            both = [(code, "line", n, money), (code, "piece", n, piece)]
            if heading.per:
                both = [both[0 if heading.per == "line" else 1]]
            elif (money.months or 0) > 12:
                both = both[:1]
            result.append(self._answered(code, both))
        elif self._is_vague(at, money, base):
            code = self.code("scope", at)
            whole = replace(money, amount=at, unit=None)
            result.append(
                self._answered(code, [(code, "piece", n, money), (code, "line", n, whole)])
            )
        if money.care and money.period is None and money.months is None and not money.rate:
            code = self.code("time", at)
            spans = [
                ("term", Period.TERM),
                ("year", Period.YEAR),
                ("quarter", Period.QUARTER),
                ("month", Period.MONTH),
            ]
            result.append(
                self._answered(
                    code, [(code, name, n, replace(money, period=p)) for name, p in spans]
                )
            )
        if money.amount is not None and money.unit is not None and self._contradicts(money, base):
            code = self.code("line", at)
            result.append(
                self._answered(
                    code,
                    [
                        (code, "printed", n, money),
                        (code, "computed", n, replace(money, computed=True)),
                    ],
                )
            )
        if (
            money.amount is not None
            and money.discount is None
            and (off := self._unused_discount(money, base)) is not None
        ):
            code = self.code("discount", off)
            result.append(
                self._answered(
                    code,
                    [
                        (code, "included", n, money),
                        (code, "taken off", n, replace(money, discount=off, off_amount=True)),
                    ],
                )
            )
        return result

    def _is_vague(self, at: int, money: Money, base: Layout) -> bool:
        """Return whether a heading leaves open if a price is of a piece: `Price`, `Monthly fee`."""  # noqa: E501
        bare = self.names[at] in {"price", "fee"} and not self.table.headings[at].per
        alone = money.amount is None and at not in self.roles
        return bare and alone and self._has_many(at, base.quantity)

    def _answered(
        self, code: str, options: list[tuple[str, str, int, Money]]
    ) -> list[tuple[str, str, int, Money]]:
        """Return the option that was chosen, or all of them."""
        chosen = [option for option in options if self.answers.get(code) == option[1]]
        return chosen or options

    def _has_many(self, at: int, quantity: int | None) -> bool:
        if quantity is None:
            return False
        figures = self.table.figures
        return any(
            (q := row[quantity]) is not None and q.f != 1 and (f := row[at]) is not None and f.f
            for row in figures
        )

    def _contradicts(self, money: Money, base: Layout) -> bool:
        """Return whether a printed amount is another than its product, discount or not."""
        assert money.unit is not None and money.amount is not None  # noqa: PT018, S101 - asked above
        places = (base.quantity, base.at("price_unit"), base.at("term"), money.discount)
        for row in self.table.figures:
            q, per, term, off = (row[at] if at is not None else None for at in places)
            u, a = row[money.unit], row[money.amount]
            if q is None or u is None or a is None or not a.f or q.unit in {"months", "years"}:
                continue
            factor = 1.0 if money.term is None else money.term or _months(term) or 1.0
            plain = q.f * u.f * factor / (per.f if per and per.f else base.divisor)
            share = self._off(off.f) if off is not None else 0.0
            slack = max(0.0111, 1.01 * float(a.half))
            slack += abs(q.f * factor) * (float(u.half) if u.half < 0.5 else 0)
            if all(abs(v - a.f) > slack for v in (plain, plain * (1 - share))):
                return not a.bracket or plain < 0
        return False

    def _unused_discount(self, money: Money, base: Layout) -> int | None:
        offs = [
            at for at in self.numeric if self.names[at] == "discount" and at not in base.checks
        ]
        if not offs or money.unit is None or self.table.headings[money.unit].is_net:
            return None
        if any(role is ColumnRole.LIST_PRICE for role in base.checks.values()):
            return None
        used = {m.discount for m in base.moneys}
        rows = self.table.figures
        given = [
            at
            for at in offs
            if at not in used
            and any(
                (d := row[at]) is not None and d.f and row[money.amount or 0] is not None
                for row in rows
            )
        ]
        return given[0] if given else None


_PRICED = frozenset({"unit_price", "price", "fee", "list_price"})
_UNIT_NAMES = frozenset({"unit_price", "list_price"})
_LINE_NAMES = frozenset({"amount", "gross_amount"})
_OWN_TEXTS = frozenset({"description", "part_number", "position", "note", "category"})
_UNITS = frozenset({"unit_price", "price", "list_price"})
_RATES = frozenset({0, 5, 7, 10, 12, 17, 18, 19, 20, 21, 22, 23, 25})
_PLAIN = (
    "piece", "months", "years", "free", "on request", "care", "category", "source", "included",
    "option", "rent", "tax", "surcharge", "unused",
)  # fmt: skip
_KNOWN_CODES = frozenset(
    [
        "hw",
        "sw",
        "svc",
        "srv",
        "hardware",
        "software",
        "service",
        "services",
        "storage",
        "network",
        "netz",
        "netzwerk",
        "compute",
        "security",
        "server",
        "netzteil",
        "rede",
        "yes",
        "no",
        "ja",
        "nein",
        "sim",
        "nao",
        "y",
        "n",
        "x",
        "j",
        "s",
        "true",
        "false",
        "new",
        "neu",
        "novo",
        "eur",
        "usd",
        "gbp",
        "chf",
        "brl",
        "license",
        "licence",
        "lizenz",
        "licenca",
        "installation",
        "database",
        "management",
        "speicher",
        "backup",
    ]
)


def _months(figure: Figure | None) -> float | None:
    if figure is None:
        return None
    return figure.f * (12 if figure.unit == "years" else 1)


def _is_plain(words: str) -> bool:
    return (
        words in _KNOWN_CODES
        or any(is_only(concept, words) for concept in _PLAIN)
        or any(char.isdigit() for char in words)
    )


def _merged(base: Money, made: Money, changed: Money) -> Money:
    """Put one choice on top of those that were made already."""
    names = ("unit", "amount", "discount", "period", "months", "off_amount", "computed")
    news = {
        name: getattr(changed, name)
        for name in names
        if getattr(changed, name) != getattr(base, name)
    }
    return replace(made, **news)


_TAXED = frozenset({ColumnRole.GROSS_AMOUNT, ColumnRole.TAX_AMOUNT})
_OF_SHARES: tuple[tuple[ColumnRole, Callable[[float], float]], ...] = (
    (ColumnRole.LIST_PRICE, lambda s: 1 / (1 - s) if s < 1 else 0.0),
    (ColumnRole.UNIT_PRICE, lambda s: 1 - s),
    (ColumnRole.GROSS_AMOUNT, lambda s: 1 + s),
    (ColumnRole.TAX_AMOUNT, lambda s: s),
    (ColumnRole.DISCOUNT, lambda s: s / (1 - s) if s < 1 else 0.0),
)
"""What a column is that follows from another by a column of shares."""


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor
