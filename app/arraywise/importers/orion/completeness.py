"""Tells whether a run was finished, from what a finished run of its kind would have left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import (
    MAX_LARGE_MBPS,
    MAX_SMALL_IOPS,
    MIN_SMALL_LATENCY,
    Load,
    Metric,
)
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import Said, say
from arraywise.importers.orion.matrix import fills

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.orion.content import Matrix, Parsed, Segment

_NAMES = {
    Metric.IOPS: "Maximum Small IOPS",
    Metric.THROUGHPUT: "Maximum Large MBPS",
    Metric.LATENCY: "Minimum Small Latency",
}
_HEADLINES = (MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY)
_SMALL = (Metric.IOPS, Metric.LATENCY)
_EXPECTED = {
    "simple": (Metric.THROUGHPUT, *_SMALL),
    "normal": (Metric.THROUGHPUT, *_SMALL),
    "oltp": _SMALL,
    "dss": (Metric.THROUGHPUT,),
}
"""What a finished run of each type has measured."""


def text_gaps(segment: Segment, run_type: str | None) -> Iterator[Problem]:
    """Say which of the result lines that a finished run prints are missing from a text."""
    if not segment.started or segment.matrices:
        return
    found = {figure.metric for figure in segment.figures if figure.group in _HEADLINES}
    if not segment.has_results:
        yield Problem(Severity.WARNING, _unfinished(segment), segment.line)
        return
    missing = [m for m in _EXPECTED.get(run_type or "", ()) if m not in found]
    damaged = [m for m in missing if any(_NAMES[m] in p.text for p in segment.problems)]
    if damaged and segment.figures:
        said = say(
            "Of the lines that a finished {run_type} run ends with, {lines} cannot be read here.",
            run_type=run_type or "",
            lines=", ".join(_NAMES[metric] for metric in damaged),
        )
        yield Problem(Severity.WARNING, said, segment.line)
    missing = [m for m in missing if m not in damaged]
    if missing and segment.figures:
        said = say(
            "A finished {run_type} run ends with {lines}, which is missing here.",
            run_type=run_type or "",
            lines=", ".join(_NAMES[metric] for metric in missing),
        )
        yield Problem(Severity.WARNING, said, segment.line)


def _unfinished(segment: Segment) -> Said:
    if segment.attribute("small_io_bytes"):
        return say(
            "The summary has the settings of a run but none of its result lines: the run was "
            "stopped or is still going on."
        )
    return say(
        "The run was started, but no result line follows: it was stopped, is still going on, "
        "or its results are in files that were not given (..._summary.txt and three .csv)."
    )


def matrix_gaps(
    matrix: Matrix, siblings: Sequence[Matrix], run_type: str | None
) -> Iterator[Problem]:
    """Say which cells a finished run would have filled in a matrix."""
    if matrix.metric is None or _is_unused(matrix, siblings, run_type):
        return
    filled = {cell.load for cell in matrix.cells}
    expected = set(fills(matrix)) | set(_seen_by_siblings(matrix, siblings))
    if run_type == "normal":
        expected |= {Load(small_ios=s, large_ios=r) for s in matrix.columns for r in matrix.rows}
    missing = sorted((load.large_ios or 0, load.small_ios or 0) for load in expected - filled)
    if missing or not filled:
        said = say(
            "Of {expected} points that a finished run has here, {missing} are missing"
            "{where}: the run was stopped or the file cut.",
            expected=max(len(expected), 1),
            missing=max(len(missing), 1),
            where=f", from Small={missing[0][1]} and Large={missing[0][0]}" if missing else "",
        )
        yield Problem(Severity.WARNING, said, matrix.line)


def _is_unused(matrix: Matrix, siblings: Sequence[Matrix], run_type: str | None) -> bool:
    """A run over small I/Os alone leaves no throughput, one over large ones nothing else."""
    if matrix.cells:
        return run_type == "advanced"
    if run_type in _EXPECTED:
        return matrix.metric not in _EXPECTED[run_type]
    return any(sibling.cells for sibling in siblings)


def _seen_by_siblings(matrix: Matrix, siblings: Sequence[Matrix]) -> Iterator[Load]:
    """Give the loads that the set's other files show were asked for."""
    for sibling in siblings:
        if matrix.metric in _SMALL and sibling.metric in _SMALL:
            yield from (cell.load for cell in sibling.cells)
        elif matrix.metric is Metric.THROUGHPUT and 0 in matrix.columns:
            yield from (Load(small_ios=0, large_ios=row) for row in sibling.rows if row)


def set_gaps(files: Sequence[Parsed], run_type: str | None) -> Iterator[Problem]:
    """Compare the points measured with the number that the summary announces.

    The announced number includes the idle point, which is never measured.
    """
    totals = {p.only.attribute("total_data_points") for p in files if p.only} - {None}
    matrices = [matrix for parsed in files for matrix in parsed.matrices]
    metrics = {matrix.metric for matrix in matrices}
    needed = {m for m in _EXPECTED.get(run_type or "", ()) if m is not Metric.LATENCY}
    if len(totals) != 1 or not needed or not needed <= metrics:
        return
    announced = int(totals.pop() or 0) - 1
    points = {cell.load for matrix in matrices for cell in matrix.cells}
    if len(points) < announced:
        said = say(
            "The summary announces {announced} measured points, the matrices hold {points}.",
            announced=announced,
            points=len(points),
        )
        yield Problem(Severity.WARNING, said)
