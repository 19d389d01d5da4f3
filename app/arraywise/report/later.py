"""What a page tells before it is known: where a section begins, how many pages there are.

The place is drawn as a form (ISO 32000-1, 8.10) that is defined when all pages are done. So the
report is set once, not twice.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from reportlab.platypus import Flowable

from arraywise.report import fonts
from arraywise.report.styles import Style, colour, paragraph_style
from arraywise.report.tagging import structure_of

if TYPE_CHECKING:
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas


class PageOf(Flowable):
    """The number of the page that a section begins on, aligned to the right."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self._key = key

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803, ARG002 - ReportLab's
        """Take a line of the contents."""
        self.width, self.height = aW, paragraph_style(Style.CONTENTS).leading
        return self.width, self.height

    def draw(self) -> None:
        """Leave the place for it."""
        style = paragraph_style(Style.CONTENTS)
        with structure_of(self.canv).content("P"):
            draw_later(self.canv, page_of(self._key), self.width, self.height - style.fontSize)
        self.canv.linkRect(
            "", self._key, (0, 0, self.width, self.height), relative=1, Border="[0 0 0]"
        )


def page_of(key: str) -> str:
    """Name the form that tells where a section begins."""
    return f"page-of-{key}"


def draw_later(canvas: Canvas, name: str, right: float, base: float) -> None:
    """Leave a place for a text that ends at a point."""
    canvas.saveState()
    canvas.translate(right, base)
    canvas.doForm(name)
    canvas.restoreState()


def define(canvas: Canvas, name: str, text: str, size: float, ink: Color) -> None:
    """Say what stands in a place that was left."""
    wide, high = ceil(fonts.width(text, size)), ceil(size)
    canvas.beginForm(name, -wide, -high, 1, 2 * high)
    canvas.setFont(fonts.REGULAR, size)
    canvas.setFillColor(ink)
    canvas.drawRightString(0, 0, text)
    canvas.endForm()


def define_page_of(canvas: Canvas, key: str, text: str) -> None:
    """Say on which page a section begins."""
    define(canvas, page_of(key), text, paragraph_style(Style.CONTENTS).fontSize, colour("text"))
