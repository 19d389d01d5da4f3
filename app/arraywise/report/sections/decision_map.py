"""The decision map: which option is recommended at other loads and other targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.requirement import Rule
from arraywise.domain.said import say
from arraywise.report.charts.decision_map import map_chart

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout


_RECOMMENDED = say(
    "Each place stands for a load and a target; its colour tells which option would be recommended"
    " there, all else being as it is today. The two lines cross at the requirement of this study."
)
_BY_SCORE = say(
    "Each place stands for a load and a target; its colour tells which of the options that pass"
    " would have the highest score there, all else being as it is today. The two lines cross at"
    " the requirement of this study."
)


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the map with what it means."""
    if content.map is None:
        nothing = say("A map needs measurements under load and a number of visits above zero.")
        return [layout.paragraph(nothing)]
    by_score = content.answer.requirement.rule is Rule.FRONTIER
    return [
        layout.paragraph(_BY_SCORE if by_score else _RECOMMENDED),
        layout.figure(
            say(
                "Highest score by load and target"
                if by_score
                else "Recommended option by load and target"
            ),
            map_chart(layout, content, content.map),
            say(
                "Rings: where the recommendation changes along the lines. Hatched: an option that"
                " a further test could let pass would win. Grey: no option passes."
            ),
        ),
    ]
