"""Small standard controls in the product's dress: unit fields, buttons, labels, lines."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui import theme
from arraywise.gui.icons import icon

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QLayout


class UnitField(QLineEdit):
    """A line for one figure, with its unit in grey at the right end."""

    given = Signal(str)
    """The user finished typing; carries the text."""

    def __init__(self, name: str, unit: str, digits: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit = unit
        self._digits = digits
        self.setAccessibleName(name)
        self.setFont(theme.font("control", bold=True))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedHeight(theme.height("field"))
        self._size_up()
        self.editingFinished.connect(self._tell)

    def _size_up(self) -> None:
        metrics = QFontMetrics(self.font())
        unit = metrics.horizontalAdvance(self._unit) + 5 if self._unit else 0
        self.setTextMargins(0, 0, unit, 0)
        self.setFixedWidth(metrics.horizontalAdvance("0" * self._digits) + unit + 30)

    def _tell(self) -> None:
        if self.isModified():
            self.setModified(False)
            self.given.emit(self.text())

    def show_text(self, text: str) -> None:
        """Show a value, unless the user is typing."""
        if not (self.hasFocus() and self.isModified()):
            self.setText(text)
            self.show_fault("")

    def show_fault(self, reason: str) -> None:
        """Mark the text as invalid and say why; an empty reason takes the mark away."""
        self.setToolTip(reason)
        if bool(self.property("invalid")) != bool(reason):
            restyle(self, invalid=bool(reason))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the unit behind the text."""
        super().paintEvent(event)
        if self._unit:
            painter = QPainter(self)
            painter.setFont(theme.font("control"))
            painter.setPen(theme.look()["text3" if self.isEnabled() else "disabled"])
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self.rect().adjusted(0, 0, -10, 0), right, self._unit)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select all, as fields of a form do."""
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.selectAll()


def button(
    text: str, action: Callable[[], object], *, kind: str = "", sign: str = ""
) -> QPushButton:
    """Return a button; kind is empty, `primary`, `flat` or `link`, sign the name of an icon."""
    made = QPushButton(text)
    made.setProperty("kind", kind)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setFixedHeight(theme.height("button" if kind != "flat" else "field"))
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    if kind == "link":
        made.setCursor(Qt.CursorShape.PointingHandCursor)
    if sign:
        made.setIcon(icon(sign, "accent_text_on" if kind == "primary" else "text2"))
        made.setIconSize(QSize(19, 16))
    made.clicked.connect(lambda _checked=False: action())
    return made


def label(text: str = "", role: str = "body", tone: str = "text", *, bold: bool = False) -> QLabel:
    """Return a label in a role of the type scale and a token's colour; text is never markup."""
    made = QLabel(text)
    made.setProperty("tone", tone)
    made.setFont(theme.font(role, bold=bold))
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def as_tip(text: str) -> str:
    """Return plain text as a tool tip that wraps; text from files is never read as markup."""
    return f"<p style='white-space: pre-line'>{escape(text)}</p>" if text else ""


class ElidedLabel(QLabel):
    """A line of text that gives way: what does not fit is cut and said in the tip."""

    def __init__(self, tone: str = "text", role: str = "body") -> None:
        super().__init__()
        self.setProperty("tone", tone)
        self.setFont(theme.font(role))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return next to nothing: the text may be cut."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Write what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect()
        elide = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self.text(), elide, room.width())
        painter.drawText(room, self.alignment(), shown)

    def event(self, event: QEvent) -> bool:
        """Say in the tip what was cut."""
        if event.type() == QEvent.Type.ToolTip:
            cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
            self.setToolTip(self.text() if cut else "")
        return super().event(event)


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet looks at, and dress the widget anew."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class _Line(QWidget):
    """A line in a token's colour."""

    def __init__(self, tone: str) -> None:
        super().__init__()
        self._tone = tone

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill it."""
        QPainter(self).fillRect(event.rect(), theme.look()[self._tone])


def hairline(orientation: Qt.Orientation, tone: str = "hair") -> QWidget:
    """Return the line of one pixel that splits panels."""
    made = _Line(tone)
    if orientation is Qt.Orientation.Horizontal:
        made.setFixedHeight(1)
    else:
        made.setFixedWidth(1)
    return made


def panel(tone: str = "page") -> QFrame:
    """Return an empty ground in one of the tokens' colours."""
    made = QFrame()
    made.setProperty("ground", tone)
    return made


def scrolled(layout: QLayout) -> QScrollArea:
    """Make room for a layout that may be higher than its place."""
    inside, area = QWidget(), QScrollArea()
    held = QVBoxLayout(inside)
    held.setContentsMargins(0, 0, 8, 0)
    held.addLayout(layout)
    held.addStretch(1)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inside)
    for each in (area.viewport(), inside):
        each.setAutoFillBackground(False)
    return area


def clear(layout: QLayout) -> None:
    """Take all widgets out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def named_tabs(name: str) -> QTabWidget:
    """Return tabs that a screen reader calls by a name."""
    tabs = QTabWidget()
    tabs.setAccessibleName(name)
    tabs.tabBar().setAccessibleName(name)
    return tabs
