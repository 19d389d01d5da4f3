"""Scrolling 100,000 rows: our grid against a bare QTableView over a model in C++."""

from __future__ import annotations

import os
import time
from statistics import median, quantiles
from typing import TYPE_CHECKING

from tests.bench.processes import Result

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QTableView

ROWS, COLUMNS = 100_000, 12
PAGES = 60
SEEN = 2_200
"""Rows that are scrolled through; only these have text in the bare model."""


def measure(_folder: Path) -> list[Result]:
    """Measure jumps by pages, and single steps, each until it is painted."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from arraywise.gui.widgets import theme
    from arraywise.gui.widgets.theme import ThemeChoice

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.load_fonts_and_style(app)
    theme.apply_theme(app, ThemeChoice.LIGHT)
    ours, bare = _ours(), _bare()
    results = []
    for name, step in (("a page", 800), ("a row", 24)):
        pairs = [(_seconds(ours, step), _seconds(bare, step)) for _ in range(3)]
        results.append(_result(f"grid of 100,000 rows: scroll by {name}", pairs))
    return results


def _ours() -> QTableView:
    from arraywise.gui.grid.grid import Grid
    from arraywise.gui.grid.model import Cell, Column, RowsModel

    def column(place: int) -> Column:
        return Column(
            str(place),
            f"Column {place}",
            lambda row: Cell(f"{row * place:,}", number=float(row * place)),
            right=True,
            min_width=92,
        )

    model = RowsModel([column(place) for place in range(COLUMNS)])
    grid = Grid(model)
    model.setParent(grid)
    model.set_rows(range(ROWS))
    return _shown(grid)


def _bare() -> QTableView:
    from PySide6.QtGui import QStandardItem, QStandardItemModel
    from PySide6.QtWidgets import QHeaderView, QTableView

    view = QTableView()
    model = QStandardItemModel(ROWS, COLUMNS, view)
    for place in range(COLUMNS):
        for row in range(SEEN):
            model.setItem(row, place, QStandardItem(f"{row * place:,}"))
    view.setModel(model)
    view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
    return _shown(view)


def _shown(view: QTableView) -> QTableView:
    view.resize(1280, 800)
    view.show()
    return view


def _seconds(view: QTableView, step: int) -> list[float]:
    """Return how long each step took, to the painted viewport, in processor time."""
    bar, taken = view.verticalScrollBar(), []
    bar.setValue(0)
    view.viewport().grab()
    for page in range(1, PAGES + 1):
        begin = time.process_time()
        bar.setValue(page * step)
        view.viewport().grab()
        taken.append(time.process_time() - begin)
    return taken


def _result(name: str, pairs: list[tuple[list[float], list[float]]]) -> Result:
    ours = median(median(pair[0]) for pair in pairs)
    bare = median(median(pair[1]) for pair in pairs)
    worst = quantiles([t for pair in pairs for t in pair[0]], n=100)[98]
    message = f"{name} (99th percentile {worst * 1000:.1f} ms)"
    return Result(
        name=message, value=ours, unit="s", reference=bare, ratio=ours / bare,
        cpu_ratio=ours / bare, memory_ratio=1.0,
    )  # fmt: skip


if __name__ == "__main__":
    from pathlib import Path as _Path

    for each in measure(_Path()):
        print(f"{each.name}: {each.value * 1e3:.2f} ms, bare {each.reference * 1e3:.2f} ms,"
              f" ratio {each.ratio:.2f}")  # fmt: skip
