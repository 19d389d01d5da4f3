"""The spreadsheet engine (IronCalc) behind a few calls; allowed functions; meanings of errors.

IronCalc calls itself an alpha. So it gets nothing but numbers, quoted texts and formulas that were
checked before; a panic inside it becomes an `EngineStopped`, and everything that is known to end
the process (deep nesting, functions that call themselves, texts without end) is refused earlier.

A list of what is allowed, not of what is forbidden: the engine knows more, but some of it hides
what a cell depends on (INDIRECT, OFFSET), gives another figure on every look (RAND, NOW), reaches
outside (WEBSERVICE), fills cells that nobody typed (SEQUENCE), makes texts without end (REPT in
REPT), or ends the program when it calls itself (LAMBDA).
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arraywise.domain.cells import CellFault, ErrorCode, FormulaText
from arraywise.domain.messages import Message, message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import ironcalc

    from arraywise.domain.cells import CellPosition, SheetCells, Value

_RANGE_FUNCTIONS = """
SUM AVERAGE AVERAGEA MIN MAX MINA MAXA COUNT COUNTA COUNTBLANK PRODUCT MEDIAN SUMPRODUCT SUMSQ
STDEV.S STDEV.P STDEVA VAR.S VAR.P SUMIF SUMIFS COUNTIF COUNTIFS AVERAGEIF AVERAGEIFS MAXIFS
MINIFS LARGE SMALL PERCENTILE.INC PERCENTILE.EXC QUARTILE.INC GEOMEAN HARMEAN CORREL SLOPE
INTERCEPT RSQ VLOOKUP HLOOKUP LOOKUP XLOOKUP XMATCH MATCH INDEX AND OR XOR NPV IRR ROWS COLUMNS
DEVSQ AVEDEV CONCAT
SUBTOTAL STDEV STDEVP VAR VARP PERCENTILE QUARTILE RANK RANK.EQ PERCENTRANK.INC TRIMMEAN FORECAST
FORECAST.LINEAR COVARIANCE.S PEARSON STEYX SKEW MIRR XNPV NETWORKDAYS WORKDAY
"""
TEXT_JOINING_FUNCTIONS = frozenset({"CONCATENATE", "CONCAT", "REPLACE"})
"""Functions that make a longer text of several."""
RANGE_FUNCTIONS = frozenset(_RANGE_FUNCTIONS.split())
"""Functions that take ranges of cells."""
_SCALAR_FUNCTIONS = """
ABS ROUND ROUNDUP ROUNDDOWN MROUND INT TRUNC CEILING FLOOR MOD QUOTIENT SIGN SQRT POWER EXP LN
LOG LOG10 PI SIN COS TAN ASIN ACOS ATAN ATAN2 DEGREES RADIANS FACT COMBIN GCD LCM EVEN ODD IF
IFERROR IFNA IFS SWITCH NOT TRUE FALSE NA ISNUMBER ISTEXT ISBLANK ISERROR ISERR ISNA ISLOGICAL
CHOOSE LEN LEFT RIGHT MID UPPER LOWER TRIM CONCATENATE FIND SEARCH EXACT VALUE TEXT DATE YEAR
MONTH DAY EDATE EOMONTH PMT PV FV NPER RATE SLN IPMT PPMT EFFECT NOMINAL DB CUMIPMT ISEVEN ISODD
CEILING.MATH FLOOR.MATH DATEDIF YEARFRAC WEEKDAY WEEKNUM ISOWEEKNUM DAYS DAYS360 DATEVALUE TIME
HOUR MINUTE SECOND PROPER ISNONTEXT N T NUMBERVALUE NORM.S.DIST NORM.S.INV ROW COLUMN REPLACE
CHAR CODE CUMPRINC NORM.DIST NORM.INV T.INV.2T CONFIDENCE.NORM
"""
SCALAR_FUNCTIONS = frozenset(_SCALAR_FUNCTIONS.split())
"""Functions that take single values."""
ALLOWED_FUNCTIONS = RANGE_FUNCTIONS | SCALAR_FUNCTIONS
_REFUSED_FUNCTIONS = """
INDIRECT OFFSET RAND RANDBETWEEN RANDARRAY NOW TODAY HYPERLINK WEBSERVICE CELL INFO SHEET SHEETS
SEQUENCE LAMBDA LET MAP REDUCE SCAN MAKEARRAY BYROW BYCOL FILTER SORT SORTBY UNIQUE TRANSPOSE
FORMULATEXT REPT SUBSTITUTE TEXTJOIN
"""
REFUSED_FUNCTIONS = frozenset(_REFUSED_FUNCTIONS.split())
"""Functions of other spreadsheets that are refused, for the reasons above."""
_MEANINGS: dict[str, Message] = {
    ErrorCode.DIV: message("Division by zero or by an empty cell."),
    ErrorCode.REF: message("The formula refers to a deleted cell or sheet."),
    ErrorCode.NAME: message("The formula uses an unknown name."),
    ErrorCode.VALUE: message("Wrong type: text instead of a number, or a number instead of text."),
    ErrorCode.NUM: message("The result is not a number, or too large."),
    ErrorCode.NA: message("A value is unknown or was not found: missing, not zero."),
    ErrorCode.CIRCLE: message("The cell depends on itself."),
    ErrorCode.SPILL: message("The result needs more than one cell."),
}
_UNKNOWN_MEANING = message("The formula cannot be calculated.")
ENGINE_STOPPED = CellFault(
    ErrorCode.ERROR,
    message("The calculation stopped at a formula. Change the last one typed."),
)
TOO_MANY_CELLS = CellFault(
    ErrorCode.ERROR,
    message("The formulas refer to too many cells in total."),
)
REPEATED_JOIN = CellFault(
    ErrorCode.ERROR,
    message("A text joined by a formula cannot be joined again."),
)


class EngineStopped(Exception):  # noqa: N818 - the engine's end, not the caller's error
    """The engine could not go on; what it holds is of no use any more."""


class EngineError(str):
    """A cell's error as the engine names it: `#DIV/0!`."""

    __slots__ = ()


