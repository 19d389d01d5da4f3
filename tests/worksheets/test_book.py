from __future__ import annotations

import pytest

from arraywise.domain.cells import CellAddress, CellResult, InputCell
from arraywise.worksheets import workbook
from arraywise.worksheets.workbook import BookSheet, FormulaWorkbook

SHEETS = (
    BookSheet("workings", "Workings", feeds_model=False),
    BookSheet("prices/1", "NAS NFS", computed_columns=frozenset({10})),
    BookSheet("prices/2", "FC", computed_columns=frozenset({10})),
)
RESULTS = {"Demand.TPS": 84.0, "Option_NAS_NFS.Price": 1000.25, "Option_FC.Capacity": None}

ALIASES = {
    'Option("NAS NFS").Price': "Option_NAS_NFS.Price",
    'Option("2"" disk").Price': "Option_NAS_NFS.Price",
    'Option("FC").Capacity': "Option_FC.Capacity",
}


def at(cell: str, sheet: str = "workings") -> CellAddress:
    return CellAddress(sheet, int(cell[1:]) - 1, ord(cell[0]) - ord("A"))


def typed(decimal: str = ".", **cells: str) -> dict[CellAddress, InputCell]:
    return {at(c): InputCell(at(c), text, decimal) for c, text in cells.items()}


def book() -> FormulaWorkbook:
    built = FormulaWorkbook(SHEETS, RESULTS, ALIASES)
    built.set_input_values(
        {
            at("E4", "prices/1"): 200.0,
            at("F4", "prices/1"): 3.0,
            at("K4", "prices/1"): 600.0,
        }
    )
    return built


def worked_out(decimal: str = ".", **cells: str) -> dict[str, CellResult]:
    built = book()
    built.set_typed_cells(typed(decimal, **cells))
    return {f"{chr(65 + p.column)}{p.row + 1}": r for p, r in built.calculate().items()}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("=12*450*0.9", 4860.0),
        ("='NAS NFS'!E4*2", 400.0),
        ("='nas nfs'!K4+1", 601.0),
        ("=Demand.TPS*2", 168.0),
        ("=option_nas_nfs.price", 1000.25),
        ('=Option("NAS NFS").Price', 1000.25),
        ('=2*option ( "nas nfs" ) . price+SUM(1,Option("2"" disk").Price)', 3001.75),
        ("=SUM(B1:B3)", 6.0),
        ("=SUM(B:B)", 6.0),
        ('=IF(B1>0,"yes","no")', "yes"),
        ('="a"&B2', "a2"),
        ("1,234.5", 1234.5),
        ("50%", 0.5),
        ("'12", "12"),
        ("true", True),
        ("Storage", "Storage"),
    ],
)  # fmt: skip
def test_what_is_typed_comes_to(text: str, value: object) -> None:
    result = worked_out(A1=text, B1="1", B2="2", B3="3")["A1"]
    assert (result.value, result.fault) == (value, None)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1.234,56", 1234.56), ("=12,5*2", 25.0), ("=SUM(1,5;B1)", 2.5), ("=ROUND(2,345;2)", 2.35)],
)
def test_a_decimal_comma(text: str, value: float) -> None:
    assert worked_out(",", A1=text, B1="1")["A1"].value == value


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("=1/0", "#DIV/0!", "Division by zero"),
        ("=Nowhere!A1", "#REF!", "no sheet “Nowhere”"),
        ("=Demand.TSP", "#NAME?", "Did you mean Demand.TPS"),
        ("=FOO(1)", "#NAME?", "No function FOO"),
        ("=A1", "#CIRC!", "depends on itself"),
        ("=RAND()", "#NAME?", "not available"),
        ("=12,5*2", "#ERROR!", "thousands"),
        ("=(1", "#ERROR!", "closing bracket is missing"),
        ("=1 2", "#ERROR!", "operator is missing"),
        ("=B1:B3*2", "#VALUE!", "a range"),
        ("=Option_FC.Capacity", "#N/A", "not zero"),
        ("1,5", "#VALUE!", "for decimals"),
        ("=A200000", "#REF!", "outside"),
        ('="x"+1', "#VALUE!", "Wrong type"),
        ("=" + "(" * 5000 + "1" + ")" * 5000, "#ERROR!", "characters"),
        ("=" + "(" * 500 + "1" + ")" * 500, "#ERROR!", "deep"),
        ("=LAMBDA(1)", "#NAME?", "not available"),
    ],
)  # fmt: skip
def test_a_fault_is_named_in_words(text: str, code: str, word: str) -> None:
    result = worked_out(A1=text)["A1"]
    assert result.value is None
    assert result.fault.code == code
    assert word in str(result.fault.message)


