"""What was read of each period beside what the quote prints of it."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO
from arraywise.domain.quotes import Period, PeriodSum, RowRole
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.prices.lines import ONE
from arraywise.importers.prices.states import AT_ONCE, SUMS
from arraywise.importers.prices.vocabulary import MONTHS_OF

if TYPE_CHECKING:
    from arraywise.importers.prices.states import ReadingStep, RowsReading

Sums = dict[Period, Decimal]
Printed = dict[Period, tuple[Decimal, int]]


def period_sums(outcome: RowsReading, sheet: str) -> tuple[PeriodSum, ...]:
    """Return what was read of each period beside what the quote prints of it."""
    items: dict[Period, Decimal] = {}
    taken: dict[Period, Decimal] = {}
    printed: Printed = {}
    for step in outcome.steps:
        if step.role in {RowRole.ITEM, RowRole.DISCOUNT}:
            _add_charges(step, outcome, items, taken)
        elif step.role in SUMS:
            _collect_printed(step, outcome, printed)
    contained = Decimal(f"{outcome.state.contained:.12g}")
    if contained:
        period = next(iter(items))
        taken[period] = taken.get(period, ZERO) - contained
    steps = [s for s in outcome.steps if s.role is RowRole.CARRIED_FORWARD and not s.lanes]
    carried = sum((Decimal(f"{s.line.figures[0][1]:.12g}") for s in steps), ZERO)
    sums = []
    for period in (p for p in Period if p in items or p in taken):
        read = items.get(period, ZERO), taken.get(period, ZERO)
        total, row = printed.get(period, (None, None))
        total = total - carried if total is not None else None
        sums.append(PeriodSum(period, *read, total, sheet, row))
    return tuple(sums)


def _add_charges(step: ReadingStep, outcome: RowsReading, items: Sums, taken: Sums) -> None:
    for period, value, _ in _charges_of(step, outcome):
        into = taken if value < 0 else items
        into[period] = into.get(period, ZERO) + value
    if step.share is not None:
        share = Decimal(f"{step.share:.10g}")
        for period, value in items.items():
            off = taken.get(period, ZERO)
            taken[period] = off - (value + off) * share


def _charges_of(
    step: ReadingStep, outcome: RowsReading
) -> list[tuple[Period, Decimal, int | None]]:
    """Return what an item or a discount comes to: its amounts, or the one figure of its row."""
    line = step.line
    if not line.amounts and line.figures and outcome.lanes:
        value = Decimal(f"{line.figures[0][1] * step.sign:.12g}")
        return [(outcome.lanes[0][1], value, None)]
    return [(a.period, a.value * step.sign, a.months) for a in line.amounts]


def price_of_rows(outcome: RowsReading, term_months: int | None) -> tuple[Decimal, Decimal]:
    """Return what the rows come to in 36 months, and by how much roundings may change it."""
    price, slack = ZERO, Decimal("0.02")
    for step in outcome.steps:
        if step.role not in {RowRole.ITEM, RowRole.DISCOUNT}:
            continue
        for period, value, months in _charges_of(step, outcome):
            price += value * _factor_to_36_months(period, term_months or months)
        if step.share is not None:
            price *= 1 - Decimal(f"{step.share:.10g}")
        slack += _rounding_slack(step)
    recurring = {period for _, period, _ in outcome.lanes} - AT_ONCE
    weight = MONTHS_PRICED / Decimal(MONTHS_OF[recurring.pop()]) if recurring else Decimal(1)
    return price - Decimal(f"{outcome.state.contained:.12g}") * weight, slack


def _factor_to_36_months(period: Period, term: int | None) -> Decimal:
    if period in MONTHS_OF:
        return Decimal(MONTHS_PRICED) / MONTHS_OF[period]
    return Decimal(MONTHS_PRICED) / (term or MONTHS_PRICED) if period is Period.TERM else ONE


def _rounding_slack(step: ReadingStep) -> Decimal:
    """Return by how much the roundings of a row may change the price."""
    roundings = (
        abs((a.computed or ZERO) - a.value) * _factor_to_36_months(a.period, a.months)
        for a in step.line.amounts
        if a.rounded
    )
    halves = (Decimal(f"{half:.6g}") for _, _, half in step.line.figures)
    of_rate = MONTHS_PRICED * max(halves, default=ZERO) if step.line.rate else ZERO
    return sum(roundings, ZERO) + (of_rate if step.role is RowRole.DISCOUNT else ZERO)


def _collect_printed(step: ReadingStep, outcome: RowsReading, printed: Printed) -> None:
    if step.gross or not step.line.figures:
        return
    periods = {outcome.lanes[n][1] for n in step.lanes}
    if step.open and not step.lanes:
        _collect_unexplained(step, outcome, printed)
        return
    values = sum((Decimal(f"{v:.12g}") for _, v, _ in step.line.figures), ZERO)
    if len(periods) == 1:
        (period,) = periods
        if step.role is RowRole.SUBTOTAL and not step.open and period in printed:
            values += printed[period][0]
        printed[period] = (values, step.line.row.number)


def _collect_unexplained(step: ReadingStep, outcome: RowsReading, printed: Printed) -> None:
    """Keep what a sum prints that nothing adds up to, where its column is paid by one period."""
    for money, value, _ in step.line.figures:
        periods = {period for of, period, _ in outcome.lanes if of == money}
        if len(periods) == 1:
            printed[periods.pop()] = (Decimal(f"{value:.12g}"), step.line.row.number)
