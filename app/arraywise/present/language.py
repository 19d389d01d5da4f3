"""Language: translate, messages with figures, numbers, dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum
from functools import cache, cached_property
from string import Formatter
from typing import TYPE_CHECKING

from arraywise.domain.messages import TRANSLATED_FIGURES, Message, UserError, message
from arraywise.domain.study import LANGUAGES
from arraywise.present.numbers import NONE, write_span
from arraywise.shipped import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date
    from pathlib import Path

    from arraywise.domain.messages import Figure


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


def match_supported_language(asked: str) -> str:
    """Return the language that was asked for (`de`, `de-AT`, `pt-br`).

    Raises:
        UserError: The report cannot be written in it.
    """
    plain = asked.strip().replace("-", "_").lower()
    for language in LANGUAGES:
        if plain == language.lower() or plain.split("_")[0] == language.split("_")[0]:
            return language
    known = ", ".join(LANGUAGES)
    text = message(
        "No report language “{asked}”. Choose one of {known}.", asked=asked, known=known
    )
    raise UserError(text)


MINUS = "\N{MINUS SIGN}"
_NUMBERS = {
    "en": (".", ",", "%"),
    "de": (",", ".", "\N{NO-BREAK SPACE}%"),
    "pt_BR": (",", ".", "%"),
}
"""Decimal point, mark between thousands and percent sign of each language, as Babel has them:
loading its tables takes longer than an answer."""
_SENTENCES = frozenset({"remark", "consequence", "conclusion", "citation"})
"""Figures that are sentences of a study: text from outside that is not shortened."""


def _return_unchanged(text: str) -> str:
    return text


@dataclass(frozen=True)
class Wording:
    """One language: its catalogue, and its way of writing figures."""

    language: str
    foreign: Callable[[str], str] = _return_unchanged
    """What is done to text from outside before it goes into a sentence."""
    whole: Callable[[str], str] = _return_unchanged
    """The same for text that is a sentence itself."""

    @cached_property
    def catalogue(self) -> Mapping[str, str]:
        """English templates and what they are in this language."""
        return read_catalogue(self.language)

    @cached_property
    def _symbols(self) -> dict[int, str]:
        decimal, group, _ = _NUMBERS[self.language]
        return str.maketrans({".": decimal, ",": group, "-": MINUS})

    def translate(self, template: str) -> str:
        """Return a template in this language, in English where the catalogue lacks it."""
        return self.catalogue.get(template, template)

    def pieces(self, sentence: Message) -> Iterator[tuple[str, str | None]]:
        """Take a sentence apart: text, and the name of the figure that it is (None: words)."""
        template = self.translate(sentence.template)
        if not sentence.figures:
            yield template, None
            return
        figures = dict(sentence.figures)
        for text, name, spec, _ in Formatter().parse(template):
            if text:
                yield text, None
            if name is not None:
                yield self.figure(name, figures[name], spec or ""), name

    def localise(self, sentence: Message) -> str:
        """Render a message."""
        return "".join(text for text, _ in self.pieces(sentence))

    def figure(self, name: str, value: Figure, spec: str) -> str:
        """Write one figure of a sentence as its number format asks; words are translated."""
        if isinstance(value, Message):
            return self.localise(value)
        if isinstance(value, str) and (isinstance(value, Enum) or name in TRANSLATED_FIGURES):
            return self.translate(str(value))
        if isinstance(value, str):
            if name in _SENTENCES:  # those of the studies that are shipped are in the catalogue
                return format(self.whole(self.translate(value)), spec)
            return format(self.foreign(value), spec)
        written = format(value, spec)
        if re.fullmatch(r"[-+]?[\d.,]+(e[-+]?\d+)?%?", written):
            return written.translate(self._symbols).replace("%", self._percent_suffix)
        return written

    @property
    def _percent_suffix(self) -> str:
        return _NUMBERS[self.language][2]

    def number(self, value: float | Decimal | None, places: int = 0, *, sign: bool = False) -> str:
        """Write a number with grouped thousands; a missing one is a dash."""
        if value is None:
            return NONE
        if isinstance(value, Decimal):
            value = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        written = format(value, f"{'+' if sign else ''},.{places}f")
        if not re.search("[1-9]", written):
            written = written.lstrip("-+")  # no minus before a zero
        return written.translate(self._symbols)

    def exactly(self, value: Decimal) -> str:
        """Write a number with all the decimals it has, such as a rate of exchange."""
        exponent = value.normalize().as_tuple().exponent
        return self.number(value, max(0, -exponent) if isinstance(exponent, int) else 0)

    def span(self, low: float | None, high: float | None, places: int = 0) -> str:
        """Write an interval."""
        return write_span(self, low, high, places)

    def date(self, day: date) -> str:
        """Write a date in full."""
        from babel.dates import format_date

        return str(format_date(day, "long", locale=self.language))


def is_currency(code: str) -> bool:
    """Return whether ISO 4217 knows a code, today or in the past."""
    from babel.core import get_global

    return code in get_global("all_currencies")


def create_wording(
    language: str,
    foreign: Callable[[str], str] = _return_unchanged,
    whole: Callable[[str], str] = _return_unchanged,
) -> Wording:
    """Build the wording of a language.

    Raises:
        UserError: There is no such language.
    """
    return Wording(match_supported_language(language), foreign, whole)


def catalogue_for_locale(language: str) -> Mapping[str, str]:
    """Return the translations of a language, with its country or without; English if unknown."""
    known = (code for code in LANGUAGES if code[:2] == language[:2])
    return read_catalogue(next(known, LANGUAGES[0]))
