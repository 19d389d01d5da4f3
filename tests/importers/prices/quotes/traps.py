"""Sound quotes with something in them that looks like something else."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from tests.importers.prices.quotes.compose import Plan
from tests.importers.prices.quotes.files import format_number
from tests.importers.prices.quotes.model import (
    ONE,
    ZERO,
    Line,
    Number,
    price_line,
    round_to,
)
from tests.importers.prices.quotes.recurring import end_table, some_lines, start_table, total_of
from tests.importers.prices.quotes.table import Style, Table, add_bottom, choose_price
from tests.importers.prices.quotes.words import MARKS, RECURRING, TEXTS, TOTALS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.importers.prices.quotes.model import Book, Cell
    from tests.importers.prices.quotes.words import Voice

COLUMNS = ["description", "quantity", "unit_price", "extended"]
Started = tuple["Book", Style, Table, list[Line]]


def _start(voice: Voice, keys: list[str] | None = None, kind: str = "", **plan: float) -> Started:
    """Return a table with its headings and the lines to put there."""
    book, style, table = start_table(voice, keys or COLUMNS, kind)
    table.add_headings()
    return book, style, table, some_lines(style, 3, 7, Plan(support=plan.get("support", 0.05)))


def _add_lines(table: Table, lines: list[Line]) -> Decimal:
    for line in lines:
        table.add_item(line)
    return total_of(lines)


def make_support_share(voice: Voice) -> Book:
    """Support as a share of the hardware's sum looks like tax."""
    book, _, table, lines = _start(voice, support=0.0)
    hardware = _add_lines(table, lines)
    table.add_sum("subtotal", voice.total("subtotal"), hardware)
    share = voice.random.choice((8, 12, 15, 19))
    amount = round_to(hardware * share / 100, 2)
    label = voice.random.choice(TOTALS["support_share"][voice.language]).format(share)
    table.add_charge("item", label, amount)
    end_table(table, hardware + amount)
    return book


def make_deposit(voice: Voice) -> Book:
    """A deposit that was paid lowers what is due, not the price."""
    book, _, table, lines = _start(voice)
    total = _add_lines(table, lines)
    deposit = round_to(total * voice.random.choice((10, 20, 30)) / 100, 2)
    table.add_sum("total", voice.total("total"), total)
    table.add_sum("memo", voice.total("deposit"), -deposit)
    table.add_sum("due", voice.total("due"), total - deposit)
    return book


def make_retention(voice: Voice) -> Book:
    """A retention is paid later, or to the tax office."""
    book, _, table, lines = _start(voice)
    total = _add_lines(table, lines)
    kept = round_to(total * 5 / 100, 2)
    table.add_sum("total", voice.total("total"), total)
    table.add_sum("memo", f"{voice.total('retention')} 5 %", -kept)
    table.add_sum("due", voice.total("due"), total - kept)
    return book


def make_cash_discount(voice: Voice) -> Book:
    """A discount for quick payment is not granted yet."""
    book, _, table, lines = _start(voice)
    total = _add_lines(table, lines)
    off = round_to(total * voice.random.choice((2, 3)) / 100, 2)
    table.add_sum("total", voice.total("total"), total)
    table.add_sum("memo", f"{voice.total('cash_discount')}", -off)
    table.add_sum("due", voice.total("cash_total"), total - off)
    return book


def make_payment_plan(voice: Voice) -> Book:
    """Instalments below the total add up to it again."""
    book, _, table, lines = _start(voice)
    total = _add_lines(table, lines)
    table.add_sum("total", voice.total("total"), total)
    labels = TOTALS["instalment"][voice.language]
    first, second = round_to(total * 30 / 100, 2), round_to(total * 60 / 100, 2)
    amounts = (first, second, total - first - second)
    for label, share, amount in zip(labels, (30, 60, 10), amounts, strict=True):
        table.add_sum("memo", label.format(share), amount)
    return book


def make_parents(voice: Voice) -> Book:
    """A parent line holds the sum of the children below it."""
    book, style, table, lines = _start(voice)
    parents = voice.random.randint(1, 2)
    total = ZERO
    for number in range(parents):
        children = lines if number == 0 else some_lines(style, 2, 4)
        amount = total_of(children)
        parent = Line(f"Storage system {number + 1}", f"SYS-{number}", ONE, amount)
        table.add("parent", table.item_cells(price_line(parent, 2, 2)))
        total += _add_lines(table, children)
    end_table(table, total)
    return book


