"""A language that nobody speaks: every text in signs that show it, and longer by 40 %."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tests.translations.sentences import window_messages

if TYPE_CHECKING:
    from collections.abc import Iterator

OPENING, CLOSING = "[!!", "!!]"
LONGER = 0.4
_FIELD = re.compile(r"\{[^{}]*\}")


def pseudo(text: str) -> str:
    """Wrap a text, and lengthen it by words that say nothing; its figures stay."""
    letters = len(_FIELD.sub("", text))
    wanted = round(letters * LONGER) - len(OPENING) - len(CLOSING) - 2
    padding = "".join(" " if n % 6 == 0 else "o" for n in range(max(0, wanted)))
    return f"{OPENING} {text}{padding} {CLOSING}"


class PseudoCatalogue(Mapping[str, str]):
    """Has every sentence of the core."""

    def __getitem__(self, template: str) -> str:
        return pseudo(template)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def pseudo_window() -> dict[str, str]:
    """Return the window's texts in that language; those of Qt itself stay English."""
    return {key: pseudo(key.rpartition("\x04")[2]) for key in window_messages()}
