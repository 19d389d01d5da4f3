"""Break-even prices, checked by putting them into the study (MODEL D7.7)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.break_even import find_break_even_prices
from arraywise.analysis.decision.problem import build_problem
from arraywise.domain.criteria import Criterion
from arraywise.domain.pricing import BreakEvenPrice, PriceLine, PriceSheet
from arraywise.domain.requirement import Rule
from tests.analysis.test_answer import ANCHORED, PREPARED, STUDY

if TYPE_CHECKING:
    from arraywise.domain.study import StudyFacts

HEAVY = tuple(replace(s, swing=60) if s.criterion is Criterion.PRICE else s for s in ANCHORED)
FIXED = replace(STUDY, criteria=HEAVY)
"""Anchors that do not move with the prices, which weigh much."""
CHEAPEST = replace(FIXED, requirement=replace(FIXED.requirement, rule=Rule.LOWEST_PRICE))
FOUND = find_break_even_prices(build_problem(PREPARED, FIXED))


def recommended_at(found: BreakEvenPrice, price: Decimal) -> str | None:
    """Answer again with one option at another price."""
    chosen = answer_requirement(
        PREPARED, _at(FIXED, found, price - found.price), draws=0
    ).recommended
    return chosen.name if chosen else None


def test_there_is_something_to_say() -> None:
    today = answer_requirement(PREPARED, FIXED, draws=0).recommended
    assert today is not None
    assert FOUND[0].option == today.name
    assert all(each.against == today.name for each in FOUND[1:])


@pytest.mark.parametrize("found", FOUND, ids=lambda f: f"{f.option} against {f.against}")
def test_the_answer_flips_just_there(found: BreakEvenPrice) -> None:
    step = Decimal(2)
    below, above = (recommended_at(found, found.price + by) for by in (-step, step))
    assert below == found.option
    assert above == found.against
    assert found.relative_change == pytest.approx(float(found.price) / float(found.today) - 1)


def test_where_the_lowest_price_decides_it_is_the_rivals() -> None:
    result = find_break_even_prices(build_problem(PREPARED, CHEAPEST))
    prices = {o.option.name: o.price_sheet.lines[0].unit_price for o in STUDY.options}  # type: ignore[union-attr]
    assert result
    assert all(each.price == prices[str(each.against)] for each in result)


def test_a_lead_larger_than_what_prices_weigh_has_none() -> None:
    """Ten points of a hundred lie in the price; the lead is 10.45."""
    light = replace(FIXED, criteria=tuple(ANCHORED))
    assert find_break_even_prices(build_problem(PREPARED, light)) == ()


def test_prices_that_do_not_count_have_no_break_even() -> None:
    unweighted = tuple(
        replace(s, swing=0.0) if s.criterion is Criterion.PRICE else s for s in ANCHORED
    )
    question = build_problem(PREPARED, replace(FIXED, criteria=unweighted))
    assert find_break_even_prices(question) == ()


def test_a_rival_without_a_price_counts() -> None:
    """It is worth what it is without its price, and may come first before any other."""
    question = build_problem(PREPARED, FIXED)
    first = answer_requirement(PREPARED, FIXED, draws=0).recommended
    nearest = find_break_even_prices(question)[0].against
    assert first is not None
    twin = replace(
        next(o for o in FIXED.options if o.option.name == nearest),
        price_sheet=None,
    )
    unpriced = replace(
        FIXED, options=tuple(twin if o.option.name == nearest else o for o in FIXED.options)
    )
    result = find_break_even_prices(build_problem(PREPARED, unpriced))
    assert {each.option for each in result} <= {o.option.name for o in FIXED.options} - {nearest}
    stated = next(each for each in result if each.option == first.name)
    above = answer_requirement(PREPARED, _at(unpriced, stated, Decimal(2)), draws=0).recommended
    assert above is not None
    assert above.name == stated.against


def test_no_price_beyond_the_budget_keeps_the_recommendation() -> None:
    """By value it would lead at any price: ten points of a hundred lie in it."""
    budget = Decimal(600_000)
    light = replace(FIXED, criteria=tuple(ANCHORED))
    within = replace(light, requirement=replace(FIXED.requirement, budget=budget))
    first = answer_requirement(PREPARED, within, draws=0).recommended
    assert first is not None
    (stated, *_) = find_break_even_prices(build_problem(PREPARED, within))
    assert (stated.option, stated.against, stated.price) == (first.name, None, budget)
    at, above = (
        answer_requirement(PREPARED, _at(within, stated, Decimal(by)), draws=0).recommended
        for by in (0, 2)
    )
    assert at == first
    assert above is None or above != first


def test_where_nobody_is_recommended_no_price_changes_that() -> None:
    asked = replace(FIXED.requirement, rule=Rule.FRONTIER)
    assert find_break_even_prices(build_problem(PREPARED, replace(FIXED, requirement=asked))) == ()


def _at(study: StudyFacts, found: BreakEvenPrice, by: Decimal) -> StudyFacts:
    options = tuple(
        replace(o, price_sheet=PriceSheet(study.currency, (PriceLine("", found.price + by),)))
        if o.option.name == found.option
        else o
        for o in study.options
    )
    return replace(study, options=options)
