"""Tables of a quote as they are read, and which of them count.

One that repeats others is a check, two offers are a question.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.quotes import Period, QuoteState, RowRole
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.states import BARE_COST
from arraywise.importers.prices.tables import MONEY_FIELDS
from arraywise.importers.prices.vocabulary import option_in, says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.quotes import QuoteDecisions
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


_PROVED, _LEAST = 2, 1000


def choose_parts(
    parts: Sequence[QuotePart], decisions: QuoteDecisions
) -> tuple[list[QuotePart], Open | None]:
    """Return the parts that count, and the question which of them do, where that is open."""
    live = [p for p in parts if p.trial.outcome.closes or _is_priced(p)] or list(parts)
    question = Open("sheets", "sheets", ("add",))
    answer = decisions.answers.get("sheets")
    if len(live) == 1:
        for part in (p for p in parts if p not in live):
            part.repeated = _splits_total([a for a in part.amounts if a], live)
        left = any(p not in live and not p.repeated and _may_be_offer(p) for p in parts)
        asked = left and answer != "add" and decisions.sheets is None
        return live, question if asked else None
    together = _mark_repeated(live)
    rest = [p for p in live if not p.repeated]
    purchases = [p for p in rest if not p.is_recurring]
    one_offer = len(purchases) < 2 or all(id(p) in together for p in purchases)
    one_offer |= all(p.carried for p in purchases[1:])
    settled = one_offer and not any(map(_is_alternative, rest)) and not _are_variants(rest)
    chosen = decisions.sheets is not None and len(decisions.sheets) > 1 and not answer
    return rest, None if settled or answer == "add" or chosen else question


def _mark_repeated(live: Sequence[QuotePart]) -> set[int]:
    """Mark parts whose amounts are sums of others; return what one of them adds up."""
    together: set[int] = set()
    for part in live:
        others = [p for p in live if p is not part and not p.repeated]
        amounts = sorted(round(a, 2) for a in part.amounts if a)
        totals = {t for p in others for t in p.totals()}
        if not amounts or not totals.issuperset(amounts):
            continue
        part.repeated = True
        if all(sorted(round(a, 2) for a in p.amounts if a) != amounts for p in others):
            together |= {id(p) for p in others if p.totals() & set(amounts)}
    return together


def _splits_total(amounts: Sequence[float], others: Sequence[QuotePart]) -> bool:
    """Return whether amounts split the total of another table, that has more: by category."""
    whole = round(sum(amounts), 2)
    longer = (p for p in others if len(p.amounts) > len(amounts) > 1 and p.trial.outcome.closes)
    return whole >= _LEAST and any(abs(p.trial.price - whole) <= CENT for p in longer)


def has_items(part: QuotePart) -> bool:
    """Return whether anything in a part may have a price."""
    steps = part.trial.outcome.steps
    items = any(s.role is RowRole.ITEM and (s.line.amounts or s.line.figures) for s in steps)
    return items or any(cell.formula for s in steps for cell in s.line.row.cells)


def _is_alternative(part: QuotePart) -> bool:
    """Return whether the title of a table calls it another choice."""
    return any(map(option_in, _titles_of(part)))


def _are_variants(parts: Sequence[QuotePart]) -> bool:
    """Return whether tables are named as variants, each as another one."""
    named = (plain_words(title) for part in parts for title in _titles_of(part))
    return len({words for words in named if says("variant", words)}) > 1


def _titles_of(part: QuotePart) -> list[str]:
    return [part.sheet, *(" ".join(row.texts()) for row in part.trial.table.preface)]


def _may_be_offer(part: QuotePart) -> bool:
    """Return whether a table without headings of money has fees, or sums that are named so."""
    lines = part.trial.lines
    fees = any(a.period not in {Period.ONCE, Period.TERM} for line in lines for a in line.amounts)
    return fees or any("total" in line.says and line.figures for line in lines)


def _is_priced(part: QuotePart) -> bool:
    """Return whether a table of a workbook is about prices, by its headings or its identities."""
    fields = {head.field for head in part.trial.table.headings}
    return bool(fields & MONEY_FIELDS) or part.trial.layout.proved >= _PROVED