@contextmanager
def _convert_engine_errors() -> Iterator[None]:
    import ironcalc

    try:
        yield
    except ironcalc.WorkbookError as error:
        raise EngineStopped(str(error)) from error
    except BaseException as panic:
        # A panic of the engine derives from BaseException alone, under a name of its own.
        if type(panic).__name__ != "PanicException":
            raise
        raise EngineStopped(str(panic)) from panic


class Engine:
    """A workbook with numbered sheets; rows and columns are counted from 0."""

    def __init__(self, sheets: int) -> None:
        import ironcalc

        self._error = ironcalc.CellType.ErrorValue
        with _convert_engine_errors():
            self._model = ironcalc.create("arraywise", "en", "UTC", "en")
            self._model.rename_sheet(0, "S0")
            for number in range(1, sheets):
                self._model.add_sheet(f"S{number}")

    def set_value(self, sheet: int, row: int, column: int, value: Value) -> None:
        """Write a value into a cell; None empties it.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _convert_engine_errors():
            if value is None:
                self._model.clear_cell_contents(sheet, row + 1, column + 1)
            elif isinstance(value, bool):
                self._model.update_cell_with_bool(sheet, row + 1, column + 1, value)
            elif isinstance(value, str):
                self._model.set_user_input(sheet, row + 1, column + 1, f"'{value}")
            else:
                self._model.update_cell_with_number(sheet, row + 1, column + 1, float(value))

    def set_formula(self, sheet: int, row: int, column: int, formula: str) -> None:
        """Write a formula into the cell, with a decimal point, commas and sheets named S0, S1 ...

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _convert_engine_errors():
            self._model.update_cell_with_formula(sheet, row + 1, column + 1, formula)

    def calculate(self) -> None:
        """Calculate all formulas.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _convert_engine_errors():
            self._model.evaluate()

    def read_values(self, cells: Iterable[tuple[int, int, int]]) -> list[Value | EngineError]:
        """Return the values or errors of cells, given by sheet, row and column.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _convert_engine_errors():
            return [self._read_value(sheet, row + 1, column + 1) for sheet, row, column in cells]

    def _read_value(self, sheet: int, row: int, column: int) -> Value | EngineError:
        value = self._model.get_cell_value(sheet, row, column)
        if isinstance(value, str) and value.startswith("#"):
            kind = self._model.get_cell_type(sheet, row, column)
            if kind == self._error:
                return EngineError(value)
        if isinstance(value, float) and not math.isfinite(value):
            return EngineError(ErrorCode.NUM)
        return value


def evaluate_workbook(
    sheets: Mapping[str, SheetCells], names: Mapping[str, str]
) -> dict[str, dict[CellPosition, Value]]:
    """Calculate a workbook of ours: it is fed cell by cell, without a file in between.

    Raises:
        EngineStopped: When the engine cannot go on.
    """
    import ironcalc

    with _convert_engine_errors():
        model = ironcalc.create("arraywise", "en", "UTC", "en")
        for number, sheet in enumerate(sheets):
            if number:
                model.add_sheet(sheet)
            else:
                model.rename_sheet(0, sheet)
        for name, formula in names.items():
            model.new_defined_name(name, None, formula)
        for number, cells in enumerate(sheets.values()):
            _write_sheet_cells(model, number, cells)
        model.evaluate()
        return {
            sheet: {
                (row, column): model.get_cell_value(number, row + 1, column + 1)
                for (row, column), value in cells.items()
                if isinstance(value, FormulaText)
            }
            for number, (sheet, cells) in enumerate(sheets.items())
        }


def _write_sheet_cells(model: ironcalc.Model, sheet: int, cells: SheetCells) -> None:
    for (row, column), value in cells.items():
        if isinstance(value, FormulaText):
            model.update_cell_with_formula(sheet, row + 1, column + 1, value)
        elif isinstance(value, str):
            model.update_cell_with_text(sheet, row + 1, column + 1, value)
        elif isinstance(value, bool):
            model.update_cell_with_bool(sheet, row + 1, column + 1, value)
        else:
            model.update_cell_with_number(sheet, row + 1, column + 1, value)


def fault_for_code(code: str) -> CellFault:
    """Return the fault that a cell shows for an error code, with its meaning."""
    return CellFault(code, _MEANINGS.get(code, _UNKNOWN_MEANING))
