"""A recording of any length in a study, for what shows or aggregates it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.samples import TIME_COLUMN, samples_table_name
from arraywise.store.study import create_study
from arraywise.usecases.import_files import import_files
from tests.bench.host_samples import write_dstat

if TYPE_CHECKING:
    from pathlib import Path

_SHORT = 1_000


def make_recording(folder: Path, rows: int) -> Path:
    """Return a study with one dstat recording of so many rows, one a second.

    A thousand rows are imported; the others repeat them at later times, since a file of ten
    million rows takes a minute to write.
    """
    path = folder / f"recording_{rows}.arraywise"
    if path.exists():
        return path
    source = folder / f"dstat_{_SHORT}.csv"
    write_dstat(source, _SHORT)
    with create_study(path, name="Bench") as study:
        import_files(study, [source], option="NAS")
        with study.cursor() as cursor:
            ((set_id, count),) = cursor.execute(
                "SELECT s.id, (SELECT count(*) FROM sample_column c WHERE c.set_id = s.id)"
                " FROM sample_set s"
            ).fetchall()
            table = samples_table_name(count)
            cursor.execute(
                f"INSERT INTO {table} SELECT x.* REPLACE"  # noqa: S608
                f" (x.{TIME_COLUMN} + to_seconds(n * ?) AS {TIME_COLUMN})"
                f" FROM range(1, ?) AS r(n), {table} x ORDER BY n, x.{TIME_COLUMN}",
                [_SHORT, rows // _SHORT],
            )
            cursor.execute(
                "UPDATE sample_set SET row_count = ?,"  # noqa: S608
                f" last_at = (SELECT max({TIME_COLUMN}) FROM {table} WHERE set_id = ?)",
                [rows, set_id],
            )
    return path
