"""The summary: decision, reason, alternative, weights, flips, condition, what is open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.decision.ranking import find_rival
from arraywise.domain.criteria import kind_of
from arraywise.domain.decision import round_weight_range_to_percents
from arraywise.domain.messages import message, rounded_milliseconds
from arraywise.domain.requirement import Goal, Outcome
from arraywise.present.answer_claims import HALF_PRICED
from arraywise.present.charts.summary_bars import (
    ComparedQuantity,
    Flip,
    draw_flip,
    draw_quantities,
    draw_weights,
)
from arraywise.present.findings import MOST_FIRST, missing_evidence
from arraywise.present.flips import nearest_flips
from arraywise.present.headline import build_headline
from arraywise.present.numbers import (
    PERCENT,
    provisioning_minutes_decimals,
    response_time_decimals,
    to_minutes,
)
from arraywise.present.report_messages import (
    describe_advantages,
    describe_condition,
    describe_nearest_weight,
    describe_weights,
)
from arraywise.present.tables.overview import option_columns
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import DrawingFigure, SectionPage, SideBySide
from arraywise.report.pdf.marks import IconParagraph, marker_drawing, verdict_drawing
from arraywise.report.pdf.style import Style, option_style
from arraywise.report.pdf.text import Paragraph, semibold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.present.flips import NearFlip
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.text import Blocks

_TITLE_SHARE = 0.70
"""Of the page's width that the decision takes; the outcome stands beside it."""
_HALVES = 0.5


def summary_section(content: ReportContent, layout: PageLayout) -> SectionPage:
    """Set the answer on one page."""
    return SectionPage(
        None,
        [
            *_build_decision(content, layout),
            *_build_pairs(content, layout),
            *_build_weights(content, layout),
            *_build_flips(content, layout),
            *_build_condition_and_open(content, layout),
        ],
    )


def _build_decision(content: ReportContent, layout: PageLayout) -> Blocks:
    said = build_headline(content.answer)
    words, first = layout.decision_heading(said.title), said.outcome
    title: Flowable = words
    if first is not None:
        marked = IconParagraph(marker_drawing(option_style(first.option), 18), words, gap=9)
        title = SideBySide([marked], [layout.space(1.0), layout.outcome_cell(first)], _TITLE_SHARE)
    sentences = [each for each in said.sentences if each != HALF_PRICED.build_message()]
    blocks = [title, layout.space(0.3), layout.sentences_paragraph(sentences, Style.KEY)]
    if said.rival is not None and said.beside_title is not None:
        texts = (message("{title}.", title=said.beside_title), *said.beside)
        blocks.append(layout.option_callout(said.rival.option, texts))
    published = content.facts.published_conclusion
    if published is not None:
        text = "What the publication concludes: {conclusion} ({citation})"
        concluded = message(text, conclusion=published.text, citation=published.citation)
        blocks += [layout.space(0.4), layout.paragraph(concluded)]
    return blocks


# The first against the runner-up


def _build_pairs(content: ReportContent, layout: PageLayout) -> Blocks:
    said = describe_advantages(content.answer)
    quantities = list(_compared_quantities(content.answer, layout))
    if said is None or not quantities:
        return []
    drawing = build_drawing(draw_quantities(quantities, layout.width, paper_medium(layout)))
    what = message("Dashed: what is required at most or at least.")
    return [layout.space(0.4), layout.message_figure(said, what, drawing)]


def _compared_quantities(answer: Answer, layout: PageLayout) -> Iterator[ComparedQuantity]:
    first, rival = answer.recommended_answer, find_rival(answer.options)
    if first is None or rival is None:
        return
    columns = {column.key: column for column in option_columns(answer)}
    asked, text, number = answer.requirement, layout.text, layout.words.number
    pair = first, rival
    places = response_time_decimals(answer)
    target = None if asked.goal is Goal.NONE else rounded_milliseconds(asked.target_s)
    times = [(o, o.response_s.point) for o in pair]
    if all(time is not None for _, time in times):
        unit = message("{statistic}, ms", statistic=asked.statistic)
        yield ComparedQuantity(
            text(columns["response"].title),
            text(unit),
            tuple((o.option.position, v := 1000 * (t or 0), number(v, places)) for o, t in times),
            target,
            "" if target is None else text(message("{limit} allowed", limit=number(target))),
        )
    load = columns["capacity"]
    limits = [(o, load.figure(o) if load.figure else None) for o in pair]
    if all(limit is not None for _, limit in limits):
        needed = asked.stated_load[1]
        if asked.is_in_visits:
            needed /= load.scale or 1.0
        yield ComparedQuantity(
            text(load.title),
            text(load.unit),
            tuple(
                (o.option.position, float(v or 0), text(load.text(layout.words, o)))
                for o, v in limits
            ),
            needed,
            text(message("{limit} required", limit=number(needed, load.places))),
        )
    prices = [(o, o.price.total) for o in pair if o.price is not None]
    if len(prices) == len(pair):
        budget = None if asked.budget is None else float(asked.budget)
        noted = text(message("budget {limit}", limit=number(budget))) if budget else ""
        yield ComparedQuantity(
            text(columns["price"].title),
            answer.currency,
            tuple((o.option.position, float(v), number(v)) for o, v in prices),
            budget,
            noted,
        )
    minutes = [(o, to_minutes(o.provisioning_s.point)) for o in pair]
    if all(m is not None for _, m in minutes):
        places = provisioning_minutes_decimals(answer)
        yield ComparedQuantity(
            text(message("Provisioning")),
            text(message("minutes")),
            tuple((o.option.position, m or 0.0, number(m, places)) for o, m in minutes),
        )


