"""Typed texts to numbers, times, amounts.

Strict where others guess: `1,5` typed where the comma parts thousands is not 15 but no number.

The last is the least, the most likely and the most; its blanks tell it from a date.

`4.180` is 4,180 where another figure of the block is `1.250,50`, whatever this machine writes.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from arraywise.domain.cells import (
    AS_IT_COMES,
    LONGEST_TEXT,
    MOST_DECIMALS,
    CellFault,
    ErrorCode,
    FormatKind,
    NumberFormat,
)
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.messages import UserError, message
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.importers.prices.cells import (
    SCALES,
    currencies_in,
    decide_notation,
    has_lone_dollar,
)
from arraywise.importers.prices.figures import looks_numeric
from arraywise.worksheets.formula import (
    Corner,
    Formula,
    FormulaError,
    Reference,
    Token,
    cut,
    read_formula,
    with_moved,
    written_reference,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.cells import InputCell, Move, Value
    from arraywise.domain.estimates import Estimate


_DAY_ZERO = date(1899, 12, 30)
_FIRST = date(1900, 3, 1)  # before it programs count differently
_TYPED = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})|(?P<a>\d{1,2})(?P<mark>[./])(?P<b>\d{1,2})"
    r"(?P=mark)(?P<year>\d{4})"
)


@dataclass(frozen=True, slots=True)
class TypedDate:
    """A day, and how it was written."""

    day: date
    pattern: str
    """As `strftime` takes it."""

    @property
    def number(self) -> float:
        """The day as spreadsheets count it."""
        return float((self.day - _DAY_ZERO).days)

    def later(self, days: int) -> str:
        """Write the day so many days later in the same way; nothing beyond the calendar."""
        try:
            day = self.day + timedelta(days)
        except OverflowError:
            return ""
        return day.strftime(self.pattern) if day >= _FIRST else ""


def read_date(text: str, decimal: str) -> TypedDate | None:
    """Read a date; None where it is none, or may be two."""
    read = _days(text.strip(), decimal) if "20" in text or "19" in text else []
    return read[0] if len(read) == 1 else None


def may_be_two_dates(text: str, decimal: str) -> bool:
    """Return whether day and month may be either way round."""
    return len(_days(text.strip(), decimal)) > 1


def _days(text: str, decimal: str) -> list[TypedDate]:
    found = _TYPED.fullmatch(text)
    if found is None:
        return []
    if found["y"]:
        tried = [(found["y"], found["m"], found["d"], "%Y-%m-%d")]
    else:
        mark = found["mark"]
        day_first = (found["year"], found["b"], found["a"], f"%d{mark}%m{mark}%Y")
        month_first = (found["year"], found["a"], found["b"], "%m/%d/%Y")
        either = mark == "/" and decimal == "." and found["a"] != found["b"]
        tried = [day_first, month_first] if either else [day_first]
    read = (_day(int(year), int(month), int(day), how) for year, month, day, how in tried)
    return [each for each in read if each is not None]


def _day(year: int, month: int, day: int, pattern: str) -> TypedDate | None:
    try:
        read = date(year, month, day)
    except ValueError:
        return None
    return TypedDate(read, pattern) if read >= _FIRST else None


_BLANKS = "\u00a0\u202f\u2009 '\u2019"
_MINUS = "\u2212"
_LARGEST = Decimal(10) ** 15


@cache
def _pattern(decimal: str) -> re.Pattern[str]:
    groups = f"[{re.escape('.' if decimal == ',' else ',')}{_BLANKS}]"
    whole = rf"(?:[1-9]\d{{0,2}}(?:{groups}\d{{3}})+|\d+)"
    mark = re.escape(decimal)
    return re.compile(rf"([+-]?)({whole}?)(?:{mark}(\d*))?([eE][+-]?\d{{1,3}})?\s*(%?)")


def parse_typed_number(text: str, decimal: str) -> Decimal | None:
    """Read a number; a percentage as its share. None where it is none, or beyond reason."""
    plain = text.strip().replace(_MINUS, "-")
    result = _pattern(decimal).fullmatch(plain) if len(plain) < 60 else None
    if result is None or not (result[2] or result[3]):
        return None
    whole = re.sub(r"\D", "", result[2])
    decimals = f".{result[3]}" if result[3] else ""
    value = Decimal(f"{result[1]}{whole or 0}{decimals}{result[4] or ''}")
    value = value / 100 if result[5] else value
    return value if abs(value) <= _LARGEST else None


def is_number_elsewhere(text: str, decimal: str) -> bool:
    """Return whether a text would be a number with the other decimal mark."""
    other = "," if decimal == "." else "."
    return (
        parse_typed_number(text, decimal) is None and parse_typed_number(text, other) is not None
    )


def write_number(text: str, decimal: str) -> str:
    """Write a number of a formula (`12.5`) with another decimal mark."""
    return text.replace(".", decimal)


@dataclass(frozen=True, slots=True)
class ParsedInput:
    """A typed text, understood."""

    value: Value = None
    formula: Formula | None = None
    fault: CellFault | None = None
    number_format: NumberFormat = AS_IT_COMES
    """As what the value is understood: a date, an amount in a currency."""


def parse_file(
    cell: InputCell, currency: str = "", *, numbers_only: bool = False, figures_count: bool = True
) -> ParsedInput:
    """Describe what was typed.

    Args:
        cell: The text with its decimal mark.
        currency: ISO code of the study's: a lone dollar sign is its dollar.
        numbers_only: Whether the cell belongs to an input sheet, which takes no texts.
        figures_count: Whether a typed figure counts. Those of most cells of input sheets stand in
            the inputs, so what is typed there as text is a formula, or at fault.
    """
    text = cell.text.strip()
    if len(text) > LONGEST_TEXT:
        most = message("A cell holds at most {most:,} characters.", most=LONGEST_TEXT)
        return ParsedInput(fault=CellFault(ErrorCode.ERROR, most))
    if text.startswith("=") and len(text) > 1:
        try:
            return ParsedInput(formula=read_formula(text, cell.decimal))
        except FormulaError as error:
            return ParsedInput(fault=error.fault)
    figure = typed_figure(text, cell.decimal, currency) if figures_count else None
    if figure is not None:
        return figure
    return _plain(text, cell.decimal, numbers_only=numbers_only)


_DIGIT = re.compile(r"\d")


def typed_figure(text: str, decimal: str, currency: str = "") -> ParsedInput | None:
    """Read a number, `250k`, a date or an amount with its currency; None for another text.

    A lone dollar sign is the dollar of the currency given.
    """
    number = parse_typed_number(text, decimal)
    if number is not None:
        return ParsedInput(float(number))
    if _DIGIT.search(text) is None:
        return None
    day = read_date(text, decimal)
    if day is not None:
        return ParsedInput(day.number, number_format=NumberFormat(FormatKind.DATE))
    figure, code = split_amount(text, currency)
    amount = read_amount(figure, decimal)
    if amount is None or (decimal == "." and text.endswith("mi")):  # a million in Portuguese alone
        return None
    if figure == text:
        return ParsedInput(float(amount))
    decimals = min(max(0, -int(amount.as_tuple().exponent)), MOST_DECIMALS)
    how = NumberFormat(FormatKind.CURRENCY, decimals, code or currency)
    return ParsedInput(float(amount), number_format=how)


def _plain(text: str, decimal: str, *, numbers_only: bool) -> ParsedInput:
    if not text:
        return ParsedInput()
    if numbers_only:
        return ParsedInput(fault=_unfit(text, decimal))
    if is_number_elsewhere(text, decimal):
        return ParsedInput(fault=_other_mark(text, decimal))
    if may_be_two_dates(text, decimal):
        return ParsedInput(fault=CellFault(ErrorCode.VALUE, message(
            "“{text}” may be two dates: type {year}-12-31, year first. Begin with an apostrophe"
            " where it is meant as text.", text=text, year=text[-4:])))  # fmt: skip
    if text.upper() in {"TRUE", "FALSE"}:
        return ParsedInput(value=text.upper() == "TRUE")
    return ParsedInput(text.removeprefix("'"))


def _unfit(text: str, decimal: str) -> CellFault:
    """Return why an input sheet has kept a text that is no formula."""
    if is_number_elsewhere(text, decimal):
        return _other_mark(text, decimal)
    if parse_typed_number(text, decimal) is not None:
        return CellFault(ErrorCode.VALUE, message("The cell cannot take this figure."))
    return CellFault(ErrorCode.VALUE, message("“{text}” is not a number.", text=text[:60]))


def _other_mark(text: str, decimal: str) -> CellFault:
    sentence = message(
        "“{text}” is not a number: use “{mark}” for decimals and thousands in groups of three."
        " Begin with an apostrophe to enter text.",
        text=text,
        mark=decimal,
    )
    return CellFault(ErrorCode.VALUE, sentence)


_TURNS = {
    (False, False): (True, True),
    (True, True): (False, True),
    (False, True): (True, False),
    (True, False): (False, False),
}
"""Whether column and row are fixed, and which are next."""


def moved_text(text: str, decimal: str, down: int, right: int) -> str:
    """Write a cell's text as it reads when it is copied elsewhere: formulas go along."""
    if not text.startswith("="):
        return text
    try:
        return read_formula(text, decimal).moved(down, right, decimal)
    except FormulaError:
        return text


