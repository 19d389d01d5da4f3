"""Text that DuckDB takes and gives back unchanged, and sentences with their figures."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise.domain.said import Said

if TYPE_CHECKING:
    from arraywise.domain.said import Figure


def plain(text: str) -> str:
    """Replace what is no Unicode text (half a character of an odd file name) by `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def plain_or_none(text: str | None) -> str | None:
    """Do as `plain` does, and leave None alone."""
    return None if text is None else plain(text)


_NUMBERS = frozenset({int, float, Decimal})
_KINDS = {"str": str, "int": int, "float": float, "decimal": Decimal}


def figures_to_json(said: Said) -> str:
    """Write the figures of a sentence as JSON: `[[name, kind, text], ...]`.

    In place of the text of a sentence inside the sentence stand its template and its figures.
    """
    if all(type(figure) in _NUMBERS for _, figure in said.figures):  # most, and in half the time
        numbers = (f'["{name}", "{_kind(figure)}", "{figure}"]' for name, figure in said.figures)
        return f"[{', '.join(numbers)}]"
    return json.dumps(_listed(said))


def _listed(said: Said) -> list[list[Any]]:
    return [[plain(name), _kind(figure), _written(figure)] for name, figure in said.figures]


def _written(figure: Figure) -> str | list[Any]:
    if isinstance(figure, Said):
        return [plain(figure.template), _listed(figure)]
    return plain(str(figure))


def _kind(figure: Figure) -> str:
    return type(figure).__name__.lower()


def said_from(template: str, figures: str) -> Said:
    """Put a sentence together again."""
    return _put_together(template, json.loads(figures))


def _put_together(template: str, listed: list[list[Any]]) -> Said:
    return Said(template, tuple((name, _read(kind, written)) for name, kind, written in listed))


def _read(kind: str, written: Any) -> Figure:  # noqa: ANN401 - as JSON gives it
    return _put_together(*written) if kind == "said" else _KINDS[kind](written)
