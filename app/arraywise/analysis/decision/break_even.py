"""What would change the recommendation; break-even prices.

All else stays: evidence, weights, and the anchors that prices are valued by.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.decision.problem import (
    NOBODY,
    SAME,
    build_problem,
    evaluate_today,
    find_passes,
    find_undecided,
    find_winners,
    pick_winners,
    total_values,
)
from arraywise.analysis.decision.sensitivity import stability_interval, weights_with_one_set
from arraywise.analysis.demand import break_even_reduction, most_needed_bytes, visits_per_month
from arraywise.domain.capacity import NO_REDUCTION
from arraywise.domain.criteria import Criterion, attribute_for_points, kind_of
from arraywise.domain.decision import (
    Change,
    round_load,
    round_visits,
    round_weight_range_to_percents,
)
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.messages import CodedSentence, message, rounded_milliseconds
from arraywise.domain.pricing import BreakEvenLoad, BreakEvenPrice
from arraywise.domain.requirement import LoadUnit, Rule, load_label, target_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.arrays import Floats, Ints
    from arraywise.analysis.decision.problem import DecisionProblem, OptionScores
    from arraywise.analysis.prepared import Candidate, PreparedEvidence
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts

WeightRanges = tuple[tuple[Criterion, float, float], ...]

STEPS = 240
"""Points of the first look in each direction."""
ZOOMS, ZOOM_STEPS = 2, 64
"""Each zoom divides the step that holds the change by 63: less than 1e-5 is left."""
_EVEN = np.linspace(0.0, 1.0, ZOOM_STEPS)
EVIDENCE_FOR = CodedSentence("evidence for", "Evidence for {option}")
REACH = 8.0
"""How many times less or more load or target is looked at."""


@dataclass(frozen=True, slots=True)
class _Search:
    """One direction: today's value times a growing or shrinking factor."""

    moves_load: bool
    upward: bool


SEARCHES = tuple(_Search(load, up) for load in (True, False) for up in (False, True))
FIRST_LOOK = np.array(
    [np.geomspace(1.0, REACH if search.upward else 1.0 / REACH, STEPS) for search in SEARCHES]
)
"""Factors of each search."""


def find_deciding_changes(
    question: DecisionProblem, today: OptionScores, earlier: tuple[Change, ...] | None = None
) -> tuple[tuple[Change, ...], WeightRanges]:
    """Return the nearest change in load, target and each weight that moves the recommendation.

    Sorted by how small the relative change is; what further tests could do comes last. Nothing is
    said of what changes nothing from an eighth to eight times of today's load and target, nor
    where no single option is recommended (the frontier). `earlier` changes are taken over instead
    of being searched.

    Returns:
        The changes, and between which weights each criterion leaves the recommendation as it is
        (empty where weights do not decide).
    """
    is_single = question.requirement.rule is not Rule.FRONTIER
    if not is_single or question.demand_tps <= 0 or not question.known:
        return (), ()
    ranges = weight_ranges(question, today)
    if earlier is not None:
        return earlier, ranges
    changes = [
        *_find_load_and_target_changes(
            question, int(pick_winners(question.model, today, question.weights)[0])
        ),
        *_find_weight_changes(question, today, ranges),
        *_find_evidence_changes(question, today),
        *_find_reduction_changes(question, today),
    ]
    by_size = sorted(changes, key=lambda c: abs(c.by) if c.by is not None else np.inf)
    return tuple(by_size), ranges


def _find_load_and_target_changes(question: DecisionProblem, today: int) -> Iterator[Change]:
    winners = _winners_on_grid(question, SEARCHES, FIRST_LOOK)
    rows = np.flatnonzero((winners != today).any(axis=1)).tolist()
    searches, grids, winners = [SEARCHES[row] for row in rows], FIRST_LOOK[rows], winners[rows]
    first = np.argmax(winners != today, axis=1)
    for _ in range(ZOOMS if rows else 0):
        grids = _geometric_grid(*_ends_around_change(grids, first))
        winners = _winners_on_grid(question, searches, grids)
        first = np.maximum(np.argmax(winners != today, axis=1), 1)
    last_same, _ = _ends_around_change(grids, first)
    for row, search in enumerate(searches):
        winner = int(winners[row, first[row]])
        yield _build_input_change(question, search, float(last_same[row]), winner)


def _ends_around_change(grids: Floats, first: Ints) -> tuple[Floats, Floats]:
    rows = np.arange(len(grids))
    return grids[rows, np.maximum(first - 1, 0)], grids[rows, first]


