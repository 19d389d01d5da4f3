"""Appendix B: the levels that were measured, and I/O evidence where it decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.requirement import STATE_WORDS
from arraywise.present import numbers
from arraywise.present.labels import OUTCOME_WORDS
from arraywise.present.level_messages import describe_degraded, describe_levels
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table
from arraywise.report.sections.method import decides_by_io
from arraywise.report.sections.storage import (
    published_figures_table,
    published_loads_table,
    single_run_notes,
    storage_evidence_blocks,
)

if TYPE_CHECKING:
    from arraywise.domain.decision import Interval, LoadLevel
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

LIMITS = {
    "figures contradict each other": message("figures contradict each other"),
    "memory paged": message("memory"),
    "processors shared": message("shared processors"),
    "host processors exhausted": message("host processors"),
    "host processors nearly exhausted": message("host processors, nearly"),
    "one processor alone": message("a single processor"),
    "client exhausted": message("client"),
    "link saturated": message("path"),
}
"""What other than the storage limited a level (MODEL P4); by `LoadLevel.bottleneck`."""


def levels_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the measured levels, and what else the outcomes rest on; absent without any."""
    blocks = [
        *_build_levels_table(content, layout),
        *single_run_notes(content, layout),
        *degraded_outcomes_table(content, layout),
        *(storage_evidence_blocks(content, layout) if decides_by_io(content) else []),
        *published_loads_table(content, layout),
        *published_figures_table(content, layout),
    ]
    return SectionPage(None, blocks) if blocks else None


def _build_levels_table(content: ReportContent, layout: PageLayout) -> Blocks:
    columns = (
        TableColumn(message("Users"), figures=True),
        TableColumn(message("Runs"), figures=True),
        TableColumn(message("Rate"), "1/s", figures=True),
        TableColumn(message("95 % interval"), "1/s", figures=True),
        TableColumn(message("Response time"), "ms", figures=True),
        TableColumn(message("95 % interval"), "ms", figures=True),
        TableColumn(message("Host CPU"), "%", figures=True),
        TableColumn(message("Remark"), share=1),
    )
    cells: list[Row] = []
    spanned = []
    for option in content.ranked:
        if option.levels:
            spanned.append(len(cells))
            cells.append([layout.option_cell(option.option, Style.TIGHT_STRONG)])
            cells += [_build_level_row(layout, level) for level in option.levels]
    if not cells:
        return []
    rows = Rows(cells, spanned=frozenset(spanned), tight=True)
    return titled_table(layout, describe_levels(content.answer), columns, rows)


def degraded_outcomes_table(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what options do with a part failed; nothing where that was not tested."""
    words = layout.words
    tested = [found for option in content.ranked for found in option.degraded]
    times = [t for each in tested for t in (each.response_at_peak_s, each.response_at_average_s)]
    places = numbers.decimals_for_values(numbers.to_milliseconds(time.high) for time in times)
    alone = content.answer.is_storage_alone
    ends = message("Least to most") if alone else message("95 % interval")
    rows: list[Row] = []
    for option in content.ranked:
        for found in option.degraded:
            peak, usual = found.response_at_peak_s, found.response_at_average_s
            rows.append(
                [
                    layout.option_cell(option.option, Style.TIGHT),
                    STATE_WORDS[found.state],
                    words.number(found.runs + found.io_points),
                    words.number(found.peak_tps, 1),
                    OUTCOME_WORDS[found.outcome_at_peak],
                    _format_ms_span(layout, peak, places),
                    words.number(found.average_tps, 1),
                    OUTCOME_WORDS[found.outcome_at_average],
                    _format_ms_span(layout, usual, places),
                ]
            )
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("State")),
        TableColumn(message("Runs"), figures=True),
        TableColumn(message("Peak load"), "1/s", figures=True),
        TableColumn(message("Outcome")),
        TableColumn(ends, "ms", figures=True),
        TableColumn(message("Average load"), "1/s", figures=True),
        TableColumn(message("Outcome")),
        TableColumn(ends, "ms", figures=True),
    )
    note = message("Runs of degraded storage are in no normal curve or other table.")
    if not rows:
        return []
    said = describe_degraded(content.answer)
    return titled_table(layout, said, columns, Rows(rows, tight=True), note)


def _format_ms_span(layout: PageLayout, time: Interval, places: int) -> str:
    low, high = numbers.to_milliseconds(time.low), numbers.to_milliseconds(time.high)
    return layout.words.span(low, high, places)


def _build_level_row(layout: PageLayout, level: LoadLevel) -> Row:
    words = layout.words
    rate, seconds = level.rate_tps, level.response_s
    places = numbers.decimals_for_values([numbers.to_milliseconds(seconds.point)])
    return [
        words.number(level.users),
        words.number(level.runs),
        words.number(rate.point, 1),
        words.span(rate.low, rate.high, 1),
        words.number(numbers.to_milliseconds(seconds.point), places),
        _format_ms_span(layout, seconds, places),
        words.number(numbers.to_percent(level.host_busy), 0),
        _describe_level_remark(level),
    ]


def _describe_level_remark(level: LoadLevel) -> Message | str:
    if level.host_bound:
        limit = LIMITS.get(level.bottleneck, message("not the storage"))
        return message("limited by: {limit}; does not count", limit=limit)
    if level.past_knee:
        return message("past the highest rate: does not count")
    if level.runs < 2:
        return message("one run: no interval")
    return ""
