"""Blocks that more than one section shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import say
from arraywise.domain.requirement import Rule
from arraywise.present import figures
from arraywise.report.pdf.marks import interval_drawing
from arraywise.report.pdf.style import look
from arraywise.report.pdf.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Answer, Change, OptionAnswer
    from arraywise.report.pdf.layout import Layout, Text

_PLOT_WIDTH = 84.0


def interval_plot(answer: Answer, option: OptionAnswer) -> Drawing:
    """Draw an option's response time with its interval, on one axis for all options."""
    target = answer.requirement.response_time_s
    ends = [
        end
        for o in answer.options
        for end in (o.response_s.low, o.response_s.point, o.response_s.high)
        if end is not None
    ]
    far = min(max([target, *ends]), target * 3)
    near = min([target, *ends])
    reach = (near, far)
    return interval_drawing(look(option.option), option.response_s, reach, target, _PLOT_WIDTH)


def changes_table(answer: Answer, layout: Layout, changes: Sequence[Change]) -> list[Flowable]:
    """List what would change the recommendation, the smallest change first."""
    title = layout.subheading(say("What would change the answer"))
    if answer.requirement.rule is Rule.FRONTIER:
        sentence = say(
            "No single option is recommended, so that nothing was sought that would change it."
        )
        return [title, layout.paragraph(sentence)]
    if not answer.options or answer.demand_tps <= 0:
        return []
    if not changes:
        sentence = say(
            "No change of load, target or a weight alone would change the answer, from an eighth"
            " to eight times of what is asked for."
        )
        return [title, layout.paragraph(sentence)]
    columns = (
        Column(say("If this changes"), share=1),
        Column(say("to"), share=1),
        Column(say("by"), say("% of the present value"), figures=True),
        Column(say("then"), share=1),
    )
    rows = [
        [
            change.what,
            change.to,
            figures.relative(layout.words, change),
            _then(answer, layout, change),
        ]
        for change in changes
    ]
    return titled_table(layout, title, columns, Rows(rows))


def _then(answer: Answer, layout: Layout, change: Change) -> Text | Flowable:
    if change.winner is None:
        return say("no option is shown to pass")
    winner = next((o.option for o in answer.options if o.option.name == change.winner), None)
    return layout.option(winner) if winner else change.winner
