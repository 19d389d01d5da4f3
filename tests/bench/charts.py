"""Panning along a host series of ten million rows, against the same with a thousand points.

From the view that moves to the painted lines: the rows of the new stretch are bucketed to the
pixels in DuckDB and drawn. Between the two the plot shows the lines of before, so the window is
never held up; that part is told by itself.
"""

from __future__ import annotations

import os
import time
from statistics import median, quantiles
from typing import TYPE_CHECKING

from tests.bench.processes import Result
from tests.bench.series import make_recording

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LONG, SHORT = 10_000_000, 1_000
PANS = 60
_SEEN = 0.01
"""Of the recording: what is seen at a time."""
_WIDTH, _HEIGHT = 1600, 240


def measure(folder: Path) -> list[Result]:
    """Time pans of both recordings; wall and processor time, in milliseconds."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from arraywise.gui.widgets import theme

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.load_fonts_and_style(app)
    theme.apply_theme(app, theme.ThemeChoice.LIGHT)
    long, short = (_pans(make_recording(folder, rows), seen) for rows, seen in _VIEWS)
    parts = (f"pan of {LONG:,} rows, 1 % of them seen", "the same, of that the window's thread")
    return [
        _result(f"{name}, {say}", how, (long[at], short[at]), (long[at + 2], short[at + 2]))
        for at, name in enumerate(parts)
        for say, how in (("median", median), ("99th percentile", _percentile))
    ]


_VIEWS = ((LONG, _SEEN), (SHORT, 0.5))


def _pans(path: Path, seen: float) -> tuple[list[float], ...]:
    """Return the times to the painted lines and of that in the window's thread, in seconds.

    Each twice: by the clock, and of the processor.
    """
    from arraywise.gui.charts.host_plot import HostPlot, Marks
    from arraywise.store.reading.samples import HostGroup, Span
    from arraywise.store.study import open_study
    from arraywise.usecases.show_host import draw_host, list_hosts

    taken: tuple[list[float], ...] = ([], [], [], [])
    with open_study(path) as study:
        (table,) = list_hosts(study)
        plot = HostPlot("bench")
        plot.resize(_WIDTH, _HEIGHT)
        group, length = HostGroup.PROCESSORS, table.span.length_s
        plot.show_host(draw_host(study, table, group, table.span, _WIDTH), Marks(), table.span, "")
        plot.grab()
        for step in range(PANS):
            start = table.span.start_s + length * (1 - seen) * step / PANS
            view = Span(start, start + length * seen)
            began = _moment()
            drawn = draw_host(study, table, group, view, plot.pieces)
            read = _moment()
            plot.plot.getPlotItem().getViewBox().setXRange(view.start_s, view.end_s, padding=0)
            plot.update_lines(drawn)
            plot.grab()
            ended = _moment()
            for clock in (0, 1):
                taken[2 * clock].append(ended[clock] - began[clock])
                taken[2 * clock + 1].append(ended[clock] - read[clock])
        plot.deleteLater()
    return taken


def _moment() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def _percentile(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


def _result(
    name: str,
    how: Callable[[list[float]], float],
    walls: tuple[list[float], list[float]],
    cpus: tuple[list[float], list[float]],
) -> Result:
    value, reference = how(walls[0]), how(walls[1])
    return Result(
        name=name,
        value=value * 1e3,
        unit="m",
        reference=reference * 1e3,
        ratio=value / reference,
        cpu_ratio=how(cpus[0]) / how(cpus[1]),
        memory_ratio=0.0,
    )