def test_an_error_says_which_cell_it_comes_from() -> None:
    results = worked_out(A1="=1/0", A2="=A1+1", A3="=SUM(A2:A2)", B1="1,5", B2="=B1*2")
    assert (results["A3"].fault.code, results["A3"].fault.origin) == ("#DIV/0!", "A1")
    assert results["B2"].fault.origin == "B1"
    assert "for decimals" in str(results["B2"].fault.message)


def test_a_price_that_comes_from_a_result_of_the_model_is_a_circle() -> None:
    built = book()
    price, by_workings = at("E1", "prices/2"), at("E2", "prices/2")
    cells = {
        price: InputCell(price, "=Option_NAS_NFS.Price*1.1"),
        by_workings: InputCell(by_workings, "=Workings!A1"),
        **typed(A1="=A2*2", A2="=Demand.TPS"),
    }
    built.set_typed_cells(cells)
    results = built.calculate()
    assert results[price].fault.code == results[by_workings].fault.code == "#CIRC!"
    assert "Circular reference: the model input E1" in str(results[price].fault.message)
    assert "Workings!A2" in str(results[by_workings].fault.message)
    assert results[at("A1")].value == 168.0
    built.set_typed_cells({**cells, at("A2"): InputCell(at("A2"), "5")})
    assert built.calculate()[by_workings].value == 10.0


def test_workings_feed_prices_and_prices_workings() -> None:
    built = book()
    price = at("E1", "prices/2")
    built.set_typed_cells(
        {
            price: InputCell(price, "=Workings!A1"),
            **typed(A1="='NAS NFS'!F4*2", A2="=FC!E1+'NAS NFS'!K4"),
        }
    )
    results = built.calculate()
    assert (results[price].value, results[at("A2")].value) == (6.0, 606.0)
    built.set_input_values({at("F4", "prices/1"): 5.0})
    assert built.calculate()[price].value == 10.0


def test_a_price_that_comes_from_an_extended_price_is_a_circle() -> None:
    built = book()
    price = at("E1", "prices/2")
    built.set_typed_cells({price: InputCell(price, "=SUM('NAS NFS'!E4:K4)")})
    assert "'NAS NFS'!K" in str(built.calculate()[price].fault.message)


def test_a_typed_cell_taken_away_gives_the_given_one_back() -> None:
    built = book()
    price = at("E4", "prices/1")
    built.set_typed_cells({price: InputCell(price, "12 pcs"), **typed(A1="='NAS NFS'!E4")})
    results = built.calculate()
    assert "not a number" in str(results[price].fault.message)
    assert results[at("A1")].fault.origin == "'NAS NFS'!E4"
    built.set_typed_cells(typed(A1="='NAS NFS'!E4"))
    assert built.calculate()[at("A1")].value == 200.0


def test_results_that_change_are_followed() -> None:
    built = book()
    built.set_typed_cells(typed(A1="=Demand.TPS+Option_FC.Capacity"))
    assert built.calculate()[at("A1")].fault.code == "#N/A"
    built.set_results({**RESULTS, "Option_FC.Capacity": 16.0})
    assert built.calculate()[at("A1")].value == 100.0


def test_texts_cannot_double_without_end() -> None:
    cells = {f"A{row}": f"=A{row - 1}&A{row - 1}" for row in range(2, 60)}
    results = worked_out(A1="x" * 1000, **cells)
    assert len(results["A2"].value) == 2000
    assert "cannot be joined" in str(results["A3"].fault.message)


def test_ranges_cannot_be_looked_at_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "_MOST_CELLS_READ", 20_000)
    cells = {f"B{row}": "=SUM(D2:CV100)" for row in range(1, 5)}
    results = worked_out(A1="1", **cells)
    assert results["B1"].value == 0.0
    assert "too many cells" in str(results["B4"].fault.message)


def test_text_that_looks_like_a_formula_or_an_error_stays_text() -> None:
    results = worked_out(A1="'=1+1", A2="#DIV/0!", A3="=A1", A4="=A2")
    assert [results[c].value for c in ("A1", "A2", "A3", "A4")] == [
        "=1+1", "#DIV/0!", "=1+1", "#DIV/0!"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('=Option("NAS NSF").Price', 'Did you mean Option("NAS NFS").Price?'),
        ('=Option("NAS NFS")', "a point and the result"),
        ('=Option("NAS NFS").Speed', "No result"),
    ],
)
def test_a_name_by_option_that_is_not_there_says_which_may_be_meant(text: str, why: str) -> None:
    fault = worked_out(A1=text)["A1"].fault
    assert fault is not None
    assert (fault.code, why in str(fault.message)) == ("#NAME?", True)


def test_a_result_by_its_options_name_is_missing_where_it_is_not_known() -> None:
    fault = worked_out(A1='=Option("FC").Capacity')["A1"].fault
    assert fault is not None
    assert fault.code == "#N/A"
