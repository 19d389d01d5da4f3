"""Values of the export that no formula gives, and the inputs that they were computed from.

A sheet keeps every input as it was exported, and counts those that are another one now. Values
that were computed from them by Arraywise turn red where there is any.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText
from arraywise.domain.messages import message
from arraywise.report.workbook.cells import CellRole, absolute_ref
from arraywise.shipped import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.cells import CellPosition
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, WorkbookWriter

CHANGED = "Inputs_changed"
"""Name of the cell that counts the rows of inputs that differ from the exported ones."""
_TITLES = (
    message("Sheet"),
    message("Cells"),
    message("Changed (1)"),
    message("As exported"),
)
_FIRST = 5
_VALUE = 3


def write_export_date_line(grid: SheetWriter, row: int, content: ReportContent) -> int:
    """Say of when the values below are; return the row after it."""
    time = content.identity.changed_at.strftime("%Y-%m-%d %H:%M UTC")
    line = message(
        "As of export: the study of {time}. Values below follow no input; they are red while an"
        " input of this workbook differs from the exported one.",
        time=time,
    )
    grid.write_cell(row, 0, line, CellRole.NOTE)
    return row + 1


def highlight_changed_inputs(grid: SheetWriter, first: CellPosition, last: CellPosition) -> None:
    """Have cells turn red while an input differs from the exported one."""
    look = grid.book.workbook.add_format(
        {"font_color": tokens()["themes"]["light"]["colours"]["fail"]}
    )
    rule = {"type": "formula", "criteria": f"={CHANGED}>0", "format": look}
    grid.worksheet.conditional_format(*first, *last, rule)


def write_exported_inputs(book: WorkbookWriter) -> None:
    """Write the inputs as they are exported, a row for those that stand side by side."""
    grid = book.add_sheet(
        message("Inputs as exported"),
        message("Inputs as exported"),
        message("What other sheets hold as inputs, to be compared with what is there now."),
    )
    runs = [(each, run) for each in book.sheets for run in _adjacent_input_runs(each)]
    most = max((len(run) for _, run in runs), default=1)
    grid.write_header(_FIRST - 1, [*_TITLES, *[""] * (most - 1)], text_columns=2)
    for row, (source, run) in enumerate(runs, start=_FIRST):
        first, last = (absolute_ref(*place) for place in (run[0], run[-1]))
        area = f"{source.quoted}!{first}:{last}" if len(run) > 1 else f"{source.quoted}!{first}"
        grid.write_cell(row, 0, source.name)
        grid.write_cell(row, 1, area.rpartition("!")[2].replace("$", ""))
        for column, place in enumerate(run, start=_VALUE):
            grid.write_cell(row, column, source.inputs[place], CellRole.PLAIN)
        kept = f"{absolute_ref(row, _VALUE)}:{absolute_ref(row, _VALUE + len(run) - 1)}"
        if len(run) == 1:
            kept = absolute_ref(row, _VALUE)
        differs = f"SUMPRODUCT(1*({area}<>{kept}))" if len(run) > 1 else f"1*({area}<>{kept})"
        grid.write_cell(row, 2, FormulaText(f"=IF({differs}>0,1,0)"), CellRole.COMPUTED, "0")
    counted = f"{absolute_ref(_FIRST, 2)}:{absolute_ref(_FIRST + max(len(runs), 1) - 1, 2)}"
    grid.write_cell(2, 0, message("Rows of inputs that differ"), CellRole.STRONG)
    count = grid.write_cell(2, 2, FormulaText(f"=SUM({counted})"), CellRole.RESULT, "0")
    grid.define_name(CHANGED, count)
    highlight_changed_inputs(grid, (2, 2), (2, 2))
    grid.set_column_widths(24, 16, 12, *[18] * most)
    grid.set_up_page_and_panes((_FIRST, 0))


def _adjacent_input_runs(grid: SheetWriter) -> Iterator[list[CellPosition]]:
    """Yield inputs that stand side by side in a row."""
    ordered = enumerate(sorted(grid.inputs))
    for _, run in groupby(ordered, key=lambda each: (each[1][0], each[1][1] - each[0])):
        yield [place for _, place in run]
