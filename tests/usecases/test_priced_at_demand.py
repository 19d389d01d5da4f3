"""Price lines whose quantity follows the demand, from the typed cell to the answer (MODEL F3)."""

from __future__ import annotations

import csv
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.messages import UserError
from arraywise.domain.pricing import (
    ZERO,
    PriceLine,
    PriceSheet,
    PriceStep,
    SteppedPrice,
    find_stepped_price,
)
from arraywise.domain.requirement import LoadUnit
from arraywise.shipped import data
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import read_input_cells, read_requirement
from arraywise.store.study import create_study, open_study
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_cells import edit_sheets
from arraywise.usecases.edit_options import add_option
from arraywise.usecases.paste_prices import parse_table_with_headings
from arraywise.usecases.read_price_sheet import import_price_sheet
from arraywise.usecases.undo import undo_step
from arraywise.usecases.workload_profile import set_profile_values
from arraywise.worksheets.evaluation import SheetCalculator
from arraywise.worksheets.fields import PRICE_COLUMNS, price_sheet_key
from arraywise.worksheets.sheets import SheetEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.domain.cells import CellResult
    from arraywise.domain.decision import OptionAnswer
    from arraywise.store.study import Study

QUANTITY = PRICE_COLUMNS["quantity"]
TB = 1e12


def rented(description: str, fee: str) -> PriceLine:
    return PriceLine(description, None, maintenance_per_month=Decimal(fee))


def build_study(path: Path) -> None:
    """Two volumes of cloud block storage for 5,000 IOPS and 1,024 GB."""
    with create_study(path, name="S", currency="USD") as built:
        for name, per_gb, per_io, iops in (
            ("gp3", "0.08", "0.005", "=MAX(0, Demand.IOPS - 3000)"),
            ("io2", "0.125", "0.065", "=Demand.IOPS"),
        ):
            option = add_option(built, name)
            sheet = PriceSheet("USD", (rented("Storage", per_gb), rented("IOPS", per_io)))
            cells = (
                InputCell(cell_of(option.id, 0), "=Demand.TB*1000", "."),
                InputCell(cell_of(option.id, 1), iops, "."),
            )
            edit_sheets(built, SheetEdit(typed=cells, prices={option.id: sheet}), "prices")
        ask(built, load=5000.0, load_unit=LoadUnit.IOPS, usable_bytes=1.024 * TB)


@pytest.fixture
def study(built_once: Callable[..., Path], tmp_path: Path) -> Iterator[Study]:
    with open_study(built_once(build_study, tmp_path / "s.arraywise")) as study:
        yield study


def cell_of(option_id: int, row: int, column: int = QUANTITY) -> CellAddress:
    return CellAddress(price_sheet_key(option_id), row, column)


def ask(study: Study, **changes: object) -> None:
    asked = replace(read_requirement(study), **changes)
    edit_sheets(study, SheetEdit(requirement=asked), "requirement")


def put(study: Study, place: CellAddress, text: str, decimal: str = ".") -> None:
    edit_sheets(study, SheetEdit(typed=(InputCell(place, text, decimal),)), "cells")


def option(study: Study, name: str) -> OptionAnswer:
    return next(o for o in decide_study(study).options if o.option.name == name)


def unrounded(study: Study, name: str) -> Decimal:
    price = option(study, name).price
    assert price is not None
    return price.unrounded


def result(study: Study, place: CellAddress) -> CellResult:
    facts = read_facts(study)
    return (
        SheetCalculator()
        .calculate(facts, decide_study(study), read_input_cells(study))
        .results[place]
    )


def test_golden_prices_of_two_volumes(study: Study) -> None:
    assert unrounded(study, "gp3") == 36 * Decimal("91.92")
    assert unrounded(study, "io2") == 36 * Decimal("453.00")
    assert option(study, "gp3").price.capex == 0
    assert option(study, "gp3").price.opex == 36 * Decimal("91.92")


