"""Which column and row is which, three languages."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from arraywise.domain.pricing import Licence, Spares
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.kit.workbooks import column_name
from arraywise.importers.prices.old_cells import (
    DASHES,
    FOR_LINE,
    FOR_PIECE,
    MONTHLY,
    MOST_COLUMNS,
    QUARTERLY,
    YEARLY,
    NoValue,
    PriceTable,
    PriceTableRow,
    currencies_in,
    looks_numeric,
    months_in,
    plain_words,
    read_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.domain.messages import Message
    from arraywise.importers.prices.old_cells import Cell, Notation

_CARE = r"maint|wartung|manut|\bsupport\b|suporte"
_OFF = "discount|rabatt|nachlass|desconto"
_TIER, _OF_DEMAND = "(?:tier|step|stufe|staffel|faixa) ", " (?:tb|gb|iops|tps)"
_FIELDS = (
    ("maintenance_discount", rf"({_CARE}).*({_OFF})|({_OFF}).*({_CARE})"),
    ("support", "(support|service) ?level|supportstufe|reaktionszeit|nivel de (suporte|servico)"),
    ("licence", "licen[cs]e (model|type|term)|lizenz(modell|art|dauer)|(modelo|tipo) de licenca"),
    ("maintenance_per_month", rf"({_CARE}).*({MONTHLY})|({MONTHLY}).*({_CARE})"),
    ("warranty_months", "warranty|garanti[ae]|gewahrleistung"),
    ("maintenance", _CARE),
    ("discount", _OFF),
    ("spared", r"\bspare[ds]?\b|ersatzteile|sobressalentes|em reserva"),
    ("is_server", "^(is )?(a )?serve[rn]$|^servidor(es)?$"),
    ("description", "descri|bezeichnung|beschreibung"),
    ("part_number", r"\bpart\b|\bsku\b|(artikel|material|teile|bestell) ?(nr|nummer|no)|codigo"),
    ("part_number", "product (number|no|code|id)"),
    ("unit_price", "unit (list )?price|unit cost|price (each|per unit)|(preco|valor) unit"),
    ("unit_price", "einzelpreis|stuckpreis|^e ?preis$|^ep$|preis (je|pro) "),
    ("extended_price", r"\bext\b|extended|total|amount|(preco|valor) estendido"),
    ("extended_price", "gesamtpreis|gesamtbetrag|betrag|^g ?preis$|^gp$"),
    ("quantity", r"qty|quantity|menge|anzahl|stuckzahl|^st(uc)?k$|^stuck$|quantidade|\bqtde?\b"),
    ("source", "source|vendor|supplier|quelle|lieferant|anbieter|fonte|fornecedor"),
    ("category", "category|kategorie|warengruppe|categoria"),
    ("currency", "currency|wahrung|moeda"),
    ("applies_to", "^applies to$|^gilt fur$|^aplica se a$"),
    ("note", r"\bnotes?\b|remark|comment|bemerkung|anmerkung|observac"),
    ("item", "^item$|artikel|^product$|produkt|produto|leistung"),
    ("price", r"^(list )?price|^(listen)?preis\b|^preco\b"),
    (
        "step_from",
        rf"^({_TIER})?(from|above|over|von|ab|uber|de|acima de|a partir de)({_OF_DEMAND})?$",
    ),
    ("step_to", rf"^({_TIER})?(to|up to|until|bis|ate)({_OF_DEMAND})?$"),
    ("fee", rf"{MONTHLY}|{QUARTERLY}|{YEARLY}"),
)
"""Field and pattern of its heading's words; the first that is found counts."""
_PATTERNS = tuple((field, re.compile(pattern)) for field, pattern in _FIELDS)
_GERMAN = re.compile(r"preis|menge|anzahl|bezeichnung|wartung|preco|valor|quantidade|descricao")
LEAVE_OUT = "leave_out"
BETWEEN_HEADINGS = "\x1f"
"""Parts the headings of several columns that are left out."""
MAPPED_FIELDS = (
    "description", "part_number", "source", "category", "unit_price", "quantity",
    "extended_price", "discount", "maintenance", "maintenance_per_month", "maintenance_per_year",
    "fee", "price_per_month", "price_per_year", "warranty_months", "maintenance_discount",
    "currency", "licence", "support", "spared", "is_server", "note", LEAVE_OUT,
)  # fmt: skip
"""What a column of a client's sheet may be stated to hold."""
NO_MAPPING: Mapping[str, str] = MappingProxyType({})
_LONGEST = 200
"""So much of a heading is looked at."""
_PRICES = ("unit_price", "price")
_NAMED = frozenset({"description", "part_number"})
_PRICED = frozenset({"unit_price", "extended_price", "fee", "price_per_month", "price_per_year"})


