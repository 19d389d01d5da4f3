"""What moves the answer: the lead with each input moved, and how stable each weight is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.charts.bars import BarAxis, BarRow, Stretch, bar_chart
from arraywise.report.charts.pen import cut
from arraywise.report.figures import PERCENT, criterion_word
from arraywise.report.styles import colour, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer
    from arraywise.domain.sureness import LeadBar
    from arraywise.report.layout import Layout

_NAME_LENGTH = 54
_LEAST_NAME = 16
"""Letters of what varies; its two ends are whole."""


def lead_chart(
    layout: Layout, answer: Answer, bars: Sequence[LeadBar], lead: float | None
) -> Drawing:
    """Draw the lead over the runner-up with one input moved at a time (MODEL D7.4).

    Args:
        layout: of the document.
        answer: whose recommended option leads.
        bars: the widest first.
        lead: today's, in points.
    """
    winner = answer.recommended
    values = [v for bar in bars for v in (bar.least_lead, bar.most_lead)]
    ends = min(0.0, *values) * 1.12, max(0.0, *values) * 1.12
    rows = [_lead_row(layout, bar, answer) for bar in bars]
    leads = say("{option} leads", option=winner.name) if winner else say("leads")
    axis = BarAxis(
        *ends,
        title=layout.text(say("Lead, points")),
        middle=0.0,
        dotted=lead,
        left_word=layout.text(say("another option leads")) if ends[0] < 0 else "",
        right_word=layout.text(leads),
        signed=True,
    )
    return bar_chart(layout, rows, axis)


def _lead_row(layout: Layout, bar: LeadBar, answer: Answer) -> BarRow:
    winner = answer.recommended
    ink = look(winner).fill if winner else colour("text2")
    low, high = bar.least_lead, bar.most_lead
    stretches = (
        Stretch(min(low, 0.0), min(high, 0.0), colour("warn"), hatched=True),
        Stretch(max(low, 0.0), max(high, 0.0), ink),
    )
    ends = f"{layout.text(bar.low)} … {layout.text(bar.high)}"
    name = f"{cut(layout.text(bar.what), max(_LEAST_NAME, _NAME_LENGTH - len(ends) - 2))}: {ends}"
    flip = layout.text(bar.flip) if bar.flip is not None else ""
    where = low if low < 0 else high
    return BarRow(name, stretches, note=flip, note_at=where)


def weight_chart(layout: Layout, answer: Answer) -> Drawing:
    """Draw between which weights each criterion leaves the recommendation as it is (D7.1)."""
    weights = dict(answer.weights)
    winner = answer.recommended
    ink = look(winner).fill if winner else colour("text2")
    rows = [
        BarRow(
            layout.text(criterion_word(criterion, answer.discount_rate)),
            (
                Stretch(0.0, low * PERCENT, colour("sunken")),
                Stretch(low * PERCENT, high * PERCENT, ink),
                Stretch(high * PERCENT, PERCENT, colour("sunken")),
            ),
            tick=weights.get(criterion, 0.0) * PERCENT,
        )
        for criterion, low, high in answer.weight_ranges
    ]
    return bar_chart(layout, rows, BarAxis(0.0, PERCENT, layout.text(say("Weight, %"))))
