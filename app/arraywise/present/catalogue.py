"""Catalogue of translations: a gettext file per language, for window, documents, command line.

Babel reads such files too, but needs some eight times as long, and a window waits for it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from arraywise.domain.study import LANGUAGES
from arraywise.shipped import resource

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SOURCE_LANGUAGE = LANGUAGES[0]
"""Needs no catalogue."""
_QUOTED = r'"(.*"(?:\n".*")*)'
_ENTRY = re.compile(rf"^(?:msgctxt {_QUOTED}\n)?msgid {_QUOTED}\nmsgstr {_QUOTED}$", re.MULTILINE)
_ESCAPED = re.compile(r"\\(.)")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}


def catalogue_path(language: str) -> Path:
    """Return the file of a language."""
    return resource("translations", f"{language}.po")


@cache
def read_catalogue(language: str) -> Mapping[str, str]:
    """Read the translations of one language: key of the English text to translated text."""
    if language == SOURCE_LANGUAGE:
        return {}
    return parse_catalogue(catalogue_path(language).read_text("utf-8"))


def parse_catalogue(text: str) -> dict[str, str]:
    """Parse the text of a gettext file; what is not translated is left out."""
    result = {
        message_key(_unquote(english), _unquote(context)): _unquote(translated)
        for context, english, translated in _ENTRY.findall(text)
    }
    return {key: translated for key, translated in result.items() if key and translated}


def message_key(english: str, context: str | None = None) -> str:
    """Return the key of a text, with a context where its English has more than one meaning."""
    return f"{context}\x04{english}" if context else english


def _unquote(quoted: str) -> str:
    joined = quoted.removesuffix('"').replace('"\n"', "")
    if "\\" not in joined:
        return joined
    return _ESCAPED.sub(lambda result: _CONTROLS.get(result[1], result[1]), joined)
