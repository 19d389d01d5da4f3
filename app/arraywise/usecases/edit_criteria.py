"""Weights and value functions."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.decision.scoring import (
    STUDY,
    confirm_swings,
    derive_price_range,
    find_stakeholder,
    judgements_of,
    pair_matrix,
    rescale_swings,
    set_weights,
    stretches,
    swings_of,
    weigh_pairs,
    weights_from_ranks,
    weights_of,
)
from arraywise.analysis.decision.sensitivity import set_weight
from arraywise.domain.criteria import Judgement, Method, kind_of
from arraywise.domain.messages import UserError, message
from arraywise.store.writing.inputs import write_price_range
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.decide_study import prices_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.decision.scoring import Criteria
    from arraywise.domain.criteria import Criterion, CriterionSetting, Weighting
    from arraywise.domain.decision import Answer, Consistency
    from arraywise.store.study import Study


def renew_price_range(study: Study, answer: Answer) -> None:
    """Fit the range to the present prices: the user asked for it, which confirms it.

    Raises UserError when no option has a price.
    """
    ends = derive_price_range(prices_of(answer))
    if ends is None:
        message = "No option has a price yet."
        raise UserError(message)
    with transaction(study, "price range") as cursor:
        write_price_range(cursor, ends, confirmed=True)


def set_price_range(study: Study, best: float, limit: float) -> None:
    """Store the range that prices are valued over as the user confirms or gives it.

    Args:
        study: the study.
        best: price worth 100 points, in the study's currency.
        limit: price worth 0 points.

    Raises:
        UserError: When these are no prices, or the better one is not the lower one.
    """
    if not (math.isfinite(limit) and 0 <= best < limit):
        sentence = message(
            "The price for 100 points must be below that for 0 points: {best:,.10g},"
            " {limit:,.10g}.",
            best=best,
            limit=limit,
        )
        raise UserError(sentence)
    with transaction(study, "price range") as cursor:
        write_price_range(cursor, (limit, best), confirmed=True)


def move_weight(
    criteria: Sequence[CriterionSetting], criterion: Criterion, weight: float
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with one weight, 0 to 1, set and the others rescaled in proportion.

    The swings that come back add up to 100, so that they read as percents.
    """
    swings = np.array([setting.swing for setting in criteria], dtype=float)
    index = next(i for i, setting in enumerate(criteria) if setting.criterion == criterion)
    moved = set_weight(swings / max(float(swings.sum()), 1e-300), index, weight) * 100
    return _with_swings(criteria, moved.tolist())


