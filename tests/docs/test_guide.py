"""The user guide: nothing of the program without help, no dead link, no picture or text missing.

Faults that nothing else catches: a page, dialog, finding, column or command that is added without
help (F1 would open the first page), and a paragraph that only English readers can read.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.analysis.audit.audit import ALL_CHECKS
from arraywise.cli import COMMANDS
from arraywise.domain.study import LANGUAGES
from arraywise.present.findings import check_help_topic
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

GUI = ROOT / "app" / "arraywise" / "gui"
REFERENCE = ROOT / "resources" / "guide" / "reference"


def _load(name: str) -> Any:
    path = ROOT / "packaging" / "guide" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = _load("build")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the help as set-up built it, or build it where the guide was changed since.

    A dead link inside the guide stops the build.
    """
    if build.stored_messages():
        return build.HELP
    out = tmp_path_factory.mktemp("help") / "help"
    script = ROOT / "packaging" / "guide" / "build.py"
    subprocess.run([sys.executable, script, "help", out], check=True)
    return out


def _index(built: Path, language: str) -> dict[str, Any]:
    return json.loads((built / language / "index.json").read_text("utf-8"))


def _topics_wanted() -> set[str]:
    """Return the topics of all pages, dialogs and marked parts of the window, by its code."""
    wanted = {check_help_topic(check.name) for check in ALL_CHECKS}
    wanted |= {f"command-{name}" for name in COMMANDS}
    for path in GUI.rglob("*.py"):
        text = path.read_text("utf-8")
        wanted |= {f"page-{key}" for key in re.findall(r'^    key = "(\w+)"', text, re.MULTILINE)}
        wanted |= {
            f"dialog-{node.name.lower()}"
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.ClassDef)
            and any(getattr(base, "id", "") == "QDialog" for base in node.bases)
        }
        wanted |= set(re.findall(r'(?:HELP_TOPIC|"help_topic"), "(\w+)"\)', text))
        wanted |= set(re.findall(r'show_guide, self\.view, "(\w+)"', text))
    return wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_dialog_finding_and_command_has_help(built: Path, language: str) -> None:
    wanted = _topics_wanted()
    assert len(wanted) > 100
    assert wanted - set(_index(built, language)["topics"]) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_and_picture_of_the_built_help_is_there(built: Path, language: str) -> None:
    """Links as the window follows them, after the build has made files of Sphinx's folders."""
    top = built / language
    ids = {page: _ids(page) for page in top.rglob("*.html")}
    dead = [
        f"{page.relative_to(top)}: {link}"
        for page in ids
        for link in re.findall(r'href="([^"]+)"', page.read_text("utf-8"))
        if not _leads_somewhere(page, link, ids)
    ]
    dead += [
        place for place in _index(built, language)["topics"].values() if not _is_there(top, place)
    ]
    pictures = [
        picture
        for page in ids
        for picture in re.findall(r'<img src="([^"]+)" width', page.read_text("utf-8"))
    ]
    assert dead == []
    assert len(pictures) >= 8
    assert all((top / picture).is_file() for picture in pictures)


def _ids(page: Path) -> set[str]:
    return set(re.findall(r'id="([^"]+)"', page.read_text("utf-8")))


def _leads_somewhere(page: Path, link: str, ids: dict[Path, set[str]]) -> bool:
    name, _, place = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    return target in ids and (not place or place in ids[target])


def _is_there(top: Path, place: str) -> bool:
    return (top / place.partition("#")[0]).is_file()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_paragraph_is_translated_with_its_code_words_and_links(
    built: Path, language: str
) -> None:
    assert build.missing(build.stored_messages(built), language) == []
    marked = re.compile(r"\{ui\}`[^`]+`|\]\([^)]*\)")
    for english, other in build.parsed(language).items():
        assert sorted(marked.findall(english)) == sorted(marked.findall(other)), english


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_picture_is_taken_in_every_language(language: str) -> None:
    pictures = ROOT / "resources" / "guide" / "pictures"
    names = {path.name for path in pictures.glob("*.png")}
    assert names == {path.name for path in (pictures / language).glob("*.png")}
    used = {
        name
        for page in (ROOT / "resources" / "guide").rglob("*.md")
        for name in re.findall(r"pictures/(\w+\.png)", page.read_text("utf-8"))
    }
    assert names == used


def test_every_column_of_the_pages_is_explained() -> None:
    """By a tip of the code, which the guide takes over, or in the guide's own table."""
    pages = "".join(path.read_text("utf-8") for path in REFERENCE.glob("*.md"))
    explained = set(re.findall(r"\| \{ui\}`([^`]+)`", pages))
    lacking = {
        title
        for path in (GUI / "pages").rglob("*.py")
        for title, tip in _columns(path)
        if not tip and title not in explained
    }
    assert lacking == set()


_COLUMN = re.compile(
    r'\bColumn\(\s*"\w+",\s*(?:self\.tr\(|translate\("\w+", )"([^"]+)"\)(.*?)(?=\bColumn\(|\Z)',
    re.DOTALL,
)


def _columns(path: Path) -> list[tuple[str, bool]]:
    return [
        (title, "tip=" in rest[:400]) for title, rest in _COLUMN.findall(path.read_text("utf-8"))
    ]
