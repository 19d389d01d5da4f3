"""Painting and editing of cells; after F2 or a click into the text arrows move the cursor."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPen,
    QPolygon,
)
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QTableView,
    QToolTip,
)
from shiboken6 import isValid

from arraywise.gui.grid.model import SHOWN_ROLE, Cell, Column, RowsModel
from arraywise.gui.widgets import painting, theme
from arraywise.gui.widgets.controls import ENTER, as_tip, broken, halves
from arraywise.gui.widgets.theme import paint_icon
from arraywise.worksheets.input_parsing import fix_each_input

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QAbstractItemModel, QObject
    from PySide6.QtGui import QHelpEvent
    from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

    from arraywise.gui.grid.model import DifferenceBar, Index, IntervalBar


_WORD = re.compile(
    r'(?:option\("(?:[^"]|"")*(?:"(?:\)(?:\.\w*)?)?)?|option\(|[^\W\d][\w.]*)$', re.IGNORECASE
)
"""A name or function; `Option("NAS").Pr` is one too, from its beginning on."""
_MOST_OFFERED = 60
_MOST_SEEN = 9
ARROWS = {  # by how many rows and columns they move
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


class CellReceiver(Protocol):
    """What puts cells into formulas; see `ReferencePicker`."""

    def begin(self, edit: FormulaEdit) -> None:
        """A line received the focus."""

    def look(self) -> None:
        """Text or cursor of a line changed."""

    def is_for(self, edit: FormulaEdit) -> bool:
        """Return whether cells would be put into a line."""

    def holds(self, edit: FormulaEdit, reason: Qt.FocusReason) -> bool:
        """Return whether a line that loses the focus is not done with."""

    def end(self, edit: FormulaEdit) -> None:
        """The editing of a line ended."""

    def show_last_page(self, edit: FormulaEdit, text: str | None) -> None:
        """Keep a formula in the cell of another sheet that it was typed for."""

    def step(self, edit: FormulaEdit, down: int, right: int, *, extend: bool) -> bool:
        """Point with the arrow keys; return whether the formula waits for a cell."""

    def press(self, grid: QTableView, cell: tuple[int, int], *, extend: bool) -> bool:
        """Insert a cell into the formula; return whether a formula waits for one."""

    def drag(self, grid: QTableView, cell: tuple[int, int]) -> bool:
        """Follow the mouse from the cell that was pressed; return whether one was."""

    def paint(self, grid: QTableView) -> None:
        """Frame the cells that were inserted."""


class FormulaEdit(QLineEdit):
    """A line with completion of the word that is being typed.

    The list is a child of the window, not a popup: a popup takes the focus away from an editor in
    a grid, which would end the editing.
    """

    def __init__(self, offered: Callable[[], list[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered = offered
        self.offers: QListWidget | None = None
        self.textEdited.connect(lambda _text: self._offer())
        self.textChanged.connect(lambda _text: self._widen())
        self.in_cell = False  # whether it may grow over the cells to the right
        self.grid: QTableView | None = None  # the grid whose cells it is for
        self.pointing: CellReceiver | None = None
        self.textChanged.connect(self._look)
        self.cursorPositionChanged.connect(self._look)

    def _look(self) -> None:
        if self.pointing is not None:
            self.pointing.look()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A formula may be typed here: cells can be put into it."""
        super().focusInEvent(event)
        if self.pointing is not None:
            self.pointing.begin(self)

    def is_pressed(self, event: QFocusEvent) -> bool:
        """Return whether it loses the focus only for a cell that a formula waits for."""
        return self.pointing is not None and self.pointing.holds(self, event.reason())

    @property
    def is_working(self) -> bool:
        """Whether cells would be inserted here, though the focus may be elsewhere."""
        return self.pointing is not None and self.pointing.is_for(self)

    @property
    def points_by_keys(self) -> bool:
        """Whether arrows would insert cells, at the end of the text."""
        return self.is_working and self.cursorPosition() == len(self.text())

    def insert_reference(self, text: str, start: int, end: int) -> None:
        """Replace some letters by a reference."""
        self.setSelection(start, end - start)
        self.insert(text)
        self._close_offers()  # a reference is no beginning of a name
        self.setModified(True)

    def _widen(self) -> None:
        """Show all that is typed in a cell, as far as there is room."""
        ground = self.parentWidget()
        if self.in_cell and ground is not None:
            wanted = self.fontMetrics().horizontalAdvance(self.text()) + 24
            self.resize(min(max(self.width(), wanted), ground.width() - self.x()), self.height())

    def word(self) -> str:
        """Return the word before the cursor, where a formula is typed."""
        before = self.text()[: self.cursorPosition()]
        result = _WORD.search(before)
        if result is None or not before.startswith("="):
            return ""
        return "" if before[: result.start()].endswith((":", "$")) else result[0]

    def _offer(self) -> None:
        word = self.word().casefold()
        matching = sorted(
            (w for w in self._offered() if word and word in w.casefold()),
            key=lambda w: (not w.casefold().startswith(word), w.casefold()),
        )[:_MOST_OFFERED]
        if not matching or matching[0].rstrip("(").casefold() == word:
            self._close_offers()
            return
        offers = self.offers or self._build_offers()
        offers.clear()
        offers.addItems(matching)
        offers.setCurrentRow(0)
        self._place(offers, len(matching))

    def _build_offers(self) -> QListWidget:
        self.offers = QListWidget(self.window())
        self.offers.setFont(theme.font())
        self.offers.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.offers.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.offers.setAccessibleName(self.tr("Functions and names"))
        self.offers.itemClicked.connect(lambda item: self._complete(item.text()))
        return self.offers

    def _place(self, offers: QListWidget, count: int) -> None:
        """Show the list under the cursor, or over it where there is no room below."""
        high = offers.sizeHintForRow(0) * min(count, _MOST_SEEN) + 4
        wide = offers.sizeHintForColumn(0) + offers.verticalScrollBar().sizeHint().width() + 12
        window = self.window()
        below = self.mapTo(window, QPoint(self.cursorRect().left(), self.height()))
        if below.y() + high > window.height():
            below.setY(below.y() - self.height() - high)
        below.setX(max(0, min(below.x(), window.width() - wide)))
        offers.setGeometry(below.x(), below.y(), wide, high)
        offers.raise_()
        offers.show()

    def _close_offers(self) -> None:
        if self.offers is not None:
            self.offers.hide()
            self.offers.deleteLater()
            self.offers = None

    def _complete(self, chosen: str) -> None:
        """Replace the word by what was chosen."""
        place = self.cursorPosition() - len(self.word())
        text = self.text()
        self.setText(text[:place] + chosen + text[self.cursorPosition() :])
        self.setModified(True)
        self.setCursorPosition(place + len(chosen))
        self._close_offers()

    def event(self, event: QEvent) -> bool:
        """Tab takes what is offered, else it is the grid's; up and down choose."""
        keys = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if isinstance(event, QKeyEvent) and event.type() in keys and self._does(event):
            event.accept()
            return True
        return super().event(event)

    def _does(self, event: QKeyEvent) -> bool:
        """Choose from the list, fix a reference, or point with the arrows."""
        if self.takes(event):
            self._choose(event)
            return True
        if self.isReadOnly() or not self.text().startswith("="):
            return False
        pressed = event.type() == QEvent.Type.KeyPress
        if event.key() == Qt.Key.Key_F4 and not event.modifiers():
            if pressed:
                self._fix()
            return True
        step = ARROWS.get(Qt.Key(event.key()))
        if step is None or not pressed or self.pointing is None:
            return False
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return self.pointing.step(self, *step, extend=extend)

    def _fix(self) -> None:
        """Fix row and column of the reference at the cursor in turn, as Excel does."""
        turned = fix_each_input(self.text(), QLocale().decimalPoint(), self.cursorPosition())
        if turned is not None:
            self.setText(turned[0])
            self.setModified(True)
            self.setCursorPosition(turned[1])

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key is for the list of names."""
        keys = {Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down}
        return self.offers is not None and Qt.Key(event.key()) in keys

    def _choose(self, event: QKeyEvent) -> None:
        """Go through the list of names, take one, or close it."""
        offers, step = self.offers, ARROWS.get(Qt.Key(event.key()))
        if offers is None or event.type() != QEvent.Type.KeyPress:
            return
        if step is not None:
            offers.setCurrentRow((offers.currentRow() + step[0]) % offers.count())
        elif event.key() == Qt.Key.Key_Tab:
            self._complete(offers.currentItem().text())
        else:
            self._close_offers()

    def hideEvent(self, event: QHideEvent) -> None:
        """Close the list with the line; an editor in a cell is done with."""
        self._close_offers()
        if self.pointing is not None and self.in_cell and self.isHidden():
            self.pointing.end(self)
        super().hideEvent(event)


PAD = 5
GAP = 6
_SIGN = 13
_CORNER = 5
_TIGHT = 0.9  # of their height, as close as two lines are in a row
# Flags of Qt are Python enums whose operators are slow; a screen has a thousand cells.
_HAS_FOCUS = QStyle.StateFlag.State_HasFocus.value
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _font(mono: bool, bold: bool, italic: bool) -> QFont:  # noqa: FBT001 - the key of a cache
    if mono:
        return theme.mono_font()
    font = theme.font("body", bold=bold)
    if italic:
        font = QFont(font)
        font.setItalic(True)
    return font


def content_width(shown: Cell) -> int:
    """Return how wide a cell must be to show all of it."""
    if shown.overflows:
        return 0
    wide = _text_width(shown.text, shown.mono, shown.bold, shown.italic)
    if shown.note:
        wide += GAP + _text_width(shown.note)
    signs = (shown.marker is not None) + bool(shown.icon) + shown.opens
    return wide + signs * (_SIGN + GAP) + 2 * PAD + 1


def wrapped_width(shown: Cell) -> int:
    """Return how wide a cell must be to show all of it in two lines."""
    kind = (shown.mono, shown.bold, shown.italic)
    wide = _text_width(shown.text, *kind)
    if shown.note:
        both, below = GAP + _text_width(shown.note), _note_metrics().horizontalAdvance(shown.note)
        return content_width(shown) - both + max(0, below - wide)
    return content_width(shown) - wide + halves(shown.text, _metrics(*kind))


@lru_cache(maxsize=8192)
def _text_width(text: str, *kind: bool) -> int:
    return _metrics(*kind).horizontalAdvance(text)


def _metrics(*kind: bool) -> QFontMetrics:
    return QFontMetrics(_font(*kind) if kind else theme.font())


def paint_content(painter: QPainter, rect: QRect, shown: Cell, *, right: bool) -> None:
    """Draw marker, icon, text and note within a cell."""
    look = theme.look()
    middle = rect.center().y() + 0.5
    if shown.marker is not None:
        centre = QPointF(rect.left() + _SIGN / 2, middle)
        painting.paint_marker(painter, centre, shown.marker, 11, hollow=shown.hollow)
        rect.setLeft(rect.left() + _SIGN + GAP)
    if shown.icon:
        box = QRectF(rect.left(), middle - _SIGN / 2, _SIGN, _SIGN)
        paint_icon(painter, box, shown.icon, look[shown.colour])
        rect.setLeft(rect.left() + _SIGN + GAP)
    kind = (shown.mono, shown.bold, shown.italic)
    painter.setFont(_font(*kind))
    painter.setPen(look["fail" if shown.invalid else shown.colour])
    lines = () if right or shown.note else _wrap_in_two_lines(shown.text, kind, rect)
    if lines:
        _paint_lines(painter, rect, lines)
        return
    if shown.note and not right and _stands_below(shown, kind, rect):
        _paint_note_below(painter, rect, shown)
        return
    text = _fitting(shown.text, kind, rect.width() + 1, right=right)
    painter.drawText(rect, _RIGHT if right else _LEFT, text)
    if shown.guess:
        _paint_guess_line(painter, rect, _text_width(text, *kind), right=right)
    if shown.note:
        rest = rect.adjusted(_text_width(text, *kind) + (GAP if text else 0), 0, 0, 0)
        note = _fitting(shown.note, (), rest.width(), right=False)
        painting.write(painter, rest, note, "text3", font=theme.font())


def _note_metrics() -> QFontMetrics:
    return QFontMetrics(theme.font("caption"))


def _stands_below(shown: Cell, kind: tuple[bool, ...], rect: QRect) -> bool:
    """Return whether a note finds no room beside its text, and some under it."""
    beside = _text_width(shown.text, *kind) + GAP + _text_width(shown.note)
    high = _metrics(*kind).ascent() + _note_metrics().height()
    return bool(shown.text) and beside > rect.width() + 1 and rect.height() >= high * _TIGHT


def _paint_note_below(painter: QPainter, rect: QRect, shown: Cell) -> None:
    """Draw the text on the upper half and its note in small on the lower one."""
    whole, middle = _LEFT | Qt.TextFlag.TextDontClip, rect.height() // 2
    painter.drawText(rect.adjusted(0, 2, 0, -rect.height() // 2), whole, shown.text)
    lower, elided = rect.adjusted(0, middle, 0, -2), Qt.TextElideMode.ElideRight
    note = _note_metrics().elidedText(shown.note, elided, rect.width() + 1)
    painting.write(painter, lower, note, "text3", whole, theme.font("caption"))


def _wrap_in_two_lines(text: str, kind: tuple[bool, ...], rect: QRect) -> tuple[str, ...]:
    """Return the two lines of a text that is too long for one; none where rows are too low."""
    metrics = _metrics(*kind)
    is_low = rect.height() < 2 * (metrics.ascent() + metrics.descent()) * _TIGHT
    if is_low or _text_width(text, *kind) <= rect.width() + 1:
        return ()
    lines = broken(text, metrics, rect.width() + 1)
    fit = all(_text_width(line, *kind) <= rect.width() + 1 for line in lines)
    return lines if fit and len(lines) > 1 else ()


def _paint_lines(painter: QPainter, rect: QRect, lines: tuple[str, ...]) -> None:
    high = min(painter.fontMetrics().height(), (rect.height() - 2) // len(lines))
    top = rect.top() + (rect.height() - high * len(lines)) // 2
    for place, line in enumerate(lines):
        box = QRect(rect.left(), top + place * high, rect.width(), high)
        painter.drawText(box, _LEFT | Qt.TextFlag.TextDontClip, line)


def _fitting(text: str, kind: tuple[bool, ...], room: int, *, right: bool) -> str:
    """Return the text; a number that does not fit becomes ####, never a shorter number."""
    if _text_width(text, *kind) <= room:
        return text
    metrics = _metrics(*kind)
    if right:
        return "#" * max(1, room // max(1, metrics.horizontalAdvance("#")))
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)


