"""Options side by side, what would change the answer, and what their drives hold."""

from __future__ import annotations

from functools import partial
from math import isinf
from typing import TYPE_CHECKING

from arraywise.analysis.demand import (
    break_even_reduction,
    effective_capacity,
    fullest_month,
    has_needed_capacity,
    most_needed_bytes,
)
from arraywise.analysis.pricing import price_per_usable_tb
from arraywise.domain.capacity import NO_REDUCTION, TB, TIB, format_drives, format_reduction
from arraywise.domain.decision import failing_rules_besides_response
from arraywise.domain.messages import message
from arraywise.domain.requirement import Goal, Outcome, Rule
from arraywise.present import figures, numbers
from arraywise.present.findings import list_answer_changes
from arraywise.present.labels import OUTCOME_WORDS, VERDICT_WORDS
from arraywise.present.numbers import NONE
from arraywise.present.tables.overview import TablePart, option_columns
from arraywise.report.pdf.marks import interval_drawing
from arraywise.report.pdf.style import Style, option_style
from arraywise.report.pdf.tables import Rows, TableColumn, build_table, titled_table
from arraywise.report.sections.storage import single_run_notes

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from reportlab.graphics.shapes import Drawing
    from reportlab.platypus import Flowable

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.decision import Answer, Change, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.present.tables.overview import OptionColumn
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tables import Cell, Row
    from arraywise.report.pdf.text import Blocks


_OUTCOMES = {True: Outcome.PASS, False: Outcome.FAIL, None: Outcome.NOT_SHOWN}


