"""Calculations with a column for each option and a row for each step, readable from the top."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlsxwriter.utility import xl_rowcol_to_cell

from arraywise.domain.messages import Said, say
from arraywise.report.workbook.cells import Kind, Live, absolute

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.decision import OptionAnswer
    from arraywise.report.workbook.cells import Grid, Text, Value
    from arraywise.report.workbook.curves import CurveReading

FIRST_COLUMN = 2
"""Labels and units stand before the options."""


@dataclass
class OptionColumn:
    """One option's column while it is written: where its steps stand and what they came to."""

    column: int
    answer: OptionAnswer
    curve: CurveReading | None
    rows: dict[str, int] = field(default_factory=dict)
    values: dict[str, float | str | None] = field(default_factory=dict)

    def at(self, key: str) -> str:
        """Return the reference of a step, for formulas of the same sheet."""
        return str(xl_rowcol_to_cell(self.rows[key], self.column))

    def value(self, key: str) -> float:
        """Return what a step came to; text and nothing count as 0."""
        value = self.values[key]
        return value if isinstance(value, int | float) else 0.0


@dataclass(frozen=True, slots=True)
class Step:
    """One row of the calculation."""

    key: str
    label: Text
    unit: Text
    make: Callable[[OptionColumn], Value]
    form: str = "0.000"
    kind: Kind = Kind.COMPUTED


def from_curve(
    make: Callable[[OptionColumn, CurveReading], Value],
) -> Callable[[OptionColumn], Value]:
    """Leave the cell empty for options without a curve."""

    def or_nothing(column: OptionColumn) -> Value:
        return None if column.curve is None else make(column, column.curve)

    return or_nothing


def write_steps(
    grid: Grid, row: int, title: Text, steps: Sequence[Step], columns: Sequence[OptionColumn]
) -> int:
    """Write a titled block of steps and return the row after it."""
    grid.put(row, 0, title, Kind.SECTION)
    for offset, step in enumerate(steps, start=1):
        grid.put(
            row + offset, 0, step.label, Kind.STRONG if step.kind is Kind.RESULT else Kind.TEXT
        )
        grid.put(row + offset, 1, step.unit, Kind.UNIT)
        for column in columns:
            column.rows[step.key] = row + offset
    for step in steps:
        for column in columns:
            value = step.make(column)
            column.values[step.key] = _figure(value)
            kind = step.kind if isinstance(value, Live) or step.kind is Kind.INPUT else Kind.PLAIN
            grid.put(column.rows[step.key], column.column, value, kind, step.form)
    return row + len(steps) + 2


def _figure(value: Value) -> float | str | None:
    if isinstance(value, Live):
        return value.value
    if isinstance(value, Said):
        return str(value)
    return value if isinstance(value, str) or value is None else float(value)


def across(columns: Sequence[OptionColumn], row: str | int) -> str:
    """Return the reference of a row over all options; a step's row goes by its key."""
    at = columns[0].rows[row] if isinstance(row, str) else row
    first, last = columns[0].column, columns[-1].column
    return f"{absolute(at, first)}:{absolute(at, last)}"


def write_names(grid: Grid, row: int, columns: Sequence[OptionColumn]) -> None:
    """Write the options' names over their columns."""
    grid.put(row, 0, say("Option"), Kind.HEAD)
    grid.put(row, 1, say("Unit"), Kind.HEAD)
    for column in columns:
        grid.put(row, column.column, column.answer.option.name, Kind.HEAD_RIGHT)