def _geometric_grid(starts: Floats, ends: Floats) -> Floats:
    """Return numbers in even ratios from starts to ends, both among them; a row each."""
    grids = starts[:, None] * (ends / starts)[:, None] ** _EVEN
    grids[:, -1] = ends  # however the powers were rounded
    return np.asarray(grids)


def _winners_on_grid(
    question: DecisionProblem, searches: Sequence[_Search], grids: Floats
) -> Ints:
    """Return the winners along all searches' factors at once; shape as `grids`."""
    by_load = np.array([[s.moves_load] for s in searches])
    rates = question.demand_tps * np.where(by_load, grids, 1.0).ravel()
    targets = question.requirement.target_s * np.where(by_load, 1.0, grids).ravel()
    winners = find_winners(question.model, question.weights, rates, targets)
    return winners.reshape(grids.shape)


def _build_input_change(
    question: DecisionProblem, search: _Search, factor: float, winner: int
) -> Change:
    asked, up = question.requirement, search.upward
    if search.moves_load:
        unit, load = asked.stated_load
        what, to = load_label(asked), _describe_load(unit, load * factor, upward=up)
    else:
        what, to = target_label(asked), _describe_target(asked.target_s * factor, upward=up)
    return Change(what, to, factor - 1.0, question.name_winner(winner))


LOAD_LIMITS = {
    LoadUnit.TPS: ("below {load:,.10g} tx/s", "above {load:,.10g} tx/s"),
    LoadUnit.TPM: ("below {load:,.10g} tx/min", "above {load:,.10g} tx/min"),
    LoadUnit.USERS: ("below {load:,.10g} users", "above {load:,.10g} users"),
    LoadUnit.IOPS: ("below {load:,.10g} I/Os a second", "above {load:,.10g} I/Os a second"),
    LoadUnit.AWR: (
        "below {load:,.10g} times the AWR report\u2019s load",
        "above {load:,.10g} times the AWR report\u2019s load",
    ),
}


def _describe_load(unit: LoadUnit, exact: float, *, upward: bool) -> Message:
    """Describe a limit of the load in the unit that the requirement states it in."""
    if unit is LoadUnit.VISITS:
        return _describe_visits(exact, upward=upward)
    load = float(round(exact)) if unit is LoadUnit.USERS else round_load(exact)
    return message(LOAD_LIMITS[unit][upward], load=load)


def _describe_visits(exact: float, *, upward: bool) -> Message:
    visits = round_visits(exact)
    if visits < 1e6:
        return message("above {visits:,.0f}" if upward else "below {visits:,.0f}", visits=visits)
    template = "above {millions:,.1f} million" if upward else "below {millions:,.1f} million"
    return message(template, millions=visits / 1e6)


def _describe_target(target_s: float, *, upward: bool) -> Message:
    template = "above {target:,.10g} ms" if upward else "below {target:,.10g} ms"
    return message(template, target=rounded_milliseconds(target_s))


def weight_ranges(question: DecisionProblem, standing: OptionScores) -> WeightRanges:
    """Return between which weights each criterion leaves the recommendation as it is (D7.1).

    Empty where nothing is recommended by value or there is no other option that passes.
    """
    model = question.model
    today = int(pick_winners(model, standing, question.weights)[0])
    rivals = [i for i in np.flatnonzero(standing.passes[:, 0]).tolist() if i != today]
    if model.requirement.rule is not Rule.BEST_VALUE or today == NOBODY or not rivals:
        return ()
    points = np.nan_to_num(standing.points[:, :, 0], nan=0.0)
    leads = points[today] - points[rivals]
    return tuple(
        (setting.criterion, *stability_interval(leads, question.weights, index))
        for index, setting in enumerate(model.settings)
    )


def _find_weight_changes(
    question: DecisionProblem, standing: OptionScores, ranges: WeightRanges
) -> Iterator[Change]:
    """Return each weight's nearest flips."""
    flips = []
    for index, (criterion, low, high) in enumerate(ranges):
        least, most = round_weight_range_to_percents(low, high, float(question.weights[index]))
        ends = ((low, -1e-6, least), (high, 1e-6, most))
        flips += [(index, criterion, *end) for end in ends if 0.0 < end[0] < 1.0]
    if not flips:
        return
    moved = [
        weights_with_one_set(question.weights, index, end + by) for index, _, end, by, _ in flips
    ]
    winners = pick_winners(question.model, standing.repeat_point(len(flips)), np.array(moved).T)
    for (index, criterion, end, by, shown), winner in zip(flips, winners.tolist(), strict=True):
        weight = float(question.weights[index])
        yield Change(
            kind_of(criterion).weight_label,
            message(
                "above {percent:.10g} %" if by > 0 else "below {percent:.10g} %", percent=shown
            ),
            end / weight - 1.0 if weight > 0 else None,
            question.name_winner(winner),
        )


