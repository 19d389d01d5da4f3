"""Which rows are tax, on a sum or contained in it, and which sums are with tax."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.quotes import RowRole
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.states import AT_ONCE, State, is_near
from arraywise.importers.prices.sums import SumMatch, is_called_sum

if TYPE_CHECKING:
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.sums import SumReader

_LOWEST, _HIGHEST = 1.0, 30.0
_PERCENT, _TENTH = 0.005, 0.0001
"""Of a base, below which a rounding tells printed rates apart, and any of one decimal."""
TAX_RATES = frozenset(
    {7.0, 7.7, 8.0, 8.1, 13.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0}
)
"""Printed rates that hardly a surcharge has."""


class TaxReader:
    """Finds tax among the rows of one table."""

    def __init__(self, sums: SumReader) -> None:
        self._sums = sums
        periods = {AT_ONCE if p in AT_ONCE else p for _, p, _ in sums.lanes}
        self._may_be_contained = len(periods) == 1
        """Tax in the prices can be taken off where all are paid alike."""

    def read(self, s: State, line: SearchRow) -> list[State]:
        """Return the readings in which a row is tax."""
        if line.identity == 2 or not line.figures or not any(s.start):
            return []
        word = "tax" in line.says or line.role is RowRole.TAX
        surcharge = bool(line.says & {"surcharge", "care", "rent"}) and not word
        made = [] if surcharge else self._read_by_rate(s, line, word=word)
        total = _total_of_figures(line)
        tax = (s.tax or 0.0) + total  # of several kinds, in rows of their own
        if line.row_tax:
            made.append(s.put(line, RowRole.TAX, 0.0 if word else 0.6, tax=tax, pending=False))
        if made or line.option:
            return made
        if word:
            return self._read_by_word(s, line, total)
        bare = not (surcharge or line.says or line.identity or s.pending) and s.sums > 0
        if bare and self._is_clean(s, line):
            news = {"tax": tax, "pending": True}
            return [s.put(line, RowRole.TAX, 0.6, {"open": True}, **news)]
        return []

    def _read_by_rate(self, s: State, line: SearchRow, *, word: bool) -> list[State]:
        """Read tax that a printed rate proves."""
        made: list[State] = []
        if not line.rate or "discount" in line.says:
            return made
        rate, total = line.rate, _total_of_figures(line)
        tax = (s.tax or 0.0) + total
        if self.is_share(s, line, rate / 100):
            made.append(s.put(line, RowRole.TAX, 0.0 if word else 0.4, tax=tax, pending=False))
        if self._may_be_contained and self.is_share(s, line, rate / (100 + rate)):
            news = {"contained": total, "tax": None, "pending": False}
            made.append(s.put(line, RowRole.TAX, 0.0 if word else 0.6, **news))
        return made

    def _read_by_word(self, s: State, line: SearchRow, total: float) -> list[State]:
        """Read tax without a rate that fits, by its word."""
        if "included" in line.says:
            return [s.put(line, RowRole.TAX, 1.5, {"open": True})]
        clean = s.sums > 0 and self._is_clean(s, line)
        pending = not line.role and not clean
        tax = (s.tax or 0.0) + total
        cost = 0.3 if clean else 0.8
        return [s.put(line, RowRole.TAX, cost, tax=tax, pending=pending)]

    def is_share(
        self, s: State, line: SearchRow, share: float, *, to_the_cent: bool = False
    ) -> bool:
        """Return whether all figures of a row are a share of a sum, rounded as printed."""
        return all(
            value == 0
            or any(
                abs(abs(value) - base * share)
                <= (CENT if to_the_cent else _rounding_of(half, base, _PERCENT)) + 0.001
                for base in self._taxable_sums(s, money)
            )
            for money, value, half in line.figures
        )

    def _is_clean(self, s: State, line: SearchRow) -> bool:
        """Return whether all figures are tax of a rate with one decimal at most."""
        return all(
            any(_has_clean_rate(value, base, half) for base in self._taxable_sums(s, money))
            for money, value, half in line.figures
        )

    def _taxable_sums(self, s: State, money: int) -> list[float]:
        """Return the sums that tax may be on."""
        own = self._sums.of_money.get(money, self._sums.every)
        start = [s.start[n] for n in own if abs(s.start[n]) > CENT]
        last = [value for m, value in s.last if m == money or money < 0 or m < 0]
        whole = [sum(start)] if len(start) > 1 else []
        return [base for base in dict.fromkeys([*last, *start, *whole]) if base]

    # -- sums with tax

    def gross(self, s: State, line: SearchRow) -> list[State]:
        """Return the readings in which a row is a sum with tax, or without what prices hold."""
        if not line.figures or (len(line.figures) > 1 and not s.tax):
            return []
        total = sum(value for _, value, _ in line.figures)
        half = max(half for _, _, half in line.figures)
        bases = [*(value for _, value in s.last), s.total]
        bases += [sum(value for _, value in s.last)] if len(s.last) > 1 else []
        done = {"last": s.last, "pending": False}
        added = s.tax if s.tax is not None else -s.contained if s.contained else None
        if added is not None and any(is_near(total, b + added, half, s.slack) for b in bases):
            if s.tax is not None and any(s.loose):
                return self._read_gross_of_all(s, line, total, half)
            return [s.put(line, RowRole.TOTAL, 0.0, {"gross": True}, **done)]
        return self._read_gross_by_rate(s, line, total, half) if added is None else []

    def _read_gross_of_all(
        self, s: State, line: SearchRow, total: float, half: float
    ) -> list[State]:
        """Read a sum of everything with tax, below tax without a sum of its own."""
        if s.tax is None or not is_near(total, s.total + s.tax, half, s.slack):
            return []
        found = SumMatch(self._sums.every, 0.1)
        word = is_called_sum(line) or s.idents > 0
        made = self._sums.summed(s, line, s.first, found, word=word).with_step(gross=True)
        return [made._replace(last=s.last, tax=s.tax)]

    def _read_gross_by_rate(
        self, s: State, line: SearchRow, total: float, half: float
    ) -> list[State]:
        """Read `Total incl. 19 %` without a row of tax."""
        paid_at_once = {period for _, period, _ in self._sums.lanes} <= AT_ONCE
        if not line.rate or "discount" in line.says or not any(s.start) or not paid_at_once:
            return []
        gross = s.total * (1 + line.rate / 100)
        if not is_near(total, gross, half, s.slack + 0.005):
            return []
        word = is_called_sum(line)
        found = SumMatch(self._sums.every, 0.2 if word or "tax" in line.says else 1.0)
        made = self._sums.summed(s, line, s.first, found, word=word).with_step(gross=True)
        return [made._replace(tax=gross - s.total)]


def _total_of_figures(line: SearchRow) -> float:
    return sum(abs(value) for _, value, _ in line.figures)


def _has_clean_rate(value: float, base: float, half: float) -> bool:
    if base <= 0:
        return False
    rate = abs(value) / base * 100
    nearest = round(rate, 1)
    right = abs(abs(value) - base * nearest / 100) <= _rounding_of(half, base, _TENTH)
    return _LOWEST <= rate <= _HIGHEST and right


def _rounding_of(half: float, base: float, least: float) -> float:
    """Return by how much tax may miss a rate: its last digit, where it tells such rates apart."""
    return max(CENT, half if half < abs(base) * least else 0.0)
