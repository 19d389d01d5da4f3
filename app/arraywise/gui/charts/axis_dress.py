"""What the axes of all pyqtgraph plots wear."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtGui import QPen

from arraywise.gui import theme


def dress_plot(plot: Any) -> tuple[Any, Any]:  # noqa: ANN401 - pyqtgraph has no types
    """Give ground, grid and axes of a plot the theme's colours and type.

    Returns:
        The axes at the bottom and at the left, for what each plot sets on its own.
    """
    look, item = theme.look(), plot.getPlotItem()
    plot.setBackground(look["page"])
    item.showGrid(x=False, y=True, alpha=0.14)
    axes = item.getAxis("bottom"), item.getAxis("left")
    for axis in axes:
        axis.setPen(QPen(look["border_strong"], 1))
        axis.setTextPen(look["text2"])
        axis.setTickFont(theme.font("caption"))
        axis.setStyle(tickLength=-4)
        axis.enableAutoSIPrefix(enable=False)
    return axes


def say_nothing(item: Any, text: str) -> None:  # noqa: ANN401 - pyqtgraph has no types
    """Say in the middle of a plot that nothing was measured that could be drawn there."""
    said = pg.TextItem(text, color=theme.look()["text2"], anchor=(0.5, 0.5))
    said.setPos(0.5, 0.5)
    item.addItem(said, ignoreBounds=True)
    item.setXRange(0.0, 1.0, padding=0)
    item.setYRange(0.0, 1.0, padding=0)
