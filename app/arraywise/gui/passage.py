"""A text of several lines that can be selected and is said anew on every tick of a slider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.gui.fields import label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class Passage(QWidget):
    """A wrapped label without a layout around it.

    Qt lays a whole page out anew when the text of a label changes; here it does so only when
    the text needs another height.
    """

    def __init__(self, role: str, tone: str) -> None:
        super().__init__()
        self._label = label("", role, tone, wraps=True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setContentsMargins(16, 0, 16, 4)
        self._label.setParent(self)
        self._high = 0
        """What the text needed at the present width when it was last laid out."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setText(self, text: str) -> None:
        """Say something else."""
        self._label.setText(text)
        if self._label.heightForWidth(self.width()) != self._high:
            self.updateGeometry()

    def text(self) -> str:
        """What is said."""
        return self._label.text()

    def sizeHint(self) -> QSize:
        """Return that of the text."""
        return self._label.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return that of the text."""
        return self._label.minimumSizeHint()

    def heightForWidth(self, width: int) -> int:
        """Return how high the text is when it is so wide."""
        return self._label.heightForWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the text all the room."""
        super().resizeEvent(event)
        self._label.resize(self.size())
        self._high = self._label.heightForWidth(self.width())
