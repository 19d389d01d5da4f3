"""Header of a grid: titles on up to two lines, units in grey on the last; filters of columns."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygon,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QToolTip,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from arraywise.gui.grid.model import FILTER_ROLE, SHOWN_ROLE, SOFT_HYPHEN, Column
from arraywise.gui.widgets import painting, theme
from arraywise.gui.widgets.controls import ENTER, as_tip, button, fill, named
from arraywise.gui.widgets.painting import CENTRE, MIDDLE, write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.gui.grid.model import RowsModel


PAD = 5
_MARKER = 11
_BELOW_SIGNS = 3  # how much lower the titles of one line stand where one bears a sign above it


def wrap_title(title: str, metrics: QFontMetrics, width: int) -> list[str]:
    """Break a title at a space, or with a hyphen at a soft one, into two lines that fit best."""
    whole = title.replace(SOFT_HYPHEN, "")
    if metrics.horizontalAdvance(whole) <= width:
        return [whole]
    breaks = []
    for place, letter in enumerate(title):
        if letter in {" ", SOFT_HYPHEN}:
            before = title[:place].replace(SOFT_HYPHEN, "") + "-" * (letter == SOFT_HYPHEN)
            breaks.append((before, title[place + 1 :].replace(SOFT_HYPHEN, "")))
    if not breaks:
        return [whole]
    best = min(breaks, key=lambda pair: max(metrics.horizontalAdvance(line) for line in pair))
    return list(best)


@lru_cache(maxsize=2048)
def _wrapped(title: str, width: int) -> tuple[str, ...]:
    return tuple(wrap_title(title, QFontMetrics(theme.font("caption", bold=True)), width))


def least_width(column: Column) -> int:
    """Return how narrow a column may be without cutting its title or unit."""
    return _title_width(column.title, column.unit, theme.text_scale())


def whole_width(column: Column) -> int:
    """Return how narrow a column may be without breaking a word of its title."""
    return _title_width(column.name, column.unit, theme.text_scale())


@lru_cache(maxsize=512)
def _title_width(title: str, unit: str, _scale: float) -> int:
    metrics = QFontMetrics(theme.font("caption", bold=True))
    widest = max(metrics.horizontalAdvance(line) for line in (*_wrapped(title, 0), unit))
    return widest + 2 * PAD + 1


class UnitHeader(QHeaderView):
    """A horizontal header with units."""

    def __init__(self, parent: QWidget | None = None, *, plain: bool = False) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._plain = plain
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorShown(True)
        self.setSortIndicatorClearable(True)  # up, down, and the order given
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setMinimumSectionSize(28)
        self.setMouseTracking(True)
        self.press_target: Callable[[int, bool], bool] | None = None
        """Takes the column that is pressed on, and whether Shift is held; says whether it does."""
        self.drag_target_of: Callable[[int], bool] | None = None
        """Takes the column that the mouse is dragged to after that."""
        self._is_given = False
        self._hovered = -1  # column under the mouse, whose arrow is shown

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pass a click on where something waits for a column; else sort, select or resize."""
        give, shift = self.press_target, Qt.KeyboardModifier.ShiftModifier
        if give is not None and event.button() == Qt.MouseButton.LeftButton:
            column = self.logicalIndexAt(event.position().toPoint())
            self._is_given = column >= 0 and give(column, bool(event.modifiers() & shift))
        if not self._is_given:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with a column that was given away."""
        if not self._is_given:
            self._hover(self.logicalIndexAt(event.position().toPoint()))
            super().mouseMoveEvent(event)
        elif self.drag_target_of is not None:
            self.drag_target_of(self.logicalIndexAt(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End it; a click on the arrow sorts, one beside it selects the column."""
        given, self._is_given = self._is_given, False
        if given:
            return
        place = event.position().toPoint()
        is_arrow = self.arrow_box(self.logicalIndexAt(place)).contains(place)
        if not self.isSortIndicatorShown() or is_arrow:
            super().mouseReleaseEvent(event)
            return
        sorted_by = self.sortIndicatorSection(), self.sortIndicatorOrder()
        self.setSortIndicatorShown(False)
        super().mouseReleaseEvent(event)  # Qt turns the arrow round even where it shows none
        with QSignalBlocker(self):
            self.setSortIndicator(*sorted_by)
        self.setSortIndicatorShown(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Show no arrow any more."""
        self._hover(-1)
        super().leaveEvent(event)

    def _hover(self, section: int) -> None:
        if section != self._hovered:
            self._hovered = section
            self.viewport().update()

    def arrow_box(self, section: int) -> QRect:
        """Return where a click sorts by a column, around its arrow; empty for no column."""
        column = self._column(section) if section >= 0 else None
        if column is None:
            return QRect()
        left, wide = self.sectionViewportPosition(section), self.sectionSize(section)
        x, y, tall = self._sign_place(QRect(left, 0, wide, self.height()), column)
        return QRect(x - 9, 0, 18, y + tall + 6)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a column's tip; what it is filtered by may come from a file."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            column = self.logicalIndexAt(event.pos())
            role = Qt.ItemDataRole.ToolTipRole
            tip = self.model().headerData(column, Qt.Orientation.Horizontal, role) or ""
            QToolTip.showText(event.globalPos(), as_tip(str(tip)), self)
            return True
        return super().viewportEvent(event)

    def lines(self) -> int:
        """Return how many lines the highest title needs at the present widths."""
        needed = 1
        for section in range(self.count()):
            column = self._column(section)
            if column is not None and not self.isSectionHidden(section):
                titles = _wrapped(column.title, self.sectionSize(section) - 2 * PAD)
                more = bool(column.unit) + (column.marker is not None)
                more += bool(column.letter and column.title != column.letter)
                needed = max(needed, len(titles) + more)
        return needed

    def sizeHint(self) -> QSize:
        """Return the width of the sections and the height of the lines that are needed."""
        high = self.lines() * self._metrics().height() + 6
        return QSize(self.length(), max(theme.height("grid_header_1"), high))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803
        """Draw title, unit and the sort sign of one section."""
        look = theme.look()
        painter.save()
        painter.fillRect(rect, look["page" if self._plain else "header"])
        if not self._plain:
            painter.setPen(QPen(look["hair"], 1))
            painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(QPen(look["border"], 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        column = self._column(logicalIndex)
        if column is not None:
            if column.letter and column.letter != column.title:
                self._paint_letter(painter, rect, column.letter)
            self._paint_text(painter, rect.adjusted(PAD, 0, -PAD, -4), column)
            is_sorted = self.sortIndicatorSection() == logicalIndex
            if self.isSortIndicatorShown() and (is_sorted or logicalIndex == self._hovered):
                self._paint_sort_sign(painter, rect, column, is_sorted=is_sorted)
            if self._is_filtered(logicalIndex):
                self._paint_filter_sign(painter, rect)
        painter.restore()

    def _paint_text(self, painter: QPainter, rect: QRect, column: Column) -> None:
        metrics = self._metrics()
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        if column.centred:
            side = Qt.AlignmentFlag.AlignHCenter
        lines = [(t, True) for t in _wrapped(column.title, rect.width())]
        if column.unit:
            lines.append((column.unit, False))
        top = rect.bottom() - len(lines) * metrics.height()
        if column.marker is not None:
            centre = QPointF(rect.center().x() + 0.5, top - metrics.height() / 2 + 2)
            painting.paint_marker(painter, centre, column.marker, _MARKER)
        elif len(lines) == 1 and not self._plain and column.letter in {"", column.title}:
            top = (rect.top() + rect.bottom() + 4 - metrics.height()) // 2
            is_sorted = self.isSortIndicatorShown() and self.sortIndicatorSection() >= 0
            has_signs = is_sorted or any(map(self._is_filtered, range(self.count())))
            top += _BELOW_SIGNS if has_signs else 0
        for text, strong in lines:
            box = QRect(rect.left(), top, rect.width(), metrics.height())
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width() + 2)
            font, tone = theme.font("caption", bold=strong), "text2" if strong else "text3"
            write(painter, box, shown, tone, side | MIDDLE, font)
            top += metrics.height()

    def _paint_letter(self, painter: QPainter, rect: QRect, letter: str) -> None:
        """Write what formulas call the column, over its title."""
        high = self._metrics().height()
        box = QRect(rect.left(), rect.top() + 1, rect.width(), high)
        write(painter, box, letter, "text3", CENTRE, theme.font("caption"))
        painter.setPen(QPen(theme.look()["hair"], 1))
        painter.drawLine(rect.left(), rect.top() + high + 1, rect.right(), rect.top() + high + 1)

    def _sign_place(self, rect: QRect, column: Column) -> tuple[int, int, int]:
        """Return middle, top and height of the arrow: above the title, beside letter or marker."""
        x, y, tall = rect.center().x(), rect.top() + 1, 4
        if column.letter and column.letter != column.title:
            metrics = self._metrics()
            x += metrics.horizontalAdvance(column.letter) // 2 + 9
            y = rect.top() + 1 + (metrics.height() - tall) // 2
        elif column.marker is not None:
            x += _MARKER // 2 + 8
        return x, y, tall

    def _paint_sort_sign(
        self, painter: QPainter, rect: QRect, column: Column, *, is_sorted: bool
    ) -> None:
        """Draw the arrow; grey where a click on it would sort."""
        up = not is_sorted or self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        x, y, tall = self._sign_place(rect, column)
        tip, foot = (y, y + tall) if up else (y + tall, y)
        tone = "accent" if is_sorted else "text3"
        self._paint_sign(painter, tone, ((x, tip), (x + 5, foot), (x - 5, foot)))

    def _paint_filter_sign(self, painter: QPainter, rect: QRect) -> None:
        """Draw a funnel in the corner above the title."""
        x, y = rect.right() - 11, rect.top() + 1
        shape = ((0, 0), (8, 0), (5, 3), (5, 7), (3, 6), (3, 3))
        self._paint_sign(painter, "accent", [(x + right, y + down) for right, down in shape])

    @staticmethod
    def _paint_sign(painter: QPainter, tone: str, corners: Sequence[tuple[int, int]]) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.look()[tone])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPolygon(QPolygon([QPoint(*corner) for corner in corners]))

    def _is_filtered(self, section: int) -> bool:
        return bool(self.model().headerData(section, Qt.Orientation.Horizontal, FILTER_ROLE))

    def _column(self, section: int) -> Column | None:
        column = self.model().headerData(section, Qt.Orientation.Horizontal, SHOWN_ROLE)
        return column if isinstance(column, Column) else None

    @staticmethod
    def _metrics() -> QFontMetrics:
        return QFontMetrics(theme.font("caption", bold=True))


_MOST = 2_000
"""Values that are listed; a column with more is searched by a text."""
_ROWS = 8  # values that are in sight at once


def filter_action(menu: QMenu, rows: RowsModel, column: int) -> QWidgetAction:
    """Return what a column is filtered with, for its menu."""
    action = QWidgetAction(menu)
    action.setDefaultWidget(ColumnFilter(menu, rows, column))
    return action


class ColumnFilter(QWidget):
    """A line to search with, and the values of the column with a tick each.

    Enter in the line shows the rows that contain its text; Apply those whose value is ticked.
    """

    def __init__(self, menu: QMenu, rows: RowsModel, column: int) -> None:
        super().__init__(menu)
        self._menu, self._rows, self._column = menu, rows, column
        values = rows.values_of(column)
        self.line = named(QLineEdit(), self.tr("Show rows that contain\u2026"))
        self.line.setPlaceholderText(self.line.accessibleName())
        self.values = named(QListWidget(), self.tr("Values of the column"))
        for value in values[:_MOST]:
            item = QListWidgetItem(value or self.tr("(empty)"), self.values)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            self._tick(item, on=rows.is_wanted(column, value))
        self.values.setFixedHeight(theme.px(22) * min(_ROWS, max(2, len(values))))
        self.values.setVisible(1 < len(values) <= _MOST)
        self.apply = button(self.tr("Apply"), self._apply)
        self.all = button(self.tr("All"), lambda: self._tick_shown(on=True), kind="flat")
        self.none = button(self.tr("None"), lambda: self._tick_shown(on=False), kind="flat")
        foot = fill(QHBoxLayout(), self.all, self.none, None, self.apply, margins=(0, 0, 0, 0))
        parts = self.line, self.values, foot
        fill(QVBoxLayout(self), *parts, margins=(8, 4, 8, 4), spacing=4)
        self.setMinimumWidth(theme.px(240))
        self.line.textEdited.connect(self._search)
        self.line.installEventFilter(self)

    def _search(self, text: str) -> None:
        """List the values that contain a text, ticked; the others are left out."""
        for item in self._items():
            shown = text.casefold() in item.text().casefold()
            item.setHidden(not shown)
            self._tick(item, on=shown)

    def _items(self) -> list[QListWidgetItem]:
        return [self.values.item(place) for place in range(self.values.count())]

    @staticmethod
    def _tick(item: QListWidgetItem, *, on: bool) -> None:
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _tick_shown(self, *, on: bool) -> None:
        for item in self._items():
            if not item.isHidden():
                self._tick(item, on=on)

    def _apply(self) -> None:
        """Show the rows whose value is ticked; all again where all are."""
        items = self._items()
        ticked = [item for item in items if item.checkState() is Qt.CheckState.Checked]
        values = frozenset(str(item.data(Qt.ItemDataRole.UserRole)) for item in ticked)
        if self.values.isHidden() or len(values) == len(items):
            self._rows.set_filter(self._column, self.line.text().strip())
        else:
            self._rows.set_filter(self._column, values)
        self._menu.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter shows the rows that contain the text."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and event.key() in ENTER:
            self._rows.set_filter(self._column, self.line.text().strip())
            self._menu.close()
            return True
        return super().eventFilter(watched, event)
