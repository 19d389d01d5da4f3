"""The report's sentences in other languages: gettext catalogues, read as they are written."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.report_options import LANGUAGES
from arraywise.domain.said import say
from arraywise.shipped import resource

if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE_LANGUAGE = LANGUAGES[0]
"""Needs no catalogue."""


def find_language(asked: str) -> str:
    """Return the language that was asked for (`de`, `de-AT`, `pt-br`).

    Raises:
        UserError: The report cannot be written in it.
    """
    plain = asked.strip().replace("-", "_").lower()
    for language in LANGUAGES:
        if plain == language.lower() or plain.split("_")[0] == language.split("_")[0]:
            return language
    known = ", ".join(LANGUAGES)
    text = say(
        "A report cannot be written in “{asked}”; choose one of {known}.", asked=asked, known=known
    )
    raise UserError(text)


@cache
def read_catalogue(language: str) -> Mapping[str, str]:
    """Read the translations of one language: English template to translated template."""
    if language == SOURCE_LANGUAGE:
        return {}
    from babel.messages.pofile import read_po

    with resource("translations", f"report.{language}.po").open("rb") as file:
        messages = read_po(file, locale=language, abort_invalid=True)
    return {str(m.id): str(m.string) for m in messages if m.id and m.string and not m.fuzzy}
