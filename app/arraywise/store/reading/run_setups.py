"""How the runs of each option were set up: what the comparability audit compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.facts import RunSetup
from arraywise.store.reading.problems import all_problems
from arraywise.store.reading.run_attributes import attributes_of_runs

if TYPE_CHECKING:
    from arraywise.store.study import Study

_RUNS = """
SELECT f.option_id, f.id, r.id, f.name, f.tool, f.tool_version, f.run_type, r.host, r.started_at,
       r.duration_s, r.complete, f.set_name, f.imported_at, r.position,
       r.id IN (SELECT run_id FROM measurement WHERE metric = 'transaction_rate')
       OR r.id IN (SELECT l.run_id FROM run_list l JOIN measurement_list m
                   ON m.list_id = l.measurements WHERE m.metric = 'transaction_rate')
FROM run r JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL ORDER BY f.id, r.position
"""


def run_setups(study: Study) -> dict[int, tuple[RunSetup, ...]]:
    """Read the setup of every run of a file that belongs to an option, by option id."""
    problems = all_problems(study)
    with study.cursor() as cursor:
        rows = cursor.execute(_RUNS).fetchall()
        attributes = attributes_of_runs(cursor)
    ended = {(name, at, place) for *_, ok, name, at, place, _ in rows if ok and name}
    found: dict[int, list[RunSetup]] = {}
    for option_id, file_id, *row, name, at, place, has_rate in rows:
        left_out = has_rate and not row[-1] and (name, at, place) not in ended
        told = (attributes.get(row[0], ()), problems.get(file_id, ()), left_out)
        setup = RunSetup(*(*row, *told))
        found.setdefault(option_id, []).append(setup)
    return {option_id: tuple(setups) for option_id, setups in found.items()}
