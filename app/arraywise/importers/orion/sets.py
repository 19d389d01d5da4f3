"""Files of one run; milliseconds or microseconds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY, Metric
from arraywise.domain.messages import Message, Problem, Severity, message
from arraywise.importers.orion.content import LatencyUnit, OrionFileContent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.importers.orion.content import Matrix, OrionValue, RunText

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
    is_decided_by_print: bool = False

    def problem(self, figures: Iterable[OrionValue]) -> Problem | None:
        """Describe what was decided, or both readings where nothing was."""
        figure = next(iter(figures), None)
        if figure is None or (self.is_decided_by_print and self.unit):
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


def choose_unit(segments: Iterable[RunText], version: str | None) -> UnitChoice:
    """Decide by a printed unit, else the version, else Little's law (in flight = rate x time).

    Where version and Little's law contradict each other nothing is decided.
    """
    segments = tuple(segments)
    printed = _printed(segments)
    if printed:
        sentence = message("The unit of the latencies is printed: {unit}.", unit=printed.value)
        return UnitChoice(printed, sentence, is_decided_by_print=True)
    lawful = _by_littles_law(segments)
    if version is None:
        return _without_version(lawful)
    unit = _of_version(version)
    if lawful and lawful is not unit:
        return UnitChoice(
            None,
            message(
                "ORION {version} counts latencies in {unit}, but by Little's law these are in "
                "{lawful}.", version=version, unit=unit.value, lawful=lawful.value,
            ),
        )  # fmt: skip
    sentence = message(
        "Latencies without unit read as {unit}: ORION uses milliseconds before 11.2, then"
        " microseconds; this is {version}.",
        unit=unit.value,
        version=version,
    )
    return UnitChoice(unit, sentence)


def _without_version(lawful: LatencyUnit | None) -> UnitChoice:
    if lawful is None:
        return UnitChoice(None, message("Neither unit nor version is known for the latencies."))
    sentence = message(
        "Latencies without unit read as {unit}, the only unit that fits queue depth and IOPS"
        " (Little's law).",
        unit=lawful.value,
    )
    return UnitChoice(lawful, sentence)


def _of_version(version: str) -> LatencyUnit:
    parts = tuple(int(part) for part in version.split(".")[:2])
    return LatencyUnit.US if parts >= _FIRST_IN_MICROSECONDS else LatencyUnit.MS


def _printed(segments: Iterable[RunText]) -> LatencyUnit | None:
    """Take the unit that the run prints, if all its places agree."""
    units = {
        unit
        for segment in segments
        for unit in (
            *(figure.unit for figure in segment.figures),
            *(matrix.unit for matrix in segment.matrices if matrix.metric is Metric.LATENCY),
        )
        if unit
    }
    return units.pop() if len(units) == 1 else None


def _by_littles_law(segments: tuple[RunText, ...]) -> LatencyUnit | None:
    matrices = [matrix for segment in segments for matrix in segment.matrices]
    if little_errors(matrices, LatencyUnit.MS):
        lawful = [u for u in LatencyUnit if median(little_errors(matrices, u)) <= TOLERANCE]
    else:
        figures = [figure for segment in segments for figure in segment.figures]
        lawful = [unit for unit in LatencyUnit if _is_possible(figures, unit)]
    return lawful[0] if len(lawful) == 1 else None


def little_errors(matrices: Iterable[Matrix], unit: LatencyUnit) -> list[float]:
    """Give, for each point with rate and latency, by what share they miss Little's law.

    What the rounding of the printed latency explains is not counted.
    """
    matrices = tuple(matrices)
    rates = [m for m in matrices if m.metric is Metric.IOPS]
    latencies = [m for m in matrices if m.metric is Metric.LATENCY]
    errors: list[float] = []
    for cell in (cell for matrix in latencies for cell in matrix.cells):
        rate = next((r for r in (m.at(cell.load) for m in rates) if r), None)
        if rate and cell.printed and cell.load.small_ios:
            latency = cell.load.small_ios / rate / unit.seconds
            off = max(abs(latency - cell.printed) - _HALF_A_DIGIT, 0.0)
            errors.append(off / cell.printed)
    return errors


def _is_possible(figures: Iterable[OrionValue], unit: LatencyUnit) -> bool:
    """Test a unit on the headlines alone.

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
def folder_of(name: str) -> str:
    """Return the folder of a file's name, whatever the system that it came from."""
    return name.replace("\\", "/").rpartition("/")[0] or "."


@lru_cache(maxsize=20_000)
def stem_of(name: str) -> str:
    """Return what the names of one run's files have in common."""
    stem = name.replace("\\", "/").rpartition("/")[2]
    dot = stem.rfind(".")
    if 0 < dot < len(stem) - 1 and len(stem) - dot <= _LONGEST_ENDING:
        stem = stem[:dot]
    words = list(_ROLE.finditer(stem))
    return (stem[: words[-1].start()] + stem[words[-1].end() :]).strip("_-. ") if words else stem


def sets_of(files: Sequence[OrionFileContent]) -> list[Group]:
    """Group files by folder and name, then by what they state; the order of files is kept."""
    by_name: dict[Clue, Group] = {}
    for parsed in files:
        by_name.setdefault((_folder(parsed), _stem(parsed)), []).append(parsed)
    groups: list[Group] = []
    for group in by_name.values():
        is_one = len(group) == 1 or _may_be_same_run(group)
        groups += [group] if is_one else [[parsed] for parsed in group]
    groups = _with_consoles(groups)
    order = {id(parsed): position for position, parsed in enumerate(files)}
    for group in groups:
        group.sort(key=lambda parsed: order[id(parsed)])
    return sorted(groups, key=lambda group: order[id(group[0])])


def _folder(parsed: OrionFileContent) -> str:
    return folder_of(parsed.source.name)


def _stem(parsed: OrionFileContent) -> str:
    return stem_of(parsed.source.name)


def _may_be_same_run(group: Group) -> bool:
    """Two files of a run never hold the same kind of thing with different content."""
    texts = [p for p in group if p.headline(MAX_SMALL_IOPS) or p.headline(MAX_LARGE_MBPS)]
    if len({_headlines(text) for text in texts}) > 1:
        return False
    metrics = [matrix.metric for parsed in group for matrix in parsed.matrices if matrix.metric]
    return len(set(metrics)) == len(metrics) and all(len(p.segments) <= 1 for p in group)


def _headlines(parsed: OrionFileContent) -> tuple[object, ...]:
    figures = [parsed.headline(group) for group in _HEADLINE_OF.values()]
    return tuple((f.printed, f.load) if f else None for f in figures)


def _with_consoles(groups: Sequence[Group]) -> list[Group]:
    """Join a console, which names its run, with the files of its folder that have that prefix."""
    homes: dict[Clue, Group] = {}
    for group in groups:
        homes.setdefault((_folder(group[0]), _stem(group[0])), group)
    result: list[Group] = []
    for group in groups:
        ids = dict.fromkeys(_last_part(parsed.run_id) for parsed in group if parsed.run_id)
        found = (homes.get((_folder(group[0]), run_id)) for run_id in ids)
        home = next((home for home in found if home is not None and home is not group), None)
        if home is None or not _may_be_same_run([*home, *group]):
            result.append(group)
        else:
            home += group
    return result


def is_same_figure(printed: float, beside: float | None) -> bool:
    """Compare figures that may be printed with different numbers of decimals."""
    return beside is not None and abs(printed - beside) <= 0.0051


def _last_part(run_id: str) -> str:
    """Return an id without the folders of a test that was named with its path."""
    return re.split(r"[\\/]", run_id)[-1]
