"""Lays out lines, sums and notes of a quote as rows of a sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from tests.importers.prices.quotes.model import (
    ONE,
    PAYMENTS,
    ZERO,
    Cell,
    Line,
    Number,
    Row,
    Sheet,
)
from tests.importers.prices.quotes.words import CONTINUATIONS, DESCRIPTIONS, NOTES, TITLES, TRICKY

if TYPE_CHECKING:
    from random import Random

    from tests.importers.prices.quotes.model import FileLook
    from tests.importers.prices.quotes.words import Voice

SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "BRL": "R$", "CHF": "CHF"}
LAYOUTS = {
    "full": ("description", "quantity", "unit_price", "extended"),
    "net": ("description", "quantity", "list", "discount", "net_price", "extended"),
    "list": ("description", "quantity", "list", "discount", "extended"),
    "net only": ("description", "quantity", "list", "net_price", "extended"),
    "amount": ("description", "quantity", "extended"),
    "unit": ("description", "quantity", "unit_price"),
    "one": ("description", "extended"),
}
JUNK = ("weeks", "weight", "remark", "capacity", "category")
AMOUNT_KEYS = (
    *("list", "net_price", "unit_price", "extended", "price", "tax_amount", "gross"),
    *("upfront", "monthly", "first_year", "three_years", "annual"),
)


@dataclass(slots=True)
class Style:
    """What all tables of one quote share."""

    random: Random
    voice: Voice
    look: FileLook
    currency: str = "EUR"
    currency_shown: str = "heading"
    """"heading", "before", "after", "code", "title", "column" or "" for nowhere."""
    price_decimals: int = 2
    amount_decimals: int = 2
    thousands: int = 1
    """What printed money is multiplied by."""
    thousands_shown: str = ""
    """"heading", "title"; in a workbook "suffix" (0.00 "TEUR"), or "format" and "format and
    heading" (a number format that shows thousands of whole amounts)."""
    thousands_word: str = ""
    price_unit: int = 1
    brackets: bool = False
    minus_last: bool = False
    label_end: str = ""
    """After the labels of sums: a colon, or the currency."""

    def money(self, value: Decimal, decimals: int | None = None) -> Number:
        """Return an amount as the quote prints it."""
        decimals = self.amount_decimals if decimals is None else decimals
        if self.thousands_shown in ("format", "format and heading"):
            shown = ',"k€"' if self.thousands_shown == "format" else ","
            return Number(value, decimals, cell_format=f"#,##0.000{shown}")
        if self.thousands_shown == "suffix":
            suffix = f'0.00" {self.thousands_word}"'
            return Number(value / self.thousands, decimals + 3, cell_format=suffix)
        sign = SIGNS[self.currency]
        before = {"before": sign + " " * (len(sign) > 1), "code": f"{self.currency} "}
        after = {"after": f"\u00a0{sign}"}
        return Number(
            value / self.thousands,
            decimals + (3 if self.thousands > 1 else 0),
            before.get(self.currency_shown, ""),
            after.get(self.currency_shown, ""),
            bracketed=self.brackets,
            minus_last=self.minus_last,
        )

    @property
    def money_scale(self) -> Decimal:
        """What a printed amount is multiplied by to be money."""
        return ONE if self.thousands_shown.startswith("format") else Decimal(self.thousands)


