"""Parse typed texts into numbers, dates, times, amounts and estimates.

Strict where others guess: `1,5` typed where the comma groups thousands is not 15 but no number.

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
    GENERAL_FORMAT,
    LONGEST_TEXT,
    MOST_DECIMALS,
    CellFault,
    ErrorCode,
    FormatKind,
    NumberFormat,
)
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.messages import UserError, message
from arraywise.domain.number_notation import (
    SCALES,
    currencies_in,
    decide_notation,
    has_lone_dollar,
)
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.worksheets.formula import (
    Corner,
    Formula,
    FormulaError,
    Reference,
    Token,
    parse_formula,
    render_reference,
    rewrite_after_move,
    tokenise,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.cells import InputCell, Move, Value
    from arraywise.domain.estimates import Estimate


_DAY_ZERO = date(1899, 12, 30)
_FIRST_DAY = date(1900, 3, 1)  # before it programs count differently
_DATE = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})|(?P<a>\d{1,2})(?P<mark>[./])(?P<b>\d{1,2})"
    r"(?P=mark)(?P<year>\d{4})"
)
_BLANKS = "\u00a0\u202f\u2009 '\u2019"
_MINUS = "\u2212"
_LARGEST_NUMBER = Decimal(10) ** 15
_DIGIT = re.compile(r"\d")
_NEXT_FIXED = {
    (False, False): (True, True),
    (True, True): (False, True),
    (False, True): (True, False),
    (True, False): (False, False),
}
"""Whether column and row are fixed, and which are next."""
_LONGEST_TIME = 60
LONGEST_MINUTES = 60 * 24 * 365
_PLUS_MINUS = re.compile(r"±|\+/?[-\N{MINUS SIGN}]")
_OTHER_UNIT = re.compile(
    r"\b(?:secs|seconds|sekunden|segundos|hours|stunden|horas)\b"
    r"|[(\[,/] *(?:s|sec|sek|seg|h|std)\b",
    re.IGNORECASE,
)
_STEP_TITLE = re.compile(
    r"steps?|tasks?|actions?|schritte?|aufgaben?|etapas?|passos?|tarefas?", re.IGNORECASE
)
_CLOCK_TIME = re.compile(r"(\d{1,4}):([0-5]\d):([0-5]\d(?:[.,]\d+)?)")
"""Hours, minutes and seconds; 18:30 alone may be either and is refused."""
_TIME_IN_UNITS = re.compile(
    r"(?:(?P<h>[\d.,]+)\s*(?:h|hrs?|hours?|std|stunden?|horas?)\.?)?\s*"
    r"(?:(?P<min>[\d.,]+)\s*(?:m|min|mins|minutes?|minuten?|minutos?)\.?)?\s*"
    r"(?:(?P<s>[\d.,]+)\s*(?:s|sec|secs|seconds?|sek|sekunden?|seg|segundos?)\.?)?",
    re.IGNORECASE,
)
_MINUTES_IN = {"h": 60, "min": 1, "s": 1 / 60}
_SLASH = re.compile(r"\s+/\s+")
_AMOUNT_AND_CURRENCY = re.compile(
    r"([^\d+\u2212.,-]{1,4}?)\s*([+\u2212.,-]?\d.*)|"
    r"(.*\d[.,]?(?:\s*(?:[kKM]|Mio\.?|mi)(?![a-zA-Z]))?)\s*(\D{1,4})",
    re.DOTALL,
)
_DOLLARS = frozenset({"USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD"})
_SCALED = re.compile(r"(.*\d[.,]?)\s*([kKM]|Mio\.?|mi)", re.DOTALL)
_BRACKETED = re.compile(r"\(\s*([^()+\u2212-]*\d[^()]*)\)")
_SIGNED = re.compile(r"([+\u2212-])\s*([^\d+\u2212-]{1,4})\s*(\d.*)", re.DOTALL)
TypedEdit = tuple[int, str, str]
"""Index of a line, key of its column, text."""
_FIGURE_COLUMNS = frozenset({
    "unit_price", "quantity", "discount", "warranty", "per_month", "maintenance",
    "maintenance_discount",
})  # fmt: skip
_DIGITS = re.compile(r"\d[\d.,]*")
_SWAPPED_MARKS = str.maketrans(".,", ",.")


@dataclass(frozen=True, slots=True)
class TypedDate:
    """A day, and how it was written."""

    day: date
    pattern: str
    """As `strftime` takes it."""

    @property
    def number(self) -> float:
        """The day's serial number, as spreadsheets count days."""
        return float((self.day - _DAY_ZERO).days)

    def text_days_later(self, days: int) -> str:
        """Return a later day in the same notation; empty beyond the calendar."""
        try:
            day = self.day + timedelta(days)
        except OverflowError:
            return ""
        return day.strftime(self.pattern) if day >= _FIRST_DAY else ""


