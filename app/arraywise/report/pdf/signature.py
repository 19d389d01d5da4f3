"""Lines to sign on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.platypus import Flowable

from arraywise.report.pdf.style import Style, paragraph_style, theme_colour
from arraywise.report.pdf.tagging import structure_of
from arraywise.report.pdf.text import Paragraph, StyledText

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAP, _HEIGHT = 24.0, 74.0


class SignatureRow(Flowable):
    """A line for each who signs: what for above it, name and date below."""

    def __init__(self, fields: Sequence[tuple[str, str]], width: float) -> None:
        super().__init__()
        self._fields, self.width, self.height = fields, width, _HEIGHT

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803, ARG002 - ReportLab's
        """Take the whole width."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw words and lines."""
        column = (self.width - _GAP * (len(self._fields) - 1)) / len(self._fields)
        leading = paragraph_style(Style.NOTE).leading
        for at, (title, below) in enumerate(self._fields):
            left = at * (column + _GAP)
            self._write(title, left, column, self.height)
            with structure_of(self.canv).mark_artifact():
                self.canv.saveState()
                self.canv.setStrokeColor(theme_colour("text"))
                self.canv.setLineWidth(0.7)
                self.canv.line(left, leading + 6, left + column, leading + 6)
                self.canv.restoreState()
            self._write(below, left, column, leading + 2)

    def _write(self, text: str, left: float, width: float, top: float) -> None:
        paragraph = Paragraph([StyledText(text)], Style.NOTE)
        paragraph.wrap(width, 0)
        paragraph.draw_at(self.canv, left, top)
