from __future__ import annotations

import pytest

from arraywise.worksheets.input_parsing import column_index, cycle_fixed_reference, reference_text


@pytest.mark.parametrize(
    ("sheet", "first", "last", "text"),
    [
        (None, (0, 0), (0, 0), "A1"),
        (None, (4, 27), (1, 1), "B2:AB5"),
        ("NAS", (0, 4), (0, 4), "NAS!E1"),
        ("Bob's 2", (0, 0), (1, 0), "'Bob''s 2'!A1:A2"),
    ],
)
def test_cells_are_called_as_in_formulas(
    sheet: str | None, first: tuple[int, int], last: tuple[int, int], text: str
) -> None:
    assert reference_text(sheet, first, last) == text


def test_columns_have_numbers() -> None:
    assert [column_index(c) for c in ("A", "Z", "AA", "CV", "")] == [0, 25, 26, 99, -1]


@pytest.mark.parametrize(
    ("text", "cursor", "turned", "then"),
    [
        ("=A1", 3, "=$A$1", 5),
        ("=$A$1", 5, "=A$1", 4),
        ("=A$1", 4, "=$A1", 4),
        ("=$A1", 4, "=A1", 3),
        ("=A1*2+B2", 2, "=$A$1*2+B2", 5),
        ("=SUM(NAS!B1:B3", 14, "=SUM(NAS!$B$1:$B$3", 18),
        ("=SUM(B:B)*(", 7, "=SUM($B:$B)*(", 10),
    ],
)
def test_references_are_fixed_in_turn(text: str, cursor: int, turned: str, then: int) -> None:
    assert cycle_fixed_reference(text, ".", cursor) == (turned, then)


def test_what_is_no_reference_is_not_fixed() -> None:
    assert cycle_fixed_reference("=12*3", ".", 3) is None
    assert cycle_fixed_reference('="A1', ".", 4) is None
