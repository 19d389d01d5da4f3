"""The stop-watch readings of one option as a grid: a row a step, a column a repetition."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.provisioning import ProvisioningTime
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.gui import figures
from arraywise.gui.sheets.columns import Column, Shown

if TYPE_CHECKING:
    from collections.abc import Callable

translate = QCoreApplication.translate
_LEAST_REPETITIONS = 5
_LONGEST_MINUTES = 60 * 24 * 365


@dataclass(frozen=True, slots=True)
class StepRow:
    """A row of the grid."""

    place: int
    name: str
    minutes: tuple[float | None, ...]
    faults: tuple[tuple[int, str], ...] = ()
    """Repetition and what was typed there."""
    is_new: bool = False


@dataclass(slots=True)
class Steps:
    """What is typed for one option; more than its times, for a step may have none yet."""

    names: list[str] = field(default_factory=list)
    minutes: list[dict[int, float]] = field(default_factory=list)
    """By repetition, from 1; one entry a step."""
    faults: dict[tuple[int, int], str] = field(default_factory=dict)
    """What was typed and is no time, by step and repetition."""

    @classmethod
    def of(cls, times: tuple[ProvisioningTime, ...]) -> Steps:
        """Sort readings into steps, in the order in which the steps first occur."""
        steps = cls()
        for time in times:
            if time.step not in steps.names:
                steps.names.append(time.step)
                steps.minutes.append({})
            place = steps.names.index(time.step)
            steps.minutes[place][time.repetition] = time.seconds / SECONDS_PER_MINUTE
        return steps

    @property
    def repetitions(self) -> int:
        """How many repetitions there are, five at least."""
        most = max((max(row, default=0) for row in self.minutes), default=0)
        typed = max((repetition for _, repetition in self.faults), default=0)
        return max(_LEAST_REPETITIONS, most, typed)

    def times(self) -> tuple[ProvisioningTime, ...]:
        """Return the readings that are valid."""
        return tuple(
            ProvisioningTime(name, repetition, row[repetition] * SECONDS_PER_MINUTE)
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
                tuple((n, text) for (at, n), text in self.faults.items() if at == place),
            )
            for place, (name, row) in enumerate(zip(self.names, self.minutes, strict=True))
        ]
        return (*made, StepRow(len(made), "", (None,) * count, is_new=True))

    def put(self, place: int, column: int, text: str) -> None:
        """Put a typed text into a cell: column 0 is the step's name, then repetitions from 1."""
        text = text.strip()
        while place >= len(self.names):
            if not text:
                return
            self.names.append(self._free_name())
            self.minutes.append({})
        if column == 0:
            if text and text not in self.names:
                self.names[place] = text
            return
        self.faults.pop((place, column), None)
        self.minutes[place].pop(column, None)
        value = figures.parse_number(text) if text else None
        if value is not None and 0 < value <= _LONGEST_MINUTES:
            self.minutes[place][column] = value
        elif text:
            self.faults[place, column] = text

    def _free_name(self) -> str:
        number = len(self.names) + 1
        base = translate("Provisioning", "Step {number}")
        while base.format(number=number) in self.names:
            number += 1
        return base.format(number=number)

    def remove(self, places: set[int]) -> None:
        """Remove steps."""
        kept = [i for i in range(len(self.names)) if i not in places]
        self.names = [self.names[i] for i in kept]
        self.minutes = [self.minutes[i] for i in kept]
        self.faults.clear()


def columns(repetitions: int, edit: Callable[[StepRow, int, str], None]) -> tuple[Column, ...]:
    """Return the columns; the last repetition is an empty one to type into."""
    step = Column(
        "step",
        translate("Provisioning", "Step"),
        _name,
        least=180,
        stretch=True,
        edit=lambda row, text: edit(row, 0, text),
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
        typed = dict(row.faults).get(number)
        if typed is not None:
            reason = translate("Provisioning", "Not a time in minutes above zero")
            return Shown(typed, icon="warning", colour="fail", invalid=True, tip=reason)
        value = row.minutes[number - 1] if number <= len(row.minutes) else None
        if value is None:
            return Shown()
        return Shown(figures.number(value, 2), number=value)

    return Column(
        f"r{number}",
        translate("Provisioning", "Run {number}").format(number=number),
        show,
        translate("Provisioning", "min"),
        right=True,
        least=56,
        edit=lambda row, text: edit(row, number, text),
    )


def _mean(row: StepRow) -> Shown:
    known = [m for m in row.minutes if m is not None]
    if not known:
        return Shown(sunken=True)
    mean = fmean(known)
    return Shown(figures.number(mean, 1), number=mean, colour="text2", sunken=True)
