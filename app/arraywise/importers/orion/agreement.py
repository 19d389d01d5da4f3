"""Whether the files of a run agree: rates with latencies, best figures with their matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.orion.latency_unit import TOLERANCE, little_errors
from arraywise.importers.orion.sets import is_same_figure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.orion.content import Figure, LatencyUnit, Matrix, Parsed

_HEADLINES = (MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY)


def unlawful(matrices: Sequence[Matrix], unit: LatencyUnit | None) -> Iterator[Problem]:
    """Check rates against latencies by Little's law."""
    worst = max(little_errors(matrices, unit), default=0.0) if unit else 0.0
    if worst > TOLERANCE:
        said = say(
            "Rates and latencies of this run do not fit each other: outstanding I/Os divided "
            "by latency miss the I/Os per second by up to {percent:.0f} %.",
            percent=100 * worst,
        )
        yield Problem(Severity.WARNING, said)


def _left_open(figure: Figure, file: str) -> Problem:
    said = say(
        "{file} has its best figure at Small={small} and Large={large}, where the matrix beside "
        "it has none: the matrix is cut, or of another run.",
        file=file,
        small=figure.load.small_ios or 0,
        large=figure.load.large_ios or 0,
    )
    return Problem(Severity.WARNING, said)


def contradictions(files: Sequence[Parsed]) -> Iterator[Problem]:
    """Find a summary whose best figures are not in the matrices beside it, or not filled there."""
    cells = {
        (cell.metric, cell.load): cell.printed
        for parsed in files
        for matrix in parsed.matrices
        for cell in matrix.cells
    }
    tables = {matrix.metric for parsed in files for matrix in parsed.matrices if matrix.cells}
    for parsed in files:
        for figure in parsed.only.figures if parsed.only else ():
            beside = cells.get((figure.metric, figure.load))
            if figure.group in _HEADLINES and beside is None and figure.metric in tables:
                yield _left_open(figure, parsed.source.name)
            if figure.group not in _HEADLINES or beside is None:
                continue
            if not is_same_figure(figure.printed, beside):
                said = say(
                    "{file} gives {printed:.10g} at Small={small} and Large={large}, the matrix "
                    "beside it {beside:.10g}: they are not of the same run.",
                    file=parsed.source.name, printed=figure.printed, beside=beside,
                    small=figure.load.small_ios or 0, large=figure.load.large_ios or 0,
                )  # fmt: skip
                yield Problem(Severity.WARNING, said)
                return