def parse_date(text: str, decimal: str) -> TypedDate | None:
    """Parse a date; None where the text is none, or may be two."""
    parsed = _possible_dates(text.strip(), decimal) if "20" in text or "19" in text else []
    return parsed[0] if len(parsed) == 1 else None


def is_ambiguous_date(text: str, decimal: str) -> bool:
    """Return whether day and month may be either way round."""
    return len(_possible_dates(text.strip(), decimal)) > 1


def _possible_dates(text: str, decimal: str) -> list[TypedDate]:
    match = _DATE.fullmatch(text)
    if match is None:
        return []
    if match["y"]:
        candidates = [(match["y"], match["m"], match["d"], "%Y-%m-%d")]
    else:
        mark = match["mark"]
        day_first = (match["year"], match["b"], match["a"], f"%d{mark}%m{mark}%Y")
        month_first = (match["year"], match["a"], match["b"], "%m/%d/%Y")
        either = mark == "/" and decimal == "." and match["a"] != match["b"]
        candidates = [day_first, month_first] if either else [day_first]
    parsed = (
        _build_date(int(year), int(month), int(day), how) for year, month, day, how in candidates
    )
    return [each for each in parsed if each is not None]


def _build_date(year: int, month: int, day: int, pattern: str) -> TypedDate | None:
    try:
        parsed = date(year, month, day)
    except ValueError:
        return None
    return TypedDate(parsed, pattern) if parsed >= _FIRST_DAY else None


@cache
def _number_pattern(decimal: str) -> re.Pattern[str]:
    groups = f"[{re.escape('.' if decimal == ',' else ',')}{_BLANKS}]"
    whole = rf"(?:[1-9]\d{{0,2}}(?:{groups}\d{{3}})+|\d+)"
    mark = re.escape(decimal)
    return re.compile(rf"([+-]?)({whole}?)(?:{mark}(\d*))?([eE][+-]?\d{{1,3}})?\s*(%?)")


def parse_typed_number(text: str, decimal: str) -> Decimal | None:
    """Parse a number, a percentage as its share; None where it is none, or beyond reason."""
    plain = text.strip().replace(_MINUS, "-")
    result = _number_pattern(decimal).fullmatch(plain) if len(plain) < 60 else None
    if result is None or not (result[2] or result[3]):
        return None
    whole = re.sub(r"\D", "", result[2])
    decimals = f".{result[3]}" if result[3] else ""
    value = Decimal(f"{result[1]}{whole or 0}{decimals}{result[4] or ''}")
    value = value / 100 if result[5] else value
    return value if abs(value) <= _LARGEST_NUMBER else None


def is_number_with_other_mark(text: str, decimal: str) -> bool:
    """Return whether a text would be a number with the other decimal mark."""
    other = "," if decimal == "." else "."
    return (
        parse_typed_number(text, decimal) is None and parse_typed_number(text, other) is not None
    )


@dataclass(frozen=True, slots=True)
class ParsedInput:
    """What a typed text means: a value, a formula or a fault."""

    value: Value = None
    formula: Formula | None = None
    fault: CellFault | None = None
    number_format: NumberFormat = GENERAL_FORMAT
    """A date's, an amount's in a currency; else general."""


