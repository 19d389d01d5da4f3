"""Texts keep the limits of length and leave out the words that readers do not know.

No other test looks at the wording: a text of sixty words, or one that "is told", passes them all.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from arraywise.present.language import SOURCE_LANGUAGE, read_catalogue
from tests.translations.__main__ import TRANSLATED
from tests.translations.sentences import (
    CODE,
    report_templates,
    shipped_sentences,
    texts_of_files,
)

LIMITS = {"message": 25, "explanation": 40, "tooltip": 20, "button": 4}
"""Words a text may have; a figure counts as one."""
SENTENCE = 25
LONGER = {"de": 1.4, "pt_BR": 1.4}
"""A label of one or two words against the English one, in letters ..."""
LETTERS = 8
"""... and so many letters more, which short labels such as "Low" need."""
EXPLAINING = (
    "gui/pages/base.py",
    "present/labels.py",
    "present/labels.py",
    "present/runway.py",
    "usecases/trace_figure.py",
)
"""The guide and the workings of a figure explain, as the report does."""
BANNED = {
    "en": (
        r"anew|thither|upon|whereof|thereof|hence|lest|meanwhile|besides|dearer|mend|nobody's"
        r"|told|tells?|say|says|said|speaks?|leans?|worked out|once more|in sight|by whose word"
        r"|asked for|draws?|ease factor|(?<!there )(?:is|are) no(?= (?!longer))"
    ),
    "de": (
        r"aufs Neue|von Neuem|alsdann|mithin|hernach|nebst|sag(?:t|en)|besag(?:t|en)"
        r"|verrät|spricht|Ziehung(?:en)?|Aufwandsfaktor|eintausend"
    ),
    "pt_BR": r"diz|dizem|dito|conta que|fala|falam|sorteios?|fator de facilidade|outrossim",
}
_FIELD = re.compile(r"\{[^{}]*\}")


@cache
def texts(language: str) -> dict[str, str]:
    """Return the English text of each message and what it is in a language."""
    catalogue = read_catalogue(TRANSLATED[0] if language == SOURCE_LANGUAGE else language)
    shipped = shipped_sentences()
    english = {key: key.rpartition("\x04")[2] for key in catalogue if key not in shipped}
    return {
        text: text if language == SOURCE_LANGUAGE else catalogue[key]
        for key, text in english.items()
    }


@cache
def explanations() -> frozenset[str]:
    return report_templates() | texts_of_files(*(CODE / name for name in EXPLAINING))


def kind(text: str) -> str:
    if text in explanations():
        return "explanation"
    if re.search(r"&\w", text):
        return "button"
    return "message" if re.search(r"[.!?]( |\n|$)", text) else "tooltip"


def words(text: str) -> int:
    return len(_FIELD.sub("0", text).split())


@pytest.mark.parametrize("language", [SOURCE_LANGUAGE, *TRANSLATED])
def test_no_text_is_longer_than_its_kind_allows(language: str) -> None:
    """A translation may be a fifth longer than English may."""
    share = 1 if language == SOURCE_LANGUAGE else 1.2
    long = {
        text: words(shown)
        for text, shown in texts(language).items()
        if words(shown) > LIMITS[kind(text)] * share
    }
    assert long == {}


def test_no_sentence_is_longer_than_a_reader_holds() -> None:
    long = {
        text: max(map(words, re.split(r"(?<=[.:;!?])\s", text)))
        for text in texts(SOURCE_LANGUAGE)
        if max(map(words, re.split(r"(?<=[.:;!?])\s", text))) > SENTENCE
    }
    assert long == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_labels_are_not_much_longer_than_in_english(language: str) -> None:
    long = {
        text: shown
        for text, shown in texts(language).items()
        if words(text) <= 2 and len(shown) > LONGER[language] * len(text) + LETTERS
    }
    assert long == {}


@pytest.mark.parametrize("language", [SOURCE_LANGUAGE, *TRANSLATED])
def test_no_text_has_a_word_that_readers_do_not_use(language: str) -> None:
    banned = re.compile(rf"\b(?:{BANNED[language]})\b", re.IGNORECASE)
    found = {
        text: match.group()
        for text, shown in texts(language).items()
        if (match := banned.search(_FIELD.sub("0", shown)))
    }
    assert found == {}


FOUR_WORDS = {
    "de": {"eserve": "reserve", "pielraum": "headroom", "reie Last": "spare load"},
    "pt_BR": {"eserva": "reserve", "olga": "headroom", "arga de sobra": "spare load"},
}
"""Part of a word, and the only English word that it may stand for (MODEL P1)."""
_OF_DRIVES = re.compile(r"spares?\b.*|headroom margin spare buffer")


@pytest.mark.parametrize("language", TRANSLATED)
def test_reserve_headroom_and_spare_load_have_a_word_each(language: str) -> None:
    """Catches "Reserve" for what is asked for on top and for what is left over."""
    wrong = [
        english
        for english, said in texts(language).items()
        for part, meant in FOUR_WORDS[language].items()
        if part in said and meant not in english.lower() and not _OF_DRIVES.search(english)
    ]
    assert wrong == []
