"""`make bench-archive`: how an archive grows; ratios to bare DuckDB on the same Parquet files.

The issue's size is `STUDIES=10000 SAMPLES=10000`, 100 million samples; the default is a fiftieth.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from arraywise.archive.place import Place
from arraywise.archive.push import PushedStudy, push
from arraywise.archive.query import Search, find_options, reading
from arraywise.archive.tables import COLUMNS, OpenTables, create_tables
from arraywise.archive.upkeep import tidy
from arraywise.importing.find_files import ignore_progress, is_never_stopped

if TYPE_CHECKING:
    from collections.abc import Callable

MODELS = 40
"""Of arrays; each study has one."""
_SAMPLES = """
SELECT 1::BIGINT AS run, 1::BIGINT AS sample_set,
       TIMESTAMP '2026-01-01' + to_seconds(i::BIGINT // 10) AS taken_at, 'epoch' AS clock,
       0.0 AS utc_offset_s, 'cpu_' || (i % 10) AS name, NULL::VARCHAR AS instance,
       'share' AS unit, (hash(i + $seed) % 10000)::DOUBLE / 10000 AS value, $model AS model
FROM range($count) t(i)
"""


def main(studies: int, samples: int) -> None:
    """Build an archive, and measure appending and reading before and after it is tidied."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(str(Path(folder, "archive")))
        place.create()
        create_tables(place)
        (Path(folder) / "study").write_bytes(b"x" * 1000)
        began = time.perf_counter()
        for number in range(studies):
            _push(place, Path(folder, "study"), number, samples)
        took = time.perf_counter() - began
        print(f"{studies} pushes: {took:.1f} s, {studies * samples / took:,.0f} samples/s")
        _read(place, "as pushed")
        began = time.perf_counter()
        tidied = tidy(place, ignore_progress)
        files = sum(t.files_before for t in tidied), sum(t.files_after for t in tidied)
        print(f"tidy: {time.perf_counter() - began:.1f} s, {files[0]} files to {files[1]}")
        _read(place, "tidied")
    sys.stdout.flush()
    os._exit(0)


def _push(place: Place, file: Path, number: int, samples: int) -> None:
    model = f"Array {number % MODELS}"
    option = ("A", "FC SAN", model)
    now = datetime.now(UTC).replace(tzinfo=None)
    points = [
        (
            *(1, "r.xml", "swingbench", "db1", date(2026, 1, 1), None, *option, users, None, None),
            *(users * 1.5, 0.1, *[None] * 9),
        )
        for users in range(10, 130, 10)
    ]
    pushed = PushedStudy(
        name=f"Study {number}",
        currency="EUR",
        synthetic=True,
        with_raw=False,
        file=file,
        rows={
            "files": [(1, "r.xml", "0", 1, "swingbench", "2", "read", now, *option, None, None)],
            "runs": [(1, 1, "r", True, "swingbench", None, 60.0, "db1", *option, {"scale": "1"})],
            "load_points": points,
            "prices": [],
        },
        samples=_SAMPLES,
        sample_values={"seed": number, "model": model, "count": samples},
        study=f"{number:016x}",
        content=str(number),
    )
    with duckdb.connect(":memory:") as source:
        source.execute("SET enable_progress_bar = false")
        push(place, pushed, source, ignore_progress, is_never_stopped)


def _read(place: Place, state: str) -> None:
    """Print what a reader waits for, beside bare DuckDB on the files that it read."""
    count = "SELECT count(*), sum(value) FROM host_samples JOIN studies USING (study, revision)"
    one = f"{0:016x}"
    measures: dict[str, tuple[Callable[[], object], str]] = {
        "find by model": (
            lambda: find_options(place, Search(model="Array 7", least_users=60)),
            "load_points",
        ),
        "samples of one model": (lambda: _query(place, count, {"model": "Array 7"}), ""),
        "samples of one study": (
            lambda: _query(place, f"{count} WHERE study = '{one}'", {"study": one}),
            "",
        ),
        "count of all samples": (lambda: _query(place, count, {}), "host_samples"),
    }
    bare = {
        "load_points": "SELECT model, count(*) FROM {} WHERE model = 'Array 7' GROUP BY ALL",
        "host_samples": "SELECT count(*), sum(value) FROM {}",
    }
    for name, (work, table) in measures.items():
        text = f"{state}: {name}: {_seconds(work) * 1e3:.0f} ms"
        if table:
            paths = [
                f"{place.table_path(table)}/{p.relative_to(Path(place.table_path(table)))}"
                for p in _files(place, table)
            ]
            seconds = _seconds(lambda q=bare[table], files=paths: _bare(q, files))
            text += f", bare DuckDB {seconds * 1e3:.0f} ms"
        print(text)
    log = _seconds(lambda: [OpenTables(place)[table] for table in COLUMNS])
    print(f"{state}: open the logs of {len(COLUMNS)} tables: {log * 1e3:.0f} ms")


def _files(place: Place, table: str) -> list[Path]:
    from urllib.parse import unquote

    actions = OpenTables(place)[table].get_add_actions(flatten=True)
    import arro3.core

    paths = arro3.core.Table.from_arrow(actions)["path"].to_pylist()
    return [Path(place.table_path(table), unquote(path)) for path in paths]


def _bare(query: str, files: list[str]) -> object:
    listed = ", ".join(f"'{file}'" for file in files)
    with duckdb.connect(":memory:") as connection:
        connection.execute("SET enable_progress_bar = false")
        return connection.execute(query.format(f"read_parquet([{listed}])")).fetchall()


def _query(place: Place, query: str, only: dict[str, str]) -> object:
    with reading(place, ("host_samples",), only) as connection:
        rows = connection.execute(query).fetchall()
    assert rows[0][0]
    return rows


def _seconds(work: Callable[[], object]) -> float:
    """Return the best of three, of which the first fills the system's cache."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or ("200", "10000")))
