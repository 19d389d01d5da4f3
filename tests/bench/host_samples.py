"""Import of a long host series against DuckDB's bare `read_csv` into a table on disk."""

from __future__ import annotations

import sys
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.units import MIB
from tests.bench import ceilings
from tests.bench.imports import NEW_STUDY, OURS, python
from tests.bench.processes import Result, compare, cost_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bench.processes import Cost

ROWS = 1_000_000
_AT_ONCE = 100_000
GIB = 1024 * MIB
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


def write_dstat(path: Path, rows: int) -> None:
    """Write a dstat 0.7.3 file of random but plausible rows, one a second."""
    import numpy as np  # here: the bench itself stays small

    rng = np.random.Generator(np.random.PCG64(1))
    start = np.datetime64("2026-10-12T10:00:00")
    with path.open("w", encoding="utf-8") as file:
        file.write(PREAMBLE)
        for first in range(0, rows, _AT_ONCE):
            busy, wait = rng.uniform(20, 60, _AT_ONCE), rng.uniform(0, 30, _AT_ONCE)
            rates = rng.integers(0, 200_000_000, (_AT_ONCE, 8))
            for i in range(min(_AT_ONCE, rows - first)):
                moment = str(start + first + i)
                file.write(
                    f"{moment[8:10]}-{moment[5:7]} {moment[11:19]},"
                    f"{busy[i]:.3f},{busy[i] / 4:.3f},"
                    f"{100 - busy[i] * 1.25 - wait[i]:.3f},{wait[i]:.3f},0,"
                    + ",".join(map(str, rates[i]))
                    + "\n"
                )


def measure(folder: Path) -> Result:
    """Time `arraywise import` of the file into a new study, as a whole process."""
    source, database = source_of(folder, ROWS), folder / "bare.duckdb"
    return compare(
        f"import of {ROWS:,} dstat rows, against bare read_csv to disk",
        import_into(folder / "bench.arraywise", source),
        [sys.executable, "-c", _BARE, str(source), str(database), " ".join(COLUMNS)],
        pairs=5,
        before=lambda: tidy(folder),
        ceiling=ceilings.DSTAT,
    )


def measure_long(folder: Path) -> Result:
    """Time a file of ten times the rows, row for row against the shorter one.

    Raises:
        RuntimeError: When it takes a gibibyte of memory.
    """
    costs: list[tuple[Cost, Cost]] = []
    for _ in range(3):
        pair = []
        for rows in (10 * ROWS, ROWS):
            tidy(folder)
            pair.append(
                cost_of(import_into(folder / "bench.arraywise", source_of(folder, rows)), {})
            )
        costs.append((pair[0], pair[1]))
    peak_bytes = max(long.peak_bytes for long, _ in costs)
    if peak_bytes >= GIB:
        message = f"the peak was {peak_bytes / GIB:.2f} GiB"
        raise RuntimeError(message)
    return Result(
        name=f"{10 * ROWS:,} rows, per million, against {ROWS:,}; {peak_bytes / GIB:.2f} GiB",
        value=median(long.wall_s / 10 for long, _ in costs),
        unit="s",
        reference=median(short.wall_s for _, short in costs),
        ratio=median(long.wall_s / 10 / short.wall_s for long, short in costs),
        cpu_ratio=median(long.cpu_s / 10 / short.cpu_s for long, short in costs),
        memory_ratio=median(long.peak_bytes / short.peak_bytes for long, short in costs),
    )


def import_into(study: Path, source: Path) -> list[str]:
    """Compose the command that imports a file."""
    return [sys.executable, "-c", OURS, "import", str(study), str(source)]


def source_of(folder: Path, rows: int) -> Path:
    """Lay out a file of so many rows."""
    source = folder / f"dstat_{rows}.csv"
    if not source.exists():
        python(
            "import sys; from pathlib import Path;"
            " from tests.bench.host_samples import write_dstat;"
            " write_dstat(Path(sys.argv[1]), int(sys.argv[2]))",
            *(str(source), str(rows)),
        )
    return source


def tidy(folder: Path) -> None:
    """Make room for the next run."""
    for path in (*folder.glob("bare.duckdb*"), *folder.glob("bench.arraywise*")):
        path.unlink()
    python(NEW_STUDY, str(folder / "bench.arraywise"))
