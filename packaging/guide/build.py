"""Builds the user guide: `python packaging/guide/build.py help [FOLDER] | site [FOLDER] | texts`.

help    resources/help, what F1 shows: a folder per language with pages as HTML that Qt's text
        browser shows, the pictures, and index.json with contents and topics. Done at set-up and
        when a wheel is built, unless it is newer than all that it is made of.
site    build/guide, the same as web sites with one index; all links work from a disk too.
texts   adds new paragraphs to the translations and lists those that are missing.
"""

from __future__ import annotations

import hashlib
import html
import json
import posixpath
import re
import shutil
import sys
import tempfile
from functools import partial
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_Made = TypeVar("_Made")

ROOT = Path(__file__).resolve().parents[2]
GUIDE, HELP = ROOT / "resources" / "guide", ROOT / "resources" / "help"
LANGUAGES = {"en": "English", "de": "Deutsch", "pt_BR": "Português (Brasil)"}
_INDEX = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Arraywise</title>
<style>body { font: 1.1rem/2 system-ui, sans-serif; margin: 3rem; }</style>
<h1>Arraywise</h1>
<ul>
@LINKS@
</ul>
</html>
"""
_FROM_PROGRAM = (
    "analysis/audit",
    "cli",
    "domain/pricing.py",
    "gui/pages",
    "importers/registry.py",
    "present/labels.py",
    "present/tables",
    "worksheets",
)
"""Where the program holds texts and tables that the guide takes over."""
_WIDEST = 680
"""Pixels of a picture in the window."""
_HREF = re.compile(r'href="([^"#:]+?)/?(#[^"]*)?"')
_HOLE = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
_NUMBERED = re.compile(r'^msgstr "(\d+)\. ', re.MULTILINE)
_QUOTED = r'"(.*"(?:\n".*")*)'
_ENTRY = re.compile(rf"^msgid {_QUOTED}\nmsgstr {_QUOTED}$", re.MULTILINE)


def catalogue(language: str) -> Path:
    """Return the file with a translation of the guide."""
    return GUIDE / f"{language}.po"


def run_sphinx(builder: str, language: str, out: Path) -> Sphinx:
    """Build the guide in a language; a warning, such as a dead link, is a failure."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace

    with tempfile.TemporaryDirectory() as folder:
        texts = Path(folder) / language / "LC_MESSAGES" / "guide.po"
        texts.parent.mkdir(parents=True)
        if language != "en":
            # Markdown would take a heading that begins with a number for a list, and Sphinx leave
            # it in English.
            escaped = _NUMBERED.sub(r'msgstr "\1\\\\. ', catalogue(language).read_text("utf-8"))
            texts.write_text(escaped, "utf-8")
        with docutils_namespace():
            app = Sphinx(
                GUIDE,
                Path(__file__).parent,
                out,
                Path(folder) / "doctrees",
                builder,
                confoverrides={"language": language, "locale_dirs": [folder]},
                status=None,
                warning=(said := StringIO()),
                freshenv=True,
            )
            app.build()
    if said.getvalue().strip():
        sys.exit(f"guide ({language}):\n{said.getvalue()}")
    return app


def _build_language(out: Path, language: str) -> dict[str, Any]:
    """Write the pages of one language; return what was found of it."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        env = run_sphinx("json", language, made).env
        target = out / language
        for name in sorted(env.found_docs):
            page = json.loads((made / f"{name}.fjson").read_text("utf-8"))
            path = target / f"{name}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            body = _HREF.sub(partial(_link, name, env.found_docs), page["body"])
            path.write_text(_for_window(body, made), "utf-8")
        if (made / "_images").is_dir():
            shutil.copytree(made / "_images", target / "_images")
        labels = env.domains.standard_domain.anonlabels
        topics = {
            label: f"{name}.html#{place}" if place else f"{name}.html"
            for label, (name, place) in sorted(labels.items())
            if name in env.found_docs
        }
        index = {"contents": _contents(env, "index", 0), "topics": topics}
        (target / "index.json").write_text(json.dumps(index, ensure_ascii=False), "utf-8")
        return {name: found.get("messages", []) for name, found in env.metadata.items()}


def _contents(env: BuildEnvironment, page: str, depth: int) -> list[tuple[str, str, int]]:
    """Return the pages in their order: title, file and depth."""
    found = [(env.titles[page].astext(), f"{page}.html", depth)]
    for below in env.toctree_includes.get(page, ()):
        found += _contents(env, below, depth + 1)
    return found


def _for_window(body: str, made: Path) -> str:
    """Return a page as Qt's text browser shows it: pictures with a width, tables with a frame."""
    body = _HOLE.sub("", body)
    body = re.sub(r'<img ([^>]*?)src="([^"]+)"[^>]*/?>', partial(_picture, made), body)
    body = re.sub(r"<table[^>]*>", '<table border="1" cellspacing="0" cellpadding="5">', body)
    return re.sub(r"<p>((?:(?!</p>).)*)</p>(?=\s*</(?:td|th|li)>)", r"\1", body, flags=re.DOTALL)


def _link(page: str, pages: Set[str], link: re.Match[str]) -> str:
    """Return a link as one to a file; the JSON builder names pages as folders."""
    here = page.removesuffix("index").rstrip("/")
    there = posixpath.normpath(posixpath.join(here, link[1]))
    there = there if there in pages else posixpath.normpath(f"{there}/index")
    start = posixpath.dirname(page) or "."
    return f'href="{posixpath.relpath(there, start)}.html{link[2] or ""}"'


