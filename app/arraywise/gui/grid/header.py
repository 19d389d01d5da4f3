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

from arraywise.gui.grid.model import CELL_ROLE, FILTER_ROLE, SOFT_HYPHEN, Column
from arraywise.gui.widgets import painting, theme
from arraywise.gui.widgets.controls import ENTER, as_tooltip, button, fill, with_accessible_name
from arraywise.gui.widgets.painting import CENTRE, MIDDLE, write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.gui.grid.model import RowsModel


PAD = 5
_MARKER = 11
_BELOW_SIGNS = 3  # how much lower the titles of one line stand where one bears a sign above it
_MOST_LISTED = 2_000
"""A column with more values is filtered by a text only."""
_MOST_VISIBLE_ROWS = 8  # values that are in sight at once


def wrap_title(title: str, metrics: QFontMetrics, width: int) -> list[str]:
    """Break a title at a space, or with a hyphen at a soft one, into two lines that fit best."""
    unbroken = title.replace(SOFT_HYPHEN, "")
    if metrics.horizontalAdvance(unbroken) <= width:
        return [unbroken]
    breaks = []
    for index, letter in enumerate(title):
        if letter in {" ", SOFT_HYPHEN}:
            before = title[:index].replace(SOFT_HYPHEN, "") + "-" * (letter == SOFT_HYPHEN)
            breaks.append((before, title[index + 1 :].replace(SOFT_HYPHEN, "")))
    if not breaks:
        return [unbroken]
    best = min(breaks, key=lambda pair: max(metrics.horizontalAdvance(line) for line in pair))
    return list(best)


@lru_cache(maxsize=2048)
def _wrap_title_cached(title: str, width: int) -> tuple[str, ...]:
    return tuple(wrap_title(title, QFontMetrics(theme.font("caption", bold=True)), width))


def min_title_width(column: Column) -> int:
    """Return the width below which a column's title, broken in two lines, or unit is cut."""
    return _title_width(column.title, column.unit, theme.text_scale())


def unbroken_title_width(column: Column) -> int:
    """Return the width below which a word of a column's title is broken."""
    return _title_width(column.name, column.unit, theme.text_scale())


