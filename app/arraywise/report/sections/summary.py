"""The executive summary: the recommendation, what it rests on, what would change it. One page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.recommendation import say_recommendation
from arraywise.domain.price_words import price_head
from arraywise.domain.problems import Severity
from arraywise.domain.said import say
from arraywise.report import figures
from arraywise.report.blocks import changes_table, interval_plot
from arraywise.report.styles import Style
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.said import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row

_NEAREST = 5
"""Changes listed here; all of them stand with the scores."""


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the summary."""
    sentences = say_recommendation(content.answer)
    return [
        *(layout.key_sentence(s) for s in sentences[:1]),
        layout.space(0.6),
        layout.sentences(sentences[1:]),
        *_published_conclusion(content, layout),
        layout.subheading(say("What is required")),
        *(layout.bullet(sentence) for sentence in _required(content)),
        *_deciding_figures(content, layout),
        *changes_table(content.answer, layout, content.answer.changes[:_NEAREST]),
        *_further_changes(content, layout),
        *_open_findings(content, layout),
        *_where_to_read_on(layout),
    ]


def _further_changes(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Say that there are more changes than the nearest."""
    further = len(content.answer.changes) - _NEAREST
    if further <= 0:
        return []
    said = say("Further changes, less near, stand with the scoring: {count}.", count=further)
    return [layout.link(said, "scoring", Style.NOTE)]


def _where_to_read_on(layout: Layout) -> list[Flowable]:
    """Lead to the sections that stand behind the summary."""
    leads = [
        layout.linked(words, key)
        for key, words in (
            ("performance", say("Performance evidence")),
            ("prices", say("36-month price sheets")),
            ("scoring", say("Scoring and sensitivity")),
            ("map", say("Decision map")),
            ("trace", say("Where the figures come from")),
        )
        if key in layout.printed
    ]
    if not leads:
        return []
    return [layout.read_on(say("Read on"), leads)]


def _published_conclusion(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set what the authors of the figures conclude beside what is recommended here."""
    published = content.facts.published_conclusion
    if published is None:
        return []
    concluded = say(
        "What the publication concludes: {conclusion} ({citation})",
        conclusion=published.text,
        citation=published.citation,
    )
    return [layout.space(0.4), layout.paragraph(concluded)]


def _required(content: ReportContent) -> list[Said]:
    """Say what is asked for, and in which scenario where it is not the base."""
    asked = figures.requirements(content.answer)
    if not content.scenario:
        return asked
    return [say("Scenario “{name}”, not the base.", name=content.scenario), *asked]


def _deciding_figures(content: ReportContent, layout: Layout) -> list[Flowable]:
    answer = content.answer
    columns = (
        Column(say("Rank"), figures=True),
        Column(say("Option"), share=1),
        Column(say("Verdict")),
        Column(say("Response time"), "ms", figures=True),
        Column(say("95 % interval and target")),
        Column(say("Headroom"), "%", figures=True),
        Column(price_head(answer.discount_rate), answer.currency, figures=True),
        Column(say("Score"), say("points"), figures=True),
    )
    recommended = answer.recommended
    rows: list[Row] = [_row(content, layout, option) for option in content.ranked]
    strong = {
        i for i, o in enumerate(content.ranked) if recommended and o.option.id == recommended.id
    }
    title = layout.subheading(say("What decides"))
    return titled_table(
        layout, title, columns, Rows(rows, strong=frozenset(strong)), figures.ROUNDED
    )


def _row(content: ReportContent, layout: Layout, option: OptionAnswer) -> Row:
    words, answer = layout.words, content.answer
    is_recommended = answer.recommended is not None and answer.recommended.id == option.option.id
    style = Style.CELL_STRONG if is_recommended else Style.CELL
    return [
        words.number(option.rank),
        layout.option(option.option, style),
        layout.verdict(option.status),
        figures.response(words, option, figures.response_places(answer)),
        interval_plot(answer, option),
        figures.headroom(words, option),
        figures.price(words, option),
        words.number(option.value.point if option.rank else None, 1),
    ]


def _open_findings(content: ReportContent, layout: Layout) -> list[Flowable]:
    findings = content.answer.findings
    if not findings:
        return []
    serious = sum(finding.severity is Severity.ERROR for finding in findings)
    sentence = say(
        "Findings that limit this comparison: {count}, of which serious: {serious}."
        " They are listed under “Findings and limits”.",
        count=len(findings),
        serious=serious,
    )
    severity = Severity.ERROR if serious else Severity.WARNING
    return [layout.banner(sentence, severity, key="findings")]