def _picture(made: Path, found: re.Match[str]) -> str:
    name = Path(found[2]).name
    size = (made / "_images" / name).read_bytes()[16:24]  # width and height of a PNG file
    width, height = int.from_bytes(size[:4]), int.from_bytes(size[4:])
    wide = min(width, _WIDEST)
    alt = next(iter(re.findall(r'alt="([^"]*)"', found[0])), "")
    high = round(height * wide / width)
    return f'<img src="_images/{name}" width="{wide}" height="{high}" alt="{alt}" />'


def sources() -> str:
    """Return a digest of all that the help is made of, the texts of the program too."""
    made_of = [*GUIDE.rglob("*.*"), *Path(__file__).parent.glob("*.py")]
    made_of += (ROOT / "resources" / "translations").glob("*.po")
    for place in _FROM_PROGRAM:
        path = ROOT / "app" / "arraywise" / place
        made_of += path.rglob("*.py") if path.is_dir() else [path]
    digest = hashlib.sha256()
    for path in sorted(made_of):
        digest.update(f"{path.relative_to(ROOT)} ".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def stored_messages(out: Path = HELP) -> dict[str, list[str]]:
    """Return the messages of each page, if the help is there and up to date; else nothing."""
    stamp = out / "stamp.json"
    stored = json.loads(stamp.read_text("utf-8")) if stamp.is_file() else {}
    return dict(stored["messages"]) if stored.get("sources") == sources() else {}


def build_help(out: Path = HELP) -> dict[str, list[str]]:
    """Build what the window shows, unless it is up to date; return the messages of each page."""
    stored = stored_messages(out)
    if stored:
        return stored
    shutil.rmtree(out, ignore_errors=True)
    messages = _in_each_language(partial(_build_language, out))[0]
    _stamp(out, messages)
    return messages


def _in_each_language(build: Callable[[str], _Made]) -> list[_Made]:
    """Build all languages, in a process each: Sphinx keeps the first that a process asks for."""
    with get_context("spawn").Pool(len(LANGUAGES), maxtasksperchild=1) as pool:
        return pool.map(build, LANGUAGES, chunksize=1)


def _stamp(out: Path, messages: dict[str, list[str]]) -> None:
    stamp = {"sources": sources(), "messages": messages}
    (out / "stamp.json").write_text(json.dumps(stamp, ensure_ascii=False), "utf-8")


def build_site(out: Path = ROOT / "build" / "guide") -> None:
    """Build the web sites, and the page that leads to each."""
    shutil.rmtree(out, ignore_errors=True)
    titles = _in_each_language(partial(_build_site_of, out))
    links = "\n".join(
        f'<li lang="{name.replace("_", "-")}"><a href="{name}/index.html">{html.escape(title)}</a>'
        for name, title in zip(LANGUAGES, titles, strict=True)
    )
    page = _INDEX.replace("@LINKS@", links)
    (out / "index.html").write_text(page, "utf-8")
    print(out / "index.html")  # noqa: T201


def _build_site_of(out: Path, language: str) -> str:
    """Build the web site of a language; return its title."""
    app = run_sphinx("html", language, out / language)
    shutil.rmtree(out / language / ".doctrees", ignore_errors=True)
    return f"{LANGUAGES[language]}: {app.env.titles['index'].astext()}"


def parsed(language: str) -> dict[str, str]:
    """Return a translation of the guide: English paragraph to translated one."""
    path = catalogue(language)
    text = path.read_text("utf-8") if path.is_file() else ""
    pairs = (map(_unquoted, pair) for pair in _ENTRY.findall(text))
    return {english: other for english, other in pairs if english}


def _unquoted(quoted: str) -> str:
    joined = quoted.removesuffix('"').replace('"\n"', "")
    return re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), joined)


def missing(messages: dict[str, list[str]], language: str) -> list[str]:
    """Return the paragraphs that a translation lacks."""
    known = parsed(language)
    return [text for page in messages.values() for text in page if not known.get(text)]


def update_texts() -> int:
    """Bring the translations up to date, in the order of the pages; list what they lack."""
    messages = build_help()
    wanted = dict.fromkeys(text for page in sorted(messages) for text in messages[page])
    lacking = 0
    for language in list(LANGUAGES)[1:]:
        known = parsed(language)
        head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n'
        head += '"Content-Type: text/plain; charset=UTF-8\\n"\n'
        entries = [
            f"msgid {json.dumps(text, ensure_ascii=False)}\n"
            f"msgstr {json.dumps(known.get(text, ''), ensure_ascii=False)}\n"
            for text in wanted
        ]
        catalogue(language).write_text("\n".join([head, *entries]), "utf-8")
        for text in missing(messages, language):
            lacking += 1
            print(f"{catalogue(language)}: not translated: {text!r}")  # noqa: T201
    _stamp(HELP, messages)  # what was built is what the files say, in another order
    return min(lacking, 1)


def main() -> int:
    """Do what is asked for."""
    what, *folder = sys.argv[1:]
    if what == "texts":
        return update_texts()
    {"help": build_help, "site": build_site}[what](*map(Path, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
