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


LATE_ROOMS = ("importers", "importing", "report", "archive")
"""Rooms of which the first page of the window shows nothing."""


def _modules_loaded_by(statement: str) -> set[str]:
    program = f"{statement}; import sys; print('\\n'.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(run.stdout.split())


def _loaded_by(statement: str) -> set[str]:
    return {name.partition(".")[0] for name in _modules_loaded_by(statement)}


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


def test_the_window_starts_without_what_its_first_page_does_not_show() -> None:
    rooms = tuple(f"arraywise.{room}" for room in LATE_ROOMS)
    loaded = _modules_loaded_by("import arraywise.launch")
    assert [name for name in sorted(loaded) if name.startswith(rooms)] == []
    assert not {name.partition(".")[0] for name in loaded} & ({*HEAVY, "lxml"} - {"pyqtgraph"})


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


_SENTENCES_ARE_THE_MATTER = {
    *("domain/messages.py", "domain/claims.py", "present/language.py", "gui/widgets/messages.py"),
}
"""Where sentences are looked up by their words: catalogues, and what is claimed of them."""


def test_nothing_recognises_a_message_by_its_english_words() -> None:
    """A sentence that is worded better would no longer be found; a code stays."""
    app = ROOT / "app" / "arraywise"
    wrong = [
        f"{path.relative_to(app).as_posix()}:{node.lineno}"
        for path in sorted(app.rglob("*.py"))
        if path.relative_to(app).as_posix() not in _SENTENCES_ARE_THE_MATTER
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if _compares_template(node)
    ]
    assert wrong == []


def _compares_template(node: ast.AST) -> bool:
    """Return whether sentences are compared, looked up or searched for in SQL."""
    if isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Is | ast.IsNot):
        operands = [node.left, *node.comparators]
    elif isinstance(node, ast.Subscript):
        operands = [node.slice]
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {
        "get",
        "count",
        "index",
    }:
        operands = node.args
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (
            re.search(r"\btemplate\b\s*(=|<>|!=|IN\b|LIKE\b)|list\(\w+\.template", node.value)
            is not None
        )
    else:
        return False
    return any(
        isinstance(part, ast.Attribute) and part.attr == "template"
        for operand in operands
        for part in ast.walk(operand)
    )
