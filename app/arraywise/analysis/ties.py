"""Which weights, nearest to the present ones, let a rival draw level (MODEL D7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.contest import NOBODY, pick_winners, stand
from arraywise.analysis.weight_stability import nearest_tie
from arraywise.domain.requirement import Rule
from arraywise.domain.sureness import NearestTie

if TYPE_CHECKING:
    from arraywise.analysis.question import Question
    from arraywise.analysis.vectors import Floats


def find_ties(question: Question) -> tuple[NearestTie, ...]:
    """Return the nearest tie with each option that passes, the nearest rival first.

    Empty where weights do not decide or there is no rival.
    """
    if question.requirement.rule is not Rule.BEST_VALUE or question.demand_tps <= 0:
        return ()
    target = np.array([question.requirement.response_time_s])
    standing = stand(question.contest, np.array([question.demand_tps]), target)
    first = int(pick_winners(question.contest, standing, question.weights)[0])
    if first == NOBODY:
        return ()
    points = np.nan_to_num(standing.points[:, :, 0], nan=0.0)
    rivals = [i for i in np.flatnonzero(standing.passes[:, 0]).tolist() if i != first]
    found = [_tie_with(question, rival, points[first] - points[rival]) for rival in rivals]
    return tuple(sorted(found, key=lambda tie: np.inf if tie.distance is None else tie.distance))


def _tie_with(question: Question, rival: int, lead: Floats) -> NearestTie:
    name = question.known[rival].facts.option.name
    tie = nearest_tie(lead, question.weights)
    if tie is None:
        return NearestTie(name, None, None)
    weights = tuple(
        (setting.criterion, float(weight))
        for setting, weight in zip(question.contest.settings, tie, strict=True)
    )
    return NearestTie(name, weights, float(np.linalg.norm(tie - question.weights)))
