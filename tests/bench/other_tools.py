"""The million rows of dstat opened by other programs, where they are installed.

`ARRAYWISE_BENCH_OTHERS` may name a folder of programs (`bin` of a virtual environment with pandas
and VisiData), so that these need not be installed beside Arraywise.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.bench.host_samples import ROWS, import_into, source_of, tidy
from tests.bench.processes import compare

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.bench.processes import Result

_FOLDER = os.environ.get("ARRAYWISE_BENCH_OTHERS")
_PANDAS = (
    "import sys, pandas;"
    " pandas.read_csv(sys.argv[1], skiprows=5, index_col=False).to_pickle(sys.argv[2])"
)


def measure_pandas(folder: Path) -> Result | None:
    """Read with pandas and keep the table as it keeps tables."""
    python = _program("python3") if _FOLDER else sys.executable
    if python is None or not _has_pandas(python):
        _say_absent("pandas")
        return None
    target = str(folder / "bare.duckdb.pandas")
    return _compare(
        folder, "pandas", [python, "-c", _PANDAS, str(source_of(folder, ROWS)), target]
    )


def measure_visidata(folder: Path) -> Result | None:
    """Read with VisiData and write a table of its own."""
    program = _program("vd")
    if program is None:
        _say_absent("VisiData")
        return None
    target = str(folder / "bare.duckdb.vds")
    return _compare(
        folder, "VisiData", [program, "-b", str(source_of(folder, ROWS)), "-o", target]
    )


def measure_libreoffice(folder: Path) -> Result | None:
    """Turn into a spreadsheet of LibreOffice Calc, which has room for 48,576 rows more."""
    program = _program("soffice")
    if program is None:
        _say_absent("LibreOffice")
        return None
    convert = [program, "--headless", "--convert-to", "ods", "--outdir", str(folder / "office")]
    return _compare(folder, "LibreOffice", [*convert, str(source_of(folder, ROWS))])


def _compare(folder: Path, name: str, command: Sequence[str]) -> Result:
    return compare(
        f"import of {ROWS:,} dstat rows, against {name}",
        import_into(folder / "bench.arraywise", source_of(folder, ROWS)),
        command,
        pairs=1,
        before=lambda: tidy(folder),
        warm_up=False,
    )


def _has_pandas(python: str) -> bool:
    tried = subprocess.run([python, "-c", "import pandas"], check=False, capture_output=True)
    return tried.returncode == 0


def _program(name: str) -> str | None:
    return shutil.which(name, path=_FOLDER) or shutil.which(name)


def _say_absent(name: str) -> None:
    print(f"{name} is not installed: not measured.")
