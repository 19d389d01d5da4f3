"""Import of thousands of small files, against a bare script; and again, when they are known."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.bench import ceilings
from tests.bench.many_files import FILES
from tests.bench.processes import compare

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bench.processes import Result

OURS = "from arraywise.__main__ import main; main()"
"""What the command `arraywise` does."""
NEW_STUDY = (
    "import sys; from pathlib import Path; from arraywise.store.study import create_study;"
    " create_study(Path(sys.argv[1]), name='bench').close()"
)
_READ = """
import hashlib, sys
from pathlib import Path
files = []
for path in sorted(p for p in Path(sys.argv[1]).rglob("*") if p.is_file()):
    data = path.read_bytes()
    files.append((path.name, hashlib.sha256(data).hexdigest(), data))
"""
_KEEPS = " that keeps bytes"
_INSERT = """
import duckdb
connection = duckdb.connect(sys.argv[2])
connection.execute("CREATE TABLE file (name VARCHAR, sha256 VARCHAR, size BIGINT)")
connection.execute("CREATE TABLE figure (file BIGINT, line BIGINT, name VARCHAR, value DOUBLE)")
connection.execute("CREATE TABLE reading (file BIGINT, times BLOB, rates BLOB)")
connection.begin()
for table, rows in (
    ("file", [(name, digest, len(data)) for name, digest, data in files]),
    ("figure", figures),
    ("reading", readings),
):
    if rows:
        with connection.appender(table) as appender:
            appender.append_rows(rows)
connection.commit()
connection.close()
"""
_KEEP = """
import zlib
connection = duckdb.connect(sys.argv[2])
connection.execute("CREATE TABLE raw (file BIGINT, bytes BLOB)")
with connection.appender("raw") as appender:
    appender.append_rows([(i, zlib.compress(data, 3)) for i, (_, _, data) in enumerate(files)])
connection.close()
"""
_BARE_ORION = (
    _READ
    + r"""
import re
FIGURE = re.compile(
    r"^(?P<best>(?:Maximum|Minimum) [\w ]+)=(?P<value>[\d.]+)|(?P<name>avg|min|max|std dev)="
    r"(?P<latency>[\d.]+)|(?P<end>\n)", re.MULTILINE)
figures, readings = [], []
for number, (_, _, data) in enumerate(files):
    line = 1
    for match in FIGURE.finditer(data.decode()):
        if match["end"]:
            line += 1
        else:
            name, value = match["best"] or match["name"], match["value"] or match["latency"]
            figures.append((number, line, name, float(value)))
"""
    + _INSERT
)
_BARE_SWINGBENCH = (
    _READ
    + r"""
from array import array
from lxml import etree
figures, readings = [], []
def add(number, element, prefix=""):
    try:
        value = float(element.text)
    except (TypeError, ValueError):
        return
    figures.append((number, element.sourceline, prefix + etree.QName(element).localname, value))
for number, (_, _, data) in enumerate(files):
    for part in etree.fromstring(data):
        for child in part:
            name = etree.QName(child).localname
            if name == "Result":
                for grandchild in child:
                    add(number, grandchild, child.get("id") + ".")
            elif name == "TPSReadings":
                cells = [float(cell) for cell in child.text.split(",") if cell.strip()]
                readings.append(
                    (number, array("d", cells[::2]).tobytes(), array("d", cells[1::2]).tobytes()))
            else:
                add(number, child)
"""
    + _INSERT
)


def measure_orion(folder: Path) -> Result:
    """Time the import of summaries into a new study, as a whole process."""
    return _measure(folder, "orion", "ORION summaries", _BARE_ORION)


def measure_swingbench(folder: Path) -> Result:
    """Time the import of XML results into a new study, as a whole process."""
    return _measure(folder, "swingbench", "Swingbench XML files", _BARE_SWINGBENCH)


def measure_mixed(folder: Path) -> Result:
    """Time the import of small files of all tools, against reading and hashing them."""
    source = _arrange_widgets(folder) / "mixed"
    study = folder / "mixed.arraywise"

    def tidy() -> None:
        for path in folder.glob("mixed.arraywise*"):
            path.unlink()
        python(NEW_STUDY, str(study))

    return compare(
        f"import of {2 * FILES:,} mixed small files, against reading and hashing them",
        [sys.executable, "-c", OURS, "import", str(study), str(source)],
        [sys.executable, "-c", _READ, str(source)],
        pairs=1,
        before=tidy,
        ceiling=ceilings.MIXED,
    )


def measure_orion_kept(folder: Path) -> Result:
    """As `measure_orion`, with a script that keeps the files' bytes too, as the import does."""
    bare = _BARE_ORION + _KEEP
    return _measure(folder, "orion", "ORION summaries", bare, _KEEPS, ceilings.ORION)


def measure_swingbench_kept(folder: Path) -> Result:
    """As `measure_swingbench`, with a script that keeps the files' bytes too."""
    bare = _BARE_SWINGBENCH + _KEEP
    return _measure(
        folder, "swingbench", "Swingbench XML files", bare, _KEEPS, ceilings.SWINGBENCH
    )


def measure_again(folder: Path) -> Result:
    """Time the import of a folder that is in the study already, against reading and hashing it."""
    source = _arrange_widgets(folder) / "swingbench"
    study = folder / "again.arraywise"
    for path in folder.glob("again.arraywise*"):
        path.unlink()
    python(NEW_STUDY, str(study))
    python(OURS, "import", str(study), str(source))
    return compare(
        f"re-import of {FILES:,} unchanged files, against reading and hashing them",
        [sys.executable, "-c", OURS, "import", str(study), str(source)],
        [sys.executable, "-c", _READ, str(source)],
        pairs=3,
        ceiling=ceilings.AGAIN,
    )


def python(script: str, *arguments: str) -> None:
    """Prepare something in a process of its own: what is measured inherits its parent's peak."""
    subprocess.run(
        [sys.executable, "-c", script, *arguments], check=True, stdout=subprocess.DEVNULL
    )


def _measure(
    folder: Path,
    kind: str,
    files: str,
    bare: str,
    does: str = "",
    ceiling: ceilings.Ceiling | None = None,
) -> Result:
    source = _arrange_widgets(folder) / kind
    study, database = folder / "bench.arraywise", folder / "bare.duckdb"

    def tidy() -> None:
        for path in (*folder.glob("bare.duckdb*"), *folder.glob("bench.arraywise*")):
            path.unlink()
        python(NEW_STUDY, str(study))

    return compare(
        f"import of {FILES:,} {files}, against a bare script{does}",
        [sys.executable, "-c", OURS, "import", str(study), str(source)],
        [sys.executable, "-c", bare, str(source), str(database)],
        pairs=3,
        before=tidy,
        ceiling=ceiling,
    )


def _arrange_widgets(folder: Path) -> Path:
    target = folder / "many"
    if len(list(target.glob("swingbench/*"))) < FILES:
        python("import runpy; runpy.run_module('tests.bench.many_files', run_name='__main__')",
               str(target))  # fmt: skip
    return target
