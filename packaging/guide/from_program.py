"""Roles and directives by which the guide takes words, tables and texts from the program.

What they make is in the language of the build already, by the program's own catalogue, and is
no text for the translators of the guide.

    {ui}`File > Open study`         words of the window, as they are shown there
    ```{finding} single run         what a check says and means; the content says what to do
    ```{columns} gui/pages/pricing  heads of tables with their meaning; the content adds rows
    ```{command} decide             a command with all that it takes; the content says what for
    ```{from-program} outcomes      a list: outcomes, bases, functions, rules, names, tools, ...
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.nodes import extract_messages

import arraywise
from arraywise import cli
from arraywise.analysis.audit.audit import ALL_CHECKS
from arraywise.domain.pricing import PRICE_FIELDS
from arraywise.importers.registry import ALL_IMPORTERS
from arraywise.present.findings import check_help_topic
from arraywise.present.labels import (
    BASIS_MEANINGS,
    OUTCOME_WORDS,
    SEVERITY_WORDS,
    VERDICT_WORDS,
)
from arraywise.present.language import read_catalogue
from arraywise.worksheets.evaluation import FUNCTION_NAMES
from arraywise.worksheets.sheets import _OPTION_RESULTS, result_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.parsers.rst import Directive
    from sphinx.application import Sphinx

    from arraywise.analysis.audit.case import Check

CODE = Path(arraywise.__file__).parent
_FIELD = re.compile(r"\{[^{}]*\}")
_REMEDY = "remedy"
_TEXT_CALLS = {"message", "tr", "translate"}


def _plain(text: str) -> str:
    return text.replace("&", "").replace("\u00ad", "").rstrip("\u2026")


@cache
def _shown() -> dict[str, str]:
    """Return the English texts of the window, by what is left without keys and dots."""
    return {_plain(key.rpartition("\x04")[2]): key for key in read_catalogue("de")}


def translated(english: str, language: str) -> str:
    """Return a text of the program in a language; the guide names nothing that it does not say."""
    key = english if english in read_catalogue("de") else _shown().get(_plain(english))
    if key is None:
        message = f"the program says nowhere: {english!r}"
        raise SphinxError(message)
    return _plain(read_catalogue(language).get(key, english)).rpartition("\x04")[2]


class ProgramWords(SphinxRole):
    """Words of the window; `>` goes from a menu to its entry."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return them in the language of the build, bold."""
        parts = [translated(part, self.config.language) for part in self.text.split(" > ")]
        return [nodes.strong(self.rawtext, " > ".join(parts))], []