@dataclass(slots=True)
class Table:
    """A table of a sheet: columns by key, and the rows under them."""

    style: Style
    sheet: Sheet
    keys: list[str]
    left: int = 0
    """Empty columns before it."""
    label_key: str = "description"
    """Column of the labels of sums."""
    headings: dict[str, str] = field(default_factory=dict)
    """Where they are not those of the voice."""
    number: int = 0
    """Of the last item."""
    rounding: Decimal = ZERO
    """What the rounding of prices and amounts may come to in the 36-month price."""

    def column(self, key: str) -> int:
        """Return the index of a column in the sheet."""
        return self.left + self.keys.index(key)

    @property
    def amount_key(self) -> str:
        """Return the column in which sums stand."""
        wanted = ("extended", "price", "net_price", "unit_price")
        return next(key for key in wanted if key in self.keys)

    def add(
        self, role: str, cells: dict[str, Cell], paid: dict[str, Decimal] | None = None
    ) -> Row:
        """Append a row; cells by key of their column."""
        empty: list[Cell] = [None] * self.left
        row = Row([*empty, *(cells.get(key) for key in self.keys)], role, paid or {})
        self.sheet.rows.append(row)
        return row

    def add_text(self, text: str, role: str = "note") -> None:
        """Append a row with a text in its first cell."""
        width = self.left + len(self.keys)
        cells: list[Cell] = [None] * width
        cells[min(self.left, width - 1)] = text
        self.sheet.rows.append(Row(cells, role))

    def add_blank(self) -> None:
        """Append an empty row."""
        self.sheet.rows.append(Row([None] * (self.left + len(self.keys)), "blank"))

    def heading(self, key: str) -> str:
        """Return the heading of a column with its units."""
        style, voice = self.style, self.style.voice
        text = self.headings.get(key) or voice.heading(key)
        if key not in AMOUNT_KEYS:
            return text
        if style.thousands_shown in ("heading", "format and heading"):
            return f"{text} ({style.thousands_word})"
        if style.currency_shown == "heading":
            return f"{text} ({style.currency})"
        return text

    def add_headings(self) -> None:
        """Append the row of headings."""
        self.add("heading", {key: self.heading(key) for key in self.keys})

    def add_two_headings(self) -> None:
        """Append headings of two rows: words above, units below, amounts under one merged cell."""
        style = self.style
        amounts = [key for key in self.keys if key in AMOUNT_KEYS]
        unit = style.thousands_word or style.currency
        below = {key: style.voice.heading(key) for key in amounts}
        above = {key: style.voice.heading(key) for key in self.keys if key not in amounts}
        merge = style.look.kind == "xlsx" and len(amounts) > 1 and _adjacent(self.keys, amounts)
        if merge:
            above[amounts[0]] = f"{style.voice.heading('price')} {unit}"
            at = len(self.sheet.rows)
            self.sheet.merged.append((at, self.column(amounts[0]), at, self.column(amounts[-1])))
        else:
            above |= below
            below = dict.fromkeys(amounts, f"[{unit}]")
        alone = [key for key in above if key not in below]
        if style.look.kind == "xlsx" and style.random.random() < 0.4:
            at = len(self.sheet.rows)
            columns = map(self.column, alone)
            self.sheet.merged += [(at, column, at + 1, column) for column in columns]
        self.add("heading", dict(above))
        self.add("heading", dict(below))

    def add_item(self, line: Line, **changes: Cell) -> Row:
        """Append a line that counts."""
        row = self.add("item", self.item_cells(line) | changes, {line.period: line.amount})
        row.currency = line.currency
        exact = line.quantity * line.list_price * (1 - line.discount) / self.style.price_unit
        self.rounding += abs(line.amount - exact) * PAYMENTS[line.period]
        scale = self.style.money_scale
        if "extended" in self.keys:
            row.factors, row.scale = {line.period: (self.column("extended"),)}, scale
        else:
            price = "net_price" if "net_price" in self.keys else "unit_price"
            columns = (self.column("quantity"), self.column(price))
            row.factors, row.scale = {line.period: columns}, scale / self.style.price_unit
        return row

    def add_item_of(self, line: Line, unit_key: str, amount_key: str) -> Row:
        """Append a line that counts, its price and amount in other columns."""
        cells = self.item_cells(line)
        cells |= {unit_key: cells["unit_price"], amount_key: cells["extended"]}
        row = self.add("item", cells, {line.period: line.amount})
        row.factors, row.scale = {line.period: (self.column(amount_key),)}, self.style.money_scale
        return row

    def item_cells(self, line: Line) -> dict[str, Cell]:
        """Return the cells of a line by key; those without a column are left out by `add`."""
        style, random = self.style, self.style.random
        self.number += 1
        return {
            "position": f"{self.number}",
            "part": line.part,
            "description": line.description,
            "quantity": quantity_cell(line.quantity),
            "unit": style.voice.mark("pieces"),
            "list": style.money(line.list_price, style.price_decimals),
            "discount": Number(line.discount * 100, 1, after="%"),
            "net_price": style.money(line.net_price, style.price_decimals),
            "unit_price": style.money(line.net_price, style.price_decimals),
            "extended": style.money(line.amount),
            "billing": style.voice.period(line.period),
            "currency": line.currency or style.currency,
            "price_unit": Number(Decimal(style.price_unit), 0),
            "weeks": Number(Decimal(random.randint(2, 12)), 0),
            "weight": Number(Decimal(random.randint(1, 400)) / 10, 1),
            "capacity": Number(Decimal(random.choice((0, 4, 8, 15))), 0),
            "remark": random.choice((None, None, "EOL 2031", "RoHS", "v2")),
            "category": random.choice(("HW", "SW", "SVC")),
        }

    def add_sum(self, role: str, label: str, amount: Decimal, **changes: Cell) -> Row:
        """Append a row with a label and an amount that adds nothing to the price."""
        text = label + self.style.label_end * bool(label)
        cells: dict[str, Cell] = {self.label_key: text, self.amount_key: self.style.money(amount)}
        return self.add(role, cells | changes)

    def add_charge(self, role: str, label: str, amount: Decimal, period: str = "once") -> Row:
        """Append a row with a label and an amount that adds to the price, or takes off it."""
        row = self.add_sum(role, label, amount)
        row.paid = {period: amount}
        row.factors, row.scale = {period: (self.column(self.amount_key),)}, self.style.money_scale
        return row


def _adjacent(keys: list[str], chosen: list[str]) -> bool:
    return keys.index(chosen[-1]) - keys.index(chosen[0]) == len(chosen) - 1


