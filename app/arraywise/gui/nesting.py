"""Layouts within layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLayout
from shiboken6 import Shiboken

if TYPE_CHECKING:
    from PySide6.QtWidgets import QBoxLayout


def nest(outer: QBoxLayout, inner: QLayout, stretch: int = 0) -> None:
    """Put a layout, with what is in it, into another one.

    PySide makes a Python object for everything in the inner layout then, and is not told when Qt
    deletes what that stands for, as it does with each widget that goes. Whatever Qt makes at the
    same place later would be taken for it, with a crash at some other time: so it is forgotten.
    """
    outer.addLayout(inner, stretch)
    _forget_items(inner)


def _forget_items(layout: QLayout) -> None:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if isinstance(item, QLayout):
            _forget_items(item)
        elif item is not None:
            Shiboken.invalidate(item)
