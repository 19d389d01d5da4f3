"""Says what hatch and grey mean on the decision map."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.gui import theme
from arraywise.gui.charts.map_painting import legend_swatch

_SWATCH = 18
_GAP = 6


class MapLegend(QWidget):
    """Two swatches with their words; what does not fit is left out."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = (
            (self.tr("undetermined: a test could change it"), True),
            (self.tr("none passes"), False),
        )
        self.setAccessibleName(self.tr("Hatched: undetermined. Grey: none passes."))
        self.setToolTip(
            self.tr(
                "Hatched: an option that a further test could let pass would win here.\n"
                "Grey: no option is shown to pass."
            )
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(20)

    def sizeHint(self) -> QSize:
        """Return the width of all parts."""
        metrics = QFontMetrics(theme.font("caption"))
        wide = sum(metrics.horizontalAdvance(text) + _SWATCH + 3 * _GAP for text, _ in self._parts)
        return QSize(wide, 20)

    def minimumSizeHint(self) -> QSize:
        """Return nothing: the legend gives way."""
        return QSize(0, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw from the right what fits."""
        look, painter = theme.look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        metrics = QFontMetrics(painter.font())
        right = float(self.width())
        for text, hatched in reversed(self._parts):
            wide = metrics.horizontalAdvance(text) + 2
            left = right - wide - _SWATCH - _GAP
            if left < 0:
                return
            box = QRectF(left + 0.5, 4.5, _SWATCH, 11)
            legend_swatch(painter, box, look["none_pass"], hatched=hatched)
            painter.setPen(look["text2"])
            words = QRectF(left + _SWATCH + _GAP, 0, wide, 20)
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
            right = left - 2 * _GAP
