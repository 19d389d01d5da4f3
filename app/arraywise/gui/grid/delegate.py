"""Painting and editing of cells; arrows leave an editor unless F2 or a click placed the cursor."""

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

from arraywise.gui.grid.model import CELL_ROLE, Cell, Column, RowsModel
from arraywise.gui.widgets import painting, theme
from arraywise.gui.widgets.controls import ENTER, as_tooltip, break_in_two_lines, two_line_width
from arraywise.gui.widgets.theme import paint_icon
from arraywise.worksheets.input_parsing import cycle_fixed_reference

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QAbstractItemModel, QObject
    from PySide6.QtGui import QHelpEvent
    from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

    from arraywise.gui.grid.model import DifferenceBar, Index, IntervalBar


_WORD = re.compile(
    r'(?:option\("(?:[^"]|"")*(?:"(?:\)(?:\.\w*)?)?)?|option\(|[^\W\d][\w.]*)$', re.IGNORECASE
)
"""The name or function that is being typed, such as `Option("NAS").Pr`."""
_MOST_COMPLETIONS = 60
_MOST_VISIBLE = 9
ARROWS = {  # by how many rows and columns they move
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}
PAD = 5
GAP = 6
_SIGN = 13
_CORNER = 5
_TIGHT = 0.9  # of their height, as close as two lines are in a row
# Flags of Qt are Python enums whose operators are slow; a screen has a thousand cells.
_HAS_FOCUS = QStyle.StateFlag.State_HasFocus.value
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ALL_BUT_KEYPAD = ~Qt.KeyboardModifier.KeypadModifier
_TYPED_OVER = "typed over"
_ARROWS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})
"""Up and down, which a line has no use for, leave it anyway."""
_HELD_MS = 30
_FILLED = "filled"
_SELECTED = QStyle.StateFlag.State_Selected.value
_MOUSE_OVER = QStyle.StateFlag.State_MouseOver.value
_LINES_WIDTH, _LINES_HEIGHT = 280, 96


class CellPicker(Protocol):
    """Inserts clicked cells into formulas; see `ReferencePicker`."""

    def begin_editing(self, edit: FormulaEdit) -> None:
        """Begin to pick cells for a line that received the focus."""

    def update_focus_policies(self) -> None:
        """React to another text or cursor of the line."""

    def is_picking_for(self, edit: FormulaEdit) -> bool:
        """Return whether a clicked cell would be inserted into this line."""

    def continues_after_focus_loss(self, edit: FormulaEdit, reason: Qt.FocusReason) -> bool:
        """Return whether editing goes on although a line loses the focus."""

    def end_editing(self, edit: FormulaEdit) -> None:
        """Stop picking cells for a line."""

    def return_formula(self, edit: FormulaEdit, text: str | None) -> None:
        """Return to the formula's own cell and save its text there; None discards it."""

    def pick_by_arrow(self, edit: FormulaEdit, down: int, right: int, *, extend: bool) -> bool:
        """Pick a cell by arrow keys; return whether one is expected."""

    def pick_cell(self, grid: QTableView, cell: tuple[int, int], *, extend: bool) -> bool:
        """Insert a cell into the formula; return whether one expects it."""

    def extend_to(self, grid: QTableView, cell: tuple[int, int]) -> bool:
        """Extend the inserted reference to a cell; return whether it belongs to this grid."""

    def paint_picked(self, grid: QTableView) -> None:
        """Draw a frame around the picked cells of a grid."""


