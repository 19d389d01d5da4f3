"""What options do with a part failed, by the formulas of whole storage (MODEL F5)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.demand import degraded_share
from arraywise.domain.degraded import STATE_WORDS, DegradedRule
from arraywise.domain.messages import message
from arraywise.report.workbook.curves import write_curves
from arraywise.report.workbook.evidence_bounds import (
    RATES,
    judged_steps,
    value_steps,
    write_latencies,
)
from arraywise.report.workbook.performance import columns_of, verdict_steps, write_shown
from arraywise.report.workbook.steps import FIRST_COLUMN, write_steps

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import WorkbookWriter


def write_degraded(book: WorkbookWriter, content: ReportContent) -> dict[int, tuple[str, ...]]:
    """Write what options do with a part failed, by the formulas of whole storage (MODEL F5).

    Returns:
        The verdicts of each option's states, by its id; nothing where no rule asks for them.
    """
    asked = content.answer.requirement
    if asked.degraded is DegradedRule.NOT_ASKED:
        return {}
    states, options = _states_as_options(book, content), content.degraded
    if not options:
        return {}
    title = message("With a part failed")
    areas = write_curves(book, states, (message("Degraded curves"), title))
    bounds = write_latencies(book, states, (message("Degraded latencies"), title))
    note = message("Formulas over the sheet Degraded curves, as the sheet Response has them.")
    grid = book.sheet(message("Degraded"), title, note)
    columns, name = columns_of(states, areas), asked.degraded.value
    row, doubts = write_shown(grid, columns)
    rate = content.answer.demand_tps * degraded_share(asked)
    steps = verdict_steps(name, RATES[name], rate, asked, doubts)
    row = write_steps(grid, row, message("At the required load"), steps, columns)
    if bounds:
        title = message("I/O evidence and publications (values)")
        row = write_steps(grid, row, title, value_steps(bounds), columns)
        steps = judged_steps(name, rate, asked.target_s, bounds)
        write_steps(grid, row, message("By all evidence"), steps, columns)
    grid.widths(46, 10, *[24] * len(columns))
    grid.finish((4, FIRST_COLUMN))
    key, found = (
        f"{name}_final" if bounds else f"{name}_verdict",
        defaultdict[int, list[str]](list),
    )
    for column, each in zip(columns, options, strict=True):
        found[each.option.id].append(f"{grid.quoted}!{column.at(key)}")
    return {option: tuple(cells) for option, cells in found.items()}


def _states_as_options(book: WorkbookWriter, content: ReportContent) -> ReportContent:
    """Return the content with every tested state in the place of an option of its own."""
    answers = {each.option.id: each for each in content.answer.options}
    named = [
        (
            each,
            replace(
                each.option,
                id=-number,
                name=f"{each.option.name} {book.localise(STATE_WORDS[each.state])}",
            ),
        )
        for number, each in enumerate(content.degraded, start=1)
    ]
    return replace(
        content,
        answer=replace(
            content.answer,
            options=tuple(replace(answers[e.option.id], option=option) for e, option in named),
        ),
        curves=tuple(
            replace(each.curve, option=option) for each, option in named if each.curve is not None
        ),
        bounds={option.id: each.bounds for each, option in named},
    )
