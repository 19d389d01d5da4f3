"""Ranks, rival, frontier, dominance, stakeholders compared; ranks by Monte Carlo.

Source: Lahdelma and Salminen, SMAA-2, Operations Research 49 (2001).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from arraywise.analysis.decision.attributes import attribute_source
from arraywise.analysis.decision.scoring import (
    mean_weights,
    settings_with_swings_of,
    value_points,
    weights_from_swings,
)
from arraywise.domain.criteria import Criterion, Decider, Method, kind_of
from arraywise.domain.decision import (
    PASSES,
    DoubtReason,
    FrontierStep,
    Opinion,
    RankShares,
    WeightKnowledge,
    points_without_price,
)
from arraywise.domain.requirement import Basis, Rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.arrays import Floats, Ints
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import (
        CriterionScore,
        Interval,
        OptionAnswer,
        ResponseComparison,
        Weights,
    )


DRAWS = 10_000
SEED = 20_240_501

_BOUNDS = frozenset({Basis.IO, Basis.PUBLISHED})


def draw_attribute(interval: Interval, shares: Floats) -> Floats | None:
    """Return drawn attributes: uniform over the interval, in logarithms where it is positive.

    What was estimated is drawn from its own distribution. An open end is at the point; None
    where nothing is known.

    Source: MODEL D7.5 (uniform in ln over the interval is the conservative choice).
    """
    if interval.quantiles:
        even = np.linspace(0.0, 1.0, len(interval.quantiles))
        return np.asarray(np.interp(shares, even, interval.quantiles))
    point = interval.point if interval.point is not None else interval.high
    point = point if point is not None else interval.low
    if point is None:
        return None
    low = point if interval.low is None else interval.low
    high = point if interval.high is None else interval.high
    if low == high:
        return np.full(shares.shape, low)
    if low > 0:
        return np.asarray(low * np.exp(np.log(high / low) * shares))
    return np.asarray(low + (high - low) * shares)


def draw_points(
    intervals: Sequence[Sequence[Interval]],
    settings: Sequence[CriterionSetting],
    draws: int = DRAWS,
    seed: int = SEED,
) -> Floats:
    """Return drawn points from 0 to 100, shape (options, criteria, draws).

    Of each option's intervals by criterion; the same seed (PCG64) gives the same draws.
    """
    even = even_shares(len(intervals), len(settings), draws, seed)
    points = np.empty((len(intervals), len(settings), draws))
    for row, attributes, shares in zip(points, intervals, even, strict=True):
        for place, (setting, interval) in enumerate(zip(settings, attributes, strict=True)):
            own = shares[place + 1]
            if attribute_source(setting.criterion).is_from_curve:
                # All are read off one curve: where it lies low, the headroom is high.
                own = 1.0 - shares[0] if kind_of(setting.criterion).more_is_better else shares[0]
            row[place] = _draw_criterion_points(setting, interval, own)
    return points


@lru_cache(maxsize=4)
def even_shares(options: int, criteria: int, draws: int, seed: int = SEED) -> Floats:
    """Return numbers spread evenly over 0 to 1, shape (options, criteria + 1, draws).

    The first row of an option is for its curve, the others for each criterion.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    shares = generator.random((options, criteria + 1, draws))
    shares.flags.writeable = False
    return shares


def _draw_criterion_points(
    setting: CriterionSetting, interval: Interval, shares: Floats
) -> Floats:
    """Return drawn points; without evidence or anchors anything from 0 to 100 is possible."""
    exact = interval.low == interval.point == interval.high
    drawn = draw_attribute(interval, shares[:1] if exact else shares)
    if drawn is None or not setting.corners:
        return 100.0 * shares
    return value_points(drawn, setting.corners)