def add_criterion(
    criteria: Sequence[CriterionSetting], criterion: Criterion
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with one more at the end, with the swing that it is offered with."""
    return (*criteria, kind_of(criterion).setting)


def remove_criterion(
    criteria: Sequence[CriterionSetting], weighting: Weighting, criterion: Criterion
) -> tuple[CriterionSetting, ...]:
    """Return the criteria without one.

    Raises UserError when somebody gave no weight to anything else.
    """
    left = tuple(setting for setting in criteria if setting.criterion != criterion)
    for settings in (left, *(swings_of(left, person) for person in weighting.stakeholders)):
        if not sum(setting.swing for setting in settings):
            message = "At least one criterion must have a swing above zero."
            raise UserError(message)
    return left


def judged_among(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria that count: without a target the response time does not."""
    counted = {setting.criterion for setting in used}
    return tuple(setting for setting in criteria if setting.criterion in counted)


def with_rest(
    criteria: Sequence[CriterionSetting], given: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return all criteria, with what was given for some of them."""
    known = {setting.criterion: setting for setting in given}
    return tuple(known.get(setting.criterion, setting) for setting in criteria)


def with_swing(
    criteria: Sequence[CriterionSetting], criterion: Criterion, swing: float
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with one swing set, the others as they are."""
    return tuple(replace(s, swing=swing) if s.criterion == criterion else s for s in criteria)


def equal_weights(criteria: Sequence[CriterionSetting]) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the same weight each."""
    return _with_swings(criteria, [100 / len(criteria)] * len(criteria))


def order_weights(
    criteria: Sequence[CriterionSetting], order: Iterable[Criterion]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the weights of their order alone, the most important first."""
    places = {criterion: place for place, criterion in enumerate(order)}
    weights = weights_from_ranks(len(criteria))
    swings = (100 * weights / weights.max()).tolist()
    return _with_swings(criteria, [swings[places[s.criterion]] for s in criteria])


def compare_in_pairs(
    criteria: Sequence[CriterionSetting], judgements: Sequence[Judgement]
) -> tuple[tuple[CriterionSetting, ...], Consistency]:
    """Return the criteria with the weights of pairwise judgements, and how well these agree.

    Raises UserError when a ratio is no positive number.
    """
    matrix = pair_matrix([setting.criterion for setting in criteria], judgements)
    weights, consistency = weigh_pairs(matrix)
    return _with_swings(criteria, (100 * weights / weights.max()).tolist()), consistency


def _with_swings(
    criteria: Sequence[CriterionSetting], swings: Sequence[float]
) -> tuple[CriterionSetting, ...]:
    return tuple(
        replace(setting, swing=min(100.0, max(0.0, round(swing, 6))))
        for setting, swing in zip(criteria, swings, strict=True)
    )


def rescale_weights(
    criteria: Sequence[CriterionSetting], weighting: Weighting, used: Sequence[CriterionSetting]
) -> tuple[Criteria, Weighting]:
    """Give everybody's weights in proportion to the ranges that the criteria have now.

    Pairs stay pairs: a ratio follows both ranges, and the judgements agree as well as before.
    An order stays an order, by the swings as they come out.
    """
    own, changed = tuple(criteria), weighting
    for owner in _owners(weighting):
        before = weights_of(own, changed, owner)
        method, pairs = _method_of(changed, owner), judgements_of(changed, owner)
        moved = rescale_swings(before, used)
        if method is Method.RANKS:
            order = sorted(moved, key=lambda setting: -setting.swing)
            moved = order_weights(moved, [setting.criterion for setting in order])
        pairs = _range_of(pairs, before, used)
        own, changed = set_weights(own, changed, owner, moved, method=method, judgements=pairs)
    return own, changed


def confirm_weights(
    criteria: Sequence[CriterionSetting], weighting: Weighting, used: Sequence[CriterionSetting]
) -> tuple[Criteria, Weighting]:
    """Take everybody's weights as given for the anchors that there are now."""
    own, changed = tuple(criteria), weighting
    for owner in _owners(weighting):
        stored = confirm_swings(weights_of(own, changed, owner), used)
        method, pairs = _method_of(changed, owner), judgements_of(changed, owner)
        own, changed = set_weights(own, changed, owner, stored, method=method, judgements=pairs)
    return own, changed


def _owners(weighting: Weighting) -> tuple[str, ...]:
    return (STUDY, *(person.name for person in weighting.stakeholders))


def _method_of(weighting: Weighting, owner: str) -> Method:
    person = find_stakeholder(weighting, owner)
    return weighting.method if person is None else person.method


def _range_of(
    judgements: Sequence[Judgement],
    before: Sequence[CriterionSetting],
    used: Sequence[CriterionSetting],
) -> tuple[Judgement, ...]:
    """Return all pairs with ratios for the present ranges; those nobody judged were equal."""
    if not judgements:
        return ()
    by = stretches(before, used)
    known = {(j.first, j.second): j.ratio for j in judgements}
    every = known | {
        (one.criterion, other.criterion): 1.0
        for place, one in enumerate(before)
        for other in before[place + 1 :]
        if not {(one.criterion, other.criterion), (other.criterion, one.criterion)} & known.keys()
    }
    return tuple(
        Judgement(*pair, ratio * by.get(pair[0], 1.0) / by.get(pair[1], 1.0))
        for pair, ratio in every.items()
    )
