"""Quantities as formulas of what is asked, computed for many loads and months at once (F3).

A formula holds numbers, the names of the demand and the functions below, in the notation of
spreadsheets: decimal point, commas between arguments. Where a figure makes a step (ROUNDUP, IF)
its twelfth digit counts, so that binary fractions lift nothing to the next unit.
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arraywise.domain.messages import UserError, message
from arraywise.domain.pricing import DEMAND_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arraywise.analysis.arrays import Floats

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


def to_digits(figures: Floats) -> Floats:
    """Round to twelve significant digits, or thirteen where the first one is small."""
    _, exponents = np.frexp(figures)
    places = DIGITS - 1 - np.floor((exponents - 1) * _LOG_2).astype(np.int64)
    scale = _POWERS[np.clip(places, -_HIGHEST, _HIGHEST) + _HIGHEST]
    with np.errstate(all="ignore"):
        rounded = np.round(figures * scale) / scale
    return np.where(np.isfinite(rounded), rounded, figures)


def _scaled(rounding: Callable[[Floats], Floats]) -> Callable[..., Floats]:
    """Return a rounding to so many decimals, away from or towards zero alike on both sides."""

    def rounded(figure: Floats, decimals: Floats | float = 0.0) -> Floats:
        scale = 10.0 ** np.trunc(decimals)
        return np.copysign(rounding(to_digits(np.abs(figure) * scale)) / scale, figure)

    return rounded


def _to_multiple(rounding: Callable[[Floats], Floats]) -> Callable[..., Floats]:
    def rounded(figure: Floats, step: Floats) -> Floats:
        return rounding(to_digits(figure / step)) * step

    return rounded


def _where(*arguments: Floats) -> Floats:
    """Return the figure behind the first condition that holds; the last one without any (IF)."""
    rest: Floats | float = arguments[-1] if len(arguments) % 2 else np.nan
    pairs = list(zip(arguments[:-1:2], arguments[1::2], strict=False))
    for condition, figure in reversed(pairs):
        rest = np.where(np.isnan(condition), np.nan, np.where(condition != 0, figure, rest))
    return np.asarray(rest)


def _all_of(combine: Callable[[Floats, Floats], Floats]) -> Callable[..., Floats]:
    return lambda *arguments: reduce(combine, arguments)


def _truth(rule: Callable[[Floats, Floats], Floats]) -> Callable[[Floats, Floats], Floats]:
    def compared(left: Floats, right: Floats) -> Floats:
        known = ~(np.isnan(left) | np.isnan(right))
        return np.where(known, rule(to_digits(left), to_digits(right)), np.nan)

    return compared


_FUNCTIONS: dict[str, tuple[Callable[..., Floats], int, int]] = {
    "MAX": (_all_of(np.maximum), 1, 99),
    "MIN": (_all_of(np.minimum), 1, 99),
    "SUM": (_all_of(np.add), 1, 99),
    "PRODUCT": (_all_of(np.multiply), 1, 99),
    "IF": (_where, 3, 3),
    "IFS": (_where, 2, 98),
    "AND": (_all_of(lambda a, b: np.where((a != 0) & (b != 0), 1.0, 0.0)), 1, 99),
    "OR": (_all_of(lambda a, b: np.where((a != 0) | (b != 0), 1.0, 0.0)), 1, 99),
    "NOT": (lambda a: np.where(a == 0, 1.0, 0.0), 1, 1),
    "ABS": (np.abs, 1, 1),
    "INT": (lambda a: np.floor(to_digits(a)), 1, 1),
    "TRUNC": (_scaled(np.floor), 1, 2),
    "ROUND": (_scaled(lambda a: np.floor(to_digits(a + 0.5))), 2, 2),
    "ROUNDUP": (_scaled(np.ceil), 2, 2),
    "ROUNDDOWN": (_scaled(np.floor), 2, 2),
    "CEILING": (_to_multiple(np.ceil), 2, 2),
    "FLOOR": (_to_multiple(np.floor), 2, 2),
    "MOD": (lambda a, b: a - b * np.floor(to_digits(a / b)), 2, 2),
    "POWER": (np.power, 2, 2),
    "SQRT": (np.sqrt, 1, 1),
    "EXP": (np.exp, 1, 1),
    "LN": (np.log, 1, 1),
}
"""Each with how many arguments it takes at least and at most."""
FUNCTIONS = tuple(sorted(_FUNCTIONS))
_COMPARISONS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "<": _truth(np.less),
    "<=": _truth(np.less_equal),
    ">": _truth(np.greater),
    ">=": _truth(np.greater_equal),
    "=": _truth(np.equal),
    "<>": _truth(np.not_equal),
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

    Raises `UnknownQuantity` where it holds anything else than numbers, names of the demand,
    operators and the functions above.
    """
    parser = _Parser(formula)
    quantity = parser.operation(0)
    parser.end()

    def computed(names: Names) -> Floats:
        with np.errstate(all="ignore"):
            return np.asarray(quantity(names), dtype=np.float64)

    return computed