def _paint_guess_line(painter: QPainter, rect: QRect, wide: int, *, right: bool) -> None:
    painter.setPen(QPen(theme.look()["text3"], 1, Qt.PenStyle.DotLine))
    y = rect.center().y() + painter.fontMetrics().ascent() // 2 + 3
    left = rect.right() - wide if right else rect.left()
    painter.drawLine(left, y, left + wide, y)


def paint_frame(painter: QPainter, rect: QRect, shown: Cell, state: int, *, sides: bool) -> None:
    """Draw the lines around a cell, its corner, and the frame of a fault or of the cursor."""
    look = theme.look()
    painter.setPen(look["hair"])
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())
    if shown.formula:
        _paint_corner(painter, rect)
    if sides and not shown.heading:
        painter.drawLine(rect.topRight(), rect.bottomRight())
    if shown.invalid:
        painter.setPen(QPen(look["fail"], 1))
        painter.drawRect(rect.adjusted(0, 0, -1, -1))
    if state & _HAS_FOCUS:
        painter.setPen(QPen(look["accent"], 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap,
                            Qt.PenJoinStyle.MiterJoin))  # fmt: skip
        painter.drawRect(rect.adjusted(1, 1, -1, -1))


def _paint_chevron(painter: QPainter, inner: QRect) -> None:
    """Draw at the right end that a list opens, and keep the rest of a cell's room."""
    side = _SIGN - 2
    box = QRectF(inner.right() - side, inner.center().y() + 0.5 - side / 2, side, side)
    paint_icon(painter, box, "chevron", theme.look()["text3"])
    inner.setRight(inner.right() - _SIGN - GAP)


