"""Code cites the model by numbers that `docs/MODEL.md` has, and cites no other document."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODEL = ROOT / "docs" / "MODEL.md"
CODE = sorted(
    path
    for folder in ("app", "tests")
    for path in (ROOT / folder).rglob("*.py")
    if path.parent.name != "docs"
)
_NUMBER = r"[A-Z]\d+(?:\.\d+)?"
_CITED = re.compile(
    rf"\bMODEL(?:'s)? (?P<numbers>{_NUMBER}(?:(?:,? and |, | to |; ){_NUMBER}\b)*)"
    r"(?:'s(?= host rules))?"
    r"(?P<steps>,? steps? \d(?:(?:, | and )\d\b)*)?"
    r"(?P<rules>(?:,? (?:host )?(?:rules?|classes|class) |, )\d[a-c]?\b"
    r"(?:(?:, | and | to |-)\d[a-c]?\b)*)?"
)
_MENTIONED = re.compile(r"\bMODEL(?:'s)?[ ]")
_BARE = re.compile(r"\b[PDEF]\d\.\d\b")
_FOREIGN = re.compile(r"\bseed 0\d\d\b|\bTPC_PRICING\b|\bgolden\.csv\b|published model golden")
_DOCUMENT = re.compile(r"[\w./-]+\.md\b")
_MAY_CITE = re.compile(rf"MODEL\b|{_BARE.pattern}|{_FOREIGN.pattern}|\.md\b")
"""What a file without any of it need not be taken apart for."""


class Prose(NamedTuple):
    """A docstring, another string or a run of comments, its white space folded."""

    line: int
    text: str
    is_comment: bool


@cache
def anchors() -> frozenset[str]:
    """List what can be cited: headings by number, and the rules of P4's table."""
    result: set[str] = set()
    section = ""
    for line in MODEL.read_text("utf-8").splitlines():
        if heading := re.match(rf"#+ ({_NUMBER})\b", line):
            section = heading[1]
            result.add(section)
        elif section == "P4" and (rule := re.match(r"\| (\d[a-c]?) \|", line)):
            result.add(f"P4 rule {rule[1]}")
    return frozenset(result)


def prose_of(path: Path) -> Iterator[Prose]:
    """Go through a file's strings, and its comments with those of following lines joined."""
    text = path.read_text("utf-8")
    if not _MAY_CITE.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield Prose(node.lineno, " ".join(node.value.split()), is_comment=False)
    start, parts, last = 0, [], -1
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        if token.start[0] != last + 1:
            yield Prose(start, " ".join(parts), is_comment=True)
            start, parts = token.start[0], []
        last = token.start[0]
        parts.append(token.string.lstrip("# "))
    yield Prose(start, " ".join(parts), is_comment=True)


def cited_in(text: str) -> set[str]:
    """Return the numbers that a text cites; a step of P5 is a section below it."""
    result: set[str] = set()
    for match in _CITED.finditer(text):
        numbers = re.findall(_NUMBER, match["numbers"])
        result.update(numbers)
        result.update(f"{numbers[-1]}.{step}" for step in re.findall(r"\d", match["steps"] or ""))
        if numbers[-1] == "P4":
            rules = re.findall(r"\d[a-c]?", match["rules"] or "")
            result.update(f"P4 rule {rule}" for rule in rules)
    return result


@cache
def _all_prose() -> tuple[tuple[str, Prose], ...]:
    return tuple(
        (f"{path.relative_to(ROOT)}:{part.line}", part) for path in CODE for part in prose_of(path)
    )


def test_every_number_that_code_cites_stands_in_the_model() -> None:
    dangling = {
        f"{place}: {number}"
        for place, part in _all_prose()
        for number in cited_in(part.text) | set(_BARE.findall(part.text))
        if number not in anchors()
    }
    assert not dangling


def test_the_model_is_cited_by_number_only() -> None:
    vague = [
        f"{place}: {part.text[mention.start() : mention.start() + 40]}"
        for place, part in _all_prose()
        for mention in _MENTIONED.finditer(part.text)
        if not _CITED.match(part.text, mention.start())
    ]
    assert not vague


def test_code_cites_no_other_document() -> None:
    folders = (ROOT / name for name in ("docs", "data", "tests"))
    known = {
        path.name for path in (*ROOT.glob("*.md"), *(p for f in folders for p in f.rglob("*.md")))
    }
    foreign = [
        f"{place}: {name}"
        for place, part in _all_prose()
        for name in (
            *_FOREIGN.findall(part.text),
            *(
                name
                for name in _DOCUMENT.findall(part.text if part.is_comment else "")
                if name.rpartition("/")[2] not in known
            ),
        )
    ]
    assert not foreign


def test_the_citations_are_found() -> None:
    assert sum(bool(cited_in(part.text)) for _, part in _all_prose()) > 200


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("(MODEL P5.2).", {"P5.2"}),
        ("MODEL P5 step 3", {"P5", "P5.3"}),
        ("MODEL P5 steps 4, 5 and 6", {"P5", "P5.4", "P5.5", "P5.6"}),
        ("MODEL D3, D6, D9", {"D3", "D6", "D9"}),
        ("MODEL P4, rules 0-2b", {"P4", "P4 rule 0", "P4 rule 2b"}),
        ("MODEL P4, 2 and 2b", {"P4", "P4 rule 2", "P4 rule 2b"}),
        ("MODEL P99.1", {"P99.1"}),
        ("PASS_MODELLED", set()),
    ],
)
def test_forms_of_a_citation(text: str, numbers: set[str]) -> None:
    assert cited_in(text) == numbers


def test_no_number_stands_twice() -> None:
    headings = re.findall(rf"^#+ ({_NUMBER})\b", MODEL.read_text("utf-8"), re.MULTILINE)
    assert len(headings) == len(set(headings))
