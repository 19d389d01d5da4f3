"""Every language that is offered has every text, with the same figures; the files are in order."""

from __future__ import annotations

import re
import string

import pytest
from babel.messages.pofile import read_po

from arraywise.present.language import (
    catalogue_path,
    message_key,
    parse_catalogue,
    read_catalogue,
)
from tests.translations.__main__ import TRANSLATED, rendered, updated
from tests.translations.sentences import (
    core_templates,
    messages_in_code,
    put_together,
    report_templates,
    shipped_sentences,
    window_messages,
)


def test_the_texts_of_the_code_are_found() -> None:
    assert len(window_messages()) > 1000
    assert len(report_templates()) > 150
    assert len(core_templates()) > 900
    assert len(shipped_sentences()) > 60


def test_no_text_is_put_together_before_it_is_translated() -> None:
    assert put_together() == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_that_is_offered_is_complete(language: str) -> None:
    wanted = messages_in_code() | shipped_sentences()
    assert sorted(wanted - read_catalogue(language).keys()) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_file_is_as_the_command_writes_it(language: str) -> None:
    text = catalogue_path(language).read_text("utf-8")
    assert rendered(language, updated(parse_catalogue(text))) == text


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_file_is_read_as_gettext_reads_it(language: str) -> None:
    with catalogue_path(language).open("rb") as file:
        read = read_po(file, locale=language, abort_invalid=True)
    assert read_catalogue(language) == {
        message_key(str(m.id), m.context): m.string for m in read if m.id and not m.fuzzy
    }


def test_escapes_contexts_and_long_texts_are_read_as_they_were_written() -> None:
    catalogue = {
        "two\nlines": 'zwei\n"Zeilen"',
        "a \\ and a\ttab": "ein \\ und ein\tTab",
        message_key("Low", "interval"): "Untergrenze",
        "Low": "Gering",
        "ends\n": "endet\n",
    }
    assert parse_catalogue(rendered("de", catalogue)) == catalogue
    assert parse_catalogue(rendered("de", {"not yet": ""})) == {}


def test_a_new_text_waits_for_its_translation_and_a_dead_one_goes() -> None:
    result = updated({"nobody says this": "niemand", "&Help": "&Hilfe"})
    assert "nobody says this" not in result
    assert result["&Help"] == "&Hilfe"
    assert result["Vie&w"] == ""


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_figures_of_the_text(language: str) -> None:
    def fields(template: str) -> list[tuple[str, str | None]]:
        return sorted(
            (name, spec) for _, name, spec, _ in string.Formatter().parse(template) if name
        )

    catalogue = read_catalogue(language)
    assert [key for key, message in catalogue.items() if fields(key) != fields(message)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_has_a_key_keeps_one(language: str) -> None:
    def has_key(text: str) -> bool:
        return bool(re.search(r"&\w", text))

    catalogue = read_catalogue(language)
    assert [key for key, message in catalogue.items() if has_key(key) != has_key(message)] == []
