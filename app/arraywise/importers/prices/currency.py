"""The currency of a quote: of its columns of money, of its lines, of a row that names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.number_notation import currencies_in, has_lone_dollar
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.figures import looks_numeric
from arraywise.importers.prices.vocabulary import says

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.pricing import PriceLine
    from arraywise.importers.kit.readings import ProblemCollector
    from arraywise.importers.prices.grid import SheetGrid
    from arraywise.importers.prices.parts import QuotePart
    from arraywise.importers.prices.tables import PriceTable

_MIXED = (
    "Prices in several currencies ({currencies}) cannot be added up. Convert them to one, and"
    " read the sheet again."
)
_MOST_CELLS = 3
"""Of a row such as `Currency | EUR`."""


def find_currency(
    parts: Sequence[QuotePart],
    lines: Sequence[PriceLine],
    grids: Sequence[SheetGrid],
    notes: ProblemCollector,
) -> str:
    """Return the currency of parts of a quote, empty where it names none; notes say what is open.

    What stands nearest to the amounts says it: their columns, their rows, a row that names the
    currency, and last any text of their sheets or else of all, as long as all name the same one.
    """
    lines = [line for line in lines if _has_price(line) or line.currency]
    stated = [line.currency for line in lines if line.currency]
    looked = [text for part in parts for text in _money_headings(part)]
    found = _currencies_named(looked) | {part.trial.table.currency for part in parts} - {""}
    if not found and stated and len(stated) == len(lines):
        found = {max(dict.fromkeys(stated), key=stated.count)}
    if not found:
        looked = [text for part in parts for text in _texts_naming_currency(part.trial.table)]
        found = _currencies_named(looked)
    if not found and not stated:
        looked = [text for part in parts for text in _sheet_texts(part.trial.table.grid)]
        if not _currencies_named(looked):
            looked = [text for grid in grids if not grid.hidden for text in _sheet_texts(grid)]
        named = _currencies_named(looked)
        found = named if len(named) == 1 else set()
    if len(found) > 1:
        notes.error(_MIXED, None, currencies=", ".join(sorted(found)))
    elif any(map(has_lone_dollar, looked)):
        notes.info("The dollar signs are taken to mean US dollars.", None)
    return min(found, default="")


def _has_price(line: PriceLine) -> bool:
    return bool(line.unit_price or line.maintenance or line.maintenance_per_month)


def _currencies_named(texts: Iterable[str]) -> set[str]:
    return {code for text in texts for code in currencies_in(text)}


def _money_headings(part: QuotePart) -> list[str]:
    places = [at for money in part.trial.layout.moneys for at in (money.unit, money.amount)]
    return [part.trial.table.headings[at].text for at in places if at is not None]


def _texts_naming_currency(table: PriceTable) -> list[str]:
    """Return the texts of rows that name a currency and no figure."""
    rows = [row.texts() for row in table.grid.rows]
    named = [
        r for r in rows if r and len(r) <= _MOST_CELLS and says("currency", plain_words(r[0]))
    ]
    return [text for texts in named if not any(map(looks_numeric, texts)) for text in texts]


def _sheet_texts(grid: SheetGrid) -> list[str]:
    return [cell.text for row in grid.rows for cell in row.cells if cell.text]