def _find_evidence_changes(question: DecisionProblem, standing: OptionScores) -> Iterator[Change]:
    """Name the options that would be recommended if a further test showed them to pass."""
    model = question.model
    undecided = find_undecided(model, *question.point)
    for index in np.flatnonzero(undecided[:, 0]).tolist():
        shown = standing.passes.copy()
        shown[index] = True
        if pick_winners(model, replace(standing, passes=shown), question.weights)[0] == index:
            name = question.known[index].facts.option.name
            what = message(EVIDENCE_FOR, option=name)
            yield Change(what, message("shown to meet the requirement"), None, name)


def _find_reduction_changes(question: DecisionProblem, standing: OptionScores) -> Iterator[Change]:
    """Return the reduction ratio at which an option holds what is needed, where that decides.

    Only of options whose ratio is stated: others hold what they hold (MODEL F1).
    """
    model, asked = question.model, question.requirement
    needed = most_needed_bytes(asked)
    today = int(pick_winners(model, standing, question.weights)[0])
    for index, candidate in enumerate(model.candidates if needed is not None else ()):
        option, capacity = candidate.option, candidate.option.capacity
        ratio = break_even_reduction(option, needed or 0.0)
        if capacity is None or ratio is None or capacity.reduction == NO_REDUCTION:
            continue
        enough = ratio <= capacity.reduction.least
        if enough != (index == today):
            continue
        passes = standing.passes.copy()
        passes[index] = not enough and _passes_with_reduction(question, index, ratio)
        winner = int(pick_winners(model, replace(standing, passes=passes), question.weights)[0])
        if winner != today:
            yield Change(
                message("Reduction ratio of {option}", option=option.name),
                message(
                    "below {ratio:.2f} : 1" if enough else "above {ratio:.2f} : 1", ratio=ratio
                ),
                ratio / capacity.reduction.likely - 1.0,
                question.name_winner(winner),
            )


def _passes_with_reduction(question: DecisionProblem, index: int, ratio: float) -> bool:
    """Return whether an option passes at the demand if its data are reduced so far."""
    candidate = question.model.candidates[index]
    option = candidate.option
    enough = LeastLikelyMost(ratio, ratio, ratio)
    capacity = option.capacity and replace(option.capacity, reduction=enough)
    changed = replace(candidate, option=replace(option, capacity=capacity))
    alone = replace(question.model, candidates=(changed,))
    return bool(find_passes(alone, *question.point)[0, 0])


def find_break_even_prices(question: DecisionProblem) -> tuple[BreakEvenPrice, ...]:
    """Return up to which price the recommended option stays so, and rivals would draw level.

    The recommended option stays so up to the budget at most, and may lose to an option without a
    price. Options that do not pass, have no price, or that no price above zero brings level are
    left out. Empty under rules that recommend nobody.
    """
    rule = question.requirement.rule
    if question.demand_tps <= 0 or not question.known or rule is Rule.FRONTIER:
        return ()
    scores = evaluate_today(question)
    first = int(pick_winners(question.model, scores, question.weights)[0])
    passing = np.flatnonzero(scores.passes[:, 0]).tolist()
    others = [i for i in passing if i != first]
    rivals = [i for i in others if question.known[i].price is not None]
    if first == NOBODY or not others or question.known[first].price is None:
        return ()
    if rule is Rule.LOWEST_PRICE:
        prices = {i: float(p.total) for i in (first, *rivals) if (p := question.known[i].price)}
        nearest = min(rivals, key=lambda i: prices[i], default=first)
        pairs = [(first, nearest), *((i, first) for i in rivals)] if rivals else []
        return tuple(_build_break_even_price(question, a, b, prices[b]) for a, b in pairs)
    criteria = [setting.criterion for setting in question.model.settings]
    place = criteria.index(Criterion.PRICE) if Criterion.PRICE in criteria else None
    if place is None or question.weights[place] <= 0:
        return ()
    values = total_values(scores.points, question.weights)[:, 0]
    points = np.nan_to_num(scores.points[:, place, 0], nan=0.0)
    without_price = values - question.weights[place] * points
    nearest = max(others, key=lambda i: values[i])
    pairs = [(first, nearest), *((i, first) for i in rivals)]
    level, *result = [
        _break_even_with(question, place, without_price, values, pair) for pair in pairs
    ]
    within = _limit_by_budget(question, first, level)
    return tuple(each for each in (within, *result) if each is not None)


