"""How the rate of each option grows with the users: the scalability law and the knee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report import figures
from arraywise.report.styles import Style
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Interval, OptionAnswer, ThroughputShape
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row


def shape_table(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set a row for each option with four levels or more; nothing without any."""
    shapes = content.shapes
    known = [(o, shapes[o.option.id]) for o in content.ranked if o.option.id in shapes]
    if not known:
        return []
    columns = (
        Column(say("Option"), share=1),
        Column(say("Levels"), figures=True),
        Column(say("Contention"), "%", figures=True),
        Column(say("95 % interval"), "%", figures=True),
        Column(say("Coherency"), "%", figures=True),
        Column(say("95 % interval"), "%", figures=True),
        Column(say("Peak at"), say("users"), figures=True),
        Column(say("Peak"), "1/s", figures=True),
        Column(say("Knee N*"), say("users"), figures=True),
    )
    note = say(
        "The universal scalability law through the mean rates says how the rate bends, and nothing"
        " of response times: it decides nothing. A peak is told where it lies within the measured"
        " levels and the law meets the highest measured rate within 5 %. Fewer than six levels"
        " make it rough. Knee: where queues begin to grow, by the accepted queueing model."
    )
    rows: list[Row] = [_row(layout, option, shape) for option, shape in known]
    return titled_table(layout, say("Shape of the throughput"), columns, Rows(rows), note)


def _row(layout: Layout, option: OptionAnswer, shape: ThroughputShape) -> Row:
    words = layout.words
    is_seen = (shape.peak_users or float("inf")) <= max(level.users for level in option.levels)
    return [
        layout.option(option.option, Style.CELL),
        words.number(shape.levels),
        *_share(layout, shape.alpha, 1),
        *_share(layout, shape.beta, 4),
        words.number(shape.peak_users if is_seen else None, 0),
        words.number(shape.most_tps if is_seen else None, 0),
        words.number(option.knee_users, 0),
    ]


def _share(layout: Layout, parameter: Interval, places: int) -> tuple[str, str]:
    """Return a parameter and its interval in per cent."""
    words = layout.words
    return (
        words.number(figures.percent(parameter.point), places),
        words.span(figures.percent(parameter.low), figures.percent(parameter.high), places),
    )
