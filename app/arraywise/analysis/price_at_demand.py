"""Price sheets at what is asked, month by month, and prices along the load (MODEL F3).

Quantities are formulas of what is asked, computed for many loads and months at once. A formula
holds numbers, the names of the demand and the functions below, in the notation of spreadsheets:
decimal point, commas between arguments. Where a figure makes a step (ROUNDUP, IF) its twelfth
digit counts, so that binary fractions lift nothing to the next unit.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from decimal import Decimal, localcontext
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arraywise.analysis.demand import demand_tps, needed_bytes
from arraywise.analysis.pricing import (
    EXACT,
    LEAST_SPARES,
    SPARE_SHARE,
    NegativePriceError,
    discount_shares_by_column,
    factor_of_total_discounts,
    missing_rates,
    month_factors,
    require_rate,
    total_line,
    total_price,
)
from arraywise.domain.capacity import TB
from arraywise.domain.messages import UserError, message
from arraywise.domain.pricing import (
    DEMAND_IOPS,
    DEMAND_NAMES,
    DEMAND_TB,
    DEMAND_TPS,
    MONTH,
    ZERO,
    Spares,
)
from arraywise.domain.requirement import LoadUnit
from arraywise.domain.units import MONTHS_PRICED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.decision import Answer
    from arraywise.domain.pricing import PriceBasis, PriceLine, PriceSheet, PriceTotal
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts
    from arraywise.domain.workload import WorkloadProfile


Names: TypeAlias = "Mapping[str, Floats]"
Quantity: TypeAlias = "Callable[[Names], Floats]"
"""Gives a quantity wherever the names have figures; NaN where it has none."""

DIGITS = 12
_DEEPEST = 40
"""Brackets and signs in each other."""
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z][\w.]*)"
    r"|(?P<sign><>|<=|>=|[-+*/^%()<>=,]))\s*"
)
_CANONICAL = {name.casefold(): name for name in DEMAND_NAMES}


class UnknownQuantity(UserError):  # noqa: N818 - says what is unknown
    """A formula that a quantity cannot be."""


_HIGHEST = 290
_POWERS = 10.0 ** np.arange(-_HIGHEST, _HIGHEST + 1)
_LOG_2 = 0.30102999566398120


def round_to_digits(figures: Floats) -> Floats:
    """Round to twelve significant digits, or thirteen where the first one is small."""
    _, exponents = np.frexp(figures)
    places = DIGITS - 1 - np.floor((exponents - 1) * _LOG_2).astype(np.int64)
    scale = _POWERS[np.clip(places, -_HIGHEST, _HIGHEST) + _HIGHEST]
    with np.errstate(all="ignore"):
        rounded = np.round(figures * scale) / scale
    return np.where(np.isfinite(rounded), rounded, figures)


def _round_to_decimals(rounding: Callable[[Floats], Floats]) -> Callable[..., Floats]:
    """Return a rounding to so many decimals, away from or towards zero alike on both sides."""

    def rounded(figure: Floats, decimals: Floats | float = 0.0) -> Floats:
        scale = 10.0 ** np.trunc(decimals)
        return np.copysign(rounding(round_to_digits(np.abs(figure) * scale)) / scale, figure)

    return rounded


def _round_to_multiple(rounding: Callable[[Floats], Floats]) -> Callable[..., Floats]:
    def rounded(figure: Floats, step: Floats) -> Floats:
        return rounding(round_to_digits(figure / step)) * step

    return rounded


def _first_matching(*arguments: Floats) -> Floats:
    """Return the figure behind the first condition that holds; the last one without any (IF)."""
    rest: Floats | float = arguments[-1] if len(arguments) % 2 else np.nan
    pairs = list(zip(arguments[:-1:2], arguments[1::2], strict=False))
    for condition, figure in reversed(pairs):
        rest = np.where(np.isnan(condition), np.nan, np.where(condition != 0, figure, rest))
    return np.asarray(rest)


def _fold_arguments(combine: Callable[[Floats, Floats], Floats]) -> Callable[..., Floats]:
    return lambda *arguments: reduce(combine, arguments)


def _comparison(rule: Callable[[Floats, Floats], Floats]) -> Callable[[Floats, Floats], Floats]:
    def compared(left: Floats, right: Floats) -> Floats:
        known = ~(np.isnan(left) | np.isnan(right))
        return np.where(known, rule(round_to_digits(left), round_to_digits(right)), np.nan)

    return compared


_FUNCTIONS: dict[str, tuple[Callable[..., Floats], int, int]] = {
    "MAX": (_fold_arguments(np.maximum), 1, 99),
    "MIN": (_fold_arguments(np.minimum), 1, 99),
    "SUM": (_fold_arguments(np.add), 1, 99),
    "PRODUCT": (_fold_arguments(np.multiply), 1, 99),
    "IF": (_first_matching, 3, 3),
    "IFS": (_first_matching, 2, 98),
    "AND": (_fold_arguments(lambda a, b: np.where((a != 0) & (b != 0), 1.0, 0.0)), 1, 99),
    "OR": (_fold_arguments(lambda a, b: np.where((a != 0) | (b != 0), 1.0, 0.0)), 1, 99),
    "NOT": (lambda a: np.where(a == 0, 1.0, 0.0), 1, 1),
    "ABS": (np.abs, 1, 1),
    "INT": (lambda a: np.floor(round_to_digits(a)), 1, 1),
    "TRUNC": (_round_to_decimals(np.floor), 1, 2),
    "ROUND": (_round_to_decimals(lambda a: np.floor(round_to_digits(a + 0.5))), 2, 2),
    "ROUNDUP": (_round_to_decimals(np.ceil), 2, 2),
    "ROUNDDOWN": (_round_to_decimals(np.floor), 2, 2),
    "CEILING": (_round_to_multiple(np.ceil), 2, 2),
    "FLOOR": (_round_to_multiple(np.floor), 2, 2),
    "MOD": (lambda a, b: a - b * np.floor(round_to_digits(a / b)), 2, 2),
    "POWER": (np.power, 2, 2),
    "SQRT": (np.sqrt, 1, 1),
    "EXP": (np.exp, 1, 1),
    "LN": (np.log, 1, 1),
}
"""Each with how many arguments it takes at least and at most."""
FUNCTIONS = tuple(sorted(_FUNCTIONS))
_COMPARISONS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "<": _comparison(np.less),
    "<=": _comparison(np.less_equal),
    ">": _comparison(np.greater),
    ">=": _comparison(np.greater_equal),
    "=": _comparison(np.equal),
    "<>": _comparison(np.not_equal),
}
_OPERATORS: tuple[dict[str, Callable[[Floats, Floats], Floats]], ...] = (
    _COMPARISONS,
    {"+": np.add, "-": np.subtract},
    {"*": np.multiply, "/": np.divide},
    {"^": np.power},
)
"""Those that bind least first; all of them from left to right."""


@lru_cache(maxsize=512)
def parse_quantity(formula: str) -> Quantity:
    """Return what computes a formula.

    Raises:
        UnknownQuantity: Where it holds anything else than numbers, names of the demand, operators
            and the functions above.
    """
    parser = _Parser(formula)
    quantity = parser.parse_operation(0)
    parser.expect_end()

    def computed(names: Names) -> Floats:
        with np.errstate(all="ignore"):
            return np.asarray(quantity(names), dtype=np.float64)

    return computed


class _Parser:
    """Reads a formula from left to right."""

    def __init__(self, formula: str) -> None:
        self._tokens = _tokenize(formula)
        self._at = self._depth = 0

    def _peek_token(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("", "")

    def _accept_sign(self, *signs: str) -> str:
        """Take one of these signs if it comes next; empty if it does not."""
        kind, text = self._peek_token()
        if kind != "sign" or text not in signs:
            return ""
        self._at += 1
        return text

    def _expect_sign(self, sign: str) -> None:
        if not self._accept_sign(sign):
            raise _unsupported_part_error(self._peek_token()[1])

    def expect_end(self) -> None:
        """Refuse what is left over."""
        if self._peek_token() != ("", ""):
            raise _unsupported_part_error(self._peek_token()[1])

    def parse_operation(self, level: int) -> Quantity:
        """Read operators of a level and of those that bind more."""
        if level == len(_OPERATORS):
            return self._parse_signed_within_depth()
        first = self.parse_operation(level + 1)
        rest = []
        while sign := self._accept_sign(*_OPERATORS[level]):
            rest.append((_OPERATORS[level][sign], self.parse_operation(level + 1)))
        return _chain_operations(first, rest) if rest else first

    def _parse_signed_within_depth(self) -> Quantity:
        """Read signs before a figure, which bind more than powers, and % behind it."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _unsupported_part_error(self._peek_token()[1])
        figure = self._parse_sign_and_percent()
        self._depth -= 1
        return figure

    def _parse_sign_and_percent(self) -> Quantity:
        if sign := self._accept_sign("+", "-"):
            figure = self._parse_signed_within_depth()
            return _defer_call(np.negative, (figure,)) if sign == "-" else figure
        figure = self._parse_operand()
        while self._accept_sign("%"):
            figure = _defer_call(lambda a: a / 100, (figure,))
        return figure

    def _parse_operand(self) -> Quantity:
        kind, text = self._peek_token()
        if self._accept_sign("("):
            inner = self.parse_operation(0)
            self._expect_sign(")")
            return inner
        self._at += 1
        if kind == "number":
            number = np.float64(text)
            return lambda _names: np.asarray(number)
        if kind == "name" and self._accept_sign("("):
            return self._parse_call(text.upper())
        if text.upper() in {"TRUE", "FALSE"}:
            truth = np.float64(text.upper() == "TRUE")
            return lambda _names: np.asarray(truth)
        name = _CANONICAL.get(text.casefold())
        if name is None:
            raise _unsupported_part_error(text)
        return lambda names: names[name]

    def _parse_call(self, name: str) -> Quantity:
        if name not in _FUNCTIONS:
            raise _unsupported_part_error(name)
        function, least, most = _FUNCTIONS[name]
        arguments = [self.parse_operation(0)]
        while self._accept_sign(","):
            arguments.append(self.parse_operation(0))
        self._expect_sign(")")
        if not least <= len(arguments) <= most or (name == "IFS" and len(arguments) % 2):
            raise _unsupported_part_error(name)
        return _defer_call(function, arguments)