def cut_text(text: str, decimal: str, move: Move) -> str:
    """Write a cell's text as it reads when it is cut out and put in elsewhere.

    What it refers to stays what it was; what is among the cells that are moved goes along.
    """
    return with_moved(text, decimal, move, None)


def normalised_text(text: str, typed_with: str, decimal: str) -> str:
    """Write a typed text for somebody with another decimal mark than it was typed with."""
    if typed_with == decimal:
        return text
    if text.startswith("="):
        try:
            return read_formula(text, typed_with).written(decimal)
        except FormulaError:
            return text
    number = parse_typed_number(text, typed_with)
    if number is None:
        return _amount_or_date(text, typed_with, decimal)
    if "%" in text:
        return text.replace(typed_with, decimal)
    return f"{number:f}".replace(".", decimal)


def _amount_or_date(text: str, typed_with: str, decimal: str) -> str:
    """Write an amount with the other mark, and a date so that it is the same day everywhere."""
    if typed_figure(text, typed_with) is None:
        return text
    day = read_date(text, typed_with)
    if day is not None:
        return day.day.isoformat() if "/" in text else text
    figure, code = split_amount(text, "")
    amount = read_amount(figure, typed_with)
    return f"{amount:f} {code}".replace(".", decimal).strip()


def column_number(letters: str) -> int:
    """Return a column's number from 0 by what it is called; -1 where it has no name."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def reference_text(
    sheet: str | None, first: tuple[int | None, int], last: tuple[int | None, int]
) -> str:
    """Write what a formula calls a cell, or the range between two, given by row and column.

    Args:
        sheet: Name of the sheet; None where it is the formula's own.
        first: A corner, from 0; without a row it is the whole column.
        last: The corner opposite; the same for a single cell.
    """
    columns = sorted((first[1], last[1]))
    if first[0] is None or last[0] is None:
        return written_reference(Reference(sheet, *(Corner(None, each) for each in columns)))
    rows = sorted((first[0], last[0]))
    corners = [Corner(row, column) for row, column in zip(rows, columns, strict=True)]
    end = corners[1] if corners[1] != corners[0] else None
    return written_reference(Reference(sheet, corners[0], end))


def fix_each_input(text: str, decimal: str, cursor: int) -> tuple[str, int] | None:
    """Fix row and column of the reference at the cursor, then its row, its column, then none.

    Returns:
        The text and where the cursor is then; None where there is no reference.
    """
    for token in _tokens_before(text, decimal, cursor):
        result = token.reference
        if result is not None and token.start <= cursor <= token.end:
            turned = written_reference(_turned(result))
            return text[: token.start] + turned + text[token.end :], token.start + len(turned)
    return None


def _tokens_before(text: str, decimal: str, cursor: int) -> tuple[Token, ...]:
    """Cut up a formula that may not be complete, as far as the word at the cursor."""
    for end in range(cursor, len(text) + 1):
        try:
            result = cut(text[:end], decimal)
        except FormulaError:
            continue
        if end == len(text) or (result and result[-1].end < end):
            return result
    return ()


def _turned(reference: Reference) -> Reference:
    fixed = (reference.first.fixed_column, reference.first.fixed_row)
    column, row = _TURNS[fixed]

    def corner(c: Corner) -> Corner:
        return replace(c, fixed_column=column, fixed_row=row and c.row is not None)

    last = corner(reference.last) if reference.last else None
    return replace(reference, first=corner(reference.first), last=last)


_LONGEST = 60
LONGEST_MINUTES = 60 * 24 * 365
_PLUS_MINUS = re.compile(r"±|\+/?[-\N{MINUS SIGN}]")
_OTHER_UNIT = re.compile(
    r"\b(?:secs|seconds|sekunden|segundos|hours|stunden|horas)\b"
    r"|[(\[,/] *(?:s|sec|sek|seg|h|std)\b",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"steps?|tasks?|actions?|schritte?|aufgaben?|etapas?|passos?|tarefas?", re.IGNORECASE
)
_CLOCK = re.compile(r"(\d{1,4}):([0-5]\d):([0-5]\d(?:[.,]\d+)?)")
"""Hours, minutes and seconds; 18:30 alone may be either and is refused."""
_IN_UNITS = re.compile(
    r"(?:(?P<h>[\d.,]+)\s*(?:h|hrs?|hours?|std|stunden?|horas?)\.?)?\s*"
    r"(?:(?P<min>[\d.,]+)\s*(?:m|min|mins|minutes?|minuten?|minutos?)\.?)?\s*"
    r"(?:(?P<s>[\d.,]+)\s*(?:s|sec|secs|seconds?|sek|sekunden?|seg|segundos?)\.?)?",
    re.IGNORECASE,
)
_MINUTES_IN = {"h": 60, "min": 1, "s": 1 / 60}
_BETWEEN = re.compile(r"\s+/\s+")


def read_minutes(text: str, decimal: str) -> float | Estimate:
    """Read a time, or an estimate of it, in minutes.

    Raises:
        UserError: When it is none; its sentence says what to type.
    """
    if len(parts := _PLUS_MINUS.split(text)) > 1:
        return _mean_and_error(text, _figures(parts, decimal))
    if "/" in text:
        return _three(text, _figures(_BETWEEN.split(text.strip()), decimal))
    (minutes,) = _figures([text], decimal) or (0.0,)
    if not minutes > 0:
        raise UserError(
            message("Enter minutes above zero, or an estimate: 12 ± 1.5 or 10 / 12 / 20.")
        )
    return minutes


def read_estimate(text: str, decimal: str) -> float | Estimate:
    """Read a figure from 0 on without a unit, or an estimate of it.

    Raises:
        UserError: When it is none; its sentence says what to type.
    """
    pieces = _PLUS_MINUS.split(text)
    parts = pieces if len(pieces) > 1 or "/" not in text else _BETWEEN.split(text.strip())
    read = [parse_typed_number(part.strip(), decimal) for part in parts]
    figures = tuple(float(value) for value in read if value is not None)
    if len(figures) < len(parts):
        figures = ()
    if len(pieces) > 1:
        return _mean_and_error(text, figures)
    if "/" in text:
        return _three(text, figures)
    if not figures or not 0 <= figures[0] < math.inf:
        raise UserError(
            message(
                "“{text}”: enter a number from 0, or an estimate: 12 ± 1.5, or 10 / 12 / 20.",
                text=text[:60],
            )
        )
    return figures[0]


def without_heading(rows: Sequence[Sequence[str]], decimal: str) -> list[list[str]] | None:
    """Return pasted rows of steps without the titles above them; None where there are none.

    Titles that name another unit than minutes are left, so that nothing is taken for what it is
    not.
    """
    head, *others = rows
    titles = [text for text in head[1:] if text.strip()]
    counted = [str(number) for number in range(1, len(titles) + 1)]
    is_counted = titles == counted and _STEP.fullmatch(head[0].strip()) is not None
    is_heading = is_counted or not any(_is_time(text, decimal) for text in titles)
    if not titles or not is_heading or any(_OTHER_UNIT.search(text) for text in titles):
        return None
    if not any(_is_time(text, decimal) for row in others for text in row[1:]):
        return None
    return [list(row) for row in others]


def _is_time(text: str, decimal: str) -> bool:
    if text.startswith("="):
        return True
    try:
        read_minutes(text, decimal)
    except UserError:
        return False
    return True


def in_seconds(minutes: float | Estimate) -> float | Estimate:
    """Return a time that was read in seconds."""
    if isinstance(minutes, float):
        return minutes * SECONDS_PER_MINUTE
    return minutes.scaled(SECONDS_PER_MINUTE)


def is_estimate(text: str, decimal: str) -> bool:
    """Return whether a text is an estimate of a time."""
    try:
        return not isinstance(read_minutes(text, decimal), float)
    except UserError:
        return False


def _figures(parts: Sequence[str], decimal: str) -> tuple[float, ...]:
    """Return the figures, none at all where one of them is none or beyond a year."""
    read = [None if "%" in part else _one(part, decimal) for part in parts]
    known = tuple(float(value) for value in read if value is not None)
    fit = len(known) == len(parts) and max(known) <= LONGEST_MINUTES
    return known if fit else ()


def _one(text: str, decimal: str) -> Decimal | float | None:
    """Return a time in minutes: `19`, `19 min`, `1 h 5 min`, `0:18:30`; None for another."""
    plain = text.strip()
    clock = _CLOCK.fullmatch(plain)
    if clock is not None:
        seconds = parse_typed_number(clock[3].lstrip("0") or "0", decimal)
        if seconds is None:
            return None
        return int(clock[1]) * 60 + int(clock[2]) + float(seconds) / 60
    parts = _IN_UNITS.fullmatch(plain) if len(plain) < _LONGEST else None
    given = {} if parts is None else {u: v for u, v in parts.groupdict().items() if v}
    if not given:
        return parse_typed_number(plain, decimal)
    numbers = {unit: parse_typed_number(value, decimal) for unit, value in given.items()}
    known = [float(n) * _MINUTES_IN[u] for u, n in numbers.items() if n is not None]
    return sum(known) if len(known) == len(numbers) else None


def _mean_and_error(text: str, figures: Sequence[float]) -> MeanAndError:
    if len(figures) == 2:
        if figures[1] < 0:
            raise UserError(
                message("“{text}”: a standard error is never negative.", text=text[:60])
            )
        estimate = MeanAndError(*figures)
        if estimate.is_possible:
            return estimate
    raise UserError(
        message(
            "“{text}”: enter a mean above zero and its standard error: 12 ± 1.5.", text=text[:60]
        )
    )


def _three(text: str, figures: Sequence[float]) -> LeastLikelyMost:
    if len(figures) == 3:
        estimate = LeastLikelyMost(*figures)
        if estimate.is_possible:
            return estimate
        raise UserError(
            message(
                "“{text}” is not in rising order: enter least / most likely / most.",
                text=text[:60],
            )
        )
    raise UserError(
        message(
            "“{text}” is not an estimate. Write least / most likely / most with spaces around"
            " the slashes: 10 / 12 / 20.",
            text=text[:60],
        )
    )


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
    number = parse_typed_number(scaled[1] if scaled else plain, decimal)
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
    """Read an amount such as `€250,000`, `250k EUR` or `(500)`; None where it is none.

    A lone dollar sign is that of the currency that is expected.
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
        The figure's text, and the ISO code that is beside it, empty where there is none or
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
    result = _BESIDE.fullmatch(text.strip())
    if result is None:
        return text, ""
    sign, figure = (result[1], result[2]) if result[1] else (result[4], result[3])
    named = currencies_in(sign.strip())
    if len(named) != 1:
        return text, ""
    if has_lone_dollar(sign) and expected in _DOLLARS:
        return figure, ""
    code = named.pop()
    return figure, "" if code == expected else code