def find_columns(row: PriceTableRow, mapping: Mapping[str, str] = NO_MAPPING) -> dict[str, int]:
    """Return the column of every field that a row of headings names; empty for another row.

    A row without all headings that the user states is not the one that was meant.
    """
    left_out = left_out_columns(row, mapping)
    columns = _mapped(row, mapping)
    if None in left_out or len(columns) < len(mapping.keys() - {LEAVE_OUT}):
        return {}
    taken = {*columns.values(), *left_out}
    for position, cell in enumerate(row.cells):
        field = _field(cell) if isinstance(cell, str) and cell and position not in taken else None
        if field in _PRICES and columns.keys() & {*_PRICES} and months_in(plain_words(str(cell))):
            field = "fee"  # beside a price that is paid once
        if field and field not in columns:
            columns[field] = position
    for vague, field in (("price", "unit_price"), ("fee", "unit_price"), ("item", "description")):
        if vague in columns and (vague != "fee" or field not in columns):
            columns.setdefault(field, columns.pop(vague))
    is_told = bool(mapping.keys() - {LEAVE_OUT}) or len(columns) >= 3
    is_header = is_told and _NAMED & columns.keys() and _PRICED & columns.keys()
    return columns if is_header else {}


def _mapped(row: PriceTableRow, mapping: Mapping[str, str]) -> dict[str, int]:
    if not mapping:
        return {}
    places = _places(row)
    wanted = {f: heading_words(heading) for f, heading in mapping.items() if f != LEAVE_OUT}
    return {field: places[words] for field, words in wanted.items() if words in places}


def left_out_columns(row: PriceTableRow, mapping: Mapping[str, str]) -> list[int | None]:
    """Return the columns that the user leaves out; None for one whose heading is not there."""
    names = mapping[LEAVE_OUT].split(BETWEEN_HEADINGS) if LEAVE_OUT in mapping else []
    places = _places(row) if names else {}
    return [places.get(heading_words(name)) for name in names]


def _places(row: PriceTableRow) -> dict[str, int]:
    """Return the column of each heading, and of each letter that stands for one without."""
    places: dict[str, int] = {}
    for position, cell in enumerate(row.cells):
        if isinstance(cell, str) and cell:
            places.setdefault(heading_words(cell), position)
    for position in range(MOST_COLUMNS):
        if row.at(position) == "":
            places.setdefault(heading_words(column_name(position)), position)
    return places


def likely_fields(row: PriceTableRow) -> tuple[str | None, ...]:
    """Return what each column of a row of headings seems to hold, each field at most once."""
    result: list[str | None] = []
    for cell in row.cells:
        field = _field(cell) if isinstance(cell, str) and cell else None
        field = {"price": "unit_price", "item": "description"}.get(field or "", field)
        result.append(None if field in result else field)
    return tuple(result)


def heading_words(heading: str) -> str:
    """Return a heading to be compared: letters in any script, without case and signs."""
    folded = unicodedata.normalize("NFKC", heading[:_LONGEST]).casefold()
    return " ".join(re.findall(r"\w+|%", folded)) or folded.strip()


def is_german(texts: Iterable[str]) -> bool:
    """Return whether headings are in a language that writes a decimal comma."""
    return any(_GERMAN.search(plain_words(text)) for text in texts)


def _field(heading: str) -> str | None:
    return _field_of(plain_words(heading))


@lru_cache(maxsize=4096)
def _field_of(words: str) -> str | None:
    return next((field for field, pattern in _PATTERNS if pattern.search(words)), None)


