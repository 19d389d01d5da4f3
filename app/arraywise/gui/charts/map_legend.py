"""Says what hatch and grey mean on the decision map."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.gui import theme
from arraywise.gui.charts.map_painting import legend_swatch

_SWATCH = 18
_GAP = 6


Parts = tuple[tuple[str, bool], ...]
"""Words, and whether their swatch is hatched."""


class MapLegend(QWidget):
    """Two swatches with their words, shorter ones where these do not fit."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = (
            (self.tr("undetermined: a test could change it"), True),
            (self.tr("none passes"), False),
        )
        self._short = ((self.tr("undetermined"), True), self._parts[1])
        self.setAccessibleName(self.tr("Hatched: undetermined. Grey: none passes."))
        self.setToolTip(
            self.tr(
                "Hatched: an option that a further test could let pass would win here.\n"
                "Grey: no option is shown to pass."
            )
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.px(20))

    def sizeHint(self) -> QSize:
        """Return the width of all parts."""
        return QSize(_width(self._parts), theme.px(20))

    def minimumSizeHint(self) -> QSize:
        """Return nothing: the legend gives way."""
        return QSize(0, theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw from the right what fits."""
        look, painter = theme.look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        metrics = QFontMetrics(painter.font())
        right = float(self.width())
        parts = self._parts if _width(self._parts) <= self.width() else self._short
        for text, hatched in reversed(parts):
            wide = metrics.horizontalAdvance(text) + 2
            left = right - wide - _SWATCH - _GAP
            if left < 0:
                return
            box = QRectF(left + 0.5, (self.height() - 11) / 2, _SWATCH, 11)
            legend_swatch(painter, box, look["none_pass"], hatched=hatched)
            painter.setPen(look["text2"])
            words = QRectF(left + _SWATCH + _GAP, 0, wide, self.height())
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
            right = left - 2 * _GAP


def _width(parts: Parts) -> int:
    metrics = QFontMetrics(theme.font("caption"))
    return sum(metrics.horizontalAdvance(text) + _SWATCH + 3 * _GAP for text, _ in parts)
