"""Blocks that more than one section shows."""

from __future__ import annotations

from functools import partial
from math import isinf
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.requirement import Rule
from arraywise.present.changes import list_changes
from arraywise.present.tables.overview import Part, columns_of, is_storage_alone
from arraywise.report.pdf.marks import interval_drawing
from arraywise.report.pdf.style import Style, look
from arraywise.report.pdf.tables import Rows, TableColumn, build_table

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from reportlab.graphics.shapes import Drawing
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Answer, Change, OptionAnswer
    from arraywise.present.tables.overview import OptionColumn
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tables import Cell, Row

_PLOT_WIDTH = 84.0


def interval_plot(answer: Answer, option: OptionAnswer) -> Drawing:
    """Draw an option's response time with its interval, on one axis for all options."""
    target = None if isinf(answer.requirement.target_s) else answer.requirement.target_s
    known = [
        end
        for o in answer.options
        for end in (o.response_s.low, o.response_s.point, o.response_s.high)
        if end is not None
    ]
    ends = [*known, *([] if target is None else [target])]
    far = max(ends, default=1.0) if target is None else min(max(ends), target * 3)
    reach = (min(ends, default=0.0), far)
    return interval_drawing(look(option.option), option.response_s, reach, target, _PLOT_WIDTH)


def has_times(answer: Answer) -> bool:
    """Return whether a response time is known of any option, or asked for."""
    known = any(o.response_s.point or o.response_s.high for o in answer.options)
    return known or not isinf(answer.requirement.target_s)


def options_table(
    content: ReportContent, layout: PageLayout, part: Part, strong: Container[int] = ()
) -> tuple[list[TableColumn], list[Row]]:
    """Return columns and rows of a table that compares the options.

    Args:
        content: of the report.
        layout: of the document.
        part: which columns.
        strong: rows that stand out.
    """
    columns: list[TableColumn] = []
    shown: list[Callable[[OptionAnswer, Style], Cell]] = []

    def drawn_interval(option: OptionAnswer, _style: Style) -> Cell:
        return interval_plot(content.answer, option)

    is_timed = has_times(content.answer)
    for column in columns_of(content.answer, part):
        if column.key in {"response", "interval"} and not is_timed:
            continue
        if column.key == "capacity" and part is Part.SUMMARY and is_timed:
            alone = is_storage_alone(content.answer)
            interval = "Interval and target" if alone else "95 % interval and target"
            columns.append(TableColumn(message(interval)))
            shown.append(drawn_interval)
        columns.append(
            TableColumn(
                column.title,
                column.unit,
                share=1 if column.key == "option" else 0,
                figures=not column.is_text,
            )
        )
        shown.append(partial(_option_cell, layout, column))
        if column.key == "interval":
            columns.append(TableColumn(message("Interval and target")))
            shown.append(drawn_interval)
    rows = [
        [show(option, Style.CELL_STRONG if at in strong else Style.CELL) for show in shown]
        for at, option in enumerate(content.ranked)
    ]
    return columns, rows


def _option_cell(
    layout: PageLayout, column: OptionColumn, option: OptionAnswer, style: Style
) -> Cell:
    if column.key == "option":
        return layout.option(option.option, style)
    if column.key == "verdict":
        return layout.outcome(option)
    return column.text(layout.words, option)


def changes_table(answer: Answer, layout: PageLayout) -> list[Flowable]:
    """List what would change the answer, the nearest first."""
    title = layout.subheading(message("What would change the answer"))
    changes = list_changes(answer)
    if answer.requirement.rule is Rule.FRONTIER:
        sentence = message("No single option is recommended, so no change to it was computed.")
        return [title, layout.paragraph(sentence)]
    if not answer.options or answer.demand_tps <= 0:
        return []
    if not changes:
        sentence = message(
            "No single change of load, target or weight between an eighth and eight times"
            " changes the answer."
        )
        return [title, layout.paragraph(sentence)]
    columns = (
        TableColumn(message("If this changes"), share=3),
        TableColumn(message("then"), share=2),
    )
    rows: list[Row] = [
        [
            message("{what} {to}", what=change.what, to=change.to),
            _then(answer, layout, change),
        ]
        for change in changes
    ]
    return [title, build_table(layout, columns, Rows(rows, tight=True))]


def _then(answer: Answer, layout: PageLayout, change: Change) -> Text | Flowable:
    if change.winner is None:
        return message("none is shown to pass")
    winner = next((o.option for o in answer.options if o.option.name == change.winner), None)
    return layout.option(winner) if winner else change.winner
