"""Numbers as people write them: 1,234.56 or 1.234,56, decided once for a whole sheet.

`1,234` alone may be either, so that all numbers of the sheet are asked together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.importers.prices.headers import plain_words
from arraywise.importers.prices.periods import months_in

if TYPE_CHECKING:
    from collections.abc import Iterable

_CURRENCY = re.compile(r"[A-Z]{1,2}\$|\b[A-Z]{3}\b|[$€£¥]|\bFr\.")
_NUMBER = re.compile(
    r"(?P<open>\()?\s*(?P<sign>[-+\u2212\u2013]?)\s*(?P<digits>[\d.,'\u2019\s]*\d)(?:,?[-\u2013]+)?\s*\)?"
)
_AMOUNT = re.compile(
    r"(?P<before>[^\d(+\u2212\u2013-]*)(?P<figure>\(?[-+\u2212\u2013]?[\d.,'\u2019\s]*\d\)?)(?P<after>\D*)"
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
"""What stands in a cell that means nothing."""


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
    votes = [vote for vote in map(_vote, texts) if vote]
    points, commas = votes.count("."), votes.count(",")
    if points != commas:
        return Notation("." if points > commas else ",", was_seen=True, is_certain=True)
    return Notation("," if leans_german else ".", was_seen=bool(votes), is_certain=not votes)


def read_number(text: str, notation: Notation) -> Decimal | None:
    """Read a number with its currency or percent sign; None where it is none."""
    figure, scale = split_scale(text)
    digits = _digits(figure)
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


def looks_numeric(text: str) -> bool:
    """Say whether a cell is a number in some notation, or an amount for a period."""
    return _digits(split_scale(split_period(text)[0])[0]) is not None


def split_scale(text: str) -> tuple[str, int]:
    """Part a figure from what multiplies it: `250k` to 250 and 1,000, `1.5 M EUR` to 1.5 EUR."""
    found = _SCALED.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if found is None:
        return text, 1
    return f"{found[1]}{found[3] or ''}", SCALES[found[2].rstrip(".").lower()]


def split_period(text: str) -> tuple[str, int | None]:
    """Part an amount from its period: `120 EUR/month` to `120 EUR` and 1, in months.

    A text without one comes back as it is, with None.
    """
    found = _AMOUNT.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if found is None:
        return text, None
    before, figure, after = (found[name] or "" for name in ("before", "figure", "after"))
    signs = "".join(_CURRENCY.findall(before + after))
    words = [plain_words(_CURRENCY.sub(" ", part)) for part in (before, after)]
    spoken = [word for word in words if word]
    months = months_in(spoken[0]) if len(spoken) == 1 and len(spoken[0].split()) < 4 else None
    return (f"{figure} {signs}".strip(), months) if months else (text, None)


def share_of(number: Decimal, text: str, *, are_percents: bool = False) -> Decimal:
    """Turn a percentage to a share: `14 %` and 14 to 0.14, while 0.14 is one already.

    Args:
        number: the figure.
        text: its cell.
        are_percents: bare figures of its column are percentages, however small.
    """
    return number / 100 if are_percents or "%" in text or abs(number) > 1 else number


def _bare(text: str) -> str:
    return (
        _CURRENCY.sub("", text[:_LONGEST]).replace("%", "").strip()
        if len(text) <= _LONGEST
        else ""
    )


def _digits(text: str) -> str | None:
    match = _NUMBER.fullmatch(_bare(text))
    digits = _BLANKS.sub("", match["digits"]) if match else ""
    if digits.startswith((".", ",")):
        digits = f"0{digits}"
    return digits if digits[:1].isdecimal() and digits.isascii() else None


def _is_negative(text: str) -> bool:
    bare = _bare(text)
    return bare.startswith(("(", "-", "\u2212", "\u2013"))


def _vote(text: str) -> str | None:
    """Tell the decimal sign from one number: `.`, `,`, `?` for either, None for no sign."""
    digits = _digits(split_scale(text)[0]) or ""
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
    return "?" if either and not _BLANKS.search(_bare(text)) else sign
