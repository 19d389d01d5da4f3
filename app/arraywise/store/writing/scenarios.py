"""Makes, changes and removes scenarios, and puts another one in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.reading.scenarios import (
    BASE,
    all_inputs,
    base_inputs,
    kept_inputs,
    present_scenario,
)
from arraywise.store.scenario_inputs import read_inputs, write_inputs
from arraywise.store.text import plain
from arraywise.store.writing.rows import insert_rows, take_ids

if TYPE_CHECKING:
    import duckdb

    from arraywise.store.scenario_inputs import Inputs


def add_scenario(cursor: duckdb.DuckDBPyConnection, name: str) -> int:
    """Make a scenario of the inputs as they are, and put it in use; return its id."""
    (id_,) = take_ids(cursor, "scenario_id", 1)
    live = read_inputs(cursor)
    base = base_inputs(cursor, live)
    _keep(cursor, id_, {p: t for p, t in live.items() if base.get(p) != t})
    ((position,),) = cursor.execute(
        "SELECT coalesce(max(position), -1) + 1 FROM scenario"
    ).fetchall()
    insert_rows(cursor, "scenario", [(id_, plain(name), position, False)])
    use_scenario(cursor, id_)
    return id_


def use_scenario(cursor: duckdb.DuckDBPyConnection, scenario_id: int) -> None:
    """Put a scenario, or the base, in use; what was in use is kept as it is now."""
    present = present_scenario(cursor)
    if present == scenario_id:
        return
    inputs = all_inputs(cursor)
    live, base, wanted = inputs[present], inputs[BASE], inputs[scenario_id]
    if present != BASE:
        _keep(cursor, present, {p: t for p, t in live.items() if base.get(p) != t})
    _keep(cursor, BASE, {} if scenario_id == BASE else base)
    write_inputs(cursor, {p: t for p, t in wanted.items() if live.get(p) != t})
    cursor.execute(
        "UPDATE scenario SET in_use = (id = ?) WHERE in_use <> (id = ?)",
        [scenario_id, scenario_id],
    )


def _keep(cursor: duckdb.DuckDBPyConnection, scenario_id: int, inputs: Inputs) -> None:
    if kept_inputs(cursor, scenario_id) == inputs:
        return
    cursor.execute("DELETE FROM scenario_input WHERE scenario_id = ?", [scenario_id])
    insert_rows(
        cursor,
        "scenario_input",
        [(scenario_id, piece.kind, piece.key, text) for piece, text in inputs.items()],
    )


def rename_scenario(cursor: duckdb.DuckDBPyConnection, scenario_id: int, name: str) -> None:
    """Give a scenario another name."""
    cursor.execute("UPDATE scenario SET name = ? WHERE id = ?", [plain(name), scenario_id])


def remove_scenario(cursor: duckdb.DuckDBPyConnection, scenario_id: int) -> None:
    """Remove a scenario; where it was in use, the base is."""
    if present_scenario(cursor) == scenario_id:
        use_scenario(cursor, BASE)
    cursor.execute("DELETE FROM scenario WHERE id = ?", [scenario_id])
    cursor.execute("DELETE FROM scenario_input WHERE scenario_id = ?", [scenario_id])