def draw_weights(stated: Floats, knowledge: WeightKnowledge, draws: int = DRAWS) -> Floats:
    """Return weights, shape (criteria, draws): stated, in the stated order only, or any.

    A criterion that is stated to weigh nothing stays without weight. Those that are stated to
    weigh the same have no order among them.
    """
    if knowledge is WeightKnowledge.STATED:
        return np.repeat(stated[:, None], draws, axis=1)
    weights = np.zeros((len(stated), draws))
    weighing = np.flatnonzero(stated > 0)
    if knowledge is WeightKnowledge.ORDER:
        order = weighing[np.argsort(-stated[weighing], kind="stable")]
        weights[order] = _shuffle_equal_weights(
            _ordered_weights(len(weighing), draws), stated[order]
        )
    else:
        weights[weighing] = _even_weights(len(weighing), draws)
    return weights


def _shuffle_equal_weights(ordered: Floats, stated: Floats) -> Floats:
    """Let criteria of equal weight stand in any order, another one in each draw."""
    begins = np.flatnonzero(np.diff(stated)) + 1
    groups = [group for group in np.split(np.arange(len(stated)), begins) if len(group) > 1]
    if not groups:
        return ordered
    mixed, generator = ordered.copy(), np.random.Generator(np.random.PCG64(SEED))
    for group in groups:
        mixed[group] = generator.permuted(mixed[group], axis=0)
    return mixed


