"""Free sheet and the names it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.cells import FormatKind, FormulaText
from arraywise.domain.decision import FAILS, Verdict
from arraywise.domain.messages import message
from arraywise.domain.pricing import DEMAND_TB, DEMAND_TPS, MONTH
from arraywise.domain.requirement_fields import SHEET_FIELDS, RequirementKind
from arraywise.present.figures import has_transactions
from arraywise.report.content import error_elsewhere
from arraywise.report.workbook.cells import (
    CHECK,
    NO_SINGLE,
    NOBODY,
    UNPRICED,
    UNSHOWN,
    YES,
    CellRole,
    FormulaSheet,
    SheetWriter,
    cell_text,
    money,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.report.content import NamedValue, ReportContent, WorkingCell
    from arraywise.report.workbook.cells import Text, WorkbookWriter
    from arraywise.report.workbook.score_steps import SourceCells
    from arraywise.report.workbook.scoring_sheet import ScoreCells, ScoreCellsByOption

_DAYS = {"en": "m/d/yyyy", "de": "dd.mm.yyyy", "pt_BR": "dd/mm/yyyy"}
_NARROW, _WIDE = 12, 48
"""Widths of columns, in characters."""
_COLUMNS_A_PAGE = 10
_LINE, _HIGHEST = 15.0, 409.0
"""Heights of rows, in points; no spreadsheet has higher ones."""


def write_workings(book: WorkbookWriter, content: ReportContent) -> None:
    """Write the sheet; there is none where nothing was typed.

    It has no title, so that each cell is called as in the app; the letters and numbers of the
    cells are printed beside them.
    """
    cells = content.workings.cells
    if not cells:
        return
    name = book.localise(message("Workings"))
    grid = SheetWriter(book, book.workbook.add_worksheet(name, FormulaSheet))
    grid.worksheet.use_future_functions = True  # STDEV.S and the like have a mark in files
    currency = content.answer.currency
    for cell in cells:
        _write(grid, cell, _format(cell, currency, book.words.language))
    for row, lines in _lines(cells).items():
        grid.worksheet.set_row(row, min(lines * _LINE, _HIGHEST))  # only Excel would find out
    for column, width in _widths(cells).items():
        grid.worksheet.set_column(column, column, width)
    grid.worksheet.print_row_col_headers()
    last_row, last = max(cell.row for cell in cells), max(cell.column for cell in cells)
    grid.worksheet.print_area(0, 0, last_row, last)  # what runs over the last column is no page
    grid.finish(pages_wide=last // _COLUMNS_A_PAGE + 1)


def _write(grid: SheetWriter, cell: WorkingCell, form: str) -> None:
    """Write a cell; what is no formula here though it was one is labelled."""
    sheet, row, column, value = grid.worksheet, cell.row, cell.column, cell.value
    style = grid.book.style(_kind(cell), form, bold=cell.style.bold, fill=cell.style.fill)
    if cell.formula or cell.fault is not None:
        formula = cell.formula or f"={error_elsewhere(cell.fault)}"
        sheet.write_formula(row, column, formula, style, _known(cell))
    elif isinstance(value, bool):
        sheet.write_boolean(row, column, value, style)
    elif isinstance(value, str):
        sheet.write_string(row, column, cell_text(value), style)
    elif value is None:
        sheet.write_blank(row, column, None, style)
    else:
        sheet.write_number(row, column, value, style)
    if note := _note(cell):
        sheet.write_comment(row, column, cell_text(grid.book.localise(note)))


def _kind(cell: WorkingCell) -> CellRole:
    """Figures that were typed are inputs; those that formulas would give are not."""
    if cell.fault is not None and not cell.formula:
        return CellRole.WARNING
    if isinstance(cell.value, str) and len(cell.value) >= _WIDE:
        return CellRole.TEXT
    if isinstance(cell.value, str) or not cell.typed:
        return CellRole.PLAIN_TEXT
    if cell.typed.startswith("="):
        return CellRole.COMPUTED if cell.formula else CellRole.PLAIN
    return CellRole.INPUT


def _known(cell: WorkingCell) -> str | float | bool:
    """Return what a formula amounts to."""
    if cell.fault is not None:
        return error_elsewhere(cell.fault)
    value = cell.value
    if value is None:
        return 0.0
    return cell_text(value) if isinstance(value, str) else value


def _note(cell: WorkingCell) -> Text:
    """Describe what was typed where something else is in the cell."""
    if cell.formula or not cell.typed:
        return ""
    if cell.fault is not None:
        return message(
            "Typed: {typed}. {reason}", typed=cell.typed[:200], reason=cell.fault.message
        )
    if cell.typed.startswith("="):
        return message(
            "A value: the formula {typed} uses cells outside this workbook.",
            typed=cell.typed[:200],
        )
    return ""


def _format(cell: WorkingCell, currency: str, language: str) -> str:
    wanted = cell.style.number
    decimals = f".{'0' * wanted.decimals}" if wanted.decimals else ""
    if wanted.kind is FormatKind.GENERAL and isinstance(cell.value, float):
        return _as_typed(cell.typed)
    return {
        FormatKind.GENERAL: "",
        FormatKind.NUMBER: f"0{decimals}",
        FormatKind.GROUPED: f"#,##0{decimals}",
        FormatKind.PERCENT: f"0{decimals}%",
        FormatKind.CURRENCY: money(wanted.currency or currency, wanted.decimals),
        FormatKind.DATE: _DAYS[language],
    }[wanted.kind]


def _as_typed(typed: str) -> str:
    """Return the format of a percentage that was typed as one."""
    if typed.startswith("=") or not typed.rstrip().endswith("%"):
        return ""
    decimals = len(typed.rstrip("% \u00a0").replace(",", ".").partition(".")[2])
    return f"0.{'0' * decimals}%" if decimals else "0%"


def _lines(cells: Iterable[WorkingCell]) -> dict[int, int]:
    """Return how many lines the long texts of rows take."""
    lines: dict[int, int] = {}
    for cell in cells:
        if _kind(cell) is CellRole.TEXT:
            needed = len(str(cell.value)) // (_WIDE - 6) + 1
            lines[cell.row] = max(needed, lines.get(cell.row, 0))
    return lines


def _widths(cells: Iterable[WorkingCell]) -> dict[int, int]:
    """Return the widths of columns that hold something."""
    widths: dict[int, int] = {}
    for cell in cells:
        wide = min(len(_shown(cell)) + 2, _WIDE)
        widths[cell.column] = max(widths.get(cell.column, _NARROW), wide)
    return widths


def _shown(cell: WorkingCell) -> str:
    """Return about what is seen of a cell; a figure wider than its column is seen as ####."""
    value, wanted = cell.value, cell.style.number
    if isinstance(value, bool | str) or value is None:
        return str(value or "")
    if wanted.kind is FormatKind.GENERAL:
        return cell.typed if not cell.typed.startswith("=") else ""
    sign = "EUR " if wanted.kind is FormatKind.CURRENCY else ""
    return f"{sign}{value:,.{wanted.decimals}f}"


