"""The report's sections, one a module, in the order they are printed."""

from __future__ import annotations

from arraywise.domain.said import say
from arraywise.report.section import Section
from arraywise.report.sections import (
    decision_map,
    evidence,
    findings,
    method,
    options_compared,
    performance,
    price_sheets,
    provisioning,
    scoring,
    summary,
    trace,
)

ALL_SECTIONS = (
    Section("summary", say("Executive summary"), summary.build),
    Section("options", say("Options compared"), options_compared.build),
    Section("performance", say("Performance evidence"), performance.build),
    Section("prices", say("36-month price sheets"), price_sheets.build),
    Section("provisioning", say("Provisioning"), provisioning.build),
    Section("scoring", say("Scoring and sensitivity"), scoring.build),
    Section("map", say("Decision map"), decision_map.build),
    Section("findings", say("Findings and limits"), findings.build),
    Section("method", say("Method"), method.build),
    Section("trace", say("Where the figures come from"), trace.build),
    Section("evidence", say("Evidence files"), evidence.build),
)