@lru_cache(maxsize=8)
def _even_weights(criteria: int, draws: int) -> Floats:
    """Return weights spread evenly over all that are possible (Dirichlet(1))."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    return generator.dirichlet(np.ones(criteria), draws).T


@lru_cache(maxsize=8)
def _ordered_weights(criteria: int, draws: int) -> Floats:
    """Return the same, sorted: the heaviest first."""
    return -np.sort(-_even_weights(criteria, draws), axis=0)


Z_95 = 1.96
DIGITS = 9
"""Values that agree so far are equal."""


@dataclass(frozen=True, slots=True)
class SimulatedRanks:
    """Where each option is in each draw; arrays of shape (options, draws)."""

    better: Ints
    """Options ahead of it."""
    tied: Ints
    """Others level with it."""
    wins: Floats
    """Share of draws in which the row's option is ahead of the column's; a tie counts half."""


def value_draws(points: Floats, weights: Floats) -> Floats:
    """Return values, shape (options, draws), of points of shape (options, criteria, draws).

    Weights are of shape (criteria, draws), or (criteria,) where they are the same in all draws.
    """
    if weights.ndim == 1:
        return np.asarray(np.round(np.matmul(weights, points), DIGITS))
    return np.asarray(np.round(np.einsum("cd,ocd->od", weights, points), DIGITS))


def simulate_ranks(values: Floats) -> SimulatedRanks:
    """Return where each option is in each draw."""
    better = np.zeros(values.shape, dtype=np.int64)
    tied = np.zeros(values.shape, dtype=np.int64)
    wins = np.full((len(values), len(values)), 0.5)
    for one, other in combinations(range(len(values)), 2):
        ahead, behind = values[one] > values[other], values[one] < values[other]
        better[other] += ahead
        better[one] += behind
        level = ~(ahead | behind)
        if level.any():
            tied[one] += level
            tied[other] += level
        wins[one, other] = ahead.mean() + level.mean() / 2
        wins[other, one] = 1.0 - wins[one, other]
    return SimulatedRanks(better, tied, wins)


def rank_shares(places: SimulatedRanks) -> Floats:
    """Return rank acceptabilities: how often each option takes each rank, shape (options, ranks).

    Options that tie share the ranks that they take together; rows and columns sum to 1.
    """
    options, draws = places.better.shape
    shares = np.zeros((options, options))
    for step in range(int(places.tied.max(initial=0)) + 1):
        parts = (places.tied >= step) / (places.tied + 1)
        for option, (better, part) in enumerate(zip(places.better, parts, strict=True)):
            ranks = np.minimum(better + step, options - 1)
            shares[option] += np.bincount(ranks, weights=part, minlength=options)
    return np.asarray(shares / draws)


def simulation_half_widths(shares: Floats, draws: int) -> Floats:
    """Return what chance in the draws makes of shares, 95 %: 1.96 sqrt(b (1 - b) / n)."""
    return np.asarray(Z_95 * np.sqrt(shares * (1.0 - shares) / draws))


def central_weights(places: SimulatedRanks, weights: Floats) -> tuple[Floats | None, ...]:
    """Return for each option the mean of the weights that put it first; None where none do."""
    first = (places.better == 0) / (places.tied + 1)
    sums = first.sum(axis=1)
    means = weights @ first.T
    return tuple(
        None if total <= 0 else np.asarray(means[:, option] / total)
        for option, total in enumerate(sums.tolist())
    )


def confidence_factors(
    points: Floats, central: Sequence[Floats | None]
) -> tuple[float | None, ...]:
    """Return how often each option is first with its central weights, ties shared."""
    return tuple(
        None if weights is None else _share_ranked_first(value_draws(points, weights), option)
        for option, weights in enumerate(central)
    )


def _share_ranked_first(values: Floats, option: int) -> float:
    first = values == values.max(axis=0)
    return float((first[option] / first.sum(axis=0)).mean())


def find_dominators(options: Sequence[OptionAnswer]) -> tuple[tuple[str, ...], ...]:
    """Name for each option those that dominate it, in natural units, whatever the weights."""
    return tuple(
        tuple(
            other.option.name
            for other in options
            if other is not option and dominates(other.scores, option.scores)
        )
        for option in options
    )


def dominates(ours: Sequence[CriterionScore], theirs: Sequence[CriterionScore]) -> bool:
    """Return whether all points are at least as good and one is better beyond its interval.

    What is tied within the measurements' intervals does not count as better; nothing is stated
    where a figure is missing.
    """
    pairs = [
        (a.attribute, b.attribute, kind_of(a.criterion).more_is_better)
        for a, b in zip(ours, theirs, strict=True)
    ]
    return all(_is_equal_or_better(*pair) for pair in pairs) and any(
        _is_better(*pair) for pair in pairs
    )


def _is_equal_or_better(one: Interval, other: Interval, rises: bool) -> bool:  # noqa: FBT001
    if one.point is None or other.point is None:
        return False
    return one.point >= other.point if rises else one.point <= other.point


def _is_better(one: Interval, other: Interval, rises: bool) -> bool:  # noqa: FBT001
    if rises:
        one, other = other, one
    ours = one.point if one.high is None else one.high
    theirs = other.point if other.low is None else other.low
    return ours is not None and theirs is not None and ours < theirs


VARYING = (WeightKnowledge.ORDER, WeightKnowledge.NOTHING)


NO_SHARES: Mapping[str, Any] = {
    "first_share": None,
    "first_share_by_order": None,
    "first_share_any": None,
    "rank_shares": (),
    "central_weights": None,
    "confidence": None,
}
"""What an answer says of how sure an option's rank is, by its fields."""
RankCertainty: TypeAlias = "Mapping[str, Any]"


def _build_certainty(
    shares: Sequence[RankShares], central: Weights | None = None, confidence: float | None = None
) -> RankCertainty:
    first = {each.knowledge: each.shares[0] for each in shares}
    return {
        "first_share": first[WeightKnowledge.STATED],
        "first_share_by_order": first[WeightKnowledge.ORDER],
        "first_share_any": first[WeightKnowledge.NOTHING],
        "rank_shares": tuple(shares),
        "central_weights": central,
        "confidence": confidence,
    }