def test_the_price_follows_the_load_and_the_data(study: Study) -> None:
    ask(study, load=2500.0)
    assert unrounded(study, "gp3") == 36 * Decimal("81.92")
    ask(study, usable_bytes=2.048 * TB)
    assert unrounded(study, "gp3") == 36 * Decimal("163.84")


def test_a_rented_line_that_grows_costs_53_months(study: Study) -> None:
    ask(study, load=1.0, growth_per_month=0.02)
    io = option(study, "io2")
    storage = 36 * Decimal("128")
    assert float((io.price.unrounded - storage) / Decimal("0.065")) == pytest.approx(
        53.034, abs=1e-3
    )


def test_what_is_bought_takes_the_greatest_demand_up_to_the_horizon(study: Study) -> None:
    drives = add_option(study, "drives")
    sheet = PriceSheet("USD", (PriceLine("Drive", Decimal(100)),))
    typed = (InputCell(cell_of(drives.id, 0), "=ROUNDUP(Demand.IOPS/1000; 0)", ","),)
    edit_sheets(study, SheetEdit(typed=typed, prices={drives.id: sheet}), "prices")
    assert unrounded(study, "drives") == 500
    ask(study, growth_per_month=0.02, horizon_months=10)  # 5,000 x 1.02^10 = 6,094.97
    assert unrounded(study, "drives") == 700
    ask(study, horizon_months=46)  # beyond the 36 months that fees are priced for
    assert unrounded(study, "drives") == 1300
    assert result(study, cell_of(drives.id, 0)).value == 13
    ask(study, horizon_months=10, growth_per_month=-0.02)  # the first month asks for most
    assert unrounded(study, "drives") == 500


def test_references_are_put_in_and_follow_their_cells(study: Study) -> None:
    free = CellAddress("workings", 0, 0)
    put(study, free, "=1000+2000")
    gp3 = next(k.option.id for k in read_facts(study).options if k.option.name == "gp3")
    put(study, cell_of(gp3, 1), "=MAX(0, Demand.IOPS - Workings!A1)")
    line = read_facts(study).options[0].price_sheet.lines[1]
    assert line.quantity_formula == "MAX(0,Demand.IOPS-3000)"
    put(study, free, "4000")
    assert unrounded(study, "gp3") == 36 * (Decimal("81.92") + Decimal(1000) * Decimal("0.005"))
    put(study, free, "=Demand.IOPS/2")
    assert unrounded(study, "gp3") == 36 * (Decimal("81.92") + Decimal(2500) * Decimal("0.005"))


def test_a_number_typed_over_the_formula_takes_its_place(study: Study) -> None:
    gp3 = read_facts(study).options[0]
    line = replace(gp3.price_sheet.lines[1], quantity=Decimal(10))
    sheet = replace(gp3.price_sheet, lines=(gp3.price_sheet.lines[0], line))
    gone = frozenset({cell_of(gp3.option.id, 1)})
    edit_sheets(study, SheetEdit(gone, prices={gp3.option.id: sheet}), "prices")
    assert read_facts(study).options[0].price_sheet.lines[1].quantity_formula == ""
    assert unrounded(study, "gp3") == 36 * Decimal("81.97")
    undo_step(study)
    assert unrounded(study, "gp3") == 36 * Decimal("91.92")


def test_formulas_come_back_with_the_file(study: Study, tmp_path: Path) -> None:
    study.close()
    with open_study(tmp_path / "s.arraywise") as again:
        assert unrounded(again, "io2") == 36 * Decimal("453.00")


def test_demand_that_nobody_stated_leaves_the_price_open(study: Study) -> None:
    ask(study, usable_bytes=None)
    answer = decide_study(study)
    assert [o.price for o in answer.options] == [None, None]
    told = [str(f.consequence) for f in answer.findings if "Demand.TB" in str(f.consequence)]
    assert told
    ask(study, usable_bytes=1.024 * TB, load=None, load_unit=LoadUnit.VISITS)
    assert decide_study(study).options[0].price is None
    set_profile_values(study, {"reads": 3.0, "writes": 1.0})
    assert decide_study(study).options[0].price is not None


