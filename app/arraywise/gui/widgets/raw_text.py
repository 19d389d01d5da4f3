"""The text of an imported file: line numbers, and a mark where a value was read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from arraywise.gui.widgets import theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from PySide6.QtGui import QFont, QResizeEvent

    from arraywise.usecases.show_file import RawLines

_WHOLE_LINE = 4000  # lines up to this length are drawn whole; of longer ones what is visible
_PAD = 8
_TAB = 8
_NUMBER = re.compile(r"[-+]?[.,]?\d[^\s,;|<>\"'{}\[\]()=:]*")
_WORD = re.compile(r"[^\s,;|<>\"'{}\[\]()=]+")
_MOST_LOOKED_AT = 100_000


class RawText(QAbstractScrollArea):
    """Draws the lines that are visible and no more; values are marked by line and column."""

    place_chosen = Signal(int, int)
    """The user pointed at a line and a character of it, both from 1."""

    def __init__(self) -> None:
        super().__init__()
        self.setCornerWidget(QWidget())
        self._lines: RawLines | None = None
        self._marked: Mapping[int, Iterable[int]] = {}
        self._chosen: int | None = None
        self._token: tuple[int, int] | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ringed", "inside")
        self.setAccessibleName(self.tr("Raw text"))

    def show_lines(self, lines: RawLines | None, marked: Mapping[int, Iterable[int]]) -> None:
        """Show another text; values were read from the marked lines, at columns from 1."""
        is_same = lines is self._lines
        self._lines, self._marked = lines, marked
        if not is_same:
            self._chosen = self._token = None
            self._size_bars()
            self.verticalScrollBar().setValue(0)
            self.horizontalScrollBar().setValue(0)
        self.viewport().update()

    @property
    def chosen(self) -> int | None:
        """The line that is marked strongly, from 1."""
        return self._chosen

    def choose(self, line: int | None, column: int | None = None) -> None:
        """Mark a line strongly, frame the figure in it, and bring both into sight."""
        self._chosen, self._token = line, None
        if line is not None and 1 <= line <= self._count():
            self._token = _token_at(self._text(line), column)
            self._scroll_to_line(line)
            self._scroll_to_token(line)
        self.viewport().update()

    def _scroll_to_line(self, line: int) -> None:
        bar = self.verticalScrollBar()
        first = bar.value()
        in_sight = max(1, self.viewport().height() // self._line_height())
        if not first < line <= first + in_sight - 1:
            bar.setValue(max(0, line - in_sight // 2))

    def _scroll_to_token(self, line: int) -> None:
        if self._token is None:
            return
        bar = self.horizontalScrollBar()
        left, right = (self._advance(line, place) for place in self._token)
        room = self.viewport().width() - self._gutter() - _PAD
        if left < bar.value() or right > bar.value() + room:
            bar.setValue(0 if right <= room else int(left - room / 3))

    # Measures

    def _count(self) -> int:
        return len(self._lines) if self._lines is not None else 0

    def _text(self, number: int) -> str:
        return self._lines.line(number - 1) if self._lines is not None else ""

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(theme.mono_font())

    def _letter(self) -> float:
        return self._metrics().horizontalAdvance("0" * 100) / 100

    def _line_height(self) -> int:
        return round(self._metrics().height()) + 3

    def _gutter(self) -> int:
        digits = max(3, len(str(self._count())))
        return int(self._letter() * digits) + 2 * _PAD + 4

    def _advance(self, number: int, place: int) -> float:
        """Return how far from the left of the text a character of a line stands."""
        text = self._text(number)
        if len(text) > _WHOLE_LINE:
            return place * self._letter()
        before = text[:place].expandtabs(_TAB)
        if before.isascii():
            return len(before) * self._letter()
        return self._metrics().horizontalAdvance(before)

    def _size_bars(self) -> None:
        in_sight = max(1, self.viewport().height() // self._line_height())
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, self._count() - in_sight))
        vertical.setPageStep(in_sight)
        longest = self._lines.longest if self._lines is not None else 0
        wide = int(longest * self._letter()) + self._gutter() + _PAD
        horizontal.setRange(0, max(0, wide - self.viewport().width()))
        horizontal.setPageStep(self.viewport().width())
        horizontal.setSingleStep(int(self._letter() * 4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the scroll bars true."""
        super().resizeEvent(event)
        self._size_bars()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(520, 240)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines visible."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.look()["page"])
        tall, gutter = self._line_height(), self._gutter()
        first = self.verticalScrollBar().value()
        for row in range(self.viewport().height() // tall + 1):
            number = first + row + 1
            if number > self._count():
                break
            box = QRect(0, row * tall, self.viewport().width(), tall)
            self._paint_line(painter, box, number, gutter)

    def _paint_line(self, painter: QPainter, box: QRect, number: int, gutter: int) -> None:
        look = theme.look()
        chosen, marked = number == self._chosen, number in self._marked
        is_long = len(self._text(number)) > _WHOLE_LINE
        if chosen or (marked and not is_long):
            painter.fillRect(box, look["hl_strong" if chosen and not is_long else "hl"])
        if chosen:
            painter.fillRect(QRect(0, box.top(), 3, box.height()), look["accent"])
        lit = chosen or marked
        painter.setPen(look["hl_text" if lit and (chosen or not is_long) else "text3"])
        painter.setFont(_mono(bold=lit))
        numbers = QRect(0, box.top(), gutter - _PAD - 4, box.height())
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(numbers, right, str(number))
        painter.save()
        painter.setClipRect(box.adjusted(gutter, 0, 0, 0))
        if is_long and marked and not chosen:
            self._paint_positions(painter, box, number, gutter)
        painter.setPen(look["hl_text" if chosen or (lit and not is_long) else "text"])
        self._paint_text(painter, box, number, gutter)
        if chosen and self._token is not None:
            self._paint_token(painter, box, self._token, gutter)
        painter.restore()

    def _paint_text(self, painter: QPainter, box: QRect, number: int, gutter: int) -> None:
        painter.setFont(_mono())
        text, scrolled = self._text(number), self.horizontalScrollBar().value()
        start = 0
        if len(text) > _WHOLE_LINE:
            start = max(0, int(scrolled / self._letter()) - 1)
            seen = int(box.width() / self._letter()) + 4
            text = text[start : start + seen].replace("\t", " ")
        left = gutter - scrolled + start * self._letter()
        line = QRectF(left, box.top(), 1 << 20, box.height())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text.expandtabs(_TAB))

    def _place(self, box: QRect, number: int, token: tuple[int, int], gutter: int) -> QRectF:
        left, right = (self._advance(number, place) for place in token)
        start = gutter - self.horizontalScrollBar().value()
        return QRectF(start + left - 1.5, box.top() + 0.5, right - left + 3, box.height() - 1)

    def _paint_positions(self, painter: QPainter, box: QRect, number: int, gutter: int) -> None:
        """Mark the values visible of a line that is too long to be marked as a whole."""
        text = self._text(number)
        first = int(self.horizontalScrollBar().value() / self._letter()) - 40
        last = first + int(box.width() / self._letter()) + 80
        for column in self._marked[number]:
            token = _token_at(text, column) if first <= column <= last else None
            if token is not None:
                painter.fillRect(self._place(box, number, token, gutter), theme.look()["hl"])

    def _paint_token(
        self, painter: QPainter, box: QRect, token: tuple[int, int], gutter: int
    ) -> None:
        number = self._chosen or 0
        place = self._place(box, number, token, gutter)
        if len(self._text(number)) > _WHOLE_LINE:
            painter.fillRect(place, theme.look()["hl_strong"])
            self._paint_text(painter, box, number, gutter)
        painter.setPen(QPen(theme.look()["accent"], 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place.adjusted(0, 0.5, 0, -0.5))

    # Pointing

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the place under the mouse."""
        row = int(event.position().y()) // self._line_height()
        number = self.verticalScrollBar().value() + row + 1
        if not 1 <= number <= self._count():
            return
        across = event.position().x() - self._gutter() + self.horizontalScrollBar().value()
        place = int(across / self._letter())
        text = self._text(number)
        if "\t" in text and len(text) <= _WHOLE_LINE:
            place = next((i for i in range(len(text)) if self._advance(number, i + 1) > across), 0)
        self._choose_and_notify(number, max(1, place + 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from line to line."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._choose_and_notify((self._chosen or 0) + step, 1)

    def _choose_and_notify(self, line: int, column: int) -> None:
        if 1 <= line <= self._count():
            self.choose(line)
            self.place_chosen.emit(line, column)


def _mono(*, bold: bool = False) -> QFont:
    font = theme.mono_font()
    font.setBold(bold)
    return font


def _token_at(text: str, column: int | None) -> tuple[int, int] | None:
    """Return the figure or word that begins at a column, as a slice.

    Without a column it is the only figure of the line, where there is just one.
    """
    if column is None:
        result = list(_NUMBER.finditer(text[:_MOST_LOOKED_AT])) if len(text) <= _WHOLE_LINE else []
        return result[0].span() if len(result) == 1 else None
    start = column - 1
    match = _NUMBER.match(text, start) or _WORD.match(text, start)
    return match.span() if match else None