def _tokenize(formula: str) -> list[tuple[str, str]]:
    tokens, place = [], 0
    while place < len(formula):
        found = _TOKEN.match(formula, place)
        if found is None or found.end() == place:
            raise _unsupported_part_error(formula[place : place + 20])
        kind = str(found.lastgroup)
        tokens.append((kind, found[kind]))
        place = found.end()
    return tokens


def _chain_operations(
    first: Quantity, rest: Sequence[tuple[Callable[[Floats, Floats], Floats], Quantity]]
) -> Quantity:
    """Return a figure with one operation after the other applied to it."""

    def result(names: Names) -> Floats:
        figure = first(names)
        for operation, other in rest:
            figure = operation(figure, other(names))
        return figure

    return result


def _defer_call(function: Callable[..., Floats], arguments: Sequence[Quantity]) -> Quantity:
    return lambda names: function(*(argument(names) for argument in arguments))


def _unsupported_part_error(part: str) -> UnknownQuantity:
    return UnknownQuantity(
        message(
            "“{part}” is not allowed in a quantity by demand. Allowed: numbers, {names},"
            " {functions}. Put the rest into another cell.",
            part=part[:40] or "=",
            names=", ".join(DEMAND_NAMES),
            functions=", ".join(FUNCTIONS),
        )
    )


