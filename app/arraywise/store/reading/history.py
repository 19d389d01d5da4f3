"""What can be undone and redone, and what it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.store.history import RowChange, from_text

if TYPE_CHECKING:
    import duckdb

    from arraywise.store.study import Study

KEPT = 100
"""Actions that can be undone; a few more may be there, since they are tidied away together."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of the user."""

    id: int
    what: str
    """In a word or two, as whoever did it called it."""


@dataclass(frozen=True, slots=True)
class History:
    """The actions in the order in which they can be gone back through and forth."""

    done: tuple[Step, ...] = ()
    """The last one is undone first."""
    undone: tuple[Step, ...] = ()
    """The last one is redone first."""


def read_history(study: Study) -> History:
    """Read what can be undone and redone."""
    with study.cursor() as cursor:
        return history_of(cursor)


def history_of(cursor: duckdb.DuckDBPyConnection) -> History:
    """Read the record in order: what is done is put on one pile, what is undone on the other.

    A new action forgets what was undone before.
    """
    done: list[Step] = []
    undone: list[Step] = []
    rows = cursor.execute("SELECT id, kind, step, what FROM history ORDER BY id").fetchall()
    for id_, kind, step, what in rows:
        if kind == "done":
            done.append(Step(id_, what))
            undone.clear()
        elif kind == "undone" and done and done[-1].id == step:
            undone.append(done.pop())
        elif kind == "redone" and undone and undone[-1].id == step:
            done.append(undone.pop())
    return History(tuple(done), tuple(undone))


def changes_of(cursor: duckdb.DuckDBPyConnection, step_id: int) -> tuple[RowChange, ...]:
    """Read what an action changed.

    Raises:
        UserError: When the record cannot be read.
    """
    row = cursor.execute(
        "SELECT changes FROM history WHERE id = ? AND kind = 'done'", [step_id]
    ).fetchone()
    try:
        return from_text(row[0] if row else "")
    except ValueError as error:
        message = "What this study says of its last change cannot be read; it cannot be undone."
        raise UserError(message) from error


def step_changes(study: Study, step: Step) -> tuple[RowChange, ...]:
    """Read what an action changed.

    Raises:
        UserError: When the record cannot be read.
    """
    with study.cursor() as cursor:
        return changes_of(cursor, step.id)
