"""Families of quotes with recurring amounts: maintenance columns, calculators, units of time."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from tests.importers.prices.quotes.compose import Plan, make_line
from tests.importers.prices.quotes.families import add_sheet, start_book
from tests.importers.prices.quotes.model import ONE, PAYMENTS, ZERO, Line, Number, Row, round_to
from tests.importers.prices.quotes.table import Style, Table, add_bottom, add_top, choose_price
from tests.importers.prices.quotes.words import BARE_SUPPORT, RECURRING

if TYPE_CHECKING:
    from tests.importers.prices.quotes.model import Book, Cell
    from tests.importers.prices.quotes.words import Voice


def start_table(
    voice: Voice, keys: list[str], kind: str = "", *, top: bool = True
) -> tuple[Book, Style, Table]:
    """Return a book of one sheet with an empty table in it."""
    book, style = start_book(voice, kind)
    if style.currency_shown == "column":
        style.currency_shown = "heading"
    random = voice.random
    keys = list(keys)
    if random.random() < 0.4:
        keys.insert(0, "position")
    if random.random() < 0.4:
        keys.insert(keys.index("description") + 1, "part")
    table = Table(style, add_sheet(book, voice), keys)
    if top:
        add_top(table)
    return book, style, table


def some_lines(style: Style, low: int = 3, high: int = 8, plan: Plan | None = None) -> list[Line]:
    """Return lines at random."""
    plan = plan or Plan(support=0.05)
    return [make_line(style, plan) for _ in range(style.random.randint(low, high))]


def total_of(lines: list[Line]) -> Decimal:
    """Return the sum of amounts."""
    return sum((line.amount for line in lines), ZERO)


def end_table(table: Table, amount: Decimal, **changes: Cell) -> None:
    """Append the total and what stands below."""
    table.add_sum("total", table.style.voice.total("total"), amount, **changes)
    add_bottom(table)


def make_maintenance(voice: Voice) -> Book:
    """A column of maintenance beside the prices: a unit, a line, a share of the price."""
    random = voice.random
    kind = random.choice(
        ("unit_month", "unit_year", "line_month", "line_year", "line_term", "rate_year")
    )
    keys = ["description", "quantity", "unit_price", "extended", "maintenance"]
    both = kind.startswith("unit") and random.random() < 0.4
    if both:
        keys.append("maintenance_line")
    book, style, table = start_table(voice, keys)
    table.headings["maintenance"] = voice.maintenance(kind)
    period = {"month": "month", "year": "year", "term": "once"}[kind.partition("_")[2]]
    table.headings["maintenance_line"] = voice.maintenance("line_" + kind.partition("_")[2])
    table.add_headings()
    lines = some_lines(style, 3, 9, Plan(support=0.0))
    totals = [_add_maintained(table, line, kind, period) for line in lines]
    if random.random() < 0.75:
        last = "maintenance_line" if both else "maintenance"
        changes: dict[str, Cell] = {last: style.money(sum(totals, ZERO))}
        end_table(table, total_of(lines), **({} if kind == "rate_year" else changes))
    book.tolerance += len(lines) * Decimal("0.02") * 3
    return book


def _add_maintained(table: Table, line: Line, kind: str, period: str) -> Decimal:
    """Append a line with maintenance; return the line's maintenance of the period."""
    style = table.style
    random = style.random
    row = table.add_item(line)
    column = table.column("maintenance")
    if random.random() < 0.2:
        return ZERO
    if kind == "rate_year":
        rate = Decimal(random.choice((8, 10, 12, 15)))
        row.cells[column] = Number(rate, 0, after="%")
        amount, columns = line.amount * rate / 100, (column, table.column("extended"))
    else:
        price = round_to(line.list_price * Decimal(random.randint(3, 20)) / 1000, 2) + ONE
        row.cells[column] = style.money(price)
        whole = kind.startswith("unit")
        amount = price * line.quantity if whole else price
        columns = (column, table.column("quantity")) if whole else (column,)
    if "maintenance_line" in table.keys:
        row.cells[table.column("maintenance_line")] = style.money(amount)
    if period == "once":
        row.paid["once"] += amount
        row.factors = {}
    else:
        row.paid[period], row.factors[period] = amount, columns
    return amount


def make_calculator(voice: Voice) -> Book:
    """Exports of cloud calculators: upfront and monthly cost, and columns computed from them."""
    random = voice.random
    keys = ["description", "upfront", "monthly"]
    computed = random.choice(((), ("first_year",), ("three_years",), ("annual",)))
    book, _, table = start_table(voice, [*keys, *computed])
    table.label_key = "description"
    table.add_headings()
    sums = {"once": ZERO, "month": ZERO}
    for _ in range(random.randint(2, 9)):
        once = choose_price(random, 2) if random.random() < 0.4 else ZERO
        month = choose_price(random, 2)
        row = table.add("item", {"description": voice.any_of(RECURRING), "part": None})
        _fill_calculator(table, row, once, month)
        row.paid = {"once": once, "month": month}
        row.factors = {"once": (table.column("upfront"),), "month": (table.column("monthly"),)}
        sums = {"once": sums["once"] + once, "month": sums["month"] + month}
    if random.random() < 0.7:
        row = table.add("total", {"description": voice.total("total")})
        _fill_calculator(table, row, sums["once"], sums["month"])
    add_bottom(table)
    return book


def _fill_calculator(table: Table, row: Row, once: Decimal, month: Decimal) -> None:
    values = {
        "upfront": once,
        "monthly": month,
        "first_year": once + 12 * month,
        "three_years": once + 36 * month,
        "annual": 12 * month,
    }
    for key, value in values.items():
        if key in table.keys:
            row.cells[table.column(key)] = table.style.money(value)


