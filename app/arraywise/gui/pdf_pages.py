"""A PDF's pages as pictures. PDFium knows one thread only: one lane makes all calls."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

from PySide6.QtGui import QImage


@dataclass(frozen=True, slots=True)
class PdfPages:
    """A PDF that we made, and what is known of its pages."""

    pdf: bytes
    sizes: tuple[tuple[float, float], ...]
    """Width and height of each page, in points."""
    sections: tuple[int, ...]
    """Page of each heading of the first level, counted from 0."""

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self.sizes)


def look_through(pdf: bytes) -> PdfPages:
    """Find out what is where in a PDF."""
    import pypdfium2  # takes long to load

    with closing(pypdfium2.PdfDocument(pdf)) as document:
        sizes = tuple(document.get_page_size(at) for at in range(len(document)))
        marks = (mark.get_dest() for mark in document.get_toc() if mark.level == 0)
        places = (mark.get_index() for mark in marks if mark is not None)
        return PdfPages(pdf, sizes, tuple(at for at in places if at is not None))


def draw_page(pages: PdfPages, number: int, width: int) -> QImage:
    """Draw a page, counted from 0, so many pixels wide."""
    import pypdfium2

    with closing(pypdfium2.PdfDocument(pages.pdf)) as document:
        scale = width / pages.sizes[number][0]
        drawn = document[number].render(scale=scale, rev_byteorder=True, prefer_bgrx=True)
        image = QImage(
            bytes(drawn.buffer),
            drawn.width,
            drawn.height,
            drawn.stride,
            QImage.Format.Format_RGBX8888,
        )
        return image.copy()  # the buffer goes with the bitmap
