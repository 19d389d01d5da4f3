"""The workings as the documents take them: what was typed, and what it came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.sheets import OURS_ALONE, ErrorCode

if TYPE_CHECKING:
    from arraywise.domain.sheets import CellFault, NumberFormat, Value


def error_elsewhere(fault: CellFault | None) -> str:
    """Return the error that other spreadsheets show for a fault; empty where there is none."""
    if fault is None:
        return ""
    return str(ErrorCode.NA if fault.code in OURS_ALONE else fault.code)


@dataclass(frozen=True, slots=True)
class WorkingCell:
    """A cell of the workings."""

    row: int
    """From 0."""
    column: int
    typed: str
    value: Value
    """What it comes to; None for nothing, or where it is at fault."""
    number_format: NumberFormat
    formula: str = ""
    """With the leading equals sign, English, for any spreadsheet; what stands outside the workings
    is called by the names of `NamedValue`. Empty where it is no formula, or none can do it."""
    fault: CellFault | None = None


@dataclass(frozen=True, slots=True)
class NamedValue:
    """Something outside the workings that their formulas call."""

    name: str
    """As it may stand in a workbook: `Demand.TPS`, `Option_NAS.Price`, `Requirement_B1`."""
    value: Value
    """None where it is empty, or at fault."""
    option_id: int | None = None
    """Of whom it is a result."""
    input_row: int | None = None
    """Row from 0 where it is a figure of the requirement."""
    error: str = ""
    """As spreadsheets show it; `#N/A` where it is not known."""

    @property
    def kind(self) -> str:
        """Which result of an option it is: `Price`."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Workings:
    """The free sheet of a study."""

    cells: tuple[WorkingCell, ...] = ()
    names: tuple[NamedValue, ...] = ()
