"""Whose weights; pairwise comparison; stale swings.

Source: Saaty, A Scaling Method for Priorities in Hierarchical Structures, Journal of Mathematical
Psychology 15 (1977): weights are the principal eigenvector, the index is compared with that of
random judgements.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.decision.scoring import weights_from_swings
from arraywise.domain.criteria import Criterion, Decider, Method, Stakeholder, Swing
from arraywise.domain.decision import Consistency, StaleWeight
from arraywise.domain.messages import UserError, message
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.criteria import CriterionSetting, Judgement, Weighting
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement


def deciding_settings(
    settings: Sequence[CriterionSetting], weighting: Weighting
) -> tuple[CriterionSetting, ...]:
    """Return the settings with the swings of whoever decides.

    Raises:
        UserError: when nobody of that name is a stakeholder, or a stakeholder's swings make no
            sense.
    """
    if weighting.decider is Decider.STUDY or not weighting.stakeholders:
        return tuple(settings)
    if weighting.decider is Decider.MEAN:
        weights = 100.0 * mean_weights(settings, weighting)
        return tuple(
            replace(setting, swing=float(swing), judged=_estimated_times(setting, weighting))
            for setting, swing in zip(settings, weights, strict=True)
        )
    return swings_of(settings, _find(weighting))


def _estimated_times(
    setting: CriterionSetting, weighting: Weighting
) -> tuple[float, float] | None:
    """Return for which anchors stakeholders gave their swings: other ones before the present."""
    every = [
        swing.judged
        for stakeholder in weighting.stakeholders
        for swing in stakeholder.swings
        if swing.criterion == setting.criterion and swing.judged is not None
    ]
    now = (setting.limit, setting.aspiration)
    return next((judged for judged in every if judged != now), next(iter(every), None))


def _find(weighting: Weighting) -> Stakeholder:
    for stakeholder in weighting.stakeholders:
        if stakeholder.name == weighting.decider_name:
            return stakeholder
    sentence = message("There is no stakeholder named {name}.", name=weighting.decider_name)
    raise UserError(sentence)


def swings_of(
    settings: Sequence[CriterionSetting], stakeholder: Stakeholder
) -> tuple[CriterionSetting, ...]:
    """Return the settings with a stakeholder's swings; what was not judged weighs nothing."""
    own = {swing.criterion: swing for swing in stakeholder.swings}
    return tuple(
        replace(
            setting,
            swing=own[setting.criterion].swing if setting.criterion in own else 0.0,
            judged=own[setting.criterion].judged if setting.criterion in own else None,
        )
        for setting in settings
    )


def mean_weights(settings: Sequence[CriterionSetting], weighting: Weighting) -> Floats:
    """Return the mean of the stakeholders' weights."""
    every = [weights_from_swings(swings_of(settings, s)) for s in weighting.stakeholders]
    return np.asarray(np.mean(every, axis=0))


RANDOM_INDEX = (0.0, 0.0, 0.0, 0.58, 0.90, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49)
"""Mean index of random judgements by the number of criteria."""


def pair_matrix(criteria: Sequence[Criterion], judgements: Sequence[Judgement]) -> Floats:
    """Return the reciprocal matrix of judgements; pairs that nobody judged are equal.

    Raises:
        UserError: when a ratio is no positive number.
    """
    places = {criterion: place for place, criterion in enumerate(criteria)}
    matrix = np.ones((len(criteria), len(criteria)))
    for judged in judgements:
        if not 0 < judged.ratio < np.inf:
            sentence = "A ratio of two criteria must be a number above zero."
            raise UserError(sentence)
        if judged.first in places and judged.second in places:
            row, column = places[judged.first], places[judged.second]
            matrix[row, column], matrix[column, row] = judged.ratio, 1.0 / judged.ratio
    return matrix


def weigh_pairs(matrix: Floats) -> tuple[Floats, Consistency]:
    """Return the weights of a reciprocal matrix and how consistent it is."""
    count = len(matrix)
    values, vectors = np.linalg.eig(matrix)
    largest = int(np.argmax(values.real))
    weights = np.abs(vectors[:, largest].real)
    eigenvalue = float(values[largest].real)
    index = max(0.0, (eigenvalue - count) / (count - 1)) if count > 1 else 0.0
    random = RANDOM_INDEX[min(count, len(RANDOM_INDEX) - 1)]
    ratio = index / random if random > 0 else 0.0
    return np.asarray(weights / weights.sum()), Consistency(eigenvalue, index, ratio)


