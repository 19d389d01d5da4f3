"""Whose weights decide: those of the study and each stakeholder's side by side (MODEL D5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.domain.weighting import Method
from arraywise.report.figures import PERCENT, criterion_word
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.said import Said
    from arraywise.domain.sureness import Opinion
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout, Text
    from arraywise.report.tables import Row

METHOD_WORDS: dict[Method, Said] = {
    Method.SWINGS: say("swings"),
    Method.RANKS: say("rank order"),
    Method.PAIRS: say("pairs"),
}


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set weights and ranks of everybody; nothing without stakeholders."""
    if not content.answer.opinions:
        return []
    return [*_weights(content, layout), *_ranks(content, layout)]


def _weights(content: ReportContent, layout: Layout) -> list[Flowable]:
    answer = content.answer
    criteria = [criterion for criterion, _ in answer.weights]
    columns = (
        Column(say("Whose weights"), share=1),
        Column(say("Given as")),
        *(Column(criterion_word(c, answer.discount_rate), "%", figures=True) for c in criteria),
        Column(say("Consistency ratio"), figures=True),
    )
    words = layout.words
    rows: list[Row] = []
    for opinion in answer.opinions:
        weights = dict(opinion.weights)
        known = opinion.consistency
        rows.append(
            [
                _whose(opinion),
                "" if opinion.is_mean else METHOD_WORDS[opinion.method],
                *(words.number(weights.get(c, 0.0) * PERCENT, 1) for c in criteria),
                words.number(known.ratio, 2) if known else "",
            ]
        )
    note = say(
        "In bold: the weights that decide. Consistency ratio: how far judgements by pairs"
        " contradict each other; above 0.10 they should be gone over again."
    )
    title = say("Whose weights decide")
    return titled_table(layout, title, columns, Rows(rows, strong=_deciding(content)), note)


def _ranks(content: ReportContent, layout: Layout) -> list[Flowable]:
    answer, words = content.answer, layout.words
    columns = (
        Column(say("By the weights of"), share=1),
        *(Column(o.option.name, say("rank (points)"), figures=True) for o in answer.options),
    )
    rows: list[Row] = []
    for opinion in answer.opinions:
        pairs = zip(opinion.ranks, opinion.values, strict=True)
        cells = [
            words.number(None) if rank is None else f"{words.number(rank)} ({words.number(v, 1)})"
            for rank, v in pairs
        ]
        rows.append([_whose(opinion), *cells])
    title = say("How the options stand by each set of weights")
    return titled_table(layout, title, columns, Rows(rows, strong=_deciding(content)))


def _deciding(content: ReportContent) -> frozenset[int]:
    return frozenset(i for i, each in enumerate(content.answer.opinions) if each.decides)


def _whose(opinion: Opinion) -> Text:
    if opinion.is_mean:
        return say("Mean of the stakeholders")
    return opinion.name or say("The study")