@dataclass(frozen=True, slots=True)
class MonthlyDemand:
    """What is asked in a month; None where it is not known."""

    tps: float
    iops: float | None
    stored_bytes: float | None


@dataclass(frozen=True, slots=True)
class DemandPath:
    """What is asked in the months 0 to 36, or to a horizon; the demand of P1 is the most of it."""

    growth_per_month: float = 0.0
    horizon_months: int = 0
    requests: float | None = None
    """I/Os of a transaction."""
    stored_bytes: tuple[float, ...] = ()
    """Data by month, from month 0; empty where nothing is said of it."""
    last_month: int = MONTHS_PRICED

    @property
    def months(self) -> Floats:
        """The months that are looked at."""
        return np.arange(self.last_month + 1, dtype=np.float64)

    def demand_at(self, tps: float, month: int) -> MonthlyDemand:
        """Return what is asked in a month where the demand at the horizon is `tps`."""
        names = self.names(np.array([tps]))
        shape = names[MONTH].shape
        figures = {
            n: float(np.broadcast_to(round_to_digits(a), shape)[0, month])
            for n, a in names.items()
        }
        known = {name: None if math.isnan(f) else f for name, f in figures.items()}
        stored = known[DEMAND_TB]
        return MonthlyDemand(
            tps=figures[DEMAND_TPS],
            iops=known[DEMAND_IOPS],
            stored_bytes=None if stored is None else stored * TB,
        )

    def names(self, rates_tps: Floats) -> dict[str, Floats]:
        """Return the figure of every name, shape (rates, months) or less, NaN where unknown."""
        months = self.months
        growth = 1.0 + self.growth_per_month
        grown = growth**months / max(1.0, growth**self.horizon_months)
        tps = rates_tps[:, None] * grown[None, :]
        iops = np.nan if self.requests is None else self.requests
        stored = np.array(self.stored_bytes or np.nan) / TB
        return {
            DEMAND_TPS: tps,
            DEMAND_IOPS: tps * iops,
            DEMAND_TB: np.atleast_2d(stored),
            MONTH: months[None, :],
        }