def find_stale(settings: Iterable[CriterionSetting]) -> tuple[StaleWeight, ...]:
    """Return the swings that were given for other anchors; settings as used, anchors filled."""
    return tuple(
        StaleWeight(setting.criterion, setting.judged, now)
        for setting in settings
        if setting.judged is not None
        and (now := range_of(setting)) is not None
        and not _are_close(setting.judged, now)
    )


def range_of(setting: CriterionSetting) -> tuple[float, float] | None:
    """Return limit and aspiration; None while they are open."""
    if setting.limit is None or setting.aspiration is None:
        return None
    return setting.limit, setting.aspiration


def _are_close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    scale = max(map(abs, (*one, *other)))
    return all(abs(a - b) <= 1e-9 * scale for a, b in zip(one, other, strict=True))


def rank_by_rule(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the present anchors as those that their swings are given for.

    Args:
        criteria: as stored.
        used: the same with their anchors filled in.
    """
    ranges = {setting.criterion: range_of(setting) for setting in used}
    return tuple(replace(setting, judged=ranges.get(setting.criterion)) for setting in criteria)


def confirm_swings(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with their swings taken as given for the present anchors.

    A swing that nobody gave stays one that nobody gave.
    """
    judged = rank_by_rule(criteria, used)
    return tuple(
        own if own.judged is None else now for own, now in zip(criteria, judged, strict=True)
    )


def rescale_swings(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return swings for the present anchors: a step half as wide matters half as much.

    Linear: s' = s x range' / range (MODEL D5). Where that passes 100 all swings shrink alike.
    """
    by = stretches(criteria, used)
    swings = [setting.swing * by[setting.criterion] for setting in criteria]
    most = max([*swings, 100.0])
    moved = [
        replace(setting, swing=100.0 * swing / most)
        for setting, swing in zip(criteria, swings, strict=True)
    ]
    return rank_by_rule(moved, used)


def stretches(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> dict[Criterion, float]:
    """Return how many times as wide each range is as the one that its swing was given for."""
    ranges = {setting.criterion: range_of(setting) for setting in used}
    return {s.criterion: _range_of(s.judged, ranges.get(s.criterion)) for s in criteria}


def _range_of(judged: tuple[float, float] | None, now: tuple[float, float] | None) -> float:
    if judged is None or now is None:
        return 1.0
    before, after = (abs(limit - aspiration) for limit, aspiration in (judged, now))
    return after / before if before > 0 and math.isfinite(after) else 1.0


def find_prices_outside(
    own: Iterable[CriterionSetting],
    settled: tuple[float, float] | None,
    options: Iterable[OptionAnswer],
) -> tuple[str, ...]:
    """Name the options whose price lies beyond the range that was settled: it may be renewed.

    Args:
        own: the criteria as the client gave them; anchors that are theirs are not doubted.
        settled: limit and aspiration of the price as they were derived once.
        options: with their prices.
    """
    price = next((s for s in own if s.criterion is Criterion.PRICE), None)
    if price is None or settled is None or price.limit is not None:
        return ()
    low, high = min(settled), max(settled)
    return tuple(
        option.option.name
        for option in options
        if option.price is not None and not low <= float(option.price.total) <= high
    )


Criteria = tuple["CriterionSetting", ...]
STUDY = ""
"""In the place of a stakeholder's name: the study's own weights."""


def weights_of(criteria: Sequence[CriterionSetting], weighting: Weighting, owner: str) -> Criteria:
    """Return the criteria with the swings of a stakeholder, or the study's own."""
    person = find_stakeholder(weighting, owner)
    return tuple(criteria) if person is None else swings_of(criteria, person)


def judgements_of(weighting: Weighting, owner: str) -> tuple[Judgement, ...]:
    """Return the pairs that somebody's weights come from."""
    person = find_stakeholder(weighting, owner)
    return weighting.judgements if person is None else person.judgements


def find_stakeholder(weighting: Weighting, owner: str) -> Stakeholder | None:
    """Return the stakeholder of a name; None for the study's own weights."""
    return next((s for s in weighting.stakeholders if s.name == owner and owner), None)


def open_for_target(
    criteria: Sequence[CriterionSetting],
    weighting: Weighting,
    before: Requirement,
    after: Requirement,
) -> tuple[Criteria, Weighting]:
    """Return both without what was given for a response time where an I/O is judged now.

    And the reverse. Anchors of the one would score the other silently, and a swing that was
    given for its range says nothing of the other's.
    """
    if not _judges_otherwise(before, after):
        return tuple(criteria), weighting
    opened = tuple(
        replace(s, limit=None, target=None, aspiration=None, judged=None, further=())
        if s.criterion == Criterion.RESPONSE_TIME
        else s
        for s in criteria
    )
    people = tuple(
        replace(
            person,
            swings=tuple(
                replace(each, judged=None) if each.criterion == Criterion.RESPONSE_TIME else each
                for each in person.swings
            ),
        )
        for person in weighting.stakeholders
    )
    return opened, replace(weighting, stakeholders=people)


def describe_opened(
    criteria: Sequence[CriterionSetting], before: Requirement, after: Requirement
) -> Message | None:
    """Say that anchors were given for the other kind of target; None where none were."""
    given = (
        anchor
        for s in criteria
        if s.criterion == Criterion.RESPONSE_TIME
        for anchor in (s.limit, s.target, s.aspiration)
    )
    if not _judges_otherwise(before, after) or all(anchor is None for anchor in given):
        return None
    return message(
        "The anchors given for the old target are removed; they follow the new one. Undo brings"
        " them back."
    )


def _judges_otherwise(before: Requirement, after: Requirement) -> bool:
    return (before.goal is Goal.STORAGE_LATENCY) != (after.goal is Goal.STORAGE_LATENCY)


def set_weights(
    criteria: Sequence[CriterionSetting],
    weighting: Weighting,
    owner: str,
    given: Sequence[CriterionSetting],
    *,
    method: Method = Method.SWINGS,
    judgements: tuple[Judgement, ...] = (),
) -> tuple[Criteria, Weighting]:
    """Return criteria and weighting with other weights of one owner.

    Args:
        criteria: the study's own.
        weighting: the present one.
        owner: a stakeholder's name, or `STUDY`.
        given: the criteria with the owner's new swings and the ranges they were given for.
        method: how they were given.
        judgements: the pairs that they come from, with `Method.PAIRS`.
    """
    person = find_stakeholder(weighting, owner)
    if person is None:
        own = tuple(
            replace(setting, swing=new.swing, judged=new.judged)
            for setting, new in zip(criteria, given, strict=True)
        )
        return own, replace(weighting, method=method, judgements=judgements)
    swings = tuple(Swing(s.criterion, s.swing, s.judged) for s in given)
    changed = Stakeholder(person.name, swings, method, judgements)
    people = tuple(changed if s is person else s for s in weighting.stakeholders)
    return tuple(criteria), replace(weighting, stakeholders=people)


def add_stakeholder(
    criteria: Sequence[CriterionSetting], weighting: Weighting, name: str
) -> Weighting:
    """Return the weighting with one stakeholder more, who begins with the study's weights."""
    swings = tuple(Swing(s.criterion, s.swing, s.judged) for s in criteria)
    added = Stakeholder(name.strip(), swings, weighting.method, weighting.judgements)
    return replace(weighting, stakeholders=(*weighting.stakeholders, added))


def remove_stakeholder(weighting: Weighting, name: str) -> Weighting:
    """Return the weighting without a stakeholder; if they decided, the study's weights do."""
    people = tuple(s for s in weighting.stakeholders if s.name != name)
    left = replace(weighting, stakeholders=people)
    gone = weighting.decider is Decider.STAKEHOLDER and weighting.decider_name == name
    return decide_by(left, Decider.STUDY) if gone or not people else left


def decide_by(weighting: Weighting, decider: Decider, name: str = "") -> Weighting:
    """Return the weighting with somebody else's weights deciding."""
    return replace(weighting, decider=decider, decider_name=name)
