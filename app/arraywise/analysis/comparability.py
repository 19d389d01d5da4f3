"""The comparability audit: what makes the comparison unfair or unsure is said first by us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.evidence_grade import grade_evidence, levels_around

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.question import Question
    from arraywise.domain.findings import Finding


def audit(question: Question) -> tuple[Finding, ...]:
    """Return every check's findings, the serious ones first."""
    return ()


def grade_options(question: Question, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the evidence grade of every option."""
    return tuple(
        grade_evidence(
            levels_around(known.measured.levels, question.demand_tps),
            [f.severity for f in findings if known.facts.option.name in f.options],
        )
        for known in question.known
    )
