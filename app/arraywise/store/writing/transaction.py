"""One action of the user, written whole or not at all."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import duckdb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.store.study import Study


@contextmanager
def transaction(study: Study, what: str = "edit") -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a cursor whose changes are kept together when the block ends, and dropped otherwise.

    Args:
        study: The study to change.
        what: The action in a word or two, for the study's record of changes.

    Raises:
        UserError: When the disk is full or another change collides; nothing is kept then.
    """
    with study.cursor() as cursor:
        cursor.begin()
        try:
            yield cursor
            cursor.execute("INSERT INTO change VALUES (?, ?)", [now(), what])
            cursor.commit()
        except BaseException:
            with suppress(duckdb.Error):  # a failed commit has rolled back already
                cursor.rollback()
            raise


def now() -> datetime:
    """Return the moment in UTC, as the study keeps it."""
    return datetime.now(UTC).replace(tzinfo=None)
