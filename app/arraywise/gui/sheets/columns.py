"""What a grid is told about its columns and what a cell shows; a table is a tuple of columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from collections.abc import Callable

SOFT_HYPHEN = "\u00ad"
"""Where a long title may be broken; shown only there."""
SHOWN_ROLE = Qt.ItemDataRole.UserRole + 1
"""Role under which the model gives a cell's `Shown`."""
FILTER_ROLE = Qt.ItemDataRole.UserRole + 2
"""Role under which it gives the text that the rows of a column must have."""


@dataclass(frozen=True, slots=True)
class IntervalBar:
    """An interval with its target, drawn on a scale that the whole column shares."""

    low: float
    point: float
    high: float
    target: float
    end: float
    """The scale runs from 0 to here."""
    position: int
    hollow: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything a cell shows; what is missing is hatched, never zero."""

    text: str = ""
    number: float | None = None
    """Sorted and summed by this; by the text where it is None."""
    marker: int | None = None
    """Option marker before the text, by the option's position."""
    hollow: bool = False
    icon: str = ""
    colour: str = "text"
    """Token of the text's and the icon's colour."""
    bold: bool = False
    italic: bool = False
    mono: bool = False
    guess: bool = False
    missing: bool = False
    sunken: bool = False
    invalid: bool = False
    heading: bool = False
    overflows: bool = False
    """Reaches over its neighbours and does not widen its column."""
    note: str = ""
    """Said in grey behind the text."""
    tip: str = ""
    interval: IntervalBar | None = None
    typed: str | None = None
    """What stands in the editor, where that is not the text shown: a formula, more digits."""
    right: bool = False
    """At the right end, where the column holds texts too."""
    formula: bool = False
    """Worked out by a formula: a corner tells."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a grid."""

    key: str
    title: str
    show: Callable[[Any], Shown]
    unit: str = ""
    right: bool = False
    least: int = 0
    """Least width in pixels beside text of the reference size."""
    most: int = 420
    """Widest that the content may make it, in the same pixels."""
    gives_to: int = 0
    """Where the grid would scroll sideways, cut to so many pixels if that helps; 0: never."""
    wraps: bool = False
    """Where the grid would scroll sideways, texts may have two lines; for rows that are roomy."""
    stretch: bool = False
    steady: bool = False
    """Keeps its width whatever its cells show, until the user changes it."""
    tip: str = ""
    centred: bool = False
    marker: int | None = None
    """Option marker above the title, by the option's position."""
    edit: Callable[[Any, str], None] | None = None
    """Takes row and typed text; None for a read-only column."""
    is_editable: Callable[[Any], bool] | None = None
    """Says of a row whether its cell can be edited; all can where it is None."""
    choices: Callable[[Any], tuple[str, ...]] | None = None
    """Offered by a list while editing."""
    letter: str = ""
    """What formulas call the column; shown above the title."""
    formulas: bool = False
    """Takes formulas: names and functions are offered while typing."""

    @property
    def name(self) -> str:
        """The title as it is said and copied, without the places where it may be broken."""
        return self.title.replace(SOFT_HYPHEN, "")
