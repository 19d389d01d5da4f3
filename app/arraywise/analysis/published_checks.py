"""Passes on what the publication that the evidence comes from contradicts or leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.remarks import Remark
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit_case import Case
    from arraywise.domain.published import PublishedRemark
    from arraywise.domain.said import Said


def find_contradictions(case: Case) -> Iterator[Remark]:
    """Contradictions whose figures are computed from what the publication prints."""
    for remark in case.question.remarks:
        if remark.computed:
            yield _passed_on(remark, say("{remark}", remark=remark.text))


def find_editors_remarks(case: Case) -> Iterator[Remark]:
    """Contradictions and gaps that the study's editor typed: nothing here computes them."""
    for remark in case.question.remarks:
        if not remark.computed:
            yield _passed_on(remark, say("Editor's remark: {remark}", remark=remark.text))


def _passed_on(remark: PublishedRemark, said: Said) -> Remark:
    return Remark(
        remark.options,
        said,
        say("{consequence}", consequence=remark.consequence),
        (remark.citation,),
        remark.severity,
    )
