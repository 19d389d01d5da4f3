"""Gathers what the documents say: the study, its answer, price sheets in full, the evidence."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.pricing import total_price
from arraywise.analysis.said_thresholds import say_thresholds
from arraywise.domain.evidence import Origin, Status
from arraywise.domain.pricing import PLAIN_BASIS
from arraywise.domain.problems import Severity
from arraywise.report.content import (
    CurveTable,
    EvidenceEntry,
    Identity,
    MapContent,
    OptionTrace,
    PricedDiscount,
    PricedLine,
    PricedSheet,
    PublishedFigure,
    ReportContent,
    ScenarioAnswer,
    TracedValue,
)
from arraywise.store.reading.evidence import file_detail, list_files
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.hosts import hosts_of_files
from arraywise.store.reading.identity import changed_at, study_hash
from arraywise.store.reading.problems import all_problems
from arraywise.usecases.break_even_prices import break_even_prices
from arraywise.usecases.compare_scenarios import compare_scenarios
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.describe_comparisons import describe_comparison
from arraywise.usecases.describe_shapes import shape_of
from arraywise.usecases.document_hosts import gather_hosts
from arraywise.usecases.document_workings import gather_workings
from arraywise.usecases.look_around import look_closer, map_cuts, map_decision
from arraywise.usecases.price_lines import price_discounts, price_lines
from arraywise.usecases.trace_figures import trace_capacity, trace_response

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.load_curve import ResponseCurve
    from arraywise.domain.decision import Answer, OptionAnswer, ThroughputShape
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceBasis, PriceSheet
    from arraywise.domain.problems import Problem
    from arraywise.store.reading.evidence import FileRow
    from arraywise.store.study import Study
    from arraywise.usecases.decide_study import Prepared
    from arraywise.usecases.trace_figures import TracedLevel, TracedRun

PUBLISHED = "published"
"""Tool of a file of published figures."""
_GRAVEST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def gather_content(study: Study) -> ReportContent:
    """Read a study, answer it and bring together all that its documents say.

    Raises:
        UserError: The requirement, a setting or a discount makes no sense.
    """
    facts = read_facts(study)
    identity = Identity(study_hash(study, facts), changed_at(study))
    files = list_files(study)
    problems = all_problems(study)
    hosts = hosts_of_files(study)
    evidence = tuple(_entry(row, problems.get(row.id, ()), hosts.get(row.id)) for row in files)
    prepared = prepare(facts)
    content = make_content(facts, prepared, answer(prepared, facts), identity, evidence)
    hosts_seen = gather_hosts(study, facts, content.answer)
    scenarios = tuple(
        ScenarioAnswer(each.name, each.in_use, each.answer, each.differs)
        for each in compare_scenarios(study, (facts, prepared))
    )
    return replace(
        content,
        published=_published(study, files),
        hosts=hosts_seen,
        scenarios=scenarios,
        workings=gather_workings(study, facts, content.answer),
    )


def make_content(
    facts: StudyFacts,
    prepared: Prepared,
    answered: Answer,
    identity: Identity,
    evidence: tuple[EvidenceEntry, ...],
) -> ReportContent:
    """Bring together what was read and what was worked out from it.

    Raises:
        UserError: A discount takes away more than its price.
    """
    closer = look_closer(prepared, facts, answered.requirement)
    return ReportContent(
        facts=facts,
        answer=answered,
        identity=identity,
        price_sheets=tuple(
            price_in_full(known.option, known.price_sheet, facts.price_basis)
            for known in facts.options
            if known.price_sheet is not None
        ),
        evidence=evidence,
        curves=_curves(facts, prepared, answered.requirement.statistic),
        map=_map(facts, prepared, answered),
        lead_bars=closer.lead_bars,
        nearest_ties=closer.nearest_ties,
        break_even_prices=break_even_prices(prepared, facts, answered.requirement),
        shapes=_shapes(answered),
        traces=_traces(facts, answered),
        thresholds=say_thresholds(facts.thresholds),
        compared=tuple(describe_comparison(pair) for pair in answered.comparisons),
    )


def _shapes(answered: Answer) -> dict[int, ThroughputShape]:
    found = ((option.option.id, shape_of(option)) for option in answered.options)
    return {option_id: shape for option_id, shape in found if shape is not None}


def _traces(facts: StudyFacts, answered: Answer) -> tuple[OptionTrace, ...]:
    found = (_trace(facts, answered, option) for option in answered.options if option.levels)
    return tuple(trace for trace in found if trace.runs)


def _trace(facts: StudyFacts, answered: Answer, option: OptionAnswer) -> OptionTrace:
    response = trace_response(facts, answered, option)
    capacity = trace_capacity(facts, answered, option)
    levels = {level.users: level for level in (*response.levels, *capacity.levels)}
    runs = tuple(
        _traced_value(level, at)
        for _, level in sorted(levels.items())
        for at in range(len(level.rates))
    )
    return OptionTrace(option.option, response.formula[0], capacity.formula[0], runs)


def _traced_value(level: TracedLevel, at: int) -> TracedValue:
    rate = level.rates[at]
    response = level.responses[at] if at < len(level.responses) else None
    return TracedValue(
        users=level.users,
        rate_tps=rate.value,
        rate_place=_place(rate),
        response_s=response.value if response else None,
        response_place=_place(response) if response else "",
        counts=not level.host_bound,
    )


def _place(run: TracedRun) -> str:
    return run.file if run.line is None else f"{run.file}:{run.line}"


def _map(facts: StudyFacts, prepared: Prepared, answered: Answer) -> MapContent | None:
    """Draw the map where there is a load to ask for and something was measured under load."""
    asked = answered.requirement
    if not asked.visits_per_month or not any(option.levels for option in answered.options):
        return None
    visits, target_s = asked.visits_per_month, asked.response_time_s
    ends = (visits / 4, visits * 2.0), (target_s / 5, target_s * 2.0)
    drawn = map_decision(prepared, facts, asked, visits=ends[0], targets_s=ends[1])
    cuts = map_cuts(prepared, facts, asked, visits=ends[0], targets_s=ends[1])
    return MapContent(drawn, cuts)


def price_in_full(
    option: Option, sheet: PriceSheet, basis: PriceBasis = PLAIN_BASIS
) -> PricedSheet:
    """Reckon a price sheet line by line, in its own currency, as the documents print it.

    Raises:
        UserError: Its discounts take away more than its price.
    """
    lines = price_lines(sheet, basis)
    off = price_discounts(sheet, lines)
    lacks_rates = any(line.rate_missing for line in lines)
    return PricedSheet(
        option=option,
        currency=sheet.currency,
        lines=tuple(
            PricedLine(
                *(p.line, p.purchase, p.maintenance, p.quantity, p.spares),
                *(p.rate, p.left_out, p.rate_missing),
            )
            for p in lines
        ),
        discounts=tuple(
            PricedDiscount(d, *amounts) for d, amounts in zip(sheet.discounts, off, strict=True)
        ),
        total=None if lacks_rates else total_price(sheet, basis),
        notes=sheet.notes,
    )


def _curves(facts: StudyFacts, prepared: Prepared, statistic: str) -> tuple[CurveTable, ...]:
    measured = prepared.measured(statistic)
    found = [(known.option, measured.get(known.option.id)) for known in facts.options]
    return tuple(
        _curve_table(option, one.curve)
        for option, one in found
        if one is not None and one.curve is not None
    )


def _curve_table(option: Option, curve: ResponseCurve) -> CurveTable:
    return CurveTable(
        option=option,
        rates_tps=tuple(curve.rates_tps.tolist()),
        low_s=tuple(curve.low_s.tolist()),
        point_s=tuple(curve.point_s.tolist()),
        high_s=tuple(curve.high_s.tolist()),
        chord_s=tuple(curve.chord_s.tolist()),
        levels=len(curve.users),
        first_tps=curve.first_tps,
        top_tps=curve.top_tps,
        demonstrated_tps=curve.demonstrated_tps,
        comparable_tps=curve.comparable_tps if math.isfinite(curve.comparable_tps) else None,
        ceiling_tps=curve.ceiling_tps,
        scatter_known=curve.scatter_known,
        doubts=curve.doubts,
    )


def _entry(row: FileRow, problems: tuple[Problem, ...], host: str | None) -> EvidenceEntry:
    return EvidenceEntry(
        file=row.name,
        option=row.option_name,
        tool=row.tool,
        tool_version=row.tool_version,
        run_type=row.run_type,
        status=row.status,
        size_bytes=row.size_bytes,
        sha256=row.sha256,
        host=host,
        started_at=row.started_at,
        problem=None if row.status is Status.READ else _gravest(problems),
    )


def _published(study: Study, files: Sequence[FileRow]) -> tuple[PublishedFigure, ...]:
    """Read the figures of publications, each with its file and line."""
    return tuple(
        PublishedFigure(
            option=row.option_name,
            condition=each.run.name,
            metric=m.metric,
            name=m.group or "",
            statistic=m.statistic,
            value=m.value,
            unit=m.unit,
            derived=m.origin is Origin.DERIVED,
            place=f"{row.name}:{m.line}",
        )
        for row in files
        if row.tool == PUBLISHED and (detail := file_detail(study, row.id))
        for each in detail.runs
        for m in each.run.measurements
    )


def _gravest(problems: tuple[Problem, ...]) -> Problem | None:
    return min(problems, key=lambda p: _GRAVEST_FIRST.index(p.severity), default=None)