_OF_STUDY = {
    DEMAND_TPS: "=Demand_tps",
    DEMAND_TB: "=Usable_needed_TB*(1+Usable_growth_per_year)^(Horizon_months/12)",
    MONTH: "=Horizon_months",
    "Demand.VisitsPerMonth": "=Visits_per_month",
    "Target.ResponseMs": "=Target_ms",
    "Recommended.Option": f'=IF(OR(Recommended="{NOBODY}",Recommended="{NO_SINGLE}",'
    f'Recommended="{UNPRICED}",Recommended="{UNSHOWN}",Recommended="{CHECK}"),NA(),Recommended)',
}
_REFERENCE = {RequirementKind.SHARE: "={cell}*100", RequirementKind.YES: f'={{cell}}="{YES}"'}
_OF_REQUIREMENT = tuple(
    _REFERENCE.get(field.kind, "={cell}").format(cell=field.cell) for field in SHEET_FIELDS
)
"""By row of the app's sheet of the requirement."""


def write_named_results(
    book: WorkbookWriter,
    names: tuple[NamedValue, ...],
    sources: SourceCells,
    scores: ScoreCellsByOption,
) -> None:
    """Write the sheet; there is none where nothing is called."""
    if not names:
        return
    note = message("Figures without a formula are values from Arraywise.")
    grid = book.sheet(message("Named results"), message("What the workings call by name"), note)
    titles = (message("Name"), message("Comes to"), message("What it is"))
    grid.head(3, titles, text_columns=3)
    for row, named in enumerate(names, start=4):
        grid.put(row, 0, named.name, CellRole.PLAIN_TEXT)
        formula = _formula(named, sources, scores)
        _write_value(grid, row, named, formula)
        grid.put(row, 2, message("formula") if formula else message("value"), CellRole.NOTE)
        grid.call(named.name, grid.ref(row, 1))
    grid.table("Named_results", 3, titles, 3 + len(names))
    grid.widths(44, 24, 14)
    grid.finish((4, 0))


