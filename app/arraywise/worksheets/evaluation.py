"""Evaluate sheets; inputs derived from formulas."""

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
from arraywise.domain.requirement import REQUIREMENT_FIELDS
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.worksheets import engine
from arraywise.worksheets.fields import (
    CRITERIA_KEY,
    CRITERION_FIELDS,
    FIELD_IN_COLUMN,
    QUANTITY,
    REQUIREMENT_KEY,
    WORKINGS_KEY,
    InvalidValue,
    are_typed,
    owner_of,
    point_columns,
    prices_key,
    read_points,
    set_figure,
    set_required,
    with_swings,
)
from arraywise.worksheets.formula import FormulaError, read_formula
from arraywise.worksheets.sheets import (
    at_demand,
    book_sheets,
    entered_values,
    inputs_of,
    result_aliases,
    result_names,
    results_of,
    step_names,
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


NAMES = frozenset(name.casefold() for name in DEMAND_NAMES)
_DEEPEST, _LONGEST, _MOST_CELLS = 30, 4000, 200
_TOO_LONG = message("A quantity by demand refers to too many cells. Shorten it.")


class DemandFormulas:
    """Finds the formulas that follow the demand and writes them without references."""

    def __init__(
        self, sheets: tuple[BookSheet, ...], cells: TypedCells, results: Results, given: Values
    ) -> None:
        """Know all sheets, typed cells, what they come to, and the values of the input sheets."""
        self._keys = {sheet.name.casefold(): sheet.key for sheet in sheets}
        self._cells, self._results, self._given = cells, results, given
        self._any = any(name in c.text.casefold() for c in cells.values() for name in NAMES)
        self._formula = cache(self._parsed)
        self._known: dict[CellAddress, bool] = {}

    def of(self, place: CellAddress) -> str:
        """Return the formula of a cell without references; empty where it does not follow.

        Raises:
            InvalidValue: it follows the demand, and is nothing that a quantity can be.
        """
        if not self._any or not self._follows(place):
            return ""
        text = self._written(place, ())
        try:
            parse_quantity(text)
        except UserError as error:
            raise InvalidValue(error.message) from error
        return text

    def _parsed(self, place: CellAddress) -> Formula | None:
        cell = self._cells.get(place)
        if cell is None or not cell.text.startswith("="):
            return None
        try:
            return read_formula(cell.text, cell.decimal)
        except FormulaError:
            return None

    def _follows(self, place: CellAddress) -> bool:
        """Return whether a cell's value comes from the demand, by however many other cells."""
        if place not in self._known:
            self._known[place] = self._reaches_demand(place)
        return self._known[place]

    def _reaches_demand(self, start: CellAddress) -> bool:
        seen, waiting = {start}, [start]
        while waiting:
            place = waiting.pop()
            formula = self._formula(place)
            if formula is None:
                continue
            if any(name.casefold() in NAMES for name in formula.names):
                return True
            for reference in formula.references:
                found = set(self._typed_in(place.sheet, reference)) - seen
                seen |= found
                waiting += found
        return False

    def _typed_in(self, own: str, reference: Reference) -> list[CellAddress]:
        """List the typed cells of a reference."""
        if reference.last is None:
            return [at for at in self._area(own, reference) if at in self._cells]
        sheet, rows, columns = self._bounds(own, reference)
        return [
            at
            for at in self._cells
            if at.sheet == sheet and at.row in rows and at.column in columns
        ]

    def _bounds(self, own: str, reference: Reference) -> tuple[str, range, range]:
        sheet = own
        if reference.sheet is not None:
            sheet = self._keys.get(reference.sheet.casefold(), "")
        first, last = reference.first, reference.last or reference.first
        columns = sorted((first.column, last.column))
        rows = sorted((first.row or 0, 10**6 if last.row is None else last.row))
        return sheet, range(rows[0], rows[1] + 1), range(columns[0], columns[1] + 1)

    def _area(self, own: str, reference: Reference) -> Iterator[CellAddress]:
        sheet, rows, columns = self._bounds(own, reference)
        if len(rows) * len(columns) > _MOST_CELLS:
            raise InvalidValue(_TOO_LONG)
        for row in rows:
            for column in columns:
                yield CellAddress(sheet, row, column)

    def _written(self, place: CellAddress, path: tuple[CellAddress, ...]) -> str:
        formula = self._formula(place)
        if formula is None or place in path or len(path) > _DEEPEST:
            raise InvalidValue(_TOO_LONG)
        inner = (*path, place)
        text = formula.written(reference=lambda r: self._put_in(place.sheet, r, inner))
        if len(text) > _LONGEST:
            raise InvalidValue(_TOO_LONG)
        return text.removeprefix("=")

    def _put_in(self, own: str, reference: Reference, path: tuple[CellAddress, ...]) -> str:
        """Write what a reference amounts to; the cells of a range one after the other."""
        parts = [
            f"({self._written(at, path)})" if self._follows(at) else self._literal(at)
            for at in self._area(own, reference)
            if reference.last is None or self._value(at) is not None or self._follows(at)
        ]
        return ",".join(parts) or "0"

    def _value(self, place: CellAddress) -> Value:
        result = self._results.get(place)
        return self._given.get(place) if result is None else result.value

    def _literal(self, place: CellAddress) -> str:
        value = self._value(place)
        if isinstance(value, str):
            text = message(
                "{cell} holds text; a quantity by demand needs numbers.",
                cell=cell_name(place.row, place.column),
            )
            raise InvalidValue(text)
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        figure = 0.0 if value is None else value
        return f"({figure:.15g})" if figure < 0 else f"{figure:.15g}"


NOT_A_TIME = message("A provisioning time is above zero.")


@dataclass(frozen=True, slots=True)
class DerivedInputs:
    """Inputs with the values of their formulas, and the formulas whose value does not fit."""

    inputs: Inputs
    faults: Mapping[CellAddress, CellFault]


def derive_inputs(inputs: Inputs, cells: TypedCells) -> DerivedInputs:
    """Put the values of formulas into the inputs; a formula at fault leaves its cell missing.

    What can only be a number, such as a quantity, stays as it last was; one that follows the
    demand is kept as a formula, and worked out where the demand is known.
    """
    inputs = _without_demand_formulas(inputs)
    if all(place.sheet == WORKINGS_KEY for place in cells):
        return DerivedInputs(_with_unread(inputs, {}), {})
    options = inputs.options
    names = dict.fromkeys(result_names(options))
    book = FormulaWorkbook(book_sheets(options, inputs.weighting), names, result_aliases(options))
    known = book_cells(cells, book)
    entered = entered_values(inputs, cells)
    book.set_given(entered)
    book.set_typed(known)
    results = book.calculate()
    derived = apply_results(inputs, known, results, entered)
    at_fault = {
        place: result.fault
        for place, result in results.items()
        if result.fault and not _is_kept_as_formula(derived.inputs, place)
    }
    return replace(derived, inputs=_with_unread(derived.inputs, {**at_fault, **derived.faults}))


def _without_demand_formulas(inputs: Inputs) -> Inputs:
    """Return the inputs as if no quantity followed the demand: the cells say which ones do."""
    prices = {
        option_id: replace(
            sheet, lines=tuple(replace(line, quantity_formula="") for line in sheet.lines)
        )
        if sheet.follows_demand
        else sheet
        for option_id, sheet in inputs.prices.items()
    }
    return replace(inputs, prices=prices)


def _is_kept_as_formula(inputs: Inputs, place: CellAddress) -> bool:
    """Return whether a cell is a quantity that the demand decides."""
    kind, _, number = place.sheet.partition("/")
    sheet = inputs.prices.get(int(number)) if kind == "prices" else None
    if sheet is None or place.column != QUANTITY or place.row >= len(sheet.lines):
        return False
    return bool(sheet.lines[place.row].quantity_formula)


def _with_unread(inputs: Inputs, faults: Mapping[CellAddress, CellFault]) -> Inputs:
    """Return for every price sheet how many of its cells cannot be read."""
    count = Counter(place.sheet for place in faults)
    prices = {
        option_id: replace(sheet, unparsed=count[prices_key(option_id)])
        for option_id, sheet in inputs.prices.items()
    }
    return replace(inputs, prices=prices)


def book_cells(cells: TypedCells, book: FormulaWorkbook) -> dict[CellAddress, InputCell]:
    """Return the cells that a workbook takes; names of steps stand among its given values."""
    return {
        place: cell
        for place, cell in cells.items()
        if place.sheet in book.sheets
        and not (place.column == 0 and place.sheet.startswith("provisioning/"))
    }


def apply_results(
    inputs: Inputs, cells: TypedCells, results: Results, given: Values
) -> DerivedInputs:
    """Put what typed cells of the input sheets come to into the inputs.

    `given` are the values of the input sheets where nothing is typed.
    """
    sheets = book_sheets(inputs.options, inputs.weighting)
    by_demand = DemandFormulas(sheets, cells, results, given)
    points = point_columns(inputs.weighting)
    figures = _figures(cells, results, points)
    faults: Faults = {}
    prices = dict(inputs.prices)
    times = dict(inputs.times)
    for sheet, result in figures.items():
        kind, _, number = sheet.partition("/")
        if kind == "prices" and int(number) in prices:
            prices[int(number)] = _priced(prices[int(number)], result, by_demand, faults)
        elif kind == "provisioning":
            names = step_names(int(number), times.get(int(number), ()), cells)
            times[int(number)] = _timed(times.get(int(number), ()), names, result, faults)
    asked = _required(inputs.requirement, figures.get(REQUIREMENT_KEY, {}), faults)
    values = figures.get(CRITERIA_KEY, {})
    criteria = _valued(inputs.criteria, asked, values, points, faults)
    weighting = _weighted_values(inputs.weighting, criteria, values, faults)
    changed = replace(inputs, prices=prices, times=times, requirement=asked, criteria=criteria)
    return DerivedInputs(replace(changed, weighting=weighting), faults)


def _figures(
    cells: TypedCells, results: Results, points: range
) -> dict[str, dict[CellAddress, Figure]]:
    """Return what the formulas of the input sheets come to, by sheet; a text is no figure.

    Further points that are kept as typed count whether they are formulas or not.
    """
    figures: dict[str, dict[CellAddress, Figure]] = defaultdict(dict)
    for place, result in results.items():
        is_point = place.sheet == CRITERIA_KEY and place.column in points
        if is_point or (place.sheet != WORKINGS_KEY and cells[place].text.startswith("=")):
            value = result.value
            figures[place.sheet][place] = value if isinstance(value, float) else None
    return figures


def _priced(
    sheet: PriceSheet, result: Figures, by_demand: DemandFormulas, faults: Faults
) -> PriceSheet:
    lines: list[PriceLine] = list(sheet.lines)
    for place, figure in result.items():
        field = FIELD_IN_COLUMN.get(place.column)
        if field is None or not field.is_figure or place.row >= len(lines):
            continue
        try:
            line = lines[place.row]
            formula = by_demand.of(place) if place.column == QUANTITY else ""
            after = set_figure(field, line, figure)
            lines[place.row] = line.changed_into(replace(after, quantity_formula=formula))
        except InvalidValue as unfit:
            faults[place] = CellFault(ErrorCode.VALUE, unfit.message)
    return replace(sheet, lines=tuple(lines))


def _timed(
    times: tuple[ProvisioningTime, ...], names: list[str], result: Figures, faults: Faults
) -> tuple[ProvisioningTime, ...]:
    by_cell = {(time.step, time.repetition): time for time in times}
    for place, figure in result.items():
        if place.row >= len(names) or place.column == 0:
            continue
        key = (names[place.row], place.column)
        by_cell.pop(key, None)
        if figure is not None and figure > 0:
            by_cell[key] = ProvisioningTime(*key, figure * SECONDS_PER_MINUTE)
        elif figure is not None:
            faults[place] = CellFault(ErrorCode.VALUE, NOT_A_TIME)
    order = {name: row for row, name in enumerate(names)}
    return tuple(sorted(by_cell.values(), key=lambda t: (order.get(t.step, 0), t.repetition)))


def _required(requirement: Requirement, result: Figures, faults: Faults) -> Requirement:
    for place, figure in result.items():
        if place.row < len(REQUIREMENT_FIELDS) and place.column == 1:
            try:
                changed = set_required(REQUIREMENT_FIELDS[place.row], requirement, figure)
                check_requirement(changed)
            except InvalidValue as unfit:
                faults[place] = CellFault(ErrorCode.VALUE, unfit.message)
            except UserError as error:
                faults[place] = CellFault(ErrorCode.VALUE, error.message)
            else:
                requirement = changed
    return requirement


def _valued(
    criteria: tuple[CriterionSetting, ...],
    asked: Requirement,
    result: Figures,
    points: range,
    faults: Faults,
) -> tuple[CriterionSetting, ...]:
    """Put figures in row by row, for what a criterion has must agree with each other.

    Points that do not agree with the rest are at fault alone.
    """
    rows: dict[int, dict[CellAddress, Figure]] = defaultdict(dict)
    typed: dict[int, dict[int, Figure]] = defaultdict(dict)
    for place, figure in result.items():
        if place.row < len(criteria) and 1 <= place.column <= len(CRITERION_FIELDS):
            rows[place.row][place] = figure
        elif place.row < len(criteria) and place.column in points:
            typed[place.row][place.column] = figure
    for row in sorted(rows.keys() | typed.keys()):
        setting = _with_fields(criteria[row], rows[row], faults)
        if typed[row]:
            try:
                further = read_points(setting, [typed[row].get(column) for column in points])
                pointed = replace(setting, further=further)
                criteria, _ = with_setting(criteria, row, pointed, asked)
                continue
            except (InvalidValue, UserError) as wrong:
                places = (CellAddress(CRITERIA_KEY, row, column) for column in typed[row])
                faults |= dict.fromkeys(places, CellFault(ErrorCode.VALUE, wrong.message))
        try:
            criteria, _ = with_setting(criteria, row, setting, asked)
        except UserError as error:
            faults |= dict.fromkeys(rows[row], CellFault(ErrorCode.VALUE, error.message))
    return criteria


def _with_fields(setting: CriterionSetting, result: Figures, faults: Faults) -> CriterionSetting:
    for place, figure in result.items():
        try:
            setting = CRITERION_FIELDS[place.column - 1].put(setting, figure)
        except InvalidValue as unfit:
            faults[place] = CellFault(ErrorCode.VALUE, unfit.message)
    return setting


def _weighted_values(
    weighting: Weighting, criteria: tuple[CriterionSetting, ...], result: Figures, faults: Faults
) -> Weighting:
    """Put the swings of stakeholders in, whose columns count for themselves."""
    columns: dict[int, dict[CellAddress, Figure]] = defaultdict(dict)
    for place, figure in result.items():
        if place.row < len(criteria):
            columns[place.column][place] = figure
    for column, cells in columns.items():
        owner = owner_of(weighting, column)
        if owner is not None:
            figures = {place.row: figure for place, figure in cells.items()}
            weighting, wrong = with_swings(criteria, weighting, owner, figures)
            at_fault = (place for place in cells if place.row in wrong)
            faults |= {p: CellFault(ErrorCode.VALUE, wrong[p.row]) for p in at_fault}
    return weighting


FUNCTIONS = tuple(sorted(engine.ALL))
"""Names of the functions, for the list that is offered while typing."""


@dataclass(frozen=True, slots=True)
class SheetResults:
    """What all typed cells come to."""

    results: Results
    given: Values
    """What is in the cells of the input sheets."""
    sheets: Mapping[str, str]
    """Key and name of every sheet."""
    names: Mapping[str, Value]
    """The model's results."""
    aliases: Mapping[str, str]
    """Further names of results, each with the one that it stands for."""
    formats: ResultFormats
    """As what results of formulas are understood."""


class SheetCalculator:
    """Keeps the workbook from one calculation to the next; used by one thread at a time."""

    def __init__(self) -> None:
        self._book: FormulaWorkbook | None = None
        self._made_of: tuple[tuple[BookSheet, ...], tuple[str, ...], dict[str, str]] | None = None
        self._inputs: Inputs | None = None
        self._rows: list[bool] = []
        """By criterion, whether its further points are kept as typed."""
        self._entered: dict[CellAddress, Value] = {}

    def calculate(self, facts: StudyFacts, answer: Answer, cells: TypedCells) -> SheetResults:
        """Compute everything again; what has not changed since the last time costs little."""
        inputs = at_demand(inputs_of(facts), answer, facts.workload)
        book = self._book_of(inputs)
        known = book_cells(cells, book)
        columns = point_columns(inputs.weighting)
        rows = [are_typed(known, row, columns) for row in range(len(inputs.criteria))]
        if self._inputs != inputs or self._rows != rows:
            self._entered = entered_values(inputs, known)
            self._inputs, self._rows = inputs, rows
        names = results_of(answer, facts.workload)
        book.currency = facts.currency
        book.set_given(self._entered)
        book.set_results(names)
        book.set_typed(known)
        results = book.calculate()
        for place, fault in apply_results(inputs, known, results, self._entered).faults.items():
            if results[place].fault is None:
                results[place] = CellResult(fault=fault)
        sheets = {key: sheet.name for key, sheet in book.sheets.items()}
        aliases = result_aliases(inputs.options)
        return SheetResults(results, self._entered, sheets, names, aliases, book.formats)

    def _book_of(self, inputs: Inputs) -> FormulaWorkbook:
        options = inputs.options
        sheets = book_sheets(options, inputs.weighting)
        made_of = (sheets, result_names(options), result_aliases(options))
        if self._book is None or made_of != self._made_of:
            self._book = FormulaWorkbook(made_of[0], dict.fromkeys(made_of[1]), made_of[2])
            self._made_of, self._inputs = made_of, None
        return self._book
