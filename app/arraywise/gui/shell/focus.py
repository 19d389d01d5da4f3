"""Order and ring of the focus, as one reads and not as Qt made the parts; rail of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QButtonGroup,
    QComboBox,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import fill, native_keys
from arraywise.gui.widgets.painting import CENTRE, smooth_painter, write
from arraywise.gui.widgets.theme import paint_icon
from arraywise.shipped import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_ROWS_APART = 6  # pixels; what is closer, as boxes to tick do, is read before what is beside it
_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox)
"""Controls whose parts are no stops of their own."""


def move_focus(window: QWidget, regions: Sequence[QWidget], *, ahead: bool) -> bool:
    """Give the focus to the next stop, region by region, around and around; say if one was."""
    focused = QApplication.focusWidget()
    order = [stop for region in regions for stop in list_tab_stops(region, focused)]
    order += [stop for stop in list_tab_stops(window, focused) if stop not in order]
    if not order:
        return False
    at = order.index(focused) if focused in order else -1 if ahead else 0
    result = order[(at + (1 if ahead else -1)) % len(order)]
    reasons = Qt.FocusReason
    go_to(result, reasons.TabFocusReason if ahead else reasons.BacktabFocusReason)
    return result is not focused


def focus_next_region(regions: Sequence[QWidget], *, ahead: bool) -> None:
    """Give the focus to the first stop of the next region that has one."""
    focused = QApplication.focusWidget()
    inside = (i for i, r in enumerate(regions) if focused is not None and r.isAncestorOf(focused))
    here = next(inside, -1 if ahead else 0)
    for away in range(1, len(regions) + 1):
        region = regions[(here + (away if ahead else -away)) % len(regions)]
        first = next(list_tab_stops(region), None)
        if first is not None:
            go_to(first, Qt.FocusReason.ShortcutFocusReason)
            return


def go_to(stop: QWidget, reason: Qt.FocusReason) -> None:
    """Give the focus to a stop, and scroll to it where it is hidden, as to a table's cell."""
    stop.setFocus(reason)
    if isinstance(stop, QAbstractItemView):
        stop.scrollTo(stop.currentIndex())
    around = stop.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            _scroll_to(stop, around)
        around = around.parentWidget()


