"""A language that nobody speaks: every text in signs that show it, and longer by 40 %."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tests.gui.catalogues import Messages, compile_catalogue, said_in_code, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


def write_pseudo(folder: Path) -> Path:
    """Write the window's catalogue in that language; return the compiled file."""
    said: Messages = {key: pseudo(key[1]) for key in said_in_code()}
    path = folder / "pseudo.ts"
    write_file(path, "eo", said)
    compile_catalogue(path, folder / "pseudo.qm")
    return folder / "pseudo.qm"