class _Parser:
    """Reads a formula from left to right."""

    def __init__(self, formula: str) -> None:
        self._tokens = _tokens(formula)
        self._at = self._depth = 0

    def _next(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("", "")

    def _take(self, *signs: str) -> str:
        """Take one of these signs if it comes next; empty if it does not."""
        kind, text = self._next()
        if kind != "sign" or text not in signs:
            return ""
        self._at += 1
        return text

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise _refused(self._next()[1])

    def end(self) -> None:
        """Refuse what is left over."""
        if self._next() != ("", ""):
            raise _refused(self._next()[1])

    def operation(self, level: int) -> Quantity:
        """Read operators of a level and of those that bind more."""
        if level == len(_OPERATORS):
            return self._signed()
        first = self.operation(level + 1)
        rest = []
        while sign := self._take(*_OPERATORS[level]):
            rest.append((_OPERATORS[level][sign], self.operation(level + 1)))
        return _in_turn(first, rest) if rest else first

    def _signed(self) -> Quantity:
        """Read signs before a figure, which bind more than powers, and % behind it."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _refused(self._next()[1])
        figure = self._figure()
        self._depth -= 1
        return figure

    def _figure(self) -> Quantity:
        if sign := self._take("+", "-"):
            figure = self._signed()
            return _apply(np.negative, (figure,)) if sign == "-" else figure
        figure = self._operand()
        while self._take("%"):
            figure = _apply(lambda a: a / 100, (figure,))
        return figure

    def _operand(self) -> Quantity:
        kind, text = self._next()
        if self._take("("):
            inner = self.operation(0)
            self._need(")")
            return inner
        self._at += 1
        if kind == "number":
            number = np.float64(text)
            return lambda _names: np.asarray(number)
        if kind == "name" and self._take("("):
            return self._call(text.upper())
        if text.upper() in {"TRUE", "FALSE"}:
            truth = np.float64(text.upper() == "TRUE")
            return lambda _names: np.asarray(truth)
        name = _CANONICAL.get(text.casefold())
        if name is None:
            raise _refused(text)
        return lambda names: names[name]

    def _call(self, name: str) -> Quantity:
        if name not in _FUNCTIONS:
            raise _refused(name)
        function, least, most = _FUNCTIONS[name]
        arguments = [self.operation(0)]
        while self._take(","):
            arguments.append(self.operation(0))
        self._need(")")
        if not least <= len(arguments) <= most or (name == "IFS" and len(arguments) % 2):
            raise _refused(name)
        return _apply(function, arguments)


def _tokens(formula: str) -> list[tuple[str, str]]:
    tokens, place = [], 0
    while place < len(formula):
        found = _TOKEN.match(formula, place)
        if found is None or found.end() == place:
            raise _refused(formula[place : place + 20])
        kind = str(found.lastgroup)
        tokens.append((kind, found[kind]))
        place = found.end()
    return tokens


def _in_turn(
    first: Quantity, rest: Sequence[tuple[Callable[[Floats, Floats], Floats], Quantity]]
) -> Quantity:
    """Return a figure with one operation after the other applied to it."""

    def result(names: Names) -> Floats:
        figure = first(names)
        for operation, other in rest:
            figure = operation(figure, other(names))
        return figure

    return result


def _apply(function: Callable[..., Floats], arguments: Sequence[Quantity]) -> Quantity:
    return lambda names: function(*(argument(names) for argument in arguments))


def _refused(part: str) -> UnknownQuantity:
    return UnknownQuantity(
        message(
            "“{part}” is not allowed in a quantity by demand. Allowed: numbers, {names},"
            " {functions}. Put the rest into another cell.",
            part=part[:40] or "=",
            names=", ".join(DEMAND_NAMES),
            functions=", ".join(FUNCTIONS),
        )
    )
