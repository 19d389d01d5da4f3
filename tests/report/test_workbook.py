from __future__ import annotations

import math
import zipfile
from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from arraywise.domain.criteria import Criterion
from arraywise.domain.requirement import Convention, Rule
from arraywise.report.workbook.grid import cell_text
from arraywise.report.workbook_xlsx import build_workbook
from arraywise.usecases.decide_study import answer
from tests.report.example import CRITERIA, FACTS, NAMES, content_of, example, prepared
from tests.report.hostile import with_names
from tests.report.recalculation import recalculate

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts

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


def is_same(one: object, other: object) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=PRECISION, abs_tol=1e-12)
    return (one or None) == (other or None)


def with_unit_price(option: str, description: str, price: Decimal) -> StudyFacts:
    position = list(NAMES).index(option)
    facts = FACTS.options[position]
    assert facts.price_sheet is not None
    lines = tuple(
        replace(x, unit_price=price) if x.description == description else x
        for x in facts.price_sheet.lines
    )
    changed = replace(facts, price_sheet=replace(facts.price_sheet, lines=lines))
    return replace(
        FACTS, options=(*FACTS.options[:position], changed, *FACTS.options[position + 1 :])
    )


VARIATIONS: dict[str, tuple[dict[str, object], dict[str, Any]]] = {
    "target": ({"Target_ms": 150}, {"response_time_s": 0.15}),
    "easy target": (
        {"Target_ms": 260, "Least_headroom": 0, "Budget": None},
        {"response_time_s": 0.26, "min_headroom": 0.0, "budget": None},
    ),
    "fewer visits in a longer month": (
        {"Visits_per_month": 30_000_000, "Days_per_month": 31},
        {"visits_per_month": 30_000_000, "days_per_month": 31},
    ),
    "more visits": ({"Visits_per_month": 66_096_000}, {"visits_per_month": 66_096_000}),
    "hardly any visits at a small budget": (
        {"Visits_per_month": 1_000_000, "Budget": 530_000},
        {"visits_per_month": 1_000_000, "budget": Decimal(530_000)},
    ),
    "sustained, shared storage at the lowest price": (
        {"Convention": "sustained", "Needs_shared_storage": "yes", "Rule": "lowest price"},
        {
            "convention": Convention.SUSTAINED,
            "needs_shared_storage": True,
            "rule": Rule.LOWEST_PRICE,
        },
    ),
    "frontier with a reserve": (
        {"Rule": "frontier", "Reserve": 0.02},
        {"rule": Rule.FRONTIER, "reserve": 0.02},
    ),
    "swings": (
        {"Swing_Provisioning": 95, "Swing_Price": 0},
        {Criterion.PROVISIONING: 95, Criterion.PRICE: 0},
    ),
    "unit price": ({ARRAY: 301_234.56}, {ARRAY: Decimal("301234.56")}),
}
"""What is typed into the workbook's cells, and the same change of the study."""


def edit(book: Workbook, cells: dict[str, object]) -> None:
    for name, value in cells.items():
        if name == ARRAY:
            sheet = book["Prices"]
            row = next(cell.row for cell in sheet["B"] if cell.value == ARRAY)
            sheet.cell(row, 5).value = value
        else:
            cell_of(book, name).value = value


def study_with(changes: dict[str, Any]) -> StudyFacts:
    if ARRAY in changes:
        return with_unit_price("FC SAN", ARRAY, changes[ARRAY])
    if Criterion.PRICE in changes:
        swings = [replace(s, swing=changes.get(s.criterion, s.swing)) for s in CRITERIA]
        return replace(FACTS, criteria=tuple(swings))
    return replace(FACTS, requirement=replace(FACTS.requirement, **changes))


def answer_to(name: str) -> Answer:
    return answer(prepared(), study_with(VARIATIONS[name][1]), draws=0)


STUDIES = {
    "whole": FACTS,
    "nothing known": replace(
        FACTS,
        options=tuple(
            replace(facts, load_runs=(), price_sheet=None, provisioning=())
            for facts in FACTS.options
        ),
    ),
    "parts missing": replace(
        FACTS,
        requirement=replace(FACTS.requirement, budget=None),
        criteria=(),
        options=(
            replace(FACTS.options[0], price_sheet=None),
            replace(FACTS.options[1], provisioning=()),
            replace(FACTS.options[2], load_runs=FACTS.options[2].load_runs[:5]),
            replace(FACTS.options[3], load_runs=()),
            FACTS.options[4],
        ),
    ),
    "no option": replace(FACTS, options=()),
}


