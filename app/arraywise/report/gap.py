"""Room between blocks, of which a new page takes none."""

from __future__ import annotations

from reportlab.platypus import Spacer


class Gap(Spacer):
    """Leaves room below what stands above it; nothing stands above at the top of a page."""

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803, ARG002 - ReportLab's
        """Take no room at the top of a page."""
        frame = vars(self).get("_frame")
        at_top = frame is not None and frame._atTop  # noqa: SLF001
        return self.width, 0.0 if at_top else self.height
