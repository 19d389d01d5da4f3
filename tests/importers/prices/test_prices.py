"""Price sheets: the TPC's own samples to the last digit, and sheets as vendors send them."""

from __future__ import annotations

import csv
import io
import random
from dataclasses import replace
from decimal import Decimal

import pytest

from arraywise.domain.messages import Severity
from arraywise.domain.pricing import DiscountBase, PriceLine, Spares
from arraywise.domain.quotes import NO_DECISIONS, QuoteState
from tests.conftest import SHARED
from tests.importers.prices.readings import read, said, sheet_of

COLUMNS = ["Description", "Part Number", "Source", "Unit Price", "Qty", "Extended Price"]
COLUMNS.append("3-Yr Maint. Price")


def purchase(lines: tuple[PriceLine, ...]) -> Decimal:
    return sum((n.unit_price * n.quantity for n in lines if n.unit_price is not None), Decimal(0))


def upkeep(lines: tuple[PriceLine, ...]) -> Decimal:
    return sum((n.maintenance or Decimal(0) for n in lines), Decimal(0))


def published(name: str) -> list[dict[str, str]]:
    """Read a sample sheet of the TPC's standards as printed there, or skip."""
    path = SHARED / "published" / name
    if not path.is_file():
        pytest.skip("the published price sheets are not beside this clone")
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))


