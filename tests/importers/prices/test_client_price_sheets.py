"""Vendors' sheets: rows of every kind, blocks of several options, roles that somebody decides."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.pricing import Discount, DiscountBase, Licence, Spares
from arraywise.domain.quotes import (
    NO_DECISIONS,
    ColumnRole,
    QuoteFindingCode,
    QuoteState,
    RowRole,
)
from arraywise.importers.prices import parse_quote, role_effects
from tests.importers.prices.readings import asks, read, read_rows, sheet_of, total

if TYPE_CHECKING:
    from arraywise.domain.quotes import QuoteReading

D = Decimal
HEAD = "Item;Qty;Unit price;Amount"
LINES = ("Array;2;100;200", "Disk;3;10;30")


@pytest.mark.parametrize(
    "headings",
    [
        "Menge;Gesamtpreis;Bezeichnung;Einzelpreis;Artikelnr.;Lieferant;Wartung 36 Monate",
        "Qtde.;Valor total;Descri\u00e7\u00e3o;Pre\u00e7o unit\u00e1rio;C\u00f3digo;Fornecedor;Manuten\u00e7\u00e3o 36 meses",  # noqa: E501
        "Qty;Amount;Description;Price each;SKU;Vendor;3-yr maintenance",
    ],
)
def test_headings_of_three_languages_in_any_order(headings: str) -> None:
    (line,) = sheet_of(read_rows(headings, "3;3.000,75;Disk;1.000,25;D-1;ACME;100,00")).lines
    assert (line.description, line.quantity, line.unit_price) == ("Disk", 3, D("1000.25"))
    assert (line.part_number, line.source, line.maintenance) == ("D-1", "ACME", 100)


def _codes_of(reading: QuoteReading) -> list[QuoteFindingCode]:
    """Return the codes of all findings but that the sheet states no currency."""
    codes = [finding.code for finding in reading.findings]
    return [code for code in codes if code is not QuoteFindingCode.NO_CURRENCY]


def test_a_sheet_without_a_currency_keeps_a_finding() -> None:
    """Amounts of another currency are taken in that of the study, and only the import said so."""
    rows = (HEAD, *LINES, "Total;;;230")
    codes = [finding.code for finding in read_rows(*rows).findings]
    assert codes == [QuoteFindingCode.NO_CURRENCY]
    assert read_rows("All prices in EUR", *rows).findings == ()


def test_net_tax_and_gross_below_are_no_items() -> None:
    rows = (
        HEAD,
        *LINES,
        "As above;;;230",
        "Installation;1;50;50",
        "Net;;;280",
        "VAT 19 %;;;53.20",
        "Gross;;;333.20",
    )
    reading = read_rows(*rows)
    assert (reading.state, reading.price) == (QuoteState.CLOSES, 280)
    assert _codes_of(reading) == [QuoteFindingCode.TAX_LEFT_OUT]
    assert reading.findings[0].amount == D("53.2")


@pytest.mark.parametrize(
    "words", [("Quarb", "Zonk 19 %", "Flimm"), ("Total", "", "Sum"), ("", "USt 19 %", "")]
)
def test_sums_and_tax_are_told_without_their_words(words: tuple[str, str, str]) -> None:
    net, tax, gross = words
    middle = (f"{tax};;;437.00",) if tax else ()
    rows = ("Item;Qty;Unit price;Amount", "Array;2;1000;2000", "Disk;3;100;300")
    last = f"{gross};;;2737.00" if tax else f"{gross};;;2300"
    assert total(*rows, f"{net};;;2300", *middle, last) == 2300


def test_tax_that_the_prices_hold_is_taken_out() -> None:
    rows = (
        HEAD,
        "Array;2;595;1190",
        "Disk;3;119;357",
        "Total incl. VAT;;;1547",
        "including 19 % VAT;;;247",
    )
    assert total(*rows) == 1300


def test_a_surcharge_or_a_tax_without_words_is_asked() -> None:
    rows = (
        "Item;Qty;Unit price;Amount",
        "Array;2;1000;2000",
        "Disk;3;100;300",
        "Zonk;;;2300",
        "Flimm;;;230",
        "Quarb;;;2530",
    )
    assert asks(*rows) == ["readings-5"]
    freight = (*rows[:4], "Freight;;;230", "Quarb;;;2530")
    assert total(*freight) == 2530


def test_pages_carry_their_sums_forward() -> None:
    page = (
        HEAD,
        *LINES,
        "Carried forward;;;230",
        HEAD,
        "Brought forward;;;230",
        "Rack;1;70;70",
        "Total;;;300",
    )
    assert total(*page) == 300


def test_sums_of_sums_and_groups() -> None:
    rows = (
        HEAD,
        "Storage",
        *LINES,
        "Subtotal;;;230",
        "Network",
        "Switch;2;35;70",
        "Subtotal;;;70",
    )
    assert (
        total(*rows, "Lot 1;;;300", "Servers", "Blade;2;50;100", "Subtotal;;;100", "Total;;;400")
        == 400
    )


@pytest.mark.parametrize(
    "option",
    [
        "Option: Flash cache;2;35;70",
        "Flash cache (optional);2;35;70",
        "Bedarfsposition Cache;2;35;70",
        "Opcional: cache;2;35;70",
    ],
)
def test_options_are_left_out_and_stay_a_finding(option: str) -> None:
    reading = read_rows(HEAD, *LINES, option, "Total;;;230")
    assert (reading.state, reading.price) == (QuoteState.CLOSES, 230)
    assert _codes_of(reading) == [QuoteFindingCode.OPTIONS_LEFT_OUT]


def test_words_of_sums_inside_a_description_mean_nothing() -> None:
    rows = (
        "Total capacity pack;2;100;200",
        "Discount manager licence;3;10;30",
        "VAT module;1;5;5",
    )
    assert total(HEAD, *rows, "Total;;;235") == 235


def test_a_row_that_the_total_leaves_out_is_asked_and_settled_by_one_answer() -> None:
    reading = read_rows(HEAD, *LINES, "Tape library;2;35;70", "Total;;;230")
    (question,) = reading.questions
    assert not reading.state.gives_price
    assert [(a.code, a.price) for a in question.answers] == [("4", 230)]
    text = "\n".join((HEAD, *LINES, "Tape library;2;35;70", "Total;;;230"))
    assert read(text, question.answers[0].decisions).state is QuoteState.CLOSES


@pytest.mark.parametrize(("first", "price"), [("Rebate;;;-30", 180), ("Discount 5 %;;;", 196.65)])
def test_a_rate_below_another_discount_is_off_what_that_leaves(first: str, price: float) -> None:
    """Taken off the full price, 10 % after a rebate was more than a tenth of the price."""
    reading = read_rows(HEAD, *LINES, first, "FC 10 % discount;;;")
    assert reading.price == D(str(price))
    assert sheet_of(reading).discounts[-1].base is DiscountBase.TOTAL


def test_a_payment_is_no_discount() -> None:
    rows = (HEAD, *LINES, "Total;;;230", "Down payment received;;;-100", "Balance due;;;130")
    assert total(*rows) == 230


def test_a_sum_that_does_not_add_up_may_be_accepted_with_a_reason() -> None:
    text = "\n".join((HEAD, *LINES, "Total;;;251"))
    assert read(text).state is QuoteState.OPEN
    accepted = read(text, replace(NO_DECISIONS, accepted_reason="vendor confirms the lines"))
    assert (accepted.state, accepted.price) == (QuoteState.ACCEPTED, 230)
    assert _codes_of(accepted) == [QuoteFindingCode.DIFFERENCE_ACCEPTED]


def test_what_each_role_of_a_row_would_do_is_told() -> None:
    rows = ("All prices in EUR", HEAD, *LINES, "Tape library;2;35;70", "Total;;;230")
    quote = parse_quote("q.csv", "\n".join(rows).encode())
    effects = {e.role: e.state for e in role_effects(quote, NO_DECISIONS, "", 5)}
    assert effects[RowRole.NOT_INCLUDED] is QuoteState.CLOSES
    assert effects[RowRole.ITEM] is not QuoteState.CLOSES


def test_a_column_may_be_decided() -> None:
    text = "Was;Stk;Kosten;Pflege\nArray;2;1.000,50;90\nKabel;10;5,00;0\n"
    assert not read(text).state.gives_price
    decisions = replace(
        NO_DECISIONS,
        column_roles={("", 2): ColumnRole.UNIT_PRICE, ("", 3): ColumnRole.MAINTENANCE},
        answers={"time-D": "term"},
    )
    assert read(text, decisions).price == D("2141.00")


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
    lines = "Description,Category,Unit Price,Qty,Extended\nA,Storage,100,2,200\nB,Net,50,2,100\n"
    (off,) = sheet_of(read(f"{lines}10 % discount,Storage,,,-20\n")).discounts
    assert off == Discount("10 % discount", D("0.1"), DiscountBase.PRICE, None, 4, "Storage")


def test_services_are_paid_once() -> None:
    text = "Description,Unit Price,Qty\nDienstleistungen,,\nAufbau,10,1\nStorage,,\nArray,5,1\n"
    first, second = sheet_of(read(text)).lines
    assert (first.one_off_service, second.one_off_service) == (True, False)


def test_blocks_of_several_options_are_told_apart() -> None:
    block = "{name},,,{code}\nDescription,Unit Price,Qty,Extended\n{item},{price},2,{sum}\nTotal,,,{sum}\n"  # noqa: E501
    text = block.format(name="NAS", code="EUR", item="A", price=5, sum=10) + block.format(
        name="FC SAN", code="BRL", item="B", price=7, sum=14
    )
    nas, san = (sheet_of(read(text, option=name)) for name in ("NAS", "fc san"))
    assert (nas.currency, [x.description for x in nas.lines]) == ("EUR", ["A"])
    assert (san.currency, [x.description for x in san.lines]) == ("BRL", ["B"])
    other = read(text, option="DAS")
    assert "holds the prices of NAS, FC SAN; none of them is DAS" in other.problems[0].text


def test_two_purchases_in_one_table_are_asked() -> None:
    rows = (
        "Variant A",
        HEAD,
        *LINES,
        "Sum A;;;230",
        "Variant B",
        HEAD,
        "Array small;2;90;180",
        "Sum B;;;180",
    )
    assert "variants-" in asks(*rows)


def test_years_side_by_side_are_a_term() -> None:
    """Five years that were added up as if they were three; years that are numbers in headings."""
    years = ("Cost EUR;2027;2028;2029;Total", "Rent;100;100;100;300", "Work;50;;;50")
    assert total(*years, "Sum;150;100;100;350") == 350
    five = ("Cost EUR;Y1;Y2;Y3;Y4;Y5;Sum", "Rent;100;90;90;90;90;460", "Work;50;;;;;50")
    assert asks(*five, "Sum;150;90;90;90;90;510") == ["term-"]


def test_an_amount_may_have_three_factors() -> None:
    """Users x years x price: one of the factors was added to the price."""
    head = "Licence;User;Jahre;Preis je User und Jahr;Summe EUR"
    rows = (head, "Sync;250;3;48;36000", "Mail;400;3;19,5;23400", "Gesamt;;;;59400")
    assert total(*rows) == 59_400


def test_a_parent_above_its_parts_is_no_item() -> None:
    """The sum of a bundle was bought beside its parts."""
    parts = ("Set;;;2300", "Array;2;1000;2000", "Disk;3;100;300", "Rack;1;500;500")
    assert total("Item;Qty;Unit price;Amount", *parts, "Total;;;2800") == 2800


def test_rows_below_a_lone_option_count_where_the_total_says_so() -> None:
    """`Option: ...` without an amount was read as a heading: all below it was left out."""
    rows = ("Artikel;Gesamt EUR", "Array;49,43", "Disk;6745,28", "Option: Schulung;")
    closing = ("Cache;31260,79", "Gesamtbetrag netto;38055,50")
    assert total(*rows, *closing) == Decimal("38055.50")


def test_a_sum_with_a_quantity_of_one_is_not_bought() -> None:
    """`1 | 417,676 | 417,676` below two carried sums was an item: all was counted twice."""
    page = ("Qty;Part;Price;Amount", "33;A;12618,28;416403,24", "3;B;424,50;1273,50")
    carried = ("Übertrag;;;417676,74", "Vortrag;;;417676,74", "1;;417676,74;417676,74")
    rest = ("28;C;4602,57;128871,96", "1;;128871,96;128871,96", "Gesamt netto;;;546548,70")
    assert asks(*page, *carried, *rest) == ["left-7"]


def test_a_line_that_stands_twice_is_no_sum_of_its_period() -> None:
    """Since a heading it is the only one that is paid for a term, among others paid once."""
    rows = (
        "Pos;Text;Menge;Preis;Betrag", "1;Array;1;5000;5000", "2;Support 36 Monate;1;45;45",
        ";mit Schienen;;;", "3;Installation;9;100;900", "4;Wartung 3 Jahre;1;86,90;86,90",
        "4;Wartung 3 Jahre;1;86,90;86,90", "5;Wartung 3 Jahre;5;200;1000", ";Endsumme;;;7031,90",
    )  # fmt: skip
    assert not read("\n".join(rows)).state.gives_price


def test_rows_that_split_the_total_once_more_are_no_items() -> None:
    """A recapitulation by category above the total was bought beside the lines."""
    recap = (";;Hardware;200", ";;Disks;30", ";;Total;230")
    assert total("All in EUR", HEAD, *LINES, *recap) == 230


@pytest.mark.parametrize(
    "text", ["Grand total: EUR 2,300.00 net.", "Gesamtsumme EUR 2,300.00", "Total, 2,300.00"]
)
def test_a_total_stated_in_a_text_is_one(text: str) -> None:
    """The last line stands below the only subtotal, and no cell held the total."""
    rows = ("Array;2;1,000.00;2,000.00", "Subtotal;;;2,000.00", "Switch;3;100.00;300.00")
    reading = read_rows("All in EUR", HEAD, *rows, text)
    assert (reading.state, reading.price) == (QuoteState.CLOSES, 2300)
    off = read_rows("All in EUR", HEAD, *rows, text.replace("2,300", "2,310"))
    assert not off.state.gives_price


def test_a_column_that_adds_up_three_others_is_no_further_amount() -> None:
    heads = (
        "Item;Purchase once;Maintenance year 1;Maintenance year 2;Maintenance year 3;Sum 3 years"
    )
    rows = ("Node;500;100;110;120;830", "Licence;300;60;60;60;480", "Total;800;160;170;180;1310")
    assert total("All in EUR", heads, *rows) == 1310
