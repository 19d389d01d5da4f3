"""One action of the user, written whole or not at all."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

import duckdb

from arraywise.domain.problems import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.store.study import Study


Cursor: TypeAlias = duckdb.DuckDBPyConnection
"""What the functions beside this module write through."""


@contextmanager
def transaction(study: Study, what: str = "edit") -> Iterator[Cursor]:
    """Give a cursor whose changes are kept together when the block ends, and dropped otherwise.

    Args:
        study: The study to change.
        what: The action in a word or two, for the study's record of changes.

    Raises:
        UserError: When the disk is full or another change collides; nothing is kept then.
    """
    moment, committing = now(), False
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


def _is_kept(study: Study, moment: datetime, what: str) -> bool:
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT 1 FROM change WHERE made_at = ? AND what = ?", [moment, what]
        ).fetchall()
    return bool(rows)


def now() -> datetime:
    """Return the moment in UTC, as the study keeps it."""
    return datetime.now(UTC).replace(tzinfo=None)
