"""Which sheets there are, and how what was typed in one is forgotten when it is replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.reading.sheets import typed_cells
from arraywise.store.writing.sheets import change_cells

if TYPE_CHECKING:
    from arraywise.store.study import Study
    from arraywise.store.writing.transaction import Cursor

WORKINGS_KEY, REQUIREMENT_KEY, CRITERIA_KEY = "workings", "requirement", "criteria"


def prices_key(option_id: int) -> str:
    """Return the key of an option's price sheet."""
    return f"prices/{option_id}"


def times_key(option_id: int) -> str:
    """Return the key of an option's sheet of provisioning times."""
    return f"provisioning/{option_id}"


def forget_typed(cursor: Cursor, study: Study, *keys: str) -> None:
    """Take out what was typed into sheets that are replaced or removed as a whole."""
    places = [place for place in typed_cells(study) if place.sheet in keys]
    if places:
        change_cells(cursor, places, ())
