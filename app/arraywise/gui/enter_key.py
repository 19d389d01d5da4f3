"""Enter presses the button that has the focus, in a window as in a dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


def pressed(event: QKeyEvent, within: QWidget) -> bool:
    """Press the button of a window that has the focus if a key is Enter, which Qt does in dialogs.

    Returns:
        Whether a button was pressed.
    """
    focused = within.window().focusWidget()
    if event.key() not in ENTER or not isinstance(focused, QAbstractButton):
        return False
    focused.click()
    return True
