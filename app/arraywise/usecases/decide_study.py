"""Decides a study: what changes with the evidence is done once, the rest on every edit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision_map import MapWindow, cut_map, draw_map
from arraywise.analysis.draws import DRAWS
from arraywise.analysis.prepared_study import Prepared, prepare_study
from arraywise.analysis.question import pose_question
from arraywise.analysis.ties import find_ties
from arraywise.analysis.tornado import draw_tornado
from arraywise.domain.decision import MapCuts
from arraywise.domain.sureness import Robustness
from arraywise.store.reading.facts import read_facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer, DecisionMap
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.sureness import LeadBar
    from arraywise.store.study import Study

Range = tuple[float, float]

__all__ = [
    "MapCuts",
    "Prepared",
    "answer",
    "decide_study",
    "decide_with_robustness",
    "lead_bars",
    "look_closer",
    "map_cuts",
    "map_decision",
    "prepare",
    "settle",
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
    earlier: Answer | None = None,
) -> Answer:
    """Answer a requirement in milliseconds; the study's own unless another one is given.

    Where an earlier answer is given, how sure it is, is taken over from there for the moment.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    return answer_requirement(prepared, facts, requirement, criteria, draws, earlier)


def decide_study(study: Study) -> Answer:
    """Answer the requirement of a study as it is stored.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    facts = read_facts(study)
    return settle(study, prepare(facts), facts)[1]


def decide_with_robustness(study: Study) -> tuple[Answer, Robustness]:
    """Answer the requirement of a study as it is stored, and say what would change the answer.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    facts = read_facts(study)
    prepared = prepare(facts)
    facts, found = settle(study, prepared, facts)
    return found, look_closer(prepared, facts)


def settle(study: Study, prepared: Prepared, facts: StudyFacts) -> tuple[StudyFacts, Answer]:
    """Answer, and settle between which prices options are valued where that is still open.

    Raises:
        UserError: when the requirement or a setting makes no sense, or nothing can be written.
    """
    found = answer(prepared, facts)
    if facts.price_range is None and facts.requirement.budget is None:
        from arraywise.usecases.settle_prices import keep_price_range  # once in a study's life

        # The range is that of this answer, so the answer stays as it is.
        facts = replace(facts, price_range=keep_price_range(study, found))
    return facts, found


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


def lead_bars(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
) -> tuple[LeadBar, ...]:
    """Return how far each input moves the lead over the runner-up, the widest bar first."""
    return draw_tornado(pose_question(prepared, facts, requirement, criteria))


def _window(asked: Requirement, visits: Range | None, targets_s: Range | None) -> MapWindow:
    return MapWindow(
        visits=visits or _around(max(1.0, asked.visits_per_month)),
        targets_s=targets_s or _around(asked.response_time_s),
    )


def _around(today: float) -> Range:
    return today / REACH, today * REACH
