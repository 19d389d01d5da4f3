"""Rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter

from tests.conftest import ROOT

QUIET_FLOORS = (
    "domain",
    "importers",
    "store",
    "analysis",
    "present",
    "importing",
    "worksheets",
    "report",
    "archive",
    "usecases",
    "cli",
)
HEAVY = (
    "deltalake",
    "obstore",
    "scipy",
    "ironcalc",
    "reportlab",
    "xlsxwriter",
    "openpyxl",
    "pyqtgraph",
)


def _loaded_by(statement: str) -> set[str]:
    program = f"{statement}; import sys; print('\\n'.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return {name.partition(".")[0] for name in run.stdout.split()}


def _modules_of(floor: str) -> str:
    names = [
        ".".join(p.relative_to(ROOT / "app").with_suffix("").parts).removesuffix(".__init__")
        for p in sorted((ROOT / "app" / "arraywise" / floor).rglob("*.py"))
    ]
    return "import " + ", ".join(names)


def test_a_quiet_floor_never_loads_qt() -> None:
    """All in one process; `lint-imports` names the module."""
    statement = "; ".join(map(_modules_of, QUIET_FLOORS))
    assert not _loaded_by(statement) & {"PySide6", "shiboken6", "pyqtgraph"}


def test_the_command_line_starts_light() -> None:
    assert not _loaded_by("import arraywise.cli") & {*HEAVY, "duckdb", "numpy", "lxml"}


def test_heavy_libraries_come_late() -> None:
    statement = "import arraywise.usecases.decide_study, arraywise.usecases.export_documents"
    assert not _loaded_by(statement) & set(HEAVY)


def test_no_address_of_a_package_registry_stands_in_the_tree() -> None:
    hosts = ("pypi" + ".org", "pythonhosted" + ".org", "deb.debian" + ".org", "index" + "-url =")
    tracked = subprocess.run(
        ["git", "ls-files"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split("\n")
    texts = {
        name: (ROOT / name).read_bytes() for name in tracked if name and (ROOT / name).is_file()
    }
    result = [name for name, text in texts.items() if any(h.encode() in text for h in hosts)]
    assert not result


def test_a_class_name_stands_for_one_thing() -> None:
    """A name that means two things is found twice by whoever searches for it."""
    names = Counter(
        name
        for path in (ROOT / "app").rglob("*.py")
        for name in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_a_folder_says_in_a_sentence_what_lives_there() -> None:
    """Merged and moved packages were left with their bare name as docstring."""
    faces = {
        path.parent.name: ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        for path in (ROOT / "app").rglob("__init__.py")
    }
    assert [name for name, text in faces.items() if len(text.split()) < 4] == []
