"""How long it takes to provide storage with each option, and how long each lasts."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.domain.decision import Interval
from arraywise.domain.estimates import describe_estimate
from arraywise.domain.messages import message
from arraywise.domain.options import complete_repetition_sums, group_times_by_step
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.present import numbers
from arraywise.present.charts.stacked import DotRow, draw_dot_chart
from arraywise.present.numbers import NONE
from arraywise.present.runway import (
    CASH_NOTE,
    DEMAND_WORDS,
    describe_growth,
    describe_load_to_last,
    describe_option_lifetime,
    describe_unknown_lifetimes,
    format_outgrown_month,
    has_growth,
    recommended_or_longest_lasting,
)
from arraywise.report.charts.response import runway_chart
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.options import ProvisioningTime
    from arraywise.domain.runway import OptionRunway, Runway
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks


_ESTIMATED = message(
    "Estimates in minutes: mean ± standard error, or least / most likely / most. Shortest and"
    " longest: ends of the 95 % interval."
)

_HORIZON = message(
    "Lines: highest load and data shown for each option; bands: best case. Circle: outgrown"
    " from this month."
)


def provisioning_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set times and ease factors, then the steps."""
    timed = [o for o in content.ranked if o.provisioning_s.point is not None]
    if not timed:
        return [layout.paragraph(message("No provisioning times have been entered."))]
    return [
        *_build_provisioning_totals(content, layout, timed),
        _draw_readings(content, layout, timed),
        *_build_steps(content, layout, timed),
    ]


def _build_provisioning_totals(
    content: ReportContent, layout: PageLayout, timed: list[OptionAnswer]
) -> Blocks:
    words = layout.words
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Repetitions"), figures=True),
        TableColumn(message("Mean of the sum"), message("min"), figures=True),
        TableColumn(message("95 % interval"), message("min"), figures=True),
        TableColumn(message("Effort"), figures=True),
    )
    rows: list[Row] = [
        [
            layout.option_cell(option.option),
            words.number(_count_repetitions(_provisioning_times_of(content, option))),
            words.number(numbers.to_minutes(option.provisioning_s.point), 1),
            words.span(
                numbers.to_minutes(option.provisioning_s.low),
                numbers.to_minutes(option.provisioning_s.high),
                1,
            ),
            words.number(option.ease_factor, 2),
        ]
        for option in timed
    ]
    note = message("Effort: provisioning time, times the quickest option (1).")
    caption = message("Time to provide storage, all steps")
    return titled_table(layout, caption, columns, Rows(rows), note)


def _draw_readings(
    content: ReportContent, layout: PageLayout, timed: list[OptionAnswer]
) -> Flowable:
    """Draw the sum of every repetition, with the mean and its interval."""
    rows = []
    for option in timed:
        mean = option.provisioning_s
        ends = (
            numbers.to_minutes(mean.low),
            numbers.to_minutes(mean.point),
            numbers.to_minutes(mean.high),
        )
        rows.append(
            DotRow(
                name=layout.text(option.option.name),
                position=option.option.position,
                readings=tuple(
                    s / SECONDS_PER_MINUTE
                    for s in complete_repetition_sums(_provisioning_times_of(content, option))
                ),
                mean=Interval(*ends),
                note=f"× {layout.words.number(option.ease_factor, 2)}",  # noqa: RUF001 - times
            )
        )
    title = layout.text(message("Minutes"))
    return layout.captioned_figure(
        message("Provisioning time, all readings"),
        build_drawing(draw_dot_chart(rows, title, layout.width, paper_medium(layout))),
        message("Circles: sum of each repetition; below, the mean with its 95 % interval."),
    )


