"""One action of the user, written whole or not at all."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeAlias, cast

import duckdb

from arraywise.domain.problems import UserError
from arraywise.store.reading.history import KEPT
from arraywise.store.writing.history import TIDIED_EVERY, forget, keep_step
from arraywise.store.writing.journal import Journal
from arraywise.store.writing.moment import now

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from arraywise.store.study import Study


Cursor: TypeAlias = duckdb.DuckDBPyConnection
"""What the functions beside this module write through."""


@contextmanager
def transaction(study: Study, what: str = "edit") -> Iterator[Cursor]:
    """Give a cursor whose changes are kept together when the block ends, and dropped otherwise.

    What changed is kept too, as one step that can be undone.

    Args:
        study: The study to change.
        what: The action in a word or two, for the study's record of changes.

    Raises:
        UserError: When the disk is full or another change collides; nothing is kept then.
    """
    moment, step = now(), None
    with committed(study, what, moment) as cursor:
        journal = Journal(cursor)
        yield cast("Cursor", journal)  # it does all that writers ask of a cursor
        step = keep_step(cursor, moment, what, journal.changes())
    if step is not None and step % TIDIED_EVERY == 0:
        tidy_up(study)


def tidy_up(study: Study) -> None:
    """Forget old steps; where somebody else is at it, or there is no room, it is done later."""
    with suppress(UserError):
        forget_steps(study, KEPT)


def forget_steps(study: Study, kept: int = 0) -> None:
    """Forget all steps but the last ones; that is no change of the study.

    Raises:
        UserError: When the disk is full, or somebody else is at it.
    """
    with study.cursor() as cursor:
        cursor.begin()
        try:
            forget(cursor, kept)
            cursor.commit()
        except BaseException:
            with suppress(duckdb.Error):
                cursor.rollback()
            raise


@contextmanager
def committed(study: Study, what: str, moment: datetime) -> Iterator[Cursor]:
    """As `transaction`, but nothing is kept for undoing it.

    Raises:
        StudyDisplaced: When the study's file is not where it was opened: looked for before, so
            that nothing is changed in vain, and after, so that nothing is called saved.
        UserError: When the disk is full or another change collides; nothing is kept then.
    """
    study.check_place()
    committing = False
    try:
        with study.cursor() as cursor:
            cursor.begin()
            try:
                yield cursor
                cursor.execute("INSERT INTO change VALUES (?, ?)", [moment, what])
                committing = True
                cursor.commit()
            except BaseException:
                with suppress(duckdb.Error):  # a failed commit has rolled back already
                    cursor.rollback()
                raise
    except UserError:
        # With no space left to fold the log into the file, a commit fails that is in the log.
        if not (committing and _is_kept(study, moment, what)):
            raise
    study.check_place()


def _is_kept(study: Study, moment: datetime, what: str) -> bool:
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT 1 FROM change WHERE made_at = ? AND what = ?", [moment, what]
        ).fetchall()
    return bool(rows)
