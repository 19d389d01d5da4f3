"""Which tables of a quote count: one that repeats others is a check, two offers are a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.quotes import Period, RowRole
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.tables import MONEY_FIELDS
from arraywise.importers.prices.trials import Open
from arraywise.importers.prices.vocabulary import option_in, says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.quotes import QuoteDecisions
    from arraywise.importers.prices.trials import QuotePart

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
    return any(map(option_in, _titles(part)))


def _are_variants(parts: Sequence[QuotePart]) -> bool:
    """Return whether tables are named as variants, each as another one."""
    named = (plain_words(title) for part in parts for title in _titles(part))
    return len({words for words in named if says("variant", words)}) > 1


def _titles(part: QuotePart) -> list[str]:
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
