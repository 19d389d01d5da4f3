"""The scenarios of a study, and a look at one that is not in use."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.store.scenario_inputs import INPUT_TABLES, Piece, read_inputs, write_inputs
from arraywise.store.study import Study

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from arraywise.store.scenario_inputs import Inputs

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
        return scenarios_of(cursor)


def scenarios_of(cursor: duckdb.DuckDBPyConnection) -> tuple[Scenario, ...]:
    """List the scenarios in the order of their making."""
    rows = cursor.execute("SELECT id, name, in_use FROM scenario ORDER BY position, id").fetchall()
    return tuple(Scenario(*row) for row in rows)


def present_scenario(cursor: duckdb.DuckDBPyConnection) -> int:
    """Return the scenario in use, or BASE."""
    return next((each.id for each in scenarios_of(cursor) if each.in_use), BASE)


def base_inputs(cursor: duckdb.DuckDBPyConnection, live: Inputs) -> Inputs:
    """Return the inputs of the base, where `live` are those in the tables.

    What came with an option that was made meanwhile is the base's too.
    """
    return live if present_scenario(cursor) == BASE else live | kept_inputs(cursor, BASE)


def kept_inputs(cursor: duckdb.DuckDBPyConnection, scenario_id: int) -> Inputs:
    """Return the inputs that are kept for a scenario that is not in use."""
    rows = cursor.execute(
        "SELECT kind, input_key, content FROM scenario_input WHERE scenario_id = ?", [scenario_id]
    ).fetchall()
    return {Piece(kind, key): content for kind, key, content in rows}


def all_inputs(cursor: duckdb.DuckDBPyConnection) -> dict[int, Inputs]:
    """Return the inputs of the base and of every scenario, by id, whichever is in use."""
    live = read_inputs(cursor)
    base = base_inputs(cursor, live)
    found = {BASE: base}
    for each in scenarios_of(cursor):
        found[each.id] = live if each.in_use else base | kept_inputs(cursor, each.id)
    return found


class _View(Study):
    """A study as it would be with other inputs; it is only for reading."""

    def __init__(self, study: Study, cursor: duckdb.DuckDBPyConnection) -> None:
        # Nothing is opened: the cursor of the study's own connection answers everything.
        self.path = study.path
        self.private = study.private
        self._only = cursor

    @contextmanager
    def cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Give the one cursor that has the other inputs."""
        yield self._only


@contextmanager
def scenario_view(study: Study, scenario_id: int) -> Iterator[Study]:
    """Show a study as it is in a scenario, without touching it."""
    with study.cursor() as cursor:
        inputs = all_inputs(cursor)
        live = inputs[present_scenario(cursor)]
    with inputs_view(study, live, inputs[scenario_id]) as view:
        yield view


@contextmanager
def inputs_view(study: Study, live: Inputs, wanted: Inputs) -> Iterator[Study]:
    """Show a study as it would be with other inputs.

    The tables of the inputs are overlaid by temporary ones of the same name, which only this
    cursor sees; so every reader works on it, and nobody else's edits collide with it.

    Args:
        study: The study.
        live: What is in its tables.
        wanted: What is to be seen in their place.
    """
    with study.cursor() as cursor:
        for table in INPUT_TABLES:
            cursor.execute(f"CREATE TEMP TABLE {table} AS FROM main.{table}")
        write_inputs(cursor, {p: t for p, t in wanted.items() if live.get(p) != t})
        yield _View(study, cursor)