def make_twin_columns(voice: Voice) -> Book:
    """One-time and monthly amounts in columns of their own, with prices of a unit."""
    keys = ["description", "quantity", "upfront", "once_line", "monthly", "month_line"]
    book, style, table = start_table(voice, keys)
    once, month = voice.heading("upfront"), voice.heading("monthly")
    unit, line_total = voice.heading("unit_price"), voice.heading("extended")
    table.headings = {
        "upfront": f"{once} {unit}",
        "once_line": f"{once} {line_total}",
        "monthly": f"{month} {unit}",
        "month_line": f"{month} {line_total}",
    }
    table.add_headings()
    lines = some_lines(style, 3, 7, Plan(support=0.0))
    monthly = ZERO
    for line in lines:
        row = table.add_item_of(line, "upfront", "once_line")
        if style.random.random() < 0.6:
            price = choose_price(style.random, 2)
            amount = price * line.quantity
            monthly += amount
            row.cells[table.column("monthly")] = style.money(price)
            row.cells[table.column("month_line")] = style.money(amount)
            row.paid["month"] = amount
            row.factors["month"] = (table.column("month_line"),)
    table.add(
        "total",
        {
            "description": voice.total("total"),
            "once_line": style.money(total_of(lines)),
            "month_line": style.money(monthly),
        },
    )
    add_bottom(table)
    return book


def make_time_units(voice: Voice) -> Book:
    """Quantities that are 36 months or 3 years, between quantities of pieces."""
    random = voice.random
    as_column = random.random() < 0.5
    keys = ["description", "quantity", *(["unit"] if as_column else []), "unit_price", "extended"]
    book, style, table = start_table(voice, keys)
    table.add_headings()
    lines = some_lines(style, 2, 6)
    for line in lines:
        table.add_item(line)
    for _ in range(random.randint(1, 2)):
        unit, count = random.choice((("month", 36), ("month", 36), ("year", 3)))
        word = voice.period_unit(unit)
        line = Line(voice.any_of(BARE_SUPPORT), "SVC-36", Decimal(count), choose_price(random, 2))
        line.net_price, line.amount = line.list_price, count * line.list_price
        cell: dict[str, Cell] = {"unit": word} if as_column else {"quantity": f"{count} {word}"}
        table.add_item(line, **cell)
        lines.append(line)
    end_table(table, total_of(lines))
    return book


def make_term_products(voice: Voice) -> Book:
    """Amounts that are price a month x 36 or x a column of months, or price a month x 12."""
    random = voice.random
    way = random.choice(("months", "three_years", "annual"))
    keys = ["description", "quantity", "monthly"] + (["months"] if way == "months" else [])
    last = "extended" if way == "months" else way
    book, style, table = start_table(voice, [*keys, last])
    table.add_headings()
    times = 12 if way == "annual" else 36
    period = "year" if way == "annual" else "once"
    total = ZERO
    for line in some_lines(style, 3, 7, Plan(periods=("month",))):
        amount = line.amount * times
        cells = table.item_cells(line)
        cells |= {"monthly": style.money(line.net_price), "months": Number(Decimal(36), 0)}
        row = table.add("item", {**cells, last: style.money(amount)}, {period: amount})
        row.factors = {period: (table.column(last),)}
        total += amount
    table.add("total", {"description": voice.total("total"), last: style.money(total)})
    add_bottom(table)
    return book


def make_year_columns(voice: Voice) -> Book:
    """A column for each of three years, which need not be alike, with or without their sum."""
    random = voice.random
    years = ["year_1", "year_2", "year_3"]
    keys = ["description", *years] + (["extended"] if random.random() < 0.7 else [])
    book, style, table = start_table(voice, keys)
    table.add_headings()
    sums = dict.fromkeys([*years, "extended"], ZERO)
    for _ in range(random.randint(3, 7)):
        first = choose_price(random, 2)
        rise = Decimal(random.choice((100, 100, 103, 105))) / 100
        values = [first, round_to(first * rise, 2), round_to(first * rise * rise, 2)]
        cells = dict(zip([*years, "extended"], [*values, sum(values, ZERO)], strict=True))
        row = table.add(
            "item",
            {key: style.money(value) for key, value in cells.items()}
            | {"description": voice.any_of(RECURRING)},
        )
        row.paid = {"once": sum(values, ZERO)}
        if "extended" in keys:
            row.factors = {"once": (table.column("extended"),)}
        sums = {key: sums[key] + value for key, value in cells.items()}
    table.add(
        "total",
        {key: style.money(value) for key, value in sums.items()}
        | {"description": voice.total("total")},
    )
    add_bottom(table)
    return book


def make_period_ladder(voice: Voice) -> Book:
    """Monthly lines whose sum is printed a month, a year and for 36 months."""
    keys = ["description", "quantity", "unit_price", "extended"]
    book, style, table = start_table(voice, keys)
    words = voice.period("month")
    for key in ("unit_price", "extended"):
        table.headings[key] = f"{voice.heading(key)} {words}"
    table.add_headings()
    lines = some_lines(style, 3, 7, Plan(periods=("month",)))
    for line in lines:
        table.add_item(line)
    for period in ("month", "year"):
        amount = total_of(lines) * PAYMENTS["month"] / PAYMENTS[period]
        table.add_sum("total", f"{voice.total('total')} {voice.period(period)}", amount)
    table.add_sum("term total", voice.total("term_total"), total_of(lines) * 36)
    add_bottom(table)
    return book


FAMILIES = {
    "maintenance": (make_maintenance, 6),
    "calculator": (make_calculator, 4),
    "twin columns": (make_twin_columns, 3),
    "time units": (make_time_units, 3),
    "term products": (make_term_products, 3),
    "year columns": (make_year_columns, 2),
    "period ladder": (make_period_ladder, 2),
}
