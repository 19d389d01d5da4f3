"""Price sheets as workbooks: saved values, formats, formulas without values, and harm."""

from __future__ import annotations

import io
import random
import zipfile
from decimal import Decimal
from typing import TYPE_CHECKING

import openpyxl
import pytest
import xlsxwriter

from arraywise.domain.messages import Severity
from arraywise.domain.pricing import DiscountBase
from arraywise.domain.quotes import QuoteFindingCode, QuoteState, SheetUse
from arraywise.importers.prices import looks_like_quote
from tests.importers.prices.readings import read_file, said, sheet_of
from tests.importers.prices.test_prices import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable


def workbook(fill: Callable[[xlsxwriter.Workbook], None]) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        fill(book)
    return out.getvalue()


def offer(book: xlsxwriter.Workbook) -> None:
    """Write an offer as a spreadsheet would: formats carry currency and percentage."""
    book.add_worksheet("Cover").write(0, 0, "Please turn over")
    sheet = book.add_worksheet("Prices")
    euro = book.add_format({"num_format": "[$€-407] #,##0.00"})
    percent = book.add_format({"num_format": "0.0%"})
    sheet.write_row(2, 0, COLUMNS)
    sheet.write_row(3, 0, ["Storage"])
    sheet.write_row(4, 0, ["Array", "P1", 1, 1000.1, 3], euro)
    sheet.write_formula(4, 5, "=D5*E5", euro, 3000.2999999999997)
    sheet.write(4, 6, "Spared")
    sheet.write_row(5, 0, ["Disk", "P2", 2, 0.1, 3])
    sheet.write_formula(5, 5, "=D6*E6", euro, 0.30000000000000004)
    sheet.write(5, 6, 12)
    sheet.write_row(6, 0, ["Volume discount (source 1)", ""])
    sheet.write(6, 2, 0.145, percent)
    sheet.write_formula(6, 5, "=-C7*F5", euro, -435.0435)
    sheet.write_row(7, 0, ["Total"])
    sheet.write_formula(7, 5, "=F5+F6+F7", euro, 2565.5565)


def test_workbook_is_read_without_a_float_in_sight() -> None:
    reading = read_file("offer.xlsx", workbook(offer))
    sheet = sheet_of(reading)
    assert said(reading) == []
    assert sheet.currency == "EUR"
    assert [(n.unit_price, n.quantity, n.maintenance, n.row) for n in sheet.lines] == [
        (Decimal("1000.1"), 3, None, 5),
        (Decimal("0.1"), 3, 12, 6),
    ]
    assert [(d.share, d.base, d.source) for d in sheet.discounts] == [
        (Decimal("0.145"), DiscountBase.PRICE, "1")
    ]
    assert sheet.notes == ("Array: Spared",)


def test_a_formula_without_a_value_is_named() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["Description", "Unit Price", "Qty", "Extended Price"])
        sheet.write(1, 0, "Array")
        sheet.write_formula(1, 1, "=1+1", None, "")
        sheet.write(1, 2, 3)

    reading = read_file("offer.xlsx", workbook(fill))
    assert not reading.state.gives_price
    assert "Cell B2: formula =1+1" in said(reading, Severity.ERROR)[0][1]


