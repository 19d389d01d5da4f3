"""Decides a study: what changes with the evidence is done once, the rest on every edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.draws import DRAWS
from arraywise.analysis.prepared_study import Prepared, prepare_study
from arraywise.store.reading.facts import read_facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement
    from arraywise.store.study import Study

__all__ = ["Prepared", "answer", "decide_study", "prepare", "settle"]


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


def settle(study: Study, prepared: Prepared, facts: StudyFacts) -> tuple[StudyFacts, Answer]:
    """Answer, and store between which prices options are valued where that is still open.

    Raises:
        UserError: when the requirement or a setting makes no sense, or nothing can be written.
    """
    from arraywise.usecases.settle_prices import keep_price_range  # loads what writes

    found = answer(prepared, facts)
    settled = keep_price_range(study, facts, found)
    if settled.price_range != facts.price_range:
        found = answer(prepared, settled)
    return settled, found
