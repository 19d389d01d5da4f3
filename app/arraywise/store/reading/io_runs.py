"""How the runs of I/O tools were set up, file by file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric
from arraywise.domain.study import RunSetup
from arraywise.store.reading.runs import attributes_of_runs
from arraywise.store.scenarios import MEASUREMENTS

if TYPE_CHECKING:
    from arraywise.store.study import Study

_RUNS = f"""
SELECT f.id, r.id, f.name, f.tool, f.run_type, list_sort(list(DISTINCT m.small_ios))
FROM {MEASUREMENTS} m JOIN run r ON r.id = m.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE m.metric IN ('{Metric.IOPS}', '{Metric.LATENCY}') AND m.users IS NULL
GROUP BY ALL ORDER BY f.id, r.id
"""  # noqa: S608 - own words


def io_setups(study: Study) -> dict[int, list[tuple[RunSetup, tuple[int, ...]]]]:
    """Return setup and numbers of outstanding small I/Os of each run of I/O, by the file's id."""
    with study.cursor() as cursor:
        rows = cursor.execute(_RUNS).fetchall()
        attributes = attributes_of_runs(cursor) if rows else {}
    result: dict[int, list[tuple[RunSetup, tuple[int, ...]]]] = {}
    for file_id, run_id, name, tool, run_type, depths in rows:
        stated = attributes.get(run_id, ())
        setup = RunSetup(run_id, name, tool, run_type=run_type, attributes=stated)
        known = tuple(depth for depth in depths if depth)
        result.setdefault(file_id, []).append((setup, known))
    return result