def parse_cell(
    cell: InputCell, currency: str = "", *, numbers_only: bool = False, figures_count: bool = True
) -> ParsedInput:
    """Parse what was typed into a cell.

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
            return ParsedInput(formula=parse_formula(text, cell.decimal))
        except FormulaError as error:
            return ParsedInput(fault=error.fault)
    figure = parse_figure(text, cell.decimal, currency) if figures_count else None
    if figure is not None:
        return figure
    return _parse_text(text, cell.decimal, numbers_only=numbers_only)


def parse_figure(text: str, decimal: str, currency: str = "") -> ParsedInput | None:
    """Parse a number, `250k`, a date or an amount with its currency; None for another text.

    A lone dollar sign is the dollar of the currency given.
    """
    number = parse_typed_number(text, decimal)
    if number is not None:
        return ParsedInput(float(number))
    if _DIGIT.search(text) is None:
        return None
    day = parse_date(text, decimal)
    if day is not None:
        return ParsedInput(day.number, number_format=NumberFormat(FormatKind.DATE))
    figure, code = split_amount_and_currency(text, currency)
    amount = parse_amount(figure, decimal)
    if amount is None or (decimal == "." and text.endswith("mi")):  # a million in Portuguese alone
        return None
    if figure == text:
        return ParsedInput(float(amount))
    decimals = min(max(0, -int(amount.as_tuple().exponent)), MOST_DECIMALS)
    how = NumberFormat(FormatKind.CURRENCY, decimals, code or currency)
    return ParsedInput(float(amount), number_format=how)


def _parse_text(text: str, decimal: str, *, numbers_only: bool) -> ParsedInput:
    if not text:
        return ParsedInput()
    if numbers_only:
        return ParsedInput(fault=_input_cell_fault(text, decimal))
    if is_number_with_other_mark(text, decimal):
        return ParsedInput(fault=_decimal_mark_fault(text, decimal))
    if is_ambiguous_date(text, decimal):
        return ParsedInput(fault=CellFault(ErrorCode.VALUE, message(
            "“{text}” may be two dates: type {year}-12-31, year first. Begin with an apostrophe"
            " where it is meant as text.", text=text, year=text[-4:])))  # fmt: skip
    if text.upper() in {"TRUE", "FALSE"}:
        return ParsedInput(value=text.upper() == "TRUE")
    return ParsedInput(text.removeprefix("'"))


def _input_cell_fault(text: str, decimal: str) -> CellFault:
    """Return the fault of a text on an input sheet that is neither a figure nor a formula."""
    if is_number_with_other_mark(text, decimal):
        return _decimal_mark_fault(text, decimal)
    if parse_typed_number(text, decimal) is not None:
        return CellFault(ErrorCode.VALUE, message("The cell cannot take this figure."))
    return CellFault(ErrorCode.VALUE, message("“{text}” is not a number.", text=text[:60]))


def _decimal_mark_fault(text: str, decimal: str) -> CellFault:
    sentence = message(
        "“{text}” is not a number: use “{mark}” for decimals and thousands in groups of three."
        " Begin with an apostrophe to enter text.",
        text=text,
        mark=decimal,
    )
    return CellFault(ErrorCode.VALUE, sentence)


def rewrite_copied_text(text: str, decimal: str, down: int, right: int) -> str:
    """Return a cell's text as copied to another cell: relative references go along."""
    if not text.startswith("="):
        return text
    try:
        return parse_formula(text, decimal).render_moved(down, right, decimal)
    except FormulaError:
        return text


def rewrite_cut_text(text: str, decimal: str, move: Move) -> str:
    """Return a cell's text as cut and pasted elsewhere.

    What it refers to stays what it was; what is among the cells that are moved goes along.
    """
    return rewrite_after_move(text, decimal, move, None)


def convert_decimal_mark(text: str, typed_with: str, decimal: str) -> str:
    """Return a typed text with another decimal mark than it was typed with."""
    if typed_with == decimal:
        return text
    if text.startswith("="):
        try:
            return parse_formula(text, typed_with).render(decimal)
        except FormulaError:
            return text
    number = parse_typed_number(text, typed_with)
    if number is None:
        return _convert_amount_or_date(text, typed_with, decimal)
    if "%" in text:
        return text.replace(typed_with, decimal)
    return f"{number:f}".replace(".", decimal)


def _convert_amount_or_date(text: str, typed_with: str, decimal: str) -> str:
    """Return an amount with the other mark, and an ambiguous date in ISO notation."""
    if parse_figure(text, typed_with) is None:
        return text
    day = parse_date(text, typed_with)
    if day is not None:
        return day.day.isoformat() if "/" in text else text
    figure, code = split_amount_and_currency(text, "")
    amount = parse_amount(figure, typed_with)
    return f"{amount:f} {code}".replace(".", decimal).strip()


