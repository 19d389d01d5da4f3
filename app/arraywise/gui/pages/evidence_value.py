"""One row of the grid of values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """One value as the grid shows it."""

    name: str
    statistic: str
    figure: float | None
    unit: str
    condition: str = ""
    line: int | None = None
    column: int | None = None
    """Character of the line, from 1."""
    derived: bool = False
    digits: int = 6
    text: str = ""
    """Shown in place of a figure, as the heading of what follows."""
    setting: str = ""
    """Name of what can be typed here: one of a run's settings, or of a monitor's clock."""
    run_id: int = 0
    typed: str = ""
    """The setting as it is written."""
    is_typed: bool = False
    is_guess: bool = False
    note: str = ""
    tip: str = ""
