"""Families of quotes that nobody may count: those that are ambiguous, and those with a mistake."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from tests.importers.prices.quotes.compose import Plan, write_offer
from tests.importers.prices.quotes.families import (
    PROVABLE,
    add_sheet,
    start_book,
    write_one_offer,
)
from tests.importers.prices.quotes.model import ONE, Cell, Expected, Number, Row
from tests.importers.prices.quotes.recurring import end_table, some_lines, start_table, total_of
from tests.importers.prices.quotes.table import choose_price
from tests.importers.prices.quotes.words import BARE_SUPPORT, MARKS, TEXTS, invent_word

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.importers.prices.quotes.compose import Offer
    from tests.importers.prices.quotes.model import Book
    from tests.importers.prices.quotes.words import Voice

COLUMNS = ["description", "quantity", "unit_price", "extended"]


def _ask(book: Book, why: str) -> Book:
    book.must(Expected.ASK, why)
    return book


def make_two_offers(voice: Voice) -> Book:
    """Two offers: on two sheets, or one below the other."""
    random = voice.random
    kind = random.choice(("csv", "xlsx"))
    book, style = start_book(voice, kind)
    name = voice.any_of(TEXTS["sheets offers"])
    sheet = add_sheet(book, voice, name.format("A"))
    for letter in "AB":
        if kind == "xlsx" and letter == "B":
            sheet = add_sheet(book, voice, name.format("B"))
        sheet.rows.append(Row([name.format(letter)], "title"))
        plan = Plan("full", quiet=True, keys=list(COLUMNS), lines=(3, 6))
        write_offer(book, style, plan, sheet)
    return _ask(book, "two offers")


def make_gross_prices(voice: Voice) -> Book:
    """Prices that include tax at a rate that nobody says."""
    book, style, table = start_table(voice, COLUMNS)
    if voice.random.random() < 0.5:
        table.add_text(voice.any_of(TEXTS["gross prices"]))
    table.add_headings()
    lines = some_lines(style)
    for line in lines:
        table.add_item(line)
    table.add_sum("total", voice.total("total"), total_of(lines))
    table.add_text(voice.any_of(TEXTS["gross prices"]))
    return _ask(book, "prices with tax and no rate")


def make_unsigned_alternative(voice: Voice) -> Book:
    """A line that the total does not hold, and no word that says so."""
    book, style, table = start_table(voice, COLUMNS)
    table.add_headings()
    lines = some_lines(style, 4, 8)
    left_out = voice.random.randrange(len(lines))
    for line in lines:
        table.add_item(line)
    if lines[left_out].amount < 1:
        left_out = max(range(len(lines)), key=lambda n: lines[n].amount)
    end_table(table, total_of(lines[:left_out] + lines[left_out + 1 :]))
    return _ask(book, "a line is not in the total, without a word")


def make_other_term(voice: Voice) -> Book:
    """A contract of 12, 24, 48 or 60 months: by a note, or by the name of a line."""
    random = voice.random
    months = random.choice((12, 24, 48, 60))
    by_note = random.random() < 0.5
    book, style, table = start_table(voice, COLUMNS)
    if by_note:
        table.add_text(voice.any_of(TEXTS["term note"]).format(months))
        for key in ("unit_price", "extended"):
            table.headings[key] = f"{voice.heading(key)} {voice.period('month')}"
    table.add_headings()
    lines = some_lines(style, 3, 6, Plan(periods=("month",) if by_note else ("once",)))
    if not by_note:
        lines[-1].description = voice.any_of(TEXTS["other support"]).format(months)
    for line in lines:
        table.add_item(line)
    if by_note:
        table.add_sum("total", f"{voice.total('total')} {voice.period('month')}", total_of(lines))
    else:
        end_table(table, total_of(lines))
    return _ask(book, f"a term of {months} months")


def make_bare_support(voice: Voice) -> Book:
    """Support without a word for how long."""
    book, style, table = start_table(voice, COLUMNS)
    table.add_headings()
    lines = some_lines(style, 3, 6, Plan(support=0.0))
    lines[-1].description = voice.any_of(BARE_SUPPORT)
    for line in lines:
        table.add_item(line)
    end_table(table, total_of(lines))
    return _ask(book, "support without a term")


def make_unknown_billing(voice: Voice) -> Book:
    """A billing column with words or codes that nobody knows."""
    random = voice.random
    book, style, table = start_table(voice, [*COLUMNS, "billing"])
    table.add_headings()
    lines = some_lines(style, 4, 8)
    words = random.choice(((invent_word(random), invent_word(random)), ("M", "E"), ("R1", "N0")))
    for line in lines:
        table.add_item(line, billing=random.choice(words))
    if random.random() < 0.5:
        end_table(table, total_of(lines))
    return _ask(book, "billing by unknown words")


def make_unit_of_time_alone(voice: Voice) -> Book:
    """A quantity of 1, 2 or 5 beside the unit "month": of a service for how long?"""
    random = voice.random
    book, style, table = start_table(voice, ["description", "quantity", "unit", *COLUMNS[2:]])
    table.add_headings()
    lines = some_lines(style, 3, 6)
    for line in lines[:-1]:
        table.add_item(line)
    last = lines[-1]
    last.description, last.quantity = voice.any_of(BARE_SUPPORT), Decimal(random.choice((1, 2, 5)))
    last.amount = last.quantity * last.net_price
    table.add_item(last, unit=voice.period_unit("month"))
    end_table(table, total_of(lines))
    return _ask(book, "so many months, or so many pieces a month")


def make_vague_price(voice: Voice) -> Book:
    """A quantity beside a "price", of a unit or of the line, and no sum that could say which."""
    book, style, table = start_table(voice, ["description", "quantity", "price"])
    table.add_headings()
    for line in some_lines(style, 3, 8):
        line.quantity = max(line.quantity, Decimal(voice.random.randint(1, 4)))
        table.add("item", {**table.item_cells(line), "price": style.money(line.net_price)})
    table.add("item", {"description": "HBA", "quantity": Number(Decimal(2), 0),
                       "price": style.money(choose_price(voice.random, 2))})  # fmt: skip
    return _ask(book, "price of a unit or of the line")


def make_vague_maintenance(voice: Voice) -> Book:
    """A column called maintenance: a month, a year, or the term?"""
    book, style, table = start_table(voice, [*COLUMNS, "maintenance"])
    table.headings["maintenance"] = voice.maintenance("vague")
    table.add_headings()
    lines = some_lines(style, 3, 6, Plan(support=0.0))
    for line in lines:
        table.add_item(line, maintenance=style.money(line.net_price / 100 + ONE))
    if voice.random.random() < 0.5:
        end_table(table, total_of(lines))
    return _ask(book, "maintenance without a period")


def make_missing_price(voice: Voice) -> Book:
    """A line whose price is to follow."""
    book, style, table = start_table(voice, COLUMNS)
    table.add_headings()
    lines = some_lines(style, 3, 7)
    word: Cell = voice.random.choice(MARKS["on_request"][voice.language])
    for number, line in enumerate(lines):
        if number == 1:
            table.add("open", table.item_cells(line) | {"unit_price": word, "extended": word})
        else:
            table.add_item(line)
    if voice.random.random() < 0.6:
        end_table(table, total_of(lines[:1] + lines[2:]))
    return _ask(book, "a price is missing")


def make_conditional(voice: Voice) -> Book:
    """Months free of charge, or prices that rise: a note below says so."""
    key = voice.random.choice(("free months", "indexation"))
    book, style, table = start_table(voice, COLUMNS)
    for column in ("unit_price", "extended"):
        table.headings[column] = f"{voice.heading(column)} {voice.period('month')}"
    table.add_headings()
    lines = some_lines(style, 3, 6, Plan(periods=("month",)))
    for line in lines:
        table.add_item(line)
    table.add_sum("total", f"{voice.total('total')} {voice.period('month')}", total_of(lines))
    table.add_text(voice.any_of(TEXTS[key]))
    return _ask(book, "a note changes the price of some months")


def make_side_by_side(voice: Voice) -> Book:
    """Two vendors beside each other, with a total each."""
    keys = ["description", "quantity", "unit_price", "extended", "price", "gross"]
    book, style, table = start_table(voice, keys)
    unit, whole = voice.heading("unit_price"), voice.heading("extended")
    names = [invent_word(voice.random) for _ in range(2)]
    pairs = (("unit_price", "extended"), ("price", "gross"))
    for name, (one, all_units) in zip(names, pairs, strict=True):
        table.headings |= {one: f"{name} {unit}", all_units: f"{name} {whole}"}
    table.add_headings()
    lines, other = some_lines(style, 3, 7), Decimal(0)
    for line in lines:
        price = line.net_price + Decimal(voice.random.randint(1, 400)) / 100
        other += price * line.quantity
        cells = {"price": style.money(price), "gross": style.money(price * line.quantity)}
        table.add_item(line, **cells)
    end_table(table, total_of(lines), gross=style.money(other))
    return _ask(book, "two vendors beside each other")


# Mistakes: a sound quote in which one thing is changed.


def _sound_offer(voice: Voice) -> tuple[Book, Offer]:
    random = voice.random
    layout = random.choice((*PROVABLE, "amount"))
    plan = Plan(layout, lines=(3, 8), quiet=random.random() < 0.4)
    plan.line_discounts = layout in ("net", "list")
    plan.groups = random.choice((0, 0, 2))
    plan.tax = random.choice(("", "", "below"))
    plan.discount = random.choice(("", "", "percent"))
    return write_one_offer(voice, plan)


def _weighty_item(book: Book, random: Random) -> Row:
    """Return an item that matters more than any rounding."""
    items = [row for row in book.sheets[0].rows if row.role == "item"]
    heavy = [row for row in items if row.paid["once"] >= 5]
    return random.choice(heavy or items)


def _swap_digits(number: Number, random: Random) -> Number:
    """Return the number with two of its digits swapped, so that it differs by 1 or more."""
    digits = list(f"{abs(number.value):.{number.decimals}f}")
    places = [n for n, digit in enumerate(digits) if digit != "."]
    swaps = [(a, b) for a in places for b in places if a < b and digits[a] != digits[b]]
    random.shuffle(swaps)
    for a, b in swaps:
        changed = digits.copy()
        changed[a], changed[b] = changed[b], changed[a]
        value = Decimal("".join(changed))
        if abs(value - abs(number.value)) >= 1 and changed[0] != "0":
            return replace(number, value=value)
    return replace(number, value=number.value + 10)


def _change_amount(offer: Offer, row: Row, random: Random) -> None:
    column = offer.table.column(offer.table.amount_key)
    cell = row.cells[column]
    assert isinstance(cell, Number)
    row.cells[column] = _swap_digits(cell, random)


def _drop_line(book: Book, _: Offer, random: Random) -> None:
    del book.sheets[0].rows[_weighty_position(book, random)]


def _duplicate_line(book: Book, _: Offer, random: Random) -> None:
    rows, at = book.sheets[0].rows, _weighty_position(book, random)
    rows.insert(at + 1, replace(rows[at], cells=list(rows[at].cells)))


def _weighty_position(book: Book, random: Random) -> int:
    wanted = _weighty_item(book, random)
    return next(n for n, row in enumerate(book.sheets[0].rows) if row is wanted)


def _swap_amount(book: Book, offer: Offer, random: Random) -> None:
    row = _weighty_item(book, random)
    _change_amount(offer, row, random)
    if offer.plan.layout != "amount" and not _lacks_price(offer, row):
        book.must(
            Expected.PRICE_OR_NOT, "an amount is not quantity x price, which the total holds"
        )


def _change_total(book: Book, offer: Offer, random: Random) -> None:
    totals = [row for row in book.sheets[0].rows if row.role == "total"]
    _change_amount(offer, totals[-1], random)


def _multiply_quantity(book: Book, offer: Offer, random: Random) -> None:
    column = offer.table.column("quantity")
    whole = [
        (row, cell)
        for row in book.sheets[0].rows
        if row.role == "item"
        and isinstance(cell := row.cells[column], Number)
        and row.paid["once"] >= 5
        and not _lacks_price(offer, row)
    ]
    if not whole:
        _drop_line(book, offer, random)
        return
    row, cell = random.choice(whole)
    row.cells[column] = replace(cell, value=cell.value * random.choice((2, 3, 10)))
    book.must(Expected.PRICE_OR_NOT, "quantity x price is not the amount, which the total holds")


def _lacks_price(offer: Offer, row: Row) -> bool:
    keys = [key for key in ("unit_price", "net_price", "list") if key in offer.table.keys]
    return any(row.cells[offer.table.column(key)] is None for key in keys)


MISTAKES = {
    "a line was dropped": (_drop_line, 3),
    "a line stands twice": (_duplicate_line, 3),
    "digits of an amount are swapped": (_swap_amount, 3),
    "the printed total was changed": (_change_total, 3),
    "a quantity was multiplied": (_multiply_quantity, 2),
}


def make_mistake(voice: Voice, why: str) -> Book:
    """A sound quote in which one thing was changed, so that its parts contradict each other."""
    book, offer = _sound_offer(voice)
    if offer.plan.layout == "amount" and why == "a quantity was multiplied":
        why = "a line was dropped"  # a quantity alone contradicts nothing
    MISTAKES[why][0](book, offer, voice.random)
    if book.expected is Expected.PRICE:
        book.must(Expected.NOT_COUNT, why)
    return book


DOUBTFUL: dict[str, Callable[[Voice], Book]] = {
    "two offers": make_two_offers,
    "gross prices": make_gross_prices,
    "unsigned alternative": make_unsigned_alternative,
    "other term": make_other_term,
    "bare support": make_bare_support,
    "unknown billing": make_unknown_billing,
    "unit of time alone": make_unit_of_time_alone,
    "vague price": make_vague_price,
    "vague maintenance": make_vague_maintenance,
    "missing price": make_missing_price,
    "side by side": make_side_by_side,
    "conditional": make_conditional,
}
FAMILIES = {
    **{f"doubtful: {name}": (make, 1) for name, make in DOUBTFUL.items()},
    **{
        f"mistake: {why}": (partial(make_mistake, why=why), weight)
        for why, (_, weight) in MISTAKES.items()
    },
}
NONSENSE = tuple(f"mistake: {why}" for why in MISTAKES)
