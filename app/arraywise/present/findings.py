"""Which findings come first, and on which page each is mended."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.analysis.decision.ranking import find_rival
from arraywise.domain.messages import Severity

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, Finding

_WORST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.INFO)
MOST_FIRST = 3


def sort_findings(answer: Answer) -> tuple[Finding, ...]:
    """Sort findings by their effect on the answer: severity, then whether they concern it."""
    first = {answer.recommended.name} if answer.recommended is not None else set()
    rival = find_rival(answer.options)
    first |= {rival.option.name} if rival is not None else set()
    first |= {each.option for each in answer.certainty.rivals}

    def effect(finding: Finding) -> tuple[int, bool]:
        concerns = not finding.options or not first.isdisjoint(finding.options)
        return _WORST_FIRST.index(finding.severity), not concerns

    return tuple(sorted(answer.findings, key=effect))


def first_findings(answer: Answer) -> tuple[Finding, ...]:
    """Return at most three findings, of three different checks."""
    by_check: dict[str, Finding] = {}
    for finding in sort_findings(answer):
        by_check.setdefault(finding.check, finding)
    return tuple(by_check.values())[:MOST_FIRST]


def help_topic(check: str) -> str:
    """Return what the guide calls the help on a check of the audit."""
    return "finding-" + re.sub(r"\W+", "-", check)


_PAGES = (
    ("pric", "pricing"),
    ("spares", "pricing"),
    ("discount", "pricing"),
    ("provisioning", "provisioning"),
)


def page_of_finding(finding: Finding) -> str:
    """Return the key of the page on which a finding is mended."""
    return next((page for part, page in _PAGES if part in finding.check), "evidence")
