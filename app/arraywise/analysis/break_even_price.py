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

    The recommended option stays so up to the budget at most, and may lose to an option without a
    price. Options that do not pass, have no price, or that no price above zero brings level are
    left out. Empty under rules that recommend nobody.
    """
    rule = question.requirement.rule
    if question.demand_tps <= 0 or not question.known or rule is Rule.FRONTIER:
        return ()
    target = np.array([question.requirement.response_time_s])
    standing = stand(question.contest, np.array([question.demand_tps]), target)
    first = int(pick_winners(question.contest, standing, question.weights)[0])
    passing = np.flatnonzero(standing.passes[:, 0]).tolist()
    others = [i for i in passing if i != first]
    rivals = [i for i in others if question.known[i].price is not None]
    if first == NOBODY or not others or question.known[first].price is None:
        return ()
    if rule is Rule.LOWEST_PRICE:
        return _lowest(question, first, rivals) if rivals else ()
    place = next(
        (i for i, s in enumerate(question.contest.settings) if s.criterion is Criterion.PRICE),
        None,
    )
    if place is None or question.weights[place] <= 0:
        return ()
    values = total_values(standing.points, question.weights)[:, 0]
    points = np.nan_to_num(standing.points[:, place, 0], nan=0.0)
    without_price = values - question.weights[place] * points
    nearest = max(others, key=lambda i: values[i])
    pairs = [(first, nearest), *((i, first) for i in rivals)]
    level, *found = [_level(question, place, without_price, values, pair) for pair in pairs]
    within = _within_budget(question, first, level)
    return tuple(each for each in (within, *found) if each is not None)


def _within_budget(
    question: Question, first: int, level: BreakEvenPrice | None
) -> BreakEvenPrice | None:
    """Let the recommended option stay so no longer than it keeps within the budget."""
    budget = question.requirement.budget
    if budget is None or (level is not None and level.price <= budget):
        return level
    return _told(question, first, None, float(budget))


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


def _told(question: Question, option: int, against: int | None, price: float) -> BreakEvenPrice:
    known = question.known[option]
    rival = None if against is None else question.known[against].facts.option.name
    today = Decimal(0) if known.price is None else known.price.total
    unit = Decimal(f"{price:.6f}").to_integral_value(ROUND_FLOOR)
    return BreakEvenPrice(known.facts.option.name, rival, unit, today)
