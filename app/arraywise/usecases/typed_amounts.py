"""Amounts as people type and paste them: with the sign or the code of a currency beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.importers.prices.currencies import currencies_in, has_lone_dollar
from arraywise.importers.prices.numbers import SCALES
from arraywise.usecases.typed_texts import read_number

if TYPE_CHECKING:
    from decimal import Decimal

_BESIDE = re.compile(
    r"([^\d+\u2212.,-]{1,4}?)\s*([+\u2212.,-]?\d.*)|"
    r"(.*\d[.,]?(?:\s*(?:[kKM]|Mio\.?|mi)(?![a-zA-Z]))?)\s*(\D{1,4})",
    re.DOTALL,
)
_DOLLARS = frozenset({"USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD"})


_SCALED = re.compile(r"(.*\d[.,]?)\s*([kKM]|Mio\.?|mi)", re.DOTALL)
_BRACKETED = re.compile(r"\(\s*([^()+\u2212-]*\d[^()]*)\)")
_SIGNED = re.compile(r"([+\u2212-])\s*([^\d+\u2212-]{1,4})\s*(\d.*)", re.DOTALL)


def read_amount(text: str, decimal: str) -> Decimal | None:
    """Read an amount as people type it: `250k`, `60 M`, `(500)`; None where it is none.

    `(500)` is -500, as in accounting; thousands are `k`, millions `M`, `Mio` or `mi`.
    """
    plain = text.strip()
    if "%" in plain:
        return None
    bracketed = _BRACKETED.fullmatch(plain)
    if bracketed is not None:
        value = read_amount(bracketed[1], decimal)
        return None if value is None else -value
    scaled = _SCALED.fullmatch(plain)
    number = read_number(scaled[1] if scaled else plain, decimal)
    if number is None or scaled is None:
        return number
    return number * SCALES[scaled[2].rstrip(".").lower()]


@dataclass(frozen=True, slots=True)
class StatedAmount:
    """An amount and the currency that was typed beside it."""

    amount: Decimal
    currency: str
    """ISO code; empty where none was typed."""


def read_stated(text: str, decimal: str, expected: str = "") -> StatedAmount | None:
    """Read an amount with the sign or the code of its currency; None where it is none.

    Args:
        text: such as `\u20ac250,000`, `250k EUR` or `(500)`.
        decimal: the decimal mark.
        expected: ISO code of the currency of the place; a lone dollar sign is that dollar.
    """
    figure, code = split_amount(text, expected)
    amount = read_amount(figure, decimal)
    return None if amount is None else StatedAmount(amount, code)


def read_money(text: str, decimal: str, currency: str) -> Decimal | None:
    """Read an amount in one currency; None where it is none or stated in another."""
    stated = read_stated(text, decimal, currency)
    return None if stated is None or stated.currency else stated.amount


def split_amount(text: str, expected: str) -> tuple[str, str]:
    """Part an amount from its currency: `$1,234.50`, `1.234,50 \u20ac`, `USD 99`.

    Args:
        text: what was typed.
        expected: ISO code of the currency of the place; a lone dollar sign is that dollar.

    Returns:
        The figure's text, and the ISO code that stands beside it, empty where there is none or
        the expected one. What is no amount comes back as it is.
    """
    bracketed = _BRACKETED.fullmatch(text.strip())
    if bracketed is not None:
        figure, code = split_amount(bracketed[1], expected)
        return (f"({figure})", code) if figure != bracketed[1] or code else (text, "")
    signed = _SIGNED.fullmatch(text.strip())
    if signed is not None and len(currencies_in(signed[2])) == 1:
        figure, code = split_amount(f"{signed[2]}{signed[3]}", expected)
        return f"{signed[1]}{figure}", code
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
