"""Widgets of a trace: its steps, tables, chips of runs, and the text of an imported file."""

from __future__ import annotations

import re
from itertools import chain, repeat
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QButtonGroup,
    QFrame,
    QGridLayout,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import break_in_two_lines, fill, label
from arraywise.gui.widgets.controls import chip as make_chip
from arraywise.gui.widgets.painting import MIDDLE, RIGHT, elide, smooth_painter, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QLabel

    from arraywise.usecases.show_file import RawLines


_CHIP_GAP = 4
_DOT_X = 20
_INDENT = 36
_ROUNDED = 2  # pixels; widths of letters are rounded one by one


STEP_MARGINS = 52  # pixels left and right of what a step holds
_LONGEST_WHOLE_LINE = (
    4000  # lines up to this length are drawn whole; of longer ones what is visible
)
_PAD = 8
_TAB = 8
_NUMBER = re.compile(r"[-+]?[.,]?\d[^\s,;|<>\"'{}\[\]()=:]*")
_WORD = re.compile(r"[^\s,;|<>\"'{}\[\]()=]+")
_MOST_LOOKED_AT = 100_000


class TraceStep(QWidget):
    """One step of a trace: a dot on the line at the left, a heading, and what belongs to it."""

    def __init__(self, heading: str, *, first: bool = False) -> None:
        super().__init__()
        self._first = first
        self.column = fill(
            QVBoxLayout(self), margins=(_INDENT, 0, STEP_MARGINS - _INDENT, 14), spacing=3
        )
        self._heading = label(heading, "caption", "text2", bold=True, wraps=True)
        self.column.addWidget(self._heading)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line and the dot."""
        look, painter = theme.look(), smooth_painter(self)
        y = self._heading.geometry().top() + QFontMetrics(self._heading.font()).height() / 2
        painter.setPen(QPen(look["border"], 1))
        painter.drawLine(QPointF(_DOT_X, y if self._first else 0), QPointF(_DOT_X, self.height()))
        painter.setPen(QPen(look["accent" if self._first else "border_strong"], 1))
        painter.setBrush(look["accent" if self._first else "page"])
        painter.drawEllipse(QPointF(_DOT_X, y), 4, 4)

    def add_text(self, text: str, role: str = "caption", tone: str = "text2") -> QLabel:
        """Add a paragraph and return it."""
        message = label(text, role, tone, wraps=True)
        message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.column.addWidget(message)
        return message

    def add_formula(self, lines: Sequence[str]) -> None:
        """Add lines of a formula."""
        for line in lines:
            self.add_text(line, "body", "text").setFont(theme.mono_font())


class TraceTable(QWidget):
    """A table of name, figure and unit, with notes below rows; long names take two lines."""

    _ROW = 20

    def __init__(self, rows: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self._rows = tuple(rows)
        self.notes: tuple[str, ...] = ()  # beneath the rows, as many as there are
        self._heights: list[int] = []  # heights of the rows without notes, in the present width
        units = (QFontMetrics(theme.font("caption")).horizontalAdvance(u) for _, _, u in rows)
        self._units = max(units, default=0)
        self._update_accessible_name()

    def set_notes(self, notes: Sequence[str]) -> None:
        """Set the notes below the rows, in their order; an empty one for none."""
        if self.notes != tuple(notes):
            self.notes = tuple(notes)
            self._update_accessible_name()
            if self._heights:
                self._update_height()
            self.update()

    def _update_accessible_name(self) -> None:
        message = (
            " ".join((*row, note) if note else row) for row, note in self._rows_with_notes()
        )
        self.setAccessibleName("; ".join(message))

    def _rows_with_notes(self) -> Iterator[tuple[tuple[str, str, str], str]]:
        return zip(self._rows, chain(self.notes, repeat("")), strict=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows for the new width, and set the height."""
        super().resizeEvent(event)
        wide = self.width()
        if wide != event.oldSize().width():
            self._heights = [
                self._row_height(len(self._wrap_name(row, wide))) for row in self._rows
            ]
            self._update_height()

    def _update_height(self) -> None:
        beneath, metrics = self._wrap_notes(), QFontMetrics(theme.font("caption"))
        noted = sum(len(beneath[note]) for note in self.notes)
        self.setFixedHeight(sum(self._heights) + noted * metrics.height())

    def _row_height(self, lines: int) -> int:
        return theme.px(self._ROW) + (lines - 1) * QFontMetrics(theme.font()).height()

    def _wrap_notes(self) -> dict[str, tuple[str, ...]]:
        """Return the lines of each different note."""
        metrics = QFontMetrics(theme.font("caption"))
        elide, room = Qt.TextElideMode.ElideRight, self.width()
        return {"": ()} | {
            note: tuple(
                metrics.elidedText(t, elide, room) for t in break_in_two_lines(note, metrics, room)
            )
            for note in set(self.notes)
            if note
        }

    def _wrap_name(self, row: tuple[str, str, str], width: int) -> tuple[str, ...]:
        """Return the lines of a row's name, as wide as its figure leaves space."""
        metrics = QFontMetrics(theme.font())
        room = width - self._units - 5 - metrics.horizontalAdvance(row[1]) - 8
        side, most = Qt.TextElideMode.ElideRight, room + _ROUNDED
        return tuple(
            metrics.elidedText(x, side, most) for x in break_in_two_lines(row[0], metrics, room)
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the rows."""
        painter, top, notes = QPainter(self), 0, self._wrap_notes()
        a_note = QFontMetrics(theme.font("caption")).height()
        for row, note in self._rows_with_notes():
            lines, beneath = self._wrap_name(row, self.width()), notes[note]
            tall = self._row_height(len(lines))
            box = QRect(0, top, self.width(), tall + len(beneath) * a_note)
            top += box.height()
            painter.setPen(QPen(theme.look()["hair"], 1))
            painter.drawLine(box.bottomLeft(), box.bottomRight())
            self._paint_row(painter, QRect(0, box.top(), box.width(), tall), lines, row)
            under, top_edge = box.adjusted(0, tall - 2, 0, 0), Qt.AlignmentFlag.AlignTop
            write(painter, under, "\n".join(beneath), "text3", top_edge, theme.font("caption"))

    def _paint_row(
        self, painter: QPainter, box: QRect, lines: tuple[str, ...], row: tuple[str, str, str]
    ) -> None:
        unit = box.adjusted(box.width() - self._units, 0, 0, 0)
        write(painter, unit, row[2], "text3", font=theme.font("caption"))
        figure = box.adjusted(0, 0, -self._units - 5, 0)
        write(painter, figure, row[1], flags=RIGHT, font=theme.font())
        painter.drawText(box, MIDDLE, "\n".join(lines))


class RunChips(QWidget):
    """The repetitions behind a mean, one chip a run."""

    chosen = Signal(int)

    def __init__(self, figures: Sequence[str], chosen: int | None, available_width: int) -> None:
        """Lay out as many chips a row as there is room for, in pixels."""
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setSpacing(_CHIP_GAP)
        self._group = QButtonGroup(self)
        metrics = QFontMetrics(theme.font("body", bold=True))
        chip_width = max((metrics.horizontalAdvance(text) for text in figures), default=0) + 11
        chips_per_row = max(1, (available_width + _CHIP_GAP) // (chip_width + _CHIP_GAP))
        for index, figure in enumerate(figures):
            chip = make_chip(figure)
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.setChecked(index == chosen)
            chip.setFixedWidth(chip_width)
            self._group.addButton(chip, index)
            grid.addWidget(chip, index // chips_per_row, index % chips_per_row)
        grid.setColumnStretch(chips_per_row, 1)
        self._group.idClicked.connect(self.chosen)


class RawSnippet(QWidget):
    """Some lines around the one that a value was read from."""

    def __init__(self, lines: Sequence[tuple[int, str]], chosen: int) -> None:
        super().__init__()
        self._lines, self._chosen = tuple(lines), chosen
        self._line_height = QFontMetrics(theme.mono_font()).height() + 4
        self.setFixedHeight(max(1, len(self._lines)) * self._line_height + 2)

    def sizeHint(self) -> QSize:
        """Return the height of the lines."""
        return QSize(240, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw number and text of each line."""
        look = theme.look()
        painter = QPainter(self)
        painter.fillRect(self.rect(), look["page"])
        painter.setFont(theme.mono_font())
        digits = max(3, len(str(self._chosen + 1)))
        gutter = painter.fontMetrics().horizontalAdvance("0" * digits) + 20
        for i, (number, text) in enumerate(self._lines):
            box = QRect(0, 1 + i * self._line_height, self.width(), self._line_height)
            is_lit = number == self._chosen
            if is_lit:
                painter.fillRect(box, look["hl_strong"])
                painter.fillRect(QRect(0, box.top(), 3, box.height()), look["accent"])
            numbers = QRect(0, box.top(), gutter - 10, box.height())
            write(painter, numbers, str(number), "hl_text" if is_lit else "text3", RIGHT)
            rest = box.adjusted(gutter, 0, -8, 0)
            shown = elide(painter, text.strip(), rest.width())
            write(painter, rest, shown, "hl_text" if is_lit else "text")
        painter.setPen(QPen(look["border"], 1))
        painter.drawLine(self.rect().topLeft(), self.rect().topRight())
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())


