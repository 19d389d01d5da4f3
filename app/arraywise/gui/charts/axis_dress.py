"""What the axes of all pyqtgraph plots wear."""

from __future__ import annotations

from typing import Any

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
