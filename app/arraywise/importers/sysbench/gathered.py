"""What sysbench printed of one run, before it is known what it means."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.importers.drafts import number

if TYPE_CHECKING:
    from array import array

    from arraywise.importers.drafts import Printed

_COUNTS = ("events", "transactions", "reads", "writes", "iops", "read_iops", "write_iops")
_RATES = ("rate", "events", "read", "write")
"""Figures at the end, and of lines of progress, that tell of work done."""
SIZES = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}


@dataclass(slots=True)
class Gathered:
    """What was printed of one run."""

    line: int
    settings: dict[str, str] = field(default_factory=dict)
    figures: dict[str, Printed] = field(default_factory=dict)
    """By the names of `wording.FIGURES`; `p95` and the like; times in milliseconds."""
    derived: set[str] = field(default_factory=set)
    """Figures that were worked out from others."""
    progress: dict[str, array[float]] = field(default_factory=dict)
    progress_line: int | None = None
    progress_percent: str | None = None
    histogram: list[tuple[float, int]] = field(default_factory=list)
    """Milliseconds and counts, in the order of the file."""
    histogram_line: int | None = None
    started: bool = False
    fatal: tuple[int, str] | None = None
    fills: bool = False
    other_test: bool = False
    is_part: bool = False
    """Figures of the same run were told before, or are told afterwards (--report-checkpoints)."""

    def next_part(self, line: int) -> Gathered:
        """Return what is told next of the same run, whose counters began anew."""
        self.is_part = True
        return Gathered(line, dict(self.settings), started=True, is_part=True)

    @property
    def has_result(self) -> bool:
        """The statistics stand at the end: a run that was stopped has none."""
        return "total_time" in self.figures

    @property
    def failed_at_once(self) -> bool:
        """Say whether an error came before anything was done; statistics are then all zero."""
        done = [self.figures[name].value for name in _COUNTS if name in self.figures]
        worked = any(any(self.progress.get(name, ())) for name in _RATES)
        return self.fatal is not None and not any(done) and not worked

    @property
    def is_files(self) -> bool:
        """Say whether files were read and written, rather than a database queried."""
        return bool({"block_size", "test"} & self.settings.keys()) or bool(
            {"read_iops", "write_iops", "reads", "iops"} & self.figures.keys()
        )


def size_of(text: str | None) -> int | None:
    """Read a size such as `16KiB`, `16Kb` or `1.5Gb`, all of them binary."""
    if not text:
        return None
    digits = text.rstrip("iBb")
    unit = digits[-1:] if digits[-1:].isalpha() else ""
    value = number(digits.removesuffix(unit))
    return None if value is None else int(value * SIZES[unit])
