"""Which columns of figures follow from others: products, shares, ratios, sums across.

Rows are sampled from the top; an identity holds where most of them satisfy it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, islice, permutations
from math import prod
from typing import TYPE_CHECKING

from arraywise.domain.quotes import ColumnRole
from arraywise.importers.prices.tables import Hits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arraywise.importers.prices.column_names import ColumnNames
    from arraywise.importers.prices.figures import PrintedFigure

_SAMPLED = 60
_MOST_NUMERIC = 14
_SHARE = 0.6
"""Of the rows, which an identity must hold in."""
CENT = 0.0111
"""By how much printed figures may differ from what they are computed from: one cent and a bit."""
FACTORS = (12.0, 36.0, 3.0, 4.0, 24.0, 48.0, 60.0)
"""By which amounts of one time are those of another."""
_LEAST_RUNNING = 3
_MOST_FACTORS, _LEAST_AMOUNT = 8, 100
_PIECES = (100, 1000)
"""That a price may be for."""
_LARGEST_QUANTITY = 10_000
Column = list["float | None"]

_TAXED = frozenset({ColumnRole.GROSS_AMOUNT, ColumnRole.TAX_AMOUNT})
_OF_SHARES: tuple[tuple[ColumnRole, Callable[[float], float]], ...] = (
    (ColumnRole.LIST_PRICE, lambda s: 1 / (1 - s) if s < 1 else 0.0),
    (ColumnRole.UNIT_PRICE, lambda s: 1 - s),
    (ColumnRole.GROSS_AMOUNT, lambda s: 1 + s),
    (ColumnRole.TAX_AMOUNT, lambda s: s),
    (ColumnRole.DISCOUNT, lambda s: s / (1 - s) if s < 1 else 0.0),
)
"""What a column is that follows from another by a column of shares."""
_WITH_THIRD: tuple[Callable[[float, float, float], float], ...] = (
    lambda a, b, x: a * (b + x),
    lambda a, b, x: (a - x) * b,
    lambda a, b, x: a * b + x,
)
"""How a third column changes a product; the first two are not symmetric."""


@dataclass(frozen=True, slots=True)
class Product:
    """Quantity x price = amount, less a discount, for some months, for so many pieces."""

    quantity: int
    unit: int
    amount: int
    discount: int | None = None
    score: float = 0.0
    divisor: int = 1
    term: int | None = None
    """Months that are a factor of the amount; 0: those of the row's own term."""


