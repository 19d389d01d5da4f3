"""The usable capacity that data need today, as inventories of virtual machines state it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.capacity import IN_USE, CapacityInUse
from arraywise.store.reading.evidence import file_detail, file_ids_of

if TYPE_CHECKING:
    from arraywise.domain.evidence import Run
    from arraywise.store.study import Study

_TOOLS = ("rvtools",)


def read_capacity_in_use(study: Study) -> CapacityInUse | None:
    """Return the sum over all servers, of each its latest export; None where there is none."""
    details = (file_detail(study, id_) for id_ in file_ids_of(study, _TOOLS))
    runs = ((each.run, known.file.name) for known in details if known for each in known.runs)
    latest: dict[str, tuple[str, float, str]] = {}
    for run, file in runs:
        used = next((m.value for m in run.measurements if m.group == IN_USE), None)
        if used is not None:
            server = dict(run.attributes).get("server", file)
            stated = (run.started_at or "", used, _origin(file, run))
            latest[server] = max(latest.get(server, stated), stated, key=lambda each: each[0])
    if not latest:
        return None
    sums = latest.values()
    return CapacityInUse(sum(used for _, used, _ in sums), tuple(origin for *_, origin in sums))


def _origin(file: str, run: Run) -> str:
    stated = dict(run.attributes)
    return f"{file}, {stated.get('sheet', '')} {stated.get('cells', '')}"
