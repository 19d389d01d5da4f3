"""The further points of a value function, typed in a row each: an attribute and its worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arraywise.domain.value_function import MOST_FURTHER
from arraywise.gui import figures
from arraywise.gui.fields import UnitField, button, label

if TYPE_CHECKING:
    from arraywise.domain.value_function import Corners

translate = QCoreApplication.translate


class FurtherPoints(QWidget):
    """As many rows as a value function may have further points; those without one are hidden."""

    edited = Signal()
    """A figure is being typed."""
    given = Signal()
    """A figure was typed to its end."""
    removed = Signal(int)
    """A point is to go; carries its place."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = tuple(_PointRow(self, place) for place in range(MOST_FURTHER))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(label(translate("FurtherPoints", "Further points")))
        for row in self.rows:
            column.addWidget(row)
        self.hide()

    def show_points(self, points: Corners, unit: str) -> None:
        """Show attributes in a unit with what they are worth."""
        self.setVisible(bool(points))
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(points))
            if place < len(points):
                row.show_point(*points[place], unit)

    def typed(self) -> Corners | None:
        """Return the points as typed, in their unit; None where one is no number."""
        found = []
        for row in self.rows:
            attribute = figures.parse_amount(row.attribute.text(), row.unit.text())
            worth = figures.parse_number(row.worth.text())
            if row.isHidden():
                continue
            if attribute is None or worth is None:
                return None
            found.append((attribute, worth))
        return tuple(found)


class _PointRow(QWidget):
    """One further point."""

    def __init__(self, points: FurtherPoints, place: int) -> None:
        super().__init__()
        number = figures.number(place + 1)
        name = translate("FurtherPoints", "Further point {number}").format(number=number)
        worth = translate("FurtherPoints", "Worth of further point {number}").format(number=number)
        self.attribute, self.worth = UnitField(name, "", 9), UnitField(worth, "", 5)
        self.unit = label("", "body", "text3")
        self.remove = button("", lambda: points.removed.emit(place), kind="flat", sign="remove")
        gone = translate("FurtherPoints", "Remove further point {number}").format(number=number)
        self.remove.setAccessibleName(gone)
        self.remove.setToolTip(gone)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        word = label(translate("FurtherPoints", "points"), "body", "text3")
        for widget in (self.attribute, self.unit, label("="), self.worth, word, self.remove):
            line.addWidget(widget)
        line.addStretch(1)
        for field in (self.attribute, self.worth):
            field.textEdited.connect(lambda _text: points.edited.emit())
            field.given.connect(lambda _text: points.given.emit())

    def show_point(self, attribute: float, worth: float, unit: str) -> None:
        self.attribute.show_text(figures.plain(round(attribute, 6), 9))
        self.worth.show_text(figures.plain(worth))
        self.unit.setText(unit)