@pytest.mark.parametrize("column", ["unit_price", "discount", "per_month"])
def test_nothing_but_a_quantity_may_follow_the_demand(study: Study, column: str) -> None:
    gp3 = read_facts(study).options[0].option.id
    place = cell_of(gp3, 0, PRICE_COLUMNS[column])
    put(study, place, "=Demand.TPS")
    assert "Only quantities" in str(result(study, place).fault.message)
    assert option(study, "gp3").price is None


def test_the_requirement_may_not_follow_itself(study: Study) -> None:
    place = CellAddress("requirement", 9, 1)
    put(study, place, "=Demand.TPS/100")
    assert "Only quantities" in str(result(study, place).fault.message)


def test_a_function_that_no_load_can_be_put_into_is_refused_with_reason(study: Study) -> None:
    gp3 = read_facts(study).options[0].option.id
    put(study, cell_of(gp3, 1), "=VALUE(Demand.IOPS)")
    assert "is not allowed" in str(result(study, cell_of(gp3, 1)).fault.message)
    assert option(study, "gp3").price is None


def test_a_cell_shows_the_quantity_that_is_asked_for(study: Study) -> None:
    gp3 = read_facts(study).options[0].option.id
    assert result(study, cell_of(gp3, 1)).value == 2000


def test_buying_beats_renting_from_a_load_on(study: Study) -> None:
    """36 x (0.125 x 1,024 + 0.065 x IOPS) = 20,000 + 5 x IOPS."""
    bought = add_option(study, "bought")
    sheet = PriceSheet("USD", (PriceLine("Array", Decimal(10000)), PriceLine("Port", Decimal(1))))
    edit_sheets(
        study,
        SheetEdit(
            typed=(InputCell(cell_of(bought.id, 1), "=Demand.IOPS", "."),),
            prices={bought.id: sheet},
        ),
        "prices",
    )
    found = [
        load
        for load in decide_study(study).break_even_loads
        if {load.cheaper_below, load.cheaper_above} == {"bought", "io2"}
    ]
    assert [(load.cheaper_below, load.cheaper_above) for load in found] == [("io2", "bought")]
    wanted = (10000 - 36 * 128) / (36 * 0.065 - 1)
    assert found[0].rate_tps == pytest.approx(wanted, rel=1e-6)
    assert float(found[0].price) == pytest.approx(10000 + wanted, abs=0.02)


@pytest.mark.parametrize(("book", "month"), [("gp3", "91.92"), ("io2", "453.00")])
def test_a_price_book_is_read_with_its_formulas(study: Study, book: str, month: str) -> None:
    path = data("price-books", f"aws-ebs-{book}-us-east-1.csv")
    outcome = import_price_sheet(study, "from the book", path)
    assert outcome.total.unrounded == 36 * Decimal(month)
    assert unrounded(study, "from the book") == 36 * Decimal(month)
    known = next(k for k in read_facts(study).options if k.option.name == "from the book")
    assert read_input_cells(study)[cell_of(known.option.id, 0)].text == "=Demand.TB*1000"
    ask(study, usable_bytes=2.048 * TB)  # every edit works the formulas out again
    assert unrounded(study, "from the book") > 36 * Decimal(month)


def test_a_price_book_pasted_into_the_grid_keeps_its_formulas() -> None:
    text = data("price-books", "aws-ebs-gp3-us-east-1.csv").read_text("utf-8")
    pasted = parse_table_with_headings(list(csv.reader(text.splitlines()))[3:], "USD")
    lines = [dict(line) for line in pasted.lines]
    assert [line["quantity"] for line in lines] == ["=Demand.TB*1000", "=MAX(0,Demand.IOPS-3000)"]
    assert [Decimal(line["per_month"]) for line in lines] == [Decimal("0.08"), Decimal("0.005")]


def test_a_price_book_needs_to_know_what_is_asked(study: Study) -> None:
    ask(study, usable_bytes=None)
    with pytest.raises(UserError, match=r"Demand\.TB"):
        import_price_sheet(study, "new", data("price-books", "aws-ebs-gp3-us-east-1.csv"))


