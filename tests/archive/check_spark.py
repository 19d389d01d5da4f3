"""`make archive-spark`: Spark counts the same rows of an archive as this program does.

Spark fetches Delta Lake by Maven; where it may not, `ARRAYWISE_SPARK_JARS` names a folder of jars.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from math import isclose
from pathlib import Path

from arraywise.archive.place import Archive, open_archive
from arraywise.archive.tables import COLUMNS, STUDIES, create_tables, query_connection
from arraywise.archive.upkeep import tidy_archive
from arraywise.domain.messages import Stopped, ignore_progress
from arraywise.usecases.create_sample import build_sample_study
from arraywise.usecases.push_study import PushRequest, push_study

_DELTA = "io.delta:delta-spark_4.2_2.13:4.4.0"
_FIND = """
SELECT s.name, p.architecture, p.model, max(p.users), count(*)
FROM load_points p JOIN studies s USING (study, revision) WHERE p.users >= 60
GROUP BY s.name, p.architecture, p.model ORDER BY 1, 2, 3"""
_SUMS = {"load_points": "users", "host_samples": "value", "prices": "unit_price"}


def main() -> None:
    """Push a study twice, tidy between, begin to push it again, and compare what is counted."""
    with tempfile.TemporaryDirectory() as folder:
        place = Archive(str(Path(folder, "archive")))
        place.create()
        create_tables(place)
        study = Path(folder, "study.arraywise")
        build_sample_study(study, "worked-example").close()
        push_study(study, place.name, PushRequest(models=("Array 7",)))
        tidy_archive(place, ignore_progress)
        push_study(study, place.name, PushRequest(models=("Array 8",)))
        with suppress(Stopped):  # its rows are there, and no reader counts them
            asked = iter((False, True))
            request = PushRequest(models=("Array 9",))
            push_study(study, place.name, request, stopped=lambda: next(asked))
        ours = {query: _ours(place, query) for query in _queries()}
        theirs = _by_spark(place.name)
    for query, rows in ours.items():
        print(f"{query}\n    {rows}\n    Spark {theirs[query]}")
    sys.stdout.flush()
    os._exit(0 if all(_is_same(ours[query], theirs[query]) for query in ours) else 1)


def _is_same(ours: list[tuple[object, ...]], theirs: list[tuple[object, ...]]) -> bool:
    """Compare rows; sums of floats depend on the order in their last digits."""
    pairs = [pair for rows in zip(ours, theirs, strict=True) for pair in zip(*rows, strict=True)]
    return all(
        isclose(a, b, rel_tol=1e-12) if isinstance(a, float) and isinstance(b, float) else a == b
        for a, b in pairs
    )


def _queries() -> list[str]:
    result = []
    for table in COLUMNS:
        total = f"CAST(sum({_SUMS[table]}) AS DOUBLE)" if table in _SUMS else "CAST(0 AS DOUBLE)"
        join = "" if table == STUDIES else " JOIN studies USING (study, revision)"
        result.append(f"SELECT count(*), round({total}, 3) FROM {table}{join}")  # noqa: S608
    return [*result, "SELECT count(*) FROM host_samples", _FIND]


def _ours(place: Archive, query: str) -> list[tuple[object, ...]]:
    tables = [table for table in COLUMNS if table != STUDIES]
    with query_connection(open_archive(place.name), tables) as connection:
        return connection.execute(query).fetchall()


def _by_spark(place: str) -> dict[str, list[tuple[object, ...]]]:
    from pyspark.sql import SparkSession

    builder = (
        SparkSession.builder.master("local[2]")
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog"
        )
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.databricks.delta.snapshotPartitions", "1")
    )
    jars = os.environ.get("ARRAYWISE_SPARK_JARS")
    if jars:
        files = ",".join(str(jar) for jar in sorted(Path(jars).glob("*.jar")))
        builder = builder.config("spark.jars", files)
    else:
        builder = builder.config("spark.jars.packages", _DELTA)
    spark = builder.getOrCreate()
    for table in COLUMNS:
        path = f"{place}/{table}"
        spark.read.format("delta").load(path).createOrReplaceTempView(table)
    rows = {each: [tuple(row) for row in spark.sql(each).collect()] for each in _queries()}
    spark.stop()
    return rows


if __name__ == "__main__":
    main()
