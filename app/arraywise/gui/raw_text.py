"""The text of an imported file: line numbers, and a mark where a value was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from arraywise.gui import theme

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtGui import QResizeEvent

_LONGEST_LINE = 4000
"""Characters of a line that are drawn; files of one endless line stay quick."""
_PAD = 8


class RawText(QAbstractScrollArea):
    """Draws the lines that are in sight and no more."""

    line_chosen = Signal(int)
    """The user pointed at a line, from 1."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: Sequence[str] = ()
        self._marked: frozenset[int] = frozenset()
        self._chosen: int | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Raw text"))

    def show_lines(self, lines: Sequence[str], marked: Collection[int]) -> None:
        """Show another text; values were read from the marked lines."""
        self._lines, self._marked, self._chosen = lines, frozenset(marked), None
        self._size_bars()
        self.verticalScrollBar().setValue(0)
        self.viewport().update()

    @property
    def chosen(self) -> int | None:
        """The line that is marked strongly, from 1."""
        return self._chosen

    def choose(self, line: int | None) -> None:
        """Mark a line strongly and bring it into sight."""
        self._chosen = line
        if line is not None:
            bar = self.verticalScrollBar()
            first = bar.value()
            in_sight = max(1, self.viewport().height() // self._line_height())
            if not first < line <= first + in_sight - 1:
                bar.setValue(max(0, line - in_sight // 2))
        self.viewport().update()

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(theme.mono_font())

    def _line_height(self) -> int:
        return self._metrics().height() + 3

    def _gutter(self) -> int:
        digits = max(3, len(str(len(self._lines))))
        return self._metrics().horizontalAdvance("0" * digits) + 2 * _PAD + 4

    def _size_bars(self) -> None:
        in_sight = max(1, self.viewport().height() // self._line_height())
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, len(self._lines) - in_sight))
        vertical.setPageStep(in_sight)
        longest = min(max(map(len, self._lines), default=0), _LONGEST_LINE)
        wide = longest * self._metrics().horizontalAdvance("0") + self._gutter() + _PAD
        horizontal.setRange(0, max(0, wide - self.viewport().width()))
        horizontal.setPageStep(self.viewport().width())
        horizontal.setSingleStep(self._metrics().horizontalAdvance("0") * 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the scroll bars true."""
        super().resizeEvent(event)
        self._size_bars()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(520, 240)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines in sight."""
        look = theme.look()
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), look["page"])
        painter.setFont(theme.mono_font())
        tall, gutter = self._line_height(), self._gutter()
        first = self.verticalScrollBar().value()
        for row in range(self.viewport().height() // tall + 1):
            number = first + row + 1
            if number > len(self._lines):
                break
            box = QRect(0, row * tall, self.viewport().width(), tall)
            self._paint_line(painter, box, number, gutter)

    def _paint_line(self, painter: QPainter, box: QRect, number: int, gutter: int) -> None:
        look = theme.look()
        chosen, marked = number == self._chosen, number in self._marked
        if chosen or marked:
            painter.fillRect(box, look["hl_strong" if chosen else "hl"])
        if chosen:
            painter.fillRect(QRect(0, box.top(), 3, box.height()), look["accent"])
        lit = chosen or marked
        painter.setPen(look["hl_text" if lit else "text3"])
        numbers = QRect(0, box.top(), gutter - _PAD - 4, box.height())
        font = painter.font()
        font.setBold(lit)
        painter.setFont(font)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(numbers, right, str(number))
        font.setBold(False)
        painter.setFont(font)
        painter.setPen(look["hl_text" if lit else "text"])
        text = self._lines[number - 1][:_LONGEST_LINE].expandtabs(8)
        painter.save()
        painter.setClipRect(box.adjusted(gutter, 0, 0, 0))
        start = gutter - self.horizontalScrollBar().value()
        line = QRect(start, box.top(), 1 << 20, box.height())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the line under the mouse."""
        row = int(event.position().y()) // self._line_height()
        self._choose_and_tell(self.verticalScrollBar().value() + row + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from line to line."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._choose_and_tell((self._chosen or 0) + step)

    def _choose_and_tell(self, line: int) -> None:
        if 1 <= line <= len(self._lines):
            self.choose(line)
            self.line_chosen.emit(line)
