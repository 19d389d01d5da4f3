"""Sentences with their figures kept apart, so that they can be said in another language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from decimal import Decimal

Figure: TypeAlias = "str | int | float | Decimal | Said"
"""A sentence may stand inside another one; each is said in the reader's language."""
OUR_WORDS = frozenset(
    {
        "statistic",
        "criterion",
        "setting",
        "meaning",
        "unit",
        "lawful",
        "metric",
        "named",
        "holder",
        "form",
    }
)
"""Figures of sentences that are words of ours, which catalogues translate too."""


@dataclass(frozen=True, slots=True)
class Said:
    """An English sentence and the figures that belong into it."""

    template: str
    """English, with named fields and number formats: `"{option} answers in {ms:.0f} ms"`."""
    figures: tuple[tuple[str, Figure], ...] = ()

    def __str__(self) -> str:
        """Say it in English."""
        return self.template.format(**dict(self.figures)) if self.figures else self.template


def say(template: str, **figures: Figure) -> Said:
    """Make a sentence; text from files goes in as a figure, never into the template."""
    return Said(template, tuple(figures.items()))
