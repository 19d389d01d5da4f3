"""The million rows of dstat opened by other programs, where they are installed."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tests.bench.host_samples import ROWS, import_into, source_of, tidy
from tests.bench.processes import compare

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.bench.processes import Result

_PANDAS = (
    "import sys, pandas;"
    " pandas.read_csv(sys.argv[1], skiprows=5, index_col=False).to_pickle(sys.argv[2])"
)


def measure_pandas(folder: Path) -> Result | None:
    """Read with pandas and keep the table as it keeps tables."""
    if find_spec("pandas") is None:
        _say_absent("pandas")
        return None
    target = str(folder / "bare.duckdb.pandas")
    return _compare(
        folder, "pandas", [sys.executable, "-c", _PANDAS, str(source_of(folder, ROWS)), target]
    )


def measure_visidata(folder: Path) -> Result | None:
    """Read with VisiData and write a table of its own."""
    program = shutil.which("vd")
    if program is None:
        _say_absent("VisiData")
        return None
    target = str(folder / "bare.duckdb.vds")
    return _compare(
        folder, "VisiData", [program, "-b", str(source_of(folder, ROWS)), "-o", target]
    )


def measure_libreoffice(folder: Path) -> Result | None:
    """Turn into a spreadsheet of LibreOffice Calc, which has room for 48,576 rows more."""
    program = shutil.which("soffice")
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


def _say_absent(name: str) -> None:
    print(f"{name} is not installed: not measured.")
