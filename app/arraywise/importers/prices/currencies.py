"""Which currency a sheet is in, from codes and signs; two in one sheet cannot be added up."""

from __future__ import annotations

import re

_CODES = (
    "USD|EUR|GBP|CHF|BRL|JPY|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|ISK|ZAR|MXN|ARS"
    "|CLP|COP|PEN|KRW|SGD|HKD|TWD|THB|IDR|MYR|PHP|AED|SAR|ILS|RUB|UAH"
)
_SIGNS = {
    "US$": "USD",
    "R$": "BRL",
    "A$": "AUD",
    "C$": "CAD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "€": "EUR",
    "£": "GBP",
    "$": "USD",
}
_FOUND = re.compile(rf"\b({_CODES})\b|((?:US|NZ|HK|R|A|C|S)?\$|€|£)")
_LONGEST = 300


def currencies_in(text: str) -> set[str]:
    """Return the ISO codes of all currencies that a text names; a lone dollar is the American."""
    return {match[1] or _SIGNS[match[2]] for match in _FOUND.finditer(text[:_LONGEST])}


def has_lone_dollar(text: str) -> bool:
    """Say whether a text has a dollar sign that does not tell whose dollar it is."""
    return any(match[2] == "$" for match in _FOUND.finditer(text[:_LONGEST]))
