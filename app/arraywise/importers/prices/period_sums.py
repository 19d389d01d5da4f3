"""What was read of each period beside what the quote prints of it."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.quotes import Period, PeriodSum, RowRole
from arraywise.importers.prices.states import SUMS

if TYPE_CHECKING:
    from arraywise.importers.prices.states import Outcome, Step

ZERO = Decimal(0)
Printed = dict[Period, tuple[Decimal, int]]


def period_sums(outcome: Outcome, sheet: str) -> tuple[PeriodSum, ...]:
    """Return what was read of each period beside what the quote prints of it."""
    items: dict[Period, Decimal] = {}
    taken: dict[Period, Decimal] = {}
    printed: Printed = {}
    for step in outcome.steps:
        if step.role in {RowRole.ITEM, RowRole.DISCOUNT}:
            _add(step, items, taken)
        elif step.role in SUMS:
            _keep_printed(step, outcome, printed)
    sums = []
    for period in (p for p in Period if p in items or p in taken):
        read = items.get(period, ZERO), taken.get(period, ZERO)
        total, row = printed.get(period, (None, None))
        sums.append(PeriodSum(period, *read, total, sheet, row))
    return tuple(sums)


def _add(step: Step, items: dict[Period, Decimal], taken: dict[Period, Decimal]) -> None:
    for amount in step.line.amounts:
        value = amount.value * step.sign
        into = taken if value < 0 else items
        into[amount.period] = into.get(amount.period, ZERO) + value
    if step.share is not None:
        share = Decimal(f"{step.share:.10g}")
        for period, value in items.items():
            off = taken.get(period, ZERO)
            taken[period] = off - (value + off) * share


def _keep_printed(step: Step, outcome: Outcome, printed: Printed) -> None:
    if step.gross or not step.line.figures:
        return
    periods = {outcome.lanes[n][1] for n in step.lanes}
    if step.open and not step.lanes:
        _keep_failed(step, outcome, printed)
        return
    values = sum((Decimal(f"{v:.12g}") for _, v, _ in step.line.figures), ZERO)
    if len(periods) == 1:
        (period,) = periods
        if step.role is RowRole.SUBTOTAL and not step.open and period in printed:
            values += printed[period][0]
        printed[period] = (values, step.line.row.number)


def _keep_failed(step: Step, outcome: Outcome, printed: Printed) -> None:
    """Keep what a sum prints that nothing adds up to, where its column is paid by one period."""
    for money, value, _ in step.line.figures:
        periods = {period for of, period, _ in outcome.lanes if of == money}
        if len(periods) == 1:
            printed[periods.pop()] = (Decimal(f"{value:.12g}"), step.line.row.number)