Typed = tuple[int, str, str]
"""Place of a line, key of its column, text."""
_FIGURES = frozenset({
    "unit_price", "quantity", "discount", "warranty", "per_month", "maintenance",
    "maintenance_discount",
})  # fmt: skip
_DIGITS = re.compile(r"\d[\d.,]*")
_OTHER = str.maketrans(".,", ",.")


@dataclass(frozen=True, slots=True)
class PastedFigures:
    """A block's texts as this machine writes them."""

    edits: tuple[Typed, ...]
    turned: str = ""
    """The first figure that was written with the other mark, as it was pasted; else empty."""
    unsure: str = ""
    """The first figure that may be read both ways where no other tells which; else empty."""


def read_pasted(edits: Sequence[Typed], mark: str, beside: Iterable[str] = ()) -> PastedFigures:
    """Write the figures of a pasted block with the decimal mark that is typed here.

    Args:
        edits: what was pasted.
        mark: `.` or `,`. It decides too where the figures leave it open, and the first of
            those that it reads with decimals is told.
        beside: texts that were pasted with them and are left out, as a column of totals is;
            those with both marks are figures, and tell which is which.
    """
    texts = [text for _, key, text in edits if _is_figure(key, text)]
    telling = [text for text in beside if "." in text and "," in text and looks_numeric(text)]
    notation = decide_notation([*texts, *telling], leans_german=mark == ",")
    as_pasted = PastedFigures(tuple(edits))
    if not notation.is_certain:
        return replace(as_pasted, unsure=next((t for t in texts if _is_either(t, mark)), ""))
    if not notation.was_seen or notation.decimal_sign == mark:
        return as_pasted
    turned = next((text for text in texts if "." in text or "," in text), "")
    return PastedFigures(tuple(map(_turn, edits)), turned=turned)


def _is_figure(key: str, text: str) -> bool:
    return key in _FIGURES and not text.startswith("=") and looks_numeric(text)


def _turn(edit: Typed) -> Typed:
    place, key, text = edit
    if not _is_figure(key, text):
        return edit
    return place, key, _DIGITS.sub(lambda result: result[0].translate(_OTHER), text)


def _is_either(text: str, mark: str) -> bool:
    """Return whether a figure has decimals by this mark, and thousands by the other."""
    figure = split_amount(text, "")[0]
    other = "," if mark == "." else "."
    return mark in figure and None not in (
        parse_typed_number(figure, mark),
        parse_typed_number(figure, other),
    )