class FromProgram(SphinxDirective):
    """A directive whose own text is translated already."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def parsed(self, markdown: str) -> list[nodes.Node]:
        """Return the nodes of a text that no translator gets."""
        made = self.parse_text_to_nodes(markdown)
        for node in made:
            for each in node.findall(nodes.TextElement):
                each["translatable"] = False
        return made

    def said(self, english: str) -> str:
        """Return a template of the program with dots where a figure stands."""
        text = translated(english, self.config.language) if english else ""
        return _FIELD.sub("\u2026", text).replace("*", "\\*").replace("|", "\\|")


def texts_of(node: ast.AST | None) -> Iterator[str]:
    """Return the texts of the program in a piece of code."""
    for each in ast.walk(node) if node is not None else ():
        if isinstance(each, ast.Call):
            name = getattr(each.func, "attr", getattr(each.func, "id", ""))
            at = 1 if name == "translate" else 0
            if name in _TEXT_CALLS and len(each.args) > at:
                yield from (
                    part.value
                    for part in ast.walk(each.args[at])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


@cache
def _module(path: str) -> dict[str, ast.AST]:
    """Return functions and constants of a module by name."""
    tree = ast.parse(Path(path).read_text("utf-8"))
    named: dict[str, ast.AST] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            named[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named[node.targets[0].id] = node.value
    return named


def _reached(name: str, named: dict[str, ast.AST]) -> list[ast.AST]:
    """Return a function with all of its module that it uses."""
    reached: dict[str, ast.AST] = {}
    waiting = [name]
    while waiting:
        at = waiting.pop()
        if at in named and at not in reached:
            reached[at] = named[at]
            waiting += [x.id for x in ast.walk(named[at]) if isinstance(x, ast.Name)]
    return list(reached.values())


def messages_of(check: Check) -> tuple[list[str], list[str]]:
    """Return what a check says, and the consequences that it names."""
    module = sys.modules[getattr(check.look, "func", check.look).__module__]
    name = next(name for name, value in vars(module).items() if value is check.look)
    parts = _reached(name, _module(module.__file__ or ""))
    remarks = [
        call
        for part in parts
        for call in ast.walk(part)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"Remark", "remark_on"}
    ]
    known = read_catalogue("de")
    said = dict.fromkeys(t for r in remarks for t in _all_texts(r.args[1]) if t in known)
    after = dict.fromkeys(t for r in remarks for t in _all_texts(r.args[2]) if t in known)
    others = dict.fromkeys(t for part in parts for t in _all_texts(part) if t in known)
    for text in others.keys() - said.keys() - after.keys():  # given to a name first
        if text.endswith("."):
            (said if _FIELD.search(text) and ":" in text else after)[text] = None
    order = list(others)
    return sorted(said, key=order.index), sorted(after, key=order.index)


def _all_texts(part: ast.AST) -> Iterator[str]:
    for each in ast.walk(part):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


class FindingHelp(FromProgram):
    """One check: what it says, how serious it is, what follows, and what to do."""

    def run(self) -> list[nodes.Node]:
        """Return all of it under the name `finding-...`."""
        check = next((c for c in ALL_CHECKS if c.name == self.arguments[0]), None)
        if check is None:
            message = f"no check {self.arguments[0]!r}"
            raise SphinxError(message)
        said, after = messages_of(check)
        topic = check_help_topic(check.name)
        target = nodes.target("", "", ids=[topic], names=[topic])
        self.state.document.note_explicit_target(target)
        severity = self.said(str(SEVERITY_WORDS[check.severity]))
        heads = [_headless(self.said(each)) for each in said[:2]]
        follows = [self.said(each) for each in after[:2]]
        if len(follows) > 1:  # one or the other
            follows = ["\n", *(f"- {each}\n" for each in follows)]
        lines = "\\\n".join(f"**{head}**" for head in heads)
        lines += f"\n\n*{severity}.* " + "".join(follows)
        remedy = nodes.block_quote("", *self.parse_content_to_nodes(), classes=[_REMEDY])
        return [target, *self.parsed(lines), remedy]


def _headless(text: str) -> str:
    """Return a message without the name of the option that it begins with."""
    text = text.removeprefix("\u2026: ")
    return text[:1].upper() + text[1:]


def columns_in(path: str) -> dict[str, tuple[str, str]]:
    """Return heads of tables below a path of the code, by key: English title and meaning."""
    place = CODE / path
    found: dict[str, tuple[str, str]] = {}
    for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or len(call.args) < 2:
                continue
            if getattr(call.func, "id", "") not in {"Column", "OptionColumn"}:
                continue
            key, title = call.args[0], next(texts_of(call.args[1]), "")
            tips = [k.value for k in call.keywords if k.arg == "tip"] + call.args[4:5]
            tip = next((t for node in tips for t in texts_of(node)), "")
            if isinstance(key, ast.Constant) and title:
                found[str(key.value)] = (title, tip)
    return found


class ColumnsHelp(FromProgram):
    """A table of heads; those that the code explains itself follow the rows of the content."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [
            f"| **{self.said(title)}** | {self.said(tip)} |"
            for title, tip in columns_in(self.arguments[0]).values()
            if tip
        ]
        own = self.parse_content_to_nodes()
        made = self.parsed("| | |\n|---|---|\n" + "\n".join(rows)) if rows else []
        if not (own and made):
            return own or made
        body = next(iter(own[0].findall(nodes.tbody)))
        for row in next(iter(made[0].findall(nodes.tbody))).children[:]:
            body += row
        return own


