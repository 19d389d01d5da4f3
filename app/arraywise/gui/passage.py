"""A text of several lines that can be selected and is said anew on every tick of a slider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
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
        self._font = self._label.font()
        self._heights: dict[int, int] = {}
        """What the text needs, by width: Qt asks several times, and it takes long to find out."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setText(self, text: str) -> None:
        """Say something else."""
        before = self.heightForWidth(self.width())
        self._label.setText(text)
        self._heights = {}
        if self.heightForWidth(self.width()) != before:
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
        if width not in self._heights:
            self._heights[width] = self._label.heightForWidth(width)
        return self._heights[width]

    def event(self, event: QEvent) -> bool:
        """Measure anew in another font: the label asks for a layout then."""
        if event.type() == QEvent.Type.LayoutRequest and self._font != self._label.font():
            self._font, self._heights = self._label.font(), {}
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the text all the room."""
        super().resizeEvent(event)
        self._label.resize(self.size())
