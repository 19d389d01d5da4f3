"""Filter of a column in its menu: a text, or the values that are ticked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import ENTER, button, fill, named

if TYPE_CHECKING:
    from arraywise.gui.grid.model import RowsModel

_MOST = 2_000
"""Values that are listed; a column with more is searched by a text."""
_ROWS = 8  # values that are in sight at once


def filter_action(menu: QMenu, rows: RowsModel, column: int) -> QWidgetAction:
    """Return what a column is filtered with, for its menu."""
    action = QWidgetAction(menu)
    action.setDefaultWidget(ColumnFilter(menu, rows, column))
    return action


class ColumnFilter(QWidget):
    """A line to search with, and the values of the column with a tick each.

    Enter in the line shows the rows that contain its text; Apply those whose value is ticked.
    """

    def __init__(self, menu: QMenu, rows: RowsModel, column: int) -> None:
        super().__init__(menu)
        self._menu, self._rows, self._column = menu, rows, column
        values = rows.values_of(column)
        self.line = named(QLineEdit(), self.tr("Show rows that contain\u2026"))
        self.line.setPlaceholderText(self.line.accessibleName())
        self.values = named(QListWidget(), self.tr("Values of the column"))
        for value in values[:_MOST]:
            item = QListWidgetItem(value or self.tr("(empty)"), self.values)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            self._tick(item, on=rows.is_wanted(column, value))
        self.values.setFixedHeight(theme.px(22) * min(_ROWS, max(2, len(values))))
        self.values.setVisible(1 < len(values) <= _MOST)
        self.apply = button(self.tr("Apply"), self._apply)
        self.all = button(self.tr("All"), lambda: self._tick_shown(on=True), kind="flat")
        self.none = button(self.tr("None"), lambda: self._tick_shown(on=False), kind="flat")
        column_layout = QVBoxLayout(self)
        fill(
            column_layout,
            self.line,
            self.values,
            fill(QHBoxLayout(), self.all, self.none, None, self.apply, margins=(0, 0, 0, 0)),
            margins=(8, 4, 8, 4),
            spacing=4,
        )
        self.setMinimumWidth(theme.px(240))
        self.line.textEdited.connect(self._search)
        self.line.installEventFilter(self)

    def _search(self, text: str) -> None:
        """List the values that contain a text, ticked; the others are left out."""
        for item in self._items():
            shown = text.casefold() in item.text().casefold()
            item.setHidden(not shown)
            self._tick(item, on=shown)

    def _items(self) -> list[QListWidgetItem]:
        return [self.values.item(place) for place in range(self.values.count())]

    @staticmethod
    def _tick(item: QListWidgetItem, *, on: bool) -> None:
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _tick_shown(self, *, on: bool) -> None:
        for item in self._items():
            if not item.isHidden():
                self._tick(item, on=on)

    def _apply(self) -> None:
        """Show the rows whose value is ticked; all again where all are."""
        items = self._items()
        ticked = [item for item in items if item.checkState() is Qt.CheckState.Checked]
        values = frozenset(str(item.data(Qt.ItemDataRole.UserRole)) for item in ticked)
        if self.values.isHidden() or len(values) == len(items):
            self._rows.set_filter(self._column, self.line.text().strip())
        else:
            self._rows.set_filter(self._column, values)
        self._menu.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter shows the rows that contain the text."""
        if event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)  # noqa: S101 - Qt's own pairing
            if event.key() in ENTER:
                self._rows.set_filter(self._column, self.line.text().strip())
                self._menu.close()
                return True
        return super().eventFilter(watched, event)
