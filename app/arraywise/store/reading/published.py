"""Reads what a publication says beside its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import Severity
from arraywise.domain.published import PublishedConclusion, PublishedRemark

if TYPE_CHECKING:
    from arraywise.store.study import Study


def published_conclusion(study: Study) -> PublishedConclusion | None:
    """Read what the authors conclude, None where the study holds no publication."""
    with study.cursor() as cursor:
        row = cursor.execute("SELECT text, citation FROM published_conclusion").fetchone()
    return None if row is None else PublishedConclusion(*row)


def published_remarks(study: Study) -> tuple[PublishedRemark, ...]:
    """Read the contradictions and gaps of a publication, in the order they were written."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT severity, options, text, consequence, citation, computed FROM published_remark"
            " ORDER BY position"
        ).fetchall()
    return tuple(
        PublishedRemark(Severity(severity), tuple(options), *texts)
        for severity, options, *texts in rows
    )