def _build_steps(content: ReportContent, layout: PageLayout, timed: list[OptionAnswer]) -> Blocks:
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Step"), share=2),
        TableColumn(message("Readings"), figures=True),
        TableColumn(message("Shortest"), message("min"), figures=True),
        TableColumn(message("Mean"), message("min"), figures=True),
        TableColumn(message("Longest"), message("min"), figures=True),
    )
    cells: list[Row] = []
    for option in timed:
        name: Flowable | str = layout.option_cell(option.option)
        for step, times in group_times_by_step(_provisioning_times_of(content, option)).items():
            spread = (
                layout.words.number(numbers.to_minutes(s), 1)
                for s in _shortest_mean_longest_s(times)
            )
            cells.append([name, step, _format_reading_count(layout, times), *spread])
            name = ""
    judged = any(
        time.estimate for option in timed for time in _provisioning_times_of(content, option)
    )
    notes = (_ESTIMATED,) if judged else ()
    return titled_table(layout, message("Steps"), columns, Rows(cells, tight=True), *notes)


def _provisioning_times_of(
    content: ReportContent, option: OptionAnswer
) -> tuple[ProvisioningTime, ...]:
    facts = content.facts_of(option.option)
    return facts.provisioning if facts else ()


def _count_repetitions(times: Iterable[ProvisioningTime]) -> int | None:
    """Return how many repetitions were read; None where all was estimated."""
    return max((t.repetition for t in times if t.estimate is None), default=None)


def _format_reading_count(layout: PageLayout, times: Sequence[ProvisioningTime]) -> str:
    """Write how often a step was read, and its estimates."""
    read = sum(time.estimate is None for time in times)
    judged = [
        layout.words.localise(describe_estimate(t.estimate.scaled(1 / SECONDS_PER_MINUTE)))
        for t in times
        if t.estimate is not None
    ]
    return ", ".join([*([layout.words.number(read)] if read else []), *judged])


def _shortest_mean_longest_s(times: Sequence[ProvisioningTime]) -> tuple[float, float, float]:
    """Return the shortest that was read or is likely, the mean, and the longest."""
    ends = [_time_bounds_s(time) for time in times]
    mean = fmean(time.seconds for time in times)
    return min(low for low, _ in ends), mean, max(high for _, high in ends)


def _time_bounds_s(time: ProvisioningTime) -> tuple[float, float]:
    if time.estimate is None:
        return time.seconds, time.seconds
    return max(0.0, time.estimate.quantile(0.025)), time.estimate.quantile(0.975)


def runway_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the answer, the chart and a row an option; a sentence where nothing grows."""
    runway = content.runway
    if runway is None or not has_growth(runway) or not runway.options:
        return [layout.paragraph(describe_growth(content.answer.requirement))]
    answer, first = content.answer, recommended_or_longest_lasting(content.answer, runway)
    needed = describe_load_to_last(answer, runway)
    sentences = [describe_growth(answer.requirement), *([] if needed is None else [needed])]
    title = message("Load, data and cash by the month")
    notes = [_HORIZON, CASH_NOTE] if any(each.cash for each in runway.options) else [_HORIZON]
    return [
        *(
            []
            if first is None
            else [layout.option_callout(first.option, [describe_option_lifetime(first)])]
        ),
        layout.sentences_paragraph(sentences),
        layout.captioned_figure(title, runway_chart(layout, answer, runway), *notes),
        *_build_runway_table(content, layout, runway),
    ]


def _build_runway_table(content: ReportContent, layout: PageLayout, runway: Runway) -> Blocks:
    has_data = runway.data_bytes is not None
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Outgrown in month"), figures=True),
        TableColumn(message("Outgrown by")),
        TableColumn(message("Load outgrown in month"), figures=True),
        *([TableColumn(message("Full in month"), figures=True)] if has_data else []),
    )
    known = [runway.option_runway(option.option) for option in content.ranked]
    rows: list[Row] = [_build_runway_row(layout, each) for each in known if each is not None]
    title = message("How long each option lasts")
    interval = message("In brackets: at the bounds of response time and reduction ratio.")
    return titled_table(
        layout, title, columns, Rows(rows), interval, *describe_unknown_lifetimes(runway)
    )


def _build_runway_row(layout: PageLayout, each: OptionRunway) -> Row:
    by = each.outgrown_by
    data = [] if each.data is None else [format_outgrown_month(layout.words, each.data.last_month)]
    return [
        layout.option_cell(each.option),
        format_outgrown_month(layout.words, each.last_month),
        NONE if by is None else DEMAND_WORDS[by],
        format_outgrown_month(layout.words, each.load.last_month),
        *data,
    ]
