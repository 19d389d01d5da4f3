"""One cell of the answer strip: a caption, under it a sign, a figure and what belongs to it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.gui import painting, theme
from arraywise.gui.enter_key import ENTER
from arraywise.gui.icons import paint_icon
from arraywise.shipped import tokens

_SIGN = 15
_MARGIN = 15


@dataclass(frozen=True, slots=True)
class CellText:
    """What one cell says."""

    title: str
    main: str
    rest: str = ""
    word: str = ""
    """Verdict in a word, before the main figure."""
    tone: str = "text"
    marker: int | None = None
    icon: str = ""
    big: bool = False


class AnswerCell(QWidget):
    """One cell: a caption and below it a sign, a figure and what belongs to it in grey."""

    asked = Signal()
    """The user wants to know where the figure comes from."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = CellText("", "")
        self._is_new = False
        self.is_short = False
        self._widths = (0, 0)
        """In pixels: of all that is said, and without what belongs to the figure."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.height("answer_strip") - 1)
        self._flash = QTimer(self)
        self._flash.setSingleShot(True)
        self._flash.setInterval(tokens()["motion_ms"]["value_flash"])
        self._flash.timeout.connect(self._calm_down)

    def say(self, said: CellText) -> None:
        """Show something else; a change is tinted for a moment."""
        if said == self._said:
            return
        self._is_new = bool(self._said.title) and self._said.title == said.title
        self._said = said
        parts = (said.title, said.word, said.main, said.rest)
        self.setAccessibleName(" ".join(part for part in parts if part).replace(" , ", ", "))
        if self._is_new:
            self._flash.start()
        before, self._widths = self._widths, (self._wide(short=False), self._wide(short=True))
        if before != self._widths:
            self.updateGeometry()
        self.update()

    def shorten(self, *, short: bool) -> None:
        """Leave out what belongs to the figure in grey, or say it again."""
        if short != self.is_short:
            self.is_short = short
            self.updateGeometry()
            self.update()

    @property
    def said(self) -> CellText:
        """What the cell shows."""
        return self._said

    def _calm_down(self) -> None:
        self._is_new = False
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of what is said."""
        return QSize(self._widths[self.is_short], self.height())

    def _gap(self) -> int:
        return 0 if self._said.rest.startswith(",") else 5

    def minimumSizeHint(self) -> QSize:
        """Label and main value are never cut; what belongs to them in grey may go."""
        return QSize(self._widths[True], self.height())

    @property
    def spare(self) -> int:
        """Pixels that are gained by being short."""
        return self._widths[False] - self._widths[True]

    def _wide(self, *, short: bool) -> int:
        said = self._said
        main = QFontMetrics(theme.font("answer" if said.big else "figure", bold=True))
        rest = QFontMetrics(theme.font("figure"))
        signs = _SIGN + 6 if said.marker is not None or said.icon else 0
        wide = signs + main.horizontalAdvance(said.main)
        if said.word:
            wide += main.horizontalAdvance(said.word) + 8
        if said.rest and not short:
            wide += self._gap() + rest.horizontalAdvance(said.rest)
        title = QFontMetrics(theme.font("caption")).horizontalAdvance(said.title)
        return max(wide, title) + 2 * _MARGIN

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw caption, sign, word and figure."""
        look, said = theme.look(), self._said
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), look["accent_tint" if self._is_new else "sunken"])
        painter.setFont(theme.font("caption"))
        painter.setPen(look["text3"])
        painter.drawText(
            QRect(_MARGIN, theme.px(5), self.width(), theme.px(17)),
            Qt.AlignmentFlag.AlignVCenter,
            said.title,
        )
        x = self._paint_sign(painter, _MARGIN)
        line = QRect(x, theme.px(20), self.width() - x, theme.px(23))
        if said.word:
            line.setLeft(self._write(painter, line, said.word, "figure", said.tone, bold=True) + 8)
        role = "answer" if said.big else "figure"
        tone = "text" if said.word else said.tone
        line.setLeft(self._write(painter, line, said.main, role, tone, bold=True) + self._gap())
        if not self.is_short:
            self._write(painter, line, said.rest, "figure", "text2", bold=False)
        if self.hasFocus():
            painter.setPen(QPen(look["accent"], 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 3, 3)

    def _paint_sign(self, painter: QPainter, x: int) -> int:
        said = self._said
        middle = theme.px(32)
        if said.marker is not None:
            painting.paint_marker(painter, QPointF(x + _SIGN / 2, middle), said.marker, 14)
        elif said.icon:
            box = QRectF(x, middle - _SIGN / 2, _SIGN, _SIGN)
            look = theme.look()
            paint_icon(painter, box, said.icon, look[said.tone], look["sunken"])
        else:
            return x
        return x + _SIGN + 6

    @staticmethod
    def _write(
        painter: QPainter, line: QRect, text: str, role: str, tone: str, *, bold: bool
    ) -> int:
        """Write on the line and return where the text ends."""
        painter.setFont(theme.font(role, bold=bold))
        painter.setPen(theme.look()[tone])
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
        return line.left() + painter.fontMetrics().horizontalAdvance(text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click asks where the figure comes from."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """So do Enter, Space and F4."""
        if event.key() in {*ENTER, Qt.Key.Key_Space, Qt.Key.Key_F4}:
            self.asked.emit()
            return
        super().keyPressEvent(event)