NO_PATH = DemandPath()


def demand_path(
    requirement: Requirement, profile: WorkloadProfile, last_month: int = MONTHS_PRICED
) -> DemandPath:
    """Return how what is asked moves over the months; the load itself is no part of it."""
    in_requests = requirement.load_unit is LoadUnit.IOPS
    last_month = max(last_month, requirement.horizon_months)
    needed = (needed_bytes(requirement, month) for month in range(last_month + 1))
    return DemandPath(
        growth_per_month=requirement.growth_per_month,
        horizon_months=requirement.horizon_months,
        requests=profile.requests or (1.0 if in_requests else None),
        stored_bytes=tuple(stored for stored in needed if stored is not None),  # F1
        last_month=last_month,
    )


def demand_figures(requirement: Requirement, profile: WorkloadProfile) -> dict[str, float | None]:
    """Return what the names of formulas amount to at the horizon; None where it is not known.

    Raises as `demand_tps`.
    """
    tps = demand_tps(requirement, profile=profile)
    asked = demand_path(requirement, profile).demand_at(tps, requirement.horizon_months)
    return {
        DEMAND_TPS: tps,
        DEMAND_IOPS: asked.iops,
        DEMAND_TB: None if asked.stored_bytes is None else asked.stored_bytes / TB,
        MONTH: float(requirement.horizon_months),
    }


def unknown_demand_names(sheet: PriceSheet, path: DemandPath) -> tuple[str, ...]:
    """Return the names that quantities follow and of which nothing is known."""
    known = path.names(np.ones(1))
    lacking = [name for name in DEMAND_NAMES if np.isnan(known[name]).all()]
    text = " ".join(line.quantity_formula for line in sheet.lines).casefold()
    return tuple(name for name in lacking if name.casefold() in text)


def price_sheet_at_demand(sheet: PriceSheet, path: DemandPath, tps: float) -> PriceSheet:
    """Return a sheet with the quantities that a demand asks for.

    What is paid once takes the greatest quantity of the months 0 to the horizon, fees that of each
    month. A quantity that is not known or below zero leaves the sheet without a total.
    """
    if not sheet.follows_demand:
        return sheet
    names = path.names(np.array([tps]))
    lines = tuple(
        _line_with_quantities(line, names, path.horizon_months) if line.quantity_formula else line
        for line in sheet.lines
    )
    open_lines = sum(bool(x.quantity_formula and not x.monthly) for x in lines)
    return replace(sheet, lines=lines, unparsed=sheet.unparsed + open_lines)


def _line_with_quantities(line: PriceLine, names: Mapping[str, Floats], horizon: int) -> PriceLine:
    quantities = _monthly_quantities_by_rate(line, names, 1)[0]
    if not (np.isfinite(quantities) & (quantities >= 0)).all():
        return replace(line, quantity=ZERO, monthly=())
    exact = [Decimal(f"{q:.{DIGITS}g}") for q in quantities.tolist()]
    monthly = tuple(exact[1 : MONTHS_PRICED + 1])
    return replace(line, quantity=max(exact[: horizon + 1]), monthly=monthly)


def _monthly_quantities_by_rate(
    line: PriceLine, names: Mapping[str, Floats], rates: int
) -> Floats:
    """Return a line's quantities, shape (rates, months)."""
    figures = parse_quantity(line.quantity_formula)(names)
    return np.broadcast_to(figures, (rates, names[MONTH].shape[1]))


