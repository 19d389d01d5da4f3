"""What a page tells before it is known: where a section begins, how many pages there are.

The place is held by a comment among the page's operators; when all pages are done, the text stands
there instead. So the report is set once, not twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from reportlab.platypus import Flowable

from arraywise.report import fonts
from arraywise.report.operators import letterpress
from arraywise.report.tagging import structure_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

    from arraywise.report.paragraph import Paragraph


_NUMBER_WIDTH = 30.0


class Held(NamedTuple):
    """A place for a text that ends at a point."""

    page: int
    """From 0."""
    right: float
    base: float
    size: float
    ink: Color


class ContentsEntry(Flowable):
    """A section in the list of contents, with the number of the page that it begins on."""

    def __init__(self, title: Paragraph, key: str) -> None:
        super().__init__()
        self._title, self._key = title, key

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Leave the number its room."""
        self.width, self.height = aW, self._title.wrap(aW - _NUMBER_WIDTH, aH)[1]
        return self.width, self.height

    def draw(self) -> None:
        """Draw the title, and leave the place for the number."""
        style, structure = self._title.style, structure_of(self.canv)
        high = float(style.leading)
        area = (self.width - _NUMBER_WIDTH, 0.0, self.width, high)
        with structure.entry():
            self._title.draw_at(self.canv, 0, self.height)
            with structure.block("P"), structure.link(self._key, [area], self._title.plain):
                end = (self.width, high - style.fontSize)
                hold(self.canv, page_of(self._key), end, style.fontSize, style.textColor)


def page_of(key: str) -> str:
    """Name the place that tells where a section begins."""
    return f"page-of-{key}"


def _held(canvas: Canvas) -> dict[str, Held]:
    known: dict[str, dict[str, Held]] = vars(canvas)
    return known.setdefault("arraywise_held", {})


def hold(canvas: Canvas, name: str, end: tuple[float, float], size: float, ink: Color) -> None:
    """Leave a place for a text that ends at a point, relative to what the canvas has moved to."""
    _held(canvas)[name] = Held(canvas.getPageNumber() - 1, *end, size, ink)
    canvas.addLiteral(_mark(name))


def _mark(name: str) -> str:
    return f"%{name}\n"


def fill_in(canvas: Canvas, texts: Mapping[str, str]) -> None:
    """Say what stands in the places that were left; all pages must be done."""
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    for name, place in _held(canvas).items():
        text = texts[name]
        x = place.right - fonts.width(text, place.size)
        stretch = (x, place.base, fonts.REGULAR, place.size, place.ink, text)
        page = document.Pages.pages[place.page]
        page.stream = page.stream.replace(_mark(name), letterpress(canvas).operators([stretch]))
