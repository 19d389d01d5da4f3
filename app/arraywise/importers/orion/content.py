"""What a file holds as printed, which files are of one run, and the unit of its latencies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import (
    MAX_LARGE_MBPS,
    MAX_SMALL_IOPS,
    MIN_SMALL_LATENCY,
    NO_LOAD,
    Load,
    Metric,
)
from arraywise.domain.messages import Message, Problem, Severity, message
from arraywise.domain.units import MICROSECOND, MILLISECOND
from arraywise.importers.kit.readings import common_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.importers.kit.importer import Source


class LatencyUnit(StrEnum):
    """ORION counts in milliseconds before 11.2 and in microseconds from then on."""

    MS = "ms"
    US = "us"

    @property
    def seconds(self) -> float:
        """One unit in seconds."""
        return MILLISECOND if self is LatencyUnit.MS else MICROSECOND


class OrionValue(NamedTuple):
    """A printed number with its position; not yet in SI."""

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
    """None where neither words nor numbers show what was measured."""
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    cells: tuple[OrionValue, ...]
    line: int
    unit: LatencyUnit | None = None
    problems: tuple[Problem, ...] = ()

    def printed_at(self, load: Load) -> float | None:
        """Return the printed number at a load, None where nothing was measured."""
        return next((c.printed for c in self.cells if c.load == load), None)


@dataclass(frozen=True, slots=True)
class RunText:
    """The part of a text that belongs to one run."""

    version: str | None
    run_id: str | None
    """`<test>_<yyyymmdd>_<hhmm>` as the console prints it."""
    attributes: tuple[tuple[str, str], ...]
    figures: tuple[OrionValue, ...]
    histograms: tuple[Histogram, ...]
    matrices: tuple[Matrix, ...]
    problems: tuple[Problem, ...]
    failure: Problem | None
    is_started: bool
    """The run's settings or its announcement are there."""
    line: int

    def attribute_value(self, name: str) -> str | None:
        """Return the attribute of a name; None where the text does not state it."""
        for known, value in self.attributes:
            if known == name:
                return value
        return None

    @property
    def has_results(self) -> bool:
        """True when there is at least one measured value."""
        return bool(self.figures or self.histograms or any(m.cells for m in self.matrices))

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all was recognised."""
        return not (self.has_results or self.matrices or self.is_started or self.failure)


@dataclass
class OrionFileContent:
    """One file, parsed on its own."""

    source: Source
    encoding: str
    segments: tuple[RunText, ...]
    """The runs that the file reports."""
    is_trace: bool
    problems: tuple[Problem, ...]

    @property
    def single_run(self) -> RunText | None:
        """The file's segment when there is exactly one; files of several runs share nothing."""
        return self.segments[0] if len(self.segments) == 1 else None

    @property
    def run_id(self) -> str | None:
        """Return the run's id, where the file is of one run and states it."""
        return self.single_run.run_id if self.single_run else None

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """All matrices of the file."""
        return tuple(m for segment in self.segments for m in segment.matrices)

    def headline(self, group: str) -> OrionValue | None:
        """Return a headline figure of a file that holds one run."""
        figures = self.single_run.figures if self.single_run else ()
        return next((f for f in figures if f.group == group), None)


GAP: Final = r"[\s*`\\]*"
"""Blanks, line breaks and Markdown's marks, which get between words when pages are copied."""
_NUMBER: Final = r"(?P<value>\d{1,15}(?:\.\d{1,12})?)"
AT: Final = (
    rf"{GAP}@{GAP}small{GAP}={GAP}(?P<small>\d{{1,9}})"
    rf"{GAP}and{GAP}large{GAP}={GAP}(?P<large>\d{{1,9}})"
)


def compile_multiline(text: str) -> re.Pattern[str]:
    """Compile a pattern for texts in small letters, in which lines begin and end.

    A pattern that begins with a fixed letter is found several times as fast; what must stand
    before it is a look-behind.
    """
    return re.compile(text, re.MULTILINE)


def lower_keeping_offsets(text: str) -> str:
    """Return a text in small letters; each character stays at its offset."""
    if text.isascii():
        return text.lower()
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


MATRIX_CORNER: Final = re.compile(r'^[ \t"]*Large/Small\b', re.IGNORECASE)


TRADEOFF: Final = re.compile(r"_tradeoff\.\w{1,5}$", re.IGNORECASE)
"""Name of a table that some versions derive from the other three."""


