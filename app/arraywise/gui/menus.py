"""The menu bar as a table: one row an action, one loop that makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QMenu, QWidget


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu."""

    text: str
    """Empty: a separator."""
    action: Callable[[], object] | None = None
    keys: str = ""
    needs_study: bool = False
    checked: bool | None = None
    """None: an entry that cannot be checked; entries in a row that can exclude each other."""
    submenu: tuple[Entry, ...] = ()
    made: QAction | None = None
    """An action that there is already, which words itself."""


SEPARATOR = Entry("")


def fill_menu(menu: QMenu, entries: Sequence[Entry], owner: QWidget) -> list[QAction]:
    """Add entries to a menu; return the actions that need an open study."""
    need_study: list[QAction] = []
    group = QActionGroup(menu)
    for entry in entries:
        if entry.made is not None:
            menu.addAction(entry.made)
        elif not entry.text:
            menu.addSeparator()
        elif entry.submenu:
            need_study += fill_menu(menu.addMenu(entry.text), entry.submenu, owner)
        else:
            action = _make_action(entry, owner)
            if entry.checked is not None:
                group.addAction(action)
            if entry.needs_study:
                need_study.append(action)
            menu.addAction(action)
    return need_study


def _make_action(entry: Entry, owner: QWidget) -> QAction:
    action = QAction(entry.text, owner)
    if entry.keys:
        action.setShortcut(QKeySequence(entry.keys))
    if entry.checked is not None:
        action.setCheckable(True)
        action.setChecked(entry.checked)
    chosen = entry.action
    if chosen is not None:
        action.triggered.connect(lambda _checked=False: chosen())
    return action
