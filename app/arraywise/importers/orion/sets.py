"""Puts ORION's files together into the runs that they came from."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from arraywise.domain.evidence import (
    MAX_LARGE_MBPS,
    MAX_SMALL_IOPS,
    MIN_SMALL_LATENCY,
    Metric,
)
from arraywise.importers.orion.content import LatencyUnit, Matrix, Parsed
from arraywise.importers.orion.latency_unit import TOLERANCE, little_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

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

Group = list[Parsed]


def folder_of(name: str) -> str:
    """Return the folder of a file's name, whatever the system that it came from."""
    return str(PurePosixPath(name.replace("\\", "/")).parent)


def stem_of(name: str) -> str:
    """Return what the names of one run's files have in common."""
    path = PurePosixPath(name.replace("\\", "/"))
    stem = path.name.removesuffix(path.suffix) if len(path.suffix) <= 5 else path.name
    words = list(_ROLE.finditer(stem))
    return (stem[: words[-1].start()] + stem[words[-1].end() :]).strip("_-. ") if words else stem


def sets_of(files: Sequence[Parsed]) -> list[Group]:
    """Group files by folder and name, then by what they say; the order of files is kept."""
    by_name: dict[tuple[str, str], Group] = {}
    for parsed in files:
        name = parsed.source.name
        by_name.setdefault((folder_of(name), stem_of(name)), []).append(parsed)
    groups: list[Group] = []
    for group in by_name.values():
        groups += [group] if _can_be_one_run(group) else [[parsed] for parsed in group]
    for join in (_same_run_id, _headlines_match, _little_holds, _lonely_throughput):
        groups = _joined(groups, join)
    return [sorted(group, key=files.index) for group in groups]


def _can_be_one_run(group: Group) -> bool:
    """Two files of a run never hold the same kind of thing with different content."""
    texts = [p for p in group if p.headline(MAX_SMALL_IOPS) or p.headline(MAX_LARGE_MBPS)]
    if len({_headlines(text) for text in texts}) > 1:
        return False
    metrics = [matrix.metric for parsed in group for matrix in parsed.matrices if matrix.metric]
    return len(set(metrics)) == len(metrics) and all(len(p.segments) <= 1 for p in group)


def _headlines(parsed: Parsed) -> tuple[object, ...]:
    figures = [parsed.headline(group) for group in _HEADLINE_OF.values()]
    return tuple((f.printed, f.load) if f else None for f in figures)


def _joined(groups: list[Group], belongs: Callable[[Group, Group], bool]) -> list[Group]:
    """Join a group with all others of its folder that belong to it, if they can be one run."""
    groups = list(groups)
    position = 0
    while position < len(groups):
        group = groups[position]
        fitting = [
            other for other in groups
            if other is not group
            and folder_of(other[0].source.name) == folder_of(group[0].source.name)
            and belongs(group, other)
        ]  # fmt: skip
        whole = [*group, *(parsed for other in fitting for parsed in other)]
        if fitting and _can_be_one_run(whole):
            groups = [g for g in groups if g is not group and g not in fitting]
            groups.insert(0, whole)
            position = 0
        else:
            position += 1
    return groups


def _same_run_id(group: Group, other: Group) -> bool:
    """A console's start names the run whose files have that prefix."""
    ids = {parsed.only.run_id for parsed in group if parsed.only and parsed.only.run_id}
    return any(stem_of(parsed.source.name) in ids for parsed in other)


def _headlines_match(group: Group, other: Group) -> bool:
    """A summary's best figure stands in its matrix, at the same load."""
    return any(
        (figure := parsed.headline(_HEADLINE_OF[matrix.metric])) is not None
        and is_same_figure(figure.printed, matrix.at(figure.load))
        for parsed in group
        for matrix in _matrices(other)
        if matrix.metric
    )


def is_same_figure(printed: float, beside: float | None) -> bool:
    """Compare figures that may be printed with different numbers of decimals."""
    return beside is not None and abs(printed - beside) <= 0.0051


def _little_holds(group: Group, other: Group) -> bool:
    """Rates and latencies of one run have the same columns and obey Little's law throughout."""
    shapes = {_shape(m) for m in _matrices(group) if m.metric is Metric.IOPS}
    latencies = [m for m in _matrices(other) if m.metric is Metric.LATENCY and _shape(m) in shapes]
    together = [*_matrices(group), *latencies]
    cells = sum(len(matrix.cells) for matrix in latencies)
    return cells > 0 and any(
        len(errors) == cells and max(errors) <= TOLERANCE
        for errors in (little_errors(together, unit) for unit in LatencyUnit)
    )


def _lonely_throughput(group: Group, other: Group) -> bool:
    """A single throughput matrix of the same shape as a set without one."""
    shapes = {_shape(m) for m in _matrices(group) if m.metric is not Metric.THROUGHPUT}
    return len(other) == 1 and any(
        m.metric is Metric.THROUGHPUT and _shape(m) in shapes for m in _matrices(other)
    )


def _shape(matrix: Matrix) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(matrix.columns) - {0}, frozenset(matrix.rows) - {0}


def _matrices(group: Iterable[Parsed]) -> list[Matrix]:
    return [matrix for parsed in group for matrix in parsed.matrices]