def estimate_rank_certainty(
    question: DecisionProblem, options: Sequence[OptionAnswer], draws: int
) -> tuple[RankCertainty, ...]:
    """Draw measurements and weights, and say which ranks options that pass take (MODEL D7.5)."""
    names = [option.option.name for option in options]
    intervals = [[cell.attribute for cell in option.scores] for option in options]
    points = draw_points(intervals, question.model.settings, draws)
    drawn = {knowledge: draw_weights(question.weights, knowledge, draws) for knowledge in VARYING}
    drawn[WeightKnowledge.STATED] = question.weights
    places = {
        knowledge: simulate_ranks(value_draws(points, drawn[knowledge]))
        for knowledge in WeightKnowledge
    }
    ranks = [_build_rank_shares(knowledge, result, names) for knowledge, result in places.items()]
    central = central_weights(places[WeightKnowledge.NOTHING], drawn[WeightKnowledge.NOTHING])
    sure = confidence_factors(points, central)
    return tuple(
        _build_certainty(
            [each[index] for each in ranks],
            None if weights is None else question.name_weights(weights),
            sure[index],
        )
        for index, weights in enumerate(central)
    )


def _build_rank_shares(
    knowledge: WeightKnowledge, places: SimulatedRanks, names: Sequence[str]
) -> list[RankShares]:
    shares = rank_shares(places)
    widths = simulation_half_widths(shares, places.better.shape[1])
    return [
        RankShares(
            knowledge,
            tuple(row.tolist()),
            tuple(width.tolist()),
            tuple(
                (other, float(won))
                for place, (other, won) in enumerate(zip(names, wins, strict=True))
                if place != index
            ),
        )
        for index, (row, width, wins) in enumerate(zip(shares, widths, places.wins, strict=True))
    ]


LEAST_FIRST_SHARE = 0.60
LEAST_MARGIN = 5.0
"""Below either there is no clear winner (MODEL D7.8)."""


def compare_options(
    question: DecisionProblem, options: Sequence[OptionAnswer], draws: int
) -> tuple[OptionAnswer, ...]:
    """Add rank, how sure it is, who dominates whom, and place on the frontier."""
    ranks = _rank_passing(question, options)
    sure = _rank_certainty_by_index(question, options, draws)
    passing = _passing_indices(options)
    prices = [price_as_float(options[i]) for i in passing]
    efficient = efficient_options(
        prices, [points_without_price(options[i], question.weights) for i in passing]
    )
    frontier = {i for i, is_on in zip(passing, efficient, strict=True) if is_on}
    beaten = dict(zip(passing, find_dominators([options[i] for i in passing]), strict=True))
    return tuple(
        replace(
            option,
            rank=ranks.get(index),
            on_frontier=index in frontier,
            dominated_by=beaten.get(index, ()),
            **sure.get(index, {}),
        )
        for index, option in enumerate(options)
    )


def carry_over_certainty(
    options: Sequence[OptionAnswer], earlier: Sequence[OptionAnswer]
) -> tuple[OptionAnswer, ...]:
    """Show how sure each option's rank was in an earlier answer, until it is drawn again."""
    before = {each.option.id: each for each in earlier}
    return tuple(
        replace(option, **{name: getattr(before[option.option.id], name) for name in NO_SHARES})
        if option.rank is not None and option.option.id in before
        else option
        for option in options
    )


def without_rank_shares(option: OptionAnswer) -> OptionAnswer:
    """Return an option without shares of the draws: there is nothing they would compare."""
    return replace(option, **NO_SHARES)


def _passing_indices(options: Sequence[OptionAnswer]) -> list[int]:
    return [i for i, option in enumerate(options) if option.status in PASSES]


def _rank_passing(question: DecisionProblem, options: Sequence[OptionAnswer]) -> dict[int, int]:
    """Rank the options that pass by the rule; ties by price, provisioning time, creation."""
    passing = set(_passing_indices(options))
    order = [i for i in question.model.tie_order if i in passing]
    if question.requirement.rule is Rule.LOWEST_PRICE:
        order = [i for i in order if options[i].price is not None]
    else:
        order.sort(key=lambda i: -round(options[i].value.point or 0.0, 9))
    return {index: place for place, index in enumerate(order, start=1)}


