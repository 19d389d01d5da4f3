"""Risks and findings, what is not shown, next steps with sign-off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import Outcome
from arraywise.present.findings import describe_next_test, describe_test_that_would_decide
from arraywise.present.report_messages import (
    describe_condition,
    describe_findings,
    describe_not_shown,
    describe_steps,
)
from arraywise.present.risks import ARCHITECT, CLIENT, LAB, list_risks, touches_answer
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.signature import SignatureRow
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import OptionAnswer
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

GENERAL_LIMITS = (
    message("Nothing is extrapolated: a load above the highest measured rate is not shown."),
    message("Results hold for the configurations and the workload that were tested."),
)
_MOST_RISKS = 8
_MOST_STEPS = 7


def risks_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the findings that touch the answer; absent where the audit found none at all."""
    answer = content.answer
    if not answer.findings:
        return None
    risks = list_risks(answer, content.lead_bars)
    others = len(answer.findings) - sum(touches_answer(answer, each) for each in answer.findings)
    columns = (
        TableColumn(message("Severity")),
        TableColumn(message("Finding and consequence"), share=2.2),
        TableColumn(message("Action"), share=1),
        TableColumn(message("Owner")),
    )
    rows: list[Row] = [
        [
            layout.severity_cell(risk.severity),
            layout.statement_cell(risk.finding, risk.consequence),
            risk.action,
            risk.owner,
        ]
        for risk in risks[:_MOST_RISKS]
    ]
    blocks = titled_table(layout, None, columns, Rows(rows, breakable=True)) if rows else []
    more = max(0, len(risks) - _MOST_RISKS) + others
    if more:
        text = message("Findings that do not touch the answer: {count}.", count=more)
        blocks.append(layout.paragraph(text, Style.NOTE))
    return SectionPage(describe_findings(answer, len(risks)), blocks)


def not_shown_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set what no evidence carries, and the test that decides it; absent without options."""
    answer = content.answer
    lacking = [option for option in content.ranked if option.outcome is Outcome.NOT_SHOWN]
    blocks = build_not_shown_table(content, layout, lacking)
    blocks += [layout.subheading(message("What holds for all figures"))]
    blocks += [layout.bullet_item(limit) for limit in GENERAL_LIMITS]
    return SectionPage(describe_not_shown(answer), blocks) if answer.options else None


def build_not_shown_table(
    content: ReportContent, layout: PageLayout, lacking: list[OptionAnswer]
) -> Blocks:
    """Set options that are not judged, with why and which test decides them."""
    if not lacking:
        return []
    columns = (
        TableColumn(message("Option"), share=0.7),
        TableColumn(message("Why it is not shown"), share=1.2),
        TableColumn(message("The test that decides it"), share=1.2),
    )
    rows: list[Row] = [
        [
            layout.option_cell(option.option, Style.CELL_STRONG),
            option.reason,
            describe_test_that_would_decide(content.answer, option),
        ]
        for option in lacking
    ]
    return titled_table(layout, None, columns, Rows(rows, breakable=True))


def steps_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the steps up to the decision, each with who takes it, and the signatures."""
    steps = list(dict.fromkeys(list_steps(content)))[:_MOST_STEPS]
    steps.append((message("Decision and order"), CLIENT))
    columns = (
        TableColumn("", figures=True),
        TableColumn(message("Step"), share=1),
        TableColumn(message("Owner")),
    )
    rows: list[Row] = [
        [layout.words.number(at), step, owner] for at, (step, owner) in enumerate(steps, start=1)
    ]
    study = message(
        "The signatures cover this report of {date}, study {hash}.",
        date=layout.words.date(content.identity.changed_at),
        hash=content.identity.short_hash,
    )
    below = f"{layout.text(message('name'))} / {layout.text(message('date'))}"
    titles = (message("Prepared"), message("Approved"), message("Accepted for the client"))
    signatures = SignatureRow([(layout.text(title), below) for title in titles], layout.width)
    return SectionPage(
        describe_steps(len(steps)),
        [
            *titled_table(layout, None, columns, Rows(rows)),
            layout.subheading(message("Sign-off")),
            signatures,
            layout.paragraph(study, Style.NOTE),
        ],
    )


def list_steps(content: ReportContent) -> Iterator[tuple[Message, Message]]:
    """Yield what is to be done before the decision: actions, tests, prices, the condition."""
    answer = content.answer
    for risk in list_risks(answer, content.lead_bars):
        yield risk.action, risk.owner
    for option in content.ranked:
        test = describe_next_test(option)
        if test is not None and option.outcome is Outcome.NOT_SHOWN:
            yield test, LAB
    unpriced = [o.option.name for o in answer.options if o.price is None]
    if unpriced:
        yield message("Ask for offers: {options}.", options=", ".join(unpriced)), ARCHITECT
    stretches = () if content.map is None else content.map.cuts.visits_per_month
    if describe_condition(answer, stretches) is not None:
        yield message("Confirm the load."), CLIENT
