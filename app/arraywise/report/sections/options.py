"""Options side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.decision import worse_rules
from arraywise.domain.messages import message
from arraywise.domain.requirement import Goal
from arraywise.present import figures, numbers
from arraywise.present.labels import VERDICT_WORDS
from arraywise.present.tables.overview import Part, columns_of
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table
from arraywise.report.sections.capacity import usable_capacity
from arraywise.report.sections.shared import options_table
from arraywise.report.sections.storage import single_runs

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row


def options_compared_section(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set the tables."""
    return [
        *_performance(content, layout),
        *_price_and_effort(content, layout),
        *usable_capacity(content, layout),
        *_screen(content, layout),
        *_reasons(content, layout),
        *single_runs(content, layout),
        *_next_tests(content, layout),
    ]


def _performance(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    answer = content.answer
    columns, rows = options_table(content, layout, Part.PERFORMANCE)
    caption = _performance_caption(answer)
    note = message(
        "Load it carries: the highest shown to pass, with the required headroom. Spare load: that"
        " load over demand, minus 1. ≥: lower bound; more was not shown."
    )
    return titled_table(layout, caption, columns, Rows(rows), note)


def _performance_caption(answer: Answer) -> Message:
    """Name the table by the load and by what the target is set on."""
    asked, load = answer.requirement, figures.demand(answer)
    if asked.goal is Goal.NONE:
        return message(
            "Performance at {load}; no response time is required",
            load=load,
        )
    if asked.goal is Goal.STORAGE_LATENCY:
        return message(
            "Performance at {load}; target {ms:,.10g} ms for an I/O ({statistic})",
            load=load,
            statistic=asked.statistic,
            ms=asked.target_s * 1000,
        )
    return message(
        "Performance at {load}; target {ms:,.10g} ms ({statistic})",
        load=load,
        ms=asked.target_s * 1000,
        statistic=asked.statistic,
    )


def _price_and_effort(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    columns, rows = options_table(content, layout, Part.COST)
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


def _screen(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    rules = content.answer.rules
    columns = (
        TableColumn(message("Option"), share=1),
        *(TableColumn(rule.message, share=1) for rule in rules),
    )
    rows: list[Row] = []
    for option in content.ranked:
        verdicts = dict(option.screen)
        cells = [layout.verdict(verdicts[rule.name]) for rule in rules if rule.name in verdicts]
        rows.append([layout.option(option.option), *cells])
    caption = message("Screen: requirements before any weight")
    return titled_table(layout, caption, columns, Rows(rows))


def _reasons(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    columns = (TableColumn(message("Option")), TableColumn(message("Why this verdict"), share=1))
    ranked = content.ranked
    rows: list[Row] = [[layout.option(o.option), _reason(content, layout, o)] for o in ranked]
    return titled_table(layout, None, columns, Rows(rows, breakable=True))


def _reason(content: ReportContent, layout: PageLayout, option: OptionAnswer) -> Flowable:
    """Return why an option has its verdict; with the other rules that give it."""
    worse = worse_rules(option, content.answer.rules)
    verdict = VERDICT_WORDS[option.status]
    rules = [message("{rule}: {verdict}.", rule=rule, verdict=verdict) for rule in worse]
    return layout.sentences([option.reason, *rules], Style.CELL)


def _next_tests(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set which load to test next where a verdict is open, and what that would tell."""
    tested = [(o, test) for o in content.ranked if (test := o.next_test) is not None]
    if not tested:
        return []
    words = layout.words
    places = numbers.response_places(content.answer)
    interval = next(c for c in columns_of(content.answer) if c.key == "interval")
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
            numbers.milliseconds(test.response_s.low),
            numbers.milliseconds(test.response_s.high),
        )
        rows.append(
            [
                layout.option(option.option),
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


def comparison_table(content: ReportContent, layout: PageLayout) -> list[Flowable]:
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
            _probability(layout, pair.adjusted_p),
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


def _probability(layout: PageLayout, p: float) -> str:
    least = layout.words.number(_LEAST, 3)
    return f"< {least}" if p < _LEAST else layout.words.number(p, 3)