TOLERANCE = 0.05
"""Little's law holds within about 2 % in real files."""
_HALF_A_DIGIT = 0.005
"""Latencies are printed with two decimals."""
_FIRST_IN_MICROSECONDS = (11, 2)


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """The unit of the latencies that carry none themselves, and why it is that one."""

    unit: LatencyUnit | None
    reason: Message
    is_printed: bool = False

    def build_problem(self, figures: Iterable[OrionValue]) -> Problem | None:
        """Build the problem of what was decided, or of both readings where nothing was."""
        figure = next(iter(figures), None)
        if figure is None or (self.is_printed and self.unit):
            return None
        if self.unit:
            return Problem(Severity.INFO, self.reason, figure.line)
        sentence = message(
            "{reason} The latency {printed} may be {ms:.9g} ms or {us:.9g} ms; left out.",
            reason=str(self.reason),
            printed=figure.printed,
            ms=figure.printed,
            us=figure.printed / 1000,
        )
        return Problem(Severity.WARNING, sentence, figure.line)


def choose_latency_unit(segments: Iterable[RunText], version: str | None) -> UnitChoice:
    """Choose by a printed unit, else the version, else Little's law (in flight = rate x time).

    Where version and Little's law contradict each other nothing is decided.
    """
    segments = tuple(segments)
    printed = _printed_unit(segments)
    if printed:
        sentence = message("The unit of the latencies is printed: {unit}.", unit=printed.value)
        return UnitChoice(printed, sentence, is_printed=True)
    lawful = _unit_by_littles_law(segments)
    if version is None and lawful is None:
        return UnitChoice(None, message("Neither unit nor version is known for the latencies."))
    if version is None and lawful:
        sentence = message(
            "Latencies without unit read as {unit}, the only unit that fits queue depth and IOPS"
            " (Little's law).",
            unit=lawful.value,
        )
        return UnitChoice(lawful, sentence)
    version = version or ""
    parts = tuple(int(part) for part in version.split(".")[:2])
    unit = LatencyUnit.US if parts >= _FIRST_IN_MICROSECONDS else LatencyUnit.MS
    if lawful and lawful is not unit:
        sentence = message(
            "ORION {version} counts latencies in {unit}, but by Little's law these are in"
            " {lawful}.",
            version=version,
            unit=unit.value,
            lawful=lawful.value,
        )
        return UnitChoice(None, sentence)
    sentence = message(
        "Latencies without unit read as {unit}: ORION uses milliseconds before 11.2, then"
        " microseconds; this is {version}.",
        unit=unit.value,
        version=version,
    )
    return UnitChoice(unit, sentence)


def _printed_unit(segments: Iterable[RunText]) -> LatencyUnit | None:
    """Return the unit that the run prints, if all its figures agree."""
    return common_value(
        unit
        for segment in segments
        for unit in (
            *(figure.unit for figure in segment.figures),
            *(matrix.unit for matrix in segment.matrices if matrix.metric is Metric.LATENCY),
        )
        if unit
    )


def _unit_by_littles_law(segments: tuple[RunText, ...]) -> LatencyUnit | None:
    matrices = [matrix for segment in segments for matrix in segment.matrices]
    if littles_law_errors(matrices, LatencyUnit.MS):
        lawful = [u for u in LatencyUnit if median(littles_law_errors(matrices, u)) <= TOLERANCE]
    else:
        figures = [figure for segment in segments for figure in segment.figures]
        lawful = [unit for unit in LatencyUnit if _is_unit_possible(figures, unit)]
    return lawful[0] if len(lawful) == 1 else None


def littles_law_errors(matrices: Iterable[Matrix], unit: LatencyUnit) -> list[float]:
    """Return, for each point with rate and latency, by what share they miss Little's law.

    What the rounding of the printed latency explains is not counted.
    """
    matrices = tuple(matrices)
    rates = [m for m in matrices if m.metric is Metric.IOPS]
    latencies = [m for m in matrices if m.metric is Metric.LATENCY]
    errors: list[float] = []
    for cell in (cell for matrix in latencies for cell in matrix.cells):
        rate = next((r for r in (m.printed_at(cell.load) for m in rates) if r), None)
        if rate and cell.printed and cell.load.small_ios:
            latency = cell.load.small_ios / rate / unit.seconds
            off = max(abs(latency - cell.printed) - _HALF_A_DIGIT, 0.0)
            errors.append(off / cell.printed)
    return errors


