"""What a user reads in a window: every text of every widget that is shown, and whether it fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QTabBar,
    QTableView,
    QWidget,
)

from arraywise.gui.grid.header import PAD, UnitHeader, wrap_title
from arraywise.gui.pages.pricing.quote_sheet import ColumnRoles
from arraywise.gui.shell.focus import RailButton
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MOST_ROWS = 40
_TOLERANCE = 1
"""Pixels; advances are rounded one by one."""
_FRAMED = 4
"""Pixels around the words in a plot that may lie outside of it."""


@dataclass(frozen=True, slots=True)
class Read:
    """A text, and how much wider or higher than its place it is."""

    text: str
    where: str
    too_long_by: int = 0
    elided: bool = False
    """Whether it gave way to what is beside it, as some texts may where room is scarce."""


def read_window(top: QWidget) -> Iterator[Read]:
    """Read all that is shown in a window."""
    yield Read(top.windowTitle(), "title")
    for widget in (top, *top.findChildren(QWidget)):
        if widget.isVisible():
            yield from read_widget(widget)


def read_widget(widget: QWidget) -> Iterator[Read]:
    """Read one widget: what it shows, what it is called, its tip, and what is over an edge."""
    where = f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
    yield Read(widget.accessibleName(), f"name of {where}")
    yield Read(widget.toolTip(), f"tip of {where}")
    for text, too_long_by in _shown_by(widget):
        yield Read(text, where, max(0, too_long_by - _TOLERANCE))
    if (beyond := _beyond(widget)) > _TOLERANCE:
        yield Read("", f"{where} lies over its edge", beyond)


def _beyond(widget: QWidget) -> int:
    """Return how far a widget lies over the right edge of what holds it."""
    held = widget.parentWidget()
    if held is None or widget.isWindow():
        return 0
    area = held.parentWidget()
    if isinstance(area, QAbstractScrollArea) and not isinstance(area, QScrollArea):
        return 0  # it scrolls sideways
    if _is_above_columns(held):
        return 0  # it scrolls sideways with the columns below it
    return widget.geometry().right() - held.rect().right()


def _is_above_columns(widget: QWidget | None) -> bool:
    while widget is not None and not isinstance(widget, ColumnRoles):
        widget = widget.parentWidget()
    return widget is not None


def _shown_by(widget: QWidget) -> Iterator[tuple[str, int]]:
    for kind, reader in _READERS:
        if isinstance(widget, kind):
            yield from reader(widget)
            return


def _label(label: QLabel) -> Iterator[tuple[str, int]]:
    yield label.text(), _label_excess(label)


def _label_excess(label: QLabel) -> int:
    if isinstance(label, ElidedLabel) or not label.text() or label.pixmap():
        return 0
    room = label.contentsRect()
    metrics = label.fontMetrics()
    if label.wordWrap():
        flags = int(Qt.TextFlag.TextWordWrap)
        needed = metrics.boundingRect(0, 0, room.width(), 10_000, flags, label.text())
        return max(needed.width() - room.width(), needed.height() - room.height())
    if label.textFormat() is not Qt.TextFormat.PlainText and "<" in label.text():
        return label.sizeHint().width() - label.width()
    widest = max(metrics.horizontalAdvance(line) for line in label.text().split("\n"))
    return widest - room.width()


def _rail_button(button: RailButton) -> Iterator[tuple[str, int]]:
    """Where the rail is narrow its names are in the tips alone."""
    yield button.text(), 0 if button.is_narrow else button.needed_width() - button.width()


def _button(button: QAbstractButton) -> Iterator[tuple[str, int]]:
    shown = button.text().replace("&", "")
    icon = button.iconSize().width() + 4 if not button.icon().isNull() else 0
    needed = button.fontMetrics().horizontalAdvance(shown) + icon
    if isinstance(button, QPushButton):
        needed = max(needed, button.sizeHint().width())
    yield button.text(), needed - button.width() if shown else 0


def _line(line: QLineEdit) -> Iterator[tuple[str, int]]:
    if not line.text():
        margins = line.textMargins()
        needed = line.fontMetrics().horizontalAdvance(line.placeholderText())
        yield line.placeholderText(), needed + margins.left() + margins.right() - line.width()


def _choices(box: QComboBox) -> Iterator[tuple[str, int]]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box).width()
    for place in range(box.count()):
        icon = 0 if box.itemIcon(place).isNull() else box.iconSize().width() + 4
        needed = box.fontMetrics().horizontalAdvance(box.itemText(place)) + icon
        is_shown = place == box.currentIndex()
        yield box.itemText(place), needed - room if is_shown else 0


def _tabs(bar: QTabBar) -> Iterator[tuple[str, int]]:
    for place in range(bar.count()):
        needed = bar.fontMetrics().horizontalAdvance(bar.tabText(place))
        yield bar.tabText(place), needed - bar.tabRect(place).width()


def _headings(header: QHeaderView) -> Iterator[tuple[str, int]]:
    model = header.model()
    if model is None:
        return
    if isinstance(header, UnitHeader):
        yield from _titles(header)
        return
    flat = header.orientation() is Qt.Orientation.Horizontal
    for section in range(min(header.count(), _MOST_ROWS)):
        text = model.headerData(section, header.orientation())
        if header.isSectionHidden(section) or not isinstance(text, str):
            continue
        words = text.split() if flat else [text]
        room = header.sectionSize(section) if flat else header.width()
        widest = max((header.fontMetrics().horizontalAdvance(w) for w in words), default=0)
        yield text, widest - room


def _titles(header: UnitHeader) -> Iterator[tuple[str, int]]:
    metrics = QFontMetrics(theme.font("caption", bold=True))
    for section in range(header.count()):
        column = header._column_of_section(section)
        if column is not None and not header.isSectionHidden(section):
            room = header.sectionSize(section) - 2 * PAD
            lines = [*wrap_title(column.title, metrics, room), column.unit]
            widest = max(map(metrics.horizontalAdvance, lines))
            yield column.title, widest - room
            yield column.tip, 0


def _cells(view: QAbstractItemView) -> Iterator[tuple[str, int]]:
    model = view.model()
    is_list, is_grid = isinstance(model, QAbstractListModel), isinstance(view, QTableView)
    for row in range(min(model.rowCount(QModelIndex()), _MOST_ROWS) if model else 0):
        for column in range(1 if is_list else model.columnCount(QModelIndex())):
            index = model.index(row, column)
            if isinstance(index.data(), str):
                yield index.data(), 0 if is_grid else _cell_excess(view, index)


def _cell_excess(view: QAbstractItemView, index: QModelIndex) -> int:
    """Return how much wider than its place a text in a list is; grids can be scrolled."""
    option = QStyleOptionViewItem()
    view.initViewItemOption(option)
    view.itemDelegateForIndex(index).initStyleOption(option, index)
    option.rect = view.visualRect(index)
    part = QStyle.SubElement.SE_ItemViewItemText
    room = view.style().subElementRect(part, option, view).width()
    margin = view.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1
    return view.fontMetrics().horizontalAdvance(index.data()) + 2 * margin - room


def _plotted(plot: pg.PlotWidget) -> Iterator[tuple[str, int]]:
    """Read the words in a plot; they lie within it."""
    room = QRectF(plot.viewport().rect())
    for item in plot.scene().items():
        if isinstance(item, pg.TextItem) and item.isVisible():
            box = item.mapRectToScene(item.boundingRect())
            over = (room.left() - box.left(), box.right() - room.right())
            under = (room.top() - box.top(), box.bottom() - room.bottom())
            yield item.textItem.toPlainText(), round(max(*over, *under)) - _FRAMED


def _group(box: QGroupBox) -> Iterator[tuple[str, int]]:
    yield box.title(), box.fontMetrics().horizontalAdvance(box.title()) - box.width()


_READERS: tuple[tuple[type[QWidget], Callable[[Any], Iterator[tuple[str, int]]]], ...] = (
    (QLabel, _label),
    (RailButton, _rail_button),
    (QAbstractButton, _button),
    (QLineEdit, _line),
    (QComboBox, _choices),
    (QTabBar, _tabs),
    (QHeaderView, _headings),
    (QGroupBox, _group),
    (pg.PlotWidget, _plotted),
    (QAbstractItemView, _cells),
)
"""How the text of a kind of widget is read, the first that fits; with how much does not fit."""
