"""Documents point at files that exist."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
_MODULE = re.compile(r"`+((?:\w+/)+\w+\.py)`+")
_NAMED = re.compile(r"\b(?:docs|tests|data)/(?!adr/NNNN)[\w./-]+\.(?:md|py|json|csv)\b")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_what_a_document_points_at_exists(path) -> None:
    text = path.read_text("utf-8")
    missing = [link for link in _LINK.findall(text) if not (path.parent / link).exists()]
    missing += [name for name in _NAMED.findall(text) if not (ROOT / name).exists()]
    assert not missing


def test_modules_that_code_and_documents_cite_exist() -> None:
    """Cited from the root of the project or of the program."""
    code = (
        path for folder in ("app", "tests", "packaging") for path in (ROOT / folder).rglob("*.py")
    )
    bases = (ROOT, ROOT / "app", ROOT / "app" / "arraywise")
    cited = {
        (str(path.relative_to(ROOT)), name)
        for path in (*DOCUMENTS, *code)
        for name in _MODULE.findall(path.read_text("utf-8"))
    }
    missing = {each for each in cited if not any((base / each[1]).exists() for base in bases)}
    assert not missing
    assert len(cited) > 20, "the pattern finds no citations any more"


def test_decisions_are_numbered_without_gaps() -> None:
    names = sorted(p.name for p in (ROOT / "docs" / "adr").glob("[0-9]*.md"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    for name in names:
        head = (ROOT / "docs" / "adr" / name).read_text("utf-8")
        assert head.startswith(f"# {int(name[:4])}. ")
        assert re.search(r"^Status: (accepted|planned|replaced|withdrawn)", head, re.MULTILINE)
        assert all(f"**{part}" in head for part in ("Context", "Decision", "Lost", "Consequences"))