def make_credit(voice: Voice) -> Book:
    """An old array is bought back: quantity -1, or a negative price."""
    book, style, table, lines = _start(voice)
    total = _add_lines(table, lines)
    credit = round_to(total / voice.random.choice((5, 8, 10)), 0)
    line = Line(voice.total("trade_in"), "TI-1", ONE, -credit)
    line = price_line(line, 2, 2)
    changes: dict[str, Cell] = {}
    if voice.random.random() < 0.5:
        changes = {"quantity": Number(-ONE, 0), "unit_price": style.money(credit)}
    table.add_item(line, **changes)
    end_table(table, total - credit)
    return book


def make_conditions(voice: Voice) -> Book:
    """Below each line stands its discount, as SAP prints conditions."""
    book, _, table, lines = _start(voice)
    total = ZERO
    for line in lines:
        table.add_item(line)
        total += line.amount
        if voice.random.random() < 0.6:
            share = voice.random.choice((5, 10, 20))
            off = -round_to(line.amount * share / 100, 2)
            table.add_charge("discount", f"{voice.total('discount_line')} {share} %", off)
            total += off
    end_table(table, total)
    return book


def make_quantity_sum(voice: Voice) -> Book:
    """The total row holds the sum of quantities too."""
    book, _, table, lines = _start(voice)
    total = _add_lines(table, lines)
    pieces = sum((line.quantity for line in lines), ZERO)
    end_table(table, total, quantity=Number(pieces, 0))
    return book


def make_total_first(voice: Voice) -> Book:
    """The total stands above the lines."""
    book, _, table, lines = _start(voice)
    table.add_sum("total", voice.total("total"), total_of(lines))
    _add_lines(table, lines)
    return book


def make_balance(voice: Voice) -> Book:
    """A column holds the sum so far."""
    book, style, table, lines = _start(voice, [*COLUMNS, "balance"])
    total = ZERO
    for line in lines:
        total += line.amount
        table.add_item(line, balance=style.money(total))
    if voice.random.random() < 0.5:
        end_table(table, total)
    return book


def make_sums_column(voice: Voice) -> Book:
    """Sums stand in a column of their own, right of the amounts."""
    book, style, table, lines = _start(voice, [*COLUMNS, "sums"])
    total = _add_lines(table, lines)
    table.add_sum(
        "subtotal", voice.total("subtotal"), total, extended=None, sums=style.money(total)
    )
    more = some_lines(style, 2, 5)
    added = _add_lines(table, more)
    table.add_sum(
        "subtotal", voice.total("subtotal"), added, extended=None, sums=style.money(added)
    )
    end_table(table, total + added, extended=None, sums=style.money(total + added))
    return book


def make_coincidence(voice: Voice) -> Book:
    """A line costs as much as those above it together, and another stands twice."""
    book, _, table, lines = _start(voice)
    same = Line("Array X200", "AX-200", ONE, total_of(lines))
    lines.append(price_line(same, 2, 2))
    lines.append(replace(lines[0]))
    end_table(table, _add_lines(table, lines))
    return book


def make_factor(voice: Voice) -> Book:
    """A discount as a factor of 0.85, as a share of 0.15, or as the text 10+5 %."""
    way = voice.random.choice(("factor", "discount", "text"))
    key = "factor" if way == "factor" else "discount"
    keys = ["description", "quantity", "list", key, "extended"]
    book, style, table = start_table(voice, keys)
    table.add_headings()
    lines = some_lines(style, 3, 7, Plan(line_discounts=True, support=0.0))
    for line in lines:
        cell: Cell = Number(line.discount if way == "discount" else 1 - line.discount, 2)
        if way == "text":
            line.discount = Decimal("0.145")
            line = price_line(line, 2, 2)  # noqa: PLW2901 - the same line, priced again
            cell = f"10+5 {'%'}"
        table.add_item(line, **{key: cell})
    end_table(table, total_of(lines))
    book.tolerance += len(lines) * sum((line.quantity for line in lines), ZERO) / 200
    return book


def make_two_discounts(voice: Voice) -> Book:
    """Two columns of discounts, one after the other."""
    keys = ["description", "quantity", "list", "discount", "discount_2", "extended"]
    book, style, table = start_table(voice, keys)
    table.add_headings()
    lines = some_lines(style, 3, 7, Plan(support=0.0))
    for line in lines:
        first, second = (Decimal(voice.random.choice((0, 5, 10, 20))) for _ in range(2))
        rest = (1 - first / 100) * (1 - second / 100)
        line.amount = round_to(line.quantity * line.list_price * rest, 2)
        cells = {
            "discount": Number(first, 0, after="%"),
            "discount_2": Number(second, 0, after="%"),
        }
        table.add_item(line, **cells)
    end_table(table, total_of(lines))
    book.tolerance += len(lines) * Decimal("0.01")
    return book