# Weights in one line, and the nearest flips


def _build_weights(content: ReportContent, layout: PageLayout) -> Blocks:
    answer = content.answer
    said = describe_weights(answer)
    if said is None or answer.recommended_answer is None or not answer.weight_ranges:
        return []
    shown = sorted(answer.weights, key=lambda each: -each[1])
    words = layout.words
    weights = [
        (
            layout.text(kind_of(criterion).short_label),
            f"{words.number(weight * PERCENT)}\N{NO-BREAK SPACE}%",
            weight,
        )
        for criterion, weight in shown
        if weight > 0
    ]
    drawing = build_drawing(draw_weights(weights, layout.width, paper_medium(layout)))
    nearest = describe_nearest_weight(answer, round_weight_range_to_percents)
    notes = [] if nearest is None else [nearest]
    what = message("Share of each criterion in the score.")
    return [layout.space(0.4), layout.message_figure(said, what, drawing, *notes)]


def _build_flips(content: ReportContent, layout: PageLayout) -> Blocks:
    answer = content.answer
    flips = nearest_flips(answer, content.break_even_prices)[:2]
    if answer.recommended is None or not flips:
        return []
    left, _ = SideBySide.column_widths(layout.width, _HALVES)
    half = replace(layout, width=left)
    first, second = (
        _build_flip(answer, flips[at], half) if at < len(flips) else [] for at in (0, 1)
    )
    title = layout.subheading(message("Nearest to another answer"))
    return [title, layout.space(0.3), SideBySide(first, second, _HALVES), layout.space(0.6)]


def _build_flip(answer: Answer, flip: NearFlip, layout: PageLayout) -> Blocks:
    positions = {o.option.name: o.option.position for o in answer.options}
    percent = layout.words.number(flip.by * PERCENT, 0 if abs(flip.by) >= 0.1 else 1, sign=True)
    first = answer.recommended
    drawn = Flip(
        flip.by,
        f"{percent} %",
        0 if first is None else first.position,
        None if flip.winner is None else positions.get(flip.winner),
    )
    medium = paper_medium(layout)
    scene = draw_flip(drawn, layout.width, layout.text(message("today")), medium)
    return [
        DrawingFigure(build_drawing(scene), layout.text(flip.sentence)),
        layout.space(0.2),
        layout.paragraph(message("{sentence}.", sentence=flip.sentence), Style.STATEMENT),
    ]


# The condition, and what is open


def _build_condition_and_open(content: ReportContent, layout: PageLayout) -> Blocks:
    left, right = SideBySide.column_widths(layout.width, _HALVES)
    condition = _build_condition(content, replace(layout, width=left))
    open_ = _build_open(content, replace(layout, width=right))
    if not condition or not open_:
        return [*condition, *open_]
    return [SideBySide(condition, open_, _HALVES)]


def _build_condition(content: ReportContent, layout: PageLayout) -> Blocks:
    stretches = () if content.map is None else content.map.cuts.visits_per_month
    sentence = describe_condition(content.answer, stretches)
    if sentence is None:
        return []
    return [layout.subheading(message("One condition")), layout.paragraph(sentence)]


def _build_open(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what is not shown or not priced, leading to where more is said of it."""
    answer = content.answer
    blocks: Blocks = []
    for option in _open_options(answer)[:MOST_FIRST]:
        name = semibold(layout.text(message("{option}: ", option=option.option.name)))
        runs = [name, *layout.link_runs(option.reason, "not-shown")]
        icon = verdict_drawing(option.status)
        blocks.append(IconParagraph(icon, Paragraph(runs, Style.BODY), gap=6))
    unpriced = [o.option.name for o in answer.options if o.price is None]
    if unpriced:
        text = message("No price yet: {options}.", options=", ".join(unpriced))
        blocks.append(layout.paragraph(text))
    blocks += [
        layout.sentences_paragraph([message("{what}.", what=each.what), each.why])
        for each in missing_evidence(answer)[:MOST_FIRST]
        if not _open_options(answer)
    ]
    if not blocks and answer.certainty.is_of_a_comparison and answer.certainty.message:
        blocks.append(layout.paragraph(answer.certainty.message))
    return [layout.subheading(message("What is open")), *blocks] if blocks else []


def _open_options(answer: Answer) -> list[OptionAnswer]:
    """Return the options that are not judged; those that could come first before the others."""
    shares = {each.option: each.share for each in answer.certainty.rivals}
    found = [o for o in answer.options if o.outcome is Outcome.NOT_SHOWN]
    return sorted(found, key=lambda o: -shares.get(o.option.name, 0.0))
