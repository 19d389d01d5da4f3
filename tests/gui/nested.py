"""What Python knows of the places in layouts."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QLayoutItem
from shiboken6 import Shiboken


def known_items() -> list[QLayoutItem]:
    """Return the places in layouts that Qt made and Python has objects for."""
    return [each for each in Shiboken.getAllValidWrappers() if _is_place(each)]


def _is_place(known: object) -> bool:
    is_item = isinstance(known, QLayoutItem) and not isinstance(known, QLayout)
    return is_item and not Shiboken.createdByPython(known)
