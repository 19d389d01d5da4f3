"""The head of the host's chart: lists beside its name, or under it where both have no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from arraywise.gui.fields import label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QResizeEvent

_APART = 6


class ListsHead(QWidget):
    """A name, lists to choose from, and buttons; no list is ever narrower than its words."""

    def __init__(
        self, name: str, lists: Iterable[tuple[str, QComboBox]], buttons: Iterable[QWidget]
    ) -> None:
        super().__init__()
        self._lists = QWidget()
        row = QHBoxLayout(self._lists)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_APART)
        for said, combo in lists:
            combo.setAccessibleName(said)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            combo.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            row.addWidget(combo)
        row.addStretch(1)
        self._others = (label(name, "section", bold=True), *buttons)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 4, 12, 2)
        self._grid.setHorizontalSpacing(_APART)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self._others[0], 0, 0)
        for place, each in enumerate(self._others[1:], 2):
            self._grid.addWidget(each, 0, place)
        self._put_lists()

    def minimumSizeHint(self) -> QSize:
        """Return what two rows need: one row asks for no more than there is."""
        margins = self._grid.contentsMargins()
        wide = self._lists.sizeHint().width() + margins.left() + margins.right()
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the lists where they have room."""
        super().resizeEvent(event)
        self._put_lists()

    def _put_lists(self) -> None:
        others = sum(each.sizeHint().width() + _APART for each in self._others)
        is_narrow = self.width() < self.minimumSizeHint().width() + others
        self._grid.removeWidget(self._lists)
        self._grid.addWidget(self._lists, *((1, 0, 1, -1) if is_narrow else (0, 1)))
