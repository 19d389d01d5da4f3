"""Passes on what the publication that the evidence comes from contradicts or leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.remarks import Remark
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit_case import Case


def find_contradictions(case: Case) -> Iterator[Remark]:
    """Contradictions and gaps of a publication, as the study states them."""
    for remark in case.question.remarks:
        yield Remark(
            remark.options,
            say("{remark}", remark=remark.text),
            say("{consequence}", consequence=remark.consequence),
            (remark.citation,),
            remark.severity,
        )
