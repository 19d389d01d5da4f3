"""Labels of quotes in three languages, and invented ones that mean nothing in any."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

LANGUAGES = ("en", "de", "pt")


def _read_labels() -> dict[str, dict[str, dict[str, tuple[str, ...]]]]:
    """Return labels by section, key and language."""
    sections: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {}
    for line in Path(__file__).with_name("labels.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = sections.setdefault(line.strip("[]"), {})
        elif " | " in line and not line.startswith("# "):
            key, *columns = (part.strip() for part in line.split(" | "))
            words = (tuple(w.strip() for w in column.split(";")) for column in columns)
            section[key] = dict(zip(LANGUAGES, words, strict=True))
    return sections


_LABELS = _read_labels()
HEADINGS, TOTALS, MARKS = _LABELS["headings"], _LABELS["totals"], _LABELS["marks"]
PERIOD_WORDS, PERIOD_UNITS = _LABELS["periods"], _LABELS["period units"]
PERIOD_ENDS = _LABELS["period ends"]
"""As a description ends with them."""
MAINTENANCE, TEXTS = _LABELS["maintenance"], _LABELS["texts"]
DESCRIPTIONS, RECURRING = TEXTS["descriptions"], TEXTS["recurring"]
TRICKY = TEXTS["tricky"]
"""Goods whose names hold words of totals."""
SUPPORT = TEXTS["support"]
"""Support whose whole term is paid at once."""
BARE_SUPPORT = TEXTS["bare support"]
GROUPS, TITLES, NOTES = TEXTS["groups"], TEXTS["titles"], TEXTS["notes"]
CONTINUATIONS = TEXTS["continuations"]
_STARTS = (
    "bl",
    "dr",
    "f",
    "gn",
    "k",
    "kr",
    "l",
    "m",
    "n",
    "p",
    "qu",
    "sn",
    "t",
    "tr",
    "v",
    "w",
    "z",
)
_MIDDLES = ("a", "e", "i", "o", "u", "oo", "au", "ei")
_ENDS = ("b", "ck", "f", "g", "lp", "mp", "nd", "rg", "x", "z", "", "n", "sh")


def invent_word(random: Random) -> str:
    """Return a word of two or three syllables that means nothing."""
    syllables = (
        random.choice(_STARTS) + random.choice(_MIDDLES) + random.choice(_ENDS)
        for _ in range(random.randint(2, 3))
    )
    return "".join(syllables).capitalize()


@dataclass(slots=True)
class Voice:
    """Chooses the labels of one quote: the same label for the same thing throughout."""

    random: Random
    language: str
    nonsense: bool
    _chosen: dict[str, str] = field(default_factory=dict)

    def heading(self, key: str) -> str:
        """Return the label of a column."""
        return self._label(key, HEADINGS)

    def total(self, key: str) -> str:
        """Return the label of a row that is a sum, tax, discount or surcharge."""
        return self._label(key, TOTALS)

    def maintenance(self, key: str) -> str:
        """Return the heading of a maintenance column; it is never invented."""
        return self._choose(f"maintenance {key}", MAINTENANCE[key][self.language])

    def mark(self, key: str) -> str:
        """Return a word that excludes, frees or counts a row; it is never invented."""
        return self._choose(key, MARKS[key][self.language])

    def period(self, period: str) -> str:
        """Return a value of a billing column; it is never invented."""
        return self._choose(f"period {period}", PERIOD_WORDS[period][self.language])

    def period_end(self, period: str) -> str:
        """Return what a description of a recurring line ends with."""
        return self._choose(f"end {period}", PERIOD_ENDS[period][self.language])

    def period_unit(self, period: str) -> str:
        """Return a unit of time beside a quantity."""
        return self._choose(f"unit {period}", PERIOD_UNITS[period][self.language])

    def any_of(self, texts: dict[str, tuple[str, ...]]) -> str:
        """Return one of the texts in the quote's language."""
        return self.random.choice(texts[self.language])

    def fill(self, texts: dict[str, tuple[str, ...]]) -> str:
        """Return one of the texts with a number and a date in it."""
        day = f"{self.random.randint(1, 28):02}.{self.random.randint(1, 12):02}.2026"
        return self.any_of(texts).format(n=self.random.randint(10_000, 99_999), d=day)

    def _label(self, key: str, table: dict[str, dict[str, tuple[str, ...]]]) -> str:
        if not self.nonsense:
            return self._choose(key, table[key][self.language])
        if key not in self._chosen:
            self._chosen[key] = invent_word(self.random)
        return self._chosen[key]

    def _choose(self, key: str, words: tuple[str, ...]) -> str:
        if key not in self._chosen:
            self._chosen[key] = self.random.choice(words)
        return self._chosen[key]
