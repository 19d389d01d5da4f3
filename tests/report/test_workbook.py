from __future__ import annotations

import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from arraywise.report.workbook.grid import cell_text
from arraywise.report.workbook_xlsx import build_workbook
from tests.report.example import example
from tests.report.hostile import with_names

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook


pytestmark = pytest.mark.timeout(300)  # another program starts first
PRECISION = 1e-9
ARRAY = "Array, 2 controllers, FC"


def load(data: bytes, *, values: bool = False) -> Workbook:
    return openpyxl.load_workbook(BytesIO(data), data_only=values)


def cell_of(book: Workbook, name: str) -> Any:
    sheet, place = next(book.defined_names[name].destinations)
    return book[sheet][place]


def formulas(book: Workbook) -> list[tuple[str, str]]:
    return [
        (sheet.title, cell.coordinate)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]


def test_the_same_study_gives_the_same_bytes() -> None:
    assert build_workbook(example()) == build_workbook(example())


def test_what_each_sheet_holds_stands_in_its_place() -> None:
    book = load(build_workbook(example()), values=True)
    assert book.sheetnames == [
        "Summary", "Requirement", "Evidence", "Performance", "Curves", "Response", "Prices",
        "Price totals", "Provisioning", "Scoring",
    ]  # fmt: skip
    hashes = {cell.value for cell in book["Evidence"]["G"]}
    assert {entry.sha256 for entry in example().evidence} <= hashes
    assert book["Summary"]["A2"].value.startswith("Synthetic example")
    assert book.properties.created.isoformat() == "2026-09-15T00:00:00"


def test_inputs_are_marked_and_checked() -> None:
    book = load(build_workbook(example()))
    inputs = ["Target_ms", "Visits_per_month", "Convention", "Budget", "Swing_Price"]
    colours = {cell_of(book, name).fill.fgColor.rgb for name in inputs}
    assert len(colours) == 1
    assert colours != {cell_of(book, "Demand_tps").fill.fgColor.rgb}
    checked = {str(v.sqref) for v in book["Requirement"].data_validations.dataValidation}
    assert cell_of(book, "Convention").coordinate in checked


def test_no_formula_needs_a_new_spreadsheet() -> None:
    data = build_workbook(example())
    book = load(data)
    for sheet, place in formulas(book):
        formula = book[sheet][place].value
        assert isinstance(formula, str)
        assert not any(word in formula for word in ("XLOOKUP", "_xlfn", "LET(", "FILTER("))
    with zipfile.ZipFile(BytesIO(data)) as parts:
        assert "xl/metadata.xml" not in parts.namelist()  # there only with dynamic arrays


OUTSIDE = (
    '=HYPERLINK("http://example.invalid","click")',
    "+1+1",
    "@SUM(A1) -2",
    "<r><t>markup</t></r>",
    "control \x00 \x1b and half a pair \ud800 " + "W" * 40_000,
)


def test_texts_from_outside_stay_texts() -> None:
    book = load(build_workbook(with_names(OUTSIDE)))
    for sheet, column in (("Prices", "B"), ("Evidence", "A"), ("Summary", "A")):
        cells = {cell.value: cell.data_type for cell in book[sheet][column]}
        assert {cells.get(cell_text(text)) for text in OUTSIDE} == {"s"}
