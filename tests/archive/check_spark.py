"""`make archive-spark`: Spark counts the same rows of an archive as this program does.

Spark fetches Delta Lake by Maven; where it may not, `ARRAYWISE_SPARK_JARS` names a folder of jars.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from arraywise.archive.place import Place, open_place
from arraywise.archive.query import reading
from arraywise.archive.tables import COLUMNS, STUDIES, create_tables
from arraywise.archive.upkeep import tidy
from arraywise.importing.find_files import ignore_progress
from arraywise.usecases.create_sample import build_sample_study
from arraywise.usecases.push_study import PushRequest, push_study

_DELTA = "io.delta:delta-spark_4.2_2.13:4.4.0"
_SUMS = {"load_points": "users", "host_samples": "value", "prices": "unit_price"}


def main() -> None:
    """Push a study twice, tidy between, and compare counts and sums."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(str(Path(folder, "archive")))
        place.create()
        create_tables(place)
        study = Path(folder, "study.arraywise")
        build_sample_study(study, "worked-example").close()
        push_study(study, place.name, PushRequest(models=("Array 7",)))
        tidy(place, ignore_progress)
        push_study(study, place.name, PushRequest(models=("Array 8",)))
        ours = {table: _count(place, table) for table in COLUMNS}
        theirs = _counts_of_spark(place.name)
    for table, counted in ours.items():
        print(f"{table}: {counted}, Spark {theirs[table]}")
    sys.stdout.flush()
    os._exit(0 if ours == theirs else 1)


def _query(table: str) -> str:
    total = f"CAST(sum({_SUMS[table]}) AS DOUBLE)" if table in _SUMS else "CAST(0 AS DOUBLE)"
    join = "" if table == STUDIES else " JOIN studies USING (study, revision)"
    return f"SELECT count(*), round({total}, 3) FROM {table}{join}"  # noqa: S608 - own words


def _count(place: Place, table: str) -> tuple[int, float]:
    tables = () if table == STUDIES else (table,)
    with reading(open_place(place.name), tables) as connection:
        ((count, total),) = connection.execute(_query(table)).fetchall()
    return int(count), float(total)


def _counts_of_spark(place: str) -> dict[str, tuple[int, float]]:
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
    rows = {table: spark.sql(_query(table)).collect()[0] for table in COLUMNS}
    spark.stop()
    return {table: (int(row[0]), float(row[1])) for table, row in rows.items()}


if __name__ == "__main__":
    main()
