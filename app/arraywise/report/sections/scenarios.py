"""The study's scenarios side by side: what each changes, and what it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.platypus import CondPageBreak

from arraywise.domain.price_words import percent_of
from arraywise.domain.said import say
from arraywise.report import figures
from arraywise.report.layout import ROOM_FOR_A_START
from arraywise.report.styles import Style
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.report.content import ReportContent, ScenarioAnswer
    from arraywise.report.layout import Layout, Text
    from arraywise.report.tables import Cell, Row

_SIDE_BY_SIDE = 4
"""Scenarios in one table; more stand in further tables."""


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set what differs, then each option's standing; nothing without scenarios."""
    scenarios = content.scenarios
    if not scenarios:
        return []
    heading = layout.subheading(say("Scenarios side by side"), key="scenarios")
    blocks = [CondPageBreak(ROOM_FOR_A_START), heading, *_overall(layout, scenarios)]
    for first in range(0, len(scenarios), _SIDE_BY_SIDE):
        blocks += _standing(content, layout, scenarios[first : first + _SIDE_BY_SIDE])
    return blocks


def _overall(layout: Layout, scenarios: Sequence[ScenarioAnswer]) -> list[Flowable]:
    words = layout.words
    columns = (
        Column(say("Scenario"), share=1),
        Column(say("Differs from the base in"), share=2),
        Column(say("Target"), "ms", figures=True),
        Column(say("Demand"), "1/s", figures=True),
        Column(say("Recommended"), share=1),
        Column(say("36 months"), scenarios[0].answer.currency, figures=True),
        Column(say("First"), say("% of draws"), figures=True),
    )
    rows: list[Row] = []
    for scenario in scenarios:
        answer = scenario.answer
        wanted = answer.recommended
        chosen = next((o for o in answer.options if wanted and o.option.id == wanted.id), None)
        target = figures.milliseconds(answer.requirement.response_time_s)
        rows.append(
            [
                name_of(scenario),
                _differences(layout, scenario),
                words.number(target, figures.places_for([target])),
                words.number(answer.demand_tps, 1),
                layout.option(chosen.option) if chosen else say("none"),
                _price(layout, scenario, chosen),
                words.number(figures.percent(chosen.first_share if chosen else None), 1),
            ]
        )
    strong = frozenset(i for i, scenario in enumerate(scenarios) if scenario.in_use)
    note = say("In bold: the scenario that the rest of this report shows.")
    title = say("What each scenario changes and recommends")
    return titled_table(layout, title, columns, Rows(rows, strong=strong), note)


def _price(layout: Layout, scenario: ScenarioAnswer, chosen: OptionAnswer | None) -> Cell:
    """Write the price, and by which rate it is a net present value: scenarios may differ in it."""
    price = figures.price(layout.words, chosen) if chosen else layout.words.number(None)
    rate = scenario.answer.discount_rate
    if rate is None:
        return price
    return say("{price} (NPV at {rate:.10g} %/a)", price=price, rate=percent_of(rate))


def _differences(layout: Layout, scenario: ScenarioAnswer) -> Cell:
    if not scenario.differs:
        return ""
    return layout.listed(scenario.differs, Style.CELL)


def _standing(
    content: ReportContent, layout: Layout, scenarios: Sequence[ScenarioAnswer]
) -> list[Flowable]:
    words = layout.words
    columns = (
        Column(say("Option"), share=1),
        *(Column(name_of(each), say("rank (points)"), figures=True) for each in scenarios),
    )
    rows: list[Row] = []
    for at, option in enumerate(content.answer.options):
        cells = []
        for scenario in scenarios:
            each = scenario.answer.options[at]
            rank = words.number(each.rank)
            points = words.number(each.value.point, 1)
            cells.append(rank if each.rank is None else f"{rank} ({points})")
        rows.append([layout.option(option.option), *cells])
    note = say("A dash: the option does not pass the screen of that scenario.")
    title = say("The options in each scenario")
    return titled_table(layout, title, columns, Rows(rows), note)


def name_of(scenario: ScenarioAnswer) -> Text:
    """Return what a scenario is called."""
    return scenario.name or say("Base case")
