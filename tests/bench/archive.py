"""`make bench-archive`: how an archive grows; ratios to bare DuckDB on the same Parquet files.

The issue's size is `STUDIES=10000 SAMPLES=10000`, 100 million samples; the default is a fiftieth.
"""
# ruff: noqa: S608 - own words

from __future__ import annotations

import os
import sys
import tempfile
import time
from contextlib import contextmanager
from datetime import UTC, date, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
from arro3.core import RecordBatchReader, Table
from deltalake import CommitProperties, Transaction, write_deltalake

from arraywise.archive.place import Archive
from arraywise.archive.push import PushedStudy, StudyFile, digest_samples, push_revision
from arraywise.archive.tables import (
    COLUMNS,
    OpenTables,
    Search,
    create_tables,
    find_options,
    query_connection,
)
from arraywise.archive.upkeep import tidy_archive
from arraywise.domain.messages import ignore_progress, is_never_stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BYTES = b"study"
_FILE = sha256(_BYTES).hexdigest()
_MORE = count()
MODELS = 40
"""Of arrays; each study has one."""
_PUSHED = 100
"""Studies that are pushed one by one; what is more is written in commits of as many before."""
_SAMPLES = f"""
SELECT {{key}}1::BIGINT AS run, 1::BIGINT AS sample_set,
       TIMESTAMP '2026-01-01' + to_seconds(i::BIGINT // 10) AS taken_at, 'epoch' AS clock,
       0.0 AS utc_offset_s, 'cpu_' || (i % 10) AS name, NULL::VARCHAR AS instance,
       'share' AS unit, (hash(i + n) % 10000)::DOUBLE / 10000 AS value,
       'Array ' || (n % {MODELS}) AS model, 'FC SAN' AS architecture
FROM range($first, $end) s(n), range($count) t(i)
"""
_KEY = "printf('%016x', n) AS study, 1::BIGINT AS revision, "
_OPTION = f"'A', 'FC SAN', 'Array ' || (n % {MODELS})"
_NO_MAP = "MAP([]::VARCHAR[], []::{}[])"
_FILLED = {
    "files": f"SELECT {_KEY} 1, 'r.xml', '0', 1, 'swingbench', '2', 'read', now()::TIMESTAMP,"
    f" {_OPTION}, NULL, NULL, now()::TIMESTAMP FROM range($first, $end) s(n)",
    "runs": f"SELECT {_KEY} 1, 1, 'r', true, 'swingbench', NULL, 60, 'db1', {_OPTION},"
    f" {_NO_MAP.format('VARCHAR')} FROM range($first, $end) s(n)",
    "load_points": f"SELECT {_KEY} 1, 'r.xml', 'swingbench', 'db1', DATE '2026-01-01', NULL,"
    f" {_OPTION}, u, NULL, NULL, u * 1.5, 0.1, {', '.join(['NULL'] * 9)}"
    " FROM range($first, $end) s(n), range(10, 130, 10) t(u)",
    "host_samples": _SAMPLES.format(key=_KEY),
    "studies": f"SELECT {_KEY} n::VARCHAR, 'Study ' || n, 'EUR', true, false, false, 'none',"
    " [{'name': 'A', 'architecture': 'FC SAN',"
    f" 'model': 'Array ' || (n % {MODELS}), 'tools': ['swingbench'], 'files': 1, 'points': 12}}],"
    f" now()::TIMESTAMP, 'bench', '{_FILE}', 5, {_NO_MAP.format('BIGINT')},"
    f" {_NO_MAP.format('VARCHAR')} FROM range($first, $end) s(n)",
}


def main(studies: int, samples: int) -> None:
    """Build an archive, and measure appending and reading before and after it is tidied."""
    with tempfile.TemporaryDirectory() as folder:
        place = Archive(str(Path(folder, "archive")))
        place.create()
        create_tables(place)
        place.store_bytes(_FILE, _BYTES)
        opened = OpenTables(place)
        alone = max(studies - _PUSHED, 0)
        _fill(opened, alone, samples)
        began = time.perf_counter()
        for number in range(alone, studies):
            _push(opened, number, samples)
        took = time.perf_counter() - began
        count = studies - alone
        print(f"{count} pushes: {took:.1f} s, {count * samples / took:,.0f} samples/s")
        again = _seconds(lambda: _push(OpenTables(place), studies + next(_MORE), samples))
        print(f"a push that opens all tables itself: {again * 1e3:.0f} ms")
        _read(place, "as pushed")
        began = time.perf_counter()
        tidied = tidy_archive(place, ignore_progress)
        files = sum(t.files_before for t in tidied), sum(t.files_after for t in tidied)
        print(f"tidy: {time.perf_counter() - began:.1f} s, {files[0]} files to {files[1]}")
        _read(place, "tidied")
    sys.stdout.flush()
    os._exit(0)


