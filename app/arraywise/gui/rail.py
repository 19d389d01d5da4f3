"""The narrow rail of pages at the left of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QVBoxLayout

from arraywise.gui import theme
from arraywise.gui.icons import paint_icon

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_ICON = 20


class RailButton(QAbstractButton):
    """A page's icon and name; the present page is on white with an accent bar."""

    def __init__(self, icon: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._count = 0
        self._is_hovered = False
        self.is_narrow = False
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(theme.height("rail_item"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_count(self, count: int) -> None:
        """Show a number at the icon: what on this page asks for attention."""
        if count != self._count:
            self._count = count
            name = self.text() if not count else f"{self.text()}, {count}"
            self.setAccessibleName(name)
            self.update()

    def needed_width(self) -> int:
        """Return the width that shows the whole name."""
        metrics = QFontMetrics(theme.font("caption", bold=True))
        return metrics.horizontalAdvance(self.text()) + 10

    def sizeHint(self) -> QSize:
        """Return the size of icon and name."""
        return QSize(self.needed_width(), theme.height("rail_item"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground, icon, name and count."""
        look = theme.look()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        if chosen:
            painter.fillRect(self.rect(), look["page"])
            painter.fillRect(QRect(0, 0, 3, self.height()), look["accent"])
        elif self.underMouse():
            painter.fillRect(self.rect(), look["row_hover"])
        colour = look["accent" if chosen else "text2"]
        top = theme.px(18 if self.is_narrow else 13)
        box = QRectF((self.width() - _ICON) / 2, top, _ICON, _ICON)
        paint_icon(painter, box, self._icon, colour)
        if not self.is_narrow:
            painter.setPen(colour)
            painter.setFont(theme.font("caption", bold=chosen))
            line = QRect(0, theme.px(35), self.width(), theme.px(18))
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, self.text())
        if self._count:
            self._paint_count(painter, QPointF(box.right() + 5, box.top() + 4))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look["accent"], 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 2, -2, -2), 3, 3)

    def _paint_count(self, painter: QPainter, centre: QPointF) -> None:
        look = theme.look()
        painter.setFont(theme.font("caption", bold=True))
        text = str(self._count) if self._count < 100 else "99+"
        wide = max(15.0, painter.fontMetrics().horizontalAdvance(text) + 8.0)
        box = QRectF(centre.x() - 7.5, centre.y() - 7.5, wide, 15)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look["warn"])
        painter.drawRoundedRect(box, 7.5, 7.5)
        painter.setPen(look["page"])
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Rail(QFrame):
    """One button a page, exclusive."""

    chosen = Signal(int)
    """Carries the page's place, from 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "chrome")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 8)
        self._column.setSpacing(0)
        self._column.addStretch()
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self._is_narrow = False

    @property
    def buttons(self) -> list[RailButton]:
        """The buttons in the order of the pages."""
        return [b for b in self._group.buttons() if isinstance(b, RailButton)]

    def add_page(self, icon: str, text: str) -> RailButton:
        """Add a page's button; Ctrl and its number choose it."""
        number = len(self._group.buttons())
        made = RailButton(icon, text)
        keys = QKeySequence(f"Ctrl+{number + 1}").toString(QKeySequence.SequenceFormat.NativeText)
        made.setToolTip(f"{text} ({keys})")
        self._group.addButton(made, number)
        self._column.insertWidget(number, made)
        self.make_narrow(narrow=self._is_narrow)
        return made

    def choose(self, number: int) -> None:
        """Mark the present page; a focus on the rail goes with it, so one button is marked."""
        button = self._group.button(number)
        button.setChecked(True)
        if any(each.hasFocus() for each in self.buttons):
            button.setFocus()

    def make_narrow(self, *, narrow: bool) -> None:
        """Show icons alone, or icons and names; wide enough for the longest name."""
        self._is_narrow = narrow
        widest = max((b.needed_width() for b in self.buttons), default=0)
        self.setFixedWidth(
            theme.width("rail_collapsed") if narrow else max(theme.width("rail"), widest)
        )
        for each in self.buttons:
            each.is_narrow = narrow
            each.update()
