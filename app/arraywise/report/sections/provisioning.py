"""How long it takes to provide storage with each option, from stop-watch readings."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report import figures
from arraywise.report.marks import interval_drawing
from arraywise.report.styles import look
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row

_PLOT_WIDTH = 110.0


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set times and ease factors, then the steps."""
    timed = [o for o in content.ranked if o.provisioning_s.point is not None]
    if not timed:
        return [layout.paragraph(say("No provisioning times have been entered."))]
    return [*_overall(content, layout, timed), *_steps(content, layout, timed)]


def _overall(content: ReportContent, layout: Layout, timed: list[OptionAnswer]) -> list[Flowable]:
    words = layout.words
    ends = [e for o in timed for e in (o.provisioning_s.point, o.provisioning_s.high) if e]
    reach = (0.0, max(ends, default=1.0))
    columns = (
        Column(say("Option"), share=1),
        Column(say("Repetitions"), figures=True),
        Column(say("Mean of the sum"), say("min"), figures=True),
        Column(say("95 % interval"), say("min"), figures=True),
        Column(say("Interval")),
        Column(say("Ease factor"), figures=True),
    )
    rows: list[Row] = [
        [
            layout.option(option.option),
            words.number(max(t.repetition for t in _times(content, option))),
            words.number(figures.minutes(option.provisioning_s.point), 1),
            words.span(
                figures.minutes(option.provisioning_s.low),
                figures.minutes(option.provisioning_s.high),
                1,
            ),
            interval_drawing(look(option.option), option.provisioning_s, reach, None, _PLOT_WIDTH),
            words.number(option.ease_factor, 2),
        ]
        for option in timed
    ]
    note = say("Ease factor: provisioning time over that of the quickest option, which has 1.")
    caption = say("Time to provide storage, all steps")
    return titled_table(layout, caption, columns, Rows(rows), note)


def _steps(content: ReportContent, layout: Layout, timed: list[OptionAnswer]) -> list[Flowable]:
    columns = (
        Column(say("Option"), share=1),
        Column(say("Step"), share=2),
        Column(say("Readings"), figures=True),
        Column(say("Shortest"), say("min"), figures=True),
        Column(say("Mean"), say("min"), figures=True),
        Column(say("Longest"), say("min"), figures=True),
    )
    cells: list[Row] = []
    for option in timed:
        name: Flowable | str = layout.option(option.option)
        for step, seconds in _by_step(_times(content, option)).items():
            spread = (min(seconds), fmean(seconds), max(seconds))
            numbers = (layout.words.number(figures.minutes(s), 1) for s in spread)
            cells.append([name, step, layout.words.number(len(seconds)), *numbers])
            name = ""
    return titled_table(layout, say("Steps"), columns, Rows(cells))


def _times(content: ReportContent, option: OptionAnswer) -> tuple[ProvisioningTime, ...]:
    facts = content.facts_of(option.option)
    return facts.provisioning if facts else ()


def _by_step(times: tuple[ProvisioningTime, ...]) -> dict[str, list[float]]:
    steps: dict[str, list[float]] = defaultdict(list)
    for time in times:
        steps[time.step].append(time.seconds)
    return steps
