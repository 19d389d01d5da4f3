"""The report's sections, one a module, in the order they are printed."""

from __future__ import annotations

from arraywise.domain.messages import message
from arraywise.report.pdf.layout import LayoutSection
from arraywise.report.sections import decision, evidence, performance, provisioning, summary
from arraywise.report.sections import options as options_compared
from arraywise.report.sections import prices as price_sheets

ALL_SECTIONS = (
    LayoutSection("summary", message("Executive summary"), summary.summary_section),
    LayoutSection(
        "options", message("Options compared"), options_compared.options_compared_section
    ),
    LayoutSection("performance", message("Performance evidence"), performance.performance_section),
    LayoutSection("prices", message("36-month price sheets"), price_sheets.price_sheets_section),
    LayoutSection("provisioning", message("Provisioning"), provisioning.provisioning_section),
    LayoutSection("scoring", message("Scoring and sensitivity"), decision.scoring_section),
    LayoutSection("map", message("Decision map"), decision.decision_map_section),
    LayoutSection("runway", message("How long it lasts"), provisioning.runway_section),
    LayoutSection("findings", message("Findings and limits"), evidence.findings_section),
    LayoutSection("method", message("Method"), evidence.method_section),
    LayoutSection("trace", message("Where the figures come from"), evidence.trace_section),
    LayoutSection("evidence", message("Evidence files"), evidence.evidence_section),
)
