"""Brings all weights of a study up to date after anchors have moved; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.stale_weights import keep_swings, rescale_swings, stretches
from arraywise.domain.weighting import Judgement, Method
from arraywise.usecases.edit_criteria import order_weights
from arraywise.usecases.edit_weighting import (
    STUDY,
    find_stakeholder,
    give_weights,
    judgements_of,
    weights_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.weighting import Weighting
    from arraywise.usecases.edit_weighting import Criteria


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
        pairs = _stretch(pairs, before, used)
        own, changed = give_weights(own, changed, owner, moved, method=method, judgements=pairs)
    return own, changed


def keep_weights(
    criteria: Sequence[CriterionSetting], weighting: Weighting, used: Sequence[CriterionSetting]
) -> tuple[Criteria, Weighting]:
    """Take everybody's weights as given for the anchors that there are now."""
    own, changed = tuple(criteria), weighting
    for owner in _owners(weighting):
        kept = keep_swings(weights_of(own, changed, owner), used)
        method, pairs = _method_of(changed, owner), judgements_of(changed, owner)
        own, changed = give_weights(own, changed, owner, kept, method=method, judgements=pairs)
    return own, changed


def _owners(weighting: Weighting) -> tuple[str, ...]:
    return (STUDY, *(person.name for person in weighting.stakeholders))


def _method_of(weighting: Weighting, owner: str) -> Method:
    person = find_stakeholder(weighting, owner)
    return weighting.method if person is None else person.method


def _stretch(
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
