"""Evaluate all sheets, and derive the model's inputs from their formulas."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from arraywise.analysis.decision.scoring import with_setting
from arraywise.analysis.demand import check_requirement
from arraywise.analysis.price_at_demand import parse_quantity
from arraywise.domain.cells import CellAddress, CellFault, CellResult, ErrorCode, cell_name
from arraywise.domain.messages import UserError, message
from arraywise.domain.options import ProvisioningTime
from arraywise.domain.pricing import DEMAND_NAMES
from arraywise.domain.requirement_fields import SHEET_FIELDS
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.worksheets import engine
from arraywise.worksheets.fields import (
    CRITERIA_KEY,
    CRITERION_FIELDS,
    FIELD_IN_COLUMN,
    QUANTITY_COLUMN,
    REQUIREMENT_KEY,
    WORKINGS_KEY,
    InvalidValue,
    price_sheet_key,
    stakeholder_in_column,
    with_price_figure,
    with_requirement_figure,
    with_stakeholder_swings,
)
from arraywise.worksheets.formula import FormulaError, parse_formula
from arraywise.worksheets.sheets import (
    build_book_sheets,
    collect_inputs,
    input_sheet_values,
    list_step_names,
    model_results_by_name,
    result_aliases,
    result_names,
    with_quantities_at_demand,
)
from arraywise.worksheets.workbook import FormulaWorkbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arraywise.domain.cells import InputCell, Value
    from arraywise.domain.criteria import CriterionSetting, Weighting
    from arraywise.domain.decision import Answer
    from arraywise.domain.pricing import PriceLine, PriceSheet
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts
    from arraywise.worksheets.fields import Faults, Figure, Figures, Results, TypedCells, Values
    from arraywise.worksheets.formula import Formula, Reference
    from arraywise.worksheets.result_formats import ResultFormats
    from arraywise.worksheets.sheets import Inputs
    from arraywise.worksheets.workbook import BookSheet


_DEMAND_NAMES = frozenset(name.casefold() for name in DEMAND_NAMES)
_MOST_NESTED, _LONGEST_FORMULA, _MOST_CELLS = 30, 4000, 200
_TOO_LONG = message("A quantity by demand refers to too many cells. Shorten it.")
NOT_A_TIME = message("A provisioning time is above zero.")
FUNCTION_NAMES = tuple(sorted(engine.ALLOWED_FUNCTIONS))
"""Names of the functions, for the list that is offered while typing."""


class DemandFormulas:
    """Finds the formulas that depend on the demand, and inlines their references."""

    def __init__(
        self,
        sheets: tuple[BookSheet, ...],
        cells: TypedCells,
        results: Results,
        input_values: Values,
    ) -> None:
        """Take all sheets, typed cells, their results, and the values of the input sheets."""
        self._keys = {sheet.name.casefold(): sheet.key for sheet in sheets}
        self._cells, self._results, self._input_values = cells, results, input_values
        self._mentions_demand = any(
            name in c.text.casefold() for c in cells.values() for name in _DEMAND_NAMES
        )
        self._formula = cache(self._parse_cell_formula)
        self._follows_by_cell: dict[CellAddress, bool] = {}

    def quantity_formula(self, address: CellAddress) -> str:
        """Return a cell's formula with references inlined; empty where the demand does not matter.

        Raises:
            InvalidValue: When it depends on the demand, and is no valid quantity.
        """
        if not self._mentions_demand or not self._follows_demand(address):
            return ""
        text = self._inline_references(address, ())
        try:
            parse_quantity(text)
        except UserError as error:
            raise InvalidValue(error.message) from error
        return text

    def _parse_cell_formula(self, address: CellAddress) -> Formula | None:
        cell = self._cells.get(address)
        if cell is None or not cell.text.startswith("="):
            return None
        try:
            return parse_formula(cell.text, cell.decimal)
        except FormulaError:
            return None

    def _follows_demand(self, address: CellAddress) -> bool:
        """Return whether a cell's value depends on the demand, directly or through other cells."""
        if address not in self._follows_by_cell:
            self._follows_by_cell[address] = self._reaches_demand(address)
        return self._follows_by_cell[address]

    def _reaches_demand(self, start: CellAddress) -> bool:
        seen, waiting = {start}, [start]
        while waiting:
            address = waiting.pop()
            formula = self._formula(address)
            if formula is None:
                continue
            if any(name.casefold() in _DEMAND_NAMES for name in formula.result_names):
                return True
            for reference in formula.references:
                precedents = set(self._typed_cells_in(address.sheet, reference)) - seen
                seen |= precedents
                waiting += precedents
        return False

    def _typed_cells_in(self, own_sheet: str, reference: Reference) -> list[CellAddress]:
        """List the typed cells of a reference."""
        if reference.last is None:
            return [at for at in self._cells_in(own_sheet, reference) if at in self._cells]
        sheet, rows, columns = self._reference_bounds(own_sheet, reference)
        return [
            at
            for at in self._cells
            if at.sheet == sheet and at.row in rows and at.column in columns
        ]

    def _reference_bounds(self, own_sheet: str, reference: Reference) -> tuple[str, range, range]:
        sheet = own_sheet
        if reference.sheet is not None:
            sheet = self._keys.get(reference.sheet.casefold(), "")
        first, last = reference.first, reference.last or reference.first
        columns = sorted((first.column, last.column))
        rows = sorted((first.row or 0, 10**6 if last.row is None else last.row))
        return sheet, range(rows[0], rows[1] + 1), range(columns[0], columns[1] + 1)

    def _cells_in(self, own_sheet: str, reference: Reference) -> Iterator[CellAddress]:
        sheet, rows, columns = self._reference_bounds(own_sheet, reference)
        if len(rows) * len(columns) > _MOST_CELLS:
            raise InvalidValue(_TOO_LONG)
        for row in rows:
            for column in columns:
                yield CellAddress(sheet, row, column)

    def _inline_references(self, address: CellAddress, path: tuple[CellAddress, ...]) -> str:
        formula = self._formula(address)
        if formula is None or address in path or len(path) > _MOST_NESTED:
            raise InvalidValue(_TOO_LONG)
        inner = (*path, address)
        text = formula.render(reference=lambda r: self._inline_reference(address.sheet, r, inner))
        if len(text) > _LONGEST_FORMULA:
            raise InvalidValue(_TOO_LONG)
        return text.removeprefix("=")

    def _inline_reference(
        self, own_sheet: str, reference: Reference, path: tuple[CellAddress, ...]
    ) -> str:
        """Return the cells of a reference as literals and inlined formulas, with commas."""
        parts = [
            f"({self._inline_references(at, path)})"
            if self._follows_demand(at)
            else self._render_literal(at)
            for at in self._cells_in(own_sheet, reference)
            if reference.last is None
            or self._cell_value(at) is not None
            or self._follows_demand(at)
        ]
        return ",".join(parts) or "0"

    def _cell_value(self, address: CellAddress) -> Value:
        result = self._results.get(address)
        return self._input_values.get(address) if result is None else result.value

    def _render_literal(self, address: CellAddress) -> str:
        value = self._cell_value(address)
        if isinstance(value, str):
            text = message(
                "{cell} holds text; a quantity by demand needs numbers.",
                cell=cell_name(address.row, address.column),
            )
            raise InvalidValue(text)
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        figure = 0.0 if value is None else value
        return f"({figure:.15g})" if figure < 0 else f"{figure:.15g}"


