"""Tables of a sheet: rows of headings, what each heading says, figures in the sheet's notation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.number_notation import (
    CURRENCY_SIGN,
    Notation,
    currencies_in,
    decide_notation,
)
from arraywise.domain.quotes import ColumnRole, Period
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.figures import (
    PrintedFigure,
    is_blank,
    is_free,
    is_on_request,
    looks_numeric,
    read_figure,
)
from arraywise.importers.prices.vocabulary import (
    has_unknown_word,
    is_only,
    period_in,
    period_of_cell,
    says,
    scale_in,
    span_in,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.importers.prices.cells import QuoteCell
    from arraywise.importers.prices.grid import GridRow, SheetGrid

_HEADINGS_WITHIN = 200
_LOOKED_BELOW = 6
_LEAST_NAMED = 3
_SHARE_OF_BEST = 0.5
_LONGEST_HEADING = 60

MONEY_FIELDS = frozenset(
    {"unit_price", "list_price", "price", "amount", "maintenance", "gross_amount", "tax_amount",
     "fee"}
)  # fmt: skip
FIELD_OF_ROLE: Mapping[ColumnRole, str] = {
    ColumnRole.DESCRIPTION: "description", ColumnRole.PART_NUMBER: "part_number",
    ColumnRole.POSITION: "position", ColumnRole.CATEGORY: "category",
    ColumnRole.QUANTITY: "quantity", ColumnRole.UNIT: "unit", ColumnRole.LIST_PRICE: "list_price",
    ColumnRole.UNIT_PRICE: "unit_price", ColumnRole.DISCOUNT: "discount",
    ColumnRole.AMOUNT: "amount", ColumnRole.TAX_RATE: "tax_rate",
    ColumnRole.TAX_AMOUNT: "tax_amount", ColumnRole.GROSS_AMOUNT: "gross_amount",
    ColumnRole.PERIOD: "period", ColumnRole.TERM: "term",
    ColumnRole.MAINTENANCE_UNIT: "maintenance", ColumnRole.MAINTENANCE: "maintenance",
    ColumnRole.MAINTENANCE_RATE: "maintenance_rate", ColumnRole.WARRANTY: "warranty_months",
    ColumnRole.PRICE_UNIT: "price_unit", ColumnRole.CURRENCY: "currency",
    ColumnRole.UNUSED: "unused",
}  # fmt: skip
OTHER_FIELDS = frozenset(
    {"source", "licence", "support", "spared", "is_server", "note", "applies_to", "step_from",
     "step_to", "maintenance_discount", "option"}
)  # fmt: skip

_GERMAN_OR_PORTUGUESE = (
    "preis", "menge", "betrag", "bezeichnung", "preco", "valor", "descricao", "quantidade",
)  # fmt: skip
_CURRENCY = ("currency", "w\u00e4hrung", "moeda", "priced currency")


@dataclass(frozen=True, slots=True)
class Heading:
    """What the words above a column say."""

    text: str
    words: str
    field: str | None = None
    period: Period | None = None
    months: int | None = None
    """Of a time that it states with a figure."""
    per: str = ""
    """`piece` or `line`, where it says for what an amount is."""
    is_list: bool = False
    is_net: bool = False
    scale: int = 1
    percent: bool = False
    currency: str = ""
    unknown: bool = False
    """A heading of money with a word that nothing explains."""


_WHOLE = (
    ("support level", "support"), ("licence", "licence"), ("warranty", "warranty_months"),
)  # fmt: skip
_ALONE = (
    ("spares", "spared"), ("server", "is_server"), ("applies to", "applies_to"),
    ("step from", "step_from"), ("step to", "step_to"), ("currency", "currency"),
    ("option", "option"), ("price unit", "price_unit"), ("from month", "from_month"),
)  # fmt: skip
_TEXTS = (
    ("category", "category"), ("source", "source"), ("note", "note"), ("unused", "unused"),
)  # fmt: skip


@lru_cache(maxsize=4096)
def read_heading(text: str) -> Heading:
    """Return what a heading says."""
    words = plain_words(text)
    found = _field_of(words, text)
    is_money = found in MONEY_FIELDS or found == "discount"
    per = ""
    if says("for piece", words):
        per = "piece"
    elif says("for line", words):
        per = "line"
    codes = currencies_in(text)
    return Heading(
        text=text,
        words=words,
        field=found,
        period=period_in(words),
        months=span_in(words),
        per=per,
        is_list=says("list", words),
        is_net=says("net", words),
        scale=scale_in(text),
        percent=says("rate", words) or "%" in text,
        currency=min(codes) if len(codes) == 1 else "",
        unknown=is_money and has_unknown_word(plain_words(CURRENCY_SIGN.sub(" ", text))),
    )


def _field_of(words: str, text: str) -> str | None:
    """Return the field that a heading names; of several, what stands first here."""
    if text.strip() in currencies_in(text) | {"€", "$", "£", "R$", "US$"}:
        return "price"
    if not words:
        return "discount" if "%" in text else ("position" if text.strip() in {"#", "№"} else None)
    if says("care", words) and says("discount", words):
        return "maintenance_discount"
    named = next((name for concept, name in _WHOLE if says(concept, words)), None)
    named = named or next((name for concept, name in _ALONE if is_only(concept, words)), None)
    return named or _derived_field_of(words) or _other_field_of(words)


def _derived_field_of(words: str) -> str | None:
    """Return the field of a column of years, tax, maintenance or discounts."""
    care, off = says("care", words), says("discount", words)
    if says("nth year", words) and not care:
        return "fee"
    if says("tax", words) and not says("gross", words):
        return "tax_rate" if says("rate", words) else "tax_amount"
    if says("gross", words) and not says("list", words):
        return "gross_amount"
    if care:
        return "maintenance_rate" if "%" in words else "maintenance"
    is_net = says("net", words) and "%" not in words
    return "discount" if off and not (_is_priced(words) or is_net) else None


def _other_field_of(words: str) -> str | None:
    """Return the field of a column of texts, quantities, periods or money."""
    priced = _is_priced(words)
    if says("part", words) and not says("unit price", words) and not priced:
        return "description" if "descri" in words else "part_number"
    if says("quantity", words) and not says("price", words) and period_in(words) is None:
        return "quantity"
    bare = next((concept for concept in ("position", "unit") if is_only(concept, words)), None)
    if bare is not None:
        return bare
    described = priced or says("description", words)
    if is_only("period", words) or (says("period", words) and not described):
        return "period"
    times = (is_only("months", words) or is_only("years", words)) and not words.startswith("per")
    lasts = says("term", words) or (times and words not in {"month", "year"})
    recurs = says("unit price", words) and period_in(words) is not None
    if lasts and not (priced or recurs):
        return "unused" if says("unused", words) else "term"
    return _money_field_of(words) or _text_field_of(words)


def _is_priced(words: str) -> bool:
    return says("price", words) or says("amount", words)


def _money_field_of(words: str) -> str | None:
    named = says("price", words) or says("net", words) or says("list", words)
    if says("unit price", words) and not says("amount", words):
        return "list_price" if says("list", words) else "unit_price"
    if says("amount", words):
        return "unused" if words.startswith("%") else "amount"  # `% of total`
    if says("price", words) or is_only("net", words) or is_only("list", words):
        return "list_price" if says("list", words) else "price"
    if period_in(words) is not None or says("rent", words):
        return None if says("description", words) and not named else "fee"
    return None


def _text_field_of(words: str) -> str | None:
    if says("description", words):
        return "description"
    return next((name for concept, name in _TEXTS if says(concept, words)), None)


@dataclass(slots=True)
class Hits:
    """How many rows satisfy a product."""

    seen: int = 0
    many: int = 0
    """Rows in which neither factor is one."""
    real: int = 0
    """Such rows that satisfy it."""
    plain: int = 0
    """Others that do; each weighs half."""
    divisors: list[int] = field(default_factory=list)

    @property
    def score(self) -> float:
        """How much they prove."""
        return self.real + self.plain / 2


@dataclass(slots=True)
class PriceTable:
    """One table of a sheet: headings, the rows below, figures as its notation reads them."""

    grid: SheetGrid
    first: int
    """Index of its first row in the grid."""
    headings: list[Heading]
    head_rows: frozenset[int]
    """Numbers of rows that hold headings, again on each page."""
    rows: list[GridRow]
    """Below the first headings, up to the next table."""
    notation: Notation
    scale: int = 1
    """Of a title such as `all prices in TEUR`."""
    option: str = ""
    """Named with its currency above the headings, where a file holds the prices of several."""
    currency: str = ""
    preface: tuple[GridRow, ...] = ()
    """Rows above the first headings of the sheet."""
    figures: list[list[PrintedFigure | None]] = field(default_factory=list)
    """By row and column; None where no figure stands."""
    hits: dict[object, Hits] = field(default_factory=dict)
    """How many rows satisfy a product of columns, counted once for all decisions."""
    in_other: PriceTable | None = None
    """Itself in the other notation, where its figures may be read in both."""

    @property
    def width(self) -> int:
        """Columns that something stands in."""
        return len(self.headings)


def find_tables(grid: SheetGrid) -> list[PriceTable]:
    """Return the tables of a sheet, from top to bottom; a sheet without headings is one."""
    rows = [row for row in grid.rows if not row.hidden]
    if not rows:
        return []
    starts = _find_starts(rows)
    tables = []
    top = tuple(rows[: starts[0][0]])
    title_scale = max((_scale_in_title(text) for row in top for text in row.texts()), default=1)
    for at, (first, last) in enumerate(starts):
        end = starts[at + 1][0] if at + 1 < len(starts) else len(rows)
        option, code = _read_title(rows, first)
        if at + 1 < len(starts) and _read_title(rows, end)[0]:
            end -= 1
        headings = _read_headings(rows[first:last], grid)
        repeated = _repeated_headings(rows, first, last, end)
        body = [row for n, row in enumerate(rows[last:end], last) if n not in repeated]
        heads = frozenset(rows[n].number for n in (*range(first, last), *repeated))
        scale = 1 if any(head.scale > 1 for head in headings) else title_scale
        notation = _find_notation(body, headings, grid)
        table = PriceTable(grid, first, headings, heads, body, notation, scale, option, code, top)
        table.figures = read_figures(table, table.notation)
        tables.append(table)
    return tables


def _read_title(rows: Sequence[GridRow], first: int) -> tuple[str, str]:
    """Return the option and the currency that stand alone above headings; empty for other rows."""
    texts = rows[first - 1].texts() if first else []
    is_title = (
        len(texts) == 2
        and re.fullmatch("[A-Z]{3}", texts[1])
        and texts[0].casefold() not in _CURRENCY
    )
    return (texts[0], texts[1]) if is_title else ("", "")


def _scale_in_title(text: str) -> int:
    return scale_in(text) if not looks_numeric(text) and len(text) < 120 else 1


def read_figures(table: PriceTable, notation: Notation) -> list[list[PrintedFigure | None]]:
    """Return the figures of a table in a notation."""
    width = range(table.width)
    hidden = table.grid.hidden_columns
    return [
        [None if at in hidden else read_figure(row.at(at), notation) for at in width]
        for row in table.rows
    ]


def _find_starts(rows: Sequence[GridRow]) -> list[tuple[int, int]]:
    """Return where headings begin and end."""
    best = _best_headings(rows)
    if best is None:
        return [(0, 0)]
    starts = [_with_neighbours(rows, best)]
    texts = [cell.text for cell in rows[best].cells]
    fields = _fields_of(rows[best])
    for at in range(starts[0][1], len(rows)):
        if at < starts[-1][1] or not _may_head(rows[at]):
            continue
        if [cell.text for cell in rows[at].cells] == texts:
            if _read_title(rows, at)[0]:
                starts.append((at, at + 1))
        elif _begins_another(rows, at, fields):
            starts.append(_with_neighbours(rows, at, starts[-1][1]))
    return starts


def _best_headings(rows: Sequence[GridRow]) -> int | None:
    """Return the first row that heads a table as well as any."""
    scores = [
        _heading_score(rows, at) if _may_head(row) else 0
        for at, row in enumerate(rows[:_HEADINGS_WITHIN])
    ]
    most = max(scores, default=0)
    if most <= 0:
        return None
    best = scores.index(most)
    texts = [cell.text for cell in rows[best].cells]  # on each page alike: the first is it
    best = next(at for at, row in enumerate(rows) if [cell.text for cell in row.cells] == texts)
    return next(at for at in range(len(rows)) if at == best or _is_as_good(rows, at, most))


def _begins_another(rows: Sequence[GridRow], at: int, fields: Mapping[str, int]) -> bool:
    """Return whether headings put quantities and money elsewhere than the first ones."""
    own = _fields_of(rows[at])
    named = len(own) >= _LEAST_NAMED and bool(own.keys() & MONEY_FIELDS)
    return named and _heading_score(rows, at) > 0 and not _is_alike(own, fields)


def _is_as_good(rows: Sequence[GridRow], at: int, best: int) -> bool:
    """Return whether headings above the best ones begin a table too."""
    fields = _fields_of(rows[at]) if _may_head(rows[at]) else {}
    named = len(fields) >= _LEAST_NAMED and bool(fields.keys() & MONEY_FIELDS)
    return named and _heading_score(rows, at) >= _SHARE_OF_BEST * best


def _fields_of(row: GridRow) -> dict[str, int]:
    named = ((read_heading(cell.text).field, n) for n, cell in enumerate(row.cells) if cell.text)
    return {name: n for name, n in named if name}


def _is_alike(fields: Mapping[str, int], others: Mapping[str, int]) -> bool:
    """Return whether headings put quantities and money where other headings have them."""
    counted = MONEY_FIELDS | {"quantity"}
    return {n: at for n, at in fields.items() if n in counted} == {
        n: at for n, at in others.items() if n in counted
    }


def _may_head(row: GridRow) -> bool:
    """Return whether a row may hold headings: several short texts and no figures."""
    texts = [cell for cell in row.cells if cell.text]
    if _heads_years(texts):
        return True
    return (
        len(texts) > 1
        and not any(cell.number is not None or _is_figure(cell.text) for cell in texts)
        and not any(is_free(cell) and len(cell.text) > 1 for cell in texts[1:])
        and not any(is_on_request(cell) for cell in texts[1:])
        and sum(len(cell.text) <= _LONGEST_HEADING for cell in texts) > len(texts) / 2
    )


def _heads_years(cells: Sequence[QuoteCell]) -> bool:
    """Return whether consecutive calendar years stand in a row, and else texts alone."""
    numbers = [cell.text for cell in cells if looks_numeric(cell.text)]
    years = [int(text) for text in numbers if re.fullmatch(r"20\d\d", text)]
    follow = years == list(range(years[0], years[0] + len(years))) if years else False
    return follow and len(years) == len(numbers) > 1 and len(cells) > len(years)


def _is_figure(text: str) -> bool:
    return looks_numeric(text) and not says("nth year", plain_words(text))


def _heading_score(rows: Sequence[GridRow], at: int) -> int:
    row = rows[at]
    headed = {n for n, cell in enumerate(row.cells) if cell.text}
    below = rows[at + 1 : at + 1 + _LOOKED_BELOW]
    figured = {
        n
        for r in below
        for n, c in enumerate(r.cells)
        if c.number is not None or c.formula or looks_numeric(c.text)
    }
    over = len(headed & figured)
    fields = {read_heading(row.cells[n].text).field for n in headed} - {None}
    return over * 2 + len(fields) * 3 if over else 0


def _with_neighbours(rows: Sequence[GridRow], at: int, least: int = 0) -> tuple[int, int]:
    """Return the rows of one heading: it may have two, with units or groups in one of them."""
    first, last = at, at + 1
    if at > least and not _read_title(rows, at)[0] and _joins_above(rows[at - 1], rows[at]):
        first = at - 1
    if last < len(rows) and _joins_below(rows[last], rows[at]):
        last += 1
    return first, last


def _joins_above(upper: GridRow, row: GridRow) -> bool:
    headed = {n for n, cell in enumerate(row.cells) if cell.text}
    above = {n for n, cell in enumerate(upper.cells) if cell.text}
    texts = [upper.cells[n].text for n in above]
    return (
        upper.number + 1 == row.number
        and _may_head(upper)
        and above <= headed | {0}
        and not any(text.endswith(":") or len(text) > 30 for text in texts)
    )


def _joins_below(lower: GridRow, row: GridRow) -> bool:
    if not _may_head(lower) and not _is_units(lower):
        return False
    if any(
        looks_numeric(c.text) and not span_in(plain_words(c.text)) for c in lower.cells if c.text
    ):
        return False
    named = [cell.text for cell in lower.cells if not is_blank(cell)]
    known = [text for text in named if _is_unit(text) or read_heading(text).field]
    return lower.number == row.number + 1 and len(known) == len(named)


def _is_units(row: GridRow) -> bool:
    named = [cell for cell in row.cells if not is_blank(cell)]
    return bool(named) and all(cell.number is None and _is_unit(cell.text) for cell in named)


def _is_unit(text: str) -> bool:
    words = plain_words(text)
    if currencies_in(text) or text.strip() == "%" or scale_in(text) > 1:
        return len(text) < 30
    return any(is_only(c, words) for c in ("piece", "months", "years")) or bool(
        period_of_cell(words) or span_in(words)
    )


def _read_headings(heads: Sequence[GridRow], grid: SheetGrid) -> list[Heading]:
    width = grid.width
    result = []
    for at in range(width):
        parts = []
        for row in heads:
            cell = row.at(at)
            if not is_blank(cell) and cell.text not in parts:
                parts.append(cell.text)
        result.append(read_heading(" ".join(parts)))
    return result


def _repeated_headings(rows: Sequence[GridRow], first: int, last: int, end: int) -> set[int]:
    """Return rows that repeat the headings, as on a new page."""
    heads = {tuple(c.text for c in row.cells if c.text) for row in rows[first:last]}
    fields = _fields_of(rows[last - 1]) if last > first else {}
    result = {n for n in range(last, end) if tuple(rows[n].texts()) in heads}
    for n in range(last, end):
        if n not in result and _may_head(rows[n]):
            own = _fields_of(rows[n])
            if len(own) >= _LEAST_NAMED and own.keys() & MONEY_FIELDS and _is_alike(own, fields):
                result.add(n)
    return result


def _find_notation(
    rows: Sequence[GridRow], headings: Sequence[Heading], grid: SheetGrid
) -> Notation:
    skipped = {"position", "part_number", "description", "unused", "note"}
    places = [n for n, head in enumerate(headings) if head.field not in skipped]
    texts = [
        cell.text
        for row in rows
        for n in places
        if (cell := row.at(n)).number is None and cell.text and looks_numeric(cell.text)
    ]
    leans = grid.leans_german or any(
        any(word in head.words for word in _GERMAN_OR_PORTUGUESE) for head in headings
    )
    return decide_notation(map(_bare_figure, texts), leans_german=leans)


def _bare_figure(text: str) -> str:
    """Return the figure of a text alone, for its signs."""
    digits = [n for n, char in enumerate(text) if char.isdigit()]
    return text[max(0, digits[0] - 1) : digits[-1] + 1].strip(" $€£(-") if digits else ""
