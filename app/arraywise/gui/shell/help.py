"""Lists the keys of a page, and the names that formulas may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from arraywise.gui.grid.grid import Grid, cell_menu
from arraywise.gui.grid.model import Column, RowsModel, Shown
from arraywise.gui.pages.base import FormulaHelp
from arraywise.gui.shell.palette import actions_of, keys_of, plain
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import dialog_column, fit_on_screen, named_tabs, without_icons

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QMainWindow

    from arraywise.gui.session.sheet_values import SheetValues

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class KeyLine:
    """Keys, what they do, and where."""

    keys: str
    text: str
    place: str


@runtime_checkable
class Keyed(Protocol):
    """A part of a page with keys of its own, such as a chart."""

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys, each with what it does."""


def key_lines(window: QMainWindow, page: QWidget | None) -> tuple[KeyLine, ...]:
    """Return all keys of a window and of the page that is seen."""
    found = [
        KeyLine(keys_of(action), plain(action.text()).rstrip("\u2026"), title)
        for title, action in actions_of(window.menuBar())
        if not action.shortcut().isEmpty()
    ]
    found += _shortcuts(window)
    if page is not None:
        found += _actions(page)
        found += _keyed(page)
        found += _grids(page)
    return tuple(dict.fromkeys(found))


def presenting_lines(view: QWidget) -> tuple[KeyLine, ...]:
    """Return the keys of the presentation."""
    place = translate("Shortcuts", "Presentation")
    leave = KeyLine("Esc", translate("Shortcuts", "Back to the window"), place)
    return (*_keyed(view), leave)


def _shortcuts(window: QMainWindow) -> Iterator[KeyLine]:
    """Yield keys without a menu entry; they say themselves what they do."""
    place = translate("Shortcuts", "Window")
    for each in window.findChildren(QShortcut):
        if each.whatsThis():
            native = each.key().toString(QKeySequence.SequenceFormat.NativeText)
            yield KeyLine(native, each.whatsThis(), place)


def _actions(page: QWidget) -> Iterator[KeyLine]:
    """Yield the keys of what the page offers outside the menus."""
    place = translate("Shortcuts", "Page")
    for action in page.findChildren(QAction):
        if not action.shortcut().isEmpty():
            yield KeyLine(keys_of(action), plain(action.text()).rstrip("\u2026"), place)


def _keyed(page: QWidget) -> Iterator[KeyLine]:
    """Yield the keys of what is seen of the page's charts, under their names."""
    for part in page.findChildren(QWidget):
        if isinstance(part, Keyed) and part.isVisible():
            place = part.accessibleName().partition(":")[0]
            yield from (KeyLine(keys, text, place) for keys, text in part.key_lines())


def _grids(page: QWidget) -> Iterator[KeyLine]:
    """Yield the keys of the page's grids, as their menus tell them."""
    place = translate("Shortcuts", "Cells")
    for grid in page.findChildren(Grid):
        menu = cell_menu(grid, grid.cells)
        for action in menu.actions():
            text, _, keys = plain(action.text()).partition("\t")
            keys = keys or keys_of(action)
            if keys:
                yield KeyLine(keys, text, place)
        menu.deleteLater()


class HelpDialog(QDialog):
    """Keys, and where a study is open the rules and names of formulas."""

    def __init__(
        self, lines: tuple[KeyLine, ...], sheets: SheetValues | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keys and formulas"))
        fit_on_screen(self, QSize(theme.px(760), theme.px(640)))
        self.tabs = named_tabs(self.windowTitle())
        self.keys = RowsModel(self._columns(), self)
        grid = Grid(self.keys)
        grid.setAccessibleName(self.tr("Keys"))
        self.tabs.addTab(grid, self.tr("Keys"))
        if sheets is not None:
            self.tabs.addTab(FormulaHelp(sheets), self.tr("Formulas and names"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        without_icons(buttons)
        column = dialog_column(self)
        column.addWidget(self.tabs, 1)
        column.addWidget(buttons)
        self.keys.set_rows(lines)

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column("keys", self.tr("Keys"), lambda row: Shown(row.keys, bold=True), least=150),
            Column("does", self.tr("What they do"), lambda row: Shown(row.text), stretch=True),
            Column("place", self.tr("Where"), lambda row: Shown(row.place), least=150),
        )
