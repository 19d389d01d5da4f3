"""Undo list, who typed what, scenarios."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError
from arraywise.store.history import RowChange, parse_changes
from arraywise.store.scenarios import (
    INPUT_TABLES,
    REQUIREMENT,
    InputKey,
    Inputs,
    read_inputs,
    replace_inputs,
)
from arraywise.store.study import Study, StudyView

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from arraywise.store.connection import Cursor


MOST_UNDOABLE_ACTIONS = 100
"""Actions that can be undone; a few more may be there, since they are tidied away together."""


@dataclass(frozen=True, slots=True)
class HistoryAction:
    """One action of the user."""

    id: int
    what: str
    """In a word or two, as whoever did it called it."""


@dataclass(frozen=True, slots=True)
class History:
    """The actions in the order in which they can be gone back through and forth."""

    done: tuple[HistoryAction, ...] = ()
    """The last one is undone first."""
    undone: tuple[HistoryAction, ...] = ()
    """The last one is redone first."""


def read_history(study: Study) -> History:
    """Read what can be undone and redone."""
    with study.cursor() as cursor:
        return read_history_by_cursor(cursor)


def read_history_by_cursor(cursor: Cursor) -> History:
    """Read the record in order: what is done is put on one pile, what is undone on the other.

    A new action forgets what was undone before.
    """
    done: list[HistoryAction] = []
    undone: list[HistoryAction] = []
    rows = cursor.execute("SELECT id, kind, step, what FROM history ORDER BY id").fetchall()
    for id_, kind, step, what in rows:
        if kind == "done":
            done.append(HistoryAction(id_, what))
            undone.clear()
        elif kind == "undone" and done and done[-1].id == step:
            undone.append(done.pop())
        elif kind == "redone" and undone and undone[-1].id == step:
            done.append(undone.pop())
    return History(tuple(done), tuple(undone))


def read_action_changes(cursor: Cursor, step_id: int) -> tuple[RowChange, ...]:
    """Read what an action changed; raises UserError when the record cannot be read."""
    row = cursor.execute(
        "SELECT changes FROM history WHERE id = ? AND kind = 'done'", [step_id]
    ).fetchone()
    try:
        return parse_changes(row[0] if row else "")
    except ValueError as error:
        message = "The record of the last change is unreadable; it cannot be undone."
        raise UserError(message) from error


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


def read_input_changes(study: Study, table: str) -> LastChanges:
    """Read who changed each item of a table, as `store/history.py` names them.

    Of the requirement, the items are its fields.
    """
    return _read_last_changes(study, _ITEMS, table)


def read_price_line_changes(study: Study, option_id: int) -> LastChanges:
    """Read who changed each line of an option's price sheet, by its place from 0."""
    return _read_last_changes(study, _LINES, option_id)


def read_provisioning_step_changes(study: Study, option_id: int) -> LastChanges:
    """Read who was the last to change a time of each step of providing storage."""
    return _read_last_changes(study, _STEPS, option_id)


def read_rating_changes(study: Study) -> LastChanges:
    """Read who changed each rating, by the option's id and the criterion with a slash between."""
    return read_input_changes(study, "option_rating")


def _read_last_changes(study: Study, query: str, parameter: object) -> LastChanges:
    return {name: LastChange(at, by) for name, at, by in study.rows(query, [parameter])}


BASE = 0
"""In the place of a scenario's id: the inputs that scenarios differ from."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A named set of changed inputs."""

    id: int
    name: str
    in_use: bool


def list_scenarios(study: Study) -> tuple[Scenario, ...]:
    """List the scenarios in the order of their making; the base is none of them."""
    with study.cursor() as cursor:
        return list_scenarios_by_cursor(cursor)


def list_scenarios_by_cursor(cursor: Cursor) -> tuple[Scenario, ...]:
    """List the scenarios in the order of their making."""
    rows = cursor.execute("SELECT id, name, in_use FROM scenario ORDER BY position, id").fetchall()
    return tuple(Scenario(*row) for row in rows)


def scenario_in_use_id(cursor: Cursor) -> int:
    """Return the scenario in use, or BASE."""
    return next((each.id for each in list_scenarios_by_cursor(cursor) if each.in_use), BASE)


def read_base_inputs(cursor: Cursor, live: Inputs) -> Inputs:
    """Return the inputs of the base, where `live` are those in the tables.

    What came with an option that was made meanwhile is the base's too.
    """
    return live if scenario_in_use_id(cursor) == BASE else live | read_saved_inputs(cursor, BASE)


def read_saved_inputs(cursor: Cursor, scenario_id: int) -> Inputs:
    """Return the inputs that are kept for a scenario that is not in use."""
    rows = cursor.execute(
        "SELECT kind, input_key, content FROM scenario_input WHERE scenario_id = ?", [scenario_id]
    ).fetchall()
    return {InputKey(kind, key): content for kind, key, content in rows}


def read_saved_budgets(cursor: Cursor) -> list[Decimal]:
    """Return the budgets that are kept for the base and the scenarios that are not in use."""
    rows = cursor.execute(
        "SELECT content FROM scenario_input WHERE kind = ? AND input_key = 'budget'"
        " ORDER BY scenario_id",
        [REQUIREMENT],
    ).fetchall()
    amounts = (parse_changes(content)[0].inserted[0][0] for (content,) in rows)
    return [Decimal(amount) for amount in amounts if amount is not None]


def read_inputs_by_scenario(cursor: Cursor) -> dict[int, Inputs]:
    """Return the inputs of the base and of every scenario, by id, whichever is in use."""
    live = read_inputs(cursor)
    base = read_base_inputs(cursor, live)
    result = {BASE: base}
    for each in list_scenarios_by_cursor(cursor):
        result[each.id] = live if each.in_use else base | read_saved_inputs(cursor, each.id)
    return result


@contextmanager
def scenario_view(study: Study, scenario_id: int) -> Iterator[Study]:
    """Show a study as it is in a scenario, without touching it."""
    with study.cursor() as cursor:
        inputs = read_inputs_by_scenario(cursor)
        live = inputs[scenario_in_use_id(cursor)]
    with inputs_view(study, live, inputs[scenario_id]) as view:
        yield view


@contextmanager
def inputs_view(study: Study, live: Inputs, wanted: Inputs) -> Iterator[Study]:
    """Show a study as it would be with the inputs `wanted`, where `live` are those in its tables.

    The tables of the inputs are overlaid by temporary ones of the same name, which only this
    cursor sees; so every reader works on it, and nobody else's edits collide with it.
    """
    with study.cursor() as cursor:
        for table in INPUT_TABLES:
            cursor.execute(f"CREATE TEMP TABLE {table} AS FROM main.{table}")
        replace_inputs(cursor, {p: t for p, t in wanted.items() if live.get(p) != t})
        yield StudyView(study, cursor)