def usable_capacity_table(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set a row an option; nothing where capacity is neither asked for nor stated."""
    answer = content.answer
    needed = most_needed_bytes(answer.requirement)
    if needed is None and not any(o.option.capacity for o in answer.options):
        return []
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("What it has"), share=2),
        TableColumn(message("Usable"), "TB", figures=True),
        TableColumn(message("Usable"), "TiB", figures=True),
        TableColumn(message("Enough from"), ": 1", figures=True),
        TableColumn(message("Price of a TB"), answer.currency, figures=True),
        TableColumn(message("Outcome")),
    )
    rows = [_build_capacity_row(option, needed, layout) for option in content.ranked]
    note = message(
        "Usable: after spares, RAID, reserve and the lowest data reduction (a range where"
        " ratios differ); 1 TB is 10^12 bytes. Enough from: reduction ratio needed; dash: none."
        " Price per TB: 36-month price over the lowest usable capacity."
    )
    caption = message("Usable capacity")
    if needed is not None:
        text = "Usable capacity: {needed:,.4g} TB are needed in month {month}"
        caption = message(text, needed=needed / TB, month=fullest_month(answer.requirement))
    return titled_table(layout, caption, columns, Rows(rows), note)


def _build_capacity_row(option: OptionAnswer, needed: float | None, layout: PageLayout) -> Row:
    words, held, price = layout.words, effective_capacity(option.option), option.price
    capacity = option.option.capacity
    if held is None or capacity is None:
        known: list[str] = [NONE] * 4
    else:
        ratio = None if needed is None else break_even_reduction(option.option, needed)
        per_tb = None if price is None else price_per_usable_tb(price, held.least)
        spans = (
            words.number(held.least / unit, 1)
            if held.least == held.most
            else words.span(held.least / unit, held.most / unit, 1)
            for unit in (TB, TIB)
        )
        from_ratio = words.number(ratio, 2) if ratio is not None and ratio > 1 else NONE
        known = [*spans, from_ratio, words.number(per_tb)]
    outcome = (
        NONE
        if needed is None
        else OUTCOME_WORDS[_OUTCOMES[has_needed_capacity(option.option, needed)]]
    )
    stated = layout.sentences_paragraph(list(_describe_stated_capacity(capacity)), Style.CELL)
    return [layout.option_cell(option.option), stated, *known, outcome]


def _describe_stated_capacity(capacity: Capacity | None) -> Iterator[Message]:
    """Describe what was stated: drives with their groups, reserve and reduction ratio."""
    if capacity is None:
        yield message("Not stated.")
        return
    if capacity.stated_bytes is not None:
        yield message("{size:,.6g} TB usable as stated.", size=capacity.stated_bytes / TB)
    for drives in capacity.drives:
        yield message(
            "{drives}: groups {groups}, drives of data {data:,.4g}.",
            drives=format_drives((drives,)),
            groups=drives.whole_groups,
            data=drives.data_drives,
        )
        if drives.unused_drives:
            yield message("{count} drives fill no group.", count=drives.unused_drives)
    if capacity.drives:
        yield message("Reserve {reserve:.3g} %.", reserve=100 * capacity.reserve)
    if capacity.reduction != NO_REDUCTION:
        yield message(
            "Reduction {ratio} : 1, measured."
            if capacity.is_measured
            else "Reduction {ratio} : 1, claimed.",
            ratio=format_reduction(capacity.reduction),
        )


_PLOT_WIDTH = 84.0


def interval_plot(answer: Answer, option: OptionAnswer) -> Drawing:
    """Draw an option's response time with its interval, on one axis for all options."""
    target = None if isinf(answer.requirement.target_s) else answer.requirement.target_s
    known = [
        end
        for o in answer.options
        for end in (o.response_s.low, o.response_s.point, o.response_s.high)
        if end is not None
    ]
    ends = [*known, *([] if target is None else [target])]
    far = max(ends, default=1.0) if target is None else min(max(ends), target * 3)
    reach = (min(ends, default=0.0), far)
    return interval_drawing(
        option_style(option.option), option.response_s, reach, target, _PLOT_WIDTH
    )


def has_time_or_target(answer: Answer) -> bool:
    """Return whether a response time is known of any option, or asked for."""
    known = any(o.response_s.point or o.response_s.high for o in answer.options)
    return known or not isinf(answer.requirement.target_s)


def build_options_columns_and_rows(
    content: ReportContent, layout: PageLayout, part: TablePart, strong: Container[int] = ()
) -> tuple[list[TableColumn], list[Row]]:
    """Return columns and rows of a table that compares the options, some in bold."""
    columns: list[TableColumn] = []
    shown: list[Callable[[OptionAnswer, Style], Cell]] = []

    def drawn_interval(option: OptionAnswer, _style: Style) -> Cell:
        return interval_plot(content.answer, option)

    is_timed = has_time_or_target(content.answer)
    for column in option_columns(content.answer, part):
        if column.key in {"response", "interval"} and not is_timed:
            continue
        if column.key == "capacity" and part is TablePart.SUMMARY and is_timed:
            alone = content.answer.is_storage_alone
            interval = "Interval and target" if alone else "95 % interval and target"
            columns.append(TableColumn(message(interval)))
            shown.append(drawn_interval)
        columns.append(
            TableColumn(
                column.title,
                column.unit,
                share=1 if column.key == "option" else 0,
                figures=not column.is_text,
            )
        )
        shown.append(partial(_build_option_cell, layout, column))
        if column.key == "interval":
            columns.append(TableColumn(message("Interval and target")))
            shown.append(drawn_interval)
    rows = [
        [show(option, Style.CELL_STRONG if at in strong else Style.CELL) for show in shown]
        for at, option in enumerate(content.ranked)
    ]
    return columns, rows


def _build_option_cell(
    layout: PageLayout, column: OptionColumn, option: OptionAnswer, style: Style
) -> Cell:
    if column.key == "option":
        return layout.option_cell(option.option, style)
    if column.key == "verdict":
        return layout.outcome_cell(option)
    return column.text(layout.words, option)


def answer_changes_table(answer: Answer, layout: PageLayout) -> Blocks:
    """List what would change the answer, the nearest first."""
    title = layout.subheading(message("What would change the answer"))
    changes = list_answer_changes(answer)
    if answer.requirement.rule is Rule.FRONTIER:
        sentence = message("No single option is recommended, so no change to it was computed.")
        return [title, layout.paragraph(sentence)]
    if not answer.options or answer.demand_tps <= 0 or not answer.is_stated:
        return []
    if not changes:
        sentence = message(
            "No single change of load, target or weight between an eighth and eight times"
            " changes the answer."
        )
        return [title, layout.paragraph(sentence)]
    columns = (
        TableColumn(message("If this changes"), share=3),
        TableColumn(message("then"), share=2),
    )
    rows: list[Row] = [
        [
            message("{what} {to}", what=change.what, to=change.to),
            _outcome_of_change(answer, layout, change),
        ]
        for change in changes
    ]
    return [title, build_table(layout, columns, Rows(rows, tight=True))]


def _outcome_of_change(answer: Answer, layout: PageLayout, change: Change) -> Text | Flowable:
    if change.winner is None:
        return message("none is shown to pass")
    winner = next((o.option for o in answer.options if o.option.name == change.winner), None)
    return layout.option_cell(winner) if winner else change.winner


def options_compared_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the tables."""
    answer = content.answer
    columns, rows = build_options_columns_and_rows(content, layout, TablePart.PERFORMANCE)
    caption = _performance_caption(answer)
    note = message(
        "Load it carries: the highest shown to pass, with growth, reserve and headroom on top."
        " Spare load: that over the stated load, minus 1. ≥: lower bound; more was not shown."
    )
    return [
        *titled_table(layout, caption, columns, Rows(rows), note),
        *_build_price_and_effort(content, layout),
        *usable_capacity_table(content, layout),
        *(_build_screen_table(content, layout) if answer.is_stated else ()),
        *(_build_reasons(content, layout) if answer.is_stated else ()),
        *single_run_notes(content, layout),
        *_build_next_tests(content, layout),
    ]


def _performance_caption(answer: Answer) -> Message:
    """Name the table by the load and by what the target is set on."""
    asked, load = answer.requirement, figures.describe_demand(answer)
    if not answer.is_stated:
        return message("Performance; no requirement is stated")
    if asked.goal is Goal.NONE:
        return message("Performance at {load}; no response time is required", load=load)
    return message(
        "Performance at {load}; target {ms:,.10g} ms for an I/O ({statistic})"
        if asked.goal is Goal.STORAGE_LATENCY
        else "Performance at {load}; target {ms:,.10g} ms ({statistic})",
        load=load,
        ms=asked.target_s * 1000,
        statistic=asked.statistic,
    )


def _build_price_and_effort(content: ReportContent, layout: PageLayout) -> Blocks:
    columns, rows = build_options_columns_and_rows(content, layout, TablePart.COST)
    note = message(
        "Price per tpm at the likely rate within the target, and per million visits in 36 months;"
        " ≤: upper bound. Effort: provisioning time, times the quickest. Evidence A to C:"
        " repetitions, levels and steadiness."
    )
    if not content.answer.requirement.is_in_visits:
        note = message(
            "≤: upper bound. Effort: provisioning time, times the quickest. Evidence A to C:"
            " repetitions, levels and steadiness."
        )
    return titled_table(layout, message("Price and effort"), columns, Rows(rows), note)


def _build_screen_table(content: ReportContent, layout: PageLayout) -> Blocks:
    rules = content.answer.rules
    columns = (
        TableColumn(message("Option"), share=1),
        *(TableColumn(rule.message, share=1) for rule in rules),
    )
    rows: list[Row] = []
    for option in content.ranked:
        verdicts = dict(option.rule_verdicts)
        cells = [
            layout.verdict_cell(verdicts[rule.name]) for rule in rules if rule.name in verdicts
        ]
        rows.append([layout.option_cell(option.option), *cells])
    caption = message("Screen: requirements before any weight")
    return titled_table(layout, caption, columns, Rows(rows))


def _build_reasons(content: ReportContent, layout: PageLayout) -> Blocks:
    columns = (TableColumn(message("Option")), TableColumn(message("Why this verdict"), share=1))
    ranked = content.ranked
    rows: list[Row] = [
        [layout.option_cell(o.option), _build_reason(content, layout, o)] for o in ranked
    ]
    return titled_table(layout, None, columns, Rows(rows, breakable=True))


def _build_reason(content: ReportContent, layout: PageLayout, option: OptionAnswer) -> Flowable:
    """Return why an option has its verdict; with the other rules that give it."""
    worse = failing_rules_besides_response(option, content.answer.rules)
    verdict = VERDICT_WORDS[option.status]
    rules = [message("{rule}: {verdict}.", rule=rule, verdict=verdict) for rule in worse]
    return layout.sentences_paragraph([option.reason, *rules], Style.CELL)


def _build_next_tests(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set which load to test next where a verdict is open, and what that would tell."""
    tested = [(o, test) for o in content.ranked if (test := o.next_test) is not None]
    if not tested:
        return []
    words = layout.words
    places = numbers.response_time_decimals(content.answer)
    interval = next(c for c in option_columns(content.answer) if c.key == "interval")
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Users"), figures=True),
        TableColumn(message("Runs"), figures=True),
        TableColumn(message("95 % interval now"), "ms", figures=True),
        TableColumn(message("expected then"), "ms", figures=True),
    )
    rows: list[Row] = []
    for option, test in tested:
        ends = (
            numbers.to_milliseconds(test.response_s.low),
            numbers.to_milliseconds(test.response_s.high),
        )
        rows.append(
            [
                layout.option_cell(option.option),
                words.number(test.users),
                words.number(test.runs),
                interval.text(words, option),
                words.span(*ends, places),
            ]
        )
    note = message("Runs needed for the mean response time within 5 %.")
    title = message("Next test")
    return titled_table(layout, title, columns, Rows(rows), note)


