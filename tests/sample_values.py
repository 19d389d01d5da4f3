"""Host samples as they lie in a study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.samples import TIME_COLUMN, sample_column_name, samples_table_name

if TYPE_CHECKING:
    from arraywise.store.reading.samples import SampleSet
    from arraywise.store.study import Study


def sample_rows(
    study: Study, samples: SampleSet, position: int
) -> tuple[list[float | None], list[float]]:
    """Return times (seconds since 1970, as the clock was written) and values of one column."""
    cell = sample_column_name(position)
    rows = study.rows(
        f"SELECT epoch({TIME_COLUMN}), {cell} FROM {samples_table_name(len(samples.columns))}"  # noqa: S608
        f" WHERE set_id = ? AND {cell} IS NOT NULL ORDER BY {TIME_COLUMN}, rowid",
        [samples.id],
    )
    return [time for time, _ in rows], [value for _, value in rows]