def price_sheet_at_answer(sheet: PriceSheet, facts: StudyFacts, answer: Answer) -> PriceSheet:
    """Return a sheet with the quantities that an answer's requirement asks for."""
    return price_sheet_at_demand(
        sheet, demand_path(answer.requirement, facts.workload), answer.demand_tps
    )


def total_price_in_currency(
    sheet: PriceSheet, basis: PriceBasis, currency: str
) -> PriceTotal | None:
    """Return a sheet's total in a currency (D2).

    None where a rate is missing, or where credits and discounts take away more than there is.
    """
    if missing_rates(sheet, basis, currency):
        return None
    try:
        return total_price(sheet, basis, currency)
    except NegativePriceError:
        return None


FEWEST = 32
"""Stretches in each range of `_REACH` that prices are computed at, before steps are found."""
_REACH = 64.0
_MARGIN = 9.0
"""Times less and more than what is asked for: changes are looked for up to eight times."""
_IDLE = 1e-6
"""1/s; a lower demand costs what this one does."""
_MOST = 2048
"""So many loads at most; between more steps than that the price runs straight."""
_PROBES = np.array([[0.5], [0.35], [0.8]])
"""Where in a stretch it is looked whether the price runs straight."""
_AT_ONCE, _OFF = 24, 6
"""So many stretches are cut in two at a time, those first where the price is furthest off: the
largest steps are found to the end before small ones take the loads that are left."""
_NARROWEST = 1e-13
"""A step lies within this share of its load: less than the twelfth digit."""
_CLOSE, _NEAR = 0.01, 1e-5
"""What prices between two loads may be off a straight line: of a currency unit, of a price."""


@dataclass(slots=True)
class PricesByLoad:
    """A price along the load, computed once and looked up on every tick of a slider.

    Prices stand at 33 loads, evenly spaced in logarithms, and wherever the price does not run
    straight between them: at both sides of every step.
    """

    whole: float
    """What does not follow the load."""
    lines: tuple[tuple[PriceLine, float, Floats], ...]
    """Lines that do, each with what one unit costs once, and in each of the months 0 to 36."""
    path: DemandPath
    _rates: Floats = field(default_factory=lambda: np.empty(0))
    _prices: Floats = field(default_factory=lambda: np.empty(0))

    def at(self, rates_tps: Floats) -> Floats:
        """Return the 36-month prices at demands, up to the currency unit."""
        return np.asarray(np.ceil(np.round(self.unrounded(rates_tps), 6)))

    def loads_between(self, low: float, high: float) -> Floats:
        """Return the loads of the table in a range: between two of them prices run straight."""
        self.unrounded(np.array([low, high]))
        return self._rates[(self._rates > low) & (self._rates < high)]

    def unrounded(self, rates_tps: Floats) -> Floats:
        """Return the 36-month prices at demands, looked up."""
        low, high = max(_IDLE, float(np.min(rates_tps))), float(np.max(rates_tps))
        if not (len(self._rates) and self._rates[0] <= low and high <= self._rates[-1]):
            self._extend_table(low, high)
        return np.interp(rates_tps, self._rates, self._prices)

    def _extend_table(self, low: float, high: float) -> None:
        """Compute the loads from `low` to `high` and nine times beyond."""
        low, high = low / _MARGIN, max(low, high) * _MARGIN
        if len(self._rates):
            low, high = min(low, self._rates[0]), max(high, self._rates[-1])
        stretches = FEWEST * math.ceil(math.log(high / low) / math.log(_REACH))
        rates = np.geomspace(low, high, stretches + 1)
        prices = self.unrounded_at(rates)
        known = [(rates, prices)]
        waiting = self._nonlinear_stretches(
            np.stack((rates[:-1], rates[1:], prices[:-1], prices[1:]))
        )
        count = len(rates)
        while waiting.size and count < _MOST:
            worst = np.argsort(-waiting[_OFF])
            chosen, waiting = waiting[:, worst[:_AT_ONCE]], waiting[:, worst[_AT_ONCE:]]
            left, right, low_price, high_price, middle, price, _ = chosen
            known.append((middle, price))
            halves = np.concatenate(
                (
                    np.stack((left, middle, low_price, price)),
                    np.stack((middle, right, price, high_price)),
                ),
                axis=1,
            )
            waiting = np.concatenate((waiting, self._nonlinear_stretches(halves)), axis=1)
            count += len(middle)
        rates, prices = (np.concatenate(each) for each in zip(*known, strict=True))
        order = np.argsort(rates, kind="stable")
        self._rates, self._prices = rates[order], prices[order]

    def _nonlinear_stretches(self, stretches: Floats) -> Floats:
        """Return the stretches, shape (4, n), in which the price does not run straight.

        Left and right end with the prices there; to these come the middle, its price and how far
        the price is off a straight line.
        """
        left, right, low, high = stretches
        points = left + (right - left) * _PROBES
        computed = self.unrounded_at(points.ravel()).reshape(points.shape)
        off = np.abs(computed - low - (high - low) * _PROBES).max(axis=0)
        bent = (off > np.maximum(_CLOSE, _NEAR * np.abs(high))) & (
            right - left > _NARROWEST * right
        )
        return np.concatenate((stretches, points[:1], computed[:1], off[None]))[:, bent]

    def unrounded_at(self, rates_tps: Floats) -> Floats:
        """Compute the unrounded prices, shape (rates,)."""
        names = self.path.names(rates_tps)
        total = np.full(len(rates_tps), self.whole)
        for line, once, monthly in self.lines:
            quantities = _monthly_quantities_by_rate(line, names, len(rates_tps))
            quantities = np.where(quantities >= 0, quantities, np.nan)
            total += quantities[:, : MONTHS_PRICED + 1] @ monthly
            if once:
                greatest = quantities[:, : self.path.horizon_months + 1].max(axis=1)
                total += once * _add_spares(line, greatest)
        return total