def column_index(letters: str) -> int:
    """Return a column's index, from 0, by its letters; -1 for an empty text."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def reference_text(
    sheet: str | None, first: tuple[int | None, int], last: tuple[int | None, int]
) -> str:
    """Return a formula's reference to a cell, or to the range between two.

    Args:
        sheet: Name of the sheet; None where it is the formula's own.
        first: A corner, from 0; without a row it is the whole column.
        last: The corner opposite; the same for a single cell.
    """
    columns = sorted((first[1], last[1]))
    if first[0] is None or last[0] is None:
        return render_reference(Reference(sheet, *(Corner(None, each) for each in columns)))
    rows = sorted((first[0], last[0]))
    corners = [Corner(row, column) for row, column in zip(rows, columns, strict=True)]
    end = corners[1] if corners[1] != corners[0] else None
    return render_reference(Reference(sheet, corners[0], end))


def cycle_fixed_reference(text: str, decimal: str, cursor: int) -> tuple[str, int] | None:
    """Cycle what `$` fixes in the reference at the cursor: both, the row, the column, nothing.

    Returns:
        The text and where the cursor is then; None where there is no reference.
    """
    for token in _tokens_up_to_cursor(text, decimal, cursor):
        result = token.reference
        if result is not None and token.start <= cursor <= token.end:
            rendered = render_reference(_cycle_fixed(result))
            return text[: token.start] + rendered + text[token.end :], token.start + len(rendered)
    return None


def _tokens_up_to_cursor(text: str, decimal: str, cursor: int) -> tuple[Token, ...]:
    """Return the tokens of an incomplete formula up to the word at the cursor."""
    for end in range(cursor, len(text) + 1):
        try:
            result = tokenise(text[:end], decimal)
        except FormulaError:
            continue
        if end == len(text) or (result and result[-1].end < end):
            return result
    return ()


def _cycle_fixed(reference: Reference) -> Reference:
    fixed = (reference.first.fixed_column, reference.first.fixed_row)
    column, row = _NEXT_FIXED[fixed]

    def corner(c: Corner) -> Corner:
        return replace(c, fixed_column=column, fixed_row=row and c.row is not None)

    last = corner(reference.last) if reference.last else None
    return replace(reference, first=corner(reference.first), last=last)


def parse_minutes(text: str, decimal: str) -> float | Estimate:
    """Parse a time, or an estimate of it, in minutes.

    Raises:
        UserError: When it is none; its sentence says what to type.
    """
    if len(parts := _PLUS_MINUS.split(text)) > 1:
        return _build_mean_and_error(text, _parse_minute_figures(parts, decimal))
    if "/" in text:
        return _build_three_point_estimate(
            text, _parse_minute_figures(_SLASH.split(text.strip()), decimal)
        )
    (minutes,) = _parse_minute_figures([text], decimal) or (0.0,)
    if not minutes > 0:
        raise UserError(
            message("Enter minutes above zero, or an estimate: 12 ± 1.5 or 10 / 12 / 20.")
        )
    return minutes


def parse_estimate(text: str, decimal: str) -> float | Estimate:
    """Parse a figure from 0 on without a unit, or an estimate of it.

    Raises:
        UserError: When it is none; its sentence says what to type.
    """
    pieces = _PLUS_MINUS.split(text)
    parts = pieces if len(pieces) > 1 or "/" not in text else _SLASH.split(text.strip())
    parsed = [parse_typed_number(part.strip(), decimal) for part in parts]
    figures = tuple(float(value) for value in parsed if value is not None)
    if len(figures) < len(parts):
        figures = ()
    if len(pieces) > 1:
        return _build_mean_and_error(text, figures)
    if "/" in text:
        return _build_three_point_estimate(text, figures)
    if not figures or not 0 <= figures[0] < math.inf:
        raise UserError(
            message(
                "“{text}”: enter a number from 0, or an estimate: 12 ± 1.5, or 10 / 12 / 20.",
                text=text[:60],
            )
        )
    return figures[0]


def drop_heading_row(rows: Sequence[Sequence[str]], decimal: str) -> list[list[str]] | None:
    """Return pasted rows of steps without the titles above them; None where there are none.

    Titles that name another unit than minutes are left, so that nothing is taken for what it is
    not.
    """
    head, *others = rows
    titles = [text for text in head[1:] if text.strip()]
    counted = [str(number) for number in range(1, len(titles) + 1)]
    is_counted = titles == counted and _STEP_TITLE.fullmatch(head[0].strip()) is not None
    is_heading = is_counted or not any(_is_provisioning_time(text, decimal) for text in titles)
    if not titles or not is_heading or any(_OTHER_UNIT.search(text) for text in titles):
        return None
    if not any(_is_provisioning_time(text, decimal) for row in others for text in row[1:]):
        return None
    return [list(row) for row in others]


def _is_provisioning_time(text: str, decimal: str) -> bool:
    if text.startswith("="):
        return True
    try:
        parse_minutes(text, decimal)
    except UserError:
        return False
    return True


def minutes_to_seconds(minutes: float | Estimate) -> float | Estimate:
    """Convert a time or its estimate from minutes to seconds."""
    if isinstance(minutes, float):
        return minutes * SECONDS_PER_MINUTE
    return minutes.scaled(SECONDS_PER_MINUTE)


def is_estimate(text: str, decimal: str) -> bool:
    """Return whether a text is an estimate of a time."""
    try:
        return not isinstance(parse_minutes(text, decimal), float)
    except UserError:
        return False


def _parse_minute_figures(parts: Sequence[str], decimal: str) -> tuple[float, ...]:
    """Return the minutes of all parts; nothing where one is no time or beyond a year."""
    parsed = [None if "%" in part else _parse_duration_minutes(part, decimal) for part in parts]
    figures = tuple(float(value) for value in parsed if value is not None)
    are_valid = len(figures) == len(parts) and max(figures) <= LONGEST_MINUTES
    return figures if are_valid else ()


def _parse_duration_minutes(text: str, decimal: str) -> Decimal | float | None:
    """Parse a time into minutes: `19`, `19 min`, `1 h 5 min`, `0:18:30`; None for another text."""
    plain = text.strip()
    clock = _CLOCK_TIME.fullmatch(plain)
    if clock is not None:
        seconds = parse_typed_number(clock[3].lstrip("0") or "0", decimal)
        if seconds is None:
            return None
        return int(clock[1]) * 60 + int(clock[2]) + float(seconds) / 60
    parts = _TIME_IN_UNITS.fullmatch(plain) if len(plain) < _LONGEST_TIME else None
    given = {} if parts is None else {u: v for u, v in parts.groupdict().items() if v}
    if not given:
        return parse_typed_number(plain, decimal)
    numbers = {unit: parse_typed_number(value, decimal) for unit, value in given.items()}
    known = [float(n) * _MINUTES_IN[u] for u, n in numbers.items() if n is not None]
    return sum(known) if len(known) == len(numbers) else None


def _build_mean_and_error(text: str, figures: Sequence[float]) -> MeanAndError:
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


def _build_three_point_estimate(text: str, figures: Sequence[float]) -> LeastLikelyMost:
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


def parse_amount(text: str, decimal: str) -> Decimal | None:
    """Parse an amount as people type it: `250k`, `60 M`, `(500)`; None where it is none.

    `(500)` is -500, as in accounting; thousands are `k`, millions `M`, `Mio` or `mi`.
    """
    plain = text.strip()
    if "%" in plain:
        return None
    bracketed = _BRACKETED.fullmatch(plain)
    if bracketed is not None:
        value = parse_amount(bracketed[1], decimal)
        return None if value is None else -value
    scaled = _SCALED.fullmatch(plain)
    number = parse_typed_number(scaled[1] if scaled else plain, decimal)
    if number is None or scaled is None:
        return number
    return number * SCALES[scaled[2].rstrip(".").lower()]


@dataclass(frozen=True, slots=True)
class TypedAmount:
    """An amount and the currency that was typed beside it."""

    amount: Decimal
    currency: str
    """ISO code; empty where none was typed."""


def parse_typed_amount(text: str, decimal: str, expected_currency: str = "") -> TypedAmount | None:
    """Parse an amount with its currency, such as `€250,000`, `250k EUR`; None where it is none.

    A lone dollar sign is that of the expected currency.
    """
    figure, code = split_amount_and_currency(text, expected_currency)
    amount = parse_amount(figure, decimal)
    return None if amount is None else TypedAmount(amount, code)


def parse_money(text: str, decimal: str, currency: str) -> Decimal | None:
    """Parse an amount in one currency; None where it is none or in another currency."""
    stated = parse_typed_amount(text, decimal, currency)
    return None if stated is None or stated.currency else stated.amount


def split_amount_and_currency(text: str, expected_currency: str) -> tuple[str, str]:
    """Split an amount from its currency: `$1,234.50`, `1.234,50 \u20ac`, `USD 99`.

    Args:
        text: what was typed.
        expected_currency: ISO code of the field's currency; a lone dollar sign is that dollar.

    Returns:
        The figure's text, and the ISO code that is beside it, empty where there is none or
        the expected one. What is no amount comes back as it is.
    """
    bracketed = _BRACKETED.fullmatch(text.strip())
    if bracketed is not None:
        figure, code = split_amount_and_currency(bracketed[1], expected_currency)
        return (f"({figure})", code) if figure != bracketed[1] or code else (text, "")
    signed = _SIGNED.fullmatch(text.strip())
    if signed is not None and len(currencies_in(signed[2])) == 1:
        figure, code = split_amount_and_currency(f"{signed[2]}{signed[3]}", expected_currency)
        return f"{signed[1]}{figure}", code
    result = _AMOUNT_AND_CURRENCY.fullmatch(text.strip())
    if result is None:
        return text, ""
    sign, figure = (result[1], result[2]) if result[1] else (result[4], result[3])
    named = currencies_in(sign.strip())
    if len(named) != 1:
        return text, ""
    if has_lone_dollar(sign) and expected_currency in _DOLLARS:
        return figure, ""
    code = named.pop()
    return figure, "" if code == expected_currency else code


@dataclass(frozen=True, slots=True)
class PastedFigures:
    """A pasted block's texts, with the decimal mark of this machine."""

    edits: tuple[TypedEdit, ...]
    converted_example: str = ""
    """The first figure whose marks were swapped, as it was pasted; else empty."""
    ambiguous_example: str = ""
    """The first figure that reads both ways where no other decides; else empty."""


