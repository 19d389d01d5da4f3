"""A table of a quote as it is read: one layout with one reading of the rows, and what is open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.quotes import Period, QuoteState, RowRole
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.states import BARE_COST
from arraywise.importers.prices.vocabulary import says

if TYPE_CHECKING:
    from arraywise.importers.prices.columns import Layout
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.states import RowsReading
    from arraywise.importers.prices.tables import PriceTable


@dataclass(slots=True)
class Trial:
    """One layout with one reading of the rows."""

    table: PriceTable
    layout: Layout
    lines: list[SearchRow]
    outcome: RowsReading
    handicap: float = 0.0

    @property
    def cost(self) -> float:
        """How far the reading is from what is usual."""
        return self.outcome.state.cost + self.handicap

    @property
    def oddity(self) -> float:
        """What of the cost is not that of items without an identity of their own."""
        bare = (s for s in self.outcome.steps if s.role is RowRole.ITEM and not s.line.identity)
        return self.cost - BARE_COST * sum(bool(s.line.amounts) for s in bare)

    @property
    def price(self) -> float:
        """For 36 months."""
        return self.outcome.price


@dataclass(slots=True)
class Open:
    """What is to be asked: a code, its kind, and what belongs to it."""

    code: str
    kind: str
    answers: tuple[str, ...] = ()
    row: int | None = None
    column: int | None = None
    trials: tuple[Trial, ...] = ()
    """Readings that close with different prices."""
    months: int | None = None


@dataclass(slots=True)
class QuotePart:
    """A table of a sheet as it is read."""

    sheet: str
    trial: Trial
    state: QuoteState
    open: list[Open] = field(default_factory=list)
    explanations: list[int] = field(default_factory=list)
    """Rows without which it would close."""
    marked: int | None = None
    """Column whose texts say which rows the totals add up."""
    repeated: bool = False

    @property
    def is_recurring(self) -> bool:
        """Whether it holds maintenance or rent alone."""
        moneys = self.trial.layout.moneys
        lanes = [
            lane
            for n, lane in enumerate(self.trial.outcome.lanes)
            if abs(self.trial.outcome.state.start[n]) > CENT
        ]
        words = plain_words(self.sheet)
        return (
            says("care", words)
            or says("rent", words)
            or (bool(lanes) and all(p is not Period.ONCE or moneys[m].care for m, p, _ in lanes))
        )

    @property
    def carried(self) -> float:
        """What it carries on of the tables before it; 0 for a table of its own."""
        steps = self.trial.outcome.steps
        forward = (s for s in steps if s.role is RowRole.CARRIED_FORWARD and not s.lanes)
        return sum(s.line.figures[0][1] for s in forward if s.line.figures)

    @property
    def amounts(self) -> list[float]:
        """Amounts of its items."""
        return [
            float(a.value)
            for s in self.trial.outcome.steps
            if s.role is RowRole.ITEM
            for a in s.line.amounts
        ]

    def totals(self) -> set[float]:
        """Return what its sums come to, read or printed."""
        state = self.trial.outcome.state
        result = {round(v, 2) for v in state.start if abs(v) > CENT}
        result |= {round(sum(state.start), 2), round(self.trial.price, 2)}
        result |= {
            round(v, 2)
            for s in self.trial.outcome.steps
            if s.role in {RowRole.TOTAL, RowRole.SUBTOTAL}
            for _, v, _ in s.line.figures
        }
        return result
