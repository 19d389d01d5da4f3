"""The report's sections, one a module, in the order they are printed."""

from __future__ import annotations

from arraywise.domain.messages import say
from arraywise.report.pdf.layout import Section
from arraywise.report.sections import (
    decision,
    evidence,
    method,
    performance,
    provisioning,
    summary,
)
from arraywise.report.sections import options as options_compared
from arraywise.report.sections import prices as price_sheets

ALL_SECTIONS = (
    Section("summary", say("Executive summary"), summary.summary_section),
    Section("options", say("Options compared"), options_compared.options_compared_section),
    Section("performance", say("Performance evidence"), performance.performance_section),
    Section("prices", say("36-month price sheets"), price_sheets.price_sheets_section),
    Section("provisioning", say("Provisioning"), provisioning.provisioning_section),
    Section("scoring", say("Scoring and sensitivity"), decision.scoring_section),
    Section("map", say("Decision map"), decision.decision_map_section),
    Section("findings", say("Findings and limits"), evidence.findings_section),
    Section("method", say("Method"), method.method_section),
    Section("trace", say("Where the figures come from"), evidence.trace_section),
    Section("evidence", say("Evidence files"), evidence.evidence_section),
)
