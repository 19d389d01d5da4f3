"""The formula engine, behind the few calls that are made of it.

IronCalc calls itself an alpha. So it gets nothing but numbers, quoted texts and formulas that were
checked before; a panic inside it becomes an `EngineStopped`, and everything that is known to end
the process (deep nesting, functions that call themselves, texts without end) is refused earlier.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING

import ironcalc

from arraywise.domain.sheets import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arraywise.domain.sheets import Value


class EngineStopped(Exception):  # noqa: N818 - the engine's end, not the caller's error
    """The engine could not go on; what it holds is of no use any more."""


class EngineError(str):
    """A cell's error as the engine names it: `#DIV/0!`."""

    __slots__ = ()


@contextmanager
def _contained() -> Iterator[None]:
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
        with _contained():
            self._model = ironcalc.create("arraywise", "en", "UTC", "en")
            self._model.rename_sheet(0, "S0")
            for number in range(1, sheets):
                self._model.add_sheet(f"S{number}")

    def put(self, sheet: int, row: int, column: int, value: Value) -> None:
        """Put a value in; None empties the cell.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _contained():
            if value is None:
                self._model.clear_cell_contents(sheet, row + 1, column + 1)
            elif isinstance(value, bool):
                self._model.update_cell_with_bool(sheet, row + 1, column + 1, value)
            elif isinstance(value, str):
                self._model.set_user_input(sheet, row + 1, column + 1, f"'{value}")
            else:
                self._model.update_cell_with_number(sheet, row + 1, column + 1, float(value))

    def put_formula(self, sheet: int, row: int, column: int, formula: str) -> None:
        """Put a formula in, with a decimal point, commas and sheets named S0, S1 ...

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _contained():
            self._model.update_cell_with_formula(sheet, row + 1, column + 1, formula)

    def calculate(self) -> None:
        """Work all formulas out.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _contained():
            self._model.evaluate()

    def values(self, cells: Iterable[tuple[int, int, int]]) -> list[Value | EngineError]:
        """Return what cells come to, given by sheet, row and column.

        Raises:
            EngineStopped: When the engine cannot go on.
        """
        with _contained():
            return [self._value(sheet, row + 1, column + 1) for sheet, row, column in cells]

    def _value(self, sheet: int, row: int, column: int) -> Value | EngineError:
        value = self._model.get_cell_value(sheet, row, column)
        if isinstance(value, str) and value.startswith("#"):
            kind = self._model.get_cell_type(sheet, row, column)
            if kind == ironcalc.CellType.ErrorValue:
                return EngineError(value)
        if isinstance(value, float) and not math.isfinite(value):
            return EngineError(ErrorCode.NUM)
        return value
