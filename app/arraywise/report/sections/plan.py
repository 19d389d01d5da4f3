"""The test plan of a study that cannot decide yet: what is known, which runs decide, what then."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.decision import Verdict, round_load
from arraywise.domain.messages import message
from arraywise.domain.requirement import Outcome
from arraywise.present.charts.planned_runs import PlannedOption, draw_test_plan
from arraywise.present.figures import demand_unit
from arraywise.present.headline import build_headline
from arraywise.present.labels import basis_or_reason_label
from arraywise.present.numbers import (
    NONE,
    response_time_decimals,
    to_milliseconds,
)
from arraywise.present.plan_messages import (
    describe_lab_time,
    describe_outcomes,
    describe_plan,
    planned_tests,
)
from arraywise.present.report_messages import (
    NO_OPTION_YET,
    NO_REQUIREMENT_YET,
    describe_known,
    describe_need,
)
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.marks import IconParagraph, scale_drawing, verdict_drawing
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table
from arraywise.report.sections.risks import build_not_shown_table

if TYPE_CHECKING:
    from arraywise.domain.decision import LoadLevel, OptionAnswer
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks


def plan_section(content: ReportContent, layout: PageLayout) -> SectionPage:
    """Set what is known, which runs decide, how long they take, and what each outcome means."""
    answer = content.answer
    title = NO_OPTION_YET if answer.is_stated else NO_REQUIREMENT_YET
    heading = layout.decision_heading(title.build_message())
    ring = verdict_drawing(Verdict.UNDETERMINED)
    blocks: Blocks = [IconParagraph(scale_drawing(ring, 2.2), heading, gap=9)]
    if not answer.is_stated:
        return SectionPage(None, [*blocks, *_build_unstated(content, layout)])
    sentences = build_headline(answer).sentences
    need = layout.title_sentence(describe_need(answer))
    return SectionPage(
        None,
        [
            *blocks,
            layout.space(0.3),
            layout.sentences_paragraph(sentences, Style.KEY),
            layout.space(0.6),
            need,
            *_build_known(content, layout),
            *_build_chart(content, layout),
            *_build_tests(content, layout),
            *_build_outcomes(content, layout),
        ],
    )


def _build_unstated(content: ReportContent, layout: PageLayout) -> Blocks:
    text = message(
        "Nothing is judged before load and target response time are stated. They decide which"
        " option fits, and which tests are needed."
    )
    return [layout.paragraph(text, Style.KEY), *_build_known(content, layout)]


def _top_level(option: OptionAnswer) -> LoadLevel | None:
    known = [level for level in option.levels if level.rate_tps.point is not None]
    counted = [level for level in known if not (level.host_bound or level.past_knee)]
    return max(counted, key=lambda level: level.rate_tps.point or 0.0, default=None)


def _build_known(content: ReportContent, layout: PageLayout) -> Blocks:
    answer, words = content.answer, layout.words
    if not answer.options:
        return []
    places = response_time_decimals(answer)
    options = sorted(content.ranked, key=lambda o: o.outcome is Outcome.FAIL)
    tops = [(option, _top_level(option)) for option in options]
    is_measured = any(top is not None for _, top in tops)
    measured = [
        TableColumn(message("Highest load"), "tx/s", figures=True),
        TableColumn(message("Response there"), "ms", figures=True),
    ]
    priced = [TableColumn(message("36 months"), answer.currency, figures=True)]
    is_priced = any(option.price for option in options)
    columns = (
        TableColumn(message("Option"), share=1),
        *(measured if is_measured else ()),
        *(priced if is_priced else ()),
        TableColumn(message("Outcome"), share=1),
    )
    rows: list[Row] = []
    for option, top in tops:
        time = None if top is None else to_milliseconds(top.response_s.point)
        rate = None if top is None else top.rate_tps.point
        figures = [words.number(rate, 1), words.number(time, places)] if is_measured else []
        if is_priced:
            figures.append(words.number(option.price.total) if option.price else NONE)
        outcome = _outcome(layout, content, option)
        rows.append([layout.option_cell(option.option), *figures, outcome])
    what = message("Highest load: of the levels that count.") if is_measured else None
    return titled_table(layout, describe_known(answer), columns, Rows(rows), what=what)


def _outcome(layout: PageLayout, content: ReportContent, option: OptionAnswer) -> IconParagraph:
    if content.answer.is_stated:
        return layout.outcome_cell(option)
    reason = layout.paragraph(basis_or_reason_label(option), Style.CELL)
    return IconParagraph(verdict_drawing(option.status), reason)


def _build_chart(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what was measured along the load, and which runs are planned."""
    answer, words = content.answer, layout.words
    open_ = [o for o in content.ranked if o.outcome is Outcome.NOT_SHOWN]
    planned = []
    for option in open_:
        tests = planned_tests(answer, option)
        rates = (
            (level.rate_tps.point, not (level.host_bound or level.past_knee))
            for level in option.levels
        )
        planned.append(
            PlannedOption(
                layout.text(option.option.name),
                option.option.position,
                tuple((rate, counts) for rate, counts in rates if rate),
                tuple(rate for rate, _ in tests),
                words.number(tests[0][1]),
            )
        )
    if not planned or answer.demand_tps <= 0:
        return []
    label = message("{rate:,.10g}, required", rate=round_load(answer.demand_tps))
    required = answer.demand_tps, layout.text(label)
    drawing = build_drawing(draw_test_plan(planned, required, layout.width, paper_medium(layout)))
    what = message(
        "Load in {unit}. Points: measured; hollow: does not count. Boxes: how many runs are to be"
        " made there.",
        unit=demand_unit(answer).value,
    )
    return [layout.message_figure(describe_plan(answer), what, drawing)]


def _build_tests(content: ReportContent, layout: PageLayout) -> Blocks:
    answer = content.answer
    lacking = [option for option in content.ranked if option.outcome is Outcome.NOT_SHOWN]
    if not lacking:
        return []
    lengths = [
        run.duration_s
        for facts in content.facts.options
        for run in facts.load_runs
        if run.duration_s
    ]
    return [
        layout.subheading(describe_lab_time(answer, median(lengths) if lengths else None)),
        *build_not_shown_table(content, layout, lacking),
    ]


def _build_outcomes(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what each outcome of the tests would mean."""
    outcomes = list(describe_outcomes(content.answer))
    if not outcomes:
        return []
    columns = (
        TableColumn(message("If the lab shows"), share=1.4),
        TableColumn(message("then"), share=1),
    )
    rows: list[Row] = [[shown, then] for shown, then in outcomes]
    return titled_table(layout, message("What each outcome would mean"), columns, Rows(rows))
