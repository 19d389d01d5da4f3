"""What runs say of themselves, all of a study at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

    Told = tuple[tuple[str, str], ...]

_OWN = "SELECT run_id, name, value FROM run_attribute ORDER BY run_id, position"
_LISTS = "SELECT list_id, name, value FROM attribute_list ORDER BY list_id, position"
_OF_RUNS = "SELECT run_id, attributes FROM run_list WHERE attributes > 0"


def attributes_of_runs(cursor: duckdb.DuckDBPyConnection) -> dict[int, Told]:
    """Return the attributes of every run that has some, by its id; runs share what is the same."""
    lists = _by_first(cursor, _LISTS)
    of_runs = cursor.execute(_OF_RUNS).fetchall()
    shared = {run_id: lists[list_id] for run_id, list_id in of_runs if list_id in lists}
    return shared | _by_first(cursor, _OWN)


def _by_first(cursor: duckdb.DuckDBPyConnection, query: str) -> dict[int, Told]:
    found: dict[int, list[tuple[str, str]]] = {}
    for id_, name, value in cursor.execute(query).fetchall():
        found.setdefault(id_, []).append((name, value))
    return {id_: tuple(told) for id_, told in found.items()}


def first_told(told: Told, name: str) -> str | None:
    """Return an attribute of a run; of two of one name the first counts, as for all readers."""
    return next((value for known, value in told if known == name), None)


def seconds_told(told: Told, name: str) -> float | None:
    """Return an attribute that is a number of seconds; None where it is no number."""
    try:
        return float(first_told(told, name) or "")
    except ValueError:
        return None