def test_a_long_chain_of_cells_is_followed_or_refused_and_never_too_deep(study: Study) -> None:
    gp3 = read_facts(study).options[0].option.id
    chain = tuple(
        InputCell(CellAddress("workings", row, 0), f"=A{row + 2}+1", ".") for row in range(1500)
    )
    last = InputCell(CellAddress("workings", 1500, 0), "=Demand.IOPS", ".")
    first = InputCell(cell_of(gp3, 1), "=Workings!A1", ".")
    edit_sheets(study, SheetEdit(typed=(*chain, last, first)), "cells")
    assert "too many cells" in str(result(study, cell_of(gp3, 1)).fault.message)


def test_a_sheet_with_a_formula_that_is_none_is_refused(study: Study, tmp_path: Path) -> None:
    sheet = tmp_path / "bad.csv"
    sheet.write_text('Description,Price per month,Qty\nDisk,2,"=Demand.TB*(("\n', "utf-8")
    with pytest.raises(UserError):
        import_price_sheet(study, "bad", sheet)


STEPS = """Description,From TB,To TB,Price per month,Qty
Objects,0,10,30,=Demand.TB
Objects,11,50,20,=Demand.TB
Objects,50,and above,12.5,=Demand.TB
"""


def by_hand(tb: str) -> Decimal:
    """Add up the tiers TB by TB, as a person would: 10 at 30, 40 at 20, the rest at 12.5."""
    rest, total = Decimal(tb), Decimal(0)
    for room, price in ((Decimal(10), "30"), (Decimal(40), "20"), (Decimal(10**9), "12.5")):
        part = min(rest, room)
        total, rest = total + part * Decimal(price), rest - part
    return 36 * total


def test_a_price_by_steps_at_ten_loads_is_read_and_read_back(study: Study, tmp_path: Path) -> None:
    sheet = tmp_path / "steps.csv"
    sheet.write_text(STEPS, "utf-8")
    import_price_sheet(study, "objects", sheet)
    for tb in ("1", "9.999", "10", "10.001", "25", "49.5", "50", "50.5", "80", "1000"):
        ask(study, usable_bytes=float(tb) * TB)
        assert float(unrounded(study, "objects")) == pytest.approx(float(by_hand(tb)), rel=1e-12)
    lines = next(
        k.price_sheet.lines for k in read_facts(study).options if k.option.name == "objects"
    )
    taken, price = find_stepped_price(lines, 1)
    assert (taken, price.description, price.quantity) == (range(3), "Objects", "Demand.TB")
    ends = [(step.above, step.up_to, step.price) for step in price.steps]
    assert ends == [(0, 10, 30), (10, 50, 20), (50, None, Decimal("12.5"))]
    assert [x.quantity_formula for x in price.build_lines(lines[0])] == [
        x.quantity_formula for x in lines
    ]
    pasted = parse_table_with_headings(list(csv.reader(STEPS.splitlines())), "USD")
    assert [dict(line)["quantity"] for line in pasted.lines] == [
        f"={line.quantity_formula}" for line in lines
    ]


@pytest.mark.parametrize("ends", [("10", "5"), ("", "50"), ("10", "10")])
def test_steps_out_of_order_are_refused(ends: tuple[str, str]) -> None:
    first, second = (Decimal(end) if end else None for end in ends)
    steps = PriceStep(ZERO, first, ZERO), PriceStep(first or ZERO, second, Decimal(1))
    with pytest.raises(UserError, match="Each step ends above"):
        SteppedPrice("x", "Demand.TB", steps).require_valid_steps()


def test_steps_without_a_quantity_are_refused(study: Study, tmp_path: Path) -> None:
    sheet = tmp_path / "steps.csv"
    sheet.write_text(STEPS.replace("=Demand.TB", ""), "utf-8")
    with pytest.raises(UserError, match="no quantity to divide"):
        import_price_sheet(study, "objects", sheet)
