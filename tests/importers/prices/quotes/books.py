"""Families of workbooks with several sheets, hidden parts, tax columns and two currencies."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from tests.importers.prices.quotes.compose import Plan, make_line, write_offer
from tests.importers.prices.quotes.families import add_sheet, base_plan, start_book
from tests.importers.prices.quotes.model import (
    PAYMENTS,
    ZERO,
    Expected,
    Line,
    Number,
    Row,
    Sheet,
    price_line,
    round_to,
)
from tests.importers.prices.quotes.recurring import end_table, some_lines, start_table, total_of
from tests.importers.prices.quotes.table import Style, Table, choose_price
from tests.importers.prices.quotes.words import NOTES, SUPPORT, TEXTS

if TYPE_CHECKING:
    from tests.importers.prices.quotes.compose import Offer
    from tests.importers.prices.quotes.model import Book
    from tests.importers.prices.quotes.words import Voice


def _offer_on_sheet(book: Book, style: Style, plan: Plan, name: str) -> Offer:
    sheet = add_sheet(book, style.voice, name)
    return write_offer(book, style, plan, sheet)


def make_sheets_that_add(voice: Voice) -> Book:
    """Hardware on one sheet and maintenance on another; a summary may repeat their sums."""
    random = voice.random
    book, style = start_book(voice, "xlsx")
    hardware = replace(base_plan(random), total="total", support=0.0)
    name, other = (voice.any_of(TEXTS[f"sheets {key}"]) for key in ("hardware", "maintenance"))
    sums = {name: sum(_offer_on_sheet(book, style, hardware, name).net.values(), ZERO)}
    period = random.choice(("once", "once", "month", "year"))
    plan = Plan("full", total="total", quiet=True, support=1.0, periods=(period,))
    plan.billing = "" if period == "once" else "headings"
    other = other if other != name else f"{other} 2"
    support = _offer_on_sheet(book, style, plan, other)
    sums[other] = sum(support.net.values(), ZERO) * PAYMENTS[period]
    if random.random() < 0.5:
        _add_summary(book, style, sums, first=random.random() < 0.5)
    if random.random() < 0.3:
        _add_terms(book, voice)
    return book


def _add_summary(book: Book, style: Style, sums: dict[str, Decimal], *, first: bool) -> None:
    """Add a sheet that repeats the sum of each sheet over 36 months, and adds them up."""
    voice = style.voice
    sheet = Sheet(voice.any_of(TEXTS["sheets summary"]), counted=False)
    table = Table(style, sheet, ["description", "extended"])
    table.headings["extended"] = voice.heading("three_years")
    table.add_headings()
    for name, amount in sums.items():
        table.add_sum("summary", name, amount)
    table.add_sum("total", voice.total("term_total"), sum(sums.values(), ZERO))
    book.sheets.insert(0 if first else len(book.sheets), sheet)


def _add_terms(book: Book, voice: Voice) -> None:
    texts = [
        voice.any_of(TEXTS["clauses"]),
        voice.any_of(TEXTS["clauses more"]),
        voice.fill(NOTES),
    ]
    rows = [Row([f"{n}.", text], "note") for n, text in enumerate(texts, start=1)]
    book.sheets.append(Sheet(voice.any_of(TEXTS["sheets terms"]), rows))


def make_one_priced_sheet(voice: Voice) -> Book:
    """An offer beside terms and conditions, an empty sheet, or a hidden calculation."""
    random = voice.random
    book, style = start_book(voice, "xlsx")
    offer = write_offer(book, style, base_plan(random), add_sheet(book, voice))
    kind = random.choice(("terms", "empty", "hidden", "summary"))
    if kind == "terms":
        _add_terms(book, voice)
    elif kind == "empty":
        book.sheets.insert(random.choice((0, 1)), Sheet("Sheet 2", counted=False))
    elif kind == "hidden":
        plan = Plan("full", quiet=True)
        _offer_on_sheet(book, style, plan, voice.any_of(TEXTS["sheets hidden"]))
        book.sheets[-1].hidden, book.sheets[-1].counted = True, False
    elif offer.plan.total:
        sums = {book.sheets[0].name: sum(offer.net.values(), ZERO)}
        _add_summary(book, style, sums, first=random.random() < 0.5)
    return book


def make_hidden_parts(voice: Voice) -> Book:
    """Hidden rows that no total holds, hidden columns of what the vendor pays."""
    random = voice.random
    plan = replace(base_plan(random), quiet=True)
    book, style = start_book(voice, "xlsx")
    way = random.choice(("rows", "column", "rows in total"))
    sheet = add_sheet(book, voice)
    plan.total = "total" if way == "rows in total" else plan.total
    offer = write_offer(book, style, plan, sheet)
    table = offer.table
    if way == "column":
        for row in sheet.rows:
            cost = style.money(choose_price(random, 2)) if row.role == "item" else None
            row.cells.append("EK" if row.role == "heading" else cost)
        sheet.hidden_columns.add(len(sheet.rows[0].cells) - 1)
        return book
    items = [row for row in sheet.rows if row.role == "item"]
    if way == "rows in total":
        random.choice(items).hidden = True
        book.must(Expected.ASK, "a hidden row is in the total")
        return book
    line = make_line(style, plan)
    row = Row([None] * table.left + [table.item_cells(line).get(k) for k in table.keys], "hidden")
    row.hidden = True
    sheet.rows.insert(sheet.rows.index(random.choice(items)), row)
    return book


def make_tax_columns(voice: Voice) -> Book:
    """Rates, amounts of tax and gross amounts in columns; rates differ from line to line."""
    random = voice.random
    tail = random.choice(
        (("tax_rate",), ("tax_rate", "gross"), ("tax_rate", "tax_amount", "gross"))
    )
    keys = ["description", "quantity", "unit_price", "extended", *tail]
    book, style, table = start_table(voice, keys)
    table.add_headings()
    rates = random.choice((("19",), ("20",), ("7", "19"), ("18", "12")))
    sums = dict.fromkeys(("extended", "tax_amount", "gross"), ZERO)
    for line in some_lines(style, 3, 9):
        rate = Decimal(random.choice(rates))
        tax = round_to(line.amount * rate / 100, 2)
        amounts = {"extended": line.amount, "tax_amount": tax, "gross": line.amount + tax}
        cells = {key: style.money(value) for key, value in amounts.items()}
        table.add_item(line, tax_rate=Number(rate, 0, after="%"), **cells)
        sums = {key: sums[key] + value for key, value in amounts.items()}
    if "gross" in keys:
        cells = {key: style.money(value) for key, value in sums.items()}
        table.add("total", {"description": voice.total("total"), **cells})
    else:
        table.add_sum("total", voice.total("net"), sums["extended"])
        table.add_sum("tax", voice.total("tax"), sums["tax_amount"])
        table.add_sum("gross", voice.total("gross_total"), sums["gross"])
    return book


def make_two_currencies(voice: Voice) -> Book:
    """Lines in two currencies, by a column; a total of each, or none."""
    book, style, table = start_table(voice, ["description", "quantity", "unit_price", "extended"])
    style.currency_shown = ""
    table.keys.insert(table.keys.index("unit_price"), "currency")
    table.add_headings()
    first, second = voice.random.sample(("EUR", "USD", "BRL", "GBP"), 2)
    lines = some_lines(style, 3, 8)
    for number, line in enumerate(lines):
        line.currency = second if number % 3 == 1 else first
        table.add_item(line)
    if voice.random.random() < 0.7:
        for code in (first, second):
            amount = total_of([line for line in lines if line.currency == code])
            table.add_sum("total", f"{voice.total('total')} {code}", amount, currency=code)
    return book


def make_two_tables(voice: Voice) -> Book:
    """Two tables of other columns on one sheet, with a sum each and one of both."""
    book, style, table = start_table(voice, ["description", "quantity", "unit_price", "extended"])
    table.add_headings()
    first = some_lines(style, 3, 6)
    for line in first:
        table.add_item(line)
    table.add_sum("subtotal", voice.total("subtotal"), total_of(first))
    table.add_blank()
    keys = ["part", "description", "list", "quantity", "discount", "extended"]
    other = Table(style, table.sheet, keys)
    other.add_headings()
    second = [_service_line(style) for _ in range(voice.random.randint(2, 4))]
    for line in second:
        other.add_item(line)
    other.add_sum("subtotal", voice.total("subtotal"), total_of(second))
    end_table(other, total_of([*first, *second]))
    return book


def _service_line(style: Style) -> Line:
    random = style.random
    line = Line(
        style.voice.any_of(SUPPORT),
        f"SUP-{random.randint(100, 999)}",
        Decimal(random.randint(1, 4)),
        choose_price(random, 2),
        Decimal(random.choice((0, 5, 10))) / 100,
    )
    return price_line(line, 2, 2)


FAMILIES = {
    "sheets that add": (make_sheets_that_add, 4),
    "one priced sheet": (make_one_priced_sheet, 3),
    "hidden parts": (make_hidden_parts, 3),
    "tax columns": (make_tax_columns, 3),
    "two currencies": (make_two_currencies, 2),
    "two tables": (make_two_tables, 2),
}
NONSENSE = ("hidden parts", "tax columns", "two tables")