def _paint_corner(painter: QPainter, rect: QRect) -> None:
    """Mark a cell that a formula computes."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.look()["accent_line"])
    right, top = rect.right() + 1, rect.top()
    corner = [QPoint(right - _CORNER, top), QPoint(right, top), QPoint(right, top + _CORNER)]
    painter.drawPolygon(QPolygon(corner))
    painter.setPen(QPen(theme.look()["hair"], 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_interval_bar(painter: QPainter, rect: QRectF, bar: IntervalBar) -> None:
    """Draw an interval with its point, and the target."""
    look = theme.look()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    y = rect.center().y() + 0.5

    def x(value: float) -> float:
        return rect.left() + rect.width() * min(1.0, max(0.0, value / bar.end))

    if bar.share:
        shaded = QRectF(rect.left(), y - 5, x(bar.share) - rect.left(), 10)
        painter.fillRect(shaded, look["none_pass"])
    painter.setPen(QPen(look["hair"], 1))
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    line = look.option(bar.position).line
    painting.paint_interval(painter, (x(bar.low), x(bar.high)), y, line)
    if bar.target:  # none where no response time is required
        pen, at = QPen(look["text"], 1.5), x(bar.target)
        pen.setDashPattern([2.4, 2])
        painter.setPen(pen)
        painter.drawLine(QPointF(at, rect.top() + 5), QPointF(at, rect.bottom() - 4))
    painting.paint_marker(painter, QPointF(x(bar.point), y), bar.position, 10, hollow=bar.hollow)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003 - lines are sharp


def paint_difference_bar(painter: QPainter, rect: QRectF, bar: DifferenceBar) -> None:
    """Draw a difference from a line in the middle."""
    look = theme.look()
    middle, half = rect.center().x(), rect.width() / 2
    wide = half * max(-1.0, min(1.0, bar.value / bar.end))
    filled = QRectF(middle, rect.center().y() - 4.5, wide, 9).normalized()
    painter.fillRect(filled, look.option(bar.position).line)
    painter.setPen(QPen(look["border_strong"], 1))
    painter.drawLine(QPointF(middle, rect.top() + 6), QPointF(middle, rect.bottom() - 6))


_CONTROL = Qt.KeyboardModifier.ControlModifier
_ALL_BUT_KEYPAD = ~Qt.KeyboardModifier.KeypadModifier
_TYPED_OVER = "typed over"
_ARROWS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})
"""Up and down, which a line has no use for, leave it anyway."""


def mark(editor: QWidget, *, typed_over: bool) -> None:
    """Note whether what a cell held is typed over."""
    editor.setProperty(_TYPED_OVER, typed_over)


def follow(editor: QWidget, event: QEvent) -> bool:
    """Go on inside the text after a click, or F2, which turns it round; say whether it was F2."""
    if event.type() == QEvent.Type.MouseButtonPress:
        mark(editor, typed_over=False)
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return False
    turns = event.key() == Qt.Key.Key_F2 and not event.modifiers()
    if turns:
        mark(editor, typed_over=not editor.property(_TYPED_OVER))
    return turns


def is_left_by(editor: QWidget, event: QEvent) -> bool:
    """Return whether a key keeps what was typed and goes on to another cell.

    Enter does so at once: Qt would do it later, and the keys that follow quickly would still go
    into this cell.
    """
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return False
    if event.key() in ENTER:
        return True
    plain = not event.modifiers() & _ALL_BUT_KEYPAD
    points = isinstance(editor, FormulaEdit) and editor.points_by_keys
    return plain and event.key() in _ARROWS and bool(editor.property(_TYPED_OVER)) and not points


def fills(event: QKeyEvent) -> bool:
    """Return whether what was typed goes into every selected cell, as by Ctrl+Enter in Excel."""
    return event.key() in ENTER and event.modifiers() & _ALL_BUT_KEYPAD == _CONTROL


_HELD_MS = 30
_FILLED = "filled"
_SELECTED = QStyle.StateFlag.State_Selected.value
_MOUSE_OVER = QStyle.StateFlag.State_MouseOver.value


class CellDelegate(QStyledItemDelegate):
    """One delegate for every grid."""

    def __init__(
        self, parent: QObject, *, sides: bool = True, offer: Callable[[], list[str]] | None = None
    ) -> None:
        """Paint cells; `offer` gives the names and functions that formulas may use."""
        super().__init__(parent)
        self._sides = sides
        self._offer = offer
        self.prepare: Callable[[FormulaEdit], None] | None = None
        """Told of every line that a formula may be typed in."""
        self.types_over = False
        """Whether a cell is being opened by a letter that is to replace what it holds."""
        self.left_by: Callable[[QKeyEvent], None] | None = None
        """Told of the key that a cell is left by, once it is closed."""
        self._broken: tuple[str, int] | None = None
        """What is typed so far, and the cursor, where a line break was asked for."""
        self.filled_by: Callable[[str], bool] | None = None
        """Puts a text into every selected cell; says whether there are several."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell: ground, content, hairlines, focus."""
        model = index.model()
        if not isinstance(model, RowsModel):
            return
        shown, column = model.shown(index), model.columns[index.column()]
        painter.save()
        rect = QRect(option.rect)
        state = option.state.value
        self._paint_ground(painter, rect, shown, state)
        if shown.interval is not None:
            paint_interval_bar(painter, QRectF(rect).adjusted(PAD, 0, -PAD, 0), shown.interval)
        elif shown.difference is not None:
            paint_difference_bar(painter, QRectF(rect).adjusted(PAD, 0, -PAD, 0), shown.difference)
        elif shown.text or shown.note or shown.icon or shown.marker is not None:
            inner = rect.adjusted(PAD, 0, -PAD, 0)
            if shown.opens:
                _paint_chevron(painter, inner)
            if column.centred:
                inner.setLeft(rect.center().x() - (content_width(shown) - 2 * PAD - GAP) // 2)
            paint_content(painter, inner, shown, right=column.right or shown.right)
        paint_frame(painter, rect, shown, state, sides=self._sides)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRect, shown: Cell, state: int) -> None:
        look = theme.look()
        ground = "page"
        if shown.invalid:
            ground = "fail_tint"
        elif state & _SELECTED:
            ground = "accent_tint"
        elif shown.ground:
            ground = shown.ground
        elif shown.sunken or shown.heading:
            ground = "sunken"
        elif state & _MOUSE_OVER:
            ground = "row_hover"
        painter.fillRect(rect, look[ground])
        if shown.missing:
            painting.paint_hatch(painter, QRectF(rect), look["hair"])

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Describe in a tip what there is to say of a cell, else what a narrow column cuts off."""
        shown = index.data(SHOWN_ROLE)
        if isinstance(shown, Cell):
            cut = content_width(shown) > option.rect.width()
            tip = shown.tip or (shown.text if cut else "")
            QToolTip.showText(event.globalPos(), as_tip(tip), view)
            return True
        return super().helpEvent(event, view, option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the width that shows the whole cell."""
        shown = index.data(SHOWN_ROLE)
        hint = super().sizeHint(option, index)
        if isinstance(shown, Cell):
            hint.setWidth(content_width(shown))
        return hint

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002
        index: Index,
    ) -> QWidget:
        """Offer a list where the column has choices, else a line to type in."""
        column = _column_at(index)
        choices = column.choices(index) if column is not None and column.choices else ()
        if choices:
            combo = QComboBox(parent)
            combo.setEditable(True)  # a name typed for the first time makes a new option
            combo.addItems(list(choices))
            combo.activated.connect(lambda _i: self._apply_choice(combo))
            return combo
        if self._broken is not None or "\n" in str(index.data(Qt.ItemDataRole.EditRole) or ""):
            lines = QPlainTextEdit(parent)
            lines.setFont(theme.font())
            lines.setTabChangesFocus(True)
            return lines
        line = self._line(parent, column)
        line.setFont(theme.font())
        if column is not None and column.right:
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
        return line

    def _line(self, parent: QWidget, column: Column | None) -> QLineEdit:
        if column is None or not column.formulas or self._offer is None:
            return QLineEdit(parent)
        line = FormulaEdit(self._offer, parent)
        line.in_cell = True
        if self.prepare is not None:
            self.prepare(line)
        return line

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Leave Tab and Escape to the list of names; stay while a formula waits for a cell."""
        if isinstance(editor, FormulaEdit):
            if isinstance(event, QKeyEvent) and editor.takes(event):
                return False
            if isinstance(event, QFocusEvent) and event.lostFocus() and editor.is_pressed(event):
                return False
        if isinstance(editor, QLineEdit | QComboBox | QPlainTextEdit):
            if _breaks(event) and self._break_line(editor):
                return True
            if follow(editor, event):
                return True
            if isinstance(event, QKeyEvent) and is_left_by(editor, event):
                self._leave(editor, event)
                return True
        return super().eventFilter(editor, event)

    def _break_line(self, editor: QWidget) -> bool:
        """Break the line at the cursor; what is typed so far goes on in a taller editor."""
        view = self.parent()
        if isinstance(editor, QPlainTextEdit):
            editor.insertPlainText("\n")
        elif isinstance(editor, QLineEdit) and isinstance(view, QTableView):
            at = editor.cursorPosition()
            self._broken = (f"{editor.text()[:at]}\n{editor.text()[at:]}", at + 1)
            index = view.currentIndex()
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
            view.edit(index)
            self._broken = None
        return not isinstance(editor, QComboBox)

    def _leave(self, editor: QWidget, key: QKeyEvent) -> None:
        is_fill = fills(key)
        if not (is_fill and self.filled_by is not None and self.filled_by(_text_of(editor))):
            self.commitData.emit(editor)
        self._close(editor)
        if self.left_by is not None and not is_fill and isValid(self):
            self.left_by(key)

    def _apply_choice(self, combo: QComboBox) -> None:
        self.commitData.emit(combo)
        self._close(combo)

    def _close(self, editor: QWidget) -> None:
        """Close an editor, unless it or its view went with what was typed in it."""
        if isValid(self) and isValid(editor):
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Put the cell's text into the editor once, whatever comes while the user types."""
        if editor.property(_FILLED):
            return
        editor.setProperty(_FILLED, True)  # noqa: FBT003 - Qt's own signature
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findText(str(index.data())))
            if editor.currentIndex() < 0:
                editor.setCurrentText(str(index.data()))
            line = editor.lineEdit()
            if self.types_over and line is not None:  # a name that is completed in its place
                line.selectAll()
            else:
                _open_list(editor)
        elif isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()
        elif isinstance(editor, QPlainTextEdit):
            text, at = self._broken or (str(index.data(Qt.ItemDataRole.EditRole) or ""), -1)
            editor.setPlainText(text)
            cursor = editor.textCursor()
            cursor.setPosition(len(text) if at < 0 else at)
            editor.setTextCursor(cursor)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Give several lines room below and beside the cell."""
        super().updateEditorGeometry(editor, option, index)
        ground = editor.parentWidget()
        if isinstance(editor, QPlainTextEdit) and ground is not None:
            wide, high = theme.px(_LINES_WIDE), theme.px(_LINES_HIGH)
            editor.resize(max(editor.width(), wide), high)
            left = max(0, min(editor.x(), ground.width() - editor.width()))
            editor.move(left, max(0, min(editor.y(), ground.height() - high)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand over what was typed or chosen, where it changed."""
        text = _text_of(editor)
        if text != index.data(Qt.ItemDataRole.EditRole):
            model.setData(index, text)


def _text_of(editor: QWidget) -> str:
    """Return what was typed or chosen."""
    if isinstance(editor, QComboBox):  # one of the list is spelled as there
        text = editor.currentText()
        known = editor.findText(text, Qt.MatchFlag.MatchFixedString)
        return text if known < 0 or editor.findText(text) >= 0 else editor.itemText(known)
    if isinstance(editor, QPlainTextEdit):
        return editor.toPlainText()
    return editor.text() if isinstance(editor, QLineEdit) else ""


_LINES_WIDE, _LINES_HIGH = 280, 96


def _breaks(event: QEvent) -> bool:
    """Return whether a line break is asked for: Alt+Enter."""
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.KeyPress
        and event.key() in ENTER
        and bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
    )


def _open_list(combo: QComboBox) -> None:
    """Open the list once no mouse button is held: letting go of it would choose or close."""
    if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
        combo.showPopup()
    else:
        QTimer.singleShot(_HELD_MS, combo, lambda: _open_list(combo))


def _column_at(index: Index) -> Column | None:
    model = index.model()
    return model.columns[index.column()] if isinstance(model, RowsModel) else None
