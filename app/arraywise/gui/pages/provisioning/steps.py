"""The times of one option as a grid, read or estimated: a row a step, a column a repetition."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from arraywise.domain.cells import Place, column_letters
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.messages import UserError
from arraywise.domain.options import make_time
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.gui.grid.model import Column, Shown, said_fault
from arraywise.gui.widgets import figures, messages
from arraywise.worksheets.fields import times_key
from arraywise.worksheets.input_parsing import in_seconds, read_minutes, respelled
from arraywise.worksheets.sheets import step_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arraywise.domain.cells import TypedCell
    from arraywise.domain.estimates import Estimate
    from arraywise.domain.options import ProvisioningTime
    from arraywise.gui.session.sheet_values import SheetValues

translate = QCoreApplication.translate
_LEAST_REPETITIONS = 5


@dataclass(frozen=True, slots=True)
class TypedTime:
    """A cell as it was typed, where that is not simply its value."""

    text: str
    shown: str = ""  # in place of the value; empty where the value is there
    fault: str = ""  # why there is no value


@dataclass(frozen=True, slots=True)
class StepRow:
    """A row of the grid."""

    place: int
    name: str
    minutes: tuple[float | Estimate | None, ...]
    typed: tuple[tuple[int, TypedTime], ...] = ()  # by repetition
    is_new: bool = False

    @property
    def is_offered(self) -> bool:
        """Whether it is the empty row, which stays at the end however rows are sorted."""
        return self.is_new


class Steps:
    """The sheet of one option: its readings by step, and the cells that hold typed text."""

    def __init__(
        self, option_id: int, times: tuple[ProvisioningTime, ...], sheets: SheetValues
    ) -> None:
        self._key = times_key(option_id)
        self._sheets = sheets
        self.names = step_names(option_id, times, sheets.cells)
        self.minutes: list[dict[int, float | Estimate]] = [{} for _ in self.names]
        """By repetition, from 1; one entry a step."""
        for time in times:
            row = self.names.index(time.step)
            self.minutes[row][time.repetition] = _in_minutes(time)
        self.typed = {
            (p.row, p.column): sheets.typed(p) or ""
            for p in sheets.cells
            if p.sheet == self._key and p.column > 0
        }

    @property
    def repetitions(self) -> int:
        """How many repetitions there are, five at least."""
        most = max((max(row, default=0) for row in self.minutes), default=0)
        return max(_LEAST_REPETITIONS, most, *(column for _, column in self.typed), 0)

    def times(self) -> tuple[ProvisioningTime, ...]:
        """Return the readings and estimates that are valid."""
        return tuple(
            make_time(name, repetition, in_seconds(row[repetition]))
            for name, row in zip(self.names, self.minutes, strict=True)
            for repetition in sorted(row)
        )

    def rows(self) -> tuple[StepRow, ...]:
        """Return the rows, with an empty one for a new step."""
        count = self.repetitions + 1
        made = [
            StepRow(
                place,
                name,
                tuple(row.get(n) for n in range(1, count + 1)),
                tuple((n, self._typed_time(place, n)) for at, n in self.typed if at == place),
            )
            for place, (name, row) in enumerate(zip(self.names, self.minutes, strict=True))
        ]
        return (*made, StepRow(len(made), "", (None,) * count, is_new=True))

    def _typed_time(self, row: int, column: int) -> TypedTime:
        text = self.typed[row, column]
        result = self._sheets.result(Place(self._key, row, column))
        if not text.startswith("="):
            return TypedTime(text, text, _fault_of(text))
        fault = result.fault if result is not None else None
        return TypedTime(text, fault.code if fault else "", said_fault(fault) if fault else "")

    def put(self, place: int, column: int, text: str) -> None:
        """Put a typed text into a cell: column 0 is the step's name, then repetitions from 1."""
        text = text.strip()
        while place >= len(self.names):
            if not text:
                return
            self._add()
        if column == 0:
            if text and text not in self.names:
                self.names[place] = text
            return
        self.typed.pop((place, column), None)
        self.minutes[place].pop(column, None)
        if text.startswith("="):
            self.typed[place, column] = text
        elif text:
            try:
                self.minutes[place][column] = read_minutes(text, self._sheets.decimal)
            except UserError:
                self.typed[place, column] = text

    def _add(self, place: int | None = None) -> None:
        at = len(self.names) if place is None else place
        self.names.insert(at, self._free_name())
        self.minutes.insert(at, {})

    def _free_name(self) -> str:
        number = len(self.names) + 1
        base = translate("Provisioning", "Step {number}")
        while base.format(number=number) in self.names:
            number += 1
        return base.format(number=number)

    def remove(self, place: int) -> None:
        """Remove a step."""
        if place < len(self.names):
            del self.names[place], self.minutes[place]
            self._move(place, -1)

    def insert(self, place: int) -> None:
        """Put a new step in before another one."""
        self._move(place, 1)
        self._add(place)

    def _move(self, place: int, by: int) -> None:
        self.typed = {
            (row + by if row >= place else row, column): text
            for (row, column), text in self.typed.items()
            if not (by < 0 and row == place)
        }

    def follow(self, cells: Mapping[Place, TypedCell]) -> None:
        """Take the texts that formulas have after rows came or went."""
        for row, column in self.typed:
            cell = cells.get(Place(self._key, row, column))
            if cell is not None:
                self.typed[row, column] = respelled(cell.text, cell.decimal, self._sheets.decimal)

    def cells(self) -> dict[Place, TypedCell]:
        """Return the cells that are kept as typed, and the names that hold their rows."""
        kept = dict(self.typed)
        for row, name in enumerate(self.names):
            if not self.minutes[row] or any(at == row for at, _ in self.typed):
                kept[row, 0] = name
        places = {Place(self._key, *at): text for at, text in kept.items()}
        return {place: self._sheets.cell(place, text) for place, text in places.items()}


