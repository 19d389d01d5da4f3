"""`make translations`: bring the catalogue of each language up to date and list what it lacks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from babel.messages.pofile import normalize

from arraywise.domain.study import LANGUAGES
from arraywise.present.language import SOURCE_LANGUAGE, catalogue_path, parse_catalogue
from tests.translations.sentences import messages_in_code, shipped_sentences, texts_in_code

if TYPE_CHECKING:
    from collections.abc import Mapping

TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]
_HEAD = r"""msgid ""
msgstr ""
"Language: {language}\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"""


def updated(known: Mapping[str, str]) -> dict[str, str]:
    """Add to a catalogue what the code says and it lacks, drop what nobody says any more."""
    wanted = messages_in_code() | shipped_sentences()
    stored = {key for key in known if key in texts_in_code()}
    return {key: known.get(key, "") for key in wanted | stored}


def rendered(language: str, catalogue: Mapping[str, str]) -> str:
    """Write a catalogue as gettext does, sorted by the English text."""
    entries = [_HEAD.format(language=language)]
    for key in sorted(catalogue, key=_place):
        context, _, english = key.rpartition("\x04")
        lines = [f"msgctxt {normalize(context, width=0)}"] if context else []
        lines += [f"msgid {normalize(english, width=0)}"]
        lines += [f"msgstr {normalize(catalogue[key], width=0)}"]
        entries.append("".join(f"{line}\n" for line in lines))
    return "\n".join(entries)


def _place(key: str) -> tuple[str, str]:
    english = key.rpartition("\x04")[2]
    return english.casefold(), key


def main() -> int:
    """Write all catalogues; fail where a text is not translated."""
    lacking = 0
    for language in TRANSLATED:
        path = catalogue_path(language)
        catalogue = updated(parse_catalogue(path.read_text("utf-8")))
        path.write_text(rendered(language, catalogue), "utf-8")
        untranslated = sorted((key for key in catalogue if not catalogue[key]), key=_place)
        lacking += len(untranslated)
        for key in untranslated:
            print(f"{path}: not translated: {key!r}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
