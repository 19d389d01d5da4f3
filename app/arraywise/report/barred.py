"""A paragraph that the page is about, with a bar beside it and perhaps a tint behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.platypus import Flowable

from arraywise.report.operators import fill
from arraywise.report.tagging import structure_of

if TYPE_CHECKING:
    from reportlab.lib.colors import Color

    from arraywise.report.marks import Beside
    from arraywise.report.paragraph import Paragraph

_BAR = 3.0


@dataclass(frozen=True, slots=True)
class Bar:
    """How the block looks; lengths in points."""

    ink: Color
    indent: float
    above: float
    below: float
    tint: Color | None = None


class Barred(Flowable):
    """A paragraph behind a bar."""

    def __init__(
        self, inner: Paragraph | Beside, bar: Bar, before: float = 0.0, after: float = 0.0
    ) -> None:
        super().__init__()
        self.inner, self._bar = inner, bar
        self.spaceBefore, self.spaceAfter = before, after

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Give the paragraph what the bar leaves."""
        bar = self._bar
        _, high = self.inner.wrap(aW - 2 * bar.indent, aH)
        self.width, self.height = aW, high + bar.above + bar.below
        return self.width, self.height

    def draw(self) -> None:
        """Draw bar and tint, which nobody reads, and the paragraph."""
        bar, canvas = self._bar, self.canv
        with structure_of(canvas).artifact():
            for ink, left, wide in ((bar.tint, 0.0, self.width), (bar.ink, -_BAR / 2, _BAR)):
                if ink is not None:
                    area = f"{left:.2f} 0 {wide:.2f} {self.height:.2f} re f"
                    canvas.addLiteral(f"q {fill(ink)} {area} Q")
        self.inner.draw_at(canvas, bar.indent, self.height - bar.above)
