"""Which keys end the typing in a cell: in one that is typed over arrows leave it, as in Excel.

After F2, a double click or a click into the text they move the cursor in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from arraywise.gui.enter_key import ENTER
from arraywise.gui.sheets.formula_edit import FormulaEdit

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

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
    """Say whether a key keeps what was typed and goes on to another cell.

    Enter does so at once: Qt would do it later, and the keys that follow quickly would still go
    into this cell.
    """
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return False
    if event.key() in ENTER:
        return True
    plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    points = isinstance(editor, FormulaEdit) and editor.points_by_keys
    return plain and event.key() in _ARROWS and bool(editor.property(_TYPED_OVER)) and not points


def fills(event: QKeyEvent) -> bool:
    """Say whether what was typed goes into every selected cell, as by Ctrl+Enter in Excel."""
    return event.key() in ENTER and event.modifiers() & _ALL_BUT_KEYPAD == _CONTROL