def _rank_certainty_by_index(
    question: DecisionProblem, options: Sequence[OptionAnswer], draws: int
) -> dict[int, RankCertainty]:
    """Return how sure each passing option's rank is, by its index."""
    passing = _passing_indices(options)
    if not passing or draws <= 0:
        return {}
    if question.requirement.rule is Rule.LOWEST_PRICE:
        ranks = _rank_passing(question, options)
        return {
            index: _certainty_by_price_alone(ranks.get(index), len(passing)) for index in passing
        }
    judged = estimate_rank_certainty(question, [options[i] for i in passing], draws)
    return dict(zip(passing, judged, strict=True))


def _certainty_by_price_alone(rank: int | None, count: int) -> RankCertainty:
    """Prices do not vary between draws, and weights do not count."""
    shares = tuple(float(rank == place) for place in range(1, count + 1))
    return _build_certainty([RankShares(k, shares, (0.0,) * count, ()) for k in WeightKnowledge])


def efficient_options(prices: Sequence[float | None], values: Sequence[float]) -> tuple[bool, ...]:
    """Return which options no other one beats on price and value at once (MODEL D6).

    An option without a price is not on the frontier.
    """
    pairs = [(math.inf if p is None else p, v) for p, v in zip(prices, values, strict=True)]
    return tuple(
        price < math.inf
        and not any(p <= price and v >= value and (p < price or v > value) for p, v in pairs)
        for price, value in pairs
    )


def efficient_frontier_steps(
    options: Sequence[OptionAnswer], weights: Sequence[float]
) -> tuple[FrontierStep, ...]:
    """Return the efficient options, the cheapest first, and what a point more costs (MODEL D6)."""
    result = sorted(
        (price, points_without_price(option, weights), option.option.name)
        for option in options
        if option.on_frontier and (price := price_as_float(option)) is not None
    )
    steps = [FrontierStep(name, price, points, None) for price, points, name in result[:1]]
    for (cheap, fewer, _), (dear, more, name) in pairwise(result):
        rate = (dear - cheap) / (more - fewer) if more > fewer else None
        steps.append(FrontierStep(name, dear, more, rate))
    return tuple(steps)


def price_as_float(option: OptionAnswer) -> float | None:
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


def find_doubt_reasons(
    options: Sequence[OptionAnswer], rule: Rule, comparisons: Sequence[ResponseComparison] = ()
) -> tuple[DoubtReason, ...]:
    """List why there is no clear winner; none means that it is clear.

    By the lowest price only equal prices with equal provisioning times leave it open.

    Source: MODEL D7.8. First and second tied in response time by P3 are no clear winner and
    runner-up unless the same one leads by as much with their response times alike. A response
    time that weighs nothing cannot make a tie, nor can bounds of I/O evidence, which the draws
    hold already.
    """
    first, second = recommend(options, rule), find_rival(options)
    if first is None:
        return (DoubtReason.NOBODY,)
    if second is None:
        return ()
    if rule is Rule.LOWEST_PRICE:
        return (DoubtReason.PRICE,) if _cost_and_provision_alike(first, second) else ()
    result = []
    if first.first_share is not None and first.first_share < LEAST_FIRST_SHARE:
        result.append(DoubtReason.SHARE)
    if lead_in_points(first, second) < LEAST_MARGIN:
        result.append(DoubtReason.MARGIN)
    measured = _counts_response_time(first) and not {first.basis, second.basis} & _BOUNDS
    is_close = lead_at_common_response(first, second) < LEAST_MARGIN
    if measured and is_close and are_response_times_tied(first, second, comparisons):
        result.append(DoubtReason.TIE)
    return tuple(result)


