"""IronCalc behind a few calls; functions; errors.

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

from arraywise.domain.cells import CellFault, ErrorCode
from arraywise.domain.messages import Message, message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arraywise.domain.cells import Value


class EngineStopped(Exception):  # noqa: N818 - the engine's end, not the caller's error
    """The engine could not go on; what it holds is of no use any more."""


class EngineError(str):
    """A cell's error as the engine names it: `#DIV/0!`."""

    __slots__ = ()


@contextmanager
def _enclosed() -> Iterator[None]:
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
        with _enclosed():
            self._model = ironcalc.create("arraywise", "en", "UTC", "en")
            self._model.rename_sheet(0, "S0")
            for number in range(1, sheets):
                self._model.add_sheet(f"S{number}")

    def put(self, sheet: int, row: int, column: int, value: Value) -> None:
        """Write a value into a cell; None empties it.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _enclosed():
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
        with _enclosed():
            self._model.update_cell_with_formula(sheet, row + 1, column + 1, formula)

    def calculate(self) -> None:
        """Work all formulas out.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _enclosed():
            self._model.evaluate()

    def values(self, cells: Iterable[tuple[int, int, int]]) -> list[Value | EngineError]:
        """Return what cells come to, given by sheet, row and column.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _enclosed():
            return [self._value(sheet, row + 1, column + 1) for sheet, row, column in cells]

    def _value(self, sheet: int, row: int, column: int) -> Value | EngineError:
        value = self._model.get_cell_value(sheet, row, column)
        if isinstance(value, str) and value.startswith("#"):
            kind = self._model.get_cell_type(sheet, row, column)
            if kind == self._error:
                return EngineError(value)
        if isinstance(value, float) and not math.isfinite(value):
            return EngineError(ErrorCode.NUM)
        return value


_OF_RANGES = """
SUM AVERAGE AVERAGEA MIN MAX MINA MAXA COUNT COUNTA COUNTBLANK PRODUCT MEDIAN SUMPRODUCT SUMSQ
STDEV.S STDEV.P STDEVA VAR.S VAR.P SUMIF SUMIFS COUNTIF COUNTIFS AVERAGEIF AVERAGEIFS MAXIFS
MINIFS LARGE SMALL PERCENTILE.INC PERCENTILE.EXC QUARTILE.INC GEOMEAN HARMEAN CORREL SLOPE
INTERCEPT RSQ VLOOKUP HLOOKUP LOOKUP XLOOKUP XMATCH MATCH INDEX AND OR XOR NPV IRR ROWS COLUMNS
DEVSQ AVEDEV CONCAT
SUBTOTAL STDEV STDEVP VAR VARP PERCENTILE QUARTILE RANK RANK.EQ PERCENTRANK.INC TRIMMEAN FORECAST
FORECAST.LINEAR COVARIANCE.S PEARSON STEYX SKEW MIRR XNPV NETWORKDAYS WORKDAY
"""
JOINING = frozenset({"CONCATENATE", "CONCAT", "REPLACE"})
"""Functions that make a longer text of several."""
OF_RANGES = frozenset(_OF_RANGES.split())
"""Functions that take ranges of cells."""

_OF_VALUES = """
ABS ROUND ROUNDUP ROUNDDOWN MROUND INT TRUNC CEILING FLOOR MOD QUOTIENT SIGN SQRT POWER EXP LN
LOG LOG10 PI SIN COS TAN ASIN ACOS ATAN ATAN2 DEGREES RADIANS FACT COMBIN GCD LCM EVEN ODD IF
IFERROR IFNA IFS SWITCH NOT TRUE FALSE NA ISNUMBER ISTEXT ISBLANK ISERROR ISERR ISNA ISLOGICAL
CHOOSE LEN LEFT RIGHT MID UPPER LOWER TRIM CONCATENATE FIND SEARCH EXACT VALUE TEXT DATE YEAR
MONTH DAY EDATE EOMONTH PMT PV FV NPER RATE SLN IPMT PPMT EFFECT NOMINAL DB CUMIPMT ISEVEN ISODD
CEILING.MATH FLOOR.MATH DATEDIF YEARFRAC WEEKDAY WEEKNUM ISOWEEKNUM DAYS DAYS360 DATEVALUE TIME
HOUR MINUTE SECOND PROPER ISNONTEXT N T NUMBERVALUE NORM.S.DIST NORM.S.INV ROW COLUMN REPLACE
CHAR CODE CUMPRINC NORM.DIST NORM.INV T.INV.2T CONFIDENCE.NORM
"""
OF_VALUES = frozenset(_OF_VALUES.split())
"""Functions that take single values."""

ALL = OF_RANGES | OF_VALUES

_REFUSED = """
INDIRECT OFFSET RAND RANDBETWEEN RANDARRAY NOW TODAY HYPERLINK WEBSERVICE CELL INFO SHEET SHEETS
SEQUENCE LAMBDA LET MAP REDUCE SCAN MAKEARRAY BYROW BYCOL FILTER SORT SORTBY UNIQUE TRANSPOSE
FORMULATEXT REPT SUBSTITUTE TEXTJOIN
"""
REFUSED = frozenset(_REFUSED.split())
"""Known to people, and left out for the reasons above."""

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
_ELSE = message("The formula cannot be calculated.")


def fault_of(code: str) -> CellFault:
    """Return an error of the engine with its meaning."""
    return CellFault(code, _MEANINGS.get(code, _ELSE))


STOPPED = CellFault(
    ErrorCode.ERROR,
    message("The calculation stopped at a formula. Change the last one typed."),
)
TOO_MUCH = CellFault(
    ErrorCode.ERROR,
    message("The formulas refer to too many cells in total."),
)
JOINED_AGAIN = CellFault(
    ErrorCode.ERROR,
    message("A text joined by a formula cannot be joined again."),
)
