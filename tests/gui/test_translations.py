from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from arraywise import shipped
from arraywise.gui import preferences, wording

if TYPE_CHECKING:
    from pathlib import Path

CODES = [code for code, _ in preferences.LANGUAGES if code != "en"]


def source(code: str) -> Path:
    return shipped.resource("translations", f"arraywise_{code}.ts")


def messages(code: str) -> list[tuple[str, str, str]]:
    """Context, English and translation of every message of our own catalogue."""
    root = ET.parse(source(code)).getroot()  # noqa: S314 - it is our own file
    return [
        (
            context.findtext("name") or "",
            m.findtext("source") or "",
            m.findtext("translation") or "",
        )
        for context in root.iter("context")
        for m in context.iter("message")
    ]


@pytest.mark.parametrize("code", CODES)
def test_a_language_that_is_offered_is_complete(code: str) -> None:
    assert messages(code)
    assert not [english for _, english, said in messages(code) if not said]


@pytest.mark.parametrize("code", CODES)
def test_translations_fill_in_the_same_figures(code: str) -> None:
    def fields(text: str) -> set[str]:
        return set(re.findall(r"\{\w+\}", text))

    wrong = [
        (english, said) for _, english, said in messages(code) if fields(english) != fields(said)
    ]
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_menus_keep_a_key_and_no_two_share_one(code: str) -> None:
    def key(text: str) -> str:
        return text.partition("&")[2][:1].lower()

    titles = ["&File", "&Edit", "&View", "E&vidence", "&Help"]
    translated = {e: said for context, e, said in messages(code) if context == "Menus"}
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
        for context, english, said in messages(code)
        if translator.translate(context, english) != said
    ]
    assert not differing


def test_words_are_translated_at_run_time() -> None:
    from arraywise.domain.decision import Verdict

    preferences.speak("de")
    assert wording.word(Verdict.NOT_COMPARABLE) == "Nicht vergleichbar"
    assert QCoreApplication.translate("AnswerStrip", "Headroom") == "Reserve"
    preferences.speak("en")
    assert wording.word(Verdict.NOT_COMPARABLE) == "Not comparable"
