"""Response curves, hosts, frontier, load and data by the month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.present.charts.host import draw_host_charts
from arraywise.present.charts.plot import PlotFrame, plot_legend_height
from arraywise.present.charts.response import draw_response, draw_throughput
from arraywise.present.charts.runway_scene import draw_runway, runway_chart_height
from arraywise.present.charts.value import (
    draw_value_against_price,
    option_names_on_chart,
    priced_options,
)
from arraywise.report.charts.scene_painting import build_drawing, paper_medium

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer
    from arraywise.domain.runway import Runway
    from arraywise.report.content import HostRun
    from arraywise.report.pdf.layout import PageLayout

_HEIGHT, _LOW_HEIGHT, _FRONTIER_HEIGHT = 290.0, 190.0, 220.0


def response_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw response time (ms) against load (transactions a second) of all options."""
    return build_drawing(draw_response(answer, layout.width, _HEIGHT, paper_medium(layout)))


def throughput_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw the transaction rate against the number of users of all options."""
    return build_drawing(draw_throughput(answer, layout.width, _LOW_HEIGHT, paper_medium(layout)))


def frontier_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw a marker an option, the frontier dashed; hollow where an option does not pass."""
    priced, medium = priced_options(answer), paper_medium(layout)
    height = _FRONTIER_HEIGHT + plot_legend_height(
        option_names_on_chart(priced, medium), layout.width, medium
    )
    return build_drawing(
        draw_value_against_price(answer, priced, PlotFrame(layout.width, height), medium)
    )


def runway_chart(layout: PageLayout, answer: Answer, runway: Runway) -> Drawing:
    """Draw months 0 to 60 against what each option holds."""
    medium = paper_medium(layout)
    size = layout.width, runway_chart_height(runway, medium.unit)
    return build_drawing(draw_runway(answer, runway, size, medium).scene)


def host_chart(layout: PageLayout, runs: Sequence[HostRun]) -> Drawing:
    """Draw processors in use and waiting against the minutes of a run, for up to two runs."""
    return build_drawing(draw_host_charts(runs, layout.width, paper_medium(layout)))
