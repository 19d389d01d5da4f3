"""Which column is which, by its heading in English, German or Portuguese, in any order."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.importers.prices.grid import Row

_MONTHLY = r"monthly|monatlich|mensal|\b(per|pro|je|im|por|a) (month|monat|mes)\b|^[^0-9]*\bmonth$"
_CARE = r"maint|wartung|manuten|\bsupport\b|suporte"
_FIELDS = (
    ("maintenance_per_month", rf"({_CARE}).*({_MONTHLY})|({_MONTHLY}).*({_CARE})"),
    ("warranty_months", "warranty|garanti[ae]|gewahrleistung"),
    ("maintenance", _CARE),
    ("discount", "discount|rabatt|nachlass|desconto"),
    ("spared", r"\bspared?\b"),
    ("description", "descri|bezeichnung|beschreibung"),
    ("part_number", r"\bpart\b|\bsku\b|(artikel|material|teile|bestell) ?(nr|nummer|no)|codigo"),
    ("part_number", "product (number|no|code|id)"),
    ("unit_price", "unit (list )?price|unit cost|price (each|per unit)|(preco|valor) unit"),
    ("unit_price", "einzelpreis|stuckpreis|preis (je|pro) "),
    ("extended_price", r"\bext\b|extended|total|amount|(preco|valor) estendido"),
    ("extended_price", "gesamtpreis|gesamtbetrag|betrag"),
    ("quantity", r"qty|quantity|menge|anzahl|stuckzahl|^st(uc)?k$|quantidade|\bqtde?\b"),
    ("source", "source|vendor|supplier|quelle|lieferant|anbieter|fonte|fornecedor"),
    ("category", "category|kategorie|warengruppe|categoria"),
    ("currency", "currency|wahrung|moeda"),
    ("note", r"\bnotes?\b|remark|comment|bemerkung|anmerkung|observac"),
    ("item", "^item$|artikel|^product$|produkt|produto|leistung"),
    ("price", r"^(list )?price|^(listen)?preis\b|^preco\b"),
)
"""Field and pattern of its heading's words; the first that is found counts."""
_PATTERNS = tuple((field, re.compile(pattern)) for field, pattern in _FIELDS)
_GERMAN = re.compile(r"preis|menge|anzahl|bezeichnung|wartung|preco|valor|quantidade|descricao")
_NAMED = frozenset({"description", "part_number"})
_PRICED = frozenset({"unit_price", "extended_price"})


def plain_words(text: str) -> str:
    """Return lower-case words without accents and punctuation, to be compared."""
    folded = unicodedata.normalize("NFKD", text[:200].casefold())
    letters = "".join(c for c in folded if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9%]+", " ", letters).strip()


def find_columns(row: Row) -> dict[str, int]:
    """Give the column of every field that a row of headings names; empty for another row."""
    columns: dict[str, int] = {}
    for position, cell in enumerate(row.cells):
        field = _field(cell) if isinstance(cell, str) and cell else None
        if field and field not in columns:
            columns[field] = position
    for vague, field in (("price", "unit_price"), ("item", "description")):
        if vague in columns:
            columns.setdefault(field, columns.pop(vague))
    is_header = len(columns) >= 3 and _NAMED & columns.keys() and _PRICED & columns.keys()
    return columns if is_header else {}


def speaks_german(texts: Iterable[str]) -> bool:
    """Say whether headings are in a language that writes a decimal comma."""
    return any(_GERMAN.search(plain_words(text)) for text in texts)


def _field(heading: str) -> str | None:
    words = plain_words(heading)
    return next((field for field, pattern in _PATTERNS if pattern.search(words)), None)