SHARES = ("discount", "maintenance_discount")
FEES = (
    "maintenance", "maintenance_per_month", "maintenance_per_year", "fee", "price_per_month",
    "price_per_year",
)  # fmt: skip
"""Columns whose amounts are for one piece or for the whole line."""
_LONGEST_FEE = 12
"""Months; what is quoted for longer is a total of the line, as in the TPC's price sheets."""
_FOR_PIECE, _FOR_LINE = re.compile(rf"\b{FOR_PIECE}"), re.compile(rf"\b{FOR_LINE}")
_PERCENT = re.compile(r"%|\b(?:percent|per cent|pct|prozent|porcento|por cento)\b")
_YEARS = re.compile(r"\b(?:years?|yrs?|jahren?|anos?)\b")
_SPAN = re.compile(
    r"\b(?:(?P<years>\d{1,2}) ?(?:years?|yrs?|y|jahren?|jahr\w*|anos?)"
    r"|(?P<months>\d{1,3}) ?(?:months?|mo|monate?n?|mes(?:es)?))\b"
)
_WORDED = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ein": 1, "zwei": 2, "drei": 3}
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDED)})\b")


@dataclass(frozen=True, slots=True)
class HeadingUnits:
    """What the figures below headings are in."""

    percents: frozenset[str] = frozenset()
    """Columns of discounts whose bare figures are percentages."""
    shares: frozenset[str] = frozenset()
    """Columns of discounts whose bare figures are shares of one."""
    unclear: frozenset[str] = frozenset()
    """Columns whose heading states percent while every figure is below one."""
    maintenance_months: int = MONTHS_PRICED
    """For how many months the maintenance of a line is quoted."""
    periods: Mapping[str, int] = field(default_factory=dict)
    """Months that other columns' prices are quoted for, where their headings name a period."""
    warranty_months: int = 1
    """Months in one of the warranty's units."""
    has_period: bool = True
    """The heading of the maintenance says for how long it is quoted, or the user does."""
    scopes: Mapping[str, bool] = field(default_factory=dict)
    """Whether amounts are for the whole line, where the heading of their column states it."""
    behind_extended: frozenset[str] = frozenset()
    """Columns to the right of the extended price."""
    fees_for_line: bool | None = None
    """Whether fees that no heading explains are for the whole line; None: by their place."""

    def is_for_line(self, name: str, months: int) -> bool:
        """Return whether an amount is for the whole line, not for one piece.

        The heading decides. Else a total of more than a year is for the line, and so is a fee to
        the right of the extended price; every other fee is for one piece.
        """
        if name in self.scopes:
            return self.scopes[name]
        if months > _LONGEST_FEE:
            return True
        return name in self.behind_extended if self.fees_for_line is None else self.fees_for_line

    def is_guessed(self, name: str, months: int) -> bool:
        """Return whether no heading states what `is_for_line` answers."""
        return name not in self.scopes and months <= _LONGEST_FEE


PLAIN = HeadingUnits()


def find_units(
    header: PriceTableRow,
    rows: Iterable[PriceTableRow],
    columns: Mapping[str, int],
    notation: Notation,
    mapping: Mapping[str, str] = NO_MAPPING,
) -> HeadingUnits:
    """Read what headings state of the figures below them.

    A discount of 1 below "Discount %", or beside one of 15, is one per cent. Where the user names
    the column of the maintenance and its heading names no period, it is for 36 months.
    """
    stored = [row for row in rows if not row.is_empty()]
    titles = {name: _title(header, place) for name, place in columns.items()}
    percents, shares, unclear = set(), set(), set()
    for name in SHARES:
        bare = (
            [_bare(row.at(columns[name]), notation) for row in stored] if name in columns else []
        )
        sizes = [abs(number) for number in bare if number]
        says_so = _PERCENT.search(titles.get(name, "")) is not None
        if any(size > 1 or (says_so and size == 1) for size in sizes):
            percents.add(name)
        elif sizes:
            shares.add(name)
            unclear |= {name} if says_so else set()
    span = _span(titles.get("maintenance", ""))
    scopes = {name: _is_for_line(titles[name]) for name in FEES if name in titles}
    extended = columns.get("extended_price")
    return HeadingUnits(
        frozenset(percents),
        frozenset(shares),
        frozenset(unclear),
        span or MONTHS_PRICED,
        _periods(titles),
        12 if _YEARS.search(titles.get("warranty_months", "")) else 1,
        span is not None or "maintenance" in mapping,
        {name: message for name, message in scopes.items() if message is not None},
        frozenset(n for n in scopes if extended is not None and columns[n] > extended),
    )


