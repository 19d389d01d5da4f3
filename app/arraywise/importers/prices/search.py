"""Which rows are items, sums, tax and discounts: a search from top to bottom with a small beam.

A state holds the sums of items since the start, since the last sum and since the last heading, by
kind of amount and period ("lane"). A row is an item, or a sum of one of these, or tax on one, or
a discount. What closes at the least cost is the reading.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.quotes import Period, RowRole
from arraywise.importers.prices.vocabulary import period_in, span_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.importers.prices.rows import Line

BEAM, NARROW_BEAM, LONG = 10, 5, 150
CENT = 0.0111
AMBIGUOUS = 1.6
"""Two readings of different prices whose costs differ by less are a question."""
_LOWEST_TAX, _HIGHEST_TAX = 1.0, 30.0
_LEAST_DIGITS = 1000
"""A sum that proves something has four digits."""
_MOST_MARKS = 6
_TAX_RATES = frozenset(
    {7.0, 7.7, 8.0, 8.1, 13.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0}
)
"""Printed rates that hardly a surcharge has."""
_TERM = 36
_SETTLED = frozenset({"discount", "credit", "total", "tax", "surcharge", "carried"})
"""Words that say what a row with an amount below zero is."""
_MONTHS = {Period.ONCE: 1.0, Period.MONTH: 36.0, Period.QUARTER: 12.0, Period.HALF_YEAR: 6.0,
           Period.YEAR: 3.0, Period.TERM: 1.0}  # fmt: skip
_FIRST_YEAR = {
    **_MONTHS,
    Period.MONTH: 12.0,
    Period.QUARTER: 4.0,
    Period.HALF_YEAR: 2.0,
    Period.YEAR: 1.0,
}
Lane = tuple[int, Period, str]
Sums = tuple[float, ...]


class Step(NamedTuple):
    """A row with the role that a reading gives it, behind the rows before."""

    before: Step | None
    line: Line
    role: RowRole
    sign: int = 1
    """-1 where an amount is taken off."""
    share: float | None = None
    """A discount of a rate without an amount: that share of everything so far."""
    lanes: tuple[int, ...] = ()
    """Lanes that a sum is of."""
    open: bool = False
    """Something about it is unsettled."""
    gross: bool = False
    """A sum with tax."""


class Mark(NamedTuple):
    """What was read up to a row that sums may begin at: the start, a heading, a sum."""

    start: Sums
    loose: tuple[int, ...]
    idents: int = 0
    items: int = 0


class State(NamedTuple):
    """A reading of the rows so far."""

    start: Sums
    """Of all items, by lane."""
    loose: tuple[int, ...]
    """Items of each lane that no sum covers."""
    first: Mark
    group: Mark
    """The last sum of sums."""
    marks: tuple[Mark, ...] = ()
    """Headings and sums, the newest first."""
    idents: int = 0
    """Rows with an identity of their own."""
    items: int = 0
    last: tuple[tuple[int, float], ...] = ()
    """What the last sums printed, by column of money; -1 for a figure elsewhere."""
    tax: float | None = None
    contained: float = 0.0
    excluded: float = 0.0
    """Of options, since the last heading."""
    proved: int = 0
    """Lanes with a sum that proves something, as bits."""
    summed: int = 0
    """Lanes that any sum covers, as bits."""
    failed: int = 0
    guesses: int = 0
    rounding: float = 0.0
    rounded: int = 0
    pending: bool = False
    ended: bool = False
    cost: float = 0.0
    step: Step | None = None
    printed: frozenset[float] = frozenset()
    """What sums printed."""
    announced: float | None = None
    """A total that stands above its items."""
    sums: int = 0
    """Sums with the word for one, or that prove."""


@dataclass(slots=True)
class Outcome:
    """A reading of all rows."""

    state: State
    lanes: tuple[Lane, ...]
    steps: list[Step] = field(default_factory=list)

    @property
    def covered(self) -> bool:
        """Whether each item of a lane that has sums is covered by one that proves it."""
        s = self.state
        used = [n for n in range(len(self.lanes)) if s.start[n] or s.loose[n]]
        summed = {self.lanes[n][::2] for n in used if s.summed >> n & 1}
        return s.failed == 0 and all(
            self.lanes[n][::2] not in summed or (s.proved >> n & 1 and not s.loose[n])
            for n in used
        )

    @property
    def closes(self) -> bool:
        """Whether sums prove the items of every lane."""
        s = self.state
        used = [n for n in range(len(self.lanes)) if s.start[n] or s.loose[n]]
        return bool(used) and self.covered and all(s.summed >> n & 1 for n in used)

    @property
    def price(self) -> float:
        """For 36 months; a term counts as it stands."""
        total = sum(
            v * _MONTHS[p] for v, (_, p, _) in zip(self.state.start, self.lanes, strict=True)
        )
        return total - self.state.contained

    @property
    def has_sums(self) -> bool:
        """Whether anything in it was taken for a sum, or should have been one."""
        return self.state.summed > 0 or self.state.failed > 0


class Search:
    """Reads the rows of one table by one layout."""

    def __init__(self, lines: Sequence[Line], carry: float = 0.0) -> None:
        """Read lines; `carry` is what the tables above them come to."""
        self.lines, self.carry = lines, carry
        lanes = {(a.money, a.period, a.currency): None for line in lines for a in line.amounts}
        self.lanes: tuple[Lane, ...] = tuple(lanes)
        self.at = {lane: n for n, lane in enumerate(self.lanes)}
        self.of_money: dict[int, list[int]] = {}
        for n, (money, _, _) in enumerate(self.lanes):
            self.of_money.setdefault(money, []).append(n)

    def run(self, out: frozenset[int] = frozenset()) -> list[Outcome]:
        """Return readings, the likeliest first; rows in `out` are no part of the price."""
        first = Mark((0.0,) * len(self.lanes), (0,) * len(self.lanes))
        states = [State(first.start, first.loose, first, first)]
        beam = BEAM if len(self.lines) <= LONG else NARROW_BEAM
        for line in self.lines:
            states = self._pruned([n for s in states for n in self._steps(s, line, out)], beam)
        done = [Outcome(self._with_announced(s), self.lanes) for s in states if not s.pending]
        for outcome in done:
            step = outcome.state.step
            while step is not None:
                outcome.steps.append(step)
                step = step.before
            outcome.steps.reverse()
        return sorted(done, key=lambda o: (not o.closes, o.state.cost))

    def _with_announced(self, s: State) -> State:
        """Prove all lanes by a total that stands above the items."""
        if s.announced is None or not _near(
            s.announced, sum(s.start), 0.005, (s.rounded + 1) * s.rounding
        ):
            return s
        none, every = (0,) * len(self.lanes), (1 << len(self.lanes)) - 1
        return s._replace(loose=none, proved=every, summed=every, failed=s.failed - 1)

    @staticmethod
    def _pruned(states: list[State], beam: int) -> list[State]:
        best: dict[object, State] = {}
        for state in sorted(states, key=lambda s: s.cost):
            sums = (*state.start, *(v for m in state.marks for v in m.start), *state.group.start)
            key = (
                tuple(round(v, 2) for v in (*sums, state.contained, state.tax or 0.0)),
                *(state.loose, state.pending, state.proved, state.failed > 0, state.last),
            )
            if key not in best:
                best[key] = state
                if len(best) >= beam:
                    break
        return list(best.values())

    # -- one row

    def _steps(self, s: State, line: Line, out: frozenset[int]) -> Iterable[State]:  # noqa: C901
        if line.row.number in out:
            return [self._excluded(s, line, 0.0)]
        if line.role is not None:
            return self._decided(s, line)
        if line.heading:
            return [self._at_heading(s, line)]
        if line.is_text:
            return self._text(s, line)
        if (
            line.identity == 2
            and not line.option
            and not line.bracket
            and not (line.says & {"discount", "credit"})
        ):
            return [] if s.pending else [self._item(s, line, 0.0)]
        made: list[State] = []
        totals = self._totals(s, line)
        made += totals
        taxes = self._taxes(s, line)
        made += taxes
        rated = line.rate in _TAX_RATES and any(
            t.step and not t.pending and t.step.role is RowRole.TAX for t in taxes
        )
        if not s.pending:
            made += self._items(s, line, equal=any(t.sums > s.sums for t in totals), rated=rated)
            made += self._discounts(s, line)
            if line.check_sum:
                made.append(self._put(s, line, RowRole.SUBTOTAL, 0.2))
            elif line.identity < 2:
                made.append(self._failed(s, line))
        return made

    def _put(self, s: State, line: Line, role: RowRole, cost: float, **changes: object) -> State:
        extra = {
            k: changes.pop(k) for k in ("sign", "share", "lanes", "open", "gross") if k in changes
        }
        step = Step(s.step, line, role, **extra)  # type: ignore[arg-type]
        return s._replace(cost=s.cost + cost, step=step, **changes)  # type: ignore[arg-type]

    def _at_heading(self, s: State, line: Line) -> State:
        return self._put(s, line, RowRole.HEADING, 0.0, marks=_marked(s), excluded=0.0)

    def _text(self, s: State, line: Line) -> list[State]:
        discount = "discount" in line.says and line.rate and not line.says & {"included"}
        if discount and not s.ended and any(s.start):
            share = (line.rate or 0) / 100
            start = tuple(v * (1 - share) for v in s.start)
            taken = self._put(
                s,
                line,
                RowRole.DISCOUNT,
                0.2,
                share=share,
                start=start,
                rounding=max(s.rounding, 0.005),
            )
            return [taken, self._put(s, line, RowRole.NOTE, 2.5)]
        if line.free and not line.option:
            return [self._put(s, line, RowRole.ITEM, 0.0)]
        if line.option or line.on_request:
            return [self._put(s, line, RowRole.NOT_INCLUDED, 0.0)]
        if line.unread is not None:
            return [self._put(s, line, RowRole.NOTE, 0.5, guesses=s.guesses + 1, open=True)]
        return [self._put(s, line, RowRole.NOTE, 0.0)]

    def _decided(self, s: State, line: Line) -> list[State]:
        role = line.role
        assert role is not None  # noqa: S101 - asked above
        if s.pending:
            s = s._replace(pending=False)
        if role is RowRole.ITEM:
            return [self._item(s, line, 0.0)]
        if role is RowRole.DISCOUNT:
            sign = -1 if any(a.value > 0 for a in line.amounts) else 1
            return [self._item(s, line, 0.0, sign, RowRole.DISCOUNT)]
        if role is RowRole.HEADING:
            return [self._at_heading(s, line)]
        if role in {RowRole.SUBTOTAL, RowRole.TOTAL, RowRole.CARRIED_FORWARD}:
            made = self._totals(s, line)
            return made or [self._failed(s, line, role)]
        if role is RowRole.TAX:
            made = self._taxes(s, line)
            value = abs(line.figures[0][1]) if line.figures else None
            return [m for m in made if m.step and m.step.role is role] or [
                self._put(s, line, role, 0.0, tax=value)
            ]
        return [self._put(s, line, role, 0.0)]

    # -- items

    def _items(self, s: State, line: Line, *, equal: bool, rated: bool) -> list[State]:  # noqa: C901, PLR0912, PLR0915
        made = []
        if line.bracket:
            return [self._excluded(s, line, 0.2), self._item(s, line, 3.0)]
        if line.option:
            return [
                self._excluded(s, line, 0.0),
                self._item(s, line, 2.5 if not line.optional else 1.8),
            ]
        words = line.says
        real = line.identity == 1
        cost = 0.0 if real else 0.25
        if not line.amounts:
            cost += 0.5
        if "total" in words and not real:
            cost += 6.0
        if "carried" in words and not real:
            cost += 6.0
        cost += 5.0 * equal + 2.5 * rated
        if (
            line.identity == 0
            and not line.counted
            and any(round(v, 2) in s.printed for _, v, _ in line.figures)
        ):
            made.append(
                self._put(s, line, RowRole.SUBTOTAL, 0.2)
            )  # a sum is repeated in a summary
            cost += 5.0
        if "tax" in words and "before tax" not in words and not real:
            cost += 5.0
        if words & {"discount", "credit"} and any(a.value > 0 for a in line.amounts) and not real:
            cost += 3.0
        if "footer" in words and not real:
            made.append(self._put(s, line, RowRole.NOTE, 0.1))
            cost += 1.0
        if s.ended and not real:
            made.append(self._put(s, line, RowRole.NOTE, 0.1))
            cost += 3.0
        elif s.sums and not real and not line.amounts:
            made.append(self._put(s, line, RowRole.NOTE, 3.0, open=True, guesses=s.guesses + 1))
        role = RowRole.ITEM
        if (
            s.sums
            and not line.counted
            and (
                "payment" in words
                or (not words & _SETTLED and any(a.value < 0 for a in line.amounts))
            )
        ):
            cost += 4.0 if "payment" in words else 0.0
            value = -abs(sum(float(a.value) for a in line.amounts))
            if line.rate and all(a.value > 0 for a in line.amounts):
                value = 0.0  # an instalment of the total
            made.append(
                self._put(
                    s,
                    line,
                    RowRole.NOTE,
                    0.0 if "payment" in words else 0.5,
                    open="payment" not in words,
                    tax=(s.tax or 0.0) + value,
                )
            )
        if any(a.value < 0 for a in line.amounts) and line.identity < 2:
            role = RowRole.DISCOUNT
            if words & {"discount", "credit"} or words & {"included"}:
                included = 0.4 if "included" in words else 2.5
                made.append(self._put(s, line, RowRole.NOTE, included, open=True))
                cost = 0.6 if "included" in words else 0.1
                cost += 4.0 if "payment" in words else 0.0
            else:
                cost = min(cost, 0.5) if "payment" not in words else cost
        made.append(self._item(s, line, cost, 1, role))
        if not line.free and line.amounts and all(a.value == 0 for a in line.amounts):
            return [self._item(s, line, 0.0)]
        return made

    def _item(
        self, s: State, line: Line, cost: float, sign: int = 1, role: RowRole = RowRole.ITEM
    ) -> State:
        start, loose = list(s.start), list(s.loose)
        rounding, rounded = s.rounding, s.rounded
        proved = (
            role is RowRole.DISCOUNT
            and bool(line.rate)
            and all(
                self._is_share(s, m, v, h, (line.rate or 0.0) / 100) for m, v, h in line.figures
            )
        )
        parts = [(self.at[(a.money, a.period, a.currency)], float(a.value)) for a in line.amounts]
        if not parts and line.figures and self.lanes:
            parts = [(0, line.figures[0][1])]
        for n, value in parts:
            value *= sign  # noqa: PLW2901
            start[n] += value
            loose[n] += bool(value and not proved)
        for a in line.amounts:
            if a.rounded:
                rounding, rounded = max(rounding, a.half), rounded + 1
        return self._put(
            s,
            line,
            role,
            cost,
            sign=sign,
            start=tuple(start),
            loose=tuple(loose),
            rounding=rounding,
            rounded=rounded,
            idents=s.idents + (line.identity > 0),
            items=s.items + 1,
        )

    def _excluded(self, s: State, line: Line, cost: float) -> State:
        value = sum(float(a.value) for a in line.amounts)
        return self._put(
            s, line, RowRole.NOT_INCLUDED, cost, excluded=s.excluded + value, pending=False
        )

    def _failed(self, s: State, line: Line, role: RowRole = RowRole.SUBTOTAL) -> State:
        cost = 5.0 if "total" in line.says else 8.0
        if (
            "total" in line.says
            and not any(s.start)
            and len(line.figures) == 1
            and not line.counted
        ):
            made = self._put(s, line, RowRole.TOTAL, 0.2, failed=s.failed + 1)
            return made._replace(announced=line.figures[0][1])
        return self._put(s, line, role, cost, open=True, failed=s.failed + 1, last=_printed(line))

    # -- sums

    def _totals(self, s: State, line: Line) -> list[State]:  # noqa: C901
        if not line.figures or ((line.identity == 2 or line.many) and line.role is None):
            return []
        made = []
        word = bool(line.says & {"total", "carried"}) or line.role is not None
        price_of_one = line.identity == 1
        for mark in dict.fromkeys((s.first, s.group, *s.marks)):
            items = s.items - mark.items
            if (
                items == 0
                or (price_of_one and items < 2)
                or (mark is not s.first and mark.start == s.first.start)
            ):
                continue
            sums = tuple(a - b for a, b in zip(s.start, mark.start, strict=True))
            found = self._matched(s, line, sums, whole=mark is s.first)
            if found is None:
                continue
            lanes, extra, across = found
            if price_of_one and not word and sum(s.loose[n] for n in lanes) < 2:
                continue
            cost = extra + (0.0 if word else 0.6 if items >= 2 else 2.0)
            if line.option and not word:
                cost += 1.0
            made.append(self._summed(s, line, mark, lanes, cost, across=across, word=word))
        tax = self._gross(s, line, word=word)
        if tax is not None:
            made.append(tax)
        if (
            s.excluded
            and len(line.figures) == 1
            and any(
                _near(line.figures[0][1], v, line.figures[0][2], 0)
                for v in (s.excluded, s.excluded + sum(s.start))
            )
        ):
            made.append(
                self._put(
                    s, line, RowRole.SUBTOTAL, 0.1 if word or line.optional else 1.0, pending=False
                )
            )
        return made

    def _matched(  # noqa: C901
        self, s: State, line: Line, sums: Sums, *, whole: bool
    ) -> tuple[tuple[int, ...], float, bool] | None:
        """Return the lanes whose sums a row prints, the cost, and whether they were added across."""  # noqa: E501
        slack = (s.rounded + 1) * s.rounding if s.rounded else 0.0
        lanes: list[int] = []
        cost = 0.0
        for money, value, half in line.figures:
            own = list(range(len(self.lanes))) if money < 0 else self.of_money.get(money, [])
            if value == 0 and not any(abs(sums[n]) > CENT for n in own):
                continue
            found = self._lanes_for(value, half, own, sums, slack)
            if found is None:
                break
            lanes += found[0]
            cost += found[1]
        else:
            return (tuple(lanes), cost, False) if lanes else None
        if len(line.figures) == 1:
            _, value, half = line.figures[0]
            used = tuple(n for n in range(len(self.lanes)) if abs(sums[n]) > CENT)
            currencies = {self.lanes[n][2] for n in used}
            recurs = any(self.lanes[n][1] not in {Period.ONCE, Period.TERM} for n in used)
            span, named = span_in(line.words), period_in(line.words)
            for k, months in enumerate(({}, _MONTHS, _FIRST_YEAR)):
                if not used or len(currencies) > 1 or (len(used) == 1 and (k == 0 or not recurs)):
                    continue
                if len(used) == 1 and not (span or named):
                    continue  # nothing says that it is for another time than its items
                if recurs and (
                    (span == _TERM and k != 1) or (k == 2 and not (span == 12 or named))
                ):
                    continue
                total = sum(sums[n] * months.get(self.lanes[n][1], 1.0) for n in used)
                carry = self.carry if whole else 0.0
                if _near(value, total, half, slack) or (
                    carry and _near(value, total + carry, half, slack)
                ):
                    return used, 0.1 + 0.1 * k, True
        if len(line.figures) == 1 and whole and self.carry:
            _, value, half = line.figures[0]
            if _near(value, sum(sums) + self.carry, half, slack):
                return self._used(), 0.0, True
        return None

    def _lanes_for(
        self, value: float, half: float, own: Sequence[int], sums: Sums, slack: float
    ) -> tuple[list[int], float] | None:
        used = [n for n in own if abs(sums[n]) > CENT]
        for code in dict.fromkeys(self.lanes[n][2] for n in used):
            alike = [n for n in used if self.lanes[n][2] == code]
            at_once = [n for n in alike if self.lanes[n][1] in {Period.ONCE, Period.TERM}]
            for lanes in (*([n] for n in alike if n not in at_once), at_once):
                if lanes and _near(value, sum(sums[n] for n in lanes), half, 0.0):
                    return lanes, 0.0
        if len(used) > 1 and _near(value, sum(sums[n] for n in used), half, 0.0):
            return used, 0.1
        if slack:
            for n in used:
                if _near(value, sums[n], half, slack):
                    return [n], 0.3
        return None

    def _summed(  # noqa: PLR0913
        self,
        s: State,
        line: Line,
        mark: Mark,
        lanes: tuple[int, ...],
        cost: float,
        *,
        across: bool,
        word: bool,
    ) -> State:
        loose, proved, summed = list(s.loose), s.proved, s.summed
        digits = all(v / max(h * 2, 0.01) >= _LEAST_DIGITS or v == 0 for _, v, h in line.figures)
        proves = word or (s.idents > mark.idents and digits)
        for n in lanes:
            loose[n] = min(loose[n], mark.loose[n])
            summed |= 1 << n
            proved |= proves << n
        whole = mark is s.first
        role = RowRole.SUBTOTAL
        if "carried" in line.says:
            role = RowRole.CARRIED_FORWARD
        elif whole and (word or not any(s.loose)):
            role = RowRole.TOTAL
        after = Mark(s.start, tuple(loose), s.idents, s.items)
        printed = s.printed | {round(v, 2) for _, v, _ in line.figures}
        return self._put(
            s,
            line,
            role,
            cost,
            printed=printed,
            lanes=lanes,
            loose=tuple(loose),
            marks=_marked(s, after),
            group=after if s.sums and mark in (s.first, s.group) else s.group,
            proved=proved,
            summed=summed,
            last=_printed(line),
            tax=None,
            pending=False,
            sums=s.sums + 1,
            ended=s.ended or (across and word and len(lanes) > 1 and whole),
        )

    # -- tax

    def _bases(self, s: State, money: int) -> list[float]:
        own = self.of_money.get(money, list(range(len(self.lanes))))
        start = [s.start[n] for n in own if abs(s.start[n]) > CENT]
        bases = [v for m, v in s.last if m == money or money < 0 or m < 0]
        return list(dict.fromkeys([*bases, *start, *([sum(start)] if len(start) > 1 else [])]))

    def _taxes(self, s: State, line: Line) -> list[State]:  # noqa: C901
        if line.identity == 2 or not line.figures or not any(s.start):
            return []
        word = "tax" in line.says or line.role is RowRole.TAX
        surcharge = bool(line.says & {"surcharge", "care", "rent"}) and not word
        total = sum(abs(v) for _, v, _ in line.figures)
        made = []
        if line.rate and not surcharge and "discount" not in line.says:
            r = line.rate
            if all(self._is_share(s, m, v, h, r / 100) for m, v, h in line.figures):
                made.append(
                    self._put(s, line, RowRole.TAX, 0.0 if word else 0.4, tax=total, pending=False)
                )
            if all(self._is_share(s, m, v, h, r / (100 + r)) for m, v, h in line.figures):
                cost = 0.0 if word else 0.6
                made.append(
                    self._put(s, line, RowRole.TAX, cost, contained=total, tax=None, pending=False)
                )
        if line.row_tax:
            made.append(
                self._put(s, line, RowRole.TAX, 0.0 if word else 0.6, tax=total, pending=False)
            )
        if made or line.option:
            return made
        if word and "before tax" not in line.says:
            shares = [self._clean_share(s, m, v, h) for m, v, h in line.figures]
            inside = [self._clean_contained(s, m, v, h) for m, v, h in line.figures]
            if "included" in line.says and all(inside):
                made.append(self._put(s, line, RowRole.TAX, 0.6, contained=total, pending=False))
            elif "included" in line.says:
                made.append(self._put(s, line, RowRole.TAX, 1.5, open=True, guesses=s.guesses + 1))
            elif "total" not in line.says:
                cost = 0.3 if all(shares) else 0.8
                made.append(
                    self._put(
                        s,
                        line,
                        RowRole.TAX,
                        cost,
                        tax=total,
                        pending=not line.role and not all(shares),
                    )
                )
        elif not surcharge and not line.says and line.identity == 0 and s.sums and not s.pending:  # noqa: SIM102
            if all(self._clean_share(s, m, v, h) for m, v, h in line.figures):
                made.append(
                    self._put(s, line, RowRole.TAX, 0.6, tax=total, pending=True, open=True)
                )
        return made

    def _is_share(self, s: State, money: int, value: float, half: float, share: float) -> bool:
        return value == 0 or any(
            abs(abs(value) - base * share) <= max(CENT, half) + 0.001
            for base in self._bases(s, money)
            if base
        )

    def _clean_share(self, s: State, money: int, value: float, half: float) -> bool:
        return any(_is_clean(value, base, half) for base in self._bases(s, money) if base > 0)

    def _clean_contained(self, s: State, money: int, value: float, half: float) -> bool:
        return any(
            _is_clean(value, base - value, half) for base in self._bases(s, money) if base > value
        )

    def _gross(self, s: State, line: Line, *, word: bool) -> State | None:  # noqa: C901, PLR0911
        """Return the state after a sum with tax, or without the tax that prices contain."""
        total = sum(v for _, v, _ in line.figures)
        half = max(h for _, _, h in line.figures)
        if len(line.figures) > 1 and not s.tax:
            return None
        start = sum(s.start)
        bases = [v for _, v in s.last] + [start]
        if len(s.last) > 1:
            bases.append(sum(v for _, v in s.last))
        done = {"last": _printed(line), "pending": False, "gross": True}
        slack = (s.rounded + 1) * s.rounding if s.rounded else 0.0
        if s.tax is not None:
            whole = self._used()
            if any(_near(total, base + s.tax, half, slack) for base in bases):
                if any(s.loose):
                    if not (_near(total, start + s.tax, half, slack)):
                        return None
                    made = self._summed(
                        s, line, s.first, whole, 0.1, across=False, word=word or s.idents > 0
                    )
                    step = made.step._replace(gross=True) if made.step else None
                    return made._replace(step=step, last=s.last, tax=s.tax)
                done["last"] = s.last
                return self._put(s, line, RowRole.TOTAL, 0.0, **done)
        if s.contained and any(_near(total, base - s.contained, half, slack) for base in bases):
            done["last"] = s.last
            return self._put(s, line, RowRole.TOTAL, 0.0, **done)
        if (
            line.rate
            and "discount" not in line.says
            and any(s.start)
            and s.tax is None
            and not s.contained
        ):
            gross = start * (1 + line.rate / 100)
            if _near(total, gross, half, slack + 0.005) and {p for _, p, _ in self.lanes} <= {
                Period.ONCE,
                Period.TERM,
            }:
                made = self._summed(
                    s,
                    line,
                    s.first,
                    self._used(),
                    0.2 if word or "tax" in line.says else 1.0,
                    across=False,
                    word=word,
                )
                step = made.step._replace(gross=True) if made.step else None
                return made._replace(step=step, tax=gross - start)
        return None

    def _used(self) -> tuple[int, ...]:
        return tuple(range(len(self.lanes)))

    # -- discounts without a sign

    def _discounts(self, s: State, line: Line) -> list[State]:
        if line.identity == 2 or not line.amounts or any(a.value <= 0 for a in line.amounts):
            return []
        word = bool(line.says & {"discount", "credit"})
        start = sum(s.start)
        value = sum(float(a.value) for a in line.amounts)
        if not 0 < value < (start if word else start / 2) or (line.identity and not word):
            return []
        if line.says & {"total", "tax"} and not word:
            return []
        made = []
        if word:
            proved = line.rate is not None and all(
                self._is_share(s, m, v, h, line.rate / 100) for m, v, h in line.figures
            )
            taken = self._item(s, line, 0.1 if proved else 0.3, -1, RowRole.DISCOUNT)
            made.append(taken if proved else taken._replace(pending=True))
            if not proved:
                open_ = self._item(s, line, 2.5, -1, RowRole.DISCOUNT)
                step = open_.step and open_.step._replace(open=True)
                made.append(open_._replace(guesses=s.guesses + 1, step=step))
            made.append(
                self._put(
                    s,
                    line,
                    RowRole.NOTE,
                    0.3 if "included" in line.says else 2.0,
                    open=True,
                    guesses=s.guesses + (0 if "included" in line.says else 1),
                )
            )
        elif line.identity == 0 and s.sums:
            made.append(self._item(s, line, 1.4, -1, RowRole.DISCOUNT)._replace(pending=True))
        return made


def _marked(s: State, mark: Mark | None = None) -> tuple[Mark, ...]:
    """Return the marks with one more; one at the same sums takes the other's place."""
    mark = mark or Mark(s.start, s.loose, s.idents, s.items)
    return (mark, *(m for m in s.marks if m.start != mark.start))[:_MOST_MARKS]


def _near(printed: float, exact: float, half: float, slack: float) -> bool:
    """Return whether a figure prints a sum: rounded to its last digit, or up as totals may be."""
    if abs(printed - exact) <= max(CENT, slack):
        return True
    return (half > CENT and abs(printed - exact) <= half * 1.0001) or (
        half > CENT and 0 <= printed - exact < 2 * half
    )


def _is_clean(value: float, base: float, half: float) -> bool:
    """Return whether an amount is a tax of a rate with one decimal at most."""
    rate = abs(value) / base * 100
    nearest = round(rate, 1)
    return (
        _LOWEST_TAX <= rate <= _HIGHEST_TAX
        and nearest > 0
        and abs(abs(value) - base * nearest / 100) <= max(CENT, half)
    )


def _printed(line: Line) -> tuple[tuple[int, float], ...]:
    return tuple((money, value) for money, value, _ in line.figures)
