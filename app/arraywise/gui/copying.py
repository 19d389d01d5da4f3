"""Copies from what has the focus: a grid, a chart, a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


@runtime_checkable
class Copied(Protocol):
    """Something that can be copied from."""

    def copy(self) -> None:
        """Put what is selected, or all of it, onto the clipboard."""


def copy_from(focused: QWidget | None) -> None:
    """Copy from a widget, or from the one that it is the inner part of, as plots have."""
    around = focused.parentWidget() if focused is not None else None
    asked: list[object] = [focused]
    if around is not None and not around.isWindow():
        asked.append(around)
    for each in asked:
        if isinstance(each, Copied):
            each.copy()
            return
