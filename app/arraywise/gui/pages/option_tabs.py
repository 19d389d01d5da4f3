"""Tabs of the options with their markers, shared by the pages that show one option at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QTabBar

from arraywise.gui import theme
from arraywise.gui.painting import marker_icon

if TYPE_CHECKING:
    from arraywise.domain.options import Option


class OptionTabs(QTabBar):
    """One tab an option; keeps its option through renames and new options."""

    option_chosen = Signal(object)
    """Carries the Option."""
    sheet_asked = Signal()
    """A double click, or the context menu: the options are to be edited."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._options: tuple[Option, ...] = ()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # a cell that is typed in is kept first
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setIconSize(QSize(14, 14))
        self.setFont(theme.font("body"))
        self.currentChanged.connect(self._tell)
        self.tabBarDoubleClicked.connect(lambda _place: self.sheet_asked.emit())
        edit = QAction(self.tr("Edit options\u2026"), self)
        edit.triggered.connect(lambda _checked=False: self.sheet_asked.emit())
        self.addAction(edit)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @property
    def option(self) -> Option | None:
        """The option whose tab is in front."""
        place = self.currentIndex()
        return self._options[place] if 0 <= place < len(self._options) else None

    def choose(self, option_id: int) -> bool:
        """Bring an option to the front; say whether it is there."""
        ids = [option.id for option in self._options]
        if option_id in ids:
            self.setCurrentIndex(ids.index(option_id))
        return option_id in ids

    def show_options(self, options: tuple[Option, ...]) -> None:
        """Show these options; the one in front stays in front."""
        if options == self._options:
            return
        before = self.option
        with QSignalBlocker(self):
            while self.count():
                self.removeTab(0)
            self._options = options
            for option in options:
                self.addTab(
                    marker_icon(option.position, self.devicePixelRatioF()),
                    option.name.replace("&", "&&"),
                )
            ids = [option.id for option in options]
            if before is not None and before.id in ids:
                self.setCurrentIndex(ids.index(before.id))

    def _tell(self, _place: int) -> None:
        if self.option is not None:
            self.option_chosen.emit(self.option)
