"""The options of a study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.options import Architecture, Option

if TYPE_CHECKING:
    from arraywise.store.study import Study


def list_options(study: Study) -> tuple[Option, ...]:
    """List the options in the order of creation."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT id, name, architecture, position, shared_storage, serves_files, restore_s"
            " FROM option ORDER BY position, id"
        ).fetchall()
    return tuple(
        Option(id_, name, Architecture(architecture), *rest)
        for id_, name, architecture, *rest in rows
    )


@dataclass(frozen=True, slots=True)
class Holdings:
    """What belongs to an option."""

    files: int = 0
    runs: int = 0
    price_lines: int = 0
    times: int = 0
    """Provisioning times."""


_HOLDINGS = """
SELECT o.id,
       (SELECT count(*) FROM evidence_file f WHERE f.option_id = o.id),
       (SELECT count(*) FROM run r JOIN evidence_file f ON f.id = r.file_id
        WHERE f.option_id = o.id),
       (SELECT count(*) FROM price_line p WHERE p.option_id = o.id),
       (SELECT count(*) FROM provisioning_time t WHERE t.option_id = o.id)
FROM option o
"""


def option_holdings(study: Study) -> dict[int, Holdings]:
    """Count what belongs to each option, by its id."""
    with study.cursor() as cursor:
        rows = cursor.execute(_HOLDINGS).fetchall()
    return {id_: Holdings(*counts) for id_, *counts in rows}