def _fill(opened: OpenTables, studies: int, samples: int) -> None:
    """Write studies, many in a commit, with what the log keeps of as many pushes."""
    began = time.perf_counter()
    with duckdb.connect(":memory:") as source:
        source.execute("SET enable_progress_bar = false")
        for first in range(0, studies, _PUSHED):
            values = {"first": first, "end": min(first + _PUSHED, studies)}
            transactions = [Transaction(f"{n:016x}", 1) for n in range(*values.values())]
            for table, query in _FILLED.items():
                more = {"count": samples} if table == "host_samples" else {}
                source.execute(f"CREATE OR REPLACE TABLE {table} ({COLUMNS[table]})")
                source.execute(f"INSERT INTO {table} {query}", values | more)
                write_deltalake(
                    *(opened[table], RecordBatchReader.from_stream(source.table(table))),
                    mode="append",
                    schema_mode="merge",
                    commit_properties=CommitProperties(app_transactions=transactions),
                )
    took = time.perf_counter() - began
    print(f"{studies} studies in bulk: {took:.1f} s, {studies * samples / took:,.0f} samples/s")


def _option_of(model: str) -> dict[str, object]:
    known = {"name": "A", "architecture": "FC SAN", "model": model}
    return known | {"tools": ["swingbench"], "files": 1, "points": 12}


def _push(opened: OpenTables, number: int, samples: int) -> None:
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
    statement = _SAMPLES.format(key="")
    values = {"first": number, "end": number + 1, "count": samples}
    pushed = PushedStudy(
        name=f"Study {number}",
        currency="EUR",
        synthetic=True,
        with_raw=False,
        wait_for_study_file=lambda: StudyFile(_FILE, len(_BYTES)),
        rows={
            "files": [(1, "r.xml", "0", 1, "swingbench", "2", "read", now, *option, None, None)],
            "runs": [(1, 1, "r", True, "swingbench", None, 60.0, "db1", *option, {"scale": "1"})],
            "load_points": points,
            "prices": [],
        },
        samples=statement,
        sample_values=values,
        samples_digest=lambda: digest_samples(_source, statement, values, f"{number:016x}"),
        study=f"{number:016x}",
        content=str(number),
        last_change="none",
        options=[_option_of(model)],
    )
    push_revision(opened, pushed, _source, ignore_progress, is_never_stopped)


@contextmanager
def _source() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(":memory:") as source:
        source.execute("SET enable_progress_bar = false")
        yield source


def _read(place: Archive, state: str) -> None:
    """Print what a reader waits for, beside bare DuckDB on the files that it read."""
    every = "SELECT count(*), sum(value) FROM host_samples JOIN studies USING (study, revision)"
    one = f"{0:016x}"
    measures: dict[str, tuple[Callable[[], object], str]] = {
        "find by model": (
            lambda: find_options(place, Search(model="Array 7", least_users=60)),
            "load_points",
        ),
        "samples of one model": (
            lambda: _query(place, f"{every} WHERE model = 'Array 7'", {"model": "Array 7"}),
            "",
        ),
        "samples of one study": (
            lambda: _query(place, f"{every} WHERE study = '{one}'", {"study": one}),
            "",
        ),
        "count of all samples": (lambda: _query(place, every, {}), "host_samples"),
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


def _files(place: Archive, table: str) -> list[Path]:
    from urllib.parse import unquote

    actions = OpenTables(place)[table].get_add_actions(flatten=True)
    paths = Table.from_arrow(actions)["path"].to_pylist()
    return [Path(place.table_path(table), unquote(path)) for path in paths]


def _bare(query: str, files: list[str]) -> object:
    listed = ", ".join(f"'{file}'" for file in files)
    with duckdb.connect(":memory:") as connection:
        connection.execute("SET enable_progress_bar = false")
        return connection.execute(query.format(f"read_parquet([{listed}])")).fetchall()


def _query(place: Archive, query: str, only: dict[str, str]) -> object:
    with query_connection(place, ("host_samples",), only) as connection:
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
