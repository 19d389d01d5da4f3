"""Gathers the content of a study's report and workbook."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.beside_curve import measured_rate_range
from arraywise.analysis.decision.break_even import break_even_prices
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.screening import usable_curve
from arraywise.analysis.price_at_demand import price_sheet_at_answer
from arraywise.analysis.pricing import price_discounts, total_each_line, total_price
from arraywise.domain.cells import (
    OWN_ERROR_CODES,
    CellAddress,
    CellStyle,
    ErrorCode,
    FormatKind,
    cell_name,
    parse_cell_style,
)
from arraywise.domain.evidence import Origin, Status
from arraywise.domain.messages import Problem, Severity
from arraywise.domain.pricing import PLAIN_BASIS, PriceBasis, PriceSheet
from arraywise.domain.requirement import Basis, is_basis_sufficient, target_or_previous_s
from arraywise.present.charts.axes import load_slider_bounds, target_slider_bounds
from arraywise.present.labels import (
    describe_thresholds,
)
from arraywise.report.content import (
    CurveTable,
    EvidenceEntry,
    Identity,
    MapContent,
    NamedValue,
    OptionTrace,
    PricedDiscount,
    PricedSheet,
    PublishedEntry,
    ReportContent,
    ScenarioAnswer,
    TracedValue,
    WorkingCell,
    Workings,
    spreadsheet_error_text,
)
from arraywise.store.reading.evidence import FileRow, list_files, read_file_detail, read_problems
from arraywise.store.reading.facts import compute_study_hash, read_last_change_time
from arraywise.store.reading.inputs import read_input_cells
from arraywise.store.reading.runs import read_host_by_file
from arraywise.usecases.compare_scenarios import compare_scenarios
from arraywise.usecases.decide_study import (
    analyse_sensitivity,
    answer,
    build_decision_map,
    find_map_cuts,
    prepare,
)
from arraywise.usecases.trace_figure import TracedLevel, TracedRun, trace_capacity, trace_response
from arraywise.usecases.workload_profile import read_study
from arraywise.worksheets.evaluation import SheetCalculator, SheetResults
from arraywise.worksheets.fields import (
    CRITERIA_KEY,
    REQUIREMENT_KEY,
    WORKINGS_KEY,
    price_sheet_key,
    provisioning_sheet_key,
)
from arraywise.worksheets.formula import (
    FormulaError,
    Reference,
    parse_formula,
    render_reference,
    replace_xlookup,
)
from arraywise.worksheets.sheets import result_name_prefixes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.prepared import Bound, Candidate, PreparedEvidence
    from arraywise.domain.cells import CellFault, InputCell
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.study import StudyFacts
    from arraywise.store.study import Study


class _MissingReference(Exception):  # noqa: N818 - it is what is wrong with a formula
    """A formula refers to what no other workbook has."""


def build_workings(
    cells: Mapping[CellAddress, InputCell], facts: StudyFacts, answered: Answer
) -> Workings:
    """Calculate the typed cells of the workings, and render their formulas for a workbook."""
    if not any(place.sheet == WORKINGS_KEY for place in cells):
        return Workings()
    return _WorkingsWriter(facts, SheetCalculator().calculate(facts, answered, cells)).build(cells)


class _WorkingsWriter:
    """Renders cells for a workbook, and collects the named values that formulas use."""

    def __init__(self, facts: StudyFacts, result: SheetResults) -> None:
        prefixes = result_name_prefixes([known.option for known in facts.options])
        self._calculated = result
        self._key_by_sheet_name = {name.casefold(): key for key, name in result.sheets.items()}
        self._result_names = {name.casefold(): name for name in result.names}
        self._result_names |= {alias.casefold(): name for alias, name in result.aliases.items()}
        self._options = {prefix: id_ for id_, prefix in prefixes.items()}
        self._cell_name_prefixes = {REQUIREMENT_KEY: "Requirement_", CRITERIA_KEY: "Criteria_"}
        """What names of cells begin with, by the key of their sheet."""
        for id_, prefix in prefixes.items():
            self._cell_name_prefixes |= {
                price_sheet_key(id_): f"{prefix}.Prices_",
                provisioning_sheet_key(id_): f"{prefix}.Times_",
            }
        self._named_values: dict[str, NamedValue] = {}

    def build(self, cells: Mapping[CellAddress, InputCell]) -> Workings:
        """Return all cells of the workings, and the named values that they use."""
        own = [
            self._build_cell(cell) for place, cell in cells.items() if place.sheet == WORKINGS_KEY
        ]
        return Workings(tuple(own), tuple(self._named_values.values()))

    def _build_cell(self, cell: InputCell) -> WorkingCell:
        result = self._calculated.results.get(cell.address)
        fault = result.fault if result is not None else None
        return WorkingCell(
            cell.address.row,
            cell.address.column,
            cell.text,
            result.value if result is not None else None,
            self._cell_style(cell),
            self._render_formula(cell, fault),
            fault,
        )

    def _cell_style(self, cell: InputCell) -> CellStyle:
        """Return a cell's style; without a number format, that of its parsed or derived value."""
        style = parse_cell_style(cell.number_format)
        if style.number.kind is not FormatKind.GENERAL:
            return style
        result = self._calculated.results.get(cell.address)
        if result is None or cell.text.startswith("="):
            return replace(style, number=self._calculated.formats.resolve_format(cell.address))
        return replace(style, number=result.number_format)

    def _render_formula(self, cell: InputCell, fault: CellFault | None) -> str:
        if not cell.text.startswith("=") or (fault is not None and fault.code in OWN_ERROR_CODES):
            return ""
        try:
            formula = replace_xlookup(parse_formula(cell.text, cell.decimal))
            return (
                formula.render(".", self._render_reference, self._register_result_name)
                if formula
                else ""
            )
        except (FormulaError, _MissingReference):
            return ""

    def _register_result_name(self, name_in_formula: str) -> str:
        name = self._result_names.get(name_in_formula.casefold())
        if name is None:
            raise _MissingReference
        value = self._calculated.names[name]
        option = self._options.get(name.rpartition(".")[0])
        error = ErrorCode.NA if value is None else ""
        self._named_values[name] = NamedValue(name, value, option, error=error)
        return name

    def _render_reference(self, reference: Reference) -> str:
        """Render a reference; a cell of another sheet becomes a name, an area raises."""
        key = WORKINGS_KEY
        if reference.sheet is not None:
            key = self._key_by_sheet_name.get(reference.sheet.casefold(), "")
        if key == WORKINGS_KEY:
            return render_reference(Reference(None, reference.first, reference.last))
        row, column = reference.first.row, reference.first.column
        if key not in self._cell_name_prefixes or reference.last is not None or row is None:
            raise _MissingReference
        return self._register_input_cell(CellAddress(key, row, column))

    def _register_input_cell(self, address: CellAddress) -> str:
        name = self._cell_name_prefixes[address.sheet] + cell_name(address.row, address.column)
        result, given = self._calculated.results.get(address), self._calculated.input_values
        value = result.value if result is not None else given.get(address)
        missing = address in given and value is None
        if result is not None:
            error = spreadsheet_error_text(result.fault)
        else:
            error = ErrorCode.NA if missing else ""
        is_requirement = address.sheet == REQUIREMENT_KEY and address.column == 1
        row = address.row if is_requirement else None
        self._named_values[name] = NamedValue(name, value, input_row=row, error=error)
        return name