def repacked(change: Callable[[str, bytes], bytes]) -> bytes:
    """Return the offer with the parts of its archive changed."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook(offer))) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def test_a_workbook_that_means_harm_is_refused() -> None:
    def entity(name: str, data: bytes) -> bytes:
        if not name.endswith("sharedStrings.xml"):
            return data
        evil = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>'
        return data.replace(b"<sst", evil + b"<sst", 1)

    def bomb(name: str, data: bytes) -> bytes:
        return data + b" " * 30_000_000 if name.endswith("sheet2.xml") else data

    for change, reason in ((entity, "entities"), (bomb, "unpacked")):
        reading = read_file("offer.xlsx", repacked(change))
        assert not reading.state.gives_price
        assert reason in said(reading, Severity.ERROR)[0][1]


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 and no more",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
        b"\0" * 100,
    ],
)
def test_other_files_are_refused_with_a_reason(data: bytes) -> None:
    reading = read_file("{file}", data)
    assert not reading.state.gives_price
    assert said(reading, Severity.ERROR)


def test_a_damaged_workbook_never_raises() -> None:
    chance = random.Random(7)  # noqa: S311 - damage, not secrets
    whole = workbook(offer)
    for i in range(60):
        data = bytearray(whole[: chance.randrange(len(whole))] if i % 3 == 0 else whole)
        for _ in range(chance.choice((1, 5, 50)) if data else 0):
            data[chance.randrange(len(data))] = chance.randrange(256)
        reading = read_file("damaged.xlsx", bytes(data))
        assert reading.state.gives_price or reading.questions or said(reading, Severity.ERROR)


def test_formulas_without_values_below_a_heading_of_money_are_asked_about() -> None:
    """A workbook that no spreadsheet has saved holds formulas and no values."""
    book = openpyxl.Workbook()
    book.active.append(("Description", "Unit Price", "Qty", "Setup cost"))
    book.active.append(("Array", 100, 2, "=B2*0.1"))
    stream = io.BytesIO()
    book.save(stream)
    reading = read_file("a.xlsx", stream.getvalue())
    assert not reading.state.gives_price
    assert any("D2" in text for _, text in said(reading, Severity.ERROR)) or reading.questions


def sheets(*tables: tuple[str, list[list[object]]]) -> bytes:
    """Return a workbook of sheets by their names."""

    def fill(book: xlsxwriter.Workbook) -> None:
        for name, rows in tables:
            sheet = book.add_worksheet(name)
            for at, row in enumerate(rows):
                sheet.write_row(at, 0, row)

    return workbook(fill)


HEAD = ["Item", "Qty", "Unit price EUR", "Amount EUR"]
HARDWARE = [HEAD, ["Array", 2, 1000, 2000], ["Switch", 3, 100, 300], ["Total", "", "", 2300]]


def test_sheets_that_belong_together_add_and_a_summary_is_a_check() -> None:
    care = [
        ["Item", "Qty", "Price each per month", "Amount per month"],
        ["Care", 2, 50, 100],
        ["Total", "", "", 100],
    ]
    summary = [
        ["Part", "Amount EUR"],
        ["Hardware", 2300],
        ["Maintenance", 3600],
        ["Total 36 months", 5900],
    ]
    data = sheets(("Summary", summary), ("Hardware", HARDWARE), ("Maintenance", care))
    reading = read_file("q.xlsx", data)
    assert (reading.state, reading.price) == (QuoteState.CLOSES, 5900)
    assert [sheet.use for sheet in reading.sheets] == [
        SheetUse.REPEATED,
        SheetUse.COUNTED,
        SheetUse.COUNTED,
    ]


def test_two_offers_on_two_sheets_are_a_choice() -> None:
    other = [HEAD, ["Array small", 2, 900, 1800], ["Total", "", "", 1800]]
    reading = read_file("q.xlsx", sheets(("A", HARDWARE), ("B", other)))
    (question,) = reading.questions
    assert {a.code: a.price for a in question.answers} == {"add": 4100, "A": 2300, "B": 1800}
    assert not reading.state.gives_price
    assert (
        read_file(
            "q.xlsx", sheets(("A", HARDWARE), ("B", other)), question.answers[1].decisions
        ).price
        == 2300
    )


def test_hidden_rows_columns_and_sheets_take_no_part_and_are_named() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet, hidden = book.add_worksheet("Offer"), book.add_worksheet("Old")
        for at, row in enumerate(
            [HEAD, ["Array", 2, 1000, 2000], ["Old disk", 1, 70, 70], ["Total", "", "", 2000]]
        ):
            sheet.write_row(at, 0, row)
            hidden.write_row(at, 0, row)
        sheet.set_row(2, None, None, {"hidden": True})
        hidden.hide()

    reading = read_file("q.xlsx", workbook(fill))
    assert (reading.state, reading.price) == (QuoteState.CLOSES, 2000)
    assert [f.code for f in reading.findings] == [QuoteFindingCode.HIDDEN_PARTS]
    assert reading.sheets[0].rows[2].hidden


def test_formats_in_thousands_are_read_as_they_print() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet()
        thousands, whole = (
            book.add_format({"num_format": f}) for f in ('0.0 "k\u20ac"', '#,##0, "k\u20ac"')
        )
        sheet.write_row(0, 0, ["Item", "Qty", "Unit price", "Amount"])
        sheet.write_row(1, 0, ["Array", 2])
        sheet.write(1, 2, 1.5, thousands)
        sheet.write(1, 3, 3000, whole)
        sheet.write(2, 0, "Total")
        sheet.write(2, 3, 3000, whole)

    assert read_file("q.xlsx", workbook(fill)).price == 3000


@pytest.mark.parametrize(
    ("text", "is_quote"),
    [
        ("Item;Qty;Unit price;Amount\nArray;2;100;200\n", True),
        ("Beschreibung;Monatlich EUR\nSpeicher;120,50\n", True),
        ("l_returnflag|l_linestatus|l_extendedprice|l_quantity\nA|F|37734107.00|5\n", False),
        ("# Read me\nThe price of the array is 5.\n", False),
        ("time,cpu,iops\n1,20,300\n2,30,400\n", False),
        ("", False),
    ],
)
def test_a_table_that_looks_like_a_quote(text: str, is_quote: bool) -> None:  # noqa: FBT001
    assert looks_like_quote("x.csv", text.encode()) is is_quote