class Identities:
    """The figures of a table by column, and what holds between them."""

    def __init__(self, names: ColumnNames, wanted: frozenset[str | None]) -> None:
        """Take the columns of the wanted names."""
        self.names = names
        table = names.table
        self.numeric = [at for at in range(table.width) if self._is_numeric(at, wanted)]
        self.numeric = self.numeric[:_MOST_NUMERIC]
        rows = [
            row for row in table.figures if sum(row[at] is not None for at in self.numeric) > 1
        ]
        self._rows = rows[:_SAMPLED]
        self.values: dict[int, Column] = {at: self._values_of(at) for at in self.numeric}
        self.per = self._values_of(names.first("price_unit"))
        self.terms = [months_of_term(row) for row in self._figures_of(names.first("term"))]
        self._known = (tuple(self.numeric), names.first("price_unit"), names.first("term"))

    def _is_numeric(self, at: int, wanted: frozenset[str | None]) -> bool:
        name = self.names.of[at]
        count = len(self.names.figures(at)) if name in wanted else 0
        return count > 0 and (name is not None or count * 2 >= len(self.names.texts(at)))

    def _figures_of(self, at: int | None) -> list[PrintedFigure | None]:
        return [] if at is None else [row[at] for row in self._rows]

    def _values_of(self, at: int | None) -> Column:
        return [None if figure is None else figure.f for figure in self._figures_of(at)]

    def named(self, *names: str | None) -> list[int]:
        """Return the columns of figures of these names."""
        return [at for at in self.numeric if self.names.of[at] in names]

    def pairs(self, at: int, other: int) -> list[tuple[float, float]]:
        """Return the figures of two columns in rows that have both."""
        both = zip(self.values[at], self.values[other], strict=True)
        return [(a, b) for a, b in both if a and b]

    # -- products

    def product(self, shape: Product) -> Product | None:
        """Return a product with its score where it holds; None elsewhere."""
        names = self.names.of
        known = sum(names[n] is not None for n in (shape.quantity, shape.unit, shape.amount))
        offs = None if shape.discount is None else self.shares(shape.discount)
        if offs is not None and not any(offs):
            return None
        key = (*self._known, shape.quantity, shape.unit, shape.amount, shape.discount, shape.term)
        hits = self.names.table.hits.get(key)
        if hits is None:
            hits = self.names.table.hits[key] = Hits()
            for i in range(len(self._rows)):
                self._count_hit(hits, shape, i, offs[i] if offs else 0.0)
        amounts = sum(v is not None for v in self.values[shape.amount])
        if not hits.seen or not _holds(hits, known, amounts):
            return None
        divisor = hits.divisors[0] if hits.divisors else 1
        return replace(shape, score=hits.score, divisor=divisor)

    def _count_hit(self, hits: Hits, shape: Product, i: int, off: float) -> None:
        q, u = self.values[shape.quantity][i], self.values[shape.unit][i]
        a = self.values[shape.amount][i]
        if q is None or u is None or a is None or not (a or u):
            return
        months = 1.0 if shape.term is None else float(shape.term) or self.terms[i] or 1.0
        hits.seen += 1
        is_real = q * months not in (0, 1) and u not in (0, 1)
        hits.many += is_real
        exact = q * u * (1 - off) * months / ((self.per[i] if self.per else 1.0) or 1.0)
        ratio = round(exact / a) if a and abs(exact) > abs(a) * _PIECES[0] / 2 else 1
        if ratio in _PIECES:
            hits.divisors.append(ratio)
            exact /= ratio
        slack = CENT + (abs(q * months) * 0.0051 if u != int(u) else 0.0)
        slack = max(slack, 0.5) if a == int(a) and u != int(u) else slack
        if a and abs(exact - a) <= slack:
            hits.real += is_real
            hits.plain += not is_real

    def quantities(self) -> list[int]:
        """Return columns that may hold quantities: those called so, else any without a name."""
        return self.named("quantity") or self.named(None, "unused", "term")

    def are_whole(self, at: int) -> bool:
        """Return whether figures are whole and small, as quantities are."""
        figures = [v for v in self.values[at] if v is not None]
        whole = all(v == int(v) for v in figures)
        return whole and max(figures, default=0) < _LARGEST_QUANTITY

    # -- what follows from other columns

    def shares(self, at: int) -> list[float]:
        """Return the figures of a column of percentages as shares."""
        return [share_of(value) for value in self.values[at]]

    def ratio(self, at: int, other: int) -> float | None:
        """Return the ratio of two columns where it is the same in rows of different figures."""
        pairs = self.pairs(at, other)
        if len({b for _, b in pairs}) < 2:
            return None
        ratio = sum(a for a, _ in pairs) / sum(b for _, b in pairs)
        alike = all(abs(a - ratio * b) <= CENT + 0.0005 * abs(a) for a, b in pairs)
        return ratio if alike else None

    def _with_shares(self, at: int, share: int) -> Iterable[tuple[float | None, float]]:
        return zip(self.values[at], self.shares(share), strict=True)

    def is_sum(self, at: int, one: int, other: int) -> bool:
        """Return whether a column is one plus another for some time: upfront + 12 x monthly."""
        if not self.pairs(one, other):
            return False
        return any(
            self._is_sum_of(at, x, y, k)
            for k in (1.0, *FACTORS, 1 / 12)
            for x, y in ((one, other), (other, one))
        )

    def _is_sum_of(self, at: int, x: int, y: int, k: float) -> bool:
        both = zip(self.values[x], self.values[y], strict=True)
        exact = [(p or 0.0) + k * (q or 0.0) if p or q else None for p, q in both]
        return self._holds(at, exact, 1, _SHARE)

    def of_shares(self, at: int, other: int, needed: int) -> ColumnRole | None:
        """Return what a column is that follows from another by a column of shares."""
        for share in self.named("discount", "tax_rate"):
            taxes = self.names.of[share] == "tax_rate"
            unnamed = self.names.table.headings[share].field is None
            if not any(self.shares(share)):
                continue
            for role, factor in _OF_SHARES:
                pairs = list(self._with_shares(other, share))
                fits = [_multiply(v, factor(s)) for v, s in pairs]
                shown = [e if s else None for e, (_, s) in zip(fits, pairs, strict=True)]
                may = unnamed or taxes == (role in _TAXED)
                if may and self._holds(at, fits, needed, 0.8) and self._holds(at, shown, 1, 0.8):
                    return role
        return None

    def is_running(self, at: int, other: int) -> bool:
        """Return whether a column is the running total of another."""
        total, exact = 0.0, []
        for value in self.values[other]:
            total += value or 0.0
            exact.append(total if value is not None else None)
        return self._holds(at, exact, _LEAST_RUNNING, 0.7)

    def is_less(self, at: int, whole: int, off: int) -> bool:
        """Return whether a column is another less a third, of which some figure is not zero."""
        both = list(zip(self.values[whole], self.values[off], strict=True))
        exact = [None if v is None else v - abs(o or 0.0) for v, o in both]
        shown = [e if o else None for e, (_, o) in zip(exact, both, strict=True)]
        return self._holds(at, exact, 2, 0.99) and self._holds(at, shown, 1, 0.99)

    def factors(self, at: int, amounts: Iterable[int]) -> tuple[int, ...]:
        """Return three columns whose product, or product of two by the third, a column is."""
        others = [n for n in self.numeric if n != at and n not in amounts][:_MOST_FACTORS]
        if max((v or 0.0 for v in self.values[at]), default=0.0) < _LEAST_AMOUNT:
            return ()  # by chance
        for of in combinations(others, 3):
            alike = any(self.ratio(at, n) is not None for n in of)  # 12 x, a year and a month
            for exact in islice(self._of_three(*of), 1 if alike else None):
                if self._holds(at, exact, 2, 0.99):
                    return of
            if any(self._holds_to_the_cent(at, exact, x) for exact, x in self._of_two_and(*of)):
                return of
        return ()

    def _of_two_and(self, *of: int) -> Iterable[tuple[list[float | None], int]]:
        """Give products of two columns that a third changes, with that third.

        A fee of each piece or of the line, pieces that are free.
        """
        rows = list(zip(*(self.values[n] for n in of), strict=True))
        for i, j, k in permutations(range(3)):
            full = [(r[i], r[j], r[k]) if None not in r else None for r in rows]
            for made in _WITH_THIRD if i < j else _WITH_THIRD[:2]:
                yield [None if r is None else made(*map(float, r)) for r in full], of[k]

    def _holds_to_the_cent(self, at: int, exact: Sequence[float | None], third: int) -> bool:
        """Return whether figures are what a third column changes, two at least, to the cent."""
        pairs = zip(self.values[at], exact, self.values[third], strict=True)
        rows = [(a, e, x) for a, e, x in pairs if a and e is not None]
        right = all(abs(a - e) <= CENT for a, e, _ in rows)
        return right and sum(bool(x) for _, _, x in rows) > 1

    def _of_three(self, *of: int) -> Iterable[list[float | None]]:
        """Give the products of three columns where none is one: with each as divisor too."""
        rows = list(zip(*(self.values[n] for n in of), strict=True))
        full = [row if all(row) and 1.0 not in row else None for row in rows]
        yield [None if row is None else prod(v for v in row if v) for row in full]
        for k in range(len(of)):
            yield [None if r is None else prod(v for v in r if v) / (r[k] or 1) ** 2 for r in full]

    def uniform(self, at: int) -> float | None:
        """Return the one figure that a column holds beside amounts, where it holds no other."""
        found = {v for v in self.values[at] if v is not None}
        return found.pop() if len(found) == 1 else None

    def is_product(self, at: int, quantity: int, other: int) -> bool:
        """Return whether a column is quantity x another, in two rows at least."""
        both = zip(self.values[quantity], self.values[other], strict=True)
        exact = [None if q is None or v is None else q * v for q, v in both]
        return at != other and self._holds(at, exact, 2, 0.8)

    def _holds(self, at: int, exact: Iterable[float | None], needed: int, share: float) -> bool:
        pairs = [
            (a, e) for a, e in zip(self.values[at], exact, strict=True) if a and e is not None
        ]
        right = sum(abs(a - e) <= 0.02 + 0.0001 * abs(a) for a, e in pairs)
        return len(pairs) >= needed and right >= max(needed, share * len(pairs))

    def total_of(self, parts: Sequence[int], *, own: bool = False) -> int | None:
        """Return the column that adds up others; `own`: a part that is three others at least."""
        for at in parts if own else self.numeric:
            others = [n for n in parts if n != at]
            rows = [
                (total, [self.values[n][i] or 0.0 for n in others])
                for i, total in enumerate(self.values[at])
                if total and (own or at not in parts)
            ]
            many = sum(sum(map(bool, added)) > 2 for _, added in rows) if own else 1
            if rows and many and all(abs(a - sum(added)) <= 0.02 for a, added in rows):
                return at
        return None

    def is_constant(self, at: int, value: float) -> bool:
        """Return whether a column holds one figure in every row."""
        return {v for v in self.values[at] if v is not None} == {value}


def _holds(hits: Hits, known: int, figures: int) -> bool:
    """Return whether enough rows satisfy a product, fewer where words name the columns."""
    least = 0.5 if known == 3 else 1.0 if known == 2 and hits.real else 2.0
    right = hits.real + hits.plain
    if hits.score < least or (known < 2 and hits.real < 2):
        return False
    divisors = hits.divisors
    alike = not divisors or (len(set(divisors)) == 1 and len(divisors) == right)
    most = right >= _SHARE * hits.seen and hits.real >= _SHARE * hits.many
    return alike and most and hits.seen * 3 >= figures


def months_of_term(figure: PrintedFigure | None) -> float | None:
    """Return the months that a figure in a column of terms states."""
    return None if figure is None else figure.f * (12 if figure.unit == "years" else 1)


def share_of(value: float | None) -> float:
    """Return a percentage as a share."""
    value = abs(value or 0.0)
    return value / 100 if value > 1 else value


def _multiply(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor
