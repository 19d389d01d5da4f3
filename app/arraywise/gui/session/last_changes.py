"""Who changed what is typed, and when: beneath the rows of a trace, and as tips."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QDateTime, QLocale, QObject
from shiboken6 import isValid

from arraywise.gui.widgets.trace_parts import TraceTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.trace_parts import TraceStep
    from arraywise.store.reading.history import LastChange, LastChanges
    from arraywise.store.study import Study


class ChangeSource(Protocol):
    """A part of a window whose values say who changed them."""

    def show_message(self, known: LastChanges, told: Callable[[LastChange], str]) -> None:
        """Return for each value who was the last to change it, where that is known."""


class ChangedTable(TraceTable):
    """A table whose rows say who changed them; what all say alike stands once, beneath it."""

    def __init__(
        self, step: TraceStep, rows: Sequence[tuple[str, str, str]], items: Sequence[Iterable[str]]
    ) -> None:
        """Insert a table into a step; `items` are what is typed of each row, as far as known."""
        super().__init__(rows)
        self._items = tuple(map(tuple, items))
        step.column.addWidget(self)
        self.of_all = step.add_text("")  # of all rows, where they state the same
        self.of_all.hide()

    def show_message(self, known: LastChanges, told: Callable[[LastChange], str]) -> None:
        """Return for each row who was the last to change it, where that is known."""
        result = [[known[item] for item in items if item in known] for items in self._items]
        last = [max(changes, default=None) for changes in result]
        message = {change: told(change) if change else "" for change in set(last)}
        texts = [message[change] for change in last]
        alike = len(texts) > 1 and len(set(texts)) == 1
        self.of_all.setText(texts[0] if alike else "")
        self.of_all.setVisible(bool(self.of_all.text()))
        self.note([] if alike else texts)


class LastChangesReader(QObject):
    """Reads who changed the values of the figure that is shown."""

    def __init__(self, session: Session, parent: QObject, *, key: str) -> None:
        """Read for one part of a window; of what is asked for under one key the newest counts."""
        super().__init__(parent)
        self._session, self._key = session, key
        self._asked: object = None
        self._known: LastChanges = {}

    def follow(
        self, part: ChangeSource, asked: object, read: Callable[[Study], LastChanges]
    ) -> None:
        """Update a part of a window with what is known, and what is read in the background.

        The part may be gone by then. `asked` is whose values they are; of others nothing is kept.
        """
        if asked != self._asked:
            self._asked, self._known = asked, {}
        part.show_message(self._known, self.stated)

        def take(known: LastChanges) -> None:
            if asked == self._asked:
                changed, self._known = known != self._known, known
                if changed and isValid(part):
                    part.show_message(known, self.stated)

        self._session.read(read, take, key=self._key)

    def stated(self, change: LastChange) -> str:
        """Say by whom and when, in local time."""
        moment = QDateTime.fromSecsSinceEpoch(int(change.at.replace(tzinfo=UTC).timestamp()))
        when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        if not change.by:
            return self.tr("Last changed {when}").format(when=when)
        return self.tr("Last changed by {who}, {when}").format(who=change.by, when=when)