def _limit_by_budget(
    question: DecisionProblem, first: int, level: BreakEvenPrice | None
) -> BreakEvenPrice | None:
    """Let the recommended option stay so no longer than it keeps within the budget."""
    budget = question.requirement.budget
    if budget is None or (level is not None and level.price <= budget):
        return level
    return _build_break_even_price(question, first, None, float(budget))


def _break_even_with(
    question: DecisionProblem,
    place: int,
    without_price: Floats,
    values: Floats,
    pair: tuple[int, int],
) -> BreakEvenPrice | None:
    """Return the price of the first of a pair that gives it the value of the second."""
    option, against = pair
    needed = (values[against] - without_price[option]) / question.weights[place]
    price = attribute_for_points(float(needed), question.model.settings[place].corners)
    return None if price is None else _build_break_even_price(question, option, against, price)


def _build_break_even_price(
    question: DecisionProblem, option: int, against: int | None, price: float
) -> BreakEvenPrice:
    known = question.known[option]
    rival = None if against is None else question.known[against].facts.option.name
    today = Decimal(0) if known.price is None else known.price.total
    unit = Decimal(f"{price:.6f}").to_integral_value(ROUND_FLOOR)
    return BreakEvenPrice(known.facts.option.name, rival, unit, today)


_MOST_LOADS = 4
"""Loads that are named of a pair: a price with many steps may cross another one often."""


def find_break_even_loads(question: DecisionProblem) -> tuple[BreakEvenLoad, ...]:
    """Return the loads at which the cheaper option of a pair changes (MODEL F3).

    From an eighth to eight times of the demand; only pairs of which a price follows the load.
    """
    demand = question.demand_tps
    priced = [c for c in question.model.candidates if c.price is not None]
    pairs = [pair for pair in combinations(priced, 2) if any(c.price_table for c in pair)]
    if demand <= 0:
        return ()
    found = [load for pair in pairs for load in _find_price_crossings(question, *pair)]
    return tuple(sorted(found, key=lambda load: abs(math.log(load.rate_tps / demand))))


def _find_price_crossings(
    question: DecisionProblem, one: Candidate, other: Candidate
) -> list[BreakEvenLoad]:
    demand = question.demand_tps
    low, high = demand / REACH, demand * REACH
    tables = [c.price_table for c in (one, other) if c.price_table is not None]
    inside = [table.loads_between(low, high) for table in tables]
    rates = np.unique(np.concatenate(([low], *inside, [high])))
    gap = one.unrounded_prices_at(rates) - other.unrounded_prices_at(rates)
    known = np.isfinite(gap) & (np.abs(gap) > SAME)  # where both cost the same none is cheaper
    rates, gap = rates[known], gap[known]
    changes = np.flatnonzero(np.sign(gap[:-1]) != np.sign(gap[1:]))
    shares = gap[changes] / (gap[changes] - gap[changes + 1])
    loads = rates[changes] + shares * (rates[changes + 1] - rates[changes])
    nearest = np.argsort(np.abs(np.log(loads / demand)))[:_MOST_LOADS].tolist()
    result = []
    for at in nearest:
        below, above = (one, other) if gap[changes[at]] < 0 else (other, one)
        rate_tps = float(loads[at])
        result.append(
            BreakEvenLoad(
                cheaper_below=below.option.name,
                cheaper_above=above.option.name,
                rate_tps=rate_tps,
                visits_per_month=visits_per_month(question.requirement, rate_tps),
                price=Decimal(f"{below.unrounded_prices_at(np.array([rate_tps]))[0]:.2f}"),
            )
        )
    return result


def break_even_prices(
    prepared: PreparedEvidence,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
) -> tuple[BreakEvenPrice, ...]:
    """Return what `find_break_even_prices` finds of a study.

    Raises a `UserError` where the requirement or a setting makes no sense.
    """
    return find_break_even_prices(build_problem(prepared, facts, requirement, criteria))
