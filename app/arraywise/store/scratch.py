"""A database in memory: statistics of host samples for a look at files without a study."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.store.connection import connect, in_words, private_directory
from arraywise.store.reading.samples import SampleSeries, table_statistics
from arraywise.store.sample_loading import load_samples
from arraywise.store.sample_tables import samples_table

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator

    import duckdb

    from arraywise.domain.evidence import SampleTable
    from arraywise.domain.problems import Problem
    from arraywise.store.reading.samples import SampleStatistics

_SET_ID = 1


class Scratch:
    """Loads one table of host samples at a time and forgets it."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, private: Path) -> None:
        self._connection = connection
        self._private = private

    def look_at(
        self, table: SampleTable, data: bytes | mmap.mmap
    ) -> tuple[tuple[SampleStatistics, ...], tuple[Problem, ...]]:
        """Return the statistics of every column, and what loading the rows found."""
        columns = tuple(
            SampleSeries(i, c.name, c.instance, c.unit) for i, c in enumerate(table.columns)
        )
        loaded = load_samples(self._connection, self._private, table, data, _SET_ID)
        found = table_statistics(self._connection, _SET_ID, table.time.clock, columns)
        self._connection.execute(f"DROP TABLE {samples_table(len(columns))}")
        return found, loaded.problems


@contextmanager
def open_scratch() -> Iterator[Scratch]:
    """Open a database in memory for as long as the block lasts.

    Raises:
        UserError: When memory or disk do not suffice.
    """
    private = private_directory()
    with in_words(Path("memory")):
        connection = connect(":memory:", private)
        try:
            connection.execute("CREATE SCHEMA samples")
            yield Scratch(connection, private)
        finally:
            connection.close()
