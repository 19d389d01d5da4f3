"""What limits the comparison: the audit's findings with their consequences, said plainly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.platypus import KeepTogether

from arraywise.domain.decision import PASSES
from arraywise.domain.evidence import Status
from arraywise.domain.problems import Severity
from arraywise.domain.said import say
from arraywise.report.sections.cover import SYNTHETIC
from arraywise.report.styles import Style

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.findings import Finding
    from arraywise.domain.said import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout, Text
    from arraywise.report.paragraph import Paragraph

_MOST_PLACES = 6
_PRICES = say("Prices are those of the price sheets; nothing was discounted over time.")
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the findings, the gravest first, then the limits."""
    findings = sorted(content.answer.findings, key=lambda f: _ORDER.index(f.severity))
    blocks: list[Flowable] = []
    if not findings:
        blocks.append(layout.paragraph(say("The audit of the evidence has found nothing.")))
    for finding in findings:
        blocks += _finding(layout, finding)
    limits = [layout.bullet(limit) for limit in _limits(content)]
    return [*blocks, *layout.part(say("What this report does not show"), limits)]


def _finding(layout: Layout, finding: Finding) -> list[Flowable]:
    blocks: list[Flowable] = [
        layout.severity(finding.severity),
        layout.paragraph(finding.said, Style.STATEMENT),
        layout.paragraph(finding.consequence),
    ]
    if finding.evidence:
        blocks.append(_places(layout, finding.evidence))
    return [KeepTogether(blocks), layout.space(0.5)]


def _places(layout: Layout, evidence: tuple[str, ...]) -> Paragraph:
    """Name the files that show a finding, the first ones if there are many."""
    places = list(dict.fromkeys(evidence))  # options' files may have one name
    shown: list[Text] = [*places[:_MOST_PLACES]]
    if len(places) > _MOST_PLACES:
        shown.append(say("and {count} more", count=len(places) - _MOST_PLACES))
    return layout.listing(say("Evidence"), shown)


def _limits(content: ReportContent) -> list[Said]:
    limits = [SYNTHETIC] if content.facts.synthetic else []
    without_rank = [o for o in content.ranked if o.rank is None and o.status not in PASSES]
    limits += [
        say(
            "{option} has no rank, because it does not pass the screen.",
            option=option.option.name,
        )
        for option in without_rank
    ]
    unread = sum(entry.status in {Status.REFUSED, Status.INCOMPLETE} for entry in content.evidence)
    if unread:
        limits.append(
            say(
                "Files that were refused or are incomplete, and count for nothing: {count}.",
                count=unread,
            )
        )
    answer = content.answer
    if answer.discount_rate is None and any(option.price for option in answer.options):
        return [*limits, *GENERAL_LIMITS, _PRICES]
    return [*limits, *GENERAL_LIMITS]


GENERAL_LIMITS = (
    say("Nothing is extrapolated: a load beyond the highest measured rate is “not demonstrated”."),
    say("Results hold for the tested configurations and the tested workload, as measured."),
)
