"""Amounts as people type and paste them: with the sign or the code of a currency beside them."""

from __future__ import annotations

import re

from arraywise.importers.prices.currencies import currencies_in, has_lone_dollar

_BESIDE = re.compile(
    r"([^\d+\u2212.,-]{1,4}?)\s*([+\u2212.,-]?\d.*)|(.*\d[.,]?)\s*(\D{1,4})", re.DOTALL
)
_DOLLARS = frozenset({"USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD"})


def split_amount(text: str, expected: str) -> tuple[str, str]:
    """Part an amount from its currency: `$1,234.50`, `1.234,50 \u20ac`, `USD 99`.

    Args:
        text: what was typed.
        expected: ISO code of the currency of the place; a lone dollar sign is that dollar.

    Returns:
        The figure's text, and the ISO code that stands beside it, empty where there is none or
        the expected one. What is no amount comes back as it is.
    """
    found = _BESIDE.fullmatch(text.strip())
    if found is None:
        return text, ""
    sign, figure = (found[1], found[2]) if found[1] else (found[4], found[3])
    named = currencies_in(sign.strip())
    if len(named) != 1:
        return text, ""
    if has_lone_dollar(sign) and expected in _DOLLARS:
        return figure, ""
    code = named.pop()
    return figure, "" if code == expected else code
