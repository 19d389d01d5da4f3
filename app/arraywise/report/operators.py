"""Writes text as operators of a page (ISO 32000-1, 9.4), many stretches in one go.

ReportLab's canvas does the same for one stretch at a time, and looks up every letter on the way.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.pdfbase import pdfmetrics

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

    Stretch = tuple[float, float, str, float, Color, str]
    """Place on its baseline, font, size, ink, text."""


class _Letters(dict[int, str]):
    """How the letters of a typeface are written in one document's first subset of it."""

    def __init__(self, font: Any, document: object) -> None:  # noqa: ANN401 - ReportLab's font
        super().__init__()
        self._font, self._document = font, document

    def __missing__(self, letter: int) -> str:
        ((subset, code),) = self._font.splitString(chr(letter), self._document)
        if subset:
            raise _Elsewhere
        self[letter] = escapePDF(code)
        return self[letter]


class _Elsewhere(Exception):  # noqa: N818 - is caught here
    """A letter is not in the first subset."""


@cache
def fill(ink: Color) -> str:
    """Return the operator that fills in a colour."""
    return f"{fp_str(ink.red, ink.green, ink.blue)} rg"


@cache
def stroke(ink: Color) -> str:
    """Return the operator that draws lines in a colour."""
    return f"{fp_str(ink.red, ink.green, ink.blue)} RG"


class Letterpress:
    """Sets text on the pages of one document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
        self._letters: dict[str, _Letters] = {}
        self._names: dict[tuple[str, int], str] = {}

    def write(self, stretches: Iterable[Stretch]) -> None:
        """Write texts at their places, relative to what the canvas has moved to."""
        self._canvas.addLiteral(self.operators(stretches))

    def operators(self, stretches: Iterable[Stretch]) -> str:
        """Return the operators that write texts at their places."""
        operators = ["BT"]
        font_now, ink_now = None, None
        for x, y, font, size, ink, text in stretches:
            operators.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm")
            if ink is not ink_now:
                operators.append(fill(ink))
                ink_now = ink
            for name, written in self._written(font, text):
                if (name, size) != font_now:
                    operators.append(f"{name} {fp_str(size)} Tf")
                    font_now = (name, size)
                operators.append(f"({written}) Tj")
        operators.append("ET")
        return "\n".join(operators)

    def _written(self, font: str, text: str) -> list[tuple[str, str]]:
        """Return the text's codes with the name of the subset that each stretch belongs to."""
        if font not in self._letters:
            self._letters[font] = _Letters(pdfmetrics.getFont(font), self._document)
        try:
            return [(self._name(font, 0), text.translate(self._letters[font]))]
        except _Elsewhere:
            known: Any = pdfmetrics.getFont(font)
            parts = known.splitString(text, self._document)
            return [(self._name(font, subset), escapePDF(code)) for subset, code in parts]

    def _name(self, font: str, subset: int) -> str:
        key = font, subset
        if key not in self._names:
            known: Any = pdfmetrics.getFont(font)
            self._names[key] = known.getSubsetInternalName(subset, self._document)
        return self._names[key]


def letterpress(canvas: Canvas) -> Letterpress:
    """Return what sets the text of the document that is drawn on a canvas."""
    known: dict[str, Any] = vars(canvas)
    if "arraywise_letterpress" not in known:
        known["arraywise_letterpress"] = Letterpress(canvas)
    found: Letterpress = known["arraywise_letterpress"]
    return found
