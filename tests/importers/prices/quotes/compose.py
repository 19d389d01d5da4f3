"""Composes one offer of line items: groups, pages, discounts, tax, options, sums by period."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from tests.importers.prices.quotes.model import (
    ONE,
    PAYMENTS,
    ZERO,
    Expected,
    Line,
    Number,
    price_line,
    round_to,
)
from tests.importers.prices.quotes.table import (
    Style,
    Table,
    add_bottom,
    add_continuation,
    add_top,
    choose_keys,
    choose_price,
    choose_quantity,
    describe,
    merge_texts,
    part_number,
    quantity_cell,
    roughen,
    sum_amounts,
)
from tests.importers.prices.quotes.words import GROUPS, MARKS, RECURRING, SUPPORT

if TYPE_CHECKING:
    from tests.importers.prices.quotes.model import Book, Cell, FileLook, Sheet
    from tests.importers.prices.quotes.words import Voice

RATES = {"en": "20", "de": "19", "pt": "18"}
PERIODS = ("month", "year", "quarter", "half-year")


@dataclass(slots=True)
class Plan:
    """What one offer has; each field is a choice by name, "" for none."""

    layout: str = ""
    groups: int = 0
    nested: bool = False
    subtotal: str = "words"
    """"words", "quantity 1", "bare", "short" (label right before the amount)."""
    pages: bool = False
    lines: tuple[int, int] = (3, 8)
    line_discounts: bool = False
    discount: str = ""
    tax: str = ""
    options: str = ""
    free: bool = False
    billing: str = ""
    """"column", "ends" (of descriptions), "headings" (one period for all amounts)."""
    periods: tuple[str, ...] = ("once",)
    total: str = "total"
    """"total" or "" for none printed; "term" for one of 36 months beside those of periods."""
    rounded_total: bool = False
    """The printed total is that of amounts before they were rounded."""
    headings: str = "one"
    quiet: bool = False
    """No junk, notes and rough blanks: for sheets that hold something odd already."""
    support: float = 0.15
    keys: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Offer:
    """One offer while it is written."""

    book: Book
    style: Style
    plan: Plan
    table: Table
    lines: list[Line] = field(default_factory=list)
    discounts: dict[str, Decimal] = field(default_factory=dict)
    """By period; below zero."""
    grouped: dict[str, Decimal] = field(default_factory=dict)
    """Discounts of groups, which stand among the lines."""

    @property
    def net(self) -> dict[str, Decimal]:
        """Return what is to be paid by period, without tax that is added."""
        sums = sum_amounts(self.lines)
        for part in (self.discounts, self.grouped):
            for period, amount in part.items():
                sums[period] = sums.get(period, ZERO) + amount
        return sums


def write_offer(book: Book, style: Style, plan: Plan, sheet: Sheet) -> Offer:
    """Write an offer into a sheet."""
    table = _make_table(style, plan, sheet)
    offer = Offer(book, style, plan, table)
    if not plan.quiet:
        add_top(table)
    summary_at = len(sheet.rows)
    table.add_two_headings() if plan.headings == "two" else table.add_headings()
    if plan.options == "section before":
        _add_options_section(offer)
        table.add("heading", {"description": style.voice.any_of(GROUPS)})
    _add_groups(offer)
    if style.random.random() < 0.3:
        table.add_blank()
    _add_end(offer, summary_at)
    if plan.options in ("section", "section sum"):
        _add_options_section(offer)
    if not plan.quiet:
        add_bottom(table)
        roughen(sheet, style.random)
        if style.look.kind == "xlsx":
            merge_texts(sheet, style.random)
    _check_decidable(offer)
    return offer


def _make_table(style: Style, plan: Plan, sheet: Sheet) -> Table:
    random = style.random
    keys = plan.keys or choose_keys(random, plan.layout or "full")
    if plan.quiet and not plan.keys:
        keys = [key for key in keys if key not in ("weeks", "weight", "remark", "capacity")]
    if plan.billing == "column" and "billing" not in keys:
        keys.insert(random.randint(1, len(keys)), "billing")
    if style.currency_shown == "column":
        keys.insert(random.randint(1, len(keys)), "currency")
    if style.price_unit > 1:
        keys.insert(keys.index("unit_price") + 1, "price_unit")
    table = Table(style, sheet, keys, left=1 if random.random() < 0.1 else 0)
    if random.random() < 0.3:
        table.label_key = keys[0] if keys[0] != table.amount_key else "description"
    if plan.billing == "headings":
        words = style.voice.period(plan.periods[0])
        for key in ("list", "net_price", "unit_price", "extended"):
            table.headings[key] = f"{style.voice.heading(key)} {words}"
    return table


def make_line(style: Style, plan: Plan) -> Line:
    """Return a line at random."""
    random, voice = style.random, style.voice
    period = random.choice(plan.periods)
    text = describe(random, voice.language)
    if period != "once":
        text = voice.any_of(RECURRING)
    elif random.random() < plan.support:
        text = voice.any_of(SUPPORT)
    if plan.billing == "ends" and period != "once":
        text = f"{text} {voice.period_end(period)}"
    price = max(choose_price(random, style.price_decimals), Decimal(10) * (style.thousands > 1))
    line = Line(text, part_number(random), choose_quantity(random), price, period=period)
    if style.price_unit > 1:
        line.quantity = Decimal(random.randint(1, 40) * 25)
        line.list_price = round_to(price, 2)
    if plan.line_discounts and random.random() < 0.8:
        line.discount = Decimal(random.choice((5, 10, 12, 15, 20, 25, 30, 35, 42))) / 100
    if plan.layout == "one":
        line.quantity = ONE
    return price_line(line, style.price_decimals, style.amount_decimals, style.price_unit)


def _add_groups(offer: Offer) -> None:
    plan = offer.plan
    for number in range(max(1, plan.groups)):
        start = len(offer.lines)
        if plan.groups:
            offer.table.add("heading", {"description": offer.style.voice.any_of(GROUPS)})
        _add_group_lines(offer)
        if plan.groups:
            _add_subtotal(offer, offer.lines[start:])
        if plan.discount == "group" and number == 0:
            _add_group_discount(offer, offer.lines[start:])


def _add_group_lines(offer: Offer) -> None:
    """Append the lines of a group, some in two halves with a sum each."""
    plan, random = offer.plan, offer.style.random
    halves = 2 if plan.nested and random.random() < 0.6 else 1
    for _ in range(halves):
        inner = len(offer.lines)
        for _ in range(random.randint(*plan.lines)):
            _add_line(offer)
        if halves > 1:
            _add_subtotal(offer, offer.lines[inner:])
    if random.random() < 0.1:
        offer.table.add_blank()


def _add_line(offer: Offer) -> None:
    plan, style, table = offer.plan, offer.style, offer.table
    random = style.random
    line = make_line(style, plan)
    changes: dict[str, Cell] = {}
    if random.random() < 0.04 and "quantity" in table.keys and "unit" not in table.keys:
        changes["quantity"] = f"{line.quantity} {style.voice.mark('pieces')}"
    if random.random() < 0.04 and plan.layout == "full" and line.quantity == 1:
        changes["unit_price"] = None
    table.add_item(line, **changes)
    offer.lines.append(line)
    if not plan.quiet and random.random() < 0.08:
        add_continuation(table)
    if "row" in plan.options.split() + ["row"] * (plan.options == "unit only") and (
        len(offer.lines) in (2, 5)
    ):
        _add_option(offer, plan.options)
    if plan.free and (len(offer.lines) == 2 or random.random() < 0.2):
        _add_free(offer)
    if plan.pages and len(offer.lines) % 5 == 0:
        _add_page_break(offer)


def _add_free(offer: Offer) -> None:
    """Append a line that costs nothing: by a word, or by a zero."""
    style, table = offer.style, offer.table
    random = style.random
    line = make_line(style, offer.plan)
    cells = table.item_cells(line)
    word: Cell = style.voice.random.choice(MARKS["free"][style.voice.language])
    shown = style.money(ZERO) if random.random() < 0.4 else word
    for key in ("list", "net_price", "unit_price"):
        cells[key] = shown if random.random() < 0.6 else None
    cells[table.amount_key] = shown
    cells["discount"] = None
    table.add("free", cells)


def _add_option(offer: Offer, kind: str) -> None:
    """Append a row that a word excludes."""
    style, table = offer.style, offer.table
    marks = {"alternative row": "alternative", "not included row": "not_included"}
    mark = style.voice.mark(marks.get(kind, "option"))
    line = make_line(style, offer.plan)
    text = line.description
    cells = table.item_cells(line)
    cells["description"] = f"{text} {mark}" if mark.startswith("(") else f"{mark} {text}"
    if kind == "bracket row":
        amount = style.money(line.amount)
        cells[table.amount_key] = Number(
            -amount.value, amount.decimals, amount.before, amount.after, bracketed=True
        )
    if kind == "unit only" and "extended" in table.keys:
        cells["extended"] = None
    table.add("option", cells)


def _add_options_section(offer: Offer) -> None:
    style, table = offer.style, offer.table
    table.add_blank()
    table.add("heading", {"description": style.voice.mark("options_heading")})
    total = ZERO
    for _ in range(style.random.randint(1, 3)):
        line = make_line(style, offer.plan)
        total += line.amount
        table.add("option", table.item_cells(line))
    if offer.plan.options == "section sum":
        table.add_sum("option sum", style.voice.total("subtotal"), total)
    table.add_blank()


def _add_page_break(offer: Offer) -> None:
    """Append carry-over, heading and the amount brought forward."""
    voice, table = offer.style.voice, offer.table
    total = sum(offer.net.values(), ZERO)
    table.add_sum("carried", voice.total("carried"), total)
    if offer.style.random.random() < 0.5:
        table.add_blank()
    if offer.style.random.random() < 0.6:
        table.add_headings()
    if offer.style.random.random() < 0.8:
        table.add_sum("carried", voice.total("brought"), total)


def _add_subtotal(offer: Offer, lines: list[Line]) -> None:
    """Append the sum of some lines; of one period only, else nobody would print it."""
    sums = sum_amounts(lines)
    if len(sums) != 1:
        return
    (amount,) = sums.values()
    table, kind = offer.table, offer.plan.subtotal
    label = offer.style.voice.total("subtotal")
    if kind == "quantity 1" and "quantity" in table.keys and "extended" in table.keys:
        cells: dict[str, Cell] = {"quantity": quantity_cell(ONE)}
        for key in ("unit_price", "net_price"):
            cells[key] = offer.style.money(amount)
        table.add_sum("subtotal", label, amount, **cells)
    elif kind == "bare":
        table.add_sum("subtotal", "", amount)
    else:
        table.add_sum("subtotal", label, amount)


def _add_group_discount(offer: Offer, lines: list[Line]) -> None:
    sums = sum_amounts(lines)
    if len(sums) != 1:
        return
    ((period, amount),) = sums.items()
    share = Decimal(offer.style.random.choice((5, 10, 15)))
    off = -round_to(amount * share / 100, offer.style.amount_decimals)
    label = f"{offer.style.voice.total('discount_line')} {share} %"
    offer.table.add_charge("discount", label, off, period)
    offer.grouped[period] = offer.grouped.get(period, ZERO) + off


def _add_end(offer: Offer, summary_at: int) -> None:
    """Append discounts, sums and tax."""
    plan, style = offer.plan, offer.style
    sums = sum_amounts(offer.lines)
    if len(sums) > 1 or plan.periods != ("once",):
        _add_period_totals(offer)
        return
    if plan.discount not in ("", "group"):
        _add_discount(offer)
    if plan.tax:
        _add_tax(offer, summary_at)
    elif plan.total:
        net = sum(offer.net.values(), ZERO)
        if plan.rounded_total:
            net += sum((_rounding(line, style) for line in offer.lines), ZERO)
        offer.table.add_sum("total", style.voice.total("total"), net)


def _rounding(line: Line, style: Style) -> Decimal:
    """Return what the rounding of its amount took off a line."""
    return line.quantity * line.net_price / style.price_unit - line.amount


def _add_discount(offer: Offer) -> None:
    """Append a discount on everything before it."""
    kind, style, table = offer.plan.discount, offer.style, offer.table
    before = sum(offer.net.values(), ZERO)
    share = Decimal(style.random.choice((3, 5, 8, 10, 12, 15)))
    off = -round_to(before * share / 100, style.amount_decimals)
    if kind in ("amount", "no sign"):
        off = -round_to(before * share / 100, -1)
    label = style.voice.total("discount_memo" if kind == "memo" else "discount_line")
    if kind in ("percent", "rate only"):
        label = f"{label} {share} %"
    if style.random.random() < 0.7 or kind in ("no sign", "rate only"):
        table.add_sum("subtotal", style.voice.total("subtotal"), before)
    if kind == "memo":
        table.add_sum("memo", label, -off)
        return
    offer.discounts["once"] = off
    row = table.add_charge("discount", label, off)
    if kind == "no sign":
        row.cells[table.column(table.amount_key)] = style.money(-off)
        row.scale = -row.scale
    if kind == "rate only":
        row.cells[table.column(table.amount_key)] = None
        row.factors = {}


def _add_tax(offer: Offer, summary_at: int) -> None:
    """Append net sum, tax and gross sum in one of the ways that vendors print them."""
    plan, style, table = offer.plan, offer.style, offer.table
    voice = style.voice
    rate = Decimal(style.random.choice((RATES[voice.language], "7", "8.1", "20", "23")))
    net = sum(offer.net.values(), ZERO)
    tax = round_to(net * rate / 100, style.amount_decimals)
    shown = f"{rate}".replace(".", style.look.decimal)
    label = voice.total("tax") if plan.tax == "no rate" else f"{voice.total('tax')} {shown} %"
    if plan.tax == "contained":
        _add_contained_tax(offer, rate, shown)
    elif plan.tax == "label":
        table.add_sum(
            "gross", f"{voice.total('gross_total')} ({voice.total('tax')} {shown} %)", net + tax
        )
    else:
        start = len(table.sheet.rows)
        if plan.tax != "no net":
            table.add_sum("total", voice.total("net"), net)
        table.add_sum("tax", label, tax)
        table.add_sum("gross", voice.total("gross_total"), net + tax)
        if plan.tax == "above":
            _move_rows(table, start, summary_at)


def _move_rows(table: Table, start: int, target: int) -> None:
    """Move the last rows above the table, as a summary."""
    rows = table.sheet.rows
    moved = rows[start:]
    del rows[start:]
    rows[target:target] = moved
    count = len(moved)
    table.sheet.merged = [(a + count, b, c + count, d) for a, b, c, d in table.sheet.merged]


def _add_contained_tax(offer: Offer, rate: Decimal, shown: str) -> None:
    """Append a gross sum and the tax in it: the lines' prices include tax."""
    style, table = offer.style, offer.table
    gross = sum(offer.net.values(), ZERO)
    table.add_sum("gross", style.voice.total("gross_total"), gross)
    contained = gross - round_to(gross / (1 + rate / 100), style.amount_decimals)
    table.add_sum("tax", f"{style.voice.total('contained_tax')} {shown} %", contained)
    offer.book.divisor = 1 + rate / 100
    offer.book.tolerance += len(offer.lines) * ONE.scaleb(-style.amount_decimals)


