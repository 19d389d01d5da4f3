"""What would make a quote add up that does not: another role of one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.quotes import QuoteAnswer, QuoteState, RowRole
from arraywise.importers.prices.questions import with_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arraywise.domain.quotes import QuoteDecisions, QuoteReading
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.trials import QuotePart

_MOST_TRIED, _MOST_SHOWN = 8, 4
_LABELS = {
    RowRole.NOT_INCLUDED: "Row {row}, {name}, is not included",
    RowRole.ITEM: "Row {row}, {name}, is an item",
}


def explain(
    parts: Sequence[QuotePart],
    decisions: QuoteDecisions,
    read: Callable[[QuoteDecisions], QuoteReading],
) -> tuple[QuoteAnswer, ...]:
    """Return the roles of single rows with which the quote closes, from above."""
    answers: list[QuoteAnswer] = []
    for sheet, line, role in list(_tried(parts))[:_MOST_TRIED]:
        changed = with_row(decisions, sheet, line.row.number, role)
        reading = read(changed)
        if reading.state is QuoteState.CLOSES:
            name = (line.label or line.description)[:60]
            label = message(_LABELS[role], row=line.row.number, name=name)
            code = f"{role.value}-{line.row.number}"
            answers.append(QuoteAnswer(code, label, changed, reading.price))
    return tuple(answers[:_MOST_SHOWN])


def _tried(parts: Sequence[QuotePart]) -> Iterable[tuple[str, SearchRow, RowRole]]:
    """Return rows with amounts, each with the role that is tried."""
    for part in parts:
        missing = part.trial.outcome.gaps
        for step in part.trial.outcome.steps:
            if step.role is RowRole.ITEM and round(step.line.total) in missing:
                yield part.sheet, step.line, RowRole.NOT_INCLUDED
            elif step.line.identity and round(-step.line.total) in missing:
                yield part.sheet, step.line, RowRole.ITEM