def _in_minutes(time: ProvisioningTime) -> float | Estimate:
    if time.estimate is not None:
        return time.estimate.scaled(1 / SECONDS_PER_MINUTE)
    return time.seconds / SECONDS_PER_MINUTE


def _mean_of(minutes: float | Estimate) -> float:
    return minutes if isinstance(minutes, float) else minutes.mean


def _fault_of(text: str) -> str:
    """Say why a text is no time, or was none with the decimal mark that it was typed with."""
    try:
        read_minutes(text, QLocale().decimalPoint())
    except UserError as error:
        return messages.why(error)
    return translate("Provisioning", "This was no time when it was typed: type it again")


def columns(repetitions: int, edit: Callable[[StepRow, int, str], None]) -> tuple[Column, ...]:
    """Return the columns; the last repetition is an empty one to type into."""
    step = Column(
        "step",
        translate("Provisioning", "Step"),
        _name,
        least=180,
        stretch=True,
        edit=lambda row, text: edit(row, 0, text),
        letter="A",
    )
    typed = tuple(_repetition(number, edit) for number in range(1, repetitions + 1))
    mean = Column(
        "mean", translate("Provisioning", "Mean"), _mean, translate("Provisioning", "min"),
        right=True, least=64,
    )  # fmt: skip
    return (step, *typed, mean)


def _name(row: StepRow) -> Shown:
    if row.is_new:
        return Shown(note=translate("Provisioning", "New step: type its name"))
    return Shown(row.name)


def _repetition(number: int, edit: Callable[[StepRow, int, str], None]) -> Column:
    def show(row: StepRow) -> Shown:
        typed = dict(row.typed).get(number)
        if typed is not None and typed.fault:
            return Shown(typed.shown, icon="warning", colour="fail", invalid=True,
                         tip=typed.fault, typed=typed.text,
                         formula=typed.text.startswith("="))  # fmt: skip
        value = row.minutes[number - 1] if number <= len(row.minutes) else None
        if value is None:
            return Shown() if typed is None else Shown(typed.text, italic=True, typed=typed.text)
        if not isinstance(value, float):
            text = figures.estimate(value)
            return Shown(text, number=value.mean, tip=_said_estimate(value))
        text = figures.number(value, 2)
        if typed is not None:
            return Shown(text, number=value, typed=typed.text, formula=True)
        return Shown(text, number=value)

    return Column(
        f"r{number}",
        translate("Provisioning", "Run {number}").format(number=number),
        show,
        translate("Provisioning", "min"),
        right=True,
        least=56,
        tip=translate(
            "Provisioning",
            "Minutes on the stop-watch, or an estimate in minutes: a mean with its standard error"
            " ({0}), or the least, most likely and most with blanks between ({1})",
        ).format(*examples()),
        edit=lambda row, text: edit(row, number, text),
        letter=column_letters(number),
        formulas=True,
    )


def examples() -> tuple[str, str]:
    """Return an estimate in either way of typing it."""
    judged = (MeanAndError(12, 1.5), LeastLikelyMost(10, 12, 20))
    return figures.estimate(judged[0]), figures.estimate(judged[1])


def _said_estimate(minutes: Estimate) -> str:
    """Say what an estimate comes to."""
    text = translate("Provisioning", "Estimate: mean {mean} min, 95 % {low} to {high} min")
    ends = (minutes.quantile(0.025), minutes.quantile(0.975))
    low, high = (figures.number(max(0.0, end), 1) for end in ends)
    return text.format(mean=figures.number(minutes.mean, 1), low=low, high=high)


def _mean(row: StepRow) -> Shown:
    known = [_mean_of(m) for m in row.minutes if m is not None]
    if not known:
        return Shown(sunken=True)
    mean = fmean(known)
    return Shown(figures.number(mean, 1), number=mean, colour="text2", sunken=True)
