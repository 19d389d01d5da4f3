"""All sheets as one workbook: names, references, evaluation.

Given are the values of the input sheets and the results of the model. What feeds the model may not
come from its results: that would be a circle, and is refused as one.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.cells import (
    MOST_ROWS,
    CellAddress,
    CellFault,
    CellResult,
    ErrorCode,
    cell_name,
    column_letters,
)
from arraywise.domain.messages import message
from arraywise.domain.pricing import DEMAND_NAMES
from arraywise.worksheets import engine
from arraywise.worksheets.engine import Engine, EngineError, EngineStopped
from arraywise.worksheets.formula import (
    FormulaError,
    Reference,
    TokenKind,
    quote_sheet_name,
    render_reference,
)
from arraywise.worksheets.input_parsing import ParsedInput, parse_cell
from arraywise.worksheets.result_formats import (
    Precedents,
    ResolvedFormula,
    ResultFormats,
    SheetArea,
    build_area,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.cells import InputCell, Value
    from arraywise.worksheets.fields import Faults, TypedCells, Values
    from arraywise.worksheets.formula import Formula


_MOST_JOINED = 10
_DEMAND_NAMES = frozenset(name.casefold() for name in DEMAND_NAMES)
_MOST_CELLS_READ = 20_000_000
"""Cells that all formulas together may look at."""
_ENGINE_CODES = frozenset({ErrorCode.REF, ErrorCode.NAME, ErrorCode.VALUE, ErrorCode.NUM})
"""Errors that the engine takes as they are; others reach dependent cells as missing."""


class FormulaResolver:
    """Resolves sheet and result names in formulas to the engine's cells; case does not matter."""

    def __init__(
        self, sheets: Mapping[str, str], names: Sequence[str], aliases: Mapping[str, str]
    ) -> None:
        """Take sheet names by key, result names in their order, and aliases of these."""
        self._keys = {name.casefold(): key for key, name in sheets.items()}
        self._numbers = {key: number for number, key in enumerate(sheets, start=1)}
        self._names = {name.casefold(): row for row, name in enumerate(names)}
        self._names |= {a.casefold(): self._names[n.casefold()] for a, n in aliases.items()}
        self._suggested_names = (*names, *aliases)

    def resolve(self, sheet: str, formula: Formula) -> ResolvedFormula:
        """Return a formula in terms of the engine's sheets and cells, or the fault it has."""
        try:
            text = formula.render(
                reference=lambda r: self._render_engine_reference(sheet, r),
                name=self._engine_result_cell,
            )
            areas = tuple(self._referenced_area(sheet, r) for r in formula.references)
        except FormulaError as error:
            return ResolvedFormula(fault=error.fault)
        joins = any(
            (t.kind is TokenKind.OPERATOR and t.text == "&")
            or (t.kind is TokenKind.FUNCTION and t.text.upper() in engine.TEXT_JOINING_FUNCTIONS)
            for t in formula.tokens
        )
        if joins and sum(area.count_cells_read(MOST_ROWS) for area in areas) > _MOST_JOINED:
            sentence = message("A formula that joins texts can refer to at most {most} cells.",
                       most=_MOST_JOINED)  # fmt: skip
            return ResolvedFormula(fault=CellFault(ErrorCode.ERROR, sentence))
        used = [name for name in formula.result_names if name.casefold() not in _DEMAND_NAMES]
        by_demand = len(used) < len(formula.result_names)
        result = used[0] if used else ""
        return ResolvedFormula(text, areas, result, joins, by_demand, formula=formula)

    def _sheet_key(self, own_sheet: str, reference: Reference) -> str:
        if reference.sheet is None:
            return own_sheet
        key = self._keys.get(reference.sheet.casefold())
        if key is None:
            raise FormulaError(
                message("There is no sheet “{name}”.", name=reference.sheet[:60]), ErrorCode.REF
            )
        return key

    def _render_engine_reference(self, own_sheet: str, reference: Reference) -> str:
        number = self._numbers[self._sheet_key(own_sheet, reference)]
        area = render_reference(Reference(None, reference.first, reference.last))
        return f"S{number}!{area}"

    def _referenced_area(self, own_sheet: str, reference: Reference) -> SheetArea:
        first, last = reference.first, reference.last
        return build_area(
            self._sheet_key(own_sheet, reference),
            (first.row, first.column),
            (last.row, last.column) if last else None,
        )

    def _engine_result_cell(self, name: str) -> str:
        row = self._names.get(name.casefold())
        if row is None:
            near = difflib.get_close_matches(name, self._suggested_names, 1, 0.6)
            if near:
                sentence = message("No result “{name}”. Did you mean {near}?",
                           name=name[:60], near=near[0])  # fmt: skip
            else:
                sentence = message("There is no result named “{name}”.", name=name[:60])
            raise FormulaError(sentence, ErrorCode.NAME)
        return f"S0!$A${row + 1}"


