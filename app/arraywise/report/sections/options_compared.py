"""All options side by side: verdict, response time, price, effort, and the screen's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.price_words import price_head
from arraywise.domain.said import say
from arraywise.domain.screen_reasons import worse_rules
from arraywise.report import figures
from arraywise.report.blocks import interval_plot
from arraywise.report.marks import VERDICT_WORDS
from arraywise.report.styles import Style
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row

MILLION_VISITS = say("million visits")


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the tables."""
    return [
        *_performance(content, layout),
        *_price_and_effort(content, layout),
        *_screen(content, layout),
        *_reasons(content, layout),
        *_next_tests(content, layout),
    ]


def _performance(content: ReportContent, layout: Layout) -> list[Flowable]:
    answer, words = content.answer, layout.words
    places = figures.response_places(answer)
    columns = (
        Column(say("Option"), share=1),
        Column(say("Verdict")),
        Column(say("Response time"), "ms", figures=True),
        Column(say("95 % interval"), "ms", figures=True),
        Column(say("Interval and target")),
        Column(say("Capacity"), MILLION_VISITS, figures=True),
        Column(say("Headroom"), "%", figures=True),
    )
    rows: list[Row] = [
        [
            layout.option(option.option),
            layout.verdict(option.status),
            figures.response(words, option, places),
            figures.response_interval(words, option, places),
            interval_plot(answer, option),
            figures.capacity(words, option),
            figures.headroom_with_low(words, option),
        ]
        for option in content.ranked
    ]
    caption = say(
        "Performance at {tps:.1f} transactions per second; target {ms:,.10g} ms ({statistic})",
        tps=answer.demand_tps,
        ms=answer.requirement.response_time_s * 1000,
        statistic=answer.requirement.statistic,
    )
    note = say(
        "Capacity: visits a month at which the target is still met. Headroom: capacity over"
        " demand, less one; in brackets what is shown with 95 % confidence, by which the rules are"
        " judged. ≥: at least this much; more was not demonstrated."
    )
    return titled_table(layout, caption, columns, Rows(rows), note)


def _price_and_effort(content: ReportContent, layout: Layout) -> list[Flowable]:
    answer = content.answer
    columns = (
        Column(say("Option"), share=1),
        Column(price_head(answer.discount_rate), answer.currency, figures=True),
        Column(say("per tpm"), answer.currency, figures=True),
        Column(say("per million visits"), answer.currency, figures=True),
        Column(say("Provisioning"), say("min"), figures=True),
        Column(say("Ease factor"), figures=True),
        Column(say("Host CPU at peak"), "%", figures=True),
        Column(say("Evidence"), say("grade")),
    )
    rows: list[Row] = [_effort_row(layout, option) for option in content.ranked]
    note = say(
        "Price per transaction a minute (tpm) at capacity; per million visits served in 36 months."
        " ≤: at most this much, as more was not demonstrated."
        " Ease factor: provisioning time over that of the quickest option. Evidence: A to C, by"
        " repetitions, levels and steadiness of the measurements."
    )
    return titled_table(layout, say("Price and effort"), columns, Rows(rows), note)


def _effort_row(layout: Layout, option: OptionAnswer) -> Row:
    words = layout.words
    return [
        layout.option(option.option),
        figures.price(words, option),
        figures.per_tpm(words, option, option.price_per_tpm, 2),
        figures.per_million(words, option),
        words.number(figures.minutes(option.provisioning_s.point), 0),
        words.number(option.ease_factor, 2),
        words.number(figures.percent(option.host_busy_at_peak), 0),
        option.evidence_grade,
    ]


def _screen(content: ReportContent, layout: Layout) -> list[Flowable]:
    rules = content.answer.rules
    columns = (
        Column(say("Option"), share=1),
        *(Column(rule.said, share=1) for rule in rules),
    )
    rows: list[Row] = []
    for option in content.ranked:
        verdicts = dict(option.screen)
        cells = [layout.verdict(verdicts[rule.name]) for rule in rules if rule.name in verdicts]
        rows.append([layout.option(option.option), *cells])
    caption = say("The screen: what every option must meet before any weight counts")
    return titled_table(layout, caption, columns, Rows(rows))


def _reasons(content: ReportContent, layout: Layout) -> list[Flowable]:
    columns = (Column(say("Option")), Column(say("Why this verdict"), share=1))
    ranked = content.ranked
    rows: list[Row] = [[layout.option(o.option), _reason(content, layout, o)] for o in ranked]
    return titled_table(layout, None, columns, Rows(rows, breakable=True))


def _reason(content: ReportContent, layout: Layout, option: OptionAnswer) -> Flowable:
    """Say why an option has its verdict; with the other rules that give it."""
    worse = worse_rules(option, content.answer.rules)
    verdict = VERDICT_WORDS[option.status]
    rules = [say("{rule}: {verdict}.", rule=rule, verdict=verdict) for rule in worse]
    return layout.sentences([option.reason, *rules], Style.CELL)


def _next_tests(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set which load to test next where a verdict is open, and what that would tell."""
    tested = [(o, test) for o in content.ranked if (test := o.next_test) is not None]
    if not tested:
        return []
    words = layout.words
    places = figures.response_places(content.answer)
    columns = (
        Column(say("Option"), share=1),
        Column(say("Users"), figures=True),
        Column(say("Runs"), figures=True),
        Column(say("95 % interval now"), "ms", figures=True),
        Column(say("expected then"), "ms", figures=True),
    )
    rows: list[Row] = []
    for option, test in tested:
        ends = (
            figures.milliseconds(test.response_s.low),
            figures.milliseconds(test.response_s.high),
        )
        rows.append(
            [
                layout.option(option.option),
                words.number(test.users),
                words.number(test.runs),
                figures.response_interval(words, option, places),
                words.span(*ends, places),
            ]
        )
    note = say("So many runs bring the mean response time of the load within 5 %.")
    title = say("The test that would tell more")
    return titled_table(layout, title, columns, Rows(rows), note)
