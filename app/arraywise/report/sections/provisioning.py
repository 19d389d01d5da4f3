"""How long it takes to provide storage with each option, from stop-watch readings."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.domain.decision import Interval
from arraywise.domain.said import say
from arraywise.report import figures
from arraywise.report.charts.dots import DotRow, dot_chart
from arraywise.report.styles import look
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set times and ease factors, then the steps."""
    timed = [o for o in content.ranked if o.provisioning_s.point is not None]
    if not timed:
        return [layout.paragraph(say("No provisioning times have been entered."))]
    return [
        *_overall(content, layout, timed),
        _readings(content, layout, timed),
        *_steps(content, layout, timed),
    ]


def _overall(content: ReportContent, layout: Layout, timed: list[OptionAnswer]) -> list[Flowable]:
    words = layout.words
    columns = (
        Column(say("Option"), share=1),
        Column(say("Repetitions"), figures=True),
        Column(say("Mean of the sum"), say("min"), figures=True),
        Column(say("95 % interval"), say("min"), figures=True),
        Column(say("Ease factor"), figures=True),
        Column(say("Inverse"), figures=True),
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
            words.number(option.ease_factor, 2),
            words.number(1.0 / option.ease_factor if option.ease_factor else None, 2),
        ]
        for option in timed
    ]
    note = say(
        "Ease factor: provisioning time over that of the quickest option, which has 1; its inverse"
        " falls where more time is taken. Publications mean now the one, now the other."
    )
    caption = say("Time to provide storage, all steps")
    return titled_table(layout, caption, columns, Rows(rows), note)


def _readings(content: ReportContent, layout: Layout, timed: list[OptionAnswer]) -> Flowable:
    """Draw the sum of every repetition, with the mean and its interval."""
    rows = []
    for option in timed:
        sums: dict[int, float] = defaultdict(float)
        for time in _times(content, option):
            sums[time.repetition] += time.seconds
        mean = option.provisioning_s
        ends = (figures.minutes(mean.low), figures.minutes(mean.point), figures.minutes(mean.high))
        rows.append(
            DotRow(
                name=layout.text(option.option.name),
                look=look(option.option),
                readings=tuple(seconds / 60.0 for seconds in sums.values()),
                mean=Interval(*ends),
                note=f"× {layout.words.number(option.ease_factor, 2)}",  # noqa: RUF001 - times
            )
        )
    return layout.figure(
        say("Time to provide storage, reading by reading"),
        dot_chart(layout, rows, layout.text(say("Minutes"))),
        say("Circles: the sum of each repetition. Below them the mean with its 95 % interval."),
    )


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
    return titled_table(layout, say("Steps"), columns, Rows(cells, tight=True))


def _times(content: ReportContent, option: OptionAnswer) -> tuple[ProvisioningTime, ...]:
    facts = content.facts_of(option.option)
    return facts.provisioning if facts else ()


def _by_step(times: tuple[ProvisioningTime, ...]) -> dict[str, list[float]]:
    steps: dict[str, list[float]] = defaultdict(list)
    for time in times:
        steps[time.step].append(time.seconds)
    return steps
