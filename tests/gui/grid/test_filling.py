from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from arraywise.gui.grid.actions import continue_series, copy_lines
from arraywise.gui.grid.view import Block, CellBlock


def fill_down(block: Block, count: int) -> Block:
    return continue_series(CellBlock(block), count, 0).texts


def fill_right(block: Block, count: int) -> Block:
    return continue_series(CellBlock(block), 0, count).texts


@pytest.mark.parametrize(
    ("line", "count", "filled"),
    [
        (["5"], 2, ["5", "5"]),
        (["1", "2"], 3, ["3", "4", "5"]),
        (["10", "7.5"], 2, ["5.0", "2.5"]),
        (["1", "2"], -2, ["-1", "0"]),
        (["1", "x"], 3, ["1", "x", "1"]),
        (["Step 1"], 2, ["Step 2", "Step 3"]),
        (["Run 08", "Run 09"], 2, ["Run 10", "Run 11"]),
        (["=A1*2"], 2, ["=A2*2", "=A3*2"]),
        (["=$A$1", "=B2"], 2, ["=$A$1", "=B4"]),
        (["NAS"], 1, ["NAS"]),
    ],
)
def test_a_column_goes_on(line: list[str], count: int, filled: list[str]) -> None:
    assert [row[0] for row in fill_down([[text] for text in line], count)] == filled


def test_formulas_go_right_and_commas_stay() -> None:
    assert fill_right([["=A1", "=B1"]], 2) == [["=C1", "=D1"]]
    QLocale.setDefault(QLocale("de_DE"))
    assert fill_down([["1,5"], ["2,5"]], 1) == [["3,5"]]
    assert fill_down([["=A1*1,5"]], 1) == [["=A2*1,5"]]


def test_formats_repeat_while_texts_count_on() -> None:
    laid = CellBlock([["Run 1", "5"], ["Run 2", "6"]], [["", "percent 1"], ["date 0", ""]])
    below = continue_series(laid, 3, 0)
    assert below.texts == [["Run 3", "7"], ["Run 4", "8"], ["Run 5", "9"]]
    assert below.formats == [["", "percent 1"], ["date 0", ""], ["", "percent 1"]]
    assert continue_series(laid, -1, 0).formats == [["date 0", ""]]
    assert continue_series(laid, 0, 3).formats == [["", "percent 1", ""], ["date 0", "", "date 0"]]


def test_copies_are_the_same_but_for_formulas() -> None:
    below = copy_lines(CellBlock([["Run 1", "=A1", "2"]], [["", "percent 1", ""]]), 2, 0)
    assert below.texts == [["Run 1", "=A2", "2"], ["Run 1", "=A3", "2"]]
    assert below.formats == [["", "percent 1", ""]] * 2
    assert copy_lines(CellBlock([["=A1"], ["x 1"]]), 0, 2).texts == [
        ["=B1", "=C1"],
        ["x 1", "x 1"],
    ]
