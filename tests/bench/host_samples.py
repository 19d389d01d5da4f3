"""Import of a long host series against DuckDB's bare `read_csv` into a table on disk."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from tests.bench.processes import compare

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bench.processes import Result

ROWS = 1_000_000
PREAMBLE = (
    '"Dstat 0.7.3 CSV output"\n'
    '"Author:","Dag Wieers <dag@wieers.com>",,,,"URL:","http://dag.wieers.com/home-made/dstat/"\n'
    '"Host:","synthetic-bench",,,,"User:","lab"\n'
    '"Cmdline:","dstat -tcdngy --output bench.csv 1",,,,"Date:","12 Oct 2026 10:00:00 UTC"\n'
    '"system","total cpu usage",,,,,"dsk/total",,"net/total",,"paging",,"system",\n'
    '"time","usr","sys","idl","wai","stl","read","writ","recv","send","in","out","int","csw"\n'
)
COLUMNS = ("usr sys idl wai stl read_b writ_b recv_b send_b page_in page_out irq csw").split()  # noqa: SIM905

_BARE = """
import sys, duckdb
connection = duckdb.connect(sys.argv[2])
columns = {"at_time": "VARCHAR"} | {name: "DOUBLE" for name in sys.argv[3].split()}
connection.execute(
    "CREATE TABLE samples AS SELECT * FROM read_csv(?, columns=?, auto_detect=false, header=false,"
    " skip=6, delim=',', quote='\\"')", [sys.argv[1], columns])
connection.close()
"""
_OURS = "from arraywise.cli import run; import sys; sys.exit(run(sys.argv[1:]))"


def write_dstat(path: Path, rows: int) -> None:
    """Write a dstat 0.7.3 file of random but plausible rows, one a second."""
    rng = np.random.Generator(np.random.PCG64(1))
    busy = rng.uniform(20, 60, rows)
    wait = rng.uniform(0, 30, rows)
    rates = rng.integers(0, 200_000_000, (rows, 8))
    start = np.datetime64("2026-10-12T10:00:00")
    with path.open("w", encoding="utf-8") as file:
        file.write(PREAMBLE)
        for i in range(rows):
            moment = str(start + i)
            file.write(
                f"{moment[8:10]}-{moment[5:7]} {moment[11:19]},{busy[i]:.3f},{busy[i] / 4:.3f},"
                f"{100 - busy[i] * 1.25 - wait[i]:.3f},{wait[i]:.3f},0,"
                + ",".join(map(str, rates[i]))
                + "\n"
            )


def measure(folder: Path) -> Result:
    """Time `arraywise import` of the file into a new study, as a whole process."""
    source = folder / f"dstat_{ROWS}.csv"
    if not source.exists():
        write_dstat(source, ROWS)
    study, database = folder / "bench.arraywise", folder / "bare.duckdb"

    def tidy() -> None:
        for path in folder.glob("bare.duckdb*"):
            path.unlink()
        for path in folder.glob("bench.arraywise*"):
            path.unlink()
        _make_study(study)

    return compare(
        f"import of {ROWS:,} dstat rows, against bare read_csv to disk",
        [sys.executable, "-c", _OURS, "import", str(study), str(source)],
        [sys.executable, "-c", _BARE, str(source), str(database), " ".join(COLUMNS)],
        pairs=5,
        before=tidy,
    )


def _make_study(path: Path) -> None:
    from arraywise.store.study import create_study

    create_study(path, name="bench").close()