def _is_for_line(title: str) -> bool | None:
    """Return whether a heading is of amounts for the whole line; None where it does not tell."""
    if _FOR_PIECE.search(title):
        return False
    return True if _FOR_LINE.search(title) else None


def _title(header: PriceTableRow, place: int) -> str:
    """Return the words of a heading, percent signs among them."""
    cell = header.at(place)
    return plain_words(cell) if isinstance(cell, str) else ""


def _bare(cell: Cell, notation: Notation) -> Decimal | None:
    """Return the figure of a cell without a percent sign."""
    if isinstance(cell, Decimal):
        return cell
    return read_number(cell, notation) if isinstance(cell, str) and "%" not in cell else None


def _span(title: str) -> int | None:
    """Return for how many months a maintenance is quoted; None where its heading is silent."""
    numbered = _NUMBER_WORD.sub(lambda match: str(_WORDED[match[1]]), title)
    result = _SPAN.search(numbered)
    if result is not None:
        return int(result["years"]) * 12 if result["years"] else int(result["months"])
    return months_in(title)


def _periods(titles: Mapping[str, str]) -> dict[str, int]:
    named = {
        name: months_in(titles.get(name, "")) for name in ("unit_price", "extended_price", "fee")
    }
    stated = {name: months for name, months in _TOLD.items() if name in titles}
    return {name: months for name, months in named.items() if months} | stated


_TOLD = {
    "maintenance_per_month": 1, "maintenance_per_year": 12,
    "price_per_month": 1, "price_per_year": 12,
}  # fmt: skip

_SUBTOTAL = re.compile(r"\b(sub ?total|zwischensumme)\b")
_TOTAL = re.compile(
    r"\b(total|summe|gesamtsumme|endsumme|gesamtpreis|gesamtkosten|soma)\b"
    r"|\b(3|three|36) ?-?(year|yr|month)s? (cost|total|price)|\bcost of ownership\b|\bcusto\b"
    r"|\bunrounded\b|\bungerundet\b|\bnao arredondado\b"
)
_DISCOUNT = re.compile(r"discount|rabatt|nachlass|skonto|desconto")
_MAINTENANCE = re.compile(r"maint|wartung|manut|support|suporte")
_PRICE = re.compile(r"\bext\b|extended|\bprice\b|preis\b|preco")
_SOURCE = re.compile(
    r"(?:source|quelle|fonte|supplier|lieferant|fornecedor)s?\s*(?:=|:|#|is|ist)?\s*([\w.-]+)",
    re.I,
)
_NOTE = re.compile(
    r"^(\*|notes?\b|hinweis|anmerkung|bemerkung|observa|legend|prices? |audited|\(?\d+ ?[=):])",
    re.I,
)
_LABELS_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,4})?)\s*%")
_SERVICES = re.compile(
    r"(one off |professional |einmalige )?(services?|dienstleistung(en)?|servicos?)"
)
_LICENCES = (
    (Licence.PERPETUAL, re.compile(r"perpetu|unbefristet|dauer|kauf|permanente")),
    (Licence.SUBSCRIPTION, re.compile(r"subscri|abonne|abo\b|miete|assinatura")),
    (Licence.TERM, re.compile(r"term|befristet|36|prazo")),
)
_LONGEST_HEADING = 60


def is_subtotal(label: str) -> bool:
    """Return whether a label names the sum of one group."""
    return _SUBTOTAL.search(plain_words(label)) is not None


def is_total(label: str) -> bool:
    """Return whether a label names a sum, be it of a group or of everything."""
    return is_subtotal(label) or _TOTAL.search(plain_words(label)) is not None