def _add_period_totals(offer: Offer) -> None:
    """Append one sum a period, and the sum over 36 months."""
    plan, voice, table = offer.plan, offer.style.voice, offer.table
    if not plan.total:
        return
    sums = offer.net
    for period in sorted(sums, key=list(PAYMENTS).index):
        label = f"{voice.total('total')} {voice.period(period)}"
        cells: dict[str, Cell] = {}
        if plan.billing == "column":
            cells["billing"] = voice.period(period)
        table.add_sum("total", label, sums[period], **cells)
    if plan.total == "term":
        whole = sum((amount * PAYMENTS[period] for period, amount in sums.items()), ZERO)
        table.add_sum("term total", voice.total("term_total"), whole)


def _check_decidable(offer: Offer) -> None:
    """Demand a question where nobody could know the price."""
    plan, book, style = offer.plan, offer.book, offer.style
    if "list" in offer.table.keys:
        book.tolerance += offer.table.rounding
    layout = plan.layout or "full"
    nonsense = style.voice.nonsense
    if nonsense and layout in ("amount", "unit") and not plan.total:
        book.must(Expected.ASK, "unknown headings, no identity and no total")
    if nonsense and plan.tax == "no rate":
        book.must(Expected.ASK, "a surcharge or a tax: no word and no rate")
    if nonsense and plan.discount == "rate only":
        book.must(Expected.ASK, "a rate under an unknown word")
    lines = len(offer.lines)
    if style.price_decimals > style.amount_decimals or plan.rounded_total:
        payments = max(PAYMENTS[period] for period in plan.periods)
        book.tolerance += (lines + 1) * payments * ONE.scaleb(-style.amount_decimals) / 2


def make_style(voice: Voice, look: FileLook) -> Style:
    """Return a style at random."""
    random = voice.random
    currency = {"en": "USD GBP EUR", "de": "EUR EUR CHF", "pt": "BRL BRL USD"}[voice.language]
    shown = random.choice(("heading", "heading", "before", "after", "code", "title", "column"))
    style = Style(random, voice, look, random.choice(currency.split()), shown)
    style.label_end = random.choice(
        ("", "", "", ":", f" {style.currency}", f" ({style.currency})")
    )
    style.brackets = random.random() < 0.25
    style.minus_last = not style.brackets and random.random() < 0.08
    return style
