"""Points of I/O sweeps, put together from the files of a set."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric
from arraywise.domain.facts import IoPoint
from arraywise.store.run_lists import MEASUREMENTS

if TYPE_CHECKING:
    from typing import Any

    from arraywise.store.study import Study

_FIELDS = {
    Metric.IOPS: "iops",
    Metric.THROUGHPUT: "throughput_b_s",
    Metric.LATENCY: "latency_s",
}

_QUERY = f"""
SELECT f.option_id, coalesce(f.set_name, f.sha256), f.imported_at, r.name,
       m.small_ios, m.large_ios, m.group_name, m.metric, m.value, m.line, r.id, f.name, f.tool
FROM {MEASUREMENTS} m JOIN run r ON r.id = m.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND m.metric IN ('iops', 'throughput', 'latency')
  AND (m.group_name IN ('max_small_iops', 'max_large_mbps', 'min_small_latency')
       OR m.group_name IS NULL AND m.statistic = 'mean')
ORDER BY f.option_id, f.id, r.position, m.position
"""  # noqa: S608 - own words


@dataclass(slots=True)
class _Point:
    """A point that is still being put together; the first file that names it gives its place."""

    place: dict[str, Any]
    values: dict[str, Any] = field(default_factory=dict)


def io_points(study: Study) -> dict[int, tuple[IoPoint, ...]]:
    """Read the points of all I/O sweeps, by option id.

    An ORION set has IOPS, latency and throughput of one point in three files: they are joined by
    the set's name, the run's name and the outstanding small and large I/Os. A value that a point
    has already belongs to a repetition and makes a point of its own.
    """
    with study.cursor() as cursor:
        rows = cursor.execute(_QUERY).fetchall()
    points: dict[tuple[Any, ...], list[_Point]] = {}
    for *key, metric, value, line, run_id, file, tool in rows:
        repetitions = points.setdefault(tuple(key), [])
        name = _FIELDS[Metric(metric)]
        point = next((p for p in repetitions if name not in p.values), None)
        if point is None:
            place = dict(zip(("small_ios", "large_ios", "group"), key[-3:], strict=True))
            point = _Point(place | {"run_id": run_id, "file": file, "tool": tool, "line": line})
            repetitions.append(point)
        point.values[name] = value
    found: dict[int, list[IoPoint]] = {}
    for (option_id, *_), repetitions in points.items():
        found.setdefault(option_id, []).extend(
            IoPoint(**(point.place | point.values)) for point in repetitions
        )
    return {option_id: tuple(of_option) for option_id, of_option in found.items()}
