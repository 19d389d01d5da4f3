from __future__ import annotations

import re
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import unescape

import openpyxl
import pytest

from arraywise import __version__
from arraywise.present.language import wording
from arraywise.report.workbook.cells import CODES, cell_text
from arraywise.report.workbook.charts import short
from tests.report.calculated import build_workbook
from tests.report.example import example
from tests.report.hostile import with_names
from tests.report.workbook_studies import ESTIMATED, STUDIES, content
from tests.translations.sentences import report_templates

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook


pytestmark = pytest.mark.timeout(300)  # another program starts first


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
        "Summary", "Charts", "Requirement", "Evidence", "Performance", "Curves", "Response",
        "Prices", "Price totals", "Who includes what", "Provisioning", "Scoring", "Break-evens",
        "Runway", "Chart data", "Provenance", "Inputs as exported",
    ]  # fmt: skip
    hashes = {cell.value for cell in book["Evidence"]["J"]}
    assert {entry.sha256 for entry in example().evidence} <= hashes
    assert book["Summary"]["A2"].value.startswith("Synthetic example")
    assert book.properties.created.isoformat() == "2026-09-15T00:00:00"


def test_estimates_stand_beside_their_means_and_intervals() -> None:
    message = content(ESTIMATED)
    sheet = load(build_workbook(message), values=True)["Provisioning"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    titles = rows[3]
    judged = {row[1]: row[titles.index("Estimates, s")] for row in rows[4:6]}
    assert judged == {"Create the volume": "600 / 720 / 1,200", "Map it to the host": "330 ± 15"}
    assert rows[4][titles.index("Reading 1, s")] == 840
    at = next(n for n, row in enumerate(rows) if "95 % low, min" in row)
    interval = message.answer.options[0].provisioning_s
    row = next(row for row in rows[at:] if row[0] == message.answer.options[0].option.name)
    assert row[6:8] == pytest.approx([interval.low / 60, interval.high / 60])
    plain = load(build_workbook(example()), values=True)["Provisioning"]
    assert "Estimates, s" not in {cell.value for row in plain.iter_rows() for cell in row}


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


@pytest.mark.parametrize(
    ("study", "count"), [("whole", 4), ("nothing known", 1), ("no option", 0)]
)
def test_charts_draw_cells_that_hold_something(study: str, count: int) -> None:
    """Every reference of every chart is to cells, and none of these is empty."""
    data = build_workbook(content(STUDIES[study]))
    book = load(data, values=True)
    with zipfile.ZipFile(BytesIO(data)) as parts:
        charts = [parts.read(n).decode() for n in parts.namelist() if "/charts/chart" in n]
    assert len(charts) == count
    for chart in charts:
        result = [unescape(area) for area in re.findall("<c:f>(.*?)</c:f>", chart)]
        assert len(result) >= 6
        for area in result:
            sheet, place = area.rsplit("!", 1)
            cells = book[sheet.strip("'")][place.replace("$", "")]
            rows = cells if isinstance(cells, tuple) else ((cells,),)
            assert all(cell.value not in {None, ""} for row in rows for cell in row)
        is_bars = "<c:barChart>" in chart  # the options' names need no title
        assert chart.count("<c:title>") == (2 if is_bars else 3)


def test_where_it_comes_from_is_said() -> None:
    book = load(build_workbook(example()), values=True)
    stated = {row[0].value: row[1].value for row in book["Provenance"].iter_rows()}
    assert stated["Study hash (SHA-256)"] == example().identity.study_hash
    assert stated["Program"] == f"Arraywise {__version__}"
    assert stated["Simulations for ranks under noise"] == f"{example().answer.draws:,}"
    assert stated["State of the study"] == "2026-09-15 00:00:00 UTC"
    assert {"Curves", "Performance", "Scoring"} <= stated.keys()


@pytest.mark.parametrize(("paper", "code"), [("A4", 9), ("Letter", 1)])
def test_every_sheet_prints_on_the_width_of_the_paper(paper: str, code: int) -> None:
    book = load(build_workbook(example(), paper=paper))
    for sheet in book:
        assert (sheet.page_setup.paperSize, sheet.page_setup.orientation) == (code, "landscape")
        if sheet.title == "Curves":  # too wide for a page that can be read
            assert sheet.page_setup.scale == 70
            assert [b.id for b in sheet.col_breaks.brk] == [14, 28]
            continue
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToHeight == 0
        assert sheet.page_setup.fitToWidth in {None, 1} or sheet.title == "Prices"
    assert book["Evidence"].print_area == f"'Evidence'!$A$1:$I${len(example().evidence) + 4}"
    assert book["Prices"].freeze_panes == "C4"
    assert book["Performance"].print_title_rows == "$4:$4"


@pytest.mark.parametrize(("language", "code"), [("en", "409"), ("de", "407"), ("pt_BR", "416")])
def test_figures_carry_their_currency_and_the_language(language: str, code: str) -> None:
    book = load(build_workbook(content(STUDIES["rich"]), language=language))
    formats = {cell.number_format for sheet in book for row in sheet for cell in row}
    sign = f"[$-{code}]"
    money = {f"{sign}[${each}-{code}] #,##0.00" for each in ("USD", "BRL")}
    assert {*money, f"{sign}0.0%"} <= formats


@pytest.mark.parametrize("language", ["de", "pt_BR"])
def test_words_of_ours_are_in_the_language_and_names_are_not(language: str) -> None:
    """Every text that is the same in both workbooks is a name, a code of a unit or a figure."""
    books = [
        load(build_workbook(content(STUDIES["rich"]), language=each)) for each in ("en", language)
    ]
    ours = {*report_templates(), *CODES} - {"Option"}
    alike, names = set(), wording(language)
    for one, other in zip(*books, strict=True):
        assert other.title == names.translate(one.title)
        for row, same in zip(one.iter_rows(), other.iter_rows(), strict=True):
            for a, b in zip(row, same, strict=True):
                assert (a.data_type, a.coordinate) == (b.data_type, b.coordinate)
                if a.data_type == "s" and a.value == b.value:
                    alike.add(str(a.value))
    assert {text for text in alike & ours if names.translate(text) != text} == set()
    assert set(books[0].defined_names) == set(books[1].defined_names)
    assert {"FC SAN", "Array, 2 controllers, FC", "BRL"} <= alike


def test_lists_are_named_tables_and_the_summary_is_by_rank() -> None:
    book = load(build_workbook(example()), values=True)
    tables = {t.name: (sheet.title, t) for sheet in book for t in sheet.tables.values()}
    assert {"Options", "Evidence_files", "Load_levels"} <= tables.keys()
    for title, table in tables.values():
        cells = book[title][table.ref]
        assert [cell.value for cell in cells[0]] == table.column_names
        assert cells[0][0].font.bold
        assert table.autoFilter.ref == table.ref
    rows = book["Summary"][tables["Options"][1].ref]
    ranked = [option.option.name for option in example().ranked]
    assert [row[0].value for row in rows[1:]] == ranked


def test_a_capacity_that_was_not_reached_is_marked() -> None:
    sheet = load(build_workbook(example()))["Summary"]
    rules = [rule for area in sheet.conditional_formatting for rule in area.rules]
    marks = [rule for rule in rules if rule.dxf.numFmt is not None]
    options = example().answer.options
    assert len(marks) == 2 * len(options)
    assert {"≥" in rule.dxf.numFmt.formatCode for rule in marks} == {True}
    assert any(option.capacity_is_censored for option in options)


@pytest.mark.parametrize("study", ["whole", "rich", "discounted"])
def test_heads_stay_in_sight_and_stand_on_every_page(study: str) -> None:
    book = load(build_workbook(content(STUDIES[study])))
    for name, head in {"Price totals": "Option", "Break-evens": "Option"}.items():
        sheet = book[name]
        above = int(str(sheet.print_title_rows).split("$")[-1])
        assert sheet.cell(above, 1).value == head
        assert sheet.freeze_panes == f"B{above + 1}"
    scoring = book["Scoring"]
    names = int(str(scoring.print_title_rows).split("$")[-1])
    assert scoring.cell(names, 1).value == "Option"
    assert scoring.freeze_panes == "C1"


OUTSIDE = (
    '=HYPERLINK("http://example.invalid","click")',
    "+1+1",
    "@SUM(A1) -2",
    "<r><t>markup</t></r>",
    "control \x00 \x1b and half a pair \ud800 " + "W" * 40_000,
)


def test_texts_from_outside_stay_texts() -> None:
    book = load(build_workbook(with_names(OUTSIDE)))
    for sheet in ("Prices", "Evidence", "Summary", "Break-evens"):
        cells = {cell.value: cell.data_type for row in book[sheet] for cell in row}
        assert {cells.get(cell_text(text)) for text in OUTSIDE} == {"s"}
    cells = {cell.value: cell.data_type for row in book["Chart data"] for cell in row}
    assert {cells.get(short(text)) for text in OUTSIDE} == {"s"}
    assert max(len(short(text)) for text in OUTSIDE) == 40  # so that legends leave room
    for sheet, text in {"Weights": OUTSIDE[1], "Scenarios": OUTSIDE[2]}.items():
        cells = {cell.value: cell.data_type for row in book[sheet] for cell in row}
        assert cells.get(cell_text(text)) == "s"
    written = [book[sheet][place].value for sheet, place in formulas(book)]
    assert not [f for f in written if "HYPERLINK" in f or "SUM(A1)" in f or f == "=+1+1"]