PUBLISHED = "published"  # tool of a file of published figures
_GRAVEST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def build_report_content(study: Study) -> ReportContent:
    """Read a study, answer it and bring together all that its documents state.

    Raises:
        UserError: When the requirement, a setting or a discount makes no sense.
    """
    facts = read_study(study)
    identity = Identity(compute_study_hash(study, facts), read_last_change_time(study))
    files = list_files(study)
    problems = read_problems(study)
    hosts = read_host_by_file(study)
    evidence = tuple(
        _build_evidence_entry(row, problems.get(row.id, ()), hosts.get(row.id)) for row in files
    )
    prepared = prepare(facts)
    content = assemble_report_content(facts, prepared, answer(prepared, facts), identity, evidence)
    scenarios = tuple(
        ScenarioAnswer(each.name, each.in_use, each.answer, each.differences)
        for each in compare_scenarios(study, (facts, prepared))
    )
    return replace(
        content,
        published=_read_published_entries(study, files),
        scenarios=scenarios,
        workings=build_workings(read_input_cells(study), facts, content.answer),
    )


def assemble_report_content(
    facts: StudyFacts,
    prepared: PreparedEvidence,
    answered: Answer,
    identity: Identity,
    evidence: tuple[EvidenceEntry, ...],
) -> ReportContent:
    """Bring together what was read and what was computed from it.

    Raises:
        UserError: When a discount takes away more than its price.
    """
    closer = analyse_sensitivity(prepared, facts, answered.requirement)
    candidates = build_problem(prepared, facts, answered.requirement).model.candidates
    bounds = {each.option.id: each.bounds for each in candidates}
    moving = {each.option.id: each for each in candidates if _is_throughput_admissible(each)}
    return ReportContent(
        facts=facts,
        answer=answered,
        identity=identity,
        price_sheets=tuple(
            build_priced_sheet(
                known.option,
                price_sheet_at_answer(known.price_sheet, facts, answered),
                facts.price_basis,
            )
            for known in facts.options
            if known.price_sheet is not None
        ),
        evidence=evidence,
        curves=tuple(  # those that may count by what the requirement asks of evidence
            _build_curve_table(each.option, curve)
            for each in candidates
            if (curve := usable_curve(each)) is not None
        ),
        bounds=bounds,
        candidates={each.option.id: each for each in candidates if each.bounds},
        throughputs={key: each.throughput_b_s or 0.0 for key, each in moving.items()},
        stated_throughputs=frozenset(
            key for key, each in moving.items() if each.throughput_is_stated
        ),
        map=_build_map(facts, prepared, answered, bounds),
        lead_bars=closer.lead_bars,
        nearest_ties=closer.nearest_ties,
        runway=closer.runway,
        break_even_prices=break_even_prices(prepared, facts, answered.requirement),
        traces=tuple(
            trace
            for option in answered.options
            if option.levels and (trace := _build_option_trace(facts, answered, option)).runs
        ),
        thresholds=describe_thresholds(facts.thresholds),
    )


