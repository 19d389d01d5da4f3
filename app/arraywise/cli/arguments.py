"""Parsers of single values of the command line, for argparse's `type`."""

from __future__ import annotations

import argparse
import math
import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, TypeVar

from arraywise.cli.path_arguments import argument_error
from arraywise.domain.capacity import parse_capacity, parse_size
from arraywise.domain.messages import UserError
from arraywise.domain.quotes import ColumnRole, Period, RowRole
from arraywise.domain.requirement import LoadUnit
from arraywise.domain.runway import monthly_growth, yearly_growth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.estimates import Estimate
    from arraywise.worksheets.input_parsing import TypedAmount

_Read = TypeVar("_Read")


_GROUPED = r"\d{1,3}(?:[ _,]\d{3})+"  # "84,5" is no 845
IN_USE = "in-use"


def _parse_number_with_unit(
    text: str, units: Mapping[str, float], what: str, example: str
) -> float:
    """Read a number with its unit; returns it times the unit's factor."""
    match = re.fullmatch(r"\s*(\d*\.?\d+)\s*([A-Za-z/]*)\s*", text)
    if match is None or match[2] not in units:
        raise argument_error(text, what, example)
    return float(match[1]) * units[match[2]]


def parse_choice(values_by_word: Mapping[str, _Read], what: str, text: str) -> _Read:
    """Read one of several words, in which a space may stand for each hyphen."""
    word = text.strip().replace(" ", "-")
    if word not in values_by_word:
        raise argument_error(text, what, ", ".join(values_by_word))
    return values_by_word[word]


_UNITS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}

_BARE_SECONDS = 10
"""From here on a number without a unit may be meant as milliseconds."""


def parse_seconds(text: str) -> float:
    """Read a duration such as `200ms` or `0.2`, which are seconds; a bare 200 could be either."""
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*(us|µs|ms|s)?\s*", text)
    if match is None or (match[2] is None and float(match[1]) >= _BARE_SECONDS):
        raise argument_error(text, "duration", "200ms or 0.2s")
    value = float(match[1]) * _UNITS[match[2] or "s"]
    if value <= 0:
        raise argument_error(text, "duration above zero", "200ms or 0.2s")
    return value


_LONG_UNITS = {"min": 60.0, "h": 3600.0, "d": 86_400.0}


def parse_hours_to_seconds(text: str) -> float:
    """Read a time to restore a service such as `4h`, `30min` or `1d`; returns seconds."""
    return _parse_number_with_unit(text, _LONG_UNITS, "time", "4h, 30min or 1d")


def parser_accepting_none(
    read: Callable[[str], _Read], none_word: str = "none"
) -> Callable[[str], _Read | None]:
    """Return a parser that also accepts a word for None, which clears an earlier value."""

    def read_or_none(text: str) -> _Read | None:
        try:
            return None if text.strip().lower() == none_word else read(text)
        except ValueError:  # of Python's own float
            raise argument_error(text, "number", f"20 or {none_word}") from None

    return read_or_none


def parse_yes_or_no(text: str) -> bool:
    """Read yes or no."""
    if text not in {"yes", "no"}:
        raise argument_error(text, "answer", "yes, no or unknown")
    return text == "yes"


def parse_minutes_to_seconds(text: str) -> tuple[float | Estimate, ...]:
    """Read stop-watch minutes, one a repetition, or estimates: `42,40,45`, `10 / 12 / 20`.

    Returns:
        Seconds.
    """
    from arraywise.worksheets.input_parsing import minutes_to_seconds, parse_minutes

    try:
        values = [parse_minutes(part, ".") for part in text.split(",") if part.strip()]
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not values:
        raise argument_error(text, "list of minutes", "42,40,45.5")
    return tuple(map(minutes_to_seconds, values))


def parse_money_argument(text: str) -> TypedAmount:
    """Read an amount of money: `615000`, `615,000.00`, `250k`, `\u20ac250,000`.

    `700.000` is refused: it is 700 in English, and seven hundred thousand in German.
    """
    if re.fullmatch(r"\D*\d{1,3}\.\d{3}\D*", text):
        raise argument_error(text, "amount that is read in one way", "615000 or 615000.00")
    return parse_exchange_rate(text)