def quantity_cell(quantity: Decimal) -> Number:
    """Return a quantity, with decimals only where it has some."""
    whole = quantity == quantity.to_integral_value()
    return Number(quantity, 0 if whole else 2)


def part_number(random: Random) -> str:
    """Return an article number; some look like numbers."""
    letters = "".join(random.choices("ABCDEFGHKLMNPRSTX", k=3))
    number = random.randint(1000, 99999)
    return random.choice(
        (f"{letters}-{number}", f"{number}-{letters}", f"{number}", f"{letters}{number}#0D1")
    )


def choose_keys(random: Random, layout: str) -> list[str]:
    """Return the columns of a layout in a random order that somebody might print."""
    keys = list(LAYOUTS[layout])
    if random.random() < 0.25 and "quantity" in keys:
        keys.remove("quantity")
        keys.insert(0, "quantity")
    if random.random() < 0.55:
        keys.insert(random.choice((0, keys.index("description") + 1)), "part")
    if random.random() < 0.5:
        keys.insert(0, "position")
    if random.random() < 0.3 and "quantity" in keys:
        keys.insert(keys.index("quantity") + 1, "unit")
    if random.random() < 0.15:
        keys.remove("description")
        keys.insert(len(keys) if random.random() < 0.4 else len(keys) // 2, "description")
    for junk in random.sample(JUNK, random.choice((0, 0, 0, 1, 1, 2))):
        keys.insert(random.randint(0, len(keys)), junk)
    return keys


def choose_price(random: Random, decimals: int) -> Decimal:
    """Return a price between 3 and 60,000."""
    value = Decimal(10) ** Decimal(str(round(random.uniform(0.5, 4.75), 3)))
    if random.random() < 0.3:
        return Decimal(max(5, int(value) // 5 * 5))
    return value.quantize(ONE.scaleb(-decimals))


def choose_quantity(random: Random) -> Decimal:
    """Return a quantity; one in four is 1."""
    return Decimal(random.choice((1, 1, random.randint(2, 9), random.randint(2, 48))))


def describe(random: Random, language: str, tricky: float = 0.06) -> str:
    """Return the name of a good; some hold words of totals."""
    return random.choice((TRICKY if random.random() < tricky else DESCRIPTIONS)[language])


def add_top(table: Table) -> None:
    """Append what stands above a table: title, notes with numbers, units of all amounts."""
    style, random = table.style, table.style.random
    if random.random() < 0.75:
        table.add_text(style.voice.fill(TITLES), "title")
    for _ in range(random.choice((0, 0, 1, 2))):
        table.add_text(style.voice.fill(NOTES))
    if style.currency_shown == "title":
        words = {"en": "All prices in {}", "de": "Alle Preise in {}", "pt": "Valores em {}"}
        unit = style.thousands_word if style.thousands_shown == "title" else style.currency
        table.add_text(words[style.voice.language].format(unit))
    if table.sheet.rows and random.random() < 0.6:
        table.add_blank()


def add_bottom(table: Table) -> None:
    """Append what stands below a table."""
    random = table.style.random
    if random.random() < 0.5:
        table.add_blank()
    for _ in range(random.choice((0, 0, 1, 2))):
        table.add_text(table.style.voice.fill(NOTES))


def add_continuation(table: Table) -> None:
    """Append a row that goes on with the text of the line above."""
    table.add("note", {"description": table.style.voice.any_of(CONTINUATIONS)})


def merge_texts(sheet: Sheet, random: Random) -> None:
    """Merge titles over the whole width, and labels of sums up to their amounts."""
    titles, labels = random.random() < 0.3, random.random() < 0.3
    for at, row in enumerate(sheet.rows):
        filled = [n for n, cell in enumerate(row.cells) if cell is not None]
        if titles and row.role == "title" and len(row.cells) > 1 and len(filled) == 1:
            sheet.merged.append((at, filled[0], at, len(row.cells) - 1))
        if labels and row.role in ("subtotal", "total", "gross") and len(filled) == 2:
            first, last = filled
            if last - first > 1 and isinstance(row.cells[first], str):
                sheet.merged.append((at, first, at, last - 1))


def roughen(sheet: Sheet, random: Random) -> None:
    """Add blanks around texts, as exports have them."""
    for row in sheet.rows:
        for n, cell in enumerate(row.cells):
            if not isinstance(cell, str) or not cell:
                continue
            if row.role == "item" and len(cell) > 20 and random.random() < 0.04:
                cell += "\n230 V, 16 A"  # noqa: PLW2901 - the same cell, longer
            if random.random() < 0.1:
                cell += random.choice((" ", "  ", "\u00a0"))  # noqa: PLW2901 - see above
            row.cells[n] = cell


def sum_amounts(lines: list[Line]) -> dict[str, Decimal]:
    """Return the sum of each period."""
    result: dict[str, Decimal] = {}
    for line in lines:
        result[line.period] = result.get(line.period, ZERO) + line.amount
    return result
