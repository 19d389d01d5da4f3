"""The workbook of a stored study: its scenarios, its paper, and a place that cannot be written."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import openpyxl
import pytest

from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.messages import UserError
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.store.reading.inputs import read_report_options, read_requirement
from arraywise.store.study import create_study
from arraywise.usecases.compare_scenarios import add_scenario, use_scenario
from arraywise.usecases.edit_cells import edit_sheets
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_report_options, set_requirement
from arraywise.usecases.export_documents import export_workbook
from arraywise.worksheets.sheets import SheetEdit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.store.study import Study

NAME = "=Peak(A1)"


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    """A study of one priced option, with a scenario in use that asks for more visits."""
    with create_study(tmp_path / "s.arraywise", name="s", currency="EUR") as built:
        upsert_prices(built, "NAS", PriceSheet("EUR", (PriceLine("Shelf", Decimal("10.01")),)))
        use_scenario(built, add_scenario(built, NAME))
        asked = replace(read_requirement(built), visits_per_month=2_000_000)
        set_requirement(built, asked)
        yield built


def test_scenarios_stand_side_by_side(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "w.xlsx"
    export_workbook(study, path)
    book = openpyxl.load_workbook(path)
    rows = {row[0].value: row for row in book["Scenarios"].iter_rows(max_col=3)}
    assert [cell.value for cell in rows["What"]] == ["What", "Base", NAME]
    assert {cell.data_type for cell in rows["What"]} == {"s"}
    assert [cell.value for cell in rows["Visits per month"][1:]] == [1_000_000, 2_000_000]
    assert rows["In use"][2].value == "yes"
    assert "visits" in rows["Differs from the base in"][2].value
    assert "Value" in book["Scenarios"]["A2"].value


def test_the_workings_go_along_with_their_formulas(study: Study, tmp_path: Path) -> None:
    typed = {(0, 0): ("Disks", ""), (0, 1): ("4", "number 1"),
             (1, 1): ('=B1*Option("NAS").Price', "currency 2")}  # fmt: skip
    cells = tuple(
        InputCell(CellAddress("workings", *at), text, ".", form)
        for at, (text, form) in typed.items()
    )
    path = tmp_path / "w.xlsx"
    export_workbook(study, path)
    assert "Workings" not in openpyxl.load_workbook(path).sheetnames
    edit_sheets(study, SheetEdit(typed=cells), "workings")
    export_workbook(study, path)
    sheet = openpyxl.load_workbook(path)["Workings"]
    assert [sheet[cell].value for cell in ("A1", "B1", "B2")] == [
        "Disks", 4, "=B1*Option_NAS.Price"
    ]  # fmt: skip
    assert openpyxl.load_workbook(path, data_only=True)["Workings"]["B2"].value == 44


def test_the_paper_is_that_of_the_report(study: Study, tmp_path: Path) -> None:
    set_report_options(study, replace(read_report_options(study), paper="Letter"))
    path = tmp_path / "w.xlsx"
    export_workbook(study, path)
    book = openpyxl.load_workbook(path)
    assert {sheet.page_setup.paperSize for sheet in book} == {1}


def test_a_place_that_is_taken_is_said_and_stays_as_it_is(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "w.xlsx"
    path.mkdir()
    (path / "kept.txt").write_text("kept", "utf-8")
    with pytest.raises(UserError, match=r"w\.xlsx was not written: it is a folder"):
        export_workbook(study, path)
    assert (path / "kept.txt").read_text("utf-8") == "kept"
    assert [p.name for p in tmp_path.glob(".*")] == []