class RawText(QAbstractScrollArea):
    """Shows the lines of a large text; values are marked by line and column."""

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
            self._update_scroll_ranges()
            self.verticalScrollBar().setValue(0)
            self.horizontalScrollBar().setValue(0)
        self.viewport().update()

    @property
    def chosen(self) -> int | None:
        """The line that is marked strongly, from 1."""
        return self._chosen

    def choose(self, line: int | None, column: int | None = None) -> None:
        """Mark a line strongly, frame the figure in it, and scroll to both."""
        self._chosen, self._token = line, None
        if line is not None and 1 <= line <= self._line_count():
            self._token = _token_at(self._line_text(line), column)
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
        left, right = (self._text_x(line, column) for column in self._token)
        room = self.viewport().width() - self._gutter_width() - _PAD
        if left < bar.value() or right > bar.value() + room:
            bar.setValue(0 if right <= room else int(left - room / 3))

    # Measures

    def _line_count(self) -> int:
        return len(self._lines) if self._lines is not None else 0

    def _line_text(self, number: int) -> str:
        return self._lines.line_at(number - 1) if self._lines is not None else ""

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(theme.mono_font())

    def _letter_width(self) -> float:
        return self._metrics().horizontalAdvance("0" * 100) / 100

    def _line_height(self) -> int:
        return round(self._metrics().height()) + 3

    def _gutter_width(self) -> int:
        digits = max(3, len(str(self._line_count())))
        return int(self._letter_width() * digits) + 2 * _PAD + 4

    def _text_x(self, number: int, column: int) -> float:
        """Return the x position of a character of a line, from the left of the text."""
        text = self._line_text(number)
        if len(text) > _LONGEST_WHOLE_LINE:
            return column * self._letter_width()
        before = text[:column].expandtabs(_TAB)
        if before.isascii():
            return len(before) * self._letter_width()
        return self._metrics().horizontalAdvance(before)

    def _update_scroll_ranges(self) -> None:
        in_sight = max(1, self.viewport().height() // self._line_height())
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, self._line_count() - in_sight))
        vertical.setPageStep(in_sight)
        longest = self._lines.longest if self._lines is not None else 0
        width = int(longest * self._letter_width()) + self._gutter_width() + _PAD
        horizontal.setRange(0, max(0, width - self.viewport().width()))
        horizontal.setPageStep(self.viewport().width())
        horizontal.setSingleStep(int(self._letter_width() * 4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the scroll bars true."""
        super().resizeEvent(event)
        self._update_scroll_ranges()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(520, 240)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines visible."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.look()["page"])
        tall, gutter = self._line_height(), self._gutter_width()
        first = self.verticalScrollBar().value()
        for row in range(self.viewport().height() // tall + 1):
            number = first + row + 1
            if number > self._line_count():
                break
            box = QRect(0, row * tall, self.viewport().width(), tall)
            self._paint_line(painter, box, number, gutter)

    def _paint_line(self, painter: QPainter, box: QRect, number: int, gutter: int) -> None:
        look = theme.look()
        chosen, marked = number == self._chosen, number in self._marked
        is_long = len(self._line_text(number)) > _LONGEST_WHOLE_LINE
        if chosen or (marked and not is_long):
            painter.fillRect(box, look["hl_strong" if chosen and not is_long else "hl"])
        if chosen:
            painter.fillRect(QRect(0, box.top(), 3, box.height()), look["accent"])
        is_lit = chosen or (marked and not is_long)
        numbers = QRect(0, box.top(), gutter - _PAD - 4, box.height())
        font = _mono_font(bold=chosen or marked)
        write(painter, numbers, str(number), "hl_text" if is_lit else "text3", RIGHT, font)
        painter.save()
        painter.setClipRect(box.adjusted(gutter, 0, 0, 0))
        if is_long and marked and not chosen:
            self._paint_marked_tokens(painter, box, number, gutter)
        painter.setPen(look["hl_text" if is_lit else "text"])
        self._paint_text(painter, box, number, gutter)
        if chosen and self._token is not None:
            self._paint_token(painter, box, self._token, gutter)
        painter.restore()

    def _paint_text(self, painter: QPainter, box: QRect, number: int, gutter: int) -> None:
        painter.setFont(_mono_font())
        text, scrolled = self._line_text(number), self.horizontalScrollBar().value()
        start = 0
        if len(text) > _LONGEST_WHOLE_LINE:
            start = max(0, int(scrolled / self._letter_width()) - 1)
            seen = int(box.width() / self._letter_width()) + 4
            text = text[start : start + seen].replace("\t", " ")
        left = gutter - scrolled + start * self._letter_width()
        line = QRectF(left, box.top(), 1 << 20, box.height())
        painter.drawText(line, MIDDLE, text.expandtabs(_TAB))

    def _token_rect(self, box: QRect, number: int, token: tuple[int, int], gutter: int) -> QRectF:
        left, right = (self._text_x(number, column) for column in token)
        start = gutter - self.horizontalScrollBar().value()
        return QRectF(start + left - 1.5, box.top() + 0.5, right - left + 3, box.height() - 1)

    def _paint_marked_tokens(
        self, painter: QPainter, box: QRect, number: int, gutter: int
    ) -> None:
        """Mark the visible values of a line that is too long to be marked as a whole."""
        text = self._line_text(number)
        first = int(self.horizontalScrollBar().value() / self._letter_width()) - 40
        last = first + int(box.width() / self._letter_width()) + 80
        for column in self._marked[number]:
            token = _token_at(text, column) if first <= column <= last else None
            if token is not None:
                painter.fillRect(self._token_rect(box, number, token, gutter), theme.look()["hl"])

    def _paint_token(
        self, painter: QPainter, box: QRect, token: tuple[int, int], gutter: int
    ) -> None:
        number = self._chosen or 0
        rect = self._token_rect(box, number, token, gutter)
        if len(self._line_text(number)) > _LONGEST_WHOLE_LINE:
            painter.fillRect(rect, theme.look()["hl_strong"])
            self._paint_text(painter, box, number, gutter)
        painter.setPen(QPen(theme.look()["accent"], 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0, 0.5, 0, -0.5))

    # Pointing

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the line and character under the mouse."""
        row = int(event.position().y()) // self._line_height()
        number = self.verticalScrollBar().value() + row + 1
        if not 1 <= number <= self._line_count():
            return
        across = event.position().x() - self._gutter_width() + self.horizontalScrollBar().value()
        column = int(across / self._letter_width())
        text = self._line_text(number)
        if "\t" in text and len(text) <= _LONGEST_WHOLE_LINE:
            column = next((i for i in range(len(text)) if self._text_x(number, i + 1) > across), 0)
        self._choose_and_notify(number, max(1, column + 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from line to line."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._choose_and_notify((self._chosen or 0) + step, 1)

    def _choose_and_notify(self, line: int, column: int) -> None:
        if 1 <= line <= self._line_count():
            self.choose(line)
            self.place_chosen.emit(line, column)


def _mono_font(*, bold: bool = False) -> QFont:
    font = theme.mono_font()
    font.setBold(bold)
    return font


def _token_at(text: str, column: int | None) -> tuple[int, int] | None:
    """Return the figure or word at a column as a slice; without one, the line's only figure."""
    if column is None:
        result = (
            list(_NUMBER.finditer(text[:_MOST_LOOKED_AT]))
            if len(text) <= _LONGEST_WHOLE_LINE
            else []
        )
        return result[0].span() if len(result) == 1 else None
    start = column - 1
    match = _NUMBER.match(text, start) or _WORD.match(text, start)
    return match.span() if match else None
