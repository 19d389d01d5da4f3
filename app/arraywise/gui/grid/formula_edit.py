"""A line to type into that offers functions and names while a formula is typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QLocale, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget

from arraywise.gui.widgets import theme
from arraywise.worksheets.input_parsing import fixed_in_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QTableView, QWidget

_WORD = re.compile(
    r'(?:option\("(?:[^"]|"")*(?:"(?:\)(?:\.\w*)?)?)?|option\(|[^\W\d][\w.]*)$', re.IGNORECASE
)
"""A name or function; `Option("NAS").Pr` is one too, from its beginning on."""
_MOST_OFFERED = 60
_MOST_SEEN = 9
_STEPS = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


class TakesCells(Protocol):
    """What puts cells into formulas; see `Pointing`."""

    def begin(self, edit: FormulaEdit) -> None:
        """A line got the focus."""

    def look(self) -> None:
        """Text or cursor of a line are others."""

    def is_for(self, edit: FormulaEdit) -> bool:
        """Say whether cells would be put into a line."""

    def holds(self, edit: FormulaEdit, reason: Qt.FocusReason) -> bool:
        """Say whether a line that loses the focus is not done with."""

    def end(self, edit: FormulaEdit) -> None:
        """A line is done with."""

    def bring_home(self, edit: FormulaEdit, text: str | None) -> None:
        """Keep a formula in the cell of another sheet that it was typed for."""

    def step(self, edit: FormulaEdit, down: int, right: int, *, extend: bool) -> bool:
        """Point with the arrow keys; say whether the formula waits for a cell."""

    def press(self, grid: QTableView, cell: tuple[int, int], *, extend: bool) -> bool:
        """Put a cell in; say whether a formula waits for one."""

    def drag(self, grid: QTableView, cell: tuple[int, int]) -> bool:
        """Follow the mouse from the cell that was pressed; say whether one was."""

    def paint(self, grid: QTableView) -> None:
        """Frame the cells that were put in."""


class FormulaEdit(QLineEdit):
    """A line with completion of the word that is being typed.

    The list is a child of the window, not a popup: a popup takes the focus away from an editor in
    a grid, which would end the editing.
    """

    def __init__(self, offered: Callable[[], list[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered = offered
        self.offers: QListWidget | None = None
        self.textEdited.connect(lambda _text: self._offer())
        self.textChanged.connect(lambda _text: self._widen())
        self.in_cell = False  # whether it may grow over the cells to the right
        self.grid: QTableView | None = None  # the grid whose cells it is for
        self.pointing: TakesCells | None = None
        self.textChanged.connect(self._look)
        self.cursorPositionChanged.connect(self._look)

    def _look(self) -> None:
        if self.pointing is not None:
            self.pointing.look()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A formula may be typed here: cells can be put into it."""
        super().focusInEvent(event)
        if self.pointing is not None:
            self.pointing.begin(self)

    def is_held(self, event: QFocusEvent) -> bool:
        """Say whether it loses the focus only for a cell that a formula waits for."""
        return self.pointing is not None and self.pointing.holds(self, event.reason())

    @property
    def is_at_work(self) -> bool:
        """Whether cells would be put in here, though the focus may be elsewhere."""
        return self.pointing is not None and self.pointing.is_for(self)

    @property
    def points_by_keys(self) -> bool:
        """Whether arrows would put cells in, at the end of the text."""
        return self.is_at_work and self.cursorPosition() == len(self.text())

    def put_in(self, text: str, start: int, end: int) -> None:
        """Put a reference in the place of some letters."""
        self.setSelection(start, end - start)
        self.insert(text)
        self._close_offers()  # a reference is no beginning of a name
        self.setModified(True)

    def _widen(self) -> None:
        """Show all that is typed in a cell, as far as there is room."""
        ground = self.parentWidget()
        if self.in_cell and ground is not None:
            wanted = self.fontMetrics().horizontalAdvance(self.text()) + 24
            self.resize(min(max(self.width(), wanted), ground.width() - self.x()), self.height())

    def word(self) -> str:
        """Return the word before the cursor, where a formula is typed."""
        before = self.text()[: self.cursorPosition()]
        found = _WORD.search(before)
        if found is None or not before.startswith("="):
            return ""
        ends_reference = before[: found.start()].endswith((":", "$"))
        return "" if ends_reference else found[0]

    def _offer(self) -> None:
        word = self.word().casefold()
        matching = sorted(
            (w for w in self._offered() if word and word in w.casefold()),
            key=lambda w: (not w.casefold().startswith(word), w.casefold()),
        )[:_MOST_OFFERED]
        if not matching or matching[0].rstrip("(").casefold() == word:
            self._close_offers()
            return
        offers = self.offers or self._make_offers()
        offers.clear()
        offers.addItems(matching)
        offers.setCurrentRow(0)
        self._place(offers, len(matching))

    def _make_offers(self) -> QListWidget:
        self.offers = QListWidget(self.window())
        self.offers.setFont(theme.font())
        self.offers.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.offers.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.offers.setAccessibleName(self.tr("Functions and names"))
        self.offers.itemClicked.connect(lambda item: self._complete(item.text()))
        return self.offers

    def _place(self, offers: QListWidget, count: int) -> None:
        """Show the list under the cursor, or over it where there is no room below."""
        high = offers.sizeHintForRow(0) * min(count, _MOST_SEEN) + 4
        wide = offers.sizeHintForColumn(0) + offers.verticalScrollBar().sizeHint().width() + 12
        window = self.window()
        below = self.mapTo(window, QPoint(self.cursorRect().left(), self.height()))
        if below.y() + high > window.height():
            below.setY(below.y() - self.height() - high)
        below.setX(max(0, min(below.x(), window.width() - wide)))
        offers.setGeometry(below.x(), below.y(), wide, high)
        offers.raise_()
        offers.show()

    def _close_offers(self) -> None:
        if self.offers is not None:
            self.offers.hide()
            self.offers.deleteLater()
            self.offers = None

    def _complete(self, chosen: str) -> None:
        """Put what was chosen in the place of the word."""
        place = self.cursorPosition() - len(self.word())
        text = self.text()
        self.setText(text[:place] + chosen + text[self.cursorPosition() :])
        self.setModified(True)
        self.setCursorPosition(place + len(chosen))
        self._close_offers()

    def event(self, event: QEvent) -> bool:
        """Tab takes what is offered, else it is the grid's; up and down choose."""
        keys = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if isinstance(event, QKeyEvent) and event.type() in keys and self._does(event):
            event.accept()
            return True
        return super().event(event)

    def _does(self, event: QKeyEvent) -> bool:
        """Choose from the list, fix a reference, or point with the arrows."""
        if self.offers is not None and self._choose(event):
            return True
        if self.isReadOnly() or not self.text().startswith("="):
            return False
        pressed = event.type() == QEvent.Type.KeyPress
        if event.key() == Qt.Key.Key_F4 and not event.modifiers():
            if pressed:
                self._fix()
            return True
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not pressed or self.pointing is None:
            return False
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return self.pointing.step(self, *step, extend=extend)

    def _fix(self) -> None:
        """Fix row and column of the reference at the cursor in turn, as Excel does."""
        turned = fixed_in_turn(self.text(), QLocale().decimalPoint(), self.cursorPosition())
        if turned is not None:
            self.setText(turned[0])
            self.setModified(True)
            self.setCursorPosition(turned[1])

    def takes(self, event: QKeyEvent) -> bool:
        """Say whether a key is for the list of names."""
        keys = {Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down}
        return self.offers is not None and Qt.Key(event.key()) in keys

    def _choose(self, event: QKeyEvent) -> bool:
        offers = self.offers
        if offers is None:
            return False
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        step = steps.get(Qt.Key(event.key()))
        pressed = event.type() == QEvent.Type.KeyPress
        if step is not None:
            if pressed:
                offers.setCurrentRow((offers.currentRow() + step) % offers.count())
            return True
        if event.key() == Qt.Key.Key_Tab:
            if pressed:
                self._complete(offers.currentItem().text())
            return True
        if event.key() == Qt.Key.Key_Escape:
            if pressed:
                self._close_offers()
            return True
        return False

    def hideEvent(self, event: QHideEvent) -> None:
        """Take the list away with the line; an editor in a cell is done with."""
        self._close_offers()
        if self.pointing is not None and self.in_cell and self.isHidden():
            self.pointing.end(self)
        super().hideEvent(event)
