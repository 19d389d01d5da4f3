"""Numbers and currencies as people write them: decimal marks, groups, scales, signs.

`1,234` alone may be either, so that all numbers of a sheet are read together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_CODES = (
    "USD|EUR|GBP|CHF|BRL|JPY|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|ISK|ZAR|MXN|ARS"
    "|CLP|COP|PEN|KRW|SGD|HKD|TWD|THB|IDR|MYR|PHP|AED|SAR|ILS|RUB|UAH"
)
CURRENCY_SIGN = re.compile(
    rf"[A-Z]{{1,2}}\$|\b(?:{_CODES})\b|[$€£¥]|\bFr\.|\b[Ee][Uu][Rr][Oo]s?\b"
)
_NUMBER = re.compile(
    r"(?P<open>\()?\s*(?P<sign>[-+\u2212\u2013]?)\s*(?P<digits>[\d.,'\u2019\s]*\d)(?:,?[-\u2013]+)?\s*\)?"
)
_SCALED = re.compile(
    r"(\D*\d[\d.,'\u2019\s]*)(k|K|M|Mio\.?|mi)(\s*(?:[A-Z]{3}|[$\u20ac\u00a3]|\)))?"
)
SCALES = {"k": 1000, "m": 10**6, "mio": 10**6, "mi": 10**6}
"""What a letter behind a figure multiplies it by."""
_BLANKS = re.compile(r"[\s'\u2019]")
_LONGEST = 40
_MOST_DIGITS = 20
"""More than a price has, and few enough for exact sums."""
DASHES = frozenset({"", "-", "--", "\u2013", "\u2014", "n/a", "n.a.", "na", "none"})
"""What a cell holds that means nothing."""


@dataclass(frozen=True, slots=True)
class Notation:
    """Which sign parts the cents off."""

    decimal_sign: str
    was_seen: bool
    """False where no number has a sign in it at all."""
    is_certain: bool
    """False where every number could be read either way, so that language decided."""

    @property
    def example(self) -> str:
        """A number in this notation."""
        return "1,234.56" if self.decimal_sign == "." else "1.234,56"


def decide_notation(texts: Iterable[str], *, leans_german: bool) -> Notation:
    """Decide from all numbers of a sheet; `leans_german` where they leave it open."""
    votes = [vote for vote in map(_decimal_sign_vote, texts) if vote]
    points, commas = votes.count("."), votes.count(",")
    if points != commas:
        return Notation("." if points > commas else ",", was_seen=True, is_certain=True)
    return Notation("," if leans_german else ".", was_seen=bool(votes), is_certain=not votes)


def read_number(text: str, notation: Notation) -> Decimal | None:
    """Read a number with its currency or percent sign; None where it is none."""
    figure, scale = split_scale(text)
    digits = _digits_and_signs(figure)
    if digits is None:
        return None
    decimal, other = notation.decimal_sign, "," if notation.decimal_sign == "." else "."
    whole, sign, part = digits.partition(decimal)
    groups = whole.split(other)
    grouped = len(groups) > 1 and not (
        1 <= len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])
    )
    if grouped or (sign and not part.isdecimal()) or not "".join(groups).isdecimal():
        return None
    if len(digits) > _MOST_DIGITS:
        return None
    value = Decimal("".join(groups) + (f".{part}" if part else ""))
    return scale * (-value if _is_negative(text) else value)


def split_scale(text: str) -> tuple[str, int]:
    """Part a figure from what multiplies it: `250k` to 250 and 1,000, `1.5 M EUR` to 1.5 EUR."""
    result = _SCALED.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if result is None:
        return text, 1
    return f"{result[1]}{result[3] or ''}", SCALES[result[2].rstrip(".").lower()]


def _without_currency_and_percent(text: str) -> str:
    return (
        CURRENCY_SIGN.sub("", text[:_LONGEST]).replace("%", "").strip()
        if len(text) <= _LONGEST
        else ""
    )


def _digits_and_signs(text: str) -> str | None:
    match = _NUMBER.fullmatch(_without_currency_and_percent(text))
    digits = _BLANKS.sub("", match["digits"]) if match else ""
    if digits.startswith((".", ",")):
        digits = f"0{digits}"
    return digits if digits[:1].isdecimal() and digits.isascii() else None


def _is_negative(text: str) -> bool:
    bare = _without_currency_and_percent(text)
    return bare.startswith(("(", "-", "\u2212", "\u2013"))


def _decimal_sign_vote(text: str) -> str | None:
    """Tell the decimal sign from one number: `.`, `,`, `?` for either, None for no sign."""
    digits = _digits_and_signs(split_scale(text)[0]) or ""
    points, commas = digits.count("."), digits.count(",")
    if points and commas:
        return "." if digits.rfind(".") > digits.rfind(",") else ","
    if points + commas == 0:
        return None
    sign, other = (".", ",") if points else (",", ".")
    if points + commas > 1:
        return other
    whole, _, part = digits.partition(sign)
    either = len(part) == 3 and 1 <= len(whole) <= 3 and whole != "0"
    return "?" if either and not _BLANKS.search(_without_currency_and_percent(text)) else sign


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
_FOUND = re.compile(
    rf"(?<!\w-)(?<![A-Za-z_])(?:[TKk](?=[A-Z]{{3}}))?({_CODES})(?![A-Za-z_]|\d+\b(?![.,])|-\d{{3}})|((?:US|NZ|HK|R|A|C|S)?\$|€|£|\b[Ee][Uu][Rr][Oo]s?\b)"
)
_CURRENCIES_LONGEST = 300


def currencies_in(text: str) -> set[str]:
    """Return the ISO codes of all currencies that a text names; a lone dollar is the American."""
    return {
        match[1] or _SIGNS.get(match[2], "EUR")
        for match in _FOUND.finditer(text[:_CURRENCIES_LONGEST])
    }


def has_lone_dollar(text: str) -> bool:
    """Return whether a text has a dollar sign that does not state whose dollar it is."""
    return any(match[2] == "$" for match in _FOUND.finditer(text[:_CURRENCIES_LONGEST]))
