"""At which 36-month price an option draws level with its rival (MODEL D7.7).

All else stays: evidence, weights, and the anchors that prices are valued by.
"""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.contest import NOBODY, pick_winners, stand, total_values
from arraywise.domain.criteria import Criterion
from arraywise.domain.pricing import BreakEvenPrice
from arraywise.domain.requirement import Rule
from arraywise.domain.value_function import attribute_worth

if TYPE_CHECKING:
    from arraywise.analysis.question import Question
    from arraywise.analysis.vectors import Floats


def break_even_price(rival_price: float, per_point: float, value: float, rival: float) -> float:
    """Return the price at which an option is worth as much as its rival: TCO_b + λ(V_a - V_b).

    Args:
        rival_price: 36-month price of the rival.
        per_point: what a point of value is worth, in the same currency (λ).
        value: points of the option without its price, 0 to 100.
        rival: points of the rival without its price.
    """
    return rival_price + per_point * (value - rival)


def find_break_even_prices(question: Question) -> tuple[BreakEvenPrice, ...]:
    """Return up to which price the recommended option stays so, and rivals would draw level.

    Options that do not pass, have no price, or that no price above zero brings level are left
    out. Empty under rules that recommend nobody.
    """
    if question.demand_tps <= 0 or not question.known:
        return ()
    target = np.array([question.requirement.response_time_s])
    standing = stand(question.contest, np.array([question.demand_tps]), target)
    first = int(pick_winners(question.contest, standing, question.weights)[0])
    passing = np.flatnonzero(standing.passes[:, 0]).tolist()
    rivals = [i for i in passing if i != first and question.known[i].price is not None]
    if first == NOBODY or not rivals or question.known[first].price is None:
        return ()
    if question.requirement.rule is Rule.LOWEST_PRICE:
        return _lowest(question, first, rivals)
    place = next(
        (i for i, s in enumerate(question.contest.settings) if s.criterion is Criterion.PRICE),
        None,
    )
    if place is None or question.weights[place] <= 0:
        return ()
    values = total_values(standing.points, question.weights)[:, 0]
    points = np.nan_to_num(standing.points[:, place, 0], nan=0.0)
    without_price = values - question.weights[place] * points
    nearest = max(rivals, key=lambda i: values[i])
    pairs = [(first, nearest), *((i, first) for i in rivals)]
    found = [_level(question, place, without_price, values, pair) for pair in pairs]
    return tuple(each for each in found if each is not None)


def _level(
    question: Question, place: int, without_price: Floats, values: Floats, pair: tuple[int, int]
) -> BreakEvenPrice | None:
    """Return the price of the first of a pair that gives it the value of the second."""
    option, against = pair
    needed = (values[against] - without_price[option]) / question.weights[place]
    price = attribute_worth(float(needed), question.contest.settings[place].corners)
    return None if price is None else _told(question, option, against, price)


def _lowest(question: Question, first: int, rivals: list[int]) -> tuple[BreakEvenPrice, ...]:
    prices = {i: float(p.total) for i in (first, *rivals) if (p := question.known[i].price)}
    nearest = min(rivals, key=lambda i: prices[i])
    pairs = [(first, nearest), *((i, first) for i in rivals)]
    return tuple(_told(question, a, b, prices[b]) for a, b in pairs)


def _told(question: Question, option: int, against: int, price: float) -> BreakEvenPrice:
    known, rival = question.known[option], question.known[against]
    today = Decimal(0) if known.price is None else known.price.total
    unit = Decimal(f"{price:.6f}").to_integral_value(ROUND_FLOOR)
    return BreakEvenPrice(known.facts.option.name, rival.facts.option.name, unit, today)