def _build_option_trace(facts: StudyFacts, answered: Answer, option: OptionAnswer) -> OptionTrace:
    response = trace_response(facts, answered, option)
    capacity = trace_capacity(facts, answered, option)
    levels = {level.users: level for level in (*response.levels, *capacity.levels)}
    runs = tuple(
        _build_traced_value(level, at)
        for _, level in sorted(levels.items())
        for at in range(len(level.rates))
    )
    return OptionTrace(option.option, runs)


def _build_traced_value(level: TracedLevel, index: int) -> TracedValue:
    rate = level.rates[index]
    response = level.responses[index] if index < len(level.responses) else None
    return TracedValue(
        users=level.users,
        rate_tps=rate.value,
        rate_place=_format_file_and_line(rate),
        response_s=response.value if response else None,
        response_place=_format_file_and_line(response) if response else "",
        counts=not level.host_bound,
    )


def _format_file_and_line(run: TracedRun) -> str:
    return run.file if run.line is None else f"{run.file}:{run.line}"


def _build_map(
    facts: StudyFacts,
    prepared: PreparedEvidence,
    answered: Answer,
    bounds: Mapping[int, tuple[Bound, ...]],
) -> MapContent | None:
    """Build the map; None without a load or without any evidence to judge it by."""
    requirement = answered.requirement
    if not requirement.visits_per_month or not any(
        o.levels or bounds.get(o.option.id) for o in answered.options
    ):
        return None
    visits, target_s = requirement.visits_per_month, target_or_previous_s(requirement)
    ends = load_slider_bounds(visits), target_slider_bounds(target_s)
    drawn = build_decision_map(prepared, facts, requirement, visits=ends[0], targets_s=ends[1])
    cuts = find_map_cuts(prepared, facts, requirement, visits=ends[0], targets_s=ends[1])
    return MapContent(drawn, cuts)


def build_priced_sheet(
    option: Option, sheet: PriceSheet, basis: PriceBasis = PLAIN_BASIS
) -> PricedSheet:
    """Price a sheet line by line in its own currency, as the documents print it.

    Raises:
        UserError: When its discounts take away more than its price.
    """
    lines = total_each_line(sheet, basis)
    off = price_discounts(sheet, lines)
    return PricedSheet(
        option=option,
        currency=sheet.currency,
        lines=lines,
        discounts=tuple(
            PricedDiscount(d, *amounts) for d, amounts in zip(sheet.discounts, off, strict=True)
        ),
        total=None if any(line.rate_missing for line in lines) else total_price(sheet, basis),
        notes=sheet.notes,
    )


def _is_throughput_admissible(candidate: Candidate) -> bool:
    basis = Basis.PUBLISHED if candidate.throughput_is_stated else Basis.IO
    return candidate.throughput_b_s is not None and is_basis_sufficient(
        basis, candidate.least_basis
    )


def _build_curve_table(option: Option, curve: ResponseCurve) -> CurveTable:
    return CurveTable(
        option=option,
        rates_tps=tuple(curve.rates_tps.tolist()),
        low_s=tuple(curve.low_s.tolist()),
        point_s=tuple(curve.point_s.tolist()),
        high_s=tuple(curve.high_s.tolist()),
        sure_low_s=tuple((curve.low_s if curve.sure_low_s is None else curve.sure_low_s).tolist()),
        chord_s=tuple(curve.chord_s.tolist()),
        levels=len(curve.users),
        first_tps=curve.first_tps,
        top_tps=curve.top_tps,
        demonstrated_tps=curve.demonstrated_tps,
        comparable_tps=curve.comparable_tps if math.isfinite(curve.comparable_tps) else None,
        ceiling_tps=curve.ceiling_tps,
        scatter_known=curve.scatter_known,
        doubts=curve.doubts,
        once=tuple(curve.once_at(curve.rates_tps).tolist()),
        spread=curve.spread,
        plain=tuple((level.above_tps, level.least_s) for level in curve.plain),
        measured=measured_rate_range(curve),
        is_estimated=curve.by_bounds is not None,
    )


def _build_evidence_entry(
    row: FileRow, problems: tuple[Problem, ...], host: str | None
) -> EvidenceEntry:
    gravest = min(problems, key=lambda p: _GRAVEST_FIRST.index(p.severity), default=None)
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
        problem=None if row.status is Status.READ else gravest,
    )


def _read_published_entries(study: Study, files: Sequence[FileRow]) -> tuple[PublishedEntry, ...]:
    """Read the figures of publications, each with its file and line."""
    return tuple(
        PublishedEntry(
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
        if row.tool == PUBLISHED and (detail := read_file_detail(study, row.id))
        for each in detail.runs
        for m in each.run.measurements
    )