@dataclass(frozen=True, slots=True)
class DerivedInputs:
    """Inputs with the results of their formulas, and the faults of results that do not fit."""

    inputs: Inputs
    faults: Mapping[CellAddress, CellFault]


def derive_inputs(inputs: Inputs, cells: TypedCells) -> DerivedInputs:
    """Return the inputs with the results of their formulas; a fault leaves a cell missing.

    What can only be a number, such as a quantity, stays as it last was; one that follows the
    demand is kept as a formula, and evaluated where the demand is known.
    """
    inputs = _without_demand_formulas(inputs)
    if all(address.sheet == WORKINGS_KEY for address in cells):
        return DerivedInputs(_with_unparsed_counts(inputs, {}), {})
    options = inputs.options
    names = dict.fromkeys(result_names(options))
    book = FormulaWorkbook(build_book_sheets(options), names, result_aliases(options))
    book_cells = select_book_cells(cells, book)
    input_values = input_sheet_values(inputs, cells)
    book.set_input_values(input_values)
    book.set_typed_cells(book_cells)
    results = book.calculate()
    derived = apply_results(inputs, book_cells, results, input_values)
    at_fault = {
        address: result.fault
        for address, result in results.items()
        if result.fault and not _is_quantity_by_demand_formula(derived.inputs, address)
    }
    return replace(
        derived, inputs=_with_unparsed_counts(derived.inputs, {**at_fault, **derived.faults})
    )


def _without_demand_formulas(inputs: Inputs) -> Inputs:
    """Return the inputs without the formulas of quantities; the typed cells still hold them."""
    prices = {
        option_id: replace(
            sheet, lines=tuple(replace(line, quantity_formula="") for line in sheet.lines)
        )
        if sheet.follows_demand
        else sheet
        for option_id, sheet in inputs.prices.items()
    }
    return replace(inputs, prices=prices)


def _is_quantity_by_demand_formula(inputs: Inputs, address: CellAddress) -> bool:
    """Return whether a cell is a quantity that is kept as a formula of the demand."""
    kind, _, number = address.sheet.partition("/")
    sheet = inputs.prices.get(int(number)) if kind == "prices" else None
    if sheet is None or address.column != QUANTITY_COLUMN or address.row >= len(sheet.lines):
        return False
    return bool(sheet.lines[address.row].quantity_formula)