def _formula(named: NamedValue, sources: SourceCells, scores: ScoreCellsByOption) -> str:
    """Return the formula of a named value; empty where none gives it."""
    if named.error:
        return ""
    if named.input_row is not None:
        row = named.input_row
        return _OF_REQUIREMENT[row] if row < len(_OF_REQUIREMENT) else ""
    if named.option_id is None:
        return _OF_STUDY.get(named.name, "")
    if named.kind == "Status":
        words = ",".join(f'"{verdict}"' for verdict in Verdict)
        return f"=CHOOSE(MATCH({scores[named.option_id].status},Verdict_order,0),{words})"
    cell = _cell(named.kind, named.option_id, sources, scores)
    return f"=IF(ISNUMBER({cell}),{cell},NA())" if cell else ""


def _cell(
    kind: str, option_id: int, sources: SourceCells, scores: ScoreCellsByOption
) -> str | None:
    """Return the cell that holds a figure of an option."""
    response, score = sources.response[option_id], scores[option_id]
    price, seconds = sources.prices.get(option_id), sources.provisioning.get(option_id)
    return {
        "Price": price.total if price else None,
        "PricePerTPM": score.ref("per_tpm")
        if price and has_transactions(sources.answer)
        else None,
        "PricePerMillionVisits": score.ref("per_million")
        if price and sources.answer.requirement.is_in_visits
        else None,
        "ResponseMs": response.response_ms,
        "ResponseLowMs": response.low_ms,
        "ResponseHighMs": response.high_ms,
        "CapacityTPS": response.limit,
        "CapacityVisits": f"INT({response.limit}/Tps_per_visit+0.000001)",
        "Headroom": response.spare,
        "ProvisioningMinutes": f"({seconds}/60)" if seconds else None,
        "Value": _value(score),
        "Rank": score.rank,
    }.get(kind)


def _value(score: ScoreCells) -> str:
    """Return the contributions together; an option that fails has no value (MODEL D3)."""
    fails = ",".join(f'{score.status}="{verdict}"' for verdict in sorted(FAILS))
    return f'IF(OR({fails}),"",{score.ref("value")})'


def _write_value(grid: SheetWriter, row: int, named: NamedValue, formula: str) -> None:
    """Write the value; words are English, for formulas of the workings compare them so."""
    value = named.value
    kind = CellRole.COMPUTED if formula else CellRole.PLAIN
    style = grid.book.style(kind)
    if formula:
        written = formula if named.kind == "Status" else grid.book.formula(formula)
        grid.write(row, 1, FormulaText(written), style)
    elif named.error:
        grid.put(row, 1, FormulaText(f"={named.error}"), kind)
    elif isinstance(value, bool):
        grid.worksheet.write_boolean(row, 1, value, style)
    else:
        grid.put(row, 1, value, kind)