def make_dates(voice: Voice) -> Book:
    """A column of dates, which a workbook stores as numbers like prices."""
    book, _, table, lines = _start(voice, [*COLUMNS, "date"], kind="xlsx")
    book.look = table.style.look = replace(book.look, numbers_as_text=False)
    for line in lines:
        day = Decimal(voice.random.randint(46_100, 46_400))
        table.add_item(line, date=Number(day, 0, cell_format="dd.mm.yyyy"))
    end_table(table, total_of(lines))
    return book


def make_formulas(voice: Voice) -> Book:
    """A workbook that no spreadsheet has calculated: sums are formulas without values."""
    book, _, table, lines = _start(voice, kind="xlsx")
    first = len(table.sheet.rows) + 1
    _add_lines(table, lines)
    letter = "ABCDEFGHIJ"[table.column("extended")]
    formula = f"=SUM({letter}{first}:{letter}{len(table.sheet.rows)})"
    table.add_sum("total", voice.total("total"), ZERO, extended=formula)
    return book


def make_lump_sums(voice: Voice) -> Book:
    """Quantities of "lump sum", "12x" or nothing beside an amount."""
    book, _, table, lines = _start(voice)
    for number, line in enumerate(lines):
        whole = f"{line.quantity}x"
        table.add_item(line, **({"quantity": whole} if number == 1 else {}))
    amount = choose_price(voice.random, 2)
    line = price_line(Line(voice.any_of(TEXTS["lump services"]), "SVC", ONE, amount), 2, 2)
    word: Cell = voice.random.choice((*MARKS["lump"][voice.language], None))
    table.add_item(line, quantity=word, unit_price=None)
    end_table(table, total_of([*lines, line]))
    return book


def make_dashed_prices(voice: Voice) -> Book:
    """Whole amounts as German and Swiss vendors print them: 1.234,-- or 1'234.-"""
    book, style, table = start_table(voice, COLUMNS)
    style.price_decimals = style.amount_decimals = 0
    style.currency_shown = "heading"
    table.add_headings()
    dashes = voice.random.choice(("--", "-"))

    def dashed(value: Decimal) -> Cell:
        return format_number(Number(value, 0), book.look) + book.look.decimal + dashes

    lines = some_lines(style, 3, 7)
    for line in lines:
        cells = {"unit_price": dashed(line.net_price), "extended": dashed(line.amount)}
        table.add_item(line, **cells)
    end_table(table, total_of(lines), extended=dashed(total_of(lines)))
    return book


def make_whole_amounts(voice: Voice) -> Book:
    """Whole amounts with groups of three digits and no decimals anywhere."""
    book, style, table = start_table(voice, COLUMNS)
    style.price_decimals = style.amount_decimals = 0
    table.add_headings()
    lines = some_lines(style, 4, 8)
    for line in lines:
        line.list_price = line.list_price + 1000
        price_line(line, 0, 0)
    end_table(table, _add_lines(table, lines))
    return book


def make_long_quantities(voice: Voice) -> Book:
    """Quantities with three decimals, as SAP prints them: 12,000 pieces are twelve."""
    book, _, table, lines = _start(voice)
    for line in lines:
        table.add_item(line, quantity=Number(line.quantity, 3))
    end_table(table, total_of(lines))
    return book


def make_zero_tax(voice: Voice) -> Book:
    """Tax of 0 %, a discount of 0 and a rounding of cents."""
    book, _, table, lines = _start(voice)
    net = _add_lines(table, lines)
    table.add_sum("subtotal", voice.total("net"), net)
    table.add_sum("discount", voice.total("discount_line"), ZERO)
    table.add_sum("tax", f"{voice.total('tax')} 0 %", ZERO)
    rounded = round_to(net * 20, 0) / 20
    if rounded != net:
        table.add_charge("rounding", voice.total("rounding"), rounded - net)
    table.add_sum("total", voice.total("gross_total"), rounded)
    book.tolerance += Decimal("0.05")
    return book


def make_surcharges(voice: Voice) -> Book:
    """Freight, a fee and a surcharge in percent count, before tax."""
    book, _, table, lines = _start(voice)
    net = _add_lines(table, lines)
    table.add_sum("subtotal", voice.total("subtotal"), net)
    key = voice.random.choice(("freight", "recycling", "surcharge"))
    share = voice.random.choice((2, 3))
    amount = round_to(net * share / 100, 2) if key == "surcharge" else Decimal(250)
    label = f"{voice.total(key)} {share} %" if key == "surcharge" else voice.total(key)
    table.add_charge("item", label, amount)
    end_table(table, net + amount)
    return book


