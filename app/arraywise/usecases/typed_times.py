"""Times as people type them: a figure, `12 ± 1.5` with a standard error, or `10 / 12 / 20`.

The last is the least, the most likely and the most; its blanks tell it from a date.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.estimate import LeastLikelyMost, MeanAndError
from arraywise.domain.problems import UserError
from arraywise.domain.said import say
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.usecases.typed_texts import read_number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from arraywise.domain.estimate import Estimate

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
            say("Not a time in minutes above zero. An estimate is 12 ± 1.5 or 10 / 12 / 20.")
        )
    return minutes


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
    """Say whether a text is an estimate of a time."""
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
        seconds = read_number(clock[3].lstrip("0") or "0", decimal)
        if seconds is None:
            return None
        return int(clock[1]) * 60 + int(clock[2]) + float(seconds) / 60
    parts = _IN_UNITS.fullmatch(plain) if len(plain) < _LONGEST else None
    given = {} if parts is None else {u: v for u, v in parts.groupdict().items() if v}
    if not given:
        return read_number(plain, decimal)
    numbers = {unit: read_number(value, decimal) for unit, value in given.items()}
    known = [float(n) * _MINUTES_IN[u] for u, n in numbers.items() if n is not None]
    return sum(known) if len(known) == len(numbers) else None


def _mean_and_error(text: str, figures: Sequence[float]) -> MeanAndError:
    if len(figures) == 2:
        if figures[1] < 0:
            raise UserError(say("“{text}”: a standard error is never negative.", text=text[:60]))
        estimate = MeanAndError(*figures)
        if estimate.is_possible:
            return estimate
    raise UserError(
        say("“{text}”: type a mean above zero and its standard error: 12 ± 1.5.", text=text[:60])
    )


def _three(text: str, figures: Sequence[float]) -> LeastLikelyMost:
    if len(figures) == 3:
        estimate = LeastLikelyMost(*figures)
        if estimate.is_possible:
            return estimate
        raise UserError(
            say("“{text}” does not rise: type the least / most likely / most.", text=text[:60])
        )
    raise UserError(
        say(
            "“{text}”: an estimate is the least / most likely / most, with blanks around the"
            " strokes so that it is no date: 10 / 12 / 20.",
            text=text[:60],
        )
    )
