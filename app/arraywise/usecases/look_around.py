"""Looks around an answer: who wins elsewhere on the map, and what would change the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.decision_map import MapWindow, cut_map, draw_map
from arraywise.analysis.question import pose_question
from arraywise.analysis.ties import find_ties
from arraywise.analysis.tornado import draw_tornado
from arraywise.domain.sureness import Robustness
from arraywise.store.reading.facts import read_facts
from arraywise.usecases.decide_study import prepare, settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer, DecisionMap, MapCuts
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement
    from arraywise.store.study import Study
    from arraywise.usecases.decide_study import Prepared

Range = tuple[float, float]

REACH = 4.0
"""The map shows a quarter to four times of today's load and target."""


def decide_with_robustness(study: Study) -> tuple[Answer, Robustness]:
    """Answer the requirement of a study as it is stored, and say what would change the answer.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    facts = read_facts(study)
    prepared = prepare(facts)
    facts, found = settle(study, prepared, facts)
    return found, look_closer(prepared, facts)


def look_closer(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
) -> Robustness:
    """Return what moves the lead, and the weights nearest to today's at which rivals tie."""
    question = pose_question(prepared, facts, requirement, criteria)
    return Robustness(draw_tornado(question), find_ties(question))


def map_cuts(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    *,
    visits: Range | None = None,
    targets_s: Range | None = None,
) -> MapCuts:
    """Return who wins along the load and along the target, for the ribbons under the sliders.

    Args:
        prepared: from `prepare`.
        facts: the study.
        requirement: the point that the cuts run through; the study's own by default.
        criteria: in place of the study's own.
        visits: lowest and highest visits per month, above zero; by default a quarter to four
            times of those asked for.
        targets_s: lowest and highest target; by default a quarter to four times of today's.
    """
    question = pose_question(prepared, facts, requirement, criteria)
    return cut_map(question, _window(question.requirement, visits, targets_s))


def map_decision(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    *,
    visits: Range | None = None,
    targets_s: Range | None = None,
) -> DecisionMap:
    """Return the recommended option over visits per month x target, 200 x 200 points."""
    question = pose_question(prepared, facts, requirement, criteria)
    return draw_map(question, _window(question.requirement, visits, targets_s))


def _window(asked: Requirement, visits: Range | None, targets_s: Range | None) -> MapWindow:
    return MapWindow(
        visits=visits or _around(max(1.0, asked.visits_per_month)),
        targets_s=targets_s or _around(asked.response_time_s),
    )


def _around(today: float) -> Range:
    return today / REACH, today * REACH