def make_previous_price(voice: Voice) -> Book:
    """An earlier price or a budget is named above or below."""
    book, style, table = start_table(voice, COLUMNS)
    lines = some_lines(style)
    earlier = round_to(total_of(lines) * Decimal("1.1"), 0)
    above = voice.random.random() < 0.5
    if above:
        table.add_sum("memo", voice.total("previous"), earlier)
    table.add_headings()
    total = _add_lines(table, lines)
    table.add_sum("total", voice.total("total"), total)
    if not above:
        table.add_sum("memo", voice.total("previous"), earlier)
    return book


def make_lease(voice: Voice) -> Book:
    """An instalment a month is offered as an alternative to the price."""
    book, _, table, lines = _start(voice)
    total = _add_lines(table, lines)
    table.add_sum("total", voice.total("total"), total)
    instalment = round_to(total / 34, 2)
    table.add_sum("option", voice.total("lease"), instalment)
    return book


def make_months_column(voice: Voice) -> Book:
    """A column of months that is a term for services, and a warranty that nothing depends on."""
    book, style, table = start_table(voice, ["description", "quantity", "months", *COLUMNS[2:]])
    table.add_headings()
    lines = some_lines(style, 2, 5, Plan(support=0.0))
    for line in lines:
        table.add_item(line, months=None)
    for _ in range(voice.random.randint(1, 3)):
        line = Line(voice.any_of(RECURRING), "SUB", Decimal(2), choose_price(voice.random, 2))
        line.net_price, line.amount = line.list_price, line.list_price * 72
        table.add_item(line, months=Number(Decimal(36), 0))
        lines.append(line)
    end_table(table, total_of(lines))
    return book


def make_numbers_as_positions(voice: Voice) -> Book:
    """Positions count like quantities, part numbers are numbers, names hold amounts."""
    book, _, table, lines = _start(voice)
    for number, line in enumerate(lines, start=1):
        line.quantity, line.part = Decimal(number), f"{number * 1000}"
        line.description = f"{line.description}, 1,234.50 total weight {number} kg"
        price_line(line, 2, 2)
    end_table(table, _add_lines(table, lines))
    return book


def make_memo_products(voice: Voice) -> Book:
    """Below a line stand the parts of a bundle with quantities, and no prices."""
    book, style, table, lines = _start(voice)
    for line in lines:
        table.add_item(line)
        for part in some_lines(style, 0, 2):
            cells = table.item_cells(part)
            table.add("memo", {key: cells[key] for key in ("description", "quantity")})
    end_table(table, total_of(lines))
    return book


def make_bottom_of_pages(voice: Voice) -> Book:
    """Each page ends with a footer of numbers, and its amount carried forward in a text."""
    book, style, table, lines = _start(voice)
    lines += some_lines(style, 4, 8)
    done = ZERO
    for number, line in enumerate(lines, start=1):
        table.add_item(line)
        done += line.amount
        if number % 4 == 0:
            amount = format_number(Number(done), book.look)
            table.add_text(f"{voice.total('carried')}: {amount} {style.currency}")
            table.add_text(f"{number // 4} / {1 + len(lines) // 4}")
            table.add_headings()
    add_bottom(table)
    return book


def make_option_column(voice: Voice) -> Book:
    """A column marks the lines that are optional; the total leaves them out."""
    book, style, table, lines = _start(voice, [*COLUMNS, "optional"])
    yes = {"en": ("yes", "x"), "de": ("ja", "x"), "pt": ("sim", "x")}
    mark = voice.random.choice(yes[voice.language])
    for line in some_lines(style, 1, 2):
        table.add("option", table.item_cells(line) | {"optional": mark})
    end_table(table, _add_lines(table, lines))
    return book


def make_merged_amounts(voice: Voice) -> Book:
    """A bundle has one amount, in a cell that is merged over its lines."""
    book, style, table, lines = _start(voice, kind="xlsx")
    total = _add_lines(table, lines)
    amount = choose_price(voice.random, 2)
    at, bundle = len(table.sheet.rows), some_lines(style, 2, 4)
    for number, part in enumerate(bundle):
        cells = table.item_cells(part) | {"unit_price": None, "extended": None}
        row = table.add("item", cells | {"extended": style.money(amount)} if not number else cells)
        if not number:
            row.paid = {"once": amount}
            row.factors = {"once": (table.column("extended"),)}
    column = table.column("extended")
    table.sheet.merged.append((at, column, at + len(bundle) - 1, column))
    end_table(table, total + amount)
    return book


