"""Which rows are items, sums, tax and discounts: a search from top to bottom with a small beam.

A row is an item, or a sum of items since the start, since a sum or since a heading, or tax on
one, or a discount. What is unusual costs; what closes at the least cost is the reading.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.quotes import RowRole
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.states import BARE_COST, SUMS, Mark, RowsReading, State, is_near
from arraywise.importers.prices.sums import SumReader, printed_of
from arraywise.importers.prices.taxes import TAX_RATES, TaxReader
from arraywise.importers.prices.vocabulary import numbers_in, says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.states import Lane

BEAM, NARROW_BEAM, LONG = 10, 5, 150
AMBIGUOUS = 1.6
"""Two readings of different prices whose costs differ by less are a question."""
_NEAR, _LEAST = 0.005, 1000
_ROUNDED = Decimal("0.01")
"""Of a total, up to which it is rounded."""
_SETTLED = frozenset({"discount", "credit", "total", "tax", "surcharge", "carried"})
"""Words that say what a row with an amount below zero is."""
_WORD_COSTS = (("total", 6.0), ("carried", 6.0), ("tax", 5.0), ("footer", 1.0), ("payment", 4.0))
"""What an item costs that is called otherwise."""


class RowSearch:
    """Reads the rows of one table by one layout."""

    def __init__(self, lines: Sequence[SearchRow], carry: float = 0.0) -> None:
        """Read lines; `carry` is what the tables above them come to."""
        self.lines = lines
        lanes = {(a.money, a.period, a.currency): None for line in lines for a in line.amounts}
        self.lanes: tuple[Lane, ...] = tuple(lanes)
        self.at = {lane: n for n, lane in enumerate(self.lanes)}
        self.sums = SumReader(self.lanes, carry)
        self.taxes = TaxReader(self.sums)

    def run(self, out: frozenset[int] = frozenset()) -> list[RowsReading]:
        """Return readings, the likeliest first; rows in `out` are no part of the price."""
        first = Mark((0.0,) * len(self.lanes), (0,) * len(self.lanes))
        states = [State(first.start, first.loose, first, first)]
        beam = BEAM if len(self.lines) <= LONG else NARROW_BEAM
        for line in self.lines:
            states = _cheapest_states(
                [made for s in states for made in self._read(s, line, out)], beam
            )
        done = [RowsReading(self._with_announced(s), self.lanes) for s in states if not s.pending]
        return sorted(done, key=lambda o: (not o.closes, o.state.cost))

    def _with_announced(self, s: State) -> State:
        """Prove all lanes by a total that stands above the items."""
        if s.announced is None or not is_near(s.announced, s.total, 0.005, s.slack):
            return s
        none, every = (0,) * len(self.lanes), (1 << len(self.lanes)) - 1
        return s._replace(loose=none, proved=every, summed=every, failed=s.failed - 1)

    # -- one row

    def _read(self, s: State, line: SearchRow, out: frozenset[int]) -> list[State]:
        if line.row.number in out:
            return [self._as_excluded(s, line, 0.0)]
        if line.role is not None:
            return self._read_decided(s._replace(pending=False), line, line.role)
        if line.is_text:
            return self._read_stated_total(s, line) or self._read_text(s, line)
        odd = line.option or line.bracket or line.says & {"discount", "credit"}
        if line.identity == 2 and not odd:
            return [] if s.pending else [self._as_item(s, line, 0.0)]
        return self._read_figures(s, line)

    def _read_figures(self, s: State, line: SearchRow) -> list[State]:
        """Read a row with figures that may be an item or anything else."""
        sums = [*self.sums.read(s, line), *self.taxes.gross(s, line)]
        taxes = self.taxes.read(s, line)
        if not s.items and not line.counted and self._is_carried(line):
            return [s.put(line, RowRole.CARRIED_FORWARD, 0.0)]
        if s.pending:
            return sums + taxes
        equal = any(made.sums > s.sums for made in sums)
        rated = line.rate in TAX_RATES and any(not made.pending for made in taxes)
        items = self._read_as_item(s, line, 5.0 * equal + 2.5 * (rated or line.heads))
        made = [*sums, *taxes, *items, *self._read_unsigned_discounts(s, line)]
        made += self._read_rounded_total(s, line)
        if line.check_sum or line.heads:
            made.append(s.put(line, RowRole.SUBTOTAL, 0.2, {"open": line.heads}))
        elif line.identity < 2:
            made.append(self._as_unexplained_sum(s, line))
        return made

    def _is_carried(self, line: SearchRow) -> bool:
        """Return whether a row above all items prints what the tables above come to."""
        carry, figures = self.sums.carry, line.figures
        return bool(carry) and len(figures) == 1 and abs(figures[0][1] - carry) <= CENT

    @staticmethod
    def _as_heading(s: State, line: SearchRow) -> State:
        return s.put(line, RowRole.HEADING, 0.0, marks=s.marked(), excluded=0.0)

    def _read_stated_total(self, s: State, line: SearchRow) -> list[State]:
        """Read a text that states what items come to, such as `Total: EUR 86,000.00 net`."""
        if line.stated is None:
            return []
        return self.sums.read(s, replace(line, figures=[(-1, *line.stated)]))

    def _read_text(self, s: State, line: SearchRow) -> list[State]:
        """Read a row without a figure that could be an amount."""
        if line.heading:
            return [self._as_heading(s, line)]
        by_rate = "discount" in line.says and line.rate and "included" not in line.says
        if by_rate and not s.ended and any(s.start):
            share = (line.rate or 0.0) / 100
            start = tuple(value * (1 - share) for value in s.start)
            news = {"start": start, "rounding": max(s.rounding, 0.005)}
            taken = s.put(line, RowRole.DISCOUNT, 0.2, {"share": share}, **news)
            return [taken, s.put(line, RowRole.NOTE, 2.5)]
        if line.free and not line.option:
            return [s.put(line, RowRole.ITEM, 0.0)]
        if line.option or line.on_request:
            return [s.put(line, RowRole.NOT_INCLUDED, 0.0)]
        if line.unread is not None:
            return [s.put(line, RowRole.NOTE, 0.5, {"open": True})]
        return [s.put(line, RowRole.NOTE, 0.0)]

    def _read_decided(self, s: State, line: SearchRow, role: RowRole) -> list[State]:
        if role is RowRole.ITEM:
            return [self._as_item(s, line, 0.0)]
        if role is RowRole.DISCOUNT:
            sign = -1 if any(a.value > 0 for a in line.amounts) else 1
            return [self._as_item(s, line, 0.0, sign, RowRole.DISCOUNT)]
        if role is RowRole.HEADING:
            return [self._as_heading(s, line)]
        if role in SUMS:
            sums = [*self.sums.read(s, line), *self.taxes.gross(s, line)]
            return sums or [self._as_unexplained_sum(s, line, role)]
        if role is RowRole.TAX:
            value = abs(line.figures[0][1]) if line.figures else None
            return self.taxes.read(s, line) or [s.put(line, role, 0.0, tax=value)]
        return [s.put(line, role, 0.0)]

    # -- items

    def _read_as_item(self, s: State, line: SearchRow, cost: float) -> list[State]:
        """Return the readings in which a row is an item, or nothing that counts."""
        if line.bracket:
            return [self._as_excluded(s, line, 0.2), self._as_item(s, line, 3.0)]
        if line.option:
            of_sum = 5.0 if "total" in line.says and not line.identity else 0.0
            again = self._as_item(s, line, of_sum + (1.8 if line.optional else 2.5))
            return [again] if of_sum else [self._as_excluded(s, line, 0.0), again]
        if line.amounts and not line.free and all(a.value == 0 for a in line.amounts):
            return [self._as_item(s, line, 0.0)]
        if any(a.value < 0 for a in line.amounts):
            return [*self._read_as_note(s, line), *self._read_as_credit(s, line, cost)]
        return [
            *self._read_as_note(s, line),
            self._as_item(s, line, cost + self._item_cost(s, line)),
        ]

    @staticmethod
    def _item_cost(s: State, line: SearchRow) -> float:
        if line.identity == 1:
            return 5.0 if _is_repeated(s, line) else 0.0
        cost = BARE_COST + sum(
            c for word, c in _WORD_COSTS if word in line.says and word != "payment"
        )
        cost += 4.0 if "payment" in line.says and s.sums and not line.counted else 0.0
        cost += 0.5 if not line.amounts else 3.0 if line.says & {"discount", "credit"} else 0.0
        cost += 5.0 if _is_repeated(s, line) or _is_near_share(s, line) else 0.0
        return cost + (3.0 if s.ended else 0.0)

    def _read_as_note(self, s: State, line: SearchRow) -> list[State]:
        """Return the readings in which a row with a figure is no part of the price."""
        made = []
        real = line.identity == 1
        if _is_repeated(s, line):
            made.append(s.put(line, RowRole.SUBTOTAL, 0.2))  # in a summary of sums
        if not real and ("footer" in line.says or s.ended or _is_memo(s, line)):
            made.append(s.put(line, RowRole.NOTE, 0.1))
        elif s.sums and not real and not line.amounts:
            made.append(s.put(line, RowRole.NOTE, 3.0, {"open": True}))
        below = any(a.value < 0 for a in line.amounts) and not line.says & _SETTLED
        payment = "payment" in line.says
        below &= s.step is not None and s.step.role is not RowRole.DISCOUNT
        if s.sums and not line.counted and (payment or below):
            made.append(self._as_payment(s, line, named=payment))
        return made

    @staticmethod
    def _as_payment(s: State, line: SearchRow, *, named: bool) -> State:
        """Return the reading in which a row is paid already, or an instalment of the total."""
        instalment = line.rate and all(a.value > 0 for a in line.amounts)
        paid = 0.0 if instalment else -abs(sum(float(a.value) for a in line.amounts))
        news = {"tax": (s.tax or 0.0) + paid}
        return s.put(line, RowRole.NOTE, 0.0 if named else 0.5, {"open": not named}, **news)

    def _read_as_credit(self, s: State, line: SearchRow, cost: float) -> list[State]:
        """Return the readings in which an amount below zero is taken off, or was already."""
        role = RowRole.DISCOUNT if line.identity < 2 else RowRole.ITEM
        named = line.says & {"discount", "credit", "included"}
        cost += self._item_cost(s, line)
        if not named:
            cost = cost if "payment" in line.says else min(cost, 0.5)
            return [self._as_item(s, line, cost, 1, role)]
        included = "included" in line.says
        cost = (0.6 if included else 0.1) + (4.0 if "payment" in line.says else 0.0)
        note = s.put(line, RowRole.NOTE, 0.4 if included else 2.5, {"open": True})
        return [note, self._as_item(s, line, cost, 1, role)]

    def _as_item(
        self, s: State, line: SearchRow, cost: float, sign: int = 1, role: RowRole = RowRole.ITEM
    ) -> State:
        start, loose = list(s.start), list(s.loose)
        rate = (line.rate or 0.0) / 100
        proved = role is RowRole.DISCOUNT and rate and self.taxes.is_share(s, line, rate)
        parts = [(self.at[a.money, a.period, a.currency], float(a.value)) for a in line.amounts]
        if not parts and line.figures and self.lanes:
            parts = [(0, line.figures[0][1])]
        for n, value in parts:
            start[n] += value * sign
            loose[n] += bool(value and not proved)
        halves = [a.half for a in line.amounts if a.rounded]
        if proved and not self.taxes.is_share(s, line, rate, to_the_cent=True):
            halves += [half for _, _, half in line.figures]
        return s.put(
            line, role, cost, {"sign": sign}, start=tuple(start), loose=tuple(loose),
            rounding=max([s.rounding, *halves]), rounded=s.rounded + len(halves),
            idents=s.idents + (line.identity > 0), items=s.items + 1,
        )  # fmt: skip

    @staticmethod
    def _as_excluded(s: State, line: SearchRow, cost: float) -> State:
        value = sum(float(a.value) for a in line.amounts)
        excluded = s.excluded + value
        return s.put(line, RowRole.NOT_INCLUDED, cost, excluded=excluded, pending=False)

    def _read_rounded_total(self, s: State, line: SearchRow) -> list[State]:
        """Read the last total once more, rounded as its words say: the rest is a discount."""
        bare = len(line.amounts) == len(s.last) == 1 and not line.counted
        if not bare or not says("rounded", line.words):
            return []
        rest = line.amounts[0].value - Decimal(f"{s.last[0][1]:.12g}")
        if not 0 < abs(rest) < abs(line.amounts[0].value) * _ROUNDED:
            return []
        off = replace(line.amounts[0], value=rest, printed=rest, computed=None, unit=None)
        made = self._as_item(s, replace(line, amounts=[off]), 0.1, 1, RowRole.DISCOUNT)
        return [made._replace(loose=s.loose, last=((s.last[0][0], line.total),))]

    @staticmethod
    def _as_unexplained_sum(s: State, line: SearchRow, role: RowRole = RowRole.SUBTOTAL) -> State:
        """Return the reading in which a row is a sum that nothing explains, at least not yet."""
        named = "total" in line.says
        failed = s.failed + 1
        if named and not any(s.start) and len(line.figures) == 1 and not line.counted:
            announced = line.figures[0][1]
            return s.put(line, RowRole.TOTAL, 0.2, failed=failed, announced=announced)
        cost = 5.0 if named else 8.0
        return s.put(line, role, cost, {"open": True}, failed=failed, last=printed_of(line))

    # -- discounts without a sign

    def _read_unsigned_discounts(self, s: State, line: SearchRow) -> list[State]:
        """Read a discount without a sign, which its rate or the next sum must confirm."""
        if line.identity == 2 or not line.amounts or any(a.value <= 0 for a in line.amounts):
            return []
        value = sum(float(a.value) for a in line.amounts)
        if line.says & {"discount", "credit"}:
            return self._read_named_discount(s, line) if value < s.total else []
        bare = line.identity == 0 and s.sums and not line.says & {"total", "tax"}
        if not bare or value >= s.total / 2:
            return []
        return [self._as_item(s, line, 1.4, -1, RowRole.DISCOUNT)._replace(pending=True)]

    def _read_named_discount(self, s: State, line: SearchRow) -> list[State]:
        included = "included" in line.says
        note = s.put(line, RowRole.NOTE, 0.3 if included else 2.0, {"open": True})
        if line.rate is not None and self.taxes.is_share(s, line, line.rate / 100):
            return [self._as_item(s, line, 0.1, -1, RowRole.DISCOUNT), note]
        confirmed = self._as_item(s, line, 0.3, -1, RowRole.DISCOUNT)._replace(pending=True)
        alone = self._as_item(s, line, 2.5, -1, RowRole.DISCOUNT).with_step(open=True)
        return [confirmed, alone, note]


def _is_near_share(s: State, line: SearchRow) -> bool:
    """Return whether a row below a sum prints about the share of it that its rate says."""
    if not (s.sums and line.rate and s.total) or line.says & {"surcharge", "care", "rent"}:
        return False
    share = s.total * line.rate / 100
    gaps = (abs(abs(value) - share) for _, value, _ in line.figures)
    return any(CENT < gap < _NEAR * share for gap in gaps)


def _is_memo(s: State, line: SearchRow) -> bool:
    """Return whether a row below a total prints what follows from it: a memo, by arithmetic.

    The sum of a column that is a check, what the total is less, or the total by a figure that
    the row or a note above states: in three instalments, in another currency.
    """
    if not (s.sums and s.last) or line.counted or len(line.figures) != 1:
        return False
    value, total = abs(line.figures[0][1]), s.last[-1][1]
    exact = [abs(v - off) for v in line.checked for off in (0.0, total)]
    by = {
        factor
        for factor in (*numbers_in(line.label), *_figures_of_notes(s))
        if factor not in (0, 1)
    }
    exact += [each for factor in by for each in (total * factor, total / factor)]
    return value >= _LEAST and any(abs(value - each) <= CENT for each in exact)


def _figures_of_notes(s: State) -> list[float]:
    """Return the lone figures of the notes since the last sum."""
    step, found = s.step, []
    while step is not None and step.role is RowRole.NOTE:
        found += [value for _, value, _ in step.line.figures]
        step = step.before
    return found


def _is_repeated(s: State, line: SearchRow) -> bool:
    """Return whether a row without an identity of its own prints a sum again."""
    bare = line.identity == 0 and not line.counted
    bare |= line.identity == 1 and line.total >= _LEAST  # `Total | 1 | 12,000 | 12,000`
    return bare and any(round(value, 2) in s.printed for _, value, _ in line.figures)


def _cheapest_states(states: list[State], beam: int) -> list[State]:
    """Return the cheapest readings that go on differently."""
    best: dict[object, State] = {}
    for state in sorted(states, key=lambda s: s.cost):
        best.setdefault(state.key, state)
        if len(best) >= beam:
            break
    return list(best.values())
