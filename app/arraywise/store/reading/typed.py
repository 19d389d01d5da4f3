"""Who changed a typed value last, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from arraywise.store.study import Study


@dataclass(frozen=True, slots=True, order=True)
class LastChange:
    """By whom a value came to be what it is."""

    at: datetime
    """UTC, without a zone."""
    by: str = ""
    """Empty where nobody is known."""


LastChanges = dict[str, LastChange]
"""By what the value is called; values of which nothing is known are not there."""

_ITEMS = "SELECT item, changed_at, changed_by FROM typed WHERE table_name = ?"
_LINES = """
SELECT p.position::VARCHAR, changed_at, changed_by FROM price_line p
JOIN typed ON table_name = 'price_line' AND item = p.option_id || '/' || p.position
WHERE p.option_id = ?
"""
_STEPS = """
SELECT p.step, changed_at, changed_by FROM provisioning_time p
JOIN typed ON table_name = 'provisioning_time' AND item = p.option_id || '/' || p.position
WHERE p.option_id = ? ORDER BY changed_at
"""


def typed_changes(study: Study, table: str) -> LastChanges:
    """Read who changed each item of a table, as `store/typed_items.py` names them.

    Of the requirement, the items are its fields.
    """
    return _read(study, _ITEMS, table)


def line_changes(study: Study, option_id: int) -> LastChanges:
    """Read who changed each line of an option's price sheet, by its place from 0."""
    return _read(study, _LINES, option_id)


def step_changes(study: Study, option_id: int) -> LastChanges:
    """Read who was the last to change a time of each step of providing storage."""
    return _read(study, _STEPS, option_id)


def rating_changes(study: Study) -> LastChanges:
    """Read who changed each rating, by the option's id and the criterion with a slash between."""
    return typed_changes(study, "option_rating")


def _read(study: Study, query: str, of: object) -> LastChanges:
    with study.cursor() as cursor:
        rows = cursor.execute(query, [of]).fetchall()
    return {name: LastChange(at, by) for name, at, by in rows}
