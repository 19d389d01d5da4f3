"""Which sums of items a row prints: since the start, since any of the last sums or headings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.quotes import Period, RowRole
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.states import (
    AT_ONCE,
    FOR_36_MONTHS,
    SUMS,
    Mark,
    State,
    is_near,
)
from arraywise.importers.prices.vocabulary import period_in, span_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.states import Lane, Sums

_FOR_A_YEAR = {
    **FOR_36_MONTHS,
    Period.MONTH: 12.0, Period.QUARTER: 4.0, Period.HALF_YEAR: 2.0, Period.YEAR: 1.0,
}  # fmt: skip
_LEAST_DIGITS = 1000
"""A sum that proves something has four digits."""
_LEAST_ITEMS = 3
"""Of a sum that proves items without identities."""
_TERM, _YEAR = 36, 12


class SumMatch(NamedTuple):
    """Lanes whose sums a row prints."""

    lanes: tuple[int, ...]
    cost: float
    across: bool = False
    """Sums of several lanes, or of another time, were added to one figure."""


class SumReader:
    """Finds what rows of one table sum up."""

    def __init__(self, lanes: Sequence[Lane], carry: float) -> None:
        """Take the lanes; `carry` is what the tables above come to."""
        self.lanes, self.carry = tuple(lanes), carry
        self.every = tuple(range(len(lanes)))
        self.of_money: dict[int, list[int]] = {}
        for n, (money, _, _) in enumerate(lanes):
            self.of_money.setdefault(money, []).append(n)

    def own(self, money: int) -> Sequence[int]:
        """Return the lanes of a kind of money; all for a figure in another column."""
        return self.every if money < 0 else self.of_money.get(money, [])

    def read(self, s: State, line: SearchRow) -> list[State]:
        """Return the readings in which a row is a sum."""
        if not line.figures or ((line.identity == 2 or line.many) and line.role is None):
            return []
        word = is_called_sum(line)
        made = [
            self.summed(s, line, *pair, word=word)
            for pair in self._find_matches(s, line, word=word)
        ]
        made += self._read_sum_of_options(s, line, word=word)
        return made

    def _find_matches(
        self, s: State, line: SearchRow, *, word: bool
    ) -> Iterable[tuple[Mark, SumMatch]]:
        price_of_one = line.identity == 1
        for mark in dict.fromkeys((s.first, s.group, *s.marks)):
            items = s.items - mark.items
            again = mark is not s.first and mark.start == s.first.start
            single = (line.counted or line.full) and not word  # a line that stands twice
            if items == 0 or again or (items < 2 and (price_of_one or single)):
                continue
            sums = tuple(a - b for a, b in zip(s.start, mark.start, strict=True))
            found = self._match_row(s, line, sums, whole=mark is s.first)
            if found is None:
                continue
            by_name = word or _is_called_as_last(s, line)
            alone = price_of_one or single
            if alone and not by_name and self._count_loose_since(s, mark, found) < 2:
                continue  # an item of its period that stands twice, among others
            cost = found.cost + (0.0 if word else 0.6 if items > 1 else 2.0)
            yield mark, found._replace(cost=cost + (1.0 if line.option and not word else 0.0))

    @staticmethod
    def _count_loose_since(s: State, mark: Mark, found: SumMatch) -> int:
        return sum(max(0, s.loose[n] - mark.loose[n]) for n in found.lanes)

    def _match_row(self, s: State, line: SearchRow, sums: Sums, *, whole: bool) -> SumMatch | None:
        lanes: list[int] = []
        cost = 0.0
        for money, value, half in line.figures:
            own = self.own(money)
            if value == 0 and not any(abs(sums[n]) > CENT for n in own):
                continue
            found = self._lanes_for(value, half, own, sums, s.slack)
            if found is None:
                return (
                    self._match_across(s, line, sums, whole=whole)
                    if len(line.figures) == 1
                    else None
                )
            lanes += found.lanes
            cost += found.cost
        return SumMatch(tuple(lanes), cost) if lanes else None

    def _lanes_for(
        self, value: float, half: float, own: Sequence[int], sums: Sums, slack: float
    ) -> SumMatch | None:
        """Return the lanes of one column that a figure sums up."""
        used = [n for n in own if abs(sums[n]) > CENT]
        for lanes in self._lanes_added_alike(used):
            if is_near(value, sum(sums[n] for n in lanes), half, 0.0):
                return SumMatch(tuple(lanes), 0.0)
        if len(used) > 1 and is_near(value, sum(sums[n] for n in used), half, 0.0):
            return SumMatch(tuple(used), 0.1)
        rounded = (n for n in used if slack and is_near(value, sums[n], half, slack))
        first = next(rounded, None)
        return None if first is None else SumMatch((first,), 0.3)

    def _lanes_added_alike(self, used: Sequence[int]) -> Iterable[list[int]]:
        """Give lanes of one currency that a sum adds up: each recurring one, others together."""
        for code in dict.fromkeys(self.lanes[n][2] for n in used):
            alike = [n for n in used if self.lanes[n][2] == code]
            at_once = [n for n in alike if self.lanes[n][1] in AT_ONCE]
            yield from ([n] for n in alike if n not in at_once)
            if at_once:
                yield at_once

    def _match_across(
        self, s: State, line: SearchRow, sums: Sums, *, whole: bool
    ) -> SumMatch | None:
        """Return lanes that one figure sums up together, or for 36 months, or for a year."""
        _, value, half = line.figures[0]
        used = tuple(n for n in self.every if abs(sums[n]) > CENT)
        carry = self.carry if whole else 0.0
        one_currency = len({self.lanes[n][2] for n in used}) == 1
        for k, months in self._possible_terms(line, used) if one_currency else ():
            total = sum(sums[n] * months.get(self.lanes[n][1], 1.0) for n in used)
            added = (total, total + carry) if carry else (total,)
            if any(is_near(value, each, half, s.slack) for each in added):
                return SumMatch(used, 0.1 + 0.1 * k, across=True)
        if carry and is_near(value, sum(sums) + carry, half, s.slack):
            return SumMatch(self.every, 0.0, across=True)
        return None

    def _possible_terms(
        self, line: SearchRow, used: Sequence[int]
    ) -> Iterable[tuple[int, dict[Period, float]]]:
        """Give the times that a sum may be for; of one lane only where its words name another."""
        recurs = any(self.lanes[n][1] not in AT_ONCE for n in used)
        span, named = span_in(line.words), period_in(line.words)
        if len(used) > 1 and not (recurs and span == _TERM):
            yield 0, {}
        if len(used) == 1 and not (recurs and (span or named)):
            return
        yield 1, FOR_36_MONTHS
        if not recurs or (span != _TERM and (span == _YEAR or named)):
            yield 2, _FOR_A_YEAR

    def summed(
        self, s: State, line: SearchRow, mark: Mark, found: SumMatch, *, word: bool
    ) -> State:
        """Return the reading after a sum of what stands behind a mark."""
        loose, proved, summed = list(s.loose), s.proved, s.summed
        digits = all(v / max(h * 2, 0.01) >= _LEAST_DIGITS or v == 0 for _, v, h in line.figures)
        many = s.items - mark.items >= _LEAST_ITEMS
        proves = word or (digits and (many or s.idents > mark.idents))
        for n in found.lanes:
            loose[n] = min(loose[n], mark.loose[n])
            summed |= 1 << n
            proved |= proves << n
        after = Mark(s.start, tuple(loose), s.idents, s.items)
        whole = mark is s.first
        ends = found.across and word and len(found.lanes) > 1 and whole
        return s.put(
            line, self._role_of_sum(s, line, word=word, whole=whole), found.cost,
            {"lanes": found.lanes},
            loose=tuple(loose), marks=s.marked(after), proved=proved, summed=summed,
            group=after if s.sums and mark in (s.first, s.group) else s.group,
            printed=s.printed | {round(v, 2) for _, v, _ in line.figures},
            last=printed_of(line), tax=None, pending=False, sums=s.sums + 1, ended=s.ended or ends,
        )  # fmt: skip

    @staticmethod
    def _role_of_sum(s: State, line: SearchRow, *, word: bool, whole: bool) -> RowRole:
        if "carried" in line.says:
            return RowRole.CARRIED_FORWARD
        return RowRole.TOTAL if whole and (word or not any(s.loose)) else RowRole.SUBTOTAL

    @staticmethod
    def _read_sum_of_options(s: State, line: SearchRow, *, word: bool) -> list[State]:
        """Return the reading in which a row sums up options, alone or with everything else."""
        if not s.excluded or len(line.figures) != 1:
            return []
        _, value, half = line.figures[0]
        if not any(is_near(value, v, half, 0) for v in (s.excluded, s.excluded + s.total)):
            return []
        cost = 0.1 if word or line.optional else 1.0
        return [s.put(line, RowRole.SUBTOTAL, cost, pending=False)]


def is_called_sum(line: SearchRow) -> bool:
    """Return whether words, or somebody, call a row a sum."""
    return bool(line.says & {"total", "carried"}) or line.role is not None


def _is_called_as_last(s: State, line: SearchRow) -> bool:
    """Return whether a row has the label of the last sum."""
    step = s.step
    while step is not None and not (step.lanes and step.role in SUMS):
        step = step.before
    return step is not None and bool(line.words) and step.line.words == line.words


def printed_of(line: SearchRow) -> tuple[tuple[int, float], ...]:
    """Return what a row prints, by kind of money."""
    return tuple((money, value) for money, value, _ in line.figures)