def convert_pasted_figures(
    edits: Sequence[TypedEdit], mark: str, other_texts: Iterable[str] = ()
) -> PastedFigures:
    """Return a pasted block with its figures in the decimal mark of this machine.

    Args:
        edits: what was pasted.
        mark: `.` or `,`. It decides too where the figures leave it open, and the first of
            those that it reads with decimals is reported.
        other_texts: texts that were pasted with them and are left out, as totals are;
            those with both marks are figures, and tell which is which.
    """
    from arraywise.importers.prices.figures import looks_numeric

    def is_figure(edit: TypedEdit) -> bool:
        _, key, text = edit
        return key in _FIGURE_COLUMNS and not text.startswith("=") and looks_numeric(text)

    texts = [edit[2] for edit in edits if is_figure(edit)]
    unambiguous = [
        text for text in other_texts if "." in text and "," in text and looks_numeric(text)
    ]
    notation = decide_notation([*texts, *unambiguous], leans_german=mark == ",")
    as_pasted = PastedFigures(tuple(edits))
    if not notation.is_certain:
        return replace(
            as_pasted, ambiguous_example=next((t for t in texts if _is_ambiguous(t, mark)), "")
        )
    if not notation.was_seen or notation.decimal_sign == mark:
        return as_pasted
    turned = next((text for text in texts if "." in text or "," in text), "")
    converted = (_swap_marks(edit) if is_figure(edit) else edit for edit in edits)
    return PastedFigures(tuple(converted), converted_example=turned)


def _swap_marks(edit: TypedEdit) -> TypedEdit:
    line, key, text = edit
    return line, key, _DIGITS.sub(lambda result: result[0].translate(_SWAPPED_MARKS), text)


def _is_ambiguous(text: str, mark: str) -> bool:
    """Return whether a figure has decimals by this mark, and thousands by the other."""
    figure = split_amount_and_currency(text, "")[0]
    other = "," if mark == "." else "."
    return mark in figure and None not in (
        parse_typed_number(figure, mark),
        parse_typed_number(figure, other),
    )
