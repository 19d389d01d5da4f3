"""The scenarios side by side, as values: each has inputs of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.codes import NO, YES, code
from arraywise.report.workbook.grid import Kind, money

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.report.content import ScenarioAnswer
    from arraywise.report.workbook.grid import Book, Grid, Text, Value

_NOTE = say("Values, worked out by the app: the other sheets follow the scenario in use alone.")
BASE = say("Base")


def write_scenarios(book: Book, scenarios: Sequence[ScenarioAnswer], footer: Text) -> None:
    """Write the sheet where there are scenarios."""
    if not scenarios:
        return
    grid = book.sheet(say("Scenarios"), say("Scenarios"), _NOTE)
    names = [each.name or BASE for each in scenarios]
    grid.head(3, (say("What"), *names))
    row = _write_whole(grid, 4, scenarios)
    currency = scenarios[0].answer.currency
    blocks: tuple[tuple[Text, Callable[[OptionAnswer], Value], str], ...] = (
        (say("Status"), lambda o: code(o.status.value), "@"),
        (say("Rank"), lambda o: o.rank, "0"),
        (say("Score"), lambda o: o.value.point if o.rank else None, "0.0"),
        (say("Response time, ms"), lambda o: _ms(o.response_s.point), "0.0"),
        (say("Capacity, visits/month"), lambda o: o.capacity_visits_per_month, "#,##0"),
        (say("36-month price"), lambda o: o.price.total if o.price else None, money(currency)),
    )
    for title, figure, form in blocks:
        row = _write_block(grid, row, scenarios, (title, figure, form))
    grid.widths(34, *[28] * len(scenarios))
    grid.finish(footer, (4, 1))


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000


def _write_whole(grid: Grid, row: int, scenarios: Sequence[ScenarioAnswer]) -> int:
    figures: tuple[tuple[Text, Callable[[Answer], Value], str], ...] = (
        (say("Recommended"), lambda a: a.recommended.name if a.recommended else say("none"), "@"),
        (say("Clear winner"), lambda a: code(YES if a.clear else NO), "@"),
        (say("Target response time, ms"), lambda a: _ms(a.requirement.response_time_s), "0.0##"),
        (say("Visits per month"), lambda a: a.requirement.visits_per_month, "#,##0"),
        (say("Demand, transactions/s"), lambda a: a.demand_tps, "0.00"),
        (say("Budget"), lambda a: a.requirement.budget, "#,##0"),
        (say("Rule of the recommendation"), lambda a: code(a.requirement.rule.value), "@"),
    )
    if any(each.answer.discount_rate is not None for each in scenarios):
        rate = say("Discount rate of the price, a year")
        figures = (*figures, (rate, lambda a: a.discount_rate, "0.00##%"))
    for label, figure, form in figures:
        grid.put(row, 0, label, Kind.STRONG)
        for column, each in enumerate(scenarios, start=1):
            grid.put(row, column, figure(each.answer), Kind.PLAIN, form)
        row += 1
    grid.put(row, 0, say("In use"), Kind.STRONG)
    grid.put(row + 1, 0, say("Differs from the base in"), Kind.STRONG)
    for column, each in enumerate(scenarios, start=1):
        grid.put(row, column, code(YES) if each.in_use else "", Kind.PLAIN)
        grid.put(row + 1, column, "; ".join(map(grid.book.say, each.differs)), Kind.TEXT)
    return row + 3


def _write_block(
    grid: Grid,
    row: int,
    scenarios: Sequence[ScenarioAnswer],
    block: tuple[Text, Callable[[OptionAnswer], Value], str],
) -> int:
    title, figure, form = block
    grid.put(row, 0, title, Kind.SECTION)
    for offset, option in enumerate(scenarios[0].answer.options, start=1):
        grid.put(row + offset, 0, option.option.name)
        for column, each in enumerate(scenarios, start=1):
            own = next(o for o in each.answer.options if o.option.id == option.option.id)
            grid.put(row + offset, column, figure(own), Kind.PLAIN, form)
    return row + len(scenarios[0].answer.options) + 2
