"""Who last changed typed values, and when: shown under the rows of a trace, and as tooltips."""

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


class LastChangesView(Protocol):
    """A part of a window that shows who last changed its values."""

    def show_last_changes(
        self, changes: LastChanges, describe: Callable[[LastChange], str]
    ) -> None:
        """Show for each value who last changed it, where that is recorded."""


class LastChangesTable(TraceTable):
    """A table whose rows show who last changed them; a common text is shown once, below."""

    def __init__(
        self, step: TraceStep, rows: Sequence[tuple[str, str, str]], items: Sequence[Iterable[str]]
    ) -> None:
        """Insert a table into a step; `items` are the typed values of each row."""
        super().__init__(rows)
        self._items = tuple(map(tuple, items))
        step.column.addWidget(self)
        self.common_label = step.add_text("")  # of all rows, where they state the same
        self.common_label.hide()

    def show_last_changes(
        self, changes: LastChanges, describe: Callable[[LastChange], str]
    ) -> None:
        """Show for each row who last changed it, where that is recorded."""
        row_changes = [
            [changes[item] for item in items if item in changes] for items in self._items
        ]
        last = [max(changes, default=None) for changes in row_changes]
        texts_by_change = {change: describe(change) if change else "" for change in set(last)}
        texts = [texts_by_change[change] for change in last]
        are_same = len(texts) > 1 and len(set(texts)) == 1
        self.common_label.setText(texts[0] if are_same else "")
        self.common_label.setVisible(bool(self.common_label.text()))
        self.set_notes([] if are_same else texts)


class LastChangesReader(QObject):
    """Reads who last changed the values of a figure, and updates its view."""

    def __init__(self, session: Session, parent: QObject, *, key: str) -> None:
        """Read for one part of a window; the newest request under a key counts."""
        super().__init__(parent)
        self._session, self._key = session, key
        self._subject: object = None
        self._changes: LastChanges = {}

    def update_view(
        self, view: LastChangesView, subject: object, read: Callable[[Study], LastChanges]
    ) -> None:
        """Show the changes read last, read them again in the background, and update the view.

        The view may be deleted by then. `subject` is whose values they are; changes of another
        subject are discarded.
        """
        if subject != self._subject:
            self._subject, self._changes = subject, {}
        view.show_last_changes(self._changes, self.describe_change)

        def take(changes: LastChanges) -> None:
            if subject == self._subject:
                has_changed, self._changes = changes != self._changes, changes
                if has_changed and isValid(view):
                    view.show_last_changes(changes, self.describe_change)

        self._session.read(read, take, key=self._key)

    def describe_change(self, change: LastChange) -> str:
        """Return by whom and when a value was changed, in local time."""
        moment = QDateTime.fromSecsSinceEpoch(int(change.at.replace(tzinfo=UTC).timestamp()))
        when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        if not change.by:
            return self.tr("Last changed {when}").format(when=when)
        return self.tr("Last changed by {who}, {when}").format(who=change.by, when=when)
