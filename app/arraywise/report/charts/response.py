"""Response curves, hosts, frontier, load and data by the month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.present.charts.host import draw_host
from arraywise.present.charts.plot import PlotFrame, legend_height
from arraywise.present.charts.response import draw_response, draw_throughput
from arraywise.present.charts.runway_scene import draw_runway, runway_height
from arraywise.present.charts.value import draw_value, priced_options, value_names
from arraywise.report.charts.scene_painting import draw_scene, paper_medium

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
    return draw_scene(draw_response(answer, layout.width, _HEIGHT, paper_medium(layout)))


def throughput_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw the transaction rate against the number of users of all options."""
    return draw_scene(draw_throughput(answer, layout.width, _LOW_HEIGHT, paper_medium(layout)))


def frontier_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw a marker an option, the frontier dashed; hollow where an option does not pass."""
    priced, medium = priced_options(answer), paper_medium(layout)
    height = _FRONTIER_HEIGHT + legend_height(value_names(priced, medium), layout.width, medium)
    return draw_scene(draw_value(answer, priced, PlotFrame(layout.width, height), medium))


def runway_chart(layout: PageLayout, answer: Answer, runway: Runway) -> Drawing:
    """Draw months 0 to 60 against what each option holds."""
    medium = paper_medium(layout)
    size = layout.width, runway_height(runway, medium.unit)
    return draw_scene(draw_runway(answer, runway, size, medium).scene)


def host_chart(layout: PageLayout, runs: Sequence[HostRun]) -> Drawing:
    """Draw processors in use and waiting against the minutes of a run, for up to two runs."""
    return draw_scene(draw_host(runs, layout.width, paper_medium(layout)))
