"""Cells of sheets as they were typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.sheets import Place, TypedCell

if TYPE_CHECKING:
    from arraywise.store.study import Study


def typed_cells(study: Study) -> dict[Place, TypedCell]:
    """Read all typed cells of a study, by place."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT sheet, row_number, column_number, typed, decimal_mark, number_format"
            " FROM sheet_cell"
            " ORDER BY sheet, row_number, column_number"
        ).fetchall()
    cells = {}
    for sheet, row, column, text, decimal, number_format in rows:
        place = Place(sheet, row, column)
        cells[place] = TypedCell(place, text, decimal, number_format or "")
    return cells