class FormulaEdit(QLineEdit):
    """A line editor for formulas, with completion of the word that is being typed.

    The list is a child of the window, not a popup: a popup takes the focus away from an editor in
    a grid, which would end the editing.
    """

    def __init__(
        self, list_completions: Callable[[], list[str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._list_completions = list_completions
        self.completions: QListWidget | None = None
        self.textEdited.connect(lambda _text: self._update_completions())
        self.textChanged.connect(lambda _text: self._grow_to_text())
        self.in_cell = False  # whether it may grow over the cells to the right
        self.grid: QTableView | None = None  # the grid whose cells it is for
        self.reference_picker: CellPicker | None = None
        self.textChanged.connect(self._notify_picker)
        self.cursorPositionChanged.connect(self._notify_picker)

    def _notify_picker(self) -> None:
        if self.reference_picker is not None:
            self.reference_picker.update_focus_policies()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin to pick cells for this line."""
        super().focusInEvent(event)
        if self.reference_picker is not None:
            self.reference_picker.begin_editing(self)

    def keeps_editing(self, event: QFocusEvent) -> bool:
        """Return whether editing goes on although the line loses the focus."""
        return (
            self.reference_picker is not None
            and self.reference_picker.continues_after_focus_loss(self, event.reason())
        )

    @property
    def is_picking(self) -> bool:
        """Whether clicked cells would be inserted here, though the focus may be elsewhere."""
        return self.reference_picker is not None and self.reference_picker.is_picking_for(self)

    @property
    def picks_by_arrows(self) -> bool:
        """Whether arrow keys would pick cells, with the cursor at the end of the text."""
        return self.is_picking and self.cursorPosition() == len(self.text())

    def insert_reference(self, text: str, start: int, end: int) -> None:
        """Replace the text between two positions by a reference."""
        self.setSelection(start, end - start)
        self.insert(text)
        self._close_completions()  # a reference is no beginning of a name
        self.setModified(True)

    def _grow_to_text(self) -> None:
        """Widen an editor in a cell to show all of its text, as far as the grid reaches."""
        ground = self.parentWidget()
        if self.in_cell and ground is not None:
            wanted = self.fontMetrics().horizontalAdvance(self.text()) + 24
            self.resize(min(max(self.width(), wanted), ground.width() - self.x()), self.height())

    def word_before_cursor(self) -> str:
        """Return the word before the cursor, where a formula is typed."""
        before = self.text()[: self.cursorPosition()]
        result = _WORD.search(before)
        if result is None or not before.startswith("="):
            return ""
        return "" if before[: result.start()].endswith((":", "$")) else result[0]

    def _update_completions(self) -> None:
        word = self.word_before_cursor().casefold()
        matching = sorted(
            (w for w in self._list_completions() if word and word in w.casefold()),
            key=lambda w: (not w.casefold().startswith(word), w.casefold()),
        )[:_MOST_COMPLETIONS]
        if not matching or matching[0].rstrip("(").casefold() == word:
            self._close_completions()
            return
        completions = self.completions or self._build_completion_list()
        completions.clear()
        completions.addItems(matching)
        completions.setCurrentRow(0)
        self._position_list(completions, len(matching))

    def _build_completion_list(self) -> QListWidget:
        self.completions = QListWidget(self.window())
        self.completions.setFont(theme.font())
        self.completions.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.completions.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.completions.setAccessibleName(self.tr("Functions and names"))
        self.completions.itemClicked.connect(lambda item: self._insert_completion(item.text()))
        return self.completions

    def _position_list(self, completions: QListWidget, count: int) -> None:
        """Show the list below the cursor, or above it where it does not fit below."""
        height = completions.sizeHintForRow(0) * min(count, _MOST_VISIBLE) + 4
        width = (
            completions.sizeHintForColumn(0)
            + completions.verticalScrollBar().sizeHint().width()
            + 12
        )
        window = self.window()
        below = self.mapTo(window, QPoint(self.cursorRect().left(), self.height()))
        if below.y() + height > window.height():
            below.setY(below.y() - self.height() - height)
        below.setX(max(0, min(below.x(), window.width() - width)))
        completions.setGeometry(below.x(), below.y(), width, height)
        completions.raise_()
        completions.show()

    def _close_completions(self) -> None:
        if self.completions is not None:
            self.completions.hide()
            self.completions.deleteLater()
            self.completions = None

    def _insert_completion(self, chosen: str) -> None:
        """Replace the word before the cursor by the chosen completion."""
        start = self.cursorPosition() - len(self.word_before_cursor())
        text = self.text()
        self.setText(text[:start] + chosen + text[self.cursorPosition() :])
        self.setModified(True)
        self.setCursorPosition(start + len(chosen))
        self._close_completions()

    def event(self, event: QEvent) -> bool:
        """Handle keys of the completion list, F4 and arrows before Qt does."""
        keys = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if isinstance(event, QKeyEvent) and event.type() in keys and self._handle_key(event):
            event.accept()
            return True
        return super().event(event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        """Choose a completion, cycle a reference or pick a cell; return whether a key does one."""
        if self.is_completion_key(event):
            self._handle_completion_key(event)
            return True
        if self.isReadOnly() or not self.text().startswith("="):
            return False
        pressed = event.type() == QEvent.Type.KeyPress
        if event.key() == Qt.Key.Key_F4 and not event.modifiers():
            if pressed:
                self._cycle_reference()
            return True
        step = ARROWS.get(Qt.Key(event.key()))
        if step is None or not pressed or self.reference_picker is None:
            return False
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return self.reference_picker.pick_by_arrow(self, *step, extend=extend)

    def _cycle_reference(self) -> None:
        """Cycle what `$` fixes in the reference at the cursor, as Excel does."""
        cycled = cycle_fixed_reference(
            self.text(), QLocale().decimalPoint(), self.cursorPosition()
        )
        if cycled is not None:
            self.setText(cycled[0])
            self.setModified(True)
            self.setCursorPosition(cycled[1])

    def is_completion_key(self, event: QKeyEvent) -> bool:
        """Return whether a key is for the open completion list."""
        keys = {Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down}
        return self.completions is not None and Qt.Key(event.key()) in keys

    def _handle_completion_key(self, event: QKeyEvent) -> None:
        """Move in the completion list, insert a completion, or close the list."""
        completions, step = self.completions, ARROWS.get(Qt.Key(event.key()))
        if completions is None or event.type() != QEvent.Type.KeyPress:
            return
        if step is not None:
            completions.setCurrentRow((completions.currentRow() + step[0]) % completions.count())
        elif event.key() == Qt.Key.Key_Tab:
            self._insert_completion(completions.currentItem().text())
        else:
            self._close_completions()

    def hideEvent(self, event: QHideEvent) -> None:
        """Close the completion list; hiding an editor in a cell ends its editing."""
        self._close_completions()
        if self.reference_picker is not None and self.in_cell and self.isHidden():
            self.reference_picker.end_editing(self)
        super().hideEvent(event)


def _cell_font(mono: bool, bold: bool, italic: bool) -> QFont:  # noqa: FBT001 - the key of a cache
    if mono:
        return theme.mono_font()
    font = theme.font("body", bold=bold)
    if italic:
        font = QFont(font)
        font.setItalic(True)
    return font


def content_width(shown: Cell) -> int:
    """Return the width at which a cell shows all of its content."""
    if shown.overflows:
        return 0
    width = _text_width(shown.text, shown.mono, shown.bold, shown.italic)
    if shown.note:
        width += GAP + _text_width(shown.note)
    signs = (shown.marker is not None) + bool(shown.icon) + shown.opens
    return width + signs * (_SIGN + GAP) + 2 * PAD + 1


def wrapped_width(shown: Cell) -> int:
    """Return the width at which a cell shows all of its content in two lines."""
    kind = (shown.mono, shown.bold, shown.italic)
    text_width = _text_width(shown.text, *kind)
    if shown.note:
        beside, below = (
            GAP + _text_width(shown.note),
            _note_metrics().horizontalAdvance(shown.note),
        )
        return content_width(shown) - beside + max(0, below - text_width)
    return content_width(shown) - text_width + two_line_width(shown.text, _cell_metrics(*kind))


@lru_cache(maxsize=8192)
def _text_width(text: str, *kind: bool) -> int:
    return _cell_metrics(*kind).horizontalAdvance(text)


def _cell_metrics(*kind: bool) -> QFontMetrics:
    return QFontMetrics(_cell_font(*kind) if kind else theme.font())


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
    painter.setFont(_cell_font(*kind))
    painter.setPen(look["fail" if shown.invalid else shown.colour])
    lines = () if right or shown.note else _wrap_in_two_lines(shown.text, kind, rect)
    if lines:
        _paint_lines(painter, rect, lines)
        return
    if shown.note and not right and _needs_note_below(shown, kind, rect):
        _paint_note_below(painter, rect, shown)
        return
    text = _fit_text(shown.text, kind, rect.width() + 1, right=right)
    painter.drawText(rect, _RIGHT if right else _LEFT, text)
    if shown.guess:
        _paint_guess_line(painter, rect, _text_width(text, *kind), right=right)
    if shown.note:
        rest = rect.adjusted(_text_width(text, *kind) + (GAP if text else 0), 0, 0, 0)
        note = _fit_text(shown.note, (), rest.width(), right=False)
        painting.write(painter, rest, note, "text3", font=theme.font())


def _note_metrics() -> QFontMetrics:
    return QFontMetrics(theme.font("caption"))


def _needs_note_below(shown: Cell, kind: tuple[bool, ...], rect: QRect) -> bool:
    """Return whether a note does not fit beside its text, but below it."""
    beside = _text_width(shown.text, *kind) + GAP + _text_width(shown.note)
    needed_height = _cell_metrics(*kind).ascent() + _note_metrics().height()
    return (
        bool(shown.text) and beside > rect.width() + 1 and rect.height() >= needed_height * _TIGHT
    )


def _paint_note_below(painter: QPainter, rect: QRect, shown: Cell) -> None:
    """Draw the text on the upper half and its note in small on the lower one."""
    flags, middle = _LEFT | Qt.TextFlag.TextDontClip, rect.height() // 2
    painter.drawText(rect.adjusted(0, 2, 0, -rect.height() // 2), flags, shown.text)
    lower, elided = rect.adjusted(0, middle, 0, -2), Qt.TextElideMode.ElideRight
    note = _note_metrics().elidedText(shown.note, elided, rect.width() + 1)
    painting.write(painter, lower, note, "text3", flags, theme.font("caption"))


def _wrap_in_two_lines(text: str, kind: tuple[bool, ...], rect: QRect) -> tuple[str, ...]:
    """Return the two lines of a text that is too long for one; none where rows are too low."""
    metrics = _cell_metrics(*kind)
    is_low = rect.height() < 2 * (metrics.ascent() + metrics.descent()) * _TIGHT
    if is_low or _text_width(text, *kind) <= rect.width() + 1:
        return ()
    lines = break_in_two_lines(text, metrics, rect.width() + 1)
    fit = all(_text_width(line, *kind) <= rect.width() + 1 for line in lines)
    return lines if fit and len(lines) > 1 else ()


def _paint_lines(painter: QPainter, rect: QRect, lines: tuple[str, ...]) -> None:
    line_height = min(painter.fontMetrics().height(), (rect.height() - 2) // len(lines))
    top = rect.top() + (rect.height() - line_height * len(lines)) // 2
    for index, line in enumerate(lines):
        box = QRect(rect.left(), top + index * line_height, rect.width(), line_height)
        painter.drawText(box, _LEFT | Qt.TextFlag.TextDontClip, line)


def _fit_text(text: str, kind: tuple[bool, ...], width: int, *, right: bool) -> str:
    """Return a text cut to a width; a number that does not fit becomes ####."""
    if _text_width(text, *kind) <= width:
        return text
    metrics = _cell_metrics(*kind)
    if right:
        return "#" * max(1, width // max(1, metrics.horizontalAdvance("#")))
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)


def _paint_guess_line(painter: QPainter, rect: QRect, text_width: int, *, right: bool) -> None:
    painter.setPen(QPen(theme.look()["text3"], 1, Qt.PenStyle.DotLine))
    y = rect.center().y() + painter.fontMetrics().ascent() // 2 + 3
    left = rect.right() - text_width if right else rect.left()
    painter.drawLine(left, y, left + text_width, y)


def paint_cell_lines(
    painter: QPainter, rect: QRect, shown: Cell, state: int, *, sides: bool
) -> None:
    """Draw the lines around a cell, its corner, and the frame of a fault or of the cursor."""
    look = theme.look()
    painter.setPen(look["hair"])
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())
    if shown.formula:
        _paint_formula_corner(painter, rect)
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
    """Draw at the right end that a list opens, and take its width from `inner`."""
    side = _SIGN - 2
    box = QRectF(inner.right() - side, inner.center().y() + 0.5 - side / 2, side, side)
    paint_icon(painter, box, "chevron", theme.look()["text3"])
    inner.setRight(inner.right() - _SIGN - GAP)


def _paint_formula_corner(painter: QPainter, rect: QRect) -> None:
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
    """Draw a difference as a bar that starts at a line in the middle."""
    look = theme.look()
    middle, half = rect.center().x(), rect.width() / 2
    width = half * max(-1.0, min(1.0, bar.value / bar.end))
    filled = QRectF(middle, rect.center().y() - 4.5, width, 9).normalized()
    painter.fillRect(filled, look.option(bar.position).line)
    painter.setPen(QPen(look["border_strong"], 1))
    painter.drawLine(QPointF(middle, rect.top() + 6), QPointF(middle, rect.bottom() - 6))


def mark_typed_over(editor: QWidget, *, typed_over: bool) -> None:
    """Set whether arrows leave an editor, because typing replaced the cell's text."""
    editor.setProperty(_TYPED_OVER, typed_over)


def update_typed_over(editor: QWidget, event: QEvent) -> bool:
    """Update whether arrows leave an editor: a click ends that, F2 toggles it; return if F2."""
    if event.type() == QEvent.Type.MouseButtonPress:
        mark_typed_over(editor, typed_over=False)
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return False
    is_toggle = event.key() == Qt.Key.Key_F2 and not event.modifiers()
    if is_toggle:
        mark_typed_over(editor, typed_over=not editor.property(_TYPED_OVER))
    return is_toggle


def is_leaving_key(editor: QWidget, event: QEvent) -> bool:
    """Return whether a key saves an editor's text and goes to another cell.

    Enter does so at once: Qt would do it later, and the keys that follow quickly would still go
    into this cell.
    """
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return False
    if event.key() in ENTER:
        return True
    is_unmodified = not event.modifiers() & _ALL_BUT_KEYPAD
    picks_by_arrows = isinstance(editor, FormulaEdit) and editor.picks_by_arrows
    return (
        is_unmodified
        and event.key() in _ARROWS
        and bool(editor.property(_TYPED_OVER))
        and not picks_by_arrows
    )


def is_fill_key(event: QKeyEvent) -> bool:
    """Return whether a key fills all selected cells with the typed text: Ctrl+Enter."""
    return event.key() in ENTER and event.modifiers() & _ALL_BUT_KEYPAD == _CONTROL


class CellDelegate(QStyledItemDelegate):
    """Paints and edits the cells of a grid."""

    def __init__(
        self,
        parent: QObject,
        *,
        sides: bool = True,
        list_completions: Callable[[], list[str]] | None = None,
    ) -> None:
        """Create a delegate; `list_completions` returns names and functions for formulas."""
        super().__init__(parent)
        self._sides = sides
        self._update_completions = list_completions
        self.on_formula_editor: Callable[[FormulaEdit], None] | None = None
        """Called with each new editor for formulas."""
        self.types_over = False
        """Whether an editor is being opened by a letter that replaces the cell's text."""
        self.on_leaving_key: Callable[[QKeyEvent], None] | None = None
        """Called with the key that left a cell, once its editor is closed."""
        self._pending_line_break: tuple[str, int] | None = None
        """Text and cursor for the next editor, where Alt+Enter broke the line."""
        self.fill_selection: Callable[[str], bool] | None = None
        """Writes a text into every selected cell; returns whether there are several."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell: ground, content, hairlines, focus."""
        model = index.model()
        if not isinstance(model, RowsModel):
            return
        shown, column = model.cell_at_index(index), model.columns[index.column()]
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
        paint_cell_lines(painter, rect, shown, state, sides=self._sides)
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
        """Show the cell's tooltip, else its text where the column cuts it off."""
        shown = index.data(CELL_ROLE)
        if isinstance(shown, Cell):
            is_cut = content_width(shown) > option.rect.width()
            tip = shown.tip or (shown.text if is_cut else "")
            QToolTip.showText(event.globalPos(), as_tooltip(tip), view)
            return True
        return super().helpEvent(event, view, option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the width that shows the whole cell."""
        shown = index.data(CELL_ROLE)
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
        """Create a combo box where the column has choices, else a line or text editor."""
        column = _column_at(index)
        choices = column.choices(index) if column is not None and column.choices else ()
        if choices:
            combo = QComboBox(parent)
            combo.setEditable(True)  # a name typed for the first time makes a new option
            combo.addItems(list(choices))
            combo.activated.connect(lambda _i: self._apply_choice(combo))
            return combo
        if self._pending_line_break is not None or "\n" in str(
            index.data(Qt.ItemDataRole.EditRole) or ""
        ):
            lines = QPlainTextEdit(parent)
            lines.setFont(theme.font())
            lines.setTabChangesFocus(True)
            return lines
        line = self._build_line_editor(parent, column)
        line.setFont(theme.font())
        if column is not None and column.right:
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
        return line

    def _build_line_editor(self, parent: QWidget, column: Column | None) -> QLineEdit:
        if column is None or not column.formulas or self._update_completions is None:
            return QLineEdit(parent)
        line = FormulaEdit(self._update_completions, parent)
        line.in_cell = True
        if self.on_formula_editor is not None:
            self.on_formula_editor(line)
        return line

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Handle keys and focus changes of an editor as a spreadsheet does."""
        if isinstance(editor, FormulaEdit):
            if isinstance(event, QKeyEvent) and editor.is_completion_key(event):
                return False
            if (
                isinstance(event, QFocusEvent)
                and event.lostFocus()
                and editor.keeps_editing(event)
            ):
                return False
        if isinstance(editor, QLineEdit | QComboBox | QPlainTextEdit):
            if _is_line_break_key(event) and self._break_line(editor):
                return True
            if update_typed_over(editor, event):
                return True
            if isinstance(event, QKeyEvent) and is_leaving_key(editor, event):
                self._commit_and_close(editor, event)
                return True
        return super().eventFilter(editor, event)

    def _break_line(self, editor: QWidget) -> bool:
        """Break the line at the cursor, in a taller editor; return whether the editor can."""
        view = self.parent()
        if isinstance(editor, QPlainTextEdit):
            editor.insertPlainText("\n")
        elif isinstance(editor, QLineEdit) and isinstance(view, QTableView):
            at = editor.cursorPosition()
            self._pending_line_break = (f"{editor.text()[:at]}\n{editor.text()[at:]}", at + 1)
            index = view.currentIndex()
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
            view.edit(index)
            self._pending_line_break = None
        return not isinstance(editor, QComboBox)

    def _commit_and_close(self, editor: QWidget, key: QKeyEvent) -> None:
        is_fill = is_fill_key(key)
        if not (
            is_fill
            and self.fill_selection is not None
            and self.fill_selection(_editor_text(editor))
        ):
            self.commitData.emit(editor)
        self._close_editor(editor)
        if self.on_leaving_key is not None and not is_fill and isValid(self):
            self.on_leaving_key(key)

    def _apply_choice(self, combo: QComboBox) -> None:
        self.commitData.emit(combo)
        self._close_editor(combo)

    def _close_editor(self, editor: QWidget) -> None:
        """Close an editor, unless committing its text deleted it or its view."""
        if isValid(self) and isValid(editor):
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the editor with the cell's text, once only."""
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
                _open_list_when_released(editor)
        elif isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()
        elif isinstance(editor, QPlainTextEdit):
            text, at = self._pending_line_break or (
                str(index.data(Qt.ItemDataRole.EditRole) or ""),
                -1,
            )
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
            wide, high = theme.px(_LINES_WIDTH), theme.px(_LINES_HEIGHT)
            editor.resize(max(editor.width(), wide), high)
            left = max(0, min(editor.x(), ground.width() - editor.width()))
            editor.move(left, max(0, min(editor.y(), ground.height() - high)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Set the model's data to the editor's text where it changed."""
        text = _editor_text(editor)
        if text != index.data(Qt.ItemDataRole.EditRole):
            model.setData(index, text)


def _editor_text(editor: QWidget) -> str:
    """Return the text of an editor, in the spelling of its list where it is in that."""
    if isinstance(editor, QComboBox):  # one of the list is spelled as there
        text = editor.currentText()
        index = editor.findText(text, Qt.MatchFlag.MatchFixedString)
        return text if index < 0 or editor.findText(text) >= 0 else editor.itemText(index)
    if isinstance(editor, QPlainTextEdit):
        return editor.toPlainText()
    return editor.text() if isinstance(editor, QLineEdit) else ""


def _is_line_break_key(event: QEvent) -> bool:
    """Return whether an event is Alt+Enter."""
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.KeyPress
        and event.key() in ENTER
        and bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
    )


def _open_list_when_released(combo: QComboBox) -> None:
    """Open a combo box's list once no mouse button is held, as its release would close it."""
    if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
        combo.showPopup()
    else:
        QTimer.singleShot(_HELD_MS, combo, lambda: _open_list_when_released(combo))


def _column_at(index: Index) -> Column | None:
    model = index.model()
    return model.columns[index.column()] if isinstance(model, RowsModel) else None
