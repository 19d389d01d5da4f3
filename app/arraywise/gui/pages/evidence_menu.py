"""The menu that assigns the selected files to an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from arraywise.gui.painting import marker_icon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from arraywise.domain.options import Option

_NAMED = 3
"""Proposed options that an entry names."""


class AssignMenu(QMenu):
    """The options of the study, a new one, none, and those that were proposed."""

    chosen = Signal(str)
    """Carries the name of an option, empty for none."""
    new_asked = Signal()
    proposed_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.show_options((), ())

    def show_options(self, options: Sequence[Option], proposed: Sequence[str]) -> None:
        """Offer these options, and to make those that are proposed for files without one."""
        self.clear()
        for option in options:
            action = self.addAction(option.name)
            action.setIcon(marker_icon(option.position, self.devicePixelRatioF()))
            action.triggered.connect(
                lambda _checked=False, name=option.name: self.chosen.emit(name)
            )
        if options:
            self.addSeparator()
        new = self.addAction(self.tr("New option\u2026"))
        new.triggered.connect(lambda _checked=False: self.new_asked.emit())
        none = self.addAction(self.tr("No option"))
        none.triggered.connect(lambda _checked=False: self.chosen.emit(""))
        if proposed:
            self._add_proposed(proposed)

    def _add_proposed(self, names: Sequence[str]) -> None:
        self.addSeparator()
        more = ["\u2026"] if len(names) > _NAMED else []
        text = self.tr("Make the proposed options: {names}")
        made = self.addAction(text.format(names=", ".join([*names[:_NAMED], *more])))
        made.triggered.connect(lambda _checked=False: self.proposed_asked.emit())