def is_discount(label: str) -> bool:
    """Return whether a label names a discount."""
    return _DISCOUNT.search(plain_words(label)) is not None


def is_heading(text: str) -> bool:
    """Return whether a lone text heads the lines below it, rather than being a note."""
    sentence = len(text) > _LONGEST_HEADING or text.rstrip().endswith(".")
    return not sentence and _NOTE.match(text) is None


def percentage_in(label: str) -> str | None:
    """Return the percentage that a label names, as it is written."""
    match = _LABELS_PERCENT.search(label[:300])
    return match[1] if match else None


def source_in(label: str) -> str | None:
    """Return the price source that a label restricts a discount to."""
    match = _SOURCE.search(label[:300])
    return match[1] if match else None


def is_service(category: str) -> bool:
    """Return whether a category holds services that are paid once."""
    return _SERVICES.fullmatch(plain_words(category)) is not None


def licence_in(text: str) -> Licence:
    """Return the licence model that a cell names."""
    words = plain_words(text)
    return next((model for model, sign in _LICENCES if sign.search(words)), Licence.UNSTATED)


_INCLUDED = {
    *("yes", "y", "x", "ja", "j", "sim", "s", "true", "1", "spare", "spared", "included"),
    *("in the quantity", "in der menge", "dentro da quantidade"),
}
_ADDED = {
    *("added", "added on top", "on top", "extra"),
    *("kommen dazu", "dazu", "zusätzlich", "somados à quantidade", "somados", "adicionais"),
}
_NO_SPARES = DASHES | {"no", "n", "nein", "não", "nao", "false", "0"}


def spares_in(text: str) -> Spares | None:
    """Return what a cell says of spares in place of maintenance; None where nobody knows."""
    word = text.strip().casefold()
    if word in _NO_SPARES:
        return Spares.NONE
    if word in _ADDED:
        return Spares.ADDED
    return Spares.INCLUDED if word in _INCLUDED else None


def names_maintenance(label: str) -> bool:
    """Return whether a discount's words name maintenance."""
    return _MAINTENANCE.search(plain_words(label)) is not None


def names_price(label: str) -> bool:
    """Return whether a discount's words name the purchase price."""
    return _PRICE.search(plain_words(label)) is not None


_LOOKED_AT = 200
_SHOWN_ROWS = 8
_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class OfferedTable:
    """Headings of a sheet with the first rows below them."""

    headings: tuple[str, ...]
    """As they are written; empty where a column has none."""
    rows: tuple[tuple[str, ...], ...]
    likely: tuple[str | None, ...]
    """Field that each column seems to hold."""
    money: tuple[str, ...] = ()
    """Headings of columns of money that no field takes."""
    contradictions: tuple[Message, ...] = ()
    """Lines whose printed extended price is not unit price x quantity: which one counts?"""


def best_table(grids: list[PriceTable]) -> OfferedTable | None:
    """Return the table that most looks like a price sheet; None where there is none.

    Headings are the row with the most texts and no figures among the first, with figures in the
    row below it.
    """
    result = [
        (len(row.texts()), grid, index)
        for grid in grids
        for index, row in enumerate(grid.rows[:_LOOKED_AT])
        if _may_head(row) and index + 1 < len(grid.rows) and _has_figures(grid.rows[index + 1])
    ]
    if not result:
        return None
    _, grid, index = max(result, key=lambda each: each[0])
    likely = _with_description(likely_fields(grid.rows[index]), grid.rows[index + 1 :])
    return table_below(grid, index, likely)


def table_below(grid: PriceTable, index: int, likely: tuple[str | None, ...]) -> OfferedTable:
    """Return the table below a row of headings; `likely` is the field of each of its columns."""
    header = grid.rows[index]
    width = max(len(header.cells), len(likely))
    return OfferedTable(
        headings=tuple(_shown(header.at(place)) for place in range(width)),
        rows=tuple(
            tuple(_shown(row.at(place)) for place in range(width))
            for row in grid.rows[index + 1 : index + 1 + _SHOWN_ROWS]
        ),
        likely=likely,
    )


