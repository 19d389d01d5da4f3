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
from tests.importers.prices.readings import read, read_rows, said, sheet_of
from tests.importers.prices.test_prices import COLUMNS, said, sheet_of

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
    reading = read_price_sheet("offer.xlsx", workbook(offer))
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

    reading = read_price_sheet("offer.xlsx", workbook(fill))
    assert reading.sheet is None
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
        reading = read_price_sheet("offer.xlsx", repacked(change))
        assert reading.sheet is None
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
    reading = read_price_sheet("{file}", data)
    assert reading.sheet is None
    assert said(reading, Severity.ERROR)


def test_a_damaged_workbook_never_raises() -> None:
    chance = random.Random(7)  # noqa: S311 - damage, not secrets
    whole = workbook(offer)
    for i in range(60):
        data = bytearray(whole[: chance.randrange(len(whole))] if i % 3 == 0 else whole)
        for _ in range(chance.choice((1, 5, 50)) if data else 0):
            data[chance.randrange(len(data))] = chance.randrange(256)
        reading = read_price_sheet("damaged.xlsx", bytes(data))
        assert reading.sheet is not None or said(reading, Severity.ERROR)


def test_formulas_without_values_below_a_heading_of_money_are_asked_about() -> None:
    """A workbook that no spreadsheet has saved holds formulas and no values."""
    book = openpyxl.Workbook()
    book.active.append(("Description", "Unit Price", "Qty", "Setup cost"))
    book.active.append(("Array", 100, 2, "=B2*0.1"))
    stream = io.BytesIO()
    book.save(stream)
    reading = read_price_sheet("a.xlsx", stream.getvalue())
    assert reading.sheet is None
    assert reading.offer is not None
    assert reading.offer.money == ("Setup cost",)