def _is_unit_possible(figures: Iterable[OrionValue], unit: LatencyUnit) -> bool:
    """Return whether a unit is possible by the headlines alone.

    At the load of the lowest latency the rate, in flight / latency, cannot exceed the highest
    rate; and the latency at the highest rate cannot be below the lowest.
    """
    by_group = {figure.group: figure for figure in figures}
    lowest, highest = by_group.get(MIN_SMALL_LATENCY), by_group.get(MAX_SMALL_IOPS)
    if not lowest or not highest or not lowest.printed or not highest.printed:
        return False
    seconds = lowest.printed * unit.seconds
    least = (lowest.load.small_ios or 0) / highest.printed
    most = (highest.load.small_ios or 0) / highest.printed
    return least <= seconds * (1 + TOLERANCE) and seconds <= most * (1 + TOLERANCE)


_ROLE = re.compile(
    r"(?:^|[_\-. ])(?:iops|mbps|lat|latency|summary|hist|histogram|trace|tradeoff|stdout|console"
    r"|output|log)(?=$|[_\-. ])",
    re.IGNORECASE,
)
_HEADLINE_OF = {
    Metric.IOPS: MAX_SMALL_IOPS,
    Metric.THROUGHPUT: MAX_LARGE_MBPS,
    Metric.LATENCY: MIN_SMALL_LATENCY,
}

_LONGEST_ENDING = 5

Group = list[OrionFileContent]
Clue = tuple[str, str]
"""Folder and stem."""


@lru_cache(maxsize=20_000)
def parent_folder(name: str) -> str:
    """Return the folder of a file's name, whatever the system that it came from."""
    return name.replace("\\", "/").rpartition("/")[0] or "."


@lru_cache(maxsize=20_000)
def shared_stem(name: str) -> str:
    """Return what the names of one run's files have in common."""
    stem = name.replace("\\", "/").rpartition("/")[2]
    dot = stem.rfind(".")
    if 0 < dot < len(stem) - 1 and len(stem) - dot <= _LONGEST_ENDING:
        stem = stem[:dot]
    words = list(_ROLE.finditer(stem))
    return (stem[: words[-1].start()] + stem[words[-1].end() :]).strip("_-. ") if words else stem


def group_files_of_runs(files: Sequence[OrionFileContent]) -> list[Group]:
    """Group files by folder and name, then by what they state; the order of files is kept."""
    by_name: dict[Clue, Group] = {}
    for parsed in files:
        by_name.setdefault(folder_and_stem(parsed.source), []).append(parsed)
    groups: list[Group] = []
    for group in by_name.values():
        is_one = len(group) == 1 or _may_be_same_run(group)
        groups += [group] if is_one else [[parsed] for parsed in group]
    groups = _join_consoles(groups)
    order = {id(parsed): position for position, parsed in enumerate(files)}
    for group in groups:
        group.sort(key=lambda parsed: order[id(parsed)])
    return sorted(groups, key=lambda group: order[id(group[0])])


def folder_and_stem(source: Source) -> Clue:
    """Return what the names of files of one run share."""
    return parent_folder(source.name), shared_stem(source.name)


def _may_be_same_run(group: Group) -> bool:
    """Return whether no two files hold the same kind of content with different figures."""
    texts = [p for p in group if p.headline(MAX_SMALL_IOPS) or p.headline(MAX_LARGE_MBPS)]
    if len({_headline_figures(text) for text in texts}) > 1:
        return False
    metrics = [matrix.metric for parsed in group for matrix in parsed.matrices if matrix.metric]
    return len(set(metrics)) == len(metrics) and all(len(p.segments) <= 1 for p in group)


def _headline_figures(parsed: OrionFileContent) -> tuple[object, ...]:
    figures = [parsed.headline(group) for group in _HEADLINE_OF.values()]
    return tuple((f.printed, f.load) if f else None for f in figures)


def _join_consoles(groups: Sequence[Group]) -> list[Group]:
    """Join a console, which names its run, with the files of its folder that have that prefix."""
    homes: dict[Clue, Group] = {}
    for group in groups:
        homes.setdefault(folder_and_stem(group[0].source), group)
    result: list[Group] = []
    for group in groups:
        folder, _ = folder_and_stem(group[0].source)
        ids = (
            re.split(r"[\\/]", p.run_id)[-1] for p in group if p.run_id
        )  # without a test's path
        found = (homes.get((folder, run_id)) for run_id in dict.fromkeys(ids))
        home = next((home for home in found if home is not None and home is not group), None)
        if home is None or not _may_be_same_run([*home, *group]):
            result.append(group)
        else:
            home += group
    return result


def is_same_figure(printed: float, other: float | None) -> bool:
    """Compare figures that may be printed with different numbers of decimals."""
    return other is not None and abs(printed - other) <= 0.0051