def make_separator_line(voice: Voice) -> Book:
    """The first line of a text file names its delimiter, as spreadsheets want it."""
    book, _, table, lines = _start(voice, kind="csv")
    end_table(table, _add_lines(table, lines))
    book.look = replace(book.look, separator_line=True)
    return book


def make_unrounded(voice: Voice) -> Book:
    """Cells of a workbook hold more decimals than they show; the total adds those."""
    book, style, table = start_table(voice, COLUMNS, "xlsx")
    book.look = style.look = replace(book.look, numbers_as_text=False)
    table.add_headings()
    lines = some_lines(style)
    for line in lines:
        line.list_price *= Decimal("0.8765")
        price_line(line, 6, 6)
        row = table.add_item(line)
        row.cells[:] = [
            replace(cell, decimals=2) if isinstance(cell, Number) and cell.decimals > 2 else cell
            for cell in row.cells
        ]
    end_table(table, total_of(lines))
    book.tolerance += len(lines) * Decimal("0.005")
    return book


def make_zero_quantities(voice: Voice) -> Book:
    """Lines with quantity 0 and a price cost nothing."""
    book, _, table, lines = _start(voice)
    for number, line in enumerate(lines):
        if number == 1:
            line.quantity = line.amount = ZERO
        table.add_item(line)
    end_table(table, total_of(lines))
    return book


def make_discount_amounts(voice: Voice) -> Book:
    """A column holds the amount that each line's discount takes off."""
    keys = ["description", "quantity", "unit_price", "price", "discount", "extended"]
    book, style, table = start_table(voice, keys)
    labels = {"en": "Net amount", "de": "Nettobetrag", "pt": "Valor líquido"}
    table.headings = {"price": voice.heading("extended"), "extended": labels[voice.language]}
    table.headings["discount"] = voice.total("discount_line")
    table.add_headings()
    lines = some_lines(style)
    for line in lines:
        before = line.amount
        off = round_to(before * voice.random.choice((0, 5, 10, 25)) / 100, 2)
        line.amount -= off
        table.add_item(line, price=style.money(before), discount=style.money(off))
    end_table(table, total_of(lines))
    return book


def make_price_tiers(voice: Voice) -> Book:
    """Two unit prices, for few and for many; the amount follows from one of them."""
    book, style, table = start_table(voice, ["description", "quantity", "few", "many", "extended"])
    unit = voice.heading("unit_price")
    table.headings |= {"few": f"{unit} 1-9", "many": f"{unit} 10+"}
    table.add_headings()
    lines = some_lines(style)
    for line in lines:
        few, many = line.list_price, round_to(line.list_price * Decimal("0.9"), 2)
        line.net_price = many if line.quantity >= 10 else few
        line.amount = line.quantity * line.net_price
        table.add_item(line, few=style.money(few), many=style.money(many))
    end_table(table, total_of(lines))
    return book


TRAPS: dict[str, Callable[[Voice], Book]] = {
    "support share": make_support_share,
    "deposit": make_deposit,
    "retention": make_retention,
    "cash discount": make_cash_discount,
    "payment plan": make_payment_plan,
    "parents": make_parents,
    "credit": make_credit,
    "conditions": make_conditions,
    "quantity sum": make_quantity_sum,
    "total first": make_total_first,
    "balance": make_balance,
    "sums column": make_sums_column,
    "coincidence": make_coincidence,
    "factor": make_factor,
    "two discounts": make_two_discounts,
    "dates": make_dates,
    "formulas": make_formulas,
    "lump sums": make_lump_sums,
    "dashed prices": make_dashed_prices,
    "whole amounts": make_whole_amounts,
    "long quantities": make_long_quantities,
    "zero tax": make_zero_tax,
    "surcharges": make_surcharges,
    "previous price": make_previous_price,
    "lease": make_lease,
    "months column": make_months_column,
    "numbers as positions": make_numbers_as_positions,
    "memo products": make_memo_products,
    "merged amounts": make_merged_amounts,
    "separator line": make_separator_line,
    "unrounded": make_unrounded,
    "zero quantities": make_zero_quantities,
    "discount amounts": make_discount_amounts,
    "price tiers": make_price_tiers,
    "option column": make_option_column,
    "bottom of pages": make_bottom_of_pages,
}
FAMILIES = {f"trap: {name}": (make, 1) for name, make in TRAPS.items()}