_LEAST = 0.001
"""Smaller probabilities are shown as equal."""


def response_comparison_table(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set a row for each pair that was compared; nothing without any."""
    compared = content.answer.comparisons
    if not compared:
        return []
    columns = (
        TableColumn(message("Response times at the same load"), share=1),
        TableColumn(message("Ratio"), figures=True),
        TableColumn(message("95 % interval"), figures=True),
        TableColumn(message("p, adjusted"), figures=True),
        TableColumn(message("Runs needed"), figures=True),
    )
    words = layout.words
    rows: list[Row] = [
        [
            sentence,
            words.number(pair.ratio.point, 3),
            words.span(pair.ratio.low, pair.ratio.high, 3),
            _format_probability(layout, pair.adjusted_p),
            words.number(pair.runs_to_distinguish),
        ]
        for sentence, pair in zip(content.compared, compared, strict=True)
    ]
    note = message(
        "Ratio of mean response times, first option to second. p adjusted for the number of"
        " pairs (Holm). Alike: shown within 5 %."
    )
    return titled_table(
        layout, message("Options that pass, pair by pair"), columns, Rows(rows), note
    )


def _format_probability(layout: PageLayout, p: float) -> str:
    least = layout.words.number(_LEAST, 3)
    return f"< {least}" if p < _LEAST else layout.words.number(p, 3)