@lru_cache(maxsize=512)
def _title_width(title: str, unit: str, _scale: float) -> int:
    metrics = QFontMetrics(theme.font("caption", bold=True))
    widest = max(metrics.horizontalAdvance(line) for line in (*_wrap_title_cached(title, 0), unit))
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
        self.on_press: Callable[[int, bool], bool] | None = None
        """Called with a pressed column and whether Shift is held; returns if it handled that."""
        self.on_drag: Callable[[int], bool] | None = None
        """Called with the column that the mouse is dragged to after a handled press."""
        self._is_press_handled = False
        self._hovered = -1  # column under the mouse, whose arrow is shown

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Call `on_press`; what that does not handle sorts, selects or resizes."""
        on_press, shift = self.on_press, Qt.KeyboardModifier.ShiftModifier
        if on_press is not None and event.button() == Qt.MouseButton.LeftButton:
            column = self.logicalIndexAt(event.position().toPoint())
            self._is_press_handled = column >= 0 and on_press(
                column, bool(event.modifiers() & shift)
            )
        if not self._is_press_handled:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Call `on_drag` after a handled press; else show the sort arrow under the mouse."""
        if not self._is_press_handled:
            self._set_hovered_section(self.logicalIndexAt(event.position().toPoint()))
            super().mouseMoveEvent(event)
        elif self.on_drag is not None:
            self.on_drag(self.logicalIndexAt(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Sort by a click on the arrow; a click beside it selects the column."""
        was_handled, self._is_press_handled = self._is_press_handled, False
        if was_handled:
            return
        point = event.position().toPoint()
        is_arrow = self.arrow_box(self.logicalIndexAt(point)).contains(point)
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
        """Hide the sort arrow of the column that the mouse left."""
        self._set_hovered_section(-1)
        super().leaveEvent(event)

    def _set_hovered_section(self, section: int) -> None:
        if section != self._hovered:
            self._hovered = section
            self.viewport().update()

    def arrow_box(self, section: int) -> QRect:
        """Return the rectangle around a column's arrow, where a click sorts; empty without one."""
        column = self._column_of_section(section) if section >= 0 else None
        if column is None:
            return QRect()
        left, width = self.sectionViewportPosition(section), self.sectionSize(section)
        x, y, height = self._sort_arrow_position(QRect(left, 0, width, self.height()), column)
        return QRect(x - 9, 0, 18, y + height + 6)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a column's tooltip as plain text, since a filter may hold text of a file."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            column = self.logicalIndexAt(event.pos())
            role = Qt.ItemDataRole.ToolTipRole
            tip = self.model().headerData(column, Qt.Orientation.Horizontal, role) or ""
            QToolTip.showText(event.globalPos(), as_tooltip(str(tip)), self)
            return True
        return super().viewportEvent(event)

    def line_count(self) -> int:
        """Return the number of lines of the highest title at the current widths."""
        needed = 1
        for section in range(self.count()):
            column = self._column_of_section(section)
            if column is not None and not self.isSectionHidden(section):
                titles = _wrap_title_cached(column.title, self.sectionSize(section) - 2 * PAD)
                more = bool(column.unit) + (column.marker is not None)
                more += bool(column.letter and column.title != column.letter)
                needed = max(needed, len(titles) + more)
        return needed

    def sizeHint(self) -> QSize:
        """Return the width of the sections and the height of the lines that are needed."""
        height = self.line_count() * self._metrics().height() + 6
        return QSize(self.length(), max(theme.height("grid_header_1"), height))

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
        column = self._column_of_section(logicalIndex)
        if column is not None:
            if column.letter and column.letter != column.title:
                self._paint_letter(painter, rect, column.letter)
            self._paint_text(painter, rect.adjusted(PAD, 0, -PAD, -4), column)
            is_sorted = self.sortIndicatorSection() == logicalIndex
            if self.isSortIndicatorShown() and (is_sorted or logicalIndex == self._hovered):
                self._paint_sort_arrow(painter, rect, column, is_sorted=is_sorted)
            if self._is_filtered(logicalIndex):
                self._paint_filter_funnel(painter, rect)
        painter.restore()

    def _paint_text(self, painter: QPainter, rect: QRect, column: Column) -> None:
        metrics = self._metrics()
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        if column.centred:
            side = Qt.AlignmentFlag.AlignHCenter
        lines = [(t, True) for t in _wrap_title_cached(column.title, rect.width())]
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
        """Write the column's letter above its title."""
        line_height = self._metrics().height()
        box = QRect(rect.left(), rect.top() + 1, rect.width(), line_height)
        write(painter, box, letter, "text3", CENTRE, theme.font("caption"))
        painter.setPen(QPen(theme.look()["hair"], 1))
        painter.drawLine(
            rect.left(), rect.top() + line_height + 1, rect.right(), rect.top() + line_height + 1
        )

    def _sort_arrow_position(self, rect: QRect, column: Column) -> tuple[int, int, int]:
        """Return middle, top and height of a column's arrow: beside its letter or marker."""
        x, y, height = rect.center().x(), rect.top() + 1, 4
        if column.letter and column.letter != column.title:
            metrics = self._metrics()
            x += metrics.horizontalAdvance(column.letter) // 2 + 9
            y = rect.top() + 1 + (metrics.height() - height) // 2
        elif column.marker is not None:
            x += _MARKER // 2 + 8
        return x, y, height

    def _paint_sort_arrow(
        self, painter: QPainter, rect: QRect, column: Column, *, is_sorted: bool
    ) -> None:
        """Draw the arrow; grey where a click on it would sort."""
        up = not is_sorted or self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        x, y, height = self._sort_arrow_position(rect, column)
        tip, foot = (y, y + height) if up else (y + height, y)
        tone = "accent" if is_sorted else "text3"
        self._paint_polygon(painter, tone, ((x, tip), (x + 5, foot), (x - 5, foot)))

    def _paint_filter_funnel(self, painter: QPainter, rect: QRect) -> None:
        """Draw a funnel in the corner above the title."""
        x, y = rect.right() - 11, rect.top() + 1
        shape = ((0, 0), (8, 0), (5, 3), (5, 7), (3, 6), (3, 3))
        self._paint_polygon(painter, "accent", [(x + right, y + down) for right, down in shape])

    @staticmethod
    def _paint_polygon(painter: QPainter, tone: str, corners: Sequence[tuple[int, int]]) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.look()[tone])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPolygon(QPolygon([QPoint(*corner) for corner in corners]))

    def _is_filtered(self, section: int) -> bool:
        return bool(self.model().headerData(section, Qt.Orientation.Horizontal, FILTER_ROLE))

    def _column_of_section(self, section: int) -> Column | None:
        column = self.model().headerData(section, Qt.Orientation.Horizontal, CELL_ROLE)
        return column if isinstance(column, Column) else None

    @staticmethod
    def _metrics() -> QFontMetrics:
        return QFontMetrics(theme.font("caption", bold=True))


def build_filter_action(menu: QMenu, rows: RowsModel, column: int) -> QWidgetAction:
    """Build the menu entry with the filter of a column."""
    action = QWidgetAction(menu)
    action.setDefaultWidget(ColumnFilter(menu, rows, column))
    return action


class ColumnFilter(QWidget):
    """Filters a column by a text or by ticked values.

    Enter in the line shows the rows that contain its text; Apply those whose value is ticked.
    """

    def __init__(self, menu: QMenu, rows: RowsModel, column: int) -> None:
        super().__init__(menu)
        self._menu, self._rows, self._column = menu, rows, column
        values = rows.distinct_texts(column)
        self.line = with_accessible_name(QLineEdit(), self.tr("Show rows that contain\u2026"))
        self.line.setPlaceholderText(self.line.accessibleName())
        self.values = with_accessible_name(QListWidget(), self.tr("Values of the column"))
        for value in values[:_MOST_LISTED]:
            item = QListWidgetItem(value or self.tr("(empty)"), self.values)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            self._tick(item, on=rows.passes_filter(column, value))
        self.values.setFixedHeight(theme.px(22) * min(_MOST_VISIBLE_ROWS, max(2, len(values))))
        self.values.setVisible(1 < len(values) <= _MOST_LISTED)
        self.apply = button(self.tr("Apply"), self._apply_filter)
        self.all = button(self.tr("All"), lambda: self._tick_shown(on=True), kind="flat")
        self.none = button(self.tr("None"), lambda: self._tick_shown(on=False), kind="flat")
        foot = fill(QHBoxLayout(), self.all, self.none, None, self.apply, margins=(0, 0, 0, 0))
        parts = self.line, self.values, foot
        fill(QVBoxLayout(self), *parts, margins=(8, 4, 8, 4), spacing=4)
        self.setMinimumWidth(theme.px(240))
        self.line.textEdited.connect(self._list_matching)
        self.line.installEventFilter(self)

    def _list_matching(self, text: str) -> None:
        """Show and tick the values that contain a text; hide the others."""
        for item in self._items():
            shown = text.casefold() in item.text().casefold()
            item.setHidden(not shown)
            self._tick(item, on=shown)

    def _items(self) -> list[QListWidgetItem]:
        return [self.values.item(row) for row in range(self.values.count())]

    @staticmethod
    def _tick(item: QListWidgetItem, *, on: bool) -> None:
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _tick_shown(self, *, on: bool) -> None:
        for item in self._items():
            if not item.isHidden():
                self._tick(item, on=on)

    def _apply_filter(self) -> None:
        """Filter by the ticked values, or by the text where all are ticked; close the menu."""
        items = self._items()
        ticked = [item for item in items if item.checkState() is Qt.CheckState.Checked]
        values = frozenset(str(item.data(Qt.ItemDataRole.UserRole)) for item in ticked)
        if self.values.isHidden() or len(values) == len(items):
            self._rows.set_filter(self._column, self.line.text().strip())
        else:
            self._rows.set_filter(self._column, values)
        self._menu.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Filter by the text when Enter is pressed."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and event.key() in ENTER:
            self._rows.set_filter(self._column, self.line.text().strip())
            self._menu.close()
            return True
        return super().eventFilter(watched, event)
