"""Options compared with each other: ranks, how often each is first, the efficient frontier."""

from __future__ import annotations

import math
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from arraywise.analysis.dominance import dominators
from arraywise.analysis.sureness import Sureness, judge_sureness
from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import PASSES, merit
from arraywise.domain.requirement import Rule
from arraywise.domain.sureness import FrontierStep, Knowledge, RankShares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.question import Question
    from arraywise.domain.decision import OptionAnswer, ResponseComparison

LEAST_FIRST_SHARE = 0.60
LEAST_MARGIN = 5.0
"""Below either there is no clear winner (MODEL D7.8)."""


class Doubt(StrEnum):
    """Why there is no clear winner."""

    NOBODY = "nobody passes"
    SHARE = "first in too few draws"
    MARGIN = "too small a lead"
    TIE = "response times that cannot be told apart"
    PRICE = "the same price and provisioning time"


def compare_options(
    question: Question, options: Sequence[OptionAnswer], draws: int
) -> tuple[OptionAnswer, ...]:
    """Add rank, how sure it is, who dominates whom, and place on the frontier."""
    ranks = _ranks(question, options)
    sure = _sureness(question, options, draws)
    efficient = _frontier(question, options)
    passing = _passing(options)
    beaten = dict(zip(passing, dominators([options[i] for i in passing]), strict=True))
    return tuple(
        replace(
            option,
            rank=ranks.get(index),
            on_frontier=index in efficient,
            dominated_by=beaten.get(index, ()),
            **_told_of(sure.get(index)),
        )
        for index, option in enumerate(options)
    )


def _told_of(sure: Sureness | None) -> dict[str, Any]:
    """Return what an answer tells of how sure a rank is, by its fields."""
    if sure is None:
        return {}
    first = {each.knowledge: each.shares[0] for each in sure.shares}
    return {
        "first_share": first[Knowledge.STATED],
        "first_share_by_order": first[Knowledge.ORDER],
        "first_share_any": first[Knowledge.NOTHING],
        "rank_shares": sure.shares,
        "central_weights": sure.central,
        "confidence": sure.confidence,
    }


def take_over_sureness(
    options: Sequence[OptionAnswer], earlier: Sequence[OptionAnswer]
) -> tuple[OptionAnswer, ...]:
    """Show how sure each option's rank was in an earlier answer, until it is drawn anew."""
    before = {each.option.id: each for each in earlier}
    return tuple(_as_sure_as(option, before.get(option.option.id)) for option in options)


def _as_sure_as(option: OptionAnswer, before: OptionAnswer | None) -> OptionAnswer:
    if before is None or option.rank is None:
        return option
    return replace(
        option,
        first_share=before.first_share,
        first_share_by_order=before.first_share_by_order,
        first_share_any=before.first_share_any,
        rank_shares=before.rank_shares,
        central_weights=before.central_weights,
        confidence=before.confidence,
    )


def _passing(options: Sequence[OptionAnswer]) -> list[int]:
    return [i for i, option in enumerate(options) if option.status in PASSES]


def _ranks(question: Question, options: Sequence[OptionAnswer]) -> dict[int, int]:
    """Rank the options that pass by the rule; ties by price, provisioning time, creation."""
    passing = set(_passing(options))
    order = [i for i in question.contest.tie_order if i in passing]
    if question.requirement.rule is Rule.LOWEST_PRICE:
        order = [i for i in order if options[i].price is not None]
    else:
        order.sort(key=lambda i: -round(options[i].value.point or 0.0, 9))
    return {index: place for place, index in enumerate(order, start=1)}


def _sureness(
    question: Question, options: Sequence[OptionAnswer], draws: int
) -> dict[int, Sureness]:
    """Return how sure each passing option's rank is, by its index."""
    passing = _passing(options)
    if not passing or draws <= 0:
        return {}
    if question.requirement.rule is Rule.LOWEST_PRICE:
        ranks = _ranks(question, options)
        return {index: _by_price_alone(ranks.get(index), len(passing)) for index in passing}
    judged = judge_sureness(question, [options[i] for i in passing], draws)
    return dict(zip(passing, judged, strict=True))


def _by_price_alone(rank: int | None, count: int) -> Sureness:
    """Prices do not vary between draws, and weights do not count."""
    shares = tuple(float(rank == place) for place in range(1, count + 1))
    widths = (0.0,) * count
    return Sureness(tuple(RankShares(k, shares, widths, ()) for k in Knowledge), None, None)


