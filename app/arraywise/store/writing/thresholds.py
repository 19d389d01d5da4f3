"""Keeps where the rules of the bottleneck draw their lines in a study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.thresholds import changed_names, share_of
from arraywise.store.reading.thresholds import AS_TESTED, THRESHOLD, YES
from arraywise.store.writing.study import write_setting

if TYPE_CHECKING:
    import duckdb

    from arraywise.domain.thresholds import Thresholds


def write_thresholds(cursor: duckdb.DuckDBPyConnection, thresholds: Thresholds) -> None:
    """Put these thresholds in the place of the present ones; defaults are not written."""
    cursor.execute("DELETE FROM setting WHERE starts_with(name, ?)", [THRESHOLD])
    for name in changed_names(thresholds):
        write_setting(cursor, THRESHOLD + name, repr(share_of(thresholds, name)))
    if thresholds.as_tested:
        write_setting(cursor, THRESHOLD + AS_TESTED, YES)
