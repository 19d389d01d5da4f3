"""The web sites of the guide: each in its language, with links that work from a disk.

Faults that nothing else catches: the sites were built in one process, in which Sphinx kept German
for Portuguese; a translated heading that begins with a number stayed English; links led to
folders, which only a server turns into pages.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from tests.docs.test_guide import build

if TYPE_CHECKING:
    from pathlib import Path

    Pages = dict[Path, str]

_ARTICLE = re.compile(r"<article\b.*?</article>", re.DOTALL)
_BLOCK = re.compile(
    r"<(h[1-6]|p|li|td|th|dt)\b[^>]*>(.*?)(?=</?(?:h[1-6]|p|li|td|th|dt)\b)", re.DOTALL
)
_WORDS = {
    "en": {"the", "and", "of", "is", "to", "that", "with", "are", "what", "which", "how", "by"},
    "de": {
        "der",
        "die",
        "und",
        "das",
        "ist",
        "eine",
        "mit",
        "für",
        "wird",
        "den",
        "sich",
        "nicht",
    },
    "pt_BR": {"de", "que", "para", "com", "não", "uma", "um", "do", "os", "dos", "ou", "cada"},
}
"""Frequent words that the others do not have."""


def pages_of(sites: Path, language: str) -> Pages:
    """Return the articles of a site by their files, without what Sphinx makes by itself."""
    own = {"genindex.html", "search.html"}
    return {
        path: "".join(_ARTICLE.findall(path.read_text("utf-8")))
        for path in sorted((sites / language).rglob("*.html"))
        if path.name not in own and "_static" not in path.parts
    }


def text_of(markup: str) -> str:
    return " ".join(
        unescape(re.sub(r"<pre\b.*?</pre>|<[^>]+>", "", markup, flags=re.DOTALL)).split()
    )


def language_of(text: str) -> str:
    words = re.findall(r"\w+", text.lower())
    return max(_WORDS, key=lambda name: sum(word in _WORDS[name] for word in words))


@pytest.mark.timeout(600)  # three sites are built, on a machine that may be busy
def test_each_site_is_in_its_language_and_works_from_a_disk(tmp_path: Path) -> None:
    """All in one test: what takes time is to build the sites."""
    sites = tmp_path / "guide"
    script = ROOT / "packaging" / "guide" / "build.py"
    subprocess.run([sys.executable, script, "site", sites], check=True)
    for language in build.LANGUAGES:
        pages = pages_of(sites, language)
        assert len(pages) > 20
        assert in_other_languages(pages, language) == []
        if language != "en":
            assert left_in_english(pages, language) == []
    dead, reached = followed_links(sites)
    assert dead == []
    assert reached == set(build.LANGUAGES)


def in_other_languages(pages: Pages, language: str) -> list[str]:
    """Return the pages that say another language, or are in one by their words."""
    found = []
    for path, article in pages.items():
        stated = re.findall(r'<html[^>]* lang="([^"]*)"', path.read_text("utf-8"))
        seen = language_of(text_of(article))
        if stated != [language.replace("_", "-")] or seen != language:
            found.append(f"{path.name}: {stated}, {seen}")
    return found


def left_in_english(pages: Pages, language: str) -> list[str]:
    """Return the headings and plain paragraphs that are shown in English though translated."""
    translated = build.parsed(language)
    shown = {text_of(block) for each in pages.values() for _, block in _BLOCK.findall(each)}
    numbered = {other for english, other in translated.items() if re.match(r"\d+\. ", english)}
    assert len(numbered & shown) == len(numbered) > 5
    return [text for text in shown if translated.get(text, text) != text]


def followed_links(sites: Path) -> tuple[list[str], set[str]]:
    """Return the links that lead nowhere, and the languages that the first page leads to."""
    every = [sites / "index.html", *(p for name in build.LANGUAGES for p in pages_of(sites, name))]
    ids = {page: set(re.findall(r'id="([^"]+)"', page.read_text("utf-8"))) for page in every}
    dead, reached = [], set[str]()
    for page in every:
        for link in re.findall(r'<a [^>]*href="([^"]+)"', page.read_text("utf-8")):
            name, _, place = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if re.match("[a-z]+:", link) or target.name in {"search.html", "genindex.html"}:
                continue
            if not target.is_file() or (place and place not in ids.get(target, {place})):
                dead.append(f"{page.relative_to(sites)}: {link}")
            elif page.parent == sites:
                reached.add(target.parent.name)
    return dead, reached
