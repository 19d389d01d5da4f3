"""Clients' own sheets: columns in any order and language, named by the user where need be."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.domain.pricing import Discount, DiscountBase, Licence, PriceSheet, Spares
from tests.importers.prices.readings import read, read_rows, said, sheet_of

D = Decimal
OWN = "Position;Was;Stk.;Kosten;Pflege\n1;Array;2;1.000,50;90\n2;Kabel;10;5,00;\n"
NAMED = {"description": "Was", "quantity": "stk", "unit_price": "KOSTEN", "maintenance": "Pflege"}


def sheet_of(reading: PriceReading) -> PriceSheet:
    assert reading.sheet is not None, reading.problems
    return reading.sheet


def read(text: str, **message: str) -> PriceReading:
    return read_price_sheet("own.csv", text.encode(), FileHints(mapping=message))


@pytest.mark.parametrize(
    "headings",
    [
        "Menge;Gesamtpreis;Bezeichnung;Einzelpreis;Artikelnr.;Lieferant;Wartung 36 Monate",
        "Qtde.;Valor total;Descrição;Preço unitário;Código;Fornecedor;Manutenção 36 meses",
        "Qty;Amount;Description;Price each;SKU;Vendor;3-yr maintenance",
    ],
)
def test_headings_of_three_languages_in_any_order(headings: str) -> None:
    row = "\n3;3.000,75;Disk;1.000,25;D-1;ACME;100,00\n"
    (line,) = sheet_of(read_price_sheet("a.csv", (headings + row).encode())).lines
    assert (line.description, line.quantity, line.unit_price) == ("Disk", 3, D("1000.25"))
    assert (line.part_number, line.source, line.maintenance) == ("D-1", "ACME", 100)


def test_a_sheet_that_says_nothing_is_offered_with_its_first_rows() -> None:
    reading = read(OWN)
    assert reading.sheet is None
    assert reading.offer is not None
    assert reading.offer.headings == ("Position", "Was", "Stk.", "Kosten", "Pflege")
    assert reading.offer.rows[0] == ("1", "Array", "2", "1.000,50", "90")
    assert reading.offer.likely == (None, "description", "quantity", None, None)


def test_what_the_user_names_is_read() -> None:
    reading = read(OWN, **NAMED)
    first, second = sheet_of(reading).lines
    assert (first.description, first.quantity, first.unit_price) == ("Array", 2, D("1000.50"))
    assert (first.maintenance, second.unit_price) == (90, D("5.00"))
    assert reading.headings == ("Position", "Was", "Stk.", "Kosten", "Pflege")


def test_a_mapping_overrules_what_headings_seem_to_say() -> None:
    text = "Description,Unit price,Offer,Qty\nArray,100,80,1\n"
    (line,) = sheet_of(read(text, unit_price="Offer")).lines
    assert line.unit_price == 80


def test_headings_that_are_not_there_are_named() -> None:
    reading = read(OWN, description="Was", unit_price="Preis")
    assert reading.sheet is None
    assert '"Was", "Preis"' in reading.problems[0].text


@pytest.mark.parametrize("text", ["", "a\n", "1,2,3\n4,5,6\n", "\n\n", "x,y\n"])
def test_what_is_no_table_is_not_offered(text: str) -> None:
    assert read(text).offer is None


def test_terms_of_a_line() -> None:
    text = (
        "Description,Unit price,Qty,Spares,Licence model,Support level,Server,3-Yr Maint.,"
        "Maintenance discount,Currency\n"
        "Disk,10,33,yes,,,,,,EUR\n"
        "Snapshots,100,1,,36-month term,24x7 4 h,,50,20 %,EUR\n"
        "Blade,900,1,,,,x,,,USD\n"
    )
    sheet = sheet_of(read(text))
    disk, snapshots, blade = sheet.lines
    assert sheet.currency == "EUR"
    assert (disk.spares, disk.is_server, disk.currency) == (Spares.INCLUDED, False, "")
    assert (snapshots.licence, snapshots.support) == (Licence.TERM, "24x7 4 h")
    assert snapshots.maintenance_discount == D("0.2")
    assert (blade.is_server, blade.currency) == (True, "USD")


def test_a_discount_on_one_category() -> None:
    """By its own column, or by its words where the printed amount is that of the category."""
    lines = "Description,Category,Unit Price,Qty,Extended\nA,Storage,100,1,100\nB,Net,50,2,100\n"
    plain = lines.replace("Category,", "").replace("Storage,", "").replace("Net,", "")
    (off,) = sheet_of(read(f"{lines}10 % discount,Storage,,,-10\n")).discounts
    assert off == Discount("10 % discount", D("0.1"), DiscountBase.PRICE, None, 4, "Storage")
    (off,) = sheet_of(read(f"{lines}10 % discount on storage,,,,-10\n")).discounts
    assert off.category == "Storage"
    (off,) = sheet_of(read(f"{plain}10 % discount on storage,,,-20\n")).discounts
    assert off.category is None


def test_services_are_paid_once() -> None:
    text = "Description,Unit Price,Qty\nDienstleistungen,,\nAufbau,10,1\nStorage,,\nArray,5,1\n"
    first, second = sheet_of(read(text)).lines
    assert (first.one_off_service, second.one_off_service) == (True, False)


def test_blocks_of_several_options_are_told_apart() -> None:
    block = (
        "{name},,,{code}\nDescription,Unit Price,Qty,Extended\n{item},{price},2,\nTotal,,,{sum}\n"
    )
    text = block.format(name="NAS", code="EUR", item="A", price=5, sum=10) + block.format(
        name="FC SAN", code="BRL", item="B", price=7, sum=14
    )

    def of(option: str) -> PriceReading:
        return read_price_sheet("w.csv", text.encode(), FileHints(option))

    nas, san = sheet_of(of("NAS")), sheet_of(of("fc san"))
    assert (nas.currency, [x.description for x in nas.lines]) == ("EUR", ["A"])
    assert (san.currency, [x.description for x in san.lines]) == ("BRL", ["B"])
    assert "holds the prices of NAS, FC SAN; none of them is DAS" in of("DAS").problems[0].text


def test_headings_repeated_on_a_new_page_part_nothing() -> None:
    page = "Description,Unit Price,Qty\nA,5,1\n"
    assert len(sheet_of(read(page + "Storage,,\n" + page)).lines) == 2
