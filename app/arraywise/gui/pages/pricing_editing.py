"""Typed texts on their way into a price sheet; what cannot be read is kept and named."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.pricing import PLAIN_BASIS, PriceSheet
from arraywise.gui.pages import pricing_discounts
from arraywise.gui.pages.pricing_discounts import DiscountRow
from arraywise.gui.pages.pricing_lines import EMPTY_LINE, FIELDS, PriceRow
from arraywise.gui.pages.pricing_typing import Fault
from arraywise.usecases.price_lines import price_discounts, price_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.options import Option
    from arraywise.domain.pricing import Discount, PriceLine
    from arraywise.gui.session import Session
    from arraywise.usecases.price_lines import PricedLine

Typed = tuple[int, str, str]
"""Row, field and text."""
_Faults = dict[tuple[int, str], tuple[str, str]]
"""What was typed and why it cannot be read, by row and field."""


class SheetEdits:
    """The rows of every option's sheet, with the faults of what was typed into them."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lines: dict[int, _Faults] = {}
        self._discounts: dict[int, _Faults] = {}

    def sheet(self, option: Option) -> PriceSheet:
        """Return an option's price sheet, an empty one where it has none."""
        facts, known = self._session.facts, self._session.known(option.id)
        if known is not None and known.price_sheet is not None:
            return known.price_sheet
        return PriceSheet(facts.currency if facts else "")

    def rows(self, option: Option) -> tuple[PriceRow, ...]:
        """Return the lines as rows, with an empty one at the end."""
        priced = self._priced(option)
        faults = self._lines.get(option.id, {})
        rows = [PriceRow(i, each, _at(faults, i)) for i, each in enumerate(priced)]
        return (*rows, PriceRow(len(rows), None, _at(faults, len(rows))))

    def discount_rows(self, option: Option) -> tuple[DiscountRow, ...]:
        """Return the discounts as rows, with an empty one at the end."""
        sheet = self.sheet(option)
        faults = self._discounts.get(option.id, {})
        taken = price_discounts(sheet, self._priced(option))
        rows = [
            DiscountRow(i, discount, *amounts, _at(faults, i))
            for i, (discount, amounts) in enumerate(zip(sheet.discounts, taken, strict=True))
        ]
        return (*rows, DiscountRow(len(rows), faults=_at(faults, len(rows))))

    def _priced(self, option: Option) -> tuple[PricedLine, ...]:
        facts = self._session.facts
        return price_lines(self.sheet(option), facts.price_basis if facts else PLAIN_BASIS)

    def put_lines(self, option: Option, edits: Sequence[Typed]) -> None:
        """Write typed texts into the lines; the sheet grows where they reach beyond its end."""
        sheet = self.sheet(option)
        lines: list[PriceLine] = list(sheet.lines)
        faults = self._lines.setdefault(option.id, {})
        fields = {field.key: field for field in FIELDS}
        for place, key, text in edits:
            if place >= len(lines) and not text.strip():
                continue
            lines += [EMPTY_LINE] * (place + 1 - len(lines))
            faults.pop((place, key), None)
            try:
                lines[place] = fields[key].put(lines[place], text)
            except Fault as fault:
                faults[place, key] = (text, str(fault))
        self._session.keep_prices(option, replace(sheet, lines=tuple(lines)))

    def put_discounts(self, option: Option, edits: Sequence[Typed]) -> None:
        """Write typed texts into the discounts."""
        sheet = self.sheet(option)
        discounts: list[Discount] = list(sheet.discounts)
        faults = self._discounts.setdefault(option.id, {})
        for place, key, text in edits:
            if place >= len(discounts) and not text.strip():
                continue
            discounts += [pricing_discounts.NEW] * (place + 1 - len(discounts))
            faults.pop((place, key), None)
            try:
                discounts[place] = pricing_discounts.put(sheet, discounts[place], key, text)
            except Fault as fault:
                faults[place, key] = (text, str(fault))
        self._session.keep_prices(option, replace(sheet, discounts=tuple(discounts)))

    def remove_lines(self, option: Option, gone: set[int]) -> None:
        """Delete lines."""
        sheet = self.sheet(option)
        self._lines.pop(option.id, None)
        lines = tuple(line for i, line in enumerate(sheet.lines) if i not in gone)
        self._session.keep_prices(option, replace(sheet, lines=lines))

    def remove_discounts(self, option: Option, gone: set[int]) -> None:
        """Delete discounts."""
        sheet = self.sheet(option)
        self._discounts.pop(option.id, None)
        kept = tuple(each for i, each in enumerate(sheet.discounts) if i not in gone)
        self._session.keep_prices(option, replace(sheet, discounts=kept))

    def forget(self, option: Option) -> None:
        """Forget the faults of an option whose sheet was read anew."""
        self._lines.pop(option.id, None)
        self._discounts.pop(option.id, None)


def _at(faults: _Faults, place: int) -> tuple[tuple[str, str, str], ...]:
    return tuple((key, *said) for (at, key), said in faults.items() if at == place)
