"""What is known about a run while it is being read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.dstat.segments import count_lines

if TYPE_CHECKING:
    import mmap
    from datetime import datetime

    from arraywise.domain.said import Figure
    from arraywise.importers.dstat.clock import Start
    from arraywise.importers.dstat.command import Command
    from arraywise.importers.dstat.segments import Segment


@dataclass(slots=True)
class Draft:
    """A run that is being read, with the problems found so far."""

    data: bytes | mmap.mmap
    segment: Segment
    command: Command
    start: Start
    tool: str
    """`dstat`, `dool`, `pcp-dstat`, or empty where nothing tells."""
    version: str | None
    problems: list[Problem] = field(default_factory=list)
    complete: bool = True
    unreadable: bool = False
    """There are rows, but nothing can be made of them."""
    utc_offset_s: float | None = None
    duration_s: float | None = None
    first_row: datetime | None = None
    """Moment of the first row, where nothing above the rows tells the start."""

    def rows(self) -> int:
        """Count the rows; of a million that takes 0.03 s, so that it is not done without need."""
        return count_lines(self.data, self.segment.start, self.segment.stop)

    def info(self, template: str, line: int | None = None, **figures: Figure) -> None:
        """Note what is worth knowing."""
        self.problems.append(Problem(Severity.INFO, say(template, **figures), line))

    def warn(self, template: str, line: int | None = None, **figures: Figure) -> None:
        """Note what makes the run less trustworthy."""
        self.problems.append(Problem(Severity.WARNING, say(template, **figures), line))

    def fail(self, template: str, line: int | None = None, **figures: Figure) -> None:
        """Note why there is nothing to load; the run is not complete then."""
        self.problems.append(Problem(Severity.ERROR, say(template, **figures), line))
        self.complete = False

    def refuse(self, template: str, line: int | None = None, **figures: Figure) -> None:
        """Note why nothing can be made of the rows that there are."""
        self.fail(template, line, **figures)
        self.unreadable = True
