"""Why this one: the weights, and what each criterion adds to the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.decision import CertaintyBasis, round_weight_range_to_percents
from arraywise.domain.messages import message
from arraywise.domain.requirement import Rule
from arraywise.present import figures
from arraywise.present.charts.ranking import draw_ranking
from arraywise.present.numbers import PERCENT
from arraywise.present.report_messages import (
    describe_contributions,
    describe_opinions,
    describe_scores,
    describe_weights,
)
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from arraywise.domain.decision import Opinion
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

_WHAT_WEIGHTS = message(
    "Points rise evenly between the two values; within the last column the answer stays."
)
_WHAT_SCORES = message("Score of 100: what each criterion adds, in the order of the weights.")

_SAID = frozenset({CertaintyBasis.ALONE, CertaintyBasis.OPEN, CertaintyBasis.COMPARED})
"""How sure an answer can be; what else there is to say tells the user what to enter."""


def reasons_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set weights and contributions; absent where no score decides."""
    answer = content.answer
    said = describe_scores(answer)
    if said is None or answer.requirement.rule is Rule.LOWEST_PRICE:
        return None
    sure = answer.certainty.message if answer.certainty.basis in _SAID else None
    lead = [] if sure is None else [layout.paragraph(sure)]
    return SectionPage(
        said,
        [
            *lead,
            *_build_contributions(content, layout),
            *_build_weights(content, layout),
            *_build_opinions(content, layout),
        ],
    )


def _build_contributions(content: ReportContent, layout: PageLayout) -> Blocks:
    said = describe_contributions(content.answer)
    if said is None:
        return []
    medium = paper_medium(layout)
    scene = draw_ranking(content.answer, layout.width, medium, has_legend=True)
    return [layout.message_figure(said, _WHAT_SCORES, build_drawing(scene))]


def _build_weights(content: ReportContent, layout: PageLayout) -> Blocks:
    answer, words = content.answer, layout.words
    said = describe_weights(answer)
    if said is None:
        return []
    weights = dict(answer.weights)
    ranges = {criterion: (low, high) for criterion, low, high in answer.weight_ranges}
    columns = (
        TableColumn(message("Criterion"), share=1),
        TableColumn(message("Weight"), "%", figures=True),
        TableColumn(message("Unit")),
        TableColumn(message("0 points at"), figures=True),
        TableColumn(message("100 points at"), figures=True),
        *([TableColumn(message("No change within"), "%", figures=True)] if ranges else []),
    )
    settings = sorted(answer.settings, key=lambda each: -weights.get(each.criterion, 0.0))
    rows: list[Row] = [
        [
            figures.criterion_title(setting.criterion, answer.discount_rate),
            words.number(weights.get(setting.criterion, 0.0) * PERCENT, 1),
            figures.criterion_unit(setting.criterion, answer.currency),
            figures.format_anchor(words, setting, setting.limit),
            figures.format_anchor(words, setting, setting.aspiration),
            *_format_weight_range(
                layout, ranges.get(setting.criterion), weights.get(setting.criterion, 0.0)
            ),
        ]
        for setting in settings
        if weights.get(setting.criterion)
    ]
    notes = list(_describe_anchors(content))
    return titled_table(layout, said, columns, Rows(rows), *notes, what=_WHAT_WEIGHTS)


def _describe_anchors(content: ReportContent) -> list[Message]:
    """State what of the scale of prices is proposed or left by an option."""
    answer, result = content.answer, []
    if answer.open_price_range is not None:
        result.append(message("The range that prices are scored over is proposed, not confirmed."))
    if answer.prices_outside:
        names = ", ".join(answer.prices_outside)
        result.append(
            message("Beyond the range that prices are scored over: {option}.", option=names)
        )
    return result


def _format_weight_range(
    layout: PageLayout, ends: tuple[float, float] | None, weight: float
) -> list[str]:
    if ends is None:
        return []
    least, most = round_weight_range_to_percents(*ends, weight)
    decimals = max(_decimals_of_rounded_end(least), _decimals_of_rounded_end(most))
    return [layout.words.span(least, most, decimals)]


def _decimals_of_rounded_end(percent: float) -> int:
    """Return as many decimals as an end was rounded to: one where a tenth says it."""
    return next(n for n in (1, 2, 3, 9) if abs(percent - round(percent, n)) < 1e-9)


def _build_opinions(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the weights of everybody, and who is first by them; nothing without stakeholders."""
    answer, words = content.answer, layout.words
    if not answer.opinions:
        return []
    columns = (
        TableColumn(message("By the weights of"), share=1),
        *(
            TableColumn(figures.criterion_title(c, answer.discount_rate), "%", figures=True)
            for c, _ in answer.weights
        ),
        TableColumn(message("First"), share=1),
    )
    rows: list[Row] = []
    for opinion in answer.opinions:
        weights = dict(opinion.weights)
        first = next(
            (o for o, r in zip(answer.options, opinion.ranks, strict=True) if r == 1), None
        )
        rows.append(
            [
                _weights_owner(opinion),
                *(words.number(weights.get(c, 0.0) * PERCENT, 1) for c, _ in answer.weights),
                layout.option_cell(first.option) if first is not None else message("none"),
            ]
        )
    strong = frozenset(at for at, each in enumerate(answer.opinions) if each.decides)
    said = describe_opinions(answer)
    what = message("Bold: the weights that decide.")
    return titled_table(layout, said, columns, Rows(rows, strong=strong), what=what)


def _weights_owner(opinion: Opinion) -> Text:
    if opinion.is_mean:
        return message("Mean of the stakeholders")
    return opinion.name or message("The study")
