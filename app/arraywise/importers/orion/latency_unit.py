"""ORION's main trap: milliseconds before 11.2, microseconds from then on, often unprinted."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.evidence import MAX_SMALL_IOPS, MIN_SMALL_LATENCY, Metric
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import Said, say
from arraywise.importers.orion.content import LatencyUnit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.importers.orion.content import Figure, Matrix, Segment

TOLERANCE = 0.05
"""Little's law holds within about 2 % in real files."""
_HALF_A_DIGIT = 0.005
"""Latencies are printed with two decimals."""
_FIRST_IN_MICROSECONDS = (11, 2)


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """The unit of the latencies that carry none themselves, and why it is that one."""

    unit: LatencyUnit | None
    reason: Said
    is_decided_by_print: bool = False

    def problem(self, figures: Iterable[Figure]) -> Problem | None:
        """Say what was decided, or both readings where nothing was."""
        figure = next(iter(figures), None)
        if figure is None or (self.is_decided_by_print and self.unit):
            return None
        if self.unit:
            return Problem(Severity.INFO, self.reason, figure.line)
        said = say(
            "{reason} The latency {printed} may be {ms:.9g} ms or {us:.9g} ms; no latency was "
            "taken.",
            reason=str(self.reason),
            printed=figure.printed,
            ms=figure.printed,
            us=figure.printed / 1000,
        )
        return Problem(Severity.WARNING, said, figure.line)


def choose_unit(segments: Iterable[Segment], version: str | None) -> UnitChoice:
    """Decide by a printed unit, else the version, else Little's law (in flight = rate x time).

    Where version and Little's law contradict each other nothing is decided.
    """
    segments = tuple(segments)
    printed = _printed(segments)
    if printed:
        said = say("The unit of the latencies is printed: {unit}.", unit=printed.value)
        return UnitChoice(printed, said, is_decided_by_print=True)
    lawful = _by_littles_law(segments)
    if version is None:
        return _without_version(lawful)
    unit = _of_version(version)
    if lawful and lawful is not unit:
        return UnitChoice(
            None,
            say(
                "ORION {version} counts latencies in {unit}, but by Little's law these are in "
                "{lawful}.", version=version, unit=unit.value, lawful=lawful.value,
            ),
        )  # fmt: skip
    said = say(
        "Latencies without a unit are read as {unit}: ORION counts in milliseconds before 11.2 "
        "and in microseconds from then on, and this is {version}.",
        unit=unit.value,
        version=version,
    )
    return UnitChoice(unit, said)


def _without_version(lawful: LatencyUnit | None) -> UnitChoice:
    if lawful is None:
        return UnitChoice(None, say("Neither unit nor version is known for the latencies."))
    said = say(
        "Latencies without a unit are read as {unit}: only so do outstanding I/Os divided by "
        "latency give the measured I/Os per second (Little's law).",
        unit=lawful.value,
    )
    return UnitChoice(lawful, said)


def _of_version(version: str) -> LatencyUnit:
    parts = tuple(int(part) for part in version.split(".")[:2])
    return LatencyUnit.US if parts >= _FIRST_IN_MICROSECONDS else LatencyUnit.MS


def _printed(segments: Iterable[Segment]) -> LatencyUnit | None:
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


def _by_littles_law(segments: tuple[Segment, ...]) -> LatencyUnit | None:
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


def _is_possible(figures: Iterable[Figure], unit: LatencyUnit) -> bool:
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
