"""Another size of the system's text, in a process that has measured texts already."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from arraywise.gui.grid import delegate, header
from arraywise.gui.widgets import theme

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def system_text(points: float) -> Iterator[None]:
    """Make windows as they are made where the system's text is so large."""
    before = theme._present.base_pt
    _use(points)
    try:
        yield
    finally:
        _use(before)


def _use(points: float) -> None:
    theme._present.base_pt = points
    theme._present.fonts.clear()
    for measured in (
        header._wrap_title_cached,
        header._title_width,
        delegate._text_width,
    ):
        measured.cache_clear()
    QApplication.setFont(theme.font())
