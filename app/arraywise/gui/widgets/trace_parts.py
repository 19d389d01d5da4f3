"""The pieces of a trace: headings on a line, small tables, chips of runs, raw lines."""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QVBoxLayout, QWidget

from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import broken, fill, label
from arraywise.gui.widgets.controls import chip as make_chip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtWidgets import QLabel

_CHIP_GAP = 4
_DOT_X = 20
_INDENT = 36
_ROUNDED = 2  # pixels; widths of letters are rounded one by one


STEP_MARGINS = 52  # pixels left and right of what a step holds


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
        look = theme.look()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
            message = label(line, wraps=True)
            message.setFont(theme.mono_font())
            message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.column.addWidget(message)


class TraceTable(QWidget):
    """Name, figure, unit, a note beneath; a hairline under each row. Long names take two lines."""

    _ROW = 20

    def __init__(self, rows: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self._rows = tuple(rows)
        self.notes: tuple[str, ...] = ()  # beneath the rows, as many as there are
        self._heights: list[int] = []  # heights of the rows without notes, in the present width
        units = (QFontMetrics(theme.font("caption")).horizontalAdvance(u) for _, _, u in rows)
        self._units = max(units, default=0)
        self._name()

    def note(self, notes: Sequence[str]) -> None:
        """Write a line beneath each row that has one; rows that are left out have none."""
        if self.notes != tuple(notes):
            self.notes = tuple(notes)
            self._name()
            if self._heights:
                self._fit()
            self.update()

    def _name(self) -> None:
        message = (" ".join((*row, note) if note else row) for row, note in self._noted())
        self.setAccessibleName("; ".join(message))

    def _noted(self) -> Iterator[tuple[tuple[str, str, str], str]]:
        return zip(self._rows, chain(self.notes, repeat("")), strict=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the rows are in this width."""
        super().resizeEvent(event)
        wide = self.width()
        if wide != event.oldSize().width():
            self._heights = [self._row_height(len(self._lines(row, wide))) for row in self._rows]
            self._fit()

    def _fit(self) -> None:
        beneath, metrics = self._beneath(), QFontMetrics(theme.font("caption"))
        noted = sum(len(beneath[note]) for note in self.notes)
        self.setFixedHeight(sum(self._heights) + noted * metrics.height())

    def _row_height(self, lines: int) -> int:
        return theme.px(self._ROW) + (lines - 1) * QFontMetrics(theme.font()).height()

    def _beneath(self) -> dict[str, tuple[str, ...]]:
        """Break each note; many rows have the same."""
        metrics = QFontMetrics(theme.font("caption"))
        elide, room = Qt.TextElideMode.ElideRight, self.width()
        return {"": ()} | {
            note: tuple(metrics.elidedText(t, elide, room) for t in broken(note, metrics, room))
            for note in set(self.notes)
            if note
        }

    def _lines(self, row: tuple[str, str, str], width: int) -> tuple[str, ...]:
        """Break a name where its figure begins."""
        metrics = QFontMetrics(theme.font())
        room = width - self._units - 5 - metrics.horizontalAdvance(row[1]) - 8
        lines = broken(row[0], metrics, room)
        elide, most = Qt.TextElideMode.ElideRight, room + _ROUNDED
        return tuple(metrics.elidedText(each, elide, most) for each in lines)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the rows."""
        painter, top, notes = QPainter(self), 0, self._beneath()
        a_note = QFontMetrics(theme.font("caption")).height()
        for row, note in self._noted():
            lines, beneath = self._lines(row, self.width()), notes[note]
            tall = self._row_height(len(lines))
            box = QRect(0, top, self.width(), tall + len(beneath) * a_note)
            top += box.height()
            painter.setPen(QPen(theme.look()["hair"], 1))
            painter.drawLine(box.bottomLeft(), box.bottomRight())
            self._paint_row(painter, QRect(0, box.top(), box.width(), tall), lines, row)
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.look()["text3"])
            painter.drawText(
                box.adjusted(0, tall - 2, 0, 0), Qt.AlignmentFlag.AlignTop, "\n".join(beneath)
            )

    def _paint_row(
        self, painter: QPainter, box: QRect, lines: tuple[str, ...], row: tuple[str, str, str]
    ) -> None:
        look, middle = theme.look(), Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font("caption"))
        painter.setPen(look["text3"])
        painter.drawText(box.adjusted(box.width() - self._units, 0, 0, 0), middle, row[2])
        painter.setFont(theme.font())
        painter.setPen(look["text"])
        figure = box.adjusted(0, 0, -self._units - 5, 0)
        painter.drawText(figure, middle | Qt.AlignmentFlag.AlignRight, row[1])
        painter.drawText(box, middle, "\n".join(lines))


class RunChips(QWidget):
    """The repetitions behind a mean, one chip a run."""

    chosen = Signal(int)

    def __init__(self, figures: Sequence[str], chosen: int | None, room: int) -> None:
        """Lay out as many chips a row as there is room for, in pixels."""
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setSpacing(_CHIP_GAP)
        self._group = QButtonGroup(self)
        metrics = QFontMetrics(theme.font("body", bold=True))
        wide = max((metrics.horizontalAdvance(text) for text in figures), default=0) + 11
        a_row = max(1, (room + _CHIP_GAP) // (wide + _CHIP_GAP))
        for place, figure in enumerate(figures):
            chip = make_chip(figure)
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.setChecked(place == chosen)
            chip.setFixedWidth(wide)
            self._group.addButton(chip, place)
            grid.addWidget(chip, place // a_row, place % a_row)
        grid.setColumnStretch(a_row, 1)
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
        metrics = painter.fontMetrics()
        gutter = metrics.horizontalAdvance("0" * max(3, len(str(self._chosen + 1)))) + 20
        middle = Qt.AlignmentFlag.AlignVCenter
        for i, (number, text) in enumerate(self._lines):
            box = QRect(0, 1 + i * self._line_height, self.width(), self._line_height)
            lit = number == self._chosen
            if lit:
                painter.fillRect(box, look["hl_strong"])
                painter.fillRect(QRect(0, box.top(), 3, box.height()), look["accent"])
            painter.setPen(look["hl_text" if lit else "text3"])
            numbers = QRect(0, box.top(), gutter - 10, box.height())
            painter.drawText(numbers, middle | Qt.AlignmentFlag.AlignRight, str(number))
            painter.setPen(look["hl_text" if lit else "text"])
            rest = box.adjusted(gutter, 0, -8, 0)
            shown = metrics.elidedText(text.strip(), Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, middle, shown)
        painter.setPen(QPen(look["border"], 1))
        painter.drawLine(self.rect().topLeft(), self.rect().topRight())
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