def parse_exchange_rate(text: str) -> TypedAmount:
    """Read a rate of exchange: as money, of as many decimals as it has."""
    from arraywise.worksheets.input_parsing import parse_typed_amount

    stated = parse_typed_amount(text, ".")
    if stated is None:
        raise argument_error(text, "amount", "615000 or 615000.00")
    if not stated.amount.is_finite() or stated.amount < 0:
        raise argument_error(text, "amount of zero or more", "615000 or 615000.00")
    return stated


def parse_visits(text: str) -> int:
    """Read a count of visits a month: `54432000`, `54,432,000`, `50e6`, `60 M`, `250k`."""
    from arraywise.worksheets.input_parsing import parse_amount

    scaled = parse_amount(text, ".") if text[-1:].isalpha() else None
    if scaled is not None and scaled > 0 and scaled == int(scaled):
        return int(scaled)
    if re.fullmatch(r"\d+(?:\.\d+)?[eE]\+?\d{1,2}", text):
        scaled = Decimal(text)
        if scaled == int(scaled):
            return int(scaled)
    if not re.fullmatch(rf"{_GROUPED}|\d+", text):
        raise argument_error(text, "count of visits", "one such as 54432000, 50e6 or 60M")
    return int(re.sub("[ _,]", "", text))


def parse_number(text: str) -> float:
    """Read a plain number: `0.2`, `40`, `1e3`."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argument_error(text, "number", "one such as 40 or 0.2")
    return value


def parse_count(text: str) -> int:
    """Read a whole number: `36`."""
    if not re.fullmatch(r"\s*-?\d{1,9}\s*", text):
        raise argument_error(text, "whole number", "one such as 36")
    return int(text)


def parse_share(text: str) -> float:
    """Read a share: `0.2` or `20%`; a bare 20 is hardly 2,000 %."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise argument_error(text, "share", "0.2 or 20%") from None
    if not math.isfinite(value) or (value > 1 and not text.endswith("%")):
        raise argument_error(text, "share", "0.2 or 20%")
    return value


_GROWTH = re.compile(r"\s*(-?[\d.]+%?)\s*/\s*(month|year)\s*")


def parse_monthly_growth(text: str) -> float:
    """Read a growth such as `2%/month` or `20%/year`; returns the share of a month."""
    match = _GROWTH.fullmatch(text)
    if match is None:
        raise argument_error(text, "growth", "2%/month or 20%/year")
    value = parse_share(match[1])
    if match[2] == "month" or value <= -1:
        return value
    return monthly_growth(value)


def parse_yearly_growth(text: str) -> float:
    """Read a growth such as `20%/year` or `2%/month`; returns the share of a year."""
    match = _GROWTH.fullmatch(text)
    if match is not None and match[2] == "year":
        return parse_share(match[1])
    return yearly_growth(parse_monthly_growth(text))


def parse_percentage_as_share(text: str) -> Decimal:
    """Read a percentage, `8` or `8%`; returns the share."""
    try:
        value = Decimal(text.removesuffix("%")) / 100
    except InvalidOperation:
        raise argument_error(text, "percentage", "8 or 8.25%") from None
    return value


def parse_currency(text: str) -> str:
    """Read an ISO 4217 currency code."""
    from arraywise.present.language import is_currency

    if not is_currency(text.upper()):
        raise argument_error(text, "ISO 4217 currency", "EUR or BRL")
    return text.upper()


def parse_currency_pair_rate(text: str) -> tuple[str, str, Decimal]:
    """Read a rate with its currencies: `USD/BRL=5.43`."""
    match = re.fullmatch(r"\s*([A-Za-z]{3})/([A-Za-z]{3})=(\d+(?:\.\d+)?)\s*", text)
    if match is None:
        raise argument_error(text, "exchange rate", "USD/BRL=5.43")
    return match[1].upper(), match[2].upper(), Decimal(match[3])


def parse_code_and_answer(text: str) -> tuple[str, str]:
    """Read a code and its answer: `term=convert`."""
    code, sign, answer = text.partition("=")
    if not (sign and code.strip() and answer.strip()):
        raise argument_error(text, "answer", "CODE=ANSWER")
    return code.strip(), answer.strip()


