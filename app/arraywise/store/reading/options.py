"""The options of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.options import Architecture, Option

if TYPE_CHECKING:
    from arraywise.store.study import Study


def list_options(study: Study) -> tuple[Option, ...]:
    """List the options in the order of creation."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT id, name, architecture, position, shared_storage FROM option"
            " ORDER BY position, id"
        ).fetchall()
    return tuple(
        Option(id_, name, Architecture(architecture), position, shared)
        for id_, name, architecture, position, shared in rows
    )
