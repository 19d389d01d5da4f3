"""Finds the English templates in the code that the documents say, to compare with catalogues."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import Verdict
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODE = ROOT / "app" / "arraywise"
_ROOMS = (
    "analysis",
    "domain",
    "importers",
    "importing",
    "present",
    "store",
    "usecases",
    "worksheets",
)
_SPEAKS = {"say", "UserError"}
"""A module that imports one of these has something to say."""
_OTHERS = {"create_sample.py"}
"""What they say is in the window's own catalogue."""
_FIELD = re.compile(r"\{[a-z]\w*(:[^{}]*)?\}")
_NO_SENTENCE = re.compile(
    r"(SELECT|INSERT|DELETE|UPDATE|CREATE|DROP|WITH|AND|FROM|COPY) |\W*$|.*\\"
)
"""Statements for the database, signs alone, and regular expressions."""


@cache
def report_templates() -> frozenset[str]:
    """Return what the report itself says."""
    paths = (CODE / "report").rglob("*.py")
    return frozenset(t for path in paths for t in _said(_tree(path)))


@cache
def core_templates() -> frozenset[str]:
    """Return what is said below the window: of files, of a study, and why something cannot be."""
    found = {word.value for word in (*Criterion, *Verdict)}
    for path in (path for room in _ROOMS for path in (CODE / room).rglob("*.py")):
        tree = _tree(path)
        is_importer = room_of(path) == "importers"
        if path.name not in _OTHERS and (is_importer or _imports_one_of(tree, _SPEAKS)):
            openings = {t for t in _texts(tree) if t.endswith(" ") and _FIELD.search(t)}
            rests = set(_rests(tree))
            sentences = {t for t in _texts(tree) if _is_template(t)}
            sentences |= {*_said(tree), *_assigned(tree)}
            sentences |= set() if is_importer else set(_looked_up(tree))
            found |= sentences - openings - rests
            found |= {opening + rest for opening, rest in product(openings, rests)}
    return frozenset(found)


def room_of(path: Path) -> str:
    """Return the room of the house that a module stands in."""
    return path.relative_to(CODE).parts[0]


def _rests(tree: ast.Module) -> Iterator[str]:
    """Return texts that follow on an opening: the second argument of `_opening`."""
    for node in ast.walk(tree):
        if _is_call_of(node, "_opening"):
            yield from _constants(node.args[1])


def _assigned(tree: ast.Module) -> Iterator[str]:
    """Return the texts that are given to a name before the name is said."""
    said = {
        node.args[0].id
        for node in ast.walk(tree)
        if _is_call_of(node, "say") and node.args and isinstance(node.args[0], ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target, value in _pairs(node.targets[0], node.value):
                if isinstance(target, ast.Name) and target.id in said:
                    yield from _constants(value)


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _looked_up(tree: ast.Module) -> Iterator[str]:
    """Return the texts of several words that a dictionary holds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            yield from (t for value in node.values for t in _constants(value) if " " in t)


def _texts(tree: ast.Module) -> Iterator[str]:
    """Return all texts but docstrings and the pieces of f-strings."""
    left_out = {
        id(part)
        for node in ast.walk(tree)
        for part in (
            [node.value] if isinstance(node, ast.Expr)
            else node.values if isinstance(node, ast.JoinedStr)
            else []
        )
    }  # fmt: skip
    for node in ast.walk(tree):
        if id(node) not in left_out:
            yield from _constants_of(node)


def _constants_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _is_template(text: str) -> bool:
    """Say whether a text is a sentence, or has a place for a figure."""
    if _NO_SENTENCE.match(text):
        return False
    return " " in text and (text.endswith(".") or bool(_FIELD.search(text)))


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _imports_one_of(tree: ast.Module, names: set[str]) -> bool:
    return any(
        isinstance(node, ast.ImportFrom) and any(name.name in names for name in node.names)
        for node in tree.body
    )


def _said(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if _is_call_of(node, "say") and node.args:
            yield from _constants(node.args[0])


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)
