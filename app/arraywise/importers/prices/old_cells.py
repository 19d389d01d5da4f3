"""Rows of cells, numbers and currencies as people write them.

`1,234` alone may be either, so that all numbers of the sheet are asked together.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.importers.kit.workbooks import column_name

if TYPE_CHECKING:
    from collections.abc import Iterable

FOR_PIECE = r"(?:units?|each|pieces?|stuck|stk|einzel\w*|einheit|peca|unidade|unitari[oa])\b"
FOR_LINE = r"(?:ext|extended|lines?|total|gesamt\w*|summe|zeile|position|linha|estendid[oa])\b"
_PER = r"(?:per|pro|je|im|por|ao|a|and|und|e)"
_END = rf"(?= (?:(?:{_PER}) )?(?:{FOR_PIECE}|{FOR_LINE})|$)"
"""Behind a period a heading may say for what an amount is: `month, per piece`."""
MONTHLY = (
    rf"\b(?:monthly|mtl|monatlich\w*|mensa(?:l|is)|mensalidade)\b|(?<![0-9] )\bmonats\w+\b"
    rf"|\b{_PER} (?:month|monat|mes)\b"
    rf"|\bp ?m{_END}|(?<![0-9] )(?<![0-9])\b(?:month|mo|mth|monat|mes){_END}"
)
"""Patterns of words without accents and punctuation, as `plain_words` gives them."""
QUARTERLY = (
    rf"\b(?:quarterly|vierteljahrlich\w*|quartals\w+|trimestra(?:l|is))\b"
    rf"|\b{_PER} (?:quarter|quartal|trimestre)\b|\b(?:quarter|quartal|trimestre){_END}"
)
YEARLY = (
    r"\b(?:annual(?:ly)?|yearly|per annum|p a|jahrlich\w*|anua(?:l|is)|anuidade)\b"
    r"|(?<![0-9] )\bjahres\w+\b"
    rf"|\b{_PER} (?:year|yr|jahr|ano)\b|(?<![0-9] )(?<![0-9])\b(?:year|yr|jahr|ano){_END}"
)
_MONTHS = ((3, re.compile(QUARTERLY)), (12, re.compile(YEARLY)), (1, re.compile(MONTHLY)))


def months_in(words: str) -> int | None:
    """Return the months of the period that plain words name; None where they name none."""
    return next((months for months, pattern in _MONTHS if pattern.search(words)), None)


MOST_ROWS = 10_000
MOST_COLUMNS = 64


@dataclass(frozen=True, slots=True)
class NoValue:
    """A formula whose result was never saved, so that there is nothing to read."""

    formula: str


Cell = str | Decimal | NoValue
"""A text, a number that the file holds as one, or a formula without a value; empty is ""."""


@dataclass(frozen=True, slots=True)
class PriceTableRow:
    """One row, with its number in the file."""

    number: int
    """Row of the sheet or line of the file, from 1."""
    cells: tuple[Cell, ...]

    def at(self, column: int | None) -> Cell:
        """Return a cell; "" beyond the end of a short row or where there is no such column."""
        return self.cells[column] if column is not None and column < len(self.cells) else ""

    def texts(self) -> list[str]:
        """Return the texts of the row that are not empty."""
        return [cell for cell in self.cells if isinstance(cell, str) and cell]

    def is_empty(self) -> bool:
        """Return whether there is nothing in the row, but for formulas that give nothing."""
        return all(cell == "" or isinstance(cell, NoValue) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class PriceTable:
    """One table of a file."""

    rows: tuple[PriceTableRow, ...]
    currencies: frozenset[str] = frozenset()
    """ISO codes of the currencies in which the file shows numbers."""
    leans_german: bool = False
    """Cells are parted by semicolons, as where the comma is the decimal sign."""


def cell_name(row: int, column: int) -> str:
    """Name a cell as a spreadsheet does: `F12`."""
    return f"{column_name(column)}{row}"


_LONGEST_HEADING = 200
"""So much of a cell is looked at to see whether it is a heading."""


def plain_words(text: str) -> str:
    """Return lower-case words without accents and punctuation, to be compared."""
    return _plain(text[:_LONGEST_HEADING])


@lru_cache(maxsize=4096)  # every cell is asked several times whether it is a heading
def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in folded if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9%]+", " ", letters).strip()


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
    """Return whether a cell is a number in some notation, or an amount for a period."""
    return _digits(split_scale(split_period(text)[0])[0]) is not None


def split_scale(text: str) -> tuple[str, int]:
    """Part a figure from what multiplies it: `250k` to 250 and 1,000, `1.5 M EUR` to 1.5 EUR."""
    result = _SCALED.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if result is None:
        return text, 1
    return f"{result[1]}{result[3] or ''}", SCALES[result[2].rstrip(".").lower()]


def split_period(text: str) -> tuple[str, int | None]:
    """Part an amount from its period: `120 EUR/month` to `120 EUR` and 1, in months.

    A text without one comes back as it is, with None.
    """
    result = _AMOUNT.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if result is None:
        return text, None
    before, figure, after = (result[name] or "" for name in ("before", "figure", "after"))
    signs = "".join(_CURRENCY.findall(before + after))
    words = [plain_words(_CURRENCY.sub(" ", part)) for part in (before, after)]
    spoken = [word for word in words if word]
    months = months_in(spoken[0]) if len(spoken) == 1 and len(spoken[0].split()) < 4 else None
    return (f"{figure} {signs}".strip(), months) if months else (text, None)


def share_of(number: Decimal, text: str, *, are_percents: bool = False) -> Decimal:
    """Turn a percentage to a share: `14 %` and 14 to 0.14, while 0.14 is one already.

    `are_percents`: bare figures of its column are percentages, however small.
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
_CURRENCIES_LONGEST = 300


def currencies_in(text: str) -> set[str]:
    """Return the ISO codes of all currencies that a text names; a lone dollar is the American."""
    return {match[1] or _SIGNS[match[2]] for match in _FOUND.finditer(text[:_CURRENCIES_LONGEST])}


def has_lone_dollar(text: str) -> bool:
    """Return whether a text has a dollar sign that does not state whose dollar it is."""
    return any(match[2] == "$" for match in _FOUND.finditer(text[:_CURRENCIES_LONGEST]))
