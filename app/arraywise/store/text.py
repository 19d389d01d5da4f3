"""Text that DuckDB takes and gives back unchanged, and sentences with their figures."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.said import Said

if TYPE_CHECKING:
    from arraywise.domain.said import Figure


def plain(text: str) -> str:
    """Replace what is no Unicode text (half a character of an odd file name) by `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def plain_or_none(text: str | None) -> str | None:
    """Do as `plain` does, and leave None alone."""
    return None if text is None else plain(text)


_KINDS = {"str": str, "int": int, "float": float, "decimal": Decimal}


def figures_to_json(said: Said) -> str:
    """Write the figures of a sentence as JSON: `[[name, kind, text], ...]`."""
    return json.dumps([[plain(n), _kind(f), plain(str(f))] for n, f in said.figures])


def _kind(figure: Figure) -> str:
    return type(figure).__name__.lower()


def said_from(template: str, figures: str) -> Said:
    """Put a sentence together again."""
    return Said(template, tuple((n, _KINDS[kind](text)) for n, kind, text in json.loads(figures)))