def _with_unparsed_counts(inputs: Inputs, faults: Mapping[CellAddress, CellFault]) -> Inputs:
    """Return the inputs with the number of faulty cells set on every price sheet."""
    count = Counter(address.sheet for address in faults)
    prices = {
        option_id: replace(sheet, unparsed=count[price_sheet_key(option_id)])
        for option_id, sheet in inputs.prices.items()
    }
    return replace(inputs, prices=prices)


def select_book_cells(cells: TypedCells, book: FormulaWorkbook) -> dict[CellAddress, InputCell]:
    """Return the typed cells of a workbook's sheets, without the names of steps."""
    return {
        address: cell
        for address, cell in cells.items()
        if address.sheet in book.sheets
        and not (address.column == 0 and address.sheet.startswith("provisioning/"))
    }


def apply_results(
    inputs: Inputs, cells: TypedCells, results: Results, input_values: Values
) -> DerivedInputs:
    """Return the inputs with the results of typed cells, and the faults of those that do not fit.

    `input_values` are the values of the input sheets where nothing is typed.
    """
    sheets = build_book_sheets(inputs.options)
    by_demand = DemandFormulas(sheets, cells, results, input_values)
    figures = _figures_by_sheet(cells, results)
    faults: Faults = {}
    prices = dict(inputs.prices)
    times = dict(inputs.times)
    for sheet, result in figures.items():
        kind, _, number = sheet.partition("/")
        if kind == "prices" and int(number) in prices:
            prices[int(number)] = _with_price_results(
                prices[int(number)], result, by_demand, faults
            )
        elif kind == "provisioning":
            names = list_step_names(int(number), times.get(int(number), ()), cells)
            times[int(number)] = _merge_evaluated_times(
                times.get(int(number), ()), names, result, faults
            )
    requirement = _with_requirement_results(
        inputs.requirement, figures.get(REQUIREMENT_KEY, {}), faults
    )
    values = figures.get(CRITERIA_KEY, {})
    criteria = _with_criteria_results(inputs.criteria, requirement, values, faults)
    weighting = _with_swing_results(inputs.weighting, criteria, values, faults)
    changed = replace(
        inputs, prices=prices, times=times, requirement=requirement, criteria=criteria
    )
    return DerivedInputs(replace(changed, weighting=weighting), faults)


def _figures_by_sheet(cells: TypedCells, results: Results) -> dict[str, dict[CellAddress, Figure]]:
    """Return the results of formulas on the input sheets, by sheet; a text counts as None."""
    figures: dict[str, dict[CellAddress, Figure]] = defaultdict(dict)
    for address, result in results.items():
        if address.sheet != WORKINGS_KEY and cells[address].text.startswith("="):
            value = result.value
            figures[address.sheet][address] = value if isinstance(value, float) else None
    return figures


def _with_price_results(
    sheet: PriceSheet, result: Figures, demand_formulas: DemandFormulas, faults: Faults
) -> PriceSheet:
    lines: list[PriceLine] = list(sheet.lines)
    for address, figure in result.items():
        field = FIELD_IN_COLUMN.get(address.column)
        if field is None or not field.is_figure or address.row >= len(lines):
            continue
        try:
            line = lines[address.row]
            formula = (
                demand_formulas.quantity_formula(address)
                if address.column == QUANTITY_COLUMN
                else ""
            )
            after = with_price_figure(field, line, figure)
            lines[address.row] = line.apply_edit(replace(after, quantity_formula=formula))
        except InvalidValue as error:
            faults[address] = CellFault(ErrorCode.VALUE, error.message)
    return replace(sheet, lines=tuple(lines))


def _merge_evaluated_times(
    times: tuple[ProvisioningTime, ...], names: list[str], result: Figures, faults: Faults
) -> tuple[ProvisioningTime, ...]:
    by_cell = {(time.step, time.repetition): time for time in times}
    for address, figure in result.items():
        if address.row >= len(names) or address.column == 0:
            continue
        key = (names[address.row], address.column)
        by_cell.pop(key, None)
        if figure is not None and figure > 0:
            by_cell[key] = ProvisioningTime(*key, figure * SECONDS_PER_MINUTE)
        elif figure is not None:
            faults[address] = CellFault(ErrorCode.VALUE, NOT_A_TIME)
    order = {name: row for row, name in enumerate(names)}
    return tuple(sorted(by_cell.values(), key=lambda t: (order.get(t.step, 0), t.repetition)))