@pytest.fixture(scope="module")
def written() -> dict[str, bytes]:
    return {name: build_workbook(content_of(facts)) for name, facts in STUDIES.items()}


@pytest.fixture(scope="module")
def recalculated(
    written: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Workbook]:
    """Each study as it was written, and each variation, worked out anew in one go."""
    folder = tmp_path_factory.mktemp("workbooks")
    files = {name: folder / f"{n}.xlsx" for n, name in enumerate([*STUDIES, *VARIATIONS])}
    for name, data in written.items():
        files[name].write_bytes(data)
    for name, (cells, _) in VARIATIONS.items():
        book = load(written["whole"])
        edit(book, cells)
        book.save(files[name])
    return dict(zip(files, recalculate(list(files.values()), folder), strict=True))


@pytest.mark.parametrize("name", STUDIES)
def test_every_formula_has_the_value_that_libreoffice_gives_it(
    name: str, written: dict[str, bytes], recalculated: dict[str, Workbook]
) -> None:
    before, anew = load(written[name], values=True), recalculated[name]
    places = formulas(load(written[name]))
    wrong = [
        (sheet, place)
        for sheet, place in places
        if not is_same(before[sheet][place].value, anew[sheet][place].value)
    ]
    assert len(places) > (400 if name == "whole" else 10)
    assert wrong == []


@pytest.mark.parametrize("name", VARIATIONS)
def test_a_changed_input_gives_what_the_app_answers(
    name: str, recalculated: dict[str, Workbook]
) -> None:
    assert differences(recalculated[name], answer_to(name)) == []


def test_the_variations_change_the_recommendation() -> None:
    chosen = [answer_to(name).recommended for name in VARIATIONS]
    assert len({option.name if option else None for option in chosen}) >= 4


def differences(book: Workbook, expected: Answer) -> list[str]:
    """List the figures of a recalculated workbook that are not those of an answer."""
    rows = summary_rows(book)
    wanted = [("demand", cell_of(book, "Demand_tps").value, expected.demand_tps)]
    recommended = expected.recommended.name if expected.recommended else None
    if recommended or expected.requirement.rule is not Rule.FRONTIER:
        shown = cell_of(book, "Recommended").value
        wanted.append(("recommended", shown, recommended or "No option passes"))
    for option in expected.options:
        name, row = option.option.name, rows[option.option.name]
        response = option.response_s
        wanted += [
            (f"{name} status", row["Status"], option.status.value),
            (f"{name} rank", row["Rank"], option.rank),
            (f"{name} response", row["Response time, ms"], in_ms(response.point)),
            (f"{name} low", row["Low, ms"], in_ms(response.low)),
            (f"{name} high", row["High, ms"], in_ms(response.high)),
            (f"{name} visits", row["Capacity, visits/month"], option.capacity_visits_per_month),
            (f"{name} headroom", row["Headroom"], option.headroom),
            (f"{name} price", row["36-month price, BRL"], float(option.price.total)),
        ]
        if option.rank is not None:
            wanted.append((f"{name} score", row["Score"], option.value.point))
            wanted.append(
                (
                    f"{name} per tpm",
                    scoring(book, "Price per transaction a minute", name),
                    float(option.price_per_tpm),
                )
            )
            wanted.append(
                (
                    f"{name} per million",
                    scoring(book, "Price per million visits", name),
                    float(option.price_per_million_visits),
                )
            )
            efficient = scoring(book, "Efficient (1): none is both cheaper and better", name)
            wanted.append((f"{name} efficient", efficient, int(option.on_frontier)))
    return [f"{what}: {one} is not {two}" for what, one, two in wanted if not is_same(one, two)]


def in_ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000


def summary_rows(book: Workbook) -> dict[str, dict[str, Any]]:
    table = [[cell.value for cell in row] for row in book["Summary"].iter_rows()]
    head = next(i for i, row in enumerate(table) if row[0] == "Option")
    return {
        row[0]: dict(zip(table[head], row, strict=True)) for row in table[head + 1 :] if row[0]
    }


def scoring(book: Workbook, label: str, option: str) -> Any:
    table = [[cell.value for cell in row] for row in book["Scoring"].iter_rows()]
    names = next(row for row in table if row[0] == "Option")
    return next(row for row in table if row[0] == label)[names.index(option)]


def test_the_same_study_gives_the_same_bytes() -> None:
    assert build_workbook(example()) == build_workbook(example())


def test_what_each_sheet_holds_stands_in_its_place() -> None:
    book = load(build_workbook(example()), values=True)
    assert book.sheetnames == [
        "Summary", "Requirement", "Evidence", "Performance", "Curves", "Response", "Prices",
        "Provisioning", "Scoring",
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
