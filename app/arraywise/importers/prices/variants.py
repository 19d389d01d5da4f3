"""Readings of columns that words and identities leave open: each is tried, and sums decide."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.quotes import ColumnRole, Period
from arraywise.importers.kit.workbooks import column_letters
from arraywise.importers.prices.identities import CENT, months_of_term, share_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.importers.prices.columns import Layout, Money
    from arraywise.importers.prices.figures import PrintedFigure
    from arraywise.importers.prices.tables import PriceTable

_MOST_VARIANTS = 16
_TIMES = (
    ("term", Period.TERM), ("year", Period.YEAR),
    ("quarter", Period.QUARTER), ("month", Period.MONTH),
)  # fmt: skip
_CHANGED = ("unit", "amount", "discount", "period", "months", "off_amount", "computed")


class _ProductRow(NamedTuple):
    """What one row holds of a product."""

    quantity: PrintedFigure | None
    unit: PrintedFigure | None
    amount: PrintedFigure | None
    discount: PrintedFigure | None
    divisor: PrintedFigure | None
    term: PrintedFigure | None


@dataclass(frozen=True, slots=True)
class KindAnswer:
    """One answer to what a kind of money leaves open."""

    code: str
    answer: str
    at: int
    """Which kind of money of the layout."""
    money: Money


@dataclass(slots=True)
class Variants:
    """The layouts that follow from one, with each answer to what it leaves open."""

    table: PriceTable
    roles: Mapping[int, ColumnRole]
    answers: Mapping[str, str]
    prefix: str
    base: Layout

    def all(self) -> list[Layout]:
        """Return the layouts; an answer that was given leaves no choice."""
        axes = [
            self._keep_answered(axis)
            for n, money in enumerate(self.base.moneys)
            for axis in self._choices_of(n, money)
        ]
        return [
            self._layout_with(chosen, axes) for chosen in islice(product(*axes), _MOST_VARIANTS)
        ]

    def _layout_with(self, chosen: tuple[KindAnswer, ...], axes: list[list[KindAnswer]]) -> Layout:
        moneys = list(self.base.moneys)
        for option in chosen:
            base = self.base.moneys[option.at]
            news = {
                name: getattr(option.money, name)
                for name in _CHANGED
                if getattr(option.money, name) != getattr(base, name)
            }
            moneys[option.at] = replace(moneys[option.at], **news)
        pairs = zip(chosen, axes, strict=True)
        choices = tuple((option.code, option.answer) for option, axis in pairs if len(axis) > 1)
        return replace(self.base, moneys=tuple(moneys), choices=choices)

    def _keep_answered(self, axis: list[KindAnswer]) -> list[KindAnswer]:
        chosen = [option for option in axis if self.answers.get(option.code) == option.answer]
        return chosen or axis

    def _choices_of(self, n: int, money: Money) -> Iterable[list[KindAnswer]]:
        for axis in (
            self._scope_choices(n, money),
            self._time_choices(n, money),
            self._line_choices(n, money),
        ):
            if axis:
                yield axis
        off = self._find_unused_discount(money)
        if off is not None:
            taken = replace(money, discount=off, off_amount=True)
            yield self._answers_for("discount", off, n, ("included", money), ("taken off", taken))

    def _answers_for(
        self, kind: str, at: int, n: int, *pairs: tuple[str, Money]
    ) -> list[KindAnswer]:
        code = f"{kind}-{self.prefix}{column_letters(at)}"
        return [KindAnswer(code, answer, n, money) for answer, money in pairs]

    def _scope_choices(self, n: int, money: Money) -> list[KindAnswer]:
        """Return whether amounts are for one piece or for the line, where nothing tells."""
        at, heading = money.place, self.table.headings[money.place]
        if at in self.roles or not self._has_several_pieces(at):
            return []
        whole, piece = replace(money, amount=at, unit=None), replace(money, unit=at, amount=None)
        if money.care and money.unit is None:
            both = self._answers_for("scope", at, n, ("line", whole), ("piece", piece))
            if heading.per:
                return both[:1] if heading.per == "line" else both[1:]
            return both[:1] if (money.months or 0) > 12 else both
        bare = heading.field in {"price", "fee"} and not heading.per and money.amount is None
        bare &= self.base.at("price_unit") is None
        return self._answers_for("scope", at, n, ("piece", piece), ("line", whole)) if bare else []

    def _time_choices(self, n: int, money: Money) -> list[KindAnswer]:
        """Return for how long maintenance is, where no heading tells."""
        told = money.period is not None or money.months is not None or money.rate
        if told or not money.care:
            return []
        times = ((name, replace(money, period=period)) for name, period in _TIMES)
        return self._answers_for("time", money.place, n, *times)

    def _line_choices(self, n: int, money: Money) -> list[KindAnswer]:
        """Return whether printed amounts or products count, where they contradict each other."""
        if money.amount is None or money.unit is None or not self._contradicts(money):
            return []
        computed = replace(money, computed=True)
        return self._answers_for(
            "line", money.place, n, ("printed", money), ("computed", computed)
        )

    def _has_several_pieces(self, at: int) -> bool:
        quantity = self.base.quantity
        return quantity is not None and any(
            (q := row[quantity]) is not None and q.f != 1 and (f := row[at]) is not None and f.f
            for row in self.table.figures
        )

    def _contradicts(self, money: Money) -> bool:
        places = (
            *(self.base.quantity, money.unit, money.amount, money.discount),
            *(self.base.at("price_unit"), self.base.at("term")),
        )
        rows = (
            [row[at] if at is not None else None for at in places] for row in self.table.figures
        )
        return any(self._differs_from_product(money, _ProductRow(*row)) for row in rows)

    def _differs_from_product(self, money: Money, row: _ProductRow) -> bool:
        """Return whether a printed amount is another than its product, discount or not."""
        q, u, a, off, per, term = row
        if q is None or u is None or a is None or not a.f or q.unit in {"months", "years"}:
            return False
        factor = 1.0 if money.term is None else money.term or months_of_term(term) or 1.0
        plain = q.f * u.f * factor / (per.f if per and per.f else self.base.divisor)
        net = plain * (1 - share_of(off.f if off is not None else 0.0))
        slack = max(CENT, 1.01 * float(a.half))
        slack += abs(q.f * factor) * (float(u.half) if u.half < 0.5 else 0)
        differs = all(abs(value - a.f) > slack for value in (plain, net))
        is_memo = a.bracket or any(abs(value + a.f) <= slack for value in (plain, net))
        return differs and (not is_memo or plain < 0)

    def _find_unused_discount(self, money: Money) -> int | None:
        """Return a column of discounts that no amount holds, by its identity."""
        at = self.base.at("discount")
        if at is None or money.amount is None or money.unit is None or money.discount is not None:
            return None
        explained = at in self.base.checks or ColumnRole.LIST_PRICE in self.base.checks.values()
        used = at in {other.discount for other in self.base.moneys}
        if explained or used or self.table.headings[money.unit].is_net:
            return None
        rows = self.table.figures
        amount = money.amount
        given = any((d := row[at]) is not None and d.f and row[amount] is not None for row in rows)
        return at if given else None