def _scroll_to(stop: QWidget, area: QScrollArea) -> None:
    """Show all of a stop, or its middle; Qt would show a sheet's cell and forget its titles."""
    inside = area.widget()
    if inside is None:
        return
    middle = stop.mapTo(inside, stop.rect().center())
    shown = stop.size().boundedTo(area.viewport().size())
    area.ensureVisible(middle.x(), middle.y(), shown.width() // 2, shown.height() // 2)


def list_tab_stops(top: QWidget, focused: QWidget | None = None) -> Iterator[QWidget]:
    """Yield what Tab stops at inside a widget, as one reads it; `focused` is a stop anyway."""
    children = (child for child in top.children() if isinstance(child, QWidget))
    shown = [child for child in children if child.isVisible() and not child.isWindow()]
    for child in _in_reading_order(shown):
        if child is focused or _is_stop(child):
            yield child
        within = focused is not None and child.isAncestorOf(focused)
        if within or not isinstance(child, _WHOLE):
            yield from list_tab_stops(child, focused)


def _is_stop(widget: QWidget) -> bool:
    """Return whether Tab stops at a widget: what only scrolls does so where it has to."""
    if type(widget) is QScrollArea:
        bars = (widget.verticalScrollBar(), widget.horizontalScrollBar())
        if not any(bar.maximum() > bar.minimum() for bar in bars):
            return False
    takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(takes_tab) and widget.isEnabled() and widget.focusProxy() is None


def _in_reading_order(widgets: Sequence[QWidget]) -> list[QWidget]:
    """Order siblings as one reads them: rows from the top, columns of a row from the left."""
    if len(widgets) <= 1:
        return list(widgets)
    for apart, span in (
        (_ROWS_APART, _vertical_extent),
        (1, _horizontal_extent),
        (1, _vertical_extent),
    ):
        bands = _split_at_gaps(widgets, apart, span)
        if len(bands) > 1:
            return [each for band in bands for each in _in_reading_order(band)]
    return sorted(
        widgets, key=lambda each: (_vertical_extent(each), _horizontal_extent(each))
    )  # one on another


def _vertical_extent(widget: QWidget) -> tuple[int, int]:
    return widget.geometry().top(), widget.geometry().bottom()


def _horizontal_extent(widget: QWidget) -> tuple[int, int]:
    return widget.geometry().left(), widget.geometry().right()


def _split_at_gaps(
    widgets: Sequence[QWidget], apart: int, span: Callable[[QWidget], tuple[int, int]]
) -> list[list[QWidget]]:
    """Part widgets where nothing reaches across at least that many pixels."""
    rest = sorted(widgets, key=span)
    bands, reached = [rest[:1]], span(rest[0])[1]
    for each in rest[1:]:
        begins, ends = span(each)
        if begins - reached >= apart:
            bands.append([])
        bands[-1].append(each)
        reached = max(reached, ends)
    return bands


_ICON = 20
_ABOVE_BUTTONS = 4  # pixels


class RailButton(QAbstractButton):
    """A page's icon and name; the present page is on white with an accent bar."""

    def __init__(self, icon: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._count = 0
        self.is_narrow = False
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_count(self, count: int) -> None:
        """Show a number at the icon: what on this page asks for attention."""
        if count != self._count:
            self._count = count
            self.setAccessibleName(f"{self.text()}, {count}" if count else self.text())
            self.update()

    def needed_width(self) -> int:
        """Return the width that shows the whole name."""
        metrics = QFontMetrics(theme.font("caption", bold=True))
        return metrics.horizontalAdvance(self.text()) + 10

    def sizeHint(self) -> QSize:
        """Return the size of icon and name."""
        return QSize(self.needed_width(), theme.height("rail_item"))

    def minimumSizeHint(self) -> QSize:
        """Give way in height where the window is low; an icon alone needs less."""
        return QSize(theme.width("rail_collapsed"), theme.px(_ICON + 10))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground, icon, name and count."""
        look = theme.look()
        painter = smooth_painter(self)
        chosen = self.isChecked()
        if chosen:
            painter.fillRect(self.rect(), look["page"])
            painter.fillRect(QRect(0, 0, 3, self.height()), look["accent"])
        elif self.underMouse():
            painter.fillRect(self.rect(), look["row_hover"])
        tone = "accent" if chosen else "text2"
        top = (self.height() - _ICON) / 2 if self.is_narrow else theme.px(13)
        box = QRectF((self.width() - _ICON) / 2, top, _ICON, _ICON)
        paint_icon(painter, box, self._icon, look[tone])
        if not self.is_narrow:
            line = QRect(0, theme.px(35), self.width(), theme.px(18))
            write(painter, line, self.text(), tone, CENTRE, theme.font("caption", bold=chosen))
        if self._count:
            self._paint_count(painter, QPointF(box.right() + 5, box.top() + 4))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look["accent"], 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 2, -2, -2), 3, 3)

    def _paint_count(self, painter: QPainter, centre: QPointF) -> None:
        painter.setFont(theme.font("caption", bold=True))
        text = str(self._count) if self._count < 100 else "99+"
        wide = max(15.0, painter.fontMetrics().horizontalAdvance(text) + 8.0)
        box = QRectF(centre.x() - 7.5, centre.y() - 7.5, wide, 15)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.look()["warn"])
        painter.drawRoundedRect(box, 7.5, 7.5)
        write(painter, box, text, "page", CENTRE)


class Rail(QFrame):
    """One button a page, exclusive."""

    chosen = Signal(int)  # carries the page's place, from 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "chrome")
        self._column = fill(QVBoxLayout(self), margins=(0, _ABOVE_BUTTONS, 0, 8), spacing=0)
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
        built = RailButton(icon, text)
        built.setToolTip(f"{text} ({native_keys(f'Ctrl+{number + 1}')})")
        self._group.addButton(built, number)
        self._column.insertWidget(number, built)
        self.narrow_layout(narrow=self._is_narrow)
        return built

    def leave_room_above(self, pixels: int) -> None:
        """Begin so many pixels lower, where what stands above the rail elsewhere is hidden."""
        self._column.setContentsMargins(0, _ABOVE_BUTTONS + pixels, 0, 8)
        self._column.activate()

    def choose(self, number: int) -> None:
        """Mark the present page; a focus on the rail goes with it, so one button is marked."""
        button = self._group.button(number)
        button.setChecked(True)
        if any(each.hasFocus() for each in self.buttons):
            button.setFocus()

    def narrow_layout(self, *, narrow: bool) -> None:
        """Show icons alone, or icons and names; wide enough for the longest name."""
        self._is_narrow = narrow
        widest = max((b.needed_width() for b in self.buttons), default=0)
        wide = max(theme.width("rail"), widest)
        self.setFixedWidth(theme.width("rail_collapsed") if narrow else wide)
        for each in self.buttons:
            each.is_narrow = narrow
            each.update()


class FocusRing(QWidget):
    """Follows the focus over buttons, tabs and what is `ringed`; others draw their own ring.

    It lies around a control, and inside of what scrolls or is ringed "inside": that may reach to
    the edge of the window.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        measures = tokens()["focus"]
        self._ring, self._offset = int(measures["ring"]), int(measures["offset"])
        self._followed: QWidget | None = None
        self._watched: list[QWidget] = []
        """The control that is followed and what it lies in: with them it moves too."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        for each in filter(isValid, self._watched):
            each.removeEventFilter(self)
        kinds = QAbstractButton | QTabBar | QScrollArea
        mine = (
            new is not None and new.window() is self.window() and not isinstance(new, RailButton)
        )
        ringed = isinstance(new, kinds) or (new is not None and bool(new.property("ringed")))
        self._followed = new if ringed and mine else None
        self._watched = list(self._held_in(self._followed))
        for each in self._watched:
            each.installEventFilter(self)
        self._update_ring()

    def _held_in(self, control: QWidget | None) -> Iterator[QWidget]:
        while control is not None and control is not self.window():
            yield control
            control = control.parentWidget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the control, and with what contains it."""
        types = QEvent.Type
        if event.type() in {types.Move, types.Resize, types.Show, types.Hide}:
            self._update_ring()
        return super().eventFilter(watched, event)

    def _update_ring(self) -> None:
        control = self._followed
        if control is None or not isValid(control) or not control.isVisible():
            self.hide()
            return
        corner = control.mapTo(self.window(), QPoint(0, 0))
        inside = isinstance(control, QScrollArea) or control.property("ringed") == "inside"
        out = 0 if inside else self._ring + self._offset
        place = QRect(corner, control.size()).adjusted(-out, -out, out, out)
        for area in (each for each in self._watched if isinstance(each, QScrollArea)):
            if area is not control:
                port = area.viewport()
                place &= QRect(port.mapTo(self.window(), QPoint(0, 0)), port.size())
        self.setGeometry(place)
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring."""
        painter = smooth_painter(self)
        painter.setPen(QPen(theme.look()["accent"], self._ring))
        half = self._ring / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 5, 5)
