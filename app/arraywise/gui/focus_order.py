"""The order in which Tab and F6 go: one region of the window after the other, each as it is read.

Qt's own order is that in which parts were made, and pages make some of theirs when first seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollArea,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_ROWS_APART = 6
"""Pixels; what lies closer, as boxes to tick do, is read before what is beside it."""
_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox)
"""Controls whose parts are no stops of their own."""


def step(window: QWidget, regions: Sequence[QWidget], *, ahead: bool) -> bool:
    """Give the focus to the next stop, around and around.

    Args:
        window: Whose stops are gone to.
        regions: Its parts in the order in which they are gone through; what lies outside of
            them comes last.
        ahead: Whether Tab was pressed, and not Shift+Tab.

    Returns:
        Whether there was another stop.
    """
    focused = QApplication.focusWidget()
    order = [stop for region in regions for stop in stops(region, focused)]
    order += [stop for stop in stops(window, focused) if stop not in order]
    if not order:
        return False
    at = order.index(focused) if focused in order else -1 if ahead else 0
    found = order[(at + (1 if ahead else -1)) % len(order)]
    reasons = Qt.FocusReason
    go_to(found, reasons.TabFocusReason if ahead else reasons.BacktabFocusReason)
    return found is not focused


def next_region(regions: Sequence[QWidget], *, ahead: bool) -> None:
    """Give the focus to the first stop of the next region that has one."""
    focused = QApplication.focusWidget()
    inside = (i for i, r in enumerate(regions) if focused is not None and r.isAncestorOf(focused))
    here = next(inside, -1 if ahead else 0)
    for away in range(1, len(regions) + 1):
        region = regions[(here + (away if ahead else -away)) % len(regions)]
        first = next(stops(region), None)
        if first is not None:
            go_to(first, Qt.FocusReason.ShortcutFocusReason)
            return


def go_to(stop: QWidget, reason: Qt.FocusReason) -> None:
    """Give the focus to a stop, and scroll to it where it is out of sight."""
    stop.setFocus(reason)
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


def stops(top: QWidget, focused: QWidget | None = None) -> Iterator[QWidget]:
    """Yield what Tab stops at inside a widget, as one reads it; `focused` is a stop anyway."""
    children = (child for child in top.children() if isinstance(child, QWidget))
    shown = [child for child in children if child.isVisible() and not child.isWindow()]
    for child in _as_read(shown):
        if child is focused or _is_stop(child):
            yield child
        within = focused is not None and child.isAncestorOf(focused)
        if within or not isinstance(child, _WHOLE):
            yield from stops(child, focused)


def _is_stop(widget: QWidget) -> bool:
    """Tell whether Tab stops at a widget: what only scrolls does so where it has to."""
    if type(widget) is QScrollArea:
        bars = (widget.verticalScrollBar(), widget.horizontalScrollBar())
        if not any(bar.maximum() > bar.minimum() for bar in bars):
            return False
    takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(takes_tab) and widget.isEnabled() and widget.focusProxy() is None


def _as_read(widgets: Sequence[QWidget]) -> list[QWidget]:
    """Order siblings as one reads them: rows from the top, columns of a row from the left."""
    if len(widgets) <= 1:
        return list(widgets)
    for apart, span in ((_ROWS_APART, _upright), (1, _flat), (1, _upright)):
        bands = _cut(widgets, apart, span)
        if len(bands) > 1:
            return [each for band in bands for each in _as_read(band)]
    return sorted(widgets, key=lambda each: (_upright(each), _flat(each)))  # one upon another


def _upright(widget: QWidget) -> tuple[int, int]:
    return widget.geometry().top(), widget.geometry().bottom()


def _flat(widget: QWidget) -> tuple[int, int]:
    return widget.geometry().left(), widget.geometry().right()


def _cut(
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
