"""Usable capacity: what each option's drives hold, and from which reduction ratio it suffices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.demand import break_even_reduction, holds, needed_bytes, usable
from arraywise.analysis.pricing import price_per_usable_tb
from arraywise.domain.basis import Outcome
from arraywise.domain.capacity import NO_REDUCTION, TB, TIB
from arraywise.domain.capacity_notation import format_drives, format_reduction
from arraywise.domain.messages import message
from arraywise.present.labels import OUTCOME_WORDS
from arraywise.present.numbers import NONE
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reportlab.platypus import Flowable

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row

_OUTCOMES = {True: Outcome.PASS, False: Outcome.FAIL, None: Outcome.NOT_SHOWN}


def usable_capacity(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set a row an option; nothing where capacity is neither asked for nor stated."""
    answer = content.answer
    needed = needed_bytes(answer.requirement, answer.requirement.horizon_months)
    if needed is None and not any(o.option.capacity for o in answer.options):
        return []
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("What it has"), share=2),
        TableColumn(message("Usable"), "TB", figures=True),
        TableColumn(message("Usable"), "TiB", figures=True),
        TableColumn(message("Enough from"), ": 1", figures=True),
        TableColumn(message("Price of a TB"), answer.currency, figures=True),
        TableColumn(message("Outcome")),
    )
    rows = [_row(option, needed, layout) for option in content.ranked]
    note = message(
        "Usable: after spares, RAID, reserve and the lowest data reduction (a range where"
        " ratios differ); 1 TB is 10^12 bytes. Enough from: reduction ratio needed; dash: none."
        " Price per TB: 36-month price over the lowest usable capacity."
    )
    caption = message("Usable capacity")
    if needed is not None:
        caption = message(
            "Usable capacity: {needed:,.4g} TB are needed in month {month}",
            needed=needed / TB,
            month=answer.requirement.horizon_months,
        )
    return titled_table(layout, caption, columns, Rows(rows), note)


def _row(option: OptionAnswer, needed: float | None, layout: PageLayout) -> Row:
    words, held, price = layout.words, usable(option.option), option.price
    capacity = option.option.capacity
    if held is None or capacity is None:
        known: list[str] = [NONE] * 4
    else:
        ratio = None if needed is None else break_even_reduction(option.option, needed)
        per_tb = None if price is None else price_per_usable_tb(price, held.least)
        spans = (
            words.number(held.least / unit, 1)
            if held.least == held.most
            else words.span(held.least / unit, held.most / unit, 1)
            for unit in (TB, TIB)
        )
        from_ratio = words.number(ratio, 2) if ratio is not None and ratio > 1 else NONE
        known = [*spans, from_ratio, words.number(per_tb)]
    outcome = NONE if needed is None else OUTCOME_WORDS[_OUTCOMES[holds(option.option, needed)]]
    stated = layout.sentences(list(_described(capacity)), Style.CELL)
    return [layout.option(option.option), stated, *known, outcome]


def _described(capacity: Capacity | None) -> Iterator[Message]:
    """Describe what was stated: drives with their groups, reserve and reduction ratio."""
    if capacity is None:
        yield message("Not stated.")
        return
    if capacity.stated_bytes is not None:
        yield message("{size:,.6g} TB usable as stated.", size=capacity.stated_bytes / TB)
    for drives in capacity.drives:
        yield message(
            "{drives}: groups {groups}, drives of data {data:,.4g}.",
            drives=format_drives((drives,)),
            groups=drives.groups,
            data=drives.data_drives,
        )
        if drives.left_over:
            yield message("{count} drives fill no group.", count=drives.left_over)
    if capacity.drives:
        yield message("Reserve {reserve:.3g} %.", reserve=100 * capacity.reserve)
    if capacity.reduction != NO_REDUCTION:
        yield message(
            "Reduction {ratio} : 1, measured."
            if capacity.is_measured
            else "Reduction {ratio} : 1, claimed.",
            ratio=format_reduction(capacity.reduction),
        )
