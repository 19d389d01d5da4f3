from __future__ import annotations

import ast
import re
from typing import TypeGuard

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QSettings, QTranslator

from arraywise import shipped
from arraywise.gui.shell import preferences
from arraywise.gui.widgets import figures
from arraywise.gui.widgets import messages as wording
from tests.conftest import ROOT
from tests.gui.catalogues import CODES, messages, said_in_code, source


@pytest.fixture(scope="module")
def in_code() -> set[tuple[str, str]]:
    """Context and English of all that the code gives to be translated."""
    return set(said_in_code())


@pytest.mark.parametrize("code", CODES)
def test_a_language_that_is_offered_is_complete(code: str, in_code: set[tuple[str, str]]) -> None:
    translated = {key for key, said in messages(source(code)).items() if said}
    assert len(translated) > 800
    assert sorted(in_code - translated) == []


@pytest.mark.parametrize("code", CODES)
def test_translations_fill_in_the_same_figures(code: str) -> None:
    def fields(text: str) -> set[str]:
        return set(re.findall(r"\{\w+\}", text))

    catalogue = messages(source(code))
    wrong = [(e, said) for (_, e), said in catalogue.items() if fields(e) != fields(said)]
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_menus_keep_a_key_and_no_two_share_one(code: str) -> None:
    def key(text: str) -> str:
        return text.partition("&")[2][:1].lower()

    titles = ["&File", "&Edit", "Vie&w", "Evi&dence", "&Help"]
    catalogue = messages(source(code))
    translated = {e: said for (context, e), said in catalogue.items() if context == "Menus"}
    keys = [key(translated[title]) for title in titles]
    assert all(keys)
    assert len(set(keys)) == len(keys)
    missing = [e for e, said in translated.items() if ("&" in e) != ("&" in said)]
    assert not missing


@pytest.mark.parametrize("code", CODES)
def test_the_compiled_catalogue_is_that_of_the_source(code: str) -> None:
    translator = QTranslator()
    assert translator.load(f"arraywise_{code}", str(shipped.resource("translations")))
    differing = [
        english
        for (context, english), said in messages(source(code)).items()
        if translator.translate(context, english) != said
    ]
    assert not differing


@pytest.mark.parametrize(
    ("code", "verdict", "headroom", "cancel", "count"),
    [
        ("de", "Nicht vergleichbar", "Reserve", "Abbrechen", "1.234,5"),
        ("pt_BR", "Não comparável", "Folga", "Cancelar", "1.234,5"),
        ("en", "Not comparable", "Headroom", "Cancel", "1,234.5"),
    ],
)
def test_words_are_translated_at_run_time(
    code: str, verdict: str, headroom: str, cancel: str, count: str
) -> None:
    from arraywise.domain.decision import Verdict

    preferences.speak(code)
    assert wording.word(Verdict.NOT_COMPARABLE) == verdict
    assert QCoreApplication.translate("AnswerStrip", "Headroom") == headroom
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == cancel
    assert figures.number(1234.5, 1) == count


@pytest.mark.parametrize(
    ("system", "kept", "spoken"),
    [
        ("pt_BR", "", "pt_BR"),
        ("pt_PT", "", "pt_BR"),
        ("de_AT", "", "de"),
        ("ja_JP", "", "en"),
        ("de_DE", "pt_BR", "pt_BR"),
        ("de_DE", "tlh", "de"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_systems(
    system: str, kept: str, spoken: str, settings: QSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale(system))
    settings.setValue("language", kept)
    assert preferences.language(settings) == spoken


def test_no_text_is_hidden_from_the_tool_that_collects_them() -> None:
    """Qt's tool does not look into f-strings, nor at a text that is put together."""
    hidden = []
    for path in sorted((ROOT / "app" / "arraywise" / "gui").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        inside = [
            call
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for call in ast.walk(node)
            if _asks_for_translation(call)
        ]
        made = [
            call
            for call in ast.walk(tree)
            if _asks_for_translation(call)
            and any(isinstance(part, ast.JoinedStr | ast.BinOp) for part in call.args)
        ]
        hidden += [f"{path.name}:{call.lineno}" for call in (*inside, *made)]
    assert hidden == []


def _asks_for_translation(node: ast.AST) -> TypeGuard[ast.Call]:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in {"tr", "translate"}