def _with_description(
    likely: tuple[str | None, ...], rows: tuple[PriceTableRow, ...]
) -> tuple[str | None, ...]:
    """Take the column with the longest texts for the description where no heading names it."""
    if "description" in likely:
        return likely
    lengths = [
        0 if field else sum(len(text) for row in rows[:_SHOWN_ROWS] if (text := _words(row, at)))
        for at, field in enumerate(likely)
    ]
    longest = max(lengths, default=0)
    return tuple(
        "description" if longest and at == lengths.index(longest) else field
        for at, field in enumerate(likely)
    )


def _words(row: PriceTableRow, at: int) -> str:
    cell = row.at(at)
    return cell if isinstance(cell, str) and not looks_numeric(cell) else ""


def _may_head(row: PriceTableRow) -> bool:
    """Return whether a row may hold headings: several texts, and no figures."""
    return len(row.texts()) > 1 and not _has_figures(row)


def _has_figures(row: PriceTableRow) -> bool:
    return any(not isinstance(cell, str) or looks_numeric(cell) for cell in row.cells)


def _shown(cell: Cell) -> str:
    if isinstance(cell, NoValue):
        return cell.formula[:_LONGEST_SHOWN]
    return cell[:_LONGEST_SHOWN] if isinstance(cell, str) else f"{cell:f}"


_WORDS = frozenset({
    *("pcs", "pc", "piece", "pieces", "unit", "units", "each", "ea", "stk", "stck", "stuck", "st"),
    *("einheit", "un", "und", "unid", "unidade", "unidades", "peca", "pecas", "line", "lines"),
    *("zeile", "position", "linha", "text", "code", "%", "month", "months", "mo", "monat"),
    *("monate", "mes", "meses", "year", "years", "yr", "yrs", "jahr", "jahre", "ano", "anos"),
    *("quarter", "quartal", "trimestre", "per", "pro", "je", "por", "a", "ao", "p", "m"),
    *("monthly", "quarterly", "yearly", "annual", "mtl", "monatlich", "jahrlich", "mensal"),
    *("trimestral", "anual", "usd", "eur", "gbp", "brl", "chf", "r", "us"),
})  # fmt: skip
"""What units are written with, besides figures and the codes of currencies."""
_MAX_UNIT_ROWS = 30
_HEADINGS_WITHIN = 200


def with_units_in_headings(grid: PriceTable) -> PriceTable:
    """Return a table in which units that are in a row of their own are part of the headings.

    `Maintenance` above `EUR/month` is `Maintenance (EUR/month)`. The row of units is gone then;
    the others keep their numbers.
    """
    rows: list[PriceTableRow] = []
    for at, row in enumerate(grid.rows):
        if rows and at <= _HEADINGS_WITHIN and _may_head(rows[-1]) and _is_units(row):
            rows[-1] = _joined(rows[-1], row)
        else:
            rows.append(row)
    return replace(grid, rows=tuple(rows)) if len(rows) < len(grid.rows) else grid


def _is_units(row: PriceTableRow) -> bool:
    """Return whether a row holds units only, one of money or of a period among them."""
    cells = [
        cell for cell in row.cells if not (isinstance(cell, str) and cell.casefold() in DASHES)
    ]
    is_telling = any(
        isinstance(c, str) and (currencies_in(c) or (_span(plain_words(c)) is not None))
        for c in cells
    )
    return is_telling and all(map(_is_unit, cells))


def _is_unit(cell: Cell) -> bool:
    if not isinstance(cell, str) or len(cell) > _MAX_UNIT_ROWS or looks_numeric(cell):
        return False
    code = {code.casefold() for code in currencies_in(cell)}
    words = plain_words(cell).split()
    return bool(words or code) and all(w in _WORDS or w in code or w.isdecimal() for w in words)


def _joined(header: PriceTableRow, units: PriceTableRow) -> PriceTableRow:
    width = max(len(header.cells), len(units.cells))
    pairs = [(str(header.at(at)), str(units.at(at))) for at in range(width)]
    return PriceTableRow(
        header.number,
        tuple(
            text if unit.casefold() in DASHES else f"{text} ({unit.strip('()[]')})".strip()
            for text, unit in pairs
        ),
    )
