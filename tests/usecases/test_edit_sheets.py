from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.messages import UserError
from arraywise.domain.options import ProvisioningTime
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import read_input_cells
from arraywise.store.study import create_study, open_study
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_cells import edit_sheets
from arraywise.usecases.edit_options import add_option, rename_option
from arraywise.usecases.undo import undo_step
from arraywise.worksheets.evaluation import SheetCalculator
from arraywise.worksheets.fields import price_sheet_key, provisioning_sheet_key
from arraywise.worksheets.input_parsing import convert_decimal_mark, rewrite_copied_text
from arraywise.worksheets.sheets import (
    SheetEdit,
    build_column_deletion,
    build_column_insertion,
    build_row_deletion,
    build_row_insertion,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.store.study import Study

LINE = PriceLine("Array", Decimal(100), Decimal(2))


def build_study(path: Path) -> None:
    with create_study(path, name="S") as built:
        for name in ("NAS", "FC SAN"):
            option = add_option(built, name)
            sheet = PriceSheet("EUR", (LINE, LINE))
            edit_sheets(built, SheetEdit(prices={option.id: sheet}), "prices")


@pytest.fixture
def study(built_once: Callable[..., Path], tmp_path: Path) -> Iterator[Study]:
    with open_study(built_once(build_study, tmp_path / "s.arraywise")) as study:
        yield study


def key(study: Study, name: str) -> str:
    facts = read_facts(study)
    return price_sheet_key(next(k.option.id for k in facts.options if k.option.name == name))


def put(study: Study, sheet: str, row: int, column: int, text: str, decimal: str = ".") -> None:
    cell = InputCell(CellAddress(sheet, row, column), text, decimal)
    edit_sheets(study, SheetEdit(typed=(cell,)), "cells")


def price(study: Study, name: str, row: int = 0) -> Decimal | None:
    sheets = {k.option.name: k.price_sheet for k in read_facts(study).options}
    return sheets[name].lines[row].unit_price


def results(study: Study) -> dict[CellAddress, object]:
    facts = read_facts(study)
    built = SheetCalculator().calculate(facts, decide_study(study), read_input_cells(study))
    return built.results


def test_workings_give_prices_and_undo_takes_both_back(study: Study) -> None:
    put(study, "workings", 0, 0, "=NAS!E1*1.1")
    put(study, key(study, "FC SAN"), 1, 4, "=Workings!A1+0,5", ",")
    assert price(study, "FC SAN", 1) == Decimal("110.5")
    nas = int(key(study, "NAS").partition("/")[2])
    dearer = PriceSheet("EUR", (PriceLine("Array", Decimal(200)), LINE))
    edit_sheets(study, SheetEdit(prices={nas: dearer}), "prices")
    assert price(study, "FC SAN", 1) == Decimal("220.5")
    undo_step(study)
    assert (price(study, "NAS"), price(study, "FC SAN", 1)) == (Decimal(100), Decimal("110.5"))
    undo_step(study)
    assert price(study, "FC SAN", 1) == Decimal(100)
    assert list(read_input_cells(study)) == [CellAddress("workings", 0, 0)]


def test_a_formula_at_fault_leaves_a_price_missing(study: Study) -> None:
    nas = key(study, "NAS")
    put(study, nas, 0, 4, "=1/0")
    assert price(study, "NAS") is None
    assert read_facts(study).options[0].price_sheet.unparsed == 1
    assert decide_study(study).options[0].price is None
    put(study, nas, 0, 5, "=0-5")
    facts = read_facts(study)
    assert facts.options[0].price_sheet.lines[0].quantity == 2
    assert "below zero" in str(results(study)[CellAddress(nas, 0, 5)].fault.message)


def test_a_price_from_the_models_price_is_refused_as_a_circle(study: Study) -> None:
    fc = key(study, "FC SAN")
    put(study, fc, 0, 4, "=Option_NAS.Price*2")
    assert price(study, "FC SAN") is None
    assert "Circular reference" in str(results(study)[CellAddress(fc, 0, 4)].fault.message)


def test_results_of_the_model_reach_the_workings(study: Study) -> None:
    put(study, "workings", 0, 0, "=Option_NAS.Price+Option_FC_SAN.Price")
    put(study, "workings", 1, 0, "=Demand.TPS")
    put(study, "workings", 2, 0, "=Option_NAS.CapacityTPS")
    put(study, "workings", 3, 0, "=Requirement!B2")
    result = results(study)
    assert result[CellAddress("workings", 0, 0)].value == 800
    assert result[CellAddress("workings", 1, 0)].value == decide_study(study).demand_tps
    assert result[CellAddress("workings", 2, 0)].fault.code == "#N/A"
    assert (
        result[CellAddress("workings", 3, 0)].value
        == read_facts(study).requirement.visits_per_month
    )


def test_provisioning_and_requirement_take_formulas(study: Study) -> None:
    option = read_facts(study).options[0].option.id
    times = (ProvisioningTime("Make LUN", 1, 120.0),)
    edit_sheets(study, SheetEdit(times={option: times}), "times")
    put(study, provisioning_sheet_key(option), 0, 2, "=B1*3")
    put(study, "requirement", 0, 1, "=50*5")
    facts = read_facts(study)
    assert [t.seconds for t in facts.options[0].provisioning] == [120.0, 360.0]
    assert facts.requirement.response_time_s == 0.25
    put(study, "requirement", 0, 1, "=0")
    assert read_facts(study).requirement.response_time_s == 0.25
    assert "above zero" in str(results(study)[CellAddress("requirement", 0, 1)].fault.message)


def test_cells_beyond_the_sheet_are_refused(study: Study) -> None:
    with pytest.raises(UserError, match="100 columns"):
        put(study, "workings", 0, 100, "1")
    with pytest.raises(UserError, match="characters"):
        put(study, "workings", 0, 0, "x" * 5000)
    assert read_input_cells(study) == {}


def cells(**texts: str) -> dict[CellAddress, InputCell]:
    built = (
        InputCell(CellAddress("workings", int(c[1:]) - 1, ord(c[0]) - 65), t)
        for c, t in texts.items()
    )
    return {cell.address: cell for cell in built}


def texts(found: dict[CellAddress, InputCell]) -> dict[str, str]:
    return {f"{chr(65 + p.column)}{p.row + 1}": c.text for p, c in found.items()}


def test_formulas_follow_rows_that_come_and_go() -> None:
    before = cells(A1="=SUM(A2:A3)", A2="2", A3="3", B5="=A3+Workings!A2")
    edit = build_row_insertion(before, "workings", "Workings", 2, 1)
    assert texts(edit.typed_cells_after(before)) == {
        "A1": "=SUM(A2:A4)", "A2": "2", "A4": "3", "B6": "=A4+Workings!A2"
    }  # fmt: skip
    edit = build_row_deletion(before, "workings", "Workings", 1, 1)
    assert texts(edit.typed_cells_after(before)) == {
        "A1": "=SUM(A2:A2)", "A2": "3", "B4": "=A2+#REF!"
    }  # fmt: skip


def test_formulas_follow_columns_that_come_and_go() -> None:
    before = cells(A1="=SUM(C:C)+SUM(B2:D3)", B1="2", D4="=$C$1*Workings!B1+SUM(A:B)")
    edit = build_column_insertion(before, "workings", "Workings", 2, 2)
    assert texts(edit.typed_cells_after(before)) == {
        "A1": "=SUM(E:E)+SUM(B2:F3)", "B1": "2", "F4": "=$E$1*Workings!B1+SUM(A:B)",
    }  # fmt: skip
    edit = build_column_deletion(before, "workings", "Workings", 1, 2)
    assert texts(edit.typed_cells_after(before)) == {
        "A1": "=SUM(#REF!)+SUM(B2:B3)", "B4": "=#REF!*#REF!+SUM(A:A)",
    }  # fmt: skip


def test_whole_columns_stay_whole_when_rows_come_and_go() -> None:
    before = cells(A1="=SUM(C:C)+COUNT(Workings!$A:B)", C5="1")
    for edit in (
        build_row_insertion(before, "workings", "Workings", 1, 3),
        build_row_deletion(before, "workings", "Workings", 1, 2),
    ):
        assert edit.typed_cells_after(before)[CellAddress("workings", 0, 0)].text == before[
            CellAddress("workings", 0, 0)
        ].text  # fmt: skip
    assert rewrite_copied_text("=SUM(C:C,$C:C)", ".", 5, 1) == "=SUM(D:D,$C:D)"


def test_a_range_to_the_last_row_or_column_stays_inside_the_sheet() -> None:
    before = cells(A1="=SUM(B1:B100000)+SUM(B2:CV2)+CV5")
    edit = build_column_insertion(before, "workings", "Workings", 1, 1)
    assert texts(edit.typed_cells_after(before))["A1"].startswith(
        "=SUM(C1:C100000)+SUM(C2:CV2)+#REF!"
    )
    edit = build_row_insertion(before, "workings", "Workings", 1, 1)
    assert texts(edit.typed_cells_after(before))["A1"].startswith(
        "=SUM(B1:B100000)+SUM(B3:CV3)+CV6"
    )
    full = {CellAddress("workings", 0, 99): InputCell(CellAddress("workings", 0, 99), "1")}
    with pytest.raises(UserError, match="No room for more columns"):
        build_column_insertion(full, "workings", "Workings", 0, 1)


def test_copied_formulas_go_along() -> None:
    assert rewrite_copied_text("=A1*$B$1+NAS!C2", ".", 1, 2) == "=C2*$B$1+NAS!E3"
    assert rewrite_copied_text("=1,5*A1", ",", 1, 0) == "=1,5*A2"
    assert rewrite_copied_text("A1", ".", 1, 1) == "A1"
    assert rewrite_copied_text("=(", ".", 1, 1) == "=("


def test_typed_texts_are_spelled_for_another_country() -> None:
    assert convert_decimal_mark("=SUM(A1;1,5)", ",", ".") == "=SUM(A1,1.5)"
    assert convert_decimal_mark("1.234,5", ",", ".") == "1234.5"
    assert convert_decimal_mark("12,5%", ",", ".") == "12.5%"
    assert convert_decimal_mark("a,b", ",", ".") == "a,b"


def test_formulas_follow_an_option_that_gets_another_name(study: Study) -> None:
    put(study, "workings", 0, 0, "=NAS!E1+Option_NAS.Price+Option_FC_SAN.Price+Demand.TPS")
    option = read_facts(study).options[0].option
    rename_option(study, option.id, "Filer 2")
    text = read_input_cells(study)[CellAddress("workings", 0, 0)].text
    assert text == "='Filer 2'!E1+Option_Filer_2.Price+Option_FC_SAN.Price+Demand.TPS"
    assert results(study)[CellAddress("workings", 0, 0)].value > 900
    undo_step(study)
    assert read_input_cells(study)[CellAddress("workings", 0, 0)].text.startswith("=NAS!E1")


def test_a_name_by_option_stays_as_typed_and_follows_a_renamed_option(study: Study) -> None:
    typed = '=Option( "FC SAN" ).Price+Option("nas").Price'
    put(study, "workings", 0, 0, typed)
    assert read_input_cells(study)[CellAddress("workings", 0, 0)].text == typed
    total = results(study)[CellAddress("workings", 0, 0)].value
    assert isinstance(total, float)
    option = next(k.option for k in read_facts(study).options if k.option.name == "NAS")
    rename_option(study, option.id, '5" disks')
    text = read_input_cells(study)[CellAddress("workings", 0, 0)].text
    assert text == '=Option("FC SAN").Price+Option("5"" disks").Price'
    assert results(study)[CellAddress("workings", 0, 0)].value == total
