"""Readings of the first rows of a table: what a search holds, and how it goes on by a row."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.quotes import Period, RowRole
from arraywise.importers.prices.identities import CENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.importers.prices.lines import SearchRow

AT_ONCE = frozenset({Period.ONCE, Period.TERM})
"""Periods of amounts that a sum adds up as they stand."""
FOR_36_MONTHS = {
    Period.ONCE: 1.0, Period.MONTH: 36.0, Period.QUARTER: 12.0, Period.HALF_YEAR: 6.0,
    Period.YEAR: 3.0, Period.TERM: 1.0,
}  # fmt: skip
SUMS = frozenset({RowRole.SUBTOTAL, RowRole.TOTAL, RowRole.CARRIED_FORWARD})
_MOST_MARKS = 6
BARE_COST = 0.25
"""Of an item without an identity of its own."""
Lane = tuple[int, Period, str]
"""Kind of money, period and currency: what is added up by itself."""
Sums = tuple[float, ...]


class ReadingStep(NamedTuple):
    """A row with the role that a reading gives it, behind the rows before."""

    before: ReadingStep | None
    line: SearchRow
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
    """What the last sum printed, by kind of money; -1 for a figure elsewhere."""
    tax: float | None = None
    contained: float = 0.0
    excluded: float = 0.0
    """Of options, since the last heading."""
    proved: int = 0
    """Lanes with a sum that proves something, as bits."""
    summed: int = 0
    """Lanes that any sum covers, as bits."""
    failed: int = 0
    rounding: float = 0.0
    rounded: int = 0
    pending: bool = False
    """The next row with a figure must be a sum that confirms this one."""
    ended: bool = False
    cost: float = 0.0
    step: ReadingStep | None = None
    printed: frozenset[float] = frozenset()
    """What sums printed."""
    announced: float | None = None
    """A total that stands above its items."""
    sums: int = 0

    @property
    def slack(self) -> float:
        """By how much a sum may miss products that were rounded."""
        return (self.rounded + 1) * self.rounding if self.rounded else 0.0

    @property
    def total(self) -> float:
        """Of all lanes, as they stand."""
        return sum(self.start)

    def put(
        self,
        line: SearchRow,
        role: RowRole,
        cost: float,
        step: Mapping[str, Any] | None = None,
        /,
        **news: Any,  # noqa: ANN401
    ) -> State:
        """Return the reading with one row more."""
        made = ReadingStep(self.step, line, role, **(step or {}))
        return self._replace(cost=self.cost + cost, step=made, **news)

    def marked(self, mark: Mark | None = None) -> tuple[Mark, ...]:
        """Return the marks with one more; one at the same sums takes the other's place."""
        mark = mark or Mark(self.start, self.loose, self.idents, self.items)
        return (mark, *(m for m in self.marks if m.start != mark.start))[:_MOST_MARKS]

    def with_step(self, **news: Any) -> State:  # noqa: ANN401 - fields of a step
        """Return the reading with its last row changed."""
        return self if self.step is None else self._replace(step=self.step._replace(**news))

    @property
    def key(self) -> object:
        """What decides how the search can go on."""
        marks = (v for mark in self.marks for v in mark.start)
        sums = (*self.start, *marks, *self.group.start, self.contained, self.tax or 0.0)
        rounded = tuple(round(value, 2) for value in sums)
        return rounded, self.loose, self.pending, self.proved, self.failed > 0, self.last


@dataclass(slots=True)
class RowsReading:
    """A reading of all rows."""

    state: State
    lanes: tuple[Lane, ...]
    steps: list[ReadingStep] = field(default_factory=list)

    def __post_init__(self) -> None:
        """List the rows from the top."""
        step = self.state.step
        while step is not None:
            self.steps.append(step)
            step = step.before
        self.steps.reverse()

    @property
    def _used_lanes(self) -> list[int]:
        s = self.state
        return [n for n in range(len(self.lanes)) if s.start[n] or s.loose[n]]

    @property
    def covered(self) -> bool:
        """Whether each item of a column that has sums is covered by one that proves it."""
        s = self.state
        summed = {self.lanes[n][::2] for n in self._used_lanes if s.summed >> n & 1}
        return s.failed == 0 and all(
            self.lanes[n][::2] not in summed or (s.proved >> n & 1 and not s.loose[n])
            for n in self._used_lanes
        )

    @property
    def closes(self) -> bool:
        """Whether sums prove the items of every lane."""
        used = self._used_lanes
        return bool(used) and self.covered and all(self.state.summed >> n & 1 for n in used)

    @property
    def price(self) -> float:
        """For 36 months; a term counts as it stands."""
        pairs = zip(self.state.start, self.lanes, strict=True)
        total = sum(value * FOR_36_MONTHS[period] for value, (_, period, _) in pairs)
        once = all(period in AT_ONCE for _, period, _ in self.lanes)
        weight = 1.0 if once else max(FOR_36_MONTHS[period] for _, period, _ in self.lanes)
        return total - self.state.contained * weight

    @property
    def printed_totals(self) -> list[Decimal]:
        """What sums of every lane print, without tax."""
        sums = [s for s in self.steps if s.role in SUMS and not s.gross]
        whole = [s for s in sums if s.lanes and set(self._used_lanes) <= set(s.lanes)]
        return [Decimal(f"{sum(v for _, v, _ in s.line.figures):.12g}") for s in whole]

    @property
    def gaps(self) -> set[int]:
        """By how much figures that may be sums miss what all items come to, in whole units."""
        lines = (step.line for step in self.steps if step.line.identity < 2)
        return {round(self.state.total - v) for line in lines for _, v, _ in line.figures}

    @property
    def has_sums(self) -> bool:
        """Whether anything in it was taken for a sum, or should have been one."""
        return self.state.summed > 0 or self.state.failed > 0


def is_near(printed: float, exact: float, half: float, slack: float) -> bool:
    """Return whether a figure prints a sum: rounded to its last digit, or up as totals may be."""
    gap = printed - exact
    if abs(gap) <= max(CENT, slack):
        return True
    return half > CENT and (abs(gap) <= half * 1.0001 or 0 <= gap < 2 * half)
