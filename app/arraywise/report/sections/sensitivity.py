"""How sure the ranking is: ranks under noise and other weights, ties, pairs (MODEL D7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.decision import WeightKnowledge
from arraywise.domain.messages import message
from arraywise.present import figures, numbers
from arraywise.present.numbers import PERCENT
from arraywise.report.charts.bars import StackAxis, StackRow, stacked_chart
from arraywise.report.pdf.style import look
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer, RankShares
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row

KNOWLEDGE_WORDS: dict[WeightKnowledge, Message] = {
    WeightKnowledge.STATED: message("weights as stated"),
    WeightKnowledge.ORDER: message("only their order"),
    WeightKnowledge.NOTHING: message("any weights"),
}


def certainty_section(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set ranks, central weights, pairs and ties; nothing where no draws were made."""
    shared = [option for option in content.ranked if option.rank_shares]
    if not shared:
        return []
    stated = content.answer.certainty
    sure = () if stated.message is None else (stated.message, *stated.details)
    blocks: list[Flowable] = [layout.sentences(sure)] if sure else []
    blocks += [*_ranks(content, layout, shared), *_central(content, layout, shared)]
    if len(shared) > 1:
        blocks += [*_pairs(layout, shared), *_ties(content, layout)]
    return [*blocks, *_dominated(content, layout)]


def _ranks(
    content: ReportContent, layout: PageLayout, shared: list[OptionAnswer]
) -> list[Flowable]:
    rows = []
    for option in shared:
        name = layout.text(option.option.name)
        for shares in option.rank_shares:
            rows.append(_rank_row(layout, option, shares, name))
            name = ""
    count = max(len(shares.shares) for o in shared for shares in o.rank_shares)
    kinds = tuple(layout.text(message("rank {rank}", rank=at + 1)) for at in range(count))
    axis = StackAxis(PERCENT, layout.text(message("Share of simulations, %")), kinds)
    answer = content.answer
    note = message(
        "{draws:,} simulations, seed {seed}: measurements vary within their intervals; below,"
        " the weights too unless accepted. Beside a bar: share of first ranks with its 95 %"
        " interval.",
        draws=answer.draws,
        seed=answer.seed,
    )
    chart = stacked_chart(layout, rows, axis)
    return [layout.figure(message("Which rank each option takes"), chart, note)]


def _rank_row(layout: PageLayout, option: OptionAnswer, shares: RankShares, name: str) -> StackRow:
    words = layout.words
    first, half = shares.shares[0] * PERCENT, shares.half_widths[0] * PERCENT
    return StackRow(
        name=name,
        parts=tuple(share * PERCENT for share in shares.shares),
        texts=tuple(words.number(share * PERCENT) for share in shares.shares),
        label=layout.text(KNOWLEDGE_WORDS[shares.knowledge]),
        note=f"{words.number(first, 1)} ± {words.number(half, 1)} %",
        look=look(option.option),
    )


def _central(
    content: ReportContent, layout: PageLayout, shared: list[OptionAnswer]
) -> list[Flowable]:
    criteria = [criterion for criterion, _ in content.answer.weights]
    words = layout.words
    columns = (
        TableColumn(message("Option"), share=1),
        *(
            TableColumn(figures.criterion_word(c, content.answer.discount_rate), "%", figures=True)
            for c in criteria
        ),
        TableColumn(message("Confidence"), "%", figures=True),
    )
    rows: list[Row] = []
    for option in shared:
        weights = dict(option.central_weights or ())
        central = [words.number(numbers.percent(weights.get(c)), 1) for c in criteria]
        confidence = words.number(numbers.percent(option.confidence), 1)
        rows.append([layout.option(option.option), *central, confidence])
    note = message(
        "Mean of all weights that rank the option first. Confidence: how often it is first with"
        " these weights while measurements vary. Dash: no weights rank it first."
    )
    title = message("Weights that favour each option")
    return titled_table(layout, title, columns, Rows(rows), note)


def _pairs(layout: PageLayout, shared: list[OptionAnswer]) -> list[Flowable]:
    words = layout.words
    columns = (
        TableColumn(message("Ahead of"), share=1),
        *(TableColumn(option.option.name, "%", figures=True) for option in shared),
    )
    rows: list[Row] = []
    for option in shared:
        beats = dict(option.rank_shares[0].beats)
        shares = [words.number(numbers.percent(beats.get(o.option.name)), 1) for o in shared]
        rows.append([layout.option(option.option), *shares])
    note = message(
        "Share of simulations in which the row's option is ahead of the column's, with the"
        " stated weights."
    )
    return titled_table(layout, message("One against one"), columns, Rows(rows), note)


def _ties(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    if not content.nearest_ties:
        return []
    words = layout.words
    today = content.answer.weights
    columns = (
        TableColumn(message("Rival"), share=1),
        *(
            TableColumn(figures.criterion_word(c, content.answer.discount_rate), "%", figures=True)
            for c, _ in today
        ),
        TableColumn(message("Distance"), figures=True),
    )
    stated = [words.number(weight * PERCENT, 1) for _, weight in today]
    rows: list[Row] = [[message("Weights as stated"), *stated, ""]]
    for tie in content.nearest_ties:
        weights = dict(tie.weights or ())
        moved = [words.number(numbers.percent(weights.get(c)), 1) for c, _ in today]
        rows.append([tie.rival, *moved, words.number(tie.distance, 3)])
    note = message(
        "Weights nearest to the stated ones at which a rival ties with the recommended option."
        " Distance: root of the summed squared changes. Dashes: no tie."
    )
    title = message("The nearest ties")
    return titled_table(layout, title, columns, Rows(rows, strong=frozenset({0})), note)


def _dominated(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    said = [
        message(
            "{option} is dominated by {other}: as good in everything, better in something.",
            option=option.option.name,
            other=other,
        )
        for option in content.ranked
        for other in option.dominated_by
    ]
    if not said:
        return []
    return layout.part(
        message("Dominated options"), [layout.bullet(sentence) for sentence in said]
    )
