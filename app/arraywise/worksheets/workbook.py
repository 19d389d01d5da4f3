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
from arraywise.worksheets import engine as faults
from arraywise.worksheets.engine import Engine, EngineError, EngineStopped
from arraywise.worksheets.formula import (
    FormulaError,
    Reference,
    TokenKind,
    quoted,
    written_reference,
)
from arraywise.worksheets.input_parsing import ParsedInput, parse_file
from arraywise.worksheets.result_formats import (
    Precedents,
    ResolvedFormula,
    ResultFormats,
    SheetArea,
    area_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.cells import InputCell, Value
    from arraywise.worksheets.fields import Faults, TypedCells, Values
    from arraywise.worksheets.formula import Formula


_MOST_JOINED = 10
_DEMAND = frozenset(name.casefold() for name in DEMAND_NAMES)


class Resolver:
    """Knows the sheets and the names of a workbook; upper and lower case count as one."""

    def __init__(
        self, sheets: Mapping[str, str], names: Sequence[str], aliases: Mapping[str, str]
    ) -> None:
        """Know sheets by key, names in their order, and other ways to write these."""
        self._keys = {name.casefold(): key for key, name in sheets.items()}
        self._numbers = {key: number for number, key in enumerate(sheets, start=1)}
        self._names = {name.casefold(): row for row, name in enumerate(names)}
        self._names |= {a.casefold(): self._names[n.casefold()] for a, n in aliases.items()}
        self._written = (*names, *aliases)

    def resolve(self, sheet: str, formula: Formula) -> ResolvedFormula:
        """Put engine's sheets and cells in the place of names."""
        try:
            text = formula.written(
                reference=lambda r: self._reference(sheet, r), name=self._result_cell
            )
            areas = tuple(self._area(sheet, r) for r in formula.references)
        except FormulaError as error:
            return ResolvedFormula(fault=error.fault)
        joins = any(
            (t.kind is TokenKind.OPERATOR and t.text == "&")
            or (t.kind is TokenKind.FUNCTION and t.text.upper() in faults.JOINING)
            for t in formula.tokens
        )
        if joins and sum(area.size(MOST_ROWS) for area in areas) > _MOST_JOINED:
            sentence = message("A formula that joins texts can refer to at most {most} cells.",
                       most=_MOST_JOINED)  # fmt: skip
            return ResolvedFormula(fault=CellFault(ErrorCode.ERROR, sentence))
        used = [name for name in formula.names if name.casefold() not in _DEMAND]
        by_demand = len(used) < len(formula.names)
        result = used[0] if used else ""
        return ResolvedFormula(text, areas, result, joins, by_demand, formula=formula)

    def _key(self, own: str, reference: Reference) -> str:
        if reference.sheet is None:
            return own
        key = self._keys.get(reference.sheet.casefold())
        if key is None:
            raise FormulaError(
                message("There is no sheet “{name}”.", name=reference.sheet[:60]), ErrorCode.REF
            )
        return key

    def _reference(self, own: str, reference: Reference) -> str:
        number = self._numbers[self._key(own, reference)]
        area = written_reference(Reference(None, reference.first, reference.last))
        return f"S{number}!{area}"

    def _area(self, own: str, reference: Reference) -> SheetArea:
        first, last = reference.first, reference.last
        return area_of(
            self._key(own, reference),
            (first.row, first.column),
            (last.row, last.column) if last else None,
        )

    def _result_cell(self, name: str) -> str:
        row = self._names.get(name.casefold())
        if row is None:
            near = difflib.get_close_matches(name, self._written, 1, 0.6)
            if near:
                sentence = message("No result “{name}”. Did you mean {near}?",
                           name=name[:60], near=near[0])  # fmt: skip
            else:
                sentence = message("There is no result named “{name}”.", name=name[:60])
            raise FormulaError(sentence, ErrorCode.NAME)
        return f"S0!$A${row + 1}"


_MOST_ADDED_UP = 20_000_000
"""Cells that all formulas together may look at."""

_PASSED_ON = frozenset({ErrorCode.REF, ErrorCode.NAME, ErrorCode.VALUE, ErrorCode.NUM})
"""Errors that the engine takes as they are; others reach dependent cells as missing."""


@dataclass(frozen=True, slots=True)
class BookSheet:
    """A sheet of the workbook."""

    key: str
    """As in `Place.sheet`."""
    name: str
    """As formulas call it."""
    feeds_model: bool = True
    computed: frozenset[int] = frozenset()
    """Columns that are computed from others: they are results, as the model's are."""
    counted: frozenset[int] = frozenset()
    """Columns of a sheet that feeds the model whose typed figures count, beside formulas."""
    by_demand: frozenset[int] = frozenset()
    """Columns of a sheet that feeds the model whose formulas may follow the demand."""


class FormulaWorkbook:
    """A workbook; used by one thread at a time."""

    def __init__(
        self,
        sheets: Iterable[BookSheet],
        results: Mapping[str, Value],
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        """Have these sheets and results of the model.

        Args:
            sheets: In their order.
            results: By name.
            aliases: Other ways to write names, each with the name that is meant.
        """
        self.sheets = {sheet.key: sheet for sheet in sheets}
        self.result_names = tuple(results)
        self._numbers = {key: number for number, key in enumerate(self.sheets, start=1)}
        names = {sheet.key: sheet.name for sheet in self.sheets.values()}
        self._resolver = Resolver(names, self.result_names, aliases or {})
        self._engine = Engine(len(self.sheets) + 1)  # the first holds the model's results
        self._results: dict[str, Value] = {}
        self._entered: dict[CellAddress, Value] = {}
        self._typed: dict[CellAddress, InputCell] = {}
        self._faults: Faults = {}
        self._formulas: dict[CellAddress, ResolvedFormula] = {}
        self._refused: Faults = {}
        """Formulas that are sound in themselves but not together with the others."""
        self._results_of: dict[CellAddress, CellResult] = {}
        """What typed cells come to; those that hold no formula stay as they are."""
        self._origins: dict[CellAddress, CellAddress] = {}
        """Where errors come from, found once a calculation."""
        self._values: dict[CellAddress, Value | EngineError] = {}
        self._changed = True
        """Whether other formulas are there than at the last calculation."""
        self._stopped = False
        self._formats: ResultFormats | None = None
        """As what results are understood; None once other cells are typed."""
        self.currency = ""
        """ISO code of the study's."""
        self.set_results(results)

    def set_results(self, results: Mapping[str, Value]) -> None:
        """Put the model's results in; their names are those that the book was made with."""
        for row, name in enumerate(self.result_names):
            value = results.get(name)
            if name not in self._results or self._results[name] != value:
                self._results[name] = value
                if value is None:
                    self._set_formula(0, row, 0, "=#N/A")
                else:
                    self._put(0, row, 0, value)

    def set_given(self, given: Values) -> None:
        """Put in all values of the input sheets; None is missing, an empty cell is not named."""
        before, self._entered = self._entered, dict(given)
        for place in before.keys() - given.keys() - self._typed.keys():
            self._set_input(place)
        for place, value in given.items():
            if place not in self._typed and (place not in before or before[place] != value):
                self._set_input(place)

    def _set_input(self, place: CellAddress) -> None:
        """Put in what the input sheets hold in a cell."""
        value = self._entered.get(place)
        if value is None and place in self._entered:
            self._set_fault(place, faults.fault_of(ErrorCode.NA))
        else:
            self._set_at(place, value)

    def set_typed(self, cells: TypedCells) -> None:
        """Insert all typed cells; where one coincides with a given cell, the typed one counts."""
        for place in self._typed.keys() - cells.keys():
            self._formats = None
            self._forget(place)
            self._set_input(place)
        typed = self._typed.get
        for place, cell in cells.items():
            before = typed(place)
            if before is not cell and before != cell:
                self._type(place, cell)
        self._typed = dict(cells)

    def _type(self, place: CellAddress, cell: InputCell) -> None:
        self._formats = None
        self._forget(place)
        sheet = self.sheets[place.sheet]
        counts = not sheet.feeds_model or place.column in sheet.counted
        content = parse_file(
            cell, self.currency, numbers_only=sheet.feeds_model, figures_count=counts
        )
        if content.formula is not None:
            resolved = self._resolver.resolve(place.sheet, content.formula)
            content = ParsedInput(fault=resolved.fault)
            if resolved.fault is None:
                self._add_formula_cell(place, resolved)
                return
        if content.fault is not None:
            self._faults[place] = content.fault
            self._set_fault(place, content.fault)
            self._results_of[place] = CellResult(fault=content.fault)
        else:
            self._set_at(place, content.value)
            known = content.number_format
            self._results_of[place] = CellResult(content.value, number_format=known)

    def _add_formula_cell(self, place: CellAddress, resolved: ResolvedFormula) -> None:
        self._changed = True
        self._formulas[place] = resolved
        self._set_formula(self._numbers[place.sheet], place.row, place.column, resolved.text)

    def _forget(self, place: CellAddress) -> None:
        self._changed = self._changed or place in self._formulas
        self._results_of.pop(place, None)
        for each in (self._faults, self._formulas, self._refused):
            each.pop(place, None)

    # Working out

    def calculate(self) -> dict[CellAddress, CellResult]:
        """Compute everything; return what every typed cell amounts to."""
        if self._changed:
            self._reject_all()
            self._changed = False
        self._unless_stopped(self._engine.calculate)
        self._unless_stopped(self._read_values)
        if self._stopped:
            self._results_of |= {p: CellResult(fault=faults.STOPPED) for p in self._formulas}
        return dict(self._results_of)

    @property
    def formats(self) -> ResultFormats:
        """As what the results of formulas are understood; the same until other cells are typed."""
        if self._formats is None:
            formulas, results = dict(self._formulas), dict(self._results_of)
            self._formats = ResultFormats(self._typed, formulas, results, self.currency)
        return self._formats

    def _read_values(self) -> None:
        """Read what all formulas come to; a result that is as before stays the same object."""
        cells = [(self._numbers[sheet], row, column) for sheet, row, column in self._formulas]
        self._values = dict(zip(self._formulas, self._engine.values(cells), strict=True))
        self._origins = {}
        for place, value in self._values.items():
            before = self._results_of.get(place)
            if place in self._refused:
                self._results_of[place] = CellResult(fault=self._refused[place])
            elif isinstance(value, EngineError):
                self._results_of[place] = CellResult(fault=self._explained(place, str(value)))
            elif before is None or before.fault is not None or before.value != value:
                self._results_of[place] = CellResult(value)

    def _explained(self, place: CellAddress, code: str) -> CellFault:
        """Describe what an error means, and which cell it comes from."""
        origin = self._origin(place)
        own = self._faults.get(origin) or self._refused.get(origin)
        fault = own or faults.fault_of(code)
        if origin == place:
            return fault
        return CellFault(code, fault.message, self.name_of(origin, seen_from=place.sheet))

    def _origin(self, place: CellAddress) -> CellAddress:
        """Follow an error to the cell where it arose."""
        path: dict[CellAddress, None] = {}
        while place not in self._origins and place not in path:
            path[place] = None
            own = place in self._faults or place in self._refused
            further = None if own else next(self._erring(place), None)
            if further is None:
                break
            place = further
        origin = self._origins.get(place, place)
        self._origins |= dict.fromkeys(path, origin)
        return origin

    def _erring(self, place: CellAddress) -> Iterator[CellAddress]:
        """List the cells at fault that a formula refers to; of long ranges the beginning."""
        for area in self._formulas[place].areas if place in self._formulas else ():
            for row in range(area.top, min(area.bottom, area.top + 1000) + 1):
                for column in range(area.left, area.right + 1):
                    at = CellAddress(area.sheet, row, column)
                    wrong = at in self._faults or at in self._refused or self._is_missing(at)
                    if wrong or isinstance(self._values.get(at), EngineError):
                        yield at

    def _is_missing(self, place: CellAddress) -> bool:
        """Return whether an input shows a figure that follows from others."""
        given = place in self._entered and place not in self._typed
        return given and self._entered[place] is None

    def name_of(self, place: CellAddress, *, seen_from: str) -> str:
        """Return what a cell is called in a formula of a sheet."""
        cell = cell_name(place.row, place.column)
        if place.sheet == seen_from:
            return cell
        return f"{quoted(self.sheets[place.sheet].name)}!{cell}"

    # What is sound alone, but not together

    def _reject_all(self) -> None:
        for place in self._refused:
            formula = self._formulas[place]
            self._set_formula(self._numbers[place.sheet], place.row, place.column, formula.text)
        self._refused = {}
        sources = Precedents({place: each.areas for place, each in self._formulas.items()})
        used_rows = max((p.row for p in (*self._typed, *self._entered)), default=0) + 1
        looked_at = 0
        for place, formula in self._formulas.items():
            looked_at += sum(area.size(used_rows) for area in formula.areas)
            fault = faults.TOO_MUCH if looked_at > _MOST_ADDED_UP else None
            fault = fault or self._circle(place, formula, sources)
            if fault is None and formula.joins:
                again = sources.reached(place, lambda at: self._formulas[at].joins)
                fault = faults.JOINED_AGAIN if again is not None else None
            if fault is not None:
                self._refused[place] = fault
        for place, fault in self._refused.items():
            self._set_fault(place, fault)

    def _circle(
        self, place: CellAddress, formula: ResolvedFormula, sources: Precedents
    ) -> CellFault | None:
        """Refuse what feeds the model and comes from the model's results."""
        if not self.sheets[place.sheet].feeds_model:
            return None
        name, by = self._result_in(formula), ""
        if not name:
            at = sources.reached(place, lambda at: bool(self._result_in(self._formulas[at])))
            if at is None:
                return self._beside_quantities(place, formula, sources)
            name, by = self._result_in(self._formulas[at]), self.name_of(at, seen_from=place.sheet)
        cell = cell_name(place.row, place.column)
        text = (
            "Circular reference: the model input {cell} uses the model result {name} through {by}."
            if by
            else "Circular reference: the model input {cell} uses the model result {name}."
        )
        through = {"by": by} if by else {}
        return CellFault(ErrorCode.CIRCLE, message(text, cell=cell, name=name, **through))

    def _beside_quantities(
        self, place: CellAddress, formula: ResolvedFormula, sources: Precedents
    ) -> CellFault | None:
        """Refuse what follows the demand where that would move the demand, or a price unseen."""
        if place.column in self.sheets[place.sheet].by_demand:
            return None
        cell = cell_name(place.row, place.column)
        if formula.by_demand:
            sentence = message(
                "{cell} is a model input that depends on the demand. Only quantities of price"
                " lines may.",
                cell=cell,
            )
            return CellFault(ErrorCode.CIRCLE, sentence)
        at = sources.reached(place, lambda at: self._formulas[at].by_demand)
        if at is None:
            return None
        sentence = message(
            "{cell} is a model input that depends on the demand through {by}. Only quantities"
            " of price lines may.",
            cell=cell,
            by=self.name_of(at, seen_from=place.sheet),
        )
        return CellFault(ErrorCode.CIRCLE, sentence)

    def _result_in(self, formula: ResolvedFormula) -> str:
        """Return a result that a formula uses: of the model, or of a computed column."""
        if formula.result:
            return formula.result
        for area in formula.areas:
            for column in self.sheets[area.sheet].computed:
                if area.left <= column <= area.right:
                    return f"{quoted(self.sheets[area.sheet].name)}!{column_letters(column)}"
        return ""

    # The engine

    def _set_at(self, place: CellAddress, value: Value) -> None:
        if place.row < MOST_ROWS:
            self._put(self._numbers[place.sheet], place.row, place.column, value)

    def _set_fault(self, place: CellAddress, fault: CellFault) -> None:
        code = fault.code if fault.code in _PASSED_ON else ErrorCode.NA
        self._set_formula(self._numbers[place.sheet], place.row, place.column, f"={code}")

    def _put(self, sheet: int, row: int, column: int, value: Value) -> None:
        self._unless_stopped(lambda: self._engine.put(sheet, row, column, value))

    def _set_formula(self, sheet: int, row: int, column: int, formula: str) -> None:
        self._unless_stopped(lambda: self._engine.set_formula(sheet, row, column, formula))

    def _unless_stopped(self, work: Callable[[], None]) -> None:
        if not self._stopped:
            try:
                work()
            except EngineStopped:
                self._stopped = True
