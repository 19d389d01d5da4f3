"""What a row says of a line beside its price: part, category, warranty, spares, licence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.number_notation import DASHES, currencies_in
from arraywise.domain.pricing import ZERO, Licence, PriceLine, Spares
from arraywise.importers.kit.workbooks import column_letters
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.figures import is_blank, looks_numeric, read_figure
from arraywise.importers.prices.vocabulary import is_only, says

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.importers.kit.readings import ProblemCollector
    from arraywise.importers.prices.cells import QuoteCell
    from arraywise.importers.prices.columns import Layout
    from arraywise.importers.prices.grid import GridRow
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.tables import PriceTable

_SERVICES = re.compile(
    r"(?:one off |professional |einmalige )?(?:services?|dienstleistung(?:en)?|servicos?)"
)
_LICENCES = (
    (Licence.PERPETUAL, re.compile(r"perpetu|unbefristet|dauer|kauf|permanente")),
    (Licence.SUBSCRIPTION, re.compile(r"subscri|abonne|abo\b|miete|assinatura")),
    (Licence.TERM, re.compile(r"term|befristet|36|prazo")),
)
_INCLUDED = {
    *("yes", "y", "x", "ja", "j", "sim", "s", "true", "1", "spare", "spared", "included"),
    *("in the quantity", "in der menge", "dentro da quantidade"),
}
_ADDED = {
    *("added", "added on top", "on top", "extra"),
    *("kommen dazu", "dazu", "zusätzlich", "somados à quantidade", "somados", "adicionais"),
}
_NO_SPARES = DASHES | {"no", "n", "nein", "não", "nao", "false", "0"}
_YES = {"yes", "y", "x", "ja", "j", "sim", "s", "true", "1"}
_NO_SPARES_WORD = (
    'Cell {cell}: "{text}" is not a spares entry; read as none. Write "included", "added" or'
    " nothing."
)


@dataclass(slots=True)
class DetailReader:
    """Reads what the rows of one table say beside prices."""

    table: PriceTable
    layout: Layout
    notes: ProblemCollector

    def describe(self, line: SearchRow, heading: str) -> PriceLine:
        """Return a line without prices; it stands below a heading that may be its category."""
        row = line.row
        category = self.text(row, "category") or heading
        part = self.text(row, "part_number")
        return PriceLine(
            description=line.description or part or line.label,
            unit_price=None,
            part_number=part,
            source=self.text(row, "source"),
            category=category,
            warranty_months=self._warranty_months(row),
            one_off_service=_SERVICES.fullmatch(plain_words(category)) is not None,
            row=row.number,
            maintenance_discount=self._share_in_field(row, "maintenance_discount"),
            spares=self._read_spares(row),
            licence=_licence_in(self.text(row, "licence")),
            support=self.text(row, "support"),
            currency=self._currency_of(line),
            is_server=self.text(row, "is_server").casefold() in _YES,
        )

    def text(self, row: GridRow, name: str) -> str:
        """Return the text of a field; empty without its column."""
        return row.text_at(self.layout.at(name))

    def figure(self, row: GridRow, name: str) -> Decimal | None:
        """Return the figure of a field."""
        figure = read_figure(row.at(self.layout.at(name)), self.table.notation)
        return figure.value if figure is not None else None

    def remark(self, line: SearchRow) -> str:
        """Return what the sheet remarks about a line."""
        row = line.row
        spared = self.text(row, "spared")
        remarks = [self.text(row, "note")]
        if spared and spared.casefold() in _INCLUDED:
            remarks.append("Spared")
        cells = [row.at(money.place) for money in self.layout.moneys if money.care]
        remarks += [cell.text for cell in cells if _is_text(cell)]
        stored = dict.fromkeys(remark for remark in remarks if remark)
        return f"{line.description}: {', '.join(stored)}" if stored else ""

    def _warranty_months(self, row: GridRow) -> int:
        stated = self.figure(row, "warranty_months")
        if stated is None:
            return 0
        words = self.table.headings[self.layout.at("warranty_months") or 0].words
        years = says("years", words) or "year" in words or words.endswith("jahre")
        return max(0, int(stated * (12 if years else 1)))

    def _currency_of(self, line: SearchRow) -> str:
        named = currencies_in(self.text(line.row, "currency"))
        if named or not line.amounts:
            return min(named, default="")
        cell = line.row.at(self.layout.moneys[line.amounts[0].money].place)
        figure = read_figure(cell, self.table.notation)
        return figure.currency if figure is not None else ""

    def _share_in_field(self, row: GridRow, name: str) -> Decimal:
        at = self.layout.at(name)
        figure = read_figure(row.at(at), self.table.notation) if at is not None else None
        if figure is None or at is None:
            return ZERO
        column = (read_figure(r.at(at), self.table.notation) for r in self.table.rows)
        whole = figure.percent or any(f is not None and abs(f.value) > 1 for f in column)
        return abs(figure.value) / 100 if whole else abs(figure.value)

    def _read_spares(self, row: GridRow) -> Spares:
        text = self.text(row, "spared").strip()
        word = text.casefold()
        heads = enumerate(self.table.headings)
        care = [row.at(at) for at, head in heads if head.field == "maintenance"]
        if word in _ADDED:
            return Spares.ADDED
        if word in _INCLUDED or any(is_only("spares", plain_words(cell.text)) for cell in care):
            return Spares.INCLUDED
        if word not in _NO_SPARES:
            where = f"{column_letters(self.layout.at('spared') or 0)}{row.number}"
            self.notes.warn(_NO_SPARES_WORD, row.number, cell=where, text=text[:60])
        return Spares.NONE


def _is_text(cell: QuoteCell) -> bool:
    return cell.number is None and not looks_numeric(cell.text) and not is_blank(cell)


def _licence_in(text: str) -> Licence:
    words = plain_words(text)
    return next((model for model, sign in _LICENCES if sign.search(words)), Licence.UNSTATED)