class ProgramList(FromProgram):
    """A list that the program has already."""

    def run(self) -> list[nodes.Node]:
        """Return it."""
        kind, _, name = self.arguments[0].partition(" ")
        return getattr(self, f"list_{kind}")(name)

    def list_outcomes(self, _: str) -> list[nodes.Node]:
        """Return the three outcomes and the verdicts of one rule."""
        words = [*OUTCOME_WORDS.values(), *VERDICT_WORDS.values()]
        return self.parsed("\n".join(f"- {self.said(str(w))}" for w in words))

    def list_bases(self, _: str) -> list[nodes.Node]:
        """Return on what an outcome may rest."""
        return self.parsed("\n".join(f"- {self.said(str(w))}" for w in BASIS_MEANINGS.values()))

    def list_functions(self, _: str) -> list[nodes.Node]:
        """Return the functions of formulas."""
        return self.parsed(", ".join(f"`{name}`" for name in FUNCTION_NAMES))

    def list_rules(self, _: str) -> list[nodes.Node]:
        """Return the rules of formulas; the last one lists the functions."""
        rules = _module(str(CODE / "gui" / "pages" / "base.py"))["formula_rules"]
        return self.parsed("\n\n".join(self.said(text) for text in list(texts_of(rules))[:-1]))

    def list_tools(self, _: str) -> list[nodes.Node]:
        """Return what is read."""
        return self.parsed(
            ", ".join(sorted({each.title for each in ALL_IMPORTERS}, key=str.lower))
        )

    def list_price_fields(self, _: str) -> list[nodes.Node]:
        """Return what a line of a price sheet holds."""
        rows = [
            f"| **{self.said(str(f.label))}** | {self.said(str(f.tip))} |"
            for f in PRICE_FIELDS
            if f.tip is not None
        ]
        others = (f"**{self.said(str(f.label))}**" for f in PRICE_FIELDS if f.tip is None)
        return self.parsed("\n".join([", ".join(others), "", "| | |", "|---|---|", *rows]))

    def list_names(self, _: str) -> list[nodes.Node]:
        """Return the names of results; those of an option with a name as an example."""
        ofs = [f'Option("NAS").{name}' for name, _value in _OPTION_RESULTS]
        return self.parsed("\n".join(f"- `{name}`" for name in (*result_names(()), *ofs)))


class CommandHelp(FromProgram):
    """A command: its name, the content, and what `--help` prints where there is such a command."""

    def run(self) -> list[nodes.Node]:
        """Return all of it under the name `command-...`."""
        name = self.arguments[0]
        target = nodes.target("", "", ids=[f"command-{name}"], names=[f"command-{name}"])
        self.state.document.note_explicit_target(target)
        texts = command_help(name) if name in cli.COMMANDS else []
        blocks = [nodes.literal_block(text, text, language="none") for text in texts]
        title = self.parsed(f"**arraywise {name}**")
        return [target, *title, *self.parse_content_to_nodes(), *blocks]


def command_help(name: str) -> list[str]:
    """Return what `arraywise NAME --help` prints, and the same of each command below it."""
    return list(_helps(_commands_of(cli.build_parser(name))[name]))


def _commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    actions = parser._actions  # noqa: SLF001 - argparse has no other way
    found = (a.choices for a in actions if isinstance(a, argparse._SubParsersAction))  # noqa: SLF001
    return dict(next(found, {}))


def _helps(parser: argparse.ArgumentParser) -> Iterator[str]:
    parser.formatter_class = partial(argparse.HelpFormatter, width=84)
    yield parser.format_help().strip()
    for each in _commands_of(parser).values():
        yield from _helps(each)


def note_messages(app: Sphinx, document: nodes.document) -> None:
    """Keep what a page gives to translators, in the order of the page."""
    if app.config.language != "en":
        return
    found = [message.strip() for _, message in extract_messages(document) if message.strip()]
    app.env.metadata[app.env.current_document.docname]["messages"] = found


def begin_remedies(app: Sphinx, document: nodes.document, _page: str) -> None:
    """Let what to do begin with these words, once it is translated."""
    words = translated("What to do", app.config.language)
    for quote in document.findall(nodes.block_quote):
        if _REMEDY in quote["classes"]:
            first = next(iter(quote.findall(nodes.paragraph)))
            first.insert(0, [nodes.strong("", words), nodes.Text(": ")])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register them."""
    app.add_role("ui", ProgramWords())
    directives: dict[str, type[Directive]] = {
        "finding": FindingHelp,
        "columns": ColumnsHelp,
        "command": CommandHelp,
        "from-program": ProgramList,
    }
    for name, directive in directives.items():
        app.add_directive(name, directive)
    app.connect("doctree-read", note_messages)
    app.connect("doctree-resolved", begin_remedies)
    return {"parallel_read_safe": False}