def parse_quote_rows(text: str) -> tuple[tuple[int, RowRole], ...]:
    """Read what rows of a quote are: `7=not included,9=item`."""
    roles = {role.value: role for role in RowRole}
    result = []
    for part in text.split(","):
        number, _, role = (each.strip() for each in part.partition("="))
        if not number.isdecimal() or role.casefold() not in roles:
            raise argument_error(part, "row", '"7=not included"; roles: ' + ", ".join(roles))
        result.append((int(number), roles[role.casefold()]))
    return tuple(result)


def parse_quote_columns(text: str) -> tuple[tuple[int, ColumnRole, Period | None], ...]:
    """Read what columns of a quote hold: `D=quantity,F=amount/month`."""
    roles = {role.value: role for role in ColumnRole}
    periods = {period.value: period for period in Period}
    result = []
    for part in text.split(","):
        letters, _, words = (each.strip() for each in part.partition("="))
        role, sign, period = (each.strip().casefold() for each in words.partition("/"))
        if (
            not re.fullmatch("[A-Za-z]{1,2}", letters)
            or role not in roles
            or (sign and period not in periods)
        ):
            raise argument_error(part, "column", '"F=amount/month"; roles: ' + ", ".join(roles))
        at = 0
        for letter in letters.upper():
            at = at * 26 + ord(letter) - 64
        result.append((at - 1, roles[role], periods.get(period)))
    return tuple(result)


_LOADS = {
    "tx/s": LoadUnit.TPS,
    "tps": LoadUnit.TPS,
    "tx/min": LoadUnit.TPM,
    "tpm": LoadUnit.TPM,
    "users": LoadUnit.USERS,
    "iops": LoadUnit.IOPS,
    "visits/month": LoadUnit.VISITS,
}
_LOAD = re.compile(rf"({_GROUPED}(?:\.\d+)?|\d*\.?\d+(?:[eE][-+]?\d+)?) *([A-Za-z/]+)")
_TIMES_AWR = re.compile(r"awr *[x*] *(\d*\.?\d+)", re.IGNORECASE)


def parse_load(text: str) -> tuple[LoadUnit, float]:
    """Read a load with its unit: `84 tx/s`, `50000 IOPS`, `awr x 1.5`."""
    times = _TIMES_AWR.fullmatch(text.strip())
    if times is not None:
        return LoadUnit.AWR, float(times[1])
    stated = _LOAD.fullmatch(text.strip())
    if stated is None or stated[2].lower() not in _LOADS:
        raise argument_error(text, "load", "'84.5 tx/s', '50000 IOPS' or 'awr x 1.5'")
    return _LOADS[stated[2].lower()], float(re.sub("[ _,]", "", stated[1]))


_RATE_UNITS = {"KB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "MiB/s": 2.0**20, "GiB/s": 2.0**30}


def parse_bytes_per_second(text: str) -> float:
    """Read a rate of data such as `1.5GB/s`."""
    return _parse_number_with_unit(text, _RATE_UNITS, "throughput", "1.5GB/s or 800MiB/s")


_SIZES = {"": 1.0, "B": 1.0, "KB": 1e3, "MB": 1e6, "KiB": 1024.0, "MiB": 2.0**20}


def parse_size_in_bytes(text: str) -> float:
    """Read a size such as `8KiB`; bytes where no unit stands."""
    return _parse_number_with_unit(text, _SIZES, "size", "8KiB or 8192")


def parse_capacity_in_bytes(text: str) -> float:
    """Read a usable capacity: `50TB`, `45.5 TiB`; TB where no unit stands."""
    return _parse_or_argument_error(parse_size, text)


def parse_needed_bytes_or_in_use(text: str) -> float | str:
    """Read a capacity that data need, or `in-use`: what an inventory says that they take."""
    return IN_USE if text.strip().casefold() == IN_USE else parse_capacity_in_bytes(text)


def parse_option_capacity(text: str) -> Capacity:
    """Read what an option can hold: `80TB`, or drives, `24 x 3.84TB RAID 6 8+2, 2 spares`."""
    return _parse_or_argument_error(parse_capacity, text)


def _parse_or_argument_error(parse: Callable[[str], _Read], text: str) -> _Read:
    try:
        return parse(text)
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parse_threshold(text: str) -> tuple[str, float]:
    """Read a threshold with its new value: `near_busy=85%`."""
    name, _, value = text.partition("=")
    return name.strip(), parse_share(value)
