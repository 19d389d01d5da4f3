"""The sheet of workings: formulas that live on, values that say so, texts that stay texts."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import openpyxl
import pytest

from arraywise.domain.cells import CellAddress, InputCell
from arraywise.usecases.decide_study import answer
from arraywise.usecases.gather_content import build_workings
from arraywise.worksheets.fields import WORKINGS_KEY
from tests.report.calculated import build_workbook
from tests.report.example import prepared
from tests.report.in_languages import written
from tests.report.recalculation import by_ironcalc, by_libreoffice, with_inputs
from tests.report.test_recalculation import is_same
from tests.report.typed_workings import WORKINGS
from tests.report.workbook_studies import STUDIES, content

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.report.content import WorkingCell, Workings
    from tests.report.recalculation import Sheets

pytestmark = pytest.mark.timeout(300)  # another program starts first
OF_DRAWS = "FirstShare"
"""What no formula can follow."""


def after(visits: int, ports: str) -> Workings:
    """What the app makes of the workings with another load and another figure in B2."""
    facts = STUDIES["workings"]
    changed = replace(facts, requirement=replace(facts.requirement, visits_per_month=visits))
    place = CellAddress(WORKINGS_KEY, 1, 1)
    cells = WORKINGS | {place: WORKINGS[place].with_text(ports)}
    return build_workings(cells, changed, answer(prepared(), changed, draws=0))


def wrong(found: Sheets, expected: Workings) -> list[str]:
    """List the cells that another program gives another value than the app."""
    return [
        f"{cell.row + 1},{cell.column + 1} {cell.typed}: {shown!r} is not {cell.value!r}"
        for cell in expected.cells
        if cell.formula and OF_DRAWS not in cell.formula
        and not is_alike(shown := found["Workings"].get((cell.row + 1, cell.column + 1)), cell)
    ]  # fmt: skip


def is_alike(shown: object, cell: WorkingCell) -> bool:
    if cell.fault is not None:
        return str(shown) == cell.fault.code
    return is_same(shown, cell.value)


def test_formulas_follow_the_inputs_as_in_the_app(tmp_path: Path) -> None:
    data, book = written("workings")
    assert book["Requirement"]["A7"].value == "Visits per month"
    edited, expected = {}, {}
    for visits, ports in ((54_432_000, "48"), (61_000_000, "9")):
        inputs = {("Requirement", "B7"): float(visits), ("Workings", "B2"): float(ports)}
        edited[visits] = with_inputs(data, inputs, book.sheetnames)
        expected[visits] = after(visits, ports)
        assert sum(bool(cell.formula) for cell in expected[visits].cells) > 50
        assert wrong(by_ironcalc(edited[visits], tmp_path), expected[visits]) == []
    for visits, sheets in by_libreoffice(edited, tmp_path / "office").items():
        assert wrong(sheets, expected[visits]) == []


def test_words_that_formulas_compare_are_the_same_in_every_language(tmp_path: Path) -> None:
    data, book = written("workings", "de")
    result = by_ironcalc(data, tmp_path)
    expected = after(54_432_000, "48")
    assert wrong({"Workings": result["Nebenrechnung"]}, expected) == []
    assert book["Nebenrechnung"]["B3"].value == "=B1*(1+C1)*B$2"


def test_what_no_formula_can_say_is_a_value_with_a_note() -> None:
    sheet = written("workings")[1]["Workings"]
    values = openpyxl.load_workbook(BytesIO(written("workings")[0]), data_only=True)["Workings"]
    assert sheet["E9"].value == pytest.approx(320_238)
    assert "SUM('FC SAN'!E1:E3)+B2" in sheet["E9"].comment.text
    assert (sheet["D3"].value, values["D3"].value) == ("=#N/A", "#N/A")
    assert "=D4. The cell depends on itself." in sheet["D3"].comment.text
    assert sheet["D5"].value == "=#VALUE!"
    assert "Typed: 1,5." in sheet["D5"].comment.text
    assert sheet["B3"].comment is sheet["A1"].comment is None
    names = {row[0].value: row[2].value for row in written("workings")[1]["Named results"]}
    assert names["Demand.TPS"] == names["Option_NAS_NFS.Status"] == "formula"
    assert names["Option_NAS_NFS.FirstShare"] == names["Option_FC_SAN.Prices_E2"] == "value"


def test_figures_keep_their_formats_and_typed_ones_are_inputs() -> None:
    book = written("workings")[1]
    sheet = book["Workings"]
    formats = {cell: sheet[cell].number_format.removeprefix("[$-409]") for cell in
               ("B1", "C1", "C2", "B3", "B4", "B5", "B6", "D9")}  # fmt: skip
    assert formats == {
        "B1": "#,##0.00", "C1": "0%", "C2": "0.0%", "B3": "[$BRL-409] #,##0.00", "B4": "0.0",
        "B5": "0.00%", "B6": "m/d/yyyy", "D9": "0.0%",
    }  # fmt: skip
    inputs = {sheet[cell].fill.fgColor.rgb for cell in ("B1", "B2", "B9")}
    assert inputs == {book["Requirement"]["B5"].fill.fgColor.rgb}
    assert sheet["B3"].fill.fgColor.rgb not in inputs


def test_texts_of_the_workings_stay_texts() -> None:
    outside = ("<r><t>markup</t></r>", "+1+1", "@SUM(A1) -2", "\x1b bell", "x" * 2_000)
    typed = [
        InputCell(CellAddress(WORKINGS_KEY, row, 0), text) for row, text in enumerate(outside)
    ]
    cells = {cell.address: cell for cell in typed}
    facts = STUDIES["workings"]
    built = content(facts)
    workings = build_workings(cells, facts, built.answer)
    book = openpyxl.load_workbook(BytesIO(build_workbook(replace(built, workings=workings))))
    assert {cell.data_type for cell in book["Workings"]["A"]} == {"s"}
    assert "Named results" not in book.sheetnames


def test_a_long_text_is_set_in_lines_and_makes_no_sheet_that_nobody_can_read() -> None:
    """Printed in one line it would shrink the page, which is fitted to what is on it."""
    facts = STUDIES["workings"]
    built = content(facts)
    typed = [
        InputCell(CellAddress(WORKINGS_KEY, row, 1), text)
        for row, text in enumerate(("a " * 500, "b"))
    ]
    workings = build_workings({cell.address: cell for cell in typed}, facts, built.answer)
    book = openpyxl.load_workbook(BytesIO(build_workbook(replace(built, workings=workings))))
    sheet = book["Workings"]
    assert sheet["B1"].alignment.wrap_text
    assert not sheet["B2"].alignment.wrap_text
    assert sheet.row_dimensions[1].height > 20 * 15
    assert sheet.row_dimensions[2].height is None
    assert sheet.print_area == "'Workings'!$A$1:$B$2"


def test_a_column_is_as_wide_as_its_widest_figure() -> None:
    facts = STUDIES["workings"]
    built = content(facts)
    place = CellAddress(WORKINGS_KEY, 0, 1)
    typed = InputCell(place, "=10^12/7", number_format="currency 2")
    workings = build_workings({place: typed}, facts, built.answer)
    book = openpyxl.load_workbook(BytesIO(build_workbook(replace(built, workings=workings))))
    assert book["Workings"].column_dimensions["B"].width > len("BRL 142,857,142,857.14")