def efficient_options(prices: Sequence[float | None], values: Sequence[float]) -> tuple[bool, ...]:
    """Say which options no other one beats on price and value at once (MODEL D6).

    An option without a price is not on the frontier.
    """
    pairs = [(math.inf if p is None else p, v) for p, v in zip(prices, values, strict=True)]
    return tuple(
        price < math.inf
        and not any(p <= price and v >= value and (p < price or v > value) for p, v in pairs)
        for price, value in pairs
    )


def _frontier(question: Question, options: Sequence[OptionAnswer]) -> frozenset[int]:
    """Return the passing options that no other beats on price and on value without price."""
    passing = _passing(options)
    prices = [price_of(options[i]) for i in passing]
    efficient = efficient_options(prices, [merit(options[i], question.weights) for i in passing])
    return frozenset(i for i, on in zip(passing, efficient, strict=True) if on)


def frontier_steps(
    options: Sequence[OptionAnswer], weights: Sequence[float]
) -> tuple[FrontierStep, ...]:
    """Return the efficient options, the cheapest first, and what a point more costs (MODEL D6)."""
    found = sorted(
        (price, merit(option, weights), option.option.name)
        for option in options
        if option.on_frontier and (price := price_of(option)) is not None
    )
    steps = [FrontierStep(name, price, points, None) for price, points, name in found[:1]]
    for (cheap, fewer, _), (dear, more, name) in pairwise(found):
        rate = (dear - cheap) / (more - fewer) if more > fewer else None
        steps.append(FrontierStep(name, dear, more, rate))
    return tuple(steps)


def price_of(option: OptionAnswer) -> float | None:
    """Return an option's 36-month price as a figure."""
    return None if option.price is None else float(option.price.total)


def recommend(options: Sequence[OptionAnswer], rule: Rule) -> OptionAnswer | None:
    """Return the option ranked first; by the frontier rule there is no single one."""
    if rule is Rule.FRONTIER:
        return None
    return next((option for option in options if option.rank == 1), None)


def find_rival(options: Sequence[OptionAnswer]) -> OptionAnswer | None:
    """Return the option ranked second."""
    return next((option for option in options if option.rank == 2), None)


def doubts(
    options: Sequence[OptionAnswer], rule: Rule, comparisons: Sequence[ResponseComparison] = ()
) -> tuple[Doubt, ...]:
    """List why there is no clear winner; none means that it is clear.

    By the lowest price only equal prices with equal provisioning times leave it open.

    Source: MODEL D7.8, read literally: first and second tied in response time by P3 are no clear
    winner and runner-up, even where the lead comes from elsewhere. A response time that weighs
    nothing cannot make one.
    """
    first, second = recommend(options, rule), find_rival(options)
    if first is None:
        return (Doubt.NOBODY,)
    if second is None:
        return ()
    if rule is Rule.LOWEST_PRICE:
        return (Doubt.PRICE,) if _costs_alike(first, second) else ()
    found = []
    if first.first_share is not None and first.first_share < LEAST_FIRST_SHARE:
        found.append(Doubt.SHARE)
    if lead(first, second) < LEAST_MARGIN:
        found.append(Doubt.MARGIN)
    if _counts_response_time(first) and _are_tied(first, second, comparisons):
        found.append(Doubt.TIE)
    return tuple(found)


def _costs_alike(first: OptionAnswer, second: OptionAnswer) -> bool:
    """Say whether price and, as the tie-break, provisioning time are the same."""
    alike = price_of(first) == price_of(second)
    return alike and first.provisioning_s.point == second.provisioning_s.point


def lead(first: OptionAnswer, second: OptionAnswer) -> float:
    """Return by how many points one option's value is above another's."""
    return (first.value.point or 0.0) - (second.value.point or 0.0)


def _counts_response_time(option: OptionAnswer) -> bool:
    """Say whether its response time earned the option any of its points."""
    cells = (cell for cell in option.cells if cell.criterion is Criterion.RESPONSE_TIME)
    return any(cell.contribution for cell in cells)


def _are_tied(
    first: OptionAnswer, second: OptionAnswer, comparisons: Sequence[ResponseComparison]
) -> bool:
    """Ask the test of their runs; where none could be made, whether the intervals overlap.

    Below the lowest measured load an interval reaches down to nothing.
    """
    pair = {first.option.name, second.option.name}
    tested = next((c for c in comparisons if set(c.options) == pair), None)
    if tested is not None:
        return tested.tied
    a, b = first.response_s, second.response_s
    if a.high is None or b.high is None:
        return False
    return (a.low or 0.0) <= b.high and (b.low or 0.0) <= a.high
