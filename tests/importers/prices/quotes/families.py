"""Families of sound quotes that are one table of line items."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.importers.prices.quotes.compose import Plan, make_style, write_offer
from tests.importers.prices.quotes.files import choose_look
from tests.importers.prices.quotes.model import Book, Sheet
from tests.importers.prices.quotes.table import LAYOUTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.importers.prices.quotes.compose import Offer
    from tests.importers.prices.quotes.table import Style
    from tests.importers.prices.quotes.words import Voice

PROVABLE = ("full", "net", "list", "net only")
SHEET_NAMES = {
    "en": ("Quote", "Sheet1"),
    "de": ("Angebot", "Tabelle1"),
    "pt": ("Proposta", "Planilha1"),
}


def start_book(voice: Voice, kind: str = "") -> tuple[Book, Style]:
    """Return an empty book and the style of its tables."""
    look = choose_look(voice.random, voice.language, kind)
    style = make_style(voice, look)
    return Book(look, [], style.currency), style


def add_sheet(book: Book, voice: Voice, name: str = "") -> Sheet:
    """Append an empty sheet."""
    sheet = Sheet(name or voice.any_of(SHEET_NAMES))
    book.sheets.append(sheet)
    return sheet


def write_book(voice: Voice, plan: Plan, change: Callable[[Style], None] | None = None) -> Book:
    """Return a book of one sheet with one offer."""
    return write_one_offer(voice, plan, change)[0]


def write_one_offer(
    voice: Voice, plan: Plan, change: Callable[[Style], None] | None = None, kind: str = ""
) -> tuple[Book, Offer]:
    """Return a book of one sheet, and the offer in it."""
    book, style = start_book(voice, kind)
    if change is not None:
        change(style)
    return book, write_offer(book, style, plan, add_sheet(book, voice))


def choose_layout(random: Random) -> str:
    """Return a layout; those with an identity of lines are the usual ones."""
    return random.choice((*LAYOUTS, *PROVABLE, "full"))


def base_plan(random: Random) -> Plan:
    """Return a plan without anything special."""
    layout = choose_layout(random)
    plan = Plan(layout, total=random.choice(("total", "total", "total", "total", "total", "")))
    plan.line_discounts = layout in ("net", "list")
    plan.quiet = random.random() < 0.3
    return plan


def make_plain(voice: Voice) -> Book:
    """Lines in all layouts, with or without a total."""
    return write_book(voice, base_plan(voice.random))


def make_subtotals(voice: Voice) -> Book:
    """Groups with sums by words, without, nested, or of quantity 1."""
    random = voice.random
    plan = base_plan(random)
    plan.groups, plan.nested = random.randint(2, 4), random.random() < 0.35
    plan.subtotal = random.choice(("words", "words", "bare", "quantity 1"))
    plan.lines = (2, 5)
    return write_book(voice, plan)


def make_pages(voice: Voice) -> Book:
    """Pages with amounts carried forward and headings repeated."""
    plan = base_plan(voice.random)
    return write_book(voice, replace(plan, pages=True, lines=(8, 18), total="total"))


def make_tax(voice: Voice) -> Book:
    """Tax below, above, contained, without a rate, in a label alone."""
    random = voice.random
    plan = base_plan(random)
    ways = ("below", "below", "above", "contained", "no rate", "label", "no net")
    plan.tax, plan.total = random.choice(ways), "total"
    plan.groups = random.choice((0, 0, 2))
    return write_book(voice, plan)


def make_discounts(voice: Voice) -> Book:
    """Discounts on all or some, as amount or rate, with and without sign, or only remarked."""
    random = voice.random
    plan = base_plan(random)
    plan.discount = random.choice(("amount", "percent", "no sign", "rate only", "memo", "group"))
    plan.groups = 2 if plan.discount == "group" else random.choice((0, 0, 2))
    plan.total = "total"
    plan.tax = random.choice(("", "", "", "below"))
    return write_book(voice, plan)


def make_billing(voice: Voice) -> Book:
    """Recurring amounts by a column, by the end of a description, by headings."""
    random = voice.random
    plan = base_plan(random)
    plan.layout = random.choice(("full", "full", "net", "unit", "amount"))
    plan.line_discounts = plan.layout == "net"
    plan.billing = random.choice(("column", "column", "column", "ends", "headings"))
    recurring = random.choice(("month", "month", "year", "quarter", "half-year"))
    if plan.billing == "ends":
        recurring = random.choice(("month", "month", "year", "quarter"))
    mixed = plan.billing != "headings" and random.random() < 0.7
    plan.periods = ("once", recurring) if mixed else (recurring,)
    plan.total = random.choice(("total", "total", "term", ""))
    return write_book(voice, plan)


def make_thousands(voice: Voice) -> Book:
    """Amounts in thousands by heading, title or number format."""
    random = voice.random

    def change(style: Style) -> None:
        style.label_end = ""
        style.thousands, style.price_decimals, style.amount_decimals = 1000, -1, -1
        formats = ("format", "format and heading", "suffix")
        shown = random.choice(("heading", "heading", "title", *formats))
        if shown in formats and (style.look.kind == "csv" or style.look.numbers_as_text):
            shown = "title"
        style.thousands_shown = shown
        words = {
            "en": ("k{c}", "{c} '000", "{c} thousands"),
            "de": ("T{c}", "Tsd. {c}"),
            "pt": ("{c} mil", "milhares de {c}"),
        }
        style.thousands_word = random.choice(words[voice.language]).format(c=style.currency)
        style.currency_shown = "title" if style.thousands_shown == "title" else "heading"

    plan = base_plan(random)
    plan.layout = random.choice(("full", "net", "list", "amount"))
    plan.line_discounts = plan.layout in ("net", "list")
    plan.total, plan.quiet, plan.tax = "total", False, random.choice(("", "", "below"))
    return write_book(voice, plan, change)


def make_price_unit(voice: Voice) -> Book:
    """Prices per 100 or 1000 pieces."""

    def change(style: Style) -> None:
        style.price_unit = voice.random.choice((100, 100, 1000))

    plan = base_plan(voice.random)
    return write_book(voice, replace(plan, layout="full", line_discounts=False), change)


def make_headings(voice: Voice) -> Book:
    """Headings of two rows, some merged."""
    plan = replace(base_plan(voice.random), headings="two")
    return write_book(voice, plan)


def make_options(voice: Voice) -> Book:
    """Options, alternatives and sections of them, which no total holds."""
    random = voice.random
    plan = base_plan(random)
    ways = ("row", "row", "alternative row", "not included row", "bracket row", "unit only")
    plan.options = random.choice((*ways, "section", "section sum", "section before"))
    if plan.options == "section before":
        plan.total = "total"
    plan.tax = random.choice(("", "", "below")) if plan.total else ""
    return write_book(voice, plan)


def make_free(voice: Voice) -> Book:
    """Lines that cost nothing, by a word or a zero."""
    return write_book(voice, replace(base_plan(voice.random), free=True))


def make_rounded(voice: Voice) -> Book:
    """Amounts in whole units of prices with decimals, or a total of unrounded amounts."""
    random = voice.random

    def change(style: Style) -> None:
        style.amount_decimals = random.choice((0, 0, 2))
        style.price_decimals = 2 if style.amount_decimals == 0 else 4

    plan = base_plan(random)
    plan.layout, plan.lines = random.choice(("full", "net")), (4, 14)
    plan.line_discounts, plan.total = plan.layout == "net", "total"
    plan.rounded_total = random.random() < 0.5
    return write_book(voice, plan, change)


def make_mixed(voice: Voice) -> Book:
    """Many of these at once."""
    random = voice.random
    plan = base_plan(random)
    plan.layout = random.choice(PROVABLE)
    plan.line_discounts = plan.layout in ("net", "list")
    plan.groups, plan.nested = random.choice((0, 2, 3)), random.random() < 0.2
    plan.subtotal = random.choice(("words", "bare", "quantity 1"))
    plan.pages = random.random() < 0.3
    plan.discount = random.choice(("", "amount", "percent", "no sign", "memo", "group"))
    plan.tax = random.choice(("", "below", "below", "above", "contained", "label"))
    plan.options = random.choice(("", "row", "section", "section sum", "bracket row"))
    plan.free = random.random() < 0.4
    plan.headings = random.choice(("one", "one", "two"))
    plan.total = "total"
    return write_book(voice, plan)


FAMILIES = {
    "plain": (make_plain, 8),
    "subtotals": (make_subtotals, 8),
    "pages": (make_pages, 5),
    "tax": (make_tax, 8),
    "discounts": (make_discounts, 8),
    "billing": (make_billing, 9),
    "thousands": (make_thousands, 4),
    "price unit": (make_price_unit, 3),
    "headings": (make_headings, 4),
    "options": (make_options, 7),
    "free": (make_free, 4),
    "rounded": (make_rounded, 4),
    "mixed": (make_mixed, 10),
}