def _cost_and_provision_alike(first: OptionAnswer, second: OptionAnswer) -> bool:
    """Return whether price and, as the tie-break, provisioning time are the same."""
    alike = price_as_float(first) == price_as_float(second)
    return alike and first.provisioning_s.point == second.provisioning_s.point


def lead_in_points(first: OptionAnswer, second: OptionAnswer) -> float:
    """Return by how many points one option's value is above another's."""
    return (first.value.point or 0.0) - (second.value.point or 0.0)


def lead_at_common_response(first: OptionAnswer, second: OptionAnswer) -> float:
    """Return the lead with both response times at their common mean (MODEL D7.8).

    Each then earns the same by it, so that the lead is what all other criteria make of it.
    """
    return lead_in_points(first, second) - (
        _response_contribution(first) - _response_contribution(second)
    )


def _response_contribution(option: OptionAnswer) -> float:
    cells = (cell for cell in option.scores if cell.criterion == Criterion.RESPONSE_TIME)
    return sum(cell.contribution or 0.0 for cell in cells)


def _counts_response_time(option: OptionAnswer) -> bool:
    """Return whether its response time earned the option any of its points."""
    cells = (cell for cell in option.scores if cell.criterion == Criterion.RESPONSE_TIME)
    return any(cell.contribution for cell in cells)


def are_response_times_tied(
    first: OptionAnswer, second: OptionAnswer, comparisons: Sequence[ResponseComparison]
) -> bool:
    """Return whether the response times of two options cannot be told apart.

    The test of their runs decides; where none could be made, whether the intervals overlap. Below
    the lowest measured load an interval reaches down to nothing.
    """
    pair = {first.option.name, second.option.name}
    tested = next((c for c in comparisons if set(c.options) == pair), None)
    if tested is not None:
        return tested.tied
    a, b = first.response_s, second.response_s
    if a.high is None or b.high is None:
        return False
    return (a.low or 0.0) <= b.high and (b.low or 0.0) <= a.high


def compute_opinions(
    question: DecisionProblem, options: Sequence[OptionAnswer]
) -> tuple[Opinion, ...]:
    """Return how the passing options stand by each set of weights; empty without stakeholders.

    The study's own weights come first, then each stakeholder's, then the mean of those.
    """
    weighting, settings = question.weighting, question.own_settings
    if not weighting.stakeholders:
        return ()
    decider = weighting.decider
    own = _build_opinion("", weighting.method, weights_from_swings(settings), question, options)
    result = [replace(own, decides=decider is Decider.STUDY)]
    for each in weighting.stakeholders:
        weights = weights_from_swings(settings_with_swings_of(settings, each))
        heard = _build_opinion(each.name, each.method, weights, question, options)
        decides = decider is Decider.STAKEHOLDER and weighting.decider_name == each.name
        result.append(replace(heard, decides=decides))
    mean = _build_opinion("", Method.SWINGS, mean_weights(settings, weighting), question, options)
    return (*result, replace(mean, is_mean=True, decides=decider is Decider.MEAN))


def _build_opinion(
    name: str,
    method: Method,
    weights: Floats,
    question: DecisionProblem,
    options: Sequence[OptionAnswer],
) -> Opinion:
    values = [
        None
        if option.rank is None
        else sum(
            weight * (cell.points.point or 0.0)
            for weight, cell in zip(weights.tolist(), option.scores, strict=True)
        )
        for option in options
    ]
    order = sorted(
        (i for i, value in enumerate(values) if value is not None),
        key=lambda i: (-round(values[i] or 0.0, 9), options[i].rank or 0),
    )
    ranks = {index: place for place, index in enumerate(order, start=1)}
    return Opinion(
        name=name,
        is_mean=False,
        method=method,
        weights=tuple(
            (setting.criterion, weight)
            for setting, weight in zip(question.own_settings, weights.tolist(), strict=True)
        ),
        values=tuple(values),
        ranks=tuple(ranks.get(index) for index in range(len(options))),
        decides=False,
    )
