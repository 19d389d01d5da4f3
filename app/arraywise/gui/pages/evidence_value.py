"""A file with what was read from it, as the grid of values shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.store.reading.evidence import FileDetail
    from arraywise.store.reading.monitor_matches import MonitorClock
    from arraywise.usecases.raw_lines import RawLines


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


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file with its values and its text."""

    detail: FileDetail
    values: tuple[Value, ...]
    lines: RawLines | None
    """None where the text is not to be had."""
    clock: MonitorClock | None = None
    """Of a file that a monitor wrote."""
