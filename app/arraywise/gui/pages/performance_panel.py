"""A chart under its name, with the buttons that all charts have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arraywise.gui import theme
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.fields import ElidedLabel, button, panel
from arraywise.gui.nesting import nest

if TYPE_CHECKING:
    from arraywise.gui.charts.plots import Plot

translate = QCoreApplication.translate


def chart_panel(plot: Plot) -> QWidget:
    """Put a plot under its name, with its buttons."""
    made = panel()
    head = QHBoxLayout()
    head.setContentsMargins(16, 2, 12, 0)
    head.setSpacing(4)
    name = ElidedLabel("text", "section", bold=True)
    name.setText(plot.accessibleName())
    name.setMinimumHeight(theme.height("panel_head"))
    head.addWidget(name, 1)
    fit = button(translate("PerformancePage", "Fit"), plot.fit, kind="flat")
    fit.setToolTip(
        translate(
            "PerformancePage", "Show all curves again; Ctrl and the wheel zoom, dragging pans"
        )
    )
    head.addWidget(fit)
    head.addWidget(PictureButton(plot, plot.accessibleName()))
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    nest(column, head)
    column.addWidget(plot, 1)
    return made
