"""What an ORION file holds, as it is printed: before units are decided and files are joined."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import NO_LOAD, Load, Metric
from arraywise.domain.units import MICROSECOND, MILLISECOND

if TYPE_CHECKING:
    from arraywise.domain.problems import Problem
    from arraywise.importers.importer import Source


class LatencyUnit(StrEnum):
    """ORION counts in milliseconds before 11.2 and in microseconds from then on."""

    MS = "ms"
    US = "us"

    @property
    def seconds(self) -> float:
        """One unit in seconds."""
        return MILLISECOND if self is LatencyUnit.MS else MICROSECOND


class Figure(NamedTuple):
    """A printed number with its place; not yet in SI."""

    metric: Metric
    statistic: str
    printed: float
    load: Load = NO_LOAD
    group: str | None = None
    line: int = 1
    column: int = 1
    unit: LatencyUnit | None = None
    """Of a latency, where it is printed beside the number."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """One line of a latency histogram; the percentages are cumulative as printed."""

    low_us: int
    high_us: int
    counts: tuple[int, ...]
    shares: tuple[float, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """Latencies of one data point, a column for reads and one for writes."""

    size: str
    """`small` or `large`."""
    operations: tuple[str, ...]
    load: Load
    buckets: tuple[Bucket, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """One CSV table: columns are outstanding small I/Os, rows outstanding large ones."""

    metric: Metric | None
    """None where neither words nor numbers tell what was measured."""
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    cells: tuple[Figure, ...]
    line: int
    unit: LatencyUnit | None = None
    problems: tuple[Problem, ...] = ()

    def at(self, load: Load) -> float | None:
        """Return the printed number at a load, None where nothing was measured."""
        return next((c.printed for c in self.cells if c.load == load), None)


@dataclass(frozen=True, slots=True)
class Segment:
    """The part of a text that belongs to one run."""

    version: str | None
    run_id: str | None
    """`<test>_<yyyymmdd>_<hhmm>` as the console prints it."""
    attributes: tuple[tuple[str, str], ...]
    figures: tuple[Figure, ...]
    histograms: tuple[Histogram, ...]
    matrices: tuple[Matrix, ...]
    problems: tuple[Problem, ...]
    failure: Problem | None
    started: bool
    """The run's settings or its announcement are there."""
    line: int

    def attribute(self, name: str) -> str | None:
        """Return what the text says under a name."""
        return next((value for known, value in self.attributes if known == name), None)

    @property
    def has_results(self) -> bool:
        """True when there is at least one measured value."""
        return bool(self.figures or self.histograms or any(m.cells for m in self.matrices))

    @property
    def is_empty(self) -> bool:
        """True when nothing at all was understood."""
        return not (self.has_results or self.matrices or self.started or self.failure)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Likeness:
    """What summaries have in common that differ in nothing but their numbers; one object each."""

    segment: Segment
    """Of such a summary all of whose numbers are `0`."""


class Plain(NamedTuple):
    """A summary without any damage, as one of many that are alike."""

    likeness: Likeness
    printed: tuple[float, ...]
    columns: tuple[int, ...]

    @property
    def segment(self) -> Segment:
        """The summary by itself."""
        numbered = zip(self.likeness.segment.figures, self.printed, self.columns, strict=True)
        figures = tuple(f._replace(printed=p, column=column) for f, p, column in numbered)
        return replace(self.likeness.segment, figures=figures)


@dataclass
class Parsed:
    """One file, understood on its own; files come by the thousand."""

    source: Source
    encoding: str
    found: tuple[Segment, ...]
    """What `segments` gives, unless the file is plain."""
    is_trace: bool
    problems: tuple[Problem, ...]
    plain: Plain | None = None

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The runs that the file tells of."""
        return (self.plain.segment,) if self.plain else self.found

    @property
    def only(self) -> Segment | None:
        """The file's segment when there is exactly one; files of several runs share nothing."""
        return self.segments[0] if len(self.segments) == 1 else None

    @property
    def run_id(self) -> str | None:
        """Return the run's id, where the file is of one run and says it."""
        only = self.plain.likeness.segment if self.plain else self.only
        return only.run_id if only else None

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """All matrices of the file."""
        if self.plain:
            return ()
        return tuple(m for segment in self.segments for m in segment.matrices)

    def headline(self, group: str) -> Figure | None:
        """Return a headline figure of a file that holds one run."""
        figures = self.only.figures if self.only else ()
        return next((f for f in figures if f.group == group), None)
