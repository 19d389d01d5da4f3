"""Changes whose weights there are and whose decide; pure, written by `edit_criteria`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.deciders import swings_of
from arraywise.domain.weighting import Decider, Method, Stakeholder, Swing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.weighting import Judgement, Weighting

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


def give_weights(
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
