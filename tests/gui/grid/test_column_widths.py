"""Columns where the window is narrow or the text large: no table scrolls that need not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.gui.grid.delegate import content_width, wrapped_width
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.header import min_title_width, unbroken_title_width
from arraywise.gui.grid.model import SOFT_HYPHEN, Cell, Column, RowsModel
from arraywise.gui.shell import preferences
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout, texts_cut
from tests.gui.text_size import system_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

WORD, TEXT, REST = range(3)


@pytest.fixture
def grid(qtbot: QtBot) -> Grid:
    """Return a wide grid: a title that may be broken, a text that gives way, and the rest."""
    columns = (
        Column("word", f"Provi{SOFT_HYPHEN}sioning", lambda row: Cell(row[:2]), right=True),
        Column("text", "File", Cell, shrinks_to=60),
        Column("rest", "Rest", lambda _row: Cell("rest"), stretch=True),
    )
    model = RowsModel(columns)
    model.set_rows(("swingbench/fc_u090_r1_charbench.log",))
    built = Grid(model)
    qtbot.addWidget(built)
    built.resize(700, 200)
    built.show()
    built.fit_columns()
    return built


def sizes(grid: Grid, width: int) -> list[int]:
    """Return the widths of the columns in a grid that is so wide."""
    grid.resize(width, 200)
    build_layout()
    return [grid.columnWidth(at) for at in (WORD, TEXT, REST)]


def test_titles_are_broken_and_then_texts_cut_only_where_the_grid_is_narrow(grid: Grid) -> None:
    column = grid.rows.columns[WORD]
    wide = sizes(grid, 700)
    assert wide[WORD] == unbroken_title_width(column) > min_title_width(column)
    broken = sizes(grid, sum(wide[:REST]) + 20)
    assert (broken[WORD], broken[TEXT]) == (min_title_width(column), wide[TEXT])
    narrow = sizes(grid, 200)
    assert 60 <= narrow[TEXT] < wide[TEXT]
    assert sum(narrow) == grid.viewport().width()
    assert sizes(grid, 700) == wide


def test_rows_that_are_shown_anew_leave_no_gap_at_the_end(grid: Grid) -> None:
    grid.rows.set_rows(("swingbench/fc_u090_r1_charbench.log",))
    assert grid.horizontalHeader().length() == grid.viewport().width()
    grid.rows.set_rows(("a", "b"))
    build_layout()
    assert grid.horizontalHeader().length() == grid.viewport().width()


def test_a_width_that_the_user_chose_stays(grid: Grid) -> None:
    grid.setColumnWidth(TEXT, 140)
    assert [sizes(grid, width)[TEXT] for width in (200, 700)] == [140, 140]
    grid.fit_columns()
    assert grid.columnWidth(TEXT) > 140


@pytest.mark.parametrize("code", ["en", "de", "pt_BR"])
@pytest.mark.parametrize(("points", "size"), [(13, (1280, 800)), (9, (1024, 680))])
def test_overview_and_evidence_do_not_scroll_sideways(
    code: str,
    points: float,
    size: tuple[int, int],
    open_small: Callable[[], MainWindow],
    qtbot: QtBot,
) -> None:
    preferences.install_language(code)
    with system_text(points):
        window = open_small()
        window.resize(*size)
        wait_for_answer(qtbot, window)
        for key in ("overview", "evidence"):
            page = shown_page(window, key)
            wait_for_answer(qtbot, window)
            build_layout()
            assert page.grid.horizontalScrollBar().maximum() == 0, key


@pytest.mark.parametrize(("roomy", "lines"), [(True, 2), (False, 1)])
def test_a_long_text_has_two_lines_where_the_row_has_room_for_them(
    *, roomy: bool, lines: int, qtbot: QtBot
) -> None:
    text = "Not comparable"
    model = RowsModel((Column("text", "Verdict", Cell, wraps=True),))
    model.set_rows((text,))
    grid = Grid(model, roomy=roomy)
    qtbot.addWidget(grid)
    grid.resize(wrapped_width(Cell(text)) + 4, 200)
    grid.show()
    grid.fit_columns()
    assert grid.columnWidth(0) < content_width(Cell(text))
    assert (text in texts_cut(grid)) == (lines == 1)
