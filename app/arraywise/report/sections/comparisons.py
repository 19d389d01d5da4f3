"""Pairs of options at the same number of users, in words and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row

_LEAST = 0.001
"""Smaller probabilities are not told apart."""


def comparison_table(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set a row for each pair that was compared; nothing without any."""
    compared = content.answer.comparisons
    if not compared:
        return []
    columns = (
        Column(say("Response times at the same load"), share=1),
        Column(say("Ratio"), figures=True),
        Column(say("95 % interval"), figures=True),
        Column(say("p, adjusted"), figures=True),
        Column(say("Runs to tell"), figures=True),
    )
    words = layout.words
    rows: list[Row] = [
        [
            said,
            words.number(pair.ratio.point, 3),
            words.span(pair.ratio.low, pair.ratio.high, 3),
            _probability(layout, pair.adjusted_p),
            words.number(pair.runs_to_tell),
        ]
        for said, pair in zip(content.compared, compared, strict=True)
    ]
    note = say(
        "Ratio: the first option's mean response time over the second one's. p is adjusted for the"
        " number of pairs (Holm); alike: shown to lie within 5 % of each other."
    )
    return titled_table(layout, say("Options that pass, pair by pair"), columns, Rows(rows), note)


def _probability(layout: Layout, p: float) -> str:
    least = layout.words.number(_LEAST, 3)
    return f"< {least}" if p < _LEAST else layout.words.number(p, 3)
