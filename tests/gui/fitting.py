"""Finds what has no room in a window: parts outside of what holds them, on each other, or cut."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QHBoxLayout,
    QLabel,
    QSplitterHandle,
    QWidget,
)

from arraywise.gui.shell.focus import FocusRing
from arraywise.gui.shell.requirement_popover import RequirementPopover
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Iterator


def misfits(top: QWidget) -> set[str]:
    """Return what does not fit, each with what holds it."""
    result = set(_overlaps(top))
    for each in top.findChildren(QWidget):
        if each.isVisible() and not each.isWindow() and not each.visibleRegion().isEmpty():
            if _is_squeezed(each):
                result.add(f"squeezed: {_name(each)}")
            if _is_outside(each):
                result.add(f"outside: {_name(each)}")
            elif _is_cut(each):
                result.add(f"cut: {_name(each)}")
    return result


def _is_squeezed(widget: QWidget) -> bool:
    """Report whether what lies side by side in it needs more width than there is."""
    layout = widget.layout()
    return isinstance(layout, QHBoxLayout) and layout.minimumSize().width() > widget.width()


def _is_outside(widget: QWidget) -> bool:
    around = widget.parentWidget()
    scrolled = isinstance(around.parentWidget(), QAbstractScrollArea)
    if scrolled or isinstance(around, QAbstractScrollArea) or isinstance(widget, QSplitterHandle):
        return False
    return not around.rect().contains(widget.geometry())


def _is_cut(widget: QWidget) -> bool:
    if isinstance(widget, QLabel) and not isinstance(widget, ElidedLabel):
        if widget.wordWrap():
            return widget.heightForWidth(widget.width()) > widget.height() + 1
        lines = widget.text().replace("&", "").split("\n")
        wide = max(map(widget.fontMetrics().horizontalAdvance, lines))
        return wide > widget.contentsRect().width() + 1
    if isinstance(widget, QAbstractButton) and widget.text():
        return widget.minimumSizeHint().width() > widget.width() + 1
    return False


def _overlaps(top: QWidget) -> Iterator[str]:
    """Yield neighbours that lie on each other; a message and the focus are meant to."""
    for around in (top, *top.findChildren(QWidget)):
        if not around.isVisible() or around.layout() is None:
            continue
        inside = around.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        laid = [each for each in inside if _is_laid(each)]
        for one, other in combinations(laid, 2):
            both = one.geometry() & other.geometry()
            if both.width() > 1 and both.height() > 1:
                yield f"on each other: {_name(one)} and {_name(other)}"


def _is_laid(widget: QWidget) -> bool:
    lies_over = isinstance(widget, Banner | FocusRing | RequirementPopover)
    return widget.isVisible() and not widget.isWindow() and not lies_over


def _name(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    stated = text() if callable(text) else ""
    return f"{type(widget).__name__} {widget.accessibleName() or stated or '?'}".strip()
