"""Shows and edits the cells of all grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QToolTip,
)

from arraywise.gui import painting, theme
from arraywise.gui.fields import as_tip
from arraywise.gui.sheets import entering
from arraywise.gui.sheets.cell_painting import (
    GAP,
    PAD,
    content_width,
    paint_content,
    paint_frame,
    paint_interval_bar,
)
from arraywise.gui.sheets.columns import SHOWN_ROLE, Column, Shown
from arraywise.gui.sheets.formula_edit import FormulaEdit
from arraywise.gui.sheets.rows_model import RowsModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import (
        QAbstractItemModel,
        QModelIndex,
        QObject,
        QPersistentModelIndex,
    )
    from PySide6.QtGui import QHelpEvent
    from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget
_HELD_MS = 30
_FILLED = "filled"
# Flags of Qt are Python enums whose operators are slow; a screen has a thousand cells.
_SELECTED = QStyle.StateFlag.State_Selected.value
_MOUSE_OVER = QStyle.StateFlag.State_MouseOver.value


class CellDelegate(QStyledItemDelegate):
    """One delegate for every grid."""

    def __init__(
        self,
        parent: QObject,
        *,
        sides: bool = True,
        offer: Callable[[], list[str]] | None = None,
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
        self.filled_by: Callable[[str], bool] | None = None
        """Puts a text into every selected cell; says whether there are several."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
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
        elif shown.text or shown.note or shown.icon or shown.marker is not None:
            inner = rect.adjusted(PAD, 0, -PAD, 0)
            if column.centred:
                inner.setLeft(rect.center().x() - (content_width(shown) - 2 * PAD - GAP) // 2)
            paint_content(painter, inner, shown, right=column.right or shown.right)
        paint_frame(painter, rect, shown, state, sides=self._sides)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRect, shown: Shown, state: int) -> None:
        look = theme.look()
        ground = "page"
        if shown.invalid:
            ground = "fail_tint"
        elif state & _SELECTED:
            ground = "accent_tint"
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
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Say in a tip what there is to say of a cell, else what a narrow column cuts off."""
        shown = index.data(SHOWN_ROLE)
        if isinstance(shown, Shown):
            cut = content_width(shown) > option.rect.width()
            QToolTip.showText(
                event.globalPos(), as_tip(shown.tip or (shown.text if cut else "")), view
            )
            return True
        return super().helpEvent(event, view, option, index)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the width that shows the whole cell."""
        shown = index.data(SHOWN_ROLE)
        hint = super().sizeHint(option, index)
        if isinstance(shown, Shown):
            hint.setWidth(content_width(shown))
        return hint

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        """Offer a list where the column has choices, else a line to type in."""
        column = _column_at(index)
        choices = column.choices(index) if column is not None and column.choices else ()
        if choices:
            combo = QComboBox(parent)
            combo.setEditable(True)  # a name typed for the first time makes a new option
            combo.addItems(list(choices))
            combo.activated.connect(lambda _i: self._take_choice(combo))
            return combo
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
            if isinstance(event, QFocusEvent) and event.lostFocus() and editor.is_held(event):
                return False
        if isinstance(editor, QLineEdit | QComboBox):
            if entering.follow(editor, event):
                return True
            if isinstance(event, QKeyEvent) and entering.is_left_by(editor, event):
                self._leave(editor, event)
                return True
        return super().eventFilter(editor, event)

    def _leave(self, editor: QWidget, key: QKeyEvent) -> None:
        fills = entering.fills(key)
        if not (fills and self.filled_by is not None and self.filled_by(_text_of(editor))):
            self.commitData.emit(editor)
        self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
        if self.left_by is not None and not fills:
            self.left_by(key)

    def _take_choice(self, combo: QComboBox) -> None:
        self.commitData.emit(combo)
        self.closeEditor.emit(combo)

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Put the cell's text into the editor once, whatever comes while the user types."""
        if editor.property(_FILLED):
            return
        editor.setProperty(_FILLED, True)  # noqa: FBT003 - Qt's own signature
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findText(str(index.data())))
            if editor.currentIndex() < 0:
                editor.setCurrentText(str(index.data()))
            self._begin_choice(editor)
        elif isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()

    def _begin_choice(self, combo: QComboBox) -> None:
        """Open the list, unless a name is typed: that is completed in its place."""
        line = combo.lineEdit()
        if self.types_over and line is not None:
            line.selectAll()
        else:
            _open_list(combo)

    def setModelData(
        self,
        editor: QWidget,
        model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Hand over what was typed or chosen, where it changed."""
        text = _text_of(editor)
        if text != index.data(Qt.ItemDataRole.EditRole):
            model.setData(index, text)


def _text_of(editor: QWidget) -> str:
    """Return what was typed or chosen."""
    if isinstance(editor, QComboBox):
        return _chosen(editor)
    return editor.text() if isinstance(editor, QLineEdit) else ""


def _chosen(combo: QComboBox) -> str:
    """Return the name that was chosen or typed; one of the list is spelled as there."""
    text = combo.currentText()
    known = combo.findText(text, Qt.MatchFlag.MatchFixedString)
    return text if known < 0 or combo.findText(text) >= 0 else combo.itemText(known)


def _open_list(combo: QComboBox) -> None:
    """Open the list once no mouse button is held: letting go of it would choose or close."""
    if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
        combo.showPopup()
    else:
        QTimer.singleShot(_HELD_MS, combo, lambda: _open_list(combo))


def _column_at(index: QModelIndex | QPersistentModelIndex) -> Column | None:
    model = index.model()
    return model.columns[index.column()] if isinstance(model, RowsModel) else None
