"""How a study keeps who said what a run was made with: as attributes of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Run
    from arraywise.store.study import Study

FROM_NAME = "told_by_name"
"""Attribute that lists the attributes of a run which stand in its name only."""
CONFIRMED = "confirmed"
"""Attribute that lists those which stand in its name only, and which the user confirmed."""
BY_HAND = "set_by_hand"
"""Attribute that lists the attributes of a run that the user set."""
FILE_SAYS, NAME_SAYS = "file_says:", "name_says:"
"""Before the name of an attribute that the user set: what it was before."""
OF_LOADS = frozenset(
    {
        *(Metric.TRANSACTION_RATE, Metric.RESPONSE_TIME),
        *(Metric.TRANSACTIONS_COMPLETED, Metric.TRANSACTIONS_FAILED),
    }
)
"""What is measured at a number of users."""


def loads_of(run: Run) -> list[int]:
    """Return the numbers of users at which a run was measured, ascending."""
    found = {m.load.users for m in run.measurements if m.metric in OF_LOADS}
    return sorted(users for users in found if users is not None)


def run_name(study: Study, run_id: int) -> str:
    """Return what a run is called; nothing where it is not there."""
    with study.cursor() as cursor:
        row = cursor.execute("SELECT name FROM run WHERE id = ?", [run_id]).fetchone()
    return str(row[0]) if row else ""


def run_ids_of(study: Study, file_ids: Sequence[int]) -> tuple[int, ...]:
    """Return the ids of all runs of files."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT id FROM run WHERE list_contains(?, file_id) ORDER BY file_id, position",
            [list(file_ids)],
        ).fetchall()
    return tuple(id_ for (id_,) in rows)
