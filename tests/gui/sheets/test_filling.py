from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from arraywise.gui.sheets.filling import fill_down, fill_right


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
