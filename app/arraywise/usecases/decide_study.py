"""Decides a study: what changes with the evidence is done once, the rest on every edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision_map import MapWindow, cut_map, draw_map
from arraywise.analysis.prepared_study import Prepared, prepare_study
from arraywise.analysis.question import pose_question
from arraywise.analysis.sensitivity import DRAWS
from arraywise.domain.decision import MapCuts
from arraywise.store.reading.facts import read_facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Answer, CriterionSetting, DecisionMap
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement
    from arraywise.store.study import Study

__all__ = [
    "MapCuts",
    "MapWindow",
    "Prepared",
    "answer",
    "decide_study",
    "map_cuts",
    "map_decision",
    "prepare",
]

REACH = 4.0
"""The map shows a quarter to four times of today's load and target."""


def prepare(facts: StudyFacts) -> Prepared:
    """Work out what only the evidence changes; needed again when files or their options change."""
    return prepare_study(facts)


def answer(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    draws: int = DRAWS,
) -> Answer:
    """Answer a requirement in milliseconds; the study's own unless another one is given.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    return answer_requirement(prepared, facts, requirement, criteria, draws)


def decide_study(study: Study) -> Answer:
    """Answer the requirement of a study as it is stored.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    facts = read_facts(study)
    return answer(prepare(facts), facts)


def map_cuts(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    points: int = 200,
    window: MapWindow | None = None,
) -> MapCuts:
    """Return who wins along the load and along the target, for the ribbons under the sliders.

    Args:
        prepared: from `prepare`.
        facts: the study.
        requirement: the point that the cuts run through; the study's own by default.
        criteria: in place of the study's own.
        points: how finely each range is looked at.
        window: the ranges of load and target; around the requirement by default.
    """
    question = pose_question(prepared, facts, requirement, criteria)
    return cut_map(question, window or _around(question.requirement), points)


def map_decision(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    window: MapWindow | None = None,
) -> DecisionMap:
    """Return the recommended option over visits per month x target, 200 x 200 points."""
    question = pose_question(prepared, facts, requirement, criteria)
    return draw_map(question, window or _around(question.requirement))


def _around(asked: Requirement) -> MapWindow:
    visits, target = max(1.0, asked.visits_per_month), asked.response_time_s
    return MapWindow(
        visits=(visits / REACH, visits * REACH), targets_s=(target / REACH, target * REACH)
    )
