"""Reads what is typed into a cell of a price line, with the currency that may stand beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.gui.pages.pricing_lines import FIELDS
from arraywise.gui.pages.pricing_typing import Fault
from arraywise.usecases.typed_amounts import split_amount

if TYPE_CHECKING:
    from arraywise.domain.pricing import PriceLine

translate = QCoreApplication.translate
FIELD_OF = {field.key: field for field in FIELDS}
_MONEY = frozenset({"unit_price", "per_month", "maintenance"})


def put_text(line: PriceLine, key: str, text: str, currency: str) -> PriceLine:
    """Read what was typed into a field of a line of a sheet in a currency.

    A foreign currency beside an amount becomes that of the line, unless the line has another.

    Raises:
        Fault: when it cannot be read.
    """
    field = FIELD_OF[key]
    if key not in _MONEY:
        return field.put(line, text)
    figure, code = split_amount(text, line.currency or currency)
    after = field.put(line, figure)
    if code and line.currency:
        said = translate(
            "Pricing", "This line is in {own}, the amount in {other}: a line has one currency"
        )
        raise Fault(said.format(own=line.currency, other=code))
    return replace(after, currency=code) if code else after
