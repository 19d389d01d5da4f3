"""Figures in cells: an amount with its currency, period or unit, read in one notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.number_notation import (
    CURRENCY_SIGN,
    DASHES,
    Notation,
    currencies_in,
    read_number,
    split_scale,
)
from arraywise.importers.prices.cells import QuoteCell, plain_words
from arraywise.importers.prices.vocabulary import (
    is_only,
    period_of_cell,
    scale_in,
)

if TYPE_CHECKING:
    from arraywise.domain.quotes import Period

POINT = Notation(".", was_seen=True, is_certain=True)
COMMA = Notation(",", was_seen=True, is_certain=True)
_LONGEST = 40
_FIGURE = re.compile(
    r"(?P<before>[^\d(+\u2212\u2013-]*)"
    r"(?P<figure>\(?\s*[-+\u2212\u2013]?\s*(?:[A-Z]{0,2}[$\u20ac\u00a3]|[A-Z]{2,3}\s)?\s*[\d.,'\u2019\s]*\d(?:,?-{1,2}|,[\u2013\u2014])?-?\s*\)?)"
    r"(?P<after>\D*)"
)


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A number as it is printed."""

    value: Decimal
    half: Decimal
    """Half a unit of its last digit."""
    percent: bool = False
    bracket: bool = False
    """Printed in brackets."""
    currency: str = ""
    period: Period | None = None
    scaled: bool = False
    """Its cell says that it is in thousands, so that no heading does."""
    unit: str = ""
    """`piece`, `months` or `years` where a word behind it says so."""

    @property
    def f(self) -> float:
        """The value for the search."""
        return float(self.value)


@lru_cache(maxsize=65536)
def read_figure(cell: QuoteCell, notation: Notation) -> PrintedFigure | None:
    """Return the figure that a cell holds; None for one that holds text or more than a figure."""
    if cell.number is not None:
        half = Decimal(1).scaleb(min(0, int(cell.number.normalize().as_tuple().exponent))) / 2
        return PrintedFigure(
            cell.number * cell.scale,
            half * cell.scale,
            percent=cell.percent,
            currency=cell.currency,
            scaled=cell.scale > 1 or cell.whole,
        )
    text = cell.text.strip()
    if not text or len(text) > _LONGEST:
        return None
    return _read_text_figure(text, notation)


def _read_text_figure(text: str, notation: Notation) -> PrintedFigure | None:
    found = _FIGURE.fullmatch(text)
    affixes = _affixes_of(found["before"], found["after"]) if found is not None else None
    if found is None or affixes is None:
        return None
    figure, (scale, period, unit) = found["figure"].strip(), affixes
    number = read_number(CURRENCY_SIGN.sub("", figure).strip(), notation)
    if number is None:
        return None
    if figure.endswith("-") and not figure.endswith((",-", "--")) and number > 0:
        number = -number
    codes = currencies_in(text)
    if unit in {"months", "years"} and period is not None:
        is_price = bool(codes) or "/" in text
        unit, period = ("", period) if is_price else (unit, None)
    return PrintedFigure(
        number * scale,
        _half_of_last_digit(figure, notation) * scale,
        percent="%" in text,
        bracket=text.startswith("(") and text.endswith(")"),
        currency=min(codes) if len(codes) == 1 else "",
        period=period,
        scaled=scale > 1,
        unit=unit,
    )


def _affixes_of(before: str, after: str) -> tuple[int, Period | None, str] | None:
    """Return scale, period and unit that stand beside a figure; None for any other text."""
    leading = plain_words(CURRENCY_SIGN.sub(" ", before))
    scales = scale_in(before) != 1
    if leading and (_unit_named(leading) or (period_of_cell(leading) is None and not scales)):
        return None  # `Month 1`, `Line 7`
    scale, words = 1, []
    for part in (before, after):
        rest = part.strip(" ()[]")
        if scale_in(rest) != 1:
            scale = scale_in(rest)
            continue
        _, letter = split_scale(f"1{rest}")
        if letter != 1 and part is after:
            scale = letter
            rest = rest.lstrip("kKMio.")
        if rest != "%":
            words.append(plain_words(CURRENCY_SIGN.sub(" ", rest)))
    words = [word for word in words if word]
    if not words:
        return scale, None, ""
    period, unit = period_of_cell(words[0]), _unit_named(words[0])
    return None if len(words) > 1 or (period is None and not unit) else (scale, period, unit)


def _half_of_last_digit(figure: str, notation: Notation) -> Decimal:
    """Return half a unit of the last digit of a figure."""
    digits = figure.rstrip(" )-\u2013\u2014").rpartition(notation.decimal_sign)
    decimals = len(re.sub(r"\D", "", digits[2])) if digits[1] else 0
    return Decimal(1).scaleb(-decimals) / 2


@lru_cache(maxsize=2048)
def _unit_named(words: str) -> str:
    return next((unit for unit in ("months", "years", "piece") if is_only(unit, words)), "")


def looks_numeric(text: str) -> bool:
    """Return whether a text is a figure in some notation."""
    return _read_in_either_notation(text.strip()) is not None


@lru_cache(maxsize=16384)
def _read_in_either_notation(text: str) -> PrintedFigure | None:
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return None
    return _read_text_figure(text, POINT) or _read_text_figure(text, COMMA)


def is_blank(cell: QuoteCell) -> bool:
    """Return whether a cell says nothing."""
    return cell.number is None and not cell.formula and cell.text.casefold() in DASHES


def is_free(cell: QuoteCell) -> bool:
    """Return whether a cell states that nothing is charged: `n/c`, `included`, `0`."""
    return cell.number is None and is_only("free", plain_words(cell.text))


def is_on_request(cell: QuoteCell) -> bool:
    """Return whether a cell states that the price is still to be named."""
    return cell.number is None and is_only("on request", plain_words(cell.text))


def months_of(figure: PrintedFigure) -> int | None:
    """Return the months of a quantity such as `36 Monate`; None for one that is no time."""
    if figure.unit not in {"months", "years"} or figure.value != int(figure.value):
        return None
    return int(figure.value) * (12 if figure.unit == "years" else 1)
