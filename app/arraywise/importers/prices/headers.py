"""Which column is which, by its heading in English, German or Portuguese, in any order."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from arraywise.importers.prices.grid import MOST_COLUMNS, column_name
from arraywise.importers.prices.periods import MONTHLY, QUARTERLY, YEARLY, months_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.importers.prices.grid import Row

_CARE = r"maint|wartung|manut|\bsupport\b|suporte"
_OFF = "discount|rabatt|nachlass|desconto"
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
"""What a column of a client's sheet may be said to hold."""
NO_MAPPING: Mapping[str, str] = MappingProxyType({})
_LONGEST = 200
"""So much of a cell is looked at to see whether it is a heading."""
_PRICES = ("unit_price", "price")
_NAMED = frozenset({"description", "part_number"})
_PRICED = frozenset({"unit_price", "extended_price", "fee", "price_per_month", "price_per_year"})


def plain_words(text: str) -> str:
    """Return lower-case words without accents and punctuation, to be compared."""
    return _plain(text[:_LONGEST])


@lru_cache(maxsize=4096)  # every cell is asked several times whether it is a heading
def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in folded if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9%]+", " ", letters).strip()


def find_columns(row: Row, mapping: Mapping[str, str] = NO_MAPPING) -> dict[str, int]:
    """Give the column of every field that a row of headings names; empty for another row.

    Args:
        row: any row of a sheet.
        mapping: what the user says of it, a heading for a field. A row without all of these
            headings is not the one that was meant.
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


def _mapped(row: Row, mapping: Mapping[str, str]) -> dict[str, int]:
    if not mapping:
        return {}
    places = _places(row)
    wanted = {f: heading_words(heading) for f, heading in mapping.items() if f != LEAVE_OUT}
    return {field: places[words] for field, words in wanted.items() if words in places}


def left_out_columns(row: Row, mapping: Mapping[str, str]) -> list[int | None]:
    """Return the columns that the user leaves out; None for one whose heading is not there."""
    names = mapping[LEAVE_OUT].split(BETWEEN_HEADINGS) if LEAVE_OUT in mapping else []
    places = _places(row) if names else {}
    return [places.get(heading_words(name)) for name in names]


def _places(row: Row) -> dict[str, int]:
    """Return the column of each heading, and of each letter that stands for one without."""
    places: dict[str, int] = {}
    for position, cell in enumerate(row.cells):
        if isinstance(cell, str) and cell:
            places.setdefault(heading_words(cell), position)
    for position in range(MOST_COLUMNS):
        if row.at(position) == "":
            places.setdefault(heading_words(column_name(position)), position)
    return places


def likely_fields(row: Row) -> tuple[str | None, ...]:
    """Return what each column of a row of headings seems to hold, each field at most once."""
    found: list[str | None] = []
    for cell in row.cells:
        field = _field(cell) if isinstance(cell, str) and cell else None
        field = {"price": "unit_price", "item": "description"}.get(field or "", field)
        found.append(None if field in found else field)
    return tuple(found)


def heading_words(heading: str) -> str:
    """Return a heading to be compared: letters in any script, without case and signs."""
    folded = unicodedata.normalize("NFKC", heading[:_LONGEST]).casefold()
    return " ".join(re.findall(r"\w+|%", folded)) or folded.strip()


def speaks_german(texts: Iterable[str]) -> bool:
    """Say whether headings are in a language that writes a decimal comma."""
    return any(_GERMAN.search(plain_words(text)) for text in texts)


def _field(heading: str) -> str | None:
    return _field_of(plain_words(heading))


@lru_cache(maxsize=4096)
def _field_of(words: str) -> str | None:
    return next((field for field, pattern in _PATTERNS if pattern.search(words)), None)
