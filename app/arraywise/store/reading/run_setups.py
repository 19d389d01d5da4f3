"""How the runs of each option were set up: what the comparability audit compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.facts import RunSetup
from arraywise.store.reading.problems import all_problems
from arraywise.store.run_lists import ATTRIBUTES, MEASUREMENTS

if TYPE_CHECKING:
    from arraywise.store.study import Study

_RUNS = f"""
SELECT f.option_id, f.id, r.id, f.name, f.tool, f.tool_version, f.run_type, r.host, r.started_at,
       r.duration_s, r.complete, f.set_name, f.imported_at, r.position,
       r.id IN (SELECT run_id FROM {MEASUREMENTS} WHERE metric = 'transaction_rate')
FROM run r JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL ORDER BY f.id, r.position
"""  # noqa: S608 - own words
_ATTRIBUTES = f"SELECT run_id, name, value FROM {ATTRIBUTES} ORDER BY run_id, position"  # noqa: S608


def run_setups(study: Study) -> dict[int, tuple[RunSetup, ...]]:
    """Read the setup of every run of a file that belongs to an option, by option id."""
    problems = all_problems(study)
    with study.cursor() as cursor:
        rows = cursor.execute(_RUNS).fetchall()
        attributes: dict[int, list[tuple[str, str]]] = {}
        for run_id, name, value in cursor.execute(_ATTRIBUTES).fetchall():
            attributes.setdefault(run_id, []).append((name, value))
    ended = {(name, at, place) for *_, ok, name, at, place, _ in rows if ok and name}
    found: dict[int, list[RunSetup]] = {}
    for option_id, file_id, *row, name, at, place, has_rate in rows:
        left_out = has_rate and not row[-1] and (name, at, place) not in ended
        told = (tuple(attributes.get(row[0], ())), problems.get(file_id, ()), left_out)
        setup = RunSetup(*(*row, *told))
        found.setdefault(option_id, []).append(setup)
    return {option_id: tuple(setups) for option_id, setups in found.items()}
