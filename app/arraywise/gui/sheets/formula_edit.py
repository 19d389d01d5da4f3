"""A line to type into that offers functions and names while a formula is typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView

from arraywise.gui import theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

_WORD = re.compile(r"[^\W\d][\w.]*$")
_LEAST = 1
"""Letters from which on something is offered."""


class FormulaEdit(QLineEdit):
    """A line with completion of the word that is being typed."""

    def __init__(self, offered: Callable[[], list[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered = offered
        self._words = QStringListModel(self)
        self._completer = QCompleter(self._words, self)
        self._completer.setWidget(self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setMaxVisibleItems(10)
        self._completer.activated.connect(self._complete)
        self._list = QListView()
        self._list.setFont(theme.font())
        self._completer.setPopup(self._list)
        self.textEdited.connect(lambda _text: self._offer())

    def word(self) -> str:
        """Return the word before the cursor, where a formula is typed."""
        before = self.text()[: self.cursorPosition()]
        found = _WORD.search(before)
        return found[0] if found is not None and before.startswith("=") else ""

    def _offer(self) -> None:
        word = self.word()
        popup = self._list
        if len(word) < _LEAST:
            popup.hide()
            return
        matching = sorted(
            (w for w in self._offered() if word.casefold() in w.casefold()),
            key=lambda w: (not w.casefold().startswith(word.casefold()), w.casefold()),
        )
        if not matching or matching[0].rstrip("(") == word:
            popup.hide()
            return
        self._words.setStringList(matching[:60])
        self._completer.setCompletionPrefix("")
        rect = self.cursorRect()
        rect.setWidth(
            popup.sizeHintForColumn(0) + popup.verticalScrollBar().sizeHint().width() + 8
        )
        self._completer.complete(rect)
        popup.setCurrentIndex(self._completer.completionModel().index(0, 0))

    def _complete(self, chosen: str) -> None:
        """Put what was chosen in the place of the word."""
        place = self.cursorPosition() - len(self.word())
        text = self.text()
        self.setText(text[:place] + chosen + text[self.cursorPosition() :])
        self.setCursorPosition(place + len(chosen))

    def event(self, event: QEvent) -> bool:
        """Tab takes what is offered, else it is the grid's."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            popup = self._list
            if (
                event.key() == Qt.Key.Key_Tab
                and popup.isVisible()
                and popup.currentIndex().isValid()
            ):
                self._complete(str(popup.currentIndex().data()))
                popup.hide()
                return True
        return super().event(event)