def _with_requirement_results(
    requirement: Requirement, result: Figures, faults: Faults
) -> Requirement:
    for address, figure in result.items():
        if address.row < len(SHEET_FIELDS) and address.column == 1:
            try:
                changed = with_requirement_figure(SHEET_FIELDS[address.row], requirement, figure)
                check_requirement(changed)
            except InvalidValue as error:
                faults[address] = CellFault(ErrorCode.VALUE, error.message)
            except UserError as error:
                faults[address] = CellFault(ErrorCode.VALUE, error.message)
            else:
                requirement = changed
    return requirement


def _with_criteria_results(
    criteria: tuple[CriterionSetting, ...],
    requirement: Requirement,
    result: Figures,
    faults: Faults,
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the results of their formulas, set row by row."""
    rows: dict[int, dict[CellAddress, Figure]] = defaultdict(dict)
    for address, figure in result.items():
        if address.row < len(criteria) and 1 <= address.column <= len(CRITERION_FIELDS):
            rows[address.row][address] = figure
    for row in sorted(rows):
        setting = _with_criterion_fields(criteria[row], rows[row], faults)
        try:
            criteria, _ = with_setting(criteria, row, setting, requirement)
        except UserError as error:
            faults |= dict.fromkeys(rows[row], CellFault(ErrorCode.VALUE, error.message))
    return criteria


def _with_criterion_fields(
    setting: CriterionSetting, result: Figures, faults: Faults
) -> CriterionSetting:
    for address, figure in result.items():
        try:
            setting = CRITERION_FIELDS[address.column - 1].with_figure(setting, figure)
        except InvalidValue as error:
            faults[address] = CellFault(ErrorCode.VALUE, error.message)
    return setting


def _with_swing_results(
    weighting: Weighting, criteria: tuple[CriterionSetting, ...], result: Figures, faults: Faults
) -> Weighting:
    """Return the weighting with the results of formulas in the stakeholders' columns."""
    columns: dict[int, dict[CellAddress, Figure]] = defaultdict(dict)
    for address, figure in result.items():
        if address.row < len(criteria):
            columns[address.column][address] = figure
    for column, cells in columns.items():
        owner = stakeholder_in_column(weighting, column)
        if owner is not None:
            figures = {address.row: figure for address, figure in cells.items()}
            weighting, errors = with_stakeholder_swings(criteria, weighting, owner, figures)
            at_fault = (address for address in cells if address.row in errors)
            faults |= {p: CellFault(ErrorCode.VALUE, errors[p.row]) for p in at_fault}
    return weighting


@dataclass(frozen=True, slots=True)
class SheetResults:
    """The results of all typed cells, with the names and values that formulas can use."""

    results: Results
    input_values: Values
    """Values of the cells of the input sheets."""
    sheets: Mapping[str, str]
    """Key and name of every sheet."""
    names: Mapping[str, Value]
    """The model's results."""
    aliases: Mapping[str, str]
    """Further names of results, each with the one that it stands for."""
    formats: ResultFormats
    """Number formats and notes of formulas."""


class SheetCalculator:
    """Calculates all sheets and keeps the workbook for the next time; not thread-safe."""

    def __init__(self) -> None:
        self._book: FormulaWorkbook | None = None
        self._book_key: tuple[tuple[BookSheet, ...], tuple[str, ...], dict[str, str]] | None = None
        self._inputs: Inputs | None = None
        self._input_values: dict[CellAddress, Value] = {}

    def calculate(self, facts: StudyFacts, answer: Answer, cells: TypedCells) -> SheetResults:
        """Calculate all typed cells; what has not changed since the last time costs little."""
        inputs = with_quantities_at_demand(collect_inputs(facts), answer, facts.workload)
        book = self._workbook_for(inputs)
        book_cells = select_book_cells(cells, book)
        if self._inputs != inputs:
            self._input_values = input_sheet_values(inputs, book_cells)
            self._inputs = inputs
        names = model_results_by_name(answer, facts.workload)
        book.currency = facts.currency
        book.set_input_values(self._input_values)
        book.set_results(names)
        book.set_typed_cells(book_cells)
        results = book.calculate()
        for address, fault in apply_results(
            inputs, book_cells, results, self._input_values
        ).faults.items():
            if results[address].fault is None:
                results[address] = CellResult(fault=fault)
        sheets = {key: sheet.name for key, sheet in book.sheets.items()}
        aliases = result_aliases(inputs.options)
        return SheetResults(results, self._input_values, sheets, names, aliases, book.formats)

    def _workbook_for(self, inputs: Inputs) -> FormulaWorkbook:
        options = inputs.options
        sheets = build_book_sheets(options)
        book_key = (sheets, result_names(options), result_aliases(options))
        if self._book is None or book_key != self._book_key:
            self._book = FormulaWorkbook(book_key[0], dict.fromkeys(book_key[1]), book_key[2])
            self._book_key, self._inputs = book_key, None
        return self._book
