"""Prepare, answer, map, sensitivity."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.scoring import propose_price_range
from arraywise.analysis.decision.sensitivity import (
    MapWindow,
    compute_map,
    compute_map_cuts,
    compute_tornado,
    find_ties,
)
from arraywise.analysis.prepared import PreparedEvidence, prepare_study
from arraywise.analysis.runway import find_runway
from arraywise.domain.decision import Answer, DecisionMap, MapCuts, Robustness
from arraywise.usecases.workload_profile import read_study

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.runway import Runway
    from arraywise.domain.study import StudyFacts
    from arraywise.store.study import Study


prepare = prepare_study
"""Computes what only the evidence changes; needed again when files or their options change."""
answer = answer_requirement
"""Answers a requirement in milliseconds; the study's own unless another one is given."""


def decide_study(study: Study) -> Answer:
    """Answer the requirement of a study as it is stored.

    Raises:
        UserError: When the requirement or a setting makes no sense.
    """
    return _read_and_answer(study)[2]


def answer_and_save_price_range(
    study: Study, prepared: PreparedEvidence, facts: StudyFacts
) -> tuple[StudyFacts, Answer]:
    """Answer, and store between which prices options are valued where that is still open.

    Raises:
        UserError: When the requirement or a setting makes no sense, or nothing can be written.
    """
    result = answer(prepared, facts)
    settled = save_price_range(study, facts, result)
    if settled.price_range != facts.price_range:
        result = answer(prepared, settled)
    return settled, result


def save_price_range(study: Study, facts: StudyFacts, answer: Answer) -> StudyFacts:
    """Store the range that the first price proposes, and return the facts with it.

    While one option alone has a price, the range goes with it: its sheet may still grow. From
    the second price on it stays until the user changes it, whatever option comes or goes
    (MODEL D4, D8). It is no action of the user, so there is nothing to undo.
    Raises UserError when the study cannot be written.
    """
    prices = list_option_prices(answer)
    if facts.price_range_confirmed or (facts.price_range is not None and len(prices) != 1):
        return facts
    price_range = propose_price_range(prices)
    if price_range is None or price_range == facts.price_range:
        return facts
    from arraywise.store.writing.inputs import write_price_range  # loads late: seldom needed
    from arraywise.store.writing.rows import utc_now
    from arraywise.store.writing.transaction import transaction_without_undo

    with transaction_without_undo(study, "price range", utc_now()) as cursor:
        write_price_range(cursor, price_range, confirmed=False)
    return replace(facts, price_range=price_range)


def list_option_prices(answer: Answer) -> list[float]:
    """Return the prices that the options have, in the order of the options."""
    return [float(option.price.total) for option in answer.options if option.price is not None]


ValueRange = tuple[float, float]

MAP_REACH = 4.0  # the map shows a quarter to four times of today's load and target


def decide_with_robustness(study: Study) -> tuple[Answer, Robustness]:
    """Answer the requirement of a study as it is stored, and say what would change the answer.

    Raises:
        UserError: When the requirement or a setting makes no sense.
    """
    prepared, facts, result = _read_and_answer(study)
    return result, analyse_sensitivity(prepared, facts)


def decide_with_runway(study: Study) -> tuple[Answer, Runway]:
    """Answer the requirement of a study as it is stored, and say how long each option lasts.

    Raises:
        UserError: When the requirement or a setting makes no sense.
    """
    prepared, facts, result = _read_and_answer(study)
    return result, find_runway(build_problem(prepared, facts))


def _read_and_answer(study: Study) -> tuple[PreparedEvidence, StudyFacts, Answer]:
    """Read and answer a study; return also what was computed of its evidence."""
    facts = read_study(study)
    prepared = prepare(facts)
    return prepared, *answer_and_save_price_range(study, prepared, facts)


def analyse_sensitivity(
    prepared: PreparedEvidence,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
) -> Robustness:
    """Return what moves the lead, the nearest weights at which rivals tie, and the runway."""
    problem = build_problem(prepared, facts, requirement, criteria)
    return Robustness(compute_tornado(problem), find_ties(problem), find_runway(problem))


def find_map_cuts(
    prepared: PreparedEvidence,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    *,
    visits: ValueRange | None = None,
    targets_s: ValueRange | None = None,
) -> MapCuts:
    """Return who wins along the load and along the target, for the ribbons under the sliders.

    They run through the requirement. Visits per month and targets go from the lowest to the
    highest given, by default from a quarter to four times of today's.
    """
    problem = build_problem(prepared, facts, requirement, criteria)
    return compute_map_cuts(problem, _map_window(problem.requirement, visits, targets_s))


def build_decision_map(
    prepared: PreparedEvidence,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    *,
    visits: ValueRange | None = None,
    targets_s: ValueRange | None = None,
) -> DecisionMap:
    """Return the recommended option over visits per month x target, 200 x 200 points."""
    problem = build_problem(prepared, facts, requirement, criteria)
    return compute_map(problem, _map_window(problem.requirement, visits, targets_s))


def _map_window(
    requirement: Requirement, visits: ValueRange | None, targets_s: ValueRange | None
) -> MapWindow:
    return MapWindow(
        visits=visits or _range_around(max(1.0, requirement.visits_per_month)),
        targets_s=targets_s
        or _range_around(requirement.storage_latency_s or requirement.response_time_s),
    )


def _range_around(today: float) -> ValueRange:
    return today / MAP_REACH, today * MAP_REACH