def _add_spares(line: PriceLine, quantities: Floats) -> Floats:
    """Return quantities with the spares that come on top, as `spares_on_top` has them."""
    if line.spares is not Spares.ADDED:
        return quantities
    share = np.ceil(round_to_digits(quantities * float(SPARE_SHARE)))
    return np.where(quantities > 0, quantities + np.maximum(share, LEAST_SPARES), 0.0)


def build_price_table(
    sheet: PriceSheet, basis: PriceBasis, currency: str, path: DemandPath
) -> PricesByLoad | None:
    """Return the price along the load of a sheet whose quantities follow it; None without one."""
    if not sheet.follows_demand or missing_rates(sheet, basis, currency):
        return None
    nothing = tuple(
        replace(x, quantity=ZERO, monthly=(ZERO,) * MONTHS_PRICED) if x.quantity_formula else x
        for x in sheet.lines
    )
    shares = tuple(each for each in sheet.discounts if each.amount is None)
    whole = total_price_in_currency(
        replace(sheet, lines=nothing, discounts=shares), basis, currency
    )
    rate = (
        Decimal(1)
        if sheet.currency == currency
        else require_rate(basis, sheet.currency, currency).rate
    )
    lines = tuple(
        _unit_costs_once_and_monthly(line, sheet, basis, rate)
        for line in sheet.lines
        if line.quantity_formula
    )
    if whole is None:
        return None
    amounts = sum((each.amount for each in sheet.discounts if each.amount is not None), ZERO)
    with localcontext(EXACT):
        fixed = whole.unrounded - amounts * factor_of_total_discounts(sheet) * rate
    return PricesByLoad(float(fixed), lines, path)


def _unit_costs_once_and_monthly(
    line: PriceLine, sheet: PriceSheet, basis: PriceBasis, rate: Decimal
) -> tuple[PriceLine, float, Floats]:
    """Return a line with what a unit of it costs once and in each month, after all discounts."""
    factors = month_factors(basis.discount_rate)
    one = replace(
        line,
        quantity=Decimal(1),
        spares=Spares.NONE,
        maintenance=None,
        monthly=(),
        warranty_months=35,
    )
    counted = total_line(one, sheet, basis)
    off_price, off_care = discount_shares_by_column(line, sheet)
    once = EXACT.multiply(counted.purchase, (1 - off_price) * rate)
    last = EXACT.multiply(counted.maintenance, (1 - off_care) * rate)
    monthly = [
        float(last / factors[-1] * factor) if month > line.warranty_months else 0.0
        for month, factor in enumerate(factors, start=1)
    ]
    return line, float(once), np.array([0.0, *monthly])
