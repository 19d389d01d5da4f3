"""Finds the English texts in the code that are to be translated."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeGuard

from arraywise.domain.criteria import BUILT_IN_CRITERIA
from arraywise.domain.decision import Verdict
from arraywise.present.language import message_key
from arraywise.store.reading.facts import read_facts
from arraywise.usecases.create_sample import PUBLISHED_STUDIES, SAMPLE_STUDIES, build_sample_study
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = ROOT / "app" / "arraywise"
MESSAGE_CALLS = ("message", "refuse", "define_claim")
"""Functions that make a message of a text; they follow a renaming in the code."""
WINDOW_CALLS = {"tr": 0, "translate": 1, "QT_TRANSLATE_NOOP": 1}
"""Qt's functions for texts of the window, and which of their arguments is the text."""
_SPEAKS = {*MESSAGE_CALLS, "UserError", "remark_on"}
"""A module that imports one of these has something to say."""
_ROOMS = (
    "analysis",
    "archive",
    "domain",
    "importers",
    "importing",
    "present",
    "store",
    "usecases",
    "worksheets",
)
_FIELD = re.compile(r"\{[a-z]\w*(:[^{}]*)?\}")
_NO_SENTENCE = re.compile(
    r"(SELECT|INSERT|DELETE|UPDATE|CREATE|DROP|WITH|AND|FROM|COPY) |\W*$|.*\\"
)
"""Statements for the database, signs alone, and regular expressions."""


@cache
def messages_in_code() -> frozenset[str]:
    """Return the keys of all that window, documents and command line say."""
    return window_messages() | report_templates() | core_templates()


@cache
def texts_in_code() -> frozenset[str]:
    """Return every text of the code, said or not; words are put together from such, too."""
    return texts_of_files(*CODE.rglob("*.py"))


def texts_of_files(*paths: Path) -> frozenset[str]:
    """Return every text of some files of the code."""
    return frozenset(text for path in paths for text in _texts(_tree(path)))


@cache
def shipped_sentences() -> frozenset[str]:
    """Return what the published studies that are shipped conclude, figures filled in."""
    result: set[str] = set()
    with TemporaryDirectory() as folder:
        for sample in PUBLISHED_STUDIES:
            path = Path(folder) / f"{sample.name}.arraywise"
            with build_sample_study(path, sample.name) as study:
                facts = read_facts(study)
            concluded = facts.published_conclusion
            result |= {concluded.text if concluded else ""}
            result |= {text for r in facts.remarks for text in (r.text, r.consequence)}
    return frozenset(result - {""})


@cache
def window_messages() -> frozenset[str]:
    """Return the keys of what the window alone says, with what sample studies are called."""
    result = {text for sample in SAMPLE_STUDIES for text in (sample.title, sample.about)}
    for path in (CODE / "gui").rglob("*.py"):
        for english, context in _window_texts(_tree(path)):
            result |= {message_key(text, context) for text in _constants(english)}
    return frozenset(result)


@cache
def _nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree))


def _window_texts(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Return what Qt is asked to translate, each with its context."""
    for node in _nodes(tree):
        at = WINDOW_CALLS.get(_name_of_call(node))
        if at is not None and isinstance(node, ast.Call) and len(node.args) > at:
            context = [text for arg in node.args[at + 1 :] for text in _constants(arg)]
            yield node.args[at], "".join(context)


def put_together() -> list[str]:
    """Return the places where Qt is asked for a text that is made at run time."""
    return [
        f"{path.name}:{english.lineno}"
        for path in sorted((CODE / "gui").rglob("*.py"))
        for english, _ in _window_texts(_tree(path))
        if isinstance(english, ast.JoinedStr | ast.BinOp)
    ]


def _name_of_call(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


@cache
def report_templates() -> frozenset[str]:
    """Return what the report itself says."""
    paths = (CODE / "report").rglob("*.py")
    return frozenset(t for path in paths for t in _text_of(_tree(path)))


@cache
def core_templates() -> frozenset[str]:
    """Return what is said below the window: of files, of a study, and why something cannot be."""
    result = {*BUILT_IN_CRITERIA, *(word.value for word in Verdict)}
    for path in (path for room in _ROOMS for path in (CODE / room).rglob("*.py")):
        tree = _tree(path)
        is_importer = room_of(path) == "importers"
        if is_importer or _imports_one_of(tree, _SPEAKS):
            openings = {t for t in _texts(tree) if t.endswith(" ") and _FIELD.search(t)}
            rests = set(_rests(tree))
            sentences = {t for t in _texts(tree) if _is_template(t)}
            sentences |= {*_text_of(tree), *_assigned(tree)}
            sentences |= set() if is_importer else set(_looked_up(tree))
            result |= sentences - openings - rests
            result |= {opening + rest for opening, rest in product(openings, rests)}
    return frozenset(result)


def room_of(path: Path) -> str:
    """Return the room of the house that a module is in."""
    return path.relative_to(CODE).parts[0]


def _rests(tree: ast.Module) -> Iterator[str]:
    """Return texts that follow on an opening: the second argument of `_opening`."""
    for node in _nodes(tree):
        if _is_call_of(node, "_opening"):
            yield from _constants(node.args[1])


def _assigned(tree: ast.Module) -> Iterator[str]:
    """Return the texts that are given to a name before the name is stated."""
    message = {
        node.args[0].id
        for node in _nodes(tree)
        if _is_call_of(node, *MESSAGE_CALLS) and node.args and isinstance(node.args[0], ast.Name)
    }
    for node in _nodes(tree):
        if isinstance(node, ast.Assign):
            for target, value in _pairs(node.targets[0], node.value):
                if isinstance(target, ast.Name) and target.id in message:
                    yield from _constants(value)


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def _is_call_of(node: ast.AST, *names: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _looked_up(tree: ast.Module) -> Iterator[str]:
    """Return the texts of several words that a dictionary holds."""
    for node in _nodes(tree):
        if isinstance(node, ast.Dict):
            yield from (t for value in node.values for t in _constants(value) if " " in t)


def _texts(tree: ast.Module) -> Iterator[str]:
    """Return all texts but docstrings and the pieces of f-strings."""
    left_out = {
        id(part)
        for node in _nodes(tree)
        for part in (
            [node.value] if isinstance(node, ast.Expr)
            else node.values if isinstance(node, ast.JoinedStr)
            else []
        )
    }  # fmt: skip
    for node in _nodes(tree):
        if id(node) not in left_out:
            yield from _constants_of(node)


def _constants_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _is_template(text: str) -> bool:
    """Return whether a text is a sentence, or has a place for a figure."""
    if _NO_SENTENCE.match(text):
        return False
    return " " in text and (text.endswith(".") or bool(_FIELD.search(text)))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _imports_one_of(tree: ast.Module, names: set[str]) -> bool:
    return any(
        isinstance(node, ast.ImportFrom) and any(name.name in names for name in node.names)
        for node in tree.body
    )


def _text_of(tree: ast.Module) -> Iterator[str]:
    for node in _nodes(tree):
        if _is_call_of(node, *MESSAGE_CALLS) and node.args:
            yield from _constants(node.args[0])


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)