@dataclass(frozen=True, slots=True)
class BookSheet:
    """A sheet of the workbook."""

    key: str
    """As in `CellAddress.sheet`."""
    name: str
    """As formulas call it."""
    feeds_model: bool = True
    computed_columns: frozenset[int] = frozenset()
    """Columns that are computed from others: they are results, as the model's are."""
    typed_figure_columns: frozenset[int] = frozenset()
    """Columns of a sheet that feeds the model whose typed figures count, beside formulas."""
    demand_columns: frozenset[int] = frozenset()
    """Columns of a sheet that feeds the model whose formulas may follow the demand."""


class FormulaWorkbook:
    """A workbook; used by one thread at a time."""

    def __init__(
        self,
        sheets: Iterable[BookSheet],
        results: Mapping[str, Value],
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        """Create a workbook of these sheets and results of the model.

        Args:
            sheets: In their order.
            results: By name.
            aliases: Other ways to write names, each with the name that is meant.
        """
        self.sheets = {sheet.key: sheet for sheet in sheets}
        self.result_names = tuple(results)
        self._numbers = {key: number for number, key in enumerate(self.sheets, start=1)}
        names = {sheet.key: sheet.name for sheet in self.sheets.values()}
        self._resolver = FormulaResolver(names, self.result_names, aliases or {})
        self._engine = Engine(len(self.sheets) + 1)  # the first holds the model's results
        self._results: dict[str, Value] = {}
        self._input_values: dict[CellAddress, Value] = {}
        self._typed: dict[CellAddress, InputCell] = {}
        self._faults: Faults = {}
        self._formulas: dict[CellAddress, ResolvedFormula] = {}
        self._refused: Faults = {}
        """Formulas that are sound in themselves but not together with the others."""
        self._cell_results: dict[CellAddress, CellResult] = {}
        """Results of typed cells; those without a formula stay until they are typed again."""
        self._origins: dict[CellAddress, CellAddress] = {}
        """Cells where errors arose, by cell; found once a calculation."""
        self._values: dict[CellAddress, Value | EngineError] = {}
        self._formulas_changed = True
        """Whether formulas have changed since the last calculation."""
        self._has_stopped = False
        self._formats: ResultFormats | None = None
        """Formats of results; None once other cells are typed."""
        self.currency = ""
        """ISO code of the study's currency."""
        self.set_results(results)

    def set_results(self, results: Mapping[str, Value]) -> None:
        """Write the model's results, by the names that the book was made with."""
        for row, name in enumerate(self.result_names):
            value = results.get(name)
            if name not in self._results or self._results[name] != value:
                self._results[name] = value
                if value is None:
                    self._write_formula(0, row, 0, "=#N/A")
                else:
                    self._write_value(0, row, 0, value)

    def set_input_values(self, values: Values) -> None:
        """Write all values of the input sheets; None is missing, an empty cell is left out."""
        before, self._input_values = self._input_values, dict(values)
        for address in before.keys() - values.keys() - self._typed.keys():
            self._set_input_value(address)
        for address, value in values.items():
            if address not in self._typed and (address not in before or before[address] != value):
                self._set_input_value(address)

    def _set_input_value(self, address: CellAddress) -> None:
        """Write what the input sheets hold in a cell."""
        value = self._input_values.get(address)
        if value is None and address in self._input_values:
            self._set_fault(address, engine.fault_for_code(ErrorCode.NA))
        else:
            self._set_cell(address, value)

    def set_typed_cells(self, cells: TypedCells) -> None:
        """Write all typed cells; where the input sheets have a value too, the typed one counts."""
        for address in self._typed.keys() - cells.keys():
            self._formats = None
            self._discard_cell_state(address)
            self._set_input_value(address)
        typed = self._typed.get
        for address, cell in cells.items():
            before = typed(address)
            if before is not cell and before != cell:
                self._enter_cell(address, cell)
        self._typed = dict(cells)

    def _enter_cell(self, address: CellAddress, cell: InputCell) -> None:
        self._formats = None
        self._discard_cell_state(address)
        sheet = self.sheets[address.sheet]
        figures_count = not sheet.feeds_model
        content = parse_cell(
            cell, self.currency, numbers_only=sheet.feeds_model, figures_count=figures_count
        )
        if content.formula is not None:
            resolved = self._resolver.resolve(address.sheet, content.formula)
            content = ParsedInput(fault=resolved.fault)
            if resolved.fault is None:
                self._add_formula_cell(address, resolved)
                return
        if content.fault is not None:
            self._faults[address] = content.fault
            self._set_fault(address, content.fault)
            self._cell_results[address] = CellResult(fault=content.fault)
        else:
            self._set_cell(address, content.value)
            number_format = content.number_format
            self._cell_results[address] = CellResult(content.value, number_format=number_format)

    def _add_formula_cell(self, address: CellAddress, resolved: ResolvedFormula) -> None:
        self._formulas_changed = True
        self._formulas[address] = resolved
        self._write_formula(
            self._numbers[address.sheet], address.row, address.column, resolved.text
        )

    def _discard_cell_state(self, address: CellAddress) -> None:
        self._formulas_changed = self._formulas_changed or address in self._formulas
        self._cell_results.pop(address, None)
        for each in (self._faults, self._formulas, self._refused):
            each.pop(address, None)

    def calculate(self) -> dict[CellAddress, CellResult]:
        """Calculate all formulas; return the result of every typed cell."""
        if self._formulas_changed:
            self._update_refused_formulas()
            self._formulas_changed = False
        self._run_unless_stopped(self._engine.calculate)
        self._run_unless_stopped(self._read_formula_results)
        if self._has_stopped:
            self._cell_results |= {
                p: CellResult(fault=engine.ENGINE_STOPPED) for p in self._formulas
            }
        return dict(self._cell_results)

    @property
    def formats(self) -> ResultFormats:
        """Number formats and notes of formulas; the same object until other cells are typed."""
        if self._formats is None:
            formulas, results = dict(self._formulas), dict(self._cell_results)
            self._formats = ResultFormats(self._typed, formulas, results)
        return self._formats

    def _read_formula_results(self) -> None:
        """Read the results of all formulas; an unchanged result stays the same object."""
        cells = [(self._numbers[sheet], row, column) for sheet, row, column in self._formulas]
        self._values = dict(zip(self._formulas, self._engine.read_values(cells), strict=True))
        self._origins = {}
        for address, value in self._values.items():
            before = self._cell_results.get(address)
            if address in self._refused:
                self._cell_results[address] = CellResult(fault=self._refused[address])
            elif isinstance(value, EngineError):
                self._cell_results[address] = CellResult(
                    fault=self._explain_error(address, str(value))
                )
            elif before is None or before.fault is not None or before.value != value:
                self._cell_results[address] = CellResult(value)

    def _explain_error(self, address: CellAddress, code: str) -> CellFault:
        """Return the fault for an error code, with the cell that it comes from."""
        origin = self._find_error_origin(address)
        own_fault = self._faults.get(origin) or self._refused.get(origin)
        fault = own_fault or engine.fault_for_code(code)
        if origin == address:
            return fault
        return CellFault(code, fault.message, self.cell_reference(origin, seen_from=address.sheet))

    def _find_error_origin(self, address: CellAddress) -> CellAddress:
        """Return the cell where an error arose, following precedents."""
        path: dict[CellAddress, None] = {}
        while address not in self._origins and address not in path:
            path[address] = None
            is_source = address in self._faults or address in self._refused
            precedent = None if is_source else next(self._faulty_precedents(address), None)
            if precedent is None:
                break
            address = precedent
        origin = self._origins.get(address, address)
        self._origins |= dict.fromkeys(path, origin)
        return origin

    def _faulty_precedents(self, address: CellAddress) -> Iterator[CellAddress]:
        """Yield the faulty cells that a formula refers to; of long ranges only the beginning."""
        for area in self._formulas[address].areas if address in self._formulas else ():
            for row in range(area.top, min(area.bottom, area.top + 1000) + 1):
                for column in range(area.left, area.right + 1):
                    precedent = CellAddress(area.sheet, row, column)
                    is_faulty = (
                        precedent in self._faults
                        or precedent in self._refused
                        or self._is_empty_derived_input(precedent)
                    )
                    if is_faulty or isinstance(self._values.get(precedent), EngineError):
                        yield precedent

    def _is_empty_derived_input(self, address: CellAddress) -> bool:
        """Return whether an input cell is empty because its value follows from others."""
        is_input = address in self._input_values and address not in self._typed
        return is_input and self._input_values[address] is None

    def cell_reference(self, address: CellAddress, *, seen_from: str) -> str:
        """Return a reference to a cell as a formula on another sheet, or the same, writes it."""
        cell = cell_name(address.row, address.column)
        if address.sheet == seen_from:
            return cell
        return f"{quote_sheet_name(self.sheets[address.sheet].name)}!{cell}"

    def _update_refused_formulas(self) -> None:
        for address in self._refused:
            formula = self._formulas[address]
            self._write_formula(
                self._numbers[address.sheet], address.row, address.column, formula.text
            )
        self._refused = {}
        sources = Precedents({address: each.areas for address, each in self._formulas.items()})
        used_rows = max((p.row for p in (*self._typed, *self._input_values)), default=0) + 1
        cells_read = 0
        for address, formula in self._formulas.items():
            cells_read += sum(area.count_cells_read(used_rows) for area in formula.areas)
            fault = engine.TOO_MANY_CELLS if cells_read > _MOST_CELLS_READ else None
            fault = fault or self._find_circular_reference(address, formula, sources)
            if fault is None and formula.joins_text:
                second_join = sources.find_precedent(
                    address, lambda at: self._formulas[at].joins_text
                )
                fault = engine.REPEATED_JOIN if second_join is not None else None
            if fault is not None:
                self._refused[address] = fault
        for address, fault in self._refused.items():
            self._set_fault(address, fault)

    def _find_circular_reference(
        self, address: CellAddress, formula: ResolvedFormula, sources: Precedents
    ) -> CellFault | None:
        """Return the fault of a model input that depends on the model's results."""
        if not self.sheets[address.sheet].feeds_model:
            return None
        name, through = self._model_result_used(formula), ""
        if not name:
            precedent = sources.find_precedent(
                address, lambda precedent: bool(self._model_result_used(self._formulas[precedent]))
            )
            if precedent is None:
                return self._find_misplaced_demand(address, formula, sources)
            name, through = (
                self._model_result_used(self._formulas[precedent]),
                self.cell_reference(precedent, seen_from=address.sheet),
            )
        cell = cell_name(address.row, address.column)
        text = (
            "Circular reference: the model input {cell} uses the model result {name} through {by}."
            if through
            else "Circular reference: the model input {cell} uses the model result {name}."
        )
        fields = {"by": through} if through else {}
        return CellFault(ErrorCode.CIRCLE, message(text, cell=cell, name=name, **fields))

    def _find_misplaced_demand(
        self, address: CellAddress, formula: ResolvedFormula, sources: Precedents
    ) -> CellFault | None:
        """Return the fault of a model input, other than a quantity, that depends on the demand."""
        if address.column in self.sheets[address.sheet].demand_columns:
            return None
        cell = cell_name(address.row, address.column)
        if formula.uses_demand:
            sentence = message(
                "{cell} is a model input that depends on the demand. Only quantities of price"
                " lines may.",
                cell=cell,
            )
            return CellFault(ErrorCode.CIRCLE, sentence)
        precedent = sources.find_precedent(
            address, lambda precedent: self._formulas[precedent].uses_demand
        )
        if precedent is None:
            return None
        sentence = message(
            "{cell} is a model input that depends on the demand through {by}. Only quantities"
            " of price lines may.",
            cell=cell,
            by=self.cell_reference(precedent, seen_from=address.sheet),
        )
        return CellFault(ErrorCode.CIRCLE, sentence)

    def _model_result_used(self, formula: ResolvedFormula) -> str:
        """Return a result of the model, or a computed column, that a formula uses; else ""."""
        if formula.model_result:
            return formula.model_result
        for area in formula.areas:
            for column in self.sheets[area.sheet].computed_columns:
                if area.left <= column <= area.right:
                    sheet_name = quote_sheet_name(self.sheets[area.sheet].name)
                    return f"{sheet_name}!{column_letters(column)}"
        return ""

    def _set_cell(self, address: CellAddress, value: Value) -> None:
        if address.row < MOST_ROWS:
            self._write_value(self._numbers[address.sheet], address.row, address.column, value)

    def _set_fault(self, address: CellAddress, fault: CellFault) -> None:
        code = fault.code if fault.code in _ENGINE_CODES else ErrorCode.NA
        self._write_formula(self._numbers[address.sheet], address.row, address.column, f"={code}")

    def _write_value(self, sheet: int, row: int, column: int, value: Value) -> None:
        self._run_unless_stopped(lambda: self._engine.set_value(sheet, row, column, value))

    def _write_formula(self, sheet: int, row: int, column: int, formula: str) -> None:
        self._run_unless_stopped(lambda: self._engine.set_formula(sheet, row, column, formula))

    def _run_unless_stopped(self, work: Callable[[], None]) -> None:
        if not self._has_stopped:
            try:
                work()
            except EngineStopped:
                self._has_stopped = True