def executive_summary(name: str, closing: list[list[str]], subtotals: dict[str, list[str]]) -> str:
    """Lay a published sheet out as an executive summary does: headings, lines, subtotals, end."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(["Sponsor", "", "", "", "", "USD", ""])
    write(COLUMNS)
    category = ""
    rows = published(name)
    for i, row in enumerate(rows):
        cells = list(row.values())
        if cells[1] != category:
            category = cells[1]
            write([category])
        spared = row.get("spared") == "yes"
        write([*cells[2:8], "Spared" if spared else cells[8]])
        if i + 1 == len(rows) or list(rows[i + 1].values())[1] != category:
            write(["Subtotal", "", "", "", "", *subtotals[category]])
    for cells in closing:
        write(cells)
    return out.getvalue()


@pytest.mark.parametrize(
    ("word", "spares"),
    [
        ("yes", Spares.INCLUDED), ("spared", Spares.INCLUDED), ("in der Menge", Spares.INCLUDED),
        ("added", Spares.ADDED), ("added on top", Spares.ADDED), ("kommen dazu", Spares.ADDED),
        ("", Spares.NONE), ("no", Spares.NONE), ("-", Spares.NONE),
    ],
)  # fmt: skip
def test_spares_are_in_the_quantity_or_come_on_top(word: str, spares: Spares) -> None:
    reading = read(f"Description,Unit Price,Qty,Spares,Currency\ndisk,100,30,{word},BRL\n")
    assert [line.spares for line in sheet_of(reading).lines] == [spares]
    assert said(reading) == []


def test_a_word_that_says_nothing_of_spares_is_said() -> None:
    reading = read("Description,Unit Price,Qty,Spares,Currency\ndisk,100,30,banana,BRL\n")
    assert [line.spares for line in sheet_of(reading).lines] == [Spares.NONE]
    ((line, text),) = said(reading)
    assert line == 2
    assert text.startswith('Cell D2: "banana" is not a spares entry')


DISCOUNT_OF_SOURCE_1 = "Volume Cash Discount (Ext Price where Price Source=1)"


def test_tpc_ds_sheet_reconciles_to_the_last_digit() -> None:
    """TPC-DS 2.10.0 appendix E: 14 % on the extended price of source 1 only."""
    text = executive_summary(
        "tpc_ds_sample_pricesheet.csv",
        [
            [f"VAR 14% {DISCOUNT_OF_SOURCE_1}", "", "", "", "", "(178,928)", ""],
            ["Total", "", "", "", "", "1,120,423", "77,495"],
            ["Three Year Cost of Ownership:", "", "", "", "", "$1,197,918", ""],
            ["QphDS@1000GB", "", "", "", "", "30,013.4", ""],
            ["$ / QphDS", "", "", "", "", "$39.92", ""],
            ["Notes: * 10 % spares are in the quantity."],
        ],
        {
            "Server Hardware": ["547,620", "14,400"],
            "Storage Hardware": ["693,157", "45,426"],
            "Server Software": ["58,574", "17,669"],
        },
    )
    reading = read(text)
    sheet = sheet_of(reading)
    assert said(reading) == []
    assert (sheet.currency, len(sheet.lines)) == ("USD", 33)
    (discount,) = sheet.discounts
    assert (discount.share, discount.base, discount.source) == (
        Decimal("0.14"),
        DiscountBase.PRICE,
        "1",
    )
    by_category = {
        name: tuple(n for n in sheet.lines if n.category == name)
        for name in dict.fromkeys(n.category for n in sheet.lines)
    }
    assert {name: (purchase(n), upkeep(n)) for name, n in by_category.items()} == {
        "Server Hardware": (547620, 14400),
        "Storage Hardware": (693157, 45426),
        "Server Software": (58574, 17669),
    }
    off = discount.share * purchase(tuple(n for n in sheet.lines if n.source == "1"))
    assert off == Decimal("178928.26")
    assert purchase(sheet.lines) - off + upkeep(sheet.lines) == Decimal("1197917.74")
    assert sheet.lines[-1].unit_price is None
    assert "DISK: 73GB, 15Krpm, 2Gb FC *: Spared" in sheet.notes


def test_tpcx_hs_sheet_reconciles_to_the_last_digit() -> None:
    """TPCx-HS: printed extended prices are rounded, the sum carries them unrounded."""
    text = executive_summary(
        "tpcx_hs_sample_pricesheet.csv",
        [
            ["Large Purchase Discount 5.00%", "", "", "", "", "(5,248)", "(15)"],
            ["3-Year Cost of Ownership (USD)", "", "", "", "", "99,996.13", ""],
        ],
        {
            "Server": ["48,403", "100"],
            "Storage": ["39,971", "200"],
            "Software": ["12,741", ""],
            "Network": ["3,844", ""],
        },
    )
    reading = read(text)
    sheet = sheet_of(reading)
    assert said(reading) == []
    (discount,) = sheet.discounts
    assert (discount.share, discount.base) == (Decimal("0.05"), DiscountBase.BOTH)
    assert (purchase(sheet.lines), upkeep(sheet.lines)) == (Decimal("104959.08"), 300)
    rest = (purchase(sheet.lines) + upkeep(sheet.lines)) * (1 - discount.share)
    assert rest == Decimal("99996.126")


def test_tpc_h_sheet_has_nine_misprinted_lines() -> None:
    """TPC-H 2.17.3 appendix E multiplies by the source instead of the quantity."""
    text = executive_summary(
        "tpc_h_sample_pricesheet.csv",
        [
            ["Total", "", "", "", "", "32,086", "7,066"],
            ["Discount 20%", "", "", "", "", "(6,417)", "(1,413)"],
            ["Grand Total", "", "", "", "", "25,669", "5,653"],
            ["3-Year Cost of Ownership", "", "", "", "", "31,321.60", ""],
        ],
        {
            "Server Hardware": ["14,404", "1,234"],
            "Server Software": ["11,200", "5,100"],
            "Storage": ["6,482", "732"],
        },
    )
    unsettled = read(text)
    assert unsettled.state is QuoteState.ASKS
    (question,) = unsettled.questions
    assert [answer.code for answer in question.answers] == ["printed", "computed"]
    reading = read(
        text, replace(NO_DECISIONS, answers={question.code: "computed"}, accepted_reason="slips")
    )
    assert reading.state is QuoteState.ACCEPTED
    sheet = sheet_of(reading)
    assert (purchase(sheet.lines), upkeep(sheet.lines)) == (102310, 7066)
    assert sheet.discounts[0].share == Decimal("0.2")


@pytest.mark.parametrize("name", ["tpc_ds", "tpc_h", "tpcx_hs"])
def test_published_files_are_read_as_they_lie(name: str) -> None:
    rows = published(f"{name}_sample_pricesheet.csv")
    data = (SHARED / "published" / f"{name}_sample_pricesheet.csv").read_bytes()
    reading = read(data)
    if name == "tpc_h":  # it contradicts itself
        reading = read(
            data, replace(NO_DECISIONS, answers={reading.questions[0].code: "computed"})
        )
    sheet = sheet_of(reading)
    assert [n.description for n in sheet.lines] == [list(row.values())[2] for row in rows]
    assert [str(n.source) for n in sheet.lines] == [row["source"] for row in rows]


GERMAN = """Angebot 4711;;;;;;
Währung;EUR;;;;;
Bezeichnung;Artikelnummer;Lieferant;Einzelpreis;Menge;Gesamtpreis;Wartung 36 Monate
Server;;;;;;
Server X;A-1;1;12.100,77 €;4;48.403,08 €;100,00
Zwischensumme;;;;;48.403,08;100,00
Speicher;;;;;;
Speicher-Array;B-1;1;1.988,00;4;7.952,00;200,-
Platten 1 TB;B-2;2;800,47;40;32.018,80;inkl.
Zwischensumme;;;;;39.970,80;200,00
Rabatt 5 % auf alles;;;;;(4.418,69);-15
Gesamtsumme;;;;;83.955,19;285
Gesamtkosten 3 Jahre;;;;;84.241;
* Reserveteile sind in der Menge enthalten.;;;;;;
"""


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16"])
def test_german_sheet(encoding: str) -> None:
    reading = read(GERMAN.encode(encoding))
    sheet = sheet_of(reading)
    assert said(reading) == []
    assert sheet.currency == "EUR"
    assert [(n.category, n.unit_price, n.quantity, n.maintenance) for n in sheet.lines] == [
        ("Server", Decimal("12100.77"), 4, 100),
        ("Speicher", Decimal("1988.00"), 4, 200),
        ("Speicher", Decimal("800.47"), 40, None),
    ]
    assert [n.row for n in sheet.lines] == [5, 8, 9]
    assert [(d.share, d.base) for d in sheet.discounts] == [(Decimal("0.05"), DiscountBase.BOTH)]
    assert sheet.notes[-1].startswith("* Reserveteile")


def test_portuguese_sheet_in_any_order_of_columns() -> None:
    sheet = sheet_of(
        read(
            "Item\tQtde\tPreço total (R$)\tDescrição\tPreço unitário (R$)\tManutenção 3 anos\n"
            "1\t2\t528.600,00\tArray A\t264.300,00\t12.000,00\n"
            "2\t1\t5.500,00\tHBA\t5.500,00\t\n"
            "\t\t534.100,00\tTotal\t\t12.000,00\n"
        )
    )
    assert sheet.currency == "BRL"
    assert [(n.description, n.unit_price, n.maintenance) for n in sheet.lines] == [
        ("Array A", Decimal("264300.00"), Decimal("12000.00")),
        ("HBA", Decimal("5500.00"), None),
    ]


@pytest.mark.parametrize(
    ("prices", "read_as"),
    [
        (("1,234.56", "2,000"), ("1234.56", "2000")),
        (("1.234,56", "2.000"), ("1234.56", "2000")),
        (("1.234.567", "2,5"), ("1234567", "2.5")),
        (("1'234.50", "2'000"), ("1234.50", "2000")),
        (("1 234,567", "2"), ("1234.567", "2")),
        (("0.125", "3.000"), ("0.125", "3.000")),
        (("$ 1,234.00", "50.00"), ("1234.00", "50.00")),
    ],
)
def test_notation_is_decided_once_for_the_sheet(
    prices: tuple[str, str], read_as: tuple[str, str]
) -> None:
    rows = "".join(f"thing\tp\t{price}\t1\n" for price in prices)
    reading = read("Description\tPart Number\tUnit Price\tQty\n" + rows)
    assert [n.unit_price for n in sheet_of(reading).lines] == [Decimal(p) for p in read_as]


def test_a_notation_that_nothing_tells_is_asked_unless_a_total_does() -> None:
    text = "Description\tUnit Price\tQty\nA\t12,345\t1\nB\t1,000\t1\n"
    (question,) = read(text).questions
    assert {a.code: a.price for a in question.answers} == {".": 13345, ",": Decimal("13.345")}
    head = "Description\tQty\tUnit Price\tExtended\nA\t2\t1,500\t3,000\nB\t4\t1,125\t4,500\n"
    assert sheet_of(read(f"{head}Total\t\t\t7500.00\n")).lines[0].unit_price == 1500


def test_a_sum_that_is_wrong_stops_the_price() -> None:
    reading = read(
        "Description,Unit Price,Qty,Extended Price\n"
        "A,100,2,200\nB,50,1,50\nSubtotal,,,260\nDiscount 10%,,,-26\nTotal,,,225\n"
    )
    assert reading.state is QuoteState.OPEN
    assert [row.number for row in reading.sheets[0].rows if row.in_question] == [4, 6]


def test_a_discount_without_a_percentage_stays_the_amount() -> None:
    text = "Description,Unit Price,Qty,Extended Price\nA,100,2,200\nRabatt,,,-50\nTotal,,,150\n"
    reading = read(text)
    assert sheet_of(reading).discounts[0].amount == 50
    assert (reading.state, reading.price) == (QuoteState.CLOSES, 150)


def test_a_discount_without_a_sign_counts_where_the_next_sum_confirms_it() -> None:
    head = "Description,Unit Price,Qty,Extended Price\nA,100,2,200\nB,50,4,200\nSum,,,400\n"
    assert read(f"{head}Project discount,,,50\nNet,,,350\n").price == 350
    memo = read(f"{head}Discount (already included),,,50\n")
    assert (memo.state, memo.price) == (QuoteState.CLOSES, 400)


@pytest.mark.parametrize(
    ("label", "base", "source"),
    [
        ("10% discount on maintenance", DiscountBase.MAINTENANCE, None),
        ("10% discount on extended price, source 2", DiscountBase.PRICE, "2"),
        ("10% discount on price and maintenance", DiscountBase.BOTH, None),
        ("Nachlass 10 % (Quelle: 1)", DiscountBase.BOTH, "1"),
    ],
)
def test_words_tell_what_a_discount_applies_to(
    label: str, base: DiscountBase, source: str | None
) -> None:
    text = (
        f'Description,Source,Unit Price,Qty,3-Yr Maint.\nA,1,100,2,10\nB,2,1,2,3\n"{label}",,,,\n'
    )
    (discount,) = sheet_of(read(text)).discounts
    assert (discount.share, discount.base, discount.source) == (Decimal("0.1"), base, source)


def test_discounts_months_and_warranty_of_a_line() -> None:
    (line,) = sheet_of(
        read(
            "Description;Unit Price;Qty;Discount %;Maintenance a unit and month;Warranty (months)\n"  # noqa: E501
            "A;100,00 EUR;3;12,5;9,90;12\n"
        )
    ).lines
    assert (line.discount, line.maintenance_per_month, line.warranty_months) == (
        Decimal("0.125"),
        Decimal("9.90"),
        12,
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Description,Unit Price,Qty\nA,abc,1\nB,5,1\n", "row-2"),
        ("Description,Qty,Unit Price,Amount\nA,1,5,5\nsiehe Pos. 3,2,siehe Pos. 3,siehe Pos. 3\n", "row-3"),  # noqa: E501
        ("Description,Qty,Unit Price,Amount\nA,1,5,5\nB,2,on request,on request\n", "row-3"),
        ("Description,Unit Price,Qty\n", "has no table of prices"),
        ("name,age\nBob,7\n", ""),
        ('Description,Unit Price,Qty\nA,5,1\n"B,6,1\nC,7,1\n', "Quotation marks"),
        ("Description,Unit Price,Qty,Discount\nA,5,1,120%\n", "row-2"),
        ("Description,Unit Price,Qty\nA,5,1\nDiscount 200 %,,\n", "more than 100 %"),
        ("", "has no table of prices"),
    ],
)  # fmt: skip
def test_a_sheet_in_doubt_does_not_count(text: str, told: str) -> None:
    reading = read(text)
    assert not reading.state.gives_price
    words = [q.code for q in reading.questions] + [t for _, t in said(reading, Severity.ERROR)]
    assert any(told in each for each in words)


@pytest.mark.parametrize(
    "word", ["n/c", "free of charge", "included", "inkl.", "ohne Berechnung", "incluso"]
)
def test_what_costs_nothing_is_a_line_of_nothing(word: str) -> None:
    rows = f"Text,Qty,Unit price,Amount\nArray,2,100,200\nRail kit,2,,{word}\nTotal,,,200\n"
    reading = read(rows)
    assert [(x.description, x.unit_price) for x in sheet_of(reading).lines][1] == ("Rail kit", 0)
    assert (reading.state, reading.price) == (QuoteState.CLOSES, 200)


def test_lines_in_two_currencies_count_each_in_its_own() -> None:
    text = (
        "Text,Qty,Unit price,Amount,Currency\nArray,2,100,200,EUR\nSwitch,3,10,30,USD\n"
        "Total EUR,,,200,EUR\nTotal USD,,,30,USD\n"
    )
    sheet = sheet_of(read(text))
    assert [(x.currency or sheet.currency) for x in sheet.lines] == ["EUR", "USD"]


def test_damage_never_raises() -> None:
    chance = random.Random(7)  # noqa: S311 - damage, not secrets
    whole = GERMAN.encode()
    for i in range(150):
        data = bytearray(whole[: chance.randrange(len(whole))] if i % 3 == 0 else whole)
        for _ in range(chance.choice((1, 5, 50)) if data else 0):
            data[chance.randrange(len(data))] = chance.randrange(256)
        reading = read(bytes(data))
        assert (
            reading.state.gives_price or reading.questions or reading.problems or reading.findings
        )


def test_thousands_of_sums_and_discounts_come_to_an_end() -> None:
    """Catches a search whose work grows with the square of the rows."""
    head = "Description,Part Number,Source,Unit Price,Qty,Extended Price\n"
    rows = "Array,A-1,1,100,2,200\nVolume discount,,,10%,,-20\nTotal,,,,,180\n" * 1_000
    reading = read(head + rows)
    assert reading.price == 180_000
