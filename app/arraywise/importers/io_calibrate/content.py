"""What an I/O calibration's output holds, as printed: cells with their place, before numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The fields of a calibration, by their names in DBA_RSRC_IO_CALIBRATE."""

    IOPS = "MAX_IOPS"
    MBPS = "MAX_MBPS"
    PMBPS = "MAX_PMBPS"
    LATENCY = "LATENCY"
    DISKS = "NUM_PHYSICAL_DISKS"
    START = "START_TIME"
    END = "END_TIME"
    INFO = "ADDITIONAL_INFO"


FIGURES = (Kind.IOPS, Kind.MBPS, Kind.PMBPS, Kind.LATENCY)
NUMERIC = (*FIGURES, Kind.DISKS)


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed value."""

    kind: Kind
    text: str
    line: int
    column: int
    unit: str | None = None
    ends_file: bool = False
    """Nothing follows, not even a line end: the number may have been cut."""


@dataclass(frozen=True, slots=True)
class Result:
    """One set of printed values that belong together: three lines of text, or a row of a view."""

    cells: tuple[Cell, ...]
    offset: int
    """Where in the text it begins, to keep runs in order and find what belongs to them."""
    block: int = -1
    """Number of the PL/SQL call that printed it; -1 for a row of the view."""

    def cell(self, kind: Kind) -> Cell | None:
        """Return a value by its kind."""
        return next((cell for cell in self.cells if cell.kind is kind), None)

    def text(self, kind: Kind) -> str | None:
        """Return a value as printed."""
        cell = self.cell(kind)
        return cell.text if cell else None

    @property
    def figures(self) -> tuple[Cell, ...]:
        """The measured values alone."""
        return tuple(cell for cell in self.cells if cell.kind in FIGURES)

    @property
    def is_view(self) -> bool:
        """True for a row of DBA_RSRC_IO_CALIBRATE, which holds the latest run only."""
        return self.block < 0
