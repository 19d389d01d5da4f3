"""Audit of usable capacity: drives, spares and reduction ratios (MODEL F1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.usable import break_even_reduction, holds, needed_bytes
from arraywise.domain.capacity import NO_REDUCTION
from arraywise.domain.capacity_notation import format_drives, format_reduction
from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import Remark
from arraywise.domain.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit.case import Case


def find_drives_left_over(case: Case) -> Iterator[Remark]:
    """Drives that fill no whole group: they are paid for and hold nothing."""
    for known in case.question.known:
        option = known.facts.option
        for drives in () if option.capacity is None else option.capacity.drives:
            if drives.left_over:
                yield Remark(
                    (option.name,),
                    message(
                        "{option}: {count} of {drives} do not fill a group.",
                        option=option.name,
                        count=drives.left_over,
                        drives=format_drives((drives,)),
                    ),
                    message("They add no capacity. Make them spares, or change the groups."),
                )


def find_open_reduction(case: Case) -> Iterator[Remark]:
    """A reduction ratio on which it depends whether an option holds what is needed."""
    for known in case.question.known:
        option, asked = known.facts.option, case.question.requirement
        needed = needed_bytes(asked, asked.horizon_months)
        if needed is None or option.capacity is None or holds(option, needed) is not None:
            continue
        yield Remark(
            (option.name,),
            message(
                "{option}: needs data reduction of {ratio:.2f} : 1 or more; stated: {stated}.",
                option=option.name,
                ratio=break_even_reduction(option, needed) or 0.0,
                stated=format_reduction(option.capacity.reduction),
            ),
            message("Capacity is not shown. Enter a ratio measured on the client's data."),
        )


def find_claimed_reduction(case: Case) -> Iterator[Remark]:
    """An option that holds what is needed only by a reduction ratio that nobody measured."""
    for known in case.question.known:
        option, asked = known.facts.option, case.question.requirement
        capacity, needed = option.capacity, needed_bytes(asked, asked.horizon_months)
        if needed is None or capacity is None or capacity.is_measured or not holds(option, needed):
            continue
        ratio = break_even_reduction(option, needed) or 0.0
        if ratio > 1 and capacity.reduction != NO_REDUCTION:
            yield Remark(
                (option.name,),
                message(
                    "{option}: needs data reduction of {ratio:.2f} : 1 or more; {stated} is a"
                    " vendor's claim.",
                    option=option.name,
                    ratio=ratio,
                    stated=format_reduction(capacity.reduction),
                ),
                message("Data that reduces less, such as encrypted data, would not fit."),
            )


def find_worthless_capacity(case: Case) -> Iterator[Remark]:
    """Usable capacity weighs, and neither a need nor anchors say what it is worth (MODEL F1)."""
    for setting in case.question.model.settings:
        if setting.criterion is Criterion.USABLE and setting.swing > 0 and not setting.corners:
            yield Remark(
                (),
                message("Usable capacity has a weight but no anchors."),
                message("State the usable capacity needed, or enter the anchors."),
            )
